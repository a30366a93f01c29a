"""A real console client in line mode over pipes (docs/console.md).

    with Console(server.url, "--guest") as player:
        player.send("match 1")
        found = player.expect("match-found", timeout=20)
        found.values["colour"]        # key=value words
        found.words                   # the stable words, the event's own first
"""

import subprocess
import threading
import time

from .server import BIN, PATIENCE_S


class Line:
    """One event line: stable words, key=value words, text for people."""

    def __init__(self, raw):
        self.raw = raw
        stable, _, self.text = raw.partition(" | ")
        words = stable.split()
        self.values = dict(word.split("=", 1) for word in words if "=" in word[1:])
        self.words = [word for word in words if "=" not in word[1:]]
        self.word = words[0] if words else ""
        self.all = set(words)

    def fits(self, word, tokens):
        return self.word == word and all(token in self.all for token in tokens)

    def __repr__(self):
        return f"Line({self.raw!r})"


class Console:
    def __init__(self, url, *arguments, label="", lang="en", echo=None):
        self.label = label
        self.echo = echo  # called with each line, for the demo
        self.lines = []
        self.at = 0  # where the next expect begins
        self.changed = threading.Condition()
        self.process = subprocess.Popen(
            [str(BIN / "tianyuan"), "--server", url, "--line", "--lang", lang, *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for raw in self.process.stdout:
            text = raw.decode("utf-8", "replace").rstrip("\n")
            with self.changed:
                self.lines.append(Line(text))
                self.changed.notify_all()
            if self.echo:
                self.echo(self, text)
        with self.changed:
            self.changed.notify_all()

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def expect(self, word, *tokens, timeout=PATIENCE_S):
        """The next line of that word with all those tokens, behind what the last expect found."""
        return self._find(lambda line: line.fits(word, tokens), f"{word} {' '.join(tokens)}", timeout)

    def expect_any(self, *words, timeout=PATIENCE_S):
        return self._find(lambda line: line.word in words, " or ".join(words), timeout)

    def _find(self, fits, what, timeout):
        deadline = time.monotonic() + timeout
        with self.changed:
            while True:
                for position in range(self.at, len(self.lines)):
                    if fits(self.lines[position]):
                        self.at = position + 1
                        return self.lines[position]
                left = deadline - time.monotonic()
                ended = self.process.poll() is not None and not self.reader.is_alive()
                if left <= 0 or ended:
                    raise AssertionError(
                        f"{self.label or 'console'}: no '{what.strip()}'"
                        + (f" (ended with {self.process.returncode})" if ended else f" in {timeout} s")
                        + "; its output:\n" + self.tail())
                self.changed.wait(min(left, 0.5))

    def seen(self, word, *tokens):
        """All lines so far of that word with those tokens."""
        with self.changed:
            return [line for line in self.lines if line.fits(word, tokens)]

    def skip_to_end(self):
        """The next expect takes only what is printed from now on."""
        with self.changed:
            self.at = len(self.lines)

    def ask(self, command, word, *tokens, timeout=PATIENCE_S):
        self.send(command)
        return self.expect(word, *tokens, timeout=timeout)

    def diagram(self, command="board"):
        """The lines of the diagram that `board` prints."""
        self.skip_to_end()
        self.send(command, "sleep 1", "whoami")
        head = self.expect(command.split()[0] if command.startswith("board") else "record")
        self.expect("signed-in")
        with self.changed:
            start = self.lines.index(head) + 1
            block = []
            for line in self.lines[start:]:
                if not line.raw.startswith(" "):
                    break
                block.append(line.raw)
        return head, block

    def moves(self):
        """The running or last game's record, "h8h9j10"."""
        self.skip_to_end()
        words = self.ask("moves", "moves").words
        return words[1] if len(words) > 1 else ""

    def tail(self, count=40):
        with self.changed:
            return "\n".join("  " + line.raw for line in self.lines[-count:])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join(PATIENCE_S)

    def quit(self):
        """`quit`, and its exit status."""
        try:
            self.send("quit")
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        status = self.process.wait(PATIENCE_S)
        self.reader.join(PATIENCE_S)
        return status

    def close(self):
        if self.process.poll() is None:
            self.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            try:
                pipe.close()
            except BrokenPipeError:
                pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
