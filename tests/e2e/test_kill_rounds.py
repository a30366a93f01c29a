"""Short runs of scripts/kill-rounds, and the faults planted in it that must be found."""

import contextlib
import io
import unittest

import kill_rounds


def run(*arguments):
    """(exit status, what it printed)."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = kill_rounds.main(list(arguments))
    print(said.getvalue())
    return code, said.getvalue()


class KillRounds(unittest.TestCase):
    def test_kill_9_loses_doubles_and_penalises_nothing(self):
        code, said = run("3", "20", "--seed", "20261130", "--play-s", "4")
        self.assertEqual(code, 0, said)
        self.assertIn("lost 0, doubled 0, wrongly penalised 0", said)

    def test_a_power_cut_loses_nothing_acknowledged(self):
        code, said = run("8", "6", "--power-cut", "--seed", "20261130")
        self.assertEqual(code, 0, said)
        self.assertIn("lost 0, doubled 0, wrongly penalised 0", said)

    def test_a_server_that_does_not_wait_for_the_disk_is_found_out(self):
        code, said = run("5", "6", "--power-cut", "--plant", "synchronous-off", "--seed", "1")
        self.assertEqual(code, 1, said)
        self.assertIn("was told", said)

    def test_planted_faults_are_found_each_by_its_kind(self):
        for plant, kind in (("lost-move", "lost"), ("changed-move", "lost"),
                            ("doubled-move", "doubled"), ("penalised", "wronged")):
            with self.subTest(plant):
                code, said = run("2", "4", "--plant", plant, "--seed", "7", "--play-s", "2")
                self.assertEqual(code, 1, said)
                self.assertIn(f"  {kind}: ", said)


if __name__ == "__main__":
    unittest.main()
