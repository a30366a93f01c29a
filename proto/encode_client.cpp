#include "proto/codec.h"
#include "proto/members_request.h"
#include "proto/methods.h"
#include "proto/write_members.h"

namespace tianyuan::proto {

std::string_view method_of(const Request& request) {
  return kMethodNames[request.index()];
}

std::span<const std::string_view> method_names() {
  return kMethodNames;
}

std::string encode_client(const ClientMessage& message) {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  write_id(out, message.id);
  out += R"(,"method":")";
  out += method_of(message.request);
  out += R"(","params":)";
  std::visit([&out](const auto& request) { write_value(out, request); }, message.request);
  out += '}';
  return out;
}

}  // namespace tianyuan::proto
