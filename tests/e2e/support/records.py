"""Recorded games as move lists: ["h8", "h9", …], Black first, and who won."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from .server import ROOT


@dataclass
class Recorded:
    name: str
    moves: list
    winner: str  # "black" "white" "draw"
    rule: str


def _sgf_point(two):
    """SGF counts rows from the top, the board from below."""
    column, row = (ord(letter) - ord("a") for letter in two)
    return f"{chr(ord('a') + column)}{15 - row}"


def engine_sgf(path, rule):
    """All games of a file of engine games: one game a `(;…)`, a result as RE[B+…], RE[W+…], RE[0]."""
    games = []
    for text in re.split(r"(?m)^\(;", Path(path).read_text())[1:]:
        number = re.search(r"GN\[(.*?)\]", text).group(1)
        result = re.search(r"RE\[(.*?)\]", text).group(1)
        moves = [_sgf_point(point) for point in re.findall(r";[BW]\[([a-o]{2})\]", text)]
        winner = {"B": "black", "W": "white"}.get(result[:1], "draw")
        games.append(Recorded(f"{Path(path).name} {number}", moves, winner, rule))
    return games


def engine_jsonl(path):
    games = []
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        game = json.loads(line)
        moves = re.findall(r"[a-o][0-9]{1,2}", game["moves"])
        games.append(Recorded(f"{Path(path).name}:{number}", moves, game["winner"], game["rule"]))
    return games


def renju_games():
    return engine_sgf(ROOT / "tests/data/games/engine-renju.sgf", "renju")


def freestyle_games():
    """Public games that are not part of the project; empty where they do not lie beside it."""
    path = ROOT.parent / "shared/vectors/games/engine-freestyle.jsonl"
    return engine_jsonl(path) if path.exists() else []
