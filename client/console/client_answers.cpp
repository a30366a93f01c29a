#include <utility>

#include "client/console/client.h"
#include "client/console/game_notices.h"
#include "client/console/hall_notices.h"
#include "client/console/overloaded.h"
#include "client/console/ruling_notices.h"
#include "client/console/text.h"

namespace tianyuan::console {
namespace {

namespace ask = proto::request;

template <typename T>
const T* as(const proto::Request& request) {
  return std::get_if<T>(&request);
}

}  // namespace

void Client::on_response(const proto::Response& response, Millis now_ms) {
  const auto* id = std::get_if<std::int64_t>(&response.id);
  const auto it = id == nullptr ? pending_.end() : pending_.find(*id);
  if (it == pending_.end()) return;
  const Pending pending = std::move(it->second);
  pending_.erase(it);
  if (const auto* error = std::get_if<proto::Error>(&response.body)) {
    return on_error(pending, *error, now_ms);
  }
  const std::size_t told = notices_.size();
  on_result(pending, std::get<proto::Result>(response.body), now_ms);
  if (pending.why == Why::command && notices_.size() == told) tell({"ok " + pending.name, {}, {}});
}

void Client::on_error(const Pending& pending, const proto::Error& error, Millis now_ms) {
  switch (pending.why) {
    case Why::quiet:
      return;
    case Why::sync:
      syncing_ = false;
      hold_prompt_ = false;
      return;
    case Why::finish:  // the record of a game that ended while one was away
      state_.settled = true;
      return tell(tell_error(settings_.language, error));
    case Why::resume:
      token_.clear();
      tell(tell_error(settings_.language, error));
      // A new guest would be somebody else: only before the first game may one take his place.
      if (!signed_in_once_ || settings_.sign_in.how == SignIn::How::login) return sign_in();
      state_ = State{};
      return;
    case Why::start:
      sign_in_refused_ = true;
      return tell(tell_error(settings_.language, error));
    case Why::hand:
    case Why::command:
      break;
  }
  tell(tell_error(settings_.language, error));
  // The position that the command was meant for is not the present one: fetch that.
  if (error.code == proto::ErrorCode::stale && state_.game &&
      error.turn != state_.game->state().turn)
    sync(state_.game->state().version);
  (void)now_ms;
}

void Client::on_result(const Pending& pending, const proto::Result& result, Millis now_ms) {
  namespace answer = proto::result;
  const Language language = settings_.language;
  std::visit(Overloaded{[&](const answer::Ok&) { on_ok(pending); }, [&](const answer::Hello&) {},
                        [&](const answer::Pong&) {},
                        [&](const answer::Session& session) { on_session(session, now_ms); },
                        [&](const answer::Rooms& rooms) {
                          state_.rooms = rooms.rooms;
                          if (pending.why != Why::command) return;
                          for (const proto::RoomView& room : rooms.rooms)
                            tell(tell_room(language, room));
                        },
                        [&](const answer::Room& room) { on_room(pending, room); },
                        [&](const answer::Match& match) {
                          if (const auto* start = as<ask::MatchStart>(pending.request))
                            state_.room = start->room;
                          if (match.search == last_found_) return;  // found before this answer came
                          state_.search = match.search;
                          tell({"searching search=" + std::to_string(match.search),
                                text(language, Key::searching),
                                {}});
                        },
                        [&](const answer::Table& table) { on_table(pending, table, now_ms); },
                        [&](const answer::Tables& tables) {
                          state_.tables = tables.tables;
                          if (pending.why != Why::command) return;
                          for (const proto::TableView& table : tables.tables)
                            tell(tell_table(language, table));
                        },
                        [&](const answer::Game& game) {
                          for (const auto& event : game.events) apply(game.game, event, now_ms);
                        },
                        [&](const answer::Sync& sync) { on_sync(pending, sync, now_ms); },
                        [&](const answer::Ladder& ladder) {
                          state_.ladder = ladder;
                          if (pending.why != Why::command) return;
                          for (Notice& notice : tell_ladder(language, ladder))
                            tell(std::move(notice));
                        },
                        [&](const answer::Profile& profile) {
                          for (Notice& notice : tell_profile(language, profile))
                            tell(std::move(notice));
                        },
                        [&](const answer::Games& games) {
                          for (Notice& notice : tell_games(language, games))
                            tell(std::move(notice));
                        },
                        [&](const answer::Record& record) {
                          if (pending.why == Why::finish) return on_finished_record(record);
                          tell(tell_record(language, record, settings_.ascii));
                        }},
             result);
}

void Client::on_session(const proto::result::Session& session, Millis now_ms) {
  if (!session.token.empty()) {
    token_ = session.token;
    token_to_keep_ = token_;
  }
  signed_in_once_ = true;
  const std::optional<proto::Id> room_before = state_.room;
  state_.user = session.user;
  tell(tell_session(settings_.language, session.user));
  if (state_.search) {
    state_.search.reset();
    tell({"search-cancelled", text(settings_.language, Key::search_cancelled), {}});
  }
  send(ask::Rooms{}, Why::quiet);
  state_.room = session.room;
  const bool nowhere = !session.room && !session.table && !session.game;
  if (nowhere && room_before) send(ask::EnterRoom{*room_before}, Why::quiet);

  if (session.table) {
    state_.watching = false;
    on_table_view(*session.table, true);
  } else if (state_.table) {
    state_.table.reset();
    state_.watching = false;
    tell({"left-table", text(settings_.language, Key::left_table), {}});
  }
  if (session.game) {
    rejoin(*session.game, now_ms);
  } else if (state_.game && !state_.settled && state_.me()) {
    send(ask::RecordGet{state_.game->id()}, Why::finish);
  } else if (state_.game && !state_.settled) {
    state_.settled = true;  // it was only watched
  }
}

void Client::on_ok(const Pending& pending) {
  const proto::Request& request = pending.request;
  const Language language = settings_.language;
  if (as<ask::Logout>(request) != nullptr) {
    token_.clear();
    token_to_keep_ = token_;
    const std::vector<proto::RoomView> rooms = std::move(state_.rooms);
    state_ = State{};
    state_.rooms = rooms;
    return tell({"signed-out", text(language, Key::signed_out), {}});
  }
  if (as<ask::LeaveRoom>(request) != nullptr) {
    state_.room.reset();
    return tell({"left-room", text(language, Key::left_room), {}});
  }
  if (as<ask::TableLeave>(request) != nullptr) {
    state_.table.reset();
    state_.watching = false;
    last_table_.clear();
    last_dialog_.clear();
    return tell({"left-table", text(language, Key::left_table), {}});
  }
  if (as<ask::MatchCancel>(request) != nullptr) {
    state_.search.reset();
    return tell({"search-cancelled", text(language, Key::search_cancelled), {}});
  }
}

void Client::on_room(const Pending& pending, const proto::result::Room& room) {
  state_.room = room.room.id;
  state_.tables = room.tables;
  if (pending.why != Why::command) return;
  tell(tell_entered(settings_.language, room.room));
  for (const proto::TableView& table : room.tables) tell(tell_table(settings_.language, table));
}

void Client::on_table(const Pending& pending, const proto::result::Table& answer, Millis now_ms) {
  const Language language = settings_.language;
  const proto::TableView& table = answer.table;
  const std::string id = std::to_string(table.id);
  state_.watching = as<ask::TableWatch>(pending.request) != nullptr ||
                    (state_.watching && as<ask::TableReady>(pending.request) == nullptr);
  const bool sat_down = as<ask::TableCreate>(pending.request) != nullptr ||
                        as<ask::TableSit>(pending.request) != nullptr;
  if (sat_down) {
    state_.watching = false;
    state_.table = table;
    state_.room = table.room;
    const std::string seat = std::to_string(state_.seat().value_or(0));
    tell({"seated table=" + id + " seat=" + seat +
              " code=" + (table.code.empty() ? "-" : table.code),
          table.code.empty() ? text(language, Key::seated, {id, seat})
                             : text(language, Key::table_code, {id, table.code}),
          {}});
  } else if (as<ask::TableWatch>(pending.request) != nullptr) {
    tell({"watching table=" + id, text(language, Key::watching, {id}), {}});
  }
  on_table_view(table, true);
  if (answer.game) adopt(*answer.game, now_ms);
}

void Client::on_sync(const Pending& pending, const proto::result::Sync& sync, Millis now_ms) {
  syncing_ = false;
  hold_prompt_ = false;
  if (!state_.game) return;
  const proto::Id id = state_.game->id();
  for (const proto::GameEventView& event : sync.events) apply(id, event, now_ms);
  const auto newer = [&](const proto::GameSnapshot& snapshot) {
    return snapshot.game == id && snapshot.version >= state_.game->state().version;
  };
  const bool leap = sync.snapshot && newer(*sync.snapshot) &&
                    sync.snapshot->version > state_.game->state().version;
  if (sync.snapshot && newer(*sync.snapshot)) state_.game.emplace(*sync.snapshot, now_ms);
  const bool rejoined = rejoined_.has_value();
  // The snapshot of the sign-in has the clocks of now, the events those of then.
  if (rejoined_ && newer(*rejoined_)) state_.game.emplace(*rejoined_, now_ms);
  rejoined_.reset();
  if (rejoined || leap || pending.why == Why::command) {
    last_prompt_.clear();
    tell(tell_resumed(settings_.language, *state_.game, state_.me()));
    tell(tell_clocks(settings_.language, *state_.game, now_ms));
    if (auto notice = tell_standstill(settings_.language, *state_.game)) tell(std::move(*notice));
  }
}

// The game ended while one was away: its record says how.
void Client::on_finished_record(const proto::result::Record& record) {
  if (!state_.game || state_.settled) return;
  proto::notify::GameOver over;
  over.game = record.game.game;
  over.result = record.game.result;
  over.counted = record.game.score_changes[0] != 0 || record.game.score_changes[1] != 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const proto::UserView& user = record.game.players[i];
    proto::notify::Settlement settlement;
    settlement.user = user.id;
    settlement.change = record.game.score_changes[i];
    settlement.score = user.score;
    settlement.rank = user.rank;
    over.settlements.push_back(settlement);
  }
  on_game_over(over);
}

}  // namespace tianyuan::console
