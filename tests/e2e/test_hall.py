"""The hall: accounts, rooms, quick match, coins, ladder, draining. Chat stands in test_chat.py."""

import json
import time
import unittest

from support.play import CASUAL, CASUAL_TWO, COINS, REFUSE, Player, ledger, score_equals_ledger
from support.server import PATIENCE_S, ROOT, Server
from support.wire import Refused, Wire
from support.wire_play import WireGame, accounts, guests, new_room

FIVE = ["H8", "H9", "I8", "I9", "G8", "G9", "F8", "F9", "J8"]


class Base(unittest.TestCase):
    FLAGS = ["--frames-per-second", "1000", "--frames-burst", "1000", "--new-accounts-burst", "1000"]

    @classmethod
    def setUpClass(cls):
        cls.server = Server(flags=cls.FLAGS)
        cls.addClassCleanup(cls.server.close)

    def reason(self, error):
        return error["data"]["reason"]

    def ended(self, game):
        notes = [client.expect("game.over", game=game.id) for client in game.clients]
        for client in game.clients:
            client.call("table.leave", forfeit=False)
        return notes[0]


class Accounts(Base):
    def nobody(self):
        client = Wire(self.server.url)
        self.addCleanup(client.close)
        return client

    def test_a_guest_who_registers_keeps_his_games(self):
        one, two = guests(self, self.server)
        game = WireGame(one, two)
        game.play(FIVE)
        self.ended(game)
        before = one.user["id"]
        one.register()
        self.assertEqual(one.user["id"], before)
        self.assertFalse(one.user.get("guest", False))
        games = one.call("player.games", user=0, page=1)["games"]
        self.assertEqual([row["game"] for row in games], [game.id])

    def test_names_are_taken_once_in_any_dress(self):
        one = self.nobody()
        one.register("Wang-Lin", "long enough")
        for name in ("Wang-Lin", "wang-lin", "WANG-LIN", "Ｗang-Lin"):
            with self.subTest(name=name):
                error = self.nobody().refusal("session.register", name=name, password="long enough")
                self.assertIn(self.reason(error), ("name_taken", "bad_name"))

    def test_names_of_the_house_are_kept(self):
        for name in ("天元", "天 元", "admin", "Admin", "ADM1N", "a.d.m.i.n", "ａｄｍｉｎ", "Administrator", "system",
                     "Server", "referee", "裁判", "管理员", "超级管理员", "系统", "客服", "天元客服01", "House",
                     "deleted-7"):
            for method, params in (("session.register", {"name": name, "password": "long enough"}),
                                   ("session.guest", {"name": name})):
                with self.subTest(name=name, method=method):
                    error = self.nobody().refusal_unchecked(method, params)
                    self.assertEqual(self.reason(error), "bad_name")
                    self.assertIn("house", error["data"]["expected"])
        for name in ("badminton", "天元之子"):
            self.nobody().register(name, "long enough")
        # Operators change the list while the server runs.
        self.server.sql("INSERT INTO TReservedName (Name, Note) VALUES ('champion', 'a title');")
        deadline = time.monotonic() + PATIENCE_S
        number = 0
        while True:
            number += 1
            try:
                self.nobody().register(f"champion{number}", "long enough")
            except Refused as refused:
                self.assertEqual(refused.reason, "bad_name")
                break
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        self.server.sql("DELETE FROM TReservedName WHERE Name = 'champion';")

    def test_a_wrong_password_and_an_unknown_name_look_the_same(self):
        one = self.nobody()
        one.register("Chen-Yu", "long enough")
        wrong = self.nobody().refusal("session.login", name="Chen-Yu", password="not the one")
        unknown = self.nobody().refusal("session.login", name="Chen-Yu2", password="not the one")
        self.assertEqual(wrong, unknown)

    def test_tokens_are_not_stored_and_end_with_logout(self):
        one, = accounts(self, self.server, 1)
        token = one.token
        stored = self.server.rows("SELECT * FROM TUserSession WHERE UserId = ?", one.user["id"])
        self.assertNotIn(token, str(stored))
        self.assertTrue(stored)
        one.call("session.logout")
        error = self.nobody().refusal("session.resume", token=token)
        self.assertEqual(self.reason(error), "bad_token")

    def test_a_changed_password_counts_and_a_deleted_account_is_gone(self):
        one, = accounts(self, self.server, 1)
        name = one.user["name"]
        error = one.refusal("session.change_password", old_password="not the one",
                            new_password="quite new one")
        self.assertEqual(self.reason(error), "bad_credentials")
        one.call("session.change_password", old_password=one.password, new_password="quite new one")
        two = self.nobody()
        two.login(name, "quite new one")
        two.call("session.delete_account", password="quite new one")
        error = self.nobody().refusal("session.login", name=name, password="quite new one")
        self.assertEqual(self.reason(error), "bad_credentials")
        self.assertEqual(self.server.rows("SELECT * FROM TUserBase WHERE Name = ?", name), [])

    def test_a_banned_player_is_told_and_put_out(self):
        one, = accounts(self, self.server, 1)
        self.server.sql(f"UPDATE TUserBase SET Banned = 1 WHERE UserId = {one.user['id']};")
        one.wait_closed()
        error = self.nobody().refusal("session.login", name=one.user["name"], password=one.password)
        self.assertEqual(self.reason(error), "banned")


class Matching(Base):
    def test_cancel_names_its_search_and_is_safe(self):
        one, two = guests(self, self.server)
        search = one.call("match.start", room=CASUAL_TWO)["search"]
        self.assertEqual(self.reason(one.refusal("match.cancel", search=search + 1)), "not_searching")
        one.call("match.cancel", search=search)
        self.assertEqual(self.reason(one.refusal("match.cancel", search=search)), "not_searching")
        two.call("match.start", room=CASUAL_TWO)
        two.call("session.ping")
        self.assertEqual(two.seen("match.found"), [])
        one.call("match.start", room=CASUAL_TWO)
        self.assertEqual(one.expect("match.found")["game"]["game"],
                         two.expect("match.found")["game"]["game"])

    def test_a_search_ends_with_the_reason_when_its_room_is_closed(self):
        room = new_room(self, self.server, 52, Name="closing")
        one, two = guests(self, self.server)
        search = one.call("match.start", room=room)["search"]
        self.server.sql(f"UPDATE TGameRoomBase SET Open = 0 WHERE RoomId = {room};")
        self.assertEqual(one.expect("match.ended"), {"search": search, "reason": "room_closed"})
        self.assertEqual(self.reason(one.refusal("match.cancel", search=search)), "not_searching")
        self.assertEqual(self.reason(two.refusal("match.start", room=room)), "room_closed")
        # He is free to search elsewhere at once.
        elsewhere = one.call("match.start", room=CASUAL_TWO)["search"]
        one.call("match.cancel", search=elsewhere)

    def test_a_script_that_searches_in_a_room_that_closes_ends(self):
        room = new_room(self, self.server, 53, Name="closing too")
        console = Player(self.server, guest=True)
        self.addCleanup(console.close)
        console.ask(f"match {room}", "searching")
        console.process.stdin.close()  # nothing but the search keeps it
        self.server.sql(f"DELETE FROM TGameRoomBase WHERE RoomId = {room};")
        console.expect("search-ended", "reason=room_closed")
        self.assertEqual(console.process.wait(PATIENCE_S), 0)

    def test_a_room_pairs_only_within_itself(self):
        one, two = guests(self, self.server)
        one.call("match.start", room=CASUAL)
        two.call("match.start", room=CASUAL_TWO)
        for client in (one, two):
            client.call("session.ping")
            self.assertEqual(client.seen("match.found"), [])

    def test_strengths_far_apart_are_paired_once_they_have_waited(self):
        one, two = accounts(self, self.server)
        self.server.sql("INSERT INTO TScoreLedger (UserId, Currency, Amount, Note) VALUES "
                        f"({one.user['id']}, 'score', 150, 'a strong player, for a test');")
        one.call("match.start", room=CASUAL_TWO)
        two.call("match.start", room=CASUAL_TWO)
        self.assertEqual(one.expect("match.found")["game"]["game"],
                         two.expect("match.found")["game"]["game"])

    def test_rooms_that_are_not_there(self):
        one, = guests(self, self.server, 1)
        for method in ("hall.enter", "match.start", "table.list"):
            self.assertEqual(self.reason(one.refusal(method, room=999)), "unknown_room")

    def test_a_full_room_and_a_score_that_is_too_low(self):
        self.server.sql("INSERT INTO TGameRoomBase (RoomId, Name, Kind, OpeningRule, Capacity, "
                        "MinimumScore) VALUES (50, 'small', 'casual', 'freestyle', 1, NULL), "
                        "(51, 'strong', 'casual', 'freestyle', 400, 100);")
        one, two = accounts(self, self.server)
        deadline = time.monotonic() + PATIENCE_S
        while not {50, 51} <= {room["id"] for room in one.call("hall.rooms")["rooms"]}:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        one.call("hall.enter", room=50)
        self.assertEqual(self.reason(two.refusal("hall.enter", room=50)), "room_full")
        self.assertEqual(self.reason(two.refusal("hall.enter", room=51)), "score_too_low")
        one.call("hall.leave")
        two.call("hall.enter", room=50)


class Coins(Base):
    def sums(self):
        return self.server.rows("SELECT sum(Amount) AS n FROM TScoreLedger WHERE Currency = 'coins'"
                                )[0]["n"] or 0

    def purse(self, client):
        return client.call("player.profile", user=0)["coins"]

    def test_the_stake_moves_from_loser_to_winner_and_all_sums_to_nothing(self):
        one, two = accounts(self, self.server)
        before = self.purse(one), self.purse(two)
        self.assertGreaterEqual(min(before), 10)
        game = WireGame(one, two, room=COINS)
        game.play(FIVE)
        over = self.ended(game)
        self.assertTrue(over["counted"])
        self.assertEqual(ledger(self.server, game.id, "coins"),
                         {game.black.user["id"]: 10, game.white.user["id"]: -10})
        self.assertEqual({self.purse(one), self.purse(two)}, {before[0] + 10, before[0] - 10})
        self.assertEqual(self.sums(), 0)

    def test_a_draw_moves_nothing(self):
        game = WireGame(*accounts(self, self.server), room=COINS)
        game.play(FIVE[:3])
        offer = game.white.call("game.offer_draw", game=game.id, turn=game.turn)["events"][0]["number"]
        game.black.call("game.answer_draw", game=game.id, offer=offer, accept=True)
        self.ended(game)
        self.assertEqual(sum(map(abs, ledger(self.server, game.id, "coins").values())), 0)

    def test_a_stake_beyond_the_balance(self):
        one, = accounts(self, self.server, 1)
        coins = self.purse(one)
        self.server.sql("INSERT INTO TScoreLedger (UserId, Currency, Amount, Note) VALUES "
                        f"({one.user['id']}, 'coins', {5 - coins}, 'spent, for a test');")
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                search = one.call("match.start", room=COINS)["search"]
                one.call("match.cancel", search=search)
            except Refused as refused:
                self.assertEqual(refused.reason, "balance_too_low")
                break
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        self.assertEqual(self.sums(), 0)

    def test_guests_and_tables_are_not_for_coin_rooms(self):
        one, = guests(self, self.server, 1)
        self.assertEqual(self.reason(one.refusal("match.start", room=COINS)), "guests_not_allowed")
        two, = accounts(self, self.server, 1)
        two.call("hall.enter", room=COINS)
        self.assertEqual(self.reason(two.refusal("table.create", room=COINS, private=False)),
                         "quick_match_only")


class Ladder(Base):
    def test_places_pages_and_neighbours_per_kind_and_in_all(self):
        people = accounts(self, self.server, 4)
        for winner, loser in ((0, 1), (0, 2), (1, 2), (0, 3)):
            game = WireGame(people[winner], people[loser], room=CASUAL if loser != 3 else REFUSE)
            people[loser].call("game.resign", game=game.id)
            self.ended(game)
        ids = [person.user["id"] for person in people]
        page = people[0].call("ladder.page", kind="", page=1)
        mine = {row["user"]["id"]: row for row in page["rows"] if row["user"]["id"] in ids}
        self.assertEqual([mine[i]["user"]["score"] for i in ids], [12, 0, -8, -4])
        self.assertEqual((mine[ids[0]]["wins"], mine[ids[2]]["losses"]), (3, 2))
        self.assertEqual(mine[ids[0]]["user"]["rank"], "初学者")
        places = [mine[i]["place"] for i in (ids[0], ids[1], ids[3], ids[2])]
        self.assertEqual(places, sorted(places))
        national = people[0].call("ladder.page", kind="national", page=1)
        self.assertEqual({row["user"]["id"]: row["user"]["score"] for row in national["rows"]
                          if row["user"]["id"] in ids}, {ids[0]: 4, ids[3]: -4})
        around = people[2].call("ladder.find", kind="casual", user=0)
        self.assertEqual(around["place"],
                         next(row["place"] for row in around["rows"] if row["user"]["id"] == ids[2]))
        self.assertIn(ids[1], [row["user"]["id"] for row in around["rows"]])
        profile = people[0].call("player.profile", user=0)
        self.assertEqual((profile["games"], profile["wins"], profile["escape_rate"]), (3, 3, 0))
        self.assertEqual(profile["next_rank_at"], 30)
        self.assertEqual(score_equals_ledger(self.server), [])

    def test_guests_and_banned_players_are_not_on_it(self):
        one, two = accounts(self, self.server)
        game = WireGame(one, two)
        one.call("game.resign", game=game.id)
        self.ended(game)
        self.server.sql(f"UPDATE TUserBase SET Banned = 1 WHERE UserId = {one.user['id']};")
        page = two.call("ladder.page", kind="", page=1)
        self.assertNotIn(one.user["id"], [row["user"]["id"] for row in page["rows"]])
        self.assertIn(two.user["id"], [row["user"]["id"] for row in page["rows"]])

    def test_over_http(self):
        status, body = self.server.http("/api/v1/ladder")
        self.assertEqual(status, 200)
        self.assertIn("rows", body)


class Draining(unittest.TestCase):
    def test_sigterm_tells_the_players_and_the_game_comes_back(self):
        with Server() as server:
            one, two = accounts(self, server)
            game = WireGame(one, two)
            game.play(FIVE[:8])
            self.assertEqual(server.stop(), 0)
            for client in (one, two):
                client.expect("server.draining")
            server.start()
            back = []
            for client in (one, two):
                again = Wire(server.url)
                self.addCleanup(again.close)
                session = again.resume(client.token)
                self.assertEqual(session["game"]["game"], game.id)
                self.assertEqual([move["move"] for move in session["game"]["moves"]], FIVE[:8])
                back.append(again)
            black = back[0] if game.black is one else back[1]
            turn = black.call("game.sync", game=game.id)["snapshot"]["turn"]
            black.call("game.place", game=game.id, turn=turn, point="J8")
            black.expect("game.over", game=game.id)
            self.assertEqual(set(ledger(server, game.id).values()), {4, -4})


class Health(Base):
    def test_health_readiness_metrics_and_contract_are_served(self):
        self.assertEqual(self.server.http("/healthz")[0], 200)
        self.assertEqual(self.server.http("/readyz", inner=True)[0], 200)
        status, metrics = self.server.http("/metrics", inner=True)
        self.assertEqual(status, 200)
        self.assertIn("# TYPE", metrics)
        status, contract = self.server.http("/openrpc.json")
        self.assertEqual(status, 200)
        self.assertTrue(json.loads(contract) == json.loads((ROOT / "proto/openrpc.json").read_text()),
                        "what is served is not proto/openrpc.json")
        self.assertEqual(self.server.http("/nothing/here")[0], 404)
        # What is for operators is not on the players' port.
        self.assertEqual(self.server.http("/metrics")[0], 404)


if __name__ == "__main__":
    unittest.main()
