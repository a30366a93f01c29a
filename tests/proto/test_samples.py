"""Samples of every message that the codec writes, checked by proto/openrpc.json with jsonschema."""

import json
import os
import subprocess
import unittest
from pathlib import Path

import jsonschema

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(os.environ.get("TIANYUAN_BIN") or ROOT / "build/release/bin")
DOCUMENT = json.loads((ROOT / "proto/openrpc.json").read_text(encoding="utf-8"))
SCHEMAS = DOCUMENT["components"]["schemas"]


class Samples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        run = subprocess.run([BIN / "proto_samples"], stdout=subprocess.PIPE, check=True)
        # Not splitlines: a frame may hold U+2028 and the like.
        cls.samples = [line.split(" ", 2) for line in run.stdout.decode("utf-8").split("\n") if line]
        cls.resolver = jsonschema.RefResolver.from_schema(DOCUMENT)
        cls.validators = {}

    def validator(self, name):
        if name not in self.validators:
            schema = {"$ref": "#/components/schemas/" + name}
            self.validators[name] = jsonschema.Draft7Validator(schema, resolver=self.resolver)
        return self.validators[name]

    def check(self, name, value, frame):
        for fault in self.validator(name).iter_errors(value):
            self.fail(f"{name}: {list(fault.absolute_path)}: {fault.message}\n  in {frame}")

    @staticmethod
    def entry(group, name):
        return next(one for one in DOCUMENT[group] if one["name"] == name)

    @staticmethod
    def named(reference):
        return reference["$ref"].rsplit("/", 1)[1]

    def test_every_schema_is_a_schema(self):
        for name, schema in SCHEMAS.items():
            with self.subTest(name):
                jsonschema.Draft7Validator.check_schema(schema)
                jsonschema.Draft202012Validator.check_schema(schema)

    def test_every_reference_leads_somewhere(self):
        def walk(node):
            if isinstance(node, dict):
                if "$ref" in node:
                    self.resolver.resolve(node["$ref"])
                for value in node.values():
                    walk(value)
            elif isinstance(node, list):
                for value in node:
                    walk(value)
        walk(DOCUMENT)

    def test_every_sample_is_as_the_contract_says(self):
        seen = set()
        for what, name, frame in self.samples:
            message = json.loads(frame)
            seen.add((what, name))
            if what == "request":
                self.check("RequestEnvelope", message, frame)
                self.assertEqual(message["method"], name)
                self.check(self.named(self.entry("methods", name)["x-params"]), message["params"], frame)
            elif what == "result":
                self.check("ResultEnvelope", message, frame)
                self.check(self.named(self.entry("methods", name)["result"]["schema"]),
                           message["result"], frame)
            elif what == "notification":
                self.check("NotificationEnvelope", message, frame)
                self.assertEqual(message["method"], name)
                self.check(self.named(self.entry("x-notifications", name)["x-params"]),
                           message["params"], frame)
            else:
                self.check("ErrorEnvelope", message, frame)
                word = DOCUMENT["components"]["errors"][message["error"]["data"]["reason"]]
                self.assertEqual(word["code"], message["error"]["code"])
        wanted = {(kind, one["name"]) for one in DOCUMENT["methods"] for kind in ("request", "result")}
        wanted |= {("notification", one["name"]) for one in DOCUMENT["x-notifications"]}
        self.assertEqual(seen - {("error", "-")}, wanted)

    def test_what_is_not_in_the_contract_is_found(self):
        """The check above can fail: each of these differs from a sample in one thing."""
        for value, name in (({"game": 1, "turn": 0, "point": "P1"}, "GamePlaceParams"),
                            ({"game": 1, "turn": 0, "point": "H8", "more": 1}, "GamePlaceParams"),
                            ({"game": 1, "turn": 0}, "GamePlaceParams"),
                            ({"game": 1, "turn": "0", "point": "H8"}, "GamePlaceParams"),
                            ({"scope": "room", "text": "a\u001bb"}, "ChatSayParams")):
            with self.subTest(value):
                self.assertTrue(list(self.validator(name).iter_errors(value)))


if __name__ == "__main__":
    unittest.main()
