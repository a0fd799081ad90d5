# SPDX-License-Identifier: Apache-2.0
"""Events of a function that is called: sign changes between ten places of every step."""
from __future__ import annotations

from typing import List, NamedTuple, Optional, Tuple

import numpy as np

from ._arguments import Watched, event_value
from ._pieces import Pieces


class Crossing(NamedTuple):
    event: int
    t: float
    y: np.ndarray


class Search:
    """Looks for sign changes of event functions on the pieces of a solution, ten places a piece."""

    PLACES = np.linspace(0, 1, 11)[1:]

    def __init__(self, watched: List[Watched], pieces: Pieces) -> None:
        self.watched, self.pieces = watched, pieces
        self.done = 0  # pieces
        self.last: List[Tuple[float, float]] = []  # where each function was last seen not to vanish, and its value
        self.found: List[Crossing] = []
        self.counts = [0]*len(watched)
        self.end: Optional[Tuple[int, float]] = None
        for number in range(len(watched)):
            t = pieces.t_first
            self.last.append((t, self.value(number, t, pieces.first)))

    def value(self, number: int, t: float, y: np.ndarray) -> float:
        return event_value(number, t, self.watched[number].function(t, y))

    def go_on(self) -> None:
        while self.done < self.pieces.count and self.end is None:
            self.look(self.done)
            self.done += 1

    def close(self) -> None:
        """What vanishes exactly where the run has ended, and did not before, has happened there."""
        if self.end is not None or not self.done:
            return
        t = self.pieces.step(self.done - 1)[1]
        places = []
        for number, (before, sign) in enumerate(self.last):
            if before != t and self.counts_here(number, sign) and self.value(number, t, self.pieces(t)) == 0:
                places.append((self.root(number, before, t, sign), number))
        self.note(places)

    def look(self, piece: int) -> None:
        a, b = self.pieces.step(piece)
        t = a + (b - a)*self.PLACES
        t[-1] = b
        y = self.pieces.value(piece, t)
        self.note([(place, number) for number in range(len(self.watched)) for place in self.crossings(number, t, y)])

    def note(self, places: List[Tuple[float, int]]) -> None:
        found = []
        for place, number in sorted(places, key=lambda one: abs(one[0] - self.pieces.t_first)):
            found.append(Crossing(number, place, self.pieces(place)))
            self.counts[number] += 1
            if self.counts[number] == self.watched[number].terminal:
                self.end = number, place
                break
        self.found += found  # at once: Ctrl-C may come anywhere

    def counts_here(self, number: int, sign: float) -> bool:
        """Whether a change from this sign is one that is asked for."""
        return sign != 0 and self.watched[number].direction in (0, -1 if sign > 0 else 1)

    def crossings(self, number: int, t: np.ndarray, y: np.ndarray) -> List[float]:
        places = []
        for k in range(len(t)):
            value = self.value(number, float(t[k]), y[:, k].copy())
            if value == 0:
                continue
            before, sign = self.last[number]
            if sign*value < 0 and self.counts_here(number, sign):
                places.append(self.root(number, before, float(t[k]), sign))
            self.last[number] = float(t[k]), value
        return places

    def root(self, number: int, a: float, b: float, sign: float) -> float:
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
