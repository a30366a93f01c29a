// Rows -> events. Total: any row gives an event or a reason.

#include <functional>
#include <unordered_map>

#include "server/shell/journal.h"
#include "server/shell/json_reader.h"

namespace tianyuan::shell {
namespace {

using nlohmann::json;

constexpr std::int64_t kMaxId = (std::int64_t{1} << 53) - 1;

Player player_of(JsonReader& in) {
  return in.word("player", parse_player);
}

ForbiddenKinds forbidden_of(JsonReader& in) {
  return in.find("forbidden") ? in.word("forbidden", parse_forbidden_kinds) : ForbiddenKinds{};
}

std::vector<Point> points_of(JsonReader& in, std::string_view key) {
  std::vector<Point> points;
  for (const json& element : in.list(key)) {
    const auto point =
        element.is_string() ? parse_point(element.get_ref<const std::string&>()) : std::nullopt;
    if (!point) {
      in.fail(key, "holds no point");
      return {};
    }
    points.push_back(*point);
  }
  if (points.size() > kPointCount) in.fail(key, "is too long");
  return points;
}

std::optional<Player> maybe_player(JsonReader& in, std::string_view key) {
  const json* value = in.find(key);
  if (!value || value->is_null()) return std::nullopt;
  return in.word(key, parse_player);
}

GameEventBody stone(JsonReader& in) {
  return event::StonePlaced{player_of(in), in.word("colour", parse_colour),
                            in.word("point", parse_point), forbidden_of(in)};
}

GameEventBody ended(JsonReader& in) {
  event::GameEnded e;
  e.result.outcome = in.word("outcome", parse_outcome);
  e.result.reason = in.word("reason", parse_end_reason);
  e.result.winner = maybe_player(in, "winner");
  e.result.loser = maybe_player(in, "loser");
  e.row = points_of(in, "row");
  e.forbidden = forbidden_of(in);
  return e;
}

event::RefereeMark referee_of(JsonReader& in) {
  JsonReader by(in.object("by"), in.fault());
  return {by.integer("user", 0, kMaxId), by.text("name"), by.text("reason")};
}

using BodyDecoder = std::function<GameEventBody(JsonReader&)>;

const std::unordered_map<std::string_view, BodyDecoder>& decoders() {
  static const std::unordered_map<std::string_view, BodyDecoder> kDecoders = {
      {"started", [](JsonReader&) -> GameEventBody { return event::GameStarted{}; }},
      {"stone", stone},
      {"pass", [](JsonReader& in) -> GameEventBody { return event::Passed{player_of(in)}; }},
      {"skip",
       [](JsonReader& in) -> GameEventBody {
         return event::TurnSkipped{player_of(in), in.boolean("turn_passes"), in.boolean("counted")};
       }},
      {"swap",
       [](JsonReader& in) -> GameEventBody {
         return event::SwapAnswered{player_of(in), in.boolean("swapped")};
       }},
      {"branch",
       [](JsonReader& in) -> GameEventBody {
         return event::BranchChosen{player_of(in), in.small("option", 0, 255)};
       }},
      {"fifths_declared",
       [](JsonReader& in) -> GameEventBody {
         return event::FifthsDeclared{player_of(in), in.small("count", 0, kPointCount)};
       }},
      {"fifths_offered",
       [](JsonReader& in) -> GameEventBody {
         return event::FifthsOffered{player_of(in), points_of(in, "points")};
       }},
      {"fifth_chosen",
       [](JsonReader& in) -> GameEventBody {
         return event::FifthChosen{player_of(in), in.word("point", parse_point), forbidden_of(in)};
       }},
      {"draw_offered",
       [](JsonReader& in) -> GameEventBody {
         return event::DrawOffered{player_of(in), in.small("offer")};
       }},
      {"draw_answered",
       [](JsonReader& in) -> GameEventBody {
         return event::DrawAnswered{in.small("offer"), in.word("answer", parse_offer_answer)};
       }},
      {"undo_requested",
       [](JsonReader& in) -> GameEventBody {
         return event::UndoRequested{player_of(in), in.small("request")};
       }},
      {"undo_answered",
       [](JsonReader& in) -> GameEventBody {
         return event::UndoAnswered{in.small("request"), in.word("answer", parse_offer_answer),
                                    in.small("stones_removed", 0, kPointCount)};
       }},
      {"claim_rejected",
       [](JsonReader& in) -> GameEventBody {
         return event::ClaimRejected{player_of(in), in.small("claims_left")};
       }},
      {"left", [](JsonReader& in) -> GameEventBody { return event::PlayerLeft{player_of(in)}; }},
      {"returned",
       [](JsonReader& in) -> GameEventBody { return event::PlayerReturned{player_of(in)}; }},
      {"grace_frozen", [](JsonReader&) -> GameEventBody { return event::GraceFrozen{}; }},
      {"grace_thawed", [](JsonReader&) -> GameEventBody { return event::GraceThawed{}; }},
      {"restored",
       [](JsonReader& in) -> GameEventBody { return event::Restored{in.integer("down_ms")}; }},
      {"paused",
       [](JsonReader& in) -> GameEventBody { return event::ClocksPaused{referee_of(in)}; }},
      {"resumed",
       [](JsonReader& in) -> GameEventBody { return event::ClocksResumed{referee_of(in)}; }},
      {"clock_set",
       [](JsonReader& in) -> GameEventBody {
         return event::ClockSet{referee_of(in), player_of(in)};
       }},
      {"pool_split",
       [](JsonReader& in) -> GameEventBody { return event::PoolSplit{referee_of(in)}; }},
      {"adjudged", [](JsonReader& in) -> GameEventBody { return event::Adjudged{referee_of(in)}; }},
      {"ended", ended},
  };
  return kDecoders;
}

PlayerClock clock_of(JsonReader& in, std::string_view key) {
  const json& list = in.list(key);
  PlayerClock clock;
  if (list.size() != 5) {
    in.fail(key, "does not hold five numbers");
    return clock;
  }
  clock.left_ms = in.integer_of(key, list[0], 0, kMaxId);
  clock.period = static_cast<int>(in.integer_of(key, list[1], 0, INT32_MAX));
  clock.moves_in_period = static_cast<int>(in.integer_of(key, list[2], 0, INT32_MAX));
  clock.skips_in_row = static_cast<int>(in.integer_of(key, list[3], 0, INT32_MAX));
  clock.move_limit_ms = in.integer_of(key, list[4], 0, kMaxId);
  return clock;
}

ClockState clocks_of(JsonReader& outer, std::string& fault) {
  JsonReader in(outer.object("clocks"), fault);
  ClockState clocks;
  clocks.players[0] = clock_of(in, "first");
  clocks.players[1] = clock_of(in, "second");
  clocks.running = maybe_player(in, "running");
  clocks.since_ms = in.integer("since");
  clocks.used_ms = in.integer("used");
  clocks.paused = in.boolean("paused");
  return clocks;
}

GameSettings settings_of(const json& object, std::string& fault) {
  JsonReader in(object, fault);
  GameSettings s;
  s.rule = in.text("rule");
  if (in.ok() && !find_rule_set(s.rule)) in.fail("rule", "is unknown");
  s.enforcement = in.word("enforcement", parse_enforcement);
  s.forbidden.overline_counts_as_four = in.boolean("overline_counts_as_four");
  s.centre_first = in.boolean("centre_first");
  s.fifths_max = in.small("fifths_max");
  const auto time = parse_time_control(in.text("time"));
  if (!time) in.fail("time", "is no time control");
  s.time = time.value_or(TimeControl{});
  s.disconnect_clock = in.word("disconnect_clock", parse_disconnect_clock);
  s.grace_ms = in.integer("grace_ms", 0, kMaxId);
  s.absence_total_ms = in.integer("absence_total_ms", 0, kMaxId);
  s.skips_to_lose = in.small("skips_to_lose");
  s.undos_per_player = in.small("undos_per_player");
  s.false_claims_per_game = in.small("false_claims_per_game");
  if (in.find("appointed_at") != nullptr) {  // T3; absent: no appointment
    s.appointed_ms = in.integer("appointed_at", 1, kMaxId);
    s.lateness_ms = in.integer("lateness_ms", 0, kMaxId);
  }
  return s;
}

core::GameOpened opened_of(JsonReader& in, const db::LogRow& row, std::string& fault) {
  core::GameOpened g;
  g.game = row.game;
  g.at_ms = row.at_ms;
  g.room = in.integer("room", 0, kMaxId);
  g.table = in.integer("table", 0, kMaxId);
  g.kind = in.text("room_kind");
  g.is_private = in.boolean("private");
  g.stake = in.integer("stake", 0, kMaxId);
  g.settings = settings_of(in.object("settings"), fault);
  const json& players = in.list("players");
  if (players.size() != 2) in.fail("players", "are not two");
  for (std::size_t i = 0; i < 2 && in.ok(); ++i) {
    JsonReader one(players[i], fault);
    g.players[i].user = one.integer("user", 0, kMaxId);
    g.players[i].name = one.text("name");
    g.players[i].guest = one.boolean("guest");
    g.seats[i] = one.small("seat", 0, 1);
  }
  g.games_before = in.small("games_before", 0);
  g.first_before = in.word("first_before", parse_player);
  return g;
}

core::GameSettled settled_of(JsonReader& in, const db::LogRow& row, std::string& fault) {
  core::GameSettled g;
  g.game = row.game;
  g.at_ms = row.at_ms;
  g.settlement.game = row.game;
  g.settlement.counted = in.boolean("counted");
  g.settlement.not_counted_why = in.text("not_counted_why");
  g.settlement.coins = in.boolean("coins");
  const json& players = in.list("players");
  if (players.size() != 2) in.fail("players", "are not two");
  for (std::size_t i = 0; i < 2 && in.ok(); ++i) {
    JsonReader one(players[i], fault);
    PlayerSettlement& p = g.settlement.players[i];
    p.user = one.integer("user", 0, kMaxId);
    p.change = one.integer("change");
    p.score_in_kind = one.integer("score_in_kind");
    p.score_in_all = one.integer("score_in_all");
    p.coins_change = one.integer("coins_change");
    p.coins = one.integer("coins");
    p.finished = one.small("finished", 0);
    p.escapes = one.small("escapes", 0);
  }
  return g;
}

void check_head(JsonReader& in, const db::LogRow& row) {
  if (in.small("format") != kJournalFormat) in.fail("format", "is unknown to this version");
  if (in.integer("at") != row.at_ms) in.fail("at", "differs from the row's");
  if (in.text("kind") != row.kind) in.fail("kind", "differs from the row's");
  if (row.kind != "settled" && in.integer("version", 0) != row.version) {
    in.fail("version", "differs from the row's");
  }
}

core::Durable decode_body(JsonReader& in, const db::LogRow& row, std::string& fault) {
  if (row.kind == "opened") return opened_of(in, row, fault);
  if (row.kind == "settled") return settled_of(in, row, fault);
  core::GameHappened happened;
  happened.game = row.game;
  happened.version = row.version;
  happened.event.at_ms = row.at_ms;
  const auto decoder = decoders().find(row.kind);
  if (decoder == decoders().end()) {
    in.fail("kind", "is unknown");
    return happened;
  }
  happened.event.body = decoder->second(in);
  happened.event.clocks = clocks_of(in, fault);
  return happened;
}

}  // namespace

std::expected<core::Durable, std::string> decode_row(const db::LogRow& row) {
  const json object = json::parse(row.payload, nullptr, /*allow_exceptions=*/false);
  std::string fault;
  if (object.is_discarded()) {
    fault = "payload is no JSON";
  } else {
    JsonReader in(object, fault);
    check_head(in, row);
    if (in.ok()) {
      core::Durable event = decode_body(in, row, fault);
      if (fault.empty()) return event;
    }
  }
  return std::unexpected("game " + std::to_string(row.game) + " version " +
                         std::to_string(row.version) + ": " + fault);
}

std::vector<GameEventBody> event_bodies(const std::string& events) {
  const json list = json::parse(events, nullptr, /*allow_exceptions=*/false);
  std::vector<GameEventBody> bodies;
  if (!list.is_array()) return bodies;
  for (const json& object : list) {
    std::string fault;
    JsonReader in(object, fault);
    const std::string kind = in.text("kind");
    if (kind == "opened" || kind == "settled") continue;
    const auto decoder = decoders().find(kind);
    if (!in.ok() || decoder == decoders().end()) break;
    GameEventBody body = decoder->second(in);
    if (!in.ok()) break;
    bodies.push_back(std::move(body));
  }
  return bodies;
}

}  // namespace tianyuan::shell
