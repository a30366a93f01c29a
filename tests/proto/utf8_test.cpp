#include "proto/utf8.h"

#include <catch2/catch.hpp>

using namespace tianyuan::proto;

TEST_CASE("What steers a terminal or turns the writing is found wherever it stands") {
  for (const char* text :
       {"\x1b[31m", "a\nb",   "\x7f",   "\u0085", "\u009b", "\u061c",         "\u200e",
        "\u200f",   "\u2028", "\u2029", "\u202a", "\u202b", "\u202c",         "\u202d",
        "\u202e",   "\u2066", "\u2069", "\u206f", "\ufff9", "你好\u202enoob", "x\u2067"}) {
    INFO(text);
    CHECK(has_steering_characters(text));
  }
  for (const char* text : {"", "hello", "你好，世界", "👨\u200d👩\u200d👧", "می\u200cخواهم", "❤\ufe0f",
                           "é\u0301", "\u00a0", "\u2027", "\u2030", "\u2065", "\u2070"}) {
    INFO(text);
    CHECK_FALSE(has_steering_characters(text));
  }
}

TEST_CASE("Blanks and what has no width are not seen") {
  for (const char* text : {"", " ", "\t", "\u00a0\u3000", "\u200b", "\u200d", "\u200c \u2060",
                           "\ufeff", "\u00ad", "\u034f", "\u115f\u1160", "\u3164", "\uffa0",
                           "\u2800", "\ufe0f", "\U000e0020", "\u180e", "\u2003\u2028"}) {
    INFO(text);
    CHECK_FALSE(has_visible_characters(text));
  }
  for (const char* text : {"x", " x ", "。", "👍", "👨\u200d👩", "\u200b1", "\u3001", "·"}) {
    INFO(text);
    CHECK(has_visible_characters(text));
  }
}
