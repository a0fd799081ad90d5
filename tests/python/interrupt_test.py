# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, progress, and signals: a run ends soon and returns what was computed."""

import signal
import threading
import time
import warnings

import numpy as np
import pytest

import involute as iv
from involute import _core, _progress

LONG = iv.Model("var x, v; x' = v; v' = -x; start x = 1, v = 0; solve to 1e9")
LATEST = 0.2  # seconds from the key to the prompt


class Key:
    """Ctrl-C, so many seconds from now."""

    def __init__(self, after=0.3):
        self.pressed = None

        def press():
            self.pressed = time.monotonic()
            signal.raise_signal(signal.SIGINT)

        self._timer = threading.Timer(after, press)
        self._timer.start()

    def taken(self):
        taken = time.monotonic() - self.pressed
        self._timer.join()
        return taken


def test_a_run_returns_what_was_computed():
    key = Key()
    s = LONG.solve(only_end=True)
    assert key.taken() < LATEST
    assert s.code == "interrupted" and s.status == -1 and not s.success
    assert s.t[-1] > 0


def test_rows_are_kept_and_right():
    key = Key()
    s = LONG.solve(every=10)
    assert key.taken() < LATEST and s.code == "interrupted" and len(s) > 10
    assert abs(s["x"][5] - np.cos(50.0)) < 1e-5


def test_a_simulation_stops_where_it_stands():
    sim = LONG.simulation()
    key = Key()
    assert sim.advance_to(1e9) == "interrupted"
    assert key.taken() < LATEST
    t = sim.t
    assert 0 < t < 1e9 and sim.advance_to(t + 1) == "finished"


def test_a_loaded_simulation_hears_it_too():
    sim = iv.Simulation.load(LONG.simulation().save())
    key = Key()
    assert sim.advance_to(1e9) == "interrupted"
    assert key.taken() < LATEST


def test_a_callable_run_hears_it():
    key = Key()
    run = _core.solve_callable(["y"], lambda t, y: -y * np.sin(t), 0.0, [1.0], {"to": 1e6, "every": 0.5})
    assert key.taken() < LATEST
    assert run.code == "interrupted" and len(run.table) > 10 and run.end > 0


def test_a_handler_that_raises_is_heard():
    class Late(Exception):
        pass

    def late(*_):
        raise Late

    before = signal.signal(signal.SIGALRM, late)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(Late):
            LONG.solve(only_end=True)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_other_threads_run_on():
    ended = []
    worker = threading.Thread(target=lambda: ended.append(LONG.solve(to=20000, only_end=True).code))
    worker.start()
    key = Key(0.05)
    LONG.solve(only_end=True)
    assert key.taken() < LATEST + 0.1
    worker.join()
    assert ended == ["finished"]


def test_progress_is_told_in_order():
    told = []
    s = LONG.solve(to=1000, only_end=True, progress=told.append)
    assert s.success and told == sorted(told) and told[-1] == 1


def test_a_function_that_fails_while_told_ends_the_run():
    def fails(fraction):
        raise KeyError("told")

    with pytest.raises(KeyError, match="told"):
        LONG.solve(progress=fails)


class Terminal:
    def __init__(self):
        self.text = ""

    def isatty(self):
        return True

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def test_the_bar_of_a_terminal_fills_and_goes(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    LONG.solve(to=1000, only_end=True, progress=True)
    assert "100 % [" + "#" * 40 + "]" in terminal.text
    assert terminal.text.endswith("\r\x1b[K")


def test_the_bar_of_a_notebook_is_an_element():
    shown = []

    class Handle:
        def update(self, data, raw):
            shown.append(data["text/html"])

    def display(data, raw, display_id):
        shown.append(data["text/html"])
        return Handle()

    with _progress._NotebookBar(display) as tell:
        tell(0.25)
        tell(1.0)
    assert 'value="0.250"' in shown[0] and 'value="1.000"' in shown[1] and shown[2] == ""


def test_notices_are_warnings_at_the_callers_line():
    m = iv.Model("var y; y' = -y; start y = 1; solve to 1")
    with pytest.warns(iv.InvoluteWarning, match="never exceeds") as caught:
        m.solve(atol={"y": 1.0})
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        m.solve()
