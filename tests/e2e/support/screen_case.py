"""A test case with a server, full-screen consoles in real terminals, and an opponent in line mode."""

import unittest

from .console import Console
from .screen import Screen, columns
from .server import Server

# What stands on the screen in each language.
WORDS = {
    "zh": {
        "title": " 天元 | 小明 初学者 0 | 普通一室 | 1 号桌 SERVER",
        "rooms": "房间：回车进入",
        "black": "● 小明 (你)  初学者 0",
        "white": "○ 小明 (你)  初学者 0",
        "clock": "CLOCK  本步 CLOCK",
        "your_turn": " 轮到你：落{}子。",
        "stones": {"black": "黑", "white": "白"},
        "rule": "自由五子棋",
        "occupied": " 此处已有棋子。",
        "over": " 对局结束：连五。",
        "keys": " F1 帮助  F2 手数  F3 房间  F4 棋桌  F5 天梯  F6 消息  F7 聊天  Esc 棋盘",
        "moves": "4 手",
    },
    "en": {
        "title": " Tianyuan | 小明 Beginner 0 | 普通一室 | table 1 SERVER",
        "rooms": "Rooms: Enter goes in",
        "black": "● 小明 (you)  Beginner 0",
        "white": "○ 小明 (you)  Beginner 0",
        "clock": "CLOCK  move CLOCK",
        "your_turn": " Your turn: place a {} stone.",
        "stones": {"black": "Black", "white": "White"},
        "rule": "freestyle",
        "occupied": " There is a stone already.",
        "over": " The game is over: five in a row.",
        "keys": " F1 help F2 numbers F3 rooms F4 tables F5 ladder F6 messages F7 chat Esc board",
        "moves": "4 moves",
    },
}


class ScreenCase(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def screen(self, width, height, lang, *arguments):
        screen = Screen(width, height, "--server", self.server.url, *arguments, lang=lang)
        self.addCleanup(screen.close)
        return screen

    def opponent(self, name="hong"):
        console = Console(self.server.url, "--guest", name, label=name)
        self.addCleanup(console.close)
        console.expect("signed-in")
        return console

    def game(self, screen, opponent, words, room=1):
        """A quick match; the colour of the one at the screen."""
        screen.until(words["rooms"])
        screen.keys(f"match {room}", "Enter")
        opponent.send(f"match {room}")
        try:
            found = opponent.expect("match-found")
        except AssertionError as fault:
            raise AssertionError(f"{fault}\nThe screen:\n" + "\n".join(screen.rows())) from None
        screen.until(r"A +B +C")
        return "white" if found.values["colour"] == "black" else "black"

    def check_widths(self, screen, rows):
        for row in rows:
            self.assertLessEqual(columns(row), screen.width, row)
