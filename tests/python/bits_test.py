# SPDX-License-Identifier: Apache-2.0
"""Every model solved from Python gives the same bits as the program, and the same words."""

import io
import json
import os
import pathlib
import subprocess
import warnings

import numpy as np
import pytest

import involute as iv

PROGRAM = os.environ["INVOLUTE_PROGRAM"]
MODELS = sorted(pathlib.Path(os.environ["INVOLUTE_SOURCE"], "models").rglob("*.ode"))


def by_program(path, *arguments):
    return subprocess.run([PROGRAM, "solve", path, "--quiet", *arguments], capture_output=True).stdout


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_rows_are_the_programs(path):
    written = by_program(path, "--format", "json")
    told = json.loads(written)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", iv.InvoluteWarning)
        s = iv.model(path).solve()
    assert s.code == told["code"]
    assert s.names == told["names"]
    assert len(s) == len(told["values"])
    rows = np.array(told["values"], dtype=float).reshape(len(s), len(s.names) + 1)
    # JSON writes the shortest text that is the number, and 0 for -0.
    assert np.array_equal(s.table + 0.0, rows, equal_nan=True)
    assert s.residual == told["residual"] or s.residual != s.residual


def test_npz_of_a_whole_run_has_the_same_bytes_of_numbers():
    path = next(path for path in MODELS if path.stem == "pendulum")
    written = np.load(io.BytesIO(by_program(path, "--format", "npz")))
    s = iv.model(path).solve()
    assert s.table.tobytes() == written["values"].tobytes()
    assert s.names == [str(name) for name in written["names"]]


def test_analyses_are_the_programs():
    for path in MODELS:
        written = subprocess.run([PROGRAM, "analyze", path, "--json"], capture_output=True).stdout
        told = json.loads(written)
        mine = iv.model(path).analyze().to_dict()
        told.pop("message"), mine.pop("message")  # options are called flags there, arguments here
        told.pop("notes"), mine.pop("notes")
        assert mine == told, path
