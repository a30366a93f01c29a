#include "client/console/game_notices.h"

#include <algorithm>

#include "client/console/board_view.h"
#include "client/console/ruling_notices.h"
#include "client/console/text.h"
#include "client/console/width.h"
#include "common/rule_set.h"
#include "common/winning_row.h"

namespace tianyuan::console {
namespace {

std::string joined(const std::vector<Point>& points, std::string_view between) {
  std::string out;
  for (const Point point : points) {
    if (!out.empty()) out += between;
    out += to_string(point);
  }
  return out;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& each : words) {
    if (!out.empty()) out += between;
    out += printable(each);
  }
  return out;
}

std::string player_word(std::optional<Player> player) {
  return player ? std::string(to_string(*player)) : "-";
}

std::string name_of_player(const GameModel& game, std::optional<Player> player) {
  return player ? printable(game.user(*player).name) : "?";
}

std::string colour_word(std::optional<Colour> colour) {
  return colour ? std::string(to_string(*colour)) : "-";
}

// "area=5x5", and the same for people.
std::string area_word(const proto::AskView& ask) {
  if (ask.half_width >= kBoardSize / 2) return {};
  const std::string side = std::to_string(2 * ask.half_width + 1);
  return std::string(" area=") + (ask.outside ? "outside-" : "") + side + "x" + side;
}

std::string area_text(Language language, const proto::AskView& ask) {
  if (ask.half_width >= kBoardSize / 2) return {};
  const std::string side = std::to_string(2 * ask.half_width + 1);
  return text(language, ask.outside ? Key::area_outside : Key::area_within, {side + "x" + side});
}

// How long a row the stone made that looks like a win and is none, where exactly five win for both;
// 0: none. Under renju nothing is said: a room may not tell of forbidden moves.
std::size_t overline_made(const proto::GameEventView& event, const GameModel& after) {
  const RuleSet* rule = find_rule_set(after.state().rule);
  if (rule == nullptr || rule->forbidden_moves || rule->black != RowToWin::exactly_five) return 0;
  if (!event.point || !winning_row(after.board(), *event.point, rule->black).empty()) return 0;
  return winning_row(after.board(), *event.point, RowToWin::five_or_more).size();
}

Notice tell_stone(Language language, const proto::GameEventView& event, const GameModel& after) {
  const Colour colour = event.colour.value_or(Colour::black);
  const std::string point = event.point ? to_string(*event.point) : "-";
  Notice notice{"stone " + colour_word(colour) + " " + point +
                    " move=" + std::to_string(event.number.value_or(0)) +
                    " player=" + player_word(event.player),
                text(language, Key::stone, {colour_text(language, colour), point}),
                {}};
  if (const std::size_t length = overline_made(event, after)) {
    notice.words += " overline=" + std::to_string(length);
    notice.text += " " + not_counted_text(language, "overline_no_win");
  }
  return notice;
}

Notice tell_no_stone(Language language, const proto::GameEventView& event, const GameModel& game) {
  const Colour colour =
      event.colour.value_or(event.player ? game.colour_of(*event.player) : Colour::black);
  const std::string who = colour_text(language, colour);
  std::string words = event.kind + " " + colour_word(colour) +
                      " move=" + std::to_string(event.number.value_or(0)) +
                      " player=" + player_word(event.player);
  if (event.kind == "pass") return {words, text(language, Key::pass, {who}), {}};
  const bool passes = event.yes.value_or(true);
  words += passes ? " passes=yes" : " passes=no";
  return {words, text(language, passes ? Key::skip_passes : Key::skip_stays, {who}), {}};
}

Notice tell_swap(Language language, const proto::GameEventView& event, const GameModel& game) {
  const bool yes = event.yes.value_or(false);
  const std::string black = printable(game.user(Colour::black).name);
  const std::string white = printable(game.user(Colour::white).name);
  return {std::string("swap ") + (yes ? "yes" : "no") + " player=" + player_word(event.player) +
              " black=" + word(black) + " white=" + word(white),
          text(language, yes ? Key::swap_yes : Key::swap_no,
               {name_of_player(game, event.player), black, white}),
          {}};
}

Notice tell_fifths(Language language, const proto::GameEventView& event, const GameModel& game) {
  const std::string who = name_of_player(game, event.player);
  const std::string player = " player=" + player_word(event.player);
  const std::string number = std::to_string(event.number.value_or(0));
  if (event.kind == "fifths_declared") {
    return {"fifths-declared " + number + player,
            text(language, Key::fifths_declared, {who, number}),
            {}};
  }
  if (event.kind == "fifths_offered") {
    return {"fifths-offered " + joined(event.points, " ") + player,
            text(language, Key::fifths_offered, {who, joined(event.points, " ")}),
            {}};
  }
  const std::string point = event.point ? to_string(*event.point) : "-";
  return {"fifth-kept " + point + " move=" + number + player,
          text(language, Key::fifth_kept, {who, point}),
          {}};
}

Notice tell_offer(Language language, const proto::GameEventView& event, const GameModel& game) {
  const std::string id = std::to_string(event.number.value_or(0));
  const std::string who = name_of_player(game, event.player);
  const std::string player = " player=" + player_word(event.player);
  const std::string removed = std::to_string(event.removed.value_or(0));
  if (event.kind == "draw_offered") {
    return {"draw-offered offer=" + id + player, text(language, Key::draw_offered, {who}), {}};
  }
  if (event.kind == "undo_requested") {
    return {
        "undo-requested request=" + id + player, text(language, Key::undo_requested, {who}), {}};
  }
  const bool draw = event.kind == "draw_answered";
  const auto key = [&](Key accepted, Key declined, Key lapsed) {
    return event.text == "accepted" ? accepted : event.text == "declined" ? declined : lapsed;
  };
  if (draw) {
    return {"draw-answered " + word(event.text) + " offer=" + id,
            text(language, key(Key::draw_accepted, Key::draw_declined, Key::draw_lapsed)),
            {}};
  }
  return {"undo-answered " + word(event.text) + " request=" + id + " removed=" + removed,
          text(language, key(Key::undo_accepted, Key::undo_declined, Key::undo_lapsed), {removed}),
          {}};
}

Notice tell_end(Language language, const proto::ResultView& result) {
  const std::string row = result.row.empty() ? "-" : joined(result.row, ",");
  return {"ended " + word(result.outcome) + " " + word(result.reason) +
              " winner=" + colour_word(result.winner_colour) + " row=" + row +
              " forbidden=" + word(result.forbidden),
          text(language, Key::ended, {outcome_text(language, result.outcome, result.reason)}),
          {}};
}

std::string room_and_table(const GameModel& game) {
  return " game=" + std::to_string(game.id()) + " table=" + std::to_string(game.state().table) +
         " room=" + std::to_string(game.state().room);
}

std::string my_side(const GameModel& game, std::optional<Player> me) {
  return " you=" + player_word(me) +
         " colour=" + (me ? colour_word(game.colour_of(*me)) : std::string("-"));
}

}  // namespace

std::string colour_text(Language language, Colour colour) {
  return text(language, colour == Colour::black ? Key::black : Key::white);
}

std::string signed_number(std::int64_t n) {
  return (n > 0 ? "+" : "") + std::to_string(n);
}

Notice tell_taken_back(Language language, int number, int removed) {
  const std::string count = std::to_string(removed);
  const Key key = removed > 0 ? Key::undo_accepted : Key::undo_decision;
  return {"undo-answered accepted request=" + std::to_string(number) + " removed=" + count,
          text(language, key, {count}),
          {}};
}

std::optional<Notice> tell_event(Language language, const proto::GameEventView& event,
                                 const GameModel& after) {
  const std::string& kind = event.kind;
  if (kind == "stone") return tell_stone(language, event, after);
  if (kind == "pass" || kind == "skip") return tell_no_stone(language, event, after);
  if (kind == "swap") return tell_swap(language, event, after);
  if (kind == "branch") {
    return Notice{
        "branch " + word(event.text) + " player=" + player_word(event.player),
        text(language, Key::branch, {name_of_player(after, event.player), printable(event.text)}),
        {}};
  }
  if (kind.starts_with("fifth")) return tell_fifths(language, event, after);
  if (kind.starts_with("draw_") || kind.starts_with("undo_")) {
    return tell_offer(language, event, after);
  }
  if (!event.referee.empty() || kind == "resumed") return tell_ruling(language, event, after);
  if (kind == "started") {
    return Notice{"game-begun awaited=" + player_word(event.player),
                  event.player ? text(language, Key::awaited, {name_of_player(after, event.player)})
                               : text(language, Key::game_begun),
                  {}};
  }
  if (kind == "claim_rejected") {
    const std::string left = std::to_string(event.number.value_or(0));
    return Notice{"claim-rejected player=" + player_word(event.player) + " claims_left=" + left,
                  text(language, Key::claim_rejected, {name_of_player(after, event.player), left}),
                  {}};
  }
  if ((kind == "left" || kind == "returned") && event.player) {
    return tell_connection(language, after, *event.player, kind == "returned",
                           event.grace_ms.value_or(0));
  }
  if (kind == "grace_frozen") return Notice{"grace-frozen", text(language, Key::grace_frozen), {}};
  if (kind == "grace_thawed") return Notice{"grace-thawed", text(language, Key::grace_thawed), {}};
  if (kind == "restored") return Notice{"restored", text(language, Key::restored), {}};
  if (kind == "ended" && event.result) return tell_end(language, *event.result);
  return std::nullopt;
}

Notice tell_match(Language language, const GameModel& game, std::optional<Player> me) {
  const Player opponent = me ? other(*me) : Player::second;
  const proto::UserView& user = game.user(opponent);
  return {"match-found" + room_and_table(game) + my_side(game, me) + " opponent=" + word(user.name),
          text(language, Key::match_found,
               {printable(user.name), printable(rank_text(language, user.rank))}),
          {}};
}

Notice tell_start(Language language, const GameModel& game, std::optional<Player> me) {
  const auto& state = game.state();
  const std::string black = printable(game.user(Colour::black).name);
  const std::string white = printable(game.user(Colour::white).name);
  const std::string id = std::to_string(game.id());
  const std::string rule = rule_text(language, printable(state.rule));
  const std::string mine = me ? colour_text(language, game.colour_of(*me)) : "";
  return {
      "game-started" + room_and_table(game) + my_side(game, me) + " black=" + word(black) +
          " white=" + word(white) + " rule=" + word(state.rule) +
          " enforcement=" + word(state.enforcement) + " time=" + word(state.time),
      text(language, me ? Key::game_started : Key::game_watched, {id, black, white, rule, mine}),
      {}};
}

Notice tell_resumed(Language language, const GameModel& game, std::optional<Player> me) {
  const auto& state = game.state();
  const std::string moves = std::to_string(state.moves.size());
  return {"resumed game=" + std::to_string(game.id()) +
              " version=" + std::to_string(state.version) + " turn=" + std::to_string(state.turn) +
              " moves=" + moves + my_side(game, me),
          text(language, Key::resumed, {std::to_string(game.id()), moves}),
          {}};
}

Notice tell_connection(Language language, const GameModel& game, Player player, bool connected,
                       Millis grace_ms) {
  const std::string who = name_of_player(game, player);
  if (connected) {
    return {"returned player=" + player_word(player), text(language, Key::returned, {who}), {}};
  }
  return {"away player=" + player_word(player) + " grace_ms=" + std::to_string(grace_ms),
          text(language, Key::away, {who, clock_text(grace_ms)}),
          {}};
}

Notice tell_opening(Language language, const std::string& opening) {
  const std::string shown = printable(opening);
  return {"opening " + word(shown.substr(0, shown.find(' '))),
          text(language, Key::opening, {shown}),
          {}};
}

std::optional<Notice> tell_ask(Language language, const GameModel& game, std::optional<Player> me) {
  if (!game.ask() || game.over()) return std::nullopt;
  const proto::AskView& ask = *game.ask();
  const std::string acts = ask.acts.empty() ? "-" : word(joined(ask.acts, "+"));
  const std::string colour = colour_word(ask.colour);
  std::string words = acts + " turn=" + std::to_string(game.state().turn);
  if (me != ask.player) {
    return Notice{
        "their-turn " + words + " player=" + player_word(ask.player) + " colour=" + colour,
        text(language, Key::their_turn, {name_of_player(game, ask.player)}),
        {}};
  }
  words = "your-turn " + words + " colour=" + colour;
  const std::string first = ask.acts.empty() ? "" : ask.acts.front();
  const std::string stone = colour_text(language, ask.colour);
  const std::string low = std::to_string(ask.count_min);
  const std::string high = std::to_string(ask.count_max);
  if (first == "place") {
    const Key key = ask.acts.size() > 1 ? Key::ask_place_or_pass : Key::ask_place;
    return Notice{
        words + area_word(ask), text(language, key, {stone, area_text(language, ask)}), {}};
  }
  if (first == "pass") return Notice{words, text(language, Key::ask_pass), {}};
  if (first == "swap") return Notice{words, text(language, Key::ask_swap), {}};
  if (first == "branch") {
    return Notice{words + " options=" + word(joined(ask.options, ",")),
                  text(language, Key::ask_branch, {joined(ask.options, " ")}),
                  {}};
  }
  if (first == "declare_fifths") {
    return Notice{words + " min=" + low + " max=" + high,
                  text(language, Key::ask_declare_fifths, {low, high}),
                  {}};
  }
  if (first == "offer_fifths") {
    return Notice{words + " min=" + low + " max=" + high + area_word(ask),
                  text(language, Key::ask_offer_fifths, {low, area_text(language, ask)}),
                  {}};
  }
  return Notice{words + " points=" + joined(game.offered_fifths(), ","),
                text(language, Key::ask_choose_fifth, {joined(game.offered_fifths(), " ")}),
                {}};
}

std::optional<Notice> tell_forbidden(Language language, const GameModel& game,
                                     std::optional<Player> me) {
  const auto& points = game.state().forbidden;
  if (points.empty() || !me || game.colour_of(*me) != Colour::black) return std::nullopt;
  if (!game.ask() || game.ask()->player != *me) return std::nullopt;
  std::string words = "forbidden";
  std::string shown;
  for (const proto::ForbiddenPoint& each : points) {
    words += " " + to_string(each.point) + "=" + word(each.kinds);
    if (!shown.empty()) shown += language == Language::chinese ? "，" : ", ";
    shown += to_string(each.point) + " " + forbidden_text(language, printable(each.kinds));
  }
  return Notice{words, text(language, Key::forbidden_points, {shown}), {}};
}

Notice tell_clocks(Language language, const GameModel& game, Millis now_ms) {
  const Millis first = game.left_ms(Player::first, now_ms);
  const Millis second = game.left_ms(Player::second, now_ms);
  const auto move_left = game.move_left_ms(now_ms);
  const auto running = game.state().clocks.running;
  const std::string words =
      "clock first_ms=" + std::to_string(first) + " second_ms=" + std::to_string(second) +
      " running=" + player_word(running) +
      " move_left_ms=" + (move_left ? std::to_string(*move_left) : std::string("-"));
  const std::string one = name_of_player(game, Player::first);
  const std::string two = name_of_player(game, Player::second);
  if (!move_left || !running) {
    return {
        words, text(language, Key::clocks, {one, clock_text(first), two, clock_text(second)}), {}};
  }
  const std::string move =
      text(language, Key::move_left, {name_of_player(game, running), clock_text(*move_left)});
  return {
      words,
      text(language, Key::clocks_running, {one, clock_text(first), two, clock_text(second), move}),
      {}};
}

Notice tell_board(Language language, const GameModel& game, bool numbers, bool ascii) {
  const auto& moves = game.state().moves;
  const auto last = game.last_stone();
  Notice notice;
  notice.words = "board game=" + std::to_string(game.id()) +
                 " moves=" + std::to_string(moves.size()) +
                 " last=" + (last ? to_string(*last) : std::string("-"));
  notice.text = text(language, Key::board_title,
                     {printable(game.user(Colour::black).name),
                      printable(game.user(Colour::white).name), std::to_string(moves.size())});
  if (numbers) {
    notice.block = draw_numbered(moves, ascii);
  } else {
    BoardDrawing drawing;
    drawing.ascii = ascii;
    drawing.last = last;
    drawing.offered = game.offered_fifths();
    drawing.forbidden = game.state().forbidden;
    notice.block = draw_board(game.board(), drawing);
  }
  return notice;
}

Notice tell_moves(Language language, const GameModel& game) {
  const auto& moves = game.state().moves;
  return {"moves " + move_string(moves), moves.empty() ? text(language, Key::no_moves) : "", {}};
}

Notice tell_game_over(Language language, const proto::notify::GameOver& over,
                      std::optional<Player> me) {
  const proto::ResultView& result = over.result;
  std::string you = "-";
  Key key = Key::game_watched_over;
  if (result.outcome == "annulled") {
    you = "annulled";
    key = Key::game_annulled;
  } else if (me && result.outcome == "escape") {
    you = result.loser == me ? "escaped" : "opponent-escaped";
    key = result.loser == me ? Key::game_escaped : Key::game_opponent_escaped;
  } else if (me && result.outcome == "draw") {
    you = "draw";
    key = Key::game_draw;
  } else if (me) {
    you = result.outcome == "win" && result.winner == me ? "won" : "lost";
    key = you == "won" ? Key::game_won : Key::game_lost;
  }
  std::string shown = text(language, key, {outcome_text(language, result.outcome, result.reason)});
  const bool say_why =
      !over.counted && !over.not_counted_why.empty() && over.not_counted_why != "annulled";
  if (say_why) {
    shown = text(language, Key::not_counted,
                 {shown, not_counted_text(language, printable(over.not_counted_why))});
  }
  return {"game-over " + word(result.outcome) + " " + word(result.reason) +
              " game=" + std::to_string(over.game) +
              " winner=" + colour_word(result.winner_colour) + " you=" + you +
              " counted=" + (over.counted ? "yes" : "no") + " why=" + word(over.not_counted_why),
          shown,
          {}};
}

Notice tell_score(Language language, const proto::notify::Settlement& settlement,
                  const std::string& name) {
  const std::string change = signed_number(settlement.change);
  const std::string total = std::to_string(settlement.score);
  std::string words = "score " + change + " user=" + word(name) + " total=" + total;
  const std::string rank = printable(rank_text(language, settlement.rank));
  if (!settlement.coins_change) {
    return {words, text(language, Key::score, {printable(name), change, total, rank}), {}};
  }
  const std::string coins_change = signed_number(*settlement.coins_change);
  words += " coins_change=" + coins_change;
  if (settlement.coins) words += " coins=" + std::to_string(*settlement.coins);
  return {words,
          text(language, Key::score_coins, {printable(name), change, total, rank, coins_change}),
          {}};
}

}  // namespace tianyuan::console
