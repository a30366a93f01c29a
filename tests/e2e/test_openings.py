"""Every opening rule through the server (O1 to O14): each way through each of them, played by two
clients to an end, with every refusal at every point of it. What should happen stands in
support/opening_rules.py, written from the rules' texts."""

import json
import unittest

from support import shapes
from support.opening_referee import OpeningGame, Tally
from support.opening_rules import RULES, WAYS, paths
from support.server import ROOT, Server
from support.wire_play import guests, naming, rooms_of_rules

# How the games end, in turn; each rule sees all of them.
ENDS = ["black resigns", "white resigns", "passes", "six", "five"]


class Openings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(flags=["--frames-per-second", "100000", "--frames-burst", "100000"])
        cls.addClassCleanup(cls.server.close)
        cls.rooms = rooms_of_rules(cls.server, RULES)
        cls.tally = Tally()

    @classmethod
    def tearDownClass(cls):
        print(f"\n{cls.tally}", flush=True)

    def play_every_way(self, name):
        rule = RULES[name]
        ways = list(paths(rule.steps))
        self.assertEqual(len(ways), WAYS[name])
        one, two, stranger = guests(self, self.server, 3)
        tried = set()  # where the refusals were tried: the step, and who holds Black
        game = None
        for number in range(max(len(ways), 2 * len(ENDS))):
            way, end = ways[number % len(ways)], ENDS[number % len(ENDS)]
            with naming(f"{name} {way}, {end}"):
                if game is None:
                    game = OpeningGame.matched(self, one, two, self.rooms[name], rule, number)
                else:
                    game = OpeningGame.again(game, number)
                game.stranger, game.tried, game.tally = stranger, tried, self.tally
                game.play(way)
                game.play_on(end)
                game.check_record(self.server, name)
        self.tally.ways += len(ways)

    def test_these_are_all_rules_that_a_room_can_have(self):
        documented = [line.split("`")[1] for line in (ROOT / "docs/rules.md").read_text().splitlines()
                      if line.startswith("### `")]
        self.assertEqual(sorted(documented), sorted(RULES))
        self.assertEqual(sorted(room["rule"] for room in self.known_rooms()
                                if room["id"] in self.rooms.values()), sorted(RULES))

    def known_rooms(self):
        client, = guests(self, self.server, 1)
        return client.call("hall.rooms")["rooms"]

    def test_a_room_lowers_the_number_of_fifths_that_may_be_stated(self):
        one, two = guests(self, self.server)
        room = rooms_of_rules(self.server, ["yamaguchi"], first=200, FifthsMax=3)["yamaguchi"]
        game = OpeningGame.matched(self, one, two, room, RULES["yamaguchi"], 0)
        for spot in ("H8", "H9", "H10"):
            game.act("game.place", point=spot)
            game.position.placed(shapes.point(spot))
        for count in (4, 12):
            error = game.client("first").refusal("game.declare_fifths", game=game.id, turn=game.turn,
                                                 count=count)
            self.assertEqual((error["data"]["reason"], error["data"]["expected"]), ("bad_count", "1..3"),
                             json.dumps(error))
        game.act("game.declare_fifths", count=3)


def _test_of(name):
    def test(self):
        self.play_every_way(name)
    test.__name__ = "test_" + name.replace("-", "_")
    return test


for _name in RULES:
    setattr(Openings, "test_" + _name.replace("-", "_"), _test_of(_name))


if __name__ == "__main__":
    unittest.main()
