# SPDX-License-Identifier: Apache-2.0
"""solve_dae with the signature of the package scipy_dae: F(t, y, y') = 0 of any index, traced into equations."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _arguments
from ._arguments import Span, Watched
from ._builder import ModelBuilder
from ._called import solve_called
from ._formula import Equation, Formula, formula
from ._formula_text import nodes
from ._formula_value import values
from ._ivp import IvpResult, Traced, _bound, add_event, checked_rows, compare_events, mismatch, result_of, run_traced
from ._trace import Untraceable, trace as trace_function

NEWTON_STEPS = 20


def solve_dae(
    fun: Callable[..., Any],
    t_span: Any,
    y0: Any,
    yp0: Any,
    method: Optional[str] = "auto",
    t_eval: Any = None,
    dense_output: bool = False,
    events: Union[Callable[..., Any], Sequence[Callable[..., Any]], None] = None,
    vectorized: bool = False,
    args: Optional[Sequence[Any]] = None,
    *,
    trace: bool = True,
    **options: Any,
) -> IvpResult:
    """Solves fun(t, y, y') = 0, y(t0) = y0, of any index, also with more equations than unknowns.

    A pendulum in Cartesian coordinates, index 3:

    >>> import numpy as np
    >>> import involute as iv
    >>> def pendulum(t, s, sp):
    ...     x, y, u, v, lam = s
    ...     return [sp[0] - u, sp[1] - v, sp[2] + lam*x, sp[3] + lam*y + 9.81, x**2 + y**2 - 1]
    >>> s = iv.solve_dae(pendulum, (0, 1), [1, 0, 0, 0, 0], [0, 0, 0, -9.81, 0])
    >>> s.status, s.traced, bool(np.abs(s.y[0]**2 + s.y[1]**2 - 1).max() < 1e-14)
    (0, True, True)

    `fun` is traced into equations as in `solve_ivp`; their hidden constraints are found and kept. Components of y0
    whose derivatives occur are demanded at the start, all other values are guesses: the start is the nearest consistent
    point, and a warning tells which demanded values had to be moved. Where fun cannot be traced, it is solved for y' by
    Newton's method if that can be done; otherwise ValueError says what prevented tracing. yp of the result has the
    derivatives, NaN where the equations have none. Events are functions of (t, y) or (t, y, y'). Other arguments are
    those of `solve_ivp`.
    """
    fun = _arguments.function(fun, "fun")
    over = _arguments.span(t_span)
    start, slope = _arguments.vector(y0, "y0"), _arguments.vector(yp0, "yp0")
    if len(start) != len(slope):
        raise ValueError(f"`yp0` has {len(slope)} components, and `y0` has {len(start)}")
    at = _arguments.places(t_eval, over)
    watched = _arguments.watched(events)
    more = _arguments.extra(args)
    if _arguments.flag(vectorized, "vectorized"):
        inner = fun
        fun = lambda t, y, yp, *rest: np.ravel(inner(t, y[:, None], yp[:, None], *rest))  # noqa: E731
    dense_output = _arguments.flag(dense_output, "dense_output")
    names = [f"y[{i}]" for i in range(len(start))]
    ours, ignored = _arguments.choices(method, options, names)

    bound = _bound(fun, more)
    count = _arguments.array_of(bound(over.t0, start.copy(), slope.copy()), "fun").size
    plain = _arguments.numbers_from(bound, max(count, 1), "fun")
    first = plain(over.t0, start.copy(), slope.copy())
    if not np.isfinite(first).all():
        raise ValueError(f"`fun` is not finite at the start: it returns {first.tolist()}")
    why_not = "trace=False"
    if _arguments.flag(trace, "trace"):
        try:
            made, left = _traced(fun, over, start, slope, watched, more)
            model = made.model()
        except Untraceable as reason:
            why_not = str(reason)
        else:
            solution = run_traced(model, over, at, dense_output, ours)._warned()
            result = _with_slopes(result_of(solution, made, at, watched), made)
            _compare(made, left, plain, result)
            result.ignored = ignored
            return result
    if watched is not None:
        watched = [w._replace(function=_bound(w.function, more)) for w in watched]
    return _solve_called(plain, why_not, names, over, start, slope, at, dense_output, watched, ours, ignored)


def _traced(fun: Callable[..., Any], over: Span, start: np.ndarray, slope: np.ndarray,
            watched: Optional[List[Watched]], more: Tuple[Any, ...]) -> Tuple[Traced, List[Formula]]:
    builder = ModelBuilder()
    made = Traced(builder, builder.var("y", shape=len(start)))
    state = made.y.copy(), made.y.dot()
    left = trace_function(fun, (builder.t, *state, *more))
    builder.add(*(Equation(f, formula(0)) for f in left))
    moving = {node.parts[0].parts[0] for node in nodes(left) if isinstance(node, Formula) and node.kind == "der"}
    builder.start({builder.t: over.t0})
    for leaf, value, derivative in zip(made.y, start, slope):
        if leaf.parts[0] in moving:
            builder.start({leaf: value})
            builder.guess({leaf.dot(): derivative})
        else:
            builder.guess({leaf: value})
    for number, one in enumerate(watched or ()):
        given = state if _arguments.takes(one.function, 3 + len(more)) else state[:1]
        add_event(made, number, one, (over.t0, start, slope)[:1 + len(given)], given, more)
    return made, left


def _with_slopes(result: IvpResult, made: Traced) -> IvpResult:
    solution = result.solution
    kept = np.isin(solution.t, result.t)
    nothing = np.full(len(solution.t), np.nan)
    slopes = [solution[name] if name in solution else nothing for name in (f"{leaf.parts[0]}'" for leaf in made.y)]
    yp = np.array(slopes)[:, kept]
    if yp.shape[1] < len(result.t):  # the row that an event of several times has added
        yp = np.column_stack([yp, np.full((len(slopes), len(result.t) - yp.shape[1]), np.nan)])
    result.yp = yp
    return result


def _compare(made: Traced, left: List[Formula], plain: Callable[..., np.ndarray], result: IvpResult) -> None:
    """The traced formulas against the function at the returned rows. Derivatives that no row has count as 0 in both."""
    slopes = np.nan_to_num(result.yp)
    rows = checked_rows(result, lambda k: [plain(float(result.t[k]), result.y[:, k].copy(), slopes[:, k].copy()),
                                           *(one.value((result.t, result.y, slopes), k) for one in made.events)])
    if not len(rows):
        return
    t, y, yp = result.t[rows], result.y[:, rows], slopes[:, rows]
    known = {made.builder.t: t, **dict(zip(made.y, y)), **{leaf.dot(): p for leaf, p in zip(made.y, yp)}}
    compare_events(made, known, (t, y, yp))
    said = np.array([np.broadcast_to(v, t.shape) for v in values(left, known)])
    called = np.array([plain(float(a), y[:, k].copy(), yp[:, k].copy()) for k, a in enumerate(t)]).T
    parts = np.array([np.broadcast_to(_size(f, known), t.shape) for f in left])
    wrong = ~(np.abs(said - called) <= 1e-9*np.maximum(np.abs(called), parts)) & ~(np.isnan(said) & np.isnan(called))
    if wrong.any():
        i, k = np.argwhere(wrong)[0]
        raise mismatch(f"equation {i}", float(t[k]), float(called[i, k]), float(said[i, k]))


def _size(f: Formula, known: Dict[Formula, Any]) -> Any:
    """How large the terms of a sum are that vanishes."""
    terms, stack = [], [f]
    while stack:
        node = stack.pop()
        if node.kind in ("+", "-"):
            stack += node.parts
        else:
            terms.append(node.parts[0] if node.kind == "neg" else node)
    return sum(np.abs(v) for v in values(terms, known))


# ---- functions that cannot be traced

def _solve_called(plain: Callable[..., np.ndarray], why_not: str, names: List[str], over: Span, start: np.ndarray,
                  slope: np.ndarray, at: Optional[np.ndarray], dense_output: bool, watched: Optional[List[Watched]],
                  ours: Dict[str, Any], ignored: Dict[str, str]) -> IvpResult:
    field = _Solved(plain, over.t0, start, slope)
    hint = "Write fun with numpy's functions so that it can be traced, and any index can be solved"
    if len(plain(over.t0, start.copy(), slope.copy())) != len(start):
        raise ValueError(f"`fun` returns another number of equations than there are unknowns, and was not traced: "
                         f"{why_not}. {hint}")
    matrix = field.jacobian(over.t0, start, slope)
    if not np.isfinite(matrix).all() or np.linalg.cond(matrix) > 1e12:
        raise ValueError(f"`fun` cannot be solved for y' (its derivative with respect to y' is singular at the start), "
                         f"and was not traced: {why_not}. {hint}")
    if watched is not None:
        watched = [w._replace(function=lambda t, y, w=w: w.function(t, y, field(t, y)))
                   if _arguments.takes(w.function, 3) else w for w in watched]
    # Where y' has several solutions Newton's method finds that near to the last one, so that rows are asked on the way.
    slopes: Dict[float, np.ndarray] = {}

    def row(t: float, y: np.ndarray) -> None:
        slopes[t] = field(t, y)

    result = IvpResult(solve_called(field, names, over, start, at, dense_output, watched, ours, row))
    yp = np.array([slopes[t] if t in slopes else field(t, result.y[:, k].copy())
                   for k, t in enumerate(result.t.tolist())]).T
    result.update(yp=yp.reshape(result.y.shape), traced=False, why_not=why_not, model=None, solution=None, ignored=ignored)
    return result


class _Solved:
    """y' from F(t, y, y') = 0: Newton's method from the last y', with differences. The determinant of the derivatives by y'
    keeps its sign along a solution; where it does not, another y' was found, and the way there is gone in smaller parts."""

    def __init__(self, function: Callable[..., np.ndarray], t: float, y: np.ndarray, slope: np.ndarray) -> None:
        self.function = function
        self.last = t, y.copy(), slope.copy()
        self.sign = 0.0  # not known yet

    def jacobian(self, t: float, y: np.ndarray, p: np.ndarray) -> np.ndarray:
        matrix = np.empty((len(p), len(p)))
        for j in range(len(p)):
            h = 6e-6*max(1.0, abs(p[j]))  # the cube root of the rounding unit: differences to both sides
            up, down = p.copy(), p.copy()
            up[j] += h
            down[j] -= h
            step = up[j] - down[j]
            matrix[:, j] = (self.function(t, y.copy(), up) - self.function(t, y.copy(), down))/step
        return matrix

    def __call__(self, t: float, y: np.ndarray) -> np.ndarray:
        t_last, y_last, slope = self.last
        for parts in (1, 4, 16, 64):
            found: Optional[np.ndarray] = slope
            for part in np.arange(1, parts)/parts:
                found = found if found is None else self.newton(t_last + part*(t - t_last), y_last + part*(y - y_last), found)
            found = found if found is None else self.newton(t, y, found)
            if found is not None:
                self.last = t, y.copy(), found.copy()
                return found
        return np.full(len(slope), np.nan)  # the run shortens its step, or ends there

    def newton(self, t: float, y: np.ndarray, p: np.ndarray) -> Optional[np.ndarray]:
        best = np.inf
        for _ in range(NEWTON_STEPS):
            residual = self.function(t, y.copy(), p.copy())
            if not np.isfinite(residual).all():
                return None
            matrix = self.jacobian(t, y, p)
            try:
                change = np.linalg.solve(matrix, residual)
            except np.linalg.LinAlgError:
                return None
            p = p - change
            size = float(np.max(np.abs(change)/np.maximum(1.0, np.abs(p))))
            if size <= 1e-15 or (size < 1e-9 and size >= best/4):
                sign = float(np.linalg.slogdet(matrix)[0])
                self.sign = self.sign or sign
                return p if sign == self.sign else None
            best = min(best, size)
        return None
