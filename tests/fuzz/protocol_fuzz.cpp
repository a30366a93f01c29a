// Any bytes as a frame: a message or one clear error, on the server's side and on the client's. The
// first byte picks the side, and for the client the method whose answer is awaited.

#include <cstdint>
#include <string>
#include <string_view>

#include "proto/codec.h"
#include "tests/fuzz/check.h"

namespace {

using namespace tianyuan::proto;

struct Sent final : PendingMethods {
  explicit Sent(std::string_view name) : method(name) {}
  std::string_view method_of(const RequestId&) const override { return method; }
  std::string_view method;
};

// A message that was read can be written, and is then read as the same.
void check_server_side(std::string_view text) {
  const auto message = decode_client(text);
  if (message) {
    const std::string written = encode_client(*message);
    const auto again = decode_client(written);
    FUZZ_CHECK(again.has_value());
    FUZZ_CHECK(again->id == message->id);
    FUZZ_CHECK(encode_client(*again) == written);
    return;
  }
  const auto& [id, error] = message.error();
  FUZZ_CHECK(error.code != ErrorCode::internal_error);
  FUZZ_CHECK(!error.message.empty() && !error.expected.empty());
  const ServerMessage answer =
      id ? ServerMessage{Response{*id, error}} : ServerMessage{ErrorWithoutId{error}};
  const std::string written = encode(answer);
  FUZZ_CHECK(written.size() < 1'000);  // nothing that was sent comes back, but for the id
  FUZZ_CHECK(decode_server(written, Sent("")).has_value());
}

void check_client_side(std::string_view text, const Sent& sent) {
  const auto message = decode_server(text, sent);
  if (!message) {
    FUZZ_CHECK(!message.error().expected.empty());
    return;
  }
  const std::string written = encode(*message);
  const auto again = decode_server(written, sent);
  FUZZ_CHECK(again.has_value());
  FUZZ_CHECK(encode(*again) == written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t method = data[0] % (method_names().size() + 1);
  if (method == 0) {
    check_server_side(text);
  } else {
    check_client_side(text, Sent(method_names()[method - 1]));
  }
  return 0;
}
