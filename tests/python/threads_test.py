# SPDX-License-Identifier: Apache-2.0
"""Eight threads, with callbacks, at once: no deadlock, and each gets the bits it would get alone. For a minute in
nightly tests, seconds otherwise."""

import faulthandler
import os
import sys
import threading
import time

import numpy as np

import involute as iv
from involute import _core

SECONDS = 60 if os.environ.get("INVOLUTE_NIGHTLY") else 3
MODEL = iv.Model("param g = 1; var x, y, l; x'' + l*x = 0; y'' + l*y + g = 0; x^2 + y^2 = 1; start y = 0, y' = 0; guess x = 1")


def fun(t, y):
    return [y[1], -np.sin(y[0])]


def by_callable():
    return _core.solve_callable(["a", "b"], fun, 0.0, [1.0, 0.0], {"to": 3.0}).table.tobytes()


def by_model():
    return MODEL.solve(to=5, progress=lambda fraction: None).table.tobytes()


def by_input():
    m = iv.Model("input u; var x; x' = u - x; start x = 0; solve to 3", inputs={"u": (lambda t: [np.cos(t), -np.sin(t)], 1)})
    return m.solve().table.tobytes()


SHARED = MODEL.solve(to=5, dense_output=True).sol


def by_function():
    return SHARED(np.linspace(0, 5, 200)).tobytes()


CLONED = MODEL.simulation(tunable=["g"])


LOCK = threading.Lock()


def by_simulation():
    with LOCK:  # one thread at a time uses a simulation, cloning it included
        sim = CLONED.clone()
    return sim.set(g=2).run(to=5).table.tobytes()


def test_eight_threads():
    assert sys.__stderr__  # not what pytest may have put in its place
    # A deadlock is seen, not waited for.
    faulthandler.dump_traceback_later(SECONDS + 120, exit=True, file=sys.__stderr__)
    jobs = [by_callable, by_model, by_input, by_function, by_simulation]
    alone = {job: job() for job in jobs}
    until = time.monotonic() + SECONDS
    rounds, wrong = [0] * 8, []

    def work(number):
        try:
            while time.monotonic() < until:
                job = jobs[(number + rounds[number]) % len(jobs)]
                if job() != alone[job]:
                    wrong.append(job.__name__)
                rounds[number] += 1
        except BaseException as error:
            wrong.append(repr(error))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    faulthandler.cancel_dump_traceback_later()
    assert not wrong
    assert min(rounds) > 3


def test_threads_may_ask_for_the_rows_of_a_new_result_at_once():
    s = iv.Model("var x, v; x' = v; v' = -x; start x = 1, v = 0").solve(to=1000, every=0.01)
    told = []
    threads = [threading.Thread(target=lambda: told.append(s["x"])) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(told) == 8 and all(np.shares_memory(told[0], other) for other in told)
    assert np.abs(told[0] - np.cos(s.t)).max() < 1e-4


def test_the_gil_is_free_while_a_run_computes():
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    began = time.monotonic()
    iv.Model("var x, v; x' = v; v' = -x; start x = 1, v = 0").solve(to=1e9, max_seconds=0.5, only_end=True)
    taken = time.monotonic() - began
    done.set()
    counter.join()
    assert counted[0] > 20 * taken  # it was let in often, on a machine however busy
