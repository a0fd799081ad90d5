# SPDX-License-Identifier: Apache-2.0
"""Options by name: the rows of the library's own table, typed for editors, and what Python adds to them."""

from __future__ import annotations

import functools
import math
import re
from typing import Any, Mapping, NamedTuple, Sequence, TypedDict, Union

import numpy as np

from . import _core

# SciPy's names of methods, with ours.
SCIPY_METHODS = {"RK45": "dopri54", "RK23": "bs32", "DOP853": "dop853", "Radau": "radau5", "BDF": "radau", "LSODA": "auto"}
SCIPY_METHODS.update({name.lower(): SCIPY_METHODS[name] for name in ("RK45", "RK23", "BDF", "LSODA")})

# Arguments of SciPy's that a model has no need of, and what is there instead.
_ELSEWHERE = {
    "y0": 'start values are `start={"x": 1, "x\'": 0}`, or stand in the model',
    "t_span": "`to=` says where the run ends; `t = 1` among the start values where it begins",
    "args": "parameters have names: `with_parameters(k=2)`",
    "jac": "derivatives are exact, from the equations",
    "jac_sparsity": "what depends on what is known from the equations",
    "vectorized": "nothing is called while solving",
}

Numbers = Union[Sequence[float], Any]  # or an array of numpy


class OptionsBesideTo(TypedDict, total=False):
    """Every option of the library's table but `to`. `involute.options()` tells what they mean."""

    curve: bool
    length: "float | None"
    scale: "float | None"
    method: str
    rtol: float
    atol: "float | Mapping[str, float] | Numbers"
    atol_of: Mapping[str, float]
    step: float
    first_step: "float | None"
    max_step: float
    precision: str
    order: int
    rule: str
    estimate: str
    norm: str
    lower_order: bool
    projection: str
    project_stages: bool
    metric: Mapping[str, float]
    distribution: str
    interpolation: str
    collocation: str
    tops: str
    newton: str
    smooth: bool
    columns: Sequence[str]
    points: int
    every: float
    at: Numbers
    only_end: bool
    branch: int
    continuations: "int | Sequence[int]"
    component: int
    singular: str
    max_steps: "int | None"
    max_seconds: float
    max_memory: float
    native: bool
    keep_function: bool


class Options(OptionsBesideTo, total=False):
    """Every option of the library's table."""

    to: "float | None"


class Option(NamedTuple):
    """A row of the table of options."""

    name: str
    type: str
    help: str
    default: str
    words: "list[str]"


def options() -> "list[Option]":
    """What `Model.solve` takes beside its own arguments, in words.

    >>> import involute as iv
    >>> next(o.help for o in iv.options() if o.name == "rtol")
    'relative error allowed per step'
    """
    return [Option(name, kind, said, default, words) for name, _, kind, said, default, words, _ in _core.option_table()]


@functools.lru_cache(maxsize=None)
def names() -> "frozenset[str]":
    """Of the library's table."""
    return frozenset(row[0] for row in _core.option_table())


_NO_LIMIT = ("max_step", "max_seconds", "max_memory")


def arguments(given: Mapping[str, Any], unknowns: Sequence[str] = ()) -> "dict[str, Any]":
    """Keyword arguments as the library takes them: `atol` of single unknowns apart, and no limit for infinity."""
    asked = dict(given)
    for name in asked:
        if name in _ELSEWHERE:
            raise TypeError(f"there is no option `{name}=`: {_ELSEWHERE[name]}")
    if isinstance(asked.get("method"), str):
        asked["method"] = SCIPY_METHODS.get(asked["method"], asked["method"])
    of = asked.get("atol_of") or {}
    if not isinstance(of, Mapping):
        raise TypeError(f"`atol_of=` must be a dict of names and numbers, not {type(of).__name__}")
    atol = asked.get("atol")
    if isinstance(atol, Mapping):
        del asked["atol"]
        asked["atol_of"] = {**atol, **of}
    elif atol is not None and not isinstance(atol, (str, bytes)) and getattr(atol, "ndim", 1) and hasattr(atol, "__len__"):
        if len(atol) != len(unknowns):
            raise ValueError(f"`atol=` has {len(atol)} numbers for {len(unknowns)} unknowns: {', '.join(unknowns)}")
        del asked["atol"]
        asked["atol_of"] = {**dict(zip(unknowns, atol)), **of}
    for name in _NO_LIMIT:
        value = asked.get(name)
        if isinstance(value, float) and value == math.inf:
            asked[name] = None
    columns = asked.get("columns")
    if isinstance(columns, str):
        asked["columns"] = [columns]
    return asked


def start_text(start: Any) -> str:
    """Start values as the language writes them: {"y": 0, "y'": 0} becomes "y = 0, y' = 0"."""
    if isinstance(start, str):
        return start
    if not isinstance(start, Mapping):
        raise TypeError(f"`start=` must be a dict of names and numbers or a text, not {type(start).__name__}")
    parts = []
    for name, value in start.items():
        if not isinstance(name, str):
            raise TypeError(f"`start=` must have names as keys, not {type(name).__name__}")
        if isinstance(value, str):
            parts.append(f"{name} = {value}")
            continue
        if isinstance(value, (bool, complex)):
            raise TypeError(f"`start=` must give numbers, and {name} is {type(value).__name__}")
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            raise TypeError(f"`start=` must give numbers, and {name} is {type(value).__name__}") from None
        if not math.isfinite(number):
            raise ValueError(f"`start=` must give finite numbers, and {name} is {number}")
        parts.append(f"{name} = {number!r}")
    return ", ".join(parts)


_NAMED = re.compile(r"\s*[A-Za-z_]\w*\s*(\[[^\]]*\]\s*)?:")


def crossing_texts(kind: str, value: Any) -> "list[str]":
    """Statements of the language for `events=` or `sections=`: "low: x = 0 falling stop", with or without a name."""
    argument = kind + "s"
    if value is None:
        return []
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, (list, tuple)):
        raise TypeError(f"`{argument}=` must be a text, a function or a list of them, not {type(value).__name__}")
    statements = []
    for one in given:
        if not isinstance(one, str):
            raise TypeError(f"`{argument}=` must be texts such as 'low: x = 0 falling' or functions, not {type(one).__name__}")
        for text in re.split("[;\n]", one):
            text = text.strip()
            if text.startswith(kind + " "):
                text = text[len(kind) :].strip()
            if not text:
                continue
            if not _NAMED.match(text):
                text = f"{kind}{len(statements) + 1}: {text}"
            statements.append(f"{kind} {text}")
    if not statements:
        raise ValueError(f"`{argument}=` has no {kind} in it")
    return statements


def places(t_eval: Any) -> Any:
    """Where rows are wanted: somewhere."""
    size = t_eval.size if isinstance(t_eval, np.ndarray) else len(t_eval) if isinstance(t_eval, (list, tuple)) else 1
    if size == 0:
        raise ValueError("`t_eval=` is empty: leave it out for rows at every step, or give `only_end=True`")
    return t_eval


def number(value: Any, argument: str) -> float:
    """A finite number, or a complaint that names the argument."""
    if isinstance(value, (bool, str, bytes, complex)):
        raise TypeError(f"`{argument}=` must be a number, not {type(value).__name__}")
    try:
        found = float(value)
    except OverflowError:
        raise ValueError(f"`{argument}=` is too large for a number") from None
    except (TypeError, ValueError):
        raise TypeError(f"`{argument}=` must be a number, not {type(value).__name__}") from None
    if not math.isfinite(found):
        raise ValueError(f"`{argument}=` must be a finite number, and is {found}")
    return found


def text(value: Any, argument: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"`{argument}=` must be a text, not {type(value).__name__}")
    return value


def flag(value: Any, argument: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"`{argument}=` must be True or False, not {type(value).__name__}")
    return value
