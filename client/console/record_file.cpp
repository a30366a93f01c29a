#include "client/console/record_file.h"

#include <utility>

#include "common/move_string.h"
#include "common/psq.h"
#include "common/renlib.h"
#include "common/sgf.h"

namespace tianyuan::console {

std::expected<Records, RecordError> read_any_record(std::string_view bytes) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view text = bytes;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  text.remove_prefix(start == std::string_view::npos ? text.size() : start);

  if (bytes.starts_with("\xFFRenLib")) return read_renlib(bytes);
  if (text.starts_with("(")) return read_sgf(bytes);
  if (text.starts_with("Piskvorky")) return read_psq(bytes);
  auto moves = parse_move_string(bytes);
  if (!moves) return std::unexpected(std::move(moves.error()));
  Records records;
  records.records.emplace_back().moves = std::move(*moves);
  return records;
}

}  // namespace tianyuan::console
