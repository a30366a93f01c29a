#include "server/shell/address_book.h"

#include <algorithm>

namespace tianyuan::shell {

AddressBook::Entry& AddressBook::entry(const std::string& address) {
  return addresses_.try_emplace(address, limits_).first->second;
}

void AddressBook::forget_the_quiet(Steady::time_point now) {
  if (addresses_.size() + names_.size() < look_again_at_) return;
  std::erase_if(addresses_, [&](const auto& pair) {
    const Entry& e = pair.second;
    return e.connections == 0 && e.frames.full(now) && e.bytes.full(now) && e.tables.full(now) &&
           e.accounts.full(now) && e.reports.full(now) && e.failures.full(now);
  });
  std::erase_if(names_, [&](const auto& pair) { return pair.second.full(now); });
  look_again_at_ = std::max<std::size_t>(1'024, 2 * (addresses_.size() + names_.size()));
}

AddressSlot::~AddressSlot() {
  book_.disconnect(address_);
}

std::unique_ptr<AddressSlot> AddressBook::connect(const std::string& address) {
  const std::lock_guard lock(mutex_);
  forget_the_quiet(Steady::now());
  Entry& e = entry(address);
  if (e.connections >= limits_.connections_per_address) return nullptr;
  ++e.connections;
  return std::make_unique<AddressSlot>(*this, address);
}

void AddressBook::disconnect(const std::string& address) {
  const std::lock_guard lock(mutex_);
  const auto it = addresses_.find(address);
  if (it != addresses_.end() && it->second.connections > 0) --it->second.connections;
}

bool AddressBook::frame(const std::string& address, std::size_t bytes, Steady::time_point now) {
  const std::lock_guard lock(mutex_);
  Entry& e = entry(address);
  return e.frames.take(now) && e.bytes.take(now, static_cast<double>(bytes));
}

bool AddressBook::table(const std::string& address, Steady::time_point now) {
  const std::lock_guard lock(mutex_);
  return entry(address).tables.take(now);
}

bool AddressBook::new_account(const std::string& address, Steady::time_point now) {
  const std::lock_guard lock(mutex_);
  return entry(address).accounts.take(now);
}

bool AddressBook::report(const std::string& address, Steady::time_point now) {
  const std::lock_guard lock(mutex_);
  return entry(address).reports.take(now);
}

bool AddressBook::may_try_password(const std::string& address, const std::string& name_key,
                                   Steady::time_point now) {
  const std::lock_guard lock(mutex_);
  if (entry(address).failures.empty(now)) return false;
  const auto name = names_.find(name_key);
  return name == names_.end() || !name->second.empty(now);
}

void AddressBook::password_failed(const std::string& address, const std::string& name_key,
                                  Steady::time_point now) {
  const std::lock_guard lock(mutex_);
  entry(address).failures.take(now);
  names_
      .try_emplace(name_key, limits_.password_failures_per_second, limits_.password_failures_burst)
      .first->second.take(now);
  forget_the_quiet(now);
}

std::size_t AddressBook::size() const {
  const std::lock_guard lock(mutex_);
  return addresses_.size() + names_.size();
}

}  // namespace tianyuan::shell
