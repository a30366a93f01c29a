"""Frames that killed other programs (A56 to A60), each through a real socket, while a game goes on
beside them that nothing may touch."""

import json
import random
import unittest

from support.raw import BINARY, CLOSE, PING, PONG, TEXT, Raw, frame, metric
from support.server import Server
from support.wire import Wire
from support.wire_play import WireGame, guests

MEBIBYTE = 1 << 20
# What the server may grow by while one connection is at its worst; sanitizers pad what they count.
ROOM_TO_GROW = 64 * MEBIBYTE
FLAGS = ["--frames-per-second", "100000", "--frames-burst", "100000",
         "--address-frames-per-second", "1000000", "--address-frames-burst", "1000000"]


class Base(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(flags=FLAGS)
        cls.addClassCleanup(cls.server.close)

    def setUp(self):
        self.game = WireGame(*guests(self, self.server))
        self.game.play(["H8", "I9", "G7", "A15", "C3", "O1", "N3"])
        self.before = self.snapshot()

    def snapshot(self):
        snapshot = self.game.snapshot_of(self.game.black)
        snapshot.pop("clocks")
        return snapshot

    def tearDown(self):
        self.assertEqual(self.snapshot(), self.before)
        self.game.place(self.game.white, "B2")
        self.assertTrue(self.server.up())

    def raw(self, **more):
        raw = Raw(self.server, **more)
        self.addCleanup(raw.close)
        self.assertEqual(raw.upgrade(), 101)
        return raw


class Frames(Base):
    def test_a56_json_that_is_no_request(self):
        raw = self.raw()
        for text in ("null", "[]", "{}", "0", '"x"', "true", '{"type":null}', '{"type":{}}',
                     '{"type":"move"}', "{", ""):
            with self.subTest(text=text):
                raw.text(text.encode())
                answer = raw.message()
                self.assertIn(answer["error"]["code"], (-32700, -32600))
                self.assertIsNone(answer["id"])
        self.assertIn("result", raw.ask("session.ping"))

    def test_a56_a_mebibyte_of_brackets(self):
        raw = self.raw()
        raw.text(b"[" * MEBIBYTE)
        answer = raw.message()
        if answer is not None:  # it may be lost with the reset of a socket that still sends
            self.assertEqual(answer["error"]["data"]["reason"], "too_large")
            self.assertIn(raw.message(), (1009, None))
        self.assertTrue(raw.gone())

    def test_a57_one_message_of_64_megabytes_is_refused(self):
        before = metric(self.server, "tianyuan_resident_bytes")
        told = self.raw()
        told.send(frame(b"x" * 20_000, size=64_000_000))
        self.assertEqual(told.message()["error"]["data"]["reason"], "too_large")
        self.assertEqual(told.message(), 1009)
        sent = self.raw()
        sent.send(frame(b"x" * 64_000_000))
        self.assertTrue(sent.gone())
        grown = metric(self.server, "tianyuan_resident_bytes") - before
        self.assertLess(grown, ROOM_TO_GROW)

    def test_a57_in_many_fragments_as_well(self):
        raw = self.raw()
        raw.send(frame(b"x" * 1000, final=False))
        for _ in range(1000):
            if not raw.send(frame(b"x" * 1000, opcode=0, final=False)):
                break
        self.assertTrue(raw.gone())

    def test_a57_who_never_reads_is_dropped(self):
        deaf = self.raw(receive_buffer=4096)
        self.assertIn("result", deaf.ask("session.guest", name=""))
        dropped = metric(self.server, "tianyuan_slow_readers_total")
        before = metric(self.server, "tianyuan_resident_bytes")
        host, busy = guests(self, self.server)
        table = host.call("table.create", room=2, private=False)["table"]["id"]
        busy.call("hall.enter", room=2)
        self.assertIn("result", deaf.ask("table.watch", table=table))  # the last that it reads
        rounds = 0
        while metric(self.server, "tianyuan_slow_readers_total") == dropped:
            answers = []
            for _ in range(250):
                answers.append(busy.begin("table.sit", table=table, code=""))
                answers.append(busy.begin("table.leave", forfeit=False))
            for answer in answers:
                answer.result(60)
            rounds += 1
            self.assertLess(rounds, 40, "it is still connected")
        grown = metric(self.server, "tianyuan_resident_bytes") - before
        self.assertLess(grown, ROOM_TO_GROW)
        self.assertTrue(deaf.gone())


NUMBERS = ("4294967303", "18446744073709551617", "1e400", "7.5", "-1", '"7"', "true", "null")


class Numbers(Base):
    def refusal(self, client, method, params):
        client.send_text('{"jsonrpc":"2.0","id":"n","method":"%s","params":%s}' % (method, params))
        return client.stray()["error"]

    def test_a58_none_of_these_acts_as_seven(self):
        self.assertEqual(self.game.turn, 7)
        for number in NUMBERS:
            for params in ('{"game":%d,"turn":%s,"point":"B2"}' % (self.game.id, number),
                           '{"game":%s,"turn":7,"point":"B2"}' % number,
                           '{"game":%d,"turn":7,"point":%s}' % (self.game.id, number)):
                with self.subTest(params=params):
                    error = self.refusal(self.game.white, "game.place", params)
                    # A game's id may be any number up to 2^53: that game is just not there.
                    self.assertIn(error["code"], (-32602, 1401))
                    self.assertTrue(error["code"] == -32602 or number == "4294967303")

    def test_a59_a_tables_times(self):
        host, = guests(self, self.server, 1)
        host.call("table.create", room=1, private=True)
        for field in ("total_ms", "before_ms", "after_ms"):
            for number in ("-2147483649", "-1", "1e18", '""', "4294967303", "0.5", "null", "true"):
                with self.subTest(field=field, number=number):
                    error = self.refusal(host, "table.confirm", '{"%s":%s}' % (field, number))
                    self.assertEqual(error["code"], -32602)
                    self.assertEqual(error["data"]["field"], field)
            host.send_text('{"jsonrpc":"2.0","id":"n","method":"table.confirm","params":{"%s":NaN}}'
                           % field)
            self.assertEqual(host.stray()["error"]["code"], -32700)
        # In range for the protocol, but for no table: the room's own limits.
        for field, number in (("total_ms", 1), ("total_ms", 86_400_000), ("before_ms", 1)):
            error = host.refusal("table.confirm", **{field: number})
            self.assertIn(error["data"]["reason"], ("bad_settings", "invalid_params"))

    def test_a59_a_rooms_times(self):
        before = self.server.rows("SELECT TimeControl, GraceMs FROM TGameRoomBase")
        for column, value in (("TimeControl", "'hall -2147483649 60000 20000'"),
                              ("TimeControl", "'hall 1000000000000000000 60000 20000'"),
                              ("TimeControl", "'hall NaN 60000 20000'"), ("TimeControl", "''"),
                              ("TimeControl", "'sudden -2147483649'"), ("TimeControl", "1e18"),
                              ("GraceMs", "-2147483649"), ("GraceMs", "1e18"), ("GraceMs", "''")):
            with self.subTest(column=column, value=value):
                with self.assertRaises(Exception):
                    self.server.sql(f"UPDATE TGameRoomBase SET {column} = {value} WHERE RoomId = 1;")
        self.assertEqual(self.server.rows("SELECT TimeControl, GraceMs FROM TGameRoomBase"), before)


class RandomBytes(Base):
    FRAMES = 10_000

    def test_a60_ten_thousand_frames_of_random_bytes(self):
        chance = random.Random(60)
        raw, sent, connections = None, 0, 0
        while sent < self.FRAMES:
            if raw is None:
                raw = Raw(self.server)
                connections += 1
                self.assertEqual(raw.upgrade(), 101)
            burst = []
            for _ in range(min(10, self.FRAMES - sent)):
                kind = chance.choice((TEXT, TEXT, TEXT, BINARY, 0, PING, PONG, CLOSE,
                                      chance.randrange(16)))
                burst.append(frame(chance.randbytes(chance.randrange(100)), kind,
                                   final=chance.random() < 0.9))
            if chance.random() < 0.05:  # not even frames
                burst.append(chance.randbytes(chance.randrange(200)))
            sent += len(burst)
            alive = raw.send(b"".join(burst))
            if not alive or chance.random() < 0.5:
                raw.reset()
                raw = None
        if raw:
            raw.close()
        self.assertGreater(connections, 100)
        # The log is text that a terminal shows as it is.
        log = self.server.log_path.read_bytes().decode()  # UTF-8, or this fails
        odd = {c for c in log if not c.isprintable() and c != "\n"}
        self.assertEqual(odd, set())

    def test_a60_an_error_holds_no_raw_input(self):
        chance = random.Random(61)
        with Wire(self.server.url) as one:
            for _ in range(500):
                marker = "".join(chr(chance.choice((7, 27, 34, 92, 0x202e, 0x5929)))
                                 for _ in range(chance.randrange(4, 40)))
                for text in (marker, json.dumps({"jsonrpc": "2.0", "id": "n", "method": marker}),
                             json.dumps({"jsonrpc": "2.0", "id": "n", "method": "session.resume",
                                         "params": {"token": marker}})):
                    one.send_text(text)
                    answer = one.stray()
                    self.assertNotIn(marker, json.dumps(answer, ensure_ascii=False))


if __name__ == "__main__":
    unittest.main()
