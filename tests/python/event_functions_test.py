# SPDX-License-Identifier: Apache-2.0
"""SciPy's event functions given to a model: read as formulas, found where closed forms say, refused with a way out."""

import math
import pickle

import numpy as np
import pytest

import involute as iv

OSCILLATOR = iv.Model("var x; x'' = -x; start x = 0, x' = 1")  # x = sin t; columns x, x', x''
FALL = iv.Model("var h, v; h' = v; v' = -10; start h = 20, v = 0")  # h = 20 - 5 t^2


def through(t, y):
    return y[0]


def test_functions_are_found_where_the_sine_vanishes():
    def half(t, y):
        return y[0] - 0.5

    half.direction = -1
    s = OSCILLATOR.solve(to=10, rtol=1e-11, atol=1e-12, events=[through, half, "still: x' = 0"])
    assert np.allclose(s.t_events[0], [math.pi, 2*math.pi, 3*math.pi], atol=1e-9, rtol=0)
    assert np.allclose(s.t_events[1], [5*math.pi/6, 17*math.pi/6], atol=1e-9, rtol=0)
    assert np.allclose(s.t_events[2], [math.pi/2, 3*math.pi/2, 5*math.pi/2], atol=1e-9, rtol=0)
    assert [one.name for one in s.crossings] == ["through", "half", "still"]


def test_a_terminal_function_ends_the_run():
    def ground(t, y):
        return y[0]

    ground.terminal = True
    s = FALL.solve(to=10, events=ground)
    assert s.status == 1 and s.code == "event" and s.t[-1] == pytest.approx(2, abs=1e-9)
    assert np.allclose(s.y_events[0][0, :2], [0, -20], atol=1e-7)
    sim = FALL.simulation(to=10, events=[ground])
    assert sim.advance_to_event() == "event" and sim.t == pytest.approx(2, abs=1e-9)


def test_sections_columns_and_time():
    s = FALL.solve(to=2, columns=["v", "h^2"], sections=lambda t, y: y[1] - 100, events=lambda t, y: t - 1.25)
    section, = [one for one in s.crossings if not one.is_event]
    assert np.allclose(section.t, math.sqrt(2), atol=1e-9) and np.allclose(s.t_events[0], 1.25, atol=1e-12)


def test_it_has_the_bits_of_the_text():
    by_text = OSCILLATOR.solve(to=10, events="through: x = 0")
    by_function = OSCILLATOR.solve(to=10, events=through)
    assert np.array_equal(by_text.t_events[0], by_function.t_events[0]) and np.array_equal(by_text.table, by_function.table)


def test_what_is_chosen_is_read_too():
    s = OSCILLATOR.solve(to=6, events=lambda t, y: np.where(y[1] > 0, y[0] - 0.5, -y[0] - 0.5), rtol=1e-10, atol=1e-12)
    # sin t = 1/2, then from 1/2 to -3/2 at the edge; the same a half turn later.
    assert np.allclose(s.t_events[0], [math.pi/6, math.pi/2, 7*math.pi/6, 3*math.pi/2], atol=1e-8)


def test_a_result_with_a_function_that_cannot_be_pickled_can():
    s = pickle.loads(pickle.dumps(OSCILLATOR.solve(to=4, events=lambda t, y: y[0], dense_output=True, rtol=1e-10)))
    assert s.t_events[0] == pytest.approx([math.pi], abs=1e-8) and s.sol(1.0)[0] == pytest.approx(math.sin(1), abs=1e-8)


def with_terminal(count):
    def event(t, y):
        return y[0]

    event.terminal = count
    return event


@pytest.mark.parametrize(
    "call, told",
    [
        (lambda: OSCILLATOR.solve(to=1, events=lambda t, y: 1.0), "1.0 whatever t and y are"),
        (lambda: OSCILLATOR.solve(to=1, events=lambda t, y: y), "returns 3 values"),
        (lambda: OSCILLATOR.solve(to=1, events=lambda t: t), "`events=`: number 0"),
        (lambda: OSCILLATOR.solve(to=1, events=["x = 0", lambda t, y: y[7]]), "`events=`: number 1"),
        (lambda: OSCILLATOR.solve(to=1, events=lambda t, y: 1 if y[0] > 0 else -1), "np.where in place of `if`"),
        (lambda: OSCILLATOR.solve(to=1, events=lambda t, y: np.interp(y[0], [0, 1], [0, 1])), "as a text"),
        (lambda: OSCILLATOR.solve(to=1, events=with_terminal(2)), "advance_to_event"),
        (lambda: OSCILLATOR.solve(to=1, events=with_terminal("yes")), "terminal = 'yes'"),
        (lambda: OSCILLATOR.solve(to=1, sections=with_terminal(True)), "give it as `events=`"),
        (lambda: OSCILLATOR.solve(to=1, events=[through, 3]), "events="),
    ],
)
def test_what_cannot_be_read_says_what_to_do(call, told):
    with pytest.raises((TypeError, ValueError)) as error:
        call()
    assert told in str(error.value)


def test_a_function_that_depends_on_more_than_its_arguments_is_noticed():
    calls = []

    def counting(t, y):
        calls.append(t)
        return y[0] - len(calls)

    with pytest.raises(iv.TraceError, match="counting"):
        OSCILLATOR.solve(to=1, events=counting)


def test_where_there_is_no_way_the_run_says_why():
    s = iv.Model("var x; x' = 1; x = t^2").solve(to=1, events=through)
    assert s.code == "inconsistent"
