# SPDX-License-Identifier: Apache-2.0
"""What Python may cost, in time of the processor and as the best of several tries, so that a busy machine does not
decide."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest

import involute as iv

pytestmark = pytest.mark.skipif("INVOLUTE_SANITIZED" in os.environ, reason="everything takes longer there")

IMPORT = """
import time, numpy
began = time.process_time()
import involute
print(time.process_time() - began)
"""


def test_importing_takes_at_most_50_ms_beyond_numpy(tmp_path):
    # As after an installation: with compiled modules, which the first try makes.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    taken = [
        float(subprocess.run([sys.executable, "-c", IMPORT], env=environment, capture_output=True, check=True).stdout)
        for _ in range(8)
    ]
    assert min(taken) < 0.050


def test_nothing_but_numpy_is_imported():
    loaded = subprocess.run(
        [sys.executable, "-c", "import involute, sys; print(*sys.modules)"], capture_output=True, check=True, text=True
    ).stdout.split()
    assert not {"scipy", "sympy", "pandas", "xarray", "matplotlib", "IPython"} & set(loaded)


def test_a_million_places_take_at_most_2_us_each():
    m = iv.Model("var x, y, l; x'' = -l*x; y'' = -l*y - 1; x^2 + y^2 = 1; start y = 0, y' = 0; guess x = 1")
    sol = m.solve(to=10, dense_output=True).sol
    places = np.linspace(0, 10, 1_000_000)
    taken = []
    for _ in range(3):
        began = time.process_time()
        assert sol(places).shape == (7, 1_000_000)
        taken.append(time.process_time() - began)
    assert min(taken) < 2.0
