#include "server/core/step.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "common/assert.h"
#include "server/core/overloaded.h"
#include "server/core/views.h"

namespace tianyuan::core {

std::uint64_t Chance::next() {
  std::uint64_t mixed = words_[drawn_ % words_.size()] + 0x9E3779B97F4A7C15u * (drawn_ + 1);
  drawn_ += 1;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

int Chance::below(int limit) {
  TIANYUAN_ASSERT(limit > 0);
  return static_cast<int>(next() % static_cast<std::uint64_t>(limit));  // bias under 2^-58
}

std::string Chance::code() {
  static constexpr char kLetters[] = "abcdefghjkmnpqrstuvwxyz23456789a";  // no i l o 0 1
  std::string code;
  for (int half = 0; half < 2; ++half) {
    std::uint64_t bits = next();
    for (int i = 0; i < 8; ++i, bits >>= 8) code += kLetters[bits % 31];
  }
  return code;
}

Step::Step(State& state, const Input& input) : state_(state), input_(input), chance_(input.random) {
  state_.now_ms = std::max(state_.now_ms, input.at_ms);
}

Moment Step::moment() const {
  const bool from_client = std::holds_alternative<command::ClientRequest>(input_.command);
  if (!from_client) return Moment::at(now_ms());
  return {now_ms(), std::min(input_.received_at_ms, now_ms()),
          std::max<Millis>(0, input_.lag_credit_ms)};
}

void Step::emit(const Event& event) {
  apply(state_, event);
  if (const auto* opened = std::get_if<GameOpened>(&event)) durable_.emplace_back(*opened);
  if (const auto* happened = std::get_if<GameHappened>(&event)) durable_.emplace_back(*happened);
  react(event);
}

void Step::tell(std::vector<SessionId> sessions, proto::Notification notification) {
  if (sessions.empty()) return;
  effects_.emplace_back(effect::Tell{
      std::move(sessions), std::make_shared<const proto::Notification>(std::move(notification))});
}

void Step::close(SessionId session, int code, std::string reason) {
  effects_.emplace_back(effect::Close{session, code, std::move(reason)});
}

void Step::answer_with_events_of(Id game, SessionId session) {
  game_in_answer_ = game;
  game_asker_ = session;
}

void Step::tell_answered_events() {
  for (proto::GameEventView& shown : answered_events_)
    tell({game_asker_}, proto::notify::GameEvent{game_in_answer_, std::move(shown)});
  answered_events_.clear();
}

void Step::table_in_answer(Id table, SessionId asker) {
  table_in_answer_ = table;
  table_asker_ = asker;
}

Output Step::finish(std::optional<effect::Answer> answer) {
  for (const Id id : changed_tables_) {
    const Table* table = find(state_.tables, id);
    if (table == nullptr) continue;
    const SessionId except = id == table_in_answer_ ? table_asker_ : 0;
    tell(audience(state_, *table, except),
         proto::notify::TableState{view::table(state_, *table, true)});
  }
  Output output;
  output.durable = std::move(durable_);
  if (answer) output.effects.emplace_back(std::move(*answer));
  std::move(effects_.begin(), effects_.end(), std::back_inserter(output.effects));
  return output;
}

// ---------------------------------------------------------------- who hears

std::vector<SessionId> audience(const State& state, const Table& table, SessionId except) {
  std::vector<SessionId> sessions;
  const auto add = [&](Id id) {
    const User* user = find(state.users, id);
    if (user != nullptr && user->session != 0 && user->session != except)
      sessions.push_back(user->session);
  };
  for (const Seat& seat : table.seats) add(seat.user);
  for (const Id id : table.watchers) add(id);
  return sessions;
}

std::vector<SessionId> watching_sessions(const State& state, const Table& table) {
  std::vector<SessionId> sessions;
  for (const Id id : table.watchers) {
    const User* user = find(state.users, id);
    if (user != nullptr && user->session != 0) sessions.push_back(user->session);
  }
  return sessions;
}

std::vector<SessionId> room_sessions(const State& state, const Room& room) {
  std::vector<SessionId> sessions;
  for (const Id id : room.people) {
    const User* user = find(state.users, id);
    if (user != nullptr && user->session != 0) sessions.push_back(user->session);
  }
  return sessions;
}

std::vector<SessionId> all_sessions(const State& state) {
  std::vector<SessionId> sessions;
  sessions.reserve(state.sessions.size());
  for (const auto& [session, user] : state.sessions) sessions.push_back(session);
  return sessions;
}

}  // namespace tianyuan::core
