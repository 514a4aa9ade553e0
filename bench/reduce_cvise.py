#!/usr/bin/env python3
"""Assay's reducer against C-Vise: same failing programs, same compiler, same cores, one run.

    bench/reduce_cvise.py ASSAY [--each 1] [--size medium] [--cap 120] [--jobs 2]

The programs are of grow and of expand. The compilers are gcc with a defect in front of the assembler, and chibicc
as it is, where it is installed. C-Vise's test asks for the same failure and, as it
knows nothing of the program's meaning, for what the sanitizers say. A run of C-Vise that reaches the cap counts
with the cap as its time and with the size it had then. Assay knows the compiler by then, as after any hunt: the
first look at one takes some seconds. Prints a table in Markdown.
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PLANTS = {  # name: (edit of the assembly, pattern that makes it crash)
    "sar": (r"s/\bsar([lq])\t\$([2-9]|[1-6][0-9])\b/shr\1\t$\2/", None),
    "sext": (r"s/\bmovswl\b/movzwl/", None),
    "setl": (r"s/\bsetl\b/setle/", None),
    "neg": (r"s/\bnegl\b/notl/", None),
    "ice-div": (None, r"\bidivl\b"),
    "ice-rot": (None, r"\b(rol|ror)[bwlq]\b"),
}
REAL = ["chibicc"]
TOKEN = re.compile(r"[A-Za-z_]\w*|\.?\d[\w.]*|\"(?:\\.|[^\"])*\"|'(?:\\.|[^'])*'|[^\s\w]")


def run(argv, cwd=None, limit=60):
    try:
        return subprocess.run(argv, cwd=cwd, timeout=limit, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    except subprocess.TimeoutExpired:
        return None


def plant(folder, name):
    edit, crash = PLANTS[name]
    lib = os.path.join(folder, name + "-lib")
    os.makedirs(lib)
    lines = ["#!/bin/sh", 'for a in "$@"; do case $a in *.s)']
    if edit:
        lines.append(f"sed -i -E '{edit}' \"$a\"")
    if crash:
        lines.append(f"if grep -qE '{crash}' \"$a\"; then echo 'internal compiler error: in f, at g.cc:1' >&2; exit 4; fi")
    lines += [";; esac; done", 'exec /usr/bin/as "$@"', ""]
    path = os.path.join(folder, "cc-" + name)
    for file, text in ((os.path.join(lib, "as"), "\n".join(lines)), (path, f'#!/bin/sh\nexec gcc -B{lib}/ "$@"\n')):
        with open(file, "w") as out:
            out.write(text)
        os.chmod(file, 0o755)
    return path


def tokens(text):
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    return len(TOKEN.findall(text))


# What C no longer has, and gcc 14 refuses.
SCRIPT_C = """#!/bin/sh
gcc -O1 -w -Werror=return-type -Werror=implicit-function-declaration -Werror=implicit-int -Werror=int-conversion \\
    -Wuninitialized -Werror=uninitialized -Werror=incompatible-pointer-types -c {file} -o /dev/null 2>/dev/null || exit 1
"""
SCRIPT_WRONG = SCRIPT_C + """
clang -O0 -w -fsanitize=undefined,address -fno-sanitize-recover=all {file} -o san 2>/dev/null || exit 1
timeout 10 ./san >san.txt 2>/dev/null || exit 1
gcc -O0 -w {file} -o right && timeout 5 ./right >right.txt || exit 1
cmp -s san.txt right.txt || exit 1
{compiler} -O2 -w {file} -o wrong 2>/dev/null || exit 1
timeout 5 ./wrong >wrong.txt 2>/dev/null
status=$?
[ $status -ne 124 ] || exit 1
[ $status -ne 0 ] || ! cmp -s right.txt wrong.txt
"""
SCRIPT_CRASH = SCRIPT_C + """
{compiler} -O2 -w {file} -o wrong 2>&1 | grep -q 'internal compiler error: in f'
"""


def failing(assay, folder, method, size, compiler, count):
    """Folders of programs of one file that the compiler gets wrong."""
    found, seed = [], 1
    while len(found) < count and seed < 2000:
        out = os.path.join(folder, "tests-" + os.path.basename(compiler))
        run([assay, "generate", "--method", method, "--size", size, "--seed", str(seed), "--out", out])
        test = os.path.join(out, f"{method}-{seed}")
        with open(os.path.join(test, "test.json")) as file:
            about = json.load(file)
        seed += 1
        if len(about["files"]) == 1:
            source = os.path.join(test, about["files"][0])
            built = run([compiler, "-O2", "-w", "-std=" + about["standard"], source, "-o", os.path.join(folder, "a.out")])
            ran = run([os.path.join(folder, "a.out")], limit=10) if built and built.returncode == 0 else None
            wrong = built is not None and (
                "internal compiler error" in built.stderr if built.returncode else
                ran is not None and (ran.returncode != 0 or ran.stdout != about["expected"]))
            if wrong:
                found.append((test, source, about))
                continue
        shutil.rmtree(test)
    return found


def subjects(folder):
    """Name, compiler, whether it crashes."""
    planted = [(name, plant(folder, name), PLANTS[name][1] is not None) for name in PLANTS]
    return planted + [(name, name, False) for name in REAL if shutil.which(name)]


def by_assay(assay, test, compiler, jobs, folder):
    out = os.path.join(folder, "assay-out")
    shutil.rmtree(out, ignore_errors=True)
    start = time.time()
    done = run([assay, "reduce", test, "--compilers", compiler, "--options=-O2", "--jobs", str(jobs), "--out", out], limit=1200)
    took = time.time() - start
    if done is None or done.returncode != 1:
        raise SystemExit(f"{test}: {done.stderr if done else 'too slow'}")
    files = [name for name in os.listdir(out) if name != "test.json"]
    return took, "".join(open(os.path.join(out, name)).read() for name in sorted(files))


def by_cvise(source, compiler, crash, jobs, cap, folder):
    here = os.path.join(folder, "cvise")
    shutil.rmtree(here, ignore_errors=True)
    os.makedirs(here)
    name = os.path.basename(source)
    shutil.copy(source, os.path.join(here, name))
    script = os.path.join(here, "interesting.sh")
    with open(script, "w") as out:
        out.write((SCRIPT_CRASH if crash else SCRIPT_WRONG).format(file=name, compiler=compiler))
    os.chmod(script, 0o755)
    if run([script], cwd=here).returncode != 0:
        raise SystemExit(f"{source}: not interesting by its script")
    start = time.time()
    process = subprocess.Popen(["cvise", "--n", str(jobs), script, name], cwd=here, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        process.wait(cap)
        capped = False
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 15)
        process.wait()
        capped = True
    return time.time() - start, open(os.path.join(here, name)).read(), capped


def valid(text, folder):
    """Does what is left end well under the sanitizers?"""
    file = os.path.join(folder, "left.c")
    with open(file, "w") as out:
        out.write(text)
    exe = os.path.join(folder, "left")
    built = run(["clang", "-O0", "-w", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", file, "-o", exe])
    ran = run([exe], limit=20) if built and built.returncode == 0 else None
    return ran is not None and ran.returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assay")
    parser.add_argument("--each", type=int, default=1, help="programs of each method for each compiler")
    parser.add_argument("--size", default="medium")
    parser.add_argument("--cap", type=int, default=120)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    for tool in ("cvise", "clang", "gcc"):
        if not shutil.which(tool):
            print(f"skipped: {tool} is not installed (apt-get install {tool})")
            return 0
    assay = os.path.abspath(args.assay)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, compiler, crash in subjects(folder):
            for method in ("grow", "expand"):
                for test, source, _ in failing(assay, folder, method, args.size, compiler, args.each):
                    before = open(source).read()
                    run([assay, "check", test, "--compilers", compiler, "--options=-O2"])
                    seconds, small = by_assay(assay, test, compiler, args.jobs, folder)
                    other, left, capped = by_cvise(source, compiler, crash, args.jobs, args.cap, folder)
                    rows.append((name, os.path.basename(test), tokens(before), seconds, tokens(small),
                                 small.count("\n"), valid(small, folder), other, tokens(left), capped, other / seconds))
                    print(rows[-1], file=sys.stderr, flush=True)
    print("| defect | program | tokens | Assay, s | tokens | lines | valid | C-Vise, s | tokens | time ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, test, size, ours, left, lines, ok, other, other_left, capped, ratio in rows:
        print(f"| {name} | {test} | {size} | {ours:.1f} | {left} | {lines} | {'yes' if ok else 'NO'} | "
              f"{'> ' if capped else ''}{other:.0f} | {other_left} | {'> ' if capped else ''}{ratio:.0f} |")
    if rows:
        print(f"\nMedians: time ratio {statistics.median(row[10] for row in rows):.0f}"
              f"{' or more' if any(row[9] for row in rows) else ''}; tokens {statistics.median(row[4] for row in rows):.0f}"
              f" against {statistics.median(row[8] for row in rows):.0f}; {sum(row[9] for row in rows)} of {len(rows)}"
              f" runs of C-Vise were stopped at {args.cap} s.")
    return 0


sys.exit(main())
