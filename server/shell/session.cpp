#include "server/shell/session.h"

#include "proto/codec.h"
#include "server/shell/config.h"
#include "server/shell/log.h"

namespace tianyuan::shell {

using proto::ErrorCode;
namespace request = proto::request;

namespace {

constexpr std::int64_t kBusyRetryMs = 500;

proto::Error error_of(ErrorCode code, std::optional<std::int64_t> retry_after_ms = {}) {
  proto::Error error;
  error.code = code;
  error.retry_after_ms = retry_after_ms;
  return error;
}

}  // namespace

Session::Session(SessionId id, std::string address, std::unique_ptr<AddressSlot> slot,
                 Channel& channel, SessionServices services)
    : caller_{id, std::move(address), {}},
      slot_(std::move(slot)),
      channel_(channel),
      services_(services),
      frames_(services.limits.frames_per_second, services.limits.frames_burst),
      bytes_(services.limits.bytes_per_second, services.limits.bytes_burst),
      tables_(services.limits.tables_per_second, services.limits.tables_burst),
      refusals_(services.limits.refusals_per_second, services.limits.refusals_burst) {
  services_.core.opened(id);
}

void Session::closed() {
  services_.accounts.left(caller_);
  services_.core.closed(caller_.session);
}

void Session::identified(const Identity& identity) {
  services_.accounts.left(caller_);
  caller_.identity = identity;
  services_.accounts.entered(caller_);
}

void Session::binary() {
  refuse(std::nullopt, error_of(ErrorCode::parse_error));
  channel_.close(1003, "text frames only");
}

void Session::oversized() {
  refuse(std::nullopt, error_of(ErrorCode::too_large));
  channel_.close(1009, "frame too large");
}

void Session::over_budget(const std::optional<proto::RequestId>& id, Steady::time_point now) {
  if (!refusals_.take(now)) {
    log_warn("session.flood", {{"session", caller_.session}, {"address", caller_.address}});
    return channel_.close(1008, "too many requests");
  }
  channel_.pause();
  const auto wait = std::max(frames_.wait(now), bytes_.wait(now)).count();
  refuse(id, error_of(ErrorCode::rate_limited, std::max<std::int64_t>(1, wait)));
}

void Session::text(std::string_view frame, Steady::time_point received) {
  const bool allowed =
      frames_.take(received) && bytes_.take(received, static_cast<double>(frame.size())) &&
      services_.addresses.frame(caller_.address, frame.size(), received);
  auto message = proto::decode_client(frame);
  if (!allowed) {
    return over_budget(message ? std::optional(message->id) : message.error().id, received);
  }
  if (!message) return refuse(message.error().id, std::move(message.error().error));
  services_.metrics.command(message->request);
  dispatch(std::move(*message), received);
}

void Session::dispatch(proto::ClientMessage message, Steady::time_point received) {
  if (std::holds_alternative<request::Ping>(message.request)) {
    return answer(message.id, proto::result::Pong{services_.time.now()});
  }
  if (std::holds_alternative<request::Hello>(message.request)) {
    return answer(message.id,
                  proto::result::Hello{"tianyuan-server", kVersion,
                                       std::string(proto::kSubprotocol), services_.time.now()});
  }
  if (services_.accounts.handle(caller_, message)) return;
  if (services_.queries.handle(caller_, message)) return;
  if (std::holds_alternative<request::TableCreate>(message.request) &&
      !(tables_.take(received) && services_.addresses.table(caller_.address, received))) {
    return refuse(message.id,
                  error_of(ErrorCode::rate_limited,
                           std::max<std::int64_t>(1, tables_.wait(received).count())));
  }
  const std::int64_t lag = std::min(channel_.round_trip_ms(), services_.limits.lag_credit_ms);
  const proto::RequestId id = message.id;
  if (!services_.core.request(caller_.session, std::move(message.id), std::move(message.request),
                              received, lag)) {
    refuse(id, error_of(ErrorCode::busy, kBusyRetryMs));
  }
}

void Session::answer(const proto::RequestId& id, proto::Result result) {
  channel_.send(
      std::make_shared<const std::string>(proto::encode_response({id, std::move(result)})));
}

void Session::refuse(const std::optional<proto::RequestId>& id, proto::Error error) {
  services_.metrics.error(error.code);
  channel_.send(std::make_shared<const std::string>(
      id ? proto::encode_response({*id, std::move(error)})
         : proto::encode(proto::ErrorWithoutId{std::move(error)})));
}

}  // namespace tianyuan::shell
