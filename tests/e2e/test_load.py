"""What scripts/load measures at length, once and small: people who come and go leave nothing behind, and
operators get their turn while games are played."""

import subprocess
import threading
import time
import unittest

from support.play import CASUAL, CASUAL_TWO, RULE_ONE
from support.raw import Raw, metric
from support.server import PATIENCE_S, Server
from support.wire_play import WireGame, guests

HELD = ["tianyuan_" + name for name in ("connections", "sessions", "users", "tables", "games",
                                        "searching", "watching", "timers")]


class Joins(unittest.TestCase):
    PEOPLE = 300

    def held(self, server):
        return {name: metric(server, name) for name in HELD}

    def come_and_go(self, server, number):
        raw = Raw(server)
        raw.upgrade()
        raw.ask("session.guest", name="")
        way = number % 5
        if way == 0:
            raw.ask("hall.enter", room=CASUAL)
        elif way == 1:
            raw.ask("table.create", room=CASUAL_TWO, private=number % 2 == 0)
        elif way == 2:
            raw.ask("match.start", room=RULE_ONE)
        elif way == 3:
            raw.ask("hall.enter", room=CASUAL_TWO)
            for table in raw.ask("table.list", room=CASUAL_TWO)["result"]["tables"][:1]:
                raw.ask("table.watch", table=table["id"])
        if number % 2:
            raw.close()
        else:
            raw.reset()

    def test_three_hundred_joins_and_drops_leave_nothing_behind(self):
        with Server(flags=["--new-accounts-burst", "10000"]) as server:
            server.sql("UPDATE TGameRoomBase SET GraceMs = 5000;")
            time.sleep(1)
            before = self.held(server)
            self.assertEqual(sum(before.values()), 1, before)  # the socket that asks
            for number in range(self.PEOPLE):
                self.come_and_go(server, number)
            made = server.rows("SELECT count(*) AS n FROM TUserBase WHERE Guest = 1")[0]["n"]
            self.assertEqual(made, self.PEOPLE)
            deadline = time.monotonic() + 2 * PATIENCE_S  # a held seat waits 30 s
            while (now := self.held(server)) != before:
                self.assertLess(time.monotonic(), deadline, now)
                time.sleep(0.25)


class Operators(unittest.TestCase):
    UPDATES = 10

    def test_ten_updates_succeed_while_games_are_played(self):
        flags = ["--frames-per-second", "10000", "--frames-burst", "10000"]
        with Server(flags=flags) as server:
            games = [WireGame(*guests(self, server)) for _ in range(8)]
            points = [f"{column}{row}" for row in range(1, 16, 2) for column in "ABCDEFGHIJKLMNO"]
            stop = threading.Event()
            played = []

            def play():
                for number, point in enumerate(points):
                    for game in games:
                        if stop.is_set():
                            return
                        game.place([game.black, game.white][number % 2], point)
                        played.append(point)

            playing = threading.Thread(target=play)
            playing.start()
            try:
                for number in range(self.UPDATES):
                    run = subprocess.run(
                        ["sqlite3", "-batch", "-cmd", ".timeout 10000", str(server.database)],
                        input=f"UPDATE TGameRoomBase SET RunPublish = {number} WHERE RoomId = 3;\n",
                        text=True, capture_output=True, timeout=PATIENCE_S)
                    self.assertEqual((run.returncode, run.stderr), (0, ""))
            finally:
                stop.set()
                playing.join()
            self.assertGreater(len(played), 10)
            rows = server.rows("SELECT RunPublish FROM TGameRoomBase WHERE RoomId = 3")
            self.assertEqual(rows, [{"RunPublish": self.UPDATES - 1}])
            for game in games:
                shown = [move["move"] for move in game.snapshot_of(game.black)["moves"]]
                self.assertEqual(shown, points[:len(shown)])


if __name__ == "__main__":
    unittest.main()
