# SPDX-License-Identifier: Apache-2.0
"""A solution between its rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core, _options


def _places(t: Any) -> np.ndarray:
    try:
        given = np.asarray(t)
    except (TypeError, ValueError):
        given = np.asarray("no number")
    if given.dtype.kind not in "fiu":
        raise TypeError(f"`t=` must be a number or an array of numbers, not {type(t).__name__}")
    places = given.astype(float, copy=False)
    if np.isnan(places).any():
        raise ValueError("`t=` must be numbers, and one is nan")
    return places


def _in_order(t: Any, name: Any) -> "tuple[Any, Any]":
    return (name, t) if isinstance(t, str) else (t, name)


class Function:
    """The solution at any place it has passed, on the manifold, as accurate as its rows. Threads may ask at once.

    >>> import involute as iv
    >>> import numpy as np
    >>> s = iv.Model("var x; x'' = -x; start x = 1, x' = 0").solve(to=4, dense_output=True, rtol=1e-12, atol=1e-14)
    >>> s.sol(2.0).shape, s.sol(np.linspace(0, 4, 9)).shape
    ((3,), (3, 9))
    >>> abs(s.sol(2.0, "x") - np.cos(2.0)) < 1e-11
    True
    >>> abs(s.sol.derivative(2.0, "x", order=3) - np.sin(2.0)) < 1e-10    # by the equations
    True

    Name and place may come in either order, as C++ has them: s.sol("x", 2.0).
    """

    __slots__ = ("_run", "_range")

    def __init__(self, run: Any) -> None:
        self._run = run
        told = _core.function_range(run)
        if told is None:
            raise ValueError("the run kept no function: solve with `dense_output=True`")
        self._range = told

    @property
    def t_min(self) -> float:
        """The least place it can be asked at."""
        return min(self._range[:2])

    @property
    def t_max(self) -> float:
        """The greatest place it can be asked at."""
        return max(self._range[:2])

    @property
    def along_curve(self) -> bool:
        """Whether t is the arclength from the start."""
        return self._range[2]

    def __call__(self, t: Any, name: Any = None) -> Any:
        """All columns (columns times places, as SciPy has it), or one: a column, a derivative of any order, an expression."""
        t, name = _in_order(t, name)
        places = _places(t)
        if name is not None:
            return self._values(name, places, 0)
        rows = _core.function_rows(self._run, places.ravel())
        return rows[0] if places.ndim == 0 else np.moveaxis(rows.reshape(places.shape + rows.shape[1:]), -1, 0)

    def derivative(self, t: Any, name: Any = None, order: int = 1) -> Any:
        """The derivative that the equations give, not the slope of an interpolant: of all columns, or of what is named."""
        if isinstance(order, bool) or not isinstance(order, (int, np.integer)):
            raise TypeError(f"`order=` must be a whole number, not {type(order).__name__}")
        if not 0 <= order <= 100:
            raise ValueError(f"`order=` must lie between 0 and 100, and is {order}")
        t, name = _in_order(t, name)
        places = _places(t)
        if name is not None:
            return self._values(name, places, int(order))
        return np.array([self._values(one, places, int(order)) for one in self._run.names])

    def all(self, name: str, x: float) -> "list[float]":
        """The values at every passage of x, in order of travel: along a folded curve there may be several."""
        return _core.function_passages(self._run, _options.text(name, "name"), _options.number(x, "x"))

    def _values(self, name: str, places: np.ndarray, order: int) -> Any:
        values = _core.function_values(self._run, _options.text(name, "name"), places.ravel(), order)[:, 0]
        return float(values[0]) if places.ndim == 0 else values.reshape(places.shape)

    def __repr__(self) -> str:
        return f"<involute.Function from {self._range[0]!r} to {self._range[1]!r}>"
