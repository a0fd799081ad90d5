# SPDX-License-Identifier: Apache-2.0
"""What solve_ivp and solve_dae are called with: SciPy's conventions, checked, and refused by the argument's name."""
from __future__ import annotations

import inspect
import math
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from ._options import SCIPY_METHODS

IGNORED = {
    "jac": "derivatives are exact, from the formulas; where functions are called, differences are taken",
    "jac_sparsity": "what depends on what is known from the formulas",
    "lband": "what depends on what is known from the formulas",
    "uband": "what depends on what is known from the formulas",
    "min_step": "a step that would have to be smaller ends the run with its reason",
}


class Watched(NamedTuple):
    """An event function with SciPy's attributes."""

    function: Callable[..., Any]
    direction: int  # -1, 0, 1
    terminal: int   # 0: never; n: the n-th occurrence ends the run


class Span(NamedTuple):
    t0: float
    t1: float


def span(t_span: Any) -> Span:
    try:
        t0, t1 = (_number(t, "t_span") for t in t_span)
    except (TypeError, ValueError) as error:
        if "`t_span`" in str(error):
            raise
        raise ValueError(f"`t_span` must be two numbers (t0, tf), not {t_span!r}") from None
    return Span(t0, t1)


def _number(value: Any, argument: str) -> float:
    if isinstance(value, (str, bytes, bool)) or value is None:
        raise TypeError(f"`{argument}` must be numbers, and {value!r} is none")
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"`{argument}` must be numbers, and {value!r} is none") from None
    if not math.isfinite(number):
        raise ValueError(f"`{argument}` must be finite, and {number} is not")
    return number


def array_of(value: Any, argument: str) -> np.ndarray:
    try:
        return np.asarray(value)
    except (TypeError, ValueError):  # lists of several lengths
        raise ValueError(f"`{argument}` must be numbers in a row, not {_shown(value)}") from None


def vector(value: Any, argument: str) -> np.ndarray:
    """Numbers in a row, at least one, all finite and real."""
    array = array_of(value, argument)
    if array.dtype.kind == "c":
        raise TypeError(f"`{argument}` is complex: equations are real here. Write real and imaginary parts as unknowns "
                        f"of their own, y = [Re z, Im z]")
    if array.ndim != 1 or array.size == 0:
        hint = f": write [{array}]" if array.ndim == 0 and array.dtype.kind in "fiu" else ""
        raise ValueError(f"`{argument}` must be numbers in a row, not of shape {array.shape}{hint}")
    if array.dtype.kind not in "fiub":
        try:
            array = np.array([_number(v, argument) for v in array])
        except TypeError:
            raise TypeError(f"`{argument}` must be numbers, not {array.dtype}") from None
    array = array.astype(float)
    if not np.isfinite(array).all():
        raise ValueError(f"`{argument}` must be finite, and component {int(np.argmin(np.isfinite(array)))} is not")
    return array


def function(value: Any, argument: str) -> Callable[..., Any]:
    if not callable(value):
        raise TypeError(f"`{argument}` must be a function, not {type(value).__name__}")
    return value


def within(t: Any, low: float, high: float) -> np.ndarray:
    """Where a solution is asked: numbers between its ends, up to rounding."""
    try:
        given = np.asarray(t, dtype=float)
    except (TypeError, ValueError):
        raise TypeError(f"`t` must be a number or an array of numbers, not {_shown(t)}") from None
    slack = 1e-12*max(abs(low), abs(high))
    if not ((given >= low - slack) & (given <= high + slack)).all():
        raise ValueError(f"`t` must lie between {low!r} and {high!r}, where the solution is known")
    return np.clip(given, low, high)


def extra(args: Any) -> Tuple[Any, ...]:
    if args is None:
        return ()
    if isinstance(args, (str, bytes)):
        raise TypeError(f"`args` must be a tuple, not {args!r}; write args=({args!r},)")
    try:
        return tuple(args)
    except TypeError:
        raise TypeError(f"`args` must be a tuple, not {args!r}; write args=({args!r},)") from None


def places(t_eval: Any, over: Span) -> Optional[np.ndarray]:
    if t_eval is None:
        return None
    array = array_of(t_eval, "t_eval")
    if array.ndim != 1:
        raise ValueError(f"`t_eval` must be numbers in a row, not of shape {array.shape}")
    if array.size == 0:
        return array.astype(float)
    array = vector(array, "t_eval")
    if array.min() < min(over) or array.max() > max(over):
        worst = array[np.argmax(np.abs(array - (over.t0 + over.t1)/2))].item()
        raise ValueError(f"`t_eval` must lie within `t_span` = ({over.t0!r}, {over.t1!r}), and {worst!r} does not; "
                         f"np.linspace ends where it says, np.arange may go beyond by a rounding error")
    step = np.diff(array)*(1 if over.t1 >= over.t0 else -1)
    if (step <= 0).any():
        raise ValueError("`t_eval` must be sorted in the direction of the run, without repetition")
    return array


def among(t: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Which of t are places asked for, which are sorted in either direction. (np.isin sorts them all: a tenth of a second
    for a million.)"""
    if not at.size:
        return np.zeros(t.shape, dtype=bool)
    rising = at if at[-1] >= at[0] else at[::-1]
    return rising[np.minimum(np.searchsorted(rising, t), len(rising) - 1)] == t


def watched(events: Any) -> Optional[List[Watched]]:
    if events is None:
        return None
    many = list(events) if isinstance(events, (list, tuple)) else [events]
    return [watched_one(number, one) for number, one in enumerate(many)]


def watched_one(number: int, one: Any) -> Watched:
    if not callable(one):
        raise TypeError(f"`events`: number {number} is {type(one).__name__}, not a function")
    terminal, direction = getattr(one, "terminal", None), getattr(one, "direction", None)
    count = 0 if terminal is None else terminal
    if isinstance(count, (float, np.floating)) and float(count).is_integer():
        count = int(count)
    if not isinstance(count, (bool, int, np.bool_, np.integer)) or count < 0:
        raise ValueError(f"`events`: number {number} has terminal = {terminal!r}; give True, False or how often")
    try:
        sign = float(0 if direction is None else direction)
    except (TypeError, ValueError):
        sign = math.nan
    if math.isnan(sign):
        raise ValueError(f"`events`: number {number} has direction = {direction!r}; give a number")
    return Watched(one, (sign > 0) - (sign < 0), int(count))


def event_value(number: int, t: float, given: Any) -> float:
    """What an event function has returned, as a number whose sign may change."""
    value = np.asarray(given)
    if value.size != 1 or value.dtype.kind not in "fiub":
        raise ValueError(f"`events`: number {number} must return one number, and returned {_shown(value.tolist())}")
    if value.dtype.kind == "b":
        raise ValueError(f"`events`: number {number} must return a number that changes its sign, and returned "
                         f"{bool(value)}: write y[0] - 1 for y[0] > 1")
    result = float(value.reshape(()))
    if math.isnan(result):
        raise ValueError(f"`events`: number {number} returned nan at t = {t!r}, which has no sign")
    return result


def choices(method: Any, options: Dict[str, Any], names: List[str]) -> Tuple[Dict[str, Any], Dict[str, str]]:
    """Our options for SciPy's, and why some are ignored."""
    if method is None:
        method = "auto"
    if not isinstance(method, str):
        raise TypeError(f"`method` must be a name such as 'RK45', 'Radau' or 'auto', not {_shown(method)}; classes of "
                        f"SciPy's solvers cannot be used here")
    if options.get("columns") is not None:
        raise TypeError("`columns` cannot be chosen here: y has a row for each component; Model.solve takes them")
    ignored = {name: IGNORED[name] for name in IGNORED if options.get(name) is not None}
    ours = {name: value for name, value in options.items() if name not in IGNORED and value is not None}
    ours["method"] = SCIPY_METHODS.get(method, method)
    for name in ("first_step", "max_step"):
        if name in ours:
            ours[name] = _positive(ours[name], name, name == "max_step")
            if ours[name] == math.inf:
                del ours[name]
    if "rtol" in ours:
        rtol = array_of(ours["rtol"], "rtol")
        ours["rtol"] = min(_positive(r, "rtol") for r in rtol.ravel().tolist()) if rtol.size else _positive(None, "rtol")
    if "atol" in ours:
        _tolerances(ours, names)
    return ours, ignored


def _tolerances(ours: Dict[str, Any], names: List[str]) -> None:
    atol = array_of(ours["atol"], "atol")
    if atol.dtype.kind not in "fiu":
        raise TypeError(f"`atol` must be a number or one for each component, not {_shown(ours['atol'])}")
    if atol.ndim == 0:
        ours["atol"] = _positive(atol.item(), "atol")
        return
    if atol.shape != (len(names),):
        raise ValueError(f"`atol` has shape {atol.shape}, and there are {len(names)} components")
    del ours["atol"]
    ours["atol_of"] = {name: _positive(a, "atol") for name, a in zip(names, atol.tolist())}


def _positive(value: Any, argument: str, or_infinite: bool = False) -> float:
    if isinstance(value, (bool, str, bytes)) or value is None:
        raise TypeError(f"`{argument}` must be a number, not {value!r}")
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"`{argument}` must be a number, not {_shown(value)}") from None
    if not number > 0 or (math.isinf(number) and not or_infinite):
        raise ValueError(f"`{argument}` must be positive, not {number!r}")
    return number


def count(value: Any, argument: str) -> Optional[int]:
    """How many of something at most; None: no limit."""
    if value is None:
        return None
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"`{argument}` must be a whole number, not {_shown(value)}")
    if value < 0:
        raise ValueError(f"`{argument}` must not be negative, and is {value}")
    return int(value)


def flag(value: Any, argument: str) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"`{argument}` must be True or False, not {_shown(value)}")
    return bool(value)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 60 else type(value).__name__


def numbers_from(function: Callable[..., Any], count: int, argument: str) -> Callable[..., np.ndarray]:
    """The function with what it returns checked: so many real numbers."""
    def checked(*arguments: Any) -> np.ndarray:
        given = function(*arguments)
        try:
            result = np.asarray(given)
        except ValueError:
            raise ValueError(f"`{argument}` must return {count} numbers, and returned {_shown(given)}") from None
        if isinstance(given, np.ma.MaskedArray) and np.ma.is_masked(given):
            raise ValueError(f"`{argument}` must return {count} numbers, and returned masked ones: {_shown(given)}")
        if result.dtype.kind not in "fiub":
            if result.dtype.kind == "O" and result.size and not any(r is None for r in result.flat):
                try:
                    result = result.astype(float)
                except (TypeError, ValueError):
                    pass
            if result.dtype.kind not in "fiub":
                what = "complex" if result.dtype.kind == "c" else _shown(result.tolist())
                raise TypeError(f"`{argument}` must return {count} real numbers, and returned {what}")
        if result.size != count:
            raise ValueError(f"`{argument}` must return {count} numbers, and returned {result.size} "
                             f"(shape {result.shape})")
        return result.astype(float).reshape(count)
    return checked


def takes(function: Callable[..., Any], count: int) -> bool:
    """Whether a function can be called with so many arguments; where that cannot be told: yes."""
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True
    return True
