"""What the server promises against malice (docs/reliability.md names every test of it), through the
real program."""

import re
import socket
import threading
import time
import unittest

from support.play import CASUAL, Player
from support.raw import PING, Raw, metric
from support.server import Server
from support.wire import Wire, outcome
from support.wire_play import WireGame, guests


class Base(unittest.TestCase):
    FLAGS = []

    @classmethod
    def setUpClass(cls):
        cls.server = Server(flags=cls.FLAGS)
        cls.addClassCleanup(cls.server.close)

    def wire(self):
        client = Wire(self.server.url)
        self.addCleanup(client.close)
        return client

    def raw(self, upgrade=True, headers=(), **more):
        raw = Raw(self.server, **more)
        self.addCleanup(raw.close)
        if upgrade:
            self.assertEqual(raw.upgrade(headers), 101)
        return raw


class Origins(Base):
    def test_a_foreign_site_is_refused_whatever_it_brings(self):
        for origin in ("http://evil.example", "null", "https://127.0.0.1.evil.example", "file://"):
            for more in ([], ["Cookie: session=anything"], ["Authorization: Basic eDp5"]):
                with self.subTest(origin=origin, more=more):
                    raw = self.raw(upgrade=False)
                    self.assertEqual(raw.upgrade([f"Origin: {origin}", *more]), 403)
        self.assertEqual(self.raw(upgrade=False).upgrade(["Origin: http://127.0.0.1"]), 101)


class Limits(Base):
    FLAGS = ["--password-failures-burst", "5", "--password-failures-per-second", "0.001",
             "--frames-per-second", "20", "--frames-burst", "60", "--bytes-burst", "40000",
             "--bytes-per-second", "1000", "--tables-burst", "3", "--tables-per-second", "0.001",
             "--trusted-proxy", "127.0.0.1", "--address-frames-burst", "200",
             "--address-frames-per-second", "1", "--connections-per-address", "4"]

    def through_proxy(self, address, upgrade=True):
        """As a proxy on 127.0.0.1 passes somebody on."""
        return self.raw(upgrade, [f"X-Forwarded-For: {address}"])

    def reason(self, answer):
        return answer["error"]["data"]["reason"] if "error" in answer else "ok"

    def test_wrong_passwords_from_one_address(self):
        thief = self.through_proxy("192.0.2.1")
        reasons = [self.reason(thief.ask("session.login", name=f"nobody{i}", password="wrong horse"))
                   for i in range(8)]
        self.assertEqual(reasons, ["bad_credentials"] * 5 + ["rate_limited"] * 3)
        other = self.through_proxy("192.0.2.2")
        self.assertEqual(self.reason(other.ask("session.login", name="nobody",
                                               password="wrong horse")), "bad_credentials")

    def test_wrong_passwords_for_one_name(self):
        reasons = [self.reason(self.through_proxy(f"192.0.2.{20 + i}").ask(
            "session.login", name="Somebody", password="wrong horse")) for i in range(8)]
        self.assertEqual(reasons, ["bad_credentials"] * 5 + ["rate_limited"] * 3)

    def test_frames_of_a_session_and_of_an_address(self):
        one = self.through_proxy("192.0.2.40")
        reasons = [self.reason(one.ask("session.ping")) for _ in range(80)]
        self.assertEqual(set(reasons[:60]), {"ok"})
        self.assertIn("rate_limited", reasons)
        # The next sessions of that address share what is left of its 200; another has its own.
        last = [self.reason(client.ask("session.ping"))
                for client in (self.through_proxy("192.0.2.40") for _ in range(3)) for _ in range(55)]
        self.assertIn("rate_limited", last[-20:])
        other = self.through_proxy("192.0.2.41")
        self.assertEqual(self.reason(other.ask("session.ping")), "ok")

    def test_bytes_of_a_session(self):
        one = self.through_proxy("192.0.2.50")
        reasons = [self.reason(one.ask("session.resume", token="A" * 128, x="x" * 10_000))
                   for _ in range(6)]
        self.assertEqual(reasons[0], "bad_token")
        self.assertEqual(reasons[-1], "rate_limited")

    def test_tables_of_a_session(self):
        one = self.through_proxy("192.0.2.60")
        one.ask("session.guest", name="")
        reasons = []
        for _ in range(5):
            reasons.append(self.reason(one.ask("table.create", room=CASUAL, private=False)))
            one.ask("table.leave", forfeit=False)
        self.assertEqual(reasons, ["ok"] * 3 + ["rate_limited"] * 2)
        self.assertEqual(self.reason(one.ask("session.ping")), "ok")

    def test_sockets_of_an_address_behind_the_proxy(self):
        for _ in range(4):
            self.through_proxy("192.0.2.70")
        self.assertEqual(self.through_proxy("192.0.2.70").message(), 1013)
        self.assertEqual(self.reason(self.through_proxy("192.0.2.71").ask("session.ping")), "ok")


class Forwarding(Base):
    FLAGS = ["--password-failures-burst", "3", "--password-failures-per-second", "0.001"]

    def test_a_forged_x_forwarded_for_is_not_believed(self):
        reasons = []
        for i in range(5):  # no proxy is configured: all of these are one address
            raw = self.raw(headers=[f"X-Forwarded-For: 192.0.2.{i}"])
            answer = raw.ask("session.login", name=f"nobody{i}", password="wrong horse")
            reasons.append(answer["error"]["data"]["reason"])
        self.assertEqual(reasons, ["bad_credentials"] * 3 + ["rate_limited"] * 2)
        self.assertNotIn("192.0.2.", self.server.log())


class Passwords(Base):
    FLAGS = ["--password-failures-burst", "10000", "--hash-threads", "1"]

    def test_a_flood_of_logins_does_not_delay_moves(self):
        game = WireGame(*guests(self, self.server))
        flood = []
        for number in range(80):
            client = self.wire()
            flood.append(client.begin("session.login", name=f"nobody{number}", password="wrong horse"))
        points = [f"{column}{row}" for row in (1, 5, 9) for column in "ABCDEFGHIJKLMNO"]
        game.play(points[:30])
        # Thirty moves went to the disk and back while passwords were still waiting for their turn.
        self.assertGreater(sum(not answer.done() for answer in flood), 0)
        answers = [outcome(answer)[1] for answer in flood]
        self.assertEqual(set(answers), {"bad_credentials", "busy"})
        self.assertGreater(answers.count("busy"), 0)  # the queue is bounded


class Names(Base):
    def test_names(self):
        self.wire().register("alice", "long enough")
        for name, reason in (("аlice", "bad_name"), ("αlice", "bad_name"), ("АLICE", "bad_name"),
                             ("ａｌｉｃｅ", "name_taken"), ("ALICE", "name_taken"),
                             ("aIice", "name_taken"), ("al\u200bice", "bad_name"),
                             ("\u202ealice", "bad_name"), ("al\u2066ice", "bad_name"),
                             ("al\u00adice", "bad_name"), ("alice\ufeff", "bad_name")):
            with self.subTest(name=name.encode("unicode_escape")):
                error = self.wire().refusal("session.register", name=name, password="long enough")
                self.assertEqual(error["data"]["reason"], reason)
        for name in ("al\x1bice", "al\nice", "al\x00ice", "al\x7fice"):
            error = self.wire().refusal_unchecked("session.register",
                                                  {"name": name, "password": "long enough"})
            self.assertIn(error["code"], (1004, -32602))
        fine = self.wire().register("小明Tom", "long enough")
        self.assertEqual(fine["user"]["name"], "小明Tom")
        folded = self.wire().register("Ｂｏｂ１２３", "long enough")
        self.assertEqual(folded["user"]["name"], "Bob123")


class Faces(Base):
    """What one player writes is text at every face of the others."""
    MARKUP = "<script>alert(1)</script> & \"quoted\" 'x' <img src=x onerror=alert(1)>"

    def test_chat_is_text_in_the_console_and_the_log(self):
        reader = Player(self.server, guest=True)
        self.addCleanup(reader.close)
        reader.send("enter 1", "sleep 300", "whoami")
        reader.expect("signed-in")
        writer, = guests(self, self.server, 1)
        writer.call("hall.enter", room=CASUAL)
        writer.call("chat.say", scope="room", text=self.MARKUP)
        for text in ("\x1b]0;title\x07", "\x1b[2J", "a\rb", "a\nb", "\u009b31m", "\u202egnp.exe"):
            error = writer.refusal_unchecked("chat.say", {"scope": "room", "text": text})
            self.assertIn(error["code"], (-32602, 1104, 1105))
        line = reader.expect("chat")
        self.assertIn(self.MARKUP, line.raw)
        for seen in reader.lines:
            self.assertEqual([c for c in seen.raw if not c.isprintable()], [])
        self.assertNotIn("\x1b", self.server.log())

    def test_a_name_is_text_in_pages_and_exports(self):
        one, two = self.wire(), self.wire()
        one.register("<b>A]B;[\\", "long enough")
        two.register("\"q\" & Co", "long enough")
        game = WireGame(one, two)
        game.play(["H8", "A1"])
        one.call("game.resign", game=game.id)
        two.expect("game.over", game=game.id)
        raw = self.raw(upgrade=False)
        for path, kind in ((f"/api/v1/games/{game.id}.json", "application/json"),
                           (f"/api/v1/games/{game.id}.sgf", "application/x-go-sgf"),
                           ("/api/v1/ladder", "application/json")):
            with self.subTest(path=path):
                raw.bytes = b""
                raw.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                while b"\r\n\r\n" not in raw.bytes:
                    self.assertTrue(raw._more())
                head = raw.bytes.split(b"\r\n\r\n")[0].decode().lower()
                self.assertIn(kind, head)
                self.assertIn("x-content-type-options: nosniff", head)
                length = int(re.search(r"content-length: (\d+)", head)[1])
                while len(raw.bytes) < len(head) + 4 + length:
                    raw._more()
        sgf = self.server.http(f"/api/v1/games/{game.id}.sgf")[1]
        self.assertIn("<b>A\\]B;[\\\\", sgf)


class Waiting(Base):
    FLAGS = ["--ping-interval-ms", "500", "--silence-timeout-ms", "3000", "--header-timeout-ms", "1000"]

    def test_slow_loris_and_half_open_sockets_time_out(self):
        sockets = []
        for start in (b"", b"G", b"GET /ws HTTP/1.1\r\nHost: x\r\n", b"GET /ws HTTP/1.1\r\nX-A: "):
            for _ in range(25):
                raw = self.raw(upgrade=False)
                raw.send(start)
                sockets.append(raw)
        self.assertGreaterEqual(metric(self.server, "tianyuan_connections"), 100)
        stop = threading.Event()
        # One header byte each now and then does not buy time.
        def drip():
            while not stop.wait(0.2):
                for raw in sockets[75:]:
                    raw.send(b"x")
        dripping = threading.Thread(target=drip)
        dripping.start()
        for raw in sockets:
            self.assertTrue(raw.gone())
        stop.set()
        dripping.join()

    def test_a_silent_websocket_is_pinged_and_then_dropped(self):
        raw = self.raw()
        pings = 0
        while True:
            opcode, _ = raw.any_frame()
            if opcode is None:
                break
            pings += opcode == PING
        self.assertGreaterEqual(pings, 2)

    def test_idle_behind_a_proxy_that_cuts_idle_connections(self):
        """The proxy's limit of 60 s against pings each 25 s, here 2 s against half a second."""
        proxy = IdleProxy(self.server.port, 2.0)
        self.addCleanup(proxy.close)
        client = Wire(f"ws://127.0.0.1:{proxy.port}/ws")
        self.addCleanup(client.close)
        client.guest()
        time.sleep(7)
        self.assertFalse(client.closed.is_set())
        client.call("session.ping")
        self.assertEqual(proxy.cut, 0)


class IdleProxy:
    """Passes bytes on both ways; a connection without any for `idle_s` is cut."""

    def __init__(self, port, idle_s):
        self.to, self.idle_s, self.cut = port, idle_s, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self.to))
            last = [time.monotonic()]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(one, other, last), daemon=True).start()

    def carry(self, one, other, last):
        one.settimeout(0.1)
        while True:
            try:
                data = one.recv(65_536)
            except TimeoutError:
                if time.monotonic() - last[0] <= self.idle_s:
                    continue
                self.cut += 1
                data = b""
            except OSError:
                data = b""
            if not data:
                break
            last[0] = time.monotonic()
            other.sendall(data)
        for end in (one, other):
            end.close()

    def close(self):
        self.listener.close()


if __name__ == "__main__":
    unittest.main()
