"""The full-screen console in a real terminal: tmux, driven by keys, read as text.

    with Screen(80, 24, "--server", server.url, "--guest", lang="zh") as screen:
        screen.until("房间")
        screen.keys("match 1", "Enter")
        screen.rows()                 # what stands there now, one string a row
"""

import os
import re
import shlex
import subprocess
import time
import unicodedata
import uuid

from .server import BIN, PATIENCE_S


def columns(text):
    """How many columns the terminal gives to a text."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


class Screen:
    def __init__(self, width, height, *arguments, lang="en"):
        self.socket = f"tianyuan-{uuid.uuid4().hex[:12]}"
        self.width, self.height = width, height
        command = shlex.join([str(BIN / "tianyuan"), "--lang", lang, *arguments])
        environment = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        environment.pop("TMUX", None)
        # The shell stays behind the program, so that its last words can be read.
        subprocess.run(["tmux", "-L", self.socket, "-f", "/dev/null", "-u", "new-session", "-d",
                        "-x", str(width), "-y", str(height),
                        f"{command}; echo \"[exit $?]\"; sleep 600"],
                       check=True, env=environment, timeout=PATIENCE_S)

    def _tmux(self, *arguments):
        return subprocess.run(["tmux", "-L", self.socket, *arguments], check=True, text=True,
                              stdout=subprocess.PIPE, timeout=PATIENCE_S).stdout

    def rows(self):
        rows = [row.rstrip() for row in self._tmux("capture-pane", "-p").split("\n")[:self.height]]
        return rows + [""] * (self.height - len(rows))

    def keys(self, *keys):
        """As tmux names them: "Up", "Enter", "F5"; anything else is typed."""
        self._tmux("send-keys", *keys)

    def resize(self, width, height):
        self.width, self.height = width, height
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def until(self, *patterns, timeout=PATIENCE_S):
        """The rows as soon as every pattern is found in one of them."""
        deadline = time.monotonic() + timeout
        while True:
            rows = self.rows()
            if all(any(re.search(pattern, row) for row in rows) for pattern in patterns):
                return rows
            if time.monotonic() > deadline:
                raise AssertionError(f"no {patterns} on the screen:\n" + "\n".join(rows))
            time.sleep(0.05)

    def settles(self, check, timeout=PATIENCE_S):
        """Until check(rows) raises no AssertionError: a screen may be seen half painted."""
        deadline = time.monotonic() + timeout
        while True:
            rows = masked(self.rows())
            try:
                check(rows)
                return rows
            except AssertionError as fault:
                if time.monotonic() > deadline:
                    raise AssertionError(f"{fault}\nThe screen:\n" + "\n".join(rows)) from None
            time.sleep(0.05)

    def close(self):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], stderr=subprocess.DEVNULL,
                       timeout=PATIENCE_S)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def masked(rows):
    """Without what differs from run to run: the port, clocks, the names of guests."""
    text = "\n".join(rows)
    text = re.sub(r" +ws://127\.0\.0\.1:\d+/ws", " SERVER", text)
    text = re.sub(r"\d+:\d\d(?!\d)", "CLOCK", text)
    return text.split("\n")
