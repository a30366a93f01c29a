#pragma once

// The terminal in full screen, over ncurses. One at a time; the terminal is given back by the
// destructor. Thread: the caller's.

#include <memory>
#include <optional>

#include "client/console/canvas.h"
#include "client/console/keys.h"
#include "client/console/screen.h"

namespace tianyuan::console {

class Terminal {
 public:
  // False: the terminal cannot do it (TERM unknown or dumb); nothing has been changed.
  static bool usable();
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  int width() const;
  int height() const;
  void paint(const Canvas& canvas, Spot cursor);
  std::optional<KeyPress> read();  // nothing: no key waits

 private:
  bool coloured_ = false;
};

}  // namespace tianyuan::console
