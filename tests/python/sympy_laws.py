# SPDX-License-Identifier: Apache-2.0
"""Random expressions of SymPy, and the law that their text has their value."""
import contextlib
import random
import signal

import mpmath
import sympy as sp
from text_value import residuals

import involute as iv

t, a = sp.symbols("t a")
x, y = sp.Function("x")(t), sp.Function("y")(t)
JETS = [f.diff(t, n) if n else f for f in (x, y) for n in range(6)]

# Functions with arguments that keep them real.
UNARY = [
    sp.sin, sp.cos, sp.tan, sp.atan, sp.sinh, sp.cosh, sp.tanh, sp.asinh, sp.erf, sp.Abs, sp.sign, sp.erfc, sp.sech,
    # what jumps, of arguments that are never at a jump
    lambda u: u*sp.floor(3*x + sp.sqrt(2)), lambda u: u + sp.ceiling(x.diff(t)*y + sp.sqrt(3)),
    lambda u: u - sp.frac(y.diff(t, 2) + sp.sqrt(5)), lambda u: u*sp.Mod(y + sp.sqrt(3), sp.Rational(7, 3)),
    lambda u: u + sp.Mod(x.diff(t, 3) + sp.sqrt(5), -2),
    lambda u: sp.exp(-u**2), lambda u: sp.exp(u/5), lambda u: sp.log(1 + u**2), lambda u: sp.sqrt(1 + u**2),
    lambda u: sp.asin(sp.tanh(u)/2), lambda u: sp.acos(sp.sin(u)/2), lambda u: sp.acosh(2 + u**2),
    lambda u: sp.atanh(sp.sin(u)/3), lambda u: sp.log(3 + sp.cos(u), 10), lambda u: 1/(2 + sp.cos(u)),
    lambda u: (1 + u**2)**sp.Rational(-5, 3), lambda u: sp.Heaviside(u + sp.Rational(1, 7)),
    lambda u: sp.pi*u, lambda u: sp.E*u, lambda u: sp.GoldenRatio - u, lambda u: -u, lambda u: u**3, lambda u: u**-2,
]
BINARY = [
    lambda u, v: u + v, lambda u, v: u - v, lambda u, v: u*v, lambda u, v: u/(2 + v**2), lambda u, v: sp.atan2(u, 1 + v**2),
    sp.Min, sp.Max, lambda u, v: (1 + u**2)**sp.tanh(v),
    # SymPy itself fails on choices within conditions, so that these compare derivatives alone.
    lambda u, v: sp.Piecewise((u, x > sp.Rational(1, 3)), (v, y.diff(t) + x <= 2), (u*v, True)),
    lambda u, v: sp.Piecewise((u, sp.And(y > 0, x*y < 5)), (u + v, sp.Or(x.diff(t, 2) >= 1, sp.Not(y < -2))), (v**2, True)),
]


def expression(pick, depth):
    kind = pick.random()
    if depth == 0 or kind < 0.1:
        return pick.choice([pick.choice(JETS), pick.choice(JETS), t, a, sp.Rational(pick.randint(-50, 50), pick.randint(1, 49))])
    if kind < 0.5:
        return pick.choice(UNARY)(expression(pick, depth - 1))
    return pick.choice(BINARY)(expression(pick, depth - 1), expression(pick, depth - 1))


class TookTooLong(Exception):
    pass


@contextlib.contextmanager
def seconds_at_most(limit):
    def give_up(*_):
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def value_by_sympy(e, values):
    """To 50 digits; no number where SymPy fails itself, as it does where roundings leave Min with a complex number, or
    seeks digits for ever."""
    try:
        with seconds_at_most(60):
            return sp.N(e.subs({jet: values[jet] for jet in reversed(JETS[1:6] + JETS[7:])}).subs(values), 50)
    except TookTooLong:
        return sp.nan
    except ValueError as error:
        if "is not comparable" not in str(error):
            raise
        return sp.nan


def check_random_expressions(seed, wanted, depth):
    pick = random.Random(seed)
    seen = {"functions": set(), "orders": set()}
    checked = 0
    with mpmath.workdps(60):
        while checked < wanted:
            e = expression(pick, pick.randint(1, depth))
            values = {jet: sp.Rational(pick.randint(-300, 300), pick.randint(1, 97)) for jet in [*JETS, t, a]}
            if not e.has(x, y) or e.has(sp.I):  # SymPy itself goes where no real number is
                continue
            value = value_by_sympy(e, values)
            if not value.is_Float or abs(value) > 1e30 or (value != 0 and abs(value) < 1e-30):
                continue
            try:
                m = iv.from_sympy([e], t, [x, y], parameters={a: values[a]})
            except iv.ModelError as error:  # 1 - erf(9) of numbers: 33 digits do not tell it from 0, and that is said
                assert "cannot be told from 0" in str(error) and e.has(sp.erfc), (e, error)
                continue
            jets = {(f, n): mpmath.mpf(int(v.p))/int(v.q)
                    for f, g in (("x", JETS[:6]), ("y", JETS[6:])) for n, v in enumerate(values[jet] for jet in g)}
            jets["t", 0] = mpmath.mpf(int(values[t].p))/int(values[t].q)
            ours, = residuals(m.text, jets)
            theirs = mpmath.mpf(str(value))
            # 60 digits are computed with; deep expressions lose a few of them by cancellation.
            assert abs(ours - theirs) <= mpmath.mpf(10)**-45*max(abs(theirs), 1), (e, m.text, ours, theirs)
            seen["functions"] |= {type(f).__name__ for f in e.atoms(sp.Function, sp.Min, sp.Max)}
            seen["orders"] |= {d.derivative_count for d in e.atoms(sp.Derivative)}
            checked += 1
    return seen
