# SPDX-License-Identifier: Apache-2.0
"""What SciPy's users do with results and functions that are called, or traced from odd ones."""
import os
import signal
import threading
import time
from contextlib import nullcontext

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


# ---- what lies between steps costs the run nothing

@pytest.mark.parametrize("method", ["auto", "RK45", "RK23", "DOP853", "Radau", "rkf45"])
@pytest.mark.parametrize("span", [(0, 20), (20, -3)])
def test_events_and_values_between_steps_change_no_bit_of_a_run(method, span):
    plain = iv.solve_ivp(swing, span, [1, 0], method, rtol=1e-6)
    watched = iv.solve_ivp(swing, span, [1, 0], method, events=lambda t, y: y[0], dense_output=True, rtol=1e-6)
    assert np.array_equal(plain.t, watched.t) and np.array_equal(plain.y, watched.y)
    assert np.array_equal(watched.sol(watched.t), watched.y) and watched.status == plain.status == 0
    places = np.linspace(*span, 57)
    at = [iv.solve_ivp(swing, span, [1, 0], method, t_eval=places, rtol=1e-6, **more) for more in ({}, {"events": lambda t, y: y[0]})]
    assert np.array_equal(at[0].y, at[1].y) and np.array_equal(at[0].t, places)
    assert at[1].sol is None


def test_a_zero_where_a_step_ends_is_one_event():
    ramp = lambda t, y: [1.0 + 0.0*float(y[0])]  # noqa: E731
    for zeros in ([0.5], [0.25, 0.5, 0.75], [1.0], [0.5, 1.0]):
        event = lambda t, y, zeros=zeros: float(np.prod([y[0] - z for z in zeros]))  # noqa: E731
        s = iv.solve_ivp(ramp, (0, 1), [0.0], events=event, step=0.25)
        assert len(s.t) == 5 and np.allclose(s.t_events[0], zeros, rtol=0, atol=1e-15)
    touching = iv.solve_ivp(ramp, (0, 1), [0.0], events=lambda t, y: (y[0] - 0.5)**2, step=0.25)
    assert len(touching.t_events[0]) == 0


def test_rows_that_are_asked_for_are_those_of_a_plain_run():
    s = iv.solve_ivp(swing, (0, 5), [1, 0], dense_output=True, every=0.5)
    assert np.array_equal(s.t, np.arange(0, 5.5, 0.5)) and np.abs(s.y[0] - np.cos(s.t)).max() < 1e-7
    assert np.abs(s.sol(np.linspace(0, 5, 99))[0] - np.cos(np.linspace(0, 5, 99))).max() < 1e-7


def test_slopes_of_an_implicit_equation_stay_on_their_branch():
    # y' is 20 t or 20 t - 10: the one that is given at the start, at every row.
    def two(t, y, yp):
        return [float((yp[0] - 20*t)*(yp[0] - 20*t + 10))]

    for first in (0, -10):
        for more in ({}, {"t_eval": np.linspace(0, 1, 5)}, {"dense_output": True}, {"method": "Radau"}):
            s = iv.solve_dae(two, (0, 1), [0.0], [first], **more)
            assert not s.traced and np.allclose(s.yp[0], 20*s.t + first, rtol=0, atol=1e-9)
            assert np.abs(s.y[0] - 10*s.t**2 - first*s.t).max() < 1e-7


# ---- what functions return, and what they do to their arguments

traced_swing = lambda t, y: [y[1], -y[0]]  # noqa: E731


@pytest.mark.parametrize("fun", [swing, traced_swing])
def test_an_event_is_a_number_that_changes_its_sign(fun):
    for event, said in [(lambda t, y: y[0] > 0, "changes its sign, and returned True"),
                        (lambda t, y: np.nan, "returned nan at t = 0.0"),
                        (lambda t, y: None, "must return one number"), (lambda t, y: y, "must return one number"),
                        (lambda t, y: 1j*y[0], "must return one number")]:
        with pytest.raises(ValueError, match=said):
            iv.solve_ivp(fun, (0, 10), [1, 0], events=[lambda t, y: y[1], event])
    with pytest.raises(ValueError, match=r"number 0 returned nan at t = [1-9]"):
        iv.solve_ivp(swing, (0, 10), [1, 0], events=lambda t, y: np.nan if t > 3 else 1.0)
    with pytest.raises(ValueError, match="changes its sign, and returned"):
        iv.model("var y; y' = -y; start y = 1; solve to 1").solve(events=lambda t, y: y[0] > 0.5)


def test_traced_events_are_compared_with_their_functions():
    def looks_at_types(t, y):
        return y[0] if y.dtype == float else y[0] - 0.5

    def jumps(t, y, yp):
        return yp[0] if y.dtype == float else yp[0] - 0.5

    for trace in (True, False):
        what = pytest.raises(iv.TraceError, match="`events` gives .* for number 1 at t = 0.0") if trace else nullcontext()
        with what:
            s = iv.solve_ivp(traced_swing, (0, 4), [1, 0], events=[lambda t, y: y[1], looks_at_types], trace=trace)
            assert np.allclose(s.t_events[1], [np.pi/2], rtol=0, atol=1e-8)
    with pytest.raises(iv.TraceError, match="`events` gives .* for number 0 at t = "):
        iv.solve_dae(lambda t, y, yp: [yp[0] - y[1], yp[1] + y[0]], (0, 4), [1, 0], [0, -1], events=jumps)


def test_masked_numbers_are_no_numbers():
    with pytest.raises(ValueError, match="`fun` must return 2 numbers, and returned masked ones"):
        iv.solve_ivp(lambda t, y: np.ma.array([float(y[1]), 1.0], mask=[0, 1]), (0, 1), [1, 0])
    s = iv.solve_ivp(lambda t, y: np.ma.array([float(y[1]), -y[0]]), (0, 1), [1, 0])
    assert s.y[0, -1] == pytest.approx(np.cos(1), abs=1e-8)


def test_functions_may_write_into_their_arguments():
    def ode(t, y):
        slope = [float(y[1]), -float(y[0])]
        y[:] = 99
        return slope

    def dae(t, y, yp):
        left = [yp[0] - y[1], float(yp[1]) + y[0]]
        y[:] = yp[:] = 99
        return left

    def event(t, y):
        value = float(y[0])
        y[:] = 99
        return value

    for s in (iv.solve_ivp(ode, (0, 4), [1, 0], dense_output=True, events=event),
              iv.solve_dae(dae, (0, 4), [1, 0], [0, -1], dense_output=True, events=event)):
        assert not s.traced and np.abs(s.y - [np.cos(s.t), -np.sin(s.t)]).max() < 1e-7
        assert np.allclose(s.t_events[0], [np.pi/2], rtol=0, atol=1e-7)
        assert np.abs(s.sol(1.5) - [np.cos(1.5), -np.sin(1.5)]).max() < 1e-7


def test_an_input_returns_as_many_numbers_as_it_said():
    m = iv.model("input u; var x; x' = u - x; start x = 0; solve to 1")
    with pytest.raises(ValueError, match="`u=` must return 1 number, and returned 2"):
        m.solve(inputs={"u": lambda t: [1.0, 2.0]})
    with pytest.raises(ValueError, match="`u=` must return 2 numbers, and returned 3"):
        m.solve(inputs={"u": (lambda t: [1.0, 0.0, 0.0], 1)})
    assert m.solve(inputs={"u": (lambda t: (1.0, 0.0), 1)})["x"][-1] == pytest.approx(1 - np.exp(-1), abs=1e-8)


# ---- Ctrl-C with functions that take long

def _busy(seconds):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def slow_swing(t, y):
    _busy(0.002)
    return [y[1], -float(y[0])]


def slow_implicit(t, y, yp):
    _busy(0.0005)
    return [yp[0] - y[1], yp[1] + float(y[0])]


def slow_traced(t, y):
    _busy(0.002)
    return [y[1], -y[0]]


CALLS = {
    "plainly": lambda: iv.solve_ivp(slow_swing, (0, 1e5), [1, 0]),
    "dense output": lambda: iv.solve_ivp(slow_swing, (0, 1e5), [1, 0], dense_output=True),
    "events": lambda: iv.solve_ivp(slow_swing, (0, 1e5), [1, 0], events=[lambda t, y: y[0], lambda t, y: y[1]]),
    "slow events": lambda: iv.solve_ivp(swing, (0, 1e5), [1, 0], events=lambda t, y: (_busy(0.002), y[0])[1]),
    "places": lambda: iv.solve_ivp(slow_swing, (0, 1e5), [1, 0], t_eval=np.arange(0, 1e3, 0.1), events=lambda t, y: y[0]),
    "many steps": lambda: iv.solve_ivp(swing, (0, 1e5), [1, 0], "RK23", dense_output=True),
    "implicit": lambda: iv.solve_dae(slow_implicit, (0, 1e5), [1, 0], [0, -1], dense_output=True),
    "traced": lambda: iv.solve_ivp(slow_traced, (0, 1e7), [1, 0], every=1.0),
}


@pytest.mark.skipif("INVOLUTE_SANITIZED" in os.environ, reason="everything takes longer there")
@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_leaves_little_to_do_however_slow_functions_are(name):
    pressed = []

    def press():
        pressed.append(time.process_time())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(1.0, press)
    timer.start()
    s = CALLS[name]()
    left = time.process_time() - pressed[0]
    timer.join()
    assert left < 0.15, f"{left:.3f} s"  # 0.2 s are promised
    assert s.status == -1 and "interrupted" in s.message
    assert len(s.t) > 0 and np.abs(s.y[0] - np.cos(s.t)).max() < 1e-4
    if s.sol is not None:
        assert np.abs(s.sol(s.t) - s.y).max() == 0
