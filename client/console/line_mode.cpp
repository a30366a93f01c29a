#include "client/console/line_mode.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <utility>

#include "client/console/hall_notices.h"
#include "client/console/script.h"
#include "client/console/text.h"

namespace tianyuan::console {
namespace {

constexpr std::size_t kLongestLine = 8 * 1024;  // a chat text of 1,024 bytes is the longest in use

bool print(std::FILE* output, const Notice& notice) {
  for (const std::string& line : lines_of(notice)) {
    std::fputs(line.c_str(), output);
    std::fputc('\n', output);
  }
  return std::fflush(output) == 0;
}

// Cuts what a descriptor gives into lines.
class LineReader {
 public:
  explicit LineReader(int fd) : fd_(fd) {}

  // Reads once; the lines that are complete go to the script.
  void read_into(Script& script, Client& client) {
    std::array<char, 4096> chunk{};
    const ssize_t got = ::read(fd_, chunk.data(), chunk.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (got <= 0) {
      if (!partial_.empty()) script.add_line(std::exchange(partial_, {}));
      return script.end_input();
    }
    partial_.append(chunk.data(), static_cast<std::size_t>(got));
    std::size_t end = 0;
    while ((end = partial_.find('\n')) != std::string::npos) {
      if (!skipping_) script.add_line(partial_.substr(0, end));
      skipping_ = false;
      partial_.erase(0, end + 1);
    }
    if (partial_.size() > kLongestLine) {
      if (!skipping_) client.refuse({"bad_command", "too long"});
      skipping_ = true;
      partial_.clear();
    }
  }

 private:
  int fd_;
  std::string partial_;
  bool skipping_ = false;  // the rest of a line that was too long
};

int wait_ms(std::optional<Millis> due_ms, Millis now_ms) {
  if (!due_ms) return -1;
  return static_cast<int>(std::clamp<Millis>(*due_ms - now_ms, 0, 60'000));
}

std::optional<Millis> earlier(std::optional<Millis> a, std::optional<Millis> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

// Prints what has been told until nothing more comes of it.
bool print_all(SessionLoop& session, Script* script, std::FILE* output) {
  for (const Notice& notice : session.client().take_notices()) {
    if (script != nullptr) script->saw(notice);
    if (!print(output, notice)) return false;
  }
  return true;
}

int give_up(const SessionLoop& session, std::FILE* output) {
  const ClientSettings& settings = session.client().settings();
  Notice notice = tell_refused(settings.language, "not_connected", {});
  notice.text = text(settings.language, Key::gave_up, {settings.server, session.last_failure()});
  print(output, notice);
  return kNoConnection;
}

// What keeps the client when its input has ended: a game, a search, or one that is about to begin.
bool something_runs(const Client& client) {
  const State& state = client.state();
  if (state.game_runs() || state.search) return true;
  const auto seat = state.seat();
  if (!seat) return false;
  const proto::SeatView& mine = state.table->seats[static_cast<std::size_t>(*seat)];
  const proto::SeatView& other = state.table->seats[static_cast<std::size_t>(1 - *seat)];
  return state.table->state == "choosing_colours" ||
         (other.user && (mine.confirmed || mine.ready) && state.table->state != "waiting");
}

}  // namespace

int run_line_mode(SessionLoop& session, const LineSettings& settings) {
  Client& client = session.client();
  Script script;
  LineReader reader(settings.input_fd);
  bool told_to_sign_in = false;
  while (true) {
    session.step();
    if (!print_all(session, &script, settings.output)) return kDone;  // nobody reads any more
    const bool sign_in_over = client.ready() && !client.state().user;
    if (sign_in_over && client.sign_in_refused() && !told_to_sign_in) return kSignInRefused;
    if (sign_in_over && !std::exchange(told_to_sign_in, true)) {
      client.tell({"not-signed-in", text(client.settings().language, Key::prompt_sign_in), {}});
      continue;
    }
    if (client.stopped()) return kReplaced;
    if (session.gave_up() || (!script.wants_input() && session.lost_for_good())) {
      return give_up(session, settings.output);
    }

    const Millis now_ms = steady_ms();
    const bool more = script.step(client, now_ms);
    session.flush();
    if (!print_all(session, &script, settings.output) || script.quit()) return kDone;
    if (more) continue;
    const bool all_read = script.finished() && !client.busy();
    if (all_read && (settings.exit_on_eof || (client.ready() && !something_runs(client)))) {
      return kDone;
    }
    std::array<pollfd, 2> fds{
        pollfd{session.wake_fd(), POLLIN, 0},
        pollfd{script.wants_input() ? settings.input_fd : -1, POLLIN, 0},
    };
    const auto due_ms = earlier(script.next_due_ms(), session.next_due_ms());
    ::poll(fds.data(), fds.size(), wait_ms(due_ms, now_ms));
    if (fds[1].revents != 0) reader.read_into(script, client);
  }
}

int run_one_shot(SessionLoop& session, const Command& command, std::FILE* output) {
  Client& client = session.client();
  bool asked = false;
  bool refused = false;
  while (true) {
    session.step();
    for (const Notice& notice : client.take_notices()) {
      refused = refused || (asked && notice.words.starts_with("error "));
      // Connecting and signing in are not what was asked for.
      const bool wanted = asked || notice.words.starts_with("error ");
      if (wanted && !print(output, notice)) return kDone;
    }
    if (client.stopped()) return kReplaced;
    if (session.gave_up() || session.lost_for_good()) return give_up(session, output);
    if (client.ready() && !asked) {
      if (client.sign_in_refused()) return kSignInRefused;
      asked = true;
      client.perform(command, steady_ms());
      continue;
    }
    if (asked && !client.busy()) return refused ? kCommandRefused : kDone;
    pollfd fd{session.wake_fd(), POLLIN, 0};
    ::poll(&fd, 1, wait_ms(session.next_due_ms(), steady_ms()));
  }
}

}  // namespace tianyuan::console
