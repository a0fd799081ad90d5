# SPDX-License-Identifier: Apache-2.0
"""The grammar of docs/language.md: whatever it makes is read. (What it says then may be nonsense, and is refused as that.)"""
import os
import pathlib
import random
import re

import involute as iv

SOURCE = pathlib.Path(os.environ.get("INVOLUTE_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
TERMINALS = {"name": ["a", "b", "c", "start", "if", "sum"], "number": ["1", "2", ".5", "1e-3"], "string": ['"text"'], "line_end": ["\n"]}
DEEPEST = 8  # beyond, whatever ends soonest is taken


def rules():
    """{name: (kind, parts)}; kinds: "any" of parts, "all" of them, "many", "maybe", "word"."""
    page = (SOURCE / "docs" / "language.md").read_text("utf-8")
    text = page[page.index("## Grammar"):].split("```")[1].replace("line end", "line_end")
    words = re.findall(r'"[^"]*"|\w+|[=|{}\[\]()]', text)
    starts = [k for k in range(len(words) - 1) if words[k + 1] == "=" and words[k][0].isalpha()]
    return {words[a]: any_of(words[a + 2:b]) for a, b in zip(starts, [*starts[1:], len(words)])}


def any_of(words):
    choices = [[]]
    while words and words[0] not in "}])":
        word = words.pop(0)
        if word == "|":
            choices.append([])
        elif word in "{[(":
            inner = any_of(words)
            words.pop(0)
            choices[-1].append({"{": ("many", inner), "[": ("maybe", inner), "(": inner}[word])
        else:
            choices[-1].append(("word", word))
    return "any", [("all", choice) for choice in choices]


class Maker:
    def __init__(self, seed):
        self.rules, self.pick = rules(), random.Random(seed)
        self.height = {name: 1 for name in TERMINALS}
        for _ in self.rules:  # how deep a rule must go at least
            for name, rule in self.rules.items():
                self.height[name] = min(self.height.get(name, 99), 1 + self.least(rule))

    def least(self, part):
        kind, value = part
        if kind == "any":
            return min(map(self.least, value))
        if kind == "all":
            return max(map(self.least, value), default=0)
        return 0 if kind != "word" or value[0] == '"' else self.height.get(value, 99)

    def make(self, part, depth=0):
        kind, value = part
        if kind == "any":
            shortest = min(map(self.least, value))
            value = value if depth < DEEPEST else [one for one in value if self.least(one) == shortest]
            return self.make(self.pick.choice(value), depth)
        if kind == "all":
            return [word for one in value for word in self.make(one, depth)]
        if kind in ("many", "maybe"):
            times = self.pick.choice([0, 0, 1, 2] if kind == "many" else [0, 1]) if depth < DEEPEST else 0
            return [word for _ in range(times) for word in self.make(value, depth)]
        if value[0] == '"':
            return [value[1:-1]]
        return [self.pick.choice(TERMINALS[value])] if value in TERMINALS else self.make(self.rules[value], depth + 1)


def test_what_the_grammar_makes_is_read():
    maker = Maker(17)
    begun = set()
    for _ in range(1000):
        words = maker.make(("word", "statement"))
        text = " ".join(words)
        if re.search(r"expect (index|dimension) \(", text):
            continue  # the page says what this means
        try:
            iv.Model(text)
        except iv.ModelError as error:
            for finding in error.findings:
                assert not re.match("expected|unexpected|this character", finding.message), (finding.message, text)
        begun.add(words[0])
    assert begun >= set("title source independent param small input var let function for start guess atol solve invariant impose "
                        "section event draw expect".split())


def test_what_the_grammar_does_not_make_is_not_read():
    for text in ("start x + 1 = 2", "for i in 1..2 { x = 1 y = 2 }", "a = b = c", "if(a, 1, 2) = 0", "x = sum(i in 1: i)", "x = 'y"):
        try:
            iv.Model(f"var x, y, a, b, c\n{text}")
        except iv.ModelError:
            continue
        raise AssertionError(text)
