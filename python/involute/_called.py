# SPDX-License-Identifier: Apache-2.0
"""Functions that cannot be traced are called. Their runs have rows only, so that values between rows, and events, are
found here: on polynomials through five points of each step, values and slopes."""
from __future__ import annotations

import time
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

from . import _arguments, _core
from ._arguments import Span, Watched, within
from ._options import arguments as library_options
from ._progress import bar

NODES = (1 - np.cos(np.pi*np.arange(5)/4))/2   # of a step, in [0, 1]
STEPS_AT_ONCE = 64                             # before they are made again for what lies between them: Ctrl-C waits for that
UNFINISHED = "max_steps"                       # the code of a run that goes on afterwards

Field = Callable[[float, np.ndarray], np.ndarray]


def solve_called(field: Field, names: List[str], over: Span, start: np.ndarray, at: Optional[np.ndarray],
                 dense_output: bool, watched: Optional[List[Watched]], ours: Dict[str, Any]) -> Dict[str, Any]:
    """The fields of a result. What the functions raise goes through unchanged."""
    options = library_options(ours, names)
    with bar(options.pop("progress", False)) as tell:
        run = _Runs(field, names, over, options, tell)
        if over.t0 == over.t1:
            return run.nothing(start, at, watched, dense_output)
        if not watched and not dense_output:
            return run.plainly(start, at, watched)
        return run.in_pieces(start, at, watched or [], watched is None)


class Pieces:
    """A solution between rows: a polynomial of degree nine for each step."""

    def __init__(self, t0: float, y0: np.ndarray) -> None:
        self.ends: List[float] = [t0]
        self.end = t0  # of what is known; within the last step where an event has cut it
        self.first = y0
        self.nodes: List[np.ndarray] = []
        self.coefficients: List[np.ndarray] = []  # of Newton's form, a row a component

    @property
    def t_min(self) -> float:
        return min(self.ends[0], self.end)

    @property
    def t_max(self) -> float:
        return max(self.ends[0], self.end)

    def add(self, t: np.ndarray, y: np.ndarray, slope: np.ndarray) -> None:
        """A step by its five points: y and slope have a row a component."""
        twice, length = np.repeat(t, 2), t[-1] - t[0]
        twice = (twice - t[0])/length
        table = np.repeat(y, 2, axis=1)
        coefficients = [table[:, 0].copy()]
        for order in range(1, len(twice)):
            gap = twice[order:] - twice[:-order]
            with np.errstate(all="ignore"):
                table = (table[:, 1:] - table[:, :-1])/gap
            if order == 1:
                table[:, 0::2] = slope*length
            coefficients.append(table[:, 0].copy())
        self.end = float(t[-1])
        self.ends.append(self.end)
        self.nodes.append(twice)
        self.coefficients.append(np.array(coefficients).T)

    def cut(self, end: float) -> None:
        """Forgets what comes after."""
        while len(self.ends) > 2 and abs(self.ends[-2] - self.ends[0]) >= abs(end - self.ends[0]):
            for kept in (self.ends, self.nodes, self.coefficients):
                kept.pop()
        self.end = end

    def value(self, piece: int, t: Any) -> np.ndarray:
        a, b = self.starts(piece)
        s = (np.asarray(t, dtype=float) - a)/(b - a)
        nodes, coefficients = self.nodes[piece], self.coefficients[piece]
        result = np.multiply.outer(coefficients[:, -1], np.ones_like(s))
        for k in range(len(nodes) - 2, -1, -1):
            result = result*(s - nodes[k]) + np.multiply.outer(coefficients[:, k], np.ones_like(s))
        return result

    def starts(self, piece: int) -> Tuple[float, float]:
        return self.ends[piece], self.ends[piece + 1]

    def __call__(self, t: Any) -> np.ndarray:
        """y at t, a number or an array, as SciPy's `sol` gives it."""
        places = within(t, self.t_min, self.t_max)
        if not self.coefficients:
            return np.multiply.outer(self.first, np.ones_like(places))
        ends = np.array(self.ends)
        inner = ends[1:-1]
        flat = places.ravel()
        which = np.searchsorted(inner, flat) if ends[-1] > ends[0] else len(inner) - np.searchsorted(inner[::-1], flat)
        out = np.empty((len(self.first), flat.size))
        for piece in np.unique(which):
            chosen = which == piece
            out[:, chosen] = self.value(int(piece), flat[chosen])
        return out.reshape((len(self.first),) + places.shape)


def _not_beyond(over: Span, field: Field) -> Field:
    """The field, not asked beyond the span by a rounding error of the last step: a table may end there."""
    low, high = min(over), max(over)
    rounding = 8*np.finfo(float).eps*max(abs(low), abs(high))

    def within_span(t: float, y: np.ndarray) -> np.ndarray:
        nearest = min(max(t, low), high)
        return field(nearest if abs(t - nearest) <= rounding else t, y)

    return within_span


class _Runs:
    def __init__(self, field: Field, names: List[str], over: Span, options: Dict[str, Any], tell: Any) -> None:
        self.field, self.names, self.over = _not_beyond(over, field), names, over
        self.options, self.tell = options, tell
        self.counts = {"nfev": 0, "njev": 0, "nlu": 0}
        self.began = time.monotonic()

    def run(self, t0: float, y0: np.ndarray, again: bool = False, **more: Any) -> Any:
        asked = {**self.options, "to": self.over.t1, **more}
        progress = None if again else self.progress_from(t0)
        run = _core.solve_callable(self.names, self.field, t0, y0, asked, progress=progress)
        statistics = run.statistics
        for name, of in (("nfev", "evaluations"), ("njev", "jacobians"), ("nlu", "factorizations")):
            self.counts[name] += int(statistics[of])
        return run

    def progress_from(self, t0: float) -> Any:
        """Of the whole way, told by a run from t0 on."""
        if self.tell is None:
            return None
        done = (t0 - self.over.t0)/(self.over.t1 - self.over.t0)
        return lambda fraction: self.tell(done + fraction*(1 - done))

    def seconds_left(self) -> Dict[str, Any]:
        """Of those that all runs together may take."""
        most = self.options.get("max_seconds")
        if isinstance(most, bool) or not isinstance(most, (int, float)) or not 0 < most < np.inf:
            return {}  # none are given, or the library refuses them
        return {"max_seconds": max(most - (time.monotonic() - self.began), 1e-3)}

    def result(self, t: np.ndarray, y: np.ndarray, status: int, message: str, **more: Any) -> Dict[str, Any]:
        fields = {"t": t, "y": y, "sol": None, "t_events": None, "y_events": None, **self.counts, "status": status,
                  "message": message, "success": status >= 0}
        return {**fields, **more}

    def nothing(self, start: np.ndarray, at: Any, watched: Any, dense_output: bool) -> Dict[str, Any]:
        none = None if watched is None else [np.array([]) for _ in watched]
        t = np.array([self.over.t0]) if at is None else at
        return self.result(t, np.repeat(start[:, None], len(t), axis=1), 0, "there was nothing to do: t_span is a point",
                           sol=Pieces(self.over.t0, start) if dense_output else None, t_events=none, y_events=none)

    def plainly(self, start: np.ndarray, at: Optional[np.ndarray], watched: Any) -> Dict[str, Any]:
        asked: Dict[str, Any] = {} if at is None else {"at": at} if at.size else {"only_end": True}
        run = self.run(self.over.t0, start, **asked)
        t, y = run.table[:, 0].copy(), run.table[:, 1:].T.copy()  # the caller's own, as SciPy's are
        if at is not None:
            keep = np.isin(t, at)
            t, y = t[keep], y[:, keep]
        none = None if watched is None else []
        return self.result(t, y, _status(run), _message(run), t_events=none, y_events=none)

    def in_pieces(self, start: np.ndarray, at: Optional[np.ndarray], watched: List[Watched],
                  unwatched: bool) -> Dict[str, Any]:
        pieces = Pieces(self.over.t0, start)
        search = Search(watched, pieces)
        try:
            status, message = self.follow(start, pieces, search)
        except KeyboardInterrupt:  # between runs; within one it ends that run
            status, message = -1, f"the run was interrupted at t = {pieces.end!r}"
        ends = np.array(pieces.ends)
        if search.end is not None:
            number, end = search.end
            status, message = 1, f"event {number} ended the run"
            ends = np.append(ends[np.abs(ends - ends[0]) < abs(end - ends[0])], end)
            pieces.cut(end)
        t = ends if at is None else at[np.abs(at - ends[0]) <= abs(ends[-1] - ends[0])]
        none = None if unwatched else search.t_events
        return self.result(t, pieces(t), status, message, sol=pieces, t_events=none,
                           y_events=None if unwatched else search.y_events)

    def follow(self, start: np.ndarray, pieces: Pieces, search: "Search") -> Tuple[int, str]:
        """Fills the pieces, some steps at once, until the end or an event that ends the run."""
        t0, y0, more = self.over.t0, start, {}
        limit = _arguments.count(self.options.get("max_steps"), "max_steps")
        while True:
            run = self.run(t0, y0, **more, **self.seconds_left(),
                           max_steps=STEPS_AT_ONCE if limit is None else min(limit, STEPS_AT_ONCE))
            rows = np.array(run.table)
            again = self.add_steps(pieces, rows, more)
            search.go_on()
            if again is not None and pieces.end != rows[-1, 0]:
                return -1, again.reason or "the same steps were not made again: does fun depend on more than its arguments?"
            if limit is not None:
                limit -= len(rows) - 1
            if search.end is not None or run.code != UNFINISHED or len(rows) < 2 or (limit is not None and limit <= 0):
                used_up = {"max_steps": "steps", "max_seconds": "seconds"}.get(run.code)
                return _status(run), _message(run) if used_up is None else \
                    f"{self.options.get(run.code)} {used_up} were used up at t = {pieces.end!r}"
            t0, y0 = rows[-1, 0], rows[-1, 1:].copy()
            more = {"first_step": abs(rows[-1, 0] - rows[-2, 0])}

    def add_steps(self, pieces: Pieces, rows: np.ndarray, more: Dict[str, Any]) -> Any:
        """The same run again, with rows at five points of every step."""
        if len(rows) < 2:
            return None
        t = rows[:-1, :1] + np.diff(rows[:, 0])[:, None]*NODES[:-1]
        wanted = np.append(t.ravel(), rows[-1, 0])
        again = self.run(rows[0, 0], rows[0, 1:].copy(), again=True,
                         **{**more, "to": float(rows[-1, 0]), "at": wanted, "max_seconds": None, "max_steps": None})
        known = np.array(again.table)
        whole = (len(known) - 1)//(len(NODES) - 1)
        for k in range(min(whole, len(rows) - 1)):
            points = known[k*4:k*4 + 5]
            slopes = np.array([self.field(p[0], p[1:].copy()) for p in points]).T
            self.counts["nfev"] += len(points)
            pieces.add(points[:, 0], points[:, 1:].T, slopes)
        return again


def _status(run: Any) -> int:
    return 0 if run.code == "finished" else -1


def _message(run: Any) -> str:
    return run.reason or run.brief.splitlines()[0]


class Search:
    """Looks for sign changes of event functions on the pieces of a solution, ten places a piece."""

    PLACES = np.linspace(0, 1, 11)[1:]

    def __init__(self, watched: List[Watched], pieces: Pieces) -> None:
        self.watched, self.pieces = watched, pieces
        self.done = 0
        self.last: List[Tuple[float, float]] = []  # where each function was last seen not to vanish, and its value
        self.t_events: List[np.ndarray] = [np.array([]) for _ in watched]
        self.y_events: List[np.ndarray] = [np.array([]) for _ in watched]
        self.end: Optional[Tuple[int, float]] = None
        for number in range(len(watched)):
            t = pieces.ends[0]
            self.last.append((t, self.value(number, t, pieces.first)))

    def value(self, number: int, t: float, y: np.ndarray) -> float:
        given = np.asarray(self.watched[number].function(t, y))
        if given.size != 1 or given.dtype.kind not in "fiub":
            raise ValueError(f"`events`: number {number} must return one number, and returned {given.tolist()!r}")
        return float(given.reshape(()))

    def go_on(self) -> None:
        while self.done < len(self.pieces.coefficients) and self.end is None:
            self.look(self.done)
            self.done += 1

    def look(self, piece: int) -> None:
        a, b = self.pieces.starts(piece)
        t = a + (b - a)*self.PLACES
        y = self.pieces.value(piece, t)
        found = [(place, number) for number in range(len(self.watched)) for place in self.crossings(number, piece, t, y)]
        for place, number in sorted(found, key=lambda one: abs(one[0] - a)):
            at = self.pieces.value(piece, np.asarray(place))
            self.t_events[number] = np.append(self.t_events[number], place)
            before = self.y_events[number]
            self.y_events[number] = np.vstack([before, at]) if before.size else at[None, :]
            if len(self.t_events[number]) == self.watched[number].terminal:
                self.end = number, place
                return

    def crossings(self, number: int, piece: int, t: np.ndarray, y: np.ndarray) -> List[float]:
        places = []
        for k in range(len(t)):
            value = self.value(number, float(t[k]), y[:, k].copy())
            at_the_end = k == len(t) - 1 and float(t[k]) == self.pieces.ends[-1] and value == 0
            before, sign = self.last[number]
            if value == 0 and not at_the_end or not np.isfinite(value):
                continue
            turned = sign*value < 0 or (at_the_end and sign != 0)
            if turned and self.watched[number].direction in (0, -1 if sign > 0 else 1):
                places.append(self.root(number, piece, before, float(t[k]), sign))
            if value != 0:
                self.last[number] = float(t[k]), value
        return places

    def root(self, number: int, piece: int, a: float, b: float, sign: float) -> float:
        """Halving, to the last bit: the place where the function has no longer the sign that it has at a."""
        while True:
            middle = (a + b)/2
            if middle in (a, b):
                return b
            value = self.value(number, middle, self.pieces(middle))
            if value != 0 and (value > 0) == (sign > 0):
                a = middle
            else:
                b = middle
