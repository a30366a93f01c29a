"""The professional room (R1, O11, O14): the 26 openings, a swap, two fifths; forbidden moves are claimed
and nobody is given a hint of them until the game is over (F4)."""

import json
import unittest

from support.play import CLAIM, PROFESSIONAL, ledger
from support.server import Server
from support.wire_play import WireGame, accounts, guests


def hints(value, path=""):
    """Members that tell of forbidden points or kinds."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("forbidden", "kinds") and inner:
                yield f"{path}.{key}"
            yield from hints(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from hints(inner, f"{path}[{number}]")


class Base(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(flags=["--frames-per-second", "1000", "--frames-burst", "1000"])
        cls.addClassCleanup(cls.server.close)

    def act(self, game, client, method, **params):
        result = client.call(method, game=game.id, turn=game.turn, **params)
        game.turn = result["turn"]
        return result

    def refused(self, game, client, method, **params):
        error = client.refusal(method, game=game.id, turn=game.turn, **params)
        self.assertEqual(game.snapshot_of(client)["turn"], game.turn)
        return error["data"]["reason"]


class Professional(Base):
    def opened(self, swap=False, third="J9", fourth="H6", people=guests):
        """To the offer of fifths: (game, P1, P2)."""
        game = WireGame(*people(self, self.server), room=PROFESSIONAL)
        first, second = game.black, game.white
        for point in ("H8", "H9", third):
            self.act(game, first, "game.place", point=point)
        self.act(game, second, "game.swap", swap=swap)
        if swap:
            game.black, game.white = second, first
        self.act(game, game.white, "game.place", point=fourth)
        return game, first, second

    def test_an_opening_outside_the_26_is_refused_and_asked_for_again(self):
        game = WireGame(*guests(self, self.server), room=PROFESSIONAL)
        self.assertEqual(self.refused(game, game.black, "game.place", point="H9"), "centre_first")
        self.act(game, game.black, "game.place", point="H8")
        self.assertIn(self.refused(game, game.black, "game.place", point="H10"),
                      ("outside_area", "not_an_opening"))
        self.act(game, game.black, "game.place", point="I9")
        for point in ("K8", "H11", "E5"):
            self.assertIn(self.refused(game, game.black, "game.place", point=point),
                          ("outside_area", "not_an_opening"))
        self.assertEqual(self.refused(game, game.white, "game.place", point="J10"), "not_your_turn")
        self.act(game, game.black, "game.place", point="J10")
        snapshot = game.snapshot_of(game.white)
        self.assertIn("I1", snapshot["opening"])
        self.assertEqual(snapshot["ask"]["acts"], ["swap"])
        self.assertEqual(len(snapshot["moves"]), 3)

    def test_a_swap_changes_colours_and_nothing_else(self):
        for swap in (False, True):
            with self.subTest(swap=swap):
                game, first, second = self.opened(swap=swap)
                snapshot = game.snapshot_of(first)
                self.assertEqual(snapshot["black"], "second" if swap else "first")
                self.assertEqual([move["move"] for move in snapshot["moves"]], ["H8", "H9", "J9", "H6"])
                self.assertEqual(snapshot["ask"]["acts"], ["offer_fifths"])

    def test_fifths_that_are_the_same_under_a_symmetry_are_refused(self):
        # D8 with White 4 on H6: G8, G7, I8 and I7 are one move (O14).
        game, _, _ = self.opened(third="H7", fourth="H6")
        for points in (["G8", "G7"], ["G8", "I8"], ["G8", "I7"], ["I8", "I7"]):
            with self.subTest(points=points):
                self.assertEqual(self.refused(game, game.black, "game.offer_fifths", points=points),
                                 "same_fifth")
        self.act(game, game.black, "game.offer_fifths", points=["G8", "F8"])

    def test_the_offer_and_the_choice(self):
        game, _, _ = self.opened()
        self.assertEqual(self.refused(game, game.black, "game.offer_fifths", points=["A1"]), "bad_count")
        self.assertEqual(self.refused(game, game.black, "game.offer_fifths",
                                      points=["A1", "C1", "E1"]), "bad_count")
        self.assertEqual(self.refused(game, game.black, "game.offer_fifths", points=["H8", "A1"]),
                         "occupied")
        self.assertIn(self.refused(game, game.black, "game.offer_fifths", points=["A1", "A1"]),
                      ("same_fifth", "bad_count"))
        self.assertEqual(self.refused(game, game.white, "game.offer_fifths", points=["I7", "G6"]),
                         "not_your_turn")
        self.act(game, game.black, "game.offer_fifths", points=["I7", "G6"])
        self.assertEqual(self.refused(game, game.white, "game.choose_fifth", point="A1"), "not_offered")
        self.assertEqual(self.refused(game, game.white, "game.place", point="A1"), "wrong_act")
        self.act(game, game.white, "game.choose_fifth", point="G6")
        snapshot = game.snapshot_of(game.black)
        self.assertEqual([move["move"] for move in snapshot["moves"]],
                         ["H8", "H9", "J9", "H6", "G6"])
        self.assertEqual(snapshot["ask"]["colour"], "white")

    def test_white_claims_a_double_three_and_wins(self):
        game, _, _ = self.opened(third="J8", fourth="A1", people=accounts)
        self.act(game, game.black, "game.offer_fifths", points=["I9", "C3"])
        self.act(game, game.white, "game.choose_fifth", point="C3")
        self.act(game, game.white, "game.place", point="O1")
        for black, white in (("I6", "A15"), ("I5", "O15")):
            self.act(game, game.black, "game.place", point=black)
            self.act(game, game.white, "game.place", point=white)
        # I8 makes an open three of H8 I8 J8 and another of I5 I6 I8.
        self.act(game, game.black, "game.place", point="I8")
        self.assertEqual(self.refused(game, game.black, "game.claim_forbidden"), "claim_not_allowed")
        for client in game.clients:
            found = [note for note in client.notes if list(hints(note[1]))]
            self.assertEqual(found, [])
            self.assertEqual(list(hints(client.call("game.sync", game=game.id))), [])
        result = game.white.call("game.claim_forbidden", game=game.id, turn=game.turn)
        self.assertEqual(result["events"][-1]["kind"], "ended")
        over = game.black.expect("game.over", game=game.id)
        self.assertEqual((over["result"]["outcome"], over["result"]["reason"],
                          over["result"]["winner_colour"]), ("win", "claimed", "white"))
        self.assertEqual(over["result"]["forbidden"], "33")
        self.assertEqual(ledger(self.server, game.id),
                         {game.white.user["id"]: 4, game.black.user["id"]: -4})


class Claims(Base):
    """Enforcement `claim` to the letter, in a national room."""

    def shaped(self):
        """Black to move; I8 would be a double three."""
        game = WireGame(*guests(self, self.server), room=CLAIM)
        game.play(["H8", "A1", "J8", "O1", "I6", "A15", "I5", "O15"])
        return game

    def test_a_claim_too_late(self):
        game = self.shaped()
        game.place(game.black, "I8")
        game.place(game.white, "C1")
        self.assertIn(self.refused(game, game.white, "game.claim_forbidden"),
                      ("claim_not_allowed", "not_your_turn"))
        # The stone stands for good: row 8 grows on from it.
        game.place(game.black, "G8")
        self.assertEqual(len(game.snapshot_of(game.white)["moves"]), 11)

    def test_a_false_claim_changes_nothing_but_their_number(self):
        game = self.shaped()
        for number, (black, white) in enumerate((("K11", "A6"), ("O6", "A8"), ("O9", "C1"), ("E12", ""))):
            game.place(game.black, black)
            moves = len(game.snapshot_of(game.black)["moves"])
            if number == 3:
                self.assertEqual(self.refused(game, game.white, "game.claim_forbidden"),
                                 "claim_not_allowed")
                break
            result = game.white.call("game.claim_forbidden", game=game.id, turn=game.turn)
            game.turn = result["turn"]
            self.assertEqual(result["events"][0]["kind"], "claim_rejected")
            self.assertEqual(len(game.snapshot_of(game.black)["moves"]), moves)
            game.place(game.white, white)

    def test_no_message_of_a_claim_room_hints_at_forbidden_points(self):
        game = self.shaped()
        watcher, = guests(self, self.server, 1)
        watcher.call("hall.enter", room=CLAIM)
        shown = watcher.call("table.watch", table=game.table, code="")
        result = game.place(game.black, "I8")
        synced = [client.call("game.sync", game=game.id) for client in (*game.clients, watcher)]
        self.assertEqual(list(hints([shown, result, synced])), [])
        for client in (*game.clients, watcher):
            for name, params in client.notes:
                self.assertEqual(list(hints(params)), [], (name, json.dumps(params)[:300]))

    def test_a_watcher_cannot_claim(self):
        game = self.shaped()
        watcher, = guests(self, self.server, 1)
        watcher.call("hall.enter", room=CLAIM)
        watcher.call("table.watch", table=game.table, code="")
        game.place(game.black, "I8")
        self.assertEqual(self.refused(game, watcher, "game.claim_forbidden"), "not_a_player")


if __name__ == "__main__":
    unittest.main()
