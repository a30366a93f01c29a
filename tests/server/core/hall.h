#pragma once

// A hall for tests: the real core, time that stands still until it is moved, one inbox a session,
// and a database that settles at once (or when told). After every command the core's invariants are
// checked; a broken one fails the test.

#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/core/core.h"

namespace tianyuan::core::test {

namespace request = proto::request;
namespace result = proto::result;
namespace notify = proto::notify;

inline constexpr Millis kNoon = 1'796'000'000'000;

// Rooms as the first migration seeds them, by id.
inline constexpr Id kCasual = 1, kNoForbidden = 3, kNationalRefuse = 4, kNationalLose = 5,
                    kNationalClaim = 6, kProfessional = 7, kCoins = 8;
std::vector<RoomConfig> rooms();

class Hall {
 public:
  explicit Hall(Limits limits = {}, std::vector<RoomConfig> loaded = rooms());

  Core core;
  Millis now = kNoon;
  bool settle_at_once = true;
  std::vector<Durable> log;              // what the database holds
  std::vector<GameSettled> unsettled;    // when settle_at_once is off
  std::vector<SessionId> closed;         // sessions that the core closed, with
  std::map<SessionId, int> close_codes;  // their codes
  std::map<SessionId, std::vector<proto::Notification>> inbox;
  std::map<Id, std::int64_t> scores, coins;
  std::map<Id, std::vector<std::string>> roles;  // as the database says

  Output submit(Command command);
  Output submit(Command command, Millis received_at_ms, Millis lag_credit_ms = 0);
  void resumed(Millis down_ms);  // core.resume() after a replay, its output taken
  void settle();                 // all that waits
  void wait(Millis ms);          // ticks at every deadline on the way, as the shell does
  void tick() { submit(command::Tick{}); }

  SessionId sign_in(Id user, bool guest = false);
  result::Session sign_in_again(Id user, SessionId session);
  void drop(SessionId session) { submit(command::SessionClosed{session}); }
  SessionId new_session() { return ++last_session_; }
  Profile profile(Id user) const;

  proto::Response ask(SessionId session, proto::Request asked);
  // The answer as expected; anything else fails the test.
  template <class R>
  R get(SessionId session, proto::Request asked) {
    const proto::Response response = ask(session, std::move(asked));
    const auto* answered = std::get_if<proto::Result>(&response.body);
    if (answered == nullptr) FAIL("refused: " << std::get<proto::Error>(response.body).message);
    REQUIRE(std::holds_alternative<R>(*answered));
    return std::get<R>(*answered);
  }
  proto::Error refused(SessionId session, proto::Request asked);

  // Notifications of one kind that have come to a session, oldest first.
  template <class N>
  std::vector<N> told(SessionId session) {
    std::vector<N> found;
    for (const proto::Notification& told : inbox[session]) {
      if (const auto* one = std::get_if<N>(&told)) found.push_back(*one);
    }
    return found;
  }
  void forget_told() { inbox.clear(); }

  // Two sessions in a game that began by quick match; `first` holds Player::first.
  struct Match {
    Id game = 0;
    Id table = 0;
    SessionId first = 0;
    SessionId second = 0;
    Id first_user = 0;
    Id second_user = 0;
  };
  Match match(Id user_a, Id user_b, Id room = kCasual);
  // A point as "h8" at the present turn.
  proto::Response place(SessionId session, Id game, const char* point);
  result::Game placed(SessionId session, Id game, const char* point);
  int turn(Id game) const { return core.find_game(game)->turn(); }
  // Plays points by turns, the first player beginning.
  void play(const Match& match, const std::vector<const char*>& points);

 private:
  void take(const Output& output);
  void settle_game(Id game);

  SessionId last_session_ = 0;
  std::int64_t last_request_ = 0;
  std::uint64_t random_ = 1;
  std::optional<proto::Response> answered_;
};

Point at(const char* text);

}  // namespace tianyuan::core::test
