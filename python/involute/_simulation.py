# SPDX-License-Identifier: Apache-2.0
"""A run that is held in the hand."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Sequence

from . import _core, _options
from ._progress import bar
from ._result import Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._model import Model, Progress, Start
    from ._options import Numbers, Options


class Moved(NamedTuple):
    """A value that had to change when a parameter was set; not a number after: the equations do not have it any more."""

    name: str
    before: float
    after: float


class Simulation:
    """Completed and compiled once, then stepped, asked, changed and run as often as wanted.

    >>> import involute as iv
    >>> m = iv.Model("var x; x'' = -x; start x = 1, x' = 0; solve to 10")
    >>> sim = m.simulation(rtol=1e-10)
    >>> sim.advance_to(3)
    'finished'
    >>> round(sim["x"], 8)        # cos 3
    -0.9899925
    >>> s = sim.run(to=4)         # rows from here on; sim stays where it is
    >>> s.t[0], s.t[-1], sim.t
    (3.0, 4.0, 3.0)

    How a call ended is what it returns, in one word, with `reason` in words: events, singular points, limits. One
    thread at a time may use a simulation; `clone()` gives each thread its own. Pickled and copied, it stands where it
    stood and goes on with the same bits.
    """

    __slots__ = ("_core", "_model", "_functions", "__weakref__")

    def __init__(self, core: Any, model: "Model | None" = None, functions: "Mapping[str, Any] | None" = None) -> None:
        self._core = core
        self._model = model
        self._functions = dict(functions or {})  # inputs that are not data

    @property
    def model(self) -> "Model | None":
        """The model it was made of; None where it was loaded from a file."""
        return self._model

    # ---- where it stands

    @property
    def t(self) -> float:
        """The parameter where it stands: the independent variable, or along a curve the arclength from the start."""
        return self._core.parameter

    @property
    def t_before(self) -> float:
        """Where the last step began."""
        return self._core.parameter_before

    @property
    def code(self) -> str:
        """How the last call ended; "complete": it stands at its start."""
        return self._core.outcome

    @property
    def reason(self) -> str:
        """The same in words; empty where it did what was asked."""
        return self._core.reason

    @property
    def notices(self) -> "list[str]":
        """What to know of the way so far."""
        return self._core.notices

    @property
    def names(self) -> "list[str]":
        """Of the columns that `run` returns; none where there is no start."""
        return self._core.names

    @property
    def moved(self) -> "list[Moved]":
        """Values that the last `set` on the way had to change."""
        return [Moved(*one) for one in self._core.moved]

    @property
    def statistics(self) -> "dict[str, Any]":
        """Steps since the start, taken and tried in vain."""
        return {name: self._core.statistics[name] for name in ("steps", "rejected")}

    def __getitem__(self, name: str) -> float:
        """An unknown with its derivatives, or any expression of them, where it stands."""
        if not isinstance(name, str):
            raise TypeError(f"`name` must be a text such as \"x'\", not {type(name).__name__}")
        return self._core.value(name)

    def at(self, t: float, name: str) -> float:
        """The same within the last step."""
        return self._core.at(_options.number(t, "t"), _options.text(name, "name"))

    # ---- what moves it

    def start(self, values: "Start | None" = None) -> "Simulation":
        """Back to the start: that of the model, or with these values in place of the model's."""
        self._core.start(None if values is None else _options.start_text(values))
        return self

    def set(self, values: "Mapping[str, float] | None" = None, /, **more: float) -> "Simulation":
        """Tunable parameters take these values from here on; `moved` tells what that changed.

        >>> import involute as iv
        >>> m = iv.Model("param k = 1; var y; y' = -k*y; start y = 1; solve to 1")
        >>> sim = m.simulation(tunable=["k"])
        >>> sim.set(k=3)["y'"]
        -3.0
        """
        if values is not None and not isinstance(values, Mapping):
            raise TypeError(f"`values` must be a dict, not {type(values).__name__}")
        self._core.set({**(values or {}), **more})
        return self

    def set_options(self, **options: "Unpack[Options]") -> "Simulation":
        """From here on with these options, and the defaults of all others."""
        self._core.set_options(_options.arguments(options, self._model.unknowns if self._model else ()))
        return self

    def step(self) -> str:
        """One step on the way to where options or the model say."""
        return self._core.step()

    def advance_to(self, t: float) -> str:
        """To this value of the parameter, in either direction."""
        return self._core.advance_to(_options.number(t, "t"))

    def advance_to_event(self) -> str:
        """To the next event, with `stop` or not; "finished": none came."""
        return self._core.advance_to_event()

    def run(
        self,
        to: "float | None" = None,
        *,
        length: "float | None" = None,
        t_eval: "Numbers | None" = None,
        points: "int | None" = None,
        every: "float | None" = None,
        only_end: "bool | None" = None,
        dense_output: bool = False,
        progress: "Progress" = False,
    ) -> Result:
        """Rows from where it stands, as `Model.solve` makes them from a start; the simulation stays there."""
        asked = {"to": to, "length": length, "t_eval": _options.places(t_eval), "points": points, "every": every, "only_end": only_end}
        asked["dense_output"] = _options.flag(dense_output, "dense_output")
        with bar(progress) as tell:
            run = self._core.run(asked, tell)
        return Result(run, self._model)._warned()

    # ---- copies of it

    def clone(self) -> "Simulation":
        """Another one that stands where this one stands and goes on with the same bits, for a thread of its own."""
        return Simulation(self._core.clone(), self._model, self._functions)

    def save(self, path: "str | os.PathLike[str] | None" = None) -> bytes:
        """All that later steps depend on, as bytes, and in a file if one is named. Of inputs, numbers and tables are in it;
        functions are given to `load` again."""
        saved = self._core.save()
        if path is not None:
            with open(path, "wb") as file:
                file.write(saved)
        return saved

    @staticmethod
    def load(source: "bytes | str | os.PathLike[str]", *, inputs: "Mapping[str, Any] | None" = None) -> "Simulation":
        """Stands where the saved one stood: from bytes, or from a file. inputs: those that were functions, the same ones.

        >>> import involute as iv
        >>> sim = iv.Model("var y; y' = y; start y = 1; solve to 9").simulation()
        >>> sim.advance_to(2)
        'finished'
        >>> other = iv.Simulation.load(sim.save())
        >>> other.advance_to(3) == sim.advance_to(3), other["y"] == sim["y"]
        (True, True)
        """
        if not isinstance(source, bytes):
            try:
                path = os.fspath(source)
            except TypeError:
                raise TypeError(f"`source` must be bytes or a path, not {type(source).__name__}") from None
            with open(path, "rb") as file:
                source = file.read()
        if inputs is not None and not isinstance(inputs, Mapping):
            raise TypeError(f"`inputs=` must be a dict, not {type(inputs).__name__}")
        functions = dict(inputs or {})
        return Simulation(_core.Simulation.load(source, functions), None, functions)

    def __copy__(self) -> "Simulation":
        return self.clone()

    def __deepcopy__(self, memo: Any) -> "Simulation":
        return self.clone()

    def __reduce__(self):
        return _restored, (self._core.save(), self._model, self._functions)

    def __repr__(self) -> str:
        return f"<involute.Simulation at {self.t!r}: {self.code}>"


def _restored(saved: bytes, model: "Model | None", functions: "Mapping[str, Any]") -> Simulation:
    return Simulation(_core.Simulation.load(saved, dict(functions)), model, functions)
