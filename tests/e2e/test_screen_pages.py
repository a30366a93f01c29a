"""The full-screen console's pages beside the board: chat; and boards that begin anew."""

import unittest

from support.screen import Screen
from support.screen_case import WORDS, ScreenCase


class ChatPage(ScreenCase):
    def check_chat(self, width, height, lang, heading, table, room):
        screen = self.screen(width, height, lang, "--name", "小明", "--password", "a long secret",
                             "--register")
        opponent = self.opponent()
        self.game(screen, opponent, WORDS[lang])
        screen.keys("F7")
        screen.until("^ " + heading)
        opponent.send("say 你好 (hello)")
        screen.until("^ " + table.format("hong", r"你好 \(hello\)"))
        screen.keys("h8 好棋", "Enter")
        opponent.expect("chat", "小明", "scope=table")
        screen.until("^ " + table.format("小明", "h8 好棋"))
        opponent.send("chat to all")
        rows = screen.until("^ " + room.format("hong", "to all"))
        self.check_widths(screen, rows)
        # A slash makes a command of it; the board is one key away.
        screen.keys("Escape")
        screen.until(r"A +B +C")
        screen.keys("F7")
        screen.keys("/resign", "Enter")
        opponent.expect("game-over", "win", "resigned")

    def test_chat_has_a_page_of_its_own_in_chinese(self):
        self.check_chat(80, 24, "zh", "聊天：", r"\[本桌\] {}：{}", r"\[房间\] {}：{}")

    def test_chat_has_a_page_of_its_own_in_english(self):
        self.check_chat(120, 40, "en", "Chat:", r"\[table\] {}: {}", r"\[room\] {}: {}")

    def test_a_long_chat_is_scrolled(self):
        screen = self.screen(80, 24, "en", "--guest")
        screen.until(WORDS["en"]["rooms"])
        screen.keys("enter 1", "Enter", "F7")
        screen.until("^ Chat:")
        for number in range(5):
            talker = self.opponent(f"talker{number}")
            talker.send("enter 1", *(f"chat {number}-{line} " + "word " * 40 for line in range(4)))
            screen.until(rf"{number}-3 word")
        screen.keys("PageUp", "PageUp", "PageUp")
        rows = screen.until("1-3 word")
        self.assertNotIn("4-3 word", "\n".join(rows[:17]))
        screen.keys("PageDown", "PageDown", "PageDown")
        screen.settles(lambda rows: self.assertIn("4-3 word", "\n".join(rows[:17])))


class NoServer(ScreenCase):
    def test_the_last_words_say_why_there_is_no_connection(self):
        self.server.stop()
        screen = self.screen(80, 24, "en", "--guest", "--connect-timeout", "0.5")
        screen.until(f"No connection to ws://127.0.0.1:{self.server.port}/ws: ", r"\[exit 2\]")


class FreshBoards(ScreenCase):
    def test_a32_the_winning_stone_can_be_taken_back_and_played_again(self):
        screen = Screen(80, 24, "local", lang="zh")
        self.addCleanup(screen.close)
        screen.until("轮到你：落黑子")
        for point in ("h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1"):
            screen.keys(point, "Enter")
        screen.until(r"\bG1\b")

        def won(rows):
            self.assertIn("● ● ● ●[●]", rows[8])
            self.assertEqual(rows[17], WORDS["zh"]["over"])

        def open_again(rows):
            self.assertNotIn("[●]", rows[8])
            self.assertEqual(rows[17], " 轮到你：落黑子。")

        screen.keys("l8", "Enter")
        screen.settles(won)
        for again in ("redo", "l8"):
            screen.keys("undo", "Enter")
            screen.settles(open_again)
            screen.keys(again, "Enter")
            screen.settles(won)

    def test_a49_a_rematch_begins_with_an_empty_board(self):
        for lang in ("zh", "en"):
            with self.subTest(lang=lang):
                words = WORDS[lang]
                screen = self.screen(80, 24, lang, "--guest")
                opponent = self.opponent("hong" + lang)
                colour = self.game(screen, opponent, words)
                mine = "^" + words["your_turn"].format(words["stones"][colour])
                opponent.send("play a1 c1 e1 g1 i1")
                for number, point in enumerate(("h8", "i8", "j8", "k8", "l8")):
                    answered = number + (colour == "white")
                    screen.until(mine, rf"\b{answered + number} (moves?|手)")
                    screen.keys(point, "Enter")
                    opponent.expect("stone", colour, point.upper())
                screen.until("^" + words["over"])
                opponent.expect("game-over")
                screen.keys("ready", "Enter")
                opponent.send("ready")
                opponent.expect("game-started")

                def fresh(rows):
                    for row in rows[1:16]:
                        self.assertNotRegex(row[:35], r"[●○\[\]]")
                    self.assertIn(words["moves"].replace("4", "0"), "\n".join(rows))
                    self.assertNotIn(words["over"], "\n".join(rows[:18]))

                screen.settles(fresh)
                opponent.send("leave!")
                screen.close()


if __name__ == "__main__":
    unittest.main()
