// Score and rank (S1, S2).

#include "common/score.h"

#include <catch2/catch.hpp>

using namespace tianyuan;

namespace {
using Changes = std::array<std::int64_t, 2>;
GameResult win(Player winner) {
  return {Outcome::win, EndReason::five, winner, other(winner)};
}
}  // namespace

TEST_CASE("score: what each result is worth") {
  const Points points;
  CHECK(score_changes(win(Player::first), points) == Changes{4, -4});
  CHECK(score_changes(win(Player::second), points) == Changes{-4, 4});
  CHECK(score_changes({Outcome::draw, EndReason::passes, {}, {}}, points) == Changes{0, 0});
  CHECK(score_changes({Outcome::both_lose, EndReason::late, {}, {}}, points) == Changes{-4, -4});
  CHECK(score_changes({Outcome::escape, EndReason::absence, {}, Player::second}, points) ==
        Changes{0, -8});
  CHECK(score_changes({Outcome::annulled, EndReason::shutdown, {}, {}}, points) == Changes{0, 0});
}

TEST_CASE("score: the numbers are the room's") {
  const Points points{10, -7, 1, 0};
  CHECK(score_changes(win(Player::second), points) == Changes{-7, 10});
  CHECK(score_changes({Outcome::draw, EndReason::board_full, {}, {}}, points) == Changes{1, 1});
  CHECK(score_changes({Outcome::escape, EndReason::absence, {}, Player::first}, points) ==
        Changes{0, 0});
}

TEST_CASE("rank: by threshold, below zero the first") {
  const auto ranks = default_ranks();
  REQUIRE(ranks.size() == 21);
  const auto name = [&](std::int64_t score) { return rank_of(score, ranks).name; };
  CHECK(name(-1'000) == "初学者");
  CHECK(name(0) == "初学者");
  CHECK(name(29) == "初学者");
  CHECK(name(30) == "业余初段");
  CHECK(name(282) == "业余四段");
  CHECK(name(1'830) == "业余九段");
  CHECK(name(2'399) == "业余九段");
  CHECK(name(2'400) == "职业初段");
  CHECK(name(14'680) == "职业九段");
  CHECK(name(17'200) == "超一流");
  CHECK(name(20'129) == "超一流");
  CHECK(name(1'000'000) == "棋圣");
  for (std::size_t i = 1; i < ranks.size(); ++i) {
    CHECK(ranks[i - 1].threshold < ranks[i].threshold);
  }
}
