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


def test_what_cannot_be_saved_says_so_when_it_is_to_be():
    # Not later, when what was saved is needed.
    driven = iv.Model("input u; var x; x' = u; start x = 0; solve to 1")
    for sim in (driven.simulation(inputs={"u": np.sin}), driven.with_inputs(u=([0, 1], [0, 1])).simulation().clone()):
        for save in (sim.save, lambda: pickle.dumps(sim)):
            with pytest.raises(ValueError, match="write them into the model"):
                save()
    inside = iv.Model("input u = table (0, 0) (1, 1); var x; x' = u; start x = 0; solve to 1").simulation()
    inside.advance_to(0.5)
    again = pickle.loads(pickle.dumps(inside))
    assert again.advance_to(1) == inside.advance_to(1) == "finished" and again["x"] == inside["x"]


def test_statistics_count_steps():
    sim = iv.Model("var x; x' = -x; start x = 1; solve to 5").simulation()
    sim.step()
    assert sim.statistics == {"steps": 1, "rejected": 0}
