"""Many at once: sits at one seat, quick matches, cancels, rematches. Nobody is in two games, nobody
plays against himself, seats and players agree, coins sum to nothing."""

import concurrent.futures
import os
import time
import unittest

from support.play import CASUAL, CASUAL_TWO, COINS, score_equals_ledger
from support.server import PATIENCE_S, Server
from support.wire import Wire, outcome
from support.wire_play import started

PLAYERS = int(os.environ.get("TIANYUAN_PLAYERS", 100))  # at once; 1000 takes some minutes
FLAGS = ["--frames-per-second", "100000", "--frames-burst", "100000", "--new-accounts-burst", "100000",
         "--address-frames-per-second", "1000000", "--address-frames-burst", "1000000",
         "--hash-threads", "2"]


class Parallel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(flags=FLAGS)
        cls.addClassCleanup(cls.server.close)
        cls.server.sql(f"UPDATE TGameRoomBase SET Capacity = {2 * PLAYERS};")
        time.sleep(1)  # within which the server has read it
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            cls.people = list(pool.map(cls.newcomer, range(PLAYERS)))

    @classmethod
    def newcomer(cls, _):
        client = Wire(cls.server.url)
        cls.addClassCleanup(client.close)
        client.guest()
        return client

    def setUp(self):
        for client in self.people:
            client.skip_to_end()

    def tearDown(self):
        for client in self.people:
            outcome(client.begin("table.leave", forfeit=True))
        self.check_games()

    def check_games(self):
        self.assertEqual(self.server.rows("SELECT * FROM TGameBase WHERE FirstUserId = SecondUserId"), [])
        overlapping = self.server.rows("""
            SELECT a.GameId, b.GameId AS Other FROM TGameBase a JOIN TGameBase b ON a.GameId < b.GameId
            WHERE (a.FirstUserId IN (b.FirstUserId, b.SecondUserId)
                   OR a.SecondUserId IN (b.FirstUserId, b.SecondUserId))
              AND b.StartedAt < coalesce(a.EndedAt, b.StartedAt + 1)""")
        self.assertEqual(overlapping, [])
        self.assertEqual(score_equals_ledger(self.server), [])
        coins = self.server.rows("SELECT sum(Amount) AS n FROM TScoreLedger WHERE Currency = 'coins'")
        self.assertEqual(coins[0]["n"] or 0, 0)

    def games_found(self):
        """{game: [the people that it was announced to]} since setUp."""
        games = {}
        for client in self.people:
            client.call("session.ping")
            for name, params in client.notes[client.at:]:
                if name == "match.found":
                    games.setdefault(params["game"]["game"], []).append(client)
        return games

    def test_a_thousand_sits_at_one_seat(self):
        host = self.people[0]
        table = host.call("table.create", room=CASUAL, private=False)["table"]["id"]
        others = self.people[1:]
        for client in others:
            client.call("hall.enter", room=CASUAL)
        attempts = [(client, client.begin("table.sit", table=table, code=""))
                    for _ in range(1000 // len(others) + 1) for client in others]
        answers = [(client, *outcome(future)) for client, future in attempts]
        seated = {client for client, word, _ in answers if word == "ok"}
        self.assertEqual(len(seated), 1)
        for client, word, what in answers:
            if word == "refused":
                self.assertIn(what, ("seat_taken", "already_seated"))
        shown = next(t for t in host.call("table.list", room=CASUAL)["tables"] if t["id"] == table)
        self.assertEqual({seat["user"]["id"] for seat in shown["seats"]},
                         {host.user["id"], seated.pop().user["id"]})

    def test_all_search_at_once(self):
        searches = [client.begin("match.start", room=CASUAL_TWO) for client in self.people]
        numbers = [future.result(PATIENCE_S)["search"] for future in searches]
        self.assertEqual(len(set(numbers)), PLAYERS)
        for client in self.people:
            client.expect("match.found")
            client.at = 0
        for client in self.people:
            self.assertEqual(len(client.seen("match.found")), 1)
        paired = {}
        for client in self.people:
            paired.setdefault(client.seen("match.found")[0]["game"]["game"], []).append(client)
        self.assertEqual(len(paired), PLAYERS // 2)
        self.assertTrue(all(len(pair) == 2 for pair in paired.values()))

    def test_cancels_that_cross_a_match(self):
        """Who is told that his search is cancelled is in no game; who is not, is in one at most."""
        for _ in range(5):
            for client in self.people:
                client.skip_to_end()
            asked = [(client, client.begin("match.start", room=CASUAL)) for client in self.people]
            cancelled = []
            for client, future in asked:
                search = future.result(PATIENCE_S)["search"]
                cancelled.append((client, client.begin("match.cancel", search=search)))
            free = {client for client, future in cancelled if outcome(future)[0] == "ok"}
            games = self.games_found()
            playing = [client for pair in games.values() for client in pair]
            self.assertEqual(len(playing), len(set(playing)))
            self.assertTrue(all(len(pair) == 2 for pair in games.values()))
            self.assertEqual(free & set(playing), set())
            self.assertEqual(free | set(playing), set(self.people))
            for client in playing:
                client.call("table.leave", forfeit=True)

    def test_rematches_accepted_by_both_at_once(self):
        for client in self.people:
            client.begin("match.start", room=CASUAL_TWO)
        pairs = {}
        for client in self.people:
            found = client.expect("match.found")
            pairs.setdefault(found["game"]["game"], []).append(client)
        begun = 0
        for _ in range(5):
            for game, pair in pairs.items():
                pair[0].begin("game.resign", game=game)
            for game, pair in pairs.items():
                for client in pair:
                    client.expect("game.over", game=game)
            asked = {client: [] for client in self.people}
            for pair in pairs.values():
                # Each twice, both at once.
                for client in (*pair, *pair):
                    asked[client].append(client.begin("table.ready", ready=True))
            again = {}
            for pair in pairs.values():
                games = {started(client, *asked[client])["game"] for client in pair}
                self.assertEqual(len(games), 1)
                again[games.pop()] = pair
            self.assertEqual(len(again), PLAYERS // 2)
            begun += len(again)
            pairs = again
        self.assertEqual(begun, 5 * PLAYERS // 2)
        for client in self.people:
            client.call("session.ping")
            mine = [note["game"]["game"] for note in client.seen("game.started")]
            self.assertEqual(len(mine), len(set(mine)))


class ParallelCoins(unittest.TestCase):
    def test_coins_sum_to_nothing_whatever_happens_at_once(self):
        with Server(flags=FLAGS) as server:
            people = []
            for _ in range(12):
                client = Wire(server.url)
                self.addCleanup(client.close)
                client.register()
                people.append(client)
            for _ in range(5):
                for client in people:
                    client.skip_to_end()
                asked = [client.begin("match.start", room=COINS) for client in people]
                for future in asked:
                    outcome(future)
                pairs = {}
                for client in people:
                    pairs.setdefault(client.expect("match.found")["game"]["game"], []).append(client)
                ends = [client.begin("game.resign", game=game)
                        for game, pair in pairs.items() for client in pair]
                won = [outcome(future)[0] for future in ends]
                self.assertEqual(won.count("ok"), len(pairs))
                for game, pair in pairs.items():
                    for client in pair:
                        client.expect("game.over", game=game)
                        client.call("table.leave", forfeit=False)
            rows = server.rows("SELECT sum(Amount) AS n, count(*) AS c FROM TScoreLedger "
                               "WHERE Currency = 'coins'")[0]
            self.assertEqual(rows["n"], 0)
            self.assertGreater(rows["c"], 60)
            self.assertEqual(server.rows("SELECT * FROM TUserBase WHERE Coins < 0 AND UserId <> 0"), [])


if __name__ == "__main__":
    unittest.main()
