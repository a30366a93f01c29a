#include "server/shell/db_rows.h"

#include <algorithm>
#include <sstream>

#include "common/move_string.h"
#include "proto/codec.h"
#include "server/shell/journal.h"

namespace tianyuan::shell {
namespace {

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> list;
  for (std::string word; in >> word;) list.push_back(word);
  return list;
}

proto::UserView view(db::Id user, const std::string& name, bool guest, std::int64_t score,
                     std::span<const Rank> ranks) {
  proto::UserView v;
  v.id = user;
  v.name = name;
  v.guest = guest;
  v.score = score;
  if (!ranks.empty()) v.rank = rank_of(score, ranks).name;
  return v;
}

proto::ResultView result_view(const db::GameSummary& row) {
  proto::ResultView v;
  if (!row.result) return v;
  v.outcome = to_string(row.result->outcome);
  v.reason = to_string(row.result->reason);
  v.winner = row.result->winner;
  v.loser = row.result->loser;
  if (v.winner) v.winner_colour = *v.winner == row.black ? Colour::black : Colour::white;
  return v;
}

std::vector<proto::MoveView> moves_of(const std::string& text) {
  std::vector<proto::MoveView> views;
  const auto moves = parse_move_string(text);
  if (!moves) return views;  // a damaged row
  for (const Move& move : *moves) {
    proto::MoveView view;
    view.number = static_cast<int>(views.size()) + 1;
    view.colour = move.colour;
    view.move = move.kind == Move::Kind::stone  ? to_string(move.point)
                : move.kind == Move::Kind::pass ? "pass"
                                                : "skip";
    views.push_back(std::move(view));
  }
  return views;
}

RecordResult record_result_of(const db::GameSummary& row) {
  RecordResult result;
  if (!row.result) return result;
  const GameResult& r = *row.result;
  switch (r.outcome) {
    case Outcome::draw:
      result.kind = RecordResult::Kind::draw;
      return result;
    case Outcome::annulled:
    case Outcome::both_lose:
      result.kind = RecordResult::Kind::annulled;
      return result;
    case Outcome::win:
    case Outcome::escape:
      break;
  }
  const Player winner = r.winner ? *r.winner : other(r.loser.value_or(Player::first));
  result.kind = RecordResult::Kind::win;
  result.winner = winner == row.black ? Colour::black : Colour::white;
  switch (r.reason) {
    case EndReason::five:
      break;
    case EndReason::resigned:
      result.how = "R";
      break;
    case EndReason::time:
      result.how = "T";
      break;
    default:
      result.how = "F";
      break;
  }
  return result;
}

// In both languages: whoever opens the file elsewhere has no other words for it.
std::string told(const OpeningAct& act, const std::string& name) {
  std::string text = name + ": ";
  if (act.what == "swap") return text + "swaps colours · 交换";
  if (act.what == "keep") return text + "does not swap · 不交换";
  if (act.what.starts_with("N=")) {
    const std::string number = act.what.substr(2);
    return text + "states " + number + " fifths · 五手 " + number + " 打";
  }
  return text + "chooses · 选择 " + act.what;
}

// Each behind the move after which it was decided.
std::vector<std::string> opening_comments(const db::GameSummary& row, const OpeningNotes& notes) {
  std::vector<std::string> comments;
  const auto add = [&](std::size_t after, const std::string& text) {
    comments.resize(std::max(comments.size(), after + 1));
    if (!comments[after].empty()) comments[after] += '\n';
    comments[after] += text;
  };
  for (const OpeningAct& act : notes.acts()) add(act.after, told(act, row.names[index(act.by)]));
  if (notes.fifths().empty()) return comments;
  std::string offered = "Fifths offered · 打点:";
  for (const Point point : notes.fifths()) offered += ' ' + to_string(point);
  constexpr std::size_t kBeforeFifth = 4;
  add(kBeforeFifth, offered);
  return comments;
}

}  // namespace

std::expected<core::RoomConfig, std::string> to_config(const db::Room& row) {
  const auto bad = [&](const std::string& what) {
    return std::unexpected("room " + std::to_string(row.id) + ": " + what);
  };
  core::RoomConfig room;
  const auto* rule = find_rule_set(row.rule);
  if (!rule) return bad("unknown rule '" + row.rule + "'");
  const auto enforcement = parse_enforcement(row.enforcement);
  if (!enforcement) return bad("unknown enforcement '" + row.enforcement + "'");
  const auto time = parse_time_control(row.time_control);
  if (!time) return bad("unreadable time control '" + row.time_control + "'");
  const auto disconnect_clock = parse_disconnect_clock(row.disconnect_clock);
  if (!disconnect_clock) return bad("unknown disconnect clock '" + row.disconnect_clock + "'");
  if (row.name.empty()) return bad("no name");
  if (row.kind != "casual" && row.kind != "national" && row.kind != "professional") {
    return bad("unknown kind '" + row.kind + "'");
  }
  if (row.points.run_publish < 0) return bad("RunPublish below 0");
  if (row.stake < 0) return bad("stake below 0");
  if (row.capacity < 1) return bad("capacity below 1");
  if (row.grace_ms < 0 || row.absence_total_ms < 0) return bad("absence below 0");

  room.id = row.id;
  room.name = row.name;
  room.kind = row.kind;
  room.rule = row.rule;
  room.enforcement = *enforcement;
  room.overline_counts_as_four = row.overline_counts_as_four;
  room.centre_first = row.centre_first;
  room.fifths_max = row.fifths_max;
  room.time = *time;
  room.disconnect_clock = *disconnect_clock;
  room.grace_ms = row.grace_ms;
  room.absence_total_ms = row.absence_total_ms;
  room.skips_to_lose = row.skips_to_lose;
  room.undos_per_player = row.undos_per_player;
  room.points = row.points;
  room.stake = row.stake;
  room.quick_match_only = row.quick_match_only;
  room.capacity = row.capacity;
  room.minimum_score = row.minimum_score;
  room.maximum_escape_rate = row.maximum_escape_rate;
  room.guests_allowed = row.guests_allowed;
  room.is_default = row.is_default;
  room.open = row.open;
  room.count_private = row.count_private;
  room.count_guests = row.count_guests;
  return room;
}

std::expected<void, std::string> check_ranks(std::span<const Rank> ranks) {
  if (ranks.empty()) return std::unexpected("there is no rank");
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (ranks[i].name.empty()) return std::unexpected("a rank has no name");
    if (i > 0 && ranks[i].threshold <= ranks[i - 1].threshold) {
      return std::unexpected("rank '" + ranks[i].name + "' does not rise above the one before");
    }
  }
  return {};
}

core::Profile to_profile(const db::User& row) {
  core::Profile p;
  p.user = row.id;
  p.name = row.name;
  p.guest = row.guest;
  p.muted = row.muted;
  p.banned = row.banned;
  p.roles = words(row.roles);
  p.score_by_kind = row.score_by_kind;
  p.score_in_all = row.score_in_all;
  p.coins = row.coins;
  p.finished = row.finished;
  p.escapes = row.escapes;
  return p;
}

proto::UserView to_view(const db::User& row, std::span<const Rank> ranks) {
  return view(row.id, row.name, row.guest, row.score_in_all, ranks);
}

proto::result::Profile to_profile_result(const db::User& row, std::span<const Rank> ranks) {
  proto::result::Profile p;
  p.user = to_view(row, ranks);
  p.coins = row.coins;
  p.games = row.finished;
  p.wins = row.wins;
  p.losses = row.losses;
  p.draws = row.draws;
  p.escapes = row.escapes;
  p.escape_rate = row.finished > 0 ? static_cast<double>(row.escapes) / row.finished : 0.0;
  for (const Rank& rank : ranks) {
    if (rank.threshold > row.score_in_all) {
      p.next_rank = rank.name;
      p.next_rank_at = rank.threshold;
      break;
    }
  }
  for (const auto& [kind, score] : row.score_by_kind) p.scores.emplace_back(kind, score);
  return p;
}

proto::result::Ladder to_ladder(std::string_view kind, const db::LadderPage& page,
                                std::span<const Rank> ranks) {
  proto::result::Ladder ladder;
  ladder.kind = kind;
  ladder.page = page.page;
  ladder.pages = page.pages;
  ladder.players = page.players;
  for (const db::LadderEntry& entry : page.entries) {
    proto::LadderRow row;
    row.place = entry.place;
    row.user = view(entry.user, entry.name, false, entry.score, ranks);
    row.games = entry.games;
    row.wins = entry.wins;
    row.losses = entry.losses;
    row.draws = entry.draws;
    row.escapes = entry.escapes;
    ladder.rows.push_back(std::move(row));
  }
  return ladder;
}

proto::GameRow to_game_row(const db::GameSummary& row) {
  proto::GameRow game;
  game.game = row.game;
  game.room = row.room;
  game.kind = row.kind;
  game.rule = row.rule;
  game.started_at = proto::iso8601(row.started_at_ms);
  if (row.ended_at_ms) game.ended_at = proto::iso8601(*row.ended_at_ms);
  for (std::size_t i = 0; i < 2; ++i) {
    game.players[i].id = row.users[i];
    game.players[i].name = row.names[i];
  }
  game.result = result_view(row);
  game.score_changes = row.score_changes;
  game.moves = row.move_count;
  return game;
}

OpeningNotes opening_notes(const db::GameSummary& row, const std::string& events) {
  static const RuleSet kNone;
  const RuleSet* rule = find_rule_set(row.rule);
  OpeningNotes notes(rule != nullptr ? *rule : kNone);
  for (const GameEventBody& body : event_bodies(events)) notes.take(body);
  return notes;
}

proto::result::Record to_record(const db::GameSummary& row) {
  proto::result::Record record;
  record.game = to_game_row(row);
  record.moves = moves_of(row.moves);
  record.opening = row.opening;
  return record;
}

std::optional<Record> to_game_record(const db::GameSummary& row, const OpeningNotes& notes) {
  auto moves = parse_move_string(row.moves);
  if (!moves || !row.ended_at_ms) return std::nullopt;
  Record record;
  record.rule = row.rule;
  record.black = row.names[index(row.black)];
  record.white = row.names[index(other(row.black))];
  record.event = "Tianyuan " + std::to_string(row.game);
  record.date = proto::iso8601(row.started_at_ms).substr(0, 10);
  record.result = record_result_of(row);
  record.opening = row.opening;
  record.moves = std::move(*moves);
  record.acts = notes.acts();
  record.fifths = notes.fifths();
  record.comments = opening_comments(row, notes);
  return record;
}

}  // namespace tianyuan::shell
