# SPDX-License-Identifier: Apache-2.0
"""Results saved, loaded, and handed to pandas, xarray, matplotlib and notebooks."""

import io
import json
import os
import subprocess
import xml.etree.ElementTree

import numpy as np
import pytest

import involute as iv

PROGRAM = os.environ["INVOLUTE_PROGRAM"]
TEXT = """title "An oscillator"
var x, v
x' = v; v' = -x
start x = 1, v = 0
section up: x = 0 rising
event low: v = 0 falling
event never: x = 2
solve to 10
"""
MODEL = iv.Model(TEXT)


@pytest.mark.parametrize("ending", ["json", "npz"])
def test_what_is_saved_is_loaded(tmp_path, ending):
    s = MODEL.solve()
    s.save(tmp_path / f"run.{ending}")
    again = iv.load(tmp_path / f"run.{ending}")
    assert np.array_equal(again.table, s.table)
    for name in "names independent code status message residual residual_equation method notices start statistics".split():
        assert getattr(again, name) == getattr(s, name), name
    assert [one.name for one in again.crossings] == ["up", "low", "never"]
    for a, b in zip(again.crossings, s.crossings):
        assert a.is_event == b.is_event and np.array_equal(a.t, b.t) and np.array_equal(a.y, b.y)
    assert again.model == MODEL and again.sol is None
    assert os.listdir(tmp_path) == [f"run.{ending}"]


@pytest.mark.parametrize("ending", ["json", "npz"])
def test_what_the_program_wrote_is_loaded(tmp_path, ending):
    model, out = tmp_path / "m.ode", tmp_path / f"run.{ending}"
    model.write_text(TEXT)
    subprocess.run([PROGRAM, "solve", model, "--quiet", "--format", ending, "-o", out], check=True)
    s, again = MODEL.solve(), iv.load(out)
    assert np.array_equal(again.table, s.table) and again.names == s.names and again.code == s.code
    assert np.array_equal(again.t_events[0], s.t_events[0])


def test_the_dict_has_the_programs_keys_and_values(tmp_path):
    model = tmp_path / "m.ode"
    model.write_text(TEXT)
    told = json.loads(subprocess.run([PROGRAM, "solve", model, "--quiet", "--format", "json"], capture_output=True).stdout)
    mine = MODEL.solve().to_dict()
    for part in (told, mine):
        part["statistics"].pop("seconds")
    for key, value in told.items():
        if key == "statistics":
            assert value.items() <= mine[key].items()
        else:
            assert mine[key] == value, key


def test_singular_points_survive_json(tmp_path):
    s = iv.Model("var y; y' = y^2; start y = 1").solve(to=2)
    s.save(tmp_path / "blow.json")
    again = iv.load(tmp_path / "blow.json")
    assert again.singular_points[0].kind == s.singular_points[0].kind
    assert again.singular_points[0].t == s.singular_points[0].t


def test_digits_in_full_survive_json(tmp_path):
    s = MODEL.solve(to=1, precision="quad")
    s.save(tmp_path / "quad.json")
    assert iv.load(tmp_path / "quad.json").in_full("x") == s.in_full("x")
    with pytest.raises(ValueError, match="json"):
        s.save(tmp_path / "quad.npz")


def test_what_is_no_result_is_refused(tmp_path):
    (tmp_path / "other.json").write_text('{"a": 1}')
    (tmp_path / "other.npz").write_bytes(b"PK nothing")
    for name in ("other.json", "other.npz"):
        with pytest.raises(ValueError, match=name):
            iv.load(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        iv.load(tmp_path / "nowhere.json")
    with pytest.raises(ValueError, match="`path=` must end"):
        MODEL.solve().save(tmp_path / "run.csv")
    with pytest.raises(TypeError, match="`path=`"):
        MODEL.solve().save(3)


def test_pandas_and_xarray():
    s = MODEL.solve()
    frame = s.to_pandas()
    assert list(frame.columns) == s.names and frame.index.name == "t" and frame.attrs["code"] == "finished"
    assert np.array_equal(frame["x"].to_numpy(), s["x"])
    data = s.to_xarray()
    assert np.array_equal(data["v"].values, s["v"]) and np.array_equal(data["t"].values, s.t)


def test_pictures():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    s = MODEL.solve()
    axes = s.plot()
    assert [line.get_label() for line in axes.get_lines()] == ["x", "v"] and axes.get_title() == "An oscillator"
    axes = s.plot("v", x="x")
    assert np.array_equal(axes.get_lines()[0].get_xdata(), s["x"]) and axes.get_ylabel() == "v"
    with pytest.raises(KeyError, match="`y`"):
        s.plot("y")
    pyplot.close("all")


def test_a_picture_as_text_is_small_and_has_its_peaks():
    # A pulse that one row in 200 000 shows must be seen.
    s = iv.Model("var y; y = exp(-1e8*(t - 0.5)^2); solve to 1").solve(points=200_001)
    text = s.svg("y")
    xml.etree.ElementTree.fromstring(text)
    assert len(text) < 100_000
    from involute import _plot

    assert _plot._fewer(s.table)[:, 1].max() == s["y"].max() > 0.9


def test_what_a_notebook_shows_is_well_formed():
    for shown, words in (
        (MODEL._repr_html_(), ["An oscillator", "<math", "index", "free start value"]),
        (MODEL.solve()._repr_html_(), ["finished", "<svg", "largest residual", "<table"]),
        (iv.Model("var x, y; x + y = 1; x + y = 2")._repr_html_(), ["inconsistent"]),
        (iv.Model("param eps_1 = 2; var x; x' = if(x < eps_1 and t > 0, 1e-3, -x^2)")._repr_html_(), ["<mtable", "ε"]),
    ):
        page = xml.etree.ElementTree.parse(io.StringIO(shown.replace("&#x22EE;", ":")))
        assert page.getroot().tag == "div"
        for word in words:
            assert word in shown


def test_equations_in_latex():
    m = iv.Model("param m_1 = 1; var x, y; m_1*x'' = -x/(1 + x^2); y = sqrt(abs(x)) - (x - 1)*2")
    assert m.latex().splitlines()[1:-1] == [
        r"m_{1}\,x'' &= \frac{-x}{1 + {x}^{2}} \\",
        r"y &= \sqrt{\left|x\right|} - \left(x - 1\right) \cdot 2",
    ]
