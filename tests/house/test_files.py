"""What every file of the project keeps to, whatever is in it."""

import ast
import json
import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Written in halves, so that this file does not hold what it looks for.
MACHINE_PATHS = ["/wor" + "k/", "/ro" + "ot/", "/ho" + "me/", "/Us" + "ers/"]
REGISTRY_HOSTS = [
    "deb.deb" + "ian.org", "security.deb" + "ian.org", "npm" + "js.org", "npm" + "js.com",
    "py" + "pi.org", "python" + "hosted.org", "cra" + "tes.io", "proxy.go" + "lang.org",
]


def project_files():
    """The files that belong to the project: those that git holds or would take in; of an unpacked
    archive, all but what building and running made."""
    if not (ROOT / ".git").exists():
        made = {ROOT / "build", ROOT / "var"}
        return [path for path in ROOT.rglob("*")
                if path.is_file() and made.isdisjoint(path.parents) and "__pycache__" not in path.parts]
    listed = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others",
         "--exclude-standard"],
        cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout.decode()
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def text_of(path):
    """None for what is no text."""
    data = path.read_bytes()
    if b"\0" in data:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.files = project_files()
        cls.texts = {path: text for path in cls.files if (text := text_of(path)) is not None}

    def relative(self, path):
        return path.relative_to(ROOT).as_posix()

    def test_are_found(self):
        self.assertIn(ROOT / "CMakeLists.txt", self.files)
        self.assertGreater(len(self.texts), 40)

    def test_name_no_machine_path_and_no_registry_host(self):
        found = []
        for path, text in self.texts.items():
            if self.relative(path).startswith("tests/data/"):
                continue
            for word in MACHINE_PATHS + REGISTRY_HOSTS:
                at = text.find(word)
                if at >= 0:
                    found.append(f"{self.relative(path)}:{text.count(chr(10), 0, at) + 1}: {word}")
        self.assertEqual(found, [])

    def test_hold_no_conflict_marks_and_no_unfinished_work(self):
        marks = re.compile(r"^(<{7} |>{7} )|\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b", re.MULTILINE)
        found = [f"{self.relative(p)}: {m.group()}" for p, t in self.texts.items()
                 if not self.relative(p).startswith("tests/data/") and (m := marks.search(t))]
        self.assertEqual(found, [])

    def test_sources_end_with_one_line_break_and_hold_no_tabs(self):
        found = []
        for path, text in self.texts.items():
            if path.suffix in (".h", ".cpp", ".py", ".cmake") or path.name == "CMakeLists.txt":
                if text and not text.endswith("\n"):
                    found.append(f"{self.relative(path)}: no line break at the end")
                if "\t" in text:
                    found.append(f"{self.relative(path)}: tab")
                if "\r" in text:
                    found.append(f"{self.relative(path)}: carriage return")
        self.assertEqual(found, [])

    def test_headers_are_guarded(self):
        found = [self.relative(p) for p, t in self.texts.items()
                 if p.suffix == ".h" and "#pragma once" not in t]
        self.assertEqual(found, [])

    def test_shell_scripts_parse_and_can_be_run(self):
        scripts = [p for p, t in self.texts.items()
                   if t.startswith("#!") and "bash" in t.splitlines()[0]]
        names = {self.relative(path) for path in scripts}
        self.assertLessEqual({"scripts/build", "scripts/run", "scripts/test", ".ci/run"}, names)
        for path in scripts + [ROOT / "scripts/lib.sh"]:
            with self.subTest(script=self.relative(path)):
                run = subprocess.run(["bash", "-n", path], stderr=subprocess.PIPE)
                self.assertEqual(run.stderr.decode(), "")
                self.assertEqual(run.returncode, 0)
        for path in scripts:
            self.assertTrue(os.access(path, os.X_OK), f"{self.relative(path)} is not executable")

    def test_python_and_json_parse(self):
        for path, text in self.texts.items():
            with self.subTest(file=self.relative(path)):
                if path.suffix == ".py":
                    ast.parse(text)
                elif path.suffix == ".json" and "tests/data/" not in self.relative(path):
                    json.loads(text)

    def test_links_between_documents_lead_somewhere(self):
        link = re.compile(r"\]\(([^)#\s]+)(#[^)]*)?\)")
        found = []
        for path, text in self.texts.items():
            if path.suffix != ".md":
                continue
            for match in link.finditer(text):
                target = match.group(1)
                if "://" not in target and not (path.parent / target).exists():
                    found.append(f"{self.relative(path)}: {target}")
        self.assertEqual(found, [])


class Packages(unittest.TestCase):
    LINE = re.compile(r"^[a-z0-9][a-z0-9+.-]+\s+# \S.*$")

    def test_each_has_one_line_and_a_reason(self):
        seen = set()
        for line in (ROOT / "scripts/packages").read_text().splitlines():
            if not line or line.startswith("#"):
                continue
            with self.subTest(line=line):
                self.assertRegex(line, self.LINE)
                self.assertNotIn(line.split()[0], seen)
                seen.add(line.split()[0])
        self.assertGreater(len(seen), 10)


if __name__ == "__main__":
    unittest.main()
