#pragma once

// A client and its connection, kept together: connects, reconnects with back-off and jitter,
// carries frames both ways and keeps the token in its file. Line mode, full screen and the one-shot
// commands all run on it. Thread: the owner's.

#include <functional>
#include <optional>
#include <string>

#include "client/console/client.h"
#include "client/console/connection.h"

namespace tianyuan::console {

// Milliseconds to wait before attempt n (from 0): doubling from 200 to 5,000, of which a random
// half is taken off so that a thousand clients do not come back at one instant.
Millis retry_delay_ms(int attempt, std::uint32_t random_word);

// "" when there is no such file.
std::string read_token(const std::string& path);
// Mode 600; an empty token removes the file. False: it could not be written.
bool write_token(const std::string& path, const std::string& token);

Millis steady_ms();

class SessionLoop {
 public:
  struct Settings {
    std::string token_file;              // empty: kept in memory only
    Millis connect_timeout_ms = 15'000;  // for the first connection
    // For one that was lost: longer than the three minutes that a game waits for its player (X1).
    Millis reconnect_timeout_ms = 300'000;
  };
  SessionLoop(Url url, ClientSettings client, Settings settings, Chance chance);

  // Does what is due and delivers what has come, then flush(). Call whenever wake_fd() is readable
  // or next_due_ms() has come.
  void step();
  // Only sends what the client has to send: after a command, when nothing that arrives meanwhile
  // may be taken without being looked at before the next wait.
  void flush();
  int wake_fd() const { return connection_.wake_fd(); }
  std::optional<Millis> next_due_ms() const { return retry_at_ms_; }

  Client& client() { return client_; }
  const Client& client() const { return client_; }
  bool gave_up() const { return gave_up_; }  // the first connection never came about
  // The connection that was lost has not come back in time. Whoever sits at the keyboard may wait
  // on; a script must not for ever.
  bool lost_for_good() const;
  const std::string& last_failure() const { return last_failure_; }
  bool online() const { return online_; }

 private:
  void on_closed(const Connection::Closed& closed, Millis now_ms);

  Settings settings_;
  Chance chance_;
  Client client_;
  Connection connection_;
  std::optional<Millis> retry_at_ms_;
  Millis started_at_ms_;
  Millis lost_at_ms_ = 0;
  int attempts_ = 0;
  bool online_ = false;
  bool ever_online_ = false;
  bool gave_up_ = false;
  std::string last_failure_;
};

}  // namespace tianyuan::console
