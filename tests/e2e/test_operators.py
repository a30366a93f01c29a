"""Operators change rooms with sqlite3 while the server runs (P1); a bad value is refused where it is
typed."""

import unittest

from support.play import CASUAL, Match, Player, ledger, score_equals_ledger
from support.server import Server, SqlRefused

FIVE = ["h8", "h9", "i8", "i9", "g8", "g9", "f8", "f9", "j8"]


class Operators(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def players(self):
        made = Player(self.server), Player(self.server)
        for player in made:
            self.addCleanup(player.close)
        return made

    def test_points_changed_during_a_game_settle_it(self):
        match = Match(*self.players())
        match.play(FIVE[:8])
        self.server.sql("UPDATE TGameRoomBase SET WinPoints = 7, LossPoints = -2 WHERE RoomId = 1;")
        self.addCleanup(self.server.sql,
                        "UPDATE TGameRoomBase SET WinPoints = 4, LossPoints = -4 WHERE RoomId = 1;")
        match.black.send("place j8")
        self.assertEqual(match.over(), ("win", "five", "black"))
        self.assertEqual(ledger(self.server, match.game), {match.black.id: 7, match.white.id: -2})
        score = match.black.expect("score", f"user={match.black.name}")
        self.assertEqual((score.words[1], score.values["total"]), ("+7", "7"))
        self.assertEqual(score_equals_ledger(self.server), [])

    def test_a_new_room_is_there_within_a_second(self):
        player = Player(self.server, guest=True)
        self.addCleanup(player.close)
        self.server.sql("INSERT INTO TGameRoomBase (Name, Kind, OpeningRule) "
                        "VALUES ('三楼', 'casual', 'freestyle');")
        player.send("sleep 1000", "rooms", "whoami")
        player.expect("signed-in")
        self.assertIn("三楼", [line.text.split()[0] for line in player.seen("room")])

    def test_a_closed_room_begins_no_game_and_finishes_those_that_run(self):
        match = Match(*self.players(), room=2)
        match.play(FIVE[:8])
        self.server.sql("UPDATE TGameRoomBase SET Open = 0 WHERE RoomId = 2;")
        self.addCleanup(self.server.sql, "UPDATE TGameRoomBase SET Open = 1 WHERE RoomId = 2;")
        player = Player(self.server, guest=True)
        self.addCleanup(player.close)
        player.send("sleep 1000", "match 2")
        player.expect("error", "room_closed")
        match.black.send("place j8")
        self.assertEqual(match.over(), ("win", "five", "black"))

    def test_a_bad_value_is_refused_where_it_is_typed(self):
        before = self.server.rows("SELECT * FROM TGameRoomBase WHERE RoomId = 1")
        for assignment, word in [
            ("RunPublish = -1", "RunPublish"),
            ("RunPublish = 'many'", "RunPublish"),
            ("RunPublish = 7.5", "RunPublish"),
            ("RunPublish = NULL", "RunPublish"),
            ("WinPoints = -4", "WinPoints"),
            ("LossPoints = 4", "LossPoints"),
            ("Enforcement = 'strict'", "Enforcement"),
            ("OpeningRule = 'renjuu'", "OpeningRule"),
            ("Kind = 'pro'", "Kind"),
            ("TimeControl = 'hall 600000'", "TimeControl"),
            ("TimeControl = 'hall -2147483649 60000 20000'", "TimeControl"),
            ("TimeControl = 'hall 1000000000000000000 60000 20000'", "TimeControl"),
            ("TimeControl = ''", "TimeControl"),
            ("GraceMs = 0", "GraceMs"),
            ("Capacity = 0", "Capacity"),
            ("Open = 2", "Open"),
        ]:
            with self.subTest(assignment=assignment):
                with self.assertRaises(SqlRefused) as refused:
                    self.server.sql(f"UPDATE TGameRoomBase SET {assignment} WHERE RoomId = {CASUAL};")
                self.assertIn(word, str(refused.exception))
        self.assertEqual(self.server.rows("SELECT * FROM TGameRoomBase WHERE RoomId = 1"), before)
        self.assertTrue(self.server.up())

    def test_the_ledger_is_append_only(self):
        match = Match(*self.players())
        match.play(FIVE[:8])
        match.black.send("place j8")
        match.over()
        for statement in (f"UPDATE TScoreLedger SET Amount = 100 WHERE GameId = {match.game};",
                          f"DELETE FROM TScoreLedger WHERE GameId = {match.game};",
                          f"UPDATE TUserScore SET Score = 100 WHERE UserId = {match.black.id};"):
            with self.assertRaises(SqlRefused):
                self.server.sql(statement)
        self.assertEqual(ledger(self.server, match.game), {match.black.id: 4, match.white.id: -4})

    def test_each_change_is_in_the_audit_log(self):
        self.server.sql("UPDATE TGameRoomBase SET RunPublish = 21 WHERE RoomId = 3;")
        row = self.server.rows("SELECT * FROM TAuditLog WHERE TableName = 'TGameRoomBase' "
                               "AND Action = 'update' AND RowKey = '3' ORDER BY AuditId DESC LIMIT 1")[0]
        self.assertEqual(row["Who"], "sql")
        self.assertIn("21", row["NewValues"])
        self.assertIn("8", row["OldValues"])


if __name__ == "__main__":
    unittest.main()
