"""docs/protocol.md and openrpc.json say the same: methods, parameters, notifications, error words."""

import json
import re
import unittest
from pathlib import Path

import jsonschema

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = json.loads((ROOT / "proto/openrpc.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")


def rows(pattern):
    """First cell -> the others, of the table rows whose first cell is as wanted."""
    found = {}
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("| ") else []
        if len(cells) > 1 and re.fullmatch(pattern, cells[0]):
            assert cells[0] not in found, f"{cells[0]} twice"
            found[cells[0]] = cells[1:]
    return found


def parameters(entry):
    return [f"`{one['name']}`" + ("" if one["required"] else "?") for one in entry["params"]] or ["–"]


class Docs(unittest.TestCase):
    def test_methods_and_notifications(self):
        found = rows(r"`[a-z]+\.[a-z_]+`")
        wanted = DOCUMENT["methods"] + DOCUMENT["x-notifications"]
        self.assertEqual(set(found), {f"`{one['name']}`" for one in wanted})
        for one in wanted:
            with self.subTest(one["name"]):
                cells = found[f"`{one['name']}`"]
                self.assertEqual(cells[0].split(), parameters(one))
                if "result" in one:
                    self.assertEqual(cells[1], one["result"]["name"])

    def test_error_words(self):
        found = rows(r"-?\d{4,5}")
        errors = DOCUMENT["components"]["errors"]
        codes = {str(error["code"]): f"`{word}`" for word, error in errors.items()}
        self.assertEqual({code: cells[0] for code, cells in found.items()}, codes)

    def test_event_kinds_and_acts(self):
        schemas = DOCUMENT["components"]["schemas"]
        for word in schemas["GameEvent"]["properties"]["kind"]["enum"] + schemas["Act"]["enum"]:
            self.assertIn(f"`{word}`", PAGE)

    def test_the_frames_of_the_example_are_as_the_contract_says(self):
        """Those that are not cut with an ellipsis."""
        resolver = jsonschema.RefResolver.from_schema(DOCUMENT)
        methods = {one["name"]: one for one in DOCUMENT["methods"]}
        frames = re.findall(r"^[AB] [→←] (\{.*\})$", PAGE, re.M)
        whole = [json.loads(frame) for frame in frames if "…" not in frame]
        self.assertGreater(len(whole), 6)
        sent = {}
        for frame in whole:
            if "method" in frame and "id" in frame:
                sent[frame["id"]] = methods[frame["method"]]
                schema, value = sent[frame["id"]]["x-params"], frame["params"]
            elif "error" in frame:
                schema, value = {"$ref": "#/components/schemas/Error"}, frame["error"]
            else:
                schema, value = sent[frame["id"]]["result"]["schema"], frame["result"]
            with self.subTest(frame):
                jsonschema.Draft7Validator(schema, resolver=resolver).validate(value)


if __name__ == "__main__":
    unittest.main()
