#pragma once

// What /metrics shows, in Prometheus' text format. Thread: any.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "proto/errors.h"
#include "proto/messages.h"
#include "server/core/core.h"

namespace tianyuan::shell {

class Metrics {
 public:
  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  void command(const proto::Request& request);
  void error(proto::ErrorCode code);
  void commit(std::chrono::duration<double> took, std::size_t rows);
  void commit_retry();
  void released(std::chrono::duration<double> since_receipt);  // of a game.* request
  void connections(int change);
  void slow_reader();
  void census(const core::Core::Census& census);
  void core_queue(std::size_t waiting);
  void writer_queue(std::size_t waiting);
  void hash_queue(std::size_t waiting);
  void reader_queue(std::size_t waiting);
  void wal_bytes(std::uintmax_t bytes);

  std::string text() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tianyuan::shell
