#pragma once

// The parameters of every request (see members.h). Limits are those of limits.h; finer rules (which
// names are allowed, which rooms exist) belong to the server.

#include "common/point.h"
#include "proto/limits.h"
#include "proto/members.h"

namespace tianyuan::proto {

namespace rule {
inline constexpr Rule kId{.min = 1, .max = kMaxId};
inline constexpr Rule kIdOrSelf{.min = 0, .max = kMaxId};  // 0: oneself
inline constexpr Rule kTurn{.min = 0, .max = std::numeric_limits<int>::max()};
inline constexpr Rule kOffer{.min = 1, .max = std::numeric_limits<int>::max()};
inline constexpr Rule kPage{.min = 1, .max = 1'000'000};
inline constexpr Rule kSeat{.min = 0, .max = 1};
inline constexpr Rule kDay{.min = 0,
                           .max = 86'400'000};  // milliseconds; the room's rules are finer
inline constexpr Rule kCount{.min = 1, .max = kPointCount};
inline constexpr Rule kGuessed{.min = 1, .max = 20};  // R3

constexpr Rule text(std::int64_t min, std::int64_t max, TextKind kind = TextKind::plain) {
  return {.min = min, .max = max, .text = kind};
}
inline constexpr Rule kName{
    .min = 1, .max = kMaxNameCharacters, .max_bytes = kMaxNameBytes, .text = TextKind::plain};
inline constexpr Rule kGuestName{
    .min = 0, .max = kMaxNameCharacters, .max_bytes = kMaxNameBytes, .text = TextKind::plain};
inline constexpr Rule kNewPassword{.min = kMinPasswordCharacters,
                                   .max = kMaxPasswordBytes,
                                   .max_bytes = kMaxPasswordBytes,
                                   .text = TextKind::plain};
inline constexpr Rule kPassword{
    .min = 1, .max = kMaxPasswordBytes, .max_bytes = kMaxPasswordBytes, .text = TextKind::any};
inline constexpr Rule kChat{
    .min = 1, .max = kMaxChatCharacters, .max_bytes = kMaxChatBytes, .text = TextKind::said};
inline constexpr Rule kReport{
    .min = 1, .max = kMaxReportBytes, .max_bytes = kMaxReportBytes, .text = TextKind::said};
inline constexpr Rule kReason{
    .min = 1, .max = kMaxReasonCharacters, .max_bytes = kMaxReasonBytes, .text = TextKind::said};
inline constexpr Rule kLateness{.min = 60, .max = 7'200};  // seconds
inline constexpr Rule kPeriod{.min = 0, .max = 99};
inline constexpr Rule kCode = text(0, 64, TextKind::ascii);
inline constexpr Rule kToken = text(1, 128, TextKind::ascii);
inline constexpr Rule kHash = text(64, 64, TextKind::hex);   // SHA-256
inline constexpr Rule kSalt = text(8, 64, TextKind::ascii);  // R3
inline constexpr Rule kOption = text(1, 32, TextKind::ascii);

inline constexpr std::string_view kChoices[] = {"black", "white", "other"};
inline constexpr std::string_view kScopes[] = {"room", "table"};
inline constexpr std::string_view kKinds[] = {"", "casual", "national", "professional"};
inline constexpr std::string_view kVerdicts[] = {"win", "draw", "both_lose", "replay"};
inline constexpr Rule kVerdict{.words = kVerdicts};
inline constexpr Rule kChoice{.words = kChoices};
inline constexpr Rule kScope{.words = kScopes};
inline constexpr Rule kKind{.words = kKinds};
}  // namespace rule

namespace request {

constexpr auto members(Of<Hello>) {
  return std::tuple{optional("client", &Hello::client, rule::text(0, 64)),
                    optional("version", &Hello::version, rule::text(0, 64)),
                    optional("lang", &Hello::lang, rule::text(0, 35))};
}
constexpr auto members(Of<Register>) {
  return std::tuple{required("name", &Register::name, rule::kName),
                    required("password", &Register::password, rule::kNewPassword)};
}
constexpr auto members(Of<Login>) {
  return std::tuple{required("name", &Login::name, rule::kName),
                    required("password", &Login::password, rule::kPassword)};
}
constexpr auto members(Of<Guest>) {
  return std::tuple{optional("name", &Guest::name, rule::kGuestName)};
}
constexpr auto members(Of<Resume>) {
  return std::tuple{required("token", &Resume::token, rule::kToken)};
}
constexpr auto members(Of<Logout>) {
  return std::tuple{};
}
constexpr auto members(Of<Ping>) {
  return std::tuple{};
}
constexpr auto members(Of<ChangePassword>) {
  return std::tuple{required("old_password", &ChangePassword::old_password, rule::kPassword),
                    required("new_password", &ChangePassword::new_password, rule::kNewPassword)};
}
constexpr auto members(Of<DeleteAccount>) {
  return std::tuple{required("password", &DeleteAccount::password, rule::kPassword)};
}

constexpr auto members(Of<Rooms>) {
  return std::tuple{};
}
constexpr auto members(Of<EnterRoom>) {
  return std::tuple{required("room", &EnterRoom::room, rule::kId)};
}
constexpr auto members(Of<LeaveRoom>) {
  return std::tuple{};
}
constexpr auto members(Of<MatchStart>) {
  return std::tuple{required("room", &MatchStart::room, rule::kId)};
}
constexpr auto members(Of<MatchCancel>) {
  return std::tuple{required("search", &MatchCancel::search, rule::kId)};
}

constexpr auto members(Of<TableCreate>) {
  return std::tuple{
      required("room", &TableCreate::room, rule::kId),
      optional("private", &TableCreate::is_private), optional("toss", &TableCreate::toss),
      optional("appointed_at", &TableCreate::appointed_at_ms, Rule{.text = TextKind::instant}),
      optional("lateness_s", &TableCreate::lateness_s, rule::kLateness)};
}
constexpr auto members(Of<TableList>) {
  return std::tuple{required("room", &TableList::room, rule::kId)};
}
constexpr auto members(Of<TableSit>) {
  return std::tuple{required("table", &TableSit::table, rule::kId),
                    optional("code", &TableSit::code, rule::kCode),
                    optional("seat", &TableSit::seat, rule::kSeat)};
}
constexpr auto members(Of<TableWatch>) {
  return std::tuple{required("table", &TableWatch::table, rule::kId),
                    optional("code", &TableWatch::code, rule::kCode)};
}
constexpr auto members(Of<TableLeave>) {
  return std::tuple{optional("forfeit", &TableLeave::forfeit)};
}
constexpr auto members(Of<TableConfirm>) {
  return std::tuple{optional("total_ms", &TableConfirm::total_ms, rule::kDay),
                    optional("before_ms", &TableConfirm::before_ms, rule::kDay),
                    optional("after_ms", &TableConfirm::after_ms, rule::kDay)};
}
constexpr auto members(Of<TableReady>) {
  return std::tuple{optional("ready", &TableReady::ready)};
}

constexpr auto members(Of<GuessCommit>) {
  return std::tuple{required("hash", &GuessCommit::hash, rule::kHash)};
}
constexpr auto members(Of<GuessOpen>) {
  return std::tuple{required("number", &GuessOpen::number, rule::kGuessed),
                    required("salt", &GuessOpen::salt, rule::kSalt)};
}
constexpr auto members(Of<TossChoose>) {
  return std::tuple{required("choice", &TossChoose::choice, rule::kChoice)};
}

constexpr auto members(Of<Place>) {
  return std::tuple{required("game", &Place::game, rule::kId),
                    required("turn", &Place::turn, rule::kTurn), required("point", &Place::point)};
}
constexpr auto members(Of<Pass>) {
  return std::tuple{required("game", &Pass::game, rule::kId),
                    required("turn", &Pass::turn, rule::kTurn)};
}
constexpr auto members(Of<Swap>) {
  return std::tuple{required("game", &Swap::game, rule::kId),
                    required("turn", &Swap::turn, rule::kTurn), required("swap", &Swap::swap)};
}
constexpr auto members(Of<Choose>) {
  return std::tuple{required("game", &Choose::game, rule::kId),
                    required("turn", &Choose::turn, rule::kTurn),
                    required("option", &Choose::option, rule::kOption)};
}
constexpr auto members(Of<DeclareFifths>) {
  return std::tuple{required("game", &DeclareFifths::game, rule::kId),
                    required("turn", &DeclareFifths::turn, rule::kTurn),
                    required("count", &DeclareFifths::count, rule::kCount)};
}
constexpr auto members(Of<OfferFifths>) {
  return std::tuple{required("game", &OfferFifths::game, rule::kId),
                    required("turn", &OfferFifths::turn, rule::kTurn),
                    required("points", &OfferFifths::points, rule::kCount)};
}
constexpr auto members(Of<ChooseFifth>) {
  return std::tuple{required("game", &ChooseFifth::game, rule::kId),
                    required("turn", &ChooseFifth::turn, rule::kTurn),
                    required("point", &ChooseFifth::point)};
}
constexpr auto members(Of<ClaimForbidden>) {
  return std::tuple{required("game", &ClaimForbidden::game, rule::kId),
                    required("turn", &ClaimForbidden::turn, rule::kTurn)};
}
constexpr auto members(Of<Resign>) {
  return std::tuple{required("game", &Resign::game, rule::kId)};
}
constexpr auto members(Of<OfferDraw>) {
  return std::tuple{required("game", &OfferDraw::game, rule::kId),
                    required("turn", &OfferDraw::turn, rule::kTurn)};
}
constexpr auto members(Of<AnswerDraw>) {
  return std::tuple{required("game", &AnswerDraw::game, rule::kId),
                    required("offer", &AnswerDraw::offer, rule::kOffer),
                    required("accept", &AnswerDraw::accept)};
}
constexpr auto members(Of<RequestUndo>) {
  return std::tuple{required("game", &RequestUndo::game, rule::kId),
                    required("turn", &RequestUndo::turn, rule::kTurn)};
}
constexpr auto members(Of<AnswerUndo>) {
  return std::tuple{required("game", &AnswerUndo::game, rule::kId),
                    required("request", &AnswerUndo::request, rule::kOffer),
                    required("accept", &AnswerUndo::accept)};
}
constexpr auto members(Of<Sync>) {
  return std::tuple{required("game", &Sync::game, rule::kId),
                    optional("since", &Sync::since, rule::kIdOrSelf)};
}

constexpr auto members(Of<ChatSay>) {
  return std::tuple{required("text", &ChatSay::text, rule::kChat),
                    required("scope", &ChatSay::scope, rule::kScope)};
}
constexpr auto members(Of<ChatBlock>) {
  return std::tuple{required("user", &ChatBlock::user, rule::kId),
                    optional("block", &ChatBlock::block)};
}
constexpr auto members(Of<ChatReport>) {
  return std::tuple{required("user", &ChatReport::user, rule::kId),
                    required("text", &ChatReport::text, rule::kReport)};
}

constexpr auto members(Of<LadderPage>) {
  return std::tuple{optional("kind", &LadderPage::kind, rule::kKind),
                    optional("page", &LadderPage::page, rule::kPage)};
}
constexpr auto members(Of<LadderFind>) {
  return std::tuple{optional("kind", &LadderFind::kind, rule::kKind),
                    optional("user", &LadderFind::user, rule::kIdOrSelf)};
}
constexpr auto members(Of<Profile>) {
  return std::tuple{optional("user", &Profile::user, rule::kIdOrSelf)};
}
constexpr auto members(Of<PlayerGames>) {
  return std::tuple{optional("user", &PlayerGames::user, rule::kIdOrSelf),
                    optional("page", &PlayerGames::page, rule::kPage)};
}
constexpr auto members(Of<RecordGet>) {
  return std::tuple{required("game", &RecordGet::game, rule::kId)};
}

constexpr auto members(Of<RefereePause>) {
  return std::tuple{required("game", &RefereePause::game, rule::kId),
                    required("reason", &RefereePause::reason, rule::kReason)};
}
constexpr auto members(Of<RefereeResume>) {
  return std::tuple{required("game", &RefereeResume::game, rule::kId),
                    required("reason", &RefereeResume::reason, rule::kReason)};
}
constexpr auto members(Of<RefereeSetClock>) {
  return std::tuple{required("game", &RefereeSetClock::game, rule::kId),
                    required("player", &RefereeSetClock::player),
                    required("left_ms", &RefereeSetClock::left_ms, rule::kDay),
                    optional("period", &RefereeSetClock::period, rule::kPeriod),
                    required("reason", &RefereeSetClock::reason, rule::kReason)};
}
constexpr auto members(Of<RefereeSplit>) {
  return std::tuple{required("game", &RefereeSplit::game, rule::kId),
                    required("reason", &RefereeSplit::reason, rule::kReason)};
}
constexpr auto members(Of<RefereeAdjudge>) {
  return std::tuple{required("game", &RefereeAdjudge::game, rule::kId),
                    required("verdict", &RefereeAdjudge::verdict, rule::kVerdict),
                    optional("winner", &RefereeAdjudge::winner),
                    required("reason", &RefereeAdjudge::reason, rule::kReason)};
}

}  // namespace request
}  // namespace tianyuan::proto
