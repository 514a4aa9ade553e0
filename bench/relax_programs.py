#!/usr/bin/env python3
"""Relaxes many programs of Csmith and shows that all five forms do the same and that no sanitizer speaks.

usage: relax_programs.py ASSAY [--programs 300] [--seed 1] [--csmith OPTIONS] [--jobs 2] [--quick] [--largest BYTES] [--limit SECONDS]

Every form must print, under gcc and clang at -O0 and -O2, what Csmith's own program prints with Csmith's headers at
gcc -O0. The relaxed forms run under UBSan and ASan (gcc), MSan and UBSan (clang) as well; --quick does that for relaxed-functions, which has
every operation that the others have, and for the others in every tenth program. Programs that do not end within --limit are counted, not
judged, and so are those of more than --largest bytes. Exit status 1 if anything differs.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HEADERS = "-I/usr/include/csmith"
PLAIN = [["gcc", "-O0"], ["gcc", "-O2"], ["clang-14", "-O0"], ["clang-14", "-O2"]]
SANITIZERS = [["gcc", "-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"],
              ["clang-14", "-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all"],
              ["clang-14", "-O1", "-fsanitize=memory"]]


def outcome(folder, source, command):
    """What the program shows: (exit status, text), or None if it does not end."""
    built = subprocess.run(["nice"] + command + ["-w", HEADERS, source, "-o", "product", "-lm"], cwd=folder, capture_output=True, text=True)
    if built.returncode != 0:
        return "does not compile", built.stderr[:300]
    try:
        ran = subprocess.run(["./product"], cwd=folder, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None
    return ran.returncode, ran.stdout.decode(errors="replace"), ran.stderr.decode(errors="replace")[:300]


def judge(folder, wanted, sanitized, totals, say):
    bad = 0
    for form in sorted(p for p in folder.iterdir() if p.is_dir()):
        setups = PLAIN + (SANITIZERS if form.name.startswith(sanitized) else [])
        for setup in setups:
            seen = outcome(form, "test.c", setup)
            if seen is None:
                say(f"{form.name} {' '.join(setup)}: does not end in 60 s")
            elif seen[:2] != wanted[:2]:
                # Csmith lets pointers point into packed structs.
                if setup in SANITIZERS and (outcome(folder.parent, "test.c", setup) or ())[:2] != wanted[:2]:
                    totals["alarms about Csmith's own program too"] += 1
                    continue
                bad += 1
                say(f"{form.name} {' '.join(setup)}: {seen}, expected {wanted}")
    return bad


def examine(seed, given):
    """What came of one seed: (totals, refused, how many are different)."""
    totals, refused = Counter(), Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = subprocess.run(["csmith", "--concise", "--seed", str(seed)] + given.csmith.split(), cwd=folder, capture_output=True)
        (folder / "test.c").write_bytes(made.stdout)
        if len(made.stdout) > given.largest:
            return totals, Counter({"too large": 1}), 0
        done = subprocess.run([given.assay, "relax", "test.c", "--limit", str(given.limit), "--out", "forms"], cwd=folder,
                              capture_output=True, text=True)
        totals["programs"] += 1
        if done.returncode != 0:
            refused[done.stderr.strip().split(": ", 1)[-1].splitlines()[0]] += 1
            return totals, refused, 0
        numbers = [int(word) for word in done.stdout.replace(",", " ").split() if word.isdigit()]
        for key, number in zip(("wrappers", "ran", "needed", "kept for order", "removed"), numbers[2:]):
            totals[key] += number
        wanted = outcome(folder, "test.c", ["gcc", "-O0"])
        if wanted is None:
            return totals, Counter({"does not end in 60 s": 1}), 0
        totals["judged"] += 1
        sanitized = "relaxed-functions" if given.quick and seed % 10 != 1 else "relaxed"
        bad = judge(folder / "forms", wanted, sanitized, totals, lambda text: print(f"seed {seed}: {text}", flush=True))
        return totals, refused, bad


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("assay", type=lambda text: str(Path(text).resolve()))
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--csmith", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--largest", type=int, default=1 << 30)
    parser.add_argument("--limit", type=int, default=10)
    given = parser.parse_args()
    totals, refused, bad = Counter(), Counter(), 0
    with ThreadPoolExecutor(given.jobs) as pool:
        for done, dropped, wrong in pool.map(lambda seed: examine(seed, given), range(given.seed, given.seed + given.programs)):
            totals += done
            refused += dropped
            bad += wrong
            if sum(totals.values()) and totals["programs"] % 25 == 0:
                print(f"{totals['programs']} programs, {totals['judged']} judged, {bad} different", file=sys.stderr, flush=True)
    print(json.dumps({"totals": totals, "refused": refused, "different": bad}, indent=1))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
