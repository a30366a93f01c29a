"""Two console clients brought into a game, and what several tests ask of them."""

import secrets

from .console import Console

CASUAL, CASUAL_TWO, RULE_ONE, REFUSE, LOSE, CLAIM, PROFESSIONAL, COINS = range(1, 9)  # room ids


class Player(Console):
    """A console client with an account of its own, or a guest."""

    def __init__(self, server, name=None, *flags, guest=False, **more):
        self.server = server
        self.name = name or "p" + secrets.token_hex(5)
        self.password = "pass-" + secrets.token_hex(8)
        if guest:
            sign_in = ["--guest", self.name]
        else:
            sign_in = ["--name", self.name, "--password", self.password, "--register"]
        super().__init__(server.url, *sign_in, *flags, label=self.name, **more)
        self.signed_in = self.expect("signed-in")
        self.seated = False  # at the table of the last match
        self.id = int(self.signed_in.values["id"])

    def again(self, *flags):
        """A new client of the same account, as after a crash of the first."""
        return Again(self, *flags)


class Again(Console):
    def __init__(self, player, *flags):
        self.name, self.password, self.id = player.name, player.password, player.id
        super().__init__(player.server.url, "--name", self.name, "--password", self.password, *flags,
                         label=self.name + "'")
        self.expect("signed-in")


class Match:
    """One quick match: who got which colour."""

    def __init__(self, one, two, room=CASUAL):
        for player in (one, two):
            if player.seated:
                player.ask("leave", "left-table")
            player.skip_to_end()
            player.send(f"match {room}")
            player.seated = True
        found = [player.expect("match-found") for player in (one, two)]
        assert found[0].values["game"] == found[1].values["game"], found
        assert found[0].values["colour"] != found[1].values["colour"], found
        self.game = int(found[0].values["game"])
        self.table = int(found[0].values["table"])
        self.black, self.white = (one, two) if found[0].values["colour"] == "black" else (two, one)
        self.players = (one, two)
        for player in self.players:
            player.expect_any("your-turn", "their-turn")

    def play(self, moves):
        """The moves of both, Black's first, by the clients' own `play`; waits until both saw the last."""
        self.begin(moves)
        colour = "black" if len(moves) % 2 else "white"
        for player in self.players:
            player.expect("stone", colour, moves[-1].upper(), f"move={len(moves)}")

    def begin(self, moves):
        self.black.send("play " + " ".join(moves[0::2]))
        if moves[1::2]:
            self.white.send("play " + " ".join(moves[1::2]))

    def over(self, timeout=120):
        """The line that both got, (outcome, reason, winner's colour)."""
        lines = [player.expect("game-over", timeout=timeout) for player in self.players]
        ends = {(line.words[1], line.words[2], line.values["winner"]) for line in lines}
        assert len(ends) == 1, lines
        return ends.pop()


def ledger(server, game, currency="score"):
    """{user id: change} by one game."""
    rows = server.rows("SELECT UserId, Amount FROM TScoreLedger WHERE GameId = ? AND Currency = ?",
                       game, currency)
    return {row["UserId"]: row["Amount"] for row in rows}


def score_equals_ledger(server):
    """Users whose score is not the sum of their ledger rows; none, when all is sound."""
    return server.rows("""
        SELECT s.UserId, s.Kind, s.Score, sum(l.Amount) AS Sum
        FROM TUserScore s LEFT JOIN TScoreLedger l
          ON l.UserId = s.UserId AND l.Currency = 'score' AND s.Kind IN ('all', l.Kind)
        GROUP BY s.UserId, s.Kind HAVING s.Score <> coalesce(sum(l.Amount), 0)""")
