#pragma once

// One player's WebSocket: frames in, requests out to whoever answers them.
// Thread: its connection's I/O loop.

#include <string>

#include "server/shell/accounts.h"
#include "server/shell/address_book.h"
#include "server/shell/connection.h"
#include "server/shell/core_loop.h"
#include "server/shell/queries.h"

namespace tianyuan::shell {

struct SessionServices {
  CoreLoop& core;
  Accounts& accounts;
  Queries& queries;
  AddressBook& addresses;
  TimeSource& time;
  Metrics& metrics;
  const Limits& limits;
};

class Session final : public FrameSink {
 public:
  // `slot`: where the address is not that of the socket, its place in the address book.
  Session(SessionId id, std::string address, std::unique_ptr<AddressSlot> slot, Channel& channel,
          SessionServices services);

  void text(std::string_view frame, Steady::time_point received) override;
  void binary() override;
  void oversized() override;
  void identified(const Identity& identity) override;
  void closed() override;

 private:
  void dispatch(proto::ClientMessage message, Steady::time_point received);
  void answer(const proto::RequestId& id, proto::Result result);
  void refuse(const std::optional<proto::RequestId>& id, proto::Error error);
  void over_budget(const std::optional<proto::RequestId>& id, Steady::time_point now);

  Caller caller_;
  std::unique_ptr<AddressSlot> slot_;
  Channel& channel_;
  SessionServices services_;
  TokenBucket frames_;
  TokenBucket bytes_;
  TokenBucket tables_;
  TokenBucket refusals_;
};

}  // namespace tianyuan::shell
