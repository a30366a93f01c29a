// Who is first in the first game at a table (R3). Guessing (猜先) with closed hands: each client
// sends the SHA-256 of "<number>:<salt>", then number and salt. An odd total: seat 0 is Black.
// Or the toss, where the table was set up so: its winner takes a colour or makes the other choose.

#include <sodium.h>

#include <algorithm>
#include <string_view>

#include "common/assert.h"
#include "server/core/handlers.h"
#include "server/core/views.h"

namespace tianyuan::core {

using proto::ErrorCode;

namespace {

constexpr int kMostStones = 20;
constexpr std::size_t kSaltMin = 8, kSaltMax = 64;
constexpr std::size_t kHashLength = 2 * crypto_hash_sha256_BYTES;

std::string sha256_hex(const std::string& text) {
  unsigned char digest[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(digest, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  std::string hex(kHashLength, '\0');
  static constexpr char kDigits[] = "0123456789abcdef";
  for (std::size_t i = 0; i < crypto_hash_sha256_BYTES; ++i) {
    hex[2 * i] = kDigits[digest[i] >> 4];
    hex[2 * i + 1] = kDigits[digest[i] & 15];
  }
  return hex;
}

bool is_hash(std::string_view text) {
  return text.size() == kHashLength && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool is_salt(std::string_view text) {
  return text.size() >= kSaltMin && text.size() <= kSaltMax &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

void tell_guess(Step& step, const Table& table, std::optional<int> black_seat = std::nullopt) {
  step.tell(audience(step.state(), table), view::guess(table, black_seat));
}

void draw(Step& step, Id table, int seat) {
  step.emit(hall::GuessDrawn{table, seat, 1 + step.chance().below(kMostStones)});
}

bool committed(const Guess& guess, int seat) {
  return !guess.hashes[seat].empty() || guess.numbers[seat];
}

// A room that was closed meanwhile, or a server that drains, begins no new game (P2, P3).
bool dropped(Step& step, Id id) {
  const State& state = step.state();
  if (!cannot_play_in(state, find(state.rooms, state.tables.at(id).room))) return false;
  step.emit(hall::ColoursDropped{id});
  return true;
}

// Onward when both hands are closed, or both are open.
void advance(Step& step, Id id) {
  if (dropped(step, id)) return;
  const State& state = step.state();
  const Table& table = state.tables.at(id);
  if (table.guess->numbers[0] && table.guess->numbers[1]) {
    const int total = *table.guess->numbers[0] + *table.guess->numbers[1];
    const int black_seat = total % 2 == 1 ? 0 : 1;
    tell_guess(step, table, black_seat);
    start_game(step, id, black_seat);
    return;
  }
  if (!table.guess->opening && committed(*table.guess, 0) && committed(*table.guess, 1))
    step.emit(hall::GuessOpening{id, step.now_ms() + state.limits.guess_timeout_ms});
  tell_guess(step, table);
}

std::expected<Id, proto::Error> guessing_at(const State& state, const User& user) {
  if (user.table == 0) return fail(ErrorCode::not_seated, "you are at no table");
  if (!state.tables.at(user.table).guess)
    return fail(ErrorCode::not_expected, "no guess is being made");
  return user.table;
}

}  // namespace

void begin_colours(Step& step, Id table) {
  const Millis until_ms = step.now_ms() + step.state().limits.guess_timeout_ms;
  if (step.state().tables.at(table).by_toss) {
    step.emit(hall::TossMade{table, step.chance().below(2), false, until_ms});
  } else {
    step.emit(hall::GuessBegan{table, until_ms});
  }
}

void colours_due(Step& step, Id id) {
  const Table* table = find(step.state().tables, id);
  if (table == nullptr) return;
  if (table->toss) {
    if (!dropped(step, id)) start_game(step, id, step.chance().below(2));
    return;
  }
  if (!table->guess) return;
  const bool opening = table->guess->opening;
  for (int seat = 0; seat < 2; ++seat) {
    const bool owes = opening ? !table->guess->numbers[seat] : !committed(*table->guess, seat);
    if (owes) draw(step, id, seat);
  }
  advance(step, id);
}

Answer commit_guess(Step& step, Id user_id, const proto::request::GuessCommit& request) {
  const User& user = step.state().users.at(user_id);
  const auto id = guessing_at(step.state(), user);
  if (!id) return std::unexpected(id.error());
  if (!is_hash(request.hash))
    return fail(ErrorCode::invalid_params, "not a hash", "hash",
                "SHA-256 of \"<number>:<salt>\" in lowercase hex");
  const Guess& guess = *step.state().tables.at(*id).guess;
  if (guess.hashes[user.seat] == request.hash) return proto::result::Ok{};  // asked twice
  if (committed(guess, user.seat) || guess.opening)
    return fail(ErrorCode::not_expected, "your hand is closed already", {}, "game.guess_open");
  step.emit(hall::GuessCommitted{*id, user.seat, request.hash});
  advance(step, *id);
  return proto::result::Ok{};
}

Answer open_guess(Step& step, Id user_id, const proto::request::GuessOpen& request) {
  const User& user = step.state().users.at(user_id);
  const auto id = guessing_at(step.state(), user);
  if (!id) return std::unexpected(id.error());
  const Guess& guess = *step.state().tables.at(*id).guess;
  const int seat = user.seat;
  if (!guess.opening)
    return fail(ErrorCode::not_expected, "the other hand is not closed yet", {},
                "game.guess_commit");
  if (guess.numbers[seat] == request.number && guess.salts[seat] == request.salt)
    return proto::result::Ok{};  // asked twice
  if (guess.numbers[seat]) return fail(ErrorCode::not_expected, "your hand is open already");
  if (request.number < 1 || request.number > kMostStones)
    return fail(ErrorCode::invalid_params, "that many stones fit in no hand", "number", "1..20");
  if (!is_salt(request.salt))
    return fail(ErrorCode::invalid_params, "not a salt", "salt",
                "8..64 printable ASCII characters");
  const bool honest =
      sha256_hex(std::to_string(request.number) + ":" + request.salt) == guess.hashes[seat];
  if (honest)
    step.emit(hall::GuessOpened{*id, seat, request.number, request.salt});
  else
    draw(step, *id, seat);
  advance(step, *id);
  if (honest) return proto::result::Ok{};
  return fail(ErrorCode::hash_mismatch, "this is not what the hand held: the server draws",
              "number");
}

Answer choose_toss(Step& step, Id user_id, const proto::request::TossChoose& request) {
  const User& user = step.state().users.at(user_id);
  if (user.table == 0) return fail(ErrorCode::not_seated, "you are at no table");
  const Id id = user.table;
  const std::optional<Toss> toss = step.state().tables.at(id).toss;
  if (!toss) return fail(ErrorCode::not_expected, "no toss is being made at this table");
  if (toss->chooser != user.seat) return fail(ErrorCode::not_expected, "the other player chooses");
  const Room* room = find(step.state().rooms, step.state().tables.at(id).room);
  if (auto error = cannot_play_in(step.state(), room)) {
    dropped(step, id);
    return std::unexpected(*error);
  }
  const int other_seat = 1 - user.seat;
  if (request.choice == "black" || request.choice == "white") {
    start_game(step, id, request.choice == "black" ? user.seat : other_seat);
  } else if (request.choice == "other" && !toss->passed_on) {
    step.emit(
        hall::TossMade{id, other_seat, true, step.now_ms() + step.state().limits.guess_timeout_ms});
  } else {
    return fail(ErrorCode::invalid_params, "not a choice", "choice",
                toss->passed_on ? "black or white" : "black, white or other");
  }
  return proto::result::Ok{};
}

}  // namespace tianyuan::core
