"""No SQL is built from strings: what people typed reaches the database as bound values only. Where a
statement needs an identifier that no value can stand for, it comes from a fixed list, and that
place is named here with its list."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# (file, what is put into the statement): from where it comes.
FIXED = {
    ("db/operations.cpp", "mute"): "one of two column names, in the same line",
    ("db/operations.cpp", "*name"): "a column that column_named() found in the table",
    ("db/operations.cpp", "names"): "columns that column_named() found in the table",
    ("db/operations.cpp", "places"): "the names of the bound values, made of numbers",
    ("db/operations_read.cpp", "chosen"): "one constant text, used twice",
    ("db/operations_read.cpp", "cell.column"): "a column name that SQLite itself gave",
    ("db/settle.cpp", "table"): "one of two table names, in the caller",
    ("db/sqlite_store.cpp", "options.synchronous"): "checked against three words just before",
    ("db/sqlite_store.cpp", "std::to_string"): "a number",
    ("db/sqlite_store.cpp", "mode"): "one of two words of a constant list",
    ("db/store_people.cpp", "column"): "one of two words of a constant list",
    ("db/store_read.cpp", "ids"): "one of two constant conditions",
}

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
LITERALS = re.compile(rf"{LITERAL}(?:\s*{LITERAL})*")
SQL_WORD = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|PRAGMA|VACUUM|ATTACH|FROM|WHERE|VALUES)\b")
# What goes on with the text of a statement: an operator, or one of the functions that format.
JOINED = re.compile(r"\s*(?:\+=?|<<)\s*\(?([A-Za-z_*&][\w.:>*-]*)")
FORMATTED = re.compile(r"(format|sprintf|append|snprintf)\s*\(\s*(?:[\w.\s]+,\s*)*$")


def joined_statements(text):
    """(line, what is put into an SQL text) of C++ source."""
    text = re.sub(r"//[^\n]*", "", text)
    for literal in LITERALS.finditer(text):
        if not SQL_WORD.search(literal[0]):
            continue
        line = text.count("\n", 0, literal.start()) + 1
        joined = JOINED.match(text, literal.end())
        if joined:
            yield line, joined[1]
        before = FORMATTED.search(text, max(0, literal.start() - 120), literal.start())
        if before and re.search(r"%s|%d|\{\}", literal[0]):
            yield line, before[1]


class Sql(unittest.TestCase):
    def test_is_never_built_from_strings(self):
        found, used = [], set()
        for folder in ("db", "server", "client", "common", "proto"):
            for path in sorted((ROOT / folder).rglob("*")):
                if path.suffix not in (".cpp", ".h"):
                    continue
                name = path.relative_to(ROOT).as_posix()
                for line, what in joined_statements(path.read_text()):
                    used.add((name, what))
                    if (name, what) not in FIXED:
                        found.append(f"{name}:{line}: {what}")
        self.assertEqual(found, [], "bind it as a value, or name the fixed list that it comes from")
        self.assertEqual(set(FIXED) - used, set(), "no such place any more")

    def test_would_be_found(self):
        for source in ('sql << "SELECT 1 FROM T WHERE Name = \'" << name << "\'";',
                       'std::string q = "DELETE FROM T WHERE Name = " + name;',
                       'q = "UPDATE T "\n    "SET A = " + user.name;',
                       'std::format("SELECT {} FROM T", name)',
                       'snprintf(out, sizeof out, "SELECT %s FROM T", name)'):
            with self.subTest(source=source):
                self.assertEqual(len(list(joined_statements(source))), 1)
        for source in ('sql << "SELECT 1 FROM T WHERE Name = :name", use(name);',
                       'sql << "SELECT a " // FROM + b\n "FROM T", into(a);'):
            with self.subTest(source=source):
                self.assertEqual(list(joined_statements(source)), [])


if __name__ == "__main__":
    unittest.main()
