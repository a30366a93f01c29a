"""scripts/run as a newcomer uses it: it says what to do next, and fails with a clear reason."""

import os
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from support.console import Console
from support.server import BIN, PATIENCE_S, ROOT, Server, free_port

ENVIRONMENT = os.environ | {"TIANYUAN_BIN": str(BIN), "TIANYUAN_NO_INSTALL": "1"}


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tianyuan-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.database = self.folder / "hall.db"

    def run_to_end(self, *arguments):
        return subprocess.run(["scripts/run", *map(str, arguments)], cwd=ROOT, env=ENVIRONMENT,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=300)

    def test_it_starts_says_what_to_do_next_and_ends_by_a_signal(self):
        port = free_port()
        process = subprocess.Popen(["scripts/run", "--listen", f"127.0.0.1:{port}", "--database",
                                    str(self.database)], cwd=ROOT, env=ENVIRONMENT, text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        said = []
        deadline = time.monotonic() + PATIENCE_S
        while not said or "Ctrl-C" not in said[-1]:
            self.assertLess(time.monotonic(), deadline, said)
            line = process.stdout.readline()
            self.assertTrue(line, said)
            said.append(line)
        self.assertIn(f"ws://127.0.0.1:{port}/ws", "".join(said))
        self.assertIn(str(self.database), "".join(said))
        with Console(f"ws://127.0.0.1:{port}/ws", "--guest") as player:
            player.expect("signed-in")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE_S), 0)
        self.assertTrue(self.database.exists())

    def test_a_taken_port(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            ended = self.run_to_end("--listen", f"127.0.0.1:{port}", "--database", self.database)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn(f"port {port} on 127.0.0.1 is taken", ended.stdout)
        self.assertIn("--listen", ended.stdout)

    def test_flags_that_make_no_sense(self):
        for arguments, word in [(["--listen", "8080"], "ADDRESS:PORT"), (["--listen"], "--listen"),
                                (["--listen", f"127.0.0.1:{free_port()}", "--no-such-flag"],
                                 "no-such-flag")]:
            with self.subTest(arguments=arguments):
                ended = self.run_to_end(*arguments, "--database", self.database)
                self.assertNotEqual(ended.returncode, 0)
                self.assertIn(word, ended.stdout)

    def test_a_file_that_is_no_database(self):
        self.database.write_text("this is no database\n" * 100)
        ended = self.run_to_end("--listen", f"127.0.0.1:{free_port()}", "--database", self.database)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn(str(self.database), ended.stdout)
        self.assertIn("did not start", ended.stdout)
        self.assertEqual(self.database.read_text(), "this is no database\n" * 100)

    def test_a_database_that_another_server_uses(self):
        with Server(database=self.database) as first:
            ended = self.run_to_end("--listen", f"127.0.0.1:{free_port()}", "--database", self.database)
            self.assertNotEqual(ended.returncode, 0)
            self.assertIn(f"another tianyuan-server (process {first.process.pid}) uses", ended.stdout)
            # What kill -9 leaves behind means nothing.
            first.kill()
            first.start()

    def test_a_folder_that_cannot_be(self):
        (self.folder / "file").write_text("")
        ended = self.run_to_end("--database", self.folder / "file/hall.db")
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("cannot make the folder", ended.stdout)

    def test_the_demo(self):
        ended = self.run_to_end("--demo", "--database", self.database)
        self.assertEqual(ended.returncode, 0, ended.stdout[-6000:])
        for word in ("win five", "draw agreement", "win forbidden", "win claimed", "escape absence",
                     "+4", "-4", "-8", "+10", "初学者", "TScoreLedger", "VLadder"):
            self.assertTrue(word in ended.stdout, f"{word} is missing")
        self.assertRegex(ended.stdout, r"draw +agreement +score +0\n")


if __name__ == "__main__":
    unittest.main()
