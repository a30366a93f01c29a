#include "server/shell/names.h"

#include <catch2/catch.hpp>

using namespace tianyuan::shell;

namespace {

std::string shown(std::string_view text) {
  const auto name = check_name(text);
  return name ? name->shown : "refused: " + name.error();
}
bool refused(std::string_view text) {
  return !check_name(text).has_value();
}
std::string key(std::string_view text) {
  return check_name(text).value().key;
}

}  // namespace

TEST_CASE("good names, as they are shown") {
  CHECK(shown("Tom") == "Tom");
  CHECK(shown("小明Tom") == "小明Tom");
  CHECK(shown("  Tom   Jones ") == "Tom Jones");
  CHECK(shown("Ｔｏｍ") == "Tom");              // full width
  CHECK(shown("张\xE3\x80\x80三") == "张 三");  // ideographic space
  CHECK(shown("Владимир") == "Владимир");
  CHECK(shown("Ωμέγα") == "Ωμέγα");
  CHECK(shown("ひろし") == "ひろし");
  CHECK(shown("José") == "José");
  CHECK(shown("1234567890123456") == "1234567890123456");
  CHECK(shown("一二三四五六七八九十一二三四五六") == "一二三四五六七八九十一二三四五六");
}

TEST_CASE("names that nobody may have") {
  CHECK(refused(""));
  CHECK(refused("   "));
  CHECK(refused("12345678901234567"));
  CHECK(refused(std::string(100'000, 'a')));
  CHECK(refused("a\nb"));
  CHECK(refused("a\tb"));
  CHECK(refused(std::string_view("a\0b", 3)));
  CHECK(refused("\x1b[31mred"));
  CHECK(refused("Tom\u200b"));                         // zero-width space
  CHECK(refused("To\u200dm"));                         // zero-width joiner
  CHECK(refused("\u202eTom"));                         // right-to-left override
  CHECK(refused("\u2066Tom"));                         // isolate
  CHECK(refused("\ufeffTom"));                         // byte order mark
  CHECK(refused("T\u00adom"));                         // soft hyphen
  CHECK(refused("\u3164"));                            // Hangul filler
  CHECK(refused("Tom\u2028"));                         // line separator
  CHECK(refused("\ue000"));                            // private use
  CHECK(refused("a\u0301\u0302\u0303\u0304\u0305b"));  // a pile of marks
  CHECK(refused("\u0301a"));
  CHECK(refused("bad\xff"));
  CHECK(refused("\xc0\xaf"));      // overlong
  CHECK(refused("\xed\xa0\xbd"));  // a surrogate
  CHECK(refused("访客-12345678"));
  for (const char* dash : {"\u2010", "\u2011", "\u2012", "\u2013", "\u2212", "\uff0d", "\ufe63"}) {
    INFO(dash);
    CHECK(refused("访客" + std::string(dash) + "12345678"));
  }
  CHECK(shown("访客") == "访客");
}

TEST_CASE("scripts that look alike are not mixed") {
  CHECK(refused("аlice"));  // the first letter is Cyrillic
  CHECK(refused("Αlice"));  // Greek
  CHECK(refused("аω"));     // Cyrillic and Greek
  CHECK_FALSE(refused("алиса小明"));
  CHECK_FALSE(refused("Tom明ひろ"));
}

TEST_CASE("names that look alike have one key") {
  CHECK(key("Tom") == key("tom"));
  CHECK(key("Tom") == key("TOM"));
  CHECK(key("Tom") == key("Ｔｏｍ"));
  CHECK(key("Tom") == key(" Tom "));
  CHECK(key("paypal") == key("paypaI"));  // capital i for l

  CHECK(key("росе") == key("poce"));  // all Cyrillic against all Latin
  CHECK(key("INNA") == key("inna"));
  CHECK(key("T0m") == key("Tom"));
  CHECK(refused("НОРА"));  // Cyrillic capitals that read as Latin HOPA
  CHECK(refused("Нора"));
  CHECK_FALSE(refused("Норма"));
  CHECK(key("Владимир") == key("владимир"));
  CHECK(key("Tom") != key("Tim"));
  CHECK(key("小明") != key("小朋"));
}

TEST_CASE("a guest's name is never that of a player") {
  const Name one = guest_name(1), two = guest_name(2);
  CHECK(one.shown == "访客-10000001");
  CHECK(one.key != two.key);
  CHECK(refused(one.shown));
}

TEST_CASE("characters are counted, not bytes") {
  CHECK(count_characters("密码密码密码密码") == 8);
  CHECK(count_characters("") == 0);
  CHECK_FALSE(count_characters("\xff").has_value());
}
