#!/usr/bin/env python3
"""Fails when the documentation has a line over 100 columns or a relative link to a file that is missing.

usage: check_docs.py SOURCE_FOLDER [--self-test]
Code blocks show tool output and may be wider; so may a line that is too wide because of a URL.
--self-test: succeeds when every bad line and link, and only those, is found out.
"""
import re
import sys
import tempfile
from pathlib import Path

WIDTH = 100
NAMES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
FENCE = re.compile(r"^ {0,3}(```|~~~)")
INDENTED = re.compile(r"^(?: {4}|\t)(?!\s*(?:[-*+]|\d+\.) )")
CODE_SPAN = re.compile(r"`[^`]*`")
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)")
URL = re.compile(r"\bhttps?://\S+")


def documents(source):
    return [source / name for name in NAMES if (source / name).is_file()] + sorted((source / "docs").rglob("*.md"))


def prose(text):
    """The lines outside of code blocks, with their numbers."""
    fence, code, blank = None, False, True
    for number, line in enumerate(text.splitlines(), 1):
        mark = FENCE.match(line)
        if mark and fence in (None, mark[1]):
            fence = None if fence else mark[1]
            continue
        if fence:
            continue
        code = bool(INDENTED.match(line)) and (blank or code) or (code and not line.strip())
        blank = not line.strip()
        if not code:
            yield number, line


def check(source):
    """All complaints as file:line: text, and the number of files read."""
    complaints, files = [], 0
    for path in documents(source):
        files += 1
        where = path.relative_to(source)
        for number, line in prose(path.read_text(encoding="utf-8")):
            if len(line) > WIDTH and not URL.search(line):
                complaints.append(f"{where}:{number}: {len(line)} columns, at most {WIDTH}")
            for target in LINK.findall(CODE_SPAN.sub("", line)):
                file = target.split("#")[0]
                if file and ":" not in file and not (path.parent / file).exists():
                    complaints.append(f"{where}:{number}: no such file: {target}")
    return complaints, files


def self_test():
    long = "x" * (WIDTH + 1)
    bad = [long, "| " + long + " |", "- " + long, "[gone](gone.md)", "[part](gone.md#part) and [here](bad.md)",
           "![picture](../gone.png)"]
    good = ["x" * WIDTH, "```", long, "[gone](gone.md)", "```", "", "    " + long, "", "    " + long, "",
            "https://example.org/" + long, "[web](https://example.org/gone.md)", "[part](#part)", "`[a](gone.md)`",
            "[here](bad.md#part) [up](../README.md)"]
    with tempfile.TemporaryDirectory() as folder:
        deep = Path(folder, "docs", "deep")
        deep.mkdir(parents=True)
        Path(folder, "README.md").write_text(long, encoding="utf-8")
        (deep.parent / "bad.md").write_text("\n".join(bad), encoding="utf-8")
        (deep.parent / "good.md").write_text("\n".join(good), encoding="utf-8")
        (deep / "bad.md").write_text("[up](../bad.md)\n\n- list\n\n    - " + long, encoding="utf-8")
        found = sorted(complaint.split(": ")[0] for complaint in check(Path(folder))[0])
    expected = sorted(["README.md:1", "docs/deep/bad.md:5"] + [f"docs/bad.md:{n}" for n in range(1, len(bad) + 1)])
    for name in expected:
        if name not in found:
            print(f"not found out: {name}")
    for name in found:
        if name not in expected:
            print(f"found out though it is fine: {name}")
    return found == expected


def main():
    source = Path(sys.argv[1])
    if "--self-test" in sys.argv[2:]:
        return 0 if self_test() else 1
    complaints, files = check(source)
    print("\n".join(complaints) if complaints else f"{files} documents are narrow enough and their links lead somewhere")
    return 1 if complaints or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
