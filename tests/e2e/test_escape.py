"""A client that is gone: back in time it plays on; not back in time it has escaped (X1-X3)."""

import unittest

from support.play import CASUAL, Match, Player, ledger, score_equals_ledger
from support.server import Server


def short_grace(server, grace_ms):
    """The room's grace, set while the server is down: the next games start with it."""
    server.stop()
    server.sql(f"UPDATE TGameRoomBase SET GraceMs = {grace_ms} WHERE RoomId = {CASUAL};")
    server.start()


class Escape(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def players(self):
        made = Player(self.server), Player(self.server)
        for player in made:
            self.addCleanup(player.close)
        return made

    def test_back_in_time_plays_on_from_the_same_position(self):
        match = Match(*self.players())
        match.play(["h8", "h9", "i8", "i9", "g8"])
        gone = match.white
        before = match.black.moves()
        gone.kill()
        away = match.black.expect("away")
        self.assertGreater(int(away.values["grace_ms"]), 170_000)

        back = gone.again()
        self.addCleanup(back.close)
        resumed = back.expect("resumed", f"game={match.game}")
        self.assertEqual(resumed.values["colour"], "white")
        self.assertEqual(resumed.values["moves"], "5")
        match.black.expect("returned")
        self.assertEqual(back.moves(), before)
        self.assertEqual(back.moves(), "h8h9i8i9g8")

        back.send("play g9 f9")
        match.black.send("play f8 j8")
        self.assertEqual(match.black.expect("game-over").words, ["game-over", "win", "five"])
        self.assertEqual(back.expect("game-over").words, ["game-over", "win", "five"])
        self.assertEqual(ledger(self.server, match.game), {match.black.id: 4, gone.id: -4})

    def test_not_back_in_time_is_an_escape_at_the_penalty_set_a_second_before(self):
        short_grace(self.server, 3000)
        match = Match(*self.players())
        match.play(["h8", "h9", "i8"])
        stayed, gone = match.black, match.white
        gone.kill()
        stayed.expect("away")
        self.server.sql(f"UPDATE TGameRoomBase SET RunPublish = 13 WHERE RoomId = {CASUAL};")

        over = stayed.expect("game-over")
        self.assertEqual(over.words, ["game-over", "escape", "absence"])
        self.assertEqual(ledger(self.server, match.game), {stayed.id: 0, gone.id: -13})
        self.assertEqual(score_equals_ledger(self.server), [])

        # The one who stayed can press start again at once, here or in a new match.
        stayed.skip_to_end()
        stayed.send("ready")
        ready = stayed.expect_any("ok", "table", "error")
        self.assertNotEqual(ready.word, "error", ready)
        other = Player(self.server)
        self.addCleanup(other.close)
        again = Match(stayed, other)
        again.play(["h8", "i9"])

        # The escaper finds no game to return to, and may play too.
        back = gone.again()
        self.addCleanup(back.close)
        back.send("turn")
        back.expect("error", "no_game")
        self.assertEqual(back.seen("resumed"), [])

    def test_both_away_the_first_whose_time_is_up_escapes(self):
        short_grace(self.server, 2000)
        match = Match(*self.players())
        match.play(["h8", "h9"])
        match.black.kill()
        match.white.expect("away")
        match.white.kill()
        watcher = Player(self.server, guest=True)
        self.addCleanup(watcher.close)
        for _ in range(100):
            watcher.send("sleep 100", "whoami")
            watcher.expect("signed-in")
            ended = self.server.rows("SELECT Outcome FROM TGameBase WHERE GameId = ?", match.game)
            if ended and ended[0]["Outcome"]:
                break
        self.assertEqual(ended[0]["Outcome"], "escape")
        self.assertEqual(ledger(self.server, match.game), {match.black.id: -8, match.white.id: 0})

    def test_flapping_twenty_times_costs_nothing(self):
        match = Match(*self.players())
        match.play(["h8", "h9"])
        player = match.black
        for _ in range(20):
            player.kill()
            player = player.again() if hasattr(player, "server") else match.black.again()
            self.addCleanup(player.close)
            player.expect("resumed", f"game={match.game}")
        self.assertEqual(player.moves(), "h8h9")
        player.send("play i8")
        match.white.expect("stone", "black", "I8")


if __name__ == "__main__":
    unittest.main()
