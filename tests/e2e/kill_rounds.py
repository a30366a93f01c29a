"""Rounds of: games at once over real sockets, kill -9 at a random instant (or a power cut), the
database held against what clients were told, a restart, and what clients are shown held against
both. Prints figures; ends with 1 on any violation. scripts/kill-rounds builds first.

    /usr/bin/python3 -B tests/e2e/kill_rounds.py [ROUNDS] [GAMES] [--power-cut] [--plant FAULT] ...
"""

import argparse
import asyncio
import os
import random
import shutil
import signal
import sqlite3
import sys
import time

from support.load import House, Player
from support.play import CASUAL, CASUAL_TWO, CLAIM, COINS, LOSE, PROFESSIONAL, REFUSE
from support.server import FORGETFUL, PATIENCE_S, Server
from support.witness import Witness

EVERYBODY = [CASUAL, CASUAL_TWO, REFUSE, LOSE, CLAIM, PROFESSIONAL]
FLAGS = ["--frames-per-second", "1000000", "--frames-burst", "1000000",
         "--address-frames-per-second", "10000000", "--address-frames-burst", "10000000",
         "--new-accounts-per-second", "10000", "--new-accounts-burst", "1000000",
         "--connections-per-address", "100000", "--hash-threads", "2", "--log-level", "warn"]
BACK_S = 300  # for everybody to be back, however busy the machine
# A WAL of this size is checkpointed soon (server/shell/limits.h): cuts within a checkpoint begin here.
NEAR_CHECKPOINT = 12 * 1024 * 1024

PLANTS = {
    "lost-move": "a stored stone disappears",
    "changed-move": "a stored stone lies elsewhere",
    "doubled-move": "a stone is stored twice",
    "penalised": "an escape is counted",
    "synchronous-off": "the server does not wait for the disk (power cuts only)",
}


class Rounds:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.witness = Witness()
        self.server = Server(flags=FLAGS, start=False)
        self.house = House(self.server.url, self.witness, options.seed, options.moves_per_second,
                           options.games)
        self.recovery_ms = []
        self.deaths = {"at an instant": 0}
        self.done = 0

    # ---- the server's life

    def _start(self):
        """Until it answers /healthz, in the time that takes."""
        if self.options.plant == "synchronous-off" and self.done == 1:  # once there is a database
            self.server.flags += ["--synchronous", "OFF"]
        environment = dict(self.server.environment)
        self.death = None
        if self.options.power_cut:
            self.death = self._choose_death()
            environment.update(FORGETFUL, FORGETFUL_SEED=str(self.random.randrange(1 << 30)),
                               FORGETFUL_LEAK=str(self.random.choice([0, 0, 100, 500])))
            if self.death:
                environment["FORGETFUL_DIE"] = self.death
        began = time.monotonic()
        self.server.launch(env=environment)
        return began

    def _choose_death(self):
        """A place in SQLite's own work to die at; None: at an instant. Some are reached while the
        server still starts."""
        if self.done == 0:
            return None
        try:
            wal = os.stat(f"{self.server.database}-wal").st_size
        except FileNotFoundError:
            wal = 0
        if wal >= NEAR_CHECKPOINT and self.random.random() < 0.5:
            return f"db_write:{self.random.randrange(1, 200)}"
        place = self.random.choice([None, None, "wal_write", "wal_sync", "wal_synced"])
        return place and f"{place}:{self.random.randrange(1, 120)}"

    async def _up(self, began):
        """True once /healthz answers; False: it died before, as it was told to."""
        deadline = began + PATIENCE_S
        while self.server.up():
            try:
                await asyncio.to_thread(self.server.http, "/healthz")
                self.recovery_ms.append(1000 * (time.monotonic() - began))
                return True
            except OSError:
                pass
            if time.monotonic() > deadline:
                break
            await asyncio.sleep(0.005)
        return False

    async def _dead(self, wait_s):
        deadline = time.monotonic() + wait_s
        while self.server.up() and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        kind = self.death.split(":")[0] if self.death and not self.server.up() else "at an instant"
        self.deaths[kind] = self.deaths.get(kind, 0) + 1
        if self.server.up():
            self.server.process.send_signal(signal.SIGKILL)
        code = await asyncio.to_thread(self.server.process.wait, PATIENCE_S)
        self.server.process = None
        if code != -signal.SIGKILL:
            raise SystemExit(f"the server ended by itself with {code}:\n{self.server.log()[-3000:]}")
        self.house.server_ends()

    # ---- one round

    async def run(self):
        options = self.options
        players = []
        for number in range(2 * options.games):
            registered = number % 8 < 2 and number < 160  # a password hash costs a moment
            rooms = EVERYBODY + [COINS, COINS] if registered else EVERYBODY
            players.append(Player(self.house, number, rooms, f"rounds{number:04}" if registered else None))
        tasks = []
        try:
            for self.done in range(options.rounds):
                began = self._start()
                if await self._up(began) and not tasks:
                    tasks = [asyncio.ensure_future(player.live()) for player in players]
                await self._play()
                await asyncio.sleep(0)
                if options.plant:
                    self._plant()
                self._compare()
                if self.witness.violations:
                    break
            else:
                self.done += 1
                await self._last_look()
        finally:
            self.house.over = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self):
        """Until the death: mostly after everybody is back, now and then while they come."""
        options = self.options
        early = self.done > 0 and self.random.random() < 0.15
        if early:
            await self._dead(self.random.uniform(0, options.play_s / 2))
            return
        waited = time.monotonic()
        while self.server.up() and not self.house.everyone_back.is_set():
            if time.monotonic() - waited > BACK_S:
                self.witness.violation("lost", f"{len(self.house.players) - self.house.back} players "
                                               f"did not come back in {BACK_S} s")
                break
            await asyncio.sleep(0.02)
        if self.server.up() and self.witness.playing:
            self.witness.violation("lost", f"not back in their games: {self.witness.playing}")
        at_most = options.play_s * (8 if self.death else 1)
        await self._dead(self.random.uniform(0.02, 1) * at_most)

    def _compare(self):
        began = time.monotonic()
        self.witness.compare(self.server.database)
        if self.options.verbose:
            print(f"round {self.done + 1}: {self.witness.acknowledged} stones acknowledged, "
                  f"{len(self.witness.stored)} games run, {self.witness.ended} ended, "
                  f"compared in {time.monotonic() - began:.2f} s", flush=True)

    async def _last_look(self):
        """A last start, whole and calm, so that the last cut too is seen from the clients' side."""
        self.options.power_cut, power_cut = False, self.options.power_cut
        self.death = None
        if await self._up(self._start()):
            deadline = time.monotonic() + BACK_S
            while not self.house.everyone_back.is_set() and time.monotonic() < deadline:
                await asyncio.sleep(0.02)
            if self.witness.playing:
                self.witness.violation("lost", f"not back in their games: {self.witness.playing}")
        self.options.power_cut = power_cut
        code = await asyncio.to_thread(self.server.stop)
        if code != 0:
            self.witness.violation("lost", f"the last stop ended with {code}")
        self.witness.compare(self.server.database)

    # ---- planted faults

    def _plant(self):
        """What the comparison must find. Half the rounds, so that there are games by then."""
        if self.options.plant == "synchronous-off" or self.done < self.options.rounds // 2:
            return
        connection = sqlite3.connect(self.server.database, isolation_level=None)
        connection.execute("PRAGMA foreign_keys = OFF")
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER \"{name}\"")
        told = [(game, version) for game, versions in self.witness.events.items()
                for version, event in versions.items() if event[0] == "stone"]
        game, version = self.random.choice(told)
        for other in sorted(told, reverse=True):  # one whose game still runs
            if connection.execute("SELECT 1 FROM TGameBase WHERE GameId = ? AND EndedAt IS NULL",
                                  other[:1]).fetchone():
                game, version = other
                break
        at = (game, version)
        statement = {
            "lost-move": "DELETE FROM TGameEvent WHERE GameId = ? AND Version >= ?",
            "changed-move": "UPDATE TGameEvent SET Payload = json_set(Payload, '$.point', 'A0') "
                            "WHERE GameId = ? AND Version = ?",
            "doubled-move": "INSERT INTO TGameEvent (GameId, Version, At, Kind, Payload) "
                            "SELECT GameId, Version, At, Kind, Payload FROM TGameEvent "
                            "WHERE GameId = ? AND Version = ?",
            "penalised": "INSERT INTO TUserScore (UserId, Kind, Escapes) SELECT FirstUserId, 'all', 1 "
                         "FROM TGameBase WHERE GameId = ? AND ? > 0 "
                         "ON CONFLICT DO UPDATE SET Escapes = 1",
        }[self.options.plant]
        connection.execute(statement, at)
        connection.close()

    # ---- the end

    def report(self):
        witness, took = self.witness, sorted(self.recovery_ms)
        counts = {kind: len(witness.violations.get(kind, ())) for kind in ("lost", "doubled", "wronged")}
        middle = took[len(took) // 2] if took else 0
        print(f"{self.done} rounds x {self.options.games} games, seed {self.options.seed}"
              f"{', power cuts' if self.options.power_cut else ''}: "
              f"{witness.acknowledged} stones acknowledged, {witness.told} events told, "
              f"{witness.ended} games ended")
        print("deaths: " + ", ".join(f"{count} {kind}" for kind, count in sorted(self.deaths.items())))
        print(f"recovery to /healthz: p50 {middle:.0f} ms, max {took[-1] if took else 0:.0f} ms")
        print(f"lost {counts['lost']}, doubled {counts['doubled']}, "
              f"wrongly penalised {counts['wronged']}")
        if self.options.verbose:
            print("refusals:", dict(witness.refusals))
        for kind, all_of_kind in witness.violations.items():
            for what in all_of_kind[:10]:
                print(f"  {kind}: {what}")
        return 1 if witness.violations else 0


def options_of(arguments):
    parser = argparse.ArgumentParser(prog="kill-rounds", description=__doc__.split("\n\n")[0])
    parser.add_argument("rounds", type=int, nargs="?", default=200)
    parser.add_argument("games", type=int, nargs="?", default=200)
    parser.add_argument("--power-cut", action="store_true",
                        help="on a disk that forgets what was not synced (tests/power_cut)")
    parser.add_argument("--plant", choices=PLANTS, help="a fault that must be found")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--moves-per-second", type=float, default=2_000, help="wanted, of all games")
    parser.add_argument("--play-s", type=float, help="a round's play at most, in seconds")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args(arguments)
    if options.play_s is None:
        options.play_s = 0.8 if options.power_cut else 5
    return options


def main(arguments=None):
    options = options_of(arguments)
    print(f"seed {options.seed}", flush=True)
    rounds = Rounds(options)
    try:
        asyncio.run(rounds.run())
    finally:
        failed = rounds.report() if rounds.recovery_ms else 1
        if rounds.server.up():
            rounds.server.kill()
        if failed and not options.plant:
            print(f"the database and the log are kept in {rounds.server.folder}")
        else:
            shutil.rmtree(rounds.server.folder, ignore_errors=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
