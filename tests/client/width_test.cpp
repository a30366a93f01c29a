#include "client/console/width.h"

#include <catch2/catch.hpp>

#include "client/console/language.h"

using namespace tianyuan::console;

TEST_CASE("East Asian characters take two columns, marks none") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("天元") == 4);
  CHECK(display_width("小明Tom") == 7);
  CHECK(display_width("●○·") == 3);
  CHECK(display_width("（黑）") == 6);
  CHECK(display_width("e\u0301") == 1);
  CHECK(display_width("㉑㊿") == 4);
  CHECK(display_width("①") == 1);
  CHECK(display_width("한글かなカナ") == 12);
  CHECK(display_width("😀") == 2);
}

TEST_CASE("Padding and clipping count columns, never half a character") {
  CHECK(pad_right("天元", 6) == "天元  ");
  CHECK(pad_left("天", 4) == "  天");
  CHECK(pad_right("天元", 3) == "天元");
  CHECK(clip("天元五子棋", 10) == "天元五子棋");
  CHECK(clip("天元五子棋", 9) == "天元五子…");
  CHECK(clip("天元五子棋", 8) == "天元五…");
  CHECK(display_width(clip("天元五子棋", 8)) == 7);
  CHECK(fit("天元五子棋", 8) == "天元五… ");
  CHECK(clip("abc", 0).empty());
  for (int columns = 0; columns < 14; ++columns) {
    CHECK(display_width(fit("a天b元c五d", columns)) == columns);
  }
}

TEST_CASE("What others wrote cannot move the cursor or break a line") {
  CHECK(printable("plain 天元") == "plain 天元");
  CHECK(printable("\x1b[2Jboo") == "·[2Jboo");
  CHECK(printable("a\nb\rc\td") == "a·b·c·d");
  CHECK(printable("\u009b31m") == "·31m");                // the one-byte CSI
  CHECK(printable("x\u202Ey\u200Bz\u2066") == "x·y·z·");  // direction and zero-width characters
  CHECK(printable("a\xff\xc3") == "a\uFFFD\uFFFD");
  CHECK(printable("\xed\xa0\x80") == "\uFFFD\uFFFD\uFFFD");  // a surrogate
  CHECK(printable("\xc0\xaf") == "\uFFFD\uFFFD");            // overlong
  CHECK(printable("\xf4\x90\x80\x80") == "\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST_CASE("A name is one word of a stable line") {
  CHECK(word("小明 Tom") == "小明_Tom");
  CHECK(word("a | b") == "a___b");
  CHECK(word("a\u3000b") == "a_b");
  CHECK(word("") == "-");
  CHECK(word("x\ny") == "x·y");
}

TEST_CASE("The locale decides language and drawing") {
  CHECK(language_of_locale("", "", "zh_CN.UTF-8") == Language::chinese);
  CHECK(language_of_locale("", "en_GB.UTF-8", "zh_CN.UTF-8") == Language::english);
  CHECK(language_of_locale("zh_TW", "en_GB", "en_GB") == Language::chinese);
  CHECK(language_of_locale("", "", "") == Language::english);
  CHECK(locale_is_utf8("", "", "zh_CN.UTF-8"));
  CHECK(locale_is_utf8("", "C.utf8", "C"));
  CHECK_FALSE(locale_is_utf8("C", "", "zh_CN.UTF-8"));
  CHECK_FALSE(locale_is_utf8("", "", ""));
}
