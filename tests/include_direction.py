#!/usr/bin/env python3
"""Fails when an #include between the rooms of src/ points the wrong way, or at no room at all.

usage: include_direction.py SOURCE_FOLDER [--self-test]
--self-test: succeeds when includes of every forbidden kind, and only those, are found out.
"""
import re
import sys
import tempfile
from pathlib import Path

# A room may include itself and the rooms before it. A room may have rooms inside: a file belongs to the
# innermost one. Tests belong to the outermost, because they may look at all of it.
ROOMS = (
    "base choice testcase sandbox toolchain program semantics print "
    "transform transform/kit transform/preserves transform/extends transform/dead_only transform/shrinks "
    "generate/model generate/grow generate/expand generate/derive generate/external generate "
    "source oracle reduce triage store campaign report cli"
).split()

# What the order alone would allow, and the reason why it is not. The first part is a folder of src/.
FORBIDDEN = [
    ("program", ["choice", "testcase", "sandbox", "toolchain"], "the model knows nothing of chance or compilers"),
    ("semantics", ["choice", "testcase", "sandbox", "toolchain"], "meaning knows nothing of chance or compilers"),
    ("generate/model", ["sandbox", "toolchain"], "a method knows nothing of compilers"),
    ("generate/grow", ["sandbox", "toolchain"], "a method knows nothing of compilers"),
    ("generate/expand", ["sandbox", "toolchain"], "a method knows nothing of compilers"),
    ("generate/derive", ["sandbox", "toolchain", "generate/grow", "generate/expand"],
     "a method knows nothing of compilers, and derive nothing of the other methods"),
    ("generate/external", ["generate/grow", "generate/expand", "generate/derive"], "it stands on its own"),
    ("oracle", ["sandbox", "toolchain"], "an oracle runs nothing"),
    ("reduce", ["toolchain"], "the reducer knows no compiler"),
]

# Headers of others that only one folder may see.
FOREIGN = [
    (re.compile(r"^(clang|clang-c|llvm)/"), "source", "only source/ sees Clang"),
    (re.compile(r"^sqlite3|^SQLiteCpp/"), "store", "only store/ sees SQLite"),
]

# Text inside a raw string is no directive.
RAW_STRING = re.compile(r'R"([^()\\\s]{0,16})\(.*?\)\1"', re.DOTALL)
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def room_of(path):
    """The innermost room of a file (relative to src/), or None."""
    return next((str(folder) for folder in Path(path).parents if str(folder) in ROOMS), None)


def outermost(room):
    return room.split("/")[0]


def may_include(file, room, target_room):
    if file.name.endswith(("_test.cc", "test_support.h")) and outermost(room) == outermost(target_room):
        return True
    return ROOMS.index(target_room) <= ROOMS.index(room)


def complaint(file, bracket, target):
    """What is wrong with an include of target in file (both relative to src/), or None."""
    for pattern, folder, why in FOREIGN:
        if pattern.search(target) and file.parts[0] != folder:
            return why
    if bracket == "<":
        return None
    room, target_room = room_of(file), room_of(target)
    if target_room is None:
        return f'"{target}" names no room; write "room/file.h"'
    if not may_include(file, room, target_room):
        return f"{room} may not include {target_room}, which comes after it in the order of rooms"
    for folder, rooms, why in FORBIDDEN:
        if file.as_posix().startswith(folder + "/") and {target_room, outermost(target_room)} & set(rooms):
            return f"{folder} may not include {target_room}: {why}"
    return None


def check(source):
    """All complaints as file:line: text, and the number of files read."""
    complaints, files = [], 0
    for path in sorted((source / "src").rglob("*")):
        if path.suffix not in (".h", ".cc", ".def"):
            continue
        files += 1
        file = path.relative_to(source / "src")
        if room_of(file) is None:
            complaints.append(f"src/{file}:1: {file.parts[0]} is no room; the rooms are {', '.join(ROOMS)}")
            continue
        text = RAW_STRING.sub(lambda raw: "\n" * raw[0].count("\n"), path.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), 1):
            found = INCLUDE.match(line)
            problem = found and complaint(file, found[1], found[2])
            if problem:
                complaints.append(f"src/{file}:{number}: {problem}")
    return complaints, files


def self_test():
    lines = {
        "program/ok.h": ['#include "base/check.h"', '#include "program/ids.h"', "#include <vector>"],
        "generate/external/ok.cc": ['#include "sandbox/run.h"'],
        "source/ok.cc": ["#include <clang/AST/AST.h>"],
        "print/raw.cc": ['const char* golden = R"(', '#include "small.h"', ')";', '#include "cli/command.h"'],
        "base/up.h": ["", '#include "choice/site.h"'],
        "program/chance.cc": ['#  include "choice/choices.h"'],
        "generate/grow/run.cc": ['#include "toolchain/families/gcc.h"'],
        "generate/grow/registry.cc": ['#include "generate/registry.h"'],
        "generate/derive/other.cc": ['#include "generate/model/model_method.h"', '#include "generate/grow/grow.h"'],
        "generate/ok.cc": ['#include "generate/grow/grow.h"'],
        "oracle/run.cc": ['#include "sandbox/run.h"'],
        "cli/relative.cc": ['#include "main.h"', '#include "../base/check.h"', '#include "attic/x.h"'],
        "cli/clang.cc": ["#include <clang/AST/AST.h>"],
        "attic/x.h": [""],
        "transform/contract.h": ['#include "transform/kit/edit.h"'],
        "transform/contract_test.cc": ['#include "transform/kit/edit.h"'],
        "transform/kit/ok.cc": ['#include "transform/view.h"'],
        "transform/shrinks/ok.cc": ['#include "transform/kit/edit.h"', '#include "transform/view.h"'],
    }
    expected = [
        "src/attic/x.h:1", "src/base/up.h:2", "src/cli/clang.cc:1", "src/cli/relative.cc:1",
        "src/cli/relative.cc:2", "src/cli/relative.cc:3", "src/generate/derive/other.cc:2",
        "src/generate/grow/registry.cc:1", "src/generate/grow/run.cc:1", "src/oracle/run.cc:1",
        "src/print/raw.cc:4", "src/program/chance.cc:1", "src/transform/contract.h:1",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for name, content in lines.items():
            path = Path(folder) / "src" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(content) + "\n", encoding="utf-8")
        complaints, _ = check(Path(folder))
    found = [text.split(": ")[0] for text in complaints]
    if found != expected:
        print("expected:", *expected, "found:", *complaints, sep="\n")
        return 1
    print(f"{len(expected)} bad includes are found out")
    return 0


def main(arguments):
    if "--self-test" in arguments:
        return self_test()
    complaints, files = check(Path(arguments[0]))
    for text in complaints:
        print(text)
    if files == 0:
        print("no sources found, so nothing was checked")
        return 1
    if not complaints:
        print(f"the includes of {files} files point the right way")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
