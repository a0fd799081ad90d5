# SPDX-License-Identifier: Apache-2.0
"""Formulas as text of the model language (docs/language.md).

What several formulas share is written once, as a `let` line; so is what would be nested too deeply or be too long a
line. Without that a loop like `for _ in range(50): x = x*x + 1` would be a text of 2^50 characters.
"""
from __future__ import annotations

from fractions import Fraction
from typing import Any, Callable, Dict, Iterable, List, Tuple

from ._formula import Condition, Formula

SHORT = 14      # shared text up to this many characters is repeated
LONG = 1500     # longer text gets a `let` of its own
DEEP = 60       # and so does deeper nesting: the language allows 200

SUM, PRODUCT, SIGN, POWER, PRIMARY = 1, 2, 3, 4, 5  # how tightly a text binds
Written = Tuple[str, int, int]                      # text, binding, nesting


def number_text(value: Fraction) -> Tuple[str, int]:
    """An exact number and how tightly it binds: 3, 0.1, 1e-300, 1/3, -2/7."""
    sign = "-" if value < 0 else ""
    top, bottom = abs(value.numerator), value.denominator
    text = _decimal(top, bottom)
    if text is None:
        text = f"{top}/{bottom}"
        if len(text) > 900:
            raise ValueError("a number in a formula has more digits than the language takes")
        return sign + text, PRODUCT
    return sign + text, SIGN if sign else PRIMARY


def _decimal(top: int, bottom: int) -> Any:
    """top/bottom as a decimal number where that is exact and short; else None."""
    twos = (bottom & -bottom).bit_length() - 1
    fives, rest = 0, bottom >> twos
    while rest % 5 == 0 and fives < 1100:
        rest //= 5
        fives += 1
    if rest != 1:
        return None
    places = max(twos, fives)
    digits = str(top*10**places//bottom)
    zeros = len(digits) - len(digits.rstrip("0")) if digits != "0" else 0
    if places == 0 and (len(digits) <= 16 or zeros < len(digits) - 17):
        return digits if len(digits) <= 900 else None
    if zeros:
        digits, places = digits[:-zeros], places - zeros
    if len(digits) > 33:
        return None
    if 0 < places <= 20 and len(digits) <= places + 15:
        padded = digits.rjust(places + 1, "0")
        return padded[:-places] + "." + padded[-places:]
    exponent = len(digits) - 1 - places
    return digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + f"e{exponent}"


class Writer:
    """Writes formulas; shared parts become lines that `lets` holds, in the order in which they must stand."""

    def __init__(self, fresh_name: Callable[[], str]) -> None:
        self.lets: List[Tuple[str, str]] = []
        self._fresh_name = fresh_name
        self._written: Dict[int, Written] = {}
        self._kept: List[Any] = []  # so that no id is used twice

    def write(self, roots: Iterable[Any]) -> List[str]:
        roots = list(roots)
        self._kept.extend(roots)
        order, uses = _in_order(roots)
        for node in order:
            if id(node) not in self._written:
                self._written[id(node)] = self._named(node, self._one(node), uses[id(node)])
        return [self._written[id(root)][0] for root in roots]

    def _named(self, node: Any, written: Written, uses: int) -> Written:
        text, _, depth = written
        shared = uses > 1 and len(text) > SHORT
        if isinstance(node, Condition) or _is_leaf(node) or not (shared or len(text) > LONG or depth > DEEP):
            return written
        name = self._fresh_name()
        self.lets.append((name, text))
        return name, PRIMARY, 0

    def _part(self, node: Any, least: int) -> Tuple[str, int]:
        text, binding, depth = self._written[id(node)]
        return (text, depth) if binding >= least else (f"({text})", depth + 1)

    def _one(self, node: Any) -> Written:
        if isinstance(node, Condition):
            return self._condition(node)
        kind = node.kind
        if kind == "number":
            text, binding = number_text(node.parts[0])
            return text, binding, 0
        if kind == "name":
            name, symbol = node.parts
            if symbol.value is not None:  # a `let` of its author
                self.lets.append((name, self._part(symbol.value, SUM)[0]))
            return name, PRIMARY, 0
        if kind == "der":
            return self._derivative(*node.parts)
        if kind == "call":
            return self._call(node.parts[0], node.parts[1:])
        if kind == "if":
            return self._call("if", node.parts)
        if kind == "neg":
            text, depth = self._part(node.parts[0], POWER)
            return "-" + text, SIGN, depth
        return self._binary(kind, *node.parts)

    def _derivative(self, base: Formula, order: int) -> Written:
        text, depth = self._part(base, PRIMARY)
        if order <= 4:
            return text + "'"*order, PRIMARY, depth
        return f"der({self._part(base, SUM)[0]}, {order})", PRIMARY, depth + 1

    def _call(self, name: str, arguments: Iterable[Any]) -> Written:
        parts = [self._part(a, SUM) for a in arguments]
        depth = 1 + max(d for _, d in parts)
        return f"{name}({', '.join(t for t, _ in parts)})", PRIMARY, depth

    def _binary(self, kind: str, a: Formula, b: Formula) -> Written:
        sign = kind
        binding, left, right = {"+": (SUM, SUM, PRODUCT), "-": (SUM, SUM, PRODUCT), "*": (PRODUCT, PRODUCT, POWER),
                                "/": (PRODUCT, PRODUCT, POWER), "^": (POWER, PRIMARY, POWER)}[kind]
        if kind == "^" and b.number is not None and b.number.denominator == 1:
            right = SIGN  # x^-2
        text_a, depth_a = self._part(a, left)
        text_b, depth_b = self._part(b, right)
        if sign in "+-" and text_b.startswith("-"):  # x + -2*y is x - 2*y
            sign, text_b = "-" if sign == "+" else "+", text_b[1:]
        space = " " if sign in "+-" else ""
        return text_a + space + sign + space + text_b, binding, max(depth_a, depth_b + 1)

    def _condition(self, node: Condition) -> Written:
        if node.kind == "not":
            text, _, depth = self._written[id(node.parts[0])]
            return f"not ({text})", PRIMARY, depth + 1
        joint = node.kind in ("and", "or")
        a, b = ((f"({self._written[id(p)][0]})" if p.kind in ("and", "or") and p.kind != node.kind
                 else self._written[id(p)][0]) if joint else self._part(p, SUM)[0] for p in node.parts)
        depth = 1 + max(self._written[id(p)][2] for p in node.parts)
        return f"{a} {node.kind} {b}", SUM, depth


def _is_leaf(node: Formula) -> bool:
    return node.kind in ("number", "name") or (node.kind == "der" and node.parts[0].kind == "name")


def children(node: Any) -> Tuple[Any, ...]:
    """The formulas and conditions that a node is made of; of the name of a `let` what it names."""
    if isinstance(node, Formula) and node.kind == "name":
        return () if node.parts[1].value is None else (node.parts[1].value,)
    return tuple(p for p in node.parts if isinstance(p, (Formula, Condition)))


def _in_order(roots: Iterable[Any]) -> Tuple[List[Any], Dict[int, int]]:
    """Every node after what it is made of, and how often each is used. No recursion: sums of a loop are deep."""
    order: List[Any] = []
    uses: Dict[int, int] = {}
    for root in roots:
        uses[id(root)] = uses.get(id(root), 0) + 1
        if uses[id(root)] > 1:
            continue
        stack = [(root, iter(children(root)))]
        while stack:
            node, rest = stack[-1]
            for child in rest:
                uses[id(child)] = uses.get(id(child), 0) + 1
                if uses[id(child)] == 1:
                    stack.append((child, iter(children(child))))
                    break
            else:
                order.append(node)
                stack.pop()
    return order, uses


def nodes(roots: Iterable[Any]) -> List[Any]:
    """Every node below the roots, each once, after what it is made of."""
    return _in_order(roots)[0]


def one_line(root: Any) -> str:
    """For people; what is shared or long is named below it."""
    count = iter(range(1, 1 << 30))
    writer = Writer(lambda: f"s{next(count)}")
    text, = writer.write([root])
    return text + "".join(f"\n  where {name} = {value}" for name, value in writer.lets)
