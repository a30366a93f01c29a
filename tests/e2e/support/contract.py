"""The published contract, proto/openrpc.json, as a validator of single messages."""

import json
from functools import lru_cache

import jsonschema

from .server import ROOT


class Breach(AssertionError):
    """A message that is not as the contract says."""


class Contract:
    def __init__(self, document):
        self.document = document
        self.methods = {method["name"]: method for method in document["methods"]}
        self.notifications = {note["name"]: note for note in document["x-notifications"]}
        self.resolver = jsonschema.RefResolver.from_schema(document)
        self.kept = {}

    def _validator(self, key, schema):
        if key not in self.kept:
            jsonschema.Draft7Validator.check_schema(schema)
            self.kept[key] = jsonschema.Draft7Validator(schema, resolver=self.resolver)
        return self.kept[key]

    def _check(self, key, schema, value, what):
        for fault in self._validator(key, schema).iter_errors(value):
            path = ".".join(str(step) for step in fault.absolute_path)
            raise Breach(f"{what}: {path or 'value'}: {fault.message[:300]}")

    @staticmethod
    def _object(parameters):
        """Parameters by name, as the schema of one object."""
        return {"type": "object", "additionalProperties": False,
                "properties": {one["name"]: one["schema"] for one in parameters},
                "required": [one["name"] for one in parameters if one.get("required")]}

    def check_request(self, method, params):
        self._check(("request", method), self._object(self.methods[method]["params"]), params, method)

    def check_result(self, method, result):
        self._check(("result", method), self.methods[method]["result"]["schema"], result,
                    f"result of {method}")

    def check_error(self, error):
        self._check("error", {"$ref": "#/components/schemas/Error"}, error, "error")

    def check_notification(self, name, params):
        if name not in self.notifications:
            raise Breach(f"notification {name} is not in the contract")
        self._check(("notification", name), self._object(self.notifications[name]["params"]), params,
                    name)


@lru_cache(maxsize=1)
def contract():
    return Contract(json.loads((ROOT / "proto/openrpc.json").read_text()))
