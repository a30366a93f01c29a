#include "client/console/hall_notices.h"

#include <cmath>
#include <cstdio>

#include "client/console/board_view.h"
#include "client/console/commands.h"
#include "client/console/game_notices.h"
#include "client/console/text.h"
#include "client/console/width.h"

namespace tianyuan::console {
namespace {

std::string yes_no(bool value) {
  return value ? "yes" : "no";
}

std::string optional_number(const std::optional<Millis>& value) {
  return value ? std::to_string(*value) : "-";
}

std::string seat_name(const proto::SeatView& seat) {
  return seat.user ? seat.user->name : "";
}

// The names of a row's black and white; the first player is Black unless the record says otherwise.
std::string result_text(Language language, const proto::GameRow& row) {
  const std::string& outcome = row.result.outcome;
  std::string shown = outcome_text(language, outcome, row.result.reason);
  if (outcome == "win" && row.result.winner) {
    shown = printable(row.players[index(*row.result.winner)].name) + ", " + shown;
  }
  return shown;
}

std::string escape_percent(double rate) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", std::isfinite(rate) ? rate * 100 : 0.0);
  return buffer;
}

}  // namespace

Notice tell_session(Language language, const proto::UserView& user) {
  const std::string score = std::to_string(user.score);
  const std::string name = printable(user.name);
  const std::string shown = user.guest
                                ? text(language, Key::signed_in_guest, {name})
                                : text(language, Key::signed_in,
                                       {name, printable(rank_text(language, user.rank)), score});
  return {"signed-in " + word(user.name) + " id=" + std::to_string(user.id) +
              " guest=" + yes_no(user.guest) + " score=" + score,
          shown,
          {}};
}

Notice tell_room(Language language, const proto::RoomView& room) {
  std::string shown = printable(room.name) + " (" + room_kind_text(language, room.kind) + ", " +
                      rule_text(language, room.rule);
  if (room.kind != "casual") shown += ", " + enforcement_text(language, room.enforcement);
  shown += ")";
  return {"room " + std::to_string(room.id) + " kind=" + word(room.kind) +
              " rule=" + word(room.rule) + " enforcement=" + word(room.enforcement) +
              " time=" + word(room.time) + " players=" + std::to_string(room.players) + "/" +
              std::to_string(room.capacity) + " tables=" + std::to_string(room.tables) +
              " open=" + yes_no(room.open) + " default=" + yes_no(room.is_default) + " stake=" +
              std::to_string(room.stake) + " run_publish=" + std::to_string(room.run_publish),
          shown,
          {}};
}

Notice tell_entered(Language language, const proto::RoomView& room) {
  const std::string id = std::to_string(room.id);
  return {
      "entered room=" + id,
      text(language, Key::entered_room, {id, printable(room.name), rule_text(language, room.rule)}),
      {}};
}

Notice tell_table(Language language, const proto::TableView& table) {
  const std::string id = std::to_string(table.id);
  const auto shown_seat = [&](int i) {
    const std::string name = seat_name(table.seats[static_cast<std::size_t>(i)]);
    return name.empty() ? text(language, Key::nobody) : printable(name);
  };
  return {"table " + id + " state=" + word(table.state) + " seat0=" +
              word(seat_name(table.seats[0])) + " seat1=" + word(seat_name(table.seats[1])) +
              " watchers=" + std::to_string(table.watchers) +
              " private=" + yes_no(table.is_private) + " code=" + word(table.code),
          text(language, Key::table,
               {id, table_state_text(language, table.state), shown_seat(0), shown_seat(1)}),
          {}};
}

std::vector<Notice> tell_table_dialog(Language language, const proto::TableView& table, int seat) {
  const proto::SeatView& mine = table.seats[static_cast<std::size_t>(seat)];
  const bool before_first_game =
      table.games_played == 0 && (table.state == "waiting" || table.state == "confirming");
  if (before_first_game && !mine.confirmed) {
    const std::string words = "confirm-settings total_ms=" + optional_number(table.total_ms) +
                              " before_ms=" + optional_number(table.before_ms) +
                              " after_ms=" + optional_number(table.after_ms);
    if (!table.total_ms) return {{words, text(language, Key::confirm_first), {}}};
    return {{words,
             text(language, Key::confirm_values,
                  {clock_text(*table.total_ms), clock_text(table.before_ms.value_or(0)),
                   clock_text(table.after_ms.value_or(0))}),
             {}}};
  }
  if (table.games_played > 0 && table.state == "ready_check" && !mine.ready) {
    return {{"ready-check", text(language, Key::ready_check), {}}};
  }
  return {};
}

std::vector<Notice> tell_ladder(Language language, const proto::result::Ladder& ladder) {
  std::vector<Notice> notices;
  notices.push_back(
      {"ladder-page kind=" + word(ladder.kind.empty() ? "all" : ladder.kind) +
           " page=" + std::to_string(ladder.page) + " pages=" + std::to_string(ladder.pages) +
           " players=" + std::to_string(ladder.players) +
           " place=" + (ladder.place ? std::to_string(*ladder.place) : std::string("-")),
       text(language, Key::ladder_page,
            {room_kind_text(language, ladder.kind), std::to_string(ladder.page),
             std::to_string(ladder.pages), std::to_string(ladder.players)}),
       {}});
  for (const proto::LadderRow& row : ladder.rows) {
    const std::string place = std::to_string(row.place);
    const std::string score = std::to_string(row.user.score);
    notices.push_back(
        {"ladder-row " + place + " user=" + word(row.user.name) +
             " id=" + std::to_string(row.user.id) + " score=" + score +
             " games=" + std::to_string(row.games) + " wins=" + std::to_string(row.wins) +
             " losses=" + std::to_string(row.losses) + " draws=" + std::to_string(row.draws) +
             " escapes=" + std::to_string(row.escapes),
         text(language, Key::ladder_row,
              {place, printable(row.user.name), printable(rank_text(language, row.user.rank)),
               score}),
         {}});
  }
  return notices;
}

std::vector<Notice> tell_profile(Language language, const proto::result::Profile& profile) {
  const std::string name = printable(profile.user.name);
  std::string shown =
      text(language, Key::profile,
           {name, printable(rank_text(language, profile.user.rank)), std::to_string(profile.games),
            std::to_string(profile.wins), escape_percent(profile.escape_rate)});
  if (!profile.next_rank.empty()) {
    shown += " " + text(language, Key::profile_next,
                        {printable(rank_text(language, profile.next_rank)),
                         std::to_string(profile.next_rank_at)});
  }
  std::vector<Notice> notices;
  notices.push_back(
      {"profile " + word(profile.user.name) + " id=" + std::to_string(profile.user.id) + " score=" +
           std::to_string(profile.user.score) + " coins=" + std::to_string(profile.coins) +
           " games=" + std::to_string(profile.games) + " wins=" + std::to_string(profile.wins) +
           " losses=" + std::to_string(profile.losses) + " draws=" + std::to_string(profile.draws) +
           " escapes=" + std::to_string(profile.escapes) +
           " escape_rate=" + escape_percent(profile.escape_rate) + "%" + " next_at=" +
           (profile.next_rank.empty() ? std::string("-") : std::to_string(profile.next_rank_at)),
       shown,
       {}});
  for (const auto& [kind, score] : profile.scores) {
    notices.push_back({"profile-score " + word(kind) + " score=" + std::to_string(score),
                       text(language, Key::profile_score,
                            {room_kind_text(language, kind), std::to_string(score)}),
                       {}});
  }
  return notices;
}

std::vector<Notice> tell_games(Language language, const proto::result::Games& games) {
  std::vector<Notice> notices;
  const std::string page = std::to_string(games.page);
  const std::string pages = std::to_string(games.pages);
  notices.push_back({"games-page page=" + page + " pages=" + pages,
                     text(language, Key::games_page, {page, pages}),
                     {}});
  for (const proto::GameRow& row : games.games) {
    const std::string first = printable(row.players[0].name);
    const std::string second = printable(row.players[1].name);
    const bool running = row.ended_at.empty();
    notices.push_back(
        {"game " + std::to_string(row.game) + " room=" + std::to_string(row.room) +
             " kind=" + word(row.kind) + " rule=" + word(row.rule) + " first=" + word(first) +
             " second=" + word(second) + " outcome=" + (running ? "-" : word(row.result.outcome)) +
             " reason=" + (running ? "-" : word(row.result.reason)) +
             " winner=" + (row.result.winner ? std::string(to_string(*row.result.winner)) : "-") +
             " winner_colour=" +
             (row.result.winner_colour ? std::string(to_string(*row.result.winner_colour)) : "-") +
             " moves=" + std::to_string(row.moves) +
             " change_first=" + signed_number(row.score_changes[0]) + " change_second=" +
             signed_number(row.score_changes[1]) + " started=" + word(row.started_at),
         running ? text(language, Key::game_row_running, {first, second})
                 : text(language, Key::game_row, {first, second, result_text(language, row)}),
         {}});
  }
  return notices;
}

Notice tell_record(Language language, const proto::result::Record& record, bool ascii) {
  proto::result::Games one;
  one.games.push_back(record.game);
  Notice notice = tell_games(language, one).back();
  notice.words = "record game=" + notice.words.substr(notice.words.find(' ') + 1) +
                 " opening=" + word(record.opening);
  notice.block = draw_numbered(record.moves, ascii);
  return notice;
}

Notice tell_error(Language language, const proto::Error& error) {
  const std::string_view reason = proto::reason(error.code);
  Notice notice = tell_refused(language, reason, {});
  if (!error.field.empty()) notice.words += " field=" + word(error.field);
  if (!error.expected.empty()) notice.words += " expected=" + word(error.expected);
  if (error.turn) notice.words += " turn=" + std::to_string(*error.turn);
  if (error.retry_after_ms) {
    notice.words += " retry_after_ms=" + std::to_string(*error.retry_after_ms);
  }
  // For the protocol's own faults only the server's sentence says what was wrong.
  const bool of_protocol = static_cast<int>(error.code) < 0;
  if (of_protocol && !error.message.empty()) notice.text += " (" + printable(error.message) + ")";
  return notice;
}

Notice tell_refused(Language language, std::string_view reason, const std::string& detail) {
  std::string shown = error_text(language, reason);
  if (!detail.empty()) shown += " (" + printable(detail) + ")";
  return {"error " + std::string(reason), shown, {}};
}

Notice tell_chat(const proto::notify::ChatMessage& message) {
  return {"chat " + word(message.name) + " scope=" + word(message.scope) +
              " id=" + std::to_string(message.from) + " watcher=" + yes_no(message.watcher),
          printable(message.text),
          {}};
}

std::string chat_line(Language language, const proto::notify::ChatMessage& message) {
  const Key where = message.watcher            ? Key::chat_of_watchers
                    : message.scope == "table" ? Key::chat_at_table
                                               : Key::chat_in_room;
  return text(language, where, {printable(message.name), printable(message.text)});
}

Notice tell_help(Language language) {
  Notice notice{"help", text(language, Key::help_header), {}};
  notice.block.push_back("H8");
  for (const Usage& usage : usages()) {
    notice.block.push_back(std::string(usage.name) + (usage.form.empty() ? "" : " ") +
                           std::string(usage.form));
  }
  notice.block.push_back(text(language, Key::help_footer));
  return notice;
}

}  // namespace tianyuan::console
