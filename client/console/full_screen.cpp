#include "client/console/full_screen.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

#include "client/console/hall_notices.h"
#include "client/console/terminal.h"

namespace tianyuan::console {
namespace {

constexpr std::size_t kLogLines = 500;
constexpr Millis kTickMs = 200;  // how often running clocks are drawn anew

void log(View& view, const std::vector<Notice>& notices) {
  for (const Notice& notice : notices) {
    if (worth_logging(notice)) view.log.push_back(notice.text);
    for (const std::string& line : notice.block) view.log.push_back(line);
  }
  while (view.log.size() > kLogLines) view.log.pop_front();
}

void log_chat(View& view, const State& state) {
  if (state.chat_heard < view.chat_logged) view.chat_logged = 0;  // signed out meanwhile
  const int kept = static_cast<int>(state.chat.size());
  const int fresh = std::min(kept, state.chat_heard - view.chat_logged);
  for (int i = kept - fresh; i < kept; ++i) {
    view.log.push_back(chat_line(view.language, state.chat[static_cast<std::size_t>(i)]));
  }
  view.chat_logged = state.chat_heard;
}

// Something that must be seen has begun: the board, or the diagram that was asked for.
void follow(View& view, const State& state, std::optional<proto::Id>& table,
            std::optional<proto::Id>& game, const std::vector<Notice>& notices) {
  const auto table_now = state.table ? std::optional(state.table->id) : std::nullopt;
  const auto game_now = state.game ? std::optional(state.game->id()) : std::nullopt;
  if ((table_now && table_now != table) || (game_now && game_now != game)) view.page = Page::play;
  if (game_now != game) view.picked.clear();
  table = table_now;
  game = game_now;
  for (const Notice& notice : notices) {
    if (!notice.block.empty()) view.page = Page::messages;
  }
}

bool clocks_run(const State& state) {
  if (!state.game || state.game->over()) return false;
  const auto& game = state.game->state();
  return game.clocks.running || !game.connected[0] || !game.connected[1];
}

}  // namespace

int run_full_screen(Face& face, View view) {
  std::optional<int> status;
  {
    Terminal terminal;
    std::optional<proto::Id> table;
    std::optional<proto::Id> game;
    while (!status) {
      face.step();
      const std::vector<Notice> notices = face.take_notices();
      log_chat(view, face.state());
      log(view, notices);
      follow(view, face.state(), table, game, notices);
      view.online = face.online();
      const int width = terminal.width();
      const int height = terminal.height();
      const Canvas canvas = draw_screen(face.state(), view, width, height, steady_ms());
      terminal.paint(canvas, input_spot(view, width, height));
      status = face.exit_status();
      if (status) break;

      std::array<pollfd, 2> fds{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{face.wake_fd(), POLLIN, 0}};
      const Millis now_ms = steady_ms();
      Millis wait_ms = clocks_run(face.state()) ? kTickMs : 60'000;
      if (const auto due_ms = face.next_due_ms()) {
        wait_ms = std::min(wait_ms, std::max<Millis>(0, *due_ms - now_ms));
      }
      ::poll(fds.data(), fds.size(), static_cast<int>(wait_ms));
      // The terminal is gone.
      if ((fds[0].revents & (POLLHUP | POLLERR)) != 0) return 0;
      while (const auto key = terminal.read()) {
        for (const std::string& line : press(view, face.state(), *key)) face.submit(line);
      }
    }
  }
  if (!view.log.empty()) std::printf("%s\n", view.log.back().c_str());
  return *status;
}

}  // namespace tianyuan::console
