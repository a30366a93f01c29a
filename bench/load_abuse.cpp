// What nobody should do to a server, each from an address of its own, for as long as asked:
//
//   load_abuse --port 8080 --seconds 20 --flood 10000 --half-open 1000 --deaf 5
//
// --flood N: so many frames a second through --flood-sockets sockets; --half-open N: sockets that
// never finish their request; --deaf N: guests who ask for much and never read. Whatever the server
// closes is opened again. Prints one line of JSON with what was done.

#include <sys/epoll.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/load_socket.h"

namespace tianyuan::load {
namespace {

using namespace std::chrono_literals;

constexpr int kBatch = 50;                        // frames sent with one call
constexpr std::size_t kMostUnsent = 256 * 1024;   // then the server does not take more
constexpr std::chrono::milliseconds kReopen{100};  // looked at so often

struct Options {
  std::uint16_t port = 8080;
  int seconds = 20;
  int flood = 0;
  int flood_sockets = 200;
  int half_open = 0;
  int deaf = 0;
};

constexpr const char* kFloodFrom = "127.0.0.2";
constexpr const char* kHalfOpenFrom = "127.0.0.3";
constexpr const char* kDeafFrom = "127.0.0.4";

class Flooder final : public Socket {
 public:
  using Socket::Socket;
  bool upgraded = false;

 private:
  void on_open() override { upgraded = true; }
};

class Deaf final : public Socket {
 public:
  using Socket::Socket;

 private:
  void on_open() override {
    send_text(R"({"jsonrpc":"2.0","id":1,"method":"session.guest","params":{"name":""}})");
  }
  // Signed in, it asks for much and hears no more.
  void on_text(std::string_view text) override {
    if (!hearing_ || text.find(R"("token")") == std::string_view::npos) return;
    hearing_ = false;
    send_text(R"({"jsonrpc":"2.0","id":2,"method":"hall.enter","params":{"room":1}})");
    for (int i = 0; i < 100; ++i) {
      send_text(R"({"jsonrpc":"2.0","id":3,"method":"table.list","params":{"room":1}})");
    }
  }
  bool wants_to_read() const override { return hearing_; }
  bool hearing_ = true;
};

class Abuse {
 public:
  explicit Abuse(Options options) : options_(std::move(options)), epoll_(::epoll_create1(0)) {
    const std::string ping = masked_frame(
        R"({"jsonrpc":"2.0","id":1,"method":"session.ping","params":{}})");
    for (int i = 0; i < kBatch; ++i) batch_ += ping;
  }

  void run() {
    const auto begin = Clock::now();
    const auto end = begin + std::chrono::seconds(options_.seconds);
    auto reopen_at = begin;
    double sent = 0;
    std::size_t next = 0;
    while (Clock::now() < end) {
      if (Clock::now() >= reopen_at) {
        reopen();
        reopen_at = Clock::now() + kReopen;
      }
      const double due = std::chrono::duration<double>(Clock::now() - begin).count() *
                         static_cast<double>(options_.flood);
      // Each socket once at most: where none takes anything, what is due stays undone.
      for (std::size_t i = 0; i < flooders_.size() && sent + kBatch <= due; ++i) {
        Flooder& flooder = *flooders_[next++ % flooders_.size()];
        if (!flooder.open() || !flooder.upgraded || flooder.unsent() > kMostUnsent) continue;
        flooder.send(batch_);
        sent += kBatch;
      }
      if (due - sent > options_.flood) {  // the server held a second's worth back
        held_back_ += due - sent;
        sent = due;
      }
      turn(epoll_, 5ms);
    }
    frames_ = static_cast<std::int64_t>(sent - held_back_);
  }

  nlohmann::json report() const {
    return {{"frames_sent", frames_}, {"frames_held_back", static_cast<std::int64_t>(held_back_)},
            {"flood_opened", flood_opened_}, {"half_open_opened", half_open_opened_},
            {"deaf_opened", deaf_opened_},   {"not_let_in", not_let_in_}};
  }

 private:
  template <class Kind>
  void fill(std::vector<std::unique_ptr<Kind>>& sockets, int wanted, int& opened, const char* from,
            int receive_buffer, void (*begin)(Kind&)) {
    std::erase_if(sockets, [](const auto& socket) { return !socket->open(); });
    int at_most = 200;  // a moment is given to the others in between
    while (static_cast<int>(sockets.size()) < wanted && at_most-- > 0) {
      try {
        sockets.push_back(std::make_unique<Kind>(epoll_, options_.port, from, receive_buffer));
        begin(*sockets.back());
        ++opened;
      } catch (const std::exception&) {
        ++not_let_in_;
        return;
      }
    }
  }

  void reopen() {
    fill<Flooder>(flooders_, options_.flood > 0 ? options_.flood_sockets : 0, flood_opened_,
                  kFloodFrom, 0, [](Flooder& flooder) { flooder.upgrade(); });
    fill<Deaf>(deaf_, options_.deaf, deaf_opened_, kDeafFrom, 4'096,
               [](Deaf& deaf) { deaf.upgrade(); });
    fill<Socket>(half_open_, options_.half_open, half_open_opened_, kHalfOpenFrom, 0,
                 [](Socket& socket) { socket.send("GET /ws HTTP/1.1\r\nHost: "); });
  }

  const Options options_;
  const int epoll_;
  std::string batch_;
  std::vector<std::unique_ptr<Flooder>> flooders_;
  std::vector<std::unique_ptr<Deaf>> deaf_;
  std::vector<std::unique_ptr<Socket>> half_open_;
  int flood_opened_ = 0, half_open_opened_ = 0, deaf_opened_ = 0, not_let_in_ = 0;
  double held_back_ = 0;
  std::int64_t frames_ = 0;
};

int run(int argc, char** argv) {
  Options options;
  CLI::App app("a flood, half-open sockets and readers that never read", "load_abuse");
  app.add_option("--port", options.port)->required();
  app.add_option("--seconds", options.seconds)->check(CLI::Range(1, 3'600));
  app.add_option("--flood", options.flood, "frames a second")->check(CLI::Range(0, 1'000'000));
  app.add_option("--flood-sockets", options.flood_sockets)->check(CLI::Range(1, 10'000));
  app.add_option("--half-open", options.half_open)->check(CLI::Range(0, 60'000));
  app.add_option("--deaf", options.deaf)->check(CLI::Range(0, 1'000));
  CLI11_PARSE(app, argc, argv);
  const rlimit files{65'536, 65'536};
  ::setrlimit(RLIMIT_NOFILE, &files);
  Abuse abuse(options);
  abuse.run();
  std::cout << abuse.report() << std::endl;
  return 0;
}

}  // namespace
}  // namespace tianyuan::load

int main(int argc, char** argv) {
  return tianyuan::load::run(argc, argv);
}
