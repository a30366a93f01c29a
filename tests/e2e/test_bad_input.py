"""Bad input over a real socket: each its own clear error; state, turn and clock unchanged; the server
up and the other games untouched. What is bad by the rules of a subject stands with it: the guess, a link
to a table that is gone (test_table.py, test_watching.py), openings, fifths, claims (test_professional.py),
stakes (test_hall.py), words and floods (test_chat.py, test_reports_words.py), operators' commands
(tests/server/admin)."""

import json
import unittest

from support.server import Server
from support.wire import Refused, Wire
from support.wire_play import WireGame, guests

PARSE, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602


class BadInput(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Bad frames come faster here than any player's; the limits have their own test below.
        cls.server = Server(flags=["--frames-per-second", "10000", "--frames-burst", "10000"])
        cls.addClassCleanup(cls.server.close)

    def setUp(self):
        self.one, self.two = guests(self, self.server)
        self.game = WireGame(self.one, self.two)
        self.game.play(["H8", "I9", "G7"])
        self.me, self.other = self.game.white, self.game.black  # White is to move
        self.before = self.state()

    def state(self):
        """What must not change: everything but the clock that runs by itself."""
        snapshot = self.game.snapshot_of(self.me)
        running = snapshot["clocks"].pop("running")
        clocks = snapshot.pop("clocks")
        still = "first" if running == "second" else "second"
        return snapshot, running, clocks[still]

    def tearDown(self):
        # Nothing moved, and the game goes on.
        self.assertEqual(self.state(), self.before)
        self.game.place(self.me, "A1")
        self.other.expect("game.event", game=self.game.id,
                          where=lambda note: note["event"].get("point") == "A1")
        self.assertTrue(self.server.up())
        self.assertEqual(self.server.http("/healthz")[0], 200)

    def assert_error(self, error, code, reason=None, field=None, expected=None):
        self.assertEqual(error["code"], code, error)
        self.assertTrue(error["message"], error)
        data = error.get("data", {})
        if reason:
            self.assertEqual(data.get("reason"), reason, error)
        if field:
            self.assertEqual(data.get("field"), field, error)
        if expected:
            self.assertTrue(data.get("expected"), error)

    def frame(self, text):
        """The answer to a frame that has no id which could be read."""
        self.me.send_text(text)
        answer = self.me.stray()
        self.assertIsNone(answer["id"])
        return answer["error"]

    def place(self, **changes):
        """The refusal of a stone that differs from a right one in one thing."""
        params = {"game": self.game.id, "turn": self.game.turn, "point": "B2"} | changes
        return self.me.refusal_unchecked("game.place", params)

    # ---- not a request

    def test_malformed_json(self):
        for text in ("{", "", "{\"jsonrpc\":", "nonsense", "{'id':1}", "{\"id\":1}}", "[", "\"", "01",
                     "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hall.rooms\",}", "\ud83d".encode(
                         "utf-8", "surrogatepass").hex(), "NaN", "{\"a\":1e400}x"):
            with self.subTest(text=text):
                self.assert_error(self.frame(text), PARSE)

    def test_null_and_other_values_that_are_no_request(self):
        for text in ("null", "0", "\"x\"", "true", "[]", "{}", "[1,2]", "{\"type\":null}",
                     "{\"method\":{}}", "{\"jsonrpc\":\"2.0\",\"method\":\"hall.rooms\"}",
                     "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"hall.rooms\"}",
                     "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"hall.rooms\"}",
                     "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"hall.rooms\"}",
                     "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hall.rooms\"}]"):
            with self.subTest(text=text):
                self.assert_error(self.frame(text), INVALID_REQUEST)

    def test_a_wrong_jsonrpc_version(self):
        self.me.send_text(json.dumps({"jsonrpc": "1.0", "id": "mine", "method": "hall.rooms"}))
        answer = self.me.stray()
        self.assertEqual(answer["id"], "mine")
        self.assert_error(answer["error"], INVALID_REQUEST)

    def test_an_unknown_method(self):
        for method in ("game.fly", "", "game", "GAME.PLACE", "rpc.discover", "x" * 5000):
            with self.subTest(method=method[:20]):
                error = self.me.refusal_unchecked(method, {})
                self.assert_error(error, NO_METHOD)
                self.assertLess(len(json.dumps(error)), 1000)

    def test_binary_frames(self):
        self.me.send_text(b"\x00\xff\xfe{}")
        if self.me.closed.wait(1):
            self.assertIn(self.me.close_code, (1003, 1007, 1008))
            self.return_to_the_game()
        else:
            self.assert_error(self.me.stray()["error"], PARSE)

    def test_text_that_is_no_utf8(self):
        writer = self.me.socket.transport
        # A masked text frame of one byte 0xFF.
        writer.write(bytes([0x81, 0x81, 0, 0, 0, 0, 0xFF]))
        code, _ = self.me.wait_closed()
        self.assertEqual(code, 1007)
        self.return_to_the_game()

    def return_to_the_game(self):
        """The same player on a new socket, as his client would."""
        again = Wire(self.server.url)
        self.addCleanup(again.close)
        session = again.resume(self.me.token)
        self.assertEqual(session["game"]["game"], self.game.id)
        if self.game.white is self.me:
            self.game.white = again
        else:
            self.game.black = again
        self.me = again
        # The absence is over again and its version counts, as it should; nothing else may differ.
        now = self.state()
        for one, other in ((now[0], self.before[0]),):
            for key in ("version", "connected", "grace_left_ms"):
                one.pop(key, None), other.pop(key, None)
        self.assertEqual(now[0], self.before[0])
        self.before = self.state()

    # ---- wrong parameters

    def test_wrong_types(self):
        for changes, field in [
            ({"point": 7}, "point"), ({"point": None}, "point"), ({"point": ["H9"]}, "point"),
            ({"point": {"x": 7, "y": 8}}, "point"), ({"point": True}, "point"),
            ({"turn": "7"}, "turn"), ({"turn": None}, "turn"), ({"turn": True}, "turn"),
            ({"turn": [3]}, "turn"), ({"game": "1"}, "game"), ({"game": {}}, "game"),
            ({"game": None}, "game"),
        ]:
            with self.subTest(changes=changes):
                self.assert_error(self.place(**changes), INVALID_PARAMS, field=field, expected=True)

    def test_numbers_that_do_not_fit(self):
        for number in ("4294967303", "18446744073709551617", "1e400", "7.5", "-1", "\"7\"",
                       "9007199254740993", "-9223372036854775809", "1e3", "3.0000001"):
            with self.subTest(number=number):
                text = ('{"jsonrpc":"2.0","id":"big","method":"game.place","params":{"game":%d,'
                        '"turn":%s,"point":"B2"}}' % (self.game.id, number))
                self.me.send_text(text)
                answer = self.me.stray()
                # 1e400 is not even a number for most JSON readers.
                if answer["error"]["code"] == PARSE:
                    self.assertEqual(number, "1e400")
                else:
                    self.assertEqual(answer["id"], "big")
                    self.assert_error(answer["error"], INVALID_PARAMS, field="turn", expected=True)

    def test_a_count_past_its_range_in_any_integer(self):
        for method, params, field in [
            ("game.declare_fifths", {"game": self.game.id, "turn": self.game.turn,
                                     "count": 4294967303}, "count"),
            ("game.guess_open", {"number": 4294967303, "salt": "abcdefgh"}, "number"),
            ("ladder.page", {"kind": "", "page": 4294967297}, "page"),
            ("hall.enter", {"room": 9007199254740993}, "room"),
            ("table.confirm", {"total_ms": -2147483649, "before_ms": 60000, "after_ms": 20000},
             "total_ms"),
        ]:
            with self.subTest(method=method):
                self.assert_error(self.me.refusal_unchecked(method, params), INVALID_PARAMS,
                                  field=field, expected=True)

    def test_missing_parameters(self):
        right = {"game": self.game.id, "turn": self.game.turn, "point": "B2"}
        for field in right:
            params = {key: value for key, value in right.items() if key != field}
            with self.subTest(missing=field):
                self.assert_error(self.me.refusal_unchecked("game.place", params), INVALID_PARAMS,
                                  field=field, expected=True)

    def test_parameters_that_are_no_object(self):
        for params in ([], [self.game.id, 3, "B2"], "x", 7, None):
            with self.subTest(params=params):
                error = self.me.refusal_unchecked("game.place", params)
                self.assertIn(error["code"], (INVALID_PARAMS, INVALID_REQUEST))

    # ---- wrong moves

    def test_a_point_off_the_board(self):
        for point in ("P1", "H16", "H0", "A-1", "Z9", "BA4", "", "H", "8", "H08", "H8H9", "天元",
                      "(7,7)", "H 8", "7,1000000", "h" * 3000):
            with self.subTest(point=point[:12]):
                self.assert_error(self.place(point=point), INVALID_PARAMS, field="point",
                                  expected=True)

    def test_an_occupied_point(self):
        for point in ("H8", "I9", "G7"):
            with self.subTest(point=point):
                self.assert_error(self.place(point=point), 1407, "occupied", field="point")

    def test_out_of_turn(self):
        error = self.other.refusal("game.place", game=self.game.id, turn=self.game.turn, point="B2")
        self.assert_error(error, 1405, "not_your_turn")

    def test_a_stale_turn(self):
        for turn in (0, 1, self.game.turn - 1, self.game.turn + 1, 1000):
            with self.subTest(turn=turn):
                error = self.place(turn=turn)
                self.assert_error(error, 1403, "stale")
                self.assertEqual(error["data"]["turn"], self.game.turn)

    def test_another_act_than_the_game_waits_for(self):
        for method, more in [("game.swap", {"swap": True}), ("game.declare_fifths", {"count": 2}),
                             ("game.choose_fifth", {"point": "A1"}),
                             ("game.choose", {"option": "a"})]:
            with self.subTest(method=method):
                error = self.me.refusal(method, game=self.game.id, turn=self.game.turn, **more)
                self.assert_error(error, 1406, "wrong_act")

    def test_anothers_seat(self):
        stranger, = guests(self, self.server, 1)
        for method, params in [
            ("game.place", {"turn": self.game.turn, "point": "B2"}),
            ("game.resign", {}),
            ("game.offer_draw", {"turn": self.game.turn}),
            ("game.request_undo", {"turn": self.game.turn}),
        ]:
            with self.subTest(method=method):
                error = stranger.refusal(method, game=self.game.id, **params)
                self.assert_error(error, 1402, "not_a_player")
        error = stranger.refusal("table.sit", table=self.game.table, code="")
        self.assertIn(error["data"]["reason"], ("seat_taken", "game_running"))

    def test_a_game_that_is_not_there(self):
        for game in (self.game.id + 1000, 0, 2 ** 53 - 1):
            with self.subTest(game=game):
                error = self.me.refusal_unchecked(
                    "game.place", {"game": game, "turn": 0, "point": "B2"})
                self.assertIn(error["code"], (1401, INVALID_PARAMS))

    def test_not_signed_in(self):
        with Wire(self.server.url) as nobody:
            for method, params in [("match.start", {"room": 1}),
                                   ("game.place", {"game": self.game.id, "turn": self.game.turn,
                                                   "point": "B2"}),
                                   ("hall.enter", {"room": 1}),
                                   ("chat.say", {"text": "hello", "scope": "room"})]:
                with self.subTest(method=method):
                    self.assert_error(nobody.refusal(method, **params), 1001, "not_signed_in")

    # ---- sizes

    def test_an_oversized_frame(self):
        for size in (17 * 1024, 1 << 20, 8 << 20):
            with self.subTest(size=size):
                client = Wire(self.server.url)
                self.addCleanup(client.close)
                try:
                    client.send_text(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "chat.say",
                                                 "params": {"text": "x" * size, "scope": "room"}}))
                except ConnectionError:
                    pass
                code, _ = client.wait_closed()
                self.assertEqual(code, 1009)

    def test_deep_nesting(self):
        for text in ("[" * 200_000, "{\"a\":" * 200_000, "[" * 8_000,
                     "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"game.place\",\"params\":"
                     + "[" * 5_000 + "]" * 5_000 + "}"):
            with self.subTest(length=len(text)):
                client = Wire(self.server.url)
                self.addCleanup(client.close)
                try:
                    client.send_text(text)
                except ConnectionError:
                    pass
                if len(text) > 16 * 1024:
                    self.assertEqual(client.wait_closed()[0], 1009)
                else:
                    self.assertEqual(client.stray()["error"]["code"], PARSE)

    def test_an_id_that_is_too_long(self):
        self.me.send_text(json.dumps({"jsonrpc": "2.0", "id": "x" * 65, "method": "hall.rooms"}))
        self.assert_error(self.me.stray()["error"], INVALID_REQUEST)

    def test_errors_never_echo_the_input(self):
        for text in ("\x1b[31mred", "<script>alert(1)</script>", "a' OR '1'='1' --", "\u202egnp"):
            with self.subTest(text=text):
                for error in (self.place(point=text), self.me.refusal_unchecked(text, {})):
                    self.assertNotIn(text, json.dumps(error, ensure_ascii=False))


class AfterTheEnd(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def test_a_move_after_the_end(self):
        game = WireGame(*guests(self, self.server))
        game.play(["H8", "H9", "I8", "I9", "G8", "G9", "F8", "F9", "J8"])
        for client in game.clients:
            client.expect("game.over", game=game.id)
        for client in (game.white, game.black):
            error = client.refusal("game.place", game=game.id, turn=game.turn, point="N1")
            self.assertIn(error["data"]["reason"], ("game_over", "unknown_game"))
            error = client.refusal("game.resign", game=game.id)
            self.assertIn(error["data"]["reason"], ("game_over", "unknown_game"))
        stored = self.server.rows("SELECT Moves, Outcome FROM TGameBase WHERE GameId = ?", game.id)
        self.assertEqual(stored, [{"Moves": "h8h9i8i9g8g9f8f9j8", "Outcome": "win"}])

    def test_the_same_request_twice_places_one_stone(self):
        game = WireGame(*guests(self, self.server))
        turn = game.turn
        first = game.black.call("game.place", game=game.id, turn=turn, point="H8")
        again = game.black.call("game.place", game=game.id, turn=turn, point="H8")
        for answer in (first, again):
            for event in answer["events"]:
                del event["clocks"]  # as they stand when they are told
        self.assertEqual(again, first)
        error = game.black.refusal("game.place", game=game.id, turn=turn, point="H9")
        self.assertEqual(error["data"]["reason"], "stale")
        self.assertEqual(len(game.snapshot_of(game.white)["moves"]), 1)

    def test_the_subprotocol(self):
        with Wire(self.server.url, subprotocol=None) as none:
            self.assertTrue(none.hello["protocol"])
        with self.assertRaises(Exception):
            Wire(self.server.url, subprotocol="tianyuan.v99")

    def test_a_flood_is_limited_and_the_session_lives(self):
        one, = guests(self, self.server, 1)
        answers = [one.begin("session.ping") for _ in range(200)]
        refused = 0
        for answer in answers:
            try:
                answer.result(60)
            except ConnectionError:
                self.assertEqual(one.wait_closed()[0], 1008)
                break
            except Refused as error:
                self.assertEqual(error.reason, "rate_limited")
                self.assertGreater(error.data["retry_after_ms"], 0)
                refused += 1
        self.assertGreater(refused, 0)


if __name__ == "__main__":
    unittest.main()
