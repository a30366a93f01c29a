#include "proto/errors.h"

#include <algorithm>

namespace tianyuan::proto {
namespace {

constexpr ErrorWord kWords[] = {
    {ErrorCode::parse_error, "parse_error", "The frame is not a JSON text."},
    {ErrorCode::invalid_request, "invalid_request", "The frame is not a JSON-RPC 2.0 request."},
    {ErrorCode::method_not_found, "method_not_found", "There is no such method."},
    {ErrorCode::invalid_params, "invalid_params", "A parameter is missing or not what it must be."},
    {ErrorCode::internal_error, "internal_error", "The server failed; it is not your fault."},

    {ErrorCode::not_signed_in, "not_signed_in", "Sign in first."},
    {ErrorCode::bad_credentials, "bad_credentials", "Name or password is wrong."},
    {ErrorCode::name_taken, "name_taken", "Another player has this name."},
    {ErrorCode::bad_name, "bad_name", "This name is not allowed."},
    {ErrorCode::bad_password, "bad_password", "This password is not allowed."},
    {ErrorCode::bad_token, "bad_token", "The token is unknown or no longer valid; sign in again."},
    {ErrorCode::banned, "banned", "This account is banned."},
    {ErrorCode::already_signed_in, "already_signed_in", "This connection is signed in already."},
    {ErrorCode::muted, "muted", "You may not write at present."},

    {ErrorCode::busy, "busy", "The server is busy; try again."},
    {ErrorCode::rate_limited, "rate_limited", "Too many requests; wait a little."},
    {ErrorCode::too_large, "too_large", "The frame is too large."},
    {ErrorCode::draining, "draining", "The server is about to stop; no new games."},
    {ErrorCode::read_only, "read_only", "The server cannot store anything at present."},

    {ErrorCode::unknown_room, "unknown_room", "There is no such room."},
    {ErrorCode::room_full, "room_full", "The room is full."},
    {ErrorCode::score_too_low, "score_too_low", "Your score is below what the room asks."},
    {ErrorCode::escape_rate_too_high, "escape_rate_too_high",
     "Your escape rate is above what the room allows."},
    {ErrorCode::not_in_room, "not_in_room", "Enter a room first."},
    {ErrorCode::already_searching, "already_searching", "You are searching already."},
    {ErrorCode::not_searching, "not_searching", "That search is over or not yours."},
    {ErrorCode::room_closed, "room_closed", "The room is closed for new games."},
    {ErrorCode::balance_too_low, "balance_too_low", "You have too few coins for this room."},
    {ErrorCode::unknown_user, "unknown_user", "There is no such player."},
    {ErrorCode::guests_not_allowed, "guests_not_allowed", "Guests may not play here; register."},
    {ErrorCode::block_list_full, "block_list_full", "You block as many players as one can."},

    {ErrorCode::unknown_table, "unknown_table", "There is no such table."},
    {ErrorCode::seat_taken, "seat_taken", "The seat is taken."},
    {ErrorCode::already_seated, "already_seated", "You have a seat already."},
    {ErrorCode::not_seated, "not_seated", "You have no seat at a table."},
    {ErrorCode::game_running, "game_running", "A game is running."},
    {ErrorCode::not_confirmed, "not_confirmed", "The table's settings are not confirmed yet."},
    {ErrorCode::bad_settings, "bad_settings", "These settings are not possible here."},
    {ErrorCode::forfeit_needed, "forfeit_needed",
     "Leaving a running game loses it; say forfeit to do so."},
    {ErrorCode::bad_link, "bad_link", "The code of this private table is wrong."},
    {ErrorCode::not_expected, "not_expected", "This is not waited for now."},
    {ErrorCode::hash_mismatch, "hash_mismatch", "Number and salt do not give the hash."},
    {ErrorCode::quick_match_only, "quick_match_only", "This room plays by quick match only."},

    {ErrorCode::unknown_game, "unknown_game", "There is no such running game."},
    {ErrorCode::not_a_player, "not_a_player", "You do not play in this game."},
    {ErrorCode::stale, "stale", "The game has gone on; look at its present turn."},
    {ErrorCode::game_over, "game_over", "The game is over."},
    {ErrorCode::not_your_turn, "not_your_turn", "It is not your turn."},
    {ErrorCode::wrong_act, "wrong_act", "The game waits for something else."},
    {ErrorCode::occupied, "occupied", "The point is occupied."},
    {ErrorCode::forbidden, "forbidden", "The point is forbidden for Black."},
    {ErrorCode::outside_area, "outside_area", "The opening wants the stone elsewhere."},
    {ErrorCode::not_an_opening, "not_an_opening", "This is none of the rule's openings."},
    {ErrorCode::centre_first, "centre_first", "The first stone must be at H8."},
    {ErrorCode::bad_count, "bad_count", "This number is not allowed."},
    {ErrorCode::same_fifth, "same_fifth", "Two of the fifth stones are the same by symmetry."},
    {ErrorCode::not_offered, "not_offered", "This fifth stone was not offered."},
    {ErrorCode::bad_option, "bad_option", "There is no such choice."},
    {ErrorCode::passing_not_allowed, "passing_not_allowed", "Passing is not allowed now."},
    {ErrorCode::no_offer, "no_offer", "That offer does not stand."},
    {ErrorCode::offer_stands, "offer_stands", "An offer stands already."},
    {ErrorCode::undo_not_allowed, "undo_not_allowed", "Taking back is not allowed now."},
    {ErrorCode::claim_not_allowed, "claim_not_allowed", "Claiming is not allowed now."},
    {ErrorCode::must_pass, "must_pass", "No point is free for you; pass."},
    {ErrorCode::paused, "paused", "A referee has paused the game."},
    {ErrorCode::not_paused, "not_paused", "The game is not paused."},
    {ErrorCode::not_begun, "not_begun", "The game has not begun yet."},
    {ErrorCode::bad_clock, "bad_clock", "A clock cannot be set to this."},
    {ErrorCode::bad_period, "bad_period", "The time control has no such period."},
    {ErrorCode::not_shared, "not_shared", "The players do not share their time."},
    {ErrorCode::bad_verdict, "bad_verdict", "A win needs a winner, anything else has none."},

    {ErrorCode::unknown_record, "unknown_record", "There is no record of such a game."},
    {ErrorCode::not_permitted, "not_permitted", "You are not permitted to do this."},
    {ErrorCode::not_referee, "not_referee", "You are no referee."},
    {ErrorCode::own_game, "own_game", "A referee does not rule in his own game."},
};

const ErrorWord* find(ErrorCode code) {
  const auto* found = std::ranges::find(kWords, code, &ErrorWord::code);
  return found == std::end(kWords) ? nullptr : found;
}

}  // namespace

std::span<const ErrorWord> error_words() {
  return kWords;
}

std::string_view reason(ErrorCode code) {
  const ErrorWord* word = find(code);
  return word ? word->reason : "unknown_error";
}

std::string_view default_message(ErrorCode code) {
  const ErrorWord* word = find(code);
  return word ? word->message : "Unknown error.";
}

std::optional<ErrorCode> parse_error_code(std::int64_t code) {
  const auto* found = std::ranges::find_if(
      kWords, [code](const ErrorWord& word) { return static_cast<int>(word.code) == code; });
  if (found == std::end(kWords)) return std::nullopt;
  return found->code;
}

}  // namespace tianyuan::proto
