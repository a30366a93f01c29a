#pragma once

// What a key press means in full screen: it changes the view, or becomes a command line. Pure.

#include <string>
#include <vector>

#include "client/console/screen.h"

namespace tianyuan::console {

struct KeyPress {
  enum class Kind {
    text,  // `text`: one character
    enter,
    backspace,
    erase_line,
    tab,
    back_tab,
    escape,
    up,
    down,
    left,
    right,
    page_up,
    page_down,
    function,  // `number`
    resize,
  };
  Kind kind = Kind::text;
  std::string text;
  int number = 0;
};

// The command lines that come of it, in order; mostly none.
std::vector<std::string> press(View& view, const State& state, const KeyPress& key);

// What belongs into the log of the full screen: not what the screen shows anyway.
bool worth_logging(const Notice& notice);

}  // namespace tianyuan::console
