#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks who includes whom.

A folder of involute/ is a layer; a layer includes itself and lower ones. The program, the examples,
the benchmarks and the consumer see the library from outside. Public headers show no private
dependency, because the installed package does not promise them.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAYERS = ["base", "text", "expr", "system", "complete", "algebra", "geometry", "project", "method",
          "control", "drive", "output"]
# `testing` offers laws and problems to tests, ours and users'; nothing in the library needs it.
ABOVE_ALL = ["testing"]
PRIVATE = re.compile(r"(fmt|nlohmann|asmjit|CLI|gtest|rapidcheck)/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def rank(layer):
    return LAYERS.index(layer) if layer in LAYERS else len(LAYERS) + ABOVE_ALL.index(layer)


def is_known(layer):
    return layer in LAYERS or layer in ABOVE_ALL


def complaints_of_library_file(path):
    layer = path.relative_to(ROOT / "involute").parts[0]
    if path.parent == ROOT / "involute":
        return  # the umbrella header may include everything
    if not is_known(layer):
        yield f"involute/{layer} is not a layer: add it to tools/check_layers.py"
        return
    for bracket, name in INCLUDE.findall(path.read_text()):
        parts = name.split("/")
        if parts[0] == "involute" and len(parts) > 2:
            other = parts[1]
            if not is_known(other) or rank(other) > rank(layer):
                yield f"{layer} must not include {other}: {name}"
        elif bracket == '"':
            yield f'includes of our own start with "involute/": {name}'
        elif path.suffix == ".hpp" and PRIVATE.match(name) and layer not in ABOVE_ALL:
            yield f"a public header shows a private dependency: {name}"


def complaints_of_outside_file(path):
    for _, name in INCLUDE.findall(path.read_text()):
        if name.startswith(("../involute", "involute/detail")) or "/detail/" in name:
            yield f"not a public header: {name}"


def sources(folder):
    return sorted(p for p in (ROOT / folder).rglob("*") if p.suffix in (".hpp", ".cpp"))


def main():
    found = []
    checked = 0
    for folder, complaints_of in [("involute", complaints_of_library_file),
                                  ("app", complaints_of_outside_file),
                                  ("examples", complaints_of_outside_file),
                                  ("tests/install", complaints_of_outside_file)]:
        for path in sources(folder):
            checked += 1
            found += [f"{path.relative_to(ROOT)}: {c}" for c in complaints_of(path)]
    for line in found:
        print(line)
    print(f"layers: {checked} files, {len(found)} complaints")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
