#include "client/console/script.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "client/console/hall_notices.h"
#include "client/console/text.h"

namespace tianyuan::console {
namespace {

constexpr Millis kWaitSeconds = 600;
constexpr Millis kLongestWaitSeconds = 86'400;
constexpr Millis kRetryMs = 200;  // when a busy server does not say how long

std::optional<Millis> number(std::string_view text, Millis most) {
  Millis value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (value < 0 || value > most) return std::nullopt;
  return value;
}

// These work without the server, so also while the connection is being made.
bool is_local(Verb verb) {
  switch (verb) {
    case Verb::board:
    case Verb::moves:
    case Verb::clock:
    case Verb::turn:
    case Verb::whoami:
    case Verb::help:
    case Verb::quit:
    case Verb::wait:
    case Verb::sleep:
      return true;
    default:
      return false;
  }
}

// How long the server asks to wait before the same is tried again; nothing: it is a real refusal.
std::optional<Millis> asked_to_wait_ms(const Notice& notice) {
  if (!matches(notice, "error", {"rate_limited"}) && !matches(notice, "error", {"busy"})) {
    return std::nullopt;
  }
  constexpr std::string_view key = " retry_after_ms=";
  const std::size_t at = notice.words.find(key);
  if (at == std::string::npos) return kRetryMs;
  const std::string_view rest = std::string_view(notice.words).substr(at + key.size());
  return number(rest.substr(0, rest.find(' ')), kLongestWaitSeconds * 1000).value_or(kRetryMs);
}

}  // namespace

void Script::saw(const Notice& notice) {
  if (const auto wait_ms = asked_to_wait_ms(notice); wait_ms && play_) {
    play_->retry_after_ms = *wait_ms;
  } else if (notice.words.starts_with("error ")) {
    play_refused_ = true;
  }
  seen_.push_back({notice.words, {}, {}});
  if (seen_.size() > kNoticesKept) seen_.pop_front();
}

std::optional<Millis> Script::next_due_ms() const {
  if (wait_) return wait_->until_ms;
  if (play_ && play_->again_at_ms) return play_->again_at_ms;
  return sleep_until_ms_;
}

bool Script::step(Client& client, Millis now_ms) {
  if (quit_) return false;
  if (sleep_until_ms_ && now_ms >= *sleep_until_ms_) sleep_until_ms_.reset();
  if (wait_ && wait_is_over(client, now_ms)) wait_.reset();
  if (client.busy()) return false;
  if (play_ && play_on(client, now_ms)) play_.reset();
  if (waiting() || lines_.empty()) return false;

  const auto parsed = parse_command(lines_.front());
  if (parsed && *parsed && !is_local((*parsed)->verb) && !client.ready()) return false;
  lines_.pop_front();
  if (!parsed) return true;
  if (!*parsed) {
    client.refuse(parsed->error());
  } else {
    take(**parsed, client, now_ms);
  }
  return true;
}

void Script::take(const Command& command, Client& client, Millis now_ms) {
  switch (command.verb) {
    case Verb::quit:
      quit_ = true;
      return;
    case Verb::sleep: {
      const auto ms = number(command.args[0], kLongestWaitSeconds * 1000);
      if (!ms) return client.refuse({"bad_argument", "sleep MILLISECONDS"});
      sleep_until_ms_ = now_ms + *ms;
      return;
    }
    case Verb::wait:
      return start_wait(command, client, now_ms);
    case Verb::play:
      for (const std::string& move : command.args) {
        if (move != "pass" && !parse_point(move)) return client.refuse({"bad_point", move});
      }
      if (!client.state().game || client.state().settled) return client.refuse({"no_game", {}});
      play_.emplace().moves.assign(command.args.begin(), command.args.end());
      return;
    default:
      return client.perform(command, now_ms);
  }
}

void Script::start_wait(const Command& command, Client& client, Millis now_ms) {
  Wait wait{command.args[0], {}, 0, kWaitSeconds};
  for (std::size_t i = 1; i < command.args.size(); ++i) {
    const std::string& arg = command.args[i];
    if (!arg.starts_with("timeout=")) {
      wait.tokens.push_back(arg);
      continue;
    }
    const auto seconds = number(std::string_view(arg).substr(8), kLongestWaitSeconds);
    if (!seconds) return client.refuse({"bad_argument", arg});
    wait.timeout_s = *seconds;
  }
  wait.until_ms = now_ms + wait.timeout_s * 1000;
  wait_ = std::move(wait);
}

bool Script::wait_is_over(Client& client, Millis now_ms) {
  const auto found = std::ranges::find_if(
      seen_, [&](const Notice& notice) { return matches(notice, wait_->word, wait_->tokens); });
  if (found != seen_.end()) {
    seen_.erase(seen_.begin(), found + 1);
    return true;
  }
  if (now_ms < wait_->until_ms) return false;
  Notice notice = tell_refused(client.settings().language, "wait_timeout", {});
  notice.text = text(client.settings().language, Key::wait_timeout,
                     {wait_->word, std::to_string(wait_->timeout_s)});
  client.tell(std::move(notice));
  return true;
}

// A busy server has not taken the move: it is the next one again, after the time that it asked for.
void Script::take_back_sent(Millis now_ms) {
  play_->moves.push_front(std::move(play_->sent));
  play_->sent_at_turn = -1;
  play_->again_at_ms = now_ms + *std::exchange(play_->retry_after_ms, std::nullopt);
}

// True when there is nothing left to play.
bool Script::play_on(Client& client, Millis now_ms) {
  const State& state = client.state();
  if (play_->retry_after_ms && play_->sent_at_turn >= 0) take_back_sent(now_ms);
  if (play_->again_at_ms && now_ms < *play_->again_at_ms) return false;
  play_->again_at_ms.reset();
  const bool refused = play_->sent_at_turn >= 0 && play_refused_;
  if (refused || !state.game || state.settled || state.game->over()) return true;
  if (play_->moves.empty()) return true;
  if (!client.ready() || !state.game->ask() || state.game->ask()->player != state.me())
    return false;
  const auto& acts = state.game->ask()->acts;
  const std::string act = play_->moves.front() == "pass" ? "pass" : "place";
  if (std::ranges::find(acts, act) == acts.end()) return false;
  if (play_->sent_at_turn == state.game->state().turn) return false;
  const std::string move = play_->moves.front();
  play_->moves.pop_front();
  play_->sent = move;
  play_->sent_at_turn = state.game->state().turn;
  play_refused_ = false;
  const Verb verb = act == "pass" ? Verb::pass : Verb::place;
  client.perform({verb, act == "pass" ? std::vector<std::string>{} : std::vector{move}, move},
                 now_ms);
  return false;
}

}  // namespace tianyuan::console
