#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs models and looks for numbers nobody can use: -0, nan and inf, in data and in words.

usage: plain_numbers.py PROGRAM FOLDER..

Every .ode file below the folders is solved (csv, json) and analysed (words, json); what
the program writes to either stream is searched.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

# A minus sign that belongs to a number, then nothing but zeros: "-0", "-0.0", "-0.000e+00".
NEGATIVE_ZERO = r"(?<![\w.\])'^*/])-0+(\.0*)?(e[-+]?\d+)?(?![\w.])"
NOT_FINITE = r"(?<![\w])-?(nan|inf)(?![\w])"
UNUSABLE = re.compile(f"{NEGATIVE_ZERO}|{NOT_FINITE}", re.IGNORECASE)

WAYS = [["solve", "--format", "csv"], ["solve", "--format", "json"], ["analyze"],
        ["analyze", "--json"]]
# Small systems alone: preparing a hundred masses takes minutes in quadruple precision.
FULL = ["solve", "--format", "csv", "--precision", "quad", "--max-steps", "50"]

# What the pattern must find, and what it must not.
FOUND = ["0,-0,1", "[-0.0, 0]", "x = -0", "eigenvalues -0, -1", "-0.00e+00", "= -nan", "nan", "inf,"]
NOT_FOUND = ["-0.5", "1e-05", "-0e1x", "x-0", "infinity", "name", "infinite", "1-0", "10"]


def complaints(program, model, way):
    done = subprocess.run([program, *way, str(model)], capture_output=True, text=True, timeout=600)
    if done.returncode < 0 or done.returncode == 1:
        yield f"{model.name}: {' '.join(way)} ended with {done.returncode}"
    for stream in (done.stdout, done.stderr):
        if found := UNUSABLE.search(stream):
            around = stream[max(0, found.start() - 60):found.end() + 20].replace("\n", " | ")
            yield f"{model.name}: {' '.join(way)} writes `{found[0]}`: {around}"


def main():
    for text in FOUND:
        assert UNUSABLE.search(text), text
    for text in NOT_FOUND:
        assert not UNUSABLE.search(text), text
    program, folders = sys.argv[1], sys.argv[2:]
    models = sorted(model for folder in folders for model in pathlib.Path(folder).rglob("*.ode"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        tasks = [pool.submit(lambda m, w: list(complaints(program, m, w)), model, way)
                 for model in models
                 for way in WAYS + ([FULL] if model.parent.name == "singular" else [])]
    found = [line for task in tasks for line in task.result()]
    print("\n".join(found) or f"{len(models)} models, {len(tasks)} runs: nothing found")
    return 1 if found or not models else 0


if __name__ == "__main__":
    sys.exit(main())
