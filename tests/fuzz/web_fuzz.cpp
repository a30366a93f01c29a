// What a browser, a proxy or a newcomer can put before the shell's small readers: targets, headers
// and names. The first byte picks the reader.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "proto/limits.h"
#include "server/shell/http.h"
#include "server/shell/names.h"
#include "server/shell/origin.h"
#include "tests/fuzz/check.h"

namespace {

using namespace tianyuan::shell;

void check_target(std::string_view text) {
  std::string path;
  std::map<std::string, std::string> query;
  if (!parse_target(text, path, query)) return;
  FUZZ_CHECK(path.starts_with('/'));
  FUZZ_CHECK(path.find('\0') == std::string::npos);
  for (const auto& [key, value] : query) FUZZ_CHECK(!key.empty());
}

void check_headers(std::string_view text) {
  const auto middle = text.size() / 2;
  const std::string_view a = text.substr(0, middle), b = text.substr(middle);
  const std::vector<std::string> allowed = {"https://play.example"};
  if (origin_allowed(a, b, allowed)) FUZZ_CHECK(a.find("://") != std::string_view::npos);
  if (offers_subprotocol(text, "tianyuan.v1")) {
    FUZZ_CHECK(text.find("tianyuan.v1") != std::string_view::npos);
  }
  const std::vector<std::string> proxies = {"10.0.0.1"};
  FUZZ_CHECK(real_address("192.0.2.1", text, proxies) == "192.0.2.1");
  FUZZ_CHECK(real_address("10.0.0.1", text, proxies).size() <= 45);
}

void check_a_name(std::string_view text) {
  const auto name = check_name(text);
  if (!name) {
    FUZZ_CHECK(!name.error().empty());
    return;
  }
  FUZZ_CHECK(!name->key.empty());
  const auto characters = count_characters(name->shown);
  FUZZ_CHECK(characters && *characters >= 1 && *characters <= tianyuan::proto::kMaxNameCharacters);
  FUZZ_CHECK(name->shown.size() <= tianyuan::proto::kMaxNameBytes);
  // A name as it is shown is a name, the same one.
  const auto again = check_name(name->shown);
  FUZZ_CHECK(again && again->shown == name->shown && again->key == name->key);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 3) {
    case 0:
      check_target(text);
      break;
    case 1:
      check_headers(text);
      break;
    default:
      check_a_name(text);
      break;
  }
  return 0;
}
