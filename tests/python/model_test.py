# SPDX-License-Identifier: Apache-2.0
"""Models: what they tell, how they are read, changed, pickled and refused."""

import copy
import pathlib
import pickle

import numpy as np
import pytest

import involute as iv

PENDULUM = """param g = 1
var x, y, lambda
x'' + lambda*x = 0
y'' + lambda*y + g = 0
x^2 + y^2 = 1
start y = 0, y' = 0
guess x = 1
solve to 10
"""


def test_a_model_tells_what_it_is():
    m = iv.model(PENDULUM, g=2)
    assert m.unknowns == ["x", "y", "lambda"]
    assert m.parameters == {"g": 2.0}
    assert m.equations == ["x'' + lambda*x = 0", "y'' + lambda*y + g = 0", "x^2 + y^2 = 1"]
    assert m.independent == "t" and m.file is None and m.text == PENDULUM


def test_a_path_is_read_and_named_in_errors(tmp_path):
    path = tmp_path / "wrong.ode"
    path.write_text("var x\nx' = z\n")
    with pytest.raises(iv.ModelError) as caught:
        iv.model(path)
    finding = caught.value.findings[0]
    assert finding.file == str(path) and finding.line == 2 and finding.column == 6
    assert str(path) + ":2:6" in str(caught.value)


def test_a_file_that_is_not_there_is_named():
    with pytest.raises(FileNotFoundError, match="nowhere.ode"):
        iv.model("nowhere.ode")


def test_the_pendulum_falls_as_its_closed_form_says():
    # x = sin th, y = -cos th, sin(th/2) = cd(t | 1/2)/sqrt 2; 24 digits at t = 10.
    s = iv.model(PENDULUM).solve(rtol=1e-11, atol=1e-13)
    assert s.success and s.t[-1] == 10
    assert abs(s["x"][-1] + 0.811586446191303834274234) < 1e-9
    assert abs(s["lambda"][-1] - 1.75269705403618710318861) < 3e-9


def test_parameters_can_be_replaced_and_must_exist():
    m = iv.model(PENDULUM)
    assert m.with_parameters(g=3).parameters == {"g": 3.0}
    assert m.parameters == {"g": 1.0}
    with pytest.raises(iv.ModelError, match="`h`"):
        m.with_parameters(h=3)
    with pytest.raises(TypeError, match="`g=`"):
        m.with_parameters(g="3")
    with pytest.raises(ValueError, match="`g=`"):
        m.with_parameters(g=float("nan"))


def test_models_are_pickled_as_text_and_copied_as_themselves():
    m = iv.model(PENDULUM, g=2)
    again = pickle.loads(pickle.dumps(m))
    assert again == m and again.parameters == m.parameters
    assert again.solve().table.tobytes() == m.solve().table.tobytes()
    assert copy.deepcopy(m) is m


def test_start_values_replace_those_of_the_model():
    m = iv.model("var x; x'' = -x; start x = 1, x' = 0; solve to 1")
    by_dict = m.solve(start={"x": 0, "x'": 2})
    assert by_dict["x'"][0] == 2 and by_dict["x"][0] == 0
    assert m.solve(start="x = 0, x' = 2").table.tobytes() == by_dict.table.tobytes()
    assert m.solve()["x"][0] == 1


@pytest.mark.parametrize("form", ["number", "table", "function", "derivatives"])
def test_inputs_are_numbers_tables_and_functions(form):
    m = iv.model("input u; var x; x' = u; start x = 0; solve to 2")
    given = {
        "number": 3.0,
        "table": (np.array([0.0, 1.0, 2.0]), [3.0, 3.0, 3.0]),
        "function": lambda t: 3.0,
        "derivatives": (lambda t: [3.0, 0.0, 0.0], 2),
    }[form]
    assert abs(m.solve(inputs={"u": given})["x"][-1] - 6) < 1e-9


def test_an_input_that_raises_is_heard_as_it_is():
    class Mine(Exception):
        pass

    def fails(t):
        raise Mine("here")

    with pytest.raises(Mine, match="here"):
        iv.model("input u; var x; x' = u; start x = 0; solve to 2").solve(inputs={"u": fails})


def test_an_analysis_is_the_programs_json():
    a = iv.model(PENDULUM).analyze()
    assert (a.status, a.index, a.dimension) == ("complete", 3, 2)
    assert a.to_dict()["hidden"] == a.hidden and len(a.hidden) >= 1
    assert "differentiated" in str(a)


def test_the_module_is_typed():
    assert pathlib.Path(iv.__file__).with_name("py.typed").exists()


def test_a_function_may_have_values_only_where_the_run_goes():
    # As what interpolates a measurement.
    def measured(t):
        if not 0 <= t <= 2:
            raise ValueError(f"asked at {t}")
        return np.cos(t), -np.sin(t), -np.cos(t)

    pendulum = iv.model("""input u; var x, y, l
        x'' = -l*(x - u); y'' = -l*y - 1; (x - u)^2 + y^2 = 1
        start y = 0, y' = 0; guess x = 2""")
    for text in (pendulum, iv.model("input u; var x, z; x' = u - x*z; z = u^2 + 1; start x = 1")):
        for method in ("dop853", "radau", "auto"):
            s = text.solve(to=2, inputs={"u": (measured, 2)}, method=method)
            assert s.success, (method, s.message)
        assert text.analyze(inputs={"u": (measured, 2)}).status == "complete"
        sim = text.simulation(inputs={"u": (measured, 2)})
        assert sim.advance_to(2) == "finished"
        with pytest.raises(ValueError, match="asked at 2"):
            sim.advance_to(3)
    # x' = u alone: the integral of the cosine
    s = iv.model("input u; var x; x' = u; start x = 0").solve(to=2, inputs={"u": (measured, 2)}, rtol=1e-11, atol=1e-12,
                                                                      method="dop853")
    assert abs(s["x"][-1] - np.sin(2)) < 1e-10


def test_min_and_max_of_one_are_what_it_is():
    # As a program writes them that joins what it has; the certificate walks the text on its own.
    s = iv.Model("var x; x' = min(-x) + max(0*t); start x = 1").solve(to=1, rtol=1e-11, atol=1e-12)
    assert s.success and abs(s["x"][-1] - np.exp(-1)) < 1e-10
