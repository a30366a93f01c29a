#include "tests/server/core/hall.h"

#include <algorithm>
#include <utility>

#include "common/score.h"

namespace tianyuan::core::test {

Point at(const char* text) {
  const auto point = parse_point(text);
  REQUIRE(point.has_value());
  return *point;
}

std::vector<RoomConfig> rooms() {
  const auto room = [](Id id, std::string kind, std::string rule, Enforcement enforcement,
                       HallTime time) {
    RoomConfig config;
    config.id = id;
    config.name = kind + " " + std::to_string(id);
    config.kind = std::move(kind);
    config.rule = std::move(rule);
    config.enforcement = enforcement;
    config.time = time;
    config.centre_first = config.kind != "casual";
    return config;
  };
  const HallTime casual{600'000, 60'000, 20'000};
  const HallTime national{900'000, 90'000, 30'000};
  const HallTime professional{1'200'000, 120'000, 30'000};
  std::vector<RoomConfig> all{
      room(1, "casual", "freestyle", Enforcement::refuse, casual),
      room(2, "casual", "freestyle", Enforcement::refuse, casual),
      room(3, "casual", "no-forbidden", Enforcement::refuse, casual),
      room(4, "national", "renju", Enforcement::refuse, national),
      room(5, "national", "renju", Enforcement::lose, national),
      room(6, "national", "renju", Enforcement::claim, national),
      room(7, "professional", "rif", Enforcement::claim, professional),
      room(8, "casual", "freestyle", Enforcement::refuse, casual),
  };
  all[0].is_default = true;
  all[6].undos_per_player = 0;
  all[6].disconnect_clock = DisconnectClock::run;
  all[7].undos_per_player = 0;
  all[7].stake = 10;
  all[7].quick_match_only = true;
  all[7].guests_allowed = false;
  return all;
}

Hall::Hall(Limits limits, std::vector<RoomConfig> loaded) : core(limits) {
  submit(command::RoomsLoaded{std::move(loaded)});
}

Output Hall::submit(Command command) {
  return submit(std::move(command), now);
}

Output Hall::submit(Command command, Millis received_at_ms, Millis lag_credit_ms) {
  Input input;
  input.at_ms = now;
  input.received_at_ms = received_at_ms;
  input.lag_credit_ms = lag_credit_ms;
  for (std::uint64_t& word : input.random) word = random_ = random_ * 6364136223846793005u + 1;
  input.command = std::move(command);
  Output output = core.submit(input);
  take(output);
  const auto broken = core.violations();
  for (const std::string& what : broken) UNSCOPED_INFO(what);
  REQUIRE(broken.empty());
  return output;
}

void Hall::take(const Output& output) {
  std::vector<Id> ended;
  for (const Durable& event : output.durable) {
    log.push_back(event);
    const auto* happened = std::get_if<GameHappened>(&event);
    if (happened != nullptr && std::holds_alternative<event::GameEnded>(happened->event.body))
      ended.push_back(happened->game);
  }
  for (const Effect& effect : output.effects) {
    if (const auto* answer = std::get_if<effect::Answer>(&effect)) answered_ = answer->response;
    if (const auto* tell = std::get_if<effect::Tell>(&effect)) {
      for (const SessionId session : tell->sessions) inbox[session].push_back(*tell->notification);
    }
    if (const auto* close = std::get_if<effect::Close>(&effect)) {
      closed.push_back(close->session);
      close_codes[close->session] = close->code;
    }
  }
  for (const Id game : ended) settle_game(game);
  if (settle_at_once) settle();
}

void Hall::resumed(Millis down_ms) {
  take(core.resume(now, down_ms, 1));
  REQUIRE(core.violations().empty());
}

void Hall::settle_game(Id game) {
  const ClosedGame closed_game = core.closed_game(game);
  GameSettled settled;
  settled.game = game;
  settled.at_ms = now;
  settled.settlement.game = game;
  settled.settlement.counted = closed_game.result.outcome != Outcome::annulled;
  settled.settlement.coins = closed_game.opened.stake > 0;
  const auto changes = score_changes(closed_game.result, Points{});
  for (std::size_t i = 0; i < 2; ++i) {
    PlayerSettlement& player = settled.settlement.players[i];
    player.user = closed_game.opened.players[i].user;
    player.change = changes[i];
    player.score_in_kind = player.score_in_all = scores[player.user] += changes[i];
    player.coins = coins[player.user];
  }
  unsettled.push_back(settled);
}

void Hall::settle() {
  for (const GameSettled& settled : std::exchange(unsettled, {})) {
    log.push_back(settled);
    submit(command::Settled{settled});
  }
}

void Hall::wait(Millis ms) {
  const Millis until = now + ms;
  while (true) {
    const auto due = core.next_deadline();
    if (!due || *due > until) break;
    now = std::max(now, *due);
    tick();
  }
  now = until;
}

Profile Hall::profile(Id user) const {
  Profile profile;
  profile.user = user;
  profile.name = "player" + std::to_string(user);
  const auto score = scores.find(user);
  if (score != scores.end()) {
    profile.score_in_all = score->second;
    for (const char* kind : {"casual", "national", "professional"})
      profile.score_by_kind[kind] = score->second;
  }
  const auto purse = coins.find(user);
  if (purse != coins.end()) profile.coins = purse->second;
  if (const auto role = roles.find(user); role != roles.end()) profile.roles = role->second;
  return profile;
}

SessionId Hall::sign_in(Id user, bool guest) {
  const SessionId session = new_session();
  Profile who = profile(user);
  who.guest = guest;
  submit(command::SignedIn{session, std::int64_t{0}, "token", who});
  return session;
}

result::Session Hall::sign_in_again(Id user, SessionId session) {
  submit(command::SignedIn{session, std::int64_t{0}, "token", profile(user)});
  REQUIRE(answered_.has_value());
  return std::get<result::Session>(std::get<proto::Result>(answered_->body));
}

proto::Response Hall::ask(SessionId session, proto::Request asked) {
  answered_.reset();
  const std::int64_t id = ++last_request_;
  const Output output = submit(command::ClientRequest{session, id, std::move(asked)});
  REQUIRE_FALSE(output.effects.empty());
  const auto* answer = std::get_if<effect::Answer>(&output.effects.front());
  REQUIRE(answer != nullptr);  // the answer comes first
  REQUIRE(answer->session == session);
  REQUIRE(std::get<std::int64_t>(answer->response.id) == id);
  return answer->response;
}

proto::Error Hall::refused(SessionId session, proto::Request asked) {
  const proto::Response response = ask(session, std::move(asked));
  REQUIRE(std::holds_alternative<proto::Error>(response.body));
  return std::get<proto::Error>(response.body);
}

Hall::Match Hall::match(Id user_a, Id user_b, Id room) {
  const SessionId a = sign_in(user_a);
  const SessionId b = sign_in(user_b);
  get<result::Match>(a, request::MatchStart{room});
  get<result::Match>(b, request::MatchStart{room});
  const auto found = told<notify::MatchFound>(a);
  REQUIRE(found.size() == 1);
  const proto::GameSnapshot& game = found.front().game;
  const bool a_first = game.players[0].id == user_a;
  return {game.game,       game.table,         a_first ? a : b,
          a_first ? b : a, game.players[0].id, game.players[1].id};
}

proto::Response Hall::place(SessionId session, Id game, const char* point) {
  return ask(session, request::Place{game, turn(game), at(point)});
}

result::Game Hall::placed(SessionId session, Id game, const char* point) {
  return get<result::Game>(session, request::Place{game, turn(game), at(point)});
}

void Hall::play(const Match& match, const std::vector<const char*>& points) {
  bool first = true;
  for (const char* point : points) {
    placed(first ? match.first : match.second, match.game, point);
    first = !first;
  }
}

}  // namespace tianyuan::core::test
