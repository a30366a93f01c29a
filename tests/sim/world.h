#pragma once

// The world round the real core: connections that break, a storage that loses its unsynced tail,
// time that leaps, players who misbehave, and the checkers.

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/core/core.h"
#include "tests/sim/client.h"
#include "tests/sim/options.h"
#include "tests/sim/random.h"
#include "tests/sim/storage.h"

namespace tianyuan::sim {

class World {
 public:
  explicit World(const Options& options);
  Report run();

 private:
  struct Connection {
    std::size_t client = 0;
    bool open = true;         // as the client sees it
    bool server_open = true;  // as the server sees it
    std::deque<std::string> to_server, to_client;
  };

  // ---- what happens
  void step();
  void client_acts(std::size_t client, bool calm);
  void deliver_to_server(core::SessionId session);
  void deliver_to_client(core::SessionId session);
  void commit(std::size_t count);
  void pass_time();
  void cut(core::SessionId session);
  void notice_end(core::SessionId session);
  void crash();
  void start_core(bool first_time, Millis down_ms);
  void reload_rooms();
  void connect(std::size_t client);
  void spoil(Connection& connection);
  void heal_and_finish();

  // ---- the server's shell, in small
  void submit(core::Command command, Millis received_at_ms);
  void on_frame(core::SessionId session, const std::string& frame);
  void take(core::Output output);
  void release(const core::Effect& effect);
  void send(core::SessionId session, const std::string& frame);

  // ---- checkers
  void check_core();
  void replay_into(core::Core& core);
  void check_replay();
  void check_restored(const core::Core& restored);
  void check_clocks_after_restart();
  void check_settled(const core::GameSettled& settled);
  void check_escape(const core::ClosedGame& closed);
  void check_two_games();
  void final_checks();
  void note_presence(Id user, bool present, bool by_restart);

  void log(std::string line);
  void violation(const std::string& what);
  void mix(std::string_view bytes);

  Options options_;
  Random random_;
  Report report_;
  Storage storage_;
  std::unique_ptr<core::Core> core_;
  std::vector<core::RoomConfig> rooms_;
  Millis now_ = 1'796'000'000'000;
  Millis last_tick_ = 0;
  core::SessionId last_session_ = 0;
  std::map<core::SessionId, Connection> connections_;
  std::vector<std::unique_ptr<Client>> clients_;
  std::vector<core::SessionId> current_;  // of each client; 0: none
  std::deque<core::GameSettled> to_settle_;
  std::map<Id, core::ClosedGame> closed_;  // ended, not settled yet
  std::deque<std::string> recent_;

  // What the checkers remember.
  struct Presence {
    bool present = false;
    Millis away_since = 0;
    bool by_restart = false;
    bool seen_since_restart = false;
  };
  std::map<Id, std::array<Id, 2>> players_;  // of each game
  std::map<Id, Presence> presence_;
  std::map<Id, core::SessionId> live_session_;        // the newest that signed in
  std::map<std::pair<Id, Id>, Millis> away_in_game_;  // game, user: of earlier losses
  struct ShownClocks {
    std::int64_t version = 0;
    std::array<Millis, 2> left{};
  };
  std::map<Id, ShownClocks> shown_;  // game: what was last shown to anyone
  Millis last_down_ms_ = 0;
};

}  // namespace tianyuan::sim
