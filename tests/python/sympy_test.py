# SPDX-License-Identifier: Apache-2.0
"""SymPy's equations in, the same equations out."""
import os

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols
from sympy_laws import check_random_expressions

import involute as iv

t, g = sp.symbols("t g")
x, y, lam = (sp.Function(name)(t) for name in ("x", "y", "lambda"))


def test_three_hundred_random_expressions_have_the_value_that_sympy_gives_them_to_45_digits():
    seen = check_random_expressions(seed=17, wanted=300, depth=3)
    assert seen["orders"] == {1, 2, 3, 4, 5}
    assert {"sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "asinh", "erf", "Abs", "sign", "exp", "log", "asin",
            "acos", "acosh", "atanh", "atan2", "Min", "Max", "Piecewise", "Heaviside", "floor", "ceiling", "Mod"} <= seen["functions"]


@pytest.mark.skipif("INVOLUTE_NIGHTLY" not in os.environ, reason="takes minutes: scripts/nightly")
def test_three_thousand_deep_random_expressions_have_the_value_that_sympy_gives_them():
    for seed in range(6):
        check_random_expressions(seed, wanted=500, depth=5)


def test_a_third_stays_a_third():
    m = iv.from_sympy(sp.Eq(x.diff(t), x/3 + sp.Rational(2, 7)), t, start={x: sp.Rational(1, 3)})
    assert "1/3" in m.text or "x/3" in m.text
    assert "2/7" in m.text and "start x = 1/3" in m.text
    s = m.solve(to=1, precision="quad", rtol=1e-25, atol=1e-30)
    exact = (sp.Rational(1, 3) + sp.Rational(6, 7))*sp.exp(sp.Rational(1, 3)) - sp.Rational(6, 7)
    assert abs(sp.Float(s.in_full("x")[-1], 36) - exact) < 1e-23


def test_the_pendulum_has_index_three_and_its_energy():
    m = iv.from_sympy([sp.Eq(x.diff(t, 2), -lam*x), sp.Eq(y.diff(t, 2), -lam*y - g), x**2 + y**2 - 1], t, [x, y, lam],
                      parameters={g: sp.Rational(981, 100)}, start={y: 0, y.diff(t): 0}, guess={x: 1})
    assert m.unknowns == ["x", "y", "lambda"] and m.analyze().index == 3
    s = m.solve(to=5, rtol=1e-10)
    energy = (s["x'"]**2 + s["y'"]**2)/2 + 9.81*s["y"]
    assert np.abs(energy).max() < 1e-8
    assert np.allclose(s["lambda"], -3*9.81*s["y"], atol=1e-7)  # of a pendulum released from the horizontal


def test_matrices_lists_and_dynamicsymbols_are_taken():
    q = sp.Matrix(dynamicsymbols("q1:3"))
    time = dynamicsymbols._t
    stiffness = sp.Matrix([[2, -1], [-1, 2]])
    m = iv.from_sympy(sp.Eq(q.diff(time, 2), -stiffness*q), time, q, start={q[0]: 1, q[1]: 1, "q1'": 0, "q2'": 0})
    s = m.solve(to=2, t_eval=[2], rtol=1e-11, atol=1e-13)
    assert s["q1"][-1] == pytest.approx(np.cos(2), abs=1e-9)  # the mode (1, 1) has frequency 1
    m = iv.from_sympy([q.diff(time) + q], time)
    assert m.unknowns == ["q1", "q2"]


def test_a_derivative_of_a_product_and_an_algebraic_symbol_can_stand_in_equations():
    z = sp.Symbol("z")
    m = iv.from_sympy([sp.Derivative(x*y, t) - 1, y - 2, z - x**2], t, [x, y, z], start={x: 0})
    s = m.solve(to=4)  # 2 x' = 1
    assert s["x"][-1] == pytest.approx(2, abs=1e-9) and s["z"][-1] == pytest.approx(4, abs=1e-8)


@pytest.mark.parametrize("given, used", [("\\theta_{1}", "theta_1"), ("pi", "pi_"), ("q'", "q"), ("2x", "_2x"),
                                         ("α", "alpha"), ("and", "and_"), ("start", "start"), ("sin", "sin"), ("t", "t_")])
def test_names_that_the_language_has_no_room_for_are_changed(given, used):
    f = sp.Function(given)(t)
    m = iv.from_sympy(f.diff(t) + f, t, start={f: 1})
    assert m.unknowns == [used]
    assert m.solve(to=1)[used][-1] == pytest.approx(np.exp(-1), abs=1e-8)


def test_names_that_become_the_same_stay_different():
    p, q = sp.Function("q_{1}")(t), sp.Function("q_1")(t)
    m = iv.from_sympy([p.diff(t) - q, q.diff(t) + p], t, [p, q], start={p: 0, q: 1})
    assert len(set(m.unknowns)) == 2
    assert m.solve(to=1)[m.unknowns[0]][-1] == pytest.approx(np.sin(1), abs=1e-8)


def test_parameters_depend_on_parameters_and_can_be_set():
    k = sp.Symbol("k")
    m = iv.from_sympy(x.diff(t) + k*x, t, parameters={g: 2, k: g/2}, start={x: 1})
    assert m.parameters == {"g": 2, "k": 1}
    assert m.with_parameters(g=4).solve(to=1)["x"][-1] == pytest.approx(np.exp(-2), abs=1e-8)


def test_inputs_are_functions_given_from_outside():
    u, v = (sp.Function(name)(t) for name in "uv")
    open_ended = iv.from_sympy([x.diff(t) - u, y - u.diff(t)], t, inputs=[u], start={x: 0})
    assert open_ended.inputs == ["u"] and open_ended.unknowns == ["x", "y"]
    s = open_ended.solve(to=3, inputs={"u": ([0, 1, 3], [0, 2, 2])})
    assert s["x"][-1] == pytest.approx(5, abs=1e-9)  # a triangle of area 1 and a box of 4
    closed = iv.from_sympy([x.diff(t) - u*v], t, [x], inputs={u: sp.Rational(1, 2), v: (lambda time: [np.cos(time)], 0)},
                           start={x: 0})
    assert closed.solve(to=2)["x"][-1] == pytest.approx(np.sin(2)/2, abs=1e-8)
    sim = closed.simulation()
    assert sim.set(u=3)["x'"] == pytest.approx(3, abs=1e-12)


def test_an_input_in_a_constraint_must_be_smooth_enough():
    u = sp.Function("u")(t)
    m = iv.from_sympy([x.diff(t, 2) + lam*x, y.diff(t, 2) + lam*y + 1, x**2 + y**2 - u**2], t, [x, y, lam], inputs=[u],
                      start={y: 0, y.diff(t): 0}, guess={x: 1})
    with pytest.raises(iv.ModelError, match="differentiated twice"):
        m.solve(to=1, inputs={"u": ([0, 1], [1, 2])})
    assert m.solve(to=1, inputs={"u": ([0, 0.5, 1, 2], [1, 1.2, 1.1, 1], "cubic")}).success


def test_equal_parts_are_written_once():
    u = x + sp.sin(y)
    for _ in range(8):
        u = sp.sin(u)*sp.cos(u) + sp.exp(-u**2)  # about 30000 nodes if written out
    m = iv.from_sympy([x.diff(t) - u, y.diff(t) - u], t)
    assert len(m.text) < 5000


REFUSED = [
    (sp.gamma(x), "gamma"), (x.subs(t, t - 1), "x(t - 1)"), (sp.I*x, "I"), (sp.Symbol("k")*x, "k"),
    (sp.Integral(x, t), "Integral"), (sp.Function("f")(x, t), "f(x(t), t)"),
    (sp.Piecewise((1, sp.Eq(x, 0)), (2, True)), "Eq(x(t), 0)"), (sp.Piecewise((1, x > 0)), "Piecewise"),
    (x + sp.oo, "oo"), (sp.besselj(0, x), "besselj"), (sp.Derivative(g*x, g), "g"),
    (sp.DiracDelta(x), "DiracDelta"), (sp.zeta(x), "zeta"),
]


@pytest.mark.parametrize("e, name", REFUSED, ids=lambda v: str(v))
def test_what_cannot_be_said_is_refused_by_name(e, name):
    with pytest.raises(ValueError) as raised:
        iv.from_sympy([x.diff(t) + y, y.diff(t) - sp.Add(e, y, evaluate=False)], t, [x, y])
    assert name in str(raised.value)


def test_wrong_arguments_are_named():
    fine = x.diff(t) + x
    for call, argument in [
        (lambda: iv.from_sympy(3, t), "equations"), (lambda: iv.from_sympy([], t), "equations"),
        (lambda: iv.from_sympy([fine, "x' = 1"], t), "equations"), (lambda: iv.from_sympy([sp.false], t), "equations"),
        (lambda: iv.from_sympy(fine, "t"), "t"), (lambda: iv.from_sympy(fine, t, [x, 3]), "unknowns"),
        (lambda: iv.from_sympy(fine, t, [x, x]), "unknowns"), (lambda: iv.from_sympy(fine, t, [x**2]), "unknowns"),
        (lambda: iv.from_sympy(fine, t, [y]), "unknowns"), (lambda: iv.from_sympy(g + 1, t, parameters={g: 1}), "equations"),
        (lambda: iv.from_sympy(fine, t, parameters=[g]), "parameters"),
        (lambda: iv.from_sympy(fine, t, parameters={x: 1}), "parameters"),
        (lambda: iv.from_sympy(fine, t, parameters={g: "one"}), "parameters"),
        (lambda: iv.from_sympy(fine, t, parameters={g: float("nan")}), "parameters"),
        (lambda: iv.from_sympy(fine, t, parameters={g: x}), "parameters"),
        (lambda: iv.from_sympy(fine, t, start=[1]), "start"), (lambda: iv.from_sympy(fine, t, start={x**2: 1}), "start"),
        (lambda: iv.from_sympy(fine, t, start={"z": 1}), "start"), (lambda: iv.from_sympy(fine, t, start={x: "1"}), "start"),
        (lambda: iv.from_sympy(fine, t, inputs=[g]), "inputs"), (lambda: iv.from_sympy(fine, t, inputs={y: 1j}), "inputs"),
        (lambda: iv.from_sympy(fine, t, [x, y], inputs=[y]), "unknowns"), (lambda: iv.from_sympy(fine, t, inputs=3), "inputs"),
        (lambda: iv.from_sympy(fine, t, inputs={y: sp.oo}), "inputs"), (lambda: iv.from_sympy(fine, t, inputs={y: x}), "inputs"),
        (lambda: iv.from_sympy(fine, t, guess={x: x}), "guess"), (lambda: iv.from_sympy(fine, t, title=3), "title"),
    ]:
        with pytest.raises((TypeError, ValueError)) as raised:
            call()
        assert f"`{argument}" in str(raised.value), (argument, str(raised.value))
