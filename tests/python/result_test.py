# SPDX-License-Identifier: Apache-2.0
"""Results: views without copies, SciPy's fields, functions between rows, events, pickles."""

import concurrent.futures
import copy
import multiprocessing
import os
import pickle
import resource

import numpy as np
import pytest

import involute as iv

OSCILLATOR = iv.Model(
    """var x, v
x' = v; v' = -x
start x = 1, v = 0
section up: x = 0 rising
event low: v = 0 falling
event far: t = 20 stop
solve to 30
"""
)


def test_arrays_are_views_of_one_piece_of_memory():
    s = OSCILLATOR.solve()
    for view in (s.t, s.y, s["x"], s["t"]):
        assert np.shares_memory(view, s.table) and not view.flags.owndata
    assert s.table.base is s._run  # the memory is the run's own
    assert s.y.shape == (len(s.names), len(s)) and s.table.flags.c_contiguous
    with pytest.raises(ValueError, match="read-only"):
        s.y[0, 0] = 1


def test_arrays_outlive_the_result():
    x = OSCILLATOR.solve()["x"]
    junk = [OSCILLATOR.solve() for _ in range(20)]
    assert x[0] == 1 and np.isfinite(x).all() and len(junk) == 20


def test_a_million_rows_are_a_view():
    s = iv.Model("var y; y' = cos(t); start y = 0").solve(to=1, points=1_000_000)
    assert len(s) == 1_000_000  # who first asks for rows has them put in one piece
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table, t, y = s.table, s.t, s.y
    assert table.shape == (1_000_000, 3) and np.shares_memory(t, table) and np.shares_memory(y, table)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4_000  # kB; a copy would be 24 000
    assert abs(s["y"] - np.sin(s.t)).max() < 1e-9


def test_scipys_fields():
    s = OSCILLATOR.solve(rtol=1e-10, atol=1e-12)
    assert s.status == 1 and s.success and s.code == "event" and "far" in s.message
    assert s.nfev == s.statistics["evaluations"] > 0 and s.njev >= 0 and s.nlu >= 0
    # v = -sin t falls through 0 at the multiples of 2 pi; what holds at the start is not an event of the way.
    low, far = s.t_events
    assert np.allclose(low[low > 1], 2 * np.pi * np.array([1, 2, 3]), atol=1e-9)
    assert np.allclose(far, [20]) and s.y_events[1].shape == (1, len(s.names))
    up = next(one for one in s.crossings if one.name == "up")
    assert not up.is_event and np.allclose(up.t, np.pi * (1.5 + 2 * np.arange(3)), atol=1e-9)
    assert np.allclose(up.y[:, s.names.index("x")], 0, atol=1e-12)


def test_a_stop_is_a_result():
    s = iv.Model("var y; y' = y^2; start y = 1").solve(to=2)  # 1/(1 - t)
    assert not s.success and s.status == -1 and s.code == "singular"
    point = s.singular_points[0]
    assert point.kind == "blow-up" and abs(point.t - 1) < 1e-6 and point.message


def test_columns_are_found_by_name():
    s = OSCILLATOR.solve()
    assert "x'" in s and "y" not in s
    with pytest.raises(KeyError, match="did you mean `x'`|no column"):
        s["x''"]
    with pytest.raises(TypeError, match="`name`"):
        s[0]
    with pytest.raises(TypeError, match="not a sequence"):
        list(s)


def test_the_solution_is_a_function():
    s = OSCILLATOR.solve(dense_output=True, rtol=1e-12, atol=1e-14)
    ts = np.linspace(0, 20, 1001)
    assert s.sol(ts).shape == (4, 1001) and s.sol(1.0).shape == (4,) and s.sol(ts.reshape(7, 143)).shape == (4, 7, 143)
    assert abs(s.sol(ts)[s.names.index("x")] - np.cos(ts)).max() < 1e-10
    assert abs(s.sol(ts, "x^2 + v^2") - 1).max() < 1e-10
    assert abs(s.sol.derivative("v", ts, 2) - np.sin(ts)).max() < 1e-9
    # Name and place in either order, and all columns where none is named.
    assert np.array_equal(s.sol("x", ts), s.sol(ts, "x"))
    assert np.array_equal(s.sol.derivative(ts, "v", 2), s.sol.derivative("v", ts, 2))
    slopes = s.sol.derivative(ts)
    assert slopes.shape == s.sol(ts).shape and np.array_equal(slopes[s.names.index("v")], s.sol.derivative(ts, "v"))
    assert s.sol.t_min == 0 and s.sol.t_max == 20
    assert OSCILLATOR.solve().sol is None
    for wrong, kind in (("one", TypeError), ([None], TypeError), (float("nan"), ValueError), (1j, TypeError)):
        with pytest.raises(kind, match="`t=`"):
            s.sol(wrong)
    with pytest.raises(iv.ModelError, match="outside"):
        s.sol(21.0)
    with pytest.raises(iv.ModelError, match="nothing"):
        s.sol(1.0, "nothing")


def test_the_function_at_the_rows_is_the_rows():
    s = OSCILLATOR.solve(dense_output=True)
    assert abs(s.sol(s.t) - s.y).max() < 1e-13


def test_results_are_pickled_with_everything():
    s = OSCILLATOR.solve(dense_output=True)
    again = pickle.loads(pickle.dumps(s))
    assert again.table.tobytes() == s.table.tobytes() and not again.table.flags.writeable
    for name in "names code status message residual method notices start statistics end".split():
        assert getattr(again, name) == getattr(s, name), name
    assert all(np.array_equal(a, b) for a, b in zip(again.t_events, s.t_events))
    assert again.model == s.model
    ts = np.linspace(0, 20, 50)
    assert again.sol(ts).tobytes() == s.sol(ts).tobytes()  # solved again, with the same bits
    assert copy.deepcopy(s).table.tobytes() == s.table.tobytes()
    assert pickle.loads(pickle.dumps(again)).table.tobytes() == s.table.tobytes()


def work(model, g):
    return model.with_parameters(g=g).solve(to=1)


def step(simulation):
    simulation.advance_to(2)
    return simulation


def test_models_results_and_simulations_go_through_spawned_processes():
    m = iv.Model("param g = 1; var x; x'' = -g*x; start x = 1, x' = 0; solve to 1")
    sim = m.simulation()
    sim.advance_to(1)
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        s = pool.submit(work, m, 4).result()
        there = pool.submit(step, sim).result()
    assert s.table.tobytes() == m.with_parameters(g=4).solve(to=1).table.tobytes()
    sim.advance_to(2)
    assert there["x"] == sim["x"] and there.t == 2


def test_quadruple_precision_in_full():
    s = iv.Model("var y; y' = y; start y = 1; solve to 1").solve(precision="quad", rtol=1e-30, atol=1e-32)
    # e to 50 digits
    assert s.in_full("y")[-1].startswith("2.71828182845904523536028747135")
    with pytest.raises(ValueError, match="precision"):
        OSCILLATOR.solve().in_full("x")


def test_errors_can_be_pickled():
    with pytest.raises(iv.ModelError) as caught:
        iv.Model("var x; x' = z")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.findings == caught.value.findings
    assert os.linesep not in str(again).strip()[-1:]


def test_events_and_sections_are_given_as_texts():
    m = iv.Model("var y; y'' = -9.81; start y = 1, y' = 0; solve to 9")
    s = m.solve(events="hit: y = 0 falling stop", sections=["half: y = 0.5", "y = 0.25"], rtol=1e-10, atol=1e-12)
    assert s.status == 1 and abs(s.t[-1] - np.sqrt(2 / 9.81)) < 1e-9
    assert [one.name for one in s.crossings] == ["hit", "half", "section2"]
    assert abs(s.crossings[1].t[0] - np.sqrt(1 / 9.81)) < 1e-9
    again = pickle.loads(pickle.dumps(m.solve(events="hit: y = 0 stop", dense_output=True)))
    assert again.sol.t_max == again.t[-1]
    sim = m.simulation(events="y = 0")
    assert sim.advance_to_event() == "event" and abs(sim.t - np.sqrt(2 / 9.81)) < 1e-8
    assert pickle.loads(pickle.dumps(sim)).t == sim.t
    for wrong, kind in ((3, TypeError), ([lambda t, y: y], ValueError), ("", ValueError), ("y = 0 sideways", ValueError)):
        with pytest.raises(kind, match="`events=`|sideways"):
            m.solve(events=wrong)


def test_a_column_asked_for_as_a_field_is_pointed_at():
    s = iv.Model("var y; y' = 1; start y = 0").solve(to=1)
    with pytest.raises(AttributeError, match="no field 'z'"):
        s.z
    s = iv.Model("var speed; speed' = 1; start speed = 0").solve(to=1)
    with pytest.raises(AttributeError, match=r"the column is s\['speed'\]"):
        s.speed
    assert not hasattr(s, "speed") and pickle.loads(pickle.dumps(s))["speed"][-1] == s["speed"][-1]
