#!/usr/bin/env python3
"""CPU time that Assay itself takes to relax a program, over what csmith takes to make it.

usage: relax_time.py ASSAY [COUNT] [FIRST_SEED]      (40 programs)

`assay generate --method relax` makes each program as a hunt would: csmith, the preprocessor, the parser, the instrumented copy and its
run, the five forms. A hunt starts once, so the time to start (of a program of two lines) is told apart. csmith's time is taken by a script of that name on PATH. Assay's own is that of its process without its
children, read before it is reaped: neither compilers nor programs nor csmith are in it.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ASSAY = str(Path(sys.argv[1]).resolve())
COUNT = sys.argv[2] if len(sys.argv) > 2 else "40"
FIRST = sys.argv[3] if len(sys.argv) > 3 else "1"

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
    made, own, failed = 0, 0.0, 0
    def own_seconds(arguments):
        process = subprocess.Popen([ASSAY] + arguments, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        seconds = int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[0]) / 1e9
        return seconds, process.wait()

    (folder / "tiny.c").write_text("static int safe_id(int x) { return x; }\nint main(void) { return safe_id(0); }\n")
    start = min(own_seconds(["relax", str(folder / "tiny.c"), "--out", str(folder / "tiny")])[0] for _ in range(5))
    for seed in range(int(FIRST), int(FIRST) + int(COUNT)):
        seconds, status = own_seconds(["generate", "--method", "relax", "--seed", str(seed), "--out", str(folder / "out")])
        own += seconds
        made += status == 0
        failed += status != 0
    csmith = sum(float(word) for word in log.read_text().split())
    calls = made + failed
    print(f"{calls} programs ({failed} of them give nothing): csmith {csmith:.2f} s, Assay itself {own:.2f} s, of which {calls} starts and")
    print(f"loadings of Clang {start * calls:.2f} s ({1000 * start:.0f} ms each, once in a hunt)")
    print(f"Assay itself over csmith: {own / csmith:.1%} with them, {(own - start * calls) / csmith:.1%} without")
