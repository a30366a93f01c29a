#pragma once

// ladder.* player.* record.*, and their HTTP twins: read-only, answered from the reader pool. What
// a reader sees is committed, so nothing has to wait for the log.
//
// Thread: any.

#include <functional>
#include <optional>
#include <string>

#include "common/record.h"
#include "server/shell/accounts.h"
#include "server/shell/delivery.h"
#include "server/shell/directory.h"
#include "server/shell/workers.h"

namespace tianyuan::shell {

class Queries {
 public:
  using Answer = std::variant<proto::Result, proto::Error>;

  Queries(Workers& readers, const Directory& directory, Delivery& delivery);

  // False: no request of ours.
  bool handle(const Caller& caller, const proto::ClientMessage& message);

  // The same for HTTP: `then` is called on a reader's thread, or at once with busy.
  void ask(proto::Request request, std::function<void(Answer)> then);

  // One game's record, for its formats; nothing: it is not over. `then` as above.
  void read_record(db::Id game, std::function<void(db::Result<std::optional<Record>>)> then);

 private:
  Answer run(const proto::Request& request, db::Id self, db::Store& store) const;

  Workers& readers_;
  const Directory& directory_;
  Delivery& delivery_;
};

}  // namespace tianyuan::shell
