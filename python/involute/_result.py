# SPDX-License-Identifier: Apache-2.0
"""What a run returns: rows as numpy arrays, how it ended, and how well the equations hold."""

from __future__ import annotations

import types
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _core, _files, _plot, _report, _show
from ._errors import InvoluteWarning
from ._function import Function
from ._report import Report

if TYPE_CHECKING:
    import os

    from ._model import Model


class Crossing(NamedTuple):
    """Where a section was crossed or an event happened."""

    name: str
    is_event: bool
    t: np.ndarray  # one number a crossing
    y: np.ndarray  # crossings times columns
    touches: "list[tuple[float, float]]"  # where it may or may not vanish, between two t


class StartValue(NamedTuple):
    """What became of a value of the start."""

    name: str
    value: float
    given: bool
    guessed: bool
    free: bool
    moved: float


class Branch(NamedTuple):
    """A way out of a singular point, or a solution through the start."""

    description: str
    direction: "list[float]"
    followed: bool


class Component(NamedTuple):
    """A component of the set that the constraints describe."""

    dimension: int
    equations: "list[str]"
    contains_start: bool
    chosen: bool


class SingularPoint(NamedTuple):
    """A point where the solution is not an ordinary function of t."""

    kind: str
    t: float
    row: "list[float]"
    eigenvalues: "list[complex]"
    branches: "list[Branch]"
    message: str


# What is kept of a run that is pickled: the same names as those of the binding's class.
_FIELDS = (
    "table status code route reason independent names end travelled residual residual_equation method notices"
    " crossings start start_branches components singular_points statistics in_full brief"
).split()

_CHANGES_OF_METHOD = ", then as stiffness demands: "  # what `auto` is for

_STATUS = {"finished": 0, "closed": 0, "event": 1}


class Result:
    """The rows of a run by name, with SciPy's fields beside ours. Arrays are views of the run's memory, not copies.

    >>> import involute as iv
    >>> s = iv.Model("var x; x'' = -x; start x = 1, x' = 0").solve(to=1, t_eval=[0, 1], rtol=1e-12, atol=1e-14)
    >>> s.names
    ['x', "x'", "x''"]
    >>> s.t.tolist(), s.y.shape, s["x'"].shape
    ([0.0, 1.0], (3, 2), (2,))
    >>> s.status, s.code, s.message
    (0, 'finished', 'finished at t = 1: the end was reached')
    """

    __slots__ = ("_run", "_model", "_request", "_sol", "_table", "__weakref__")

    def __init__(self, run: Any, model: "Model | None" = None, request: "dict[str, Any] | None" = None) -> None:
        self._run = run
        self._model = model
        self._request = request
        self._sol: "Function | None" = None
        self._table: "np.ndarray | None" = None

    def _warned(self) -> "Result":
        """Says once what the user should know, at the line that called us."""
        for notice in self._run.notices:
            if _CHANGES_OF_METHOD in notice:
                continue  # nothing to worry about: it stays in `notices`
            warnings.warn(notice, InvoluteWarning, stacklevel=3)
        return self

    # ---- rows

    @property
    def table(self) -> np.ndarray:
        """Rows times columns; column 0 is the independent variable, the others are `names`. A view that cannot be written to."""
        table = self._table
        if table is None:
            table = self._table = self._run.table
        return table

    @property
    def t(self) -> np.ndarray:
        """The independent variable, a number a row."""
        return self.table[:, 0]

    @property
    def y(self) -> np.ndarray:
        """Columns times rows, as SciPy has it: `y[k]` belongs to `names[k]`."""
        return self.table[:, 1:].T

    @property
    def names(self) -> "list[str]":
        """Of the columns: every unknown with its derivatives, or what `columns=` asked for."""
        return self._run.names

    @property
    def independent(self) -> str:
        """The name of the independent variable."""
        return self._run.independent

    def _place(self, name: str) -> int:
        names = [self._run.independent, *self._run.names]
        if not isinstance(name, str):
            raise TypeError(f"`name` must be the name of a column, not {type(name).__name__}")
        if name in names:
            return names.index(name)
        import difflib

        near = difflib.get_close_matches(name, names, 1)
        known = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(names)}"
        raise KeyError(f"no column is called `{name}`; {known}")

    def __getitem__(self, name: str) -> np.ndarray:
        """A column by name: `s["x'"]`."""
        return self.table[:, self._place(name)]

    if not TYPE_CHECKING:  # a checker of types is to know every field

        def __getattr__(self, name):
            hint = "" if name.startswith("_") or name not in self._run.names else f"; the column is s[{name!r}]"
            raise AttributeError(f"a result has no field {name!r}{hint}")

    def __len__(self) -> int:
        """How many rows."""
        return len(self.table)

    def __contains__(self, name: object) -> bool:
        return name == self._run.independent or name in self._run.names

    def __iter__(self):
        raise TypeError("a result is not a sequence: s.table has its rows, s.names its columns")

    # ---- how it ended

    @property
    def code(self) -> str:
        """How the run ended, in one word: finished, event, singular, max_steps, interrupted, ..."""
        return self._run.code

    @property
    def status(self) -> int:
        """SciPy's: 0 the end was reached, 1 an event ended the run, -1 it ended early."""
        return _STATUS.get(self._run.code, -1)

    @property
    def success(self) -> bool:
        """The run did what was asked."""
        return self._run.code in _STATUS

    @property
    def message(self) -> str:
        """How it ended, in words, with the place."""
        return self._run.reason or self._run.brief.splitlines()[0]

    @property
    def end(self) -> float:
        """Where the run stood when it ended."""
        return self._run.end

    # ---- how good it is

    @property
    def residual(self) -> float:
        """The largest residual over all equations, as written, and all rows, in scale."""
        return self._run.residual

    @property
    def residual_equation(self) -> str:
        """The equation it belongs to."""
        return self._run.residual_equation

    @property
    def method(self) -> str:
        """That made the steps."""
        return self._run.method

    @property
    def route(self) -> str:
        """How the hidden equations were found."""
        return self._run.route

    @property
    def notices(self) -> "list[str]":
        """What to know: starts that moved, rows that could not be written."""
        return self._run.notices

    @property
    def start(self) -> "list[StartValue]":
        """What the run started from."""
        return [StartValue(*one) for one in self._run.start]

    @property
    def start_branches(self) -> "list[Branch]":
        """Where several solutions pass through the start."""
        return [Branch(*one) for one in self._run.start_branches]

    @property
    def components(self) -> "list[Component]":
        """Where the constraint set decomposes."""
        return [Component(*one) for one in self._run.components]

    @property
    def singular_points(self) -> "list[SingularPoint]":
        """Met on the way, in order."""
        return [
            SingularPoint(kind, t, row, eigenvalues, [Branch(*one) for one in branches], message)
            for kind, t, row, eigenvalues, branches, message in self._run.singular_points
        ]

    @property
    def statistics(self) -> "dict[str, Any]":
        """Steps, evaluations, factorizations, seconds, ..."""
        return self._run.statistics

    @property
    def nfev(self) -> int:
        """Evaluations of the field."""
        return self._run.statistics["evaluations"]

    @property
    def njev(self) -> int:
        """Jacobians computed."""
        return self._run.statistics["jacobians"]

    @property
    def nlu(self) -> int:
        """Factorizations."""
        return self._run.statistics["factorizations"]

    # ---- sections and events

    @property
    def crossings(self) -> "list[Crossing]":
        """Sections and events, in order of declaration."""
        return [Crossing(name, event, rows[:, 0], rows[:, 1:], touches) for name, event, rows, touches in self._run.crossings]

    @property
    def t_events(self) -> "list[np.ndarray]":
        """For each event the places where it happened."""
        return [one.t for one in self.crossings if one.is_event]

    @property
    def y_events(self) -> "list[np.ndarray]":
        """For each event the values there: events times columns."""
        return [one.y for one in self.crossings if one.is_event]

    # ---- between the rows

    @property
    def sol(self) -> "Function | None":
        """The solution as a function, where `dense_output=True` asked for it."""
        if self._sol is None and self._wants_function():
            if not isinstance(self._run, _core.Run):  # it was pickled: the same run again, with the same bits
                self._sol = self._again()._run_function()
            else:
                self._sol = self._run_function()
        return self._sol

    def _wants_function(self) -> bool:
        if isinstance(self._run, _core.Run):
            return _core.function_range(self._run) is not None
        return bool(self._run.has_function)

    def _run_function(self) -> Function:
        return Function(self._run)

    def _again(self) -> "Result":
        if self._model is None or self._request is None:
            raise ValueError("the function of this result was not kept when it was pickled: ask for it before")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InvoluteWarning)
            return self._model.solve(**self._request)

    # ---- where it comes from

    @property
    def model(self) -> "Model | None":
        """The model that was solved."""
        return self._model

    def in_full(self, name: str) -> "list[str]":
        """A column of a run with `precision="quad"`, as texts of 36 digits."""
        place = self._place(name)
        rows = self._run.in_full
        if not rows:
            raise ValueError('this run had double precision: solve with `precision="quad"`')
        return [row[place] for row in rows]

    # ---- for other programs

    def to_dict(self) -> "dict[str, Any]":
        """What `involute solve --format json` writes."""
        return _files.to_dict(self)

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes it to a file: `.npz` for numpy, `.json` for every other program. `involute.load` reads both."""
        _files.save(self, path)

    def to_pandas(self) -> Any:
        """A DataFrame: the independent variable is the index, a column for every name."""
        return _files.to_pandas(self)

    def to_xarray(self) -> Any:
        """A Dataset: a variable for every name along the independent variable."""
        return _files.to_xarray(self)

    def plot(self, *columns: str, x: "str | None" = None, ax: Any = None) -> Any:
        """Draws columns with matplotlib and returns the axes; without names every unknown.

        One name after another is drawn against the independent variable, or against `x=`:
        `s.plot("y", x="x")` is the path of a point.
        """
        return _plot.plot(self, columns, x, ax)

    def svg(self, *columns: str, x: "str | None" = None, title: str = "") -> str:
        """The same picture as SVG text, by the library itself."""
        return _plot.svg(self, columns, x, title)

    def report(self, *, all_rows: bool = False) -> Report:
        """The run as one page (docs/report.md): notebooks show it, `save` writes it. It is made once more for that."""
        return _report.report(self._model, self._request, all_rows, False)

    def animate(self) -> Report:
        """What the model draws, in motion."""
        return _report.report(self._model, self._request, False, True)

    def _repr_html_(self) -> str:
        return _show.result_html(self)

    # ---- Python's own

    def __getstate__(self) -> "dict[str, Any]":
        stored = {name: getattr(self._run, name) for name in _FIELDS}
        stored["table"] = np.array(self.table)
        stored["has_function"] = self._wants_function()
        return {"run": stored, "model": self._model, "request": self._request}

    def __setstate__(self, state: "dict[str, Any]") -> None:
        state["run"]["table"].flags.writeable = False
        self.__init__(types.SimpleNamespace(**state["run"]), state["model"], state["request"])

    def __repr__(self) -> str:
        return f"<involute.Result: {len(self)} rows of {', '.join(self.names[:6])}{', ...' if len(self.names) > 6 else ''}; {self.message}>"
