#!/usr/bin/env python3
"""CPU time that Assay itself takes to relax programs, over what csmith takes to make them.

usage: relax_time.py ASSAY [COUNT] [FIRST_SEED]      (40 programs)

One process of `assay generate --method relax` makes the programs as a hunt would: csmith, the preprocessor, the parser, the instrumented
copy and its run, the five forms, with options of csmith left out at random. Then one of `assay relax` does so with
programs of csmith's own options. csmith's time is taken by a script of that name on PATH. Assay's own is that of its process without its children, read before it
is reaped: neither compilers nor programs nor csmith are in it. Starting, and loading Clang's libraries, is told apart: that of a program of two lines.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ASSAY = str(Path(sys.argv[1]).resolve())
COUNT = sys.argv[2] if len(sys.argv) > 2 else "40"
FIRST = sys.argv[3] if len(sys.argv) > 3 else "1"


def own_seconds(arguments, environment):
    process = subprocess.Popen([ASSAY] + arguments, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    passed_over = process.stderr.read().count("\n")
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    seconds = int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[0]) / 1e9
    process.wait()
    return seconds, passed_over


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    log = folder / "csmith.log"
    script = folder / "bin" / "csmith"
    script.parent.mkdir()
    script.write_text(f"""#!/bin/bash
TIMEFORMAT='%U %S'
{{ time {shutil.which("csmith")} "$@" 2>&3; }} 3>&2 2>> {log}
""")
    script.chmod(0o755)
    environment = dict(os.environ, PATH=f"{script.parent}:{os.environ['PATH']}")
    (folder / "tiny.c").write_text("static int safe_id(int x) { return x; }\nint main(void) { return safe_id(0); }\n")
    start = min(own_seconds(["relax", str(folder / "tiny.c"), "--out", str(folder / "tiny")], environment)[0] for _ in range(5))
    print(f"starting and loading Clang: {1000 * start:.0f} ms, once")
    def csmith_seconds():
        # Where csmith is stopped by its limit the shell says so in between.
        times = [line.split() for line in log.read_text().splitlines() if re.fullmatch(r"[\d.]+ [\d.]+", line)]
        log.unlink()
        return sum(float(word) for words in times for word in words)

    out = ["--out", str(folder / "out")]
    own, passed_over = own_seconds(["generate", "--method", "relax", "--seed", FIRST, "--count", COUNT] + out, environment)
    csmith = csmith_seconds()
    print(f"as in a hunt: {COUNT} programs ({passed_over} give nothing): csmith {csmith:.2f} s, Assay itself {own - start:.2f} s, "
          f"{(own - start) / csmith:.1%}")
    programs = []
    for seed in range(int(FIRST), int(FIRST) + int(COUNT)):
        programs.append(str(folder / f"{seed}.c"))
        with open(programs[-1], "w") as text:
            subprocess.run(["csmith", "--seed", str(seed)], env=environment, stdout=text, check=True, cwd=folder)
    own, passed_over = own_seconds(["relax"] + programs + out, environment)
    own -= start
    csmith = csmith_seconds()
    print(f"csmith's own options: {COUNT} programs ({passed_over} give nothing): csmith {csmith:.2f} s, Assay itself {own:.2f} s, "
          f"{own / csmith:.1%}")
