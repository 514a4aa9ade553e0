#!/usr/bin/env python3
"""GCC's optimisation counters for relaxed programs over the original ones, at equal CPU time of the compiler.

usage: relax_counters.py ASSAY [CPU_SECONDS] [FIRST_SEED]      (60 for each form)

The same Csmith seeds are compiled in each form with gcc -O3 until the form's time is spent; counts are scaled to the
same time. A ratio is (count + 1) over (count + 1); the mean is geometric, over counters that were counted at least 20 times.
"""
import collections
import math
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ASSAY = str(Path(sys.argv[1]).resolve())
BUDGET = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
FIRST = int(sys.argv[3]) if len(sys.argv) > 3 else 1
LEAST = 20
FORMS = ("original-functions", "original-macros", "relaxed-functions", "relaxed-macros", "relaxed-mix")


def compiled(folder, counts):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(["gcc", "-O3", "-w", "-S", "-o", "/dev/null", "-fdump-statistics-stats=stats", "test.c"], cwd=folder, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    for line in (folder / "stats").read_text(errors="replace").splitlines():
        found = re.match(r'\d+ (\S+) "(.*)" (\d+)$', line.strip())
        if found and " == " not in found[2]:  # the rest are histograms
            counts[found[1] + ": " + found[2]] += int(found[3])
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


counts = {form: collections.Counter() for form in FORMS}
spent, programs = collections.Counter(), collections.Counter()
seed = FIRST
while min(spent[form] for form in FORMS) < BUDGET:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "test.c").write_bytes(
            subprocess.run(["csmith", "--concise", "--seed", str(seed)], cwd=folder, capture_output=True).stdout)
        seed += 1
        if subprocess.run([ASSAY, "relax", "test.c", "--out", "forms"], cwd=folder, capture_output=True).returncode != 0:
            continue
        for form in FORMS:
            if spent[form] < BUDGET:
                spent[form] += compiled(folder / "forms" / form, counts[form])
                programs[form] += 1

scaled = {form: {key: n * BUDGET / spent[form] for key, n in counts[form].items()} for form in FORMS}
print("| form | programs | counters seen | over original-functions | over original-macros |")
print("| --- | --- | --- | --- | --- |")
for form in FORMS:
    cells = []
    for base in FORMS[:2]:
        a, b = scaled[form], scaled[base]
        keys = [k for k in set(a) | set(b) if a.get(k, 0) + b.get(k, 0) >= LEAST]
        logs = [math.log((a.get(k, 0) + 1) / (b.get(k, 0) + 1)) for k in keys]
        cells.append(f"{math.exp(sum(logs) / max(1, len(logs))):.2f} ({len(keys)} counters)")
    print(f"| {form} | {programs[form]} | {len(counts[form])} | {cells[0]} | {cells[1]} |", flush=True)
