#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares two builds of the program, bit for bit.

    tools/compare_bits.py OLD NEW [--jobs N] [--papers] [--numbers]

OLD and NEW are two programs `involute`. Every model is solved by every method in double precision
and by a few in quadruple precision, every system of the catalogue is analysed and solved, and with
--papers the pages of `involute papers` are made by both: whatever either writes to standard output,
and how it ends, must be the same. Timings in JSON are left out; with --numbers also sentences, keys
that only one of them writes, and the sign of zero. Exits with 1 where something differs.
"""

import argparse
import concurrent.futures
import filecmp
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEPS = ["--max-steps", "600"]
SECONDS = 120  # for one run; if both take longer it is listed, not compared


def methods(program):
    text = subprocess.run([program, "methods"], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in text.splitlines()[1:] if line.strip()]


def all_runs(program):
    models = sorted((ROOT / "models").glob("*.ode"))
    systems = sorted((ROOT / "tests/catalogue/systems").rglob("*.ode"))
    for model in models:
        for method in methods(program):
            yield ["solve", str(model), "--quiet", "--method", method, *STEPS]
        for method in ["dop853", "radau5"]:
            yield ["solve", str(model), "--quiet", "--method", method, "--precision", "quad",
                   "--max-steps", "10"]
        yield ["solve", str(model), "--quiet", "--curve", *STEPS]
        yield ["solve", str(model), "--quiet", "--interpreter", *STEPS]
    for model in models + systems:
        yield ["analyze", str(model), "--json"]
    for system in systems:
        yield ["solve", str(system), "--quiet", "--format", "json", *STEPS]


SENTENCES = {"reason", "notices", "message", "notes", "description", "seconds"}


def numbers_of(text):
    """What is left of an output when words may change: a text to compare."""
    try:
        value = json.loads(text)
    except ValueError:
        return re.sub(rb"(?<![\w.+-])-(0(\.0*)?(e\+00)?)(?![\w.])", rb"\1", text)

    def plain(part):
        if isinstance(part, dict):
            return {k: plain(v) for k, v in part.items() if k not in SENTENCES | {"end"}}
        if isinstance(part, list):
            return [plain(v) for v in part]
        return 0 if part == 0 and not isinstance(part, bool) else part
    return json.dumps(plain(value)).encode()


def outcome(program, arguments, numbers):
    try:
        ran = subprocess.run([program, *arguments], capture_output=True, timeout=SECONDS,
                             stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return None
    text = re.sub(rb'"seconds": ?[-+.e0-9]+', b"", ran.stdout)
    if numbers:
        text = numbers_of(ran.stdout)
    return ran.returncode, hashlib.sha256(text).hexdigest()


def compare_runs(old, new, jobs, numbers):
    different, late, count = [], [], 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        runs = list(all_runs(new))
        pairs = pool.map(lambda a: (a, outcome(old, a, numbers), outcome(new, a, numbers)), runs)
        for arguments, before, after in pairs:
            count += 1
            line = " ".join(arguments).replace(str(ROOT) + "/", "")
            if before is None and after is None:
                late.append(line)
            elif before != after:
                different.append(line)
                print("differs:", line, flush=True)
    for line in late:
        print("took too long, not compared:", line)
    print(f"{count} runs, {len(different)} differ, {len(late)} not compared")
    return not different and count > len(late)


def compare_papers(old, new):
    with tempfile.TemporaryDirectory() as scratch:
        folders = [pathlib.Path(scratch) / name for name in ("old", "new")]
        for program, folder in zip((old, new), folders):
            subprocess.run([program, "papers", "--quiet", "-o", str(folder)], check=True)
        names = sorted({p.name for folder in folders for p in folder.iterdir()})
        _, mismatch, errors = filecmp.cmpfiles(*folders, names, shallow=False)
        for name in mismatch + errors:
            print("differs: papers", name)
        print(f"{len(names)} files of `involute papers`, {len(mismatch + errors)} differ")
        return not mismatch and not errors


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--papers", action="store_true", help="`involute papers` as well")
    parser.add_argument("--numbers", action="store_true", help="words may differ")
    arguments = parser.parse_args()
    same = compare_runs(arguments.old, arguments.new, arguments.jobs, arguments.numbers)
    if arguments.papers:
        same = compare_papers(arguments.old, arguments.new) and same
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
