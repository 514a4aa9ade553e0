#!/usr/bin/env python3
"""Makes variants of many C programs and shows that all compile and do the same at -O0.

usage: prune_files.py ASSAY FOLDER [--files 500] [--variants 8] [--seed 1]
FOLDER: for instance gcc/testsuite/gcc.c-torture/execute out of Debian's gcc-12-source. Files that Assay refuses do not
count. Exit status 1 if a variant does not compile or behaves differently.
"""
import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

COMPILERS = ("gcc", "clang")


def behaves(folder, test, compiler):
    """An explanation of what is wrong with the variant in this folder, or None."""
    product = folder / "product"
    command = [compiler, "-O0", "-w", test["files"][0], "-o", product.name]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    if built.returncode != 0:
        return f"{compiler} does not compile it: {built.stderr.splitlines()[:1]}"
    ran = subprocess.run([str(product)] + test.get("arguments", []), cwd=folder, input=test.get("input", "").encode(),
                         capture_output=True, timeout=60)
    if ran.stdout.decode(errors="replace") != test["expected"] or ran.returncode != test.get("exit", 0):
        return f"{compiler} -O0: exit status {ran.returncode}, expected {test.get('exit', 0)}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("assay")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--variants", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    files = sorted(arguments.folder.glob("*.c"))
    random.Random(arguments.seed).shuffle(files)
    totals, wrong = Counter(), []
    try:
        look_at(files, arguments, totals, wrong)
    except KeyboardInterrupt:
        print("stopped early")
    print(", ".join(f"{count} {name}" for name, count in totals.items()), f"; {len(wrong)} wrong")
    return 1 if wrong else 0


def look_at(files, arguments, totals, wrong):
    for file in files:
        if totals["programs"] == arguments.files:
            return
        with tempfile.TemporaryDirectory() as out:
            made = subprocess.run([arguments.assay, "prune", str(file), "--exactly", "--variants", str(arguments.variants),
                                   "--seed", str(arguments.seed), "--out", out], capture_output=True, text=True)
            if made.returncode != 0:
                totals["refused"] += 1
                print(made.stderr.splitlines()[0] if made.stderr else f"{file}: no reason", flush=True)
                continue
            totals["programs"] += 1
            numbers = [int(word) for word in made.stdout.replace(",", " ").split() if word.isdigit()]
            names = ("", "", "dead", "statements", "variants", "deleted", "replaced", "inserted", "mutated")
            totals.update({name: number for name, number in zip(names, numbers) if name})
            for folder in sorted(Path(out).glob("variant-*")):
                test = json.loads((folder / "test.json").read_text(encoding="utf-8"))
                for compiler in COMPILERS:
                    problem = behaves(folder, test, compiler)
                    if problem:
                        wrong.append(f"{file} {folder.name}: {problem}")
                        print("WRONG", wrong[-1], flush=True)


if __name__ == "__main__":
    sys.exit(main())
