"""Watching, private tables, one seat and one session a player."""

import unittest

from support.case import FIVE, ServerCase
from support.play import CASUAL, ledger
from support.wire import Wire
from support.wire_play import WireGame, accounts, fist, guests


class Watching(ServerCase):
    def test_a_watcher_sees_each_event_and_can_do_nothing(self):
        game = WireGame(*guests(self, self.server))
        watcher, = guests(self, self.server, 1)
        watcher.call("hall.enter", room=CASUAL)
        shown = watcher.call("table.watch", table=game.table, code="")
        self.assertEqual(shown["game"]["game"], game.id)
        game.play(FIVE[:8])
        versions = [watcher.expect("game.event", game=game.id)["event"]["version"] for _ in range(8)]
        self.assertEqual(versions, list(range(versions[0], versions[0] + 8)))
        for method, params in [("game.place", {"turn": game.turn, "point": "J8"}),
                               ("game.pass", {"turn": game.turn}), ("game.resign", {}),
                               ("game.offer_draw", {"turn": game.turn}),
                               ("game.answer_draw", {"offer": 1, "accept": True}),
                               ("game.request_undo", {"turn": game.turn}),
                               ("game.answer_undo", {"request": 1, "accept": True}),
                               ("game.claim_forbidden", {"turn": game.turn})]:
            with self.subTest(method=method):
                self.assertEqual(self.reason(watcher.refusal(method, game=game.id, **params)),
                                 "not_a_player")
        self.assertEqual(len(game.snapshot_of(game.black)["moves"]), 8)
        game.place(game.black, "J8")
        self.assertEqual(watcher.expect("game.over", game=game.id)["result"]["outcome"], "win")

    def test_a_watcher_leaves_with_or_without_forfeit_and_the_game_goes_on(self):
        game = WireGame(*guests(self, self.server))
        watcher, = guests(self, self.server, 1)
        watcher.call("hall.enter", room=CASUAL)
        for forfeit in (True, False):
            watcher.call("table.watch", table=game.table, code="")
            watcher.call("table.leave", forfeit=forfeit)
            self.assertEqual(self.reason(watcher.refusal("table.leave", forfeit=forfeit)), "not_seated")
        game.play(FIVE)
        self.assertEqual(game.white.expect("game.over", game=game.id)["result"]["reason"], "five")

    def test_watchers_chat_is_hidden_from_the_players_while_the_game_runs(self):
        game = WireGame(*guests(self, self.server))
        watchers = guests(self, self.server, 2)
        for watcher in watchers:
            watcher.call("hall.enter", room=CASUAL)
            watcher.call("table.watch", table=game.table, code="")
        watchers[0].call("chat.say", scope="table", text="Black should play J8")
        heard = watchers[1].expect("chat.message", scope="table")
        self.assertEqual((heard["text"], heard["watcher"]), ("Black should play J8", True))
        game.black.call("chat.say", scope="table", text="hello")
        game.white.expect("chat.message", scope="table", text="hello")
        for player in game.clients:
            self.assertEqual([note for note in player.seen("chat.message") if note.get("watcher")], [])


class Private(ServerCase):
    def test_only_who_has_the_code_gets_in_and_the_table_is_not_listed(self):
        one, = accounts(self, self.server, 1)
        one.call("hall.enter", room=CASUAL)
        table = one.call("table.create", room=CASUAL, private=True)["table"]
        self.assertTrue(table["code"])
        two, = accounts(self, self.server, 1)
        two.call("hall.enter", room=CASUAL)
        listed = two.call("table.list", room=CASUAL)["tables"]
        self.assertNotIn(table["code"], str(listed))
        for code in ("", "wrong", table["code"][:-1], table["code"] + "x"):
            for method in ("table.sit", "table.watch"):
                error = two.refusal(method, table=table["id"], code=code)
                self.assertIn(self.reason(error), ("bad_link", "unknown_table"))
        self.assertEqual(two.call("table.sit", table=table["id"], code=table["code"])["table"]["id"],
                         table["id"])

    def test_a_link_to_a_table_that_is_gone(self):
        one, two = guests(self, self.server)
        one.call("hall.enter", room=CASUAL)
        table = one.call("table.create", room=CASUAL, private=True)["table"]
        one.call("table.leave", forfeit=False)
        error = two.refusal("table.sit", table=table["id"], code=table["code"])
        self.assertIn(self.reason(error), ("bad_link", "unknown_table"))

    def test_a_private_game_writes_no_ledger_row(self):
        one, two, table = self.seated(private=True, people=accounts)
        for client in (one, two):
            client.call("table.confirm", total_ms=0, before_ms=0, after_ms=0)
        for client, number in ((one, 3), (two, 4)):
            client.call("game.guess_commit", hash=fist(number))
        for client, number in ((one, 3), (two, 4)):
            client.call("game.guess_open", number=number, salt="0123456789abcdef")
        game = one.expect("game.started")["game"]["game"]
        one.call("game.resign", game=game)
        self.assertFalse(two.expect("game.over", game=game)["counted"])
        self.assertEqual(ledger(self.server, game), {})


class Seats(ServerCase):
    def test_one_seat_a_player(self):
        one, two, table = self.seated()
        error = one.refusal("table.create", room=CASUAL, private=False)
        self.assertEqual(self.reason(error), "already_seated")
        stranger, = guests(self, self.server, 1)
        stranger.call("hall.enter", room=CASUAL)
        error = stranger.refusal("table.sit", table=table["id"], code="")
        self.assertEqual(self.reason(error), "seat_taken")
        self.assertEqual(self.reason(one.refusal("match.start", room=CASUAL)), "already_seated")


class Sessions(ServerCase):
    def test_the_newest_session_wins_and_the_old_one_is_told(self):
        one, = accounts(self, self.server, 1)
        with Wire(self.server.url) as two:
            two.login(one.user["name"], one.password)
            one.expect("session.replaced")
            self.assertEqual(one.wait_closed()[0], 4001)
            self.assertTrue(two.call("session.ping"))


if __name__ == "__main__":
    unittest.main()
