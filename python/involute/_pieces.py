# SPDX-License-Identifier: Apache-2.0
"""The solution of a function that is called, between the steps of its run."""
from __future__ import annotations

from typing import Any, Tuple

import numpy as np

from ._arguments import within


class Pieces:
    """A polynomial of degree nine for each step, through five points with their slopes. At the ends of steps, where the
    run was, it has the run's own numbers."""

    def __init__(self, t0: float, y0: np.ndarray) -> None:
        self.count = 0
        self.end = t0  # of what is known; within the last step where an event has cut it
        room, size = 32, len(y0)
        self._ends = np.empty(room)
        self._at_ends = np.empty((room, size))
        self._nodes = np.empty((room, 10))
        self._coefficients = np.empty((room, size, 10))  # of Newton's form
        self._ends[0], self._at_ends[0] = t0, y0

    @property
    def ends(self) -> np.ndarray:
        """Where steps begin and end."""
        return self._ends[:self.count + 1]

    @property
    def first(self) -> np.ndarray:
        return self._at_ends[0]

    @property
    def t_first(self) -> float:
        return float(self._ends[0])

    @property
    def t_min(self) -> float:
        return float(min(self._ends[0], self.end))

    @property
    def t_max(self) -> float:
        return float(max(self._ends[0], self.end))

    def add(self, t: np.ndarray, y: np.ndarray, slope: np.ndarray) -> None:
        """A step by its five points: y and slope have a row a point. It counts when all of it is there: Ctrl-C may come
        anywhere."""
        k = self.count
        for name in ("_ends", "_at_ends", "_nodes", "_coefficients"):
            old = getattr(self, name)
            if len(old) < k + 2:
                new = np.empty((2*len(old),) + old.shape[1:])
                new[:len(old)] = old
                setattr(self, name, new)
        twice, length = np.repeat(t, 2), t[-1] - t[0]
        twice = (twice - t[0])/length
        table = np.repeat(y.T, 2, axis=1)
        self._coefficients[k, :, 0] = table[:, 0]
        for order in range(1, len(twice)):
            gap = twice[order:] - twice[:-order]
            with np.errstate(all="ignore"):
                table = (table[:, 1:] - table[:, :-1])/gap
            if order == 1:
                table[:, 0::2] = slope.T*length
            self._coefficients[k, :, order] = table[:, 0]
        self._nodes[k] = twice
        self._ends[k + 1], self._at_ends[k + 1] = t[-1], y[-1]
        self.count, self.end = k + 1, float(t[-1])

    def keep(self, count: int) -> None:
        """Forgets the steps after the first ones."""
        self.count, self.end = count, float(self._ends[count])

    def cut(self, end: float) -> None:
        """Forgets what comes after."""
        while self.count > 1 and abs(self._ends[self.count - 1] - self._ends[0]) >= abs(end - self._ends[0]):
            self.count -= 1
        self.end = end

    def step(self, piece: int) -> Tuple[float, float]:
        return float(self._ends[piece]), float(self._ends[piece + 1])

    def value(self, piece: int, t: Any) -> np.ndarray:
        """On one of them: a column for each t."""
        places = np.atleast_1d(np.asarray(t, dtype=float))
        values = self._values(np.full(places.shape, piece), places)
        return values if np.ndim(t) else values[:, 0]

    def _values(self, which: np.ndarray, t: np.ndarray) -> np.ndarray:
        a, b = self._ends[which], self._ends[which + 1]
        s = (t - a)/(b - a)
        values = self._coefficients[which, :, -1]
        for k in range(self._nodes.shape[1] - 2, -1, -1):
            values = values*(s - self._nodes[which, k])[:, None] + self._coefficients[which, :, k]
        for ends in (which, which + 1):
            met = t == self._ends[ends]
            values[met] = self._at_ends[ends[met]]
        return values.T

    def __call__(self, t: Any) -> np.ndarray:
        """y at t, a number or an array, as SciPy's `sol` gives it."""
        places = within(t, self.t_min, self.t_max)
        if not self.count:
            return np.multiply.outer(self.first, np.ones_like(places))
        inner, flat = self.ends[1:-1], places.ravel()
        forwards = self._ends[self.count] > self._ends[0]
        which = np.searchsorted(inner, flat) if forwards else len(inner) - np.searchsorted(inner[::-1], flat)
        return self._values(which, flat).reshape((len(self.first),) + places.shape)

    def __getstate__(self) -> Any:
        """Without the room for more."""
        count = max(self.count, 1)
        return {**self.__dict__, "_ends": self._ends[:count + 1], "_at_ends": self._at_ends[:count + 1],
                "_nodes": self._nodes[:count], "_coefficients": self._coefficients[:count]}
