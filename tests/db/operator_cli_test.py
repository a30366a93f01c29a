"""The sqlite3 program as operators use it, on a file that db_writer is writing to all the time.

The time-out is long for machines whose disk takes seconds for a sync; operators type 5000.

Usage: operator_cli_test.py DB_WRITER
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

WRITER = sys.argv.pop()


def sqlite3(path, *lines):
    return subprocess.run(["sqlite3", str(path)], input="\n".join(lines) + "\n", text=True,
                          capture_output=True, timeout=60)


class Operators(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tianyuan-db-")
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "tianyuan.db"
        self.writer = subprocess.Popen([WRITER, str(self.path)], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.writer.stdout.close)
        self.addCleanup(self.stop)
        self.assertEqual(self.writer.stdout.readline(), "writing\n")

    def stop(self):
        if self.writer.poll() is None:
            self.writer.stdin.close()
            self.writer.wait(timeout=60)

    def finish(self):
        """What the writer has committed: commits and settled games."""
        self.stop()
        self.assertEqual(self.writer.returncode, 0)
        return [int(word) for word in self.writer.stdout.read().split()]

    def test_every_update_succeeds_under_load(self):
        for value in range(100):
            done = sqlite3(self.path, ".timeout 30000",
                           f"UPDATE TGameRoomBase SET RunPublish = {value} WHERE RoomId = 3;")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        commits, settled = self.finish()
        self.assertGreater(commits, 100)
        self.assertGreater(settled, 0)
        shown = sqlite3(self.path, "SELECT RunPublish FROM TGameRoomBase WHERE RoomId = 3;",
                        "SELECT count(*) FROM TAuditLog WHERE Who = 'sql';",
                        "SELECT count(*) FROM TGameBase WHERE EndedAt IS NOT NULL;",
                        "PRAGMA integrity_check;")
        self.assertEqual(shown.stdout.split(), ["99", "100", str(settled), "ok"])
        wal = Path(str(self.path) + "-wal")
        self.assertLess(wal.stat().st_size if wal.exists() else 0, 100 * 2**20)

    def test_a_bad_value_is_refused_where_it_is_typed(self):
        for sql, says in [
            ("UPDATE TGameRoomBase SET RunPublish = -3 WHERE RoomId = 3;", "RunPublish must be"),
            ("UPDATE TGameRoomBase SET Kind = 'xx' WHERE RoomId = 3;", "Kind must be"),
            ("UPDATE TGameRoomBase SET TimeControl = '10 min';", "TimeControl must be"),
            ("UPDATE TScoreLedger SET Amount = 5;", "append-only"),
            ("UPDATE TUserScore SET Score = 5;", "sum of TScoreLedger"),
        ]:
            done = sqlite3(self.path, ".timeout 30000", sql)
            self.assertNotEqual(done.returncode, 0, sql)
            self.assertIn(says, done.stderr)
        self.finish()


if __name__ == "__main__":
    unittest.main()
