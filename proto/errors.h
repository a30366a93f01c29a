#pragma once

// The stable error codes of the wire protocol. JSON-RPC's own are negative; ours are positive and
// each has one word, sent as data.reason. Clients act on the word; the message is English for
// people.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tianyuan::proto {

enum class ErrorCode : int {
  parse_error = -32700,      // not JSON, or nested too deeply
  invalid_request = -32600,  // not a JSON-RPC 2.0 request: no id, batch, wrong jsonrpc
  method_not_found = -32601,
  invalid_params = -32602,  // data.field names the member, data.expected what would be right
  internal_error = -32603,

  // session
  not_signed_in = 1001,
  bad_credentials = 1002,
  name_taken = 1003,
  bad_name = 1004,
  bad_password = 1005,
  bad_token = 1006,
  banned = 1007,
  already_signed_in = 1008,
  muted = 1009,

  // limits
  busy = 1101,
  rate_limited = 1102,
  too_large = 1103,
  draining = 1104,
  read_only = 1105,

  // hall
  unknown_room = 1201,
  room_full = 1202,
  score_too_low = 1203,
  escape_rate_too_high = 1204,
  not_in_room = 1205,
  already_searching = 1206,
  not_searching = 1207,
  room_closed = 1208,
  balance_too_low = 1209,
  unknown_user = 1210,
  guests_not_allowed = 1211,
  block_list_full = 1212,

  // tables
  unknown_table = 1301,
  seat_taken = 1302,
  already_seated = 1303,
  not_seated = 1304,
  game_running = 1305,
  not_confirmed = 1306,
  bad_settings = 1307,
  forfeit_needed = 1308,
  bad_link = 1309,
  not_expected = 1310,  // this answer (guess, toss, ready) is not waited for
  hash_mismatch = 1311,
  quick_match_only = 1312,

  // game
  unknown_game = 1401,
  not_a_player = 1402,
  stale = 1403,  // data.turn is the present one
  game_over = 1404,
  not_your_turn = 1405,
  wrong_act = 1406,
  occupied = 1407,
  forbidden = 1408,  // data.kinds
  outside_area = 1409,
  not_an_opening = 1410,
  centre_first = 1411,
  bad_count = 1412,
  same_fifth = 1413,
  not_offered = 1414,
  bad_option = 1415,
  passing_not_allowed = 1416,
  no_offer = 1417,
  offer_stands = 1418,
  undo_not_allowed = 1419,
  claim_not_allowed = 1420,
  must_pass = 1421,
  paused = 1422,      // by a referee
  not_paused = 1423,  // a referee's act that needs a pause
  not_begun = 1424,   // before the appointed time, or while a player is awaited
  bad_clock = 1425,
  bad_period = 1426,
  not_shared = 1427,
  bad_verdict = 1428,

  // records, administration
  unknown_record = 1501,
  not_permitted = 1502,
  not_referee = 1503,
  own_game = 1504,  // a referee's own
};

std::string_view reason(ErrorCode code);           // "occupied", ...
std::string_view default_message(ErrorCode code);  // "The point is occupied."
std::optional<ErrorCode> parse_error_code(std::int64_t code);

struct ErrorWord {
  ErrorCode code{};
  std::string_view reason;
  std::string_view message;
};
std::span<const ErrorWord> error_words();  // every code once, in the order of the enumeration

// One answer to one bad request. Never holds raw bytes of the request.
struct Error {
  ErrorCode code = ErrorCode::internal_error;
  std::string message{};                         // English; empty: default_message(code) is sent
  std::string field{};                           // which parameter, else empty
  std::string expected{};                        // what would be right, else empty
  std::optional<std::int64_t> turn{};            // stale: the present one
  std::optional<std::int64_t> retry_after_ms{};  // busy, rate_limited
  std::string kinds{};  // forbidden: why, "33", "44", "overline", joined by +
  friend bool operator==(const Error&, const Error&) = default;
};

}  // namespace tianyuan::proto
