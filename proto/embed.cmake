# cmake -DIN=openrpc.json -DOUT=openrpc_text.cpp -P embed.cmake
# Writes the file's bytes as an array: a string literal of that length is beyond what the standard
# asks compilers to take.
file(READ ${IN} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)"
  "\\1\n" bytes "${bytes}")
file(WRITE ${OUT} "#include \"proto/openrpc_text.h\"

namespace tianyuan::proto {
namespace {

constexpr unsigned char kBytes[] = {
${bytes}
};

}  // namespace

std::string_view openrpc_json() {
  return {reinterpret_cast<const char*>(kBytes), sizeof kBytes};
}

}  // namespace tianyuan::proto
")
