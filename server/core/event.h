#pragma once

// What happened in the hall, in the past tense. Handlers decide and emit these; apply() alone
// writes the state from them and cannot fail. GameOpened, GameHappened and GameSettled are durable
// (durable.h); the rest is forgotten by a restart on purpose.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/core/core.h"

namespace tianyuan::core {

namespace hall {

// ---- sessions
struct SessionBound {
  SessionId session = 0;
  Profile profile;
  std::vector<Id> blocked{};
};
struct SessionUnbound {
  Id user = 0;
};
struct UserForgotten {  // neither connected nor seated nor playing
  Id user = 0;
};
struct ProfileUpdated {  // of someone the hall knows; others are of no interest
  Profile profile;
};

// ---- rooms
struct RoomsReplaced {
  std::vector<RoomConfig> rooms;
};
struct RanksReplaced {
  std::vector<Rank> ranks;
};
struct RoomEntered {
  Id user = 0;
  Id room = 0;
};
struct RoomLeft {
  Id user = 0;
};

// ---- quick match
struct SearchBegun {
  Id user = 0;
  Id room = 0;
  Id search = 0;
  std::int64_t score = 0;
  Millis at_ms = 0;
};
struct SearchWidened {
  Id user = 0;
  Millis at_ms = 0;
};
struct SearchEnded {
  Id user = 0;
};

// ---- tables
struct TableOpened {
  Id table = 0;
  Id room = 0;
  bool is_private = false;
  bool by_match = false;
  std::string code;
  bool toss = false;
};
struct TableClosed {
  Id table = 0;
};
struct AppointmentMade {  // T3
  Id table = 0;
  Millis at_ms = 0;
  Millis lateness_ms = 0;
};
struct AppointmentLapsed {  // its time came, and nobody had taken the other seat
  Id table = 0;
};
struct Seated {
  Id user = 0;
  Id table = 0;
  int seat = 0;
};
struct Unseated {
  Id user = 0;
};
struct SeatHeld {  // away without a game: the seat waits for him
  Id user = 0;
  Millis until_ms = 0;
};
struct WatchBegun {
  Id user = 0;
  Id table = 0;
};
struct WatchEnded {
  Id user = 0;
};
struct SettingsAgreed {  // R2: the first to confirm; without `time` the room's clock, unchanged
  Id table = 0;
  TimeControl time;
};
struct SeatConfirmed {
  Id table = 0;
  int seat = 0;
};
struct SeatReady {
  Id table = 0;
  int seat = 0;
  bool ready = false;
};
struct CodeGiven {  // a private table rebuilt after a restart needs a new link
  Id table = 0;
  std::string code;
};

// ---- colours, R3
struct GuessBegan {
  Id table = 0;
  Millis until_ms = 0;
};
struct GuessCommitted {
  Id table = 0;
  int seat = 0;
  std::string hash;
};
struct GuessOpening {  // both hands are closed: now they open
  Id table = 0;
  Millis until_ms = 0;
};
struct GuessOpened {
  Id table = 0;
  int seat = 0;
  int number = 0;
  std::string salt;
};
struct GuessDrawn {  // by the server
  Id table = 0;
  int seat = 0;
  int number = 0;
};
struct ColoursDropped {  // no game may begin here any more: back to the rule dialog
  Id table = 0;
};

struct TossMade {
  Id table = 0;
  int chooser = 0;         // seat
  bool passed_on = false;  // the winner makes the other choose
  Millis until_ms = 0;
};

// ---- a request's answer, for whoever asks again
struct ActAnswered {
  Id game = 0;
  Player player{};
  int turn = 0;
  std::string act;
  std::int64_t first_version = 0;
  std::int64_t last_version = 0;
};

// ---- chat
struct ChatSpent {
  Id user = 0;
  Millis at_ms = 0;
};
struct UserBlocked {  // by someone the hall knows; others are of no interest
  Id user = 0;
  Id target = 0;
  bool block = true;
};

// ---- the whole house
struct DrainBegun {};
struct DropNoted {  // X5: a player of a running game lost his connection
  Id user = 0;
  Millis at_ms = 0;
};
struct DropReturned {
  Id user = 0;
};
struct MassDropBegun {
  Millis until_ms = 0;  // the graces thaw at the latest
};
struct MassDropEnded {};

}  // namespace hall

using Event =
    std::variant<GameOpened, GameHappened, GameSettled, hall::SessionBound, hall::SessionUnbound,
                 hall::UserForgotten, hall::ProfileUpdated, hall::RoomsReplaced,
                 hall::RanksReplaced, hall::RoomEntered, hall::RoomLeft, hall::SearchBegun,
                 hall::SearchWidened, hall::SearchEnded, hall::TableOpened, hall::TableClosed,
                 hall::AppointmentMade, hall::AppointmentLapsed, hall::Seated, hall::Unseated,
                 hall::SeatHeld, hall::WatchBegun, hall::WatchEnded, hall::SettingsAgreed,
                 hall::SeatConfirmed, hall::SeatReady, hall::CodeGiven, hall::GuessBegan,
                 hall::GuessCommitted, hall::GuessOpening, hall::GuessOpened, hall::GuessDrawn,
                 hall::ColoursDropped, hall::TossMade, hall::ActAnswered, hall::ChatSpent,
                 hall::UserBlocked, hall::DrainBegun, hall::DropNoted, hall::DropReturned,
                 hall::MassDropBegun, hall::MassDropEnded>;

}  // namespace tianyuan::core
