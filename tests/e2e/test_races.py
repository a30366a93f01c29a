"""Two clients at one instant, through real sockets: one of them is first, both hear the same end, and
the books say so too. The exact instants stand in tests/server/core/races_test.cpp; a thousand sits at
one seat, cancels and rematches of a hundred people in test_parallel.py."""

import hashlib
import random
import time
import unittest

from support.console import Console
from support.play import CASUAL, CASUAL_TWO
from support.server import PATIENCE_S, Server
from support.wire import Wire, outcome
from support.wire_play import WireGame, accounts, guests, new_room, started

ROUNDS = 20
FLAGS = ["--frames-per-second", "10000", "--frames-burst", "10000", "--new-accounts-burst", "10000"]
EIGHT = ["H8", "H9", "I8", "I9", "G8", "G9", "F8", "F9"]  # Black's J8 or E8 makes five


class Base(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(flags=FLAGS)
        cls.addClassCleanup(cls.server.close)

    def over(self, game):
        """The one end that both are told, and that is stored once."""
        overs = [client.expect("game.over", game=game.id) for client in game.clients]
        self.assertEqual(overs[0]["result"], overs[1]["result"])
        for client in game.clients:
            client.call("session.ping")
            self.assertEqual(len(client.seen("game.over", game=game.id)), 1)
        rows = self.server.rows("SELECT count(*) AS n FROM TScoreLedger WHERE GameId = ? "
                                "AND Currency = 'score'", game.id)
        self.assertEqual(rows[0]["n"], 2 if overs[0]["counted"] else 0)
        return overs[0]["result"]

    def rematch(self, game):
        """The next game of the two at their table."""
        for client in game.clients:
            client.skip_to_end()
        asked = [client.begin("table.ready", ready=True) for client in game.clients]
        begun = [started(client, answer) for client, answer in zip(game.clients, asked)]
        self.assertEqual(begun[0]["game"], begun[1]["game"])
        game.snapshot, game.id, game.turn = begun[0], begun[0]["game"], begun[0]["turn"]
        black = begun[0]["players"][0 if begun[0]["black"] == "first" else 1]["id"]
        one, two = game.clients
        game.black, game.white = (one, two) if one.user["id"] == black else (two, one)


class InAGame(Base):
    def test_five_in_a_row_and_resignation_at_once(self):
        game = WireGame(*accounts(self, self.server))
        ends = set()
        for number in range(ROUNDS):
            game.play(EIGHT)
            five = lambda: game.black.begin("game.place", game=game.id, turn=game.turn, point="J8")
            resign = lambda: game.white.begin("game.resign", game=game.id)
            asked = [ask() for ask in ((five, resign) if number % 2 else (resign, five))]
            words = [outcome(future)[0] for future in asked]
            self.assertEqual(sorted(words), ["ok", "refused"])
            result = self.over(game)
            self.assertEqual(result["winner_colour"], "black")
            five_won = words[0 if number % 2 else 1] == "ok"
            self.assertEqual(result["reason"], "five" if five_won else "resigned")
            ends.add(result["reason"])
            self.rematch(game)
        self.assertEqual(ends, {"five", "resigned"})

    def test_draw_accepted_and_move_at_once(self):
        game = WireGame(*guests(self, self.server))
        ends = set()
        for number in range(ROUNDS):
            game.play(EIGHT[:1])
            offer = game.black.call("game.offer_draw", game=game.id, turn=game.turn
                                    )["events"][0]["number"]
            accept = lambda: game.white.begin("game.answer_draw", game=game.id, offer=offer,
                                              accept=True)
            move = lambda: game.white.begin("game.place", game=game.id, turn=game.turn, point="A1")
            asked = [ask() for ask in ((accept, move) if number % 2 else (move, accept))]
            words = [outcome(future) for future in asked]
            self.assertEqual([word for word, _ in words], ["ok", "refused"])
            self.assertEqual(words[1][1], "game_over" if number % 2 else "no_offer")
            if number % 2 == 0:
                game.black.call("game.resign", game=game.id)
            ends.add(self.over(game)["outcome"])
            self.rematch(game)
        self.assertEqual(ends, {"draw", "win"})

    def test_draw_accepted_by_one_and_move_of_the_other_at_once(self):
        game = WireGame(*guests(self, self.server))
        for number in range(ROUNDS):
            offer = game.black.call("game.offer_draw", game=game.id, turn=game.turn
                                    )["events"][0]["number"]
            accept = lambda: game.white.begin("game.answer_draw", game=game.id, offer=offer,
                                              accept=True)
            move = lambda: game.black.begin("game.place", game=game.id, turn=game.turn, point="H8")
            asked = [ask() for ask in ((accept, move) if number % 2 else (move, accept))]
            for future in asked:
                outcome(future)
            self.assertEqual(self.over(game)["outcome"], "draw")
            self.rematch(game)

    def test_the_last_second_move_and_flag_at_once(self):
        room = new_room(self, self.server, 81, Name="last second", TimeControl="sudden 1200")
        chance = random.Random(8)
        games = [WireGame(*guests(self, self.server), room=room) for _ in range(8)]
        begun = {game: time.monotonic() for game in games}  # some milliseconds late
        answers = {}
        at = {game: 1.2 + chance.uniform(-0.05, 0.02) for game in games}
        for game in sorted(games, key=lambda game: begun[game] + at[game]):
            time.sleep(max(0.0, begun[game] + at[game] - time.monotonic()))
            answers[game] = game.black.begin("game.place", game=game.id, turn=game.turn, point="H8")
        for game, future in answers.items():
            word, what = outcome(future)
            result = self.over(game)
            self.assertEqual(result["reason"], "time")
            # Whoever was answered "ok" had moved in time, and then the other's clock ran out.
            self.assertEqual(result["winner_colour"], "black" if word == "ok" else "white", what)
            if word == "refused":
                self.assertIn(what, ("game_over", "unknown_game", "stale"))


class Finding(Base):
    def test_cancel_of_a_match_just_found(self):
        one, two = guests(self, self.server)
        ends = set()
        for number in range(ROUNDS):
            for client in (one, two):
                client.skip_to_end()
            search = one.call("match.start", room=CASUAL)["search"]
            if number % 2:
                cancel = one.begin("match.cancel", search=search)
                other = two.begin("match.start", room=CASUAL)
            else:
                other = two.begin("match.start", room=CASUAL)
                cancel = one.begin("match.cancel", search=search)
            word, what = outcome(cancel)
            theirs = outcome(other)[1]["search"]
            ends.add(word)
            if word == "refused":
                self.assertEqual(what, "not_searching")
                found = [client.expect("match.found") for client in (one, two)]
                self.assertEqual(found[0]["game"]["game"], found[1]["game"]["game"])
                for client in (one, two):
                    client.call("table.leave", forfeit=client is one)
            else:
                two.call("match.cancel", search=theirs)
                one.call("session.ping")
                self.assertEqual([note for name, note in one.notes[one.at:]
                                  if name == "match.found"], [])
        self.assertEqual(ends, {"ok", "refused"})

    def test_quick_match_with_two_tabs_of_one_account(self):
        mine, other = accounts(self, self.server)
        for _ in range(10):
            tab = Wire(self.server.url)
            self.addCleanup(tab.close)
            try:
                mine.begin("match.start", room=CASUAL_TWO)
            except ConnectionError:
                pass
            tab.resume(mine.token)
            tab.begin("match.start", room=CASUAL_TWO).result(PATIENCE_S)
            self.assertEqual(mine.wait_closed()[0], 4001)
            mine = tab
        self.assertEqual(mine.seen("match.found"), [])
        other.call("match.start", room=CASUAL_TWO)
        found = [client.expect("match.found") for client in (mine, other)]
        self.assertEqual(found[0]["game"]["game"], found[1]["game"]["game"])
        self.assertEqual(len(mine.seen("match.found")), 1)
        ours = self.server.rows("SELECT FirstUserId, SecondUserId FROM TGameBase WHERE ? IN "
                                "(FirstUserId, SecondUserId)", mine.user["id"])
        self.assertEqual([set(row.values()) for row in ours],
                         [{mine.user["id"], other.user["id"]}])

    def test_leave_during_the_guess(self):
        one, two, three = guests(self, self.server, 3)
        table = one.call("table.create", room=CASUAL, private=False)["table"]["id"]
        salt = "saltsaltsalt"
        closed = hashlib.sha256(f"7:{salt}".encode()).hexdigest()
        two.call("hall.enter", room=CASUAL)
        for number in range(ROUNDS):
            two.call("table.sit", table=table, code="")
            for client in (one, two):
                client.call("table.confirm")
            one.call("game.guess_commit", hash=closed)
            leave = lambda: two.begin("table.leave", forfeit=False)
            commit = lambda: two.begin("game.guess_commit", hash=closed)
            opened = lambda: one.begin("game.guess_open", number=7, salt=salt)
            asks = [(commit, leave, opened), (leave, commit, opened), (leave, opened, commit)]
            answers = [outcome(ask()) for ask in asks[number % 3]]
            self.assertTrue(all(word == "ok" or what in ("not_expected", "not_seated")
                                for word, what in answers), answers)
            shown = next(t for t in one.call("table.list", room=CASUAL)["tables"] if t["id"] == table)
            self.assertEqual([seat["user"]["id"] for seat in shown["seats"] if seat.get("user")],
                             [one.user["id"]])
        self.assertEqual(self.server.rows("SELECT * FROM TGameBase WHERE ? IN (FirstUserId, "
                                          "SecondUserId)", one.user["id"]), [])
        # The table is as good as new for somebody else.
        three.call("table.sit", table=table, code="")
        for client in (one, three):
            client.call("table.confirm")
        for client in (one, three):
            client.call("game.guess_commit", hash=closed)
        answers = [client.begin("game.guess_open", number=7, salt=salt) for client in (one, three)]
        self.assertEqual([outcome(answer)[0] for answer in answers], ["ok", "ok"])
        begun = [client.expect("game.started")["game"]["game"] for client in (one, three)]
        self.assertEqual(begun[0], begun[1])


class Sessions(Base):
    def test_two_clients_that_replace_each_other_stop(self):
        account, = accounts(self, self.server, 1)
        name, password = account.user["name"], account.password
        account.close()
        self.log_tells_sign_ins(account.user["id"], 1)  # his registration's
        clients = []
        for _ in range(2):
            client = Console(self.server.url, "--name", name, "--password", password)
            self.addCleanup(client.close)
            client.expect("signed-in")
            clients.append(client)
        clients[0].expect("replaced")
        time.sleep(4)  # more than the first pauses between two tries
        self.log_tells_sign_ins(account.user["id"], 3)
        self.assertEqual(clients[1].seen("replaced"), [])
        clients[1].send("whoami")
        clients[1].expect("signed-in")

    # The line follows the answer, so it may still be on its way.
    def log_tells_sign_ins(self, user, expected):
        until = time.monotonic() + PATIENCE_S
        while self.signed_in(user) < expected and time.monotonic() < until:
            time.sleep(0.05)
        self.assertEqual(self.signed_in(user), expected)

    def signed_in(self, user):
        return sum("session.signed_in" in line and f" user={user} " in line
                   for line in self.server.log().splitlines())

    def test_a_closed_old_socket_does_not_mark_the_new_one_absent(self):
        game = WireGame(*guests(self, self.server))
        mine, other = game.black, game.white
        for number in range(ROUNDS):
            new = Wire(self.server.url)
            self.addCleanup(new.close)
            resumed = new.begin("session.resume", token=mine.token)
            if number % 2:
                mine.reset()  # before or after the new one is in: both are "the same moment"
            session = resumed.result(PATIENCE_S)
            mine.wait_closed()
            self.assertEqual(session["game"]["game"], game.id)
            new._signed_in(session)
            mine = new
            # An absence, if the old socket's end came first, is over again.
            self.assertEqual(game.snapshot_of(mine)["connected"], [True, True])
        time.sleep(0.5)
        self.assertEqual(game.snapshot_of(other)["connected"], [True, True])
        game.black = mine
        game.play(EIGHT[:2])


if __name__ == "__main__":
    unittest.main()
