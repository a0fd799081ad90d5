# SPDX-License-Identifier: Apache-2.0
"""What SciPy's users do with results and functions that are called, or traced from odd ones."""
import os
import signal
import threading
import time

import numpy as np
import pytest

import involute as iv


def swing(t, y):
    return [y[1], -float(y[0])]  # a float: it cannot be traced


def test_values_between_steps_are_those_of_the_solution_however_many_steps_there_are():
    s = iv.solve_ivp(swing, [0, 60], [1, 0], dense_output=True, rtol=1e-10, atol=1e-12)
    assert len(s.t) > 200 and not s.traced  # the steps are made again in several parts
    t = np.linspace(0, 60, 3001)
    assert np.abs(s.sol(t) - [np.cos(t), -np.sin(t)]).max() < 1e-9
    assert np.array_equal(s.sol(s.t), s.y)


@pytest.mark.skipif("INVOLUTE_SANITIZED" in os.environ, reason="everything takes longer there")
def test_ctrl_c_ends_a_run_with_dense_output_as_soon_as_any_other():
    pressed = []

    def press():
        pressed.append(time.process_time())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(0.5, press)
    timer.start()
    s = iv.solve_ivp(swing, [0, 1e9], [1, 0], dense_output=True, events=lambda t, y: y[0])
    # In time of the processor: what is left to do when the key is pressed, on a machine however busy.
    assert time.process_time() - pressed[0] < 0.2
    timer.join()
    assert s.status == -1 and "interrupted" in s.message
    assert len(s.t) > 10 and abs(s.y[0, -1] - np.cos(s.t[-1])) < 1e-6 and len(s.t_events[0]) > 0


def test_limits_are_those_of_the_whole_run():
    s = iv.solve_ivp(swing, [0, 1e6], [1, 0], dense_output=True, max_steps=100)
    assert len(s.t) == 101 and s.status == -1 and s.message.startswith("100 steps were used up at t = ")
    s = iv.solve_ivp(swing, [0, 1e9], [1, 0], dense_output=True, max_seconds=0.3)
    assert s.t[-1] < 1e6 and s.message.startswith("0.3 seconds were used up at t = ")
    with pytest.raises(TypeError, match="max_steps"):
        iv.solve_ivp(swing, [0, 1], [1, 0], dense_output=True, max_steps="ten")


def test_progress_is_that_of_the_whole_run():
    told = []
    iv.solve_ivp(swing, [0, 300], [1, 0], dense_output=True, progress=told.append)
    assert told == sorted(told) and told[-1] == 1


@pytest.mark.parametrize("trace", [True, False])
def test_arrays_belong_to_the_caller(trace):
    s = iv.solve_ivp(lambda t, y: -y, [0, 1], [1.0, 2.0], trace=trace)
    s.t *= 1000
    s.y[0] = 0
    assert s.t[-1] == 1000 and "\n" not in s.message


def test_printing_a_result_takes_a_screen():
    s = iv.solve_ivp(swing, [0, 100], [1, 0])
    assert len(s.t) > 300 and len(repr(s).splitlines()) < 40 and "success: True" in repr(s)


def test_a_function_that_looks_at_types_is_compared_at_the_start_too():
    def odd(t, y):
        return -y if y.dtype == float else y

    for places in (None, [0.5], []):
        with pytest.raises(iv.TraceError, match="for component 0 at t = 0.0"):
            iv.solve_ivp(odd, [0, 1], [1.0], t_eval=places)
    assert iv.solve_ivp(odd, [0, 1], [1.0], trace=False).y[0, -1] == pytest.approx(np.exp(-1), abs=1e-8)


def test_numpys_names_of_numbers_can_be_traced():
    def typed(t, y):
        d = np.zeros(2, dtype=np.float64)
        d[:] = np.asarray(y, dtype=np.float64).astype(float)[::-1]*[np.float64(1), -1]
        return d.astype(np.float64)

    s = iv.solve_ivp(typed, [0, 1], [1, 0])
    assert s.traced, s.why_not
    assert s.y[0, -1] == pytest.approx(np.cos(1), abs=1e-8)
    coarse = iv.solve_ivp(lambda t, y: (-y).astype(np.float32), [0, 1], [1.0], rtol=1e-3)
    assert not coarse.traced and coarse.y[0, -1] == pytest.approx(np.exp(-1), abs=1e-4)
