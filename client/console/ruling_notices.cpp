#include "client/console/ruling_notices.h"

#include <string>

#include "client/console/text.h"
#include "client/console/width.h"
#include "proto/codec.h"

namespace tianyuan::console {
namespace {

std::string player_word(std::optional<Player> player) {
  return player ? std::string(to_string(*player)) : "-";
}

std::string name_of_player(const GameModel& game, std::optional<Player> player) {
  return player ? printable(game.user(*player).name) : "?";
}

std::string side_words(const GameModel& game, std::optional<Player> me) {
  return " game=" + std::to_string(game.id()) + " table=" + std::to_string(game.state().table) +
         " room=" + std::to_string(game.state().room) + " you=" + player_word(me) +
         " colour=" + (me ? std::string(to_string(game.colour_of(*me))) : std::string("-"));
}

}  // namespace

Notice tell_ruling(Language language, const proto::GameEventView& event, const GameModel& after) {
  const std::string by = printable(event.referee);
  const std::string why = printable(event.text);
  const std::string referee = " referee=" + word(event.referee) + " reason=" + word(event.text);
  const auto& clocks = event.clocks;
  const std::string first = clock_text(clocks.first.left_ms);
  const std::string second = clock_text(clocks.second.left_ms);
  const std::string both = " first_ms=" + std::to_string(clocks.first.left_ms) +
                           " second_ms=" + std::to_string(clocks.second.left_ms);
  if (event.kind == "paused") {
    return {"game-paused" + referee, text(language, Key::game_paused, {by, why}), {}};
  }
  if (event.kind == "resumed") {
    return {"game-unpaused" + referee,
            by.empty() ? text(language, Key::pause_ran_out)
                       : text(language, Key::game_unpaused, {by, why}),
            {}};
  }
  if (event.kind == "clock_set") {
    const std::string left = event.player == Player::second ? second : first;
    return {"clock-set player=" + player_word(event.player) + both + referee,
            text(language, Key::clock_set, {by, name_of_player(after, event.player), left, why}),
            {}};
  }
  if (event.kind == "pool_split") {
    return {"pool-split" + both + referee,
            text(language, Key::pool_split, {by, first, second, why}),
            {}};
  }
  return {"adjudged" + referee, text(language, Key::adjudged, {by, why}), {}};
}

Notice tell_agreed(Language language, const GameModel& game, std::optional<Player> me) {
  const auto& state = game.state();
  const std::string black = printable(game.user(Colour::black).name);
  const std::string white = printable(game.user(Colour::white).name);
  const std::string at = proto::iso8601(state.appointed_at_ms);
  const std::string shown = at.substr(0, 10) + " " + at.substr(11, 5) + " UTC";
  return {"game-agreed" + side_words(game, me) + " black=" + word(black) + " white=" + word(white) +
              " at=" + at + " lateness_ms=" + std::to_string(state.lateness_ms),
          text(language, Key::game_agreed, {black, white, shown, clock_text(state.lateness_ms)}),
          {}};
}

std::optional<Notice> tell_standstill(Language language, const GameModel& game) {
  const auto& state = game.state();
  if (state.pause) {
    return Notice{"game-paused referee=" + word(state.pause->referee) +
                      " reason=" + word(state.pause->reason),
                  text(language, Key::game_paused,
                       {printable(state.pause->referee), printable(state.pause->reason)}),
                  {}};
  }
  if (!state.waiting) return std::nullopt;
  const Player late = state.connected[0] ? Player::second : Player::first;
  return Notice{"game-begun awaited=" + player_word(late),
                text(language, Key::awaited, {name_of_player(game, late)}),
                {}};
}

}  // namespace tianyuan::console
