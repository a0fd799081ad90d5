#!/usr/bin/env python3
"""Which sources can be compiled as one: a group of files in a folder whose own names do not meet.

    tools/compile_together.py SIZE FILE...        prints GROUP;FILE lines, for UNITY_GROUP of CMake

Files that are compiled one after another in one unit share what they include, which is most of the cost
of an object. They also share their unnamed namespaces, so two files go together only if no name that one of them
keeps for itself occurs in the other at all. That is stricter than need be, and never wrong.
"""

import re
import sys
from pathlib import Path

WORD = re.compile(r"[A-Za-z_]\w*")
NO_CODE = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
OF_TESTS = re.compile(r"TEST|INSTANTIATE_TEST|TYPED_TEST")


def own_names(text):
    """Names declared in unnamed namespaces, macros, and what is instantiated here by name."""
    names, depth_of_unnamed = set(), None
    depth = 0
    for line in re.sub(r"\[\[\w+\]\] ?", "", text).split("\n"):
        if line.startswith("#"):
            if match := re.match(r"#\s*define\s+(\w+)", line):
                names.add(match[1])
            continue
        if re.match(r"namespace\s*\{", line):
            depth_of_unnamed = depth
        at_top = depth_of_unnamed is not None and depth == depth_of_unnamed + 1
        declares = at_top and line[:1].strip() and not re.match(r"template <|\}", line)
        if OF_TESTS.match(line):
            pass
        elif declares or re.match(r"static |template (?!<|class |struct )|using namespace ", line):
            head = re.sub(r"<[^()]*>", "", re.split(r"[({=;\[]", line, maxsplit=1)[0])
            if "::" not in head.split(" ")[-1]:
                names.update(WORD.findall(head)[-1:])
            elif line.startswith("template "):  # a member, whose class is instantiated elsewhere
                names.update(WORD.findall(head.split(" ")[-1])[:1])
        depth += line.count("{") - line.count("}")
        if depth_of_unnamed is not None and depth <= depth_of_unnamed:
            depth_of_unnamed = None
    return names


def groups(files, size):
    """Files in order, each put into the first group of its folder where it disturbs nobody."""
    found = []
    for file in files:
        text = NO_CODE.sub(" ", Path(file).read_text())
        own, words = own_names(text), set(WORD.findall(text))
        for group in found:
            fits = group["folder"] == Path(file).parent and len(group["files"]) < size
            if fits and not own & group["words"] and not words & group["own"]:
                break
        else:
            group = {"folder": Path(file).parent, "files": [], "own": set(), "words": set()}
            found.append(group)
        group["files"].append(file)
        group["own"] |= own
        group["words"] |= words
    return found


def main():
    size, files = int(sys.argv[1]), sorted(sys.argv[2:])
    for number, group in enumerate(groups(files, size)):
        for file in group["files"]:
            print(f"{group['folder'].name}_{number};{file}")


if __name__ == "__main__":
    main()
