"""The console in line mode: TLS with verification, and an end when the server is gone for good."""

import ssl
import subprocess
import tempfile
import unittest
import urllib.request
from pathlib import Path

from support.console import Console
from support.play import Match, Player
from support.server import BIN, PATIENCE_S, Server

NO_CONNECTION = 2


def certificate(folder, name, hosts):
    """(certificate, key): self-made, so it is its own authority."""
    paths = Path(folder) / f"{name}.pem", Path(folder) / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                    "-nodes", "-days", "2", "-subj", f"/CN={name}", "-addext",
                    f"subjectAltName={hosts}", "-out", str(paths[0]), "-keyout", str(paths[1])],
                   check=True, stderr=subprocess.DEVNULL, timeout=PATIENCE_S)
    return paths


class SecureServer(Server):
    def __init__(self, certificate_and_key):
        self.certificate, key = certificate_and_key
        self.host = "127.0.0.1"
        super().__init__(flags=["--tls-certificate", str(self.certificate), "--tls-key", str(key)])

    @property
    def url(self):
        return f"wss://{self.host}:{self.port}/ws"

    def http(self, path, inner=False):
        if inner:
            return super().http(path, inner)
        anyone = ssl._create_unverified_context()
        with urllib.request.urlopen(f"https://127.0.0.1:{self.port}{path}", timeout=PATIENCE_S,
                                    context=anyone) as got:
            return got.status, got.read().decode()


def status_of(console):
    """Its exit status, once it has ended by itself."""
    status = console.process.wait(PATIENCE_S)
    console.reader.join(PATIENCE_S)
    return status


class Secure(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="tianyuan-")
        cls.addClassCleanup(cls.folder.cleanup)
        pair = certificate(cls.folder.name, "ours", "DNS:localhost,IP:127.0.0.1")
        cls.server = SecureServer(pair)
        cls.addClassCleanup(cls.server.close)
        cls.authority = str(pair[0])

    def console(self, *arguments, url=None):
        console = Console(url or self.server.url, "--guest", *arguments)
        self.addCleanup(console.close)
        return console

    def refused(self, *arguments, url=None, status=NO_CONNECTION):
        """What it says before it ends, at once and not after the time for the first connection."""
        console = self.console("--connect-timeout", "3600", *arguments, url=url)
        self.assertEqual(status_of(console), status, console.tail())
        self.assertEqual(console.seen("signed-in"), [])
        return console.tail()

    def test_a_game_over_tls(self):
        players = [Player(self.server, None, "--ca", self.authority) for _ in range(2)]
        for player in players:
            self.addCleanup(player.close)
        match = Match(*players)
        match.play(["h8", "h9", "i8", "i9"])
        match.black.send("resign")
        self.assertEqual(match.over(), ("win", "resigned", "white"))

    def test_a_name_as_good_as_an_address(self):
        url = self.server.url.replace("127.0.0.1", "localhost")
        self.console("--ca", self.authority, url=url).expect("signed-in")

    def test_the_system_does_not_know_a_self_made_certificate(self):
        said = self.refused()
        self.assertIn("error not_connected", said)
        self.assertRegex(said, "certificate is not trusted: self.signed certificate")

    def test_another_authority_is_not_enough(self):
        other = certificate(self.folder.name, "other", "DNS:localhost,IP:127.0.0.1")[0]
        self.assertIn("certificate is not trusted", self.refused("--ca", str(other)))

    def test_a_certificate_for_another_host_is_refused(self):
        pair = certificate(self.folder.name, "elsewhere", "DNS:elsewhere.example")
        with SecureServer(pair) as elsewhere:
            for host, words in (("127.0.0.1", "IP address mismatch"), ("localhost", "hostname mismatch")):
                with self.subTest(host=host):
                    elsewhere.host = host
                    self.assertIn(words, self.refused("--ca", str(pair[0]), url=elsewhere.url))

    def test_a_file_of_authorities_that_is_none(self):
        self.refused("--ca", self.folder.name + "/missing.pem", status=1)
        nonsense = Path(self.folder.name) / "nonsense.pem"
        nonsense.write_text("nothing in here\n")
        self.assertIn(str(nonsense), self.refused("--ca", str(nonsense)))

    def test_without_tls_nothing_is_sent_to_a_tls_port(self):
        url = self.server.url.replace("wss://", "ws://")
        console = self.console("--connect-timeout", "0.5", url=url)
        self.assertEqual(status_of(console), NO_CONNECTION)
        self.console("--ca", self.authority).expect("signed-in")


class GoneForGood(unittest.TestCase):
    """A script ends; a person may wait, and so may a program that still has something to say."""

    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def player(self, *flags):
        player = Player(self.server, None, "--reconnect-timeout", "2", *flags, guest=True)
        self.addCleanup(player.close)
        return player

    def test_a_script_whose_server_is_gone_ends_with_a_status_and_a_reason(self):
        piped, waiting = self.player(), self.player()
        match = Match(piped, waiting)
        match.play(["h8"])
        piped.process.stdin.close()  # the end of its input; the game keeps it
        self.server.kill()
        self.assertEqual(status_of(piped), NO_CONNECTION, piped.tail())
        last = piped.lines[-1]
        self.assertTrue(last.fits("error", ["not_connected"]), last)
        self.assertIn(self.server.url, last.text)
        # The other has an open input: it is there when the server is.
        self.assertIsNone(waiting.process.poll())
        self.server.start()
        waiting.expect("resumed", f"game={match.game}")

    def test_a_script_with_lines_left_ends_too(self):
        one, two = self.player(), self.player()
        Match(one, two)
        one.send(*(f"play a{row}" for row in range(1, 16) for _ in range(10)))
        self.server.kill()
        self.assertEqual(status_of(one), NO_CONNECTION, one.tail())

    def test_it_comes_back_when_the_server_does_in_time(self):
        one, two = Player(self.server, guest=True), Player(self.server, guest=True)
        for player in (one, two):
            self.addCleanup(player.close)
        match = Match(one, two)
        match.play(["h8"])
        one.process.stdin.close()
        self.server.kill()
        one.expect("disconnected")
        self.server.start()
        one.expect("resumed", f"game={match.game}")
        two.expect("resumed", f"game={match.game}")
        two.send("resign")
        one.expect("game-over", "win", "resigned")
        self.assertEqual(status_of(one), 0, one.tail())

    def test_a_command_of_the_shell_ends_too(self):
        run = subprocess.run([str(BIN / "tianyuan"), "--server", self.server.url, "--guest",
                              "--connect-timeout", "1", "show", "999"], stdout=subprocess.PIPE,
                             text=True, timeout=PATIENCE_S)
        self.assertEqual(run.returncode, 5)  # refused: there is no such game
        self.server.kill()
        run = subprocess.run([str(BIN / "tianyuan"), "--server", self.server.url, "--guest",
                              "--connect-timeout", "1", "show", "999"], stdout=subprocess.PIPE,
                             text=True, timeout=PATIENCE_S)
        self.assertEqual(run.returncode, NO_CONNECTION)
        self.assertIn("error not_connected", run.stdout)


class Help(unittest.TestCase):
    def say(self, *arguments):
        run = subprocess.run([str(BIN / "tianyuan"), *arguments], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, timeout=PATIENCE_S)
        return run.returncode, run.stdout

    def test_help_names_every_way_to_start_it(self):
        status, text = self.say("--help")
        self.assertEqual(status, 0)
        for word in ("show", "games", "ladder", "local", "tianyuan rules", "tianyuan record", "--ca",
                     "--reconnect-timeout"):
            self.assertIn(word, text)
        for command in ("rules", "record"):
            status, text = self.say(command, "--help")
            self.assertEqual(status, 0, text)
            self.assertIn(command, text)


if __name__ == "__main__":
    unittest.main()
