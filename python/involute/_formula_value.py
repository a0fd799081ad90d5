# SPDX-License-Identifier: Apache-2.0
"""Values of formulas, with numpy: for many points at once, to compare what was traced with the function itself."""
from __future__ import annotations

import math
import operator
from functools import reduce
from typing import Any, Callable, Dict, Iterable, List

import numpy as np

from ._formula import Condition, Formula
from ._formula_text import nodes

_erf = np.vectorize(math.erf, otypes=[float])

_OPERATORS: Dict[str, Callable[..., Any]] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "neg": np.negative,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "and": np.logical_and, "or": np.logical_or, "not": np.logical_not, "if": np.where,
}
_FUNCTIONS: Dict[str, Callable[..., Any]] = {
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan,
    "atan2": np.arctan2, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "asinh": np.arcsinh, "acosh": np.arccosh,
    "atanh": np.arctanh, "exp": np.exp, "log": np.log, "log10": np.log10, "sqrt": np.sqrt, "erf": _erf, "abs": np.abs,
    "min": lambda *a: reduce(np.minimum, a), "max": lambda *a: reduce(np.maximum, a), "sign": np.sign,
    "floor": np.floor, "ceil": np.ceil, "mod": np.mod,
}


def values(roots: Iterable[Formula], known: Dict[Formula, Any]) -> List[Any]:
    """The values of formulas where those of their names, and derivatives of names, are known."""
    roots = list(roots)
    by_jet = {_jet(leaf): value for leaf, value in known.items()}
    found: Dict[int, Any] = {}
    with np.errstate(all="ignore"):
        for node in nodes(roots):
            found[id(node)] = _value(node, found, by_jet)
    return [found[id(root)] for root in roots]


def _jet(leaf: Formula) -> Any:
    return (leaf.parts[0].parts[0], leaf.parts[1]) if leaf.kind == "der" else (leaf.parts[0], 0)


def _value(node: Any, found: Dict[int, Any], known: Dict[Any, Any]) -> Any:
    kind, parts = node.kind, node.parts
    if kind == "number":
        return float(parts[0])
    if kind == "name":
        if parts[1].value is not None:
            return found[id(parts[1].value)]
        return math.pi if parts[1].role == "constant" else known.get((parts[0], 0), math.nan)
    if kind == "der":
        if parts[0].kind != "name":
            raise ValueError(f"the value of a derivative of {parts[0]!r} is not known")
        return known[_jet(node)]
    if kind == "call":
        return _FUNCTIONS[parts[0]](*(found[id(p)] for p in parts[1:]))
    if kind == "^":
        return _power(found[id(parts[0])], found[id(parts[1])])
    return _OPERATORS[kind](*(found[id(p)] for p in parts))


def _power(base: Any, value: Any) -> Any:
    return np.power(np.asarray(base, dtype=float), value)


def has_kinks(roots: Iterable[Formula]) -> bool:
    """Whether a value may jump where it stands: on an edge the value depends on the side."""
    return any(node.kind == "if" or (node.kind == "call" and node.parts[0] in ("sign", "abs", "min", "max", "floor", "ceil", "mod"))
               for node in nodes(list(roots)) if not isinstance(node, Condition))
