"""The session of docs/operators.md, run line by line in a hall of its own. A line "$ command" is given
to bash; the lines up to the next are what it says, on either stream, with … for anything.

Usage: operators_page_test.py PAGE TIANYUAN_ADMIN MAKE_HALL
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

MAKE_HALL, ADMIN, PAGE = sys.argv.pop(), sys.argv.pop(), sys.argv.pop()


def session(text):
    """(line number, command, expected output) of every command in the console blocks."""
    steps, inside = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and line.startswith("$ "):
            steps.append((number, line[2:], []))
        elif inside:
            steps[-1][2].append(line)
    return [(number, command, "\n".join(said)) for number, command, said in steps]


def matches(expected, said):
    pattern = "".join(".*" if part == "…" else re.escape(part)
                      for part in re.split("(…)", expected))
    return re.fullmatch(pattern, said, re.DOTALL) is not None


class OperatorsPage(unittest.TestCase):
    def test_matching(self):
        self.assertTrue(matches("a\n…", "a\nb\nc"))
        self.assertTrue(matches("new: …", "new: x"))
        self.assertFalse(matches("a\n…", "b\nc"))
        self.assertFalse(matches("", "error"))

    def test_every_line(self):
        steps = session(Path(PAGE).read_text(encoding="utf-8"))
        self.assertGreater(len(steps), 30)
        with tempfile.TemporaryDirectory(prefix="tianyuan-operators-") as folder:
            database = Path(folder) / "var" / "tianyuan.db"
            database.parent.mkdir()
            subprocess.run([MAKE_HALL, str(database)], check=True)
            environment = dict(os.environ, LC_ALL="C.UTF-8",
                               PATH=f"{Path(ADMIN).parent}:{os.environ['PATH']}")
            environment.pop("TIANYUAN_DATABASE", None)
            for number, command, expected in steps:
                with self.subTest(line=number, command=command):
                    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment,
                                          text=True, stdout=subprocess.PIPE,
                                          stderr=subprocess.STDOUT, timeout=60)
                    self.assertEqual(done.returncode, 0, done.stdout)
                    self.assertTrue(matches(expected, done.stdout.rstrip("\n")),
                                    f"said:\n{done.stdout}")


if __name__ == "__main__":
    unittest.main()
