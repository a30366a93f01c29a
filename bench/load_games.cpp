// Ordinary games against a running server, and how long each move waits for its answer.
//
//   load_games --port 8080 --games 100 --seconds 20 --pause-ms 500
//
// Prints one line of JSON. A pair is two guests in one quick match of room 1; they place stones by
// turns, with that pause between an answer and the next stone, and begin anew where a game is full.

#include <sys/epoll.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/load_socket.h"

namespace tianyuan::load {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

// Every second row, one colour next to the other: no five can arise.
std::vector<std::string> quiet_points() {
  std::vector<std::string> points;
  for (int row = 1; row <= 15; row += 2) {
    for (char column = 'A'; column <= 'O'; ++column) points.push_back(column + std::to_string(row));
  }
  return points;
}

struct Table;

class Player final : public Socket {
 public:
  using Socket::Socket;
  Table* table = nullptr;
  int request = 0;
  std::int64_t user = 0;
  bool signed_in = false;
  json found;  // match.found or game.started that is not taken yet
  bool over = false;
  std::string answer;
  bool answered = false;
  Clock::time_point answered_at{};

  void ask(const char* method, const std::string& params) {
    answered = false;
    send_text(R"({"jsonrpc":"2.0","id":)" + std::to_string(++request) + R"(,"method":")" + method +
              R"(","params":)" + params + "}");
  }

 private:
  void on_open() override { ask("session.guest", R"({"name":""})"); }
  void on_text(std::string_view text) override {
    if (text.find(R"("id":)" + std::to_string(request) + ",") != std::string_view::npos &&
        text.find(R"("method")") == std::string_view::npos) {
      answer = text;
      answered = true;
      answered_at = Clock::now();
      if (!signed_in && text.find(R"("token")") != std::string_view::npos) {
        user = json::parse(text)["result"]["user"]["id"];
        signed_in = true;
      }
    } else if (text.find("match.found") != std::string_view::npos ||
               text.find("game.started") != std::string_view::npos) {
      found = json::parse(text);
    } else if (text.find(R"("game.over")") != std::string_view::npos) {
      over = true;
    }
  }
};

struct Table {  // a pair of players
  Player* black = nullptr;
  Player* white = nullptr;
  std::int64_t game = 0;
  std::int64_t turn = 0;
  std::size_t placed = 0;
  Clock::time_point next{}, asked{};
  bool waiting = false;
  enum class Phase { playing, ending, starting } phase = Phase::playing;
};

std::int64_t number_after(const std::string& text, std::string_view key) {
  const auto at = text.find(key);
  return at == std::string::npos ? -1 : std::atoll(text.c_str() + at + key.size());
}

struct Options {
  std::uint16_t port = 8080;
  int games = 100;
  int seconds = 20;
  int pause_ms = 500;
  std::string from = "127.0.0.1";
};

class Load {
 public:
  explicit Load(Options options) : options_(std::move(options)), epoll_(::epoll_create1(0)) {}

  void prepare() {
    for (int i = 0; i < 2 * options_.games; ++i) {
      players_.push_back(std::make_unique<Player>(epoll_, options_.port, options_.from.c_str()));
      players_.back()->upgrade();
      turn(epoll_, 0ms);
    }
    wait("signed in", [](const Player& player) { return player.signed_in; });
    for (auto& player : players_) player->ask("match.start", R"({"room":1})");
    wait("in a game", [](const Player& player) { return !player.found.is_null(); });
    std::map<std::int64_t, Table*> by_game;
    for (auto& player : players_) {
      const json game = player->found["params"]["game"];
      Table*& table = by_game[game["game"]];
      if (table == nullptr) table = tables_.emplace_back(std::make_unique<Table>()).get();
      begin(*table, *player, game);
    }
    int i = 0;
    for (auto& table : tables_) {  // not all at one instant
      table->next = Clock::now() + std::chrono::milliseconds(options_.pause_ms * i++ / options_.games);
    }
  }

  void play() {
    const auto end = Clock::now() + std::chrono::seconds(options_.seconds);
    while (Clock::now() < end) {
      turn(epoll_, 1ms);
      for (auto& table : tables_) step(*table);
    }
  }

  // Games that ran on would be absences, and their tables would stay for minutes.
  void end() {
    for (auto& table : tables_) {
      table->black->ask("game.resign", R"({"game":)" + std::to_string(table->game) + "}");
    }
    const auto all = [&] {
      return std::ranges::all_of(
          tables_, [](auto& table) { return table->black->answered || !table->black->open(); });
    };
    for (const auto until = Clock::now() + 30s; !all() && Clock::now() < until;) turn(epoll_, 20ms);
  }

  json report() {
    std::sort(took_ms_.begin(), took_ms_.end());
    const auto part = [&](double p) {
      if (took_ms_.empty()) return 0.0;
      const auto at = static_cast<std::size_t>(p * static_cast<double>(took_ms_.size()));
      return took_ms_[std::min(took_ms_.size() - 1, at)];
    };
    const auto closed = std::ranges::count_if(players_, [](auto& p) { return !p->open(); });
    return {{"games", tables_.size()}, {"moves", took_ms_.size()}, {"p50_ms", part(0.5)},
            {"p99_ms", part(0.99)},    {"p999_ms", part(0.999)},   {"max_ms", part(1)},
            {"refused", refused_},     {"closed", closed}};
  }

 private:
  template <class Done>
  void wait(const char* what, Done done) {
    const auto end = Clock::now() + 120s;
    while (!std::ranges::all_of(players_, [&](auto& player) { return done(*player); })) {
      turn(epoll_, 20ms);
      if (Clock::now() > end) throw std::runtime_error(std::string("not all are ") + what);
    }
  }

  void begin(Table& table, Player& player, const json& game) {
    const auto& black = game["players"][game["black"] == "first" ? 0 : 1];
    (black["id"] == player.user ? table.black : table.white) = &player;
    table.game = game["game"];
    table.turn = game["turn"];
    table.placed = 0;
    table.phase = Table::Phase::playing;
    player.table = &table;
    player.found = nullptr;
    player.over = false;
  }

  // The next game of the two at their table.
  void step_between(Table& table) {
    const std::array<Player*, 2> both{table.black, table.white};
    if (table.phase == Table::Phase::ending) {
      if (!both[0]->over || !both[1]->over) return;
      for (Player* player : both) player->ask("table.ready", R"({"ready":true})");
      table.phase = Table::Phase::starting;
    } else if (!both[0]->found.is_null() && !both[1]->found.is_null()) {
      for (Player* player : both) begin(table, *player, json(player->found["params"]["game"]));
      table.next = Clock::now() + std::chrono::milliseconds(options_.pause_ms);
    }
  }

  void step(Table& table) {
    if (table.phase != Table::Phase::playing) return step_between(table);
    Player& mover = *(table.placed % 2 == 0 ? table.black : table.white);
    if (!table.black->open() || !table.white->open()) return;
    const auto now = Clock::now();
    if (table.waiting) {
      if (!mover.answered) return;
      took_ms_.push_back(std::chrono::duration<double, std::milli>(mover.answered_at - table.asked).count());
      table.waiting = false;
      table.next = now + std::chrono::milliseconds(options_.pause_ms);
      if (mover.answer.find(R"("error")") != std::string::npos) {
        ++refused_;
        return;
      }
      table.turn = number_after(mover.answer, R"("turn":)");
      ++table.placed;
      return;
    }
    if (now < table.next) return;
    if (table.placed == points_.size()) {
      table.black->ask("game.resign", R"({"game":)" + std::to_string(table.game) + "}");
      table.phase = Table::Phase::ending;
      return;
    }
    mover.ask("game.place", R"({"game":)" + std::to_string(table.game) + R"(,"turn":)" +
                                std::to_string(table.turn) + R"(,"point":")" +
                                points_[table.placed] + R"("})");
    table.asked = Clock::now();
    table.waiting = true;
  }

  const Options options_;
  const int epoll_;
  const std::vector<std::string> points_ = quiet_points();
  std::vector<std::unique_ptr<Player>> players_;
  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<double> took_ms_;
  int refused_ = 0;
};

int run(int argc, char** argv) {
  Options options;
  CLI::App app("ordinary games, and how long each move waits for its answer", "load_games");
  app.add_option("--port", options.port)->required();
  app.add_option("--games", options.games)->check(CLI::Range(1, 10'000));
  app.add_option("--seconds", options.seconds)->check(CLI::Range(1, 3'600));
  app.add_option("--pause-ms", options.pause_ms)->check(CLI::Range(1, 60'000));
  app.add_option("--from", options.from, "the loopback address to come from");
  CLI11_PARSE(app, argc, argv);
  const rlimit files{65'536, 65'536};
  ::setrlimit(RLIMIT_NOFILE, &files);
  Load load(options);
  load.prepare();
  std::cerr << "playing" << std::endl;  // the scripts wait for it
  load.play();
  load.end();
  std::cout << load.report() << std::endl;
  return 0;
}

}  // namespace
}  // namespace tianyuan::load

int main(int argc, char** argv) {
  try {
    return tianyuan::load::run(argc, argv);
  } catch (const std::exception& failed) {
    std::cerr << "load_games: " << failed.what() << "\n";
    return 1;
  }
}
