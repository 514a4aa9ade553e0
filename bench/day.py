#!/usr/bin/env python3
"""Hunts for a day and prints what Assay holds meanwhile: memory, descriptors, processes, disk.

usage: day.py ASSAY_PROGRAM [--for 24h] [--every 60] [--csv FILE] [-- more words for assay hunt]
A row for each `--every` seconds: resident memory of Assay alone and of its wardens, open files of Assay, processes
of the hunt, the campaign's folder, temporary folders, bugs. In the end the first and the last quarter of the time are compared:
memory and descriptors that grow by more than a fifth are a leak (status 1). The campaign grows with its bugs.
"""
import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COLUMNS = ("seconds", "assay_mb", "wardens_mb", "files", "processes", "campaign_mb", "temporary_mb")
FLAT = ("assay_mb", "wardens_mb", "files", "temporary_mb")


def tree(root):
    """The pids below one, with names."""
    children, names = {}, {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            text = (entry / "stat").read_text()
        except OSError:
            continue
        end = text.rindex(")")
        names[int(entry.name)] = text[text.index("(") + 1:end]
        children.setdefault(int(text[end + 2:].split()[1]), []).append(int(entry.name))
    found, new = {}, [root]
    while new:
        for pid in children.get(new.pop(), []):
            found[pid] = names[pid]
            new.append(pid)
    return found


def resident_mb(pid):
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0


def folder_mb(folder):
    total = 0
    for path, _, files in os.walk(folder):
        for name in files:
            try:
                total += os.lstat(os.path.join(path, name)).st_blocks * 512
            except OSError:
                continue
    return total / 1e6


def row(hunt, begun, campaign, temporary):
    below = tree(hunt.pid)
    try:
        files = len(os.listdir(f"/proc/{hunt.pid}/fd"))
    except OSError:
        files = 0
    wardens = sum(resident_mb(pid) for pid, name in below.items() if name == "assay-warden")
    return (time.monotonic() - begun, resident_mb(hunt.pid), wardens, files, len(below), folder_mb(campaign),
            folder_mb(temporary))


def shown(values):
    return "".join(f"{value:>13.1f}" if isinstance(value, float) else f"{value:>13}" for value in values)


def median(values):
    return sorted(values)[len(values) // 2]


def verdict(rows):
    """What grew, by the medians of the first and the last quarter after a start of a tenth."""
    rows = rows[len(rows) // 10:]
    quarter = max(1, len(rows) // 4)
    grown = []
    for name in FLAT:
        at = COLUMNS.index(name)
        first, last = median([r[at] for r in rows[:quarter]]), median([r[at] for r in rows[-quarter:]])
        print(f"{name:<13} {first:>8.1f} -> {last:>8.1f}")
        if last > 1.2 * first + 5:
            grown.append(name)
    return grown


def seconds_of(text):
    found = re.fullmatch(r"(\d+)([smhd]?)", text)
    if not found:
        sys.exit(f"{text} is not a duration")
    return int(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[found[2]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--for", dest="time", default="24h")
    parser.add_argument("--every", type=float, default=60)
    parser.add_argument("--csv")
    words = sys.argv[1:]
    own = words[:words.index("--")] if "--" in words else words
    arguments, more = parser.parse_args(own), words[len(own) + 1:]
    seconds = seconds_of(arguments.time)
    work = tempfile.mkdtemp(prefix="assay-day-")
    campaign, temporary = os.path.join(work, "campaign"), os.path.join(work, "tmp")
    os.mkdir(temporary)
    with open(os.path.join(work, "output"), "wb") as output:
        hunt = subprocess.Popen([os.path.abspath(arguments.program), "hunt", "--for", f"{seconds}s", "--campaign",
                                 campaign, *more], stdout=output, stderr=output,
                                env=dict(os.environ, TMPDIR=temporary))
    begun, rows = time.monotonic(), []
    print(shown(COLUMNS), flush=True)
    try:
        while hunt.poll() is None:
            rows.append(row(hunt, begun, campaign, temporary))
            print(shown(rows[-1]), flush=True)
            try:
                hunt.wait(arguments.every)
            except subprocess.TimeoutExpired:
                continue
    except KeyboardInterrupt:
        hunt.send_signal(signal.SIGINT)
        hunt.wait()
    if arguments.csv:
        with open(arguments.csv, "w", encoding="ascii") as file:
            file.writelines(",".join(map(str, one)) + "\n" for one in [COLUMNS, *rows])
    print(f"the hunt ended with status {hunt.returncode}")
    grown = verdict(rows[:-1] or rows)
    left = os.listdir(temporary)
    print(f"left in TMPDIR: {left or 'nothing'}")
    if hunt.returncode in (0, 1) and not grown and not left:
        shutil.rmtree(work, ignore_errors=True)
        return 0
    print(f"grown: {', '.join(grown) or 'nothing'}; see {work}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
