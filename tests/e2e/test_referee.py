"""A referee and appointed games over real sockets: every act and refusal, what both players see, what
the ledger and the audit log hold afterwards, and what a crash leaves (T3, T5)."""

import time
import unittest
from datetime import datetime, timedelta, timezone

from support.play import CASUAL, Match, Player, ledger, score_equals_ledger
from support.server import PATIENCE_S, Server
from support.wire import Wire
from support.wire_play import WireGame, accounts, new_room


def instant(ahead_s):
    at = datetime.now(timezone.utc) + timedelta(seconds=ahead_s)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def why(error):
    return error["data"]["reason"]


def invalid(client, method, **params):
    """The field that a malformed request is refused for."""
    error = client.refusal_unchecked(method, params)
    return error["data"]["field"] if why(error) == "invalid_params" else error


class Refereed(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def referee(self):
        """A new account, made referee by plain SQL while it is signed in."""
        one = accounts(self, self.server, 1)[0]
        self.server.sql(f"UPDATE TUserBase SET Roles = 'referee' WHERE UserId = {one.user['id']};")
        deadline = time.monotonic() + PATIENCE_S
        while why(one.refusal("referee.pause", game=1 << 40, reason="x")) != "unknown_game":
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        return one

    def match(self, room=CASUAL):
        return WireGame(*accounts(self, self.server), room=room)

    def settled(self, match):
        return [client.expect("game.over", game=match.id) for client in match.clients][0]


class Acts(Refereed):
    def test_pause_set_and_resume_are_seen_by_everybody_and_stand_in_both_logs(self):
        match, referee = self.match(), self.referee()
        watcher = accounts(self, self.server, 1)[0]
        watcher.call("table.watch", table=match.table)
        match.play(["h8", "i9"])
        answer = referee.call("referee.pause", game=match.id, reason="断电了")
        self.assertEqual([event["kind"] for event in answer["events"]], ["paused"])
        for client in (*match.clients, watcher):
            event = self.event(client, match, "paused")
            self.assertEqual(event["referee"], referee.user["name"])
            self.assertEqual(event["text"], "断电了")
            self.assertNotIn("ask", event)
            self.assertNotIn("running", event["clocks"])
        self.assertEqual(why(match.black.refusal("game.place", game=match.id, turn=match.turn,
                                             point="H9")), "paused")
        referee.call("referee.set_clock", game=match.id, player="first", left_ms=123_000,
                     reason="clock was wrong")
        event = self.event(match.white, match, "clock_set")
        self.assertEqual(event["player"], "first")
        self.assertEqual(event["clocks"]["first"]["left_ms"], 123_000)
        shown = referee.call("game.sync", game=match.id)["snapshot"]
        self.assertEqual(shown["pause"], {"referee": referee.user["name"], "reason": "断电了"})
        referee.call("referee.resume", game=match.id, reason="power is back")
        self.assertIn("ask", self.event(match.black, match, "resumed"))
        match.place(match.black, "H9")

        kinds = [row["Kind"] for row in self.server.rows(
            "SELECT Kind FROM TGameEvent WHERE GameId = ? ORDER BY Version", match.id)]
        self.assertEqual(kinds, ["opened", "started", "stone", "stone", "paused", "clock_set",
                                 "resumed", "stone"])
        audit = self.server.rows("SELECT Who, Action, RowKey, Note FROM TAuditLog "
                                 "WHERE Action LIKE 'referee %' ORDER BY AuditId")
        self.assertEqual([(row["Action"], row["Note"]) for row in audit],
                         [("referee paused", "断电了"), ("referee clock_set", "clock was wrong"),
                          ("referee resumed", "power is back")])
        for row in audit:
            self.assertEqual(row["Who"], f"user {referee.user['id']}")
            self.assertEqual(row["RowKey"], str(match.id))

    def event(self, client, match, kind):
        """The next event of that kind in the game."""
        while True:
            event = client.expect("game.event", game=match.id)["event"]
            if event["kind"] == kind:
                return event

    def test_a_shared_pool_is_split(self):
        room = new_room(self, self.server, 90, Name="shared", TimeControl="shared 600000")
        match, referee = self.match(room), self.referee()
        referee.call("referee.pause", game=match.id, reason="slow")
        answer = referee.call("referee.split", game=match.id, reason="slow")
        clocks = answer["events"][-1]["clocks"]
        pool = clocks["first"]["left_ms"] + clocks["second"]["left_ms"]
        self.assertLessEqual(abs(clocks["first"]["left_ms"] - clocks["second"]["left_ms"]), 1)
        self.assertLess(pool, 600_000)
        self.assertEqual(why(referee.refusal("referee.split", game=match.id, reason="again")),
                         "not_shared")
        snapshot = match.snapshot_of(match.black)
        self.assertTrue(snapshot["time"].startswith("sudden "), snapshot["time"])

    def test_refusals(self):
        match, referee, other = self.match(), self.referee(), accounts(self, self.server, 1)[0]
        game = match.id
        acts = [("referee.pause", {}), ("referee.resume", {}),
                ("referee.set_clock", {"player": "first", "left_ms": 60_000}),
                ("referee.split", {}), ("referee.adjudge", {"verdict": "draw"})]
        for method, more in acts:
            with self.subTest(method):
                self.assertEqual(why(other.refusal(method, game=game, reason="x", **more)),
                                 "not_referee")
                self.assertEqual(why(match.black.refusal(method, game=game, reason="x", **more)),
                                 "not_referee")
                self.assertEqual(why(referee.refusal(method, game=1 << 40, reason="x", **more)),
                                 "unknown_game")
                for bad in ("", "a\u0007b", "x" * 201):
                    error = referee.refusal_unchecked(method, {"game": game, "reason": bad, **more})
                    self.assertEqual((error["data"]["reason"], error["data"]["field"]),
                                     ("invalid_params", "reason"))
        self.assertEqual(invalid(referee, "referee.adjudge", game=game, reason="x", verdict="escape"),
                         "verdict")
        for player, left_ms, field in (("third", 1, "player"), ("first", -1, "left_ms"),
                                       ("first", 86_400_001, "left_ms")):
            self.assertEqual(invalid(referee, "referee.set_clock", game=game, reason="x",
                                     player=player, left_ms=left_ms), field)

        def refused(method, **more):
            return why(referee.refusal(method, game=game, reason="x", **more))

        self.assertEqual(refused("referee.resume"), "not_paused")
        self.assertEqual(refused("referee.set_clock", player="first", left_ms=60_000), "not_paused")
        self.assertEqual(refused("referee.split"), "not_shared")
        self.assertEqual(refused("referee.adjudge", verdict="win"), "bad_verdict")
        self.assertEqual(refused("referee.adjudge", verdict="draw", winner="first"), "bad_verdict")
        referee.call("referee.pause", game=game, reason="x")
        self.assertEqual(refused("referee.pause"), "paused")
        self.assertEqual(refused("referee.set_clock", player="first", left_ms=60_000, period=1),
                         "bad_period")
        self.assertEqual(self.server.rows("SELECT count(*) AS n FROM TGameEvent WHERE GameId = ?",
                                          game)[0]["n"], 3)
        match.black.call("game.resign", game=game)
        self.settled(match)
        self.assertEqual(refused("referee.resume"), "game_over")
        self.assertEqual(refused("referee.adjudge", verdict="draw"), "game_over")

    def test_nobody_rules_in_his_own_game(self):
        referee, other = self.referee(), accounts(self, self.server, 1)[0]
        match = WireGame(referee, other)
        self.assertEqual(why(referee.refusal("referee.adjudge", game=match.id, verdict="win",
                                         winner="first", reason="I say so")), "own_game")

    def test_the_role_is_taken_away_within_a_second(self):
        match, referee = self.match(), self.referee()
        self.server.sql(f"UPDATE TUserBase SET Roles = '' WHERE UserId = {referee.user['id']};")
        deadline = time.monotonic() + PATIENCE_S
        while why(referee.refusal("referee.resume", game=match.id, reason="x")) != "not_referee":
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)


class Console(Refereed):
    def test_a_referee_types_and_the_players_read(self):
        players = Player(self.server), Player(self.server)
        referee = Player(self.server)
        for player in (*players, referee):
            self.addCleanup(player.close)
        match = Match(*players)
        match.play(["h8", "i9"])
        self.server.sql(f"UPDATE TUserBase SET Roles = 'referee' WHERE UserId = {referee.id};")
        for _ in range(100):
            referee.send("sleep 100", f"referee resume {match.game} nothing")
            if referee.expect("error").words[1] == "not_paused":
                break
        referee.send(f"watch {match.table}", f"referee pause {match.game} fire alarm",
                     f"referee clock {match.game} black 90 was wrong",
                     f"referee resume {match.game} go on",
                     f"referee adjudge {match.game} replay too much noise")
        for reader in (*players, referee):
            reader.expect("game-paused", "reason=fire_alarm")
            self.assertEqual(reader.expect("clock-set").values["first_ms"], "90000")
            reader.expect("game-unpaused", "reason=go_on")
            reader.expect("adjudged", "reason=too_much_noise")
            self.assertEqual(reader.expect("game-over").words, ["game-over", "annulled", "referee"])
        self.assertEqual(ledger(self.server, match.game), {})


class Adjudged(Refereed):
    def adjudged(self, **more):
        match, referee = self.match(), self.referee()
        match.play(["h8", "i9"])
        referee.call("referee.adjudge", game=match.id, reason="decided", **more)
        over = self.settled(match)
        self.assertEqual(over["result"]["reason"], "referee")
        self.assertEqual(score_equals_ledger(self.server), [])
        row = self.server.rows("SELECT Outcome, Reason, Counted FROM TGameBase WHERE GameId = ?",
                               match.id)[0]
        self.assertEqual(row["Reason"], "referee")
        by_player = {player["id"]: index for index, player in enumerate(match.snapshot["players"])}
        changes = {by_player[user]: change for user, change in ledger(self.server, match.id).items()}
        return over, row, changes

    def test_win(self):
        over, row, changes = self.adjudged(verdict="win", winner="second")
        self.assertEqual((over["result"]["outcome"], over["result"]["winner"]), ("win", "second"))
        self.assertEqual(changes, {0: -4, 1: 4})

    def test_draw(self):
        over, _, changes = self.adjudged(verdict="draw")
        self.assertEqual(over["result"]["outcome"], "draw")
        self.assertEqual(changes, {0: 0, 1: 0})

    def test_both_lose(self):
        over, _, changes = self.adjudged(verdict="both_lose")
        self.assertEqual(over["result"]["outcome"], "both_lose")
        self.assertEqual(changes, {0: -4, 1: -4})

    def test_replay(self):
        over, row, changes = self.adjudged(verdict="replay")
        self.assertEqual(row["Outcome"], "annulled")
        self.assertFalse(over["counted"])
        self.assertEqual(changes, {})

    def test_coins(self):
        for verdict, moved in (({"verdict": "win", "winner": "first"}, [10, -10]),
                               ({"verdict": "both_lose"}, [0, 0])):
            match, referee = self.match(room=8), self.referee()
            referee.call("referee.adjudge", game=match.id, reason="decided", **verdict)
            over = self.settled(match)
            self.assertEqual([line["coins_change"] for line in over["settlements"]], moved)
            self.assertEqual(self.server.rows("SELECT sum(Coins) AS all_coins FROM TUserBase")[0],
                             {"all_coins": 0})


class Crash(Refereed):
    def test_a_paused_game_is_still_paused_after_kill_9(self):
        match, referee = self.match(), self.referee()
        match.play(["h8", "i9"])
        referee.call("referee.pause", game=match.id, reason="fire alarm")
        before = match.snapshot_of(match.black)
        self.server.kill()
        self.server.start()
        back = []
        for client in (match.black, match.white, referee):
            again = Wire(self.server.url)
            self.addCleanup(again.close)
            back.append((again, again.call("session.resume", token=client.token)))
        black, session = back[0]
        self.assertEqual(session["game"]["pause"]["reason"], "fire alarm")
        self.assertEqual(why(black.refusal("game.place", game=match.id, turn=match.turn,
                                       point="H9")), "paused")
        for side in ("first", "second"):
            self.assertEqual(session["game"]["clocks"][side]["left_ms"],
                             before["clocks"][side]["left_ms"])
        back[2][0].call("referee.resume", game=match.id, reason="go on")
        black.call("game.place", game=match.id, turn=match.turn, point="H9")


class Lateness(Refereed):
    """In rooms where the clock itself is short, so that nobody is awaited for minutes."""

    def agreed(self, clock, ahead_s):
        room = new_room(self, self.server, 91, Name="appointed", TimeControl=clock, CountPrivate=1)
        host, guest = accounts(self, self.server)
        made = host.call("table.create", room=room, private=True, appointed_at=instant(ahead_s),
                         lateness_s=60)["table"]
        self.assertEqual(made["lateness_ms"], 60_000)
        sat = guest.call("table.sit", table=made["id"], code=made["code"])
        self.assertEqual(sat["table"]["state"], "appointed")
        return host, guest, sat["game"]

    def over(self, game):
        deadline = time.monotonic() + PATIENCE_S
        while True:
            row = self.server.rows("SELECT Outcome, Reason, Counted FROM TGameBase WHERE GameId = ?",
                                   game["game"])[0]
            if row["Outcome"]:
                return row
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)

    def test_both_there_it_begins_at_its_time(self):
        host, guest, game = self.agreed("sudden 600000", 4)
        self.assertEqual(why(host.refusal("game.place", game=game["game"], turn=game["turn"],
                                      point="H8")), "not_begun")
        event = host.expect("game.event", game=game["game"])["event"]
        self.assertEqual(event["kind"], "started")
        by_id = {client.user["id"]: client for client in (host, guest)}
        black = by_id[game["players"][0 if event["ask"]["player"] == "first" else 1]["id"]]
        black.call("game.place", game=game["game"], turn=event["turn"], point="H8")

    def test_one_absent_forfeits(self):
        host, guest, game = self.agreed("sudden 2000", 4)
        guest.close()
        row = self.over(game)
        self.assertEqual((row["Outcome"], row["Reason"], row["Counted"]), ("win", "late", 1))
        self.assertEqual(host.expect("game.over", game=game["game"])["result"]["reason"], "late")
        self.assertEqual(ledger(self.server, game["game"]),
                         {host.user["id"]: 4, guest.user["id"]: -4})

    def test_both_absent_both_forfeit(self):
        host, guest, game = self.agreed("sudden 2000", 4)
        guest.close()
        host.close()
        row = self.over(game)
        self.assertEqual((row["Outcome"], row["Reason"], row["Counted"]), ("both_lose", "late", 1))
        self.assertEqual(ledger(self.server, game["game"]),
                         {host.user["id"]: -4, guest.user["id"]: -4})

    def test_late_but_in_time_it_is_taken_from_his_clock(self):
        host, guest, game = self.agreed("sudden 600000", 4)
        guest.close()
        while host.expect("game.event", game=game["game"])["event"]["kind"] != "started":
            pass
        again = Wire(self.server.url)
        self.addCleanup(again.close)
        back = again.call("session.resume", token=guest.token)["game"]
        late = "first" if back["players"][0]["id"] == guest.user["id"] else "second"
        self.assertLess(back["clocks"][late]["left_ms"], 600_000)
        self.assertIn("ask", back)

    def test_an_agreed_game_survives_a_crash(self):
        host, guest, game = self.agreed("sudden 600000", 6)
        self.server.kill()
        self.server.start()
        again = Wire(self.server.url)
        self.addCleanup(again.close)
        back = again.call("session.resume", token=host.token)["game"]
        self.assertEqual(back["game"], game["game"])
        self.assertEqual(back["appointed_at"], game["appointed_at"])
        deadline = time.monotonic() + PATIENCE_S
        while "waiting" not in again.call("game.sync", game=game["game"])["snapshot"]:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)

    def test_leaving_before_its_time_costs_nothing(self):
        host, guest, game = self.agreed("sudden 600000", 60)
        guest.call("table.leave")
        self.assertEqual(host.expect("game.over", game=game["game"])["result"]["outcome"], "annulled")
        self.assertEqual(ledger(self.server, game["game"]), {})

    def test_bad_appointments_are_refused(self):
        host = accounts(self, self.server, 1)[0]
        for field, more in (("appointed_at", {"private": True, "appointed_at": instant(-5)}),
                            ("appointed_at", {"private": True, "appointed_at": instant(8 * 86_400)}),
                            ("private", {"appointed_at": instant(60)}),
                            ("lateness_s", {"private": True, "lateness_s": 60})):
            error = host.refusal("table.create", room=CASUAL, **more)
            self.assertEqual((why(error), error["data"]["field"]), ("bad_settings", field))
        for field, value in (("lateness_s", 59), ("lateness_s", 7201), ("appointed_at", "tomorrow"),
                             ("appointed_at", 1_800_000_000_000)):
            self.assertEqual(invalid(host, "table.create", room=CASUAL, private=True,
                                     **{field: value}), field)


if __name__ == "__main__":
    unittest.main()
