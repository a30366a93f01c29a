#pragma once

// One command on its way: what its handler reads, what it emits, what comes of it.
//
// A handler checks everything before its first emit(), so a refusal leaves the state as it was.
// emit() applies the event at once and lists who must be told; the handler then reads on. At the
// end finish() puts the answer first, the notifications after it.

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/core/core.h"
#include "server/core/errors.h"
#include "server/core/event.h"
#include "server/core/state.h"

namespace tianyuan::core {

using Answer = std::expected<proto::Result, proto::Error>;

// Numbers drawn from the words that came with the command (splitmix64 over all four).
class Chance {
 public:
  explicit Chance(const std::array<std::uint64_t, 4>& words) : words_(words) {}
  std::uint64_t next();
  int below(int limit);  // 0 .. limit - 1
  std::string code();    // 16 characters of base32: 80 bits, not to be guessed
 private:
  std::array<std::uint64_t, 4> words_;
  std::uint64_t drawn_ = 0;
};

class Step {
 public:
  Step(State& state, const Input& input);

  const State& state() const { return state_; }
  const Input& input() const { return input_; }
  Millis now_ms() const { return state_.now_ms; }
  Moment moment() const;  // of this command
  Chance& chance() { return chance_; }

  void emit(const Event& event);
  void tell(std::vector<SessionId> sessions, proto::Notification notification);
  void close(SessionId session, int code, std::string reason);

  // The session that asked for an act in `game`: it gets the game's events by its answer instead of
  // notifications.
  void answer_with_events_of(Id game, SessionId session);
  const std::vector<proto::GameEventView>& answered_events() const { return answered_events_; }
  // It was refused after all: what happened meanwhile (time-outs) is told to it as to the others.
  void tell_answered_events();

  // This table's state goes to everyone at it, once, at the end; `asker` gets it by his answer.
  void table_changed(Id table) { changed_tables_.insert(table); }
  void table_in_answer(Id table, SessionId asker);

  Output finish(std::optional<effect::Answer> answer);

 private:
  void react(const Event& event);
  void react_to_game_event(const GameHappened& event);

  State& state_;
  const Input& input_;
  Chance chance_;
  std::vector<Durable> durable_;
  std::vector<Effect> effects_;
  std::set<Id> changed_tables_;
  Id game_in_answer_ = 0;
  SessionId game_asker_ = 0;
  std::vector<proto::GameEventView> answered_events_;
  Id table_in_answer_ = 0;
  SessionId table_asker_ = 0;
};

// Who hears of a table: the seated, then the watchers; `except` left out (0: nobody).
std::vector<SessionId> audience(const State& state, const Table& table, SessionId except = 0);
std::vector<SessionId> watching_sessions(const State& state, const Table& table);
std::vector<SessionId> room_sessions(const State& state, const Room& room);
std::vector<SessionId> all_sessions(const State& state);

}  // namespace tianyuan::core
