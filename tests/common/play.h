#pragma once

// A game under test: acts are decided and applied as the server does it, with a time that the test
// moves by hand. Every step also checks what must always hold (see play.cpp).

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "common/game.h"

namespace tianyuan::test {

class Play {
 public:
  explicit Play(GameSettings settings = {});  // started, unless its time is appointed

  // Applies what follows, or answers why not.
  std::optional<Refusal> act(Player player, const Action& action);
  std::optional<Refusal> act(Player player, const Action& action, const Moment& moment);
  std::optional<RefusalCode> code(Player player, const Action& action);

  // By whoever is asked; each is required to be accepted.
  void stones(std::string_view moves);  // "h8i9--": points and passes
  void does(const Action& action);
  void does(Player player, const Action& action);

  void wait(Millis ms);                                  // time passes, nothing is told
  void tick();                                           // Tick now
  void wait_and_tick(Millis ms) { wait(ms), tick(); }    //
  Player asked() const { return game.ask()->player; }    // the game waits for somebody
  Act act_asked() const { return game.ask()->acts[0]; }  //

  // Of the events that the last act led to.
  template <typename Body>
  const Body* last() const {
    for (auto event = recent.rbegin(); event != recent.rend(); ++event) {
      if (const auto* body = std::get_if<Body>(&event->body)) return body;
    }
    return nullptr;
  }

  bool replayed_equal() const;  // replaying the log gives an equal game

  Game game;
  bool replay_each_step = true;
  Millis now = 1'700'000'000'000;
  std::vector<GameEvent> log;     // all
  std::vector<GameEvent> recent;  // of the last act
};

Point point(std::string_view text);  // required to be one
std::vector<Point> points(std::initializer_list<std::string_view> texts);

GameSettings settings_of(std::string_view rule,
                         TimeControl time = HallTime{600'000, 60'000, 20'000});

}  // namespace tianyuan::test
