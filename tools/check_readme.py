#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the README's console examples and compares what they print.

usage: check_readme.py README PROGRAM

In a ```console block a line `$ involute ...` is run with PROGRAM in the README's folder, and the
lines below it must be its standard output. Words must agree exactly, numbers to seven digits: more
would test the mathematics library of the machine.
"""

import pathlib
import re
import shlex
import subprocess
import sys

NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?")


def examples(text):
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            yield shlex.split(command), output.strip().splitlines()


def agree(written, printed):
    if NUMBER.sub("#", written) != NUMBER.sub("#", printed):
        return False
    pairs = zip(map(float, NUMBER.findall(written)), map(float, NUMBER.findall(printed)))
    return all(abs(a - b) <= 1e-7 * (1 + abs(a)) for a, b in pairs)


def complaints(readme, program):
    for command, written in examples(readme.read_text()):
        if command[0] != "involute":
            continue
        run = subprocess.run([program] + command[1:], cwd=readme.parent, text=True,
                             capture_output=True, timeout=60)
        printed = run.stdout.strip().splitlines()
        if run.returncode != 0 or len(written) != len(printed):
            yield f"{' '.join(command)}: exit {run.returncode}, {len(printed)} lines"
            continue
        for w, p in zip(written, printed):
            if not agree(w.rstrip(), p.rstrip()):
                yield f"{' '.join(command)}:\n  README  {w}\n  program {p}"


def main():
    found = list(complaints(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
