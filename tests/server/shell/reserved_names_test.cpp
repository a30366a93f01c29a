#include "server/shell/reserved_names.h"

#include <catch2/catch.hpp>

using namespace tianyuan::shell;

namespace {

bool held(const ReservedNames& names, std::string_view text) {
  const auto name = check_name(text);
  INFO(text);
  REQUIRE(name.has_value());
  return names.hold(*name);
}

}  // namespace

TEST_CASE("a reserved name is held in every dress") {
  const std::vector<std::string> rows{"天元", "admin", "deleted", "house", "*客服*", "官*", "*bot"};
  const ReservedNames names(rows);
  for (const char* text :
       {"admin",     "Admin",     "ADMIN",   "ＡＤＭＩＮ", "adm1n",    "AdmlN", "admin1",
        "admin 007", "a.d.m.i.n", "-admin-", "天元",       "天 元",    "天元1", "「天元」",
        "deleted-7", "House",     "h0use",   "天元客服",   "客服小王", "官人",  "mybot"}) {
    CHECK(held(names, text));
  }
  for (const char* text : {"badminton", "adminton", "天元之子", "Tom", "小明", "客", "warehouse",
                           "bots", "小官", "1234"}) {
    CHECK_FALSE(held(names, text));
  }
}

TEST_CASE("without rows nothing is reserved, and an empty row reserves nothing") {
  CHECK_FALSE(held(ReservedNames(), "admin"));
  const std::vector<std::string> rows{"", "*", "**"};
  CHECK_FALSE(held(ReservedNames(rows), "admin"));
  CHECK_FALSE(held(ReservedNames(rows), "1234"));
}
