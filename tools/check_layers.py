#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks who includes whom, and who names what:  tools/check_layers.py [TREE]

- A folder of involute/ is a layer; a layer includes itself and lower ones.
- A header with the source of its name is a unit. No unit needs itself by way of others: units can
  be read, tested and replaced one after the other.
- The headers of involute/public_headers.txt are what a user sees: they include each other and the
  standard library and nothing else, so that a user's program compiles quickly and needs no package
  of ours. The umbrella header shows them all.
- The examples and the consumer see the library from outside: they include public headers. So does
  the program, but for a short list below.
- Headers show no private dependency, so that each is compiled in few places.
- Types of Boost and of one compiler are named in base/quad.hpp and in the few sources that
  implement something with them; everybody else sees Quad, Rational and plain functions.
- Eigen's decompositions take seconds to compile: they are instantiated in base/ alone.
"""

import pathlib
import re
import sys

LAYERS = ["base", "text", "expr", "witness", "system", "forces", "model", "options", "complete", "algebra",
          "geometry", "project", "method", "control", "step", "prepare", "observe", "singular",
          "drive", "output", "sweep", "plot", "report"]
UMBRELLA = "involute/involute.hpp"
PUBLIC_LIST = "involute/public_headers.txt"
# What the program may include beside public headers, and why it is not public.
OF_THE_PROGRAM = {
    "involute/base/limits.hpp": "how much of a file is read at all",
    "involute/base/suggest.hpp": "`did you mean` for options, as the parser says it for names",
    "involute/expr/native.hpp": "--version tells whether formulas run as native code",
    "involute/base/pieces.hpp": "words between commas, as everywhere",
    "involute/step/sensible.hpp": "conflicting options are refused before a model is read",
}
PRIVATE = re.compile(r"(fmt|nlohmann|asmjit|CLI|gtest)/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
CARRIER = re.compile(r"\b(?:boost::|__float128|_Float128|__int128|\w+_flt128|strtoflt128)|"
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


def complaints_of_library_file(tree, path):
    layer = path.relative_to(tree / "involute").parts[0]
    if path.parent == tree / "involute":
        return  # the umbrella header may include everything
    if layer not in LAYERS:
        yield f"involute/{layer} is not a layer: add it to tools/check_layers.py"
        return
    for bracket, name in INCLUDE.findall(path.read_text()):
        parts = name.split("/")
        if parts[0] == "involute" and len(parts) > 2:
            other = parts[1]
            if other not in LAYERS or LAYERS.index(other) > LAYERS.index(layer):
                yield f"{layer} must not include {other}: {name}"
        elif bracket == '"':
            yield f'includes of our own start with "involute/": {name}'
        elif path.suffix == ".hpp" and PRIVATE.match(name):
            yield f"a header shows a private dependency: {name}"


def complaints_of_outside_file(tree, path, more=()):
    public = public_headers(tree)
    for _, name in INCLUDE.findall(path.read_text()):
        if "involute/" in name and name not in public and name not in more:
            yield f"not a public header: {name}"


def complaints_of_program_file(tree, path):
    return complaints_of_outside_file(tree, path, OF_THE_PROGRAM)


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


def public_headers(tree):
    lines = (tree / PUBLIC_LIST).read_text().splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def complaints_of_public_headers(tree):
    public = public_headers(tree)
    for header in public:
        if not (tree / header).is_file():
            yield f"{PUBLIC_LIST}: there is no {header}"
            continue
        for bracket, name in INCLUDE.findall((tree / header).read_text()):
            if bracket == '"' and name not in public:
                yield f"{header}: is public and includes {name}, which is not"
            elif bracket == "<" and "/" in name and header not in MAY_NAME_CARRIERS:
                yield f"{header}: is public and shows {name}"
    shown = reached(tree, UMBRELLA)
    for header in public:
        if (tree / header).is_file() and header not in shown:
            yield f"{UMBRELLA}: does not show {header}, which is public"


def reached(tree, header):
    """The header and all of ours that it includes, directly or not."""
    seen, queue = {header}, [header]
    while queue:
        for _, name in INCLUDE.findall((tree / queue.pop()).read_text()):
            if name not in seen and (tree / name).is_file():
                seen.add(name)
                queue.append(name)
    return seen


def units(tree):
    """What each unit includes: {unit: {other unit: the file with the include}}."""
    found = {}
    for folder in ["involute", "app", "papers"]:
        for path in sources(tree, folder):
            name = path.relative_to(tree)
            others = found.setdefault(name.with_suffix("").as_posix(), {})
            for bracket, included in INCLUDE.findall(path.read_text()):
                other = pathlib.PurePosixPath(included).with_suffix("").as_posix()
                if bracket == '"' and other != name.with_suffix("").as_posix():
                    others.setdefault(other, name.as_posix())
    return found


def components(graph):
    """The strongly connected components with more than one node (Tarjan, SIAM J. Comput. 1 (1972)
    146-160), without recursion."""
    number, low, stack, on_stack = {}, {}, [], set()
    for root in graph:
        if root in number:
            continue
        work = [(root, iter(()))]
        while work:
            node, others = work[-1]
            if node not in number:
                number[node] = low[node] = len(number)
                stack.append(node)
                on_stack.add(node)
                others = iter(graph.get(node, ()))
                work[-1] = (node, others)
            for other in others:
                if other not in number:
                    work.append((other, iter(())))
                    break
                if other in on_stack:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    component = set(stack[stack.index(node):])
                    del stack[stack.index(node):]
                    on_stack -= component
                    if len(component) > 1:
                        yield component


def shortest_cycle(graph, component):
    return min((cycle_from(graph, component, start) for start in sorted(component)), key=len)


def cycle_from(graph, component, start):
    """Units of a component, from one of them back to it, by the fewest includes."""
    ways, queue = {start: [start]}, [start]
    while queue:
        node = queue.pop(0)
        for other in graph.get(node, ()):
            if other == start:
                return ways[node] + [start]
            if other in component and other not in ways:
                ways[other] = ways[node] + [other]
                queue.append(other)
    return []  # not reached: every node of a component is on a cycle


def complaints_of_cycles(tree):
    graph = units(tree)
    for component in components(graph):
        way = shortest_cycle(graph, component)
        yield "units in a circle: " + " > ".join(way) + "".join(
            f"\n    {graph[a][b]} includes {b}.hpp" for a, b in zip(way, way[1:]))


def sources(tree, folder):
    return sorted(p for p in (tree / folder).rglob("*") if p.suffix in (".hpp", ".cpp"))


def main():
    default = pathlib.Path(__file__).resolve().parent.parent
    tree = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else default
    found = list(complaints_of_public_headers(tree)) + list(complaints_of_cycles(tree))
    checked = 0
    for folder, complaints_of in [("involute", complaints_of_library_file),
                                  ("app", complaints_of_program_file),
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
