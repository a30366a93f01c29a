"""One game of a rule set between two wire clients, with a position of opening_rules.py beside it that
says what must come next; each answer, notification and refusal is held against it."""

import re

from . import shapes
from .opening_refusals import refusals
from .opening_rules import ANYWHERE, OTHER, Position
from .wire_play import WireGame, started

KINDS = {"place": "stone", "choose_fifth": "fifth_chosen", "swap": "swap", "branch": "branch",
         "declare_fifths": "fifths_declared", "offer_fifths": "fifths_offered"}


def sgf_nodes(text):
    """{property: values} each, of a file with one game and no variations."""
    nodes = []
    for name, values, new in re.findall(r"([A-Z]+)((?:\[(?:[^\]\\]|\\.)*\]\s*)+)|(;)", text):
        if new:
            nodes.append({})
        else:
            nodes[-1][name] = re.findall(r"\[((?:[^\]\\]|\\.)*)\]", values)
    return nodes


def sgf_point(spot):
    """Two letters, the row from above; a pass is empty."""
    return "" if spot is None else "abcdefghijklmno"[spot[0]] + "abcdefghijklmno"[14 - spot[1]]


class Tally:
    def __init__(self):
        self.ways = self.games = self.acts = self.refusals = 0

    def __str__(self):
        return (f"{self.ways} ways, {self.games} games, {self.acts} acts, "
                f"{self.refusals} refusals")


class OpeningGame:
    """`number` turns the choice of stones and fifths from game to game."""

    def __init__(self, case, clients, snapshot, rule, number):
        self.case, self.clients, self.rule, self.number = case, clients, rule, number
        self.id, self.table, self.room = snapshot["game"], snapshot["table"], snapshot["room"]
        self.turn = snapshot["turn"]
        first = snapshot["players"][0]["id"]
        one, two = clients
        self.players = {"first": one, "second": two} if one.user["id"] == first \
            else {"first": two, "second": one}
        self.position = Position(rule)
        self.acts = []  # the decisions as the record should have them
        self.stranger, self.tried, self.tally = None, set(), Tally()
        case.assertEqual((snapshot["black"], snapshot["moves"]), ("first", []))
        for client in clients:
            client.skip_to_end()

    @classmethod
    def matched(cls, case, one, two, room, rule, number):
        game = WireGame(one, two, room=room)
        return cls(case, (one, two), game.snapshot, rule, number)

    @classmethod
    def again(cls, before, number):
        """The rematch; the other player is first."""
        one, two = before.clients
        answers = [client.begin("table.ready", ready=True) for client in (one, two)]
        snapshot = started(one, answers[0])
        before.case.assertEqual(started(two, answers[1])["game"], snapshot["game"])
        return cls(before.case, before.clients, snapshot, before.rule, number)

    def client(self, player):
        return self.players[player]

    # ---- acting

    def act(self, method, **params):
        """By whoever is asked; both are told the same."""
        actor = self.position.actor()
        client, other = self.client(actor), self.client(OTHER[actor])
        result = client.call(method, game=self.id, turn=self.turn, **params)
        self.turn = result["turn"]
        for event in result["events"]:
            told = other.expect("game.event", game=self.id)["event"]
            self.case.assertEqual(self.without_clocks(told), self.without_clocks(event))
        self.tally.acts += 1
        return result["events"]

    @staticmethod
    def without_clocks(event):
        return {key: value for key, value in event.items() if key != "clocks"}

    def check(self, event, **wanted):
        found = {key: event.get(key) for key in wanted}
        self.case.assertEqual(found, wanted)

    def check_ask(self, ask, clocks):
        """What is asked next, of whom; and his clock runs."""
        step, position = self.position.step(), self.position
        acts = [step.act]
        if position.over() and self.rule.renju and len(position.stones) >= 3:
            acts.append("pass")
        wanted = {"player": position.actor(), "acts": acts, "colour": None}
        if step.act in ("place", "offer_fifths"):
            wanted["colour"] = step.colour
        if step.act == "place" and step.area != ANYWHERE:
            wanted["half_width"] = step.area[1]
            if step.area[0] == "out":
                wanted["outside"] = True
        if step.act == "declare_fifths":
            wanted |= {"count_min": 1, "count_max": step.most}
        if step.act == "offer_fifths":
            wanted |= {"count_min": position.count(), "count_max": position.count()}
        if step.act == "choose_fifth":
            wanted["fifths"] = [shapes.text(spot) for spot in position.offered]
        if step.act == "branch":
            wanted["options"] = list(step.branches)
        if wanted["colour"] is None:  # of the next stone, which a decision may yet change
            wanted["colour"] = ask["colour"]
        self.case.assertEqual(ask, wanted)
        self.case.assertEqual(clocks["running"], position.actor())

    # ---- the opening

    def play(self, way):
        """Through the opening by these decisions."""
        self.tally.games += 1
        decisions = list(way)
        act = None
        while True:
            # Each event was compared already: the whole state where colours may have changed.
            if act not in ("place", "offer_fifths") or self.position.over():
                self.check_snapshots()
            self.try_refusals()
            if self.position.over():
                break
            act = self.position.step().act
            if act == "place":
                self.place(self.good_point())
            elif act == "offer_fifths":
                self.offer()
            elif act == "choose_fifth":
                self.choose()
            else:
                self.decide(decisions.pop(0))
        self.case.assertEqual(decisions, [])

    def place(self, spot):
        position = self.position
        step, actor = position.step(), position.actor()
        event, *more = self.act("game.place", point=shapes.text(spot))
        position.placed(spot)
        self.check(event, kind="stone", player=actor, colour=step.colour, point=shapes.text(spot),
                   number=len(position.stones))
        if more:
            return more[-1]
        self.check(event, opening=self.opening_name() or None)
        self.check_ask(event["ask"], event["clocks"])
        return None

    def decide(self, choice):
        position = self.position
        act, actor = position.step().act, position.actor()
        takes_black = act == "branch" and [step.act for step in position.step().branches[choice]][:1] \
            == ["changes"]
        if act == "swap":
            events = self.act("game.swap", swap=choice == "swap")
            self.check(events[0], kind="swap", player=actor, yes=choice == "swap")
        elif act == "declare_fifths":
            events = self.act("game.declare_fifths", count=choice[1])
            self.check(events[0], kind="fifths_declared", player=actor, number=choice[1])
        else:
            events = self.act("game.choose", option=choice)
            options = list(position.step().branches)
            self.check(events[0], kind="branch", player=actor, text=choice,
                       number=options.index(choice))
        if takes_black:
            self.check(events[1], kind="swap", player=actor, yes=True)
        self.case.assertEqual(len(events), 2 if takes_black else 1)
        self.acts.append({"after": len(position.stones), "player": actor,
                          "act": f"N={choice[1]}" if act == "declare_fifths" else choice})
        position.decided(choice)
        self.check_ask(events[-1]["ask"], events[-1]["clocks"])

    def offer(self):
        position = self.position
        actor, spots = position.actor(), self.good_fifths(position.count())
        event, = self.act("game.offer_fifths", points=[shapes.text(spot) for spot in spots])
        position.decided(spots)
        names = [shapes.text(spot) for spot in spots]
        self.check(event, kind="fifths_offered", player=actor, points=names)
        self.check_ask(event["ask"], event["clocks"])

    def choose(self):
        position = self.position
        actor, spot = position.actor(), position.offered[self.number % len(position.offered)]
        event, = self.act("game.choose_fifth", point=shapes.text(spot))
        position.placed(spot)
        self.check(event, kind="fifth_chosen", player=actor, colour="black", number=5,
                   point=shapes.text(spot))
        self.check_ask(event["ask"], event["clocks"])

    def opening_name(self):
        spots = self.position.taken()[:3]
        return shapes.opening_name(*spots) if len(spots) == 3 else ""

    # ---- which stones

    def free(self, area):
        taken = self.position.taken()
        return [spot for spot in shapes.BOARD if spot not in taken and shapes.within(area, spot)]

    def good_point(self):
        """The border of the square as often as its inside; never the two lowest and highest rows, where
        play_on() builds."""
        step = self.position.step()
        spots = [spot for spot in self.free(step.area) if 2 <= spot[1] <= 12]
        taken = self.position.taken()
        if len(taken) == 3 and self.number % 2 == 0:
            # The mirror image of White 2 in the middle of the black pair: a shape with a symmetry.
            (a, b), (c, d), (e, f) = taken
            mirrored = (a + e - c, b + f - d)
            if mirrored in spots:
                return mirrored
        border = [spot for spot in spots if shapes.distance(spot) == step.area[1]]
        if border and self.number % 4 < 2:
            spots = border
        return spots[(self.number * 31 + len(taken) * 7) % len(spots)]

    def good_fifths(self, count):
        """No two of them the same move."""
        stones = self.position.stones
        spots = [spot for spot in self.free(ANYWHERE) if 2 <= spot[1] <= 12]
        chosen, keys = [], set()
        for step in range(len(spots)):
            spot = spots[(self.number * 13 + step * 17) % len(spots)]
            key = shapes.shape_key([*stones, (spot, "black")])
            if key not in keys and spot not in chosen:
                keys.add(key)
                chosen.append(spot)
            if len(chosen) == count:
                return chosen
        raise AssertionError("too few different fifths")

    # ---- the state, and what must not change it

    def snapshots(self):
        shown = [client.call("game.sync", game=self.id)["snapshot"] for client in self.clients]
        for snapshot in shown:
            clocks = snapshot.pop("clocks")
            snapshot["running"] = clocks.get("running")
        return shown

    def check_snapshots(self):
        """Both see the same, and it is the position."""
        position = self.position
        for snapshot in self.snapshots():
            self.case.assertEqual(snapshot["turn"], self.turn)
            self.case.assertEqual(snapshot["black"], position.black)
            self.case.assertEqual(snapshot.get("opening", ""), self.opening_name())
            self.case.assertEqual(snapshot.get("fifths_declared", 0), position.stated)
            self.case.assertEqual([(move["move"], move["colour"]) for move in snapshot["moves"]],
                                  [(shapes.text(spot), colour) for spot, colour in position.stones])
            self.case.assertEqual(snapshot["ask"]["player"], position.actor())
            self.case.assertEqual(snapshot["running"], position.actor())

    def try_refusals(self):
        """Everything that is wrong here, once for each step and holder of Black."""
        position = self.position
        where = (len(position.stones), position.step().act, len(position.todo), position.black)
        if where in self.tried:
            return
        self.tried.add(where)
        before = self.snapshots()
        for who, method, params, reasons in refusals(position, self.turn, self.good_fifths):
            client = self.stranger if who == "stranger" else self.client(who)
            if "turn" not in params:
                params = {"turn": self.turn, **params}
            error = client.refusal_unchecked(method, {"game": self.id, **params})
            self.case.assertIn(error["data"]["reason"], reasons, (who, method, params, error))
            self.tally.refusals += 1
        self.case.assertEqual(self.snapshots(), before)
        for client in self.clients:
            told = [note for note in client.notes[client.at:] if note[0] in ("game.event", "game.over")]
            self.case.assertEqual(told, [])

    # ---- play by turns, to an end

    def play_on(self, end):
        if end == "passes" and self.rule.renju:
            while len(self.position.stones) < 3:  # no pass in the first three moves
                self.place(self.good_point())
            return self.pass_twice()
        if end in ("five", "six"):
            return self.build(end)
        for _ in range(3):
            self.place(self.good_point())
        return self.resign(self.position.holder("white" if end == "white resigns" else "black"))

    def pass_twice(self):
        for _ in range(2):
            actor = self.position.actor()
            events = self.act("game.pass")
            self.check(events[0], kind="pass", player=actor)
            self.position.stones.append((None, self.position.step().colour))
        self.ended({"outcome": "draw", "reason": "passes"}, events)

    def resign(self, player):
        result = self.client(player).call("game.resign", game=self.id)
        winner = OTHER[player]
        self.ended({"outcome": "win", "reason": "resigned", "winner": winner, "loser": player,
                    "winner_colour": "black" if winner == self.position.black else "white"},
                   result["events"])

    def build(self, end):
        """A row on the lowest line: White's six, or Black's five; the other's stones stand apart on the
        highest. Black 1 where the centre is wanted comes first."""
        colour, row = ("white", 6) if end == "six" else ("black", 5)
        line = [(column, 0) for column in ((0, 1, 2, 4, 5, 3) if row == 6 else range(5))]
        apart = [(column, 14) for column in range(0, 15, 2)]
        if self.rule.centre and not self.position.stones:
            self.place(shapes.CENTRE)
        while line:
            mine = self.position.step().colour == colour
            last = self.place((line if mine else apart).pop(0))
        five = self.rule.five if colour == "black" else self.rule.white_five
        if row == 6 and five == "exact":
            self.case.assertIsNone(last)
            return self.resign("first")
        winner = self.position.holder(colour)
        return self.ended({"outcome": "win", "reason": "five", "winner": winner,
                           "loser": OTHER[winner], "winner_colour": colour,
                           "row": [shapes.text((column, 0)) for column in range(row)]}, [last])

    def ended(self, result, events):
        self.result = result
        self.check(events[-1], kind="ended", result=result)
        for client in self.clients:
            over = client.expect("game.over", game=self.id)
            self.case.assertEqual(over["result"], result)
        error = self.client(self.position.actor()).refusal("game.place", game=self.id, turn=self.turn,
                                                           point="O8")
        self.case.assertIn(error["data"]["reason"], ["game_over"])

    # ---- the record

    def check_record(self, server, rule):
        record = self.clients[self.number % 2].call("record.get", game=self.id)
        moves = [(shapes.text(spot) if spot else "pass", colour)
                 for spot, colour in self.position.stones]
        self.case.assertEqual([(move["move"], move["colour"]) for move in record["moves"]], moves)
        self.case.assertEqual(record.get("opening", ""), self.opening_name())
        self.case.assertEqual(record["game"]["rule"], rule)
        self.case.assertEqual([player["id"] for player in record["game"]["players"]],
                              [self.client(player).user["id"] for player in ("first", "second")])
        result = {key: value for key, value in self.result.items() if key != "row"}
        self.case.assertEqual(record["game"]["result"], result)
        self.check_sgf(server, rule)

    def check_sgf(self, server, rule):
        """Names, rule, opening and what was decided stand in the file, each at its move."""
        status, sgf = server.http(f"/api/v1/games/{self.id}.sgf")
        self.case.assertEqual(status, 200)
        root, *nodes = sgf_nodes(sgf)
        names = {player: self.client(player).user["name"] for player in ("first", "second")}
        black = self.position.black
        self.case.assertEqual([root.get(key) for key in ("RU", "PB", "PW", "ON")],
                              [[rule], [names[black]], [names[OTHER[black]]],
                               [self.opening_name()] if self.opening_name() else None])
        self.case.assertEqual(
            [(key, node[key]) for node in nodes for key in ("B", "W") if key in node],
            [("B" if colour == "black" else "W", [sgf_point(spot)])
             for spot, colour in self.position.stones])
        acts = [{"after": number, "player": {"P1": "first", "P2": "second"}[act[:2]], "act": act[3:]}
                for number, node in enumerate([root, *nodes]) for act in node.get("ACT", [])]
        self.case.assertEqual(acts, self.acts)
        for number, node in enumerate([root, *nodes]):
            told = [act for act in self.acts if act["after"] == number]
            comment = node.get("C", [""])[0]
            for act in told:
                self.case.assertIn(names[act["player"]] + ":", comment)
            if number == 4 and self.position.offered:
                spots = [sgf_point(spot) for spot in self.position.offered]
                self.case.assertEqual(node["FIFTHS"], spots)
                self.case.assertEqual(node["LB"], [f"{spot}:{'ABCDEFGHIJKL'[place]}"
                                                   for place, spot in enumerate(spots)])
                self.case.assertIn(" ".join(map(shapes.text, self.position.offered)), comment)
            else:
                self.case.assertEqual(bool(comment), bool(told))
