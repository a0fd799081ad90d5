# SPDX-License-Identifier: Apache-2.0
"""solve_ivp against closed forms, with SciPy's solvers beside it, and called as SciPy's is."""
import math
import pickle
import re

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp as scipy_solve_ivp

import involute as iv

# Ten systems with closed forms: name, fun, y0, t1, exact(t) -> y.


def _ellipj(t):
    sn, cn, dn = (float(mpmath.ellipfun(name, t, m=0.51)) for name in ("sn", "cn", "dn"))
    return [sn, cn, dn]


def _kepler(t, e=0.5):
    """By Kepler's equation, with Newton's method to the last digit."""
    u = t
    for _ in range(60):
        u = u - (u - e*math.sin(u) - t)/(1 - e*math.cos(u))
    rate = 1/(1 - e*math.cos(u))
    b = math.sqrt(1 - e*e)
    return [math.cos(u) - e, b*math.sin(u), -math.sin(u)*rate, b*math.cos(u)*rate]


def kepler(t, y):
    r3 = (y[0]**2 + y[1]**2)**1.5
    return np.array([y[2], y[3], -y[0]/r3, -y[1]/r3])


def chain(t, y):
    d = np.zeros(5)
    d[0] = -y[0]
    for k in range(1, 5):
        d[k] = k*y[k - 1] - (k + 1)*y[k]
    return d


def _chain(t):
    return [math.exp(-t)*(1 - math.exp(-t))**k for k in range(5)]


SYSTEMS = [
    ("decay", lambda t, y: -0.5*y, [2, 4, 8], 10, lambda t: [a*math.exp(-t/2) for a in (2, 4, 8)]),
    ("oscillator", lambda t, y: [y[1], -y[0]], [1, 0], 20, lambda t: [math.cos(t), -math.sin(t)]),
    ("logistic", lambda t, y: y*(1 - y), [0.1], 8, lambda t: [1/(1 + 9*math.exp(-t))]),
    ("with time", lambda t, y: [np.cos(t)*y[0]], [1], 10, lambda t: [math.exp(math.sin(t))]),
    ("rigid body", lambda t, y: [y[1]*y[2], -y[0]*y[2], -0.51*y[0]*y[1]], [0, 1, 1], 12, _ellipj),
    ("Kepler", kepler, _kepler(0), 20, _kepler),
    ("chain", chain, [1, 0, 0, 0, 0], 3, _chain),
    ("stiff", lambda t, y: [-1000*(y[0] - np.cos(t)) - np.sin(t)], [0], 3, lambda t: [math.cos(t) - math.exp(-1000*t)]),
    ("tangent", lambda t, y: 1 + y**2, [0], 1.4, lambda t: [math.tan(t)]),
    ("affine", lambda t, y: np.array([[-2.0, 1.0], [1.0, -2.0]]) @ y + np.array([1, 1]), [3, 1], 4,
     lambda t: [1 + math.exp(-t) + math.exp(-3*t), 1 + math.exp(-t) - math.exp(-3*t)]),
]


@pytest.mark.parametrize("name, fun, y0, t1, exact", SYSTEMS, ids=[s[0] for s in SYSTEMS])
@pytest.mark.parametrize("trace", [True, False])
def test_ten_systems_agree_with_their_closed_forms(name, fun, y0, t1, exact, trace):
    t_eval = np.linspace(0, t1, 13)
    reference = np.array([exact(t) for t in t_eval]).T
    assert np.allclose(reference[:, 0], y0, atol=1e-14)
    s = iv.solve_ivp(fun, (0, t1), y0, t_eval=t_eval, rtol=1e-10, atol=1e-12, trace=trace)
    assert s.traced is trace and s.status == 0 and s.success and (s.t == t_eval).all()
    assert np.allclose(s.y, reference, rtol=2e-8, atol=2e-9)
    if trace:  # the other solvers are not further away from ours than from the truth
        for method in ("DOP853", "Radau"):
            theirs = scipy_solve_ivp(fun, (0, t1), y0, method, t_eval, rtol=1e-10, atol=1e-12)
            assert np.allclose(theirs.y, reference, rtol=1e-6, atol=1e-7)
            assert np.allclose(s.y, theirs.y, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("method", ["RK45", "RK23", "DOP853", "Radau", "BDF", "LSODA", "auto", "taylor", "tsit54", None])
def test_every_method_of_scipy_has_one_of_ours(method):
    s = iv.solve_ivp(lambda t, y: [y[1], -y[0]], [0, 3], [0, 1], method=method, rtol=1e-7, atol=1e-9)
    assert s.y[0, -1] == pytest.approx(math.sin(3), abs=1e-5)


# ---- the problems of SciPy's documentation, the import changed

def test_exponential_decay_at_steps_and_at_given_times():
    def exponential_decay(t, y):
        return -0.5*y

    s = iv.solve_ivp(exponential_decay, [0, 10], [2, 4, 8])
    assert s.t[0] == 0 and s.t[-1] == 10 and s.y.shape == (3, len(s.t))
    assert np.allclose(s.y, np.outer([2, 4, 8], np.exp(-s.t/2)), rtol=1e-7)
    s = iv.solve_ivp(exponential_decay, [0, 10], [2, 4, 8], t_eval=[0, 1, 2, 4, 10])
    assert s.t.tolist() == [0, 1, 2, 4, 10]


@pytest.mark.parametrize("trace", [True, False])
def test_the_cannon_hits_the_ground_and_knows_its_top(trace):
    def upward_cannon(t, y):
        return [y[1], -0.5]

    def hit_ground(t, y):
        return y[0]

    def apex(t, y):
        return y[1]

    hit_ground.terminal = True
    hit_ground.direction = -1
    s = iv.solve_ivp(upward_cannon, [0, 100], [0, 10], events=hit_ground, trace=trace)
    assert s.status == 1 and s.t[-1] == pytest.approx(40, abs=1e-9) and np.allclose(s.t_events[0], [40])
    s = iv.solve_ivp(upward_cannon, [0, 100], [0, 10], events=(hit_ground, apex), dense_output=True, trace=trace)
    assert np.allclose(s.t_events[0], [40]) and np.allclose(s.t_events[1], [20])
    assert np.allclose(s.sol(s.t_events[1][0]), [100, 0], atol=1e-8)
    assert np.allclose(s.y_events[0], [[0, -10]], atol=1e-8) and np.allclose(s.y_events[1], [[100, 0]], atol=1e-8)
    assert s.sol(np.linspace(0, 40, 7)).shape == (2, 7)


@pytest.mark.parametrize("trace", [True, False])
def test_lotka_volterra_with_args_keeps_its_invariant(trace):
    def lotkavolterra(t, z, a, b, c, d):
        x, y = z
        return [a*x - b*x*y, -c*y + d*x*y]

    s = iv.solve_ivp(lotkavolterra, [0, 15], [10, 5], args=(1.5, 1, 3, 1), dense_output=True, rtol=1e-10, atol=1e-12, trace=trace)
    z = s.sol(np.linspace(0, 15, 300))
    kept = z[0] - 3*np.log(z[0]) + z[1] - 1.5*np.log(z[1])
    assert s.traced is trace and np.ptp(kept) < 1e-7


def test_time_runs_backward_too():
    for trace in (True, False):
        s = iv.solve_ivp(lambda t, y: -y, (2, -1), [1.0], t_eval=[2, 1, 0, -1], trace=trace, rtol=1e-10)
        assert s.t.tolist() == [2, 1, 0, -1]
        assert np.allclose(s.y[0], np.exp([0, 1, 2, 3]), rtol=1e-8)
        event = lambda t, y: t - 0.5  # noqa: E731
        event.direction = -1  # in the direction of the run, as SciPy has it
        s = iv.solve_ivp(lambda t, y: -y, (2, -1), [1.0], events=event, trace=trace, dense_output=True)
        assert np.allclose(s.t_events[0], [0.5]) and np.allclose(s.sol(0.5), math.exp(1.5), rtol=1e-7)


def test_complex_values_are_refused_with_what_to_do():
    with pytest.raises(TypeError, match="`y0` is complex.*unknowns"):
        iv.solve_ivp(lambda t, y: 1j*y, (0, 1), [1 + 0j])
    with pytest.raises(TypeError, match="`fun` must return 1 real numbers, and returned complex"):
        iv.solve_ivp(lambda t, y: 1j*y, (0, 1), [1.0])


# ---- events

@pytest.mark.parametrize("trace", [True, False])
def test_terminal_counts_and_directions(trace):
    def rising(t, y):
        return y[0]

    def falling(t, y):
        return y[0]

    def any_way(t, y):
        return y[0] - 0.5

    rising.direction, falling.direction = 1, -1
    rising.terminal = 2
    field = lambda t, y: [np.cos(t), 0*y[0]]  # y = sin t  # noqa: E731
    s = iv.solve_ivp(field, (0.1, 50), [math.sin(0.1), 1], events=[rising, falling, any_way], rtol=1e-11, atol=1e-12, trace=trace)
    assert s.traced is trace and s.status == 1 and s.t[-1] == pytest.approx(4*math.pi, abs=1e-8)
    assert np.allclose(s.t_events[0], [2*math.pi, 4*math.pi], atol=1e-8)
    assert np.allclose(s.t_events[1], [math.pi, 3*math.pi], atol=1e-8)
    assert np.allclose(s.t_events[2], [math.pi/6, 5*math.pi/6, 13*math.pi/6, 17*math.pi/6], atol=1e-8)
    assert s.y_events[2].shape == (4, 2) and np.allclose(s.y_events[2][:, 0], 0.5, atol=1e-9)
    s = iv.solve_ivp(field, (0.1, 50), [math.sin(0.1), 1], events=[rising], t_eval=np.linspace(0.1, 50, 500), trace=trace)
    assert s.status == 1 and s.t[-1] < 4*math.pi < s.t[-1] + 0.11


def test_the_first_of_two_terminal_events_ends_the_run():
    for trace in (True, False):
        late, soon = (lambda t, y: y[0] - 3), (lambda t, y: y[0] - 2)
        late.terminal = soon.terminal = True
        s = iv.solve_ivp(lambda t, y: [1.0 + 0*y[0]], (0, 10), [0], events=[late, soon], trace=trace)
        assert s.t[-1] == pytest.approx(2, abs=1e-9) and len(s.t_events[0]) == 0 and len(s.t_events[1]) == 1


def test_an_event_that_cannot_be_traced_is_called():
    def event(t, y):
        return y[0] - 0.5 if y[0] < 10 else 1.0

    event.terminal = True
    s = iv.solve_ivp(lambda t, y: -y, (0, 1e6), [1.0], events=event)
    assert not s.traced and "event 0" in s.why_not
    assert s.t[-1] == pytest.approx(math.log(2), abs=1e-8)


def test_events_of_a_called_function_within_one_step_are_found():
    def sharp(t, y):
        return float(abs(y[0] - 0.5)) - 0.04  # two zeros close together, within one step

    s = iv.solve_ivp(lambda t, y: [1.0 + 0.0*float(y[0])], (0, 1), [0.0], events=sharp, max_step=0.25)
    assert np.allclose(s.t_events[0], [0.46, 0.54], atol=1e-9)


# ---- tracing

def branching(t, y):
    if y[0] > 0.5:
        return [-1.0]
    return [-0.5]


def test_what_cannot_be_traced_is_called_and_says_why():
    for fun, why in [(branching, "the truth"), (lambda t, y: [float(y[0])], "float"), (lambda t, y: [int(t)*y[0]], "int"),
                     (lambda t, y: [np.interp(t, [0, 1, 2], [0, 1, 0])], "float64|dtype"), (lambda t, y: np.rint(y), "np.rint"),
                     (lambda t, y: np.array(y, dtype=float).tolist()[:1]*1 + [] if y[0] < 9 else y, "the truth")]:
        s = iv.solve_ivp(fun, (0, 0.4), [1.0])
        assert not s.traced and s.success
        assert re.search(why, s.why_not), s.why_not


def test_comparisons_whose_refusal_numpy_hides_are_not_traced():
    # y' = 1 but at y = 1, and y' = -y sinc(t), whose integral Si is known: Si(pi/2) = 1.3707621681544884.
    s = iv.solve_ivp(lambda t, y: np.where(y != 1, 1.0, 2.0), (0, 1), [0.5])
    assert not s.traced and "np.not_equal" in s.why_not and s.y[0, -1] == pytest.approx(1.5, abs=1e-12)
    s = iv.solve_ivp(lambda t, y: -y*np.sinc(t), (0, 0.5), [1.0])
    assert not s.traced and "==" in s.why_not
    assert s.y[0, -1] == pytest.approx(np.exp(-1.3707621681544884/np.pi), abs=1e-8)


def test_formulas_beyond_a_limit_of_the_language_are_called():
    s = iv.solve_ivp(lambda t, y: -y**20000, (0, 1), [0.5])
    assert not s.traced and "20000" in s.why_not and s.success


def test_a_branch_on_the_state_is_followed_when_called():
    s = iv.solve_ivp(branching, (0, 1), [1.0], rtol=1e-8)
    assert s.y[0, -1] == pytest.approx(0.25, abs=1e-6)  # 1 - t until 1/2, then at half the speed


def test_where_is_traced_and_its_edge_is_met():
    s = iv.solve_ivp(lambda t, y: np.where(y > 0.5, -1.0, -0.5), (0, 1), [1.0])
    assert s.traced and s.y[0, -1] == pytest.approx(0.25, abs=1e-9)


def test_a_square_wave_is_traced_and_its_jumps_are_met():
    s = iv.solve_ivp(lambda t, y: np.where(t % 2 < 1, 1.0, 0.0) + 0*y, (0, 5.5), [0.0])
    assert s.traced and s.y[0, -1] == pytest.approx(3, abs=1e-8)  # on in [0, 1], [2, 3] and [4, 5]
    s = iv.solve_ivp(lambda t, y: [math.floor(t)*y[0]], (0, 3), [1.0], rtol=1e-10)
    assert s.traced and s.y[0, -1] == pytest.approx(math.exp(3), rel=1e-8)  # the integral of floor is 0 + 1 + 2


def test_usual_ways_to_write_a_function_are_traced():
    from math import sin as sine
    from numpy import zeros
    k = 3

    def helper(u):
        return math.sqrt(u*u + 1)

    def with_zeros(t, y):
        d = np.zeros(2)
        d[0], d[1] = helper(y[1]), -sine(y[0])*k
        return d

    def with_more(t, y):
        d = zeros(2)
        d[:] = y[::-1]
        d *= 2
        d += np.array([t, 1])
        return d

    class Plant:
        gain = 2.0

        def field(self, t, y):
            return np.array([self.gain*y[1], max(y[0], 0)])

        def __call__(self, t, y):
            a, b = y
            return np.hstack([a*b, np.linalg.norm([a, b])])

    loops = lambda t, y: [sum(y[i]*y[i] for i in range(2)), np.dot(y, [1, 2])]  # noqa: E731
    recursive = lambda t, y: np.linalg.solve(np.array([[2 + y[0]**2, 0.1], [0.1, 1]]), [y[1], 1])  # noqa: E731
    for fun in (with_zeros, with_more, Plant().field, Plant(), loops, recursive,
                lambda t, y: tuple(y), lambda t, y: np.column_stack([y[0], y[1]])[0], lambda t, y: np.clip(y, -1, 1)*np.exp(-t),
                lambda t, y: y if k == 3 else -y, lambda t, y, a=2: a*y, lambda t, y: (y > 0)*y):
        s = iv.solve_ivp(fun, (0, 0.5), [0.5, 0.25], rtol=1e-10, atol=1e-12)
        assert s.traced, s.why_not
        theirs = scipy_solve_ivp(lambda t, y: np.ravel(fun(t, y)), (0, 0.5), [0.5, 0.25], "DOP853", rtol=1e-11, atol=1e-13)
        assert np.allclose(s.y[:, -1], theirs.y[:, -1], rtol=1e-8)


def test_a_large_system_is_traced():
    n = 200

    def heat(t, u):
        d = np.zeros_like(u)
        d[1:-1] = (u[:-2] - 2*u[1:-1] + u[2:])*(n - 1)**2
        return d

    x = np.linspace(0, 1, n)
    s = iv.solve_ivp(heat, (0, 0.1), np.sin(math.pi*x), t_eval=[0.1], method="Radau", rtol=1e-8)
    rate = 4*(n - 1)**2*math.sin(math.pi/(2*(n - 1)))**2  # of the discrete mode
    assert s.traced and np.allclose(s.y[:, 0], np.sin(math.pi*x)*math.exp(-rate*0.1), atol=1e-7)


def test_a_function_that_depends_on_more_than_its_arguments_is_found_out():
    calls = []

    def drifting(t, y):
        calls.append(t)
        return -y*len(calls)

    with pytest.raises(iv.TraceError, match="trace=False"):
        iv.solve_ivp(drifting, (0, 1), [1.0])

    noise = np.random.default_rng(1)
    with pytest.raises(iv.TraceError, match="component 0"):
        iv.solve_ivp(lambda t, y: -y + noise.normal(), (0, 1), [1.0])


def test_what_a_traced_function_assigns_stays_in_its_copy():
    counts = {"calls": 0}

    def counting(t, y):
        counts["calls"] += 1
        return -y

    assert iv.solve_ivp(counting, (0, 1), [1.0]).traced  # its values do not depend on it


def test_a_functions_exception_goes_through():
    class Mine(Exception):
        pass

    def failing(t, y):
        if t > 0.5:
            raise Mine("enough")
        return -y

    with pytest.raises(Mine, match="enough"):
        iv.solve_ivp(failing, (0, 1), [1.0])


def test_vectorized_functions_and_results_that_can_be_kept():
    fun = lambda t, y: np.vstack([y[1], -y[0]])  # noqa: E731
    for trace in (True, False):
        s = iv.solve_ivp(fun, (0, 1), [0, 1], vectorized=True, trace=trace, dense_output=True)
        assert s.traced is trace and s.y[0, -1] == pytest.approx(math.sin(1), abs=1e-8)
        again = pickle.loads(pickle.dumps(s))
        assert (again.sol(0.5) == s.sol(0.5)).all() and (again.y == s.y).all() and again["status"] == 0 and "y" in repr(s) and "t" in dir(s)
    with pytest.raises(AttributeError, match="nothing"):
        s.nothing


def test_options_are_taken_and_ignored_with_a_reason():
    s = iv.solve_ivp(lambda t, y: -y, (0, 1), [1.0, 2.0], max_step=0.01, first_step=0.005, atol=[1e-6, 1e-9], rtol=[1e-6, 1e-8],
                     jac=lambda t, y: -np.eye(2), min_step=1e-9)
    assert np.diff(s.t).max() <= 0.01 + 1e-15 and s.t[1] == pytest.approx(0.005)
    assert set(s.ignored) == {"jac", "min_step"} and all(s.ignored.values())
    assert iv.solve_ivp(lambda t, y: -y, (0, 1), [1.0], max_step=np.inf, first_step=None, trace=False).success
    s = iv.solve_ivp(lambda t, y: -y, (0, 1), [1.0], max_steps=3)
    assert s.status == -1 and not s.success and "steps" in s.message


def test_a_span_of_length_zero_and_no_places():
    for trace in (True, False):
        s = iv.solve_ivp(lambda t, y: -y, (1, 1), [2.0], trace=trace)
        assert s.success and s.y[:, 0].tolist() == [2.0]
        s = iv.solve_ivp(lambda t, y: -y, (0, 1), [2.0], t_eval=[], trace=trace)
        assert s.success and s.t.size == 0 and s.y.shape == (1, 0)


def test_dense_output_of_called_functions_is_as_good_as_the_rows():
    s = iv.solve_ivp(lambda t, y: [float(y[1]), -float(y[0])], (0, 20), [0, 1], dense_output=True, rtol=1e-10, atol=1e-12)
    t = np.linspace(0, 20, 2001)
    assert not s.traced and np.abs(s.sol(t)[0] - np.sin(t)).max() < 1e-8
    assert s.sol(1.5).shape == (2,) and s.sol([[1, 2], [3, 4]]).shape == (2, 2, 2)
    traced = iv.solve_ivp(lambda t, y: [y[1], -y[0]], (0, 20), [0, 1], dense_output=True)
    for sol in (s.sol, traced.sol):
        assert sol.t_min == 0 and sol.t_max == 20
        for beyond in (math.nan, 20.1, -0.1):
            with pytest.raises(ValueError, match="`t`"):
                sol(beyond)


def test_wrong_arguments_are_named():
    f = lambda t, y: -y  # noqa: E731
    bad_terminal, bad_direction = (lambda t, y: y[0]), (lambda t, y: y[0])
    bad_terminal.terminal, bad_direction.direction = "yes", "up"
    for call, argument in [
        (lambda: iv.solve_ivp(3, (0, 1), [1]), "fun"), (lambda: iv.solve_ivp(lambda t, y: None, (0, 1), [1]), "fun"),
        (lambda: iv.solve_ivp(lambda t, y: [1, 2], (0, 1), [1]), "fun"), (lambda: iv.solve_ivp(lambda t, y: y*math.nan, (0, 1), [1]), "fun"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], columns=["y"]), "columns"), (lambda: iv.solve_ivp(lambda t, y: "a", (0, 1), [1]), "fun"),
        (lambda: iv.solve_ivp(f, 3, [1]), "t_span"), (lambda: iv.solve_ivp(f, (0, 1, 2), [1]), "t_span"),
        (lambda: iv.solve_ivp(f, (0, math.nan), [1]), "t_span"), (lambda: iv.solve_ivp(f, (0, "1"), [1]), "t_span"),
        (lambda: iv.solve_ivp(f, (0, None), [1]), "t_span"), (lambda: iv.solve_ivp(f, (0, math.inf), [1]), "t_span"),
        (lambda: iv.solve_ivp(f, (0, 1), 1), "y0"), (lambda: iv.solve_ivp(f, (0, 1), []), "y0"),
        (lambda: iv.solve_ivp(f, (0, 1), [[1]]), "y0"), (lambda: iv.solve_ivp(f, (0, 1), [math.nan]), "y0"),
        (lambda: iv.solve_ivp(f, (0, 1), ["a"]), "y0"), (lambda: iv.solve_ivp(f, (0, 1), None), "y0"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], 3), "method"), (lambda: iv.solve_ivp(f, (0, 1), [1], "RK46"), "RK46"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], t_eval=[2]), "t_eval"), (lambda: iv.solve_ivp(f, (0, 1), [1], t_eval=[0.5, 0.1]), "t_eval"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], t_eval=[[0]]), "t_eval"), (lambda: iv.solve_ivp(f, (0, 1), [1], t_eval=["a"]), "t_eval"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], dense_output=1), "dense_output"), (lambda: iv.solve_ivp(f, (0, 1), [1], vectorized="no"), "vectorized"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], events=3), "events"), (lambda: iv.solve_ivp(f, (0, 1), [1], events=[f, None]), "events"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], events=bad_terminal), "events"), (lambda: iv.solve_ivp(f, (0, 1), [1], events=bad_direction), "events"),
        (lambda: iv.solve_ivp(f, (0, 1), [1, 2], events=lambda t, y: y), "events"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], args=3), "args"), (lambda: iv.solve_ivp(f, (0, 1), [1], args="ab"), "args"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], trace=2), "trace"), (lambda: iv.solve_ivp(f, (0, 1), [1], rtol=0), "rtol"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], rtol="a"), "rtol"), (lambda: iv.solve_ivp(f, (0, 1), [1], rtol=2), "rtol"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], atol=0), "atol"), (lambda: iv.solve_ivp(f, (0, 1), [1], atol=[1, 2]), "atol"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], atol={}), "atol"), (lambda: iv.solve_ivp(f, (0, 1), [1], max_step=-1), "max_step"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], first_step="a"), "first_step"), (lambda: iv.solve_ivp(f, (0, 1), [1], maxstep=1), "maxstep"),
        (lambda: iv.solve_ivp(f, (0, 1), [1], maxstep=1, trace=False), "maxstep"), (lambda: iv.solve_ivp(f, (0, 1), [1], "RK46", trace=False), "RK46"),
    ]:
        with pytest.raises((TypeError, ValueError)) as raised:
            call()
        assert f"`{argument}" in str(raised.value) or f"{argument}=" in str(raised.value), (argument, str(raised.value))


@pytest.mark.parametrize("span", [(0, 2), (2, 0), (0, 0.7), (0.1, 0.3)])
def test_a_function_is_not_called_beyond_the_span(span):
    asked = []

    def table(t, y):  # SciPy's interpolants refuse what is beyond by a rounding error
        asked.append(float(t))
        return [1 - float(y[0])]

    s = iv.solve_ivp(table, span, [0])
    assert s.success and not s.traced
    assert min(asked) >= min(span) and max(asked) <= max(span)
    assert s.y[0, -1] == pytest.approx(1 - math.exp(span[0] - span[1]), abs=1e-6)
