#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Analyses and solves every system of the catalogue and compares with what its file expects.

usage: table.py PROGRAM TABLE [--write] [--only WORD]

Expected are the `expect` lines of a file and, where a run meets a singular point, its `# kind:`.
Fails where something else is found, or where TABLE (docs/catalogue.md) does not say what is found;
--write writes TABLE instead of comparing. Systems in `open` are those that are not found as
expected, and fail when they are: then they belong elsewhere.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

SYSTEMS = pathlib.Path(__file__).parent / "systems"

SECTIONS = {
    "regular": "Structure tells the truth",
    "hidden": "Structure does not tell the truth",
    "redundant": "Redundant equations, invariants as equations",
    "inconsistent": "Contradictions",
    "underdetermined": "Free unknowns",
    "singular": "Singular points, and places that only look so",
    "open": "Not yet as expected",
}

HEAD = """# Catalogue of systems

Every system here is analysed and solved by the tests, and this page is written by them
(`tests/catalogue/table.py`): what is *expected* was worked out by hand or taken from the source and
stands in the system's file with the argument; what is *found* is what the program says. Index,
dimension and verdict are given as expected / found.

*Index* and *dimension* are those of [the model language](language.md); there is no index where
unknowns remain free or equations contradict each other, nor for forces of which only combinations
are determined. *Values* counts the numbers compared with a closed form or an independent
computation, to 1e-7 or better; a run that meets a singular point ends with a code and the kind of
the point.
"""

COLUMNS = ["system", "equations, unknowns", "index", "dimension", "verdict", "route", "run", "source"]


def run(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=600)
    return done.stdout


def answer(program, *arguments):
    """The JSON the program writes; it must write some, however a run ends."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=600)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        words = f"no JSON, exit code {done.returncode}"
        return {"status": "failed", "code": "failed", "reason": words, "message": words, "route": "",
                "equations": 0, "unknowns": [], "index": None, "dimension": None}


def quoted(text, word):
    return re.search(rf'^{word}\s+"(.*)"', text, re.MULTILINE).group(1)


class Expected:
    """What a file expects."""

    def __init__(self, text):
        self.title, self.source = quoted(text, "title"), quoted(text, "source")
        size = re.search(r"^param  N = (\d+)$", text, re.MULTILINE)
        number = dict(re.findall(r"^expect (index|dimension) (\w+)$", text, re.MULTILINE))
        number = {k: int(size.group(1)) if v == "N" else int(v) for k, v in number.items()}
        self.index, self.dimension = number.get("index"), number.get("dimension")
        refusal = re.search(r"^expect rejects (\w+)$", text, re.MULTILINE)
        of_the_start = bool(number)
        self.verdict = "complete" if not refusal or of_the_start else refusal.group(1)
        self.values = len(re.findall(r"^expect [^\n]*\+-", text, re.MULTILINE))
        stop = re.search(r"^expect stops (\w+)$", text, re.MULTILINE)
        kind = re.search(r"^# kind: (.+)$", text, re.MULTILINE)
        self.ending = stop.group(1) if stop else refusal.group(1) if refusal and of_the_start else None
        self.kind = kind.group(1) if kind else None


class Found:
    """What the program finds."""

    def __init__(self, program, path, expected):
        analysis = answer(program, "analyze", str(path), "--json")
        complete = analysis["status"] == "complete"
        decided = analysis["status"] != "undecided"
        self.size = f"{analysis['equations']}, {len(analysis['unknowns'])}"
        self.index = analysis["index"]
        self.dimension = analysis["dimension"] if complete else None
        self.verdict = analysis["status"] if decided else analysis["code"]
        self.route = analysis["route"] if decided else ""
        self.message = analysis["message"]
        checked = run(program, "check", str(path)).splitlines()
        self.failures = [line for line in checked if line.startswith("FAILED")]
        self.values = sum(line.startswith("ok") and "+-" in line for line in checked)
        self.ending = self.kind = None
        if expected.ending:
            solution = answer(program, "solve", str(path), "--format", "json", "--quiet")
            points = solution.get("singular_points", [])
            self.ending = solution["code"]
            self.kind = points[-1]["kind"] if points else None
            self.message += "\n" + solution["reason"]


def outcome(values, ending, kind):
    parts = [f"{values} value{'s' if values > 1 else ''}"] if values else []
    parts += [ending + (f": {kind}" if kind else "")] if ending else []
    return "; ".join(parts) or None


def pair(expected, found):
    return " / ".join("-" if value is None else str(value) for value in (expected, found))


class Row:
    def __init__(self, program, path):
        expected = Expected(path.read_text())
        found = Found(program, path, expected)
        pairs = [(expected.index, found.index), (expected.dimension, found.dimension),
                 (expected.verdict, found.verdict)]
        if expected.verdict == "complete" and expected.dimension is None:
            pairs[1] = (found.dimension, found.dimension)  # decided by values kept at the start
        runs = (outcome(expected.values, expected.ending, expected.kind),
                outcome(found.values, found.ending, found.kind))
        self.name = f"{path.parent.name}/{path.stem}"
        self.holds = not found.failures and all(a == b for a, b in pairs + [runs])
        link = f"[{expected.title}](../tests/catalogue/systems/{self.name}.ode)"
        cells = [pair(*both) for both in pairs]
        self.text = " | ".join([link, found.size, *cells, found.route,
                                runs[0] or "" if runs[0] == runs[1] else pair(*runs), expected.source])
        self.complaint = "\n".join([f"{self.name}: {self.text}", *found.failures, found.message])


def page(rows):
    text = HEAD + f"\n{len(rows)} systems.\n"
    for folder, heading in SECTIONS.items():
        lines = [row.text for row in rows if row.name.startswith(folder + "/")]
        if not lines:
            continue
        text += f"\n## {heading}\n\n| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}\n"
        text += "".join(f"| {line} |\n" for line in lines)
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()

    paths = [p for folder in SECTIONS for p in sorted((SYSTEMS / folder).glob("*.ode"))
             if options.only in str(p.relative_to(SYSTEMS))]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        rows = list(pool.map(lambda path: Row(options.program, path), paths))
    wrong = [row for row in rows if row.holds == row.name.startswith("open/")]
    for row in wrong:
        print(row.complaint, end="\n\n")
    print(f"{len(rows)} systems, {len(wrong)} not as expected")
    if options.only:
        return 1 if wrong else 0
    if options.write:
        options.table.write_text(page(rows))
    elif options.table.read_text() != page(rows):
        print(f"{options.table} does not say what was found; write it again with --write")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
