"""The program itself: `tianyuan rules` over every position with a known answer.

usage: rules_program.py PROGRAM TESTS_DATA
"""

import json
import subprocess
import sys
from pathlib import Path


def run(program, *arguments, text=""):
    return subprocess.run([program, "rules", *arguments], input=text, capture_output=True,
                          text=True, timeout=120, check=False)


def check_positions(program, path):
    """Every point set right, and the recorded kind among ours."""
    lines = path.read_text(encoding="utf-8").splitlines()
    done = run(program, "forbidden", text="\n".join(lines) + "\n")
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line)["forbidden"] for line in done.stdout.splitlines()]
    assert len(answers) == len(lines), f"{path.name}: {len(answers)} answers"
    for number, (line, ours) in enumerate(zip(lines, answers), start=1):
        recorded = json.loads(line)["forbidden"]
        assert ours.keys() == recorded.keys(), f"{path.name}:{number}: {ours} not {recorded}"
        for point, kind in recorded.items():
            assert kind in ours[point].split("+"), f"{path.name}:{number}: {point}"
    return len(lines)


def main(program, data):
    positions = 0
    for name in ("forbidden-game.jsonl", "forbidden-built.jsonl", "forbidden-hard.jsonl",
                 "generated/forbidden-random.jsonl"):
        positions += check_positions(program, data / name)
    assert positions == 7060, positions

    mixed = run(program, "forbidden", text='{"black":["z9"]}\n{"black":[]}\n')
    assert [json.loads(line) for line in mixed.stdout.splitlines()] == [
        {"error": "black: 'z9' is no point from a1 to o15", "line": 1}, {"forbidden": {}}]

    assert run(program, "opening", "h8h9i10").stdout == "D2 溪月 Keigetsu\n"
    assert run(program, "opening", "h8h9a1").returncode == 1
    assert ["g7", "g8", "i7", "i8"] in json.loads(
        run(program, "fifths", "h8h9h7h6").stdout)["groups"]

    replayed = run(program, "replay", "--rule", "renju", str(data / "games/engine-renju.sgf"))
    assert replayed.returncode == 0, replayed.stderr
    assert replayed.stdout.count("result win black five") == 68
    assert replayed.stdout.count("result draw board_full") == 4
    assert run(program, "no-such-word").returncode == 2
    print(f"{positions} positions right")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
