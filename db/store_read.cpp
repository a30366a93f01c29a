// What is read: people, rooms, ranks, settings, ladder, games.

#include "db/internal/sqlite_store.h"

namespace tianyuan::db {
namespace {

using soci::into;
using soci::use;

constexpr int kLargestPage = 1'000;  // rows of one answer, whatever was asked

std::string ladder_kind(std::string_view kind) {
  return kind.empty() ? "all" : std::string(kind);
}

int page_count(Integer rows, int page_size) {
  return rows == 0 ? 1 : static_cast<int>((rows + page_size - 1) / page_size);
}

// The columns of TGameBase with both names, in the order in which GameRow reads them.
constexpr const char* kGameColumns =
    "SELECT g.GameId, g.RoomId, g.Kind, g.OpeningRule, g.StartedAt, coalesce(g.EndedAt, -1), "
    "g.FirstUserId, g.SecondUserId, coalesce(a.Name, ''), coalesce(b.Name, ''), "
    "coalesce(g.Outcome, ''), coalesce(g.Reason, ''), coalesce(g.Winner, ''), "
    "coalesce(g.Loser, ''), coalesce(g.Black, ''), g.FirstChange, g.SecondChange, g.MoveCount, "
    "g.Moves, g.Opening FROM TGameBase g LEFT JOIN TUserBase a ON a.UserId = g.FirstUserId "
    "LEFT JOIN TUserBase b ON b.UserId = g.SecondUserId ";

struct GameRow {
  Integer game = 0, room = 0, started = 0, ended = 0, first = 0, second = 0, first_change = 0,
          second_change = 0, move_count = 0;
  std::string kind, rule, first_name, second_name, outcome, reason, winner, loser, black, moves,
      opening;

  template <class Prepared>
  auto read(Prepared&& prepared) {
    return (prepared, into(game), into(room), into(kind), into(rule), into(started), into(ended),
            into(first), into(second), into(first_name), into(second_name), into(outcome),
            into(reason), into(winner), into(loser), into(black), into(first_change),
            into(second_change), into(move_count), into(moves), into(opening));
  }

  GameSummary summary() const {
    GameSummary game_summary;
    game_summary.game = game;
    game_summary.room = room;
    game_summary.kind = kind;
    game_summary.rule = rule;
    game_summary.started_at_ms = started;
    if (ended >= 0) game_summary.ended_at_ms = ended;
    game_summary.users = {first, second};
    game_summary.names = {first_name, second_name};
    const auto parsed = parse_outcome(outcome);
    const auto why = parse_end_reason(reason);
    if (parsed && why) {
      game_summary.result = GameResult{*parsed, *why, parse_player(winner), parse_player(loser)};
    }
    game_summary.black = parse_player(black).value_or(Player::first);
    game_summary.score_changes = {first_change, second_change};
    game_summary.move_count = static_cast<int>(move_count);
    game_summary.moves = moves;
    game_summary.opening = opening;
    return game_summary;
  }
};

void read_scores(soci::session& sql, User& user) {
  const Integer id = user.id;
  std::string kind;
  Integer score = 0, finished = 0, wins = 0, losses = 0, draws = 0, escapes = 0;
  soci::statement scores =
      (sql.prepare << "SELECT Kind, Score, Finished, Wins, Losses, Draws, Escapes "
                      "FROM TUserScore WHERE UserId = :user",
       use(id), into(kind), into(score), into(finished), into(wins), into(losses), into(draws),
       into(escapes));
  scores.execute();
  while (scores.fetch()) {
    if (kind != "all") {
      user.score_by_kind[kind] = score;
      continue;
    }
    user.score_in_all = score;
    user.finished = static_cast<int>(finished);
    user.wins = static_cast<int>(wins);
    user.losses = static_cast<int>(losses);
    user.draws = static_cast<int>(draws);
    user.escapes = static_cast<int>(escapes);
  }
}

}  // namespace

Result<User> SqliteStore::load_user(Id user) {
  const Integer id = user;
  Integer guest = 0, muted = 0, banned = 0, deleted = 0, coins = 0;
  User found;
  sql() << "SELECT Name, PasswordHash, Guest, Muted, Banned, Deleted, Roles, Coins "
           "FROM TUserBase WHERE UserId = :user AND UserId > 0",
      use(id), into(found.name), into(found.password_hash), into(guest), into(muted), into(banned),
      into(deleted), into(found.roles), into(coins);
  if (!sql().got_data()) {
    return std::unexpected(not_found("no account has id " + std::to_string(user)));
  }
  found.id = user;
  found.guest = guest != 0;
  found.muted = muted != 0;
  found.banned = banned != 0;
  found.deleted = deleted != 0;
  found.coins = coins;
  read_scores(sql(), found);
  return found;
}

Result<User> SqliteStore::user_by_id(Id user) {
  return attempt(*connection_, "reading an account", [&] { return load_user(user); });
}

Result<User> SqliteStore::user_by_key(std::string_view name_key) {
  return attempt(*connection_, "reading an account", [&]() -> Result<User> {
    const std::string key(name_key);
    Integer user = 0;
    sql() << "SELECT UserId FROM TUserBase WHERE NameKey = :key AND Deleted = 0", use(key),
        into(user);
    if (!sql().got_data()) return std::unexpected(not_found("no account has that name"));
    return load_user(user);
  });
}

Result<Session> SqliteStore::session(std::string_view series_hash) {
  return attempt(*connection_, "reading a session", [&]() -> Result<Session> {
    const std::string series(series_hash);
    Integer user = 0;
    Session found;
    sql() << "SELECT UserId, TokenHash, coalesce(NextTokenHash, '') FROM TUserSession "
             "WHERE SeriesHash = :series",
        use(series), into(user), into(found.token_hash), into(found.next_token_hash);
    if (!sql().got_data()) return std::unexpected(not_found("there is no such session"));
    found.user = user;
    return found;
  });
}

Result<std::vector<Room>> SqliteStore::rooms() {
  return attempt(*connection_, "reading rooms", [&] {
    std::vector<Room> found;
    Room room;
    Integer id = 0, overline = 0, centre = 0, fifths = 0, grace = 0, absence = 0, skips = 0,
            undos = 0, win = 0, loss = 0, draw = 0, run_publish = 0, stake = 0, quick = 0,
            capacity = 0, minimum = 0, guests = 0, is_default = 0, open = 0, count_private = 0,
            count_guests = 0;
    double escape_rate = 0;
    soci::indicator has_minimum = soci::i_null, has_rate = soci::i_null;
    soci::statement rows =
        (sql().prepare
             << "SELECT RoomId, Name, Kind, OpeningRule, Enforcement, OverlineCountsAsFour, "
                "CentreFirst, FifthsMax, TimeControl, DisconnectClock, GraceMs, AbsenceTotalMs, "
                "SkipsToLose, UndosPerPlayer, WinPoints, LossPoints, DrawPoints, RunPublish, "
                "CoinStake, QuickMatchOnly, Capacity, MinimumScore, MaximumEscapeRate, "
                "GuestsAllowed, IsDefault, Open, CountPrivate, CountGuests "
                "FROM TGameRoomBase ORDER BY RoomId",
         into(id), into(room.name), into(room.kind), into(room.rule), into(room.enforcement),
         into(overline), into(centre), into(fifths), into(room.time_control),
         into(room.disconnect_clock), into(grace), into(absence), into(skips), into(undos),
         into(win), into(loss), into(draw), into(run_publish), into(stake), into(quick),
         into(capacity), into(minimum, has_minimum), into(escape_rate, has_rate), into(guests),
         into(is_default), into(open), into(count_private), into(count_guests));
    rows.execute();
    while (rows.fetch()) {
      room.id = id;
      room.overline_counts_as_four = overline != 0;
      room.centre_first = centre != 0;
      room.fifths_max = static_cast<int>(fifths);
      room.grace_ms = grace;
      room.absence_total_ms = absence;
      room.skips_to_lose = static_cast<int>(skips);
      room.undos_per_player = static_cast<int>(undos);
      room.points = {win, loss, draw, run_publish};
      room.stake = stake;
      room.quick_match_only = quick != 0;
      room.capacity = static_cast<int>(capacity);
      room.minimum_score =
          has_minimum == soci::i_ok ? std::optional<std::int64_t>(minimum) : std::nullopt;
      room.maximum_escape_rate =
          has_rate == soci::i_ok ? std::optional<double>(escape_rate) : std::nullopt;
      room.guests_allowed = guests != 0;
      room.is_default = is_default != 0;
      room.open = open != 0;
      room.count_private = count_private != 0;
      room.count_guests = count_guests != 0;
      found.push_back(room);
    }
    return found;
  });
}

Result<std::vector<Rank>> SqliteStore::ranks() {
  return attempt(*connection_, "reading ranks", [&] {
    std::vector<Rank> found;
    Integer threshold = 0;
    std::string name, name_en;
    soci::statement rows =
        (sql().prepare << "SELECT Threshold, Name, NameEn FROM TRankBase ORDER BY Threshold",
         into(threshold), into(name), into(name_en));
    rows.execute();
    while (rows.fetch()) found.push_back({threshold, name, name_en});
    return found;
  });
}

Result<std::map<std::string, std::string>> SqliteStore::settings() {
  return attempt(*connection_, "reading settings", [&] {
    std::map<std::string, std::string> found;
    std::string key;
    Integer value = 0;
    soci::statement rows =
        (sql().prepare << "SELECT Key, Value FROM TSettingBase", into(key), into(value));
    rows.execute();
    while (rows.fetch()) found[key] = std::to_string(value);
    return found;
  });
}

// Rows in ladder order from `offset` (0 the first). Places of the first row by counting those
// above it, of the others by comparing neighbours.
std::vector<LadderEntry> SqliteStore::ladder_rows(const std::string& kind, long long offset,
                                                  int limit) {
  std::vector<LadderEntry> found;
  LadderEntry entry;
  Integer user = 0, score = 0, finished = 0, wins = 0, losses = 0, draws = 0, escapes = 0,
          rows_asked = limit;
  soci::statement rows =
      (sql().prepare
           << "SELECT s.UserId, u.Name, s.Score, s.Finished, s.Wins, s.Losses, s.Draws, s.Escapes "
              "FROM TUserScore s JOIN TUserBase u ON u.UserId = s.UserId "
              "WHERE s.Kind = :kind AND s.OnLadder = 1 "
              "ORDER BY s.Score DESC, s.UserId LIMIT :limit OFFSET :offset",
       use(kind), use(rows_asked), use(offset), into(user), into(entry.name), into(score),
       into(finished), into(wins), into(losses), into(draws), into(escapes));
  rows.execute();
  while (rows.fetch()) {
    entry.user = user;
    entry.score = score;
    entry.games = static_cast<int>(finished);
    entry.wins = static_cast<int>(wins);
    entry.losses = static_cast<int>(losses);
    entry.draws = static_cast<int>(draws);
    entry.escapes = static_cast<int>(escapes);
    if (!found.empty()) {
      const LadderEntry& above = found.back();
      entry.place = above.score == entry.score
                        ? above.place
                        : static_cast<int>(offset) + static_cast<int>(found.size()) + 1;
    } else {
      Integer above = 0;
      sql() << "SELECT count(*) FROM TUserScore WHERE Kind = :kind AND OnLadder = 1 "
               "AND Score > :score",
          use(kind), use(score), into(above);
      entry.place = static_cast<int>(above) + 1;
    }
    found.push_back(entry);
  }
  return found;
}

Result<LadderPage> SqliteStore::ladder_page(std::string_view kind, int page, int page_size) {
  return attempt(*connection_, "reading the ladder", [&] {
    const std::string of_kind = ladder_kind(kind);
    const int size = std::clamp(page_size, 1, kLargestPage);
    soci::transaction snapshot(sql());
    Integer players = 0;
    sql() << "SELECT count(*) FROM TUserScore WHERE Kind = :kind AND OnLadder = 1", use(of_kind),
        into(players);
    LadderPage answer;
    answer.page = std::max(page, 1);
    answer.players = static_cast<int>(players);
    answer.pages = page_count(players, size);
    answer.entries = ladder_rows(of_kind, static_cast<Integer>(answer.page - 1) * size, size);
    snapshot.commit();
    return answer;
  });
}

Result<LadderPage> SqliteStore::ladder_around(std::string_view kind, Id user, int neighbours) {
  return attempt(*connection_, "reading the ladder", [&]() -> Result<LadderPage> {
    const std::string of_kind = ladder_kind(kind);
    const Integer id = user;
    const int reach = std::clamp(neighbours, 0, kLargestPage / 2);
    soci::transaction snapshot(sql());
    Integer score = 0, players = 0, before = 0;
    sql() << "SELECT Score FROM TUserScore WHERE UserId = :user AND Kind = :kind AND OnLadder = 1",
        use(id), use(of_kind), into(score);
    if (!sql().got_data()) return std::unexpected(not_found("he is not on that ladder"));
    sql() << "SELECT count(*) FROM TUserScore WHERE Kind = :kind AND OnLadder = 1", use(of_kind),
        into(players);
    sql() << "SELECT count(*) FROM TUserScore WHERE Kind = :kind AND OnLadder = 1 "
             "AND (Score > :score OR (Score = :score AND UserId < :user))",
        use(of_kind, "kind"), use(score, "score"), use(id, "user"), into(before);
    const Integer first = std::max<Integer>(0, before - reach);
    LadderPage answer;
    answer.players = static_cast<int>(players);
    answer.entries = ladder_rows(of_kind, first, static_cast<int>(before - first) + reach + 1);
    snapshot.commit();
    return answer;
  });
}

Result<GameSummary> SqliteStore::game(Id game) {
  return attempt(*connection_, "reading a game", [&]() -> Result<GameSummary> {
    const Integer id = game;
    GameRow row;
    soci::statement found(
        row.read((sql().prepare << kGameColumns << "WHERE g.GameId = :game", use(id))));
    if (!found.execute(true)) {
      return std::unexpected(not_found("no game has id " + std::to_string(game)));
    }
    return row.summary();
  });
}

Result<std::string> SqliteStore::game_events(Id game) {
  return attempt(*connection_, "reading a game", [&]() -> Result<std::string> {
    const Integer id = game;
    std::string events;
    sql() << "SELECT Events FROM TGameBase WHERE GameId = :game AND Events IS NOT NULL", use(id),
        into(events);
    if (!sql().got_data()) {
      return std::unexpected(not_found("no ended game has id " + std::to_string(game)));
    }
    return events;
  });
}

Result<GamesPage> SqliteStore::games_of(Id user, int page, int page_size) {
  return attempt(*connection_, "reading games", [&] {
    const Integer id = user;
    const int size = std::clamp(page_size, 1, kLargestPage);
    soci::transaction snapshot(sql());
    Integer games = 0;
    // Two index scans, joined: an OR over both columns would read the whole table.
    const char* ids = user == 0 ? "SELECT GameId FROM TGameBase"
                                : "SELECT GameId FROM TGameBase WHERE FirstUserId = :user "
                                  "UNION ALL "
                                  "SELECT GameId FROM TGameBase WHERE SecondUserId = :user";
    if (user == 0) {
      sql() << "SELECT count(*) FROM TGameBase", into(games);
    } else {
      sql() << "SELECT count(*) FROM (" << ids << ")", use(id, "user"), into(games);
    }
    GamesPage answer;
    answer.page = std::max(page, 1);
    answer.pages = page_count(games, size);
    const Integer limit = size, offset = static_cast<Integer>(answer.page - 1) * size;
    GameRow row;
    soci::details::prepare_temp_type chosen =
        (sql().prepare << kGameColumns << "WHERE g.GameId IN (SELECT GameId FROM (" << ids
                       << ") ORDER BY GameId DESC LIMIT :limit OFFSET :offset) "
                          "ORDER BY g.GameId DESC");
    if (user != 0) chosen, use(id, "user");
    soci::statement rows(row.read((chosen, use(limit, "limit"), use(offset, "offset"))));
    rows.execute();
    while (rows.fetch()) answer.games.push_back(row.summary());
    snapshot.commit();
    return answer;
  });
}

}  // namespace tianyuan::db
