"""tianyuan-admin as people type it: what it says, its exit codes, what the audit log keeps; with the
database held open as by a server, and without.

Usage: admin_test.py TIANYUAN_ADMIN MAKE_HALL
"""

import json
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

MAKE_HALL = sys.argv.pop()
ADMIN = sys.argv.pop()


class Admin(unittest.TestCase):
    stay = False

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tianyuan-admin-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.database = self.folder / "tianyuan.db"
        self.server = None
        if self.stay:
            self.server = subprocess.Popen([MAKE_HALL, str(self.database), "--stay"],
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.addCleanup(self.stop_server)
            self.assertEqual(self.server.stdout.readline(), "open\n")
        else:
            subprocess.run([MAKE_HALL, str(self.database)], check=True)

    def stop_server(self):
        if self.server and self.server.poll() is None:
            self.server.stdin.close()
            self.server.wait(timeout=30)
            self.server.stdout.close()

    def run_admin(self, *words, stdin=""):
        return subprocess.run([ADMIN, "--database", str(self.database), "--who", "admin:eve",
                               *words], input=stdin, text=True, capture_output=True, timeout=60)

    def good(self, *words, stdin=""):
        done = self.run_admin(*words, stdin=stdin)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def data(self, *words, stdin=""):
        text = self.good(*words, "--json", stdin=stdin)
        self.assertEqual(text.count("\n"), 1)
        return json.loads(text)

    def bad(self, *words, says, failure=None):
        """Exit code 1, nothing on standard output, the reason on the other; the same as JSON."""
        before = self.everything()
        done = self.run_admin(*words)
        self.assertEqual((done.returncode, done.stdout), (1, ""), words)
        self.assertIn(says, done.stderr)
        done = self.run_admin("--json", *words)
        error = json.loads(done.stderr)["error"]
        self.assertEqual(done.returncode, 1)
        self.assertIn(says, error["message"])
        if failure:
            self.assertEqual(error["failure"], failure)
        self.assertEqual(self.everything(), before)

    def ask(self, sql):
        with sqlite3.connect(self.database, timeout=5) as connection:
            rows = connection.execute(sql).fetchall()
        connection.close()
        return rows

    def everything(self):
        return [self.ask(f"SELECT * FROM {table}") for table in
                ("TUserBase", "TGameRoomBase", "TSettingBase", "TScoreLedger", "TAuditLog",
                 "TAnnouncement")]

    def last_audit(self):
        return self.ask("SELECT Who, Action, UserId, Note FROM TAuditLog "
                        "ORDER BY AuditId DESC LIMIT 1")[0]

    def test_lists_and_one_thing(self):
        ladder = self.data("ladder")
        self.assertEqual([(e["place"], e["name"], e["score"]) for e in ladder["entries"]],
                         [(1, "alice", 8), (2, "bob", -8), (2, "小明", -8)])
        self.assertEqual(self.data("ladder", "--kind", "national")["players"], 0)
        self.assertEqual(len(self.data("players")["players"]), 4)
        self.assertEqual([p["name"] for p in self.data("players", "--find", "LIC")["players"]],
                         ["alice"])
        self.assertEqual(self.data("players", "--size", "2")["pages"], 2)
        self.assertEqual(len(self.data("players", "--no-guests")["players"]), 3)
        player = self.data("player", "小明")
        self.assertEqual((player["escapes"], player["games"], player["rank"]), (1, 1, "初学者"))
        games = self.data("games")["games"]
        self.assertEqual([g["game"] for g in games], [4, 3, 2, 1])
        self.assertNotIn("outcome", games[0])
        self.assertEqual(len(self.data("games", "--user", "#2")["games"]), 3)
        game = self.data("game", "3")
        self.assertEqual((game["outcome"], game["loser"], game["score_changes"]),
                         ("escape", "second", [0, -8]))
        self.assertEqual(len(self.data("rooms")["rooms"]), 8)
        self.assertEqual(self.data("room", "show", "3")["room"]["RunPublish"], "8")
        self.assertIn("PairGamesPerDay", [s["key"] for s in self.data("settings")["settings"]])
        self.assertTrue(self.data("check")["sound"])
        for words in (["ladder"], ["players"], ["player", "alice"], ["games"], ["game", "1"],
                      ["rooms"], ["room", "show", "8"], ["settings"], ["audit"], ["check"]):
            self.assertGreater(len(self.good(*words).splitlines()), 1, words)

    def test_every_act_is_done_and_audited_under_the_name(self):
        self.assertEqual(self.data("mute", "alice", "--reason", "shouting"),
                         {"user": 1, "done": "muted"})
        self.assertEqual(self.last_audit(), ("admin:eve", "mute", 1, "shouting"))
        self.good("ban", "#2")
        self.assertEqual(self.ask("SELECT Muted, Banned FROM TUserBase WHERE UserId IN (1, 2)"),
                         [(1, 0), (0, 1)])
        self.assertEqual([e["name"] for e in self.data("ladder")["entries"]], ["alice", "小明"])
        self.good("unmute", "alice")
        self.good("unban", "bob")
        self.assertEqual(self.ask("SELECT sum(Muted) + sum(Banned) FROM TUserBase"), [(0,)])
        self.good("role", "add", "alice", "referee")
        self.assertEqual(self.data("player", "alice")["roles"], "referee")
        self.good("role", "remove", "alice", "referee")
        self.assertEqual(self.last_audit(), ("admin:eve", "role remove", 1, "referee"))

        self.good("score", "correct", "bob", "12", "--reason", "judged wrongly")
        self.good("score", "correct", "bob", "-2", "--reason", "too much")
        self.good("coins", "correct", "bob", "-50", "--reason", "bought")
        self.assertEqual(self.data("player", "bob")["score_in_all"], 2)
        self.assertEqual(self.data("player", "bob")["coins"], 950)
        self.assertEqual(self.ask("SELECT sum(Coins) FROM TUserBase"), [(0,)])
        self.assertEqual(self.ask("SELECT GameId, Amount, Note, Who FROM TScoreLedger "
                                  "WHERE Note = 'too much'"), [(None, -2, "too much", "admin:eve")])

        self.good("room", "set", "3", "runpublish", "20")
        self.good("room", "set", "3", "LossPoints", "-5")
        self.good("room", "set", "3", "MinimumScore", "100")
        self.good("room", "set", "3", "MinimumScore", "NULL")
        self.good("room", "close", "3")
        self.assertEqual(self.ask("SELECT RunPublish, LossPoints, MinimumScore, Open "
                                  "FROM TGameRoomBase WHERE RoomId = 3"), [(20, -5, None, 0)])
        self.good("room", "open", "3")
        room = self.data("room", "add", "新室", "national", "renju", "CoinStake=5", "Capacity=10")
        self.assertEqual(self.ask("SELECT Name, CoinStake, Capacity FROM TGameRoomBase "
                                  f"WHERE RoomId = {room['room']}"), [("新室", 5, 10)])
        self.good("room", "delete", str(room["room"]))
        self.good("setting", "set", "PairGamesPerDay", "7")
        self.good("announce", "今晚八点维护")
        self.assertEqual(self.ask("SELECT Who, Text FROM TAnnouncement"),
                         [("admin:eve", "今晚八点维护")])
        self.assertEqual(self.ask("SELECT count(*) FROM TAuditLog WHERE Who = 'sql'"), [(0,)])
        actions = [entry["action"] for entry in self.data("audit")["entries"]]
        for action in ("room set", "room add", "room delete", "setting set", "announce",
                       "score correct", "coins correct", "ban", "unban", "unmute"):
            self.assertIn(action, actions)
        self.assertEqual({e["action"] for e in self.data("audit", "--user", "bob")["entries"]},
                         {"ban", "unban", "update", "insert", "score correct", "coins correct"})

    def test_a_password_is_made_or_taken_and_ends_all_sessions(self):
        with sqlite3.connect(self.database, timeout=5) as connection:
            connection.execute("INSERT INTO TUserSession VALUES ('hash', 'hash', NULL, 1, 1)")
        connection.close()
        made = self.data("reset-password", "alice")["password"]
        self.assertEqual(len(made), 16)
        (first,), = self.ask("SELECT PasswordHash FROM TUserBase WHERE UserId = 1")
        self.assertTrue(first.startswith("$argon2id$v=19$m=65536,"), first)
        self.assertEqual(self.ask("SELECT count(*) FROM TUserSession"), [(0,)])
        taken = self.data("reset-password", "alice", "--stdin", stdin="correct horse battery\n")
        self.assertNotIn("password", taken)
        (second,), = self.ask("SELECT PasswordHash FROM TUserBase WHERE UserId = 1")
        self.assertNotEqual(first, second)
        self.assertNotIn("argon2id", json.dumps(self.data("audit")))
        self.bad("reset-password", "alice", "--stdin", says="8 to 256")  # empty input
        self.bad("reset-password", "访客-1", says="guest", failure="refused")

    def test_naming_nobody_or_nonsense_is_said_and_changes_nothing(self):
        for command in (["mute"], ["unmute"], ["ban"], ["unban"], ["player"], ["reset-password"]):
            self.bad(*command, "carol", says="nobody is called carol", failure="not_found")
        self.bad("score", "correct", "carol", "5", "--reason", "x", says="nobody is called carol")
        self.bad("ban", "#0", says="nobody")
        self.bad("ban", "天元", says="nobody")  # the house is not for banning
        self.bad("games", "--user", "carol", says="nobody is called carol")
        self.bad("audit", "--user", "carol", says="nobody is called carol")
        self.bad("role", "add", "carol", "referee", says="nobody is called carol")
        self.bad("role", "add", "bob", "Big Boss", says="one word")
        self.bad("game", "404", says="no game has id 404", failure="not_found")
        self.bad("room", "show", "404", says="no room has id 404")
        self.bad("room", "set", "404", "RunPublish", "1", says="no room has id 404")
        self.bad("room", "close", "404", says="no room has id 404")
        self.bad("room", "delete", "404", says="no room has id 404")
        self.bad("room", "set", "3", "RunPublish", "-3", says="RunPublish must be 0 to 100000",
                 failure="refused")
        self.bad("room", "set", "3", "RunPublish", "many", says="RunPublish", failure="refused")
        self.bad("room", "set", "3", "RunPublsh", "3", says="RunPublish")  # shows what there is
        self.bad("room", "set", "3", "Open = 0; --", "3", says="has no column")
        self.bad("room", "add", "x", "xx", "renju", says="Kind must be casual")
        self.bad("room", "add", "普通一室", "casual", "freestyle", says="UNIQUE", failure="conflict")
        self.bad("room", "add", "x", "casual", "freestyle", "CoinStake", says="Column=Value")
        self.bad("score", "correct", "bob", "5", "--reason", " ", says="reason")
        self.bad("coins", "correct", "bob", "-2000", "--reason", "all", says="below zero")
        self.bad("setting", "set", "StartingCoins", "-5", says="Minimum", failure="refused")
        self.bad("setting", "set", "startingcoin", "5", says="no setting is called startingcoin")
        self.bad("announce", "", says="Text must have 1 to 500")
        self.bad("announce", "\x1b[2J", says="Text must have")
        self.bad("backup", str(self.database), says="exists already", failure="conflict")
        self.bad("backup", str(self.folder / "no/such/folder/x"), says="no/such/folder")

    def test_mistakes_on_the_command_line_exit_2(self):
        for words in ([], ["bogus"], ["room"], ["mute"], ["score", "correct", "bob"],
                      ["score", "correct", "bob", "5"], ["score", "correct", "bob", "x"],
                      ["ladder", "--page", "0"], ["ladder", "--kind", "x"], ["game", "x"],
                      ["setting", "set", "StartingCoins", "1.5"], ["mute", "bob", "--nonsense"]):
            done = self.run_admin(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertTrue(done.stderr, words)
        self.assertEqual(self.run_admin("--help").returncode, 0)

    def test_no_database_is_made_and_no_newer_one_touched(self):
        self.stop_server()
        self.database = self.folder / "none.db"
        for words in (["ladder"], ["players"], ["mute", "x"], ["check"]):
            self.assertEqual(self.run_admin(*words).returncode, 1)
            self.assertFalse(self.database.exists(), words)

    def test_a_name_never_commands_the_terminal(self):
        with sqlite3.connect(self.database, timeout=5) as connection:
            connection.execute("UPDATE TUserBase SET Name = 'a' || char(27) || '[31mb' "
                               "WHERE UserId = 1")
        connection.close()
        for words in (["players"], ["ladder"], ["player", "#1"], ["games"], ["audit"]):
            text = self.good(*words)
            self.assertNotIn("\x1b", text)
            self.assertIn("x1B" if words != ["audit"] else "u001b", text)

    def test_backup_and_restore(self):
        copy = self.folder / "backup.db"
        self.good("backup", str(copy))
        self.good("score", "correct", "bob", "100", "--reason", "later")
        if self.server:
            self.bad("restore", str(copy), says="stop it first", failure="busy")
            self.stop_server()
        done = self.data("restore", str(copy))
        self.assertEqual(done["kept"], str(self.database) + ".before-restore")
        self.assertEqual(self.data("player", "bob")["score_in_all"], -8)
        self.assertEqual(self.last_audit(), ("admin:eve", "restore", None, str(copy)))
        self.assertTrue(self.data("check")["sound"])
        self.good("restore", done["kept"])
        self.assertEqual(self.data("player", "bob")["score_in_all"], 92)
        self.bad("restore", str(self.folder / "none.db"), says="no database")

    def test_a_sum_that_is_not_the_ledgers_is_found(self):
        with sqlite3.connect(self.database, timeout=5) as connection:
            connection.executescript("DROP TRIGGER TUserScoreFollows; UPDATE TUserScore "
                                     "SET Score = Score + 3 WHERE UserId = 1 AND Kind = 'all'")
        connection.close()
        self.bad("check", says="differ from the ledger by 3", failure="damaged")


class AdminBesideAServer(Admin):
    stay = True

    def test_the_server_notices_what_is_changed(self):
        self.good("mute", "bob")
        self.assertEqual(self.server.stdout.readline(), "changed 2\n")
        self.good("score", "correct", "小明", "1", "--reason", "x")
        self.assertEqual(self.server.stdout.readline(), "changed 3\n")


if __name__ == "__main__":
    unittest.main()
