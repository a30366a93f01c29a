#include <utility>

#include "client/console/client.h"
#include "client/console/game_notices.h"
#include "client/console/hall_notices.h"
#include "client/console/overloaded.h"
#include "client/console/ruling_notices.h"
#include "client/console/text.h"
#include "client/console/width.h"

namespace tianyuan::console {
void Client::on_notification(const proto::Notification& notification, Millis now_ms) {
  const Language language = settings_.language;
  std::visit(
      Overloaded{
          [&](const proto::notify::MatchEnded& ended) {
            if (state_.search != ended.search) return;
            state_.search.reset();
            tell({"search-ended reason=" + word(ended.reason),
                  text(language, Key::search_ended, {error_text(language, ended.reason)}),
                  {}});
          },
          [&](const proto::notify::MatchWaiting& waiting) {
            tell({"waiting search=" + std::to_string(waiting.search) +
                      " waited_ms=" + std::to_string(waiting.waited_ms) +
                      " players=" + std::to_string(waiting.players),
                  text(language, Key::waiting,
                       {std::to_string(waiting.waited_ms / 1000), std::to_string(waiting.players)}),
                  {}});
          },
          [&](const proto::notify::MatchFound& found) {
            state_.search.reset();
            last_found_ = found.search;
            state_.watching = false;
            state_.room = found.table.room;
            state_.table = found.table;
            const GameModel game(found.game, now_ms);
            tell(tell_match(language, game,
                            state_.user ? game.player_of(state_.user->id) : std::nullopt));
            on_table_view(found.table, false);
            adopt(found.game, now_ms);
          },
          [&](const proto::notify::TableState& state) { on_table_view(state.table, true); },
          [&](const proto::notify::GameStarted& started) { adopt(started.game, now_ms); },
          [&](const proto::notify::GameEvent& event) { apply(event.game, event.event, now_ms); },
          [&](const proto::notify::GameOver& over) { on_game_over(over); },
          [&](const proto::notify::PlayerConnection& connection) {
            if (!state_.game || state_.game->id() != connection.game) return;
            const bool was = state_.game->state().connected[index(connection.player)];
            state_.game->set_connection(connection.player, connection.connected,
                                        connection.grace_left_ms, now_ms);
            if (was == connection.connected) return;
            tell(tell_connection(language, *state_.game, connection.player, connection.connected,
                                 connection.grace_left_ms));
          },
          [&](const proto::notify::Guess& guess) { on_guess(guess); },
          [&](const proto::notify::ChatMessage& message) {
            state_.hear(message);
            tell(tell_chat(message));
          },
          [&](const proto::notify::RoomUpdate& update) {
            for (proto::RoomView& room : state_.rooms) {
              if (room.id == update.room.id) room = update.room;
            }
          },
          [&](const proto::notify::SessionReplaced&) {
            if (!stopped_) tell({"replaced", text(language, Key::replaced), {}});
            stopped_ = true;
          },
          [&](const proto::notify::ServerDraining& draining) {
            tell({"draining", text(language, Key::draining, {printable(draining.message)}), {}});
          },
          [&](const proto::notify::Announcement& announcement) {
            tell({"announcement",
                  text(language, Key::announcement, {printable(announcement.text)}),
                  {}});
          }},
      notification);
}

void Client::on_table_view(const proto::TableView& table, bool tell_it) {
  for (proto::TableView& listed : state_.tables) {
    if (listed.id == table.id) listed = table;
  }
  // News of other tables of the room are only for the list.
  const bool mine = state_.table && state_.table->id == table.id;
  if (!mine && !state_.watching && state_.table) return;
  state_.table = table;
  const auto seat = state_.seat();
  if (!seat && !state_.watching) {
    state_.table.reset();
    return;
  }
  if (table.state != "choosing_colours") {
    hand_.reset();
    hand_opened_ = false;
    hand_told_false_ = {};
  }
  const Notice notice = tell_table(settings_.language, table);
  if (tell_it && notice.words != last_table_) tell(notice);
  last_table_ = notice.words;
  if (!seat) return;

  std::string dialog;
  for (Notice& each : tell_table_dialog(settings_.language, table, *seat)) {
    dialog += each.words;
    if (dialog != last_dialog_) tell(std::move(each));
  }
  const bool toss = table.choosing == "toss" || table.choosing == "toss_passed";
  if (table.state == "choosing_colours" && toss && table.toss_winner == seat) {
    const bool passed = table.choosing == "toss_passed";
    dialog = passed ? "toss-wanted passed=yes" : "toss-wanted passed=no";
    const Key key = passed ? Key::toss_passed : Key::toss_wanted;
    if (dialog != last_dialog_) tell({dialog, text(settings_.language, key), {}});
  }
  const bool hand_wanted =
      table.state == "choosing_colours" && table.choosing == "commit" && !hand_;
  if (hand_wanted && settings_.guess_automatically) {
    commit_hand(draw_hand(chance_));
  } else if (hand_wanted) {
    dialog = "guess-wanted";
    if (dialog != last_dialog_) tell({dialog, text(settings_.language, Key::guess_wanted), {}});
  }
  if (table.choosing == "open") open_hand();
  last_dialog_ = dialog;
}

void Client::commit_hand(const Hand& hand) {
  hand_ = hand;
  hand_opened_ = false;
  send(proto::request::GuessCommit{hash_of(hand)}, Why::hand);
}

void Client::open_hand() {
  if (!hand_ || hand_opened_) return;
  hand_opened_ = true;
  send(proto::request::GuessOpen{hand_->number, hand_->salt}, Why::hand);
}

void Client::on_guess(const proto::notify::Guess& guess) {
  if (!state_.table || guess.table != state_.table->id) return;
  const Language language = settings_.language;
  if (!guess.hashes[0].empty() && !guess.hashes[1].empty()) open_hand();
  const auto shown = [&](std::size_t i) {
    return guess.numbers[i] ? std::to_string(*guess.numbers[i]) : std::string("-");
  };
  for (std::size_t i = 0; i < 2; ++i) {
    if (!guess.numbers[i] || guess.drawn_by_server[i] || hand_told_false_[i]) continue;
    if (hash_of({*guess.numbers[i], guess.salts[i]}) == guess.hashes[i]) continue;
    hand_told_false_[i] = true;
    const std::string seat = std::to_string(i);
    tell({"guess-false seat=" + seat, text(language, Key::guess_false, {seat}), {}});
  }
  if (!guess.black_seat) return;
  std::string drawn;
  for (std::size_t i = 0; i < 2; ++i) {
    if (guess.drawn_by_server[i]) drawn += (drawn.empty() ? "" : ",") + std::to_string(i);
  }
  const std::string black = std::to_string(*guess.black_seat);
  std::string said = text(language, Key::guess_open, {shown(0), shown(1), black});
  if (!drawn.empty()) said += " " + text(language, Key::guess_drawn, {drawn});
  tell({"guess seat0=" + shown(0) + " seat1=" + shown(1) + " black_seat=" + black +
            " drawn_by_server=" + (drawn.empty() ? "-" : drawn),
        said,
        {}});
}

void Client::adopt(const proto::GameSnapshot& snapshot, Millis now_ms) {
  const bool known = state_.game && state_.game->id() == snapshot.game;
  if (known && state_.game->state().version >= snapshot.version) return;
  state_.game.emplace(snapshot, now_ms);
  state_.settled = false;
  if (known) return;
  last_prompt_.clear();
  last_opening_.clear();
  const auto me = state_.me();
  if (state_.game->agreed_only()) return tell(tell_agreed(settings_.language, *state_.game, me));
  if (snapshot.moves.empty()) {
    tell(tell_start(settings_.language, *state_.game, me));
  } else {
    tell(tell_resumed(settings_.language, *state_.game, me));
  }
  tell(tell_clocks(settings_.language, *state_.game, now_ms));
  if (auto notice = tell_standstill(settings_.language, *state_.game)) tell(std::move(*notice));
}

void Client::rejoin(const proto::GameSnapshot& snapshot, Millis now_ms) {
  const bool known = state_.game && state_.game->id() == snapshot.game && !state_.settled;
  if (known && snapshot.version > state_.game->state().version) {
    rejoined_ = snapshot;
    return sync(state_.game->state().version);
  }
  if (!known) last_opening_.clear();
  state_.game.emplace(snapshot, now_ms);
  state_.settled = false;
  last_prompt_.clear();
  if (state_.game->agreed_only()) {
    return tell(tell_agreed(settings_.language, *state_.game, state_.me()));
  }
  tell(tell_resumed(settings_.language, *state_.game, state_.me()));
  tell(tell_clocks(settings_.language, *state_.game, now_ms));
  if (auto notice = tell_standstill(settings_.language, *state_.game)) tell(std::move(*notice));
}

void Client::apply(proto::Id game, const proto::GameEventView& event, Millis now_ms) {
  if (!state_.game || state_.game->id() != game) return;
  const std::array<bool, 2> connected = state_.game->state().connected;
  const GameModel::Applied applied = state_.game->apply(event, now_ms);
  if (applied == GameModel::Applied::known) return;
  if (applied == GameModel::Applied::gap) return sync(state_.game->state().version);
  const bool connection = event.kind == "left" || event.kind == "returned";
  const bool told_before =
      connection && event.player && connected[index(*event.player)] == (event.kind == "returned");
  if (!told_before) {
    if (auto notice = tell_event(settings_.language, event, *state_.game)) tell(std::move(*notice));
  }
  const std::string& opening = state_.game->state().opening;
  if (!opening.empty() && opening != last_opening_) {
    tell(tell_opening(settings_.language, opening));
  }
  last_opening_ = opening;
  if (applied == GameModel::Applied::uncertain) {
    hold_prompt_ = true;
    sync(std::nullopt);
  }
}

void Client::sync(std::optional<std::int64_t> since) {
  if (syncing_ || !state_.game) return;
  syncing_ = true;
  send(proto::request::Sync{state_.game->id(), since}, Why::sync);
}

void Client::prompt() {
  if (hold_prompt_ || syncing_ || !state_.game) return;
  const auto notice = tell_ask(settings_.language, *state_.game, state_.me());
  if (!notice || notice->words == last_prompt_) return;
  last_prompt_ = notice->words;
  if (auto forbidden = tell_forbidden(settings_.language, *state_.game, state_.me())) {
    tell(std::move(*forbidden));
  }
  tell(*notice);
}

void Client::on_game_over(const proto::notify::GameOver& over) {
  if (!state_.game || state_.game->id() != over.game || state_.settled) return;
  state_.game->set_result(over.result);
  state_.settled = true;
  unanswered_.reset();
  const auto me = state_.me();
  for (const proto::notify::Settlement& settlement : over.settlements) {
    if (state_.user && settlement.user == state_.user->id) {
      state_.user->score = settlement.score;
      state_.user->rank = settlement.rank;
    }
  }
  tell(tell_game_over(settings_.language, over, me));
  for (const proto::notify::Settlement& settlement : over.settlements) {
    const auto player = state_.game->player_of(settlement.user);
    tell(tell_score(settings_.language, settlement, player ? state_.game->user(*player).name : ""));
  }
}

}  // namespace tianyuan::console
