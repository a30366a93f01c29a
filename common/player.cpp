#include "common/player.h"

namespace tianyuan {

std::string_view to_string(Player player) {
  return player == Player::first ? "first" : "second";
}

std::optional<Player> parse_player(std::string_view text) {
  if (text == "first") return Player::first;
  if (text == "second") return Player::second;
  return std::nullopt;
}

}  // namespace tianyuan
