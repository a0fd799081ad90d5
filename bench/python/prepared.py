# SPDX-License-Identifier: Apache-2.0
"""What Python adds to a prepared pendulum that is run 10 000 times: bench/python/prepared.py [PROGRAM]

PROGRAM is the same loop in C++ (bench/python/prepared.cpp); with it the ratio is printed. CPU time, the best of a hundred
short passes."""

import pathlib
import subprocess
import sys
import time

import involute as iv

PASSES, RUNS = 10, 100
MODELS = pathlib.Path(__file__).parents[2] / "models"


def one_pass(sim):
    """CPU seconds of one run."""
    began = time.process_time()
    for _ in range(RUNS):
        s = sim.run(to=10)
        if not s.success or not len(s.t):
            raise SystemExit(s.message)
    return (time.process_time() - began) / RUNS


def main():
    sim = iv.model(MODELS / "pendulum.ode").simulation()
    python, cpp = [], []
    for _ in range(10):  # in turns, so that both see the same machine
        python += [one_pass(sim) for _ in range(PASSES)]
        if len(sys.argv) > 1:
            cpp.append(float(subprocess.run([sys.argv[1], MODELS / "pendulum.ode"], check=True, capture_output=True).stdout))
    print(f"Python {1e6 * min(python):.1f} us a run")
    if cpp:
        print(f"C++    {1e6 * min(cpp):.1f} us a run\nratio  {min(python) / min(cpp):.3f}")


main()
