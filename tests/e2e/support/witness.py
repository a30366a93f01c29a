"""What clients were told, held against the database after a crash and against what they are shown
after the restart."""

import collections
import json
import sqlite3

# What a start of the server itself adds to a game, and the coming back of its players.
OF_A_RESTART = {"restored", "left", "returned", "grace_frozen", "grace_thawed"}


class Witness:
    def __init__(self):
        self.events = {}  # game -> version -> what was told of it; games that are not verified as ended
        self.overs = {}  # game -> what was told of its end
        self.clocks = {}  # game -> (version, {"first": left_ms, "second": left_ms}) told last
        self.acknowledged = 0  # stones answered to who placed them
        self.told = 0  # events told to anyone
        self.refusals = collections.Counter()
        self.violations = collections.defaultdict(list)  # "lost", "doubled", "wronged"
        self.floor = 0  # every game below is verified from beginning to end
        self.verified = set()  # and these above it
        self.ended = 0  # games verified
        self.stored = {}  # after a crash: game -> its rows, of games that run
        self.playing = {}  # user -> the running game that he must find again
        self.missed = set()  # (user, game): he did not, so it must have ended meanwhile

    def violation(self, kind, what):
        self.violations[kind].append(what)

    # ---- what clients are told

    def event(self, game, event):
        self.told += 1
        told = (event["kind"], event.get("player"), event.get("point"))
        known = self.events.setdefault(game, {}).setdefault(event["version"], told)
        if known != told:
            self.violation("lost", f"game {game} version {event['version']}: told as {told}, "
                                   f"earlier as {known}")

    def over(self, params):
        self.overs[params["game"]] = params

    def shown_clocks(self, game, version, clocks):
        if version >= self.clocks.get(game, (0,))[0]:
            self.clocks[game] = (version, {side: clocks[side]["left_ms"] for side in ("first", "second")})

    def in_the_hall(self, user):
        if user in self.playing:
            self.missed.add((user, self.playing.pop(user)))

    def resumed(self, user, game):
        """The first that a player is shown of his game on a new connection."""
        self.playing.pop(user, None)
        number = game["game"]
        rows = self.stored.get(number)
        if rows is None:
            return
        stones = stones_of(rows)
        shown = [move["move"] for move in game["moves"] if move["move"][0] in "ABCDEFGHIJKLMNO"]
        if shown[:len(stones)] != stones:
            self.violation("lost", f"game {number}: stored {stones}, shown {shown}")
        if len(set(shown)) != len(shown):
            self.violation("doubled", f"game {number}: a stone stands twice: {shown}")
        if game["version"] < len(rows):
            self.violation("lost", f"game {number}: stored to {len(rows) - 1}, "
                                   f"shown version {game['version']}")
        if shown == stones:
            self._check_clocks(user, game, rows)

    def _check_clocks(self, user, game, rows):
        """No clock reads less than was shown; that of the player to move runs again once he is
        back, so it is read in what he himself is shown."""
        number, last = game["game"], rows[-1]["clocks"]
        me = "first" if game["players"][0]["id"] == user else "second"
        version, told = self.clocks.get(number, (0, {}))
        # What was told of a version that others followed may be more than the later one left.
        exact = version == len(rows) - 1
        for side in ("first", "second"):
            runs = last["running"] == side
            if runs and side != me:
                continue
            least = last[side][0] - (last["used"] if runs else 0)
            if exact:
                least = max(least, told[side])
            if game["clocks"][side]["left_ms"] < least:
                self.violation("wronged", f"game {number}: {side}'s clock reads "
                                          f"{game['clocks'][side]['left_ms']}, stood at {least}")

    # ---- what the database says, while no server runs

    def compare(self, database):
        connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=5)
        connection.row_factory = sqlite3.Row
        try:
            self._compare_games(connection)
            self._compare_books(connection)
        except sqlite3.DatabaseError as fault:
            self.violation("lost", f"the database cannot be read: {fault}")
        finally:
            connection.close()

    def _compare_games(self, connection):
        games = {row["GameId"]: row for row in connection.execute(
            "SELECT * FROM TGameBase WHERE GameId >= ?", (self.floor,))
                 if row["GameId"] not in self.verified}
        rows = collections.defaultdict(list)
        for row in connection.execute(
                "SELECT GameId, Version, Payload FROM TGameEvent WHERE LogId >= "
                "(SELECT min(FirstLogId) FROM TGameBase WHERE EndedAt IS NULL) AND GameId IN "
                "(SELECT GameId FROM TGameBase WHERE EndedAt IS NULL) ORDER BY LogId"):
            rows[row["GameId"]].append((row["Version"], json.loads(row["Payload"])))
        self.stored, self.playing = {}, {}
        for user, number in self.missed:
            if number in games and games[number]["EndedAt"] is None:
                self.violation("lost", f"user {user} did not find his game {number} again")
        self.missed.clear()
        for number in list(self.events):
            if number not in games:
                self.violation("lost", f"game {number} is not stored")
        for number, game in games.items():
            if game["EndedAt"] is None:
                log = [payload for _, payload in sorted(rows[number], key=lambda row: row[0])]
                if [version for version, _ in rows[number]] != list(range(len(log))):
                    self.violation("doubled", f"game {number}: versions {[v for v, _ in rows[number]]}")
                self.stored[number] = log
                self.playing[game["FirstUserId"]] = self.playing[game["SecondUserId"]] = number
            else:
                log = json.loads(game["Events"])
            self._compare_events(number, log)
            if game["EndedAt"] is not None:
                self._compare_end(game)
                self.ended += 1
                for known in (self.events, self.overs, self.clocks):
                    known.pop(number, None)
            elif number in self.overs:
                self.violation("lost", f"game {number} was told to be over and runs")
        self.verified |= {number for number, game in games.items() if game["EndedAt"] is not None}
        self.floor = min(self.stored, default=max(games, default=self.floor - 1) + 1)
        self.verified = {number for number in self.verified if number >= self.floor}

    def _compare_events(self, number, log):
        for version, told in self.events.get(number, {}).items():
            if version >= len(log):
                self.violation("lost", f"game {number} version {version}: {told} was told, the log "
                                       f"ends with {len(log) - 1}")
                continue
            payload = log[version]
            # Who is told is a player's word or, in what befell both, nobody.
            stored = (payload["kind"], told[1], payload.get("point", told[2]))
            if stored != told or payload.get("player", told[1]) != told[1]:
                self.violation("lost", f"game {number} version {version}: told {told}, stored {payload}")
        stones = stones_of(log)
        if len(stones) != len(set(stones)):
            self.violation("doubled", f"game {number}: a stone stands twice: {stones}")

    def _compare_end(self, game):
        number = game["GameId"]
        if game["Outcome"] in ("escape", "annulled"):
            self.violation("wronged", f"game {number} ended as {game['Outcome']} ({game['Reason']})")
        over = self.overs.get(number)
        if over is None:
            return
        told = over["result"]
        stored = (game["Outcome"], game["Reason"], game["Winner"], game["Loser"], bool(game["Counted"]))
        if stored != (told["outcome"], told["reason"], told.get("winner"), told.get("loser"),
                      over["counted"]):
            self.violation("lost", f"game {number}: told {over}, stored {stored}")
        for line, change, coins in zip(over["settlements"], ("FirstChange", "SecondChange"),
                                       ("FirstCoins", "SecondCoins")):
            if (line["change"], line.get("coins_change", 0)) != (game[change], game[coins]):
                self.violation("wronged", f"game {number}: told {line}, stored {tuple(game)}")

    def _compare_books(self, connection):
        for kind, what, query in BOOKS:
            for row in connection.execute(query):
                self.violation(kind, f"{what}: {dict(row)}")


def stones_of(log):
    """The stones that stand, in order; the load asks for no undo."""
    return [payload["point"] for payload in log if payload["kind"] in ("stone", "fifth_chosen")]


# What must find no row.
BOOKS = [
    ("doubled", "a version is stored twice",
     "SELECT GameId, Version, count(*) AS Times FROM TGameEvent WHERE LogId >= "
     "(SELECT min(FirstLogId) FROM TGameBase WHERE EndedAt IS NULL) "
     "GROUP BY GameId, Version HAVING Times > 1"),
    ("doubled", "a game is settled twice",
     "SELECT GameId, UserId, Currency, count(*) AS Times FROM TScoreLedger WHERE GameId IS NOT NULL "
     "GROUP BY GameId, UserId, Currency HAVING Times > 1"),
    ("doubled", "a player is in two running games",
     "SELECT UserId, count(*) AS Times FROM (SELECT FirstUserId AS UserId FROM TGameBase "
     "WHERE EndedAt IS NULL UNION ALL SELECT SecondUserId FROM TGameBase WHERE EndedAt IS NULL) "
     "GROUP BY UserId HAVING Times > 1"),
    ("lost", "a counted game without its two ledger rows",
     "SELECT g.GameId, (SELECT count(*) FROM TScoreLedger l WHERE l.GameId = g.GameId "
     "AND l.Currency = 'score') AS Times FROM TGameBase g "
     "WHERE g.EndedAt IS NOT NULL AND g.Counted = 1 AND Times <> 2"),
    ("lost", "a ledger row of a game that runs",
     "SELECT l.* FROM TScoreLedger l JOIN TGameBase g USING (GameId) WHERE g.EndedAt IS NULL"),
    ("lost", "a game differs from its ledger rows",
     "SELECT g.GameId, l.UserId, l.Currency, l.Amount FROM TScoreLedger l JOIN TGameBase g "
     "USING (GameId) WHERE l.Amount <> CASE WHEN l.UserId = g.FirstUserId THEN "
     "iif(l.Currency = 'score', g.FirstChange, g.FirstCoins) ELSE "
     "iif(l.Currency = 'score', g.SecondChange, g.SecondCoins) END"),
    ("wronged", "a score is not the sum of its ledger rows",
     "SELECT s.UserId, s.Kind, s.Score, coalesce(sum(l.Amount), 0) AS Sum FROM TUserScore s "
     "LEFT JOIN TScoreLedger l ON l.UserId = s.UserId AND l.Currency = 'score' "
     "AND s.Kind IN ('all', l.Kind) GROUP BY s.UserId, s.Kind HAVING s.Score <> Sum"),
    ("wronged", "coins are not the sum of their ledger rows",
     "SELECT u.UserId, u.Coins, coalesce(sum(l.Amount), 0) AS Sum FROM TUserBase u "
     "LEFT JOIN TScoreLedger l ON l.UserId = u.UserId AND l.Currency = 'coins' "
     "GROUP BY u.UserId HAVING u.Coins <> Sum"),
    ("wronged", "coins came from nowhere", "SELECT sum(Coins) AS Sum FROM TUserBase HAVING Sum <> 0"),
    ("wronged", "an escape is counted", "SELECT * FROM TUserScore WHERE Escapes <> 0"),
]
