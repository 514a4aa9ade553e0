#!/usr/bin/env python3
"""Disturbs a hunt in every way that a machine has, and then compares its campaign with one that had peace.

usage: chaos.py ASSAY_PROGRAM [--seconds 600] [--seed N] [--keep]
For the given time, at random: kills Assay, its wardens, its compilers and the programs they made; stops them for
a while; fills the disk of the campaign and empties it again; sets the clock by hours and years; leaves Assay
hardly any memory or file descriptors. Assay may end by itself with status 0, 1 or 2, and is started again. It must never
end by a signal that was not sent, and nothing may be left behind. Without root there is no small disk to fill.
Short form: --seconds 60. Status 1: something is wrong; 77: it cannot be tried here.
"""
import argparse
import mmap
import os
import random
import resource
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS_AT_ONCE = 30
COMPILER = """#!/bin/sh
case "$(cat *_func.c test*.c 2>/dev/null)" in *'do {'*)
    echo 'internal compiler error: in f, at g.cc:1' >&2
    exit 1;;
esac
exec gcc "$@"
"""
CONTENTS = (
    "SELECT method, setup, tests FROM counts ORDER BY 1, 2",
    "SELECT number, member, kind, compiler, options, title, detail FROM findings ORDER BY 1, 2, 4, 5",
    "SELECT number, member, json FROM tests ORDER BY 1, 2",
    "SELECT number, member, position, name, text FROM files ORDER BY 1, 2, 3",
    "SELECT kind, compiler, title, hits FROM bugs ORDER BY 1, 2, 3",
    "SELECT setup, why, tests FROM unjudged ORDER BY 1, 2",
    "SELECT kind, subject, state FROM jobs ORDER BY 1, 2",
    "SELECT name, value FROM facts ORDER BY 1",
)


def contents(campaign):
    """What a campaign has stored, apart from times and from the order in which workers came to an end."""
    with sqlite3.connect(f"file:{campaign}/assay.db?mode=ro", uri=True) as db:
        return {query: db.execute(query).fetchall() for query in CONTENTS}


def processes():
    """pid -> (parent, name)"""
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            text = (entry / "stat").read_text()
        except OSError:
            continue
        name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        if rest[0] != "Z":
            found[int(entry.name)] = (int(rest[1]), name)
    return found


class Chaos:
    def __init__(self, program, work, chance):
        self.program, self.work, self.chance = program, Path(work), chance
        self.disk = self.work / "disk"
        self.disk.mkdir()
        self.temporary = self.work / "tmp"
        self.temporary.mkdir()
        self.small_disk = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", self.disk], capture_output=True).returncode == 0
        self.compiler = self.work / "cc-chaos"
        self.compiler.write_text(COMPILER)
        self.compiler.chmod(0o755)
        self.environment = dict(os.environ, TMPDIR=str(self.temporary), XDG_CACHE_HOME=str(self.work / "cache"))
        self.clock = self.preload_clock()
        self.hunt, self.expected_end, self.tests = None, False, 2
        self.done, self.ends, self.wrong = {}, {}, []
        self.cures = []  # (when, what)
        self.limited_until = 0.0

    def preload_clock(self):
        library, file = self.work / "clock.so", self.work / "clock"
        file.write_bytes(struct.pack("q", 0))
        made = subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE / "clock.c"], capture_output=True)
        if made.returncode != 0:
            return None
        self.environment |= {"LD_PRELOAD": str(library), "ASSAY_CHAOS_CLOCK": str(file)}
        with open(file, "r+b") as opened:
            return mmap.mmap(opened.fileno(), 8)

    def command(self, campaign):
        return [self.program, "hunt", "--compilers", str(self.compiler), "--options=-O1,-O2", "--methods",
                "grow=3,expand", "--jobs", "2", "--no-triage", "--tests", str(self.tests), "--campaign", str(campaign)]

    def descendants(self):
        tree, all_found, new = processes(), [], [self.hunt.pid]
        while new:
            parent = new.pop()
            children = [pid for pid, (of, _) in tree.items() if of == parent]
            all_found += [(pid, tree[pid][1]) for pid in children]
            new += children
        return all_found

    def some(self, wanted):
        found = [pid for pid, name in self.descendants() if wanted(name)]
        return self.chance.choice(found) if found else None

    def count(self, what):
        self.done[what] = self.done.get(what, 0) + 1

    def later(self, seconds, cure):
        self.cures.append((time.monotonic() + seconds, cure))

    # --- what happens

    def kill_assay(self):
        self.expected_end = True
        self.hunt.send_signal(self.chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM]))

    def kill(self, wanted):
        pid = self.some(wanted)
        if pid is None:
            return False
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        return True

    def kill_warden(self):
        if time.monotonic() < self.limited_until:
            return False
        return self.kill(lambda name: name == "assay-warden")

    def kill_command(self):
        return self.kill(lambda name: name != "assay-warden")

    def stop_for_a_while(self):
        pid = self.chance.choice([self.hunt.pid, self.some(lambda name: name == "assay-warden") or self.hunt.pid])

        def go_on():
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                pass

        os.kill(pid, signal.SIGSTOP)
        self.later(self.chance.uniform(0.1, 2), go_on)

    def fill_disk(self):
        if not self.small_disk:
            return False
        filler = self.disk / "filler"
        try:
            with open(filler, "wb") as file:
                while True:
                    file.write(b"x" * 4096)
                    file.flush()
        except OSError:
            pass
        self.later(self.chance.uniform(0.5, 4), lambda: filler.unlink(missing_ok=True))
        return True

    def move_clock(self):
        if self.clock is None:
            return False
        step = self.chance.choice([-1, 1]) * self.chance.choice([5, 3600, 86400, 400 * 86400])
        self.clock[:] = struct.pack("q", step)
        self.later(self.chance.uniform(1, 10), lambda: self.clock.__setitem__(slice(0, 8), struct.pack("q", 0)))
        return True

    def limit(self, what, value_of):
        """Of Assay, for some time. A warden that it makes meanwhile would keep the limit."""
        pid = self.hunt.pid
        self.limited_until = time.monotonic() + 3
        try:
            before = resource.prlimit(pid, what)
            resource.prlimit(pid, what, (value_of(pid), before[1]))
        except (OSError, ValueError):
            return False

        def restore():
            try:
                resource.prlimit(pid, what, before)
            except (OSError, ValueError):
                pass

        self.later(self.chance.uniform(0.2, 2), restore)
        return True

    def short_of_memory(self):
        def now(pid):
            pages = int(Path(f"/proc/{pid}/statm").read_text().split()[0])
            return pages * resource.getpagesize() + self.chance.choice([0, 1 << 20, 16 << 20])

        return self.limit(resource.RLIMIT_AS, now)

    def short_of_files(self):
        return self.limit(resource.RLIMIT_NOFILE, lambda pid: len(os.listdir(f"/proc/{pid}/fd")) + 1)

    # --- the run

    def start(self):
        self.expected_end = False
        self.errors = open(self.work / "errors", "wb")
        self.hunt = subprocess.Popen(self.command(self.disk / "campaign"), env=self.environment,
                                     stdout=subprocess.DEVNULL, stderr=self.errors)

    def look_at_end(self):
        status = self.hunt.returncode
        said = (self.work / "errors").read_text(errors="replace").strip().splitlines()
        end = f"status {status}" + (f": {said[-1][:150]}" if status == 2 and said else "")
        self.ends[end] = self.ends.get(end, 0) + 1
        fine = status in (0, 1, 2) or (self.expected_end and -status in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM))
        if not fine:
            self.wrong.append(f"Assay ended with {status}:\n" + "\n".join(said[-15:]))
        if status in (0, 1) and not self.expected_end:
            self.tests += TESTS_AT_ONCE

    def disturb(self):
        ways = [(self.kill_assay, 2), (self.kill_warden, 4), (self.kill_command, 12), (self.stop_for_a_while, 3),
                (self.fill_disk, 2), (self.move_clock, 2), (self.short_of_memory, 2), (self.short_of_files, 2)]
        way = self.chance.choices([one for one, _ in ways], [weight for _, weight in ways])[0]
        try:
            if way() is not False:
                self.count(way.__name__)
        except (ProcessLookupError, FileNotFoundError):
            pass  # it has ended meanwhile

    def cure(self, everything=False):
        due = [cure for when, cure in self.cures if everything or when <= time.monotonic()]
        self.cures = [] if everything else [one for one in self.cures if one[0] > time.monotonic()]
        for one in due:
            one()

    def run(self, seconds):
        end = time.monotonic() + seconds
        self.start()
        while time.monotonic() < end and not self.wrong:
            time.sleep(self.chance.uniform(0.02, 0.6))
            self.cure()
            if self.hunt.poll() is not None:
                self.look_at_end()
                self.start()
            else:
                self.disturb()
        self.cure(everything=True)
        self.hunt.kill()
        self.hunt.wait()

    def ask_again(self):
        """A test that a hunt ended with six times is given up. Here it was not the test."""
        if not (self.disk / "campaign" / "assay.db").exists():
            return
        with sqlite3.connect(f"{self.disk}/campaign/assay.db") as db:
            given_up = db.execute("SELECT subject, attempts FROM jobs WHERE state = 'abandoned'").fetchall()
            db.execute("UPDATE jobs SET state = 'ready', attempts = 0")
            db.execute("DELETE FROM unjudged WHERE why LIKE 'test % was given up%'")
        if given_up:
            print("given up:", given_up)

    def in_peace(self, campaign):
        # Nobody disturbs it now, so it comes to an end by itself.
        try:
            done = subprocess.run(self.command(campaign), env=self.environment, capture_output=True, timeout=1800)
        except subprocess.TimeoutExpired:
            self.wrong.append(f"{campaign}: a hunt in peace comes to no end")
            return
        if done.returncode not in (0, 1):
            self.wrong.append(f"{campaign}: in peace: {done.returncode}: {done.stderr.decode(errors='replace')}")

    def compare(self):
        calm, disturbed = contents(self.work / "calm"), contents(self.disk / "campaign")
        for query in CONTENTS:
            one, other = set(calm[query]), set(disturbed[query])
            if calm[query] == disturbed[query]:
                continue
            for title, rows in (("only in peace", one - other), ("only disturbed", other - one)):
                for row in sorted(rows, key=str)[:5]:
                    self.wrong.append(f"{query.split(' FROM ')[1].split()[0]}: {title}: {str(row)[:300]}")

    def look_for_remains(self):
        mark = str(self.work).encode()
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and int(entry.name) != os.getpid() and mark in (entry / "environ").read_bytes():
                    self.wrong.append(f"left behind: process {entry.name}: {(entry / 'cmdline').read_bytes()!r}")
            except OSError:
                continue
        for folder in self.temporary.iterdir():  # old enough to be swept by the next hunt
            os.utime(folder, (1, 1))
        self.in_peace(self.disk / "campaign")
        self.wrong += [f"left behind: {folder}" for folder in self.temporary.iterdir()]

    def end(self):
        if self.small_disk:
            subprocess.run(["umount", "-l", self.disk], check=False)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--keep", action="store_true", help="leave the folder with both campaigns")
    arguments = parser.parse_args()
    if not shutil.which("gcc"):
        print("gcc is not installed")
        return 77
    # The small disk is nobody else's, and gone with this process.
    if os.geteuid() == 0 and "ASSAY_CHAOS" not in os.environ and shutil.which("unshare"):
        os.environ["ASSAY_CHAOS"] = "yes"
        os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv, "--seed", str(arguments.seed)])
    print(f"seed {arguments.seed}", flush=True)
    work = tempfile.mkdtemp(prefix="assay-chaos-")
    chaos = Chaos(os.path.abspath(arguments.program), work, random.Random(arguments.seed))
    try:
        chaos.in_peace(chaos.work / "calm")  # now the compilers are known, so that there is something to disturb
        chaos.run(arguments.seconds)
        chaos.ask_again()
        chaos.in_peace(chaos.disk / "campaign")
        chaos.in_peace(chaos.work / "calm")
        if not chaos.wrong:
            chaos.compare()
            chaos.look_for_remains()
    finally:
        if arguments.keep and chaos.small_disk:
            shutil.copytree(chaos.disk, chaos.work / "kept", dirs_exist_ok=True)
        chaos.end()
        if arguments.keep:
            print(work)
        else:
            shutil.rmtree(work, ignore_errors=True)
    print(f"{chaos.tests} tests;", ", ".join(f"{name} {count}" for name, count in sorted(chaos.done.items())))
    for end, count in sorted(chaos.ends.items()):
        print(f"{count:>5}  {end}")
    print("\n".join(chaos.wrong) if chaos.wrong else "the store is the same as in peace, and nothing is left behind")
    return 1 if chaos.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
