# SPDX-License-Identifier: Apache-2.0
"""Python functions called from the run: what they are given, and what they may return or raise."""

import numpy as np
import pytest

from involute import _core


def solve(fun, y0=(1.0,), names=None, **more):
    names = names or [f"y{k}" for k in range(len(y0))]
    constraint = {key: more.pop(key) for key in ("constraints", "constraint", "constraint_jacobian") if key in more}
    return _core.solve_callable(names, fun, 0.0, list(y0), {"to": 1.0, **more}, **constraint)


def test_decay_decays():
    run = solve(lambda t, y: -y, rtol=1e-10, atol=1e-12)
    assert run.code == "finished"
    assert abs(run.table[-1, 1] - np.exp(-1)) < 1e-9


def test_what_is_kept_of_y_stays():
    kept = []

    def fun(t, y):
        kept.append(y)
        assert y.shape == (2,) and y.dtype == float
        return [y[1], -y[0]]

    run = solve(fun, (0.0, 1.0))
    assert run.code == "finished"
    assert len({y.tobytes() for y in kept}) > 10


def test_constraints_are_kept():
    run = solve(
        lambda t, y: [-y[1], y[0]],
        (1.0, 0.0),
        constraints=1,
        constraint=lambda t, y: [y[0] ** 2 + y[1] ** 2 - 1],
        constraint_jacobian=lambda t, y: [[2 * y[0], 2 * y[1]]],
        rtol=1e-4,
    )
    assert abs(run.table[:, 1] ** 2 + run.table[:, 2] ** 2 - 1).max() < 1e-14


class Mine(Exception):
    pass


def test_an_exception_comes_back_as_it_is():
    raised = Mine("at half past")

    def fun(t, y):
        if t > 0.5:
            raise raised
        return -y

    with pytest.raises(Mine) as caught:
        solve(fun)
    assert caught.value is raised


@pytest.mark.parametrize(
    "returned, kind, words",
    [
        (None, TypeError, "must return 1 numbers, not NoneType"),
        ("one", TypeError, "must return 1 numbers, not str"),
        ({}, TypeError, "must return 1 numbers, not dict"),
        ([1.0, 2.0], ValueError, "must return 1 numbers, and returned 2"),
        ([], ValueError, "must return 1 numbers, and returned 0"),
        (1j, TypeError, "real numbers"),
        (np.array([1j]), TypeError, "real numbers"),
        ([[[1.0]]], ValueError, "must return 1 numbers"),
    ],
)
def test_what_is_no_slope_is_refused(returned, kind, words):
    with pytest.raises(kind, match=words):
        solve(lambda t, y: returned)


def test_nan_ends_the_run():
    run = solve(lambda t, y: [float("nan")] if t > 0.5 else -y)
    assert run.code == "not_finite" and run.table[-1, 0] <= 0.5


def test_what_is_no_function_is_refused():
    with pytest.raises(TypeError, match="`fun=` must be a function"):
        solve(3)
    with pytest.raises(TypeError, match="`y0=`"):
        _core.solve_callable(["y"], lambda t, y: y, 0.0, "1", {"to": 1.0})


def test_runs_within_runs():
    def inner(t, y):
        return [solve(lambda s, z: -z, rtol=1e-4).table[-1, 1]]

    run = solve(inner, rtol=1e-4)
    assert abs(run.table[-1, 1] - 1 - np.exp(-1)) < 1e-3
