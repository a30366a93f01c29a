"""A real tianyuan-server on a free loopback port with a database in a temporary folder.

    with Server() as server:
        server.url                    # ws://127.0.0.1:PORT/ws
        server.sql("UPDATE ...")      # typed with sqlite3, as operators do
        server.rows("SELECT ...")
        server.kill(); server.start() # a crash, and the next start on the same port and database
"""

import os
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BIN = Path(os.environ.get("TIANYUAN_BIN") or ROOT / "build/release/bin")

# The disk that forgets (tests/power_cut), for Server(environment=...).
FORGETFUL = {"LD_PRELOAD": str(BIN / "forgetful_vfs.so"),
             "ASAN_OPTIONS": "verify_asan_link_order=0"}

# How long anything at all may take on a busy machine before a test gives up; nothing measures it.
PATIENCE_S = 60


def free_port():
    """Below the range from which the system takes the other ends of sockets: what is free now stays
    free until a server listens on it. The next port is free as well, for /metrics by default."""
    for _ in range(200):
        port = 10_000 + secrets.randbelow(20_000)
        try:
            with socket.socket() as one, socket.socket() as next_one:
                one.bind(("127.0.0.1", port))
                next_one.bind(("127.0.0.1", port + 1))
                return port
        except OSError:
            continue
    raise RuntimeError("no free port between 10000 and 30000")


class Server:
    def __init__(self, database=None, flags=(), start=True, environment=None):
        self.folder = Path(tempfile.mkdtemp(prefix="tianyuan-"))
        self.database = Path(database) if database else self.folder / "tianyuan.db"
        self.log_path = self.folder / "server.log"
        self.port = free_port()
        self.inner_port = free_port()  # /metrics and /readyz
        self.flags = list(flags)
        self.environment = os.environ | (environment or {})
        self.process = None
        if start:
            self.start()

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.port}/ws"

    def http(self, path, inner=False):
        """(status, body) of a GET."""
        port = self.inner_port if inner else self.port
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE_S) as got:
                return got.status, got.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def command(self):
        return [str(BIN / "tianyuan-server"), "--listen", f"127.0.0.1:{self.port}",
                "--admin-listen", f"127.0.0.1:{self.inner_port}",
                "--database", str(self.database), *self.flags]

    def launch(self, **more):
        """Begins it and waits for nothing."""
        assert self.process is None, "runs already"
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=log,
                                            stderr=subprocess.STDOUT,
                                            **{"env": self.environment} | more)

    def start(self, **more):
        self.launch(**more)
        deadline = time.monotonic() + PATIENCE_S
        while True:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}:\n{self.log()}")
            try:
                if self.http("/healthz")[0] == 200:
                    return self
            except OSError:
                pass
            if time.monotonic() > deadline:
                raise AssertionError("the server did not come up:\n" + self.log())
            time.sleep(0.02)

    def kill(self):
        """As a power cut would: kill -9."""
        self._end(signal.SIGKILL)

    def stop(self):
        """SIGTERM; its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, number):
        process, self.process = self.process, None
        if process is None:
            return None
        process.send_signal(number)
        try:
            return process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"the server did not end within {PATIENCE_S} s:\n" + self.log())

    def wait(self):
        """The exit status of a server that ends by itself."""
        process, self.process = self.process, None
        return process.wait(PATIENCE_S)

    def up(self):
        return self.process is not None and self.process.poll() is None

    def log(self):
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    def close(self):
        try:
            if self.up():
                self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- the database

    def sql(self, statement):
        """What an operator types into sqlite3. A refusal raises SqlRefused with its words."""
        run = subprocess.run(["sqlite3", "-batch", "-cmd", ".timeout 5000", str(self.database)],
                             input=statement + "\n", text=True, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, timeout=PATIENCE_S)
        if run.returncode != 0 or run.stderr:
            raise SqlRefused(run.stderr.strip() or f"exit {run.returncode}")
        return run.stdout

    def rows(self, query, *values):
        """Rows as dictionaries, read beside the running server."""
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=5)
        try:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(query, values)]
        finally:
            connection.close()


class SqlRefused(Exception):
    pass
