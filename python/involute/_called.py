# SPDX-License-Identifier: Apache-2.0
"""Functions that cannot be traced are called. Where values between rows or events are wanted, every step tells five of
its points with slopes, and polynomials through these are asked (_pieces.py, _sought.py): the run itself stays as it is."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

import numpy as np

from . import _core
from ._arguments import Span, Watched, among
from ._options import arguments as library_options
from ._pieces import Pieces
from ._progress import bar
from ._sought import Search

Field = Callable[[float, np.ndarray], np.ndarray]
Row = Callable[[float, np.ndarray], Any]


def solve_called(field: Field, names: List[str], over: Span, start: np.ndarray, at: Optional[np.ndarray],
                 dense_output: bool, watched: Optional[List[Watched]], ours: Dict[str, Any],
                 row: Optional[Row] = None) -> Dict[str, Any]:
    """The fields of a result. What the functions raise goes through unchanged. row: shown every row as it is made."""
    options = library_options(ours, names)
    pieces = Pieces(over.t0, start)
    search = Search(watched or [], pieces)
    with bar(options.pop("progress", False)) as tell:
        if over.t0 == over.t1:
            return _nothing(start, over, at, pieces, dense_output, search, watched)
        asked: Dict[str, Any] = {**options, "to": over.t1}
        if at is not None:
            asked.update({"at": at} if at.size else {"only_end": True})
        kept = watched or dense_output
        run = _core.solve_callable(names, _not_beyond(over, field), over.t0, start, asked, progress=tell,
                                   step=_keeper(pieces, search) if kept else None, row=row)
    t, y = run.table[:, 0].copy(), run.table[:, 1:].T.copy()  # the caller's own, as SciPy's are
    if at is not None:
        t, y = _only(among(t, at), t, y)
    status, message = 0 if run.code == "finished" else -1, run.reason or run.brief.splitlines()[0]
    if kept:
        if search.end is None:
            pieces.keep(search.done)  # Ctrl-C may have come before a step was searched
            search.close()
        if search.end is not None:
            number, end = search.end
            status, message = 1, f"event {number} ended the run"
            pieces.cut(end)
            t, y = _only(np.abs(t - over.t0) < abs(end - over.t0), t, y)
            if at is None or among(np.array([end]), at)[0]:
                t, y = np.append(t, end), np.column_stack([y, search.found[-1].y])
        t, y = _only(np.abs(t - over.t0) <= abs(pieces.end - over.t0), t, y)
    statistics = run.statistics
    counts = {"nfev": "evaluations", "njev": "jacobians", "nlu": "factorizations"}
    return _fields(t, y, status, message, pieces if dense_output else None, search, watched,
                   {name: int(statistics[of]) for name, of in counts.items()})


def _keeper(pieces: Pieces, search: Search) -> Callable[[np.ndarray, np.ndarray, np.ndarray], bool]:
    """Told of a step; whether the run is to go on."""

    def keep(t: np.ndarray, y: np.ndarray, slopes: np.ndarray) -> bool:
        pieces.add(t, y, slopes)
        search.go_on()
        return search.end is None

    return keep


def _not_beyond(over: Span, field: Field) -> Field:
    """The field, not asked beyond the span by a rounding error of the last step: a table may end there."""
    low, high = min(over), max(over)
    rounding = 8*np.finfo(float).eps*max(abs(low), abs(high))

    def within_span(t: float, y: np.ndarray) -> np.ndarray:
        nearest = min(max(t, low), high)
        return field(nearest if abs(t - nearest) <= rounding else t, y)

    return within_span


def _only(which: np.ndarray, t: np.ndarray, y: np.ndarray) -> Any:
    return t[which], y[:, which]


def _nothing(start: np.ndarray, over: Span, at: Optional[np.ndarray], pieces: Pieces, dense_output: bool, search: Search,
             watched: Optional[List[Watched]]) -> Dict[str, Any]:
    t = np.array([over.t0]) if at is None else at
    return _fields(t, np.repeat(start[:, None], len(t), axis=1), 0, "there was nothing to do: t_span is a point",
                   pieces if dense_output else None, search, watched, {"nfev": 0, "njev": 0, "nlu": 0})


def _fields(t: np.ndarray, y: np.ndarray, status: int, message: str, sol: Optional[Pieces], search: Search,
            watched: Optional[List[Watched]], counts: Dict[str, int]) -> Dict[str, Any]:
    t_events = y_events = None
    if watched is not None:
        last = abs(search.pieces.end - search.pieces.t_first)
        of = [[c for c in search.found if c.event == number and abs(c.t - search.pieces.t_first) <= last]
              for number in range(len(watched))]
        t_events = [np.array([c.t for c in found]) for found in of]
        y_events = [np.array([c.y for c in found]) for found in of]
    return {"t": t, "y": y, "sol": sol, "t_events": t_events, "y_events": y_events, **counts, "status": status,
            "message": message, "success": status >= 0}
