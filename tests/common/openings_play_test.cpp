// Every opening rule step by step: who decides what, where stones may stand, what is refused
// (O1-O14). The table of steps stands in docs/rules.md.

#include <catch2/catch.hpp>

#include "common/game.h"
#include "tests/common/play.h"

using namespace tianyuan;
using namespace tianyuan::test;

namespace {

constexpr Player P1 = Player::first;
constexpr Player P2 = Player::second;

Play opened(std::string_view rule) {
  return Play(settings_of(rule));
}

// The game waits for exactly this.
void waits(const Play& play, Player player, Act act) {
  const auto ask = play.game.ask();
  REQUIRE(ask.has_value());
  CHECK(ask->player == player);
  CHECK(ask->acts[0] == act);
}

void swaps(Play& play, Player player, bool yes) {
  waits(play, player, Act::swap);
  const Player before = play.game.black();
  CHECK(play.code(other(player), action::AnswerSwap{yes}) == RefusalCode::not_your_turn);
  play.does(player, action::AnswerSwap{yes});
  CHECK(play.game.black() == (yes ? other(before) : before));
}

void stone(Play& play, Player player, Colour colour, std::string_view where) {
  waits(play, player, Act::place);
  CHECK(play.game.ask()->colour == colour);
  play.does(player, action::PlaceStone{point(where)});
  CHECK(play.game.board().at(point(where)) == colour);
}

void refused_stone(Play& play, std::string_view where, RefusalCode code) {
  CHECK(play.code(play.asked(), action::PlaceStone{point(where)}) == code);
}

void shows_three(Play& play, std::string_view third) {
  refused_stone(play, "h9", RefusalCode::centre_first);
  stone(play, P1, Colour::black, "h8");
  refused_stone(play, "h10", RefusalCode::not_an_opening);
  stone(play, P1, Colour::white, "h9");
  stone(play, P1, Colour::black, third);
}

// Black offers, White keeps the last one and plays the sixth.
void fifths(Play& play, const std::vector<Point>& offered) {
  const Player black = play.game.black();
  waits(play, black, Act::offer_fifths);
  CHECK(play.game.ask()->count_min == static_cast<int>(offered.size()));
  CHECK(play.code(black, action::OfferFifths{{}}) == RefusalCode::bad_count);
  play.does(black, action::OfferFifths{offered});
  waits(play, other(black), Act::choose_fifth);
  CHECK(play.game.ask()->fifths == offered);
  CHECK(play.code(other(black), action::ChooseFifth{point("o1")}) == RefusalCode::not_offered);
  CHECK(play.code(black, action::ChooseFifth{offered.back()}) == RefusalCode::not_your_turn);
  play.does(other(black), action::ChooseFifth{offered.back()});
  CHECK(play.game.board().at(offered.back()) == Colour::black);
  CHECK(play.game.opening_over());
  stone(play, other(black), Colour::white, "o15");
  waits(play, black, Act::place);
}

void declares(Play& play, Player player, int most, int count) {
  waits(play, player, Act::declare_fifths);
  CHECK(play.game.ask()->count_max == most);
  for (const int bad : {0, -1, most + 1}) {
    const auto refusal = play.act(player, action::DeclareFifths{bad});
    REQUIRE(refusal);
    CHECK(*refusal == Refusal{RefusalCode::bad_count, {}, 1, most});
  }
  play.does(player, action::DeclareFifths{count});
  CHECK(play.game.declared_fifths() == count);
}

const std::vector<Point> kFifths = [] {
  std::vector<Point> result;
  for (const char* text : {"a1", "b3", "c5", "d7", "e1", "f3", "g5", "k1", "l4", "m6"}) {
    result.push_back(*parse_point(text));
  }
  return result;
}();
std::vector<Point> some_fifths(std::size_t count) {
  return {kFifths.begin(), kFifths.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

TEST_CASE("every rule set is found by its name, once") {
  for (const RuleSet& rule : rule_sets()) {
    CHECK(find_rule_set(rule.name) == &rule);
    CHECK((!rule.forbidden_moves || rule.black == RowToWin::exactly_five));
    CHECK(rule.passing == rule.forbidden_moves);
  }
  for (const char* name : {"freestyle",    "no-forbidden",
                           "exact-five",   "swap",
                           "swap2",        "pro",
                           "long-pro",     "renju",
                           "free",         "rif",
                           "yamaguchi",    "designated",
                           "yamaguchi-52", "yamaguchi-variation",
                           "tarannikov",   "taraguchi",
                           "taraguchi-10", "jonsson",
                           "soosorv",      "soosorv-8",
                           "sakata"}) {
    CHECK(find_rule_set(name) != nullptr);
  }
  CHECK(find_rule_set("Renju") == nullptr);
  CHECK(find_rule_set("") == nullptr);
}

TEST_CASE("no-forbidden: White may swap after three stones, five or more wins") {
  Play play = opened("no-forbidden");
  stone(play, P1, Colour::black, "a1");
  stone(play, P2, Colour::white, "o15");
  stone(play, P1, Colour::black, "c3");
  swaps(play, P2, GENERATE(false, true));
  CHECK(play.asked() == other(play.game.black()));
  stone(play, play.asked(), Colour::white, "e5");
  CHECK(play.code(play.asked(), action::Pass{}) == RefusalCode::passing_not_allowed);
}

TEST_CASE("rif: 26 openings, swap, fourth anywhere, two fifths, White keeps one") {
  Play play = opened("rif");
  stone(play, P1, Colour::black, "h8");
  refused_stone(play, "h8", RefusalCode::occupied);
  refused_stone(play, "h10", RefusalCode::not_an_opening);
  stone(play, P1, Colour::white, "h9");
  refused_stone(play, "k8", RefusalCode::not_an_opening);
  CHECK(play.game.opening().empty());
  stone(play, P1, Colour::black, "i9");
  CHECK(play.game.opening() == "D4");
  CHECK(play.code(P2, action::PlaceStone{point("a1")}) == RefusalCode::wrong_act);
  swaps(play, P2, GENERATE(false, true));
  const Player white = other(play.game.black());
  stone(play, white, Colour::white, "a15");
  CHECK(play.code(white, action::Pass{}) == RefusalCode::not_your_turn);
  CHECK(play.code(other(white), action::Pass{}) == RefusalCode::passing_not_allowed);
  fifths(play, points({"i10", "j13"}));
  play.does(action::Pass{});
}

TEST_CASE("offered fifths: each of them empty, none the same move as another") {
  Play play = opened("rif");
  play.stones("h8h9h7");  // D8
  play.does(action::AnswerSwap{false});
  play.stones("h6");
  const auto code = [&](std::initializer_list<std::string_view> offered) {
    return play.code(play.asked(), action::OfferFifths{points(offered)});
  };
  CHECK(code({"g8", "i7"}) == RefusalCode::same_fifth);
  CHECK(code({"g8", "g7"}) == RefusalCode::same_fifth);
  CHECK(code({"g8", "i8"}) == RefusalCode::same_fifth);
  CHECK(code({"k3", "k3"}) == RefusalCode::same_fifth);
  CHECK(code({"g8", "h9"}) == RefusalCode::occupied);
  CHECK(code({"g8"}) == RefusalCode::bad_count);
  CHECK(code({"g8", "k3", "k4"}) == RefusalCode::bad_count);
  CHECK_FALSE(code({"g8", "k3"}));
}

TEST_CASE("yamaguchi and its alias: P1 states how many fifths") {
  const std::string rule = GENERATE(as<std::string>{}, "yamaguchi", "designated");
  Play play = opened(rule);
  shows_three(play, "h10");
  declares(play, P1, 12, 3);
  swaps(play, P2, GENERATE(false, true));
  stone(play, other(play.game.black()), Colour::white, "i5");
  fifths(play, some_fifths(3));
}

TEST_CASE("yamaguchi: the most fifths is the room's; one is enough") {
  GameSettings settings = settings_of("yamaguchi");
  settings.fifths_max = 4;
  Play play(settings);
  play.stones("h8h9h10");
  declares(play, P1, 4, 1);
  swaps(play, P2, false);
  play.stones("i5");
  fifths(play, some_fifths(1));
}

TEST_CASE("yamaguchi-52: the third stone in the 7x7") {
  Play play = opened("yamaguchi-52");
  stone(play, P1, Colour::black, "h8");
  stone(play, P1, Colour::white, "i9");
  refused_stone(play, "l8", RefusalCode::not_an_opening);
  stone(play, P1, Colour::black, "k8");
  declares(play, P1, 12, 2);
  swaps(play, P2, true);
  stone(play, P1, Colour::white, "a1");
  fifths(play, points({"c1", "e2"}));
}

TEST_CASE("yamaguchi-variation: placed by turns, the third player states the number") {
  Play play = opened("yamaguchi-variation");
  refused_stone(play, "a1", RefusalCode::centre_first);
  stone(play, P1, Colour::black, "h8");
  refused_stone(play, "h10", RefusalCode::outside_area);
  stone(play, P2, Colour::white, "i9");
  refused_stone(play, "l11", RefusalCode::outside_area);
  stone(play, P1, Colour::black, "k11");
  declares(play, P1, 12, 2);
  swaps(play, P2, GENERATE(false, true));
  stone(play, other(play.game.black()), Colour::white, "a1");
  fifths(play, points({"c1", "e2"}));
}

TEST_CASE("tarannikov: a swap offered after each of five stones, squares growing") {
  Play play = opened("tarannikov");
  const bool first_swap = GENERATE(false, true);
  const bool later_swap = GENERATE(false, true);
  stone(play, P1, Colour::black, "h8");
  swaps(play, P2, first_swap);
  Player placer = play.asked();
  CHECK(placer == other(play.game.black()));
  refused_stone(play, "h10", RefusalCode::outside_area);
  stone(play, placer, Colour::white, "i9");
  swaps(play, other(placer), later_swap);
  placer = play.game.black();
  refused_stone(play, "k8", RefusalCode::outside_area);
  stone(play, placer, Colour::black, "j8");
  swaps(play, other(placer), false);
  placer = other(play.game.black());
  refused_stone(play, "l8", RefusalCode::outside_area);
  stone(play, placer, Colour::white, "k8");
  swaps(play, other(placer), later_swap);
  placer = play.game.black();
  refused_stone(play, "m8", RefusalCode::outside_area);
  stone(play, placer, Colour::black, "l8");
  swaps(play, other(placer), first_swap);
  CHECK(play.game.opening_over());
  stone(play, other(play.game.black()), Colour::white, "a1");
}

TEST_CASE("taraguchi: after the fourth stone a choice of two ways") {
  const bool ten = GENERATE(false, true);
  Play play = opened(ten ? "taraguchi-10" : "taraguchi");
  stone(play, P1, Colour::black, "h8");
  swaps(play, P2, true);
  stone(play, P1, Colour::white, "i9");
  swaps(play, P2, false);
  stone(play, P2, Colour::black, "j8");
  swaps(play, P1, false);
  refused_stone(play, "l8", RefusalCode::outside_area);
  stone(play, P1, Colour::white, "k8");
  waits(play, P2, Act::branch);
  CHECK(play.game.ask()->options == std::vector<std::string_view>{"place_fifth", "offer_fifths"});
  CHECK(play.code(P1, action::ChooseBranch{"place_fifth"}) == RefusalCode::not_your_turn);
  CHECK(play.code(P2, action::ChooseBranch{"swap"}) == RefusalCode::bad_option);
  SECTION("swap or not, then a fifth in the 9x9, swap or not") {
    play.does(P2, action::ChooseBranch{"place_fifth"});
    const bool swap = GENERATE(false, true);
    swaps(play, P2, swap);
    const Player black = play.game.black();
    refused_stone(play, "m8", RefusalCode::outside_area);
    stone(play, black, Colour::black, "l12");
    swaps(play, other(black), swap);
    stone(play, other(play.game.black()), Colour::white, "a1");
  }
  SECTION("no swap, fifths anywhere") {
    play.does(P2, action::ChooseBranch{"offer_fifths"});
    fifths(play, some_fifths(ten ? 10 : 5));
  }
}

TEST_CASE(
    "jonsson and soosorv: White states the number with his fourth stone, the other may swap") {
  const auto [rule, most] =
      GENERATE(table<std::string, int>({{"jonsson", 3}, {"soosorv", 4}, {"soosorv-8", 8}}));
  Play play = opened(rule);
  shows_three(play, "i8");
  swaps(play, P2, GENERATE(false, true));
  const Player white = other(play.game.black());
  stone(play, white, Colour::white, "a15");
  declares(play, white, most, most);
  swaps(play, other(white), GENERATE(false, true));
  fifths(play, some_fifths(static_cast<std::size_t>(most)));
}

TEST_CASE("sakata: P2 places the fourth and the fifth, P1 may swap") {
  Play play = opened("sakata");
  shows_three(play, "i8");
  refused_stone(play, "l8", RefusalCode::outside_area);
  stone(play, P2, Colour::white, "k8");
  refused_stone(play, "m8", RefusalCode::outside_area);
  stone(play, P2, Colour::black, "l8");
  swaps(play, P1, GENERATE(false, true));
  stone(play, other(play.game.black()), Colour::white, "a1");
}

TEST_CASE("swap: P1 places three stones anywhere, P2 takes a colour") {
  Play play = opened("swap");
  stone(play, P1, Colour::black, "a1");
  stone(play, P1, Colour::white, "b1");
  stone(play, P1, Colour::black, "c1");
  swaps(play, P2, GENERATE(false, true));
  stone(play, other(play.game.black()), Colour::white, "d1");
  stone(play, play.game.black(), Colour::black, "e1");
}

TEST_CASE("swap2: White, Black, or two more and P1 chooses") {
  Play play = opened("swap2");
  stone(play, P1, Colour::black, "a1");
  stone(play, P1, Colour::white, "b1");
  stone(play, P1, Colour::black, "c1");
  waits(play, P2, Act::branch);
  SECTION("takes White and plays") {
    play.does(P2, action::ChooseBranch{"white"});
    CHECK(play.game.black() == P1);
    stone(play, P2, Colour::white, "d1");
    stone(play, P1, Colour::black, "e1");
  }
  SECTION("takes Black") {
    play.does(P2, action::ChooseBranch{"black"});
    CHECK(play.game.black() == P2);
    REQUIRE(play.recent.size() == 2);
    CHECK(play.recent[1].body == GameEventBody{event::SwapAnswered{P2, true}});
    stone(play, P1, Colour::white, "d1");
    stone(play, P2, Colour::black, "e1");
  }
  SECTION("two more") {
    play.does(P2, action::ChooseBranch{"two_more"});
    stone(play, P2, Colour::white, "d1");
    stone(play, P2, Colour::black, "e1");
    swaps(play, P1, GENERATE(false, true));
    stone(play, other(play.game.black()), Colour::white, "f1");
  }
}

TEST_CASE("pro and long-pro: Black's second stone outside the square") {
  const bool is_long = GENERATE(false, true);
  Play play = opened(is_long ? "long-pro" : "pro");
  refused_stone(play, "a1", RefusalCode::centre_first);
  stone(play, P1, Colour::black, "h8");
  stone(play, P2, Colour::white, "i8");
  refused_stone(play, is_long ? "k8" : "j8", RefusalCode::outside_area);
  CHECK(play.game.ask()->area == Area{is_long ? 3 : 2, true});
  stone(play, P1, Colour::black, is_long ? "l8" : "k8");
  stone(play, P2, Colour::white, "a1");
  CHECK(play.game.opening_over());
}

// No rule set has two choices of way yet; the next may.
TEST_CASE("each choice of way knows its own options") {
  RuleSet rule;
  OpeningStep one;
  one.kind = StepKind::choose_branch;
  one.options = {"left", "right", "on"};
  one.branches = {1, 1, OpeningStep::kOpeningOver};
  OpeningStep two = one;
  two.options = {"up", "down"};
  two.branches = {OpeningStep::kOpeningOver, OpeningStep::kOpeningOver};
  rule.opening = {one, two};
  Procedure procedure = Procedure::begin(rule);
  CHECK(procedure.option_name(rule, 0) == "left");
  CHECK(procedure.option_name(rule, 2) == "on");
  CHECK(procedure.option_name(rule, 3).empty());
  CHECK(procedure.option_name(rule, -1).empty());
  procedure.branch(rule, 1);
  CHECK(procedure.option_name(rule, 0) == "up");
  CHECK(procedure.option_name(rule, 2).empty());
  procedure.branch(rule, 1);
  CHECK(procedure.opening_over());
  CHECK(procedure.option_name(rule, 0).empty());
}

TEST_CASE("renju and free: by turns, no swap; the centre first in renju only") {
  Play renju = opened("renju");
  refused_stone(renju, "a1", RefusalCode::centre_first);
  renju.stones("h8a1o15c3");
  Play free = opened("free");
  free.stones("a1h8o15c3");
  CHECK(free.game.rule().forbidden_moves);
}
