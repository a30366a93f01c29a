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
        self.validators = {}
        errors = document["components"]["errors"]
        self.codes = {name: error["code"] for name, error in errors.items()}
        self.errors_of = {name: {error["$ref"].rsplit("/", 1)[1] for error in method["errors"]}
                          for name, method in self.methods.items()}

    def _check(self, schema, value, what):
        key = json.dumps(schema)
        if key not in self.validators:
            jsonschema.Draft202012Validator.check_schema(schema)
            self.validators[key] = jsonschema.Draft202012Validator(schema, resolver=self.resolver)
        for fault in self.validators[key].iter_errors(value):
            path = ".".join(str(step) for step in fault.absolute_path)
            raise Breach(f"{what}: {path or 'value'}: {fault.message[:300]}")

    def check_request(self, method, params):
        self._check(self.methods[method]["x-params"], params, method)

    def check_result(self, method, result):
        self._check(self.methods[method]["result"]["schema"], result, f"result of {method}")

    def check_error(self, method, error):
        """`method` None: of what could not be read as a request."""
        self._check({"$ref": "#/components/schemas/Error"}, error, "error")
        reason = error["data"]["reason"]
        if self.codes.get(reason) != error["code"]:
            raise Breach(f"error {error['code']} does not go with {reason}")
        if method in self.errors_of and reason not in self.errors_of[method]:
            raise Breach(f"{method} does not list {reason} among its errors")

    def check_notification(self, name, params):
        if name not in self.notifications:
            raise Breach(f"notification {name} is not in the contract")
        self._check(self.notifications[name]["x-params"], params, name)


@lru_cache(maxsize=1)
def contract():
    return Contract(json.loads((ROOT / "proto/openrpc.json").read_text()))
