"""Faults that other programs had with words: names, chat, titles, markup, SQL, floods, raw input."""

import http.client
import json
import random
import re
import unittest
import urllib.parse

from support.case import FIVE, ServerCase
from support.play import CASUAL_TWO, Player
from support.server import PATIENCE_S, SqlRefused
from support.wire import Refused, Wire
from support.wire_play import WireGame, guests, new_room

MARKUP = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "你好 \"quoted\" \\ & '"]
SQL = ["a' OR '1'='1' --", "GM'AND x='1", "%_", "'; DROP TABLE T"]  # 16 characters at most: names


class Chat(ServerCase):
    def test_a51_chat_is_shown_as_it_was_said(self):
        """In the room and at the table, to the speaker too, and in the client."""
        game = WireGame(*guests(self, self.server), room=CASUAL_TWO)
        console = Player(self.server, guest=True)
        self.addCleanup(console.close)
        console.ask(f"enter {CASUAL_TWO}", "entered")
        console.ask(f"watch {game.table}", "watching")
        for text in MARKUP[:2]:
            for scope in ("room", "table"):
                game.black.call("chat.say", scope=scope, text=text)
                for client in game.clients:
                    said = client.expect("chat.message", scope=scope)
                    self.assertEqual((said["text"], said["from"]), (text, game.black.user["id"]))
                self.assertEqual(console.expect("chat", f"scope={scope}").text, text)
        console.send(f"chat {MARKUP[2]}")
        self.assertEqual(game.white.expect("chat.message", scope="room")["text"], MARKUP[2])
        self.assertEqual(console.expect("chat", "scope=room").text, MARKUP[2])

    def test_a51_no_page_takes_markup_for_markup(self):
        """What holds players' words says that it is no HTML, and browsers must not guess."""
        one, two = self.nobody(), self.nobody()
        name = "<b>x</b>"
        try:
            one.register(name)
        except Refused as refused:
            self.assertEqual(refused.reason, "bad_name")
            name = one.register()["user"]["name"]
        two.register()
        game = WireGame(one, two)
        game.play(FIVE)
        self.over(game)
        for path in ("/api/v1/ladder", f"/api/v1/games/{game.id}.json", f"/api/v1/games/{game.id}.sgf"):
            with self.subTest(path=path):
                connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE_S)
                self.addCleanup(connection.close)
                connection.request("GET", path)
                answer = connection.getresponse()
                self.assertIn(name, answer.read().decode())
                self.assertNotIn("html", answer.getheader("Content-Type"))
                self.assertEqual(answer.getheader("X-Content-Type-Options"), "nosniff")

    def test_a55_a_flood_and_a_huge_message_are_limited_and_the_moves_go_through(self):
        game = WireGame(*guests(self, self.server))
        talker, other = game.black, game.white
        answers = [talker.begin("chat.say", scope="table", text=f"message {n}") for n in range(200)]
        game.place(talker, "H8")
        other.expect("game.event", game=game.id)
        said = 0
        for answer in answers:
            try:
                answer.result(PATIENCE_S)
                said += 1
            except Refused as error:
                self.assertEqual(error.reason, "rate_limited")
        self.assertLessEqual(said, 10)
        self.assertLessEqual(len(other.seen("chat.message")), 10)
        game.place(other, "H9")
        # 100 kB is no frame of this protocol: the connection ends with that reason, the session lives.
        try:
            talker.begin_unchecked("chat.say", {"scope": "table", "text": "x" * 100_000})
        except ConnectionError:
            pass
        self.assertEqual(talker.wait_closed()[0], 1009)
        game.black, session = self.again(talker)
        self.assertEqual(session["game"]["turn"], game.turn)
        game.place(game.black, "I8")
        self.assertEqual(len(game.snapshot_of(other)["moves"]), 3)
        self.assertEqual([note for note in other.seen("chat.message") if len(note["text"]) > 300], [])


class Names(ServerCase):
    FLAGS = ServerCase.FLAGS + ["--password-failures-burst", "1000", "--new-accounts-burst", "1000"]

    def test_a53_sql_in_names_passwords_and_searches_is_text(self):
        users = "SELECT count(*) AS n FROM TUserBase"
        one = self.nobody()
        one.register("bo")
        before = self.server.rows(users)[0]["n"]
        client = self.nobody()
        for text in SQL:
            with self.subTest(text=text):
                # Known and unknown, in the name or the password: the same answer, and the same work.
                for name, password in ((text, "long enough"), (one.user["name"], text),
                                       ("bo" + text[:14], one.password)):
                    error = client.refusal_unchecked("session.login",
                                                     {"name": name, "password": password})
                    self.assertEqual(self.reason(error), "bad_credentials")
                query = urllib.parse.quote(text)
                for path in (f"/api/v1/ladder?kind={query}", f"/api/v1/ladder?page={query}",
                             f"/api/v1/games/{query}.json"):
                    status, body = self.server.http(path)
                    self.assertIn(status, (200, 400, 404), path)
                    self.assertNotIn('"bo"', body)
                error = one.refusal_unchecked("ladder.find", {"kind": text, "user": 0})
                self.assertEqual(error["code"], -32602)
        self.assertEqual(self.server.rows(users)[0]["n"], before)
        # Whoever may have such a name has it as it stands, and nobody else's account with it.
        for text in SQL[1:3]:
            with self.subTest(registered=text):
                fresh = self.nobody()
                try:
                    fresh.register(text, "long enough")
                except Refused as refused:
                    self.assertEqual(refused.reason, "bad_name")
                    continue
                self.assertEqual(fresh.user["name"], text)
                self.assertEqual(self.nobody().login(text, "long enough")["user"]["id"], fresh.user["id"])
        self.assertTrue(self.server.up())

    def test_a54_names_that_deceive_are_refused(self):
        self.nobody().register("alice", "long enough")
        for name in ("аlice", "αlice", "al\u200bice", "\u202ealice", "alice\u2066", "al\nice", "al\u0000ice",
                     "a\x1b[31m", "\ufeffalice", "ALICE", "ａｌｉｃｅ", "a1ice", " ", "", "x" * 17):
            with self.subTest(name=name.encode("unicode_escape")):
                error = self.nobody().refusal_unchecked("session.register",
                                                        {"name": name, "password": "long enough"})
                self.assertIn(error["code"], (1003, 1004, -32602))
        self.nobody().register("小明Tom", "long enough")


class Injection(ServerCase):
    def test_a52_a_rooms_name_reaches_pages_and_logs_as_text(self):
        title = '<b>bold</b> "x"'
        new_room(self, self.server, 70, Name=title)
        one, = guests(self, self.server, 1)
        self.assertIn(title, [room["name"] for room in one.call("hall.rooms")["rooms"]])
        # A title cannot steer a terminal; what a log says of the room cannot either.
        for statement in ("UPDATE TGameRoomBase SET Name = 'red' || char(27) || '[31m' WHERE RoomId = 70;",
                          "INSERT INTO TAnnouncement (Text) VALUES ('red' || char(27) || '[31m');"):
            with self.assertRaises(SqlRefused):
                self.server.sql(statement)
        self.server.sql("INSERT INTO TAnnouncement (Text) VALUES ('<b>late</b>');")
        one.expect("server.announcement")
        self.assertIn("<b>late</b>", self.server.log())
        for path, inner in (("/metrics", True), ("/readyz", True), ("/healthz", False), ("/", False)):
            body = self.server.http(path, inner=inner)[1]
            self.assertNotIn("<b>bold</b>", body)
            self.assertNotIn("\x1b", body)
        json.loads(self.server.http("/readyz", inner=True)[1])
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


if __name__ == "__main__":
    unittest.main()
