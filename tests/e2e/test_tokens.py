"""A session's token: only its hash is stored, each use brings a new one, a lost answer locks nobody out,
a stolen one that was replaced ends the session, and whoever should can revoke it."""

import subprocess
import unittest

from support.server import BIN, PATIENCE_S, Server
from support.wire import Wire
from support.wire_play import accounts, guests


class Tokens(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def wire(self):
        client = Wire(self.server.url)
        self.addCleanup(client.close)
        return client

    def refused_token(self, token):
        error = self.wire().refusal("session.resume", token=token)
        self.assertEqual(error["data"]["reason"], "bad_token")

    def stored(self, user):
        return self.server.rows("SELECT * FROM TUserSession WHERE UserId = ?", user["id"])

    def test_only_hashes_are_at_rest(self):
        one, = accounts(self, self.server, 1)
        first = one.token
        two = self.wire()
        two.resume(first)
        files = b"".join(path.read_bytes() for path in self.server.folder.glob("tianyuan.db*"))
        for token in (first, two.token):
            self.assertNotIn(token.encode(), files)
            self.assertNotIn(token.rsplit(".", 1)[-1].encode(), files)
            self.assertNotIn(token, self.server.log())
        self.assertNotIn(one.password.encode(), files)
        self.assertNotIn(one.password, self.server.log())

    def test_each_use_brings_a_new_token(self):
        client, = guests(self, self.server, 1)
        shown = [client.token]
        for _ in range(5):
            client = self.wire()
            client.resume(shown[-1])
            shown.append(client.token)
        self.assertEqual(len(set(shown)), 6)
        self.assertEqual(len(self.stored(client.user)), 1)

    def test_a_lost_answer_locks_nobody_out(self):
        client, = guests(self, self.server, 1)
        kept = client.token
        for _ in range(3):  # thrice the answer does not arrive, or is not written down
            lost = self.wire()
            lost.resume(kept)
            lost.reset()
        again = self.wire()
        again.resume(kept)
        self.assertEqual(again.user["id"], client.user["id"])
        # The same for every later token.
        kept = again.token
        for _ in range(2):
            lost = self.wire()
            lost.resume(kept)
            lost.reset()
        last = self.wire()
        last.resume(kept)
        self.assertEqual(last.user["id"], client.user["id"])

    def test_a_stolen_token_that_was_used_since_is_refused_and_ends_the_session(self):
        victim, = accounts(self, self.server, 1)
        stolen = victim.token
        for _ in range(2):
            now = self.wire()
            now.resume(victim.token)
            victim = now
        self.refused_token(stolen)
        # He who has the session now is put out as well; the password lets the right one in.
        self.assertEqual(victim.wait_closed()[0], 4003)
        self.refused_token(victim.token)
        self.assertEqual(self.stored(victim.user), [])
        self.assertIn("session.token_reused", self.server.log())

    def test_a_thief_who_was_first_is_put_out_when_the_victim_comes(self):
        victim, = accounts(self, self.server, 1)
        name, password = victim.user["name"], victim.password
        mine = self.wire()
        mine.resume(victim.token)  # the thief knows the token before this one
        thief = self.wire()
        thief.resume(victim.token)
        self.assertEqual(mine.wait_closed()[0], 4001)
        self.refused_token(mine.token)  # what the victim's client does next
        self.assertEqual(thief.wait_closed()[0], 4003)
        self.refused_token(thief.token)
        self.wire().login(name, password)

    def test_another_device_is_not_touched(self):
        phone, = accounts(self, self.server, 1)
        stolen = phone.token
        desk = self.wire()
        desk.login(phone.user["name"], phone.password)
        for _ in range(2):
            again = self.wire()
            again.resume(phone.token)
            phone = again
        desk_again = self.wire()
        desk_again.resume(desk.token)
        self.refused_token(stolen)
        desk_again.call("session.ping")
        self.assertFalse(desk_again.closed.is_set())

    def test_logout_revokes(self):
        client, = guests(self, self.server, 1)
        first = client.token
        again = self.wire()
        again.resume(first)
        again.call("session.logout")
        self.refused_token(again.token)
        self.refused_token(first)
        self.assertEqual(self.stored(client.user), [])

    def test_a_new_password_revokes_all_but_this_session(self):
        one, = accounts(self, self.server, 1)
        other = self.wire()
        other.login(one.user["name"], one.password)
        other.call("session.change_password", old_password=one.password,
                   new_password="quite another one")
        self.refused_token(one.token)
        last = self.wire()
        last.resume(other.token)
        self.assertEqual(len(self.stored(one.user)), 1)

    def test_an_operators_new_password_revokes_and_closes(self):
        one, = accounts(self, self.server, 1)
        subprocess.run([BIN / "tianyuan-admin", "--database", self.server.database,
                        "reset-password", one.user["name"]],
                       check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, timeout=PATIENCE_S)
        self.assertEqual(one.wait_closed()[0], 4003)
        self.refused_token(one.token)
        error = self.wire().refusal("session.login", name=one.user["name"], password=one.password)
        self.assertEqual(error["data"]["reason"], "bad_credentials")

    def test_a_token_comes_through_a_restart(self):
        client, = guests(self, self.server, 1)
        again = self.wire()
        again.resume(client.token)
        self.server.kill()
        self.server.start()
        last = self.wire()
        last.resume(again.token)
        self.assertEqual(last.user["id"], client.user["id"])
        self.refused_token(client.token)

    def test_no_token_is_not_any_token(self):
        for token in ("A" * 43, "." * 43, "A" * 43 + ".", "." + "A" * 43, "A" * 128):
            self.refused_token(token)


if __name__ == "__main__":
    unittest.main()
