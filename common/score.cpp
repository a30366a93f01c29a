#include "common/score.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "common/assert.h"

namespace tianyuan {

std::array<std::int64_t, 2> score_changes(const GameResult& result, const Points& points) {
  std::array<std::int64_t, 2> changes{0, 0};
  switch (result.outcome) {
    case Outcome::win:
      TIANYUAN_ASSERT(result.winner.has_value());
      changes[index(*result.winner)] = points.win;
      changes[index(other(*result.winner))] = points.loss;
      break;
    case Outcome::draw:
      changes = {points.draw, points.draw};
      break;
    case Outcome::both_lose:
      changes = {points.loss, points.loss};
      break;
    case Outcome::escape:
      TIANYUAN_ASSERT(result.loser.has_value());
      changes[index(*result.loser)] = -points.run_publish;
      break;
    case Outcome::annulled:
      break;
  }
  return changes;
}

std::span<const Rank> default_ranks() {
  static const std::vector<Rank> ranks{
      {0, "初学者", "Beginner"},
      {30, "业余初段", "Amateur 1 dan"},
      {80, "业余二段", "Amateur 2 dan"},
      {160, "业余三段", "Amateur 3 dan"},
      {282, "业余四段", "Amateur 4 dan"},
      {450, "业余五段", "Amateur 5 dan"},
      {680, "业余六段", "Amateur 6 dan"},
      {980, "业余七段", "Amateur 7 dan"},
      {1'360, "业余八段", "Amateur 8 dan"},
      {1'830, "业余九段", "Amateur 9 dan"},
      {2'400, "职业初段", "Professional 1 dan"},
      {3'880, "职业二段", "Professional 2 dan"},
      {4'810, "职业三段", "Professional 3 dan"},
      {5'880, "职业四段", "Professional 4 dan"},
      {7'200, "职业五段", "Professional 5 dan"},
      {8'780, "职业六段", "Professional 6 dan"},
      {10'530, "职业七段", "Professional 7 dan"},
      {12'460, "职业八段", "Professional 8 dan"},
      {14'680, "职业九段", "Professional 9 dan"},
      {17'200, "超一流", "Top class"},
      {20'130, "棋圣", "Sage of the board"},
  };
  return ranks;
}

const Rank& rank_of(std::int64_t score, std::span<const Rank> ranks) {
  TIANYUAN_ASSERT(!ranks.empty());
  const auto above =
      std::upper_bound(ranks.begin(), ranks.end(), score,
                       [](std::int64_t value, const Rank& rank) { return value < rank.threshold; });
  return above == ranks.begin() ? ranks.front() : *std::prev(above);
}

}  // namespace tianyuan
