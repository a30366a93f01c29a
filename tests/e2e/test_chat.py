"""Chat: what may be said, who hears it, who is muted and blocked (R6)."""

import time
import unittest

from support.case import ServerCase
from support.play import CASUAL_TWO
from support.server import PATIENCE_S, Server
from support.wire import Refused, Wire
from support.wire_play import accounts, guests


class Chat(ServerCase):
    def in_one_room(self, count=2):
        people = guests(self, self.server, count)
        for person in people:
            person.call("hall.enter", room=CASUAL_TWO)
        return people

    def test_control_characters_and_length_are_refused(self):
        one, two = self.in_one_room()
        for text in ("\x1b[31mred", "a\u0000b", "bell\x07", "\x7f", "x" * 301, "x" * 1025, "", "\u202enoob",
                     "a\u2028b", "a\u2029b", "\u2066x\u2069", "\u200f", "\u061c", " ", "\u3000", "\u200b",
                     "\ufeff \u200d", "\u2800"):
            with self.subTest(text=text[:8]):
                error = one.refusal_unchecked("chat.say", {"scope": "room", "text": text})
                self.assertIn(error["code"], (-32602, 1103))
                self.assertEqual(error["data"]["field"], "text")
        for text in ("still here", "👨\u200d👩\u200d👧 ❤\ufe0f", "می\u200cخواهم"):
            one.call("chat.say", scope="room", text=text)
            self.assertEqual(two.expect("chat.message", scope="room")["text"], text)
        for text in ("\u202e", " ", "two\nlines"):
            error = one.refusal_unchecked("chat.report", {"user": two.user["id"], "text": text})
            self.assertEqual((error["code"], error["data"]["field"]), (-32602, "text"))

    def test_block_and_mute(self):
        one, two, three = self.in_one_room(3)
        two.call("chat.block", user=one.user["id"], block=True)
        one.call("chat.say", scope="room", text="can you hear me")
        three.expect("chat.message", text="can you hear me")
        two.call("session.ping")
        self.assertEqual(two.seen("chat.message", text="can you hear me"), [])
        two.call("chat.block", user=one.user["id"], block=False)
        two.call("chat.report", user=one.user["id"], text="noise")
        self.server.sql(f"UPDATE TUserBase SET Muted = 1 WHERE UserId = {one.user['id']};")
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                one.call("chat.say", scope="room", text="and now")
                time.sleep(0.3)
            except Refused as refused:
                if refused.reason == "muted":
                    break
                self.assertEqual(refused.reason, "rate_limited")
                time.sleep(0.3)
            self.assertLess(time.monotonic(), deadline)
        for user in (two.user["id"], 999_999):
            error = two.refusal("chat.block", user=user, block=True)
            self.assertEqual((self.reason(error), error["data"]["field"]), ("unknown_user", "user"))

    def hears(self, listener, speaker):
        """Whether what one says in the room reaches the other."""
        text = f"can you hear me, {listener.user['id']}"
        speaker.call("chat.say", scope="room", text=text)
        speaker.expect("chat.message", text=text)
        listener.call("session.ping")
        return bool(listener.seen("chat.message", text=text))

    def test_blocks_of_an_account_outlive_a_restart_and_a_guests_his_session_only(self):
        with Server(flags=self.FLAGS) as server:
            account, = accounts(self, server, 1)
            guest, speaker = guests(self, server)
            for listener in (account, guest):
                listener.call("chat.block", user=speaker.user["id"], block=True)

            def back(client):
                new = Wire(server.url)
                self.addCleanup(new.close)
                new.resume(client.token)
                new.call("hall.enter", room=CASUAL_TWO)
                return new

            server.kill()
            server.start()
            account, guest, speaker = back(account), back(guest), back(speaker)
            self.assertFalse(self.hears(account, speaker))
            self.assertFalse(self.hears(guest, speaker))
            account.call("chat.block", user=speaker.user["id"], block=False)
            server.kill()
            server.start()
            account, guest, speaker = back(account), back(guest), back(speaker)
            self.assertTrue(self.hears(account, speaker))
            guest.call("session.logout")
            self.assertEqual(server.rows("SELECT * FROM TUserBlock"), [])

    def test_no_more_than_500_are_blocked(self):
        one, two = accounts(self, self.server)
        self.server.sql(
            "WITH RECURSIVE n(i) AS (SELECT 5000 UNION ALL SELECT i + 1 FROM n WHERE i < 5499) "
            "INSERT INTO TUserBase (UserId, Name, NameKey, CreatedAt) SELECT i, 'p' || i, 'p' || i, 0 FROM n;"
            f"INSERT INTO TUserBlock SELECT {one.user['id']}, UserId, 0 FROM TUserBase WHERE UserId >= 5000 "
            "AND UserId < 5500;")
        error = one.refusal("chat.block", user=two.user["id"], block=True)
        self.assertEqual(self.reason(error), "block_list_full")
        one.call("chat.block", user=5000, block=False)
        one.call("chat.block", user=two.user["id"], block=True)


if __name__ == "__main__":
    unittest.main()
