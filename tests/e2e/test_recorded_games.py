"""Real games, move by move between two console clients: the server ends each as it was recorded."""

import os
import sys
import unittest

from support import records
from support.play import CASUAL, REFUSE, Match, Player
from support.server import Server

# All 104 + 21 with TIANYUAN_ALL_GAMES=1.
ALL = bool(os.environ.get("TIANYUAN_ALL_GAMES"))


class RecordedGames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Faster than any player; what the limits do is tested elsewhere.
        cls.server = Server(flags=["--frames-per-second", "10000", "--frames-burst", "10000"])
        cls.addClassCleanup(cls.server.close)

    def replay(self, games, room):
        one, two = Player(self.server, guest=True), Player(self.server, guest=True)
        self.addCleanup(one.close)
        self.addCleanup(two.close)
        for recorded in games:
            match = Match(one, two, room)
            match.begin(recorded.moves)
            outcome, reason, winner = match.over()
            stored = self.server.rows("SELECT * FROM TGameBase WHERE GameId = ?", match.game)[0]
            self.assertEqual(stored["Moves"], "".join(recorded.moves), recorded.name)
            if recorded.winner == "draw":
                self.assertEqual((outcome, reason), ("draw", "board_full"), recorded.name)
            else:
                self.assertEqual((outcome, reason, winner), ("win", "five", recorded.winner),
                                 recorded.name)
            for player in (one, two):
                self.assertEqual(player.moves(), "".join(recorded.moves), recorded.name)

    def test_renju_between_engines(self):
        games = records.renju_games()
        self.assertEqual(len(games), 104)
        if not ALL:
            # Every way to end, one of the full boards among them.
            draws = [game for game in games if game.winner == "draw"][:1]
            games = draws + [game for game in games if game.winner != "draw"][:36]
        self.assertEqual({game.winner for game in games}, {"black", "white", "draw"})
        self.replay(games, REFUSE)

    def test_freestyle_between_engines(self):
        games = records.freestyle_games()
        if not games:
            self.skipTest("the public games do not lie beside this checkout")
        self.replay(games if ALL else [game for game in games if len(game.moves) < 225][:20], CASUAL)


if __name__ == "__main__":
    sys.exit(unittest.main())
