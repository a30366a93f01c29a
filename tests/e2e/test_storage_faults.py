"""The database fails under the real server: a full disk, a failed fsync, a lock that another program
holds, a damaged log. Nothing that did not reach the disk is acknowledged, the log says why the server
ended, and the next start has everything that was."""

import resource
import sqlite3
import time
import unittest

from support.server import FORGETFUL, PATIENCE_S, Server
from support.wire import Wire
from support.wire_play import WireGame, guests

MOVES = ["h8", "h9", "i8", "i9", "g8"]  # Black has three in a row, White is to move
LOCK_S = 20  # as long as an operator's update might take


def shown(snapshot):
    return [move["move"].lower() for move in snapshot["moves"]]


class Storage(unittest.TestCase):
    def serve(self, **more):
        server = Server(**more)
        self.addCleanup(server.close)
        return server

    def play(self, server):
        game = WireGame(*guests(self, server))
        game.play(MOVES)
        return game

    def come_back(self, server, game):
        """Both on a new connection; the game as each is shown it."""
        found = []
        for client in game.clients:
            again = Wire(server.url)
            self.addCleanup(again.close)
            found.append(again.resume(client.token)["game"])
        return found

    def dies_unacknowledged(self, server, game, code, words):
        """White's next stone is not answered, the server ends with `code` and says `words`."""
        placing = game.white.begin("game.place", game=game.id, turn=game.turn, point="F9")
        with self.assertRaises(ConnectionError):
            placing.result(PATIENCE_S)
        self.assertEqual(game.white.close_code, 1011)
        self.assertEqual(server.wait(), code)
        self.assertIn("database.failed", server.log())
        self.assertIn(words, server.log())
        game.black.closed.wait(PATIENCE_S)
        told = [params["event"].get("point") for params in game.black.seen("game.event")]
        self.assertNotIn("F9", told)

    def has_all_acknowledged(self, server, game):
        server.start()
        for snapshot in self.come_back(server, game):
            self.assertEqual(shown(snapshot), MOVES)
        self.assertEqual(server.rows("SELECT * FROM TGameBase WHERE EndedAt IS NOT NULL"), [])
        self.assertEqual(server.stop(), 0)

    # ---- the disk

    def test_a_write_or_sync_that_fails_acknowledges_nothing(self):
        for fault, words in (("full", "database or disk is full"), ("fsync", "disk I/O error"),
                             ("write", "disk I/O error"), ("readonly", "readonly database")):
            with self.subTest(fault):
                server = self.serve(start=False)
                switch = server.folder / "fault"
                server.environment |= FORGETFUL | {"FORGETFUL_FAULT": str(switch)}
                server.start()
                game = self.play(server)
                switch.write_text(fault)
                self.dies_unacknowledged(server, game, 74, words)
                switch.unlink()
                self.has_all_acknowledged(server, game)

    def test_a_file_at_its_limit_acknowledges_nothing(self):
        """The same by the system itself: the WAL may not grow further."""
        server = self.serve(start=False)

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))

        server.start(preexec_fn=limit)
        one, two = guests(self, server)
        acknowledged, answers = None, 0
        game = WireGame(one, two)
        points = [f"{column}{row}" for column in "ABCD" for row in (1, 3, 5, 7, 9, 11, 13, 15)]
        try:
            for _ in range(40):
                for number, point in enumerate(points):
                    game.place((game.black, game.white)[number % 2], point)
                    answers += 1
                    acknowledged = (game.id, number + 1)
                game.white.call("game.resign", game=game.id)
                for client in (one, two):
                    client.expect("game.over", game=game.id)
                    client.call("table.leave")
                game = WireGame(one, two)
        except (ConnectionError, AssertionError):
            pass
        self.assertGreater(answers, 0)
        self.assertEqual(server.wait(), 74)
        self.assertIn("database.failed", server.log())
        server.start()
        last, stones = acknowledged
        stored = server.rows("SELECT * FROM TGameBase WHERE GameId = ?", last)[0]
        if stored["EndedAt"] is None:
            kept = len(server.rows("SELECT * FROM TGameEvent WHERE GameId = ? AND Kind = 'stone'", last))
        else:
            kept = stored["MoveCount"]
        self.assertGreaterEqual(kept, stones)
        self.assertEqual(server.stop(), 0)

    def test_a_start_on_a_full_disk_is_refused_with_the_reason(self):
        server = self.serve(start=False)
        switch = server.folder / "fault"
        switch.write_text("full")
        server.environment |= FORGETFUL | {"FORGETFUL_FAULT": str(switch)}
        server.launch()
        self.assertEqual(server.wait(), 1)
        self.assertIn("database or disk is full", server.log())

    # ---- another program's lock

    def hold_lock(self, server):
        holder = sqlite3.connect(server.database, isolation_level=None)
        self.addCleanup(holder.close)
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                holder.execute("BEGIN IMMEDIATE")
                return holder
            except sqlite3.OperationalError:
                self.assertLess(time.monotonic(), deadline)

    def wait_for_ready(self, server, status):
        deadline = time.monotonic() + PATIENCE_S
        while True:
            found, body = server.http("/readyz", inner=True)
            if found == status:
                return body
            self.assertLess(time.monotonic(), deadline, body)
            time.sleep(0.05)

    def test_a_lock_of_twenty_seconds_only_delays(self):
        server = self.serve()
        game = self.play(server)
        holder = self.hold_lock(server)
        until = time.monotonic() + LOCK_S
        placing = game.white.begin("game.place", game=game.id, turn=game.turn, point="F9")
        self.assertIn("locked", self.wait_for_ready(server, 503))
        refused = game.black.refusal("game.offer_draw", game=game.id, turn=game.turn)
        self.assertEqual(refused["data"]["reason"], "busy")
        time.sleep(max(0, until - time.monotonic()))
        self.assertFalse(placing.done())
        holder.execute("COMMIT")
        answer = placing.result(PATIENCE_S)
        self.wait_for_ready(server, 200)
        clocks = answer["events"][0]["clocks"]
        # Half of it would be a lot; all of it was nobody's.
        self.assertGreater(clocks["second"]["left_ms"], 600_000 - LOCK_S * 1000 / 2)
        game.turn = answer["turn"]
        game.play(["f8"])
        self.assertEqual(server.stop(), 0)

    def test_a_lock_that_does_not_end_ends_the_server(self):
        server = self.serve(flags=["--lock-deadline-ms", "2000"])
        game = self.play(server)
        holder = self.hold_lock(server)
        self.dies_unacknowledged(server, game, 75, "locked by another program")
        holder.execute("ROLLBACK")
        self.has_all_acknowledged(server, game)

    # ---- what is found at a start

    def edit(self, server, *statements):
        """As no operator can while the triggers stand."""
        connection = sqlite3.connect(server.database, isolation_level=None)
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            connection.execute(f'DROP TRIGGER "{name}"')
        for statement in statements:
            connection.execute(statement)
        connection.close()

    def test_a_damaged_log_is_refused_with_game_version_and_reason(self):
        place = "UPDATE TGameEvent SET Payload = json_set(Payload, '$.point', '%s') WHERE Version = 3"
        for damage, repair, words in (
                (place % "H8", place % "H9", "game 1 version 3: a stone on H8, taken"),
                ("UPDATE TGameEvent SET Version = 9, Payload = json_set(Payload, '$.version', 9) "
                 "WHERE Version = 4",
                 "UPDATE TGameEvent SET Version = 4, Payload = json_set(Payload, '$.version', 4) "
                 "WHERE Version = 9",
                 "game 1 version 9 stands where version 4 belongs"),
                ("UPDATE TGameEvent SET Payload = replace(Payload, '\"format\":1', '\"format\":7')",
                 "UPDATE TGameEvent SET Payload = replace(Payload, '\"format\":7', '\"format\":1')",
                 "game 1 version 0: format is unknown to this version")):
            with self.subTest(words):
                server = self.serve()
                game = self.play(server)
                server.kill()
                self.edit(server, damage)
                server.launch()
                self.assertEqual(server.wait(), 1)
                self.assertIn("the game log is damaged: " + words, server.log())
                # Nothing was changed: with the damage undone the game is there.
                self.edit(server, repair)
                self.has_all_acknowledged(server, game)

    def test_a_newer_or_damaged_database_is_refused_with_the_reason(self):
        server = self.serve()
        game = self.play(server)
        self.assertEqual(server.stop(), 0)
        self.edit(server, "INSERT INTO TSchemaBase (Version, Name, AppliedAt) VALUES (999, 'later', 0)")
        server.launch()
        self.assertEqual(server.wait(), 1)
        self.assertIn("has version 999; this program knows", server.log())
        self.edit(server, "DELETE FROM TSchemaBase WHERE Version = 999")
        self.has_all_acknowledged(server, game)

        whole = server.database.read_bytes()
        middle = len(whole) // 2 // 4096 * 4096
        server.database.write_bytes(whole[:middle] + b"\xa5" * 4096 + whole[middle + 4096:])
        server.launch()
        self.assertEqual(server.wait(), 1)
        self.assertIn("start.failed", server.log())
        self.assertIn(str(server.database), server.log())
        server.database.write_bytes(whole)
        server.start()
        self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    unittest.main()
