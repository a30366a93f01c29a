#include "client/console/face.h"

#include <algorithm>
#include <utility>

#include "client/console/hall_notices.h"
#include "client/console/line_mode.h"

namespace tianyuan::console {

void NetworkFace::collect() {
  for (Notice& notice : session_.client().take_notices()) {
    script_.saw(notice);
    notices_.push_back(std::move(notice));
  }
}

void NetworkFace::step() {
  session_.step();
  collect();
  while (script_.step(session_.client(), steady_ms())) collect();
  session_.flush();
  collect();
}

std::optional<Millis> NetworkFace::next_due_ms() const {
  const auto a = session_.next_due_ms();
  const auto b = script_.next_due_ms();
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

std::optional<int> NetworkFace::exit_status() const {
  if (script_.quit()) return kDone;
  if (session_.client().stopped()) return kReplaced;
  if (session_.gave_up()) return kNoConnection;
  return std::nullopt;
}

LocalFace::LocalFace(LocalTable table, Language language)
    : table_(std::move(table)), language_(language) {
  refresh();
}

// Whoever is to act is the one who sits before the screen.
void LocalFace::refresh() {
  const proto::GameSnapshot snapshot = table_.snapshot();
  const Player player = snapshot.ask ? snapshot.ask->player : Player::first;
  state_.user = snapshot.players[index(player)];
  state_.game.emplace(snapshot, 0);
}

void LocalFace::submit(const std::string& line) {
  const auto command = parse_command(line);
  if (!command) return;
  if (!*command) {
    notices_.push_back(tell_refused(language_, command->error().word, command->error().detail));
    return;
  }
  if ((*command)->verb == Verb::quit) quit_ = true;
  for (Notice& notice : table_.perform(**command)) notices_.push_back(std::move(notice));
  refresh();
}

std::optional<int> LocalFace::exit_status() const {
  return quit_ ? std::optional(kDone) : std::nullopt;
}

}  // namespace tianyuan::console
