#!/usr/bin/python3
"""Whole games between two real console clients through a real server, then boards and ledger.

Called by `scripts/run --demo`. The server runs on a free port with the database of scripts/run, so
that the games stay there to be looked at; the players are new accounts of their own. Whatever is
not as the rules say ends the demo with a clear word and exit status 1.
"""

import argparse
import os
import secrets
import sys
import time
import unicodedata
from contextlib import nullcontext
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/e2e"))

from support.console import Console  # noqa: E402
from support.server import Server, SqlRefused  # noqa: E402

DIM, PLAIN = ("\033[2m", "\033[0m") if sys.stdout.isatty() else ("", "")


def head(text):
    print(f"\n== {text}", flush=True)


def echo(console, text):
    if not text.startswith(" ") and text.split(" ", 1)[0] in SHOWN:
        print(f"{DIM}{console.label:>14} {PLAIN}{text}", flush=True)


SHOWN = {"match-found", "stone", "pass", "skip", "error", "swap", "fifths-offered", "fifth-kept",
         "opening", "draw-offered", "draw-answered", "claim-rejected", "away", "returned", "ended",
         "game-over", "score"}


class Unexpected(Exception):
    pass


def require(condition, what):
    if not condition:
        raise Unexpected(what)


class Pair:
    """Two new accounts, each with a console client."""

    def __init__(self, url, *names):
        self.players = []
        for name in names:
            player = Console(url, "--name", name, "--password", secrets.token_urlsafe(12),
                             "--register", label=name, echo=echo)
            self.players.append(player)
        for player in self.players:
            player.expect("signed-in")

    def match(self, room):
        """A quick match in the room: who is Black, who is White, and the game's number."""
        for player in self.players:
            player.skip_to_end()
            player.send(f"match {room}")
        found = [player.expect("match-found") for player in self.players]
        black = 0 if found[0].values["colour"] == "black" else 1
        for player in self.players:
            player.expect_any("your-turn", "their-turn")
        return self.players[black], self.players[1 - black], int(found[0].values["game"])

    def over(self, *words):
        """Both are told the same end."""
        for player in self.players:
            line = player.expect("game-over")
            require(line.words[1:] == list(words),
                    f"{player.label} was told '{line.raw}' instead of '{' '.join(words)}'")
            player.expect("score")
            player.ask("leave", "left-table")

    def close(self):
        for player in self.players:
            player.close()


def play(black, white, black_moves, white_moves):
    black.send("play " + " ".join(black_moves))
    white.send("play " + " ".join(white_moves))


# Black builds an open three on row 8 and two stones on column J: J8 would be a double three.
TOWARDS_DOUBLE_THREE = (["H8", "I8", "J9", "J10"], ["D4", "D12", "L4", "L12"])


def casual(pair, room):
    black, white, game = pair.match(room)
    play(black, white, ["H8", "G8", "F8", "I8", "J8"], ["H9", "G9", "F9", "I9"])
    pair.over("win", "five")
    return game


def drawn(pair, room):
    black, white, game = pair.match(room)
    play(black, white, ["H8", "I9"], ["G9", "G7"])
    black.expect("stone", "white", "G7")
    black.send("draw")
    white.expect("draw-offered")
    white.send("draw yes")
    pair.over("draw", "agreement")
    return game


def refused(pair, room):
    black, white, game = pair.match(room)
    play(black, white, *TOWARDS_DOUBLE_THREE)
    black.expect("stone", "white", "L12")
    black.send("J8")
    black.expect("error", "forbidden")
    # Once J8 makes a row of five, five comes first (W4).
    play(black, white, ["G8", "F8", "J8"], ["D8", "H14"])
    pair.over("win", "five")
    return game


def lost_at_once(pair, room):
    black, white, game = pair.match(room)
    play(black, white, *TOWARDS_DOUBLE_THREE)
    black.expect("stone", "white", "L12")
    black.send("J8")
    pair.over("win", "forbidden")
    return game


def claimed(pair, room):
    black, white, game = pair.match(room)
    play(black, white, *TOWARDS_DOUBLE_THREE)
    black.expect("stone", "white", "L12")
    black.send("J8")
    white.expect("stone", "black", "J8")
    white.send("claim")
    pair.over("win", "claimed")
    return game


def professional(pair, room):
    """RIF: one of the 26 openings, a swap, two fifths; then a double three that White claims."""
    first, second, game = pair.match(room)
    first.send("play H8 H9 J8")
    second.expect("your-turn", "swap")
    second.send("swap yes")  # from here on `second` holds Black
    first.expect("swap", "yes")
    first.expect("your-turn", "place")
    first.send("A1")
    second.expect("your-turn", "offer_fifths")
    second.send("offer I9 C3")
    first.expect("your-turn", "choose_fifth")
    first.send("keep C3")
    play(second, first, ["I6", "I5", "I8"], ["O1", "A15", "O15"])
    first.expect("stone", "black", "I8")
    first.send("claim")
    pair.over("win", "claimed")
    return game


def escape(pair, room):
    """White's client is killed; the grace, set to 3 s for this game, runs out."""
    black, white, game = pair.match(room)
    play(black, white, ["H8", "G8"], ["H9"])
    white.expect("stone", "black", "G8")
    white.kill()
    over = black.expect("game-over")
    require(over.words[1:] == ["escape", "absence"], f"an escape was expected: {over.raw}")
    black.expect("score")
    black.send("ready")  # the one who stayed can press start again
    black.expect_any("ok", "table")
    return game


class ShortGrace:
    """The room's grace as an operator would shorten it; put back at the end."""

    def __init__(self, server, room):
        self.server, self.room = server, room
        column = "SELECT GraceMs FROM TGameRoomBase WHERE RoomId = ?"
        self.before = server.rows(column, int(room))[0]["GraceMs"]

    def _set(self, grace_ms):
        self.server.sql(f"UPDATE TGameRoomBase SET GraceMs = {grace_ms} WHERE RoomId = {self.room};")
        time.sleep(1)  # within which the server has read it

    def __enter__(self):
        self._set(3000)

    def __exit__(self, *_):
        self._set(self.before)


NATIONAL = {"refuse": ("Black's double three is refused; he plays on and wins with the same point",
                       refused),
            "lose": ("Black's double three loses at once", lost_at_once),
            "claim": ("White claims Black's double three", claimed)}


def rooms_of(player):
    """The rooms as the client is shown them."""
    player.skip_to_end()
    player.send("rooms", "whoami")
    player.expect("signed-in")
    return [line for line in player.seen("room")]


def plan(rooms):
    """(title, game, room, which pair): each kind of room, each enforcement, each way to end."""
    def of(kind, **wanted):
        return [room for room in rooms if room.values["kind"] == kind and all(
            room.values[key] == value for key, value in wanted.items())]

    casual_rooms = of("casual", rule="freestyle", stake="0")
    yield "a casual game: five in a row", casual, casual_rooms[0], 0
    yield "a casual game: drawn by agreement", drawn, casual_rooms[0], 0
    for enforcement, (title, game) in NATIONAL.items():
        for room in of("national", enforcement=enforcement)[:1]:
            yield f"a national game, enforcement {enforcement}: {title}", game, room, 0
    for room in of("professional", enforcement="claim", rule="rif")[:1]:
        yield "a professional game: opening, swap, two fifths, a claimed double three", \
            professional, room, 1
    for room in [room for room in of("casual", rule="freestyle") if room.values["stake"] != "0"][:1]:
        yield f"a coin game: {room.values['stake']} coins from loser to winner", casual, room, 1
    yield "an escape: White's client is gone and does not come back", escape, casual_rooms[-1], 1


def table(rows):
    if not rows:
        return
    heads = list(rows[0])
    cells = [heads] + [[("" if row[key] is None else str(row[key])) for key in heads] for row in rows]
    widths = [max(columns(line[column]) for line in cells) for column in range(len(heads))]
    for line in cells:
        padded = [cell + " " * (width - columns(cell)) for cell, width in zip(line, widths)]
        print("   " + "  ".join(padded).rstrip())


def columns(text):
    """Of the terminal: Chinese characters and full-width punctuation take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def show_boards(player, games):
    for game in games:
        record, diagram = player.diagram(f"show {game}")
        head(f"game {game}: {record.raw.partition(' ')[2]}")
        print("\n".join(diagram), flush=True)


def show_database(server, games):
    marks = ",".join("?" * len(games))
    head("the ledger: one row a game and player (TScoreLedger)")
    rows = server.rows(LEDGER.format(marks), *games)
    table(rows)
    require(len(rows) >= 2 * len(games), "a game has not its two ledger rows")
    head("the ladder (VLadder)")
    table(server.rows(LADDER.format(marks, marks), *games, *games))


LEDGER = """
SELECT l.GameId AS game, coalesce(r.Name, '') AS room, u.Name AS player, g.Outcome AS outcome,
       g.Reason AS reason, l.Currency AS currency, iif(l.Amount = 0, '0', printf('%+d', l.Amount)) AS change
FROM TScoreLedger l JOIN TUserBase u USING (UserId) JOIN TGameBase g USING (GameId)
LEFT JOIN TGameRoomBase r USING (RoomId) WHERE l.GameId IN ({}) ORDER BY l.LedgerId"""

LADDER = """
SELECT Place AS place, Name AS player, Score AS score, RankName AS rank, Finished AS games,
       Wins AS wins, Losses AS losses, Draws AS draws, Escapes AS escapes
FROM VLadder WHERE Kind = 'all' AND UserId IN
(SELECT FirstUserId FROM TGameBase WHERE GameId IN ({}) UNION
 SELECT SecondUserId FROM TGameBase WHERE GameId IN ({})) ORDER BY Place, Name"""


def run(database):
    stamp = format(int(time.time()) % 16**5, "x")  # names of this run alone
    with Server(database=database) as server:
        head(f"a server on 127.0.0.1:{server.port}, database {database}")
        pairs = []
        try:
            for names in (("Lin", "Shan"), ("He", "Yun")):
                pairs.append(Pair(server.url, *(f"{name}-{stamp}" for name in names)))
            games = []
            for title, game, room, pair in plan(rooms_of(pairs[0].players[0])):
                number = room.words[1]
                head(f"{title} (room {number}, {room.text.strip()})")
                with ShortGrace(server, number) if game is escape else nullcontext():
                    games.append(game(pairs[pair], number))
            show_boards(pairs[0].players[0], games)
            show_database(server, games)
        finally:
            for pair in pairs:
                pair.close()
    head(f"{len(games)} games played; they stay in {database}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", default="var/tianyuan.db")
    options = parser.parse_args()
    os.makedirs(os.path.dirname(options.database) or ".", exist_ok=True)
    try:
        run(options.database)
    except (AssertionError, Unexpected, SqlRefused) as problem:
        print(f"\ndemo: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
