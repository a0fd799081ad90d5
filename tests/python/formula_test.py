# SPDX-License-Identifier: Apache-2.0
"""Formulas with operators, and models built of them."""
import copy
import math
import pickle
from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from text_value import residuals

import involute as iv


@pytest.fixture
def names():
    m = iv.Model()
    return m, *m.var("x y z")


def test_numbers_are_printed_exactly(names):
    _, x, _, _ = names
    for number, text in [(3, "3"), (Fraction(1, 3), "1/3"), (0.1, "0.1"), (Decimal("0.10"), "0.1"), (1e-300, "1e-300"),
                         (Fraction(-2, 7), "-2/7"), (2.0, "2"), (np.float64(0.3), "0.3"), (np.int32(7), "7"),
                         (0.30000000000000004, "0.30000000000000004"), (10**25, "1e25"), (12345678901234567890123, None)]:
        assert text is None or repr(x*0 + number) == text
    for value in [*np.random.default_rng(1).normal(size=200)*10.0**np.arange(-100, 100), 5e-324, math.pi, 1/3]:
        assert float(repr(x*0 + value)) == value


def test_operators_print_what_they_mean(names):
    _, x, y, z = names
    for formula, text in [
        (x.dot(2) + y*x == 0, "x'' + y*x = 0"), (x - (y - z), "x - (y - z)"), (x - (y + z), "x - (y + z)"),
        (x/(y*z), "x/(y*z)"), (x/y*z, "x/y*z"), (x*(y/z), "x*(y/z)"), (-x**2, "-x^2"), ((-x)**2, "(-x)^2"),
        (x**y**z, "x^y^z"), ((x**y)**z, "(x^y)^z"), (x**-2, "x^-2"), (2**x, "2^x"), (x**0.5, "sqrt(x)"),
        (-(x + y), "-(x + y)"), (x + -3, "x - 3"), (x - 2*-y, "x - 2*(-y)"), ((x*y).dot(), "(x*y)'"), (x.dot(5), "der(x, 5)"),
        (x*0 + y, "y"), (x*1, "x"), (x + 0, "x"), (0 - x, "-x"), (abs(x), "abs(x)"), (x.dot().dot(), "x''"), (+x, "x"),
        (x**Fraction(1, 3), "x^(1/3)"), (iv.pi*x, "pi*x"), (x % 2, "mod(x, 2)"), (x//2, "floor(x/2)"), (5 % x, "mod(5, x)"), (math.floor(x), "floor(x)"), (1/x/3, "1/x/3"), ((x + y)*2, "(x + y)*2"), (-x*y, "-x*y"),
    ]:
        assert repr(formula) == text


def test_text_has_the_value_of_the_python_expression(names):
    _, x, y, z = names
    jets = {("x", 0): mpmath.mpf("0.7"), ("y", 0): mpmath.mpf("-1.3"), ("z", 0): mpmath.mpf("2.1"), ("t", 0): mpmath.mpf(3)}
    a, b, c = (jets[n, 0] for n in "xyz")
    pick = np.random.default_rng(3)
    operators = [lambda u, v: u + v, lambda u, v: u - v, lambda u, v: u*v, lambda u, v: u/(3 + v*v), lambda u, v: -u,
                 lambda u, v: u**2, lambda u, v: (4 + v*v)**-1, lambda u, v: u*2 - v/3]
    for _ in range(300):
        formulas, numbers = [x, y, z], [a, b, c]
        for _ in range(8):
            i, j = pick.integers(len(formulas), size=2)
            operator = operators[pick.integers(len(operators))]
            formulas.append(operator(formulas[i], formulas[j]))
            numbers.append(operator(numbers[i], numbers[j]))
        text, *lets = repr(formulas[-1]).split("\n  where ")
        value, = residuals("".join(f"let {line}\n" for line in lets) + text + " = 0\n", jets)
        assert abs(value - numbers[-1]) <= 1e-9*max(1, abs(numbers[-1]))


def test_numpy_functions_make_formulas(names):
    _, x, y, z = names
    v = np.array([x, y, z])
    for formula, text in [
        (np.sin(x), "sin(x)"), (np.arctan2(x, y), "atan2(x, y)"), (np.float64(2)*x, "2*x"), (np.maximum(x, 0), "max(x, 0)"),
        (np.hypot(x, y), "sqrt(x^2 + y^2)"), (np.where(x > 0, 1, y), "if(x > 0, 1, y)"), (np.sign(x), "sign(x)"), (np.floor(x), "floor(x)"), (np.mod(x, 2), "mod(x, 2)"),
        (np.dot(v, v), "x*x + y*y + z*z"), (v @ v, "x*x + y*y + z*z"), (np.sum(v), "x + y + z"), (v.sum(), "x + y + z"),
        (np.exp(v)[1], "exp(y)"), ((np.array([[1, 2, 0], [0, 0, 3]]) @ v)[0], "x + 2*y"), (np.sqrt(v)[0], "sqrt(x)"),
        (iv.where(x <= 1, x, -x), "if(x <= 1, x, -x)"), (iv.if_((x > 0) & ~(y < 1) | (z >= 2), 1, 0),
                                                         "if((x > 0 and not (y < 1)) or z >= 2, 1, 0)"),
        ((np.array([1.0, 2.0])*x)[1], "2*x"), ((x*np.array([1.0, 2.0]))[1], "x*2"), (np.cumsum(v)[1], "x + y"),
    ]:
        assert repr(formula) == text


def test_expm1_and_log1p_keep_their_digits_near_zero(names):
    from involute._formula_value import values
    _, x, _, _ = names
    for f, exact in ((np.expm1, math.expm1), (np.log1p, math.log1p)):
        for at in (1e-12, -3e-7, 0.5, 2.0):
            assert values([f(x)], {x: at})[0] == pytest.approx(exact(at), rel=1e-14)


@pytest.mark.parametrize("use", [
    lambda x: bool(x), lambda x: float(x), lambda x: int(x), lambda x: [1, 2][x],
    lambda x: math.sin(x), lambda x: np.array([x], dtype=float), lambda x: round(x), lambda x: np.rint(x),
    lambda x: bool(x > 0), lambda x: bool(x == 0), lambda x: x != 0, lambda x: max(x, 1), lambda x: range(x),
    lambda x: np.zeros(1).__setitem__(0, x), lambda x: x == x and 1, lambda x: complex(x)])
def test_what_needs_a_number_is_a_type_error(names, use):
    with pytest.raises(TypeError, match="formula|float"):
        use(names[1])


def test_complex_nan_and_infinity_are_refused(names):
    x = names[1]
    with pytest.raises(TypeError, match="complex"):
        x*1j
    for value in (math.nan, math.inf):
        with pytest.raises(ValueError, match=str(value)):
            x*value
    with pytest.raises(ZeroDivisionError):
        x/0


def test_shared_parts_do_not_explode(names):
    m, x, y, _ = names
    u = x
    for _ in range(100):
        u = u*u + 1/(u + 2)
    m.add(x.dot() == u, y.dot() == u)
    assert len(m.text) < 6000
    deep = x
    for k in range(20000):
        deep = deep + k*y
    nested = x
    for _ in range(1000):
        nested = np.sin(nested)
    m = iv.Model()
    x, y = m.var("x y")
    u = x
    for _ in range(1000):
        u = np.sin(u)
    m.add(x.dot() == u, y.dot() == 0)
    m.start(x=1, y=0)
    v = 1.0
    for _ in range(1000):
        v = math.sin(v)
    assert m.solve(to=1e-6)["x'"][0] == pytest.approx(v, rel=1e-12)
    assert len(repr(deep)) < 1_000_000 and len(repr(nested)) < 50_000


def test_the_pendulum_with_operators_is_the_pendulum():
    m = iv.Model(title="Pendulum")
    x, y = m.var("x y")
    lam = m.var("lambda")
    g = m.param("g", 9.81)
    m.add(x.dot(2) + lam*x == 0, y.dot(2) + lam*y + g == 0)
    m.add(x**2 + y**2 == 1)
    m.start(y=0)
    m.start({y.dot(): 0})
    m.guess(x == 1)
    m.let("r", x**2 + y**2)
    m.invariant("E", (x.dot()**2 + y.dot()**2)/2 + g*y)
    m.section("low", x == 0)
    m.event("back", y.dot(), direction="falling", stop=True)
    assert m.title == "Pendulum" and m.unknowns == ["x", "y", "lambda"] and m.parameters == {"g": 9.81}
    s = m.solve(to=10, rtol=1e-10)
    assert s.status == 1 and s.code == "event"
    # released from the horizontal it is level again on the other side after K(1/2)*2/sqrt(g); there y' changes sign
    assert s.t[-1] == pytest.approx(2*float(mpmath.ellipk(0.5))/math.sqrt(9.81), abs=1e-8)
    assert np.allclose(s["lambda"], -3*9.81*s["y"], atol=1e-6)
    assert m.with_parameters(g=1).parameters == {"g": 1}
    assert isinstance(m, iv.Model) and type(copy.deepcopy(m)) is iv.Model and type(pickle.loads(pickle.dumps(m))) is iv.Model
    assert pickle.loads(pickle.dumps(m)).text == m.text


def test_a_model_grows_after_it_was_solved():
    m = iv.Model()
    x = m.var("x")
    m.add(x.dot() == -x)
    m.start(x=1)
    assert m.solve(to=1).names == ["x", "x'"]
    y = m.var("y")
    m.add(y == x**2)
    assert m.solve(to=1)["y"][-1] == pytest.approx(math.exp(-2), abs=1e-8)


def test_arrays_of_unknowns():
    m = iv.Model(independent="s")
    p, q = m.var("p[1..3]"), m.var("q", shape=(2, 2))
    assert p.shape == (3,) and q.shape == (2, 2) and repr(q[1, 0]) == "q[1,0]"
    rate = m.param("rate", Fraction(1, 2))
    m.add(p.dot() == -rate*p, q.dot() == [[0, 1], [1, 0]] @ q)
    m.start(p=[1, 2, 3], q=0, s=1)
    m.guess({"q[0,0]'": 1})
    m.atol({p[0]: 1e-9})
    s = m.solve(to=3)
    assert s["p[2]"][-1] == pytest.approx(2*math.exp(-1), abs=1e-8) and s.t[0] == 1
    assert np.abs(s["q[1,1]"]).max() == 0


def test_words_of_the_language_are_names_like_others():
    m = iv.Model()
    start, let, cond, sin, inn = m.var("start, let", "if", "sin in")
    m.add(start.dot() == -let*(cond + inn), let == iv.where(cond > 0, 1, sin), cond.dot() == 2, sin == 3 + cond,
          inn.dot() == np.sin(inn)*0 + 1)
    m.start({start: 0, cond: 1, inn: 2})
    s = m.solve(to=1)
    assert s["start"][-1] == pytest.approx(-4.5, abs=1e-8)  # -∫ (1 + 2 t + 2 + t) dt from 0 to 1
    for name in ("pi", "and", "or", "not"):
        with pytest.raises(ValueError, match=name):
            m.var(name)


def test_names_of_another_model_are_refused(names):
    _, x, _, _ = names
    m = iv.Model()
    y = m.var("x")
    with pytest.raises(ValueError, match="another model"):
        m.add(y.dot() == x)
    with pytest.raises(ValueError, match="another model"):
        m.start({x: 1})


def test_wrong_arguments_are_named():
    m = iv.Model()
    x, g = m.var("x"), m.param("g", 1)
    for call, argument in [
        (lambda: m.var(), "names"), (lambda: m.var(3), "names"), (lambda: m.var("2x"), "names"), (lambda: m.var("p[1:3]"), "names"),
        (lambda: m.var("q", shape=-1), "shape"), (lambda: m.var("q", shape="a"), "shape"), (lambda: m.var("q[1..2]", shape=2), "shape"),
        (lambda: m.var("x"), "name"), (lambda: m.param("x", 1), "name"), (lambda: m.param(3, 1), "name"),
        (lambda: m.param("h", "1"), "value"), (lambda: m.param("h", math.nan), "value"), (lambda: m.param("h", x), "value"),
        (lambda: m.let("r", None), "value"), (lambda: m.input("x"), "name"), (lambda: m.small(x), "parameter"),
        (lambda: m.add(x), "equations"), (lambda: m.add(x == 0, 3), "equations"), (lambda: m.add("x = 1"), "equations"),
        (lambda: m.start(z=1), "start"), (lambda: m.start(x="1"), "start"), (lambda: m.start(x=math.inf), "start"),
        (lambda: m.start(3), "start"), (lambda: m.start({g: 1}), "start"), (lambda: m.start({x**2: 1}), "start"),
        (lambda: m.guess({x: x}), "guess"), (lambda: m.atol(x=None), "atol"), (lambda: m.invariant("E", "x"), "expression"),
        (lambda: m.invariant("E", x, x), "value"), (lambda: m.impose(3, x), "name"),
        (lambda: m.section("s", "x"), "crossing"), (lambda: m.section("s", x, "up"), "direction"),
        (lambda: m.event("e", x, stop=1), "stop"), (lambda: m.event("x", x), "name"), (lambda: x.dot(1.5), "order"),
        (lambda: x.dot(-1), "order"), (lambda: x.dot(101), "order"), (lambda: iv.if_(3, 1, 2), "condition"),
        (lambda: iv.if_(x > 0, "a", 2), "then"), (lambda: iv.where("x", 1, 2), "condition"),
        (lambda: iv.Model(title=3), "title"), (lambda: iv.Model(independent="2"), "independent"),
    ]:
        with pytest.raises((TypeError, ValueError)) as raised:
            call()
        assert f"`{argument}`" in str(raised.value), (argument, str(raised.value))
    with pytest.raises(ValueError):
        g.dot()
