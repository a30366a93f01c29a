#include "server/shell/delivery.h"

#include "proto/codec.h"
#include "server/shell/secrets.h"

namespace tianyuan::shell {

void Delivery::add(Batches& batches, Outgoing outgoing) const {
  auto& box = batches[static_cast<std::size_t>(outgoing.session) % boxes_.size()];
  box.push_back(std::move(outgoing));
}

void Delivery::add_answer(Batches& batches, const core::effect::Answer& answer) const {
  Outgoing out;
  out.session = answer.session;
  out.text = std::make_shared<const std::string>(proto::encode_response(answer.response));
  if (const auto* error = std::get_if<proto::Error>(&answer.response.body)) {
    metrics_.error(error->code);
  } else if (const auto* session = std::get_if<proto::result::Session>(
                 &std::get<proto::Result>(answer.response.body))) {
    out.identity = Identity{session->user.id, session->user.guest, series_hash(session->token)};
  }
  add(batches, std::move(out));
}

void Delivery::send(Batches batches) {
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (!batches[i].empty()) boxes_[i]->deliver(std::move(batches[i]));
  }
}

void Delivery::release(std::span<const core::Effect> effects) {
  if (effects.empty()) return;
  Batches batches(boxes_.size());
  for (const core::Effect& effect : effects) {
    if (const auto* answer = std::get_if<core::effect::Answer>(&effect)) {
      add_answer(batches, *answer);
    } else if (const auto* tell = std::get_if<core::effect::Tell>(&effect)) {
      const auto text =
          std::make_shared<const std::string>(proto::encode_notification(*tell->notification));
      for (const SessionId session : tell->sessions) {
        Outgoing out;
        out.session = session;
        out.text = text;
        add(batches, std::move(out));
      }
    } else {
      const auto& close = std::get<core::effect::Close>(effect);
      Outgoing out;
      out.session = close.session;
      out.close_code = close.code;
      out.close_reason = close.reason;
      add(batches, std::move(out));
    }
  }
  send(std::move(batches));
}

void Delivery::answer(SessionId session, proto::RequestId request, proto::Result result) {
  const core::Effect effect =
      core::effect::Answer{session, proto::Response{std::move(request), std::move(result)}};
  release(std::span(&effect, 1));
}

void Delivery::refuse(SessionId session, proto::RequestId request, proto::Error error) {
  const core::Effect effect =
      core::effect::Answer{session, proto::Response{std::move(request), std::move(error)}};
  release(std::span(&effect, 1));
}

void Delivery::identify(SessionId session, Identity identity) {
  Batches batches(boxes_.size());
  Outgoing out;
  out.session = session;
  out.identity = std::move(identity);
  add(batches, std::move(out));
  send(std::move(batches));
}

void Delivery::close(SessionId session, int code, std::string reason) {
  const core::Effect effect = core::effect::Close{session, code, std::move(reason)};
  release(std::span(&effect, 1));
}

}  // namespace tianyuan::shell
