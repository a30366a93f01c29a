#include "common/forbidden.h"

#include <bit>

#include "common/assert.h"
#include "common/forbidden_candidates.h"
#include "common/forbidden_judge.h"

namespace tianyuan {

std::string to_string(ForbiddenKinds kinds) {
  std::string text;
  const auto append = [&](ForbiddenKinds::Kind kind, std::string_view name) {
    if (!kinds.has(kind)) return;
    if (!text.empty()) text += '+';
    text += name;
  };
  append(ForbiddenKinds::double_three, "33");
  append(ForbiddenKinds::double_four, "44");
  append(ForbiddenKinds::overline, "overline");
  return text;
}

std::optional<ForbiddenKinds> parse_forbidden_kinds(std::string_view text) {
  constexpr unsigned all =
      ForbiddenKinds::double_three | ForbiddenKinds::double_four | ForbiddenKinds::overline;
  for (unsigned bits = 0; bits <= all; ++bits) {
    if (to_string(ForbiddenKinds(bits)) == text) return ForbiddenKinds(bits);
  }
  return std::nullopt;
}

ForbiddenKinds forbidden_kinds(const Board& board, Point point, ForbiddenOptions options) {
  TIANYUAN_ASSERT(board.empty(point));
  return detail::ForbiddenJudge(board, options).kinds(point);
}

ForbiddenMap forbidden_map(const Board& board, ForbiddenOptions options) {
  ForbiddenMap map{};
  if (options.overline_counts_as_four) {
    // F3 changes which points are double fours; the candidates do not know it.
    detail::ForbiddenJudge judge(board, options);
    for (int index = 0; index < kPointCount; ++index) {
      const Point point = Point::from_index(index);
      if (board.empty(point)) map[static_cast<std::size_t>(index)] = judge.kinds(point);
    }
    return map;
  }
  const ForbiddenCandidates candidates = forbidden_candidates(board);
  detail::ForbiddenJudge judge(board, options);
  for (std::size_t row = 0; row < kBoardSize; ++row) {
    const unsigned threes = candidates.possible_threes[row];
    unsigned left = candidates.overline[row] | candidates.double_four[row] | threes;
    for (; left != 0; left &= left - 1) {
      const int column = std::countr_zero(left);
      const int index = static_cast<int>(row) * kBoardSize + column;
      ForbiddenKinds kinds;
      if ((candidates.overline[row] >> column) & 1) kinds.add(ForbiddenKinds::overline);
      if ((candidates.double_four[row] >> column) & 1) kinds.add(ForbiddenKinds::double_four);
      if (((threes >> column) & 1) && judge.double_three(Point::from_index(index))) {
        kinds.add(ForbiddenKinds::double_three);
      }
      map[static_cast<std::size_t>(index)] = kinds;
    }
  }
  return map;
}

}  // namespace tianyuan
