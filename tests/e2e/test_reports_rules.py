"""Faults that other programs had in judging a game (reports A01 to A25, A62 to A68), each played through
the server as its report tells. What concerns the library alone stands in tests/common: board_test,
forbidden_test, point_test, record_test, game_files_test."""

import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from support.console import Console
from support.server import BIN, PATIENCE_S, ROOT, Server
from support.wire_play import WireGame, accounts, guests, rooms_of_rules

# Stones that make nothing, apart from one another.
APART = [f"{column}{row}" for row in (1, 15) for column in "ACEGIKMO"]


def recorded(name):
    text = (ROOT / "tests/data/generated" / name).read_text()
    return [point.upper() for point in re.findall(r"[a-o]\d+", text)]


def rules(*arguments, text=""):
    return subprocess.run([str(BIN / "tianyuan"), "rules", *arguments], input=text, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE_S)


class Base(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(flags=["--frames-per-second", "100000", "--frames-burst", "100000"])
        cls.addClassCleanup(cls.server.close)
        # `free` is renju whose first stone may stand anywhere.
        cls.rooms = rooms_of_rules(cls.server, ["freestyle", "exact-five", "free", "renju"])

    def game(self, rule, people=guests):
        return WireGame(*people(self, self.server), room=self.rooms[rule])

    def arranged(self, rule, black="", white="", to_move="black", people=guests):
        """A game in which these stones stand, the rest apart."""
        black, white = black.split(), white.split()
        game = self.game(rule, people)
        count = max(len(black) - (to_move == "white"), len(white))
        apart = iter(point for point in APART if point not in black + white)
        more = count + (to_move == "white")
        black += [next(apart) for _ in range(more - len(black))]
        white += [next(apart) for _ in range(count - len(white))]
        moves = [point for pair in zip(black, white) for point in pair] + black[count:]
        game.play(moves)
        self.assertIsNone(game.snapshot_of(game.black).get("result"))
        return game

    def refused(self, game, client, method="game.place", **params):
        error = client.refusal(method, game=game.id, turn=game.turn, **params)
        return error["data"]["reason"], error["data"].get("kinds", "")

    def result(self, answer):
        """Of a move: the result in its own answer, or None."""
        last = answer["events"][-1]
        return last.get("result") if last["kind"] == "ended" else None

    def wins(self, game, client, point, colour, length):
        result = self.result(game.place(client, point))
        self.assertEqual((result["outcome"], result["reason"], result["winner_colour"]),
                         ("win", "five", colour))
        self.assertEqual(len(result["row"]), length)
        for each in game.clients:
            self.assertEqual(each.expect("game.over", game=game.id)["result"], result)

    def goes_on(self, game, client, point):
        self.assertIsNone(self.result(game.place(client, point)))
        self.assertIsNone(game.snapshot_of(client).get("result"))


class Wins(Base):
    def test_a02_the_answer_to_the_winning_stone_says_so(self):
        game = self.arranged("freestyle", "H8 I8 J8 K8", "A1 C1 E1 G1")
        self.wins(game, game.black, "L8", "black", 5)
        self.assertEqual(self.refused(game, game.white, point="N1")[0], "game_over")
        self.assertEqual(len(game.black.call("record.get", game=game.id)["moves"]), 9)

    def test_a03_one_stone_joins_two_fours(self):
        stones = "D8 E8 F8 G8 I8 J8 K8 L8"
        game = self.arranged("freestyle", stones)
        self.wins(game, game.black, "H8", "black", 9)
        game = self.arranged("exact-five", stones)
        self.goes_on(game, game.black, "H8")

    def test_a04_a_row_does_not_go_on_at_the_other_edge(self):
        for stones, last in (("M8 N8 O8 A9", "B9"), ("M8 N9 O10 A11", "B12")):
            game = self.arranged("freestyle", stones)
            self.goes_on(game, game.black, last)

    def test_a05_no_five_where_there_is_none(self):
        game = self.arranged("freestyle", "D8 E8 G8")
        self.goes_on(game, game.black, "H8")
        game = self.arranged("freestyle", "D8 E8 F8", "H8 C8")
        self.goes_on(game, game.black, "G8")

    def test_a06_nothing_is_taken_back_after_the_end(self):
        game = self.arranged("freestyle", "A3 A4 A5 A6 C15", "O15 N14 M13 L12", to_move="white")
        self.wins(game, game.white, "K11", "white", 5)
        errors = [client.refusal("game.request_undo", game=game.id, turn=game.turn)
                  for client in (*game.clients, *game.clients)]
        self.assertEqual({json.dumps(error) for error in errors}, {json.dumps(errors[0])})
        self.assertIn(errors[0]["data"]["reason"], ("game_over",))
        record = game.white.call("record.get", game=game.id)
        self.assertEqual((len(record["moves"]), record["game"]["result"]["winner_colour"]), (10, "white"))

    def test_a07_the_first_five_ends_it_and_two_fives_are_no_position(self):
        game = self.arranged("freestyle", "D8 E8 F8 G8", "D10 E10 F10 G10", people=accounts)
        self.wins(game, game.black, "H8", "black", 5)
        self.assertIn(self.refused(game, game.white, point="H10")[0], ("game_over",))
        changes = {row["UserId"]: row["Amount"] for row in self.server.rows(
            "SELECT UserId, Amount FROM TScoreLedger WHERE GameId = ? AND Currency = 'score'", game.id)}
        self.assertEqual(changes, {game.black.user["id"]: 4, game.white.user["id"]: -4})
        both = json.dumps({"black": ["d8", "e8", "f8", "g8", "h8"], "white": ["d10", "e10", "f10", "g10", "h10"]})
        self.assertIn("over", json.loads(rules("forbidden", text=both + "\n").stdout)["error"])
        replayed = rules("replay", "--rule", "freestyle", "-", text="d8d10e8e10f8f10g8g10h8h10")
        self.assertEqual(replayed.returncode, 1)
        self.assertIn("10 h10 refused game_over\nresult win black five d8 e8 f8 g8 h8\n", replayed.stdout)

    def test_a21_the_full_board_is_a_draw_with_its_last_stone(self):
        game = self.game("freestyle", accounts)
        moves = recorded("full_board_draw_freestyle.txt")
        game.play(moves[:-1])
        self.assertIsNone(game.snapshot_of(game.black).get("result"))
        result = self.result(game.place(game.black, moves[-1]))
        self.assertEqual((result["outcome"], result["reason"]), ("draw", "board_full"))
        for client in game.clients:
            over = client.expect("game.over", game=game.id)
            self.assertEqual(over["result"], result)
            self.assertEqual([one["change"] for one in over["settlements"]], [0, 0])

    def test_a22_the_last_stone_of_a_full_board_may_win(self):
        game = self.game("freestyle")
        moves = recorded("full_board_last_stone_wins_black.txt")
        self.assertEqual(len(moves), 225)
        game.play(moves[:-1])
        self.wins(game, game.black, moves[-1], "black", 5)


class Overlines(Base):
    """A09 (no engine stands behind our server: the judging is what is asked), A10, A11."""

    SIX = "D8 E8 F8 G8 I8"

    def test_a09_a10_six_wins_in_freestyle_alone(self):
        game = self.arranged("freestyle", self.SIX)
        self.wins(game, game.black, "H8", "black", 6)
        game = self.arranged("free", self.SIX)
        self.assertEqual(self.refused(game, game.black, point="H8"), ("forbidden", "overline"))

    def test_a11_six_under_exactly_five_goes_on_and_writes_no_result(self):
        game = self.arranged("exact-five", self.SIX, people=accounts)
        self.goes_on(game, game.black, "H8")
        self.assertEqual(self.server.rows("SELECT * FROM TScoreLedger WHERE GameId = ?", game.id), [])
        self.assertEqual(self.server.rows("SELECT Outcome FROM TGameBase WHERE GameId = ?", game.id),
                         [{"Outcome": None}])
        # White's six does not win either, and a five elsewhere still does.
        for white, black in zip(("D10", "E10", "F10", "H10", "I10"), ("B3", "B5", "B7", "B9", "B11")):
            self.goes_on(game, game.white, white)
            self.goes_on(game, game.black, black)
        self.goes_on(game, game.white, "G10")


    def test_a11_the_console_says_why_six_is_no_win(self):
        moves = ["d8", "a1", "e8", "a3", "f8", "a5", "g8", "a7", "i8", "a9", "h8", "moves"]
        done = subprocess.run([str(BIN / "tianyuan"), "local", "--line", "--lang", "en", "--rule",
                               "exact-five"], input="\n".join(moves) + "\n", text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE_S)
        self.assertRegex(done.stdout, r"stone black H8 move=11 player=first overline=6 \| .*exactly five")
        self.assertNotIn("ended", done.stdout)


class Renju(Base):
    def test_a12_double_four_is_forbidden_and_whites_six_wins(self):
        game = self.arranged("free", "E8 F8 G8 H5 H6 H7", "D8 H4")
        self.assertEqual(self.refused(game, game.black, point="H8"), ("forbidden", "44"))
        game = self.arranged("free", "C12", "D8 E8 F8 G8 I8", to_move="white")
        self.wins(game, game.white, "H8", "white", 6)

    def test_a13_five_beats_double_four(self):
        game = self.game("renju")
        game.play(point.upper() for point in
                  re.findall(r"[a-o]\d+", "h8i1h11b3h10m7h14i3i13b1g11d6f10m3e9e1"))
        self.wins(game, game.black, "H12", "black", 5)

    def test_a14_double_three_is_open_to_white(self):
        game = self.arranged("free", "C12", "H8 J8 I6 I5", to_move="white")
        self.goes_on(game, game.white, "I8")

    def test_a15_a_three_needs_room_for_its_straight_four(self):
        game = self.arranged("free", "F8 G8 H6 H7", "D8 J8")
        self.goes_on(game, game.black, "H8")
        for white in ("D8", ""):
            game = self.arranged("free", "F8 G8 H6 H7", white)
            self.assertEqual(self.refused(game, game.black, point="H8"), ("forbidden", "33"))


class Points(Base):
    OFF_BOARD = [(-1, 0), (0, -1), (15, 0), (0, 15), (7, 1_000_000)]

    def test_a23_a_point_off_the_board_costs_nothing_but_time(self):
        game = self.arranged("freestyle", "H8", "H9")
        before = game.snapshot_of(game.black)
        names = [f"{'ABCDEFGHIJKLMNOP'[x] if x >= 0 else '@'}{y + 1}" for x, y in self.OFF_BOARD]
        for name in names + ["@1", "A0", "P1", "A16", "H1000001", "H-1"]:
            error = game.black.refusal_unchecked(
                "game.place", {"game": game.id, "turn": game.turn, "point": name})
            self.assertEqual((error["data"]["reason"], error["data"]["field"]), ("invalid_params", "point"))
        after = game.snapshot_of(game.black)
        for key in ("turn", "version", "moves", "ask"):
            self.assertEqual(after[key], before[key])
        self.assertEqual(after["clocks"]["running"], "first")
        self.assertLessEqual(after["clocks"]["move_left_ms"], before["clocks"]["move_left_ms"])
        game.place(game.black, "A1")

    def test_a24_points_off_the_board_typed_into_the_console(self):
        """There is no page to click on; the nearest is what is typed (the keys: test_console_screen)."""
        players = [Console(self.server.url, "--guest") for _ in range(2)]
        for player in players:
            self.addCleanup(player.close)
            player.send(f"match {self.rooms['freestyle']}")
        found = [player.expect("match-found") for player in players]
        black = players[0] if found[0].values["colour"] == "black" else players[1]
        black.expect("your-turn", "place")
        for typed in ("place P8", "place H16", "place H0", "place @8", "place", "H16", "A0", "place 8H"):
            self.assertIn(black.ask(typed, "error").words[1], ("bad_point", "bad_argument", "bad_command"))
        black.ask("O15", "stone", "black", "O15", "move=1")

    def test_a62_a63_the_column_i_and_names_of_larger_boards(self):
        game = self.arranged("freestyle", "H8", "H9")
        for client, point in ((game.black, "i9"), (game.white, "j10")):
            self.assertEqual(game.place(client, point)["events"][0]["point"], point.upper())
        for name in ("ba4", "aa1", "H08", "H8 ", "I9J10"):
            error = game.black.refusal_unchecked(
                "game.place", {"game": game.id, "turn": game.turn, "point": name})
            self.assertEqual(error["data"]["field"], "point")
        moves = game.black.call("game.sync", game=game.id)["snapshot"]["moves"]
        self.assertEqual([move["move"] for move in moves], ["H8", "H9", "I9", "J10"])


class Imports(Base):
    """A64 to A68 at the command line; each dialect and each cut stands in tests/common/record_test.cpp."""

    def record(self, *arguments):
        return subprocess.run([str(BIN / "tianyuan"), "record", *arguments], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE_S)

    def test_a64_a65_a66_a67_read_or_refused_with_the_place(self):
        texts = {
            "escaped.sgf": ("(;GM[4]SZ[15]C[a\\]b];B[hh];W[ii])", "h8i7"),
            "brackets.sgf": ("(;GM[4]SZ[15];B[hh]C[a ))) b];W[ii])", "h8i7"),
            "garbage.sgf": ("(;GM[4];B[hh]C[x]))) trailing garbage", "h8"),
            "dialect.psq": ("Piskvorky 15x15, 11:11, 0\r\n8, 8\r\n 9 ,7\r\n0,Freestyle15_1\r\n1,1\r\n", "h8i9"),
            "cut.sgf": ("(;GM[4]SZ[15];B[hh]C[never closed", "line 1, column 21"),
            "off.psq": ("Piskvorky 15x15, 0:0, 0\n8,8,0\n16,8,0\n", "line 3, column 1"),
            "twice.psq": ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n", "line 3, column 1"),
            "large.psq": ("Piskvorky 20x20, 0:0, 0\n2,10,0\n", "20x20"),
        }
        with tempfile.TemporaryDirectory() as folder:
            for name, (text, wanted) in texts.items():
                with self.subTest(file=name):
                    source, target = Path(folder) / name, Path(folder) / (name + ".txt")
                    source.write_text(text)
                    done = self.record("convert", str(source), str(target))
                    if done.returncode == 0:
                        self.assertEqual(target.read_text().strip(), wanted)
                    else:
                        self.assertIn(wanted, done.stderr)
                        self.assertFalse(target.exists())

    def test_a68_a_position_that_is_decided_has_no_move_to_find(self):
        for black, white, winner in ((["a1", "b1", "c1", "d1", "e1"], [], "black"),
                                     ([], ["a1", "b1", "c1", "d1", "e1", "f1"], "white")):
            line = json.dumps({"black": black, "white": white})
            error = json.loads(rules("forbidden", text=line + "\n").stdout)["error"]
            self.assertIn(f"over: {winner}", error)


if __name__ == "__main__":
    unittest.main()
