# SPDX-License-Identifier: Apache-2.0
"""solve_ivp with SciPy's signature. What can be traced becomes a model; what cannot is called."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _arguments, _compared
from ._arguments import Span, Watched
from ._builder import ModelBuilder
from ._called import solve_called
from ._errors import ModelError
from ._formula import Formula
from ._formula_numpy import FormulaArray
from ._formula_value import has_kinks, values
from ._model import Model
from ._options import arguments as library_options
from ._result import Result
from ._trace import Untraceable, trace as trace_function

MOST_CHECKED = 10_000  # rows at which the traced formulas are compared with the function


class TraceError(RuntimeError):
    """A function that was traced gives other values when it is called: it depends on more than the numbers it is given."""


def mismatch(of: str, t: float, called: float, said: float, argument: str = "fun") -> TraceError:
    return TraceError(
        f"`{argument}` gives {called!r} for {of} at t = {t!r}, and what was traced of it {said!r}: it depends on more than the "
        f"numbers it is given (a variable that changes, random numbers, the type of an argument). Pass that in `args`, or "
        f"call with trace=False")


class IvpResult(Dict[str, Any]):
    """What solve_ivp and solve_dae return: SciPy's fields, as attributes and as keys.

    t, y, sol, t_events, y_events, nfev, njev, nlu, status, message, success: as SciPy has them. traced: whether the
    function became formulas; why_not: what prevented it. model and solution: where it did, the model and its Result
    with residual, notices and everything else. ignored: arguments of SciPy's that mean nothing here, with the reason.
    yp (solve_dae): derivatives of y, NaN where the equations have none.
    """

    t: np.ndarray
    y: np.ndarray
    yp: np.ndarray
    sol: Any  # a function of t where dense_output=True asked for it; else None
    t_events: Any  # a list of arrays, one an event; None without events
    y_events: Any
    nfev: int
    njev: int
    nlu: int
    status: int
    message: str
    success: bool
    traced: bool
    why_not: str
    model: Any      # Model, or None
    solution: Any   # Result, or None
    ignored: Dict[str, str]

    def __missing__(self, name: Any) -> Any:
        raise KeyError(f"a result has no field {name!r}; it has {', '.join(self)}")

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    __setattr__ = dict.__setitem__  # pyright: ignore[reportAssignmentType]

    def __dir__(self) -> List[str]:
        return list(self)

    def __reduce__(self) -> Any:
        return IvpResult, (dict(self),)

    def __repr__(self) -> str:
        width = max(len(name) for name in self) if self else 0
        with np.printoptions(threshold=10, edgeitems=3, precision=6):
            shown = {name: repr(value).replace("\n", "\n" + " "*(width + 2)) for name, value in self.items()}
        return "\n".join(f"{name:>{width}}: {value}" for name, value in shown.items())


def solve_ivp(
    fun: Callable[..., Any],
    t_span: Any,
    y0: Any,
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
    """Solves y' = fun(t, y), y(t0) = y0, called as `scipy.integrate.solve_ivp` is.

    >>> import numpy as np
    >>> import involute as iv
    >>> s = iv.solve_ivp(lambda t, y: -0.5*y, (0, 10), [2, 4, 8], t_eval=[0, 1, 10])
    >>> s.status, s.traced, s.y.shape
    (0, True, (3, 3))
    >>> bool(np.allclose(s.y[:, 1], np.exp(-0.5)*np.array([2, 4, 8]), rtol=1e-7))
    True

    `fun` is called once with formulas instead of numbers: numpy's functions, those of `math`, indices, slices, loops and
    functions that it calls are understood. So it runs as native code, with exact derivatives, events proved rather than
    sampled, and every row certified. What needs a number on the way (`if y[0] > 0:`, `float(y[0])`, np.interp) cannot be
    traced; then fun is called, as SciPy does. `traced` and `why_not` of the result tell. np.where(y > 0, a, b) can be
    traced, and steps end where it changes. Afterwards the formulas are compared with fun at the start and at the returned
    rows; if they differ, because fun depends on more than the numbers it is given, TraceError is raised. trace=False: fun is always called.

    method: "auto", a name of `involute.methods()`, or SciPy's: RK45 is dopri54, RK23 bs32, DOP853 dop853, Radau radau5,
    BDF radau (of variable order), LSODA auto. rtol and atol (a number, or one for each component) are 1e-8 and 1e-10
    where not given; of several rtol the smallest counts. first_step, max_step and every other option of `Model.solve`
    and `progress` are taken; jac, jac_sparsity, lband, uband and min_step are not needed (`ignored` says why). Events have SciPy's
    attributes `terminal` (also a count) and `direction`; what is zero at the start is no event there.
    """
    fun = _arguments.function(fun, "fun")
    over = _arguments.span(t_span)
    start = _arguments.vector(y0, "y0")
    at = _arguments.places(t_eval, over)
    watched = _arguments.watched(events)
    more = _arguments.extra(args)
    vectorized = _arguments.flag(vectorized, "vectorized")
    dense_output = _arguments.flag(dense_output, "dense_output")
    names = [f"y[{i}]" for i in range(len(start))]
    ours, ignored = _arguments.choices(method, options, names)

    plain = _arguments.numbers_from(_unvectorized(fun, more, vectorized), len(start), "fun")
    first = plain(over.t0, start.copy())  # whatever is wrong with fun shows in this call
    if not np.isfinite(first).all():
        raise ValueError(f"`fun` is not finite at the start: it returns {first.tolist()}")
    why_not = "trace=False"
    if _arguments.flag(trace, "trace"):
        try:
            traced = _traced(fun, over, start, watched, more, vectorized)
            model = traced.model()
        except Untraceable as reason:
            why_not = str(reason)
        else:
            solution = run_traced(model, over, at, dense_output, ours)._warned()
            result = result_of(solution, traced, at, watched)
            _compare(traced, plain, result, over, start)
            result.ignored = ignored
            return result
    bound = None if watched is None else [w._replace(function=_bound(w.function, more)) for w in watched]
    result = IvpResult(solve_called(plain, names, over, start, at, dense_output, bound, ours))
    result.update(traced=False, why_not=why_not, model=None, solution=None, ignored=ignored)
    return result


def _bound(function: Callable[..., Any], more: Tuple[Any, ...]) -> Callable[..., Any]:
    return (lambda *a: function(*a, *more)) if more else function


def _unvectorized(fun: Callable[..., Any], more: Tuple[Any, ...], vectorized: bool) -> Callable[..., Any]:
    bound = _bound(fun, more)
    return (lambda t, y: np.ravel(bound(t, y[:, None]))) if vectorized else bound


class TracedEvent(NamedTuple):
    number: int
    function: Callable[..., Any]  # with what it takes beside t and the state
    takes: int
    formula: Formula

    def value(self, rows: Tuple[np.ndarray, ...], k: int) -> float:
        """The function's, at one of these rows: t and the state."""
        state = (part[:, k].copy() for part in rows[1:self.takes])
        return float(np.asarray(self.function(float(rows[0][k]), *state)).reshape(()))


class Traced:
    """A model made of functions."""

    def __init__(self, builder: ModelBuilder, y: FormulaArray) -> None:
        self.builder = builder
        self.y = y
        self.right: List[Formula] = []  # of y' = right
        self.events: List[TracedEvent] = []

    def model(self) -> Model:
        """What was traced, read; a text that the library refuses (an exponent of 20000) cannot be used."""
        try:
            return self.builder.frozen()
        except ModelError as error:
            raise Untraceable(error.findings[0].message if error.findings else str(error)) from None


def _traced(fun: Callable[..., Any], over: Span, start: np.ndarray, watched: Optional[List[Watched]],
            more: Tuple[Any, ...], vectorized: bool) -> Traced:
    builder = ModelBuilder()
    made = Traced(builder, builder.var("y", shape=len(start)))
    made.right = trace_function(fun, (builder.t, made.y.copy(), *more), vectorized)
    if len(made.right) != len(start):
        raise Untraceable(f"it returns {len(made.right)} formulas for {len(start)} components")
    builder.add(*(y.dot() == f for y, f in zip(made.y, made.right)))
    builder.start({builder.t: over.t0}, y=start)
    for number, one in enumerate(watched or ()):
        add_event(made, number, one, (over.t0, start), (made.y.copy(),), more)
    return made


def add_event(made: Traced, number: int, one: Watched, first: Tuple[Any, ...], state: Tuple[Any, ...],
              more: Tuple[Any, ...]) -> None:
    """first: t and the state at the start, as numbers."""
    bound = _bound(one.function, more)
    _arguments.event_value(number, first[0], bound(first[0], *(part.copy() for part in first[1:])))
    try:
        formulas = trace_function(one.function, (made.builder.t, *state, *more))
    except Untraceable as reason:
        raise Untraceable(f"event {number}: {reason}") from None
    if len(formulas) != 1:
        raise Untraceable(f"event {number} returns {len(formulas)} values")
    made.events.append(TracedEvent(number, bound, 1 + len(state), formulas[0]))
    if formulas[0].number is None:  # a number never changes its sign
        made.builder.event(f"e{number}", formulas[0], ("falling", "both", "rising")[one.direction + 1],
                           stop=one.terminal == 1)


def run_traced(model: Model, over: Span, at: Optional[np.ndarray], dense_output: bool, ours: Dict[str, Any]) -> Result:
    asked: Dict[str, Any] = {**ours, "to": over.t1}
    progress = asked.pop("progress", False)
    if at is not None:
        asked.update({"t_eval": at} if at.size else {"only_end": True})
    if dense_output:
        asked["dense_output"] = True
    return model._run({}, library_options(asked), progress)


def result_of(solution: Result, made: Traced, at: Optional[np.ndarray], watched: Optional[List[Watched]]) -> IvpResult:
    """SciPy's fields of a solution, cut where an event that counts has happened often enough."""
    names = [leaf.parts[0] for leaf in made.y]
    places = [solution.names.index(name) for name in names]
    t, y = solution.t.copy(), solution.y[places]  # the caller's own, as SciPy's are
    crossings = {one.name: one for one in solution.crossings}
    t_events: List[np.ndarray] = []
    y_events: List[np.ndarray] = []
    for number in range(len(watched or ())):
        found = crossings.get(f"e{number}")
        t_events.append(np.array([]) if found is None else np.array(found.t))
        y_events.append(np.array([]) if found is None or not len(found.t) else np.array(found.y[:, places]))
    if at is not None:
        keep = _arguments.among(t, at)
        t, y = t[keep], y[:, keep]
    status, message = solution.status, solution.message
    cut = earliest_end(watched, t_events, solution)
    if cut is not None:
        number, end = cut
        message, status = f"event {number} happened {watched[number].terminal} times", 1  # pyright: ignore
        t, y = cut_rows(t, y, end, y_events[number][watched[number].terminal - 1], at is None)  # pyright: ignore
        t_events, y_events = cut_events(t_events, y_events, end)
    sol = None if solution.sol is None else SomeRows(solution, places, None if cut is None else cut[1])
    return IvpResult(t=t, y=y, sol=sol, t_events=None if watched is None else t_events,
                     y_events=None if watched is None else y_events, nfev=solution.nfev, njev=solution.njev,
                     nlu=solution.nlu, status=status, message=message, success=status >= 0, traced=True, why_not="",
                     model=solution.model, solution=solution, ignored={})


class SomeRows:
    """The solution as a function, of the components of y alone."""

    def __init__(self, solution: Result, places: List[int], end: Optional[float]) -> None:
        self.solution = solution  # which can be pickled; its function is made again there
        self.places = places
        whole: Any = solution.sol
        self.t_min, self.t_max = whole.t_min, whole.t_max
        if end is not None:  # where an event has cut it
            self.t_min, self.t_max = (self.t_min, end) if solution.end > solution.t[0] else (end, self.t_max)

    def __call__(self, t: Any) -> np.ndarray:
        whole: Any = self.solution.sol
        return whole(_arguments.within(t, self.t_min, self.t_max))[self.places]


def earliest_end(watched: Optional[List[Watched]], t_events: List[np.ndarray], solution: Any) -> Any:
    """(number, t) of the event whose count was reached first; those of count 1 have ended the run themselves."""
    ends = [(number, t_events[number][one.terminal - 1]) for number, one in enumerate(watched or ())
            if one.terminal > 1 and len(t_events[number]) >= one.terminal]
    if not ends:
        return None
    direction = 1 if solution.end >= solution.t[0] else -1
    return min(ends, key=lambda end: direction*end[1])


def cut_rows(t: np.ndarray, y: np.ndarray, end: float, y_end: np.ndarray, add: bool) -> Tuple[np.ndarray, np.ndarray]:
    """The rows before an end; at it a row of its own where rows are at steps."""
    before = np.arange(len(t)) < np.count_nonzero(np.cumprod(np.abs(t - t[:1]) < abs(end - t[0]))) \
        if len(t) else np.zeros(0, dtype=bool)
    t, y = t[before], y[:, before]
    return (np.append(t, end), np.column_stack([y, y_end])) if add else (t, y)


def cut_events(t_events: List[np.ndarray], y_events: List[np.ndarray], end: float) -> Any:
    t0 = min((t[0] for t in t_events if len(t)), key=lambda t: -abs(end - t))
    kept = [np.array([abs(t - t0) <= abs(end - t0) for t in ts], dtype=bool) for ts in t_events]
    return ([ts[k] for ts, k in zip(t_events, kept)],
            [ys[k] if len(ys) else ys for ys, k in zip(y_events, kept)])


def checked_rows(result: IvpResult, call: Callable[[int], Any]) -> np.ndarray:
    """Rows at which formulas are compared with the function they were traced from."""
    return _compared.rows(len(result.t), MOST_CHECKED, result.solution.code == "interrupted", call)


def compare_events(made: Traced, known: Dict[Formula, Any], rows: Tuple[np.ndarray, ...]) -> None:
    """The formulas of events against their functions, with t and the state at some rows."""
    t = rows[0]
    for one in made.events:
        said = np.broadcast_to(values([one.formula], known)[0], t.shape)
        called = np.array([one.value(rows, k) for k in range(len(t))])
        size = np.nanmax(np.abs(called), initial=0)
        wrong = ~(np.abs(said - called) <= 1e-9*size) & ~(np.isnan(said) & np.isnan(called)) & (said != called)
        if wrong.any():
            k = int(np.argmax(wrong))
            raise mismatch(f"number {one.number}", float(t[k]), float(called[k]), float(said[k]), "events")


def _compare(made: Traced, plain: Callable[..., np.ndarray], result: IvpResult, over: Span, start: np.ndarray) -> None:
    """The formulas against the function at the start and at the returned rows, and y' of the first row against it."""
    rows = checked_rows(result, lambda k: [plain(float(result.t[k]), result.y[:, k].copy()),
                                           *(one.value((result.t, result.y), k) for one in made.events)])
    t, y = np.append(over.t0, result.t[rows]), np.column_stack([start, result.y[:, rows]])
    said = np.array([np.broadcast_to(v, t.shape) for v in values(made.right, {made.builder.t: t, **dict(zip(made.y, y))})])
    called = np.array([plain(float(a), y[:, k].copy()) for k, a in enumerate(t)]).T
    compare_events(made, {made.builder.t: t, **dict(zip(made.y, y))}, (t, y))
    size = np.nanmax(np.abs(called), axis=1, keepdims=True, initial=0)
    wrong = ~(np.abs(said - called) <= 1e-9*np.maximum(np.abs(called), size)) & ~(np.isnan(said) & np.isnan(called))
    first = result.solution
    if not wrong.any() and first is not None and len(first.t) and not has_kinks(made.right):
        slope = np.array([first[f"{leaf.parts[0]}'"][0] for leaf in made.y])
        at_start = plain(float(first.t[0]), np.array([first[leaf.parts[0]][0] for leaf in made.y]))
        if not (np.abs(slope - at_start) <= 1e-7*np.maximum(np.abs(at_start), size[:, 0])).all():
            said, called, t = slope[:, None], at_start[:, None], first.t[:1]
            wrong = said != called
    if wrong.any():
        i, k = np.argwhere(wrong)[0]
        raise mismatch(f"component {i}", float(t[k]), float(called[i, k]), float(said[i, k]))
