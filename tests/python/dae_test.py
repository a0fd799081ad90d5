# SPDX-License-Identifier: Apache-2.0
"""solve_dae against closed forms, of index 0 to 3, traced and called."""
import math
import warnings

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp as scipy_solve_ivp

import involute as iv


def pendulum(t, s, sp):
    x, y, u, v, lam = s
    xp, yp, up, vp, _ = sp
    return np.array([xp - u, yp - v, up + lam*x, vp + lam*y + 1, x**2 + y**2 - 1])


def swing(t):
    """The pendulum released from the horizontal, g = 1: sin(theta/2) = k sn(K - t), k^2 = 1/2, theta from below."""
    k = mpmath.sqrt(0.5)
    half = mpmath.ellipk(0.5)
    sn = mpmath.ellipfun("sn", half - t, m=0.5)
    cn, dn = mpmath.ellipfun("cn", half - t, m=0.5), mpmath.ellipfun("dn", half - t, m=0.5)
    theta = 2*mpmath.asin(k*sn)
    rate = -2*k*cn
    x, y = mpmath.sin(theta), -mpmath.cos(theta)
    assert abs(dn - mpmath.sqrt(1 - k**2*sn**2)) < 1e-12
    return [float(v) for v in (x, y, mpmath.cos(theta)*rate, mpmath.sin(theta)*rate, -3*y)]


def test_the_pendulum_of_index_three_follows_elliptic_functions():
    t = np.linspace(0, 8, 17)
    s = iv.solve_dae(pendulum, (0, 8), [1, 0, 0, 0, 0], [0, 0, 0, -1, 0], t_eval=t, rtol=1e-10, atol=1e-12)
    assert s.traced and s.status == 0 and s.model.analyze().index == 3
    assert np.allclose(s.y, np.array([swing(a) for a in t]).T, atol=2e-8)
    assert np.allclose(s.yp[:2], s.y[2:4], atol=1e-14) and np.isnan(s.yp[4]).all()


def test_arrays_made_in_the_usual_way_are_traced():
    def residual(t, vy, vyp):
        x, y, u, v, la = vy
        R = np.zeros(5, dtype=np.common_type(vy, vyp))
        R[0] = vyp[0] - u
        R[1] = vyp[1] - v
        R[2] = vyp[2] + x*la
        R[3] = vyp[3] + y*la + 1
        R[4] = x*x + y*y - 1
        return R

    s = iv.solve_dae(residual, (0, 2), np.array([1.0, 0, 0, 0, 0]), np.array([0, 0, 0, -1.0, 0]), "Radau", rtol=1e-9)
    assert s.traced and np.allclose(s.y[:, -1], swing(2), atol=1e-6)


def robertson(t, y, yp):
    return [yp[0] + 0.04*y[0] - 1e4*y[1]*y[2], yp[1] - 0.04*y[0] + 1e4*y[1]*y[2] + 3e7*y[1]**2, y[0] + y[1] + y[2] - 1]


def test_robertson_of_index_one_keeps_its_sum_and_agrees_with_scipys_radau():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", iv.InvoluteWarning)
        s = iv.solve_dae(robertson, (0, 1e4), [1, 0, 0], [-0.04, 0.04, 0], rtol=1e-9, atol=1e-13, t_eval=[0, 1, 1e2, 1e4])
    theirs = scipy_solve_ivp(lambda t, y: [-0.04*y[0] + 1e4*y[1]*y[2], 0.04*y[0] - 1e4*y[1]*y[2] - 3e7*y[1]**2, 3e7*y[1]**2],
                             (0, 1e4), [1, 0, 0], "Radau", [0, 1, 1e2, 1e4], rtol=1e-11, atol=1e-14)
    assert np.abs(s.y.sum(axis=0) - 1).max() < 1e-14
    assert np.allclose(s.y, theirs.y, rtol=1e-6, atol=1e-12)


def test_index_two_with_time_and_args():
    def jay(t, y, yp, a):  # y1 = sin(a t), and the multiplier that keeps it
        return [yp[0] - y[1], yp[1] + y[2], y[0] - np.sin(a*t)]

    s = iv.solve_dae(jay, (0, 3), [0, 2, 0], [2, 0, 0], args=(2,), dense_output=True)
    t = np.linspace(0, 3, 50)
    assert np.allclose(s.sol(t), [np.sin(2*t), 2*np.cos(2*t), 4*np.sin(2*t)], atol=1e-7)


def test_a_start_that_is_not_consistent_is_moved_with_a_warning():
    with pytest.warns(iv.InvoluteWarning, match="moved"):
        s = iv.solve_dae(pendulum, (0, 1), [1.01, 0, 0, 0, 5], [0, 0, 0, -1, 0])
    assert s.y[0, 0]**2 + s.y[1, 0]**2 == pytest.approx(1, abs=1e-14)


def test_more_equations_than_unknowns_are_taken():
    def with_energy(t, s, sp):
        return [*pendulum(t, s, sp), (s[2]**2 + s[3]**2)/2 + s[1]]

    s = iv.solve_dae(with_energy, (0, 2), [1, 0, 0, 0, 0], [0, 0, 0, -1, 0])
    assert s.traced and np.allclose(s.y[:, -1], swing(2), atol=1e-6)


def test_contradictions_end_the_run_with_their_reason():
    s = iv.solve_dae(lambda t, y, yp: [yp[0] - y[1], y[0] - 1, y[0] - 2], (0, 1), [1, 0], [0, 0])
    assert s.traced and not s.success and s.y.shape == (2, 0) and "y[0]" in s.message


def test_events_of_state_and_of_derivatives():
    lowest = lambda t, s: s[0]  # noqa: E731
    lowest.terminal = True
    level = lambda t, s, sp: sp[0] + 0.5  # noqa: E731
    s = iv.solve_dae(pendulum, (0, 8), [1, 0, 0, 0, 0], [0, 0, 0, -1, 0], events=[lowest, level], rtol=1e-10, atol=1e-12)
    assert s.status == 1 and s.t[-1] == pytest.approx(float(mpmath.ellipk(0.5)), abs=1e-8)
    assert len(s.t_events[1]) == 1 and s.y_events[1][0, 2] == pytest.approx(-0.5, abs=1e-9)


def test_what_cannot_be_traced_is_solved_for_the_derivatives_where_that_is_possible():
    def implicit(t, y, yp):
        if y[0] > 1e9:
            return [0, 0]
        return [yp[0] + 0.1*math.sin(float(yp[0])) - y[1], yp[1] + y[0]]

    s = iv.solve_dae(implicit, (0, 3), [0, 1], [1, 0], rtol=1e-9, atol=1e-11, dense_output=True)
    traced = iv.solve_dae(lambda t, y, yp: [yp[0] + 0.1*np.sin(yp[0]) - y[1], yp[1] + y[0]], (0, 3), [0, 1], [1, 0],
                          rtol=1e-11, atol=1e-13)
    assert not s.traced and "truth" in s.why_not and traced.traced
    assert np.allclose(s.y[:, -1], traced.y[:, -1], atol=1e-7)
    assert np.allclose(s.yp[1], -s.y[0], atol=1e-8)
    linear = iv.solve_dae(lambda t, y, yp: yp + y, (0, 1), [1.0], [-1.0], trace=False)
    assert linear.y[0, -1] == pytest.approx(math.exp(-1), abs=1e-8)


def test_what_can_neither_be_traced_nor_solved_is_refused_with_the_reason():
    def opaque(t, y, yp):
        if y[0] > 0.5:
            return [yp[0] - y[1], y[0] - 1]
        return [yp[0] - y[1], y[0] - 1]

    with pytest.raises(ValueError, match="`fun`.*singular.*the truth"):
        iv.solve_dae(opaque, (0, 1), [1, 0], [0, 0])
    with pytest.raises(ValueError, match="`fun`.*trace=False"):
        iv.solve_dae(pendulum, (0, 1), [1, 0, 0, 0, 0], [0, 0, 0, -1, 0], trace=False)


def test_a_function_that_changes_is_found_out():
    calls = []

    def drifting(t, y, yp):
        calls.append(t)
        return [yp[0] + y[0]*len(calls)]

    with pytest.raises(iv.TraceError, match="equation 0"):
        iv.solve_dae(drifting, (0, 1), [1.0], [-1.0])


def test_wrong_arguments_are_named():
    f = lambda t, y, yp: yp + y  # noqa: E731
    for call, argument in [
        (lambda: iv.solve_dae(None, (0, 1), [1], [1]), "fun"), (lambda: iv.solve_dae(lambda t, y, yp: None, (0, 1), [1], [1]), "fun"),
        (lambda: iv.solve_dae(lambda t, y, yp: [], (0, 1), [1], [1]), "fun"),
        (lambda: iv.solve_dae(lambda t, y, yp: yp*math.inf, (0, 1), [1], [1]), "fun"),
        (lambda: iv.solve_dae(f, (0,), [1], [1]), "t_span"), (lambda: iv.solve_dae(f, (0, 1), [[1]], [1]), "y0"),
        (lambda: iv.solve_dae(f, (0, 1), [1], [1, 2]), "yp0"), (lambda: iv.solve_dae(f, (0, 1), [1], [math.nan]), "yp0"),
        (lambda: iv.solve_dae(f, (0, 1), [1], [1j]), "yp0"), (lambda: iv.solve_dae(f, (0, 1), [1], [1], "SDIRK"), "SDIRK"),
        (lambda: iv.solve_dae(f, (0, 1), [1], [1], t_eval=[3]), "t_eval"), (lambda: iv.solve_dae(f, (0, 1), [1], [1], events="e"), "events"),
        (lambda: iv.solve_dae(f, (0, 1), [1], [1], args=1), "args"), (lambda: iv.solve_dae(f, (0, 1), [1], [1], rtol=-1), "rtol"),
        (lambda: iv.solve_dae(f, (0, 1), [1], [1], dense_output=None), "dense_output"),
        (lambda: iv.solve_dae(f, (0, 1), [1], [1], vectorized=0), "vectorized"), (lambda: iv.solve_dae(f, (0, 1), [1], [1], trace="x"), "trace"),
        (lambda: iv.solve_dae(f, (0, 1), [1], [1], stepsize=1), "stepsize"),
    ]:
        with pytest.raises((TypeError, ValueError)) as raised:
            call()
        assert f"`{argument}" in str(raised.value), (argument, str(raised.value))
