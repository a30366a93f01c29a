#pragma once

// The commands that make scripts pleasant: wait, play and sleep, and the rule that lines are taken
// one after the other. Pure: notices and time are given. Thread: owned by one.

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "client/console/client.h"

namespace tianyuan::console {

class Script {
 public:
  void add_line(std::string line) { lines_.push_back(std::move(line)); }
  void end_input() { ended_ = true; }

  // Remembers a notice for `wait`. Call for every notice, in order.
  void saw(const Notice& notice);

  // Gives the client the next line unless something has to be waited for. True: there may be more
  // to do at once.
  bool step(Client& client, Millis now_ms);

  // Not once the input has ended, nor while more lines wait than are read ahead.
  bool wants_input() const { return !ended_ && lines_.size() < kLinesAhead; }
  bool finished() const { return ended_ && lines_.empty() && !waiting(); }
  bool quit() const { return quit_; }
  std::optional<Millis> next_due_ms() const;

 private:
  static constexpr std::size_t kLinesAhead = 64;       // read but not yet taken
  static constexpr std::size_t kNoticesKept = 10'000;  // for waits still to come

  struct Wait {
    std::string word;
    std::vector<std::string> tokens;
    Millis until_ms = 0;
    Millis timeout_s = 0;
  };
  struct Play {
    std::deque<std::string> moves;
    int sent_at_turn = -1;
    std::string sent = {};                 // the move of sent_at_turn
    std::optional<Millis> retry_after_ms;  // the server was busy: the move is sent again
    std::optional<Millis> again_at_ms;
  };

  bool waiting() const { return wait_ || play_ || sleep_until_ms_; }
  void take(const Command& command, Client& client, Millis now_ms);
  void start_wait(const Command& command, Client& client, Millis now_ms);
  bool wait_is_over(Client& client, Millis now_ms);
  bool play_on(Client& client, Millis now_ms);
  void take_back_sent(Millis now_ms);

  std::deque<std::string> lines_;
  bool ended_ = false;
  bool quit_ = false;
  std::deque<Notice> seen_;  // behind the line that the last wait found
  std::optional<Wait> wait_;
  std::optional<Play> play_;
  bool play_refused_ = false;
  std::optional<Millis> sleep_until_ms_;
};

}  // namespace tianyuan::console
