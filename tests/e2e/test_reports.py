"""Faults that other programs had, each as a test of its kind. The rest of the same list stands in the
files of their subject."""

import json
import random
import re
import time
import unittest

from support.play import CASUAL, CASUAL_TWO, REFUSE
from support.server import PATIENCE_S, Server
from support.wire import Refused, Wire
from support.wire_play import WireGame, accounts, guests, new_room, started

FIVE = ["H8", "H9", "I8", "I9", "G8", "G9", "F8", "F9", "J8"]


class Base(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(flags=["--frames-per-second", "10000", "--frames-burst", "10000"])
        cls.addClassCleanup(cls.server.close)

    def again(self, client):
        """The same player on a new socket; (client, its session)."""
        new = Wire(self.server.url)
        self.addCleanup(new.close)
        return new, new.resume(client.token)


class Ends(Base):
    def test_a08_white_wins_for_both_clients(self):
        game = WireGame(*guests(self, self.server))
        game.play(["H8", "H9", "A1", "I9", "C1", "G9", "E1", "F9", "G1", "J9"])
        overs = [client.expect("game.over", game=game.id) for client in game.clients]
        self.assertEqual(overs[0], overs[1])
        self.assertEqual(overs[0]["result"]["winner_colour"], "white")

    def test_a29_no_result_without_a_winner_or_a_draw(self):
        for moves in (0, 1):
            game = WireGame(*accounts(self, self.server))
            game.play(FIVE[:moves])
            game.white.call("game.resign", game=game.id)
            result = game.black.expect("game.over", game=game.id)["result"]
            self.assertEqual(result["winner_colour"], "black")
            stored = self.server.rows("SELECT Outcome, Winner, Loser FROM TGameBase WHERE GameId = ?",
                                      game.id)[0]
            self.assertEqual(stored["Outcome"], "win")
            self.assertTrue(stored["Winner"] and stored["Loser"])

    def test_a33_moving_refuses_a_draw_offer(self):
        game = WireGame(*guests(self, self.server))
        game.play(FIVE[:3])
        offer = game.white.call("game.offer_draw", game=game.id, turn=game.turn)["events"][0]["number"]
        game.place(game.white, "I9")
        game.place(game.black, "G8")
        error = game.black.refusal("game.answer_draw", game=game.id, offer=offer, accept=True)
        self.assertEqual(error["data"]["reason"], "no_offer")
        error = game.white.refusal("game.answer_draw", game=game.id, offer=offer, accept=True)
        self.assertEqual(error["data"]["reason"], "no_offer")
        self.assertIsNone(game.snapshot_of(game.white).get("draw_offer"))


class Clocks(Base):
    def test_a34_clocks_stand_still_after_the_end(self):
        game = WireGame(*guests(self, self.server))
        game.play(FIVE)
        for client in game.clients:
            client.expect("game.over", game=game.id)
        record = [client.call("record.get", game=game.id) for client in game.clients]
        time.sleep(1.2)
        new, session = self.again(game.black)
        self.assertIsNone(session.get("game"))
        self.assertEqual(new.call("record.get", game=game.id), record[0])

    def test_a35_the_limit_that_is_shown_is_the_one_that_falls(self):
        room = new_room(self, self.server, 61, Name="quick", TimeControl="hall 60000 3000 2000")
        game = WireGame(*guests(self, self.server), room=room)
        game.play(FIVE[:4])
        shown = game.snapshot_of(game.black)["clocks"]
        self.assertLessEqual(shown["move_left_ms"], 3000)
        skip = game.black.expect("game.event", game=game.id,
                                 where=lambda note: note["event"]["kind"] == "skip")["event"]
        rows = self.server.rows("SELECT Version, At FROM TGameEvent WHERE GameId = ? ORDER BY Version",
                                game.id)
        at = {row["Version"]: row["At"] for row in rows}
        held = at[skip["version"]] - at[skip["version"] - 1]
        # Never early; how late a busy machine may be is no matter of this test.
        self.assertGreaterEqual(held, 3000 - 100)
        black = "first" if game.snapshot["black"] == "first" else "second"
        used = shown[black]["left_ms"] - skip["clocks"][black]["left_ms"]
        self.assertAlmostEqual(used, shown["move_left_ms"], delta=150)

    def test_a36_who_flags_loses_whichever_colour(self):
        room = new_room(self, self.server, 62, Name="sudden", TimeControl="sudden 1500")
        for flagging, moves in (("black", 4), ("white", 3)):
            game = WireGame(*guests(self, self.server), room=room)
            game.play(FIVE[:moves])
            overs = [client.expect("game.over", game=game.id) for client in game.clients]
            self.assertEqual(overs[0], overs[1])
            self.assertEqual(overs[0]["result"]["reason"], "time")
            self.assertNotEqual(overs[0]["result"]["winner_colour"], flagging)
            late = getattr(game, flagging).refusal("game.place", game=game.id, turn=game.turn,
                                                   point="A1")
            self.assertIn(late["data"]["reason"], ("game_over", "unknown_game"))
            for client in game.clients:
                client.close()

    def test_a37_who_has_moved_does_not_lose_on_time(self):
        room = new_room(self, self.server, 63, Name="sudden-two", TimeControl="sudden 2000")
        game = WireGame(*guests(self, self.server), room=room)
        time.sleep(1)
        game.place(game.black, "H8")
        result = game.black.expect("game.over", game=game.id)["result"]
        self.assertEqual((result["reason"], result["winner_colour"]), ("time", "black"))


class Matching(Base):
    def test_a40_two_last_confirmations_make_one_game(self):
        one, two = guests(self, self.server)
        game = WireGame(one, two, room=CASUAL_TWO)
        seen = [game.id]
        for _ in range(100):
            current = seen[-1]
            one.call("game.resign", game=current)
            for client in (one, two):
                client.expect("game.over", game=current)
            asked = {one: [], two: []}
            for client in (two, one, two, one):
                asked[client].append(client.begin("table.ready", ready=True))
            begun = [started(client, *answers)["game"] for client, answers in asked.items()]
            self.assertEqual(begun[0], begun[1])
            seen.append(begun[0])
        self.assertEqual(len(seen), len(set(seen)))
        ours = self.server.rows("SELECT count(*) AS n FROM TGameBase WHERE ? IN (FirstUserId, "
                                "SecondUserId)", one.user["id"])
        self.assertEqual(ours[0]["n"], 101)

    def test_a42_a_creator_who_dies_leaves_no_orphan_table(self):
        one, two = guests(self, self.server)
        one.call("hall.enter", room=CASUAL_TWO)
        before = {t["id"] for t in two.call("table.list", room=CASUAL_TWO)["tables"]}
        try:
            one.begin("table.create", room=CASUAL_TWO, private=False)
        except ConnectionError:
            pass
        one.reset()
        two.call("hall.enter", room=CASUAL_TWO)
        deadline = time.monotonic() + PATIENCE_S
        while {t["id"] for t in two.call("table.list", room=CASUAL_TWO)["tables"]} - before:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        self.assertTrue(two.call("table.create", room=CASUAL_TWO, private=False)["table"]["id"])

    def test_a46_a_player_who_came_and_went_harms_nobody(self):
        one, two, three = guests(self, self.server, 3)
        one.call("hall.enter", room=CASUAL)
        table = one.call("table.create", room=CASUAL, private=False)["table"]["id"]
        two.call("hall.enter", room=CASUAL)
        two.call("table.sit", table=table, code="")
        two.reset()
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                three.call("table.sit", table=table, code="")
                break
            except Refused as refused:
                self.assertEqual(refused.reason, "seat_taken")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        self.assertTrue(self.server.up())

    def test_a48_stones_of_games_at_once_stay_in_their_own(self):
        chance = random.Random(48)
        games = [WireGame(*guests(self, self.server), room=room)
                 for room in (CASUAL, CASUAL_TWO, 3)]
        points = [f"{column}{row}" for row in (1, 3, 5, 7, 9, 11, 13, 15) for column in "ABCDEFGHIJKLMNO"]
        # No five can arise: every second row stays empty and colours alternate along each.
        placed = {game.id: [] for game in games}
        for _ in range(1000):
            game = chance.choice(games)
            moves = placed[game.id]
            if len(moves) >= 100:
                continue
            state = game.snapshot_of(game.black) if not moves else None
            if state and state["ask"]["acts"] == ["swap"]:
                continue
            if game is games[2] and len(moves) >= 3:
                continue  # rule 1 asks about a swap after three stones
            point = points[len(moves)]
            game.place([game.black, game.white][len(moves) % 2], point)
            moves.append(point)
        self.assertGreater(sum(map(len, placed.values())), 150)
        for game in games:
            for client in game.clients:
                self.assertEqual([move["move"] for move in game.snapshot_of(client)["moves"]],
                                 placed[game.id])
                others = {note["game"] for note in client.seen("game.event")}
                self.assertLessEqual(others, {game.id})

    def test_a50_score_is_never_computed_from_an_old_value(self):
        one, two, three = accounts(self, self.server, 3)
        for other in (two, three):
            game = WireGame(one, other)
            one.call("game.resign", game=game.id)
            for client in game.clients:
                client.expect("game.over", game=game.id)
                client.call("table.leave", forfeit=False)
        self.assertEqual(one.call("player.profile", user=0)["user"]["score"], -8)


class Returning(Base):
    def test_a43_a_reset_in_mid_move_does_not_lock_the_seat(self):
        game = WireGame(*guests(self, self.server))
        game.play(FIVE[:4])
        game.black.send_text(json.dumps({"jsonrpc": "2.0", "id": "last", "method": "game.place",
                                         "params": {"game": game.id, "turn": game.turn,
                                                    "point": "G8"}}))
        game.black.reset()
        new, session = self.again(game.black)
        self.assertEqual(session["game"]["game"], game.id)
        played = len(session["game"]["moves"])
        self.assertIn(played, (4, 5))
        if played == 4:
            new.call("game.place", game=game.id, turn=session["game"]["turn"], point="G8")
        self.assertEqual(len(game.snapshot_of(game.white)["moves"]), 5)

    def test_a44_a_login_takes_over_from_a_half_open_session(self):
        one, two = accounts(self, self.server)
        game = WireGame(one, two)
        game.play(FIVE[:4])
        new = Wire(self.server.url)
        self.addCleanup(new.close)
        session = new.login(one.user["name"], one.password)
        self.assertEqual(session["game"]["game"], game.id)
        self.assertEqual(one.wait_closed()[0], 4001)
        if game.black is one:
            game.black = new
        else:
            game.white = new
        game.play(FIVE[4:8])
        # The old socket's end marks nobody absent.
        self.assertEqual(game.snapshot_of(new)["connected"], [True, True])

    def test_a45_all_comes_back_with_the_session(self):
        game = WireGame(*guests(self, self.server))
        game.play(FIVE[:6])
        offer = game.black.call("game.offer_draw", game=game.id, turn=game.turn)["events"][0]["number"]
        request = game.white.call("game.request_undo", game=game.id, turn=game.turn
                                  )["events"][0]["number"]
        before = game.snapshot_of(game.white)
        game.white.reset()
        new, session = self.again(game.white)
        after = session["game"]
        for key in ("game", "turn", "black", "players", "moves", "rule", "time", "draw_offer",
                    "draw_offered_by", "undo_request", "undo_requested_by"):
            self.assertEqual(after.get(key), before.get(key), key)
        self.assertEqual((after["draw_offer"], after["undo_request"]), (offer, request))
        self.assertEqual(session["table"]["state"], "playing")
        self.assertEqual(set(after["clocks"]), set(before["clocks"]))

    def test_nothing_doubled_and_nothing_missed_by_since(self):
        game = WireGame(*guests(self, self.server))
        game.play(FIVE[:2])
        version = game.snapshot_of(game.white)["version"]
        game.white.reset()
        game.place(game.black, "I8")
        new, _ = self.again(game.white)
        missed = new.call("game.sync", game=game.id, since=version)
        kinds = [event["kind"] for event in missed["events"]]
        self.assertEqual([event["version"] for event in missed["events"]],
                         list(range(version + 1, version + 1 + len(kinds))))
        self.assertEqual(kinds.count("stone"), 1)
        # A gap, or a version from the future, is answered with the whole game.
        for since in (0, version + 1000):
            self.assertIsNotNone(new.call("game.sync", game=game.id, since=since).get("snapshot")
                                 or new.call("game.sync", game=game.id, since=since)["events"])


class Injection(Base):
    def test_a52_a_rooms_name_reaches_pages_and_logs_as_text(self):
        new_room(self, self.server, 70, Name='<b>bold</b> "x"')
        one, = guests(self, self.server, 1)
        names = [room["name"] for room in one.call("hall.rooms")["rooms"]]
        self.assertIn('<b>bold</b> "x"', names)
        for path, inner in (("/metrics", True), ("/readyz", True), ("/", False)):
            body = self.server.http(path, inner=inner)[1]
            self.assertNotIn("<b>bold</b>", body)
        self.assertIsNone(re.search("\x1b", self.server.log()))

    def test_a60_errors_and_logs_never_hold_raw_input(self):
        chance = random.Random(60)
        one, = guests(self, self.server, 1)
        for _ in range(500):
            junk = "".join(chr(chance.choice((7, 27, 34, 92, 123, 0x202e, 0xe9, 0x5929)))
                           for _ in range(chance.randrange(1, 60)))
            one.send_text(junk)
            error = one.stray()["error"]
            self.assertIn(error["code"], (-32700, -32600))
            if len(junk) >= 4:  # shorter ones, a lone quote say, are in any JSON
                self.assertNotIn(junk, json.dumps(error, ensure_ascii=False))
        self.assertIsNone(re.search("[\x07\x1b\u202e]", self.server.log()))
        one.call("hall.rooms")

    def test_a61_a_foreign_origin_is_refused(self):
        for origin in ("http://evil.example", "null", "http://127.0.0.1.evil.example"):
            with self.subTest(origin=origin):
                with self.assertRaises(Exception) as refused:
                    Wire(self.server.url, origin=origin)
                self.assertIn("403", str(refused.exception))
        with Wire(self.server.url, origin=f"http://127.0.0.1:{self.server.port}") as own:
            self.assertTrue(own.hello)


class Refusals(Base):
    def test_a25_a_refused_move_passes_no_turn(self):
        game = WireGame(*guests(self, self.server), room=REFUSE)
        game.play(["H8", "D4", "I8", "D12", "J9", "L4", "J10", "L12"])
        before = game.snapshot_of(game.black)
        error = game.black.refusal("game.place", game=game.id, turn=game.turn, point="J8")
        self.assertEqual(error["data"]["reason"], "forbidden")
        self.assertIn("33", error["message"] + json.dumps(error["data"]))
        after = game.snapshot_of(game.black)
        for key in ("turn", "moves", "ask", "version"):
            self.assertEqual(after[key], before[key])
        self.assertIn({"point": "J8", "kinds": "33"}, before["forbidden"])
        # White is not shown what Black may not play, and may play there himself.
        game.place(game.black, "A1")
        game.place(game.white, "J8")


if __name__ == "__main__":
    unittest.main()
