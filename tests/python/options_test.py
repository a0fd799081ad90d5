# SPDX-License-Identifier: Apache-2.0
"""Options by name: every row of the table, wrong types and values, and messages in Python's words."""

import warnings

import numpy as np
import pytest

import involute as iv
from involute import _core

DECAY = iv.Model("param k = 1; var y, z; y' = -k*y; z = y^2; start y = 1; solve to 1")
# A value of each type that cannot be meant.
WRONG = {
    "flag": "yes",
    "number": "much",
    "whole": 1.5,
    "text": 7,
    "numbers": "0,1",
    "wholes": "one",
    "texts": 3,
    "lengths": [1, 2],
}


@pytest.mark.parametrize("row", _core.option_table(), ids=lambda row: row[0])
def test_every_option_of_the_wrong_type_is_refused_by_name(row):
    with pytest.raises((TypeError, ValueError), match=f"`{row[0]}="):
        DECAY.solve(**{row[0]: WRONG[row[2]]})


@pytest.mark.parametrize("row", _core.option_table(), ids=lambda row: row[0])
def test_every_option_may_be_left_out_by_none(row):
    assert DECAY.solve(**{row[0]: None}).success


@pytest.mark.parametrize("row", [row for row in _core.option_table() if row[2] in ("number", "numbers")], ids=lambda row: row[0])
def test_nan_is_no_number(row):
    nan = float("nan")
    with pytest.raises(ValueError, match=f"`{row[0]}="):
        DECAY.solve(**{row[0]: [nan] if row[2] == "numbers" else nan})


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(TypeError, match="`rtoll=`; did you mean `rtol`"):
        DECAY.solve(rtoll=1e-3)
    with pytest.raises(TypeError, match="did you mean `t_eval`"):
        DECAY.solve(teval=[1])


def test_what_belongs_to_the_model_is_said_elsewhere():
    m = iv.model("input u; param k = 1; var y; y' = u - k*y; start y = 1; solve to 1", k=2).with_inputs(u=0)
    for ask in (m.solve, m.analyze, m.simulation):
        with pytest.raises(TypeError, match=r"`k=` is no option: k is a parameter of the model: `with_parameters\(k=\.\.\)`"):
            ask(k=3)
        with pytest.raises(TypeError, match=r'its start value is `start={"y": \.\.}`'):
            ask(y=3)
        with pytest.raises(TypeError, match=r'`inputs={"u": \.\.}`'):
            ask(u=3)


def test_commands_of_the_program_are_functions_here():
    with pytest.raises(iv.ModelError, match=r"`involute\.methods\(\)` lists them"):
        DECAY.solve(method="a method")
    assert not any("`involute m" in option.help for option in iv.options())


def test_messages_name_arguments():
    with pytest.raises(iv.ModelError, match="`rtol=5"):
        DECAY.solve(rtol=5)
    with pytest.raises(iv.ModelError, match="`newton='fulll'`"):
        DECAY.solve(newton="fulll")


def test_numbers_of_numpy_are_numbers():
    plain = DECAY.solve(rtol=1e-9, max_steps=1000, native=True, t_eval=[0.0, 0.5])
    numpys = DECAY.solve(
        rtol=np.float64(1e-9), max_steps=np.int64(1000), native=np.True_, t_eval=np.array([0.0, 0.5], dtype=np.float32)
    )
    assert plain.table.tobytes() == numpys.table.tobytes()


def test_tolerances_of_single_unknowns():
    # With an error of 1 allowed for y, the run does with fewer steps.
    few = DECAY.solve(atol={"y": 1.0, "z": 1.0}, method="dopri54")
    assert few.statistics["steps"] < DECAY.solve(method="dopri54").statistics["steps"]
    assert DECAY.solve(atol=[1.0, 1.0], method="dopri54").table.tobytes() == few.table.tobytes()
    with pytest.raises(ValueError, match="`atol=` has 3 numbers for 2 unknowns"):
        DECAY.solve(atol=[1.0, 1.0, 1.0])


def test_no_limit_is_infinity():
    assert DECAY.solve(max_step=np.inf).table.tobytes() == DECAY.solve().table.tobytes()


def test_columns_are_expressions():
    s = DECAY.solve(columns=["y^2 - z", "max(y, z)"])
    assert s.names == ["y^2 - z", "max(y, z)"]
    assert abs(s["y^2 - z"]).max() < 1e-14


def test_scipys_names_of_methods_are_understood():
    m = iv.model("var y; y' = -y; start y = 1")
    for theirs, ours in (("RK45", "dopri54"), ("DOP853", "dop853"), ("Radau", "radau5")):
        assert m.solve(to=1, method=theirs).method == ours


def test_that_auto_changes_its_method_is_no_warning():
    m = iv.model("var y; y' = -1e6*(y - cos(t)); start y = 0")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        s = m.solve(to=1)
    assert any("as stiffness demands" in notice for notice in s.notices)
