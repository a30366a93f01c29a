#pragma once

// What is remembered of each address (and of each name that somebody tries passwords for): open
// sockets and budgets. Entries that say nothing any more are dropped. Thread: any.

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/shell/limits.h"
#include "server/shell/token_bucket.h"

namespace tianyuan::shell {

class AddressBook;

// One open socket of an address, as long as this lives.
class AddressSlot {
 public:
  AddressSlot(AddressBook& book, std::string address) : book_(book), address_(std::move(address)) {}
  ~AddressSlot();
  AddressSlot(const AddressSlot&) = delete;
  AddressSlot& operator=(const AddressSlot&) = delete;

 private:
  AddressBook& book_;
  const std::string address_;
};

class AddressBook {
 public:
  explicit AddressBook(const Limits& limits) : limits_(limits) {}

  // None: this address has enough sockets.
  std::unique_ptr<AddressSlot> connect(const std::string& address);

  bool frame(const std::string& address, std::size_t bytes, Steady::time_point now);
  bool table(const std::string& address, Steady::time_point now);
  bool new_account(const std::string& address, Steady::time_point now);
  bool report(const std::string& address, Steady::time_point now);

  // May a password be tried from here, for that name? Only failures use the budget up.
  bool may_try_password(const std::string& address, const std::string& name_key,
                        Steady::time_point now);
  void password_failed(const std::string& address, const std::string& name_key,
                       Steady::time_point now);

  std::size_t size() const;

 private:
  friend class AddressSlot;
  void disconnect(const std::string& address);

  struct Entry {
    explicit Entry(const Limits& l)
        : frames(l.address_frames_per_second, l.address_frames_burst),
          bytes(l.address_bytes_per_second, l.address_bytes_burst),
          tables(l.address_tables_per_second, l.address_tables_burst),
          accounts(l.new_accounts_per_second, l.new_accounts_burst),
          reports(l.reports_per_second, l.reports_burst),
          failures(l.password_failures_per_second, l.password_failures_burst) {}
    int connections = 0;
    TokenBucket frames;
    TokenBucket bytes;
    TokenBucket tables;
    TokenBucket accounts;
    TokenBucket reports;
    TokenBucket failures;
  };
  Entry& entry(const std::string& address);
  void forget_the_quiet(Steady::time_point now);

  const Limits limits_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Entry> addresses_;
  std::unordered_map<std::string, TokenBucket> names_;
  std::size_t look_again_at_ = 1'024;  // entries; doubles with what has to stay
};

}  // namespace tianyuan::shell
