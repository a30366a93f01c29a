"""Every rule set between two console clients in line mode: a table of its room, the rule dialog, the
guess for colours, then each kind of way through its opening (support/opening_rules.py), ordinary
stones and the end. Both are asked, told and refused in the words of docs/console.md."""

import unittest

from support import shapes
from support.opening_rules import ANYWHERE, OTHER, RULES, Position, paths
from support.play import Player
from support.server import Server
from support.wire_play import naming, rooms_of_rules


def kinds_of_ways(rule):
    """One way for each choice of branches: with as many swaps as there are, and a few fifths."""
    best = {}
    for way in paths(rule.steps):
        options = tuple(word for word in way if isinstance(word, str) and word not in ("swap", "keep"))
        numbers = [word[1] for word in way if isinstance(word, tuple)]
        rank = (way.count("swap"), -abs(sum(numbers) - 3))
        if options not in best or rank > best[options][0]:
            best[options] = rank, way
    return [way for _, way in best.values()]


class ConsoleGame:
    """A game at a table of its own; `number` turns the choice of stones."""

    def __init__(self, case, players, room, name, number):
        self.case, self.rule, self.number = case, RULES[name], number
        one, two = players
        for player in players:
            player.skip_to_end()
            player.ask(f"enter {room}", "entered", f"room={room}")
        table = one.ask("new", "seated").values["table"]
        two.ask(f"sit {table}", "seated", f"table={table}")
        for player in players:
            player.expect("confirm-settings")
        one.ask("confirm 15 90 30", "ok", "confirm")
        agreed = two.expect("confirm-settings", "total_ms=900000", "before_ms=90000", "after_ms=30000")
        case.assertIn("15", agreed.text)
        two.send("confirm")
        begun = [player.expect("game-started", f"rule={name}", timeout=60) for player in players]
        for line in begun:
            case.assertEqual(line.values["time"], "hall_900000_90000_30000")
        self.players = {line.values["you"]: player for line, player in zip(begun, players)}
        case.assertEqual(sorted(self.players), ["first", "second"])
        self.position = Position(self.rule)

    def pair(self):
        return self.players["first"], self.players["second"]

    def colour(self, player):
        return "black" if player == self.position.black else "white"

    def asked(self):
        """The console that is asked what the position says; the other is told whom it is up to."""
        position, step = self.position, self.position.step()
        actor, acts = position.actor(), step.act
        if position.over() and self.rule.renju and len(position.stones) >= 3:
            acts = "place+pass"
        more = []
        if step.act == "place":
            more = [f"colour={step.colour}"]
            if step.area != ANYWHERE:
                side = 2 * step.area[1] + 1
                more.append(f"area={'outside-' if step.area[0] == 'out' else ''}{side}x{side}")
        elif step.act == "declare_fifths":
            more = ["min=1", f"max={step.most}"]
        elif step.act == "offer_fifths":
            more = [f"min={position.count()}", f"max={position.count()}"]
        elif step.act == "choose_fifth":
            more = ["points=" + ",".join(map(shapes.text, position.offered))]
        elif step.act == "branch":
            more = ["options=" + ",".join(step.branches)]
        self.players[actor].expect("your-turn", acts, *more)
        self.players[OTHER[actor]].expect("their-turn", acts, f"player={actor}")
        return actor

    def told(self, actor, command, word, *tokens):
        self.players[actor].send(command)
        for player in self.pair():
            player.expect(word, *tokens)

    def refused(self, player, command, word):
        self.players[player].ask(command, "error", word)

    def one_step(self, decisions):
        position, step, actor = self.position, self.position.step(), self.asked()
        spots = [spot for spot in shapes.BOARD
                 if spot not in position.taken() and shapes.within(step.area, spot)]
        spot = spots[(self.number * 31 + len(position.stones) * 53) % len(spots)]
        self.refused(OTHER[actor], shapes.text(spot), "not_your_turn")
        if step.act == "place":
            if position.stones:
                self.refused(actor, shapes.text(position.taken()[-1]), "occupied")
            self.told(actor, shapes.text(spot).lower(), "stone", step.colour, shapes.text(spot),
                      f"move={len(position.stones) + 1}", f"player={actor}")
            position.placed(spot)
            self.told_opening()
            return
        self.refused(actor, shapes.text(spot), "wrong_act")
        if step.act == "offer_fifths":
            self.offer(actor)
        elif step.act == "choose_fifth":
            chosen = position.offered[-1]
            self.refused(actor, "keep " + shapes.text(position.taken()[0]), "not_offered")
            self.told(actor, f"keep {shapes.text(chosen)}", "fifth-kept", shapes.text(chosen), "move=5")
            position.placed(chosen)
        else:
            self.decide(actor, step, decisions.pop(0))

    def offer(self, actor):
        position = self.position
        groups = shapes.fifth_groups(position.stones)
        spots = [groups[(self.number + number * 7) % len(groups)][0]
                 for number in range(position.count())]
        names = [shapes.text(spot) for spot in spots]
        self.refused(actor, "offer " + " ".join(names + ["A15"]), "bad_count")
        self.told(actor, "offer " + " ".join(names), "fifths-offered", *names, f"player={actor}")
        position.decided(spots)

    def decide(self, actor, step, choice):
        position = self.position
        if step.act == "swap":
            yes = "yes" if choice == "swap" else "no"
            black = OTHER[position.black] if choice == "swap" else position.black
            names = {player: console.name for player, console in self.players.items()}
            self.told(actor, f"swap {yes}", "swap", yes, f"player={actor}", f"black={names[black]}",
                      f"white={names[OTHER[black]]}")
        elif step.act == "declare_fifths":
            self.refused(actor, f"fifths {step.most + 1}", "bad_count")
            self.told(actor, f"fifths {choice[1]}", "fifths-declared", str(choice[1]),
                      f"player={actor}")
        else:
            self.refused(actor, "choose neither", "bad_option")
            self.told(actor, f"choose {choice}", "branch", choice, f"player={actor}")
            if choice == "black":
                for player in self.pair():
                    player.expect("swap", "yes", f"player={actor}")
        position.decided(choice)

    def told_opening(self):
        spots = self.position.taken()
        name = shapes.opening_name(*spots) if len(spots) == 3 else ""
        if name:
            for player in self.pair():
                self.case.assertIn(name, player.expect("opening", name.split(" ")[0]).text)

    def play(self, way):
        decisions = list(way)
        while not self.position.over():
            self.one_step(decisions)
        self.case.assertEqual(decisions, [])
        for _ in range(3):
            self.one_step(decisions)
        loser = self.asked()
        winner = self.colour(OTHER[loser])
        self.players[loser].send("resign")
        for who, player in self.players.items():
            player.expect("game-over", "win", "resigned", f"winner={winner}",
                          "you=lost" if who == loser else "you=won")
            record = "".join(shapes.text(spot).lower() for spot, _ in self.position.stones)
            self.case.assertEqual(player.moves(), record)
            player.ask("leave", "left-table")


class ConsoleOpenings(unittest.TestCase):
    def test_every_rule_set_between_two_consoles(self):
        server = Server(flags=["--frames-per-second", "1000", "--frames-burst", "1000",
                               "--tables-burst", "1000"])
        self.addCleanup(server.close)
        rooms = rooms_of_rules(server, RULES)
        players = [Player(server, guest=True) for _ in range(2)]
        for player in players:
            self.addCleanup(player.close)
        number = 0
        for name, rule in RULES.items():
            for way in kinds_of_ways(rule):
                number += 1
                with naming(f"{name} {way}"):
                    ConsoleGame(self, players, rooms[name], name, number).play(way)
        for player in players:
            self.assertEqual(player.quit(), 0)
        print(f"\n{number} games of {len(RULES)} rule sets between two consoles", flush=True)


if __name__ == "__main__":
    unittest.main()
