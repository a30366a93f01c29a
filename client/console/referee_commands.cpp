#include "client/console/referee_commands.h"

#include <charconv>

#include "proto/instants.h"

namespace tianyuan::console {
namespace {

namespace ask = proto::request;

constexpr std::int64_t kDayS = 86'400;

std::optional<std::int64_t> number(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

// "first", "second", or the colour, where that game is the one on the board.
std::optional<Player> player_named(const std::string& word, proto::Id game, const State& state) {
  if (const auto player = parse_player(word)) return player;
  if (!state.game || state.game->id() != game) return std::nullopt;
  if (word == "black") return state.game->state().black;
  if (word == "white") return other(state.game->state().black);
  return std::nullopt;
}

std::string reason_from(const std::vector<std::string>& words, std::size_t first) {
  std::string reason;
  for (std::size_t i = first; i < words.size(); ++i) {
    if (!reason.empty()) reason += ' ';
    reason += words[i];
  }
  return reason;
}

// clock GAME PLAYER SECONDS [period=N] REASON
std::optional<proto::Request> clock_request(const std::vector<std::string>& words, proto::Id game,
                                            const State& state) {
  if (words.size() < 5) return std::nullopt;
  const auto player = player_named(words[2], game, state);
  const auto seconds = number(words[3]);
  if (!player || !seconds || *seconds > kDayS) return std::nullopt;
  ask::RefereeSetClock request{game, *player, *seconds * 1'000, std::nullopt, {}};
  std::size_t reason = 4;
  if (words[4].starts_with("period=")) {
    const auto period = number(words[4].substr(7));
    if (!period || *period > 99) return std::nullopt;
    request.period = static_cast<int>(*period);
    reason = 5;
  }
  request.reason = reason_from(words, reason);
  if (request.reason.empty()) return std::nullopt;
  return request;
}

// adjudge GAME PLAYER|draw|both_lose|replay REASON
std::optional<proto::Request> adjudge_request(const std::vector<std::string>& words, proto::Id game,
                                              const State& state) {
  if (words.size() < 4) return std::nullopt;
  const std::string& verdict = words[2];
  ask::RefereeAdjudge request{game, verdict, std::nullopt, reason_from(words, 3)};
  if (verdict == "draw" || verdict == "both_lose" || verdict == "replay") return request;
  request.verdict = "win";
  request.winner = player_named(verdict, game, state);
  if (!request.winner) return std::nullopt;
  return request;
}

}  // namespace

std::optional<proto::Request> referee_request(const std::vector<std::string>& words,
                                              const State& state) {
  if (words.size() < 3) return std::nullopt;
  const auto game = number(words[1]);
  if (!game) return std::nullopt;
  if (words[0] == "pause") return ask::RefereePause{*game, reason_from(words, 2)};
  if (words[0] == "resume") return ask::RefereeResume{*game, reason_from(words, 2)};
  if (words[0] == "split") return ask::RefereeSplit{*game, reason_from(words, 2)};
  if (words[0] == "clock") return clock_request(words, *game, state);
  if (words[0] == "adjudge") return adjudge_request(words, *game, state);
  return std::nullopt;
}

std::optional<std::int64_t> parse_appointment(std::string text) {
  constexpr std::string_view kToTheMinute = "2026-12-01T19:00Z";
  if (text.size() == kToTheMinute.size() && text.back() == 'Z') {
    text.insert(text.size() - 1, ":00.000");
  }
  return proto::parse_iso8601(text);
}

}  // namespace tianyuan::console
