"""kill -9 of the server in mid-game: both clients come back by themselves and nothing is lost (X5)."""

import random
import unittest

from support import records
from support.play import CASUAL, REFUSE, Match, Player, ledger, score_equals_ledger
from support.server import Server


def left(clock_line):
    return {key: int(clock_line.values[key]) for key in ("first_ms", "second_ms")}


class Crash(unittest.TestCase):
    def setUp(self):
        self.server = Server(flags=["--frames-per-second", "10000", "--frames-burst", "10000"])
        self.addCleanup(self.server.close)

    def players(self, **more):
        made = Player(self.server, **more), Player(self.server, **more)
        for player in made:
            self.addCleanup(player.close)
        return made

    def test_a47_position_and_clocks_come_back_and_nobody_is_penalised(self):
        match = Match(*self.players())
        match.play(["h8", "h9", "i8", "i9", "g8"])
        for player in match.players:
            player.send("sleep 700")
        shown = [left(player.ask("clock", "clock")) for player in match.players]

        self.server.kill()
        for player in match.players:
            player.expect("disconnected")
        self.server.start()
        for player in match.players:
            resumed = player.expect("resumed", f"game={match.game}")
            self.assertEqual(resumed.values["moves"], "5")
        for player, before in zip(match.players, shown):
            # The first clock that is shown after the return.
            after = left(next(line for line in player.lines[player.at - 1:] if line.word == "clock")
                         if any(line.word == "clock" for line in player.lines[player.at - 1:])
                         else player.expect("clock"))
            for side in before:
                self.assertGreaterEqual(after[side], before[side])
            self.assertEqual(player.moves(), "h8h9i8i9g8")

        match.white.send("play f9 j9")
        match.black.send("play f8 j8")
        outcome = match.over()
        self.assertEqual(outcome, ("win", "five", "black"))
        self.assertEqual(ledger(self.server, match.game), {match.black.id: 4, match.white.id: -4})
        self.assertEqual(score_equals_ledger(self.server), [])
        self.assertEqual(self.server.rows("SELECT * FROM TGameBase WHERE Outcome = 'escape'"), [])

    def test_no_acknowledged_move_is_lost_at_any_instant(self):
        chance = random.Random(20261129)
        games = [game for game in records.renju_games() if 40 <= len(game.moves) <= 90][:4]
        one, two = self.players(guest=True)
        for recorded in games:
            with self.subTest(game=recorded.name):
                match = Match(one, two, REFUSE)
                match.begin(recorded.moves)
                match.white.expect("stone", f"move={chance.randrange(3, 20)}")
                self.server.kill()
                acknowledged = {}
                for player in match.players:
                    player.expect("disconnected")
                    acknowledged[player] = [line.words[2].lower() for line in player.seen("stone")][-30:]
                self.server.start()
                for player in match.players:
                    player.expect("resumed", f"game={match.game}")
                outcome = match.over(timeout=240)
                self.assertEqual(outcome, ("win", "five", recorded.winner))
                stored = self.server.rows("SELECT * FROM TGameBase WHERE GameId = ?", match.game)[0]
                self.assertEqual(stored["Moves"], "".join(recorded.moves))
                # Each stone was shown once to each, in order, crash or not.
                for player in match.players:
                    stones = [line.words[2].lower() for line in player.seen("stone")]
                    self.assertEqual(stones[-len(recorded.moves):], recorded.moves)

    def test_a_crash_between_games_forgets_no_result(self):
        match = Match(*self.players())
        match.play(["h8", "h9", "i8", "i9", "g8", "g9", "f8", "f9", "j8"])
        match.over()
        self.server.kill()
        self.assertEqual(ledger(self.server, match.game), {match.black.id: 4, match.white.id: -4})
        self.server.start()
        self.assertEqual(ledger(self.server, match.game), {match.black.id: 4, match.white.id: -4})
        for player in match.players:
            player.expect("signed-in")
            self.assertEqual(player.seen("resumed"), [])


if __name__ == "__main__":
    unittest.main()
