# SPDX-License-Identifier: Apache-2.0
"""A small reader of model text for tests, made from docs/language.md alone: values of equations with mpmath."""
import re

import mpmath

TOKEN = re.compile(r"\s*(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|[A-Za-z_]\w*|<=|>=|.)")

FUNCTIONS = {
    "sin": mpmath.sin, "cos": mpmath.cos, "tan": mpmath.tan, "asin": mpmath.asin, "acos": mpmath.acos,
    "atan": mpmath.atan, "atan2": mpmath.atan2, "sinh": mpmath.sinh, "cosh": mpmath.cosh, "tanh": mpmath.tanh,
    "asinh": mpmath.asinh, "acosh": mpmath.acosh, "atanh": mpmath.atanh, "exp": mpmath.exp, "log": mpmath.log,
    "log10": mpmath.log10, "sqrt": mpmath.sqrt, "erf": mpmath.erf, "abs": abs, "min": min, "max": max,
    "sign": mpmath.sign, "floor": mpmath.floor, "ceil": mpmath.ceil, "mod": lambda a, b: a - b*mpmath.floor(a/b),
}


def residuals(text, jets):
    """left - right of every equation; jets: {("x", 2): value, ("t", 0): value}."""
    known = dict(jets)
    found = []
    for line in text.splitlines():
        word = line.split(" ")[0]
        if word in ("param", "let"):
            name, value = line[len(word) + 1:].split(" = ", 1)
            known[name, 0] = Reader(value, known).all()
        elif word not in ("var", "title", "start", "guess", "independent", ""):
            left, right = line.split(" = ")
            found.append(Reader(left, known).all() - Reader(right, known).all())
    return found


class Reader:
    def __init__(self, text, known):
        self.tokens = TOKEN.findall(text.strip())
        self.place = 0
        self.known = known

    def all(self):
        value = self.sum()
        assert self.place == len(self.tokens), self.tokens[self.place:]
        return value

    def next(self):
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, expected=None):
        token = self.next()
        assert expected is None or token == expected, (token, expected, self.tokens)
        self.place += 1
        return token

    def sum(self):
        value = self.product()
        while self.next() in ("+", "-"):
            value = value + self.product() if self.take() == "+" else value - self.product()
        return value

    def product(self):
        value = self.factor()
        while self.next() in ("*", "/"):
            value = value*self.factor() if self.take() == "*" else value/self.factor()
        return value

    def factor(self):
        if self.next() in ("+", "-"):
            return -self.factor() if self.take() == "-" else self.factor()
        base = self.primary()
        if self.next() == "^":
            self.take()
            exponent = self.factor()
            return base**exponent
        return base

    def primary(self):
        token = self.take()
        if token == "(":
            value = self.sum()
            self.take(")")
            return value
        if token[0].isdigit() or token[0] == ".":
            return mpmath.mpf(token)
        assert token[0].isalpha() or token[0] == "_", token
        if self.next() == "(":
            self.take()
            return self.call(token)
        if self.next() == "[":
            while token[-1] != "]":
                token += self.take()
        order = 0
        while self.next() == "'":
            self.take()
            order += 1
        return mpmath.pi if token == "pi" else self.known[token, order]

    def call(self, name):
        if name == "der":
            of = self.take()
            self.take(",")
            order = int(self.take())
            self.take(")")
            return self.known[of, order]
        if name == "if":
            holds = self.either()
            self.take(",")
        arguments = [self.sum()]
        while self.next() == ",":
            self.take()
            arguments.append(self.sum())
        self.take(")")
        return arguments[0 if holds else 1] if name == "if" else FUNCTIONS[name](*arguments)

    def either(self):
        value = self.both()
        while self.next() == "or":
            self.take()
            value = self.both() or value
        return value

    def both(self):
        value = self.single()
        while self.next() == "and":
            self.take()
            value = self.single() and value
        return value

    def single(self):
        if self.next() == "not":
            self.take()
            return not self.single()
        place = self.place
        if self.next() == "(":  # a condition, or an expression that begins so
            try:
                self.take()
                value = self.either()
                self.take(")")
                return value
            except AssertionError:
                self.place = place
        left = self.sum()
        word = self.take()
        right = self.sum()
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[word]
