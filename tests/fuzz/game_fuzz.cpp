// Bytes as the acts of two players and a hall: whatever they do, decide only reads, a refusal
// changes nothing, clocks stay sound, and replaying the events gives an equal game.

#include <cstdint>
#include <string>
#include <vector>

#include "common/game.h"
#include "tests/fuzz/check.h"

namespace {

using namespace tianyuan;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return at_ >= size_; }
  int next() { return empty() ? 0 : data_[at_++]; }
  int below(int bound) { return next() % bound; }
  Point point() { return Point::from_index(below(kPointCount)); }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

const event::RefereeMark kReferee{7, "referee", "why"};

GameSettings settings_from(Bytes& bytes) {
  const TimeControl clocks[] = {
      HallTime{60'000, 20'000, 5'000}, SuddenDeath{300'000},
      Fischer{60'000, 5'000},          Periods{{{60'000, 2}, {20'000, 0}, {30'000, 1}}},
      ByoYomi{60'000, 20'000, 3},      SharedTime{300'000}};
  GameSettings settings;
  settings.rule =
      rule_sets()[static_cast<std::size_t>(bytes.below(static_cast<int>(rule_sets().size())))].name;
  const int flags = bytes.next();
  settings.enforcement = static_cast<Enforcement>(flags % 3);
  settings.disconnect_clock = static_cast<DisconnectClock>((flags >> 2) & 1);
  settings.centre_first = (flags & 8) != 0;
  settings.skips_to_lose = (flags & 16) != 0 ? 2 : 0;
  settings.undos_per_player = (flags & 32) != 0 ? 0 : 3;
  settings.forbidden.overline_counts_as_four = (flags & 64) != 0;
  settings.time = clocks[bytes.below(6)];
  settings.grace_ms = 20'000;
  settings.absence_total_ms = 50'000;
  if ((flags & 128) != 0) {
    settings.appointed_ms = 1'000'000 + bytes.next() * 100;
    settings.lateness_ms = 60'000;
  }
  return settings;
}

Action action_from(Bytes& bytes, const Game& game) {
  switch (bytes.below(24)) {
    case 0:
      return action::Pass{};
    case 1:
      return action::AnswerSwap{bytes.below(2) == 1};
    case 2: {
      const auto ask = game.ask();
      if (!ask || ask->options.empty()) return action::ChooseBranch{"none"};
      return action::ChooseBranch{
          std::string(ask->options[static_cast<std::size_t>(bytes.next()) % ask->options.size()])};
    }
    case 3:
      return action::DeclareFifths{bytes.below(14) - 1};
    case 4: {
      action::OfferFifths offer;
      for (int count = bytes.below(13); count > 0; --count) offer.points.push_back(bytes.point());
      return offer;
    }
    case 5: {
      const auto ask = game.ask();
      if (!ask || ask->fifths.empty()) return action::ChooseFifth{bytes.point()};
      return action::ChooseFifth{
          ask->fifths[static_cast<std::size_t>(bytes.next()) % ask->fifths.size()]};
    }
    case 6:
      return action::ClaimForbidden{};
    case 7:
      return action::OfferDraw{};
    case 8:
      return action::AnswerDraw{bytes.below(8), bytes.below(4) == 0};
    case 9:
      return action::RequestUndo{};
    case 10:
      return action::AnswerUndo{bytes.below(8), bytes.below(2) == 0};
    case 11:
      return action::Disconnect{};
    case 12:
      return action::Reconnect{};
    case 13:
      return action::FreezeGrace{};
    case 14:
      return action::ThawGrace{};
    case 15:
      return action::Restore{bytes.next() * 1'000};
    case 16:
      return action::Tick{};
    case 17:
      if (bytes.below(16) == 0) return action::Resign{};
      return action::Tick{};
    case 18:
      return action::PauseClocks{kReferee};
    case 19:
      return action::ResumeClocks{kReferee};
    case 20: {
      const Player player = bytes.below(2) == 0 ? Player::first : Player::second;
      const int period = bytes.below(6) - 2;
      return action::SetClock{kReferee, player, bytes.next() * 500,
                              period < -1 ? std::nullopt : std::optional<int>(period)};
    }
    case 21: {
      if (bytes.below(4) != 0) return action::SplitPool{kReferee};
      const int verdict = bytes.next();
      const Player winner = (verdict & 8) != 0 ? Player::first : Player::second;
      return action::Adjudge{kReferee, static_cast<Outcome>(verdict % 5),
                             (verdict & 16) != 0 ? std::optional<Player>(winner) : std::nullopt};
    }
    default:
      return action::PlaceStone{bytes.point()};
  }
}

void check_sound(const Game& game) {
  for (const PlayerClock& clock : game.clocks().players) FUZZ_CHECK(clock.left_ms >= 0);
  FUZZ_CHECK(game.clocks().running.has_value() == (game.started() && !game.over()));
  int stones = 0;
  for (std::size_t i = 0; i < game.moves().size(); ++i) {
    FUZZ_CHECK(game.moves()[i].colour == (i % 2 == 0 ? Colour::black : Colour::white));
    stones += game.moves()[i].kind == Move::Kind::stone;
  }
  FUZZ_CHECK(stones == game.board().stones());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  Game game(settings_from(bytes));
  std::vector<GameEvent> log;
  Millis now = 1'000'000;
  const auto act = [&](Player player, const Action& action, const Moment& moment) {
    const Game before = game;
    const auto answer = decide(game, player, action, moment);
    FUZZ_CHECK(game == before);
    if (!answer) return;
    for (const GameEvent& event : *answer) {
      const int turn = game.turn();
      FUZZ_CHECK(event.at_ms >= game.last_event_ms());
      apply(game, event);
      FUZZ_CHECK(game.turn() >= turn);
      log.push_back(event);
    }
    check_sound(game);
  };
  if (game.settings().appointed_ms == 0) act(Player::first, action::Start{}, Moment::at(now));
  while (!bytes.empty() && !game.over()) {
    const int passed = bytes.next();
    now += passed < 240 ? passed * 4 : (passed - 239) * 2'000;
    const auto ask = game.ask();
    const int who = bytes.below(4);
    const Player asked = ask ? ask->player : Player::first;
    const Player player = who == 0 ? other(asked) : asked;
    const Moment moment{now, now - bytes.below(3) * 100, bytes.below(3) * 100};
    act(player, action_from(bytes, game), moment);
  }
  Game replayed(game.settings());
  for (const GameEvent& event : log) apply(replayed, event);
  FUZZ_CHECK(replayed == game);
  return 0;
}
