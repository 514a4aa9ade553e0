#!/usr/bin/env python3
"""Fails when a place of src/ compares the name of a method or of a language that a grammar adds.

usage: open_sets.py SOURCE_FOLDER [--self-test]
Methods and languages are open sets: each says itself what others must know of it (testcase/method.h and
language.h), so nobody asks which one it is. Methods know themselves and what they start from, families of
compilers know their languages. Nor does anybody but those families name a version of a compiler's program.
--self-test: succeeds when every forbidden comparison, and only those, is found out.
"""
import re
import sys
import tempfile
from pathlib import Path

REGISTRIES = ("generate/registry.cc", "source/registry.cc")
ENTRY = re.compile(r'\{"(\w+)",\s*\w+::make_\w+\}')
VERSION = re.compile(r'"(?:gcc|g\+\+|clang|clang\+\+|gcov|llvm-\w+)-\d+"')
MAY_COMPARE_METHODS = ("generate/", "source/")
MAY_COMPARE_LANGUAGES = ("toolchain/families/", "testcase/language.cc")
MAY_NAME_VERSIONS = ("toolchain/families/",)
BUILT_IN = ("c",)  # what models are written in, as C++ is


def comparison(names):
    name = '"(?:' + "|".join(map(re.escape, sorted(names))) + ')"'
    return re.compile(rf"[=!]=\s*{name}|{name}(?:sv)?\s*[=!]=")


def check(source):
    """All complaints as file:line: text, and the number of files read."""
    src = source / "src"
    methods = {name for file in REGISTRIES for name in ENTRY.findall((src / file).read_text(encoding="utf-8"))}
    languages = {path.stem for path in (source / "grammars").glob("*.g4")} - set(BUILT_IN)
    rules = [
        (comparison(methods), MAY_COMPARE_METHODS, "a method is asked, not compared by its name"),
        (comparison(languages), MAY_COMPARE_LANGUAGES, "the table of languages is asked (testcase/language.h)"),
        (VERSION, MAY_NAME_VERSIONS, "whatever version is installed (toolchain/companions.h)"),
    ]
    complaints, files = [], 0
    for path in sorted(src.rglob("*")):
        file = path.relative_to(src).as_posix()
        if path.suffix not in (".h", ".cc") or file.endswith("_test.cc"):
            continue
        files += 1
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            code = line.split("//")[0]
            for pattern, allowed, why in rules:
                if pattern.search(code) and not file.startswith(allowed):
                    complaints.append(f"src/{file}:{number}: {why}: {line.strip()}")
    return complaints, files


def self_test():
    bad = [
        'if (name == "grow") return;', 'return method.name() != "prune";', 'if ("relax" == name) return;',
        'if (language == "java") return ".java";', 'command = {"clang-14", "-O1"};', 'tool({"llvm-cov-14"});',
    ]
    good = [
        'return {"prune", "variants of existing C"};', '// if (name == "grow")', 'if (language == "c") return;',
        'options.push_back("gcc-12 -O2");',
    ]
    with tempfile.TemporaryDirectory() as folder:
        for room in ("generate", "source", "campaign", "toolchain/families"):
            Path(folder, "src", room).mkdir(parents=True)
        Path(folder, "grammars").mkdir()
        for name in ("c", "java"):
            Path(folder, "grammars", name + ".g4").write_text("", encoding="utf-8")
        src = Path(folder, "src")
        (src / "generate/registry.cc").write_text('{"grow", grow::make_method},\n', encoding="utf-8")
        (src / "source/registry.cc").write_text(
            '{"prune", prune::make_method},\n{"relax", relax::make_method},\n', encoding="utf-8")
        (src / "generate/grow.cc").write_text(bad[0], encoding="utf-8")
        (src / "toolchain/families/java.cc").write_text(bad[3] + "\n" + bad[4], encoding="utf-8")
        (src / "campaign/bad.cc").write_text("\n".join(bad), encoding="utf-8")
        (src / "campaign/good.cc").write_text("\n".join(good), encoding="utf-8")
        (src / "campaign/bad_test.cc").write_text("\n".join(bad), encoding="utf-8")
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
    print("\n".join(complaints) if complaints else f"{files} files leave open sets open")
    return 1 if complaints or files == 0 else 0


sys.exit(main())
