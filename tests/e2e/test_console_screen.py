"""The full-screen console, driven in a real terminal against the real server."""

import unittest

from support.screen import Screen
from support.screen_case import WORDS, ScreenCase

SMALL_BOARD = """\
 15 · · · · · · · · · · · · · · ·
 14 · · · · · · · · · · · · · · ·
 13 · · · · · · · · · · · · · · ·
 12 · · · + · · · · · · · + · · ·
 11 · · · · · · · · · · · · · · ·
 10 · · · · · · · · · · · · · · ·
  9 · · · · · · ●[○]· · · · · · ·
  8 · · · · · · · ● · · · · · · ·
  7 · · · · · · · · · · · · · · ·
  6 · · · · · · · · · · · · · · ·
  5 · · · · · · · · · · · · · · ·
  4 · · · + · · · · · · · + · · ·
  3 · · · · · · · · · · · · · · ·
  2 · · · · · · · · · · · · · · ·
  1 ○ · · · · · · · · · · · · · ·
    A B C D E F G H I J K L M N O""".split("\n")

LARGE_ROWS = {
    1: " 15 ┌───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┬───┐",
    2: "    │   │   │   │   │   │   │   │   │   │   │   │   │   │   │",
    7: " 12 ├───┼───┼───╋───┼───┼───┼───┼───┼───┼───┼───╋───┼───┼───┤",
    13: "  9 ├───┼───┼───┼───┼───┼───●──[○]──┼───┼───┼───┼───┼───┼───┤",
    15: "  8 ├───┼───┼───┼───┼───┼───┼───●───┼───┼───┼───┼───┼───┼───┤",
    29: "  1 ○───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┴───┘",
    30: "    A   B   C   D   E   F   G   H   I   J   K   L   M   N   O",
}

class ConsoleScreen(ScreenCase):
    def played(self, width, height, lang):
        """Four stones by arrows and by typing; both clients' view of the position agree."""
        words = WORDS[lang]
        screen = self.screen(width, height, lang, "--name", "小明", "--password", "a long secret",
                             "--register")
        opponent = self.opponent()
        colour = self.game(screen, opponent, words)
        mine = words["your_turn"].format(words["stones"][colour])

        def my_turn(after=None):
            """The other's stone is on the screen too: a prompt alone may be that of before."""
            return screen.until("^" + mine, *([rf"\b{after}\b"] if after else []))

        if colour == "black":
            my_turn()
            screen.keys("Enter")  # the cursor stands on H8
            opponent.expect("your-turn")
            opponent.send("a1")
            my_turn("A1")
            screen.keys("Left", "Up", "Enter")  # G9
            opponent.expect("your-turn")
            opponent.send("h9")
        else:
            opponent.expect("your-turn")
            opponent.send("h8")
            my_turn("H8")
            screen.keys("a1", "Enter")
            opponent.expect("your-turn")
            opponent.send("g9")
            my_turn("G9")
            screen.keys("Up", "Enter")  # H9
        if colour == "black":
            my_turn("H9")
        return screen, opponent, colour

    def is_small(self, rows):
        self.assertEqual([row[:35].rstrip() for row in rows[1:17]], SMALL_BOARD)

    def is_large(self, rows):
        for number, expected in LARGE_ROWS.items():
            self.assertEqual(rows[number][:len(expected)], expected)

    def check_small(self, lang):
        words = WORDS[lang]
        screen, opponent, colour = self.played(80, 24, lang)
        mine, hong = (0, 3) if colour == "black" else (3, 0)

        def whole(rows):
            self.assertEqual(rows[0], words["title"])
            self.is_small(rows)
            beside = [row[35:].strip() for row in rows[1:17]]
            self.assertEqual(beside[mine], words[colour])
            self.assertTrue(beside[hong][2:].startswith("hong  "), beside)
            self.assertEqual(sorted((beside[1], beside[4])), sorted(("CLOCK", words["clock"])))
            self.assertEqual(beside[7:9], [words["rule"], words["moves"]])
            self.assertEqual(rows[22], ">")
            self.assertEqual(rows[23], words["keys"])
            if colour == "black":
                self.assertEqual(rows[17], words["your_turn"].format(words["stones"][colour]))

        screen.settles(whole)
        self.check_widths(screen, screen.rows())
        # A refusal is told below, the game goes on.
        if colour == "white":
            opponent.expect("your-turn")
            opponent.send("o1")
            screen.until(r"\bO1\b")
        screen.keys("h8", "Enter")
        screen.until("^" + words["occupied"])

        # Move numbers on a key: Black's circled.
        def numbered(rows):
            self.assertIn("③", rows[7])
            self.assertIn("①", rows[8])
            self.assertTrue(rows[15].startswith("  1 2 "), rows[15])

        screen.keys("F2")
        screen.settles(numbered)
        screen.keys("F2")
        screen.until(r"^  8 · · · · · · · ● · ")
        screen.keys("resign", "Enter")
        opponent.expect("game-over", "win", "resigned")

    def check_large(self, lang):
        words = WORDS[lang]
        screen, _, _ = self.played(120, 40, lang)

        def whole(rows):
            self.assertEqual(rows[0], words["title"])
            self.is_large(rows)
            self.assertEqual(rows[38], ">")
            self.assertEqual(rows[39], words["keys"])

        screen.settles(whole)
        self.check_widths(screen, screen.rows())
        # A smaller window, and back: the same position in the other drawing.
        screen.resize(80, 24)
        screen.settles(self.is_small)
        screen.resize(60, 20)
        screen.until("72 x 22")
        screen.resize(120, 40)
        screen.settles(self.is_large)

    def test_a_game_at_80x24_in_chinese(self):
        self.check_small("zh")

    def test_a_game_at_80x24_in_english(self):
        self.check_small("en")

    def test_a_game_at_120x40_in_chinese(self):
        self.check_large("zh")

    def test_a_game_at_120x40_in_english(self):
        self.check_large("en")

    def test_the_end_and_the_score_are_told(self):
        words = WORDS["zh"]
        screen = self.screen(80, 24, "zh", "--name", "小明", "--password", "a long secret",
                             "--register")
        opponent = self.opponent()
        colour = self.game(screen, opponent, words)
        mine = words["your_turn"].format(words["stones"][colour])
        opponent.send("play a1 c1 e1 g1 i1")
        replies = ["A1", "C1", "E1", "G1", "I1"]
        for number, point in enumerate(("h8", "i8", "j8", "k8", "l8")):
            answered = replies[:number + (colour == "white")][-1:]
            screen.until("^" + mine, *(rf"\b{reply}\b" for reply in answered))
            screen.keys(point, "Enter")
            opponent.expect("stone", colour, point.upper())
        row = "● ● ● ●[●]" if colour == "black" else "○ ○ ○ ○[○]"
        screen.settles(lambda rows: self.assertIn(row, rows[8]))
        screen.until("^" + words["over"])
        screen.until("你赢了：连五。不计分：有游客参与")  # hong is a guest
        self.assertEqual(self.server.rows("SELECT Outcome FROM TGameBase")[0]["Outcome"], "win")

    def test_who_is_away_and_for_how_long(self):
        screen = self.screen(80, 24, "zh", "--guest")
        opponent = self.opponent()
        self.game(screen, opponent, WORDS["zh"])
        opponent.kill()
        screen.until(r"掉线，剩 [23]:\d\d 返回")

    def test_the_opening_decisions_of_a_professional_game(self):
        screen = self.screen(80, 24, "zh", "--guest")
        opponent = self.opponent()
        colour = self.game(screen, opponent, WORDS["zh"], room=7)
        if colour == "black":
            for point in ("h8", "h9", "i9"):
                screen.until("轮到你：落.子")
                screen.keys(point, "Enter")
                opponent.expect("stone")
            opponent.expect("your-turn", "swap")
            opponent.send("swap yes")
            screen.until("轮到你：落白子")
            screen.keys("a1", "Enter")
            opponent.expect("your-turn", "offer_fifths")
            opponent.send("offer o15 o1")
            screen.until("轮到你：用 keep 保留其一：O15 O1")
            screen.settles(lambda rows: self.assertEqual((rows[1][32], rows[15][32]), ("?", "?")))
            screen.keys("keep o1", "Enter")
            opponent.expect("fifth-kept", "O1")
        else:
            for point in ("h8", "h9", "i9"):
                opponent.expect("your-turn", "place")
                opponent.send(point)
            screen.until("轮到你：是否交换")
            screen.keys("y")
            opponent.expect("swap", "yes")
            opponent.send("a1")
            screen.until("轮到你：用 offer 提出 2 个第五手")
            screen.keys("Up", "Up", "Up", "Enter")  # H11 is marked
            screen.settles(lambda rows: self.assertEqual(rows[5][18], "?"))
            screen.keys("Right", "Right", "Enter")  # J11: the second offers both
            opponent.expect("your-turn", "choose_fifth", "points=H11,J11")
            opponent.send("keep j11")
        screen.until("开局：D4")

    def test_rooms_tables_and_the_ladder_are_lists(self):
        screen = self.screen(80, 24, "en", "--name", "ming", "--password", "a long secret",
                             "--register")
        rows = screen.until("Rooms: Enter goes in", "普通一室")
        self.assertIn("professional", "\n".join(rows))
        screen.keys("Down", "Enter")
        screen.until("Tables: Enter sits down", r"普通二室 ")
        screen.keys("new", "Enter")
        screen.until("table 1", "A B C D")
        screen.keys("F5")
        screen.until("Ladder all rooms, page 1")
        screen.keys("F1")
        screen.until("register NAME PASSWORD")
        screen.keys("Escape")
        screen.until("A B C D")
        screen.keys("leave", "Enter")
        screen.until(r"Left the table\.")
        screen.keys("quit", "Enter")
        screen.until(r"\[exit 0\]")

    def test_a24_nothing_off_the_board_can_be_played(self):
        """The screen takes no mouse: keys that lead beyond each edge, points that are none, and what a
        terminal with its mouse turned on would send for clicks beside the board."""
        screen = Screen(80, 24, "local", "--rule", "freestyle", lang="en")
        self.addCleanup(screen.close)
        screen.until("place a Black stone")
        corners = [("Left", "Down", "A1"), ("Right", "Down", "O1"), ("Right", "Up", "O15"),
                   ("Left", "Up", "A15")]
        for number, (across, along, corner) in enumerate(corners, 1):
            screen.keys(*[across] * 20, *[along] * 20, "Enter")
            screen.until(rf"{number} moves?\b", rf"\b{corner}\b")
        for typed in ("p8", "h16", "a0", "place @1", "h8h9"):
            screen.keys(typed, "Enter")
            screen.until("^>$")
        for click in ("\x1b[<0;36;9M", "\x1b[<0;36;9m", "\x1b[<0;1;1M", "\x1b[M !!", "\x1b[M p9"):
            screen.keys("-l", click)
        # Whatever letters of them reached the line are wiped; no stone was placed.
        screen.keys("Escape")
        screen.until("^>")
        screen.keys(*["BSpace"] * 40)
        screen.until("^>$", "4 moves")
        screen.keys("h8", "Enter")
        screen.until("5 moves", r"\bH8\b")

    def test_two_people_at_one_screen(self):
        screen = Screen(80, 24, "local", "--rule", "renju", lang="zh")
        self.addCleanup(screen.close)
        screen.until("轮到你：落黑子")
        for key in ("Enter", "a1", "i8", "a15", "j9", "o1", "j10", "o15"):
            screen.keys(*((key,) if key == "Enter" else (key, "Enter")))
        screen.until("J8 三三")
        screen.settles(lambda rows: self.assertEqual(rows[8][22], "3"))
        screen.keys("j8", "Enter")
        screen.until("黑方禁手，请换一点")
        screen.keys("undo", "Enter")
        screen.until("轮到你：落白子")


if __name__ == "__main__":
    unittest.main()
