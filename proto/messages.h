#pragma once

// Every message of the wire protocol as a plain struct (docs/protocol.md, proto/openrpc.json).
// Directions are named from the protocol's view: a ClientMessage goes to the server, a
// ServerMessage comes from it. Points travel as "H8", times as integer milliseconds, ids as
// integers under 2^53, instants as milliseconds since 1970 in here and ISO 8601 UTC on the wire.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/game.h"
#include "common/game_event.h"
#include "common/player.h"
#include "common/point.h"
#include "proto/errors.h"

namespace tianyuan::proto {

using Id = std::int64_t;

// ---------------------------------------------------------------- requests
// The comment after each names its method and its result.
namespace request {
struct Hello {
  std::string client;
  std::string version;
  std::string lang;
};  // session.hello -> HelloResult
struct Register {
  std::string name;
  std::string password;
};  // session.register -> SessionResult
struct Login {
  std::string name;
  std::string password;
};  // session.login -> SessionResult
struct Guest {
  std::string name;
};  // session.guest (name may be empty) -> SessionResult
struct Resume {
  std::string token;
};                 // session.resume -> SessionResult
struct Logout {};  // session.logout -> Ok
struct Ping {};    // session.ping -> Pong
struct ChangePassword {
  std::string old_password;
  std::string new_password;
};  // session.change_password -> Ok
struct DeleteAccount {
  std::string password;
};  // session.delete_account -> Ok

struct Rooms {};  // hall.rooms -> RoomsResult
struct EnterRoom {
  Id room = 0;
};                    // hall.enter -> RoomResult
struct LeaveRoom {};  // hall.leave -> Ok

struct MatchStart {
  Id room = 0;
};  // match.start -> MatchResult; enters the room where needed
struct MatchCancel {
  Id search = 0;
};  // match.cancel -> Ok

struct TableCreate {
  Id room = 0;
  bool is_private = false;
  bool toss = false;  // R3: colours of the first game by toss instead of guessing
  // T3: the game begins at this instant with whoever has taken the seats, colours drawn by the
  // server; 0: no appointment. Private tables only.
  std::int64_t appointed_at_ms = 0;
  std::optional<int> lateness_s{};  // how late one may come; absent: ten minutes
};                                  // table.create -> TableResult (seated on it)
struct TableList {
  Id room = 0;
};  // table.list -> TablesResult
struct TableSit {
  Id table = 0;
  std::string code;
  std::optional<int> seat;
};  // table.sit -> TableResult (code: private tables)
struct TableWatch {
  Id table = 0;
  std::string code;
};  // table.watch -> TableResult
struct TableLeave {
  bool forfeit = false;
};  // table.leave -> Ok
// R2, the rule dialog: the first to confirm sets the values, the other confirms exactly those.
struct TableConfirm {
  Millis total_ms = 0;
  Millis before_ms = 0;
  Millis after_ms = 0;
};  // table.confirm -> TableResult
struct TableReady {
  bool ready = true;
};  // table.ready -> TableResult (also: rematch)
// R3: first the hash of number and salt, then both open; or the toss.
struct GuessCommit {
  std::string hash;
};  // game.guess_commit -> Ok
struct GuessOpen {
  int number = 0;
  std::string salt;
};  // game.guess_open -> Ok
struct TossChoose {
  std::string choice;
};  // game.toss_choose: "black" "white" "other" -> Ok

// Every game.* command names the turn it was meant for.
struct Place {
  Id game = 0;
  int turn = 0;
  Point point;
};  // game.place -> GameResultMessage
struct Pass {
  Id game = 0;
  int turn = 0;
};  // game.pass
struct Swap {
  Id game = 0;
  int turn = 0;
  bool swap = false;
};  // game.swap
struct Choose {
  Id game = 0;
  int turn = 0;
  std::string option;
};  // game.choose (branches)
struct DeclareFifths {
  Id game = 0;
  int turn = 0;
  int count = 0;
};  // game.declare_fifths
struct OfferFifths {
  Id game = 0;
  int turn = 0;
  std::vector<Point> points;
};  // game.offer_fifths
struct ChooseFifth {
  Id game = 0;
  int turn = 0;
  Point point;
};  // game.choose_fifth
struct ClaimForbidden {
  Id game = 0;
  int turn = 0;
};  // game.claim_forbidden
struct Resign {
  Id game = 0;
};  // game.resign: at any turn
struct OfferDraw {
  Id game = 0;
  int turn = 0;
};  // game.offer_draw
struct AnswerDraw {
  Id game = 0;
  int offer = 0;
  bool accept = false;
};  // game.answer_draw
struct RequestUndo {
  Id game = 0;
  int turn = 0;
};  // game.request_undo
struct AnswerUndo {
  Id game = 0;
  int request = 0;
  bool accept = false;
};  // game.answer_undo
struct Sync {
  Id game = 0;
  std::optional<std::int64_t> since;
};  // game.sync -> SyncResult

struct ChatSay {
  std::string text;
  std::string scope;
};  // chat.say: "room" or "table" -> Ok
struct ChatBlock {
  Id user = 0;
  bool block = true;
};  // chat.block -> Ok
struct ChatReport {
  Id user = 0;
  std::string text;
};  // chat.report -> Ok

struct LadderPage {
  std::string kind;
  int page = 1;
};  // ladder.page: "" = all -> LadderResult
struct LadderFind {
  std::string kind;
  Id user = 0;
};  // ladder.find: place and neighbours; 0: oneself -> LadderResult
struct Profile {
  Id user = 0;
};  // player.profile (0: oneself) -> ProfileResult
struct PlayerGames {
  Id user = 0;
  int page = 1;
};  // player.games -> GamesResult
struct RecordGet {
  Id game = 0;
};  // record.get -> RecordResult

// T5: only for an account with the role `referee`, who does not play in that game. `reason` stands
// in the game's log and in the audit log, and everybody at the table sees it. All -> GameResult.
struct RefereePause {
  Id game = 0;
  std::string reason;
};  // referee.pause
struct RefereeResume {
  Id game = 0;
  std::string reason;
};  // referee.resume
struct RefereeSetClock {
  Id game = 0;
  Player player{};
  Millis left_ms = 0;
  std::optional<int> period;  // absent: the present one
  std::string reason;
};  // referee.set_clock, while paused
struct RefereeSplit {
  Id game = 0;
  std::string reason;
};  // referee.split, while paused: a shared pool
struct RefereeAdjudge {
  Id game = 0;
  std::string verdict;           // "win" "draw" "both_lose" "replay"
  std::optional<Player> winner;  // win
  std::string reason;
};  // referee.adjudge
}  // namespace request

using Request = std::variant<
    request::Hello, request::Register, request::Login, request::Guest, request::Resume,
    request::Logout, request::Ping, request::ChangePassword, request::DeleteAccount, request::Rooms,
    request::EnterRoom, request::LeaveRoom, request::MatchStart, request::MatchCancel,
    request::TableCreate, request::TableList, request::TableSit, request::TableWatch,
    request::TableLeave, request::TableConfirm, request::TableReady, request::GuessCommit,
    request::GuessOpen, request::TossChoose, request::Place, request::Pass, request::Swap,
    request::Choose, request::DeclareFifths, request::OfferFifths, request::ChooseFifth,
    request::ClaimForbidden, request::Resign, request::OfferDraw, request::AnswerDraw,
    request::RequestUndo, request::AnswerUndo, request::Sync, request::ChatSay, request::ChatBlock,
    request::ChatReport, request::LadderPage, request::LadderFind, request::Profile,
    request::PlayerGames, request::RecordGet, request::RefereePause, request::RefereeResume,
    request::RefereeSetClock, request::RefereeSplit, request::RefereeAdjudge>;

using RequestId = std::variant<std::int64_t, std::string>;  // string: 1..64 characters

struct ClientMessage {
  RequestId id;
  Request request;
};

// ---------------------------------------------------------------- what they carry

struct UserView {
  Id id = 0;
  std::string name;
  bool guest = false;
  std::int64_t score = 0;  // in the kind of room at hand, else in all
  std::string rank;
  friend bool operator==(const UserView&, const UserView&) = default;
};

struct RoomView {
  Id id = 0;
  std::string name;
  std::string kind;         // "casual" "national" "professional"
  std::string rule;         // RuleSet name
  std::string enforcement;  // "claim" "lose" "refuse"
  std::string time;         // as parse_time_control takes it
  bool centre_first = false;
  bool coins = false;
  std::int64_t stake = 0;
  std::int64_t win = 0;
  std::int64_t loss = 0;
  std::int64_t draw = 0;
  std::int64_t run_publish = 0;
  Millis grace_ms = 0;
  int capacity = 0;
  int players = 0;
  int tables = 0;
  bool open = true;
  bool is_default = false;
  std::optional<std::int64_t> minimum_score;
};

struct PlayerClockView {
  Millis left_ms = 0;
  int period = 0;
  int moves_in_period = 0;
  int skips = 0;
};

// Both clocks at the instant the message was made.
struct ClocksView {
  PlayerClockView first;
  PlayerClockView second;
  std::optional<Player> running;
  std::optional<Millis> move_left_ms;  // until the running player's present limit falls
};

struct AskView {
  Player player{};
  std::vector<std::string> acts;  // to_string(Act)
  Colour colour{};
  int half_width = 7;  // of the square allowed; 7: anywhere
  bool outside = false;
  int count_min = 0;
  int count_max = 0;
  std::vector<Point> fifths;
  std::vector<std::string> options;
};

struct MoveView {
  int number = 0;  // Black's are odd (B4)
  Colour colour{};
  std::string move;  // "H8", "pass", "skip"
};

struct ResultView {
  std::string outcome;  // to_string(Outcome)
  std::string reason;   // to_string(EndReason)
  std::optional<Player> winner;
  std::optional<Player> loser;
  std::optional<Colour> winner_colour;
  std::vector<Point> row;
  std::string forbidden;  // kinds of the forbidden move that lost
  friend bool operator==(const ResultView&, const ResultView&) = default;
};

struct ForbiddenPoint {
  Point point;
  std::string kinds;
};

// One thing that happened at a table, in order of `version`. Flat: `kind` says which members mean
// something; kinds are "started" "stone" "pass" "skip" "swap" "branch" "fifths_declared"
// "fifths_offered" "fifth_chosen" "draw_offered" "draw_answered" "undo_requested" "undo_answered"
// "claim_rejected" "left" "returned" "grace_frozen" "grace_thawed" "restored" "paused" "resumed"
// "clock_set" "pool_split" "adjudged" "ended".
struct GameEventView {
  std::int64_t version = 0;  // of the game's events, from 1 (= the stored sequence number)
  int turn = 0;              // after the event
  std::string kind;
  std::optional<Player> player;
  std::optional<Colour> colour;
  std::optional<Point> point;
  std::vector<Point> points;
  std::optional<bool> yes;    // swap: swapped; skip: turn passes
  std::optional<int> number;  // stone, pass, skip: move number; fifths_declared: N; offers: id
  std::string text;  // branch: option; answers: "accepted" "declined" "lapsed"; referee: why
  std::optional<int> removed;        // undo_answered: stones taken back
  std::string referee;               // paused, resumed, clock_set, pool_split, adjudged: his name
  std::optional<Millis> grace_ms;    // left: how long he may stay away
  std::optional<ResultView> result;  // ended
  ClocksView clocks;
  std::optional<AskView> ask;             // what is waited for now; none once over
  std::vector<ForbiddenPoint> forbidden;  // for Black, where the room may show it
  std::string opening;                    // once known: "D4 花月"
};

struct PauseView {  // T5
  std::string referee;
  std::string reason;
};

struct GameSnapshot {
  Id game = 0;
  Id table = 0;
  Id room = 0;
  std::int64_t version = 0;  // of the last event in here
  int turn = 0;
  std::string rule;
  std::string enforcement;
  std::string time;
  std::array<UserView, 2> players;  // by index(Player)
  std::array<bool, 2> connected{true, true};
  std::array<std::optional<Millis>, 2> grace_left_ms;
  Player black{};
  std::vector<MoveView> moves;
  std::vector<ForbiddenPoint> forbidden;
  std::string opening;
  ClocksView clocks;
  std::optional<AskView> ask;
  std::optional<int> draw_offer;
  std::optional<Player> draw_offered_by;
  std::optional<int> undo_request;
  std::optional<Player> undo_requested_by;
  std::optional<int> fifths_declared;
  std::optional<PauseView> pause;  // the game stands still
  // T3: when it begins, or was to begin, and how late one may come; 0: no appointment.
  std::int64_t appointed_at_ms = 0;
  Millis lateness_ms = 0;
  bool waiting = false;  // begun, and somebody has not come yet
  std::optional<ResultView> result;
};

struct SeatView {
  std::optional<UserView> user;
  bool confirmed = false;  // R2
  bool ready = false;
  bool connected = true;
};

struct TableView {
  Id id = 0;
  Id room = 0;
  std::string state;  // "waiting" "confirming" "ready_check" "choosing_colours" "appointed"
                      // "playing" "settling"
  bool is_private = false;
  std::string code;  // private tables, only to those at it
  std::array<SeatView, 2> seats;
  int watchers = 0;
  std::optional<Millis> total_ms;  // the values confirmed first
  std::optional<Millis> before_ms;
  std::optional<Millis> after_ms;
  std::optional<Id> game;
  bool toss = false;               // colours of the first game by toss instead of guessing
  std::string choosing;            // choosing_colours: "commit" "open" "toss" "toss_passed"
  std::optional<int> toss_winner;  // the seat that chooses: the winner's; toss_passed: the other's
  int games_played = 0;
  std::int64_t appointed_at_ms = 0;  // T3; 0: no appointment, or its game has begun
  Millis lateness_ms = 0;
};

struct LadderRow {
  int place = 0;
  UserView user;
  int games = 0;
  int wins = 0;
  int losses = 0;
  int draws = 0;
  int escapes = 0;
};

struct GameRow {
  Id game = 0;
  Id room = 0;
  std::string kind;
  std::string rule;
  std::string started_at;  // ISO 8601 UTC
  std::string ended_at;    // empty: running
  std::array<UserView, 2> players;
  ResultView result;  // running: as constructed, left out on the wire
  std::array<std::int64_t, 2> score_changes{};
  int moves = 0;
};

// ---------------------------------------------------------------- results
namespace result {
struct Ok {};
struct Hello {
  std::string server;
  std::string version;
  std::string protocol;
  std::int64_t now_ms = 0;
};
struct Session {
  std::string token;  // for session.resume
  UserView user;
  std::vector<std::string> roles;  // "referee", "admin"
  std::optional<Id> room;
  std::optional<TableView> table;    // where he was seated
  std::optional<GameSnapshot> game;  // the game that waits for him
};
struct Pong {
  std::int64_t now_ms = 0;
};
struct Rooms {
  std::vector<RoomView> rooms;
};
struct Room {
  RoomView room;
  std::vector<TableView> tables;
};
struct Match {
  Id search = 0;
};
struct Table {
  TableView table;
  std::optional<GameSnapshot> game;
};
struct Tables {
  std::vector<TableView> tables;
};
struct Game {
  Id game = 0;
  int turn = 0;
  std::vector<GameEventView> events;
};  // the events that the request caused
struct Sync {
  std::vector<GameEventView> events;
  std::optional<GameSnapshot> snapshot;
};
struct Ladder {
  std::string kind;
  int page = 1;
  int pages = 1;
  int players = 0;
  std::vector<LadderRow> rows;
  std::optional<int> place;
};
struct Profile {
  UserView user;
  std::int64_t coins = 0;
  int games = 0;
  int wins = 0;
  int losses = 0;
  int draws = 0;
  int escapes = 0;
  double escape_rate = 0;  // escapes / finished counted games
  std::string next_rank;   // empty at the top
  std::int64_t next_rank_at = 0;
  std::vector<std::pair<std::string, std::int64_t>> scores;  // by kind of room
};
struct Games {
  int page = 1;
  int pages = 1;
  std::vector<GameRow> games;
};
struct Record {
  GameRow game;
  std::vector<MoveView> moves;
  std::string opening;
};
}  // namespace result

using Result =
    std::variant<result::Ok, result::Hello, result::Session, result::Pong, result::Rooms,
                 result::Room, result::Match, result::Table, result::Tables, result::Game,
                 result::Sync, result::Ladder, result::Profile, result::Games, result::Record>;

// ---------------------------------------------------------------- notifications
namespace notify {
struct MatchWaiting {
  Id search = 0;
  Millis waited_ms = 0;
  int players = 0;
};  // match.waiting
struct MatchFound {
  Id search = 0;
  TableView table;
  GameSnapshot game;
};                   // match.found
struct MatchEnded {  // by the server, without an opponent
  Id search = 0;
  std::string reason;  // "room_closed" "draining"
};                     // match.ended
struct TableState {
  TableView table;
};  // table.state
struct GameStarted {
  GameSnapshot game;
};  // game.started
struct GameEvent {
  Id game = 0;
  GameEventView event;
};                   // game.event
struct Settlement {  // of one player
  Id user = 0;
  std::int64_t change = 0;
  std::int64_t score = 0;
  std::string rank;
  std::optional<std::int64_t> coins_change;
  std::optional<std::int64_t> coins;
};
struct GameOver {
  Id game = 0;
  ResultView result;
  bool counted = false;
  std::string not_counted_why;
  std::vector<Settlement> settlements;
};  // game.over
struct PlayerConnection {
  Id game = 0;
  Player player{};
  bool connected = false;
  Millis grace_left_ms = 0;
};  // player.connection
struct Guess {
  Id table = 0;
  std::array<std::string, 2> hashes;
  std::array<std::optional<int>, 2> numbers;
  std::array<std::string, 2> salts;
  std::optional<int> black_seat;
  std::array<bool, 2> drawn_by_server{};
};  // game.guess
struct ChatMessage {
  std::string scope;
  Id from = 0;
  std::string name;
  std::string text;
  bool watcher = false;
};  // chat.message
struct RoomUpdate {
  RoomView room;
};                          // room.update
struct SessionReplaced {};  // session.replaced
struct ServerDraining {
  std::string message;
};  // server.draining
struct Announcement {
  std::string text;
};  // server.announcement
}  // namespace notify

using Notification =
    std::variant<notify::MatchWaiting, notify::MatchFound, notify::MatchEnded, notify::TableState,
                 notify::GameStarted, notify::GameEvent, notify::GameOver, notify::PlayerConnection,
                 notify::Guess, notify::ChatMessage, notify::RoomUpdate, notify::SessionReplaced,
                 notify::ServerDraining, notify::Announcement>;

struct Response {
  RequestId id;
  std::variant<Result, Error> body;
};
// An error whose request had no readable id carries null on the wire.
struct ErrorWithoutId {
  Error error;
};

using ServerMessage = std::variant<Response, ErrorWithoutId, Notification>;

}  // namespace tianyuan::proto
