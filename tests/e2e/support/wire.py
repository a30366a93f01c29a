"""The tests' own client of the wire protocol; every message both ways is checked by the contract.

    with Wire(server.url) as one:
        one.guest()
        one.call("hall.rooms")["rooms"]
        error = one.refusal("game.place", game=1, turn=0, point="Z9")
        one.expect("game.event", game=7)["event"]   # a notification, from where the last was found

Blocking; the sockets live on one event loop in a thread of their own. `begin` starts a call without
waiting, for things that should happen at once.
"""

import asyncio
import concurrent.futures
import itertools
import json
import secrets
import threading
import time

import websockets
from websockets.legacy.client import connect

from .contract import Breach, contract
from .server import PATIENCE_S

SUBPROTOCOL = "tianyuan.v1"


class _Loop:
    """One event loop for all sockets of a test program."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def run(self, coroutine, timeout=PATIENCE_S):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(timeout)


_loop = None
_loop_lock = threading.Lock()  # clients are made from several threads at once
_checked = set()  # texts of notifications that were found as the contract says


def loop():
    global _loop
    with _loop_lock:
        if _loop is None:
            _loop = _Loop()
        return _loop


class Refused(Exception):
    """An error answer."""

    def __init__(self, error):
        super().__init__(json.dumps(error, ensure_ascii=False))
        self.error = error
        self.code = error["code"]
        self.data = error.get("data", {})
        self.reason = self.data.get("reason")


def outcome(future):
    """("ok", result) or ("refused", reason)."""
    try:
        return "ok", future.result(PATIENCE_S)
    except Refused as refused:
        return "refused", refused.reason


class Wire:
    def __init__(self, url, *, subprotocol=SUBPROTOCOL, origin=None, hello=True):
        self.url = url
        self.user = None
        self.token = None
        self.notes = []  # (method, params), in order
        self.at = 0  # where the next expect begins
        self.strays = []  # answers without a readable id
        self.breaches = []
        self.pending = {}  # id -> (method, future)
        self.ids = itertools.count(1)
        self.changed = threading.Condition()
        self.closed = threading.Event()
        self.socket = loop().run(self._connect(subprotocol, origin))
        if hello:
            self.hello = self.call("session.hello", client="e2e", version="1", lang="en")

    async def _connect(self, subprotocol, origin):
        socket = await connect(self.url, subprotocols=[subprotocol] if subprotocol else None,
                               origin=origin, compression=None, ping_interval=None, max_size=None,
                               open_timeout=PATIENCE_S, close_timeout=5)
        self.task = asyncio.ensure_future(self._read(socket))
        return socket

    async def _read(self, socket):
        try:
            async for text in socket:
                self._take(text)
        except (websockets.ConnectionClosed, OSError):
            pass
        finally:
            self.closed.set()
            with self.changed:
                for _, future in self.pending.values():
                    if not future.done():
                        future.set_exception(ConnectionError(f"closed with {self.close_code}"))
                self.pending.clear()
                self.changed.notify_all()

    def _take(self, text):
        try:
            message = json.loads(text)
            if not isinstance(text, str) or message.get("jsonrpc") != "2.0":
                raise Breach(f"no JSON-RPC text message: {text[:200]!r}")
            if "method" in message:
                if text not in _checked:  # one broadcast reaches many clients of a test
                    contract().check_notification(message["method"], message["params"])
                    _checked.add(text)
                    if len(_checked) > 10_000:
                        _checked.clear()
                with self.changed:
                    self.notes.append((message["method"], message["params"]))
                    self.changed.notify_all()
                return
            with self.changed:
                method, future = self.pending.pop(message["id"], (None, None))
            if "error" in message:
                contract().check_error(method, message["error"])
            elif method is None:
                raise Breach(f"an answer to nothing: {text[:200]}")
            else:
                contract().check_result(method, message["result"])
            if future is None:
                with self.changed:
                    self.strays.append(message)
                    self.changed.notify_all()
            elif "error" in message:
                future.set_exception(Refused(message["error"]))
            else:
                future.set_result(message["result"])
        except Exception as fault:  # kept for the test's thread, which raises it
            with self.changed:
                self.breaches.append(f"{fault}\n  in {text[:600]}")
                self.changed.notify_all()

    def _raise_breaches(self):
        if self.breaches:
            raise Breach(self.breaches[0])

    # ---- requests

    def begin(self, method, **params):
        """Sends the request; a future of its result (Refused for an error answer)."""
        contract().check_request(method, params)
        return self.begin_unchecked(method, params)

    def begin_unchecked(self, method, params):
        future = concurrent.futures.Future()
        number = next(self.ids)
        with self.changed:
            self.pending[number] = (method, future)
        self.send_text(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params},
                                  ensure_ascii=False))
        return future

    def _finish(self, future, timeout):
        deadline = time.monotonic() + timeout
        while True:
            self._raise_breaches()
            try:
                return future.result(min(0.5, max(0.0, deadline - time.monotonic())))
            except concurrent.futures.TimeoutError:
                if time.monotonic() >= deadline:
                    raise AssertionError(f"no answer in {timeout} s") from None

    def call(self, method, timeout=PATIENCE_S, **params):
        return self._finish(self.begin(method, **params), timeout)

    def refusal(self, method, timeout=PATIENCE_S, **params):
        """The error object of a well-formed request that is refused."""
        return self._refusal(self.begin(method, **params), timeout)

    def refusal_unchecked(self, method, params, timeout=PATIENCE_S):
        """The same of a request that the contract does not allow."""
        return self._refusal(self.begin_unchecked(method, params), timeout)

    def _refusal(self, future, timeout):
        try:
            result = self._finish(future, timeout)
        except Refused as refused:
            return refused.error
        raise AssertionError(f"not refused: {result}")

    # ---- raw frames

    def send_text(self, text):
        """One text frame, or a binary one for bytes."""
        try:
            loop().run(self.socket.send(text))
        except websockets.ConnectionClosed:
            raise ConnectionError(f"closed with {self.close_code}") from None

    def begin_in_one_packet(self, *requests):
        """Several requests (method, params) whose frames go out by one write; their futures."""
        packet, futures = b"", []
        for method, params in requests:
            contract().check_request(method, params)
            number, future = next(self.ids), concurrent.futures.Future()
            futures.append(future)
            with self.changed:
                self.pending[number] = (method, future)
            text = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            length = (bytes([0x80 | len(text)]) if len(text) < 126
                      else b"\xfe" + len(text).to_bytes(2, "big"))
            packet += b"\x81" + length + b"\0\0\0\0" + text.encode()  # masked with zeros
        loop().loop.call_soon_threadsafe(self.socket.transport.write, packet)
        return futures

    def stray(self, timeout=PATIENCE_S):
        """The next answer whose id was not one of ours (null for what could not be read)."""
        return self._wait(lambda: self.strays.pop(0) if self.strays else None, "an answer", timeout)

    def wait_closed(self, timeout=PATIENCE_S):
        """(close code, reason) once the server has closed."""
        if not self.closed.wait(timeout):
            raise AssertionError(f"not closed in {timeout} s")
        return self.close_code, self.socket.close_reason

    @property
    def close_code(self):
        return self.socket.close_code

    def reset(self):
        """Gone without a close frame, as when a cable is pulled."""
        loop().loop.call_soon_threadsafe(self.socket.transport.abort)
        self.closed.wait(PATIENCE_S)

    def close(self):
        if not self.closed.is_set():
            loop().run(self.socket.close())
        self.closed.wait(PATIENCE_S)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.close()
        if kind is None:
            self._raise_breaches()

    # ---- notifications

    def _wait(self, look, what, timeout):
        deadline = time.monotonic() + timeout
        with self.changed:
            while True:
                self._raise_breaches()
                found = look()
                if found is not None:
                    return found
                left = deadline - time.monotonic()
                if left <= 0 or self.closed.is_set():
                    last = "\n  ".join(json.dumps(note, ensure_ascii=False)[:300] for note in self.notes[-8:])
                    raise AssertionError(f"no {what} in {timeout} s (closed: {self.closed.is_set()}); "
                                         f"the last notifications:\n  {last}")
                self.changed.wait(min(left, 0.5))

    def expect(self, method, timeout=PATIENCE_S, where=None, **wanted):
        """The params of the next notification of that method whose members are as wanted."""
        def look():
            for position in range(self.at, len(self.notes)):
                name, params = self.notes[position]
                if name == method and all(params.get(key) == value for key, value in wanted.items()) \
                        and (where is None or where(params)):
                    self.at = position + 1
                    return params
            return None
        return self._wait(look, f"{method} {wanted or ''}", timeout)

    def seen(self, method, **wanted):
        with self.changed:
            return [params for name, params in self.notes if name == method
                    and all(params.get(key) == value for key, value in wanted.items())]

    def skip_to_end(self):
        with self.changed:
            self.at = len(self.notes)

    # ---- sessions

    def _signed_in(self, session):
        self.user, self.token = session["user"], session["token"]
        return session

    def guest(self, name=""):
        return self._signed_in(self.call("session.guest", name=name))

    def register(self, name=None, password=None):
        self.password = password or secrets.token_urlsafe(12)
        return self._signed_in(self.call("session.register", name=name or "w" + secrets.token_hex(5),
                                         password=self.password))

    def login(self, name, password):
        return self._signed_in(self.call("session.login", name=name, password=password))

    def resume(self, token):
        return self._signed_in(self.call("session.resume", token=token))
