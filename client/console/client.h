#pragma once

// The client's half of the protocol, without a socket: frames and commands in, frames and notices
// out. Signs in, keeps the state up to date, guesses for colours, and after a lost connection signs
// in again, fetches what was missed and sends again what was not answered.
// Thread: owned by one. Instants (`now_ms`) are the caller's steady milliseconds.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/console/chance.h"
#include "client/console/commands.h"
#include "client/console/language.h"
#include "client/console/notice.h"
#include "client/console/state.h"
#include "proto/codec.h"

namespace tianyuan::console {

struct SignIn {
  enum class How { none, guest, login, create };
  How how = How::none;
  std::string name;
  std::string password;
};

struct ClientSettings {
  Language language = Language::english;
  bool ascii = false;
  bool guess_automatically = true;
  std::string server;  // as shown
  SignIn sign_in;
  std::string token;  // of an earlier session; tried first
};

inline constexpr int kReplacedCloseCode = 4001;

class Client : private proto::PendingMethods {
 public:
  Client(ClientSettings settings, Chance chance);

  // The transport.
  void opened(Millis now_ms);
  void received(std::string_view frame, Millis now_ms);
  // After all frames that have come: tells what is asked now, if that has changed. Not after each,
  // because a stone and the end that it brings are two frames.
  void settle();
  void closed(int code, Millis now_ms);    // an open connection is gone
  void tell_retry(Millis retry_ms);        // it will be tried again
  std::vector<std::string> take_frames();  // to be sent, in order

  // The person. A command may be given at any time; those that need the server are answered
  // `not_connected` unless ready().
  void perform(const Command& command, Millis now_ms);
  void refuse(const Refused& refused);  // a command that could not be read
  void tell(Notice notice) { notices_.push_back(std::move(notice)); }
  std::vector<Notice> take_notices();

  bool ready() const { return ready_; }      // signed in again, nothing missed: commands may go out
  bool busy() const;                         // a command waits for its answer
  bool stopped() const { return stopped_; }  // replaced: never reconnect
  bool sign_in_refused() const { return sign_in_refused_; }  // that of the settings
  // A new token, once: to be kept for the next start. Empty after a logout.
  std::optional<std::string> take_token();

  const State& state() const { return state_; }
  const ClientSettings& settings() const { return settings_; }
  void set_language(Language language) { settings_.language = language; }

 private:
  enum class Why { command, start, resume, sync, hand, finish, quiet };
  struct Pending {
    proto::Request request;
    Why why = Why::command;
    std::string name = {};  // of the command
  };

  std::string_view method_of(const proto::RequestId& id) const override;
  void send(proto::Request request, Why why, std::string name = {});
  void sign_in();
  void become_ready();

  // Answers. client_answers.cpp
  void on_response(const proto::Response& response, Millis now_ms);
  void on_error(const Pending& pending, const proto::Error& error, Millis now_ms);
  void on_result(const Pending& pending, const proto::Result& result, Millis now_ms);
  void on_session(const proto::result::Session& session, Millis now_ms);
  void on_ok(const Pending& pending);
  void on_room(const Pending& pending, const proto::result::Room& room);
  void on_table(const Pending& pending, const proto::result::Table& answer, Millis now_ms);
  void on_sync(const Pending& pending, const proto::result::Sync& sync, Millis now_ms);
  void on_finished_record(const proto::result::Record& record);

  // The game and the table. client_game.cpp
  void on_notification(const proto::Notification& notification, Millis now_ms);
  void on_table_view(const proto::TableView& table, bool tell_it);
  void on_guess(const proto::notify::Guess& guess);
  void on_game_over(const proto::notify::GameOver& over);
  void adopt(const proto::GameSnapshot& snapshot,
             Millis now_ms);  // a game that begins or is joined
  void rejoin(const proto::GameSnapshot& snapshot, Millis now_ms);  // after signing in
  void apply(proto::Id game, const proto::GameEventView& event, Millis now_ms);
  void sync(std::optional<std::int64_t> since);
  void commit_hand(const Hand& hand);
  void open_hand();
  void prompt();
  void resend();
  void perform_locally(const Command& command, Millis now_ms);

  ClientSettings settings_;
  Chance chance_;
  State state_;
  bool open_ = false;
  bool ready_ = false;
  bool stopped_ = false;
  bool sign_in_refused_ = false;
  bool signed_in_once_ = false;
  std::string token_;
  std::optional<std::string> token_to_keep_;
  std::int64_t last_id_ = 0;
  std::map<std::int64_t, Pending> pending_;
  std::vector<std::string> frames_;
  std::vector<Notice> notices_;

  std::optional<Pending> unanswered_;            // a game command cut off by a lost connection
  std::optional<proto::GameSnapshot> rejoined_;  // as of the sign-in, while what was missed comes
  bool syncing_ = false;
  bool hold_prompt_ = false;  // the position is being asked for
  proto::Id last_found_ = 0;  // the search that match.found ended last
  std::string last_prompt_;
  std::string last_table_;
  std::string last_dialog_;
  std::string last_opening_;
  std::optional<Hand> hand_;  // R3, until the game starts
  bool hand_opened_ = false;
  std::array<bool, 2> hand_told_false_{};
};

}  // namespace tianyuan::console
