# SPDX-License-Identifier: Apache-2.0
"""Simulations: stepped, asked, changed, saved, cloned; the same bits whichever way."""

import copy
import pickle
import threading

import numpy as np
import pytest

import involute as iv

PENDULUM = iv.Model(
    """param g = 1
var x, y, lambda
x'' + lambda*x = 0
y'' + lambda*y + g = 0
x^2 + y^2 = 1
start y = 0, y' = 0
guess x = 1
solve to 10
event low: x = 0
"""
)


def test_to_t_in_one_call_is_what_solve_ends_at():
    sim = PENDULUM.simulation()
    assert sim.advance_to(3) == "finished" and sim.t == 3
    end = PENDULUM.solve(to=3)
    assert [sim[name] for name in end.names] == end.table[-1, 1:].tolist()


def test_steps_are_those_of_a_run():
    s, sim = PENDULUM.solve(), PENDULUM.simulation()
    for t in s.t[1:6]:
        assert sim.step() == "finished"
        assert sim.t == t and sim.t_before < t
    assert sim.at(sim.t_before, "x") == s["x"][4]
    assert sim.statistics["steps"] == 5


def test_a_run_leaves_it_where_it_stands():
    sim = PENDULUM.simulation()
    sim.advance_to(2)
    s = sim.run(to=5, t_eval=[2, 3, 5], dense_output=True)
    assert s.t.tolist() == [2, 3, 5] and sim.t == 2
    assert abs(s.sol(3.0, "x") - s["x"][1]) < 1e-9


def test_parameters_are_set_on_the_way():
    sim = PENDULUM.simulation(tunable=["g"])
    sim.advance_to(1)
    before = sim["lambda"]
    sim.set(g=0)
    # Without gravity the rod holds the circular motion: lambda = x'^2 + y'^2.
    assert abs(sim["lambda"] - (sim["x'"] ** 2 + sim["y'"] ** 2)) < 1e-12 and sim["lambda"] != before
    assert sim.set({"g": 1})["lambda"] == pytest.approx(before, abs=1e-12)
    with pytest.raises(iv.ModelError, match="`h`"):
        sim.set(h=1)
    with pytest.raises(ValueError, match="`g=`"):
        sim.set(g=float("nan"))


def test_it_starts_anew():
    sim = PENDULUM.simulation()
    sim.advance_to(2)
    assert sim.start().t == 0
    sim.start({"y": -1, "y'": 0, "x'": 1})
    assert sim["x'"] == 1 and sim.code == "complete"


def test_events_are_met():
    sim = PENDULUM.simulation()
    assert sim.advance_to_event() == "event"
    assert abs(sim["x"]) < 1e-9


@pytest.mark.parametrize(
    "other", [lambda s: s.clone(), copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s)), lambda s: iv.Simulation.load(s.save())]
)
def test_a_copy_goes_on_with_the_same_bits(other):
    sim = PENDULUM.simulation(tunable=["g"], rtol=1e-9)
    sim.set(g=2).advance_to(2)
    twin = other(sim)
    for _ in range(5):
        assert twin.step() == sim.step()
        assert twin.t == sim.t and twin["x"] == sim["x"]


def test_it_is_saved_in_a_file(tmp_path):
    sim = PENDULUM.simulation()
    sim.advance_to(1)
    sim.save(tmp_path / "pendulum.sim")
    assert iv.Simulation.load(tmp_path / "pendulum.sim")["x"] == sim["x"]
    with pytest.raises(iv.ModelError):
        iv.Simulation.load(b"something else")


def test_a_second_thread_is_refused_and_nothing_locks_up():
    sim = PENDULUM.simulation()
    entered, refused = threading.Event(), []

    def tell(fraction):
        if entered.is_set():
            return
        entered.set()
        try:
            sim.step()
        except RuntimeError as error:
            refused.append(str(error))

    sim.run(to=1000, progress=tell)
    assert entered.is_set() and "clone()" in refused[0]
    assert sim.step() == "finished"


def test_options_are_changed_on_the_way():
    sim = PENDULUM.simulation(rtol=1e-4)
    sim.advance_to(1)
    sim.set_options(rtol=1e-11, atol=1e-13)
    assert sim.advance_to(2) == "finished"
    with pytest.raises(iv.ModelError, match="`precision=`"):
        sim.set_options(precision="quad")


def test_the_prepared_way_has_the_bits_of_solve():
    sim = PENDULUM.simulation()
    assert np.array_equal(sim.run().table, PENDULUM.solve().table)
    assert np.array_equal(sim.run().table, PENDULUM.solve().table)


DRIVEN = iv.Model("input u; var x; x' = u - x; start x = 0; solve to 4")


def stays_near(t):  # by its name, so that it can be pickled
    return np.sin(t)


@pytest.mark.parametrize(
    "given",
    [2.5, ([0, 1, 4], [0, 2, 1]), (np.linspace(0, 4, 40), np.sin(np.linspace(0, 4, 40)), "cubic"), ([0, 1, 2], [0, 1, 0], "periodic"),
     ([0, 1, 2], [0, 1, 0], "hold")],
)
def test_tables_and_numbers_from_outside_travel_with_a_simulation(given, tmp_path):
    for sim in (DRIVEN.simulation(inputs={"u": given}), DRIVEN.with_inputs(u=given).simulation().clone()):
        sim.advance_to(0.7)
        sim.save(tmp_path / "driven.sim")
        for twin in (pickle.loads(pickle.dumps(sim)), iv.Simulation.load(sim.save()), iv.Simulation.load(tmp_path / "driven.sim")):
            assert [twin.step() for _ in range(3)] == ["finished"] * 3
            stays = sim.clone()
            for _ in range(3):
                stays.step()
            assert (twin.t, twin["x"]) == (stays.t, stays["x"])


def test_a_constant_from_outside_keeps_the_value_it_was_set_to():
    sim = DRIVEN.simulation(inputs={"u": 1.0})
    sim.advance_to(1)
    sim.set(u=3)
    twin = pickle.loads(pickle.dumps(sim))
    assert twin.advance_to(2) == "finished" == sim.advance_to(2)
    assert twin["x"] == sim["x"] == pytest.approx(3 - (2 + np.exp(-1)) * np.exp(-1), abs=1e-8)


def test_functions_travel_by_their_names_and_are_given_to_load_again():
    for given in (stays_near, (stays_near, 0)):
        sim = DRIVEN.simulation(inputs={"u": given})
        sim.advance_to(1)
        twins = [pickle.loads(pickle.dumps(sim)), iv.Simulation.load(sim.save(), inputs={"u": given})]
        twins.append(pickle.loads(pickle.dumps(twins[1].clone())))
        sim.advance_to(3)
        # x' = sin t - x from x(0) = 0
        assert sim["x"] == pytest.approx((np.sin(3) - np.cos(3) + np.exp(-3)) / 2, abs=1e-7)
        for twin in twins:
            assert twin.advance_to(3) == "finished" and twin["x"] == sim["x"]
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
        pickle.dumps(DRIVEN.simulation(inputs={"u": lambda t: t}))


def test_a_function_that_is_missing_when_a_simulation_is_loaded_is_named():
    saved = DRIVEN.simulation(inputs={"u": (stays_near, 0)}).save()
    for inputs, why in [
        ({}, r"`u` was code with 0 derivatives.*Simulation.load\(source, inputs=|`u` was code"),
        ({"u": 3}, "given is something else"), ({"u": ([0, 1], [0, 1])}, "given is something else"),
        ({"u": (lambda t: (t, 1), 1)}, "given is code with 1"), ({"v": stays_near}, "`u` was code"),
        ({"u": stays_near, "v": stays_near}, "`v` was not given from outside"),
    ]:
        with pytest.raises(iv.ModelError, match=why):
            iv.Simulation.load(saved, inputs=inputs)
    table = DRIVEN.simulation(inputs={"u": ([0, 4], [0, 1])}).save()
    with pytest.raises(iv.ModelError, match="`u` was saved as data"):
        iv.Simulation.load(table, inputs={"u": stays_near})
    with pytest.raises(TypeError, match="`inputs=`"):
        iv.Simulation.load(table, inputs=[1])


def test_what_a_function_raises_where_a_loaded_simulation_goes_is_raised():
    def measured(t):
        if not 0 <= t <= 2:
            raise KeyError("no value there")
        return float(t)

    sim = DRIVEN.simulation(inputs={"u": measured}, to=2)
    sim.advance_to(1)
    twin = iv.Simulation.load(sim.save(), inputs={"u": measured})
    assert twin.advance_to(2) == sim.advance_to(2) == "finished" and twin["x"] == sim["x"]
    with pytest.raises(KeyError, match="no value there"):
        twin.advance_to(3)

    def never(t):
        raise KeyError("never")

    with pytest.raises(KeyError, match="never"):
        iv.Simulation.load(sim.save(), inputs={"u": never}).advance_to(2)


def test_arrays_of_an_input_that_change_later_change_no_model():
    t, u = np.array([0.0, 4.0]), np.array([0.0, 1.0])
    m = DRIVEN.with_inputs(u=(t, u))
    end = m.solve()["x"][-1]
    u[:] = 100
    for other in (m, pickle.loads(pickle.dumps(m)), m.with_parameters()):
        assert other.solve()["x"][-1] == end
    assert m == pickle.loads(pickle.dumps(m)) != DRIVEN.with_inputs(u=(t, u))
    # Models with functions can be compared, too.
    one = DRIVEN.with_inputs(u=lambda t: t)
    assert one == one.with_parameters() and one != DRIVEN.with_inputs(u=lambda t: t) and one != m


def test_statistics_count_steps():
    sim = iv.Model("var x; x' = -x; start x = 1; solve to 5").simulation()
    sim.step()
    assert sim.statistics == {"steps": 1, "rejected": 0}
