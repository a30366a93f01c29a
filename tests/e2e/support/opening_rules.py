"""The opening rules step by step, as their texts say them and not as the program has them.

    RULES["rif"].steps            # what happens, and who decides it
    paths(RULES["rif"].steps)     # every way through: a tuple of decisions each

A decision is "swap" or "keep", ("N", 3), or the name of a branch; stones are chosen by whoever plays.
"""

from dataclasses import dataclass, field

ANYWHERE = ("in", 7)
H8, SQUARE_3, SQUARE_5, SQUARE_7, SQUARE_9 = (("in", half) for half in (0, 1, 2, 3, 4))


@dataclass(frozen=True)
class Step:
    act: str  # place swap branch declare_fifths offer_fifths choose_fifth changes
    who: str = ""  # P1 P2 black white other (than who placed last)
    colour: str = ""
    area: tuple = ANYWHERE
    shown: bool = False  # part of showing an opening: another shape is none of the rule's openings
    most: int = 0  # declare_fifths: 1..most
    count: int = 0  # offer_fifths; 0: as many as were stated
    branches: dict = field(default_factory=dict, hash=False)  # option -> the steps that follow


@dataclass(frozen=True)
class Rule:
    steps: list
    five: str = "exact"  # exactly five wins for Black, five or more: "more"
    white_five: str = "more"
    renju: bool = True  # forbidden moves and passing
    centre: bool = True  # Black 1 at H8


def stone(who, colour, area=ANYWHERE, shown=False):
    return Step("place", who, colour, area, shown)


def black(area=ANYWHERE):
    return stone("black", "black", area)


def white(area=ANYWHERE):
    return stone("white", "white", area)


def swap(who="other"):
    return Step("swap", who)


def states(who, most):
    return Step("declare_fifths", who, most=most)


def fifths(count=0):
    """Black offers, White keeps one, which is Black's stone."""
    return [Step("offer_fifths", "black", "black", count=count), Step("choose_fifth", "white", "black")]


def shows(third):
    return [stone("P1", "black", H8, shown=True), stone("P1", "white", SQUARE_3, shown=True),
            stone("P1", "black", third, shown=True)]


def yamaguchi(third):
    return shows(third) + [states("P1", 12), swap("P2"), white(), *fifths()]


def white_states(most):
    return shows(SQUARE_5) + [swap("P2"), white(), states("white", most), swap(), *fifths()]


def first_four():
    return [black(H8), swap(), white(SQUARE_3), swap(), black(SQUARE_5), swap(), white(SQUARE_7)]


def taraguchi(count):
    return first_four() + [Step("branch", "other", branches={
        "place_fifth": [swap(), black(SQUARE_9), swap()],
        "offer_fifths": fifths(count)})]


def three():
    return [stone("P1", "black"), stone("P1", "white"), stone("P1", "black")]


def gomoku(steps, five="exact", centre=False):
    return Rule(steps, five, five, renju=False, centre=centre)


RULES = {
    "freestyle": gomoku([], "more"),
    "no-forbidden": gomoku([black(), white(), black(), swap("white")], "more"),
    "exact-five": gomoku([]),
    "swap": gomoku(three() + [swap("P2")]),
    "swap2": gomoku(three() + [Step("branch", "P2", branches={
        "white": [],
        "black": [Step("changes", "P2")],
        "two_more": [stone("P2", "white"), stone("P2", "black"), swap("P1")]})]),
    "pro": gomoku([black(H8), white(), black(("out", 2))], centre=True),
    "long-pro": gomoku([black(H8), white(), black(("out", 3))], centre=True),
    "renju": Rule([]),
    "free": Rule([], centre=False),
    "rif": Rule(shows(SQUARE_5) + [swap("P2"), white(), *fifths(2)]),
    "yamaguchi": Rule(yamaguchi(SQUARE_5)),
    "designated": Rule(yamaguchi(SQUARE_5)),
    "yamaguchi-52": Rule(yamaguchi(SQUARE_7)),
    "yamaguchi-variation": Rule([black(H8), white(SQUARE_3), black(SQUARE_7), states("black", 12),
                                 swap(), white(), *fifths()]),
    "tarannikov": Rule(first_four() + [swap(), black(SQUARE_9), swap()]),
    "taraguchi": Rule(taraguchi(5)),
    "taraguchi-10": Rule(taraguchi(10)),
    "jonsson": Rule(white_states(3)),
    "soosorv": Rule(white_states(4)),
    "soosorv-8": Rule(white_states(8)),
    "sakata": Rule(shows(SQUARE_5) + [stone("P2", "white", SQUARE_7), stone("P2", "black", SQUARE_9),
                                      swap("P1")]),
}

# How many ways there are through each, counted by hand: 2 a swap, N a stated number, 1 a branch.
WAYS = {
    "freestyle": 1, "exact-five": 1, "renju": 1, "free": 1, "pro": 1, "long-pro": 1,
    "no-forbidden": 2, "swap": 2, "rif": 2, "sakata": 2,
    "swap2": 1 + 1 + 2,
    "yamaguchi": 12 * 2, "designated": 12 * 2, "yamaguchi-52": 12 * 2, "yamaguchi-variation": 12 * 2,
    "tarannikov": 2 ** 5,
    "taraguchi": 2 ** 3 * (2 * 2 + 1), "taraguchi-10": 2 ** 3 * (2 * 2 + 1),
    "jonsson": 2 * 3 * 2, "soosorv": 2 * 4 * 2, "soosorv-8": 2 * 8 * 2,
}


def paths(steps):
    """Every way through the steps."""
    if not steps:
        yield ()
        return
    step, rest = steps[0], steps[1:]
    if step.act == "branch":
        for option, following in step.branches.items():
            for path in paths(following + rest):
                yield (option, *path)
        return
    if step.act == "swap":
        choices = ["keep", "swap"]
    elif step.act == "declare_fifths":
        choices = [("N", count) for count in range(1, step.most + 1)]
    else:
        choices = [None]
    for choice in choices:
        for path in paths(rest):
            yield path if choice is None else (choice, *path)


OTHER = {"first": "second", "second": "first", "black": "white", "white": "black"}


class Position:
    """What a reader of the rule knows in the middle of it."""

    def __init__(self, rule):
        self.rule = rule
        self.todo = list(rule.steps)
        self.black = "first"
        self.placer = "first"
        self.stones = []  # (point, colour), in order
        self.stated = 0
        self.offered = []

    def step(self):
        """What comes next; play by turns once the opening is over."""
        if self.todo:
            return self.todo[0]
        colour = "white" if len(self.stones) % 2 else "black"
        area = H8 if self.rule.centre and not self.stones else ANYWHERE
        return Step("place", colour, colour, area)

    def over(self):
        return not self.todo

    def holder(self, colour):
        return self.black if colour == "black" else OTHER[self.black]

    def actor(self):
        who = self.step().who
        if who in ("black", "white"):
            return self.holder(who)
        return {"P1": "first", "P2": "second", "other": OTHER[self.placer]}[who]

    def count(self):
        return self.step().count or self.stated

    def taken(self):
        return [point for point, _ in self.stones]

    # ---- what has been done

    def placed(self, point):
        step, actor = self.step(), self.actor()
        self.stones.append((point, step.colour))
        self.placer = self.black if step.act == "choose_fifth" else actor
        self.todo = self.todo[1:]

    def decided(self, choice):
        step = self.todo.pop(0)
        if step.act == "branch":
            self.todo = step.branches[choice] + self.todo
            if self.todo and self.todo[0].act == "changes":
                self.todo.pop(0)
                self.black = OTHER[self.black]
        elif step.act == "swap":
            self.black = OTHER[self.black] if choice == "swap" else self.black
        elif step.act == "declare_fifths":
            self.stated = choice[1]
        else:
            self.offered = list(choice)
