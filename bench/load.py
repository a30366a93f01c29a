"""A real server under load; called by scripts/load, which says what for. Prints figures and compares
them with what docs/reliability.md promises."""

import argparse
import collections
import concurrent.futures
import json
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/e2e"))

from support.raw import Raw, metric  # noqa: E402
from support.server import BIN, Server  # noqa: E402

MEBIBYTE = 1 << 20


def say(text):
    print(text, flush=True)


class Samples(threading.Thread):
    """The largest values of some metrics, and of the WAL, while it runs."""

    def __init__(self, server, *names):
        super().__init__(daemon=True)
        self.server, self.names = server, names
        self.most = {name: 0.0 for name in names}
        self.wal = 0
        self.stopping = threading.Event()
        self.start()

    def run(self):
        wal = Path(str(self.server.database) + "-wal")
        while not self.stopping.wait(0.25):
            for name in self.names:
                self.most[name] = max(self.most[name], metric(self.server, name))
            if wal.exists():
                self.wal = max(self.wal, wal.stat().st_size)

    def stop(self):
        self.stopping.set()
        self.join()


class Load:
    """load_games in a process of its own; `ready` once all games run."""

    def __init__(self, server, **options):
        words = [str(word) for key, value in options.items()
                 for word in (f"--{key.replace('_', '-')}", value)]
        self.process = subprocess.Popen([BIN / "load_games", "--port", str(server.port), *words],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.ready = self.process.stderr.readline().strip() == "playing"
        if not self.ready:
            raise SystemExit("load_games: " + self.process.stderr.read())

    def report(self):
        out, _ = self.process.communicate(timeout=600)
        return json.loads(out)


def figures(name, report):
    say(f"{name:>10}: {report['moves']} moves in {report['games']} games, p50 {report['p50_ms']:.2f} ms, "
        f"p99 {report['p99_ms']:.2f} ms, p99.9 {report['p999_ms']:.2f} ms, max {report['max_ms']:.1f} ms, "
        f"refused {report['refused']}, closed {report['closed']}")


def wait_until(look, seconds, what):
    end = time.monotonic() + seconds
    while not look():
        if time.monotonic() > end:
            say(f"not within {seconds} s: {what}")
            return False
        time.sleep(0.25)
    return True


def refused(server):
    return metric(server, 'tianyuan_errors_total{reason="rate_limited"}')


def abuse(options):
    kept = True
    with Server() as server:
        rss = lambda: metric(server, "tianyuan_resident_bytes") / MEBIBYTE
        play = dict(games=options.games, seconds=options.seconds, pause_ms=options.pause_ms)
        figures("warm-up", Load(server, **(play | {"seconds": 5})).report())
        baseline = rss()
        quiet = Load(server, **play).report()
        figures("quiet", quiet)
        after_quiet = rss()
        samples = Samples(server, "tianyuan_resident_bytes", "tianyuan_connections")
        attack = subprocess.Popen(
            [BIN / "load_abuse", "--port", str(server.port), "--seconds", str(options.seconds + 8),
             "--flood", str(options.flood), "--flood-sockets", str(options.flood_sockets),
             "--half-open", str(options.half_open), "--deaf", str(options.deaf)],
            stdout=subprocess.PIPE, text=True)
        time.sleep(2)
        under = Load(server, **play).report()
        figures("abused", under)
        done = json.loads(attack.communicate(timeout=600)[0])
        samples.stop()
        # One socket is that which asks.
        kept &= wait_until(lambda: metric(server, "tianyuan_connections") <= 1, 60, "all sockets gone")
        time.sleep(2)
        say(f"    attack: {done}")
        say(f"    server: frames refused {refused(server):.0f}, slow readers cut off {metric(server, 'tianyuan_slow_readers_total'):.0f}, "
            f"most sockets {samples.most['tianyuan_connections']:.0f}")
        peak = samples.most["tianyuan_resident_bytes"] / MEBIBYTE
        say(f"    memory: before {baseline:.1f} MiB, after the quiet games {after_quiet:.1f}, most "
            f"{peak:.1f}, afterwards {rss():.1f}")
        ratio = under["p99_ms"] / quiet["p99_ms"]
        say(f"    p99 abused / quiet: {ratio:.2f} (promised: at most 2)")
        kept &= ratio <= 2 and under["refused"] == 0 and under["closed"] == 0
        kept &= rss() <= after_quiet * 1.5 + 16
    return kept


def join(server, number):
    """One guest who comes and does something, in one of several ways."""
    raw = Raw(server)
    raw.upgrade()
    raw.ask("session.guest", name="")
    way = number % 5
    if way == 0:
        raw.ask("hall.enter", room=1)
    elif way == 1:
        raw.ask("table.create", room=2, private=bool(number % 2))
    elif way == 2:
        raw.ask("match.start", room=3)  # some find one another
    elif way == 3:
        raw.ask("hall.enter", room=2)
        tables = raw.ask("table.list", room=2)["result"]["tables"]
        if tables:
            raw.ask("table.watch", table=tables[0]["id"])
    raw.plays = way == 2
    return raw


def drop(raw, number):
    if raw.plays:  # two hundred absences at once would be a mass drop, and rightly stand for minutes
        raw.ask("table.leave", forfeit=True)
    if number % 2:
        raw.close()
    else:
        raw.reset()


def join_and_drop(server, people):
    """So many, of whom the last two hundred are there at any time; half go with a reset."""
    there = collections.deque()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for number, raw in enumerate(pool.map(lambda one: join(server, one), range(people))):
            there.append(raw)
            if len(there) > 200:
                drop(there.popleft(), number)
    for number, raw in enumerate(there):
        drop(raw, number)


HELD = ("tianyuan_connections", "tianyuan_sessions", "tianyuan_users", "tianyuan_tables",
        "tianyuan_games", "tianyuan_searching", "tianyuan_watching", "tianyuan_timers")


def joins(options):
    flags = ["--new-accounts-burst", "1000000", "--address-frames-burst", "10000000",
             "--log-level", "warn"]
    with Server(flags=flags) as server:
        server.sql("UPDATE TGameRoomBase SET GraceMs = 10000;")
        time.sleep(1)
        before = {name: metric(server, name) for name in HELD}  # one socket: that which asks
        nobody = lambda: {name: metric(server, name) for name in HELD} == before
        join_and_drop(server, options.people // 10)
        wait_until(nobody, 90, "the first tenth gone")
        baseline = metric(server, "tianyuan_resident_bytes") / MEBIBYTE
        began = time.monotonic()
        samples = Samples(server, "tianyuan_resident_bytes", *HELD)
        join_and_drop(server, options.people)
        took = time.monotonic() - began
        kept = wait_until(nobody, 120, "all gone")
        samples.stop()
        after = metric(server, "tianyuan_resident_bytes") / MEBIBYTE
        say(f"{options.people} joins and drops in {took:.0f} s")
        for name in HELD:
            say(f"  {name.removeprefix('tianyuan_'):>12}: most {samples.most[name]:.0f}, "
                f"now {metric(server, name):.0f}")
        say(f"        memory: {baseline:.1f} MiB after the first {options.people // 10}, most "
            f"{samples.most['tianyuan_resident_bytes'] / MEBIBYTE:.1f}, now {after:.1f}")
        return kept and after <= baseline * 1.25 + 8


def operators(options):
    flags = ["--frames-per-second", "100000", "--frames-burst", "100000", "--log-level", "warn",
             "--address-frames-per-second", "1000000", "--address-frames-burst", "1000000",
             "--new-accounts-burst", "1000000"]
    with Server(flags=flags) as server:
        load = Load(server, games=options.games, seconds=options.seconds, pause_ms=options.pause_ms)
        samples = Samples(server)
        before = metric(server, "tianyuan_commit_seconds_count")
        began = time.monotonic()
        took, failed = [], []
        for number in range(options.updates):
            start = time.monotonic()
            run = subprocess.run(
                ["sqlite3", "-batch", "-cmd", ".timeout 2000", str(server.database)], text=True,
                input=f"UPDATE TGameRoomBase SET RunPublish = {number} WHERE RoomId = 3;\n",
                capture_output=True, timeout=60)
            took.append(1000 * (time.monotonic() - start))
            if run.returncode or run.stderr:
                failed.append(run.stderr.strip())
        spent = time.monotonic() - began
        commits = (metric(server, "tianyuan_commit_seconds_count") - before) / spent
        busy = load.process.poll() is None
        load_report = load.report()
        samples.stop()
        took.sort()
        shown = server.rows("SELECT RunPublish FROM TGameRoomBase WHERE RoomId = 3")[0]["RunPublish"]
        figures("load", load_report)
        say(f"   updates: {options.updates - len(failed)} of {options.updates} succeeded in {spent:.1f} s "
            f"with .timeout 2000; median {statistics.median(took):.0f} ms, longest {took[-1]:.0f} ms; "
            f"the last one stands: {shown == options.updates - 1}")
        say(f"    server: {commits:.0f} commits a second meanwhile; largest WAL "
            f"{samples.wal / MEBIBYTE:.1f} MiB (promised: under 100)")
        for line in failed[:5]:
            say(f"    failed: {line}")
        if not busy:
            say("the games were over before the updates: give more --seconds")
        return not failed and busy and samples.wal < 100 * MEBIBYTE


def main():
    parser = argparse.ArgumentParser(prog="scripts/load")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("abuse")
    one.add_argument("--games", type=int, default=100)
    one.add_argument("--seconds", type=int, default=20)
    one.add_argument("--pause-ms", type=int, default=500)
    one.add_argument("--flood", type=int, default=10_000, help="frames a second")
    one.add_argument("--flood-sockets", type=int, default=200)
    one.add_argument("--half-open", type=int, default=1_000)
    one.add_argument("--deaf", type=int, default=1)
    two = commands.add_parser("joins")
    two.add_argument("--people", type=int, default=10_000)
    three = commands.add_parser("operators")
    three.add_argument("--updates", type=int, default=100)
    three.add_argument("--games", type=int, default=150)
    three.add_argument("--seconds", type=int, default=90)
    three.add_argument("--pause-ms", type=int, default=100)
    options = parser.parse_args()
    kept = {"abuse": abuse, "joins": joins, "operators": operators}[options.command](options)
    say("kept" if kept else "NOT KEPT")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
