#pragma once

// The core's effects, and the shell's own answers, on their way to the sockets. Each text is
// encoded once and shared by all its receivers; each I/O thread gets its part as one batch.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/core/core.h"
#include "server/shell/metrics.h"

namespace tianyuan::shell {

using core::SessionId;
using Text = std::shared_ptr<const std::string>;

// Who a session is, as the core's answer to its sign-in said.
struct Identity {
  core::Id user = 0;  // 0: signed out
  bool guest = false;
  std::string series_hash;  // of the session that he signed in with
};

struct Outgoing {
  SessionId session = 0;
  Text text;           // none: nothing to say
  int close_code = 0;  // not 0: close after what was sent before
  std::string close_reason;
  std::optional<Identity> identity;
};

// One I/O thread's letter-box. Thread: any.
class Mailbox {
 public:
  virtual ~Mailbox() = default;
  virtual void deliver(std::vector<Outgoing> batch) = 0;
};

class Delivery {
 public:
  // A session belongs to the box at (id modulo their number).
  Delivery(std::vector<Mailbox*> boxes, Metrics& metrics)
      : boxes_(std::move(boxes)), metrics_(metrics) {}

  // In order. Thread: any; two callers at once are not ordered to one another.
  void release(std::span<const core::Effect> effects);
  void answer(SessionId session, proto::RequestId request, proto::Result result);
  void refuse(SessionId session, proto::RequestId request, proto::Error error);
  void identify(SessionId session, Identity identity);  // user 0: signed out
  void close(SessionId session, int code, std::string reason);

 private:
  using Batches = std::vector<std::vector<Outgoing>>;
  void add(Batches& batches, Outgoing outgoing) const;
  void add_answer(Batches& batches, const core::effect::Answer& answer) const;
  void send(Batches batches);

  std::vector<Mailbox*> boxes_;
  Metrics& metrics_;
};

}  // namespace tianyuan::shell
