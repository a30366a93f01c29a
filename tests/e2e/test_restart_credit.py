"""X5: a mass drop or a restart is nobody's escape, and a game that it annulled is shown as such."""

import time
import unittest

from support.console import Console
from support.server import PATIENCE_S, Server
from support.wire import Wire
from support.wire_play import WireGame, accounts, guests

GRACE_MS = 3000
FLAGS = ["--new-accounts-burst", "10000"]


class Base(unittest.TestCase):
    def setUp(self):
        self.server = Server(flags=FLAGS, start=False)
        self.addCleanup(self.server.close)
        self.server.start()
        self.server.sql(f"UPDATE TGameRoomBase SET GraceMs = {GRACE_MS}, AbsenceTotalMs = 60000;")
        time.sleep(1)  # within which the server has read it

    def again(self, client):
        new = Wire(self.server.url)
        self.addCleanup(new.close)
        return new, new.resume(client.token)

    def ended(self):
        return self.server.rows("SELECT GameId, Outcome FROM TGameBase WHERE EndedAt IS NOT NULL")


class MassDrop(Base):
    def drop(self, count):
        """Of twenty games with a stone each: so many Whites, gone within a moment."""
        people = guests(self, self.server, 40)
        games = [WireGame(*people[number:number + 2]) for number in range(0, 40, 2)]
        for game in games:
            game.place(game.black, "H8")
        for game in games[:count]:
            game.white.reset()
        return games

    def test_x5_a_third_and_at_least_twenty_gone_graces_stand_still(self):
        games = self.drop(20)
        for game in games:
            game.black.expect("game.event", game=game.id,
                              where=lambda note: note["event"]["kind"] == "grace_frozen")
        time.sleep(2 * GRACE_MS / 1000)
        self.assertEqual(self.ended(), [])
        # Half of them could return: from now on whoever stays away does so by himself.
        for game in games[:10]:
            client, session = self.again(game.white)
            self.assertEqual(session["game"]["game"], game.id)
            game.white = client
            game.place(client, "A1")
        for game in games[10:]:
            over = game.black.expect("game.over", game=game.id)
            self.assertEqual(over["result"]["outcome"], "escape")
        self.assertEqual(len(self.ended()), 10)
        for game in games[:10]:
            game.place(game.black, "H9")

    def test_x5_nineteen_gone_are_no_mass_drop(self):
        games = self.drop(19)
        for game in games[:19]:
            over = game.black.expect("game.over", game=game.id)
            self.assertEqual(over["result"]["outcome"], "escape")
        self.assertEqual(games[19].black.seen("game.over"), [])


class Annulled(Base):
    def test_x5_a_game_that_nobody_comes_back_to_after_a_restart(self):
        one, two = accounts(self, self.server)
        game = WireGame(one, two)
        game.play(["H8", "H9", "I8"])
        self.server.kill()
        self.server.start()
        deadline = time.monotonic() + PATIENCE_S
        while not self.ended():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        self.assertEqual(self.ended(), [{"GameId": game.id, "Outcome": "annulled"}])
        self.assertEqual(self.server.rows("SELECT * FROM TScoreLedger WHERE GameId = ?", game.id), [])

        back, session = self.again(one)
        self.assertIsNone(session.get("game"))
        row = back.call("player.games")["games"][0]
        self.assertEqual((row["game"], row["result"]["outcome"]), (game.id, "annulled"))
        self.assertNotIn("winner", row["result"])
        self.assertEqual(row["score_changes"], [0, 0])
        profile = back.call("player.profile")
        self.assertEqual((profile["user"]["score"], profile["escapes"]), (0, 0))
        record = back.call("record.get", game=game.id)
        self.assertEqual(record["game"]["result"]["outcome"], "annulled")
        self.assertIn("RE[Void]", self.server.http(f"/api/v1/games/{game.id}.sgf")[1])

        for language, words in (("en", "annulled"), ("zh", "作废")):
            with Console(self.server.url, "--name", two.user["name"], "--password", two.password,
                         lang=language) as console:
                console.expect("signed-in")
                line = console.ask("games", "game", f"{game.id}")
                self.assertEqual((line.values["outcome"], line.values["winner"]), ("annulled", "-"))
                self.assertIn(words, line.text)
                shown = console.ask(f"show {game.id}", "record")
                self.assertEqual(shown.values["outcome"], "annulled")


if __name__ == "__main__":
    unittest.main()
