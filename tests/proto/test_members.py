"""The codec's member lists (proto/members_*.h) name every member of every struct in messages.h, so
that nothing is added to a message without travelling."""

import re
import unittest
from pathlib import Path

PROTO = Path(__file__).resolve().parents[2] / "proto"


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def by_namespace(text):
    """(namespace, text) for the parts inside request, result and notify, and the rest as ""."""
    rest = text
    for name in ("request", "result", "notify"):
        for body in re.findall(r"namespace %s \{\n(.*?)\n\}  // namespace %s" % (name, name), text, re.S):
            yield name, without_comments(body)
            rest = rest.replace(body, "")
    yield "", without_comments(rest)


def declared():
    found = {}
    for space, text in by_namespace((PROTO / "messages.h").read_text()):
        for name, body in re.findall(r"\bstruct (\w+) \{(?:\}|(.*?)\n\});", text, re.S):
            body = re.sub(r"friend [^;]*;", "", body)
            members = [re.match(r".*?(\w+)\s*(=[^=]*|\{.*)?$", one.strip(), re.S).group(1)
                       for one in body.split(";") if one.strip()]
            found[space, name] = members
    return found


def listed():
    found = {}
    for path in PROTO.glob("members_*.h"):
        for space, text in by_namespace(path.read_text()):
            for name, body in re.findall(r"members\(Of<(\w+)>\) \{(.*?)\n\}", text, re.S):
                found[space, name] = re.findall(r"&%s::(\w+)" % name, body)
    return found


class Members(unittest.TestCase):
    def test_nothing_is_left_out(self):
        wanted, found = declared(), listed()
        for one in (("", "Response"), ("", "ErrorWithoutId"), ("", "ClientMessage")):
            self.assertTrue(wanted.pop(one))  # the envelope, written by hand
        self.assertGreater(len(wanted), 80)
        self.assertEqual(set(found), set(wanted))
        for name, members in wanted.items():
            with self.subTest(name):
                self.assertEqual(found[name], members)


if __name__ == "__main__":
    unittest.main()
