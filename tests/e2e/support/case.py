"""A test case with a server of its own, and the small things that many files ask."""

import json
import unittest

from .play import CASUAL
from .server import Server
from .wire import Wire
from .wire_play import guests

FIVE = ["H8", "H9", "I8", "I9", "G8", "G9", "F8", "F9", "J8"]


class ServerCase(unittest.TestCase):
    FLAGS = ["--frames-per-second", "10000", "--frames-burst", "10000"]

    @classmethod
    def setUpClass(cls):
        cls.server = Server(flags=cls.FLAGS)
        cls.addClassCleanup(cls.server.close)

    def nobody(self):
        client = Wire(self.server.url)
        self.addCleanup(client.close)
        return client

    def again(self, client):
        """The same player on a new socket; (client, its session)."""
        new = self.nobody()
        return new, new.resume(client.token)

    def seated(self, room=CASUAL, private=False, people=guests):
        """Two at one new table, in the rule dialog; (one, two, table)."""
        one, two = people(self, self.server)
        one.call("hall.enter", room=room)
        table = one.call("table.create", room=room, private=private)["table"]
        two.call("hall.enter", room=room)
        joined = two.call("table.sit", table=table["id"], code=table.get("code", ""))["table"]
        self.assertEqual(joined["state"], "confirming")
        return one, two, table

    def reason(self, error):
        return error["data"]["reason"]

    def over(self, game):
        """What both were told of the end, which is the same."""
        notes = [client.expect("game.over", game=game.id) for client in game.clients]
        self.assertEqual(notes[0], notes[1])
        return notes[0]

    def stored(self, game):
        return self.server.rows("SELECT * FROM TGameBase WHERE GameId = ?", game.id)[0]

    def events(self, game):
        """What the database keeps of an ended game, each event with its instant `at`."""
        return json.loads(self.stored(game)["Events"])
