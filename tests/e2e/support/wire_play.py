"""Two wire clients brought into a game."""

import contextlib
import hashlib
import time

from .play import CASUAL
from .server import PATIENCE_S
from .wire import Refused, Wire


class WireGame:
    """A quick match of two signed-in clients; follows the turn."""

    def __init__(self, one, two, room=CASUAL):
        one.skip_to_end()
        two.skip_to_end()
        searches = [client.call("match.start", room=room)["search"] for client in (one, two)]
        assert len(set(searches)) == 2, searches
        found = [client.expect("match.found", search=search)
                 for client, search in zip((one, two), searches)]
        assert found[1]["game"]["game"] == found[0]["game"]["game"], found
        self._follow(found[0]["game"], found[0]["table"]["id"], one, two)

    @classmethod
    def begun(cls, snapshot, table, one, two):
        """A game that has begun at a table of theirs."""
        game = cls.__new__(cls)
        game._follow(snapshot, table, one, two)
        return game

    def _follow(self, snapshot, table, one, two):
        self.snapshot = snapshot
        self.id = snapshot["game"]
        self.table = table
        black = self.snapshot["players"][0 if self.snapshot["black"] == "first" else 1]["id"]
        self.black, self.white = (one, two) if one.user["id"] == black else (two, one)
        self.clients = (one, two)
        self.turn = self.snapshot["turn"]

    def place(self, client, point):
        result = client.call("game.place", game=self.id, turn=self.turn, point=point.upper())
        self.turn = result["turn"]
        return result

    def play(self, moves, first="black"):
        """By turns; each waits for the answer before the next."""
        sides = [self.black, self.white] if first == "black" else [self.white, self.black]
        for number, point in enumerate(moves):
            self.place(sides[number % 2], point)

    def snapshot_of(self, client):
        return client.call("game.sync", game=self.id)["snapshot"]


def started(client, *answers):
    """The game that has begun: in the answer to whichever request began it, else as game.started."""
    for answer in answers:
        try:
            game = answer.result(PATIENCE_S).get("game")
        except Refused:
            continue
        if game:
            return game
    return client.expect("game.started")["game"]


def fist(number, salt="0123456789abcdef"):
    """What the closed hand sends (R3)."""
    return hashlib.sha256(f"{number}:{salt}".encode()).hexdigest()


def seated_game(one, two):
    """The first game of the two who sit at a table: rule dialog, then the guess; `one` gets White."""
    for client in (one, two):
        table = client.call("table.confirm", total_ms=0, before_ms=0, after_ms=0)["table"]["id"]
    for client, number in ((one, 3), (two, 4)):
        client.call("game.guess_commit", hash=fist(number))
    for client, number in ((one, 3), (two, 4)):
        client.call("game.guess_open", number=number, salt="0123456789abcdef")
    return WireGame.begun(one.expect("game.started")["game"], table, one, two)


def guests(case, server, count=2):
    """Signed-in guests that the test case closes."""
    made = []
    for _ in range(count):
        client = Wire(server.url)
        case.addCleanup(client.close)
        client.guest()
        made.append(client)
    return made


def accounts(case, server, count=2):
    made = []
    for _ in range(count):
        client = Wire(server.url)
        case.addCleanup(client.close)
        client.register()
        made.append(client)
    return made


def new_room(case, server, number, **columns):
    """A new casual room of freestyle, made by SQL, once the server knows it."""
    names = ", ".join(columns)
    values = ", ".join(f"'{value}'" if isinstance(value, str) else str(value)
                       for value in columns.values())
    server.sql(f"INSERT INTO TGameRoomBase (RoomId, Kind, OpeningRule, {names}) "
               f"VALUES ({number}, 'casual', 'freestyle', {values});")
    wait_for_rooms(server, [number])
    return number


def rooms_of_rules(server, rules, first=100, **columns):
    """{rule: room}: a new room of each rule set."""
    rooms = {rule: first + number for number, rule in enumerate(rules)}
    more = "".join(f", {name}" for name in columns)
    rows = ", ".join(f"({number}, '{rule} {first}', 'casual', '{rule}'"
                     + "".join(f", {value}" for value in columns.values()) + ")"
                     for rule, number in rooms.items())
    server.sql(f"INSERT INTO TGameRoomBase (RoomId, Name, Kind, OpeningRule{more}) VALUES {rows};")
    wait_for_rooms(server, rooms.values())
    return rooms


@contextlib.contextmanager
def naming(what):
    """A fault within says in which of many games it was found; the first one ends the test."""
    try:
        yield
    except Exception as fault:
        raise AssertionError(f"{what}: {fault}") from fault


def wait_for_rooms(server, numbers):
    with Wire(server.url) as one:
        one.guest()
        deadline = time.monotonic() + PATIENCE_S
        while not set(numbers) <= {room["id"] for room in one.call("hall.rooms")["rooms"]}:
            if time.monotonic() > deadline:
                raise AssertionError(f"the server does not know the rooms {list(numbers)}")
            time.sleep(0.05)
