#include "client/console/client.h"

#include <utility>

#include "client/console/game_notices.h"
#include "client/console/hall_notices.h"
#include "client/console/overloaded.h"
#include "client/console/text.h"

namespace tianyuan::console {
namespace {

// Bound to a turn or an offer's id, so that sending it twice cannot do it twice.
bool can_be_sent_again(const proto::Request& request) {
  namespace ask = proto::request;
  return std::visit(
      Overloaded{
          [](const ask::Place&) { return true; }, [](const ask::Pass&) { return true; },
          [](const ask::Swap&) { return true; }, [](const ask::Choose&) { return true; },
          [](const ask::DeclareFifths&) { return true; },
          [](const ask::OfferFifths&) { return true; },
          [](const ask::ChooseFifth&) { return true; },
          [](const ask::ClaimForbidden&) { return true; }, [](const ask::Resign&) { return true; },
          [](const ask::OfferDraw&) { return true; }, [](const ask::AnswerDraw&) { return true; },
          [](const ask::RequestUndo&) { return true; }, [](const ask::AnswerUndo&) { return true; },
          [](const auto&) { return false; }},
      request);
}

}  // namespace

Client::Client(ClientSettings settings, Chance chance)
    : settings_(std::move(settings)), chance_(std::move(chance)), token_(settings_.token) {}

std::string_view Client::method_of(const proto::RequestId& id) const {
  const auto* number = std::get_if<std::int64_t>(&id);
  if (number == nullptr) return {};
  const auto it = pending_.find(*number);
  return it == pending_.end() ? std::string_view{} : proto::method_of(it->second.request);
}

void Client::send(proto::Request request, Why why, std::string name) {
  const std::int64_t id = ++last_id_;
  frames_.push_back(proto::encode_client({id, request}));
  pending_.emplace(id, Pending{std::move(request), why, std::move(name)});
}

std::vector<std::string> Client::take_frames() {
  return std::exchange(frames_, {});
}

std::vector<Notice> Client::take_notices() {
  return std::exchange(notices_, {});
}

std::optional<std::string> Client::take_token() {
  return std::exchange(token_to_keep_, std::nullopt);
}

bool Client::busy() const {
  if (unanswered_) return true;
  for (const auto& [id, pending] : pending_) {
    if (pending.why == Why::command) return true;
  }
  return false;
}

void Client::opened(Millis) {
  open_ = true;
  tell({"connected " + settings_.server,
        text(settings_.language, Key::connected, {settings_.server}),
        {}});
  send(proto::request::Hello{"tianyuan-console", "1",
                             settings_.language == Language::chinese ? "zh" : "en"},
       Why::start);
  sign_in();
}

void Client::sign_in() {
  const SignIn& with = settings_.sign_in;
  if (!token_.empty()) {
    send(proto::request::Resume{token_}, Why::resume);
  } else if (with.how == SignIn::How::guest) {
    send(proto::request::Guest{with.name}, Why::start);
  } else if (with.how == SignIn::How::login) {
    send(proto::request::Login{with.name, with.password}, Why::start);
  } else if (with.how == SignIn::How::create) {
    send(proto::request::Register{with.name, with.password}, Why::start);
  }
}

void Client::closed(int code, Millis now_ms) {
  open_ = false;
  ready_ = false;
  syncing_ = false;
  hold_prompt_ = false;
  frames_.clear();
  rejoined_.reset();
  if (state_.game) state_.game->stop_clocks(now_ms);
  const std::map<std::int64_t, Pending> lost = std::exchange(pending_, {});
  for (const auto& [id, pending] : lost) {
    if (pending.why != Why::command) continue;
    if (can_be_sent_again(pending.request)) {
      unanswered_ = pending;
    } else {
      tell(tell_refused(settings_.language, "connection_lost",
                        std::string(proto::method_of(pending.request))));
    }
  }
  if (code == kReplacedCloseCode && !stopped_) {
    stopped_ = true;
    tell({"replaced", text(settings_.language, Key::replaced), {}});
  }
}

void Client::tell_retry(Millis retry_ms) {
  const std::string tenths =
      std::to_string((retry_ms + 50) / 1000) + "." + std::to_string((retry_ms + 50) % 1000 / 100);
  tell({"disconnected retry_ms=" + std::to_string(retry_ms),
        text(settings_.language, Key::disconnected, {tenths}),
        {}});
}

void Client::received(std::string_view frame, Millis now_ms) {
  const auto message = proto::decode_server(frame, *this);
  if (!message) {
    tell(tell_refused(settings_.language, "bad_message", message.error().message));
    return;
  }
  std::visit(Overloaded{[&](const proto::Response& response) { on_response(response, now_ms); },
                        [&](const proto::ErrorWithoutId& without) {
                          tell(tell_error(settings_.language, without.error));
                        },
                        [&](const proto::Notification& notification) {
                          on_notification(notification, now_ms);
                        }},
             *message);
  if (open_ && !ready_) become_ready();
}

void Client::settle() {
  if (ready_) prompt();
}

// Ready once everything that belongs to signing in has been answered.
void Client::become_ready() {
  for (const auto& [id, pending] : pending_) {
    if (pending.why != Why::hand && pending.why != Why::command) return;
  }
  ready_ = true;
  if (unanswered_) resend();
}

// What the connection's loss cut off. A stone that stands already needs no second answer.
void Client::resend() {
  Pending cut_off = *std::exchange(unanswered_, std::nullopt);
  proto::Request& request = cut_off.request;
  if (!state_.game || state_.settled) {
    tell(tell_refused(settings_.language, "connection_lost",
                      std::string(proto::method_of(request))));
    return;
  }
  const auto me = state_.me();
  const auto* place = std::get_if<proto::request::Place>(&request);
  const bool stands = place != nullptr && me && state_.game->state().turn > place->turn &&
                      state_.game->board().at(place->point) == state_.game->colour_of(*me);
  if (stands) return tell({"ok " + cut_off.name, {}, {}});
  send(std::move(request), Why::command, std::move(cut_off.name));
}

void Client::refuse(const Refused& refused) {
  tell(tell_refused(settings_.language, refused.word, refused.detail));
}

void Client::perform(const Command& command, Millis now_ms) {
  const auto request = request_of(command, state_);
  if (!request) return refuse(request.error());
  if (!*request) return perform_locally(command, now_ms);
  if (!ready_) return refuse({"not_connected", {}});
  send(**request, Why::command, std::string(name_of(command.verb)));
}

void Client::perform_locally(const Command& command, Millis now_ms) {
  const Language language = settings_.language;
  switch (command.verb) {
    case Verb::help:
      return tell(tell_help(language));
    case Verb::whoami:
      if (state_.user) return tell(tell_session(language, *state_.user));
      return refuse({"not_signed_in", {}});
    case Verb::guess: {
      const auto number = command.args[0].size() <= 2 ? std::atoi(command.args[0].c_str()) : 0;
      if (number < 1 || number > kHandMaximum) return refuse({"bad_argument", "guess 1..20"});
      const bool wanted = state_.table && state_.table->choosing == "commit" && !hand_;
      if (!wanted || !state_.seat()) return refuse({"not_expected", {}});
      commit_hand(close_hand(number, chance_));
      return tell({"ok guess", {}, {}});
    }
    case Verb::redo:  // at one screen only: over the network every move is played anew
      return refuse({"nothing_undone", {}});
    default:
      break;
  }
  if (!state_.game) return refuse({"no_game", {}});
  const GameModel& game = *state_.game;
  switch (command.verb) {
    case Verb::board:
      return tell(tell_board(language, game, !command.args.empty(), settings_.ascii));
    case Verb::moves:
      return tell(tell_moves(language, game));
    case Verb::clock:
      return tell(tell_clocks(language, game, now_ms));
    case Verb::turn:
      if (const auto notice = tell_ask(language, game, state_.me())) return tell(*notice);
      return refuse({"game_over", {}});
    default:
      return;
  }
}

}  // namespace tianyuan::console
