// Random games of every rule, clock and enforcement: what must hold whatever is done, when and by
// whom. Play::act checks at every step that decide only reads, that a refusal changes nothing, that
// the turn only grows, that no clock is negative, and that a clock runs exactly while the game
// does.

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <algorithm>

#include "common/game.h"
#include "tests/common/play.h"

using namespace tianyuan;
using namespace tianyuan::test;

namespace {

// Small and the same everywhere; rapidcheck gives the seed and shrinks the number of steps.
struct Dice {
  std::uint64_t state = 0;
  std::uint64_t next() {
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int below(int bound) { return static_cast<int>(next() % static_cast<std::uint64_t>(bound)); }
  bool one_in(int chance) { return below(chance) == 0; }
  Player player() { return one_in(2) ? Player::first : Player::second; }
  Point any_point() { return Point::from_index(below(kPointCount)); }
};

constexpr Millis kBegun = 1'700'000'000'000;
const event::RefereeMark kReferee{7, "裁判", "a reason"};

GameSettings random_settings(Dice& dice) {
  const TimeControl clocks[] = {
      HallTime{60'000, 20'000, 5'000}, SuddenDeath{300'000},
      Fischer{60'000, 5'000},          Periods{{{60'000, 5}, {20'000, 0}, {30'000, 2}}},
      ByoYomi{60'000, 20'000, 3},      SharedTime{300'000}};
  GameSettings settings;
  settings.rule =
      rule_sets()[static_cast<std::size_t>(dice.below(static_cast<int>(rule_sets().size())))].name;
  settings.enforcement = static_cast<Enforcement>(dice.below(3));
  settings.time = clocks[dice.below(6)];
  settings.disconnect_clock = static_cast<DisconnectClock>(dice.below(2));
  settings.grace_ms = dice.one_in(2) ? 20'000 : 180'000;
  settings.absence_total_ms = settings.grace_ms * 2;
  settings.skips_to_lose = dice.one_in(4) ? 3 : 0;
  settings.undos_per_player = dice.one_in(4) ? 0 : 5;
  settings.centre_first = dice.one_in(4);
  if (dice.one_in(4)) {
    settings.appointed_ms = kBegun + dice.below(60'000);
    settings.lateness_ms = 30'000 + dice.below(120'000);
  }
  return settings;
}

// A point that the question allows, preferably near others so that rows and shapes arise.
std::optional<Point> allowed_point(const Game& game, const Ask& ask, Dice& dice) {
  const bool judged = ask.colour == Colour::black && game.rule().forbidden_moves &&
                      game.settings().enforcement == Enforcement::refuse;
  for (int attempt = 0; attempt < 500; ++attempt) {
    Point point = dice.any_point();
    if (attempt < 20) {
      const auto near = Point::at(5 + dice.below(5), 5 + dice.below(5));
      point = *near;
    }
    if (!game.board().empty(point) || !ask.area.contains(point)) continue;
    if (judged && forbidden_kinds(game.board(), point, game.settings().forbidden).any()) continue;
    return point;
  }
  return std::nullopt;
}

// What is asked, answered well; nothing when no fifths could be drawn.
std::optional<Action> answer(const Game& game, const Ask& ask, Dice& dice) {
  const Act act = ask.acts[static_cast<std::size_t>(
      dice.one_in(10) ? dice.below(static_cast<int>(ask.acts.size())) : 0)];
  switch (act) {
    case Act::place: {
      const auto point = allowed_point(game, ask, dice);
      if (!point) return std::nullopt;
      return action::PlaceStone{*point};
    }
    case Act::pass:
      return action::Pass{};
    case Act::swap:
      return action::AnswerSwap{dice.one_in(2)};
    case Act::branch:
      return action::ChooseBranch{std::string(
          ask.options[static_cast<std::size_t>(dice.below(static_cast<int>(ask.options.size())))])};
    case Act::declare_fifths:
      return action::DeclareFifths{ask.count_min + dice.below(ask.count_max - ask.count_min + 1)};
    case Act::offer_fifths: {
      action::OfferFifths offer;
      while (static_cast<int>(offer.points.size()) < ask.count_min) {
        offer.points.push_back(dice.any_point());
      }
      return offer;  // may hold sames or stones: then refused
    }
    case Act::choose_fifth:
      return action::ChooseFifth{
          ask.fifths[static_cast<std::size_t>(dice.below(static_cast<int>(ask.fifths.size())))]};
  }
  return std::nullopt;
}

Action referee_action(Dice& dice) {
  const std::optional<int> period =
      dice.one_in(3) ? std::optional<int>(dice.below(5) - 1) : std::nullopt;
  switch (dice.below(8)) {
    case 0:
    case 1:
      return action::PauseClocks{kReferee};
    case 2:
      return action::SetClock{kReferee, dice.player(), dice.below(100'000) - 1'000, period};
    case 3:
      return action::SplitPool{kReferee};
    case 4: {
      const std::optional<Player> winner =
          dice.one_in(2) ? std::optional<Player>(dice.player()) : std::nullopt;
      if (dice.one_in(15)) {
        return action::Adjudge{kReferee, static_cast<Outcome>(dice.below(5)), winner};
      }
      return action::Adjudge{kReferee, Outcome::escape, winner};  // refused
    }
    default:
      return action::ResumeClocks{kReferee};
  }
}

Action random_action(Dice& dice) {
  if (dice.one_in(8)) return referee_action(dice);
  switch (dice.below(19)) {
    case 0:
      return action::PlaceStone{dice.any_point()};
    case 1:
      return action::Pass{};
    case 2:
      return action::AnswerSwap{dice.one_in(2)};
    case 3:
      return action::ChooseBranch{"black"};
    case 4:
      return action::DeclareFifths{dice.below(15) - 1};
    case 5:
      return action::OfferFifths{{dice.any_point(), dice.any_point()}};
    case 6:
      return action::ChooseFifth{dice.any_point()};
    case 7:
      return action::ClaimForbidden{};
    case 8:
      return action::OfferDraw{};
    case 9:
      return action::AnswerDraw{dice.below(10), dice.one_in(8)};
    case 10:
      return action::RequestUndo{};
    case 11:
      return action::AnswerUndo{dice.below(10), dice.one_in(2)};
    case 12:
      return action::Disconnect{};
    case 13:
    case 14:
      return action::Reconnect{};
    case 15:
      return action::FreezeGrace{};
    case 16:
      return action::ThawGrace{};
    case 17:
      if (dice.one_in(10)) return action::Restore{dice.below(300'000)};
      return action::Tick{};
    default:
      if (dice.one_in(30)) return action::Resign{};
      return action::Tick{};
  }
}

bool bound_to_turn(const Action& action) {
  return action.index() <= Action(action::ChooseFifth{}).index();
}

bool asks_for(const Ask& ask, const Action& action) {
  const Act acts[] = {Act::place,          Act::pass,         Act::swap,        Act::branch,
                      Act::declare_fifths, Act::offer_fifths, Act::choose_fifth};
  return std::find(ask.acts.begin(), ask.acts.end(), acts[action.index()]) != ask.acts.end();
}

void step(Play& play, Dice& dice) {
  play.wait(dice.one_in(12) ? dice.below(25'000) : dice.below(1'500));
  const Moment moment{play.now, play.now - dice.below(100), dice.below(50)};
  const auto ask = play.game.ask();
  const bool in_time = !next_deadline(play.game) || *next_deadline(play.game) > play.now;
  if (ask && dice.below(4) != 0) {
    const auto action = answer(play.game, *ask, dice);
    if (!action) return;
    const bool drawn_blindly = std::holds_alternative<action::OfferFifths>(*action);
    const auto refusal = play.act(ask->player, *action, moment);
    // What ask() names is accepted.
    if (in_time && refusal && !drawn_blindly) RC_FAIL(std::string(to_string(refusal->code)));
    return;
  }
  const Action action = random_action(dice);
  const Player player = dice.player();
  const auto refusal = play.act(player, action, moment);
  // What is accepted, ask() has named.
  if (ask && in_time && bound_to_turn(action) && !refusal) {
    RC_ASSERT(ask->player == player);
    RC_ASSERT(asks_for(*ask, action));
  }
}

}  // namespace

TEST_CASE("random games keep their invariants and replay to an equal game") {
  rc::prop("any rule, clock, enforcement, and any acts in any order", [] {
    Dice dice{*rc::gen::arbitrary<std::uint64_t>()};
    const int steps = *rc::gen::inRange(0, 300);
    Play play(random_settings(dice));
    play.replay_each_step = false;
    for (int i = 0; i < steps; ++i) step(play, dice);
    RC_ASSERT(play.replayed_equal());
    if (play.game.over()) {
      RC_ASSERT(!play.game.ask());
      RC_ASSERT(!next_deadline(play.game));
      RC_ASSERT(play.code(Player::first, action::Resign{}) == RefusalCode::game_over);
    }
    std::size_t stones = 0;
    for (const Move& move : play.game.moves()) stones += move.kind == Move::Kind::stone;
    RC_ASSERT(stones == static_cast<std::size_t>(play.game.board().stones()));
    for (std::size_t i = 0; i < play.game.moves().size(); ++i) {  // B4: Black stays odd
      const Colour colour = i % 2 == 0 ? Colour::black : Colour::white;
      RC_ASSERT(play.game.moves()[i].colour == colour);
    }
  });
}

// A second set of books, kept from what the events mean and not from how the clocks reckon.
struct Books {
  std::array<Millis, 2> left{};
  bool shared = false;
  bool paused = false;
  Millis as_of = 0;

  void pass(Player mover, Millis now) {
    const Millis passed = paused ? 0 : now - as_of;
    as_of = now;
    left[index(mover)] -= passed;
    if (shared) left[index(other(mover))] -= passed;
  }
  void split(Player mover) {
    const Millis pool = left[0];
    left[index(mover)] = pool - pool / 2;
    left[index(other(mover))] = pool / 2;
    shared = false;
  }
};

// With a referee who pauses, sets, splits and restarts in between: pauses are nobody's, a clock
// that was set goes on from there, two halves make the pool.
TEST_CASE("accounts of time balance under a referee's hands") {
  rc::prop("sudden death and shared time against books of their own", [] {
    Dice dice{*rc::gen::arbitrary<std::uint64_t>()};
    const Millis whole = 300'000;
    Books books{{whole, whole}};
    books.shared = dice.one_in(2);
    Play play(settings_of("freestyle", books.shared ? TimeControl{SharedTime{whole}}
                                                    : TimeControl{SuddenDeath{whole}}));
    play.replay_each_step = false;
    books.as_of = play.now;
    const int steps = *rc::gen::inRange(0, 200);
    for (int i = 0; i < steps; ++i) {
      const Player mover = *play.game.clocks().running;
      play.wait(dice.below(4'000));
      books.pass(mover, play.now);
      if (books.left[index(mover)] <= 0) {
        play.tick();
        RC_ASSERT(play.game.over());
        return;
      }
      Action action = referee_action(dice);
      if (dice.one_in(2) || std::holds_alternative<action::Adjudge>(action)) {
        const auto point = allowed_point(play.game, Ask{}, dice);
        if (point) action = action::PlaceStone{*point};
      }
      const bool done = !play.act(mover, action);
      if (play.game.over()) return;
      if (done && std::holds_alternative<action::PauseClocks>(action)) books.paused = true;
      if (done && std::holds_alternative<action::ResumeClocks>(action)) books.paused = false;
      if (done && std::holds_alternative<action::SplitPool>(action)) books.split(mover);
      if (const auto* set = std::get_if<action::SetClock>(&action); set && done) {
        books.left[index(set->player)] = set->left_ms;
        if (books.shared) books.left[index(other(set->player))] = set->left_ms;
      }
      for (const Player player : {Player::first, Player::second}) {
        RC_ASSERT(time_left_ms(play.game, player, play.now) == books.left[index(player)]);
      }
      const auto left = move_left_ms(play.game, play.now);
      RC_ASSERT(left.has_value() == !books.paused);
      if (left) RC_ASSERT(play.now + *left == *next_deadline(play.game));
    }
  });
}

// Nothing is lost or made up: what the clocks lost is what passed.
TEST_CASE("accounts of time balance") {
  rc::prop("sudden death and shared time: left and passed make the whole", [] {
    Dice dice{*rc::gen::arbitrary<std::uint64_t>()};
    const bool shared = dice.one_in(2);
    const Millis whole = 300'000;
    Play play(settings_of(
        "freestyle", shared ? TimeControl{SharedTime{whole}} : TimeControl{SuddenDeath{whole}}));
    play.replay_each_step = false;
    const Millis begun = play.now;
    const int steps = *rc::gen::inRange(0, 150);
    for (int i = 0; i < steps && !play.game.over(); ++i) {
      play.wait(dice.below(3'000));
      const auto point = allowed_point(play.game, *play.game.ask(), dice);
      if (point) play.act(play.asked(), action::PlaceStone{*point});
      if (dice.one_in(5)) play.tick();
      if (play.game.over()) return;
      const Millis passed = play.now - begun;
      const Millis first = time_left_ms(play.game, Player::first, play.now);
      const Millis second = time_left_ms(play.game, Player::second, play.now);
      if (shared) {
        RC_ASSERT(first == second);
        RC_ASSERT(first + passed == whole);
      } else {
        RC_ASSERT(first + second + passed == 2 * whole);
      }
      const auto left = move_left_ms(play.game, play.now);
      RC_ASSERT(left.has_value());
      RC_ASSERT(play.now + *left == *next_deadline(play.game));  // shown = enforced
    }
  });
}
