# SPDX-License-Identifier: Apache-2.0
"""A wrong call of everything public raises an exception that names the argument; never a crash."""

import inspect

import numpy as np
import pandas as pd
import pytest

import involute as iv

MODEL = iv.Model("param k = 1; input u = 1; var y; y' = -k*y*u; start y = 1; solve to 1")
RESULT = MODEL.solve(dense_output=True)
SIM = MODEL.simulation(tunable=["k"])
NAN, INF = float("nan"), float("inf")


class Hostile:
    """Raises whatever is asked of it."""

    def __float__(self):
        raise RuntimeError("no float")

    __index__ = __len__ = __iter__ = __fspath__ = __bool__ = __float__


def decay(t, y, *slope):
    return slope[0] + y if slope else -y


def ragged(*_):
    return [[1], [1, 2]]


# Of every public function and method: calls, and what must be named. Those of solve_ivp, solve_dae, from_sympy, to_sympy
# and of models built with operators stand beside their other tests.
WRONG = {
    "solve_ivp": [
        (lambda: iv.solve_ivp(decay, (0, 1), ragged()), "`y0`"),
        (lambda: iv.solve_ivp(decay, (0, 1), 2.5), "of shape (): write [2.5]"),
        (lambda: iv.solve_ivp(decay, (0, 0.3), [1], t_eval=[0, 0.1 + 0.2]), "0.30000000000000004 does not; np.linspace"),
        (lambda: iv.solve_ivp(ragged, (0, 1), [1, 2]), "`fun`"),
        (lambda: iv.solve_ivp(decay, (0, 1), [1], t_eval=ragged()), "`t_eval`"),
        (lambda: iv.solve_ivp(decay, (0, 1), [1], rtol=ragged()), "`rtol`"),
        (lambda: iv.solve_ivp(decay, (0, 1), [1], atol=ragged()), "`atol`"),
    ],
    "solve_dae": [
        (lambda: iv.solve_dae(decay, (0, 1), [1], ragged()), "`yp0`"),
        (lambda: iv.solve_dae(ragged, (0, 1), [1], [1]), "`fun`"),
    ],
    "model": [
        (lambda: iv.model(3), "source"),
        (lambda: iv.model(None), "source"),
        (lambda: iv.model(b"var x; x' = 1"), "source.decode()"),
        (lambda: iv.model("var x; x' = k", k=1), "k"),
        (lambda: iv.model("param k = 1; var x; x' = k", k="1"), "k="),
        (lambda: iv.model("param k = 1; var x; x' = k", k=NAN), "k="),
        (lambda: iv.model("param k = 1; var x; x' = k", k=INF), "k="),
        (lambda: iv.model("param k = 1; var x; x' = k", k=10**400), "k="),
        (lambda: iv.model("var \udc80 = 1"), "text"),
        (lambda: iv.model("nothing\x00.ode"), "null"),
    ],
    "load": [(lambda: iv.load(3), "path="), (lambda: iv.load("/"), "/"), (lambda: iv.load(__file__), "wrong_calls_test.py")],
    "methods": [(lambda: iv.methods(1), "argument")],
    "options": [(lambda: iv.options(1), "argument")],
    "Model": [
        (lambda: iv.Model(3), "text="),
        (lambda: iv.Model("var x", [1]), "parameters="),
        (lambda: iv.Model("var x", {1: 2}), "parameters="),
        (lambda: iv.Model("var x; x' = 1", {"k": 2}), "k"),
        (lambda: iv.Model("var x; x' = 1", file=3), "file="),
        (lambda: iv.Model("var x; x' = 1", inputs=3), "inputs="),
        (lambda: iv.Model("var x; x' = 1", inputs={"u": 3}), "u"),
    ],
    "Model.with_parameters": [(lambda: MODEL.with_parameters(k=None), "k="), (lambda: MODEL.with_parameters(z=1), "z")],
    "Model.with_inputs": [
        (lambda: MODEL.with_inputs(u="one"), "u="),
        (lambda: MODEL.with_inputs(u=([0, 1], [0])), "u="),
        (lambda: MODEL.with_inputs(u=([1, 0], [0, 1])), "u"),
        (lambda: MODEL.with_inputs(u=([0, 1], [0, 1], "quadratic")), "u="),
        (lambda: MODEL.with_inputs(u=(lambda t: 1, -1)), "u="),
        (lambda: MODEL.with_inputs(u=NAN), "u="),
        (lambda: MODEL.with_inputs(u=[(0, 1), (1, 2), (2, 3)]), "a table (t, u) of two rows"),
        (lambda: MODEL.simulation(inputs=3), "inputs="),
        (lambda: MODEL.analyze(inputs=3), "inputs="),
        (lambda: MODEL.with_inputs(u=np.ones((5, 2))), "a table (t, u)"),
        (lambda: MODEL.with_inputs(u=pd.Series([0.0, 1.0])), "a table (t, u) of two rows"),
        (lambda: iv.Model("input w; var y; y' = w; solve to 1").solve(), "in Python inputs="),
        (lambda: MODEL.with_inputs(u=Hostile()), "u="),
        (lambda: MODEL.with_inputs(w=1), "w"),
        (lambda: MODEL.with_inputs(u=lambda t: "one").solve(), "u="),
        (lambda: MODEL.with_inputs(u=lambda t: [1, "two"]).solve(), "u="),
    ],
    "Model.analyze": [(lambda: MODEL.analyze(rtol="small"), "rtol="), (lambda: MODEL.analyze(3), "argument")],
    "Model.latex": [(lambda: MODEL.latex(1), "argument")],
    "Model.solve": [
        (lambda: MODEL.solve("far"), "to="),
        (lambda: MODEL.solve(NAN), "to="),
        (lambda: MODEL.solve(True), "to="),
        (lambda: MODEL.solve(Hostile()), "to="),
        (lambda: MODEL.solve(1j), "to="),
        (lambda: MODEL.solve(t_eval="0, 1"), "t_eval="),
        (lambda: MODEL.solve(t_eval=[]), "t_eval="),
        (lambda: MODEL.solve(y0=[1]), "start="),
        (lambda: MODEL.solve(t_span=(0, 1)), "to="),
        (lambda: MODEL.solve(args=(1,)), "with_parameters"),
        (lambda: MODEL.solve(jac=None), "jac="),
        (lambda: MODEL.solve(t_eval=[[0, 1]]), "t_eval="),
        (lambda: MODEL.solve(t_eval=[0, NAN]), "t_eval="),
        (lambda: MODEL.solve(t_eval=[0], at=[0]), "t_eval="),
        (lambda: MODEL.solve(t_eval=Hostile()), "t_eval="),
        (lambda: MODEL.solve(t_eval=[[0], [0, 1]]), "t_eval="),
        (lambda: MODEL.solve(atol_of=3), "atol_of="),
        (lambda: MODEL.solve(inputs={3: 1}), "inputs="),
        (lambda: MODEL.solve(events=3), "events="),
        (lambda: MODEL.solve(events=[3]), "events="),
        (lambda: MODEL.solve(events="hit: z = 0"), "z"),
        (lambda: MODEL.solve(sections={}), "sections="),
        (lambda: MODEL.solve(dense_output=1), "dense_output="),
        (lambda: MODEL.solve(progress=1), "progress="),
        (lambda: MODEL.solve(start=3), "start="),
        (lambda: MODEL.solve(start={"y": "x y"}), "y"),
        (lambda: MODEL.solve(start={"y": NAN}), "start="),
        (lambda: MODEL.solve(start={"y": None}), "start="),
        (lambda: MODEL.solve(start={3: 1}), "start="),
        (lambda: MODEL.solve(start="z = 1"), "z"),
        (lambda: MODEL.solve(inputs=3), "inputs="),
        (lambda: MODEL.solve(rtol=0), "rtol="),
        (lambda: MODEL.solve(rtoll=1), "rtol"),
        (lambda: MODEL.solve(method="best"), "best"),
        (lambda: MODEL.solve(max_steps=10**30), "max_steps="),
        (lambda: MODEL.solve(atol=[1, 2]), "atol="),
        (lambda: MODEL.solve(atol={"z": 1}), "z"),
        (lambda: MODEL.solve(columns=["z"]), "z"),
    ],
    "Model.simulation": [
        (lambda: MODEL.simulation(tunable=3), "tunable="),
        (lambda: MODEL.simulation(tunable=["z"]), "z"),
        (lambda: MODEL.simulation(rtol=[1]), "rtol="),
        (lambda: MODEL.simulation(start=1), "start="),
        (lambda: MODEL.simulation(events=1), "events="),
    ],
    "Model.sweep": [
        (lambda: MODEL.sweep(z=[1, 2]), "z="),
        (lambda: MODEL.sweep(k="many"), "k="),
        (lambda: MODEL.sweep(k=[1], keep=3), "keep="),
        (lambda: MODEL.sweep(k=[1], threads="two"), "threads="),
        (lambda: MODEL.sweep(k=[1], resume=True), "resume="),
    ],
    "Model.report": [(lambda: MODEL.report(to="far"), "to="), (lambda: MODEL.report(all_rows=3), "all_rows=")],
    "Model.animate": [(lambda: MODEL.animate(to="far"), "to=")],
    "Result.report": [(lambda: RESULT.report(all_rows=3), "all_rows="), (lambda: RESULT.report(3), "argument")],
    "Result.animate": [(lambda: RESULT.animate(3), "argument")],
    "Result.in_full": [(lambda: RESULT.in_full("z"), "z"), (lambda: RESULT.in_full("y"), "precision")],
    "Result.to_dict": [(lambda: RESULT.to_dict(1), "argument")],
    "Result.save": [(lambda: RESULT.save(3), "path="), (lambda: RESULT.save("x.csv"), "path=")],
    "Result.to_pandas": [(lambda: RESULT.to_pandas(1), "argument")],
    "Result.to_xarray": [(lambda: RESULT.to_xarray(1), "argument")],
    "Result.plot": [(lambda: RESULT.plot("z"), "z"), (lambda: RESULT.plot(3), "name"), (lambda: RESULT.plot("y", x="q"), "q")],
    "Result.svg": [(lambda: RESULT.svg("z"), "z"), (lambda: RESULT.svg("y", title=3), "title=")],
    "Function.derivative": [
        (lambda: RESULT.sol.derivative(3, 0.5), "name="),
        (lambda: RESULT.sol.derivative("y", "a"), "t="),
        (lambda: RESULT.sol.derivative("y", 0.5, order=-1), "order="),
        (lambda: RESULT.sol.derivative("y", 0.5, order=1.0), "order="),
        (lambda: RESULT.sol.derivative("y", 0.5, order=10**9), "order="),
        (lambda: RESULT.sol.derivative("z", 0.5), "z"),
        (lambda: RESULT.sol.derivative("y", 7.0), "outside"),
    ],
    "Function.all": [(lambda: RESULT.sol.all(3, 0.5), "name="), (lambda: RESULT.sol.all("y", "a"), "x=")],
    "Simulation.at": [
        (lambda: SIM.at("a", "y"), "t="),
        (lambda: SIM.at(0, 3), "name="),
        (lambda: SIM.at(5.0, "y"), "5"),
        (lambda: SIM.at(0, "z"), "z"),
    ],
    "Simulation.start": [(lambda: SIM.start(3), "start="), (lambda: SIM.start("z = 1"), "z"), (lambda: SIM.start({"y": INF}), "start=")],
    "Simulation.set": [
        (lambda: SIM.set(3), "values"),
        (lambda: SIM.set(k="1"), "k="),
        (lambda: SIM.set(k=NAN), "k="),
        (lambda: SIM.set(z=1), "z"),
        (lambda: SIM.set({3: 1}), "set="),
    ],
    "Simulation.set_options": [(lambda: SIM.set_options(rtol=7), "rtol="), (lambda: SIM.set_options(nothing=7), "nothing")],
    "Simulation.step": [(lambda: SIM.step(1), "argument")],
    "Simulation.advance_to": [(lambda: SIM.advance_to("far"), "t="), (lambda: SIM.advance_to(NAN), "t="), (lambda: SIM.advance_to(INF), "t=")],
    "Simulation.advance_to_event": [(lambda: SIM.advance_to_event(1), "argument")],
    "Simulation.run": [
        (lambda: SIM.run("far"), "to="),
        (lambda: SIM.run(t_eval="0"), "t_eval="),
        (lambda: SIM.run(points=1.5), "points="),
        (lambda: SIM.run(points=-3), "points="),
        (lambda: SIM.run(every=0.1, points=3), "every="),
        (lambda: SIM.run(dense_output=3), "dense_output="),
        (lambda: SIM.run(progress="yes"), "progress="),
    ],
    "Simulation.clone": [(lambda: SIM.clone(1), "argument")],
    "Simulation.save": [(lambda: SIM.save("/nowhere/at/all"), "/nowhere/at/all"), (lambda: SIM.save(1.5), "float")],
    "Simulation.load": [(lambda: iv.Simulation.load(3.5), "source"), (lambda: iv.Simulation.load(b""), "no checkpoint"), (lambda: iv.Simulation.load("/nowhere"), "/nowhere")],
    "Analysis.to_dict": [(lambda: MODEL.analyze().to_dict(1), "argument")],
    "Model[]": [(lambda: RESULT["z"], "z"), (lambda: SIM["z"], "z"), (lambda: SIM[3], "name"), (lambda: MODEL.analyze().nothing, "nothing")],
    "Function()": [(lambda: RESULT.sol("a"), "t="), (lambda: RESULT.sol([[0.1], [0.2, 0.3]]), "t="), (lambda: RESULT.sol(0.5, 3), "name=")],
}


@pytest.mark.parametrize("name, number", [(name, k) for name, calls in WRONG.items() for k in range(len(calls))])
def test_a_wrong_call_names_what_is_wrong(name, number):
    call, named = WRONG[name][number]
    with pytest.raises((TypeError, ValueError, LookupError, OSError, AttributeError, RuntimeError)) as caught:
        call()
    assert named in str(caught.value), str(caught.value)


def ours(thing):
    return getattr(thing, "__module__", "") in {f"involute.{part}" for part in "_model _result _function _simulation _analysis _files _methods _options".split()}


def test_every_public_function_is_among_them():
    for name in iv.__all__:
        thing = getattr(iv, name)
        if inspect.isfunction(thing) and ours(thing):
            assert name in WRONG
        if inspect.isclass(thing) and ours(thing) and not issubclass(thing, (tuple, Exception)):
            for part, what in vars(thing).items():
                if not part.startswith("_") and callable(getattr(thing, part)):
                    assert f"{name}.{part}" in WRONG


def test_what_was_refused_changed_nothing():
    assert SIM.run().table.tobytes() == MODEL.simulation(tunable=["k"]).run().table.tobytes()
