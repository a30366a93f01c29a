#include "tests/sim/client.h"

#include <sodium.h>

#include <algorithm>
#include <cstdlib>

namespace tianyuan::sim {
namespace {

namespace request = proto::request;
namespace result = proto::result;
namespace notify = proto::notify;

constexpr const char* kSalt = "simulated-salt";

std::string sha256_hex(const std::string& text) {
  unsigned char digest[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(digest, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  char hex[2 * crypto_hash_sha256_BYTES + 1];
  sodium_bin2hex(hex, sizeof hex, digest, sizeof digest);
  return hex;
}

Character character_of(Random& random) {
  Character character;
  switch (random.below(6)) {
    case 0:
      return {0, 0, 0, 5, 5, 20};  // honest
    case 1:
      character.illegal = 300;
      break;
    case 2:
      character.duplicate = 300;
      break;
    case 3:
      character.quit = 25;
      break;
    case 4:
      character.sleep = 800;
      break;
    default:
      character.chat = 200;
      character.offer = 120;
  }
  return character;
}

bool within(const proto::AskView& ask, Point point) {
  const int distance = std::max(std::abs(point.column() - 7), std::abs(point.row() - 7));
  return (distance <= ask.half_width) != ask.outside;
}

}  // namespace

Client::Client(Id user, std::uint64_t seed, std::vector<Id> rooms)
    : user_(user), random_(seed), character_(character_of(random_)), rooms_(std::move(rooms)) {}

void Client::violation(std::string what) {
  violations_.push_back("player " + std::to_string(user_) + ": " + std::move(what));
}

void Client::connected() {
  disconnected();
}

void Client::disconnected() {
  signed_in_ = false;
  garbled_ = false;
  pending_.clear();
  games_.clear();  // the session's snapshot tells anew
  table_.reset();
  search_.reset();
}

std::string_view Client::method_of(const proto::RequestId& id) const {
  const auto* number = std::get_if<std::int64_t>(&id);
  if (number == nullptr) return {};
  const auto found = pending_.find(*number);
  return found == pending_.end() ? std::string_view{} : std::string_view(found->second);
}

std::string Client::frame(proto::Request asked) {
  const std::int64_t id = ++last_request_;
  pending_[id] = proto::method_of(asked);
  return proto::encode_client({id, std::move(asked)});
}

std::string Client::login() {
  return frame(request::Login{"player" + std::to_string(user_), "password"});
}

// ---------------------------------------------------------------- what he does

std::vector<std::string> Client::act(bool calm) {
  std::vector<std::string> frames;
  if (!signed_in_) return frames;
  if (!calm && random_.chance(character_.sleep)) return frames;
  if (pending_.size() > 4) return frames;  // he waits for answers
  for (const proto::Request& asked : decide(calm)) {
    frames.push_back(frame(asked));
    if (!calm && random_.chance(character_.duplicate)) frames.push_back(frame(asked));
  }
  return frames;
}

Client::Requests Client::decide(bool calm) {
  for (auto& [id, known] : games_) {
    if (known.me && !known.over) return play(id, known, calm);
  }
  if (search_) {
    if (calm || random_.chance(30)) return {request::MatchCancel{*search_}};
    return {};
  }
  if (table_) return at_table(calm);
  return calm ? Requests{} : in_hall();
}

Client::Requests Client::play(Id game, KnownGame& known, bool calm) {
  if (!calm) {
    if (random_.chance(character_.illegal)) return misbehave(game, known);
    if (random_.chance(character_.chat)) return {request::ChatSay{"hm", "table"}};
    if (random_.chance(5)) return {request::Sync{game, known.version - random_.below(70)}};
    if (random_.chance(character_.quit)) {
      if (random_.chance(500)) return {request::Resign{game}};
      return {request::TableLeave{true}};
    }
    if (random_.chance(character_.offer)) return offers(game, known);
  }
  if ((known.draw_offer || known.undo_request) && !known.offer_is_mine && random_.chance(300)) {
    if (known.draw_offer)
      return {request::AnswerDraw{game, *known.draw_offer, random_.chance(300)}};
    return {request::AnswerUndo{game, *known.undo_request, random_.chance(600)}};
  }
  if (known.ask && known.ask->player == *known.me) return answer_ask(game, known);
  return {};
}

Client::Requests Client::offers(Id game, const KnownGame& known) {
  if (random_.chance(500)) return {request::OfferDraw{game, known.turn}};
  return {request::RequestUndo{game, known.turn}};
}

Client::Requests Client::answer_ask(Id game, const KnownGame& known) {
  const proto::AskView& ask = *known.ask;
  const int turn = known.turn;
  const auto asked = [&](const char* act) {
    return std::find(ask.acts.begin(), ask.acts.end(), act) != ask.acts.end();
  };
  if (asked("swap")) return {request::Swap{game, turn, random_.chance(500)}};
  if (asked("branch") && !ask.options.empty())
    return {request::Choose{game, turn, random_.pick(ask.options)}};
  if (asked("declare_fifths"))
    return {request::DeclareFifths{
        game, turn, static_cast<int>(random_.between(ask.count_min, ask.count_max))}};
  if (asked("offer_fifths")) {
    std::vector<Point> points;
    while (static_cast<int>(points.size()) < ask.count_min) {
      const Point point = point_for(known, Colour::black);
      if (std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
    }
    return {request::OfferFifths{game, turn, points}};
  }
  if (asked("choose_fifth") && !ask.fifths.empty())
    return {request::ChooseFifth{game, turn, random_.pick(ask.fifths)}};
  if (asked("pass") && (must_pass_ || refused_in_row_ > 30 || random_.chance(5))) {
    must_pass_ = false;
    return {request::Pass{game, turn}};
  }
  if (!asked("place")) return {request::Sync{game, std::nullopt}};
  if (random_.chance(10) && asked("place")) return {request::ClaimForbidden{game, turn}};
  return {request::Place{game, turn, point_for(known, ask.colour)}};
}

// A free point that the ask allows, more often than not one that makes a long row.
Point Client::point_for(const KnownGame& known, Colour colour) {
  const auto free = [&](Point point) {
    return known.board.empty(point) && (!known.ask || within(*known.ask, point));
  };
  if (known.board.empty(kTengen) && known.ask && known.ask->half_width == 0) return kTengen;
  Point best = any_point();
  for (int i = 0; i < 400 && !free(best); ++i) best = any_point();
  if (known.board.stones() == 0 && random_.chance(700)) return kTengen;
  if (known.board.stones() < 6 || !free(best) || random_.chance(250)) return best;
  int longest = 0;
  for (int i = 0; i < 40; ++i) {
    const Point point = any_point();
    if (!free(point)) continue;
    Board tried = known.board;
    tried.place(point, colour);
    const int row = longest_row(tried, point);
    if (row > longest) {
      longest = row;
      best = point;
    }
  }
  return best;
}

Client::Requests Client::misbehave(Id game, const KnownGame& known) {
  switch (random_.below(10)) {
    case 0:
      return {request::Place{game, known.turn, any_point()}};
    case 1:
      return {request::Place{game, known.turn - 1, any_point()}};
    case 2:
      return {request::Place{game + random_.between(-2, 2), known.turn, any_point()}};
    case 3:
      return {request::Pass{game, known.turn}, request::Pass{game, known.turn + 1}};
    case 4:
      return {request::Swap{game, known.turn, true}};
    case 5:
      return {request::MatchStart{random_.between(0, 30)}};
    case 6:
      return {request::TableSit{random_.between(0, 40), {}, {}}, request::TableLeave{false}};
    case 7:
      return {request::AnswerDraw{game, static_cast<int>(random_.below(5)), true}};
    case 8:
      return {request::OfferFifths{game, known.turn, {any_point(), any_point()}}};
    default:
      return {request::ClaimForbidden{game, known.turn}, request::TableReady{true}};
  }
}

Client::Requests Client::at_table(bool calm) {
  if (calm || random_.chance(40)) return {request::TableLeave{false}};
  if (random_.chance(character_.chat)) return {request::ChatSay{"hello", "table"}};
  if (table_->state == "waiting" || table_->state == "confirming") {
    if (table_->games_played > 0) return {request::TableReady{true}};
    if (random_.chance(100)) return {request::TableConfirm{random_.below(200'000), 0, 0}};
    return {request::TableConfirm{}};
  }
  if (table_->state == "ready_check") {
    if (random_.chance(100)) return {request::TableReady{false}};
    return {request::TableReady{true}};
  }
  if (table_->choosing == "commit") {
    guess_ = static_cast<int>(random_.between(1, 20));
    return {request::GuessCommit{sha256_hex(std::to_string(guess_) + ":" + kSalt)}};
  }
  if (table_->choosing == "open")
    return {request::GuessOpen{random_.chance(50) ? 21 - guess_ : guess_, kSalt}};
  return {};
}

Client::Requests Client::in_hall() {
  const Id room = random_.pick(rooms_);
  switch (random_.below(12)) {
    case 0:
      return {request::Rooms{}, request::TableList{room}};
    case 1:
      return {request::EnterRoom{room}};
    case 2:
      return {request::TableCreate{room, random_.chance(100)}};
    case 3:
    case 4:
    case 5:
      if (tables_seen_.empty()) return {request::TableList{room}};
      return {request::TableSit{random_.pick(tables_seen_), {}, {}}};
    case 6:
      if (tables_seen_.empty()) return {request::TableList{room}};
      return {request::TableWatch{random_.pick(tables_seen_), {}}};
    case 7:
      return {request::TableLeave{false}};
    case 8:
      return {request::ChatSay{"anyone?", "room"}};
    default:
      return {request::MatchStart{room}};
  }
}

// ---------------------------------------------------------------- what he is told

Client::Shown Client::receive(const std::string& text) {
  Shown shown;
  const auto message = proto::decode_server(text, *this);
  if (!message) {
    if (garbled_) return shown;
    violation("cannot read what the server sent: " + message.error().message + " in " + text);
    return shown;
  }
  if (const auto* response = std::get_if<proto::Response>(&*message)) {
    if (const auto* answered = std::get_if<proto::Result>(&response->body))
      on_result(*answered, shown);
    else
      on_error(std::get<proto::Error>(response->body));
    pending_.erase(std::get<std::int64_t>(response->id));
  } else if (const auto* notification = std::get_if<proto::Notification>(&*message)) {
    on(*notification, shown);
  }
  return shown;
}

void Client::on_result(const proto::Result& answered, Shown& shown) {
  if (const auto* session = std::get_if<result::Session>(&answered)) {
    signed_in_ = true;
    games_.clear();
    table_.reset();
    search_.reset();
    if (session->table) on_table(*session->table);
    if (session->game) on_snapshot(*session->game);
  } else if (const auto* table = std::get_if<result::Table>(&answered)) {
    on_table(table->table);
    if (table->game) on_snapshot(*table->game);
  } else if (const auto* match = std::get_if<result::Match>(&answered)) {
    search_ = match->search;
  } else if (const auto* game = std::get_if<result::Game>(&answered)) {
    refused_in_row_ = 0;
    for (const auto& event : game->events) on_event(game->game, event, shown, true);
  } else if (const auto* sync = std::get_if<result::Sync>(&answered)) {
    if (sync->snapshot) on_snapshot(*sync->snapshot);
  } else if (const auto* tables = std::get_if<result::Tables>(&answered)) {
    tables_seen_.clear();
    for (const auto& listed : tables->tables) tables_seen_.push_back(listed.id);
  } else if (std::holds_alternative<result::Ok>(answered)) {
    // A table left or a search cancelled; what follows will tell.
    search_.reset();
    if (table_ && table_->state != "choosing_colours") table_.reset();
  }
}

void Client::on_error(const proto::Error& error) {
  refusals_ += 1;
  refused_in_row_ += 1;
  must_pass_ = error.code == proto::ErrorCode::must_pass;
  if (error.code == proto::ErrorCode::not_searching) search_.reset();
  if (error.code == proto::ErrorCode::not_seated) table_.reset();
  if (error.code == proto::ErrorCode::unknown_table) tables_seen_.clear();
  if (error.code == proto::ErrorCode::internal_error)
    violation("an internal error: " + error.message);
}

void Client::on(const proto::Notification& told, Shown& shown) {
  if (const auto* event = std::get_if<notify::GameEvent>(&told)) {
    on_event(event->game, event->event, shown, false);
  } else if (const auto* found = std::get_if<notify::MatchFound>(&told)) {
    search_.reset();
    on_table(found->table);
    on_snapshot(found->game);
  } else if (const auto* started = std::get_if<notify::GameStarted>(&told)) {
    on_snapshot(started->game);
  } else if (const auto* state = std::get_if<notify::TableState>(&told)) {
    on_table(state->table);
  } else if (const auto* over = std::get_if<notify::GameOver>(&told)) {
    for (const auto& line : over->settlements) {
      if (line.user == user_ && over->counted) scores_[over->game] = line.change;
    }
    games_.erase(over->game);
  }
}

void Client::on_table(const proto::TableView& table) {
  const auto mine = [&](const proto::SeatView& seat) {
    return seat.user && seat.user->id == user_;
  };
  if (mine(table.seats[0]) && mine(table.seats[1])) violation("he sits on both seats");
  if (mine(table.seats[0]) || mine(table.seats[1]))
    table_ = table;
  else if (table_ && table_->id == table.id)
    table_.reset();
}

void Client::on_snapshot(const proto::GameSnapshot& snapshot) {
  std::int64_t& seen = seen_[snapshot.game];
  if (snapshot.version < seen)
    violation("game " + std::to_string(snapshot.game) + " went back from version " +
              std::to_string(seen) + " to " + std::to_string(snapshot.version));
  seen = std::max(seen, snapshot.version);
  const auto before = games_.find(snapshot.game);
  KnownGame known;
  known.table = snapshot.table;
  known.version = snapshot.version;
  known.turn = snapshot.turn;
  known.black = snapshot.black;
  for (const Player player : {Player::first, Player::second}) {
    if (snapshot.players[index(player)].id == user_) known.me = player;
  }
  for (const proto::MoveView& move : snapshot.moves) {
    const auto point = parse_point(move.move);
    if (!point) continue;
    known.board.place(*point, move.colour);
    known.stones.push_back(*point);
  }
  known.ask = snapshot.ask;
  known.draw_offer = snapshot.draw_offer;
  known.undo_request = snapshot.undo_request;
  known.offer_is_mine =
      snapshot.draw_offered_by == known.me || snapshot.undo_requested_by == known.me;
  known.over = snapshot.result.has_value();
  // What he has put together from the events is what the whole position says.
  if (before != games_.end() && before->second.version == known.version &&
      !(before->second.board == known.board))
    violation("game " + std::to_string(snapshot.game) + ": events and snapshot differ");
  known.clocks = snapshot.clocks;
  if (known.over)
    games_.erase(snapshot.game);
  else
    games_[snapshot.game] = std::move(known);
}

void Client::on_event(Id game, const proto::GameEventView& event, Shown& shown, bool answered) {
  shown.emplace_back(game, event);
  const auto found = games_.find(game);
  if (found == games_.end()) return;  // of a table that he has left
  KnownGame& known = found->second;
  if (event.version <= known.version) {
    if (!answered) violation("game " + std::to_string(game) + ": an event is told twice");
    return;
  }
  if (event.version != known.version + 1) {
    violation("game " + std::to_string(game) + ": version " + std::to_string(event.version) +
              " follows " + std::to_string(known.version));
  }
  known.version = event.version;
  seen_[game] = std::max(seen_[game], event.version);
  known.turn = event.turn;
  known.ask = event.ask;
  known.clocks = event.clocks;
  if (event.kind == "stone" || event.kind == "fifth_chosen") {
    if (!known.board.empty(*event.point))
      violation("game " + std::to_string(game) + ": two stones on one point");
    else
      known.board.place(*event.point, *event.colour);
    known.stones.push_back(*event.point);
  } else if (event.kind == "draw_offered") {
    known.draw_offer = event.number;
    known.offer_is_mine = event.player == known.me;
  } else if (event.kind == "draw_answered") {
    known.draw_offer.reset();
  } else if (event.kind == "undo_requested") {
    known.undo_request = event.number;
    known.offer_is_mine = event.player == known.me;
  } else if (event.kind == "undo_answered") {
    known.undo_request.reset();
    for (int i = event.removed.value_or(0); i > 0 && !known.stones.empty(); --i) {
      known.board.remove(known.stones.back());
      known.stones.pop_back();
    }
  } else if (event.kind == "ended") {
    known.over = true;
  }
}

}  // namespace tianyuan::sim
