"""A bare socket that speaks just enough HTTP and WebSocket to send what no library sends.

    with Raw(server) as raw:
        raw.upgrade()
        raw.text(b"null")
        raw.message()               # the next text message as JSON; the close code as an int; None: gone
"""

import json
import socket
import ssl
import struct

from .server import PATIENCE_S

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(payload, opcode=TEXT, final=True, size=None):
    """A masked frame as bytes; the mask is of zeros and changes nothing. `size` may claim another."""
    size = len(payload) if size is None else size
    head = bytes([(0x80 if final else 0) | opcode])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65_536:
        head += bytes([0x80 | 126]) + struct.pack(">H", size)
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", size)
    return head + bytes(4) + payload


class Raw:
    def __init__(self, server, *, receive_buffer=None, tls=None):
        """`tls`: the certificate (PEM file) that the server must show."""
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(("127.0.0.1", server.port))
        if tls:
            context = ssl.create_default_context(cafile=tls)
            self.socket = context.wrap_socket(self.socket, server_hostname="localhost")
        self.bytes = b""
        self.number = 0

    # ---- HTTP

    def send(self, data):
        """False: the other side has gone."""
        try:
            self.socket.sendall(data)
            return True
        except OSError:
            return False

    def request(self, target, headers=()):
        """The status of a GET."""
        lines = [f"GET {target} HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""]
        self.send("\r\n".join(lines).encode())
        return self.response()

    def response(self):
        while b"\r\n\r\n" not in self.bytes:
            if not self._more():
                return 0
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        return int(head.split()[1])

    def upgrade(self, headers=()):
        return self.request("/ws", ["Connection: Upgrade", "Upgrade: websocket",
                                    "Sec-WebSocket-Version: 13",
                                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", *headers])

    # ---- WebSocket

    def text(self, payload):
        return self.send(frame(payload))

    def ask(self, method, **params):
        """The answer, error or result; notifications on the way are dropped."""
        self.number += 1
        self.text(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method,
                              "params": params}).encode())
        while True:
            message = self.message()
            if not isinstance(message, dict) or message.get("id") == self.number:
                return message

    def message(self):
        while True:
            opcode, payload = self.any_frame()
            if opcode == TEXT:
                return json.loads(payload)
            if opcode == CLOSE:
                return struct.unpack(">H", payload[:2])[0]
            if opcode is None:
                return None

    def any_frame(self):
        """(opcode, payload); (None, b""): the socket is closed."""
        if not self._need(2):
            return None, b""
        size, head = self.bytes[1] & 127, 2
        if size >= 126:
            head = 4 if size == 126 else 10
            if not self._need(head):
                return None, b""
            size = int.from_bytes(self.bytes[2:head], "big")
        if not self._need(head + size):
            return None, b""
        opcode = self.bytes[0] & 15
        payload, self.bytes = self.bytes[head:head + size], self.bytes[head + size:]
        return opcode, payload

    def _need(self, count):
        while len(self.bytes) < count:
            if not self._more():
                return False
        return True

    def _more(self):
        try:
            got = self.socket.recv(65_536)
        except ConnectionError:
            return False
        self.bytes += got
        return bool(got)

    def gone(self):
        """Reads to the end; True once the other side has closed."""
        while self._more():
            self.bytes = b""
        return True

    def close(self):
        self.socket.close()

    def reset(self):
        """Gone without a word."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def metric(server, name):
    """One number of /metrics; 0 where it is not there yet."""
    for line in server.http("/metrics", inner=True)[1].splitlines():
        if line.startswith(name + " ") or line.startswith(name + "{"):
            return float(line.rsplit(" ", 1)[1])
    return 0.0
