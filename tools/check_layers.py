#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks who includes whom, and who names what:  tools/check_layers.py [TREE]

- A folder of involute/ is a layer; a layer includes itself and lower ones.
- The program, the examples and the consumer see the library from outside.
- Headers show no private dependency, because the installed package does not promise them.
- What the umbrella header reaches is public: it shows the standard library and nothing else, so
  that a user's program compiles quickly. Eigen is seen by those who ask for the parts.
- Types of Boost and of one compiler are named in base/quad.hpp and in the few sources that
  implement something with them; everybody else sees Quad, Rational and plain functions.
- Eigen's decompositions take seconds to compile: they are instantiated in base/ alone.
"""

import pathlib
import re
import sys

LAYERS = ["base", "text", "expr", "system", "forces", "model", "options", "complete", "algebra",
          "geometry", "project", "method", "control", "step", "prepare", "observe", "singular",
          "drive", "output", "plot"]
# `testing` offers laws and problems to tests, ours and users'; nothing in the library needs it.
ABOVE_ALL = ["testing"]
UMBRELLA = "involute/involute.hpp"
PRIVATE = re.compile(r"(fmt|nlohmann|asmjit|CLI|gtest)/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
CARRIER = re.compile(r"\bboost::|__float128|\b_Float128|\b__int128|\w+_flt128|\bstrtoflt128|"
                     r"#\s*include\s*<(?:boost/|quadmath\.h)")
# Boost behind functions of our own: zip.cpp takes the checksum of zip files from boost/crc.hpp,
# root.cpp the root finder of Boost.Math.
MAY_NAME_CARRIERS = {"involute/base/quad.hpp", "involute/base/quad.cpp",
                     "involute/base/rational.cpp", "involute/base/root.cpp",
                     "involute/output/zip.cpp"}
# Templates over the decompositions, and who may include these.
INSTANTIATED = {"involute/base/dense_lu.hpp", "involute/base/dense_least_squares.hpp",
                "involute/base/sparse_lu.hpp"}
DECOMPOSITIONS = re.compile(r"#\s*include\s*<Eigen/(?!Core>)([^>]+)>")


def rank(layer):
    return LAYERS.index(layer) if layer in LAYERS else len(LAYERS) + ABOVE_ALL.index(layer)


def is_known(layer):
    return layer in LAYERS or layer in ABOVE_ALL


def complaints_of_library_file(tree, path):
    layer = path.relative_to(tree / "involute").parts[0]
    if path.parent == tree / "involute":
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


def complaints_of_outside_file(_, path):
    for _, name in INCLUDE.findall(path.read_text()):
        if name.startswith(("../involute", "involute/detail")) or "/detail/" in name:
            yield f"not a public header: {name}"


def complaints_of_any_file(tree, path):
    place = path.relative_to(tree).as_posix()
    code = COMMENT_OR_TEXT.sub("", path.read_text())
    if place not in MAY_NAME_CARRIERS:
        for word in sorted(set(CARRIER.findall(code))):
            yield f"names `{word}`: only involute/base/quad.hpp decides what carries a Quad"
    if not (place.startswith("involute/base/") and path.suffix == ".cpp") and \
            place not in INSTANTIATED:
        for module in DECOMPOSITIONS.findall(code):
            yield f"includes Eigen/{module}: decompositions are functions of involute/base/dense.hpp"
    if not place.startswith("involute/base/"):
        for _, name in INCLUDE.findall(path.read_text()):
            if name in INSTANTIATED:
                yield f"includes {name}, which is for the files of base/ that instantiate it"


def complaints_of_public_headers(tree):
    """What a user's program gets to see with the umbrella header, and by which way."""
    ways = {UMBRELLA: [UMBRELLA]}
    queue = [UMBRELLA]
    while queue:
        header = queue.pop(0)
        for bracket, name in INCLUDE.findall((tree / header).read_text()):
            way = ways[header] + [name]
            if bracket == '"' and (tree / name).is_file():
                if name not in ways:
                    ways[name] = way
                    queue.append(name)
            elif "/" in name and header not in MAY_NAME_CARRIERS:
                yield f"{UMBRELLA}: shows {name}, by {' > '.join(way[1:])}"


def sources(tree, folder):
    return sorted(p for p in (tree / folder).rglob("*") if p.suffix in (".hpp", ".cpp"))


def main():
    default = pathlib.Path(__file__).resolve().parent.parent
    tree = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else default
    found = list(complaints_of_public_headers(tree))
    checked = 0
    for folder, complaints_of in [("involute", complaints_of_library_file),
                                  ("app", complaints_of_outside_file),
                                  ("examples", complaints_of_outside_file),
                                  ("tests/install", complaints_of_outside_file)]:
        for path in sources(tree, folder):
            checked += 1
            found += [f"{path.relative_to(tree)}: {c}" for c in complaints_of(tree, path)]
    for folder in ["involute", "app", "papers", "tests", "examples", "bench", "fuzz"]:
        for path in sources(tree, folder):
            found += [f"{path.relative_to(tree)}: {c}" for c in complaints_of_any_file(tree, path)]
    for line in found:
        print(line)
    print(f"layers: {checked} files, {len(found)} complaints")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
