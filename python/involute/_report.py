# SPDX-License-Identifier: Apache-2.0
"""A run as one page, shown in a notebook or saved: plots, what the model draws, residuals of every equation."""

from __future__ import annotations

import html
import os
import pathlib
from typing import TYPE_CHECKING, Any, Mapping

from . import _core, _options

if TYPE_CHECKING:
    from ._model import Model

_OF_THE_SYSTEM = ("start", "inputs", "events", "sections")


class Report:
    """A page that needs no network: notebooks show it, `save` writes it, `str` is its HTML.

    >>> import involute as iv
    >>> page = iv.Model("var x; x'' = -x; start x = 1, x' = 0; solve to 1").report()
    >>> str(page).startswith("<!DOCTYPE html>")
    True
    """

    __slots__ = ("_text", "_height")

    def __init__(self, text: str, height: int) -> None:
        self._text = text
        self._height = height

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes the page."""
        pathlib.Path(path).write_text(self._text, encoding="utf-8")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<involute.Report: {len(self._text)} characters of HTML>"

    def _repr_html_(self) -> str:
        """The page in a frame that can run its own script and do nothing to the notebook."""
        return (
            f'<iframe sandbox="allow-scripts allow-downloads" title="report of a run" width="100%" height="{self._height}" '
            f'style="border:0" srcdoc="{html.escape(self._text)}"></iframe>'
        )


def report(model: "Model | None", request: "Mapping[str, Any] | None", all_rows: bool, motion_only: bool) -> Report:
    """The run that was asked for, made again: the same numbers, and what a page needs beside them."""
    if model is None or request is None:
        raise TypeError("only what was solved from a model has a report")
    of_system = {name: request.get(name) for name in _OF_THE_SYSTEM}
    options = {name: value for name, value in request.items() if name not in _OF_THE_SYSTEM and name != "dense_output"}
    text = _core.report(model._asked(**of_system), options, _options.flag(all_rows, "all_rows"), motion_only)
    return Report(text, 620 if motion_only else 1000)
