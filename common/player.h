#pragma once

// The two sides of a game as the opening rules speak of them: P1, the first player, and P2.
// A player keeps his index for the whole game; which colour he holds can change by a swap.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tianyuan {

enum class Player : std::uint8_t { first, second };

constexpr Player other(Player player) {
  return player == Player::first ? Player::second : Player::first;
}
constexpr std::size_t index(Player player) {
  return static_cast<std::size_t>(player);
}

std::string_view to_string(Player player);                  // "first", "second"
std::optional<Player> parse_player(std::string_view text);  // the same, exact

}  // namespace tianyuan
