#pragma once

// What is told of a game, as notices (docs/console.md). Pure. Thread: any.

#include <optional>
#include <string>

#include "client/console/game_model.h"
#include "client/console/language.h"
#include "client/console/notice.h"
#include "proto/messages.h"

namespace tianyuan::console {

// One event; `after` is the game with the event applied. Nothing for what needs no telling.
std::optional<Notice> tell_event(Language language, const proto::GameEventView& event,
                                 const GameModel& after);

Notice tell_match(Language language, const GameModel& game, std::optional<Player> me);
Notice tell_start(Language language, const GameModel& game, std::optional<Player> me);
Notice tell_resumed(Language language, const GameModel& game, std::optional<Player> me);
Notice tell_connection(Language language, const GameModel& game, Player player, bool connected,
                       Millis grace_ms);
// At one screen, without asking: `removed` entries of the record; 0: a decision.
Notice tell_taken_back(Language language, int number, int removed);
Notice tell_opening(Language language, const std::string& opening);

// What is asked, of whom. Nothing when the game asks nothing.
std::optional<Notice> tell_ask(Language language, const GameModel& game, std::optional<Player> me);
std::optional<Notice> tell_forbidden(Language language, const GameModel& game,
                                     std::optional<Player> me);
Notice tell_clocks(Language language, const GameModel& game, Millis now_ms);
Notice tell_board(Language language, const GameModel& game, bool numbers, bool ascii);
Notice tell_moves(Language language, const GameModel& game);

// The end as settled. `me`: the player that one was; `winner` and `loser` are from the result.
Notice tell_game_over(Language language, const proto::notify::GameOver& over,
                      std::optional<Player> me);
Notice tell_score(Language language, const proto::notify::Settlement& settlement,
                  const std::string& name);

std::string colour_text(Language language, Colour colour);
// "+4", "-4", "0"
std::string signed_number(std::int64_t n);

}  // namespace tianyuan::console
