# SPDX-License-Identifier: Apache-2.0
"""A bar that tells how far a run is: on a terminal one line, in a notebook one element, elsewhere nothing."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional


class _NoBar:
    """For those who do not ask, or ask with a function of their own."""

    def __init__(self, tell: Optional[Callable[[float], Any]] = None) -> None:
        self._tell = tell

    def __enter__(self) -> Optional[Callable[[float], Any]]:
        return self._tell

    def __exit__(self, *_: Any) -> None:
        pass


class _Bar:
    width = 40

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._shown = False

    def _left(self, fraction: float) -> str:
        """How long it has taken, and how long it will take if it goes on like that."""
        taken = time.monotonic() - self._began
        left = f", {taken * (1 - fraction) / fraction:.0f} s left" if 0.01 < fraction < 1 else ""
        return f"{taken:.1f} s{left}"

    def __enter__(self) -> Callable[[float], None]:
        return self._tell

    def _tell(self, fraction: float) -> None:
        self._shown = True
        self.show(min(max(fraction, 0.0), 1.0))

    def __exit__(self, *_: Any) -> None:
        if self._shown:
            self.close()

    def show(self, fraction: float) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError


class _TerminalBar(_Bar):
    def show(self, fraction: float) -> None:
        full = int(self.width * fraction)
        sys.stderr.write(f"\r{100 * fraction:3.0f} % [{'#' * full}{'.' * (self.width - full)}] {self._left(fraction)}\x1b[K")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r\x1b[K")  # what is left on the screen is what the user prints
        sys.stderr.flush()


class _NotebookBar(_Bar):
    def __init__(self, display: Any) -> None:
        super().__init__()
        self._display = display
        self._handle: Any = None

    def _show_html(self, html: str) -> None:
        data = {"text/html": html, "text/plain": ""}
        if self._handle is None:
            self._handle = self._display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)

    def show(self, fraction: float) -> None:
        self._show_html(f'<progress value="{fraction:.3f}" max="1"></progress> {self._left(fraction)}')

    def close(self) -> None:
        self._show_html("")


def _notebook_display() -> Any:
    """How a notebook shows things; None elsewhere. IPython is never imported by us."""
    ipython = sys.modules.get("IPython")
    if ipython is None:
        return None
    shell = ipython.get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    return display


def bar(progress: Any) -> Any:
    """The bar for `progress=`: True, False, or a function that is told the fraction done."""
    if progress is None or progress is False:
        return _NoBar()
    if callable(progress):
        return _NoBar(progress)
    if progress is not True:
        raise TypeError(f"`progress=` must be True, False or a function, not {type(progress).__name__}")
    display = _notebook_display()
    if display is not None:
        return _NotebookBar(display)
    return _TerminalBar() if sys.stderr is not None and sys.stderr.isatty() else _NoBar()
