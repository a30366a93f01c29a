#include "db/internal/settle.h"

#include <algorithm>
#include <optional>

namespace tianyuan::db {
namespace {

using soci::into;
using soci::use;

constexpr Integer kHouse = 0;  // the account that gives coins and gets penalties

struct RoomNumbers {
  Points points;
  bool count_private = false;
  bool count_guests = false;
};

struct Side {  // a player, before and after
  Integer user = 0;
  Integer change = 0;  // score
  Integer coins = 0;   // change of coins
  bool won = false, lost = false, drew = false, escaped = false;
};

// A deleted room's games are settled by the numbers it had.
std::optional<RoomNumbers> room_numbers(soci::session& sql, Integer room) {
  for (const char* table : {"TGameRoomBase", "TGameRoomGone"}) {
    Integer win = 0, loss = 0, draw = 0, run_publish = 0, count_private = 0, count_guests = 0;
    sql << "SELECT WinPoints, LossPoints, DrawPoints, RunPublish, CountPrivate, CountGuests FROM "
        << table << " WHERE RoomId = :room",
        use(room), into(win), into(loss), into(draw), into(run_publish), into(count_private),
        into(count_guests);
    if (sql.got_data()) {
      return RoomNumbers{{win, loss, draw, run_publish}, count_private != 0, count_guests != 0};
    }
  }
  return std::nullopt;
}

Integer setting(soci::session& sql, const std::string& key) {
  Integer value = 0;
  sql << "SELECT Value FROM TSettingBase WHERE Key = :key", use(key), into(value);
  return value;
}

bool is_guest(soci::session& sql, Integer user) {
  Integer guest = 0;
  sql << "SELECT Guest FROM TUserBase WHERE UserId = :user", use(user), into(guest);
  return guest != 0;
}

Integer coins_of(soci::session& sql, Integer user) {
  Integer coins = 0;
  sql << "SELECT Coins FROM TUserBase WHERE UserId = :user", use(user), into(coins);
  return coins;
}

// R8: the same pair counts only so many games a day, whoever of them was first.
bool pair_limit_reached(soci::session& sql, const CloseGame& close) {
  constexpr Integer kDayMs = 86'400'000;
  const Integer offset = setting(sql, "DayOffsetMinutes") * 60'000;
  const Integer limit = setting(sql, "PairGamesPerDay");
  const Integer local = close.at_ms + offset;
  const Integer day_began = local - local % kDayMs - offset;
  const Integer a = close.users[0], b = close.users[1];
  static const char* const kCount =
      "SELECT count(*) FROM TGameBase WHERE FirstUserId = :a AND SecondUserId = :b "
      "AND Counted = 1 AND EndedAt >= :began";
  Integer as_first = 0, as_second = 0;
  sql << kCount, use(a), use(b), use(day_began), into(as_first);
  sql << kCount, use(b), use(a), use(day_began), into(as_second);
  return as_first + as_second >= limit;
}

std::string why_not_counted(soci::session& sql, const CloseGame& close,
                            const std::optional<RoomNumbers>& room) {
  if (close.result.outcome == Outcome::annulled) return "annulled";
  if (!room) return "room";
  if (close.is_private && !room->count_private) return "private";
  const bool guest = is_guest(sql, close.users[0]) || is_guest(sql, close.users[1]);
  if (guest && !room->count_guests) return "guest";
  if (pair_limit_reached(sql, close)) return "pair_limit";
  return "";
}

void set_outcome(std::array<Side, 2>& sides, const GameResult& result) {
  switch (result.outcome) {
    case Outcome::win:
      sides[index(*result.winner)].won = true;
      sides[index(other(*result.winner))].lost = true;
      break;
    case Outcome::draw:
      sides[0].drew = sides[1].drew = true;
      break;
    case Outcome::both_lose:
      sides[0].lost = sides[1].lost = true;
      break;
    case Outcome::escape:
      sides[index(*result.loser)].escaped = true;
      break;
    case Outcome::annulled:
      break;
  }
}

void add_ledger_row(soci::session& sql, const CloseGame& close, Integer user,
                    const std::string& currency, Integer amount) {
  const Integer game = close.game, at = close.at_ms;
  const std::string reason = close.result.outcome == Outcome::escape ? "escape" : "game";
  sql << "INSERT INTO TScoreLedger (GameId, UserId, Currency, Kind, Amount, Reason, Who, At) "
         "VALUES (:game, :user, :currency, :kind, :amount, :reason, 'server', :at)",
      use(game), use(user), use(currency), use(close.kind), use(amount), use(reason), use(at);
}

// S3, X3. Coins need somebody who wins them, or an escaper, who pays the house; two losers pay
// nothing.
void move_coins(soci::session& sql, const CloseGame& close, Integer run_publish,
                std::array<Side, 2>& sides) {
  const GameResult& result = close.result;
  if (result.outcome == Outcome::win) {
    Side& winner = sides[index(*result.winner)];
    Side& loser = sides[index(other(*result.winner))];
    const Integer amount = std::min<Integer>(close.stake, coins_of(sql, loser.user));
    winner.coins = amount;
    loser.coins = -amount;
  } else if (result.outcome == Outcome::escape) {
    Side& escaper = sides[index(*result.loser)];
    const Integer amount = std::min(run_publish, coins_of(sql, escaper.user));
    escaper.coins = -amount;
    if (amount != 0) add_ledger_row(sql, close, kHouse, "coins", amount);
  }
  for (const Side& side : sides) {
    if (side.coins != 0) add_ledger_row(sql, close, side.user, "coins", side.coins);
  }
}

void count_game(soci::session& sql, const CloseGame& close, const Side& side) {
  const Integer won = side.won, lost = side.lost, drew = side.drew, escaped = side.escaped;
  // The ledger row of this game has made both of the player's rows.
  sql << "UPDATE TUserScore SET Finished = Finished + 1, Wins = Wins + :won, "
         "Losses = Losses + :lost, Draws = Draws + :drew, Escapes = Escapes + :escaped "
         "WHERE UserId = :user AND Kind IN ('all', :kind)",
      use(won), use(lost), use(drew), use(escaped), use(side.user), use(close.kind);
}

PlayerSettlement outcome_for(soci::session& sql, const CloseGame& close, const Side& side) {
  PlayerSettlement outcome;
  Integer in_kind = 0, in_all = 0, finished = 0, escapes = 0;
  sql << "SELECT Score FROM TUserScore WHERE UserId = :user AND Kind = :kind", use(side.user),
      use(close.kind), into(in_kind);
  sql << "SELECT Score, Finished, Escapes FROM TUserScore WHERE UserId = :user AND Kind = 'all'",
      use(side.user), into(in_all), into(finished), into(escapes);
  outcome.user = side.user;
  outcome.change = side.change;
  outcome.score_in_kind = in_kind;
  outcome.score_in_all = in_all;
  outcome.coins_change = side.coins;
  outcome.coins = coins_of(sql, side.user);
  outcome.finished = static_cast<int>(finished);
  outcome.escapes = static_cast<int>(escapes);
  return outcome;
}

Result<void> complete_game(soci::session& sql, const CloseGame& close, const Settlement& settled) {
  const Integer game = close.game, at = close.at_ms, counted = settled.counted,
                move_count = close.move_count;
  const Integer first_change = settled.players[0].change, second_change = settled.players[1].change,
                first_coins = settled.players[0].coins_change,
                second_coins = settled.players[1].coins_change;
  const std::string outcome(to_string(close.result.outcome));
  const std::string reason(to_string(close.result.reason));
  const std::string black(to_string(close.black));
  const auto player = [](const std::optional<Player>& who) {
    return who ? std::string(to_string(*who)) : std::string();
  };
  const std::string winner = player(close.result.winner), loser = player(close.result.loser);
  soci::statement update =
      (sql.prepare
           << "UPDATE TGameBase SET EndedAt = :at, Outcome = :outcome, Reason = :reason, "
              "Winner = nullif(:winner, ''), Loser = nullif(:loser, ''), Black = :black, "
              "Counted = :counted, NotCountedWhy = :why, FirstChange = :fc, SecondChange = :sc, "
              "FirstCoins = :fk, SecondCoins = :sk, MoveCount = :count, Moves = :moves, "
              "Opening = :opening, Events = :events WHERE GameId = :game AND EndedAt IS NULL",
       use(at), use(outcome), use(reason), use(winner), use(loser), use(black), use(counted),
       use(settled.not_counted_why), use(first_change), use(second_change), use(first_coins),
       use(second_coins), use(move_count), use(close.moves), use(close.opening), use(close.events),
       use(game));
  update.execute(true);
  if (update.get_affected_rows() != 1) {
    return std::unexpected(
        Error{Failure::conflict, "game " + std::to_string(close.game) + " changed under the lock"});
  }
  return {};
}

Result<void> must_run(soci::session& sql, const CloseGame& close) {
  const Integer game = close.game;
  Integer ended = 0;
  sql << "SELECT EndedAt IS NOT NULL FROM TGameBase WHERE GameId = :game", use(game), into(ended);
  if (!sql.got_data()) {
    return std::unexpected(
        Error{Failure::not_found, "game " + std::to_string(game) + " was never opened"});
  }
  if (ended != 0) {
    return std::unexpected(
        Error{Failure::conflict, "game " + std::to_string(game) + " is settled already"});
  }
  return {};
}

}  // namespace

Result<Settlement> settle(soci::session& sql, const CloseGame& close) {
  if (auto runs = must_run(sql, close); !runs) return std::unexpected(runs.error());
  const auto room = room_numbers(sql, close.room);
  Settlement settled;
  settled.game = close.game;
  settled.not_counted_why = why_not_counted(sql, close, room);
  settled.counted = settled.not_counted_why.empty();
  settled.coins = close.stake > 0;

  std::array<Side, 2> sides;
  for (std::size_t i = 0; i < 2; ++i) sides[i].user = close.users[i];
  set_outcome(sides, close.result);
  if (settled.counted) {
    const auto changes = score_changes(close.result, room->points);
    for (std::size_t i = 0; i < 2; ++i) {
      sides[i].change = changes[i];
      add_ledger_row(sql, close, sides[i].user, "score", sides[i].change);
      count_game(sql, close, sides[i]);
    }
    if (settled.coins) move_coins(sql, close, room->points.run_publish, sides);
  }
  for (std::size_t i = 0; i < 2; ++i) settled.players[i] = outcome_for(sql, close, sides[i]);
  if (auto done = complete_game(sql, close, settled); !done) return std::unexpected(done.error());
  return settled;
}

}  // namespace tianyuan::db
