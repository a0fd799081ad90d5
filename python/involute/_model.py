# SPDX-License-Identifier: Apache-2.0
"""Models: a text in the model language, with values of parameters."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence, Union, cast, overload

import numpy as np

from . import _core, _options, _show
from ._analysis import Analysis
from ._progress import bar
from ._report import Report
from ._result import Result
from ._simulation import Simulation

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._builder import ModelBuilder
    from ._options import Numbers, Options, OptionsBesideTo

    Progress = Union[bool, Callable[[float], Any]]
    Start = Union[str, Mapping[str, float]]
    EventFunction = Callable[[Any, Any], Any]  # event(t, y)
    Crossings = Union[str, EventFunction, Sequence[Union[str, EventFunction]]]


def _texts(value: Any, argument: str) -> "list[str]":
    """A text, or several."""
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    if not isinstance(value, (list, tuple)) or not all(isinstance(one, str) for one in value):
        raise TypeError(f"`{argument}=` must be a text or a list of texts, not {type(value).__name__}")
    return list(value)


def _is_code(given: Any) -> bool:
    """An input: a function, or one with as many derivatives as it tells."""
    return callable(given) or (isinstance(given, (list, tuple)) and len(given) > 0 and callable(given[0]))


def _owned(given: Any) -> Any:
    """An input that later changes of the caller's arrays do not reach."""
    if _is_code(given) or not isinstance(given, (list, tuple)):
        return given
    return tuple(np.array(part) if isinstance(part, (list, tuple, np.ndarray)) else
                 np.array(list(part)) if hasattr(part, "__next__") else part for part in given)


def _same_inputs(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Numbers and tables are the same if their values are, functions if they are the same objects."""
    def same(a: Any, b: Any) -> bool:
        if isinstance(a, tuple) and isinstance(b, tuple):
            return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
        return np.array_equal(a, b) if isinstance(a, np.ndarray) or isinstance(b, np.ndarray) else bool(a == b)

    return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)


def _has_functions(given: Any) -> bool:
    return callable(given) or (isinstance(given, (list, tuple)) and any(callable(one) for one in given))


class Model:
    """A differential system, read from a text. It never changes: threads may share it, copies are the same object.

    >>> import involute as iv
    >>> decay = iv.Model("param k = 1; var y; y' = -k*y; start y = 1; solve to 5", {"k": 2})
    >>> decay.unknowns, decay.parameters, decay.equations
    (['y'], {'k': 2.0}, ["y' = -k*y"])

    `iv.model` reads one from a file. A text that cannot be read raises `ModelError` with everything that is wrong.
    """

    __slots__ = ("_text", "_given", "_file", "_inputs", "_system", "__weakref__")

    if TYPE_CHECKING:

        @overload
        def __new__(cls, *, title: "str | None" = None, independent: str = "t") -> "ModelBuilder": ...

        @overload
        def __new__(
            cls,
            text: str,
            parameters: "Mapping[str, float] | None" = None,
            file: "str | os.PathLike[str] | None" = None,
            inputs: "Mapping[str, Any] | None" = None,
        ) -> "Model": ...

        def __new__(cls, *given: Any, **options: Any) -> "Model": ...

    else:

        def __new__(cls, *given, **options):
            """Without a text: a model to be built with operators (_builder.py)."""
            if cls is Model and not given and "text" not in options:
                from ._builder import ModelBuilder

                return object.__new__(ModelBuilder)
            return object.__new__(cls)

    def __init__(
        self,
        text: str,
        parameters: "Mapping[str, float] | None" = None,
        file: "str | os.PathLike[str] | None" = None,
        inputs: "Mapping[str, Any] | None" = None,
    ) -> None:
        if not isinstance(text, str):
            raise TypeError(f"`text=` must be the text of a model, not {type(text).__name__}")
        for name, value in (("parameters", parameters), ("inputs", inputs)):
            if value is not None and not isinstance(value, Mapping):
                raise TypeError(f"`{name}=` must be a dict, not {type(value).__name__}")
        self._text = text
        self._given = dict(parameters or {})
        self._file = "" if file is None else file.__fspath__() if isinstance(file, os.PathLike) else file
        if not isinstance(self._file, str):
            raise TypeError(f"`file=` must be a path, not {type(file).__name__}")
        self._inputs = {name: _owned(given) for name, given in (inputs or {}).items()}
        self._system = _core.read(text, self._file, self._given, [], self._inputs)

    # ---- what it is

    @property
    def text(self) -> str:
        """The text it was read from."""
        return self._text

    @property
    def file(self) -> "str | None":
        """The file it was read from, if it was."""
        return self._file or None

    @property
    def title(self) -> str:
        """What the model calls itself."""
        return self._system.title

    @property
    def parameters(self) -> "dict[str, float]":
        """Parameters with their values."""
        return self._system.parameters

    @property
    def unknowns(self) -> "list[str]":
        """Names of the unknown functions, in order of declaration."""
        return self._system.unknowns

    @property
    def equations(self) -> "list[str]":
        """The equations, as written."""
        return self._system.equations

    @property
    def independent(self) -> str:
        """The name of the independent variable."""
        return self._system.independent

    @property
    def inputs(self) -> "list[str]":
        """Names of the functions of time that the model leaves to others."""
        return self._system.inputs

    # ---- other ones

    def with_parameters(self, **values: float) -> "Model":
        """The same model with other values of parameters.

        >>> import involute as iv
        >>> m = iv.Model("param g = 1; var x; x'' = -g; start x = 0, x' = 0; solve to 1")
        >>> m.with_parameters(g=2).solve()["x"][-1].round(9)
        -1.0
        """
        return Model(self._text, {**self._given, **values}, self._file or None, self._inputs)

    def with_inputs(self, **inputs: Any) -> "Model":
        """The same model with inputs given: a number, a table (t, u), a function f(t), or (f, derivatives).

        >>> import involute as iv
        >>> m = iv.Model("input u; var x; x' = u; start x = 0; solve to 2")
        >>> m.with_inputs(u=([0, 1, 2], [0, 1, 1])).solve()["x"][-1].round(9)
        1.5
        """
        return Model(self._text, self._given, self._file or None, {**self._inputs, **inputs})

    # ---- what it does

    def _asked(self, start: Any = None, inputs: Any = None, events: Any = None, sections: Any = None) -> Any:
        """The system with what a call gives beside options."""
        model = self
        if inputs is not None:
            if not isinstance(inputs, Mapping):
                raise TypeError(f"`inputs=` must be a dict, not {type(inputs).__name__}")
            model = Model(self._text, self._given, self._file or None, {**self._inputs, **inputs})
        system = model._system
        if start is not None:
            system = _core.with_start(system, _options.start_text(start))
        statements = _options.crossing_texts("event", events) + _options.crossing_texts("section", sections)
        if statements:
            system = _core.with_crossings(system, "\n".join(statements))
        return system

    def _arguments(self, options: "Mapping[str, Any]") -> "dict[str, Any]":
        """Options as the library takes them; what belongs to the model is said elsewhere."""
        for name in options.keys() - _options.names():
            for names, elsewhere in (([*self.inputs, *self._inputs], "an input of the model: `inputs={{\"{}\": ..}}`"),
                                     (self.parameters, "a parameter of the model: `with_parameters({}=..)`"),
                                     (self.unknowns, "an unknown: its start value is `start={{\"{}\": ..}}`")):
                if name in names:
                    raise TypeError(f"`{name}=` is no option: {name} is {elsewhere.format(name)}")
        return _options.arguments(options, self.unknowns)

    def analyze(self, *, inputs: "Mapping[str, Any] | None" = None, **options: "Unpack[Options]") -> Analysis:
        """What is hidden in the equations, what is free, whether declared invariants hold; nothing is solved.

        >>> import involute as iv
        >>> a = iv.Model("var x, y, l; x'' = -l*x; y'' = -l*y - 1; x^2 + y^2 = 1").analyze()
        >>> a.index, a.dimension
        (3, 2)
        """
        system = self._asked(inputs=inputs)
        return Analysis(_core.analyze(system, self._arguments(options)), system)

    def solve(
        self,
        to: "float | None" = None,
        *,
        t_eval: "Numbers | None" = None,
        events: "Crossings | None" = None,
        sections: "Crossings | None" = None,
        dense_output: bool = False,
        progress: "Progress" = False,
        start: "Start | None" = None,
        inputs: "Mapping[str, Any] | None" = None,
        **options: "Unpack[OptionsBesideTo]",
    ) -> Result:
        """Solves from the start to `to`, or to where the model says. A run that ends early is a result, too.

        >>> import involute as iv
        >>> s = iv.Model("var y; y' = -y; start y = 1").solve(to=1, t_eval=[0, 0.5, 1], rtol=1e-12, atol=1e-14)
        >>> s.success, s.t.tolist(), abs(s["y"][-1] - 0.36787944117144233) < 1e-11
        (True, [0.0, 0.5, 1.0], True)

        t_eval: where rows are wanted; without it at every step. events, sections: as the language has them, with a name
        or without, "hit: y = 0 falling stop", or SciPy's functions event(t, y) with `terminal` and `direction`, y being a row
        of the result (`s.names`), which are read as formulas; those of the model stay. dense_output: the result can be asked anywhere, as
        `s.sol(t)`. start: values that replace those of the model, {"x": 1, "x'": 0}. progress: True for a bar, or a
        function that is told the fraction done. Options: `involute.options()`. Ctrl-C ends the run; what was computed
        is returned, with `code` "interrupted".
        """
        if t_eval is not None and options.get("at") is not None:
            raise TypeError("`t_eval=` and `at=` are the same: give one of them")
        own = {"to": to, "t_eval": _options.places(t_eval), "dense_output": _options.flag(dense_output, "dense_output") or None}
        asked = {**self._arguments(options), **{name: one for name, one in own.items() if one is not None}}
        request = {"start": start, "inputs": inputs, "events": events, "sections": sections}
        if not (_has_functions(events) or _has_functions(sections)):
            return self._run(request, asked, progress)._warned()
        from . import _event_functions

        request, row, read = _event_functions.in_texts(request, self._asked(start, inputs), asked)
        result = self._run(request, asked, progress)._warned()
        _event_functions.compare(row, read, result)
        return result

    def _run(self, request: "Mapping[str, Any]", asked: "Mapping[str, Any]", progress: "Progress" = False) -> Result:
        """A run whose notices are not yet told."""
        system = self._asked(**request)
        with bar(progress) as tell:
            run = _core.solve(system, dict(asked), tell)
        return Result(run, self, {**request, **asked})

    def simulation(
        self,
        tunable: "Sequence[str]" = (),
        *,
        events: "Crossings | None" = None,
        sections: "Crossings | None" = None,
        start: "Start | None" = None,
        inputs: "Mapping[str, Any] | None" = None,
        **options: "Unpack[Options]",
    ) -> Simulation:
        """A run that is held in the hand: stepped, asked, changed, saved, cloned.

        >>> import involute as iv
        >>> m = iv.Model("param k = 1; var y; y' = -k*y; start y = 1; solve to 5")
        >>> sim = m.simulation(tunable=["k"])
        >>> sim.advance_to(1)
        'finished'
        >>> sim.set(k=2)["y'/y"]
        -2.0
        """
        asked = self._arguments(options)
        request = {"start": start, "inputs": inputs, "events": events, "sections": sections}
        if _has_functions(events) or _has_functions(sections):
            from . import _event_functions

            request, _, _ = _event_functions.in_texts(request, self._asked(start, inputs), asked)
        core = _core.Simulation(self._asked(**request), _texts(tunable, "tunable"), asked)
        given = {**self._inputs, **(inputs or {})}
        return Simulation(core, self, {name: one for name, one in given.items() if _is_code(one)})

    def sweep(
        self,
        over: "Mapping[str, Any] | None" = None,
        /,
        *,
        samples: Any = None,
        keep: "str | Sequence[str] | None" = None,
        executor: Any = None,
        threads: "int | None" = None,
        lanes: "int | None" = None,
        chunk: "int | None" = None,
        progress: "Progress" = False,
        output: "str | os.PathLike[str] | None" = None,
        resume: bool = False,
        frame: bool = False,
        start: "Start | None" = None,
        inputs: "Mapping[str, Any] | None" = None,
        events: "str | Sequence[str] | None" = None,
        sections: "str | Sequence[str] | None" = None,
        options: "Mapping[str, Any] | None" = None,
        **named: Any,
    ) -> Any:
        """Many runs, over parameters and start values, on all cores: an `xarray.Dataset`, or with frame=True a pandas frame.

        >>> import numpy as np
        >>> import involute as iv
        >>> m = iv.Model("param k = 1; var y; y' = -k*y; start y = 1; solve to 1")
        >>> runs = m.sweep(k=np.linspace(0, 2, 5), y=[1, 10], keep=["y(end)", "max(y')"], rtol=1e-10)
        >>> dict(runs.sizes), round(float(runs["y(end)"].sel(k=2, y=10)), 7)
        ({'k': 5, 'y': 2}, 1.3533528)
        >>> m.sweep(samples=iv.lhs(3, seed=7, k="normal(1, 0.1)"), frame=True).code.tolist()
        ['finished', 'finished', 'finished']

        Axes are named as what they vary, arrays or texts as the program takes them ("1:2:101", "1:1000:4:log"), and make a
        grid; those that Python cannot write go into a dict before them: {"x'": [0, 1]}. samples: a row for each run, from
        a pandas frame, a dict of columns, `iv.lhs`, `iv.sobol` or `iv.uniform`. keep: as the program has it,
        "x(end)", "max(x)", "t(hit)", "crossings(hit)", "x at 0,1,2", or "rows" with points=, every= or t_eval=; all at the
        end where it is not given. Other names are options of `solve`.

        executor: any of concurrent.futures, a Client of dask, mpi4py.futures.MPIPoolExecutor; chunk runs are a task, each
        with so many threads (1). lanes: how many runs go side by side in each thread, 1, 4 or 8 (as the machine can); no bit
        depends on it. output: the file that `involute sweep` writes, row by row; resume=True goes on with it.
        A run that fails is a row with its `code` and `reason`. Ctrl-C ends the sweep; runs that were not made have the
        code "interrupted".
        """
        from ._sweep import sweep

        beside = {"start": start, "inputs": inputs, "events": events, "sections": sections}
        return sweep(
            self, over, samples, keep, executor, threads, lanes, chunk, progress, output, resume, frame, beside, options, named
        )

    # ---- for people

    def report(self, to: "float | None" = None, *, all_rows: bool = False, **request: Any) -> Report:
        """The run as one page, with plots, what the model draws and the residuals of every equation. Takes what `solve` takes.

        >>> import involute as iv
        >>> iv.Model("var x, y; x' = -y; y' = x; start x = 1, y = 0; draw line (0, 0) (x, y)").report(to=9).save("/dev/null")
        """
        return self.solve(to, **request).report(all_rows=all_rows)

    def animate(self, to: "float | None" = None, **request: Any) -> Report:
        """What the model draws, in motion: the upper part of the report alone."""
        return self.solve(to, **request).animate()

    def latex(self) -> str:
        """The equations as LaTeX.

        >>> import involute as iv
        >>> print(iv.Model("var x, lambda; x'' + lambda*x = 0; x = cos(t)").latex())
        \\begin{aligned}
        x'' + \\lambda\\,x &= 0 \\\\
        x &= \\cos\\left(t\\right)
        \\end{aligned}
        """
        return _show.latex(self.equations)

    def _repr_html_(self) -> str:
        return _show.model_html(self)

    # ---- Python's own

    def __repr__(self) -> str:
        name = self.title or self._file or "; ".join(self.equations)
        return f"<involute.Model: {name if len(name) < 70 else name[:67] + '...'}>"

    def __reduce__(self):
        return Model, (self._text, self._given, self._file or None, self._inputs)

    def __copy__(self) -> "Model":
        return self

    def __deepcopy__(self, memo: Any) -> "Model":
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model):
            return NotImplemented
        return (self._text, self._given, self._file) == (other._text, other._given, other._file) and (
            _same_inputs(self._inputs, other._inputs)
        )

    def __hash__(self) -> int:
        return hash((self._text, self._file))


def model(source: "str | os.PathLike[str]", /, **parameters: float) -> Model:
    """Reads a model: a text (it has a line end, `=` or `;`), or the path of a file.

    >>> import involute as iv
    >>> m = iv.model("param g = 9.81; var x; x'' = -g; start x = 0, x' = 0", g=1.62)
    >>> m.parameters
    {'g': 1.62}
    """
    if isinstance(source, str) and any(mark in source for mark in "\n=;"):
        return Model(source, parameters)
    given = cast(object, source)
    if isinstance(given, bytes) and any(mark in given for mark in b"\n=;"):
        raise TypeError("`source` must be a text or a path, not bytes: source.decode()")
    try:
        path = os.fspath(source)
    except TypeError:
        raise TypeError(f"`source` must be the text of a model or a path, not {type(source).__name__}") from None
    try:
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
    except FileNotFoundError:
        raise FileNotFoundError(f"there is no file `{os.fsdecode(path)}` (and a text of a model has an `=`)") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"`{os.fsdecode(path)}` is not a text in UTF-8: {error}") from None
    return Model(text, parameters, os.fsdecode(path))
