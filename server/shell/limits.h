#pragma once

// Every limit of the network side, with its unit and its reason. All can be set in the
// configuration file; frame sizes are the protocol's (proto/limits.h).

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tianyuan::shell {

struct Limits {
  // Sockets.
  int connections = 20'000;                              // in all: 5 to 9 KiB each
  int connections_per_address = 1'000;                   // a school or an office behind one address
  std::size_t header_bytes = 8 * 1024;                   // of an HTTP request
  std::chrono::milliseconds header_timeout{10'000};      // slow-loris
  std::chrono::milliseconds keep_alive_timeout{30'000};  // HTTP connections between requests
  std::chrono::milliseconds ping_interval{25'000};       // proxies cut at 60 s
  std::chrono::milliseconds silence_timeout{30'000};     // X1: then the player counts as absent
  std::chrono::milliseconds message_timeout{30'000};     // a frame begun must end
  std::chrono::milliseconds write_timeout{10'000};       // a reader that takes nothing is cut off
  std::chrono::milliseconds close_timeout{3'000};        // for the peer's part of the closing
  std::size_t outbox_bytes = 256 * 1024;                 // for one session; a snapshot is 16 KiB
  int outbox_messages = 512;
  int kernel_send_bytes = 128 * 1024;    // of one socket; what the kernel may hold of it as well
  int kernel_receive_bytes = 64 * 1024;  // of one socket that sends more than is read

  // Frames. A quick player sends two a second and opening a client ten at once; a program that
  // replays a game through the hall sends some fifty.
  double frames_per_second = 50;
  int frames_burst = 120;
  double address_frames_per_second = 4'000;
  int address_frames_burst = 8'000;
  // Most requests are some 150 bytes; the largest, a report, is 2 KiB.
  double bytes_per_second = 64 * 1024;
  int bytes_burst = 512 * 1024;
  double address_bytes_per_second = 4 * 1024 * 1024;
  int address_bytes_burst = 16 * 1024 * 1024;
  // rate_limited answers before the session is closed (1008): a client that overdid it once goes
  // on, a flood ends. After each nothing is read for a moment, so there are four a second at most.
  double refusals_per_second = 1;
  int refusals_burst = 100;

  // table.create. Each person has one table at a time; this is against setting up and leaving.
  double tables_per_second = 0.2;  // a session
  int tables_burst = 20;
  double address_tables_per_second = 20;
  int address_tables_burst = 500;

  // Accounts. Only failures count against the password limits.
  double password_failures_per_second = 0.1;
  int password_failures_burst = 10;
  double new_accounts_per_second = 5;  // an address
  int new_accounts_burst = 500;
  double reports_per_second = 0.05;  // chat.report, an address
  int reports_burst = 10;

  // Queues.
  std::size_t core_queue = 20'000;    // requests waiting for the core
  std::size_t writer_queue = 50'000;  // outputs waiting for the disk
  std::size_t hash_queue = 64;        // 60 ms each
  int hash_queue_per_address = 32;    // so that one address cannot keep all others from signing in
  std::size_t reader_queue = 2'000;

  // Lag compensation (T4): what the network took is given back up to this a move.
  std::int64_t lag_credit_ms = 100;

  // The database.
  std::chrono::milliseconds commit_interval{1};     // start to start, under load
  std::chrono::microseconds commit_gap{500};        // at least: without the lock, for operators
  std::chrono::milliseconds jobs_at_once{5};        // sign-ins and the like, between two commits
  std::chrono::milliseconds lock_warning{1'000};    // then /readyz says so, requests get busy
  std::chrono::milliseconds lock_deadline{60'000};  // then the server drains and exits
  std::chrono::milliseconds poll_interval{250};     // for what operators write
  std::chrono::milliseconds checkpoint_interval{500};
  // Of WAL. A checkpoint copies it all back without the lock; SQLite's own, which runs in a commit,
  // comes at 64 MiB and should never.
  std::int64_t checkpoint_bytes = 16LL * 1024 * 1024;
};

}  // namespace tianyuan::shell
