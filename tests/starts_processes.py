#!/usr/bin/env python3
"""Fails when a place of src/ starts a process outside of the sandbox.

usage: starts_processes.py SOURCE_FOLDER [--self-test]
Every foreign command runs in src/sandbox: compilers, generators, and what the user brings along. Only tests
call base::run. --self-test: succeeds when every forbidden kind of start, and only those, is found out.
"""
import re
import sys
import tempfile
from pathlib import Path

START = re.compile(
    r"(?<![\w.>])(?:(?:std)?::)?(?:v?fork|clone3?|_Fork|exec[lv]p?e?|execvpe|execveat|fexecve|posix_spawnp?|popen|system)"
    r"\s*\((?!\s*\))|::v?fork\s*\(\s*\)|\bSYS_(?:clone3?|v?fork|execve(?:at)?)\b"
)
RUN = re.compile(r"\bbase::run\s*\(")
# Calls of that name that are none: of the model and of choices.
OTHER = re.compile(r"\b(?:program::clone|NodeId clone|Choices(?:::)? ?fork)\b")
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^()\\\s]{0,16})\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', re.DOTALL)
MAY_START = ("sandbox/",)
MAY_START_FILES = ("base/process.cc",)  # base::run, for tests


def is_test(file):
    """Tests and the headers that only tests include."""
    helpers = ("semantics/compiled_peer.h", "print/compile_and_run.h")
    return file.name.endswith("_test.cc") or file.name == "test_support.h" or file.as_posix() in helpers


def check(source):
    """All complaints as file:line: text, and the number of files read."""
    complaints, files = [], 0
    for path in sorted((source / "src").rglob("*")):
        if path.suffix not in (".h", ".cc", ".def"):
            continue
        files += 1
        file = path.relative_to(source / "src")
        if is_test(file):
            continue
        blank = lambda found: "\n" * found[0].count("\n")
        text = COMMENT.sub(blank, path.read_text(encoding="utf-8"))
        allowed = file.as_posix().startswith(MAY_START) or file.as_posix() in MAY_START_FILES
        for number, line in enumerate(text.splitlines(), 1):
            if START.search(OTHER.sub("", line)) and not allowed:
                complaints.append(f"src/{file}:{number}: starts a process outside of the sandbox: {line.strip()}")
            if RUN.search(line):
                complaints.append(f"src/{file}:{number}: base::run is for tests; use sandbox::Sandbox or UsersWorld")
    return complaints, files


def self_test():
    bad = [
        "const pid_t pid = ::fork();", "pid = ::vfork();", "system(text.c_str());",
        "std::system(text);", "FILE* f = popen(command, mode);", "::execve(a, b, c);", "execvp(argv[0], argv);",
        "posix_spawn(&pid, path, nullptr, nullptr, argv, env);", "::clone(run, stack, flags, 0);",
        "::syscall(SYS_clone3, &arguments, size);", "auto done = base::run({.argv = argv});",
    ]
    good = [
        'Choices own = choices.fork("index");', "const NodeId copy = program::clone(p, root);",
        "NodeId clone(Program& p, NodeId root);", "// ::fork() in a comment", 'text = "system(1)";',
        "Choices Choices::fork(std::string_view label) const {", "Choices fork(std::string_view label) const;",
    ]
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder, "src", "campaign")
        room.mkdir(parents=True)
        (room / "bad.cc").write_text("\n".join(bad), encoding="utf-8")
        (room / "good.cc").write_text("\n".join(good), encoding="utf-8")
        (room / "bad_test.cc").write_text("\n".join(bad), encoding="utf-8")
        sandbox = Path(folder, "src", "sandbox")
        sandbox.mkdir()
        (sandbox / "spawn.cc").write_text(bad[0], encoding="utf-8")
        found = {complaint.split(": ")[0] for complaint in check(Path(folder))[0]}
    expected = {f"src/campaign/bad.cc:{number}" for number in range(1, len(bad) + 1)}
    for name in sorted(expected - found):
        print(f"not found out: {name}: {bad[int(name.rsplit(':')[-1]) - 1]}")
    for name in sorted(found - expected):
        print(f"found out though it is fine: {name}")
    return found == expected


def main():
    source = Path(sys.argv[1])
    if "--self-test" in sys.argv[2:]:
        return 0 if self_test() else 1
    complaints, files = check(source)
    print("\n".join(complaints) if complaints else f"{files} files start processes in the sandbox alone")
    return 1 if complaints or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
