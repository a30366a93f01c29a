"""At a table: the rule dialog, the guess, offers, undo, resigning, rematch. Watching and private tables
stand in test_watching.py."""

import time
import unittest

from support.case import FIVE, ServerCase
from support.play import CASUAL, PROFESSIONAL, Player, ledger
from support.server import PATIENCE_S
from support.wire_play import WireGame, accounts, fist, guests, new_room, started

class RuleDialog(ServerCase):
    VALUES = {"total_ms": 300_000, "before_ms": 45_000, "after_ms": 15_000}

    def test_the_first_sets_the_values_and_the_other_confirms_exactly_those(self):
        one, two, table = self.seated()
        first = one.call("table.confirm", **self.VALUES)["table"]
        self.assertEqual({key: first[key] for key in self.VALUES}, self.VALUES)
        two.expect("table.state", where=lambda note: note["table"].get("total_ms") == 300_000)
        error = two.refusal("table.confirm", **(self.VALUES | {"before_ms": 60_000}))
        self.assertEqual(self.reason(error), "bad_settings")
        both = two.call("table.confirm", **self.VALUES)["table"]
        self.assertEqual(both["state"], "choosing_colours")

    def test_confirming_without_values_takes_the_room_or_the_others(self):
        one, two, _ = self.seated()
        first = one.call("table.confirm", total_ms=0, before_ms=0, after_ms=0)["table"]
        self.assertEqual((first["total_ms"], first["before_ms"], first["after_ms"]),
                         (600_000, 60_000, 20_000))
        both = two.call("table.confirm", total_ms=0, before_ms=0, after_ms=0)["table"]
        self.assertEqual(both["state"], "choosing_colours")

    def test_values_outside_the_limits_are_refused(self):
        one, _, _ = self.seated()
        for changes in ({"total_ms": 59_999}, {"total_ms": 180 * 60_000 + 1}, {"before_ms": 4_999},
                        {"before_ms": 600_001}, {"after_ms": 4_999}, {"after_ms": 600_001}):
            with self.subTest(changes=changes):
                error = one.refusal_unchecked("table.confirm", self.VALUES | changes)
                self.assertIn(error["code"], (1307, -32602))
                self.assertIn(next(iter(changes)), error["data"].get("field", ""))

    def test_leaving_costs_nothing_and_empty_seats_forget_the_values(self):
        one, two, table = self.seated()
        one.call("table.confirm", **self.VALUES)
        two.call("table.leave", forfeit=False)
        one.call("table.leave", forfeit=False)
        self.assertNotIn(table["id"], [t["id"] for t in one.call("table.list", room=CASUAL)["tables"]
                                       if t.get("total_ms")])

    def test_moves_are_refused_before_the_game(self):
        one, two, _ = self.seated()
        self.assertIn(self.reason(one.refusal("table.ready", ready=True)),
                      ("not_confirmed", "not_expected"))
        self.assertEqual(self.reason(one.refusal("game.guess_commit", hash=fist(3))), "not_expected")


class Guess(ServerCase):
    """R3: an odd total makes the first seated Black; both check the hashes."""

    def choosing(self, **more):
        one, two, table = self.seated(**more)
        for client in (one, two):
            client.call("table.confirm", total_ms=0, before_ms=0, after_ms=0)
        return one, two, table

    def test_the_parity_of_the_total_decides(self):
        for numbers, black_seat in (((3, 4), 0), ((5, 7), 1)):
            with self.subTest(numbers=numbers):
                one, two, table = self.choosing()
                for client, number in zip((one, two), numbers):
                    client.call("game.guess_commit", hash=fist(number, f"salt-{number}-salt"))
                shown = one.expect("game.guess", where=lambda note: all(note["hashes"]))
                self.assertEqual(shown["hashes"][0], fist(numbers[0], f"salt-{numbers[0]}-salt"))
                for client, number in zip((one, two), numbers):
                    client.call("game.guess_open", number=number, salt=f"salt-{number}-salt")
                for client in (one, two):
                    open_hands = client.expect(
                        "game.guess", where=lambda note: note.get("black_seat") is not None)
                    self.assertEqual(open_hands["black_seat"], black_seat)
                    for number, salt, shown_hash in zip(open_hands["numbers"], open_hands["salts"],
                                                        open_hands["hashes"]):
                        self.assertEqual(fist(number, salt), shown_hash)
                    started = client.expect("game.started")["game"]
                    black = started["players"][0 if started["black"] == "first" else 1]["id"]
                    self.assertEqual(black, (one, two)[black_seat].user["id"])

    def test_another_number_than_the_committed_is_refused_and_the_server_draws(self):
        one, two, _ = self.choosing()
        one.call("game.guess_commit", hash=fist(3))
        two.call("game.guess_commit", hash=fist(4))
        error = one.refusal("game.guess_open", number=5, salt="0123456789abcdef")
        self.assertEqual(self.reason(error), "hash_mismatch")
        two.call("game.guess_open", number=4, salt="0123456789abcdef")
        over = two.expect("game.guess", where=lambda note: note.get("black_seat") is not None)
        self.assertEqual(over["drawn_by_server"], [True, False])
        self.assertTrue(1 <= over["numbers"][0] <= 20)
        one.expect("game.started")

    def test_declining_to_open_lets_the_server_draw(self):
        one, two, _ = self.choosing()
        one.call("game.guess_commit", hash=fist(3))
        two.call("game.guess_commit", hash=fist(4))
        two.call("game.guess_open", number=4, salt="0123456789abcdef")
        over = one.expect("game.guess", where=lambda note: note.get("black_seat") is not None)
        self.assertEqual(over["drawn_by_server"], [True, False])
        for client in (one, two):
            client.expect("game.started")

    def test_leaving_during_the_guess_costs_nothing(self):
        one, two, _ = self.choosing(people=accounts)
        one.call("game.guess_commit", hash=fist(3))
        two.call("table.leave", forfeit=False)
        one.expect("table.state", where=lambda note: note["table"]["seats"][1].get("user") is None)
        one.call("table.leave", forfeit=False)
        self.assertEqual(self.server.rows("SELECT * FROM TScoreLedger WHERE Currency = 'score' "
                                          "AND UserId IN (?, ?)",
                                          one.user["id"], two.user["id"]), [])


class Toss(ServerCase):
    """R3: the winner takes Black, takes White, or makes the other choose."""

    def consoles(self):
        one, two = Player(self.server, guest=True), Player(self.server, guest=True)
        for player in (one, two):
            self.addCleanup(player.close)
            player.send(f"enter {CASUAL}")
        one.send("new toss")
        table = one.expect("seated").values["table"]
        two.send(f"sit {table}")
        two.expect("seated")
        for player in (one, two):
            player.send("confirm")
        return self.winner_and_loser(one, two)

    def winner_and_loser(self, one, two):
        """Only the winner is asked."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            for winner, loser in ((one, two), (two, one)):
                if any(line.word == "toss-wanted" for line in winner.lines):
                    return winner, loser
            time.sleep(0.02)
        self.fail("nobody won the toss")

    def test_the_winner_takes_a_colour(self):
        for choice in ("black", "white"):
            with self.subTest(choice=choice):
                winner, loser = self.consoles()
                winner.expect("toss-wanted", "passed=no")
                winner.send(f"toss {choice}")
                self.assertEqual(winner.expect("game-started").values["colour"], choice)
                self.assertNotEqual(loser.expect("game-started").values["colour"], choice)

    def test_the_winner_makes_the_other_choose(self):
        winner, loser = self.consoles()
        winner.expect("toss-wanted", "passed=no")
        winner.send("toss other")
        loser.expect("toss-wanted", "passed=yes")
        loser.send("toss other")
        loser.expect("error", "invalid_params")
        loser.send("toss black")
        self.assertEqual(loser.expect("game-started").values["colour"], "black")
        self.assertEqual(winner.expect("game-started").values["colour"], "white")


class Times(ServerCase):
    """T2 in rooms that an operator made: what is left after a stone, and who runs out loses."""

    def clocks_after(self, room, moves):
        game = WireGame(*guests(self, self.server), room=room)
        game.play(moves)
        black = game.snapshot_of(game.black)
        side = black["black"]
        return black["clocks"], side, game

    def test_fischer_adds_the_increment_after_each_stone(self):
        room = new_room(self, self.server, 71, Name="Fischer", TimeControl="fischer 300000 5000")
        clocks, side, _ = self.clocks_after(room, ["H8"])
        self.assertTrue(300_000 < clocks[side]["left_ms"] <= 305_000, clocks)
        other = "second" if side == "first" else "first"
        self.assertTrue(0 < clocks[other]["left_ms"] <= 300_000, clocks)

    def test_a_period_with_moves_to_make_leads_into_the_next(self):
        room = new_room(self, self.server, 72, Name="Periods",
                        TimeControl="periods 600000/2,300000/5")
        clocks, side, _ = self.clocks_after(room, ["H8", "A1"])
        self.assertEqual((clocks[side].get("period", 0), clocks[side].get("moves_in_period", 0)), (0, 1))
        clocks, side, _ = self.clocks_after(room, ["H8", "A1", "I8"])
        self.assertEqual((clocks[side].get("period", 0), clocks[side].get("moves_in_period", 0)), (1, 0))
        self.assertTrue(850_000 < clocks[side]["left_ms"] <= 900_000, clocks)

    def test_running_out_loses(self):
        for number, control in ((73, "fischer 1000 1000"), (74, "periods 1000/5"),
                                (75, "byoyomi 1000 1000 1"), (76, "sudden 1000"), (77, "shared 1000")):
            with self.subTest(control=control):
                room = new_room(self, self.server, number, Name=control, TimeControl=control)
                game = WireGame(*guests(self, self.server), room=room)
                over = game.white.expect("game.over", where=lambda note: note["game"] == game.id)
                self.assertEqual((over["result"]["outcome"], over["result"]["reason"],
                                  over["result"]["winner_colour"]), ("win", "time", "white"))


class Ending(ServerCase):
    def test_resigning_out_of_turn_ends_it_for_both_the_same_way(self):
        for colour, moves in (("white", 2), ("black", 3), ("black", 0), ("white", 1)):
            with self.subTest(colour=colour, moves=moves):
                game = WireGame(*accounts(self, self.server))
                game.play(FIVE[:moves])
                loser = getattr(game, colour)
                loser.call("game.resign", game=game.id)
                over = self.over(game)
                self.assertEqual((over["result"]["outcome"], over["result"]["reason"]),
                                 ("win", "resigned"))
                self.assertNotEqual(over["result"]["winner_colour"], colour)
                self.assertEqual(ledger(self.server, game.id)[loser.user["id"]], -4)

    def test_leaving_a_running_game_needs_forfeit(self):
        game = WireGame(*accounts(self, self.server))
        game.play(FIVE[:2])
        self.assertEqual(self.reason(game.white.refusal("table.leave", forfeit=False)),
                         "forfeit_needed")
        self.assertEqual(len(game.snapshot_of(game.black)["moves"]), 2)
        game.white.call("table.leave", forfeit=True)
        self.assertEqual(game.black.expect("game.over", game=game.id)["result"]["reason"], "left_table")
        self.assertEqual(ledger(self.server, game.id),
                         {game.black.user["id"]: 4, game.white.user["id"]: -4})

    def test_a_draw_offer_is_answered_by_its_id(self):
        game = WireGame(*accounts(self, self.server))
        game.play(FIVE[:3])
        offered = game.white.call("game.offer_draw", game=game.id, turn=game.turn)["events"][0]
        offer = offered["number"]
        note = game.black.expect("game.event", game=game.id,
                                 where=lambda note: note["event"]["kind"] == "draw_offered")
        self.assertEqual(note["event"]["number"], offer)
        self.assertEqual(self.reason(game.black.refusal("game.answer_draw", game=game.id,
                                                        offer=offer + 1, accept=True)), "no_offer")
        self.assertEqual(self.reason(game.white.refusal("game.answer_draw", game=game.id,
                                                        offer=offer, accept=True)), "no_offer")
        game.black.call("game.answer_draw", game=game.id, offer=offer, accept=True)
        over = self.over(game)
        self.assertEqual((over["result"]["outcome"], over["result"]["reason"]), ("draw", "agreement"))
        self.assertEqual(ledger(self.server, game.id),
                         {game.black.user["id"]: 0, game.white.user["id"]: 0})

    def test_a_sixth_game_of_a_pair_in_a_day_does_not_count(self):
        one, two = accounts(self, self.server)
        for number in range(6):
            game = WireGame(one, two)
            game.black.call("game.resign", game=game.id)
            over = self.over(game)
            self.assertEqual(over["counted"], number < 5)
            self.assertEqual(len(ledger(self.server, game.id)), 2 if number < 5 else 0)
            for client in (one, two):
                client.call("table.leave", forfeit=False)

    def test_a_game_with_a_guest_does_not_count(self):
        (one,), (two,) = accounts(self, self.server, 1), guests(self, self.server, 1)
        game = WireGame(one, two)
        game.play(FIVE)
        over = self.over(game)
        self.assertFalse(over["counted"])
        self.assertTrue(over["not_counted_why"])
        self.assertEqual(ledger(self.server, game.id), {})


class Undo(ServerCase):
    def undone(self, game, asker, answerer, accept=True):
        request = asker.call("game.request_undo", game=game.id, turn=game.turn)["events"][0]["number"]
        result = answerer.call("game.answer_undo", game=game.id, request=request, accept=accept)
        game.turn = result["turn"]
        return result["events"][0]

    def test_it_takes_back_the_askers_stone_and_the_reply(self):
        game = WireGame(*guests(self, self.server))
        game.play(FIVE[:8])
        event = self.undone(game, game.black, game.white)
        self.assertEqual((event["text"], event["removed"]), ("accepted", 2))
        snapshot = game.snapshot_of(game.black)
        self.assertEqual([move["move"] for move in snapshot["moves"]], FIVE[:6])
        self.assertEqual(snapshot["ask"]["colour"], "black")
        game.place(game.black, "A1")
        moves = game.snapshot_of(game.white)["moves"]
        self.assertEqual((moves[-1]["colour"], moves[-1]["number"], moves[-1]["move"]),
                         ("black", 7, "A1"))

    def test_without_a_reply_only_the_askers_stone_goes(self):
        game = WireGame(*guests(self, self.server))
        game.play(FIVE[:6])
        self.assertEqual(self.undone(game, game.white, game.black)["removed"], 1)
        snapshot = game.snapshot_of(game.white)
        self.assertEqual((len(snapshot["moves"]), snapshot["ask"]["colour"]), (5, "white"))
        game.place(game.white, "A1")
        self.assertEqual(game.snapshot_of(game.black)["moves"][-1]["colour"], "white")

    def test_three_askings_a_game(self):
        game = WireGame(*guests(self, self.server))
        game.play(FIVE[:6])
        for asked in range(3):
            self.assertEqual(self.undone(game, game.white, game.black, accept=False)["text"], "declined")
            self.assertEqual(len(game.snapshot_of(game.white)["moves"]), 6 + 2 * asked)
            game.place(game.black, f"A{asked + 1}")
            game.place(game.white, f"C{asked + 1}")
        self.assertEqual(self.reason(game.white.refusal("game.request_undo", game=game.id,
                                                        turn=game.turn)), "undo_not_allowed")

    def test_none_after_the_end(self):
        game = WireGame(*guests(self, self.server))
        game.play(FIVE)
        for _ in range(2):
            error = game.white.refusal("game.request_undo", game=game.id, turn=game.turn)
            self.assertIn(self.reason(error), ("game_over", "unknown_game"))

    def test_none_in_a_professional_room(self):
        game = WireGame(*guests(self, self.server), room=PROFESSIONAL)
        game.place(game.black, "H8")
        error = game.black.refusal("game.request_undo", game=game.id, turn=game.turn)
        self.assertEqual(self.reason(error), "undo_not_allowed")


class Rematch(ServerCase):
    def test_ready_by_both_begins_the_next_game_and_the_first_player_alternates(self):
        one, two = guests(self, self.server)
        game = WireGame(one, two)
        firsts = [game.snapshot["players"][0]["id"]]
        for _ in range(3):
            current = game.id if not isinstance(game, dict) else game["game"]
            one.call("game.resign", game=current)
            for client in (one, two):
                client.expect("game.over", game=current)
            one.call("table.ready", ready=True)
            last = two.begin("table.ready", ready=True)
            game = started(one)
            self.assertEqual(started(two, last)["game"], game["game"])
            # A fresh board: no stone, no row, no opening of the last game (A49: the screen's part is in test_screen_pages.py).
            self.assertEqual((game["moves"], game["turn"] <= 1, game.get("result")), ([], True, None))
            firsts.append(game["players"][0]["id"])
        self.assertEqual(len(set(firsts)), 2)
        for before, after in zip(firsts, firsts[1:]):
            self.assertNotEqual(before, after)

    def test_ready_can_be_taken_back(self):
        game = WireGame(*guests(self, self.server))
        game.black.call("game.resign", game=game.id)
        for client in game.clients:
            client.expect("game.over")
        game.black.call("table.ready", ready=True)
        game.black.call("table.ready", ready=False)
        game.white.call("table.ready", ready=True)
        table = game.white.call("table.list", room=CASUAL)["tables"]
        mine = next(t for t in table if t["id"] == game.table)
        self.assertEqual(mine["state"], "ready_check")


if __name__ == "__main__":
    unittest.main()
