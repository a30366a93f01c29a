#pragma once

// Which request, result or notification goes by which name on the wire, and which result answers a
// request: the only place that says so in code. Private to proto and its tests; others use
// method_of, method_names and notification_names of codec.h.

#include <array>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "proto/messages.h"

namespace tianyuan::proto {

template <class RequestT, class ResultT>
struct Method {
  using Request = RequestT;
  using Result = ResultT;
  std::string_view name;
};

// In the order of the variant Request.
inline constexpr std::tuple kMethods{
    Method<request::Hello, result::Hello>{"session.hello"},
    Method<request::Register, result::Session>{"session.register"},
    Method<request::Login, result::Session>{"session.login"},
    Method<request::Guest, result::Session>{"session.guest"},
    Method<request::Resume, result::Session>{"session.resume"},
    Method<request::Logout, result::Ok>{"session.logout"},
    Method<request::Ping, result::Pong>{"session.ping"},
    Method<request::ChangePassword, result::Ok>{"session.change_password"},
    Method<request::DeleteAccount, result::Ok>{"session.delete_account"},
    Method<request::Rooms, result::Rooms>{"hall.rooms"},
    Method<request::EnterRoom, result::Room>{"hall.enter"},
    Method<request::LeaveRoom, result::Ok>{"hall.leave"},
    Method<request::MatchStart, result::Match>{"match.start"},
    Method<request::MatchCancel, result::Ok>{"match.cancel"},
    Method<request::TableCreate, result::Table>{"table.create"},
    Method<request::TableList, result::Tables>{"table.list"},
    Method<request::TableSit, result::Table>{"table.sit"},
    Method<request::TableWatch, result::Table>{"table.watch"},
    Method<request::TableLeave, result::Ok>{"table.leave"},
    Method<request::TableConfirm, result::Table>{"table.confirm"},
    Method<request::TableReady, result::Table>{"table.ready"},
    Method<request::GuessCommit, result::Ok>{"game.guess_commit"},
    Method<request::GuessOpen, result::Ok>{"game.guess_open"},
    Method<request::TossChoose, result::Ok>{"game.toss_choose"},
    Method<request::Place, result::Game>{"game.place"},
    Method<request::Pass, result::Game>{"game.pass"},
    Method<request::Swap, result::Game>{"game.swap"},
    Method<request::Choose, result::Game>{"game.choose"},
    Method<request::DeclareFifths, result::Game>{"game.declare_fifths"},
    Method<request::OfferFifths, result::Game>{"game.offer_fifths"},
    Method<request::ChooseFifth, result::Game>{"game.choose_fifth"},
    Method<request::ClaimForbidden, result::Game>{"game.claim_forbidden"},
    Method<request::Resign, result::Game>{"game.resign"},
    Method<request::OfferDraw, result::Game>{"game.offer_draw"},
    Method<request::AnswerDraw, result::Game>{"game.answer_draw"},
    Method<request::RequestUndo, result::Game>{"game.request_undo"},
    Method<request::AnswerUndo, result::Game>{"game.answer_undo"},
    Method<request::Sync, result::Sync>{"game.sync"},
    Method<request::ChatSay, result::Ok>{"chat.say"},
    Method<request::ChatBlock, result::Ok>{"chat.block"},
    Method<request::ChatReport, result::Ok>{"chat.report"},
    Method<request::LadderPage, result::Ladder>{"ladder.page"},
    Method<request::LadderFind, result::Ladder>{"ladder.find"},
    Method<request::Profile, result::Profile>{"player.profile"},
    Method<request::PlayerGames, result::Games>{"player.games"},
    Method<request::RecordGet, result::Record>{"record.get"},
    Method<request::RefereePause, result::Game>{"referee.pause"},
    Method<request::RefereeResume, result::Game>{"referee.resume"},
    Method<request::RefereeSetClock, result::Game>{"referee.set_clock"},
    Method<request::RefereeSplit, result::Game>{"referee.split"},
    Method<request::RefereeAdjudge, result::Game>{"referee.adjudge"},
};

template <class NotificationT>
struct Push {
  using Notification = NotificationT;
  std::string_view name;
};

// In the order of the variant Notification.
inline constexpr std::tuple kPushes{
    Push<notify::MatchWaiting>{"match.waiting"},
    Push<notify::MatchFound>{"match.found"},
    Push<notify::MatchEnded>{"match.ended"},
    Push<notify::TableState>{"table.state"},
    Push<notify::GameStarted>{"game.started"},
    Push<notify::GameEvent>{"game.event"},
    Push<notify::GameOver>{"game.over"},
    Push<notify::PlayerConnection>{"player.connection"},
    Push<notify::Guess>{"game.guess"},
    Push<notify::ChatMessage>{"chat.message"},
    Push<notify::RoomUpdate>{"room.update"},
    Push<notify::SessionReplaced>{"session.replaced"},
    Push<notify::ServerDraining>{"server.draining"},
    Push<notify::Announcement>{"server.announcement"},
};

namespace detail {

template <std::size_t... I>
constexpr bool methods_match(std::index_sequence<I...>) {
  return (std::is_same_v<typename std::tuple_element_t<I, decltype(kMethods)>::Request,
                         std::variant_alternative_t<I, Request>> &&
          ...);
}
template <std::size_t... I>
constexpr bool pushes_match(std::index_sequence<I...>) {
  return (std::is_same_v<typename std::tuple_element_t<I, decltype(kPushes)>::Notification,
                         std::variant_alternative_t<I, Notification>> &&
          ...);
}

}  // namespace detail

inline constexpr std::size_t kMethodCount = std::tuple_size_v<decltype(kMethods)>;
inline constexpr std::size_t kPushCount = std::tuple_size_v<decltype(kPushes)>;
static_assert(kMethodCount == std::variant_size_v<Request>);
static_assert(kPushCount == std::variant_size_v<Notification>);
static_assert(detail::methods_match(std::make_index_sequence<kMethodCount>{}));
static_assert(detail::pushes_match(std::make_index_sequence<kPushCount>{}));

// The names alone, by the variant's index.
inline constexpr auto kMethodNames =
    std::apply([](const auto&... method) { return std::array{method.name...}; }, kMethods);
inline constexpr auto kPushNames =
    std::apply([](const auto&... push) { return std::array{push.name...}; }, kPushes);

}  // namespace tianyuan::proto
