# SPDX-License-Identifier: Apache-2.0
"""SciPy's event functions for models: event(t, y), read as formulas once, so that crossings are proved as those of
texts are. y is a row of the result without t: `s.y[:, k]`, named by `s.names`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Set, Tuple

import numpy as np

from . import _compared, _core
from ._arguments import watched_one
from ._formula import Formula, Symbol
from ._formula_numpy import formula_array
from ._formula_text import Writer, Written
from ._formula_value import values
from ._trace import Untraceable, trace

if TYPE_CHECKING:
    from ._result import Result

MOST_CHECKED = 1000   # rows at which a formula is compared with its function
LONGEST = 20_000      # characters of a formula


class Read(NamedTuple):
    """A function that became a formula of t and y."""

    label: str
    function: Any
    formula: Formula


class Row(NamedTuple):
    """What functions are called with to be read."""

    t: Formula
    y: Any


class _OneLine(Writer):
    """Writes shared parts as often as they occur: an event has no lines of its own for them."""

    def _named(self, node: Any, written: Written, uses: int) -> Written:
        if len(written[0]) > LONGEST:
            raise Untraceable(f"as a formula it has more than {LONGEST} characters")
        return written


def in_texts(request: Mapping[str, Any], system: Any, options: Mapping[str, Any]) -> "Tuple[Dict[str, Any], Row, List[Read]]":
    """A request with every function replaced by a text; and what was read, to be compared afterwards."""
    names = _core.Simulation(system, [], dict(options)).names
    y = [_leaf(name if _is_jet(name) else f"({name})", "unknown") for name in names]
    row = Row(_leaf(system.independent, "independent"), formula_array(np.array(y, dtype=object)))
    taken = {name for name, _, _ in system.crossings}
    read: List[Read] = []
    changed = dict(request)
    for kind in ("event", "section"):
        given = request[kind + "s"]
        many = list(given) if isinstance(given, (list, tuple)) else [given]
        if any(callable(one) for one in many):
            if not names:  # there is no way to go, and the run says why
                changed[kind + "s"] = [one for one in many if not callable(one)] or None
                continue
            changed[kind + "s"] = [_text(kind, number, one, row, taken, read) if callable(one) else one
                                   for number, one in enumerate(many)]
    return changed, row, read


def _text(kind: str, number: int, function: Any, row: Row, taken: Set[str], read: List[Read]) -> str:
    name = getattr(function, "__name__", "")
    label = f"`{kind}s=`: number {number}" + (f" ({name})" if name else "")
    if not (name.isascii() and name.isidentifier()) or name in taken:
        name = f"{kind}{number + 1}"
    taken.add(name)
    ending = _ending(kind, label, number, function)
    try:
        formulas = trace(function, (row.t, row.y.copy()))
        if len(formulas) != 1:
            raise Untraceable(f"it returns {len(formulas)} values")
        if formulas[0].number is not None:
            raise Untraceable(f"it returns {float(formulas[0].number)!r} whatever t and y are")
        text, = _OneLine(str).write(formulas)
    except Untraceable as reason:
        raise ValueError(f"{label} cannot be read as a formula of t and y: {reason}. Write it with operators and numpy's "
                         f"functions (np.where in place of `if`), or as a text, \"x = 0 falling stop\"") from None
    read.append(Read(label, function, formulas[0]))
    return f"{name}: {text} = 0{ending}"


def _ending(kind: str, label: str, number: int, function: Any) -> str:
    one = watched_one(number, function)
    if one.terminal > 1:
        raise ValueError(f"{label} has terminal = {one.terminal}, and a run ends at the first event or at none: leave "
                         f"`terminal` out and look at `t_events`, or go from one to the next by Simulation.advance_to_event")
    if one.terminal and kind == "section":
        raise ValueError(f"{label} has `terminal`, and a section ends no run: give it as `events=`")
    return (" falling", "", " rising")[one.direction + 1] + (" stop" if one.terminal else "")


def compare(row: Row, read: "List[Read]", result: "Result") -> None:
    """What was read against the functions at the returned rows: a function may depend on more than its arguments."""
    if not read or not len(result.t):
        return
    rows = _compared.rows(len(result.t), MOST_CHECKED, result.code == "interrupted",
                          lambda k: [one.function(float(result.t[k]), result.y[:, k].copy()) for one in read])
    t, y = result.t[rows], result.y[:, rows]
    known: Dict[Formula, Any] = {row.t: t, **dict(zip(row.y, y))}
    for one in read:
        said = np.broadcast_to(values([one.formula], known)[0], t.shape)
        called = np.array([_number(one, float(a), y[:, k].copy()) for k, a in enumerate(t)])
        size = np.nanmax(np.abs(called), initial=0)
        wrong = np.abs(said - called) > 1e-9*size
        if wrong.any():
            from ._ivp import TraceError

            k = int(np.argmax(wrong))
            raise TraceError(f"{one.label} gives {called[k]!r} at t = {t[k]!r}, and what was read of it {said[k]!r}: it "
                             f"depends on more than its arguments (a variable that changes, random numbers)")


def _number(one: Read, t: float, y: np.ndarray) -> float:
    value = np.asarray(one.function(t, y)).reshape(())
    if value.dtype.kind == "b":
        raise ValueError(f"{one.label} must return a number that changes its sign, and returned {bool(value)}: write "
                         f"y[0] - 1 for y[0] > 1")
    return float(value)


def _leaf(name: str, role: str) -> Formula:
    return Formula("name", name, Symbol(role))


def _is_jet(name: str) -> bool:
    return all(c.isalnum() or c in "_[],'" for c in name)
