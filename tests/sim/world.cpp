#include "tests/sim/world.h"

#include <algorithm>
#include <utility>

#include "proto/codec.h"
#include "tests/sim/rooms.h"

namespace tianyuan::sim {

namespace request = proto::request;

World::World(const Options& options)
    : options_(options),
      random_(options.seed),
      storage_(options.plant),
      rooms_(rooms_of_all_rules()) {
  // Some of them, so that the players of a seed meet; all of them over the seeds.
  constexpr std::size_t kRoomsInUse = 7;
  std::vector<Id> rooms;
  while (rooms.size() < kRoomsInUse) rooms.push_back(random_.pick(rooms_).id);
  for (int i = 0; i < options.players; ++i) {
    clients_.push_back(std::make_unique<Client>(i + 1, random_.next(), rooms));
    current_.push_back(0);
  }
  start_core(true, 0);
}

Report World::run() {
  while (report_.games < options_.games && report_.violations.empty()) {
    if (options_.most_steps != 0 && report_.steps >= options_.most_steps) break;
    step();
  }
  if (report_.violations.empty()) heal_and_finish();
  report_.history.assign(recent_.begin(), recent_.end());
  return std::move(report_);
}

// ---------------------------------------------------------------- one step

void World::step() {
  report_.steps += 1;
  const Faults& faults = options_.faults;
  if (random_.chance(faults.jump)) {
    now_ += random_.between(1'000, 40'000);
    pass_time();
  }
  if (!connections_.empty() && random_.chance(faults.cut)) {
    auto at = connections_.begin();
    std::advance(at, random_.below(static_cast<std::int64_t>(connections_.size())));
    cut(at->first);
  }
  if (faults.crash > 0 && random_.below(3000) < faults.crash) crash();
  if (random_.chance(faults.reload_rooms)) reload_rooms();
  const auto client = static_cast<std::size_t>(random_.below(options_.players));
  switch (random_.below(8)) {
    case 0:
    case 1:
      client_acts(client, false);
      break;
    case 2:
    case 3:
      if (current_[client] != 0) deliver_to_server(current_[client]);
      break;
    case 4:
    case 5:
      if (current_[client] != 0) deliver_to_client(current_[client]);
      break;
    case 6:
      if (!random_.chance(faults.slow_storage))
        commit(static_cast<std::size_t>(random_.between(1, 20)));
      break;
    default:
      pass_time();
  }
  // Connections that nobody uses any more: their end reaches the server some time.
  if (random_.chance(100)) {
    for (auto& [session, connection] : connections_) {
      if (connection.open) continue;
      notice_end(session);
      break;
    }
  }
}

void World::client_acts(std::size_t index, bool calm) {
  Client& client = *clients_[index];
  if (current_[index] == 0) {
    if (calm || random_.chance(150)) connect(index);
    return;
  }
  if (!calm && random_.chance(options_.faults.second_tab)) {
    log("player " + std::to_string(client.user()) + " opens a second tab");
    connect(index);  // the first stays open; the server will close it
    return;
  }
  Connection& connection = connections_.at(current_[index]);
  for (std::string& frame : client.act(calm)) connection.to_server.push_back(std::move(frame));
  if (!calm && random_.chance(options_.faults.garbage)) spoil(connection);
}

// A frame cut short, with one byte changed, as a broken client would send it.
void World::spoil(Connection& connection) {
  if (connection.to_server.empty() || connection.to_server.back().empty()) return;
  std::string broken = connection.to_server.back();
  const auto length = static_cast<std::int64_t>(broken.size());
  broken[static_cast<std::size_t>(random_.below(length))] = static_cast<char>(random_.below(256));
  broken.resize(static_cast<std::size_t>(random_.below(length + 1)));
  connection.to_server.push_back(std::move(broken));
  clients_[connection.client]->garbled();
}

void World::connect(std::size_t index) {
  const core::SessionId session = ++last_session_;
  Client& client = *clients_[index];
  client.connected();
  connections_[session].client = index;
  connections_[session].to_server.push_back(client.login());
  current_[index] = session;
  log("player " + std::to_string(client.user()) + " connects as " + std::to_string(session));
}

// The client's end is gone at once; the server may learn of it much later. What was on its way may
// or may not arrive.
void World::cut(core::SessionId session) {
  Connection& connection = connections_.at(session);
  if (!connection.open) return;
  report_.cuts += 1;
  connection.open = false;
  log("connection " + std::to_string(session) + " breaks");
  const auto lost = random_.below(static_cast<std::int64_t>(connection.to_server.size()) + 1);
  for (std::int64_t i = 0; i < lost; ++i) connection.to_server.pop_back();
  connection.to_client.clear();
  if (current_[connection.client] == session) {
    current_[connection.client] = 0;
    clients_[connection.client]->disconnected();
  }
}

void World::notice_end(core::SessionId session) {
  Connection& connection = connections_.at(session);
  if (connection.server_open && !connection.to_server.empty()) {
    deliver_to_server(session);
    return;
  }
  const Id user = clients_[connection.client]->user();
  const bool bound = connection.server_open;
  connections_.erase(session);
  if (!bound) return;
  log("the server notices the end of " + std::to_string(session));
  submit(core::command::SessionClosed{session}, now_);
  // Whether that was the player's live session is the core's business; here the same rule is kept
  // by hand: the newest that signed in.
  if (presence_[user].present && live_session_[user] == session) note_presence(user, false, false);
}

void World::pass_time() {
  const Millis delta = random_.between(1, 400);
  const auto due = core_->next_deadline();
  const bool on_time = due && *due >= now_ && *due <= now_ + delta && random_.chance(600);
  now_ = on_time ? *due : now_ + delta;
  const bool late = random_.chance(150);                       // the timer sleeps
  if ((due && *due <= now_ && !late) || random_.chance(30)) {  // early ticks too
    submit(core::command::Tick{}, now_);
    last_tick_ = now_;
    if (random_.chance(100)) submit(core::command::Tick{}, now_);
  }
}

void World::reload_rooms() {
  storage_.points.run_publish = random_.between(0, 30);
  for (core::RoomConfig& room : rooms_) room.points = storage_.points;
  core::RoomConfig& room =
      rooms_[static_cast<std::size_t>(random_.below(static_cast<std::int64_t>(rooms_.size())))];
  room.open = random_.chance(900);
  submit(core::command::RoomsLoaded{rooms_}, now_);
}

// ---------------------------------------------------------------- the server's shell, in small

void World::deliver_to_server(core::SessionId session) {
  Connection& connection = connections_.at(session);
  if (!connection.server_open || connection.to_server.empty()) return;
  const std::string frame = std::move(connection.to_server.front());
  connection.to_server.pop_front();
  mix(frame);
  on_frame(session, frame);
}

void World::on_frame(core::SessionId session, const std::string& frame) {
  const auto message = proto::decode_client(frame);
  if (!message) {
    if (message.error().id)
      send(session, proto::encode(proto::Response{*message.error().id, message.error().error}));
    else
      send(session, proto::encode(proto::ErrorWithoutId{message.error().error}));
    return;
  }
  report_.requests += 1;
  const Id user = clients_[connections_.at(session).client]->user();
  if (std::holds_alternative<request::Login>(message->request)) {
    submit(core::command::SignedIn{session, message->id, "token", storage_.profile(user)}, now_);
    live_session_[user] = session;
    note_presence(user, true, false);
    return;
  }
  const Millis received = std::max(last_tick_, now_ - random_.below(50));
  submit(core::command::ClientRequest{session, message->id, message->request}, received);
}

void World::submit(core::Command command, Millis received_at_ms) {
  core::Input input;
  input.at_ms = now_;
  input.received_at_ms = received_at_ms;
  for (std::uint64_t& word : input.random) word = random_.next();
  input.command = std::move(command);
  take(core_->submit(input));
  check_core();
}

void World::take(core::Output output) {
  Storage::Waiting waiting;
  for (const core::Durable& event : output.durable) {
    if (const auto* opened = std::get_if<core::GameOpened>(&event))
      players_[opened->game] = {opened->players[0].user, opened->players[1].user};
    const auto* happened = std::get_if<core::GameHappened>(&event);
    if (happened == nullptr) continue;
    const Game* game = core_->find_game(happened->game);
    if (game == nullptr) {
      violation("the core does not know a game whose event it gave");
      return;
    }
    waiting.games.insert_or_assign(happened->game, *game);
    if (!std::holds_alternative<event::GameEnded>(happened->event.body)) continue;
    const core::ClosedGame closed = core_->closed_game(happened->game);
    check_escape(closed);
    waiting.ended.emplace(happened->game, closed);
    log("game " + std::to_string(happened->game) +
        " ends: " + std::string(to_string(closed.result.outcome)) + ", " +
        std::string(to_string(closed.result.reason)));
  }
  if (options_.plant == Plant::ack_before_commit) {
    for (const core::Effect& effect : output.effects) release(effect);
    output.effects.clear();
  }
  waiting.output = std::move(output);
  storage_.add(std::move(waiting));
}

void World::commit(std::size_t count) {
  if (!storage_.idle()) {
    report_.commits += 1;
    Storage::Committed committed = storage_.commit(count, now_);
    for (const core::GameSettled& settled : committed.settled) {
      check_settled(settled);
      to_settle_.push_back(settled);
    }
    // Death between the commit and the answers: stored, and nobody was told.
    if (options_.faults.crash > 0 && random_.below(6000) < options_.faults.crash) {
      crash();
      return;
    }
    for (const core::Effect& effect : committed.effects) release(effect);
    for (const std::string& what : storage_.take_violations()) violation(what);
    if (storage_.idle() && to_settle_.empty() && random_.chance(20)) check_replay();
  }
  while (!to_settle_.empty() && random_.chance(700)) {
    const core::GameSettled settled = to_settle_.front();
    to_settle_.pop_front();
    submit(core::command::Settled{settled}, now_);
  }
}

void World::release(const core::Effect& effect) {
  if (const auto* answer = std::get_if<core::effect::Answer>(&effect)) {
    send(answer->session, proto::encode(answer->response));
  } else if (const auto* tell = std::get_if<core::effect::Tell>(&effect)) {
    const std::string frame = proto::encode(*tell->notification);
    bool skip = options_.plant == Plant::event_skipped && random_.chance(5);
    for (const core::SessionId session : tell->sessions) {
      if (!std::exchange(skip, false)) send(session, frame);
    }
  } else if (const auto* close = std::get_if<core::effect::Close>(&effect)) {
    const auto found = connections_.find(close->session);
    if (found == connections_.end()) return;
    Connection& connection = found->second;
    connection.open = false;
    if (current_[connection.client] == close->session) {
      current_[connection.client] = 0;
      clients_[connection.client]->disconnected();
    }
  }
}

void World::send(core::SessionId session, const std::string& frame) {
  const auto found = connections_.find(session);
  if (found == connections_.end() || !found->second.open) return;
  found->second.to_client.push_back(frame);
}

void World::deliver_to_client(core::SessionId session) {
  Connection& connection = connections_.at(session);
  Client& client = *clients_[connection.client];
  const bool is_current = current_[connection.client] == session;
  for (int i = 0; i < 4 && !connection.to_client.empty(); ++i) {
    const std::string frame = std::move(connection.to_client.front());
    connection.to_client.pop_front();
    mix(frame);
    if (!is_current) continue;
    for (const auto& [game, event] : client.receive(frame)) {
      const std::string differs = storage_.differs(game, event);
      if (!differs.empty()) violation(differs);
      ShownClocks& shown = shown_[game];
      if (event.version >= shown.version)
        shown = {event.version, {event.clocks.first.left_ms, event.clocks.second.left_ms}};
    }
    for (const std::string& what : client.take_violations()) violation(what);
  }
}

// ---------------------------------------------------------------- crash and restart

void World::crash() {
  report_.crashes += 1;
  const Millis down_ms =
      random_.chance(100) ? random_.between(180'000, 400'000) : random_.between(200, 30'000);
  log("the server dies, " + std::to_string(storage_.waiting()) + " outputs with it; down for " +
      std::to_string(down_ms) + " ms");
  storage_.crash();
  to_settle_.clear();  // settled games are in the database; the core starts without them
  for (auto& [session, connection] : connections_) {
    if (current_[connection.client] != session) continue;
    current_[connection.client] = 0;
    clients_[connection.client]->disconnected();
  }
  connections_.clear();
  now_ += down_ms;
  start_core(false, down_ms);
}

void World::start_core(bool first_time, Millis down_ms) {
  core_ = std::make_unique<core::Core>();
  const bool rooms_first = random_.chance(500);
  if (rooms_first) submit(core::command::RoomsLoaded{rooms_}, now_);
  if (!first_time) {
    replay_into(*core_);
    for (const std::string& what : storage_.take_violations()) violation(what);
    check_restored(*core_);
  }
  last_down_ms_ = down_ms;
  for (auto& [user, presence] : presence_) {
    note_presence(user, false, true);
    presence.seen_since_restart = false;
  }
  take(core_->resume(now_, down_ms, storage_.next_game()));
  check_core();
  if (!rooms_first) submit(core::command::RoomsLoaded{rooms_}, now_);
  check_clocks_after_restart();
}

// ---------------------------------------------------------------- the end

// All faults heal; every game must come to its end and every settlement to its players.
void World::heal_and_finish() {
  log("all faults heal");
  options_.faults = Faults::none();
  constexpr int kPatience = 400'000;  // steps; a full board takes some thousands
  for (int i = 0; i < kPatience && report_.violations.empty(); ++i) {
    if (core_->running_games().empty() && storage_.idle() && to_settle_.empty()) break;
    report_.steps += 1;
    const auto client = static_cast<std::size_t>(i % options_.players);
    client_acts(client, true);
    if (current_[client] != 0) deliver_to_server(current_[client]);
    commit(storage_.waiting());
    if (current_[client] != 0) deliver_to_client(current_[client]);
    if (client == 0) pass_time();
  }
  for (const Id game : core_->running_games())
    violation("game " + std::to_string(game) + " does not end");
  final_checks();
}

void World::log(std::string line) {
  constexpr std::size_t kKept = 400;
  mix(line);
  recent_.push_back(std::to_string(report_.steps) + " @" + std::to_string(now_ % 100'000'000) +
                    " " + std::move(line));
  if (recent_.size() > kKept) recent_.pop_front();
}

void World::violation(const std::string& what) {
  log("VIOLATION " + what);
  if (report_.violations.size() < 20) report_.violations.push_back(what);
}

void World::mix(std::string_view bytes) {
  if (report_.trace_hash == 0) report_.trace_hash = 0xCBF29CE484222325u;
  for (const char c : bytes)
    report_.trace_hash = (report_.trace_hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
}

Report simulate(const Options& options) {
  return World(options).run();
}

}  // namespace tianyuan::sim
