# SPDX-License-Identifier: Apache-2.0
"""Models into SymPy and back: the same system."""
import os

import numpy as np
import pytest
import sympy as sp

import involute as iv

MODELS = os.path.join(os.environ.get("INVOLUTE_SOURCE", os.path.join(os.path.dirname(__file__), "..", "..")), "models")


def there_and_back(m):
    return iv.from_sympy(**iv.to_sympy(m)._asdict())


# loops, arrays, sums, functions, lets, choices, more equations than unknowns
@pytest.mark.parametrize("name", ["pendulum", "chain", "andrews", "transistor_amplifier", "kepler", "sphere",
                                  "van_der_pol", "slider_crank_index3", "six_point_chain", "four_bar"])
def test_models_come_back_from_sympy_as_the_same_system(name):
    path = os.path.join(MODELS, name + ".ode")
    if not os.path.exists(path):
        pytest.fail(f"{name}.ode has another name now")
    m = iv.model(path)
    back = there_and_back(m)
    one, other = m.analyze(), back.analyze()
    assert (one.index, one.dimension) == (other.index, other.dimension)
    assert len(m.equations) == len(back.equations) and len(m.unknowns) == len(back.unknowns)
    end = 1e-3
    a, b = (model.solve(to=end, rtol=1e-9, only_end=True) for model in (m, back))
    assert a.status == b.status == 0
    for old, new in zip(m.unknowns, back.unknowns):
        assert np.allclose(a[old], b[new], rtol=1e-7, atol=1e-9), (old, new)


def test_what_the_language_can_say_arrives_in_sympy():
    m = iv.to_sympy(iv.model('''
        title "All of it"; independent s
        param n = 3, k = 1/n      # a comment
        var   p[1..n], q[0..1, -1..0], x
        let   r = sqrt(x^2 + 1)
        function f(a, b) = a*b + k
        for i in 1..n { let d[i] = p[i] - i; d[i]' = -i*d[i]; start p[i] = i^2 }
        for i in 0..1 { for j in -1..0 { q[i, j] = sum(l in 1..2: l*x^l) +
                                                   prod(l in 2..3: l) + i - j } }
        r'' = if(x > 1 and not (x < 2) or (s <= 3), f(x, 2), -x)*log10(x + 2) + der(x, 5) + max(1, x, 3)
        guess x = 0.1
        start s = 1/7
    '''))
    s, k, n = m.t, *(sp.Symbol(name, real=True) for name in ("k", "n"))
    p = {str(f.func): f for f in m.unknowns}
    x = p["x"]
    assert list(p) == ["p_1", "p_2", "p_3", "q_0_m1", "q_0_0", "q_1_m1", "q_1_0", "x"] and m.parameters == {n: 3, k: 1/n}
    assert m.equations[1] == sp.Eq(p["p_2"].diff(s), -2*(p["p_2"] - 2), evaluate=False)
    assert m.equations[5].rhs.expand() == sp.expand(x + 2*x**2 + 6 + 1 + 1)
    choice = sp.Piecewise((2*x + k, sp.Or(sp.And(x > 1, sp.Not(x < 2)), s <= 3)), (-x, True))
    expected = choice*sp.log(x + 2, 10) + x.diff(s, 5) + sp.Max(1, x, 3)
    assert m.equations[-1].rhs == expected and sp.simplify(m.equations[-1].lhs - sp.sqrt(x**2 + 1).diff(s, 2)) == 0
    assert m.start == {p["p_1"]: 1, p["p_2"]: 4, p["p_3"]: 9, s: sp.Rational(1, 7)} and m.guess == {x: sp.Rational(1, 10)}


def test_values_given_to_a_model_are_its_parameters_in_sympy():
    m = iv.to_sympy(iv.model("param g = 1; var x; x' = g", g=2.5))
    assert list(m.parameters.values()) == [sp.Rational(5, 2)]


def test_inputs_come_back_with_what_was_given_for_them():
    m = iv.model("""
        param k = 3
        input u, v = k/2, w = table cubic (0, 1) (1, k), (2, 0) (4, -1)
        input c = table (0, 0) (9, 1), d = table periodic hold_ (0, 0) (1, 0)
        var x, y
        x' = u*v + w - c'
        y = u' + w' + x
        start x = 1
    """.replace("hold_ ", ""))
    there = iv.to_sympy(m)
    assert [str(f) for f in there.inputs] == ["u(t)", "v(t)", "w(t)", "c(t)", "d(t)"]
    assert list(there.inputs.values()) == [None, 1.5, ([0, 1, 2, 4], [1, 3, 0, -1], "cubic"), ([0, 9], [0, 1]),
                                           ([0, 1], [0, 0], "periodic")]
    back = iv.from_sympy(**there._asdict())
    given = {"u": ([0, 4], [0, 2])}  # u' is 1/2
    a, b = (model.solve(to=4, inputs=given, rtol=1e-11) for model in (m, back))
    assert np.allclose(a["x"][-1], b["x"][-1], rtol=1e-9) and np.allclose(a["y"][-1], b["y"][-1], rtol=1e-9)
    assert iv.to_sympy(m.with_inputs(u=2, c=(np.sin, 0))).inputs[sp.Function("u", real=True)(there.t)] == 2


def test_wrong_arguments_are_named():
    with pytest.raises(TypeError, match="`model`"):
        iv.to_sympy("var x")
