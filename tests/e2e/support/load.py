"""Many lean clients on one event loop. They find each other by quick match, play cheap stones (and
whatever an opening asks), resign now and then, come back by themselves when the server dies, and
tell a Witness everything they are told.

Unlike wire.Wire nothing here waits, and messages are not held against the contract: the point is
hundreds of games at once.
"""

import asyncio
import json
import random

import websockets
from websockets.legacy.client import connect

from .wire import SUBPROTOCOL

POINTS = [f"{column}{row}" for column in "ABCDEFGHIJKLMNO" for row in range(1, 16)]
SHORTEST_THINK_S = 0.05
AGAIN_S = 0.05  # between two tries to connect while the server is down


class House:
    """What all players of a load share."""

    def __init__(self, url, witness, seed, moves_per_second, games):
        self.url = url
        self.witness = witness
        self.random = random.Random(seed)
        self.think_s = max(SHORTEST_THINK_S, games / moves_per_second)
        self.over = False
        self.back = 0  # players signed in on the present server
        self.everyone_back = asyncio.Event()
        self.players = []

    def signed_in(self):
        self.back += 1
        if self.back == len(self.players):
            self.everyone_back.set()

    def server_ends(self):
        self.everyone_back.clear()


class Player:
    def __init__(self, house, number, rooms, name=None):
        self.house = house
        self.number = number
        self.rooms = rooms
        self.name = name  # None: a guest
        self.random = random.Random(house.random.random())
        self.registered = False
        self.token = None
        self.user = None
        self.socket = None
        self.pending = {}
        self.unanswered = None  # a stone that the last connection took with it
        self.ids = 0
        self.timer = None
        self.signed = False
        self._forget()
        house.players.append(self)

    def _forget(self):
        self.game = self.table = self.me = self.ask = None
        self.version = self.turn = 0
        self.stones = set()

    # ---- the connection

    async def live(self):
        loop = asyncio.get_running_loop()
        while not self.house.over:
            try:
                self.socket = await connect(self.house.url, subprotocols=[SUBPROTOCOL],
                                            compression=None, ping_interval=None, max_size=None,
                                            open_timeout=60, close_timeout=1)
            except (OSError, asyncio.TimeoutError, websockets.WebSocketException):
                await asyncio.sleep(AGAIN_S * (1 + self.random.random()))
                continue
            self.pending.clear()
            self._sign_in()
            try:
                async for text in self.socket:
                    self._take(json.loads(text), loop)
            except (OSError, websockets.ConnectionClosed):
                pass
            self._cut()

    def _cut(self):
        self.socket = None
        asked = [params for method, params in self.pending.values() if method == "game.place"]
        self.unanswered = asked[-1] if asked else None
        if self.signed:
            self.house.back -= 1
            self.signed = False
        if self.timer:
            self.timer.cancel()
            self.timer = None
        self._forget()

    def _send(self, method, **params):
        if self.socket is None or not self.socket.open:
            return
        self.ids += 1
        self.pending[self.ids] = (method, params)
        text = json.dumps({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params})
        asyncio.ensure_future(self._write(self.socket, text))

    @staticmethod
    async def _write(socket, text):
        try:
            await socket.send(text)
        except (OSError, websockets.ConnectionClosed):
            pass

    def _sign_in(self):
        if self.token:
            self._send("session.resume", token=self.token)
        elif self.name and self.registered:
            self._send("session.login", name=self.name, password="pass-" + self.name)
        elif self.name:
            self._send("session.register", name=self.name, password="pass-" + self.name)
        else:
            self._send("session.guest", name="")

    # ---- what comes

    def _take(self, message, loop):
        self.loop = loop
        if "method" in message:
            self._told(message["method"], message["params"])
            return
        method, params = self.pending.pop(message["id"], (None, None))
        if "error" in message:
            self._refused(method, params, message["error"])
        elif method.startswith("session."):
            self._signed_in(message["result"])
        elif method.startswith("game."):
            for event in message["result"].get("events", []):
                self._event(message["result"]["game"], event, answered=True)
            if method == "game.place":
                self.house.witness.acknowledged += 1

    def _told(self, method, params):
        if method == "game.event":
            self._event(params["game"], params["event"])
        elif method in ("match.found", "game.started"):
            self._snapshot(params["game"])
        elif method == "game.over":
            self.house.witness.over(params)
            if params["game"] == self.game or self.game is None:
                self.game = self.ask = None
                self._later(self._seek)

    def _signed_in(self, result):
        self.token, self.user = result["token"], result["user"]["id"]
        self.signed = True
        self.table = result.get("table", {}).get("id")
        if "game" in result:
            self.house.witness.resumed(self.user, result["game"])
            self._snapshot(result["game"])
            # As a real client does: the same act at the same turn, made once however often it is sent.
            if self.unanswered and self.unanswered["game"] == self.game:
                self._send("game.place", **self.unanswered)
        else:
            self.house.witness.in_the_hall(self.user)
            self._later(self._seek)
        self.house.signed_in()

    def _refused(self, method, params, error):
        reason = error["data"]["reason"]
        self.house.witness.refusals[f"{method} {reason}"] += 1
        if method.startswith("session."):
            # The account was made, and the server died before it said so.
            self.registered = self.registered or reason == "name_taken"
            if self.token and reason not in ("busy", "rate_limited"):
                self.house.witness.violation("lost", f"user {self.user}'s session: {reason}")
                return
            self._later(self._sign_in, 1)
        elif method in ("match.start", "table.leave"):
            self._later(self._seek)
        elif method.startswith("game."):
            self._later(self._act)

    # ---- the game

    def _snapshot(self, game):
        self.game, self.table = game["game"], game["table"]
        self.version, self.turn, self.ask = game["version"], game["turn"], game.get("ask")
        self.me = "first" if game["players"][0]["id"] == self.user else "second"
        self.stones = {move["move"] for move in game["moves"]}
        self.house.witness.shown_clocks(self.game, self.version, game["clocks"])
        if "result" in game:
            self.game = self.ask = None
            return
        self._later(self._act)

    def _event(self, game, event, answered=False):
        self.house.witness.event(game, event)
        if game != self.game:
            return
        if answered and event["version"] <= self.version:
            return  # an act sent twice is answered twice, as the first time
        if event["version"] != self.version + 1:
            self.house.witness.violation("doubled" if event["version"] <= self.version else "lost",
                                         f"game {game}: user {self.user} was told version "
                                         f"{event['version']} after {self.version}")
        self.version, self.turn, self.ask = event["version"], event["turn"], event.get("ask")
        if "point" in event:
            self.stones.add(event["point"])
        self.house.witness.shown_clocks(game, event["version"], event["clocks"])
        if event["kind"] == "ended":
            self.ask = None
        else:
            self._later(self._act)

    def _later(self, what, after_s=0):
        if self.timer:
            self.timer.cancel()
        think_s = after_s or self.house.think_s
        self.timer = self.loop.call_later(think_s * (0.5 + self.random.random()), what)

    def _seek(self):
        if self.table:
            self._send("table.leave")
            self.table = None
        self._send("match.start", room=self.random.choice(self.rooms))

    def _free(self):
        half, outside = self.ask.get("half_width", 7), self.ask.get("outside", False)
        while True:
            point = self.random.choice(POINTS)
            off = max(abs(ord(point[0]) - ord("H")), abs(int(point[1:]) - 8))
            if point not in self.stones and (off <= half) != outside:
                return point

    def _act(self):
        if self.game is None or self.ask is None or self.ask["player"] != self.me:
            return
        act, at = self.ask["acts"][0], {"game": self.game, "turn": self.turn}
        if self.random.random() < 0.004:
            self._send("game.resign", game=self.game)
        elif act == "place":
            self._send("game.place", **at, point=self._free())
        elif act == "pass":
            self._send("game.pass", **at)
        elif act == "swap":
            self._send("game.swap", **at, swap=self.random.random() < 0.5)
        elif act == "branch":
            self._send("game.choose", **at, option=self.random.choice(self.ask["options"]))
        elif act == "declare_fifths":
            self._send("game.declare_fifths", **at, count=self.ask["count_min"])
        elif act == "offer_fifths":
            offered = set()
            while len(offered) < self.ask["count_min"]:
                offered.add(self._free())
            self._send("game.offer_fifths", **at, points=sorted(offered))
        elif act == "choose_fifth":
            self._send("game.choose_fifth", **at, point=self.random.choice(self.ask["fifths"]))
