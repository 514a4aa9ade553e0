#!/usr/bin/env python3
"""Relaxes many programs of Csmith and shows that all five forms do the same and that no sanitizer speaks.

usage: relax_programs.py ASSAY [--programs 300] [--seed 1] [--quick] [--largest BYTES] [--limit SECONDS] [--stop-after SECONDS]

Every form must print, under gcc and clang at -O0 and -O2, what Csmith's own program prints with Csmith's headers at
gcc -O0. The relaxed forms run under UBSan and ASan (gcc), MSan and UBSan (clang) as well; --quick does that for relaxed-functions, which has
every operation that the others have, and for the others in every tenth program. Programs that do not end within --limit are counted, not
judged, and so are those of more than --largest bytes. Exit status 1 if anything differs.
"""
import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
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


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("assay")
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--largest", type=int, default=1 << 30)
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--stop-after", type=float, default=1e9)
    given = parser.parse_args()
    assay = str(Path(given.assay).resolve())
    totals, refused, bad = Counter(), Counter(), 0
    spent = Counter()
    begun = time.monotonic()
    for seed in range(given.seed, given.seed + given.programs):
        if time.monotonic() - begun > given.stop_after:
            break
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            before = cpu()
            made = subprocess.run(["csmith", "--concise", "--seed", str(seed)], cwd=folder, capture_output=True)
            spent["csmith"] += cpu() - before
            (folder / "test.c").write_bytes(made.stdout)
            if len(made.stdout) > given.largest:
                refused["too large"] += 1
                continue
            before = cpu()
            done = subprocess.run([assay, "relax", "test.c", "--limit", str(given.limit), "--out", "forms"], cwd=folder, capture_output=True, text=True)
            spent["relax with compiler and run"] += cpu() - before
            totals["programs"] += 1
            if done.returncode != 0:
                refused[done.stderr.strip().split(": ", 1)[-1].splitlines()[0]] += 1
                continue
            words = done.stdout.replace(",", " ").split()
            numbers = [int(w) for w in words if w.isdigit()]
            for key, number in zip(("wrappers", "ran", "needed", "kept for order", "removed"), numbers[2:]):
                totals[key] += number
            wanted = outcome(folder, "test.c", ["gcc", "-O0"])
            if wanted is None:
                refused["does not end in 60 s"] += 1
                continue
            totals["judged"] += 1
            sanitized = "relaxed-functions" if given.quick and totals["judged"] % 10 != 1 else "relaxed"
            bad += judge(folder / "forms", wanted, sanitized, totals, lambda text: print(f"seed {seed}: {text}", flush=True))
    print(json.dumps({"totals": totals, "refused": refused, "different": bad,
                      "cpu seconds": {k: round(v, 1) for k, v in spent.items()}}, indent=1))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
