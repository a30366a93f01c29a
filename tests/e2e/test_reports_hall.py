"""Faults that other programs had in their hall: matching, seats, rooms, scores, coming back."""

import json
import random
import re
import time
import unittest

from support.case import FIVE, ServerCase
from support.play import CASUAL, CASUAL_TWO, REFUSE
from support.server import PATIENCE_S, ROOT
from support.wire import Refused, Wire
from support.wire_play import WireGame, accounts, guests, new_room, seated_game, started


class Matching(ServerCase):
    def test_a39_four_taps_are_one_search_and_never_a_game_with_oneself(self):
        one, two = guests(self, self.server)
        asked = [one.begin("match.start", room=REFUSE) for _ in range(4)]
        self.assertEqual(len({answer.result(PATIENCE_S)["search"] for answer in asked}), 1)
        self.assertEqual(self.reason(one.refusal("match.start", room=CASUAL)), "already_searching")
        one.call("session.ping")
        self.assertEqual(one.seen("match.found"), [])
        two.call("match.start", room=REFUSE)
        found = one.expect("match.found")
        self.assertEqual(two.expect("match.found")["game"]["game"], found["game"]["game"])
        for client in (one, two):
            client.call("session.ping")
            self.assertEqual(len(client.seen("match.found")), 1)
        played = self.server.rows("SELECT count(*) AS n FROM TGameBase WHERE ? IN (FirstUserId, "
                                  "SecondUserId)", one.user["id"])
        self.assertEqual(played[0]["n"], 1)

    def test_a40_two_last_confirmations_make_one_game(self):
        pairs, rounds = 25, 20  # 500 rounds; the first game of each pair comes by quick match
        people = guests(self, self.server, 2 * pairs)
        games = {}  # pair -> its games, in order
        for number in range(pairs):
            game = WireGame(*people[2 * number:2 * number + 2], room=CASUAL_TWO)
            games[game.clients] = [game.id]
        chance = random.Random(40)
        for _ in range(rounds):
            for pair, seen in games.items():
                pair[0].begin("game.resign", game=seen[-1])
            for pair, seen in games.items():
                for client in pair:
                    client.expect("game.over", game=seen[-1])
            # The barrier: nobody's answer is waited for until all have confirmed, twice each.
            order = [client for pair in games for client in pair * 2]
            chance.shuffle(order)
            asked = {client: [] for client in people}
            for client in order:
                asked[client].append(client.begin("table.ready", ready=True))
            for pair, seen in games.items():
                begun = {started(client, *asked[client])["game"] for client in pair}
                self.assertEqual(len(begun), 1)
                seen.append(begun.pop())
        every = [game for seen in games.values() for game in seen]
        self.assertEqual((len(every), len(set(every))), (pairs * (rounds + 1),) * 2)
        for pair, seen in games.items():
            for client in pair:
                rows = self.server.rows("SELECT GameId FROM TGameBase WHERE ? IN (FirstUserId, "
                                        "SecondUserId) ORDER BY GameId", client.user["id"])
                self.assertEqual([row["GameId"] for row in rows], seen)

    def test_a41_sit_leave_sit_in_one_packet_takes_one_seat(self):
        host, guest = guests(self, self.server)
        for room in (CASUAL, CASUAL_TWO):
            host.call("hall.enter", room=room)
            table = host.call("table.create", room=room, private=False)["table"]["id"]
            guest.call("hall.enter", room=room)
            for answer in guest.begin_in_one_packet(("table.sit", {"table": table, "code": ""}),
                                                    ("table.leave", {"forfeit": False}),
                                                    ("table.sit", {"table": table, "code": ""})):
                answer.result(PATIENCE_S)
            shown = next(t for t in host.call("table.list", room=room)["tables"] if t["id"] == table)
            seated = [seat["user"]["id"] for seat in shown["seats"] if seat.get("user")]
            self.assertEqual(sorted(seated), sorted([host.user["id"], guest.user["id"]]))
            for client in (guest, host):
                client.call("table.leave", forfeit=False)

    def test_a42_a_creator_who_dies_leaves_nobody_waiting_and_no_orphan_table(self):
        one, two = guests(self, self.server)
        one.call("hall.enter", room=CASUAL_TWO)
        last = one.call("table.create", room=CASUAL_TWO, private=False)["table"]["id"]
        one.call("table.leave", forfeit=False)
        two.call("hall.enter", room=CASUAL_TWO)
        one.begin("table.create", room=CASUAL_TWO, private=False)
        one.reset()
        # The table was made or not; whoever wants to sit at it is told at once.
        try:
            joined = two.call("table.sit", table=last + 1, code="")["table"]["id"]
            self.assertEqual(joined, last + 1)
            two.call("table.leave", forfeit=False)
        except Refused as refused:
            self.assertEqual(refused.reason, "unknown_table")
        deadline = time.monotonic() + PATIENCE_S
        while last + 1 in {t["id"] for t in two.call("table.list", room=CASUAL_TWO)["tables"]}:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.2)
        self.assertTrue(two.call("table.create", room=CASUAL_TWO, private=False)["table"]["id"])

    def test_a46_a_player_who_came_and_went_harms_nobody(self):
        one, two, three = guests(self, self.server, 3)
        one.call("hall.enter", room=CASUAL)
        table = one.call("table.create", room=CASUAL, private=False)["table"]["id"]
        two.call("hall.enter", room=CASUAL)
        two.call("table.sit", table=table, code="")
        two.reset()
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                three.call("table.sit", table=table, code="")
                break
            except Refused as refused:
                self.assertEqual(refused.reason, "seat_taken")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.2)
        # He left before the game; the other two play theirs.
        game = seated_game(one, three)
        game.play(FIVE)
        self.assertEqual(self.over(game)["result"]["reason"], "five")
        self.assertTrue(self.server.up())
        self.again(two)[0].call("hall.rooms")


class Apart(ServerCase):
    def test_a48_stones_of_games_at_once_stay_in_their_own(self):
        text = (ROOT / "tests/data/generated/full_board_draw_freestyle.txt").read_text()
        points = [point.upper() for point in re.findall(r"[a-o]\d+", text)]
        self.assertEqual(len(points), 225)
        third = new_room(self, self.server, 83, Name="third")
        chance = random.Random(48)
        placed = 0
        while placed < 1000:
            games = [WireGame(*guests(self, self.server), room=room)
                     for room in (CASUAL, CASUAL_TWO, third)]
            count = {game.id: 0 for game in games}
            for _ in range(120):
                # The same coordinates of all three are on their way at once, in any order.
                chance.shuffle(games)
                asked = []
                for game in games:
                    number = count[game.id]
                    mover = [game.black, game.white][number % 2]
                    asked.append(mover.begin("game.place", game=game.id, turn=game.turn,
                                             point=points[number]))
                for game, answer in zip(games, asked):
                    game.turn = answer.result(PATIENCE_S)["turn"]
                    count[game.id] += 1
                    placed += 1
            for game in games:
                for client in game.clients:
                    moves = [move["move"] for move in game.snapshot_of(client)["moves"]]
                    self.assertEqual(moves, points[:count[game.id]])
                    self.assertLessEqual({note["game"] for note in client.seen("game.event")},
                                         {game.id})
                    client.close()

    def test_a50_score_is_never_computed_from_an_old_value(self):
        one, two, three = accounts(self, self.server, 3)
        game = WireGame(one, two)
        # Two games at once cannot be: one seat a player. What else changes the score meanwhile counts.
        self.assertIn(self.reason(one.refusal("match.start", room=CASUAL_TWO)),
                      ("game_running", "already_seated"))
        self.server.sql("INSERT INTO TScoreLedger (UserId, Currency, Amount, Note) VALUES "
                        f"({one.user['id']}, 'score', 100, 'corrected while a game ran, for a test');")
        one.call("game.resign", game=game.id)
        self.over(game)
        for client in game.clients:
            client.call("table.leave", forfeit=False)
        self.assertEqual(one.call("player.profile", user=0)["user"]["score"], 96)
        game = WireGame(one, three)
        one.call("game.resign", game=game.id)
        settled = {side["user"]: side for side in self.over(game)["settlements"]}
        self.assertEqual(settled[one.user["id"]]["score"], -8)  # of this kind of room
        self.assertEqual(one.call("player.profile", user=0)["user"]["score"], 92)


class Returning(ServerCase):
    def test_a43_a_reset_in_mid_move_does_not_lock_the_seat(self):
        game = WireGame(*guests(self, self.server))
        game.play(FIVE[:4])
        game.black.send_text(json.dumps({"jsonrpc": "2.0", "id": "last", "method": "game.place",
                                         "params": {"game": game.id, "turn": game.turn,
                                                    "point": "G8"}}))
        game.black.reset()
        new, session = self.again(game.black)
        self.assertEqual(session["game"]["game"], game.id)
        self.assertEqual(session["table"]["id"], game.table)
        played = len(session["game"]["moves"])
        self.assertIn(played, (4, 5))
        if played == 4:
            new.call("game.place", game=game.id, turn=session["game"]["turn"], point="G8")
        self.assertEqual(len(game.snapshot_of(game.white)["moves"]), 5)

    def test_a44_a_login_takes_over_from_a_half_open_session(self):
        one, two = accounts(self, self.server)
        game = WireGame(one, two)
        game.play(FIVE[:4])
        one.socket.transport.pause_reading()  # its end of the line is dead and says nothing
        new = Wire(self.server.url)
        self.addCleanup(new.close)
        session = new.login(one.user["name"], one.password)
        self.assertEqual(session["game"]["game"], game.id)
        if game.black is one:
            game.black = new
        else:
            game.white = new
        game.play(FIVE[4:8])
        # The old socket's end marks nobody absent.
        self.assertEqual(game.snapshot_of(new)["connected"], [True, True])
        one.socket.transport.resume_reading()
        self.assertEqual(one.wait_closed()[0], 4001)
        self.assertEqual(game.snapshot_of(new)["connected"], [True, True])

    def test_a45_all_comes_back_with_the_session(self):
        game = WireGame(*guests(self, self.server))
        game.play(FIVE[:6])
        offer = game.black.call("game.offer_draw", game=game.id, turn=game.turn)["events"][0]["number"]
        request = game.white.call("game.request_undo", game=game.id, turn=game.turn
                                  )["events"][0]["number"]
        before = game.snapshot_of(game.white)
        game.white.reset()
        new, session = self.again(game.white)
        after = session["game"]
        for key in ("game", "turn", "black", "players", "moves", "rule", "time", "draw_offer",
                    "draw_offered_by", "undo_request", "undo_requested_by"):
            self.assertEqual(after.get(key), before.get(key), key)
        self.assertEqual((after["draw_offer"], after["undo_request"]), (offer, request))
        self.assertEqual([move["move"] for move in after["moves"]], FIVE[:6])
        self.assertEqual(session["table"]["state"], "playing")  # no dialog is open
        self.assertEqual(set(after["clocks"]), set(before["clocks"]))
        for player in ("first", "second"):
            self.assertGreater(after["clocks"][player]["left_ms"], 0)

    def test_nothing_doubled_and_nothing_missed_by_since(self):
        game = WireGame(*guests(self, self.server))
        game.play(FIVE[:2])
        version = game.snapshot_of(game.white)["version"]
        game.white.reset()
        game.place(game.black, "I8")
        new, _ = self.again(game.white)
        missed = new.call("game.sync", game=game.id, since=version)
        kinds = [event["kind"] for event in missed["events"]]
        self.assertEqual([event["version"] for event in missed["events"]],
                         list(range(version + 1, version + 1 + len(kinds))))
        self.assertEqual(kinds.count("stone"), 1)
        # A gap, or a version from the future, is answered with the whole game.
        for since in (0, version + 1000):
            self.assertIsNotNone(new.call("game.sync", game=game.id, since=since).get("snapshot")
                                 or new.call("game.sync", game=game.id, since=since)["events"])


if __name__ == "__main__":
    unittest.main()
