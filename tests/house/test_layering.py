"""Includes follow the arrows of docs/architecture.md; below the shell nothing reads a clock, starts a
thread or draws chance."""

import unittest
from pathlib import Path

import layering

ROOT = Path(__file__).resolve().parents[2]


class TheCheck(unittest.TestCase):
    """It finds what it is for, and nothing else."""

    def assert_found(self, path, code, word):
        found = layering.check_file(path, code)
        self.assertEqual(len(found), 1, found)
        self.assertIn(word, found[0])
        self.assertIn(path + ":", found[0])

    def assert_clean(self, path, code):
        self.assertEqual(layering.check_file(path, code), [])

    def test_an_include_against_an_arrow_is_found(self):
        for path, include in [
            ("common/board.cpp", '"proto/messages.h"'),
            ("common/board.cpp", "<nlohmann/json.hpp>"),
            ("common/board.h", "<boost/container/small_vector.hpp>"),
            ("proto/codec.h", "<nlohmann/json.hpp>"),
            ("proto/codec.cpp", '"db/store.h"'),
            ("db/store.cpp", '"proto/errors.h"'),
            ("db/store.cpp", '"server/core/core.h"'),
            ("db/store.h", "<soci/soci.h>"),
            ("server/shell/db_writer.cpp", '"db/internal/connection.h"'),
            ("server/core/core.cpp", '"db/types.h"'),
            ("server/core/core.cpp", '"proto/codec.h"'),
            ("server/core/core.cpp", '"server/shell/journal.h"'),
            ("server/core/core.cpp", "<nlohmann/json.hpp>"),
            ("server/core/core.cpp", "<soci/soci.h>"),
            ("client/console/line_mode.cpp", '"server/core/room.h"'),
            ("client/console/line_mode.cpp", '"db/types.h"'),
            ("engine/search.cpp", '"proto/messages.h"'),
        ]:
            with self.subTest(path=path, include=include):
                self.assert_found(path, f"#include <vector>\n#include {include}\n", include.strip('"<>'))

    def test_an_include_along_an_arrow_is_not(self):
        self.assert_clean("common/board.cpp", '#include "common/board.h"\n#include <bit>\n')
        self.assert_clean("proto/codec.cpp", "#include <nlohmann/json.hpp>\n")
        self.assert_clean("db/store.cpp", "#include <soci/soci.h>\n#include <sqlite3.h>\n")
        self.assert_clean("db/store.cpp", '#include "db/internal/connection.h"\n')
        self.assert_clean("db/internal/connection.h", "#include <soci/soci.h>\n")
        self.assert_clean("server/core/guess.cpp", "#include <sodium.h>\n")
        self.assert_clean("server/shell/main.cpp", '#include <boost/asio.hpp>\n#include "db/store.h"\n')
        self.assert_clean("client/console/main.cpp", '#include <thread>\n#include "proto/codec.h"\n')

    def test_time_threads_and_chance_below_the_shell_are_found(self):
        for code in [
            "auto now = std::chrono::steady_clock::now();",
            "auto now = std::chrono::system_clock::now();",
            "auto t = std::time(nullptr);",
            "auto t = time(NULL);",
            "std::jthread worker;",
            "std::mutex guard;",
            "std::this_thread::yield();",
            "std::random_device device;",
            "int r = rand();",
            "randombytes_buf(p, 8);",
            "boost::asio::io_context io;",
            "#include <thread>",
        ]:
            for path in ("common/clock.cpp", "proto/codec.cpp", "db/store.cpp", "server/core/hall.cpp"):
                with self.subTest(code=code, path=path):
                    self.assertTrue(layering.check_file(path, code + "\n"))
            self.assert_clean("server/shell/timer.cpp", code + "\n")

    def test_comments_and_literals_are_no_code(self):
        self.assert_clean("common/clock.h", "// no steady_clock in here, no std::thread\n")
        self.assert_clean("common/clock.h", "/* std::random_device\n is for the shell */\n")
        self.assert_clean("db/schema.cpp", 'auto sql = R"(SELECT time(0))"; auto s = "rand()";\n')

    def test_the_line_is_the_right_one(self):
        found = layering.check_file("common/a.cpp", "/*\n\n*/\nstd::thread t;\n")
        self.assertTrue(found[0].startswith("common/a.cpp:4:"), found)


class TheTree(unittest.TestCase):
    def test_follows_the_arrows(self):
        self.assertEqual(layering.check(ROOT), [])

    def test_is_really_read(self):
        read = [p for p in (ROOT / "common").rglob("*.h") if layering.layer_of("common/" + p.name)]
        self.assertGreater(len(read), 5)


if __name__ == "__main__":
    unittest.main()
