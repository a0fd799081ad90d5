# SPDX-License-Identifier: Apache-2.0
"""Pictures: with matplotlib, and as SVG by the library itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import _core

if TYPE_CHECKING:
    from ._result import Result

MOST_CURVES = 6  # of a picture that nobody asked for by name
MOST_PLACES = 500  # pairs of points of a curve in a picture as text


def usual(result: "Result") -> "list[str]":
    """Columns that are no derivatives, or all where there are no others."""
    plain = [name for name in result.names if not name.endswith("'") and not name.startswith("der(")]
    return (plain or result.names)[:MOST_CURVES]


def _chosen(result: "Result", columns: Sequence[str], x: "str | None") -> "tuple[str, list[str]]":
    across = result.independent if x is None else x
    for name in (across, *columns):
        result._place(name)
    return across, list(columns) or [name for name in usual(result) if name != across]


def plot(result: "Result", columns: Sequence[str], x: "str | None", ax: Any) -> Any:
    across, names = _chosen(result, columns, x)
    if ax is None:
        import matplotlib.pyplot as pyplot

        _, ax = pyplot.subplots()
    for name in names:
        ax.plot(result[across], result[name], label=name)
    ax.set_xlabel(across)
    if len(names) == 1:
        ax.set_ylabel(names[0])
    else:
        ax.legend()
    if result.model is not None and result.model.title:
        ax.set_title(result.model.title)
    return ax


def _fewer(table: np.ndarray) -> np.ndarray:
    """Rows of which a picture looks the same: of every piece the least and the greatest of each column."""
    if len(table) <= 2 * MOST_PLACES:
        return table
    bounds = np.linspace(0, len(table), MOST_PLACES + 1).astype(int)
    keep = {0, len(table) - 1}
    for begin, end in zip(bounds[:-1], bounds[1:]):
        piece = np.nan_to_num(table[begin:end])
        keep.update((begin + piece.argmin(axis=0)).tolist(), (begin + piece.argmax(axis=0)).tolist())
    return table[sorted(keep)]


def svg(result: "Result", columns: Sequence[str], x: "str | None" = None, title: str = "") -> str:
    if not isinstance(title, str):
        raise TypeError(f"`title=` must be a text, not {type(title).__name__}")
    across, names = _chosen(result, columns, x)
    wanted = [across, *(name for name in names if name != across)]
    places = [result._place(name) for name in wanted]
    return _core.svg(wanted, _fewer(result.table[:, places]), across, names, title)
