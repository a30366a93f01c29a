#pragma once

// Every sentence that people read, in both languages, from one table. "{0}" … "{4}" are filled in
// order of the arguments. Thread: none; constant data.

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "client/console/language.h"

namespace tianyuan::console {

enum class Key {
  connected,
  disconnected,
  signed_in,
  signed_in_guest,
  signed_out,
  replaced,
  not_signed_in,
  entered_room,
  left_room,
  seated,
  watching,
  left_table,
  table,
  table_code,
  confirm_first,
  confirm_values,
  ready_check,
  guess_wanted,
  guess_open,
  guess_drawn,
  guess_false,
  toss_passed,
  toss_wanted,
  searching,
  waiting,
  search_cancelled,
  search_ended,
  match_found,
  game_started,
  game_watched,
  resumed,
  stone,
  pass,
  skip_passes,
  skip_stays,
  swap_yes,
  swap_no,
  branch,
  fifths_declared,
  fifths_offered,
  fifth_kept,
  opening,
  forbidden_points,
  ask_place,
  ask_place_or_pass,
  ask_pass,
  ask_swap,
  ask_branch,
  ask_declare_fifths,
  ask_offer_fifths,
  ask_choose_fifth,
  area_within,
  area_outside,
  their_turn,
  draw_offered_to_you,
  draw_offered,
  draw_accepted,
  draw_declined,
  draw_lapsed,
  undo_requested_of_you,
  undo_requested,
  undo_accepted,
  undo_decision,
  undo_declined,
  undo_lapsed,
  claim_rejected,
  away,
  returned,
  grace_frozen,
  grace_thawed,
  restored,
  game_paused,
  game_unpaused,
  pause_ran_out,
  clock_set,
  pool_split,
  adjudged,
  game_agreed,
  game_begun,
  awaited,
  clocks,
  clocks_running,
  move_left,
  ended,
  game_won,
  game_lost,
  game_draw,
  game_escaped,
  game_opponent_escaped,
  game_annulled,
  game_watched_over,
  not_counted,
  score,
  score_coins,
  announcement,
  draining,
  ladder_page,
  ladder_row,
  ladder_place,
  profile,
  profile_next,
  profile_score,
  games_page,
  game_row,
  game_row_running,
  board_title,
  no_moves,
  black,
  white,
  you,
  yes,
  no,
  nobody,
  guest,
  minutes_left,
  help_header,
  help_footer,
  prompt_sign_in,
  bye,
  gave_up,
  wait_timeout,
  local_start,
  title,
  table_number,
  offline,
  this_move,
  away_left,
  move_count,
  rooms_heading,
  tables_heading,
  no_tables,
  watchers,
  stake,
  closed,
  no_ladder,
  help_keys,
  chat_heading,
  no_chat,
  chat_in_room,
  chat_at_table,
  chat_of_watchers,
  help_keys_board,
  prompt_hall,
  keys_bar,
  too_small,
  key_count
};

// The sentence in that language with its arguments in place.
std::string text(Language language, Key key, std::initializer_list<std::string_view> args = {});

// Words of the protocol, for people. An unknown word stands for itself.
std::string outcome_text(Language language, std::string_view outcome, std::string_view reason);
std::string end_reason_text(Language language, std::string_view reason);
std::string table_state_text(Language language, std::string_view state);
std::string room_kind_text(Language language, std::string_view kind);
std::string rule_text(Language language, std::string_view rule);
std::string enforcement_text(Language language, std::string_view enforcement);
std::string forbidden_text(Language language, std::string_view kinds);  // "33+overline"
std::string not_counted_text(Language language, std::string_view why);
std::string option_text(Language language, std::string_view option);
std::string rank_text(Language language, std::string_view rank);
// What a refusal means and what to do, by its word (proto::reason or the client's own).
std::string error_text(Language language, std::string_view word);

// For the test that nothing is missing in either language.
struct TextRow {
  Key key;
  std::string_view english;
  std::string_view chinese;
};
struct WordRow {
  std::string_view word;
  std::string_view english;
  std::string_view chinese;
};
std::span<const TextRow> text_rows();
std::span<const WordRow> error_rows();
std::span<const WordRow> word_rows();  // all the others

// Milliseconds as "9:05", hours as "1:02:03"; rounded up, so that 0:00 is shown only at zero.
std::string clock_text(std::int64_t ms);

}  // namespace tianyuan::console
