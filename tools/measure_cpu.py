#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a compiler or a linker and notes what it cost: a line in the file $BUILD_COST_LOG with CPU
seconds, wall seconds and the file that was made. scripts/build-cost puts it before every command."""

import os
import resource
import subprocess
import sys
import time


def main():
    command = sys.argv[1:]
    began = time.monotonic()
    code = subprocess.run(command, check=False).returncode
    wall = time.monotonic() - began
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    made = command[command.index("-o") + 1] if "-o" in command else "?"
    path = os.environ.get("BUILD_COST_LOG", os.devnull)
    with open(path, "a", encoding="utf-8") as log:
        log.write(f"{used.ru_utime + used.ru_stime:.2f}\t{wall:.2f}\t{made}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
