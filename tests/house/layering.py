"""Who may include whom (docs/architecture.md), and what must not be touched below the shell.

check(root) answers one line for each breach.
"""

import re
from pathlib import Path

# Folder -> our own folders that it may include, and what of other libraries its headers and its
# sources may include (prefixes of the name between < and >). The standard library is open to all.
LAYERS = {
    "common": (["common"], [], []),
    "proto": (["common", "proto"], [], ["nlohmann/"]),
    # Backups are synced and named by POSIX calls. SOCI shows in the headers that only db/ includes.
    "db": (["common", "db"], [], ["soci/", "sqlite3.h", "fcntl.h", "unistd.h"]),
    "db/internal": (["common", "db"], ["soci/"], ["soci/", "sqlite3.h"]),
    "engine": (["common", "engine"], [], []),
    # Of proto the core takes the structs, never the codec.
    "server/core": (
        ["common", "proto/messages.h", "proto/errors.h", "proto/limits.h", "server/core"],
        [],
        ["sodium"],  # SHA-256 for the guess (R3); its randomness is caught below
    ),
    "server/shell": (["common", "proto", "db", "engine", "server"], None, None),
    "server/admin": (["common", "db", "server/admin"], None, None),
    "client": (["common", "proto", "client"], None, None),
    "client/bot": (["common", "proto", "engine", "client"], None, None),
}
DETERMINISTIC = ["common", "proto", "db", "engine", "server/core"]

# Time, threads and chance enter below the shell only as arguments.
FORBIDDEN_BELOW_SHELL = [
    ("clock", r"\b(system|steady|high_resolution|utc|file)_clock\b|\bclock_gettime\b|\bgettimeofday\b"
              r"|\bstd::time\s*\(|\btime\s*\(\s*(nullptr|NULL|0)\s*\)|\bstd::clock\s*\("),
    ("thread", r"\bstd::(jthread|thread|async|this_thread|mutex|shared_mutex|condition_variable"
               r"|atomic\w*)\b|\bthis_thread\b|\bpthread_\w+"),
    ("randomness", r"\brandom_device\b|\bstd::rand\b|\bs?rand\s*\(|\bgetrandom\b|\brandombytes_\w+"),
    ("sleep", r"\b(nano|u)?sleep\s*\("),
    ("environment", r"\b(std::)?getenv\s*\("),
    ("Asio", r"\basio\b"),
]

# A standard header has no folder and no ending; C headers are taken in their <c...> form.
STANDARD = re.compile(r"^[a-z0-9_]+$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)


def layer_of(relative: str):
    """The deepest folder of LAYERS that holds the file; None: it may include anything."""
    fitting = [name for name in LAYERS if relative.startswith(name + "/")]
    return max(fitting, key=len, default=None)


def within(include: str, allowed: list) -> bool:
    return any(include == entry or include.startswith(entry + "/") for entry in allowed)


def own_internal(include: str, relative: str) -> bool:
    """What lies in a folder `internal` is for the files of the folder that holds it."""
    folder, inside, _ = include.partition("/internal/")
    return not inside or relative.startswith(folder + "/")


def strip(text: str) -> str:
    """Code without comments and literals; line breaks stay, so that line numbers hold."""
    return NOT_CODE.sub(lambda match: "\n" * match.group().count("\n") or " ", text)


def check_file(relative: str, text: str) -> list:
    layer = layer_of(relative)
    if layer is None:
        return []
    ours, in_headers, in_sources = LAYERS[layer]
    others = in_headers if relative.endswith(".h") else in_sources
    found = []
    for match in INCLUDE.finditer(text):
        line = text.count("\n", 0, match.start(2)) + 1
        kind, name = match.groups()
        if kind == '"':
            if not within(name, ours) or not own_internal(name, relative):
                found.append(f'{relative}:{line}: {layer} must not include "{name}"')
        elif not STANDARD.match(name) and others is not None:
            if not any(name.startswith(prefix) for prefix in others):
                found.append(f"{relative}:{line}: {layer} must not include <{name}>"
                             + (" in a header" if others is in_headers else ""))
    if layer in DETERMINISTIC:
        code = strip(text)
        for what, pattern in FORBIDDEN_BELOW_SHELL:
            for match in re.finditer(pattern, code):
                line = code.count("\n", 0, match.start()) + 1
                found.append(f"{relative}:{line}: {what} below the shell: {match.group().strip()}")
        for match in INCLUDE.finditer(text):
            if match.group(2) in ("thread", "mutex", "atomic", "future", "random", "ctime"):
                line = text.count("\n", 0, match.start(2)) + 1
                found.append(f"{relative}:{line}: <{match.group(2)}> below the shell")
    return found


def check(root: Path) -> list:
    found = []
    for folder in ("common", "proto", "db", "engine", "server", "client"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cpp") and path.is_file():
                relative = path.relative_to(root).as_posix()
                found += check_file(relative, path.read_text(encoding="utf-8"))
    return found
