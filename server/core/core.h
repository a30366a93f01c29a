#pragma once

// The hall as a deterministic state machine: commands in, events and effects out. The same commands
// with the same `at_ms` and random words give the same events, byte for byte, on any machine; the
// simulator in tests/sim lives on that. No I/O, no clock, no thread, no randomness of its own.
//
// Thread: owned by one; nothing in here locks.
//
//   submit(input) = decide (reads) -> apply (writes, cannot fail) -> react (lists effects)

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "proto/messages.h"
#include "server/core/durable.h"
#include "server/core/room.h"

namespace tianyuan::core {

using SessionId = std::int64_t;  // given by the shell, never reused

// ---------------------------------------------------------------- commands
namespace command {

// A session has proved who it is. The core answers the request with proto::result::Session, binds
// it, replaces an older session of the same user (session.replaced, close 4001), and gives the
// running game, if any, back to him.
struct SignedIn {
  SessionId session = 0;
  proto::RequestId request;
  std::string token;
  Profile profile;
  std::vector<Id> blocked{};  // whom he does not want to hear
};
struct SignedOut {  // session.logout: unbound, the socket stays; the core answers the request
  SessionId session = 0;
  proto::RequestId request;
};
struct SessionClosed {  // the socket is gone
  SessionId session = 0;
};
// Everything that the hall answers: hall.*, match.*, table.*, game.*, chat.say. The rest (accounts,
// blocks, ladder, records) never reaches the core.
struct ClientRequest {
  SessionId session = 0;
  proto::RequestId id;
  proto::Request request;
};
struct Tick {};
struct RoomsLoaded {
  std::vector<RoomConfig> rooms;
};  // a missing room finishes its games (P2)
struct RanksLoaded {
  std::vector<Rank> ranks;
};
struct ProfileChanged {
  Profile profile;
};  // flags, a corrected score, a new name
struct BlockChanged {
  Id user = 0;
  Id target = 0;
  bool block = true;
};  // already durable
struct Settled {
  GameSettled settled;
};  // already durable
struct Announce {
  std::string text;
};
struct Drain {
  std::string message;
};  // no new games; players are told
struct ClosePlayer {
  Id user = 0;
};  // banned while online: told, closed; his game runs on as absence

}  // namespace command

using Command =
    std::variant<command::SignedIn, command::SignedOut, command::SessionClosed,
                 command::ClientRequest, command::Tick, command::RoomsLoaded, command::RanksLoaded,
                 command::ProfileChanged, command::BlockChanged, command::Settled,
                 command::Announce, command::Drain, command::ClosePlayer>;

struct Input {
  Millis at_ms = 0;           // never decreases from one input to the next
  Millis received_at_ms = 0;  // client requests; <= at_ms
  Millis lag_credit_ms = 0;
  std::array<std::uint64_t, 4> random{};  // the chance that this command may need
  Command command;
};

// ---------------------------------------------------------------- effects
namespace effect {

struct Answer {  // to one request; encoded for one
  SessionId session = 0;
  proto::Response response;
};
struct Tell {  // one notification to an audience; encoded once
  std::vector<SessionId> sessions;
  std::shared_ptr<const proto::Notification> notification;
};
struct Close {  // after what was told before it has been written
  SessionId session = 0;
  int code = 1000;  // WebSocket close code
  std::string reason;
};

}  // namespace effect

using Effect = std::variant<effect::Answer, effect::Tell, effect::Close>;

// What one command led to. The shell stores `durable`, and only when they are on disk carries out
// `effects`, in order; outputs are released in the order of their inputs.
struct Output {
  std::vector<Durable> durable;
  std::vector<Effect> effects;
};

// Everything the database needs for the row that remains of an ended game.
struct ClosedGame {
  GameOpened opened;
  GameResult result;
  Player black = Player::first;  // at the end
  std::string moves;             // "h8h9j10--"; a skip is "~~"
  int move_count = 0;
  std::string opening;
  Millis ended_at_ms = 0;
};

struct Limits {
  int tables_per_room = 10'000;
  int watchers_per_table = 200;
  int event_ring = 50;               // events kept for game.sync since
  Millis guess_timeout_ms = 20'000;  // R3
  Millis search_widen_ms = 5'000;    // R4: the window doubles this often
  std::int64_t search_window = 100;  // R4: points either way at first
  Millis chat_interval_ms = 2'000;   // R6: one message each, with
  int chat_burst = 5;                // this many at once
  int mass_drop_minimum = 20;        // X5
  Millis mass_drop_within_ms = 10'000;
  bool mass_drop_protection = true;
  Millis mass_drop_longest_ms = 600'000;  // graces stand still for at most this long
  Millis seat_hold_ms = 30'000;  // a seat without a game waits this long for a lost connection
};

class Core {
 public:
  explicit Core(Limits limits = {});
  ~Core();
  Core(Core&&) noexcept;
  Core& operator=(Core&&) noexcept;

  Output submit(const Input& input);

  // When the next Tick is due; nothing: never. Early, late and double ticks do no harm.
  std::optional<Millis> next_deadline() const;

  // Start-up, before any submit: durable events in stored order, then resume.
  void replay(const Durable& event);
  // Ends the replay: every unfinished game gets its Restored event (or is annulled after an outage
  // of over 3 minutes if nobody returns, X5); `next_game` is above every id ever used.
  Output resume(Millis now_ms, Millis down_ms, Id next_game);

  // For the row of an ended game; the game is known and over (asserted). Valid from the output that
  // holds its GameEnded until its Settled.
  ClosedGame closed_game(Id game) const;

  // Facts for metrics, health and tests.
  struct Census {
    int sessions = 0, users = 0, rooms = 0, tables = 0, games = 0, searching = 0, watching = 0;
    int timers = 0;  // instants that a Tick waits for
  };
  Census census() const;
  const Game* find_game(Id game) const;  // null: none running or settling
  std::vector<Id> running_games() const;
  std::uint64_t hash() const;  // of all games: live = replayed
  std::vector<std::string> violations()
      const;  // broken invariants, for the simulator; empty: sound

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tianyuan::core
