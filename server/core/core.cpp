#include "server/core/core.h"

#include <algorithm>

#include "common/assert.h"
#include "common/move_string.h"
#include "server/core/handlers.h"
#include "server/core/overloaded.h"
#include "server/core/views.h"

namespace tianyuan::core {
namespace {

namespace request = proto::request;

// Acts in a game, as the referee's actions. `turn` where the request is bound to one.
struct GameAct {
  Id game = 0;
  std::optional<int> turn;
  Action action;
};

std::optional<GameAct> game_act(const proto::Request& asked) {
  using Asked = std::optional<GameAct>;
  return std::visit(
      Overloaded{
          [](const request::Place& r) -> Asked {
            return GameAct{r.game, r.turn, action::PlaceStone{r.point}};
          },
          [](const request::Pass& r) -> Asked {
            return GameAct{r.game, r.turn, action::Pass{}};
          },
          [](const request::Swap& r) -> Asked {
            return GameAct{r.game, r.turn, action::AnswerSwap{r.swap}};
          },
          [](const request::Choose& r) -> Asked {
            return GameAct{r.game, r.turn, action::ChooseBranch{r.option}};
          },
          [](const request::DeclareFifths& r) -> Asked {
            return GameAct{r.game, r.turn, action::DeclareFifths{r.count}};
          },
          [](const request::OfferFifths& r) -> Asked {
            return GameAct{r.game, r.turn, action::OfferFifths{r.points}};
          },
          [](const request::ChooseFifth& r) -> Asked {
            return GameAct{r.game, r.turn, action::ChooseFifth{r.point}};
          },
          [](const request::ClaimForbidden& r) -> Asked {
            return GameAct{r.game, r.turn, action::ClaimForbidden{}};
          },
          [](const request::Resign& r) -> Asked {
            return GameAct{r.game, std::nullopt, action::Resign{}};
          },
          [](const request::OfferDraw& r) -> Asked {
            return GameAct{r.game, r.turn, action::OfferDraw{}};
          },
          [](const request::AnswerDraw& r) -> Asked {
            return GameAct{r.game, std::nullopt, action::AnswerDraw{r.offer, r.accept}};
          },
          [](const request::RequestUndo& r) -> Asked {
            return GameAct{r.game, r.turn, action::RequestUndo{}};
          },
          [](const request::AnswerUndo& r) -> Asked {
            return GameAct{r.game, std::nullopt, action::AnswerUndo{r.request, r.accept}};
          },
          [](const auto&) -> Asked { return std::nullopt; },
      },
      asked);
}

Answer answer(Step& step, SessionId session, Id user, const proto::Request& asked) {
  if (const auto wanted = game_act(asked))
    return act(step, session, user, wanted->game, wanted->turn, wanted->action);
  return std::visit(
      Overloaded{
          [&](const request::Rooms&) { return list_rooms(step); },
          [&](const request::EnterRoom& r) { return enter_room(step, user, r); },
          [&](const request::LeaveRoom&) { return leave_room_request(step, user); },
          [&](const request::MatchStart& r) { return start_match(step, user, r); },
          [&](const request::MatchCancel& r) { return cancel_match(step, user, r); },
          [&](const request::TableCreate& r) { return create_table(step, user, r); },
          [&](const request::TableList& r) { return list_tables(step, user, r); },
          [&](const request::TableSit& r) { return sit(step, user, r); },
          [&](const request::TableWatch& r) { return watch(step, user, r); },
          [&](const request::TableLeave& r) { return leave_table(step, user, r); },
          [&](const request::TableConfirm& r) { return confirm(step, user, r); },
          [&](const request::TableReady& r) { return ready(step, user, r); },
          [&](const request::GuessCommit& r) { return commit_guess(step, user, r); },
          [&](const request::GuessOpen& r) { return open_guess(step, user, r); },
          [&](const request::TossChoose& r) { return choose_toss(step, user, r); },
          [&](const request::Sync& r) { return sync_game(step, user, r); },
          [&](const request::RefereePause& r) { return pause_game(step, session, user, r); },
          [&](const request::RefereeResume& r) { return resume_game(step, session, user, r); },
          [&](const request::RefereeSetClock& r) { return set_game_clock(step, session, user, r); },
          [&](const request::RefereeSplit& r) { return split_pool(step, session, user, r); },
          [&](const request::RefereeAdjudge& r) { return adjudge(step, session, user, r); },
          [&](const request::ChatSay& r) { return say(step, user, r); },
          // Accounts, blocks, ladder, records and reports are the shell's to answer.
          [](const auto&) -> Answer {
            return fail(proto::ErrorCode::internal_error, "the hall does not answer this");
          },
      },
      asked);
}

effect::Answer client_request(Step& step, const command::ClientRequest& command) {
  const Id* user = find(step.state().sessions, command.session);
  Answer answered = user == nullptr ? fail(proto::ErrorCode::not_signed_in, "sign in first")
                                    : answer(step, command.session, *user, command.request);
  proto::Response response;
  response.id = command.id;
  if (answered)
    response.body = std::move(*answered);
  else
    response.body = std::move(answered.error());
  return {command.session, std::move(response)};
}

void tick(Step& step) {
  for (const DueKey& key : step.state().deadlines.due(step.now_ms())) {
    const auto due_ms = step.state().deadlines.at(key);
    if (!due_ms || *due_ms > step.now_ms()) continue;  // an earlier one took it away
    switch (key.due) {
      case Due::game:
        game_due(step, key.id);
        break;
      case Due::guess:
        colours_due(step, key.id);
        break;
      case Due::appointment:
        appointment_due(step, key.id);
        break;
      case Due::search:
        search_due(step, key.id);
        break;
      case Due::seat:
        seat_hold_due(step, key.id);
        break;
      case Due::mass_drop:
        mass_drop_due(step);
        break;
    }
  }
}

void drain(Step& step, const std::string& message) {
  step.emit(hall::DrainBegun{});
  for (const auto& [session, user] : step.state().sessions) break_search(step, user, "draining");
  step.tell(all_sessions(step.state()), proto::notify::ServerDraining{message});
}

}  // namespace

class Core::Impl {
 public:
  State state;
};

Core::Core(Limits limits) : impl_(std::make_unique<Impl>()) {
  impl_->state.limits = limits;
}
Core::~Core() = default;
Core::Core(Core&&) noexcept = default;
Core& Core::operator=(Core&&) noexcept = default;

Output Core::submit(const Input& input) {
  Step step(impl_->state, input);
  std::optional<effect::Answer> answered;
  std::visit(Overloaded{
                 [&](const command::SignedIn& c) { answered = sign_in(step, c); },
                 [&](const command::SignedOut& c) { answered = sign_out(step, c); },
                 [&](const command::SessionClosed& c) { session_closed(step, c.session); },
                 [&](const command::ClientRequest& c) { answered = client_request(step, c); },
                 [&](const command::Tick&) { tick(step); },
                 [&](const command::RoomsLoaded& c) { rooms_loaded(step, c.rooms); },
                 [&](const command::RanksLoaded& c) { step.emit(hall::RanksReplaced{c.ranks}); },
                 [&](const command::ProfileChanged& c) { profile_changed(step, c.profile); },
                 [&](const command::BlockChanged& c) {
                   step.emit(hall::UserBlocked{c.user, c.target, c.block});
                 },
                 [&](const command::Settled& c) { game_settled(step, c.settled); },
                 [&](const command::Announce& c) {
                   step.tell(all_sessions(step.state()), proto::notify::Announcement{c.text});
                 },
                 [&](const command::Drain& c) { drain(step, c.message); },
                 [&](const command::ClosePlayer& c) { close_player(step, c.user); },
             },
             input.command);
  return step.finish(std::move(answered));
}

std::optional<Millis> Core::next_deadline() const {
  return impl_->state.deadlines.next();
}

void Core::replay(const Durable& event) {
  replay_event(impl_->state, event);
}

Output Core::resume(Millis now_ms, Millis down_ms, Id next_game) {
  Input input;
  input.at_ms = now_ms;
  input.command = command::Tick{};
  impl_->state.next_game = std::max(impl_->state.next_game, next_game);
  Step step(impl_->state, input);
  resume_games(step, down_ms);
  return step.finish(std::nullopt);
}

ClosedGame Core::closed_game(Id game) const {
  const GameRun* run = find(impl_->state.games, game);
  TIANYUAN_ASSERT(run != nullptr && run->game.over());
  ClosedGame closed;
  closed.opened = run->opened;
  closed.result = *run->game.result();
  closed.black = run->game.black();
  closed.moves = to_move_string(run->game.moves());
  closed.move_count = static_cast<int>(run->game.moves().size());
  closed.opening = view::opening(run->game);
  closed.ended_at_ms = run->ended_at_ms;
  return closed;
}

Core::Census Core::census() const {
  const State& state = impl_->state;
  Census census;
  census.sessions = static_cast<int>(state.sessions.size());
  census.users = static_cast<int>(state.users.size());
  census.rooms = static_cast<int>(state.rooms.size());
  census.tables = static_cast<int>(state.tables.size());
  census.games = state.running;
  census.searching = state.searching;
  census.watching = state.watching;
  census.timers = static_cast<int>(state.deadlines.size());
  return census;
}

const Game* Core::find_game(Id game) const {
  const GameRun* run = find(impl_->state.games, game);
  return run == nullptr || run->settled ? nullptr : &run->game;
}

std::vector<Id> Core::running_games() const {
  std::vector<Id> games;
  for (const auto& [id, run] : impl_->state.games) {
    if (!run.settled) games.push_back(id);
  }
  return games;
}

std::uint64_t Core::hash() const {
  return hash_of_games(impl_->state);
}

std::vector<std::string> Core::violations() const {
  return broken_invariants(impl_->state);
}

}  // namespace tianyuan::core
