# SPDX-License-Identifier: Apache-2.0
"""Random calls, seeded: each returns or raises an exception with words; never a crash. 10 000 in nightly tests, functions
of SciPy's kind and models built with operators among them."""

import faulthandler
import itertools
import os
import random
import sys
import warnings

import numpy as np

import involute as iv
from involute import _core

CALLS = 10_000 if os.environ.get("INVOLUTE_NIGHTLY") else 500
EXPECTED = (TypeError, ValueError, LookupError, OSError, AttributeError, RuntimeError, ArithmeticError)
TEXTS = [
    "var y; y' = -y; start y = 1; solve to 1",
    "param k = 2; var x, v; x' = v; v' = -k*x; start x = 1, v = 0; event e: x = 0; solve to 3",
    "var x, y, l; x'' = -l*x; y'' = -l*y - 1; x^2 + y^2 = 1; start y = 0, y' = 0; guess x = 1; solve to 1",
    "input u; var x; x' = u - x; start x = 0; solve to 1",
    "var y; y' = y^2; start y = 1; solve to 2",
    "var x; x = 1; x = 2",
]


class Odd:
    def __float__(self):
        raise ZeroDivisionError("odd")

    def __iter__(self):
        yield 1.0
        raise KeyError("odd")


def raises(*_):
    raise ArithmeticError("a callback that fails")


def value(r, depth=0):
    """Anything that a user might give by mistake, and what is right."""
    choices = [
        lambda: r.choice([0, 1, -1, 2, 7, 10**6, 10**40, True, False, None]),
        lambda: r.choice([0.0, 0.5, 1.0, -3.5, 1e-8, 1e300, float("nan"), float("inf"), -float("inf")]),
        lambda: r.choice(["", "y", "x", "x'", "auto", "radau5", "dop853", "y = 1", "k", "\udc80", "e: x = 0", "\x00", "full", "(((("]),
        lambda: r.choice([b"", b"y", 1j, object(), Odd(), raises, lambda *a: 1.0, lambda *a: None, type, np.array("y")]),
        lambda: r.choice([np.float64(0.5), np.int64(3), np.array([]), np.zeros((2, 2)), np.arange(3.0), np.array([1j]), np.array(["a"]), np.bool_(True)]),
    ]
    if depth < 2:
        choices += [
            lambda: [value(r, depth + 1) for _ in range(r.randrange(4))],
            lambda: tuple(value(r, depth + 1) for _ in range(r.randrange(4))),
            lambda: {r.choice(["x", "y", "k", "u", "x'", 3]): value(r, depth + 1) for _ in range(r.randrange(3))},
        ]
    return r.choice(choices)()


NAMES = [row[0] for row in _core.option_table()] + ["t_eval", "events", "sections", "dense_output", "start", "inputs", "nothing"]


def some_options(r):
    given = {r.choice(NAMES): value(r) for _ in range(r.randrange(4))}
    given.pop("max_seconds", None)
    given.pop("singular", None)  # names a program, which would be run
    return {**given, "max_seconds": 0.2, "max_steps": given.get("max_steps", 2000)}


def fun(r):
    """A function of t, y and maybe y', right or not."""
    odd = value(r)
    return r.choice([lambda t, y, *_: -y, lambda t, y, *p: p[0] + y if p else [y[-1]]*len(y), lambda t, y, *_: value(r),
                     lambda t, y, *_: [float(v) for v in y], lambda t, y, *_: np.where(y > 0, -y, odd), lambda *_: odd, odd])


def few_options(r):
    names = ["t_eval", "dense_output", "events", "vectorized", "args", "trace", "method", "rtol", "atol", "first_step", "max_step",
             "progress", "columns", "nothing"]
    given = {r.choice(names): value(r) for _ in range(r.randrange(3))}
    return {**given, "max_seconds": 0.2, "max_steps": r.choice([50, 200, value(r)])}


def call_of_functions(r, kind):
    t_span, y0 = r.choice([(0, 1), (1, 0), [0, 0], value(r)]), r.choice([[1.0, 2], (1,), np.ones(3), value(r)])
    if kind < 17:
        return iv.solve_ivp(fun(r), t_span, y0, **few_options(r)).y
    if kind == 17:
        return iv.solve_dae(fun(r), t_span, y0, r.choice([[0.0, 0], (0,), np.zeros(3), value(r)]), **few_options(r)).y
    if kind == 18:
        return r.choice([iv.load, iv.to_sympy, iv.Simulation.load])(value(r))
    m = iv.Model()
    x, k = m.var("x"), m.param("k", 2)
    odd = r.choice([x, k, x.dot(), x > k, value(r), value(r)])
    r.choice([m.var, m.add, m.start, m.guess, m.atol, m.small, m.input])(*[r.choice([odd, value(r)]) for _ in range(r.randrange(3))])
    r.choice([m.param, m.let, m.invariant, m.impose, m.section, m.event])(r.choice(["e", "x", odd]), r.choice([x, x**2, odd, value(r)]))
    m.add(x.dot() == r.choice([-x, -k*x, odd]))
    return m.solve(to=1, start={"x": 1}, max_seconds=0.2).y


def call(r, models, results, simulations):
    model, result, sim = r.choice(models), r.choice(results), r.choice(simulations)
    kind = r.randrange(20)
    if kind >= 15:
        return call_of_functions(r, kind)
    if kind == 0:
        return iv.model(value(r), **{r.choice("kgu"): value(r) for _ in range(r.randrange(2))})
    if kind == 1:
        return iv.Model(r.choice(TEXTS), *[value(r) for _ in range(r.randrange(4))])
    if kind in (2, 3, 4):
        results.append(model.solve(*[value(r) for _ in range(r.randrange(2))], **some_options(r)))
        return results[-1].to_dict() if len(results[-1]) < 100 else None
    if kind == 5:
        return model.analyze(**some_options(r)).to_dict()
    if kind == 6:
        simulations.append(model.simulation(r.choice([(), ["k"], value(r)]), **some_options(r)))
        return simulations[-1].t
    if kind == 7:
        return r.choice([sim.at, sim.set, sim.start, sim.advance_to])(*[value(r) for _ in range(r.randrange(3))])
    if kind == 8:
        return sim.run(value(r), points=r.choice([None, 3, value(r)]), t_eval=r.choice([None, value(r)]))
    if kind == 9:
        return r.choice([sim.step, sim.clone, sim.save, sim.advance_to_event])()
    if kind == 10:
        return r.choice([lambda: sim[value(r)], lambda: result[value(r)], lambda: sim.set_options(**some_options(r))])()
    if kind == 11 and result.sol is not None:
        return r.choice([result.sol, result.sol.derivative, result.sol.all])(*[value(r) for _ in range(r.randrange(4))])
    if kind == 12:
        return result.svg(*[value(r) for _ in range(r.randrange(3))]) if len(result) < 10_000 else None
    if kind == 13:
        return _core.solve_callable(
            value(r), value(r), value(r), value(r), {"to": 1.0, "max_steps": 50, **({r.choice(NAMES): value(r)} if r.random() < 0.5 else {})}
        )
    return _core.solve_callable(["a", "b"], r.choice([raises, lambda t, y: value(r), lambda t, y: -y]), 0.0, [1.0, value(r)], {"to": 1.0, "max_steps": 50})


def test_random_calls():
    assert sys.__stderr__  # not what pytest may have put in its place
    faulthandler.enable(sys.__stderr__)
    faulthandler.dump_traceback_later(3000, exit=True, file=sys.__stderr__)
    r = random.Random(20261118)
    models = [iv.Model(text) for text in TEXTS]
    results = [models[0].solve(dense_output=True)]
    simulations = [models[1].simulation(["k"])]
    refused = returned = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number in itertools.count():
            if number == CALLS:
                break
            try:
                call(r, models, results, simulations)
                returned += 1
            except EXPECTED as error:
                assert str(error) or isinstance(error, RuntimeError), (number, repr(error))
                refused += 1
            del results[1:-20], simulations[1:-20]
    faulthandler.cancel_dump_traceback_later()
    assert refused > CALLS / 4 and returned > CALLS / 20  # both happen
