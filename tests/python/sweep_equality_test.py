# SPDX-License-Identifier: Apache-2.0
"""One sweep, made in every way there is, gives one file: of 300 pendula here, of 10,000 at night (INVOLUTE_NIGHTLY)."""

import concurrent.futures
import multiprocessing
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

import pytest

import involute as iv

PROGRAM = os.environ.get("INVOLUTE_PROGRAM", "involute")
SOURCE = pathlib.Path(os.environ.get("INVOLUTE_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
RUNS = 10_000 if os.environ.get("INVOLUTE_NIGHTLY") == "1" else 300
MODEL = SOURCE / "models/pendulum.ode"
# Some runs in a hundred fail: their start does not lie on the circle.
WORDS = ["sweep", str(MODEL), "--to", "20", "--over", f"g=1:2:{RUNS // 100}", "--over", "y=-1.2:0.9:100"]
WORDS += ["--keep", "x(end), max(lambda)", "--quiet"]
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n"]
ALLOWED = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def run(*words, before=()):
    ran = subprocess.run([*before, PROGRAM, *WORDS, *words], capture_output=True, text=True, env=ALLOWED)
    assert ran.returncode == 0, ran.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("sweep")


@pytest.fixture(scope="module")
def expected(folder):
    """By one thread."""
    run("--threads", "1", "-o", folder / "one.csv")
    text = (folder / "one.csv").read_bytes()
    assert text.count(b"\n") == RUNS + 2 and 0 < text.count(b",finished,") < RUNS
    return text


def python_sweep(out, executor, **more):
    g, y = WORDS[5][2:], WORDS[7][2:]
    iv.model(MODEL).sweep(g=g, y=y, keep=["x(end)", "max(lambda)"], to=20, output=out, executor=executor, **more)


def test_two_threads(folder, expected):
    run("--threads", "2", "-o", folder / "two.csv")
    assert (folder / "two.csv").read_bytes() == expected


@pytest.mark.parametrize("lanes", ["1", "4", "8"])
def test_lanes(folder, expected, lanes):
    run("--threads", "1", "--lanes", lanes, "-o", folder / f"lanes{lanes}.csv")
    assert (folder / f"lanes{lanes}.csv").read_bytes() == expected


def test_sixteen_shards(folder, expected):
    parts = [folder / f"part{k}.csv" for k in range(1, 17)]
    for k, part in enumerate(parts, 1):
        run("--shard", f"{k}/16", "-o", part)
    subprocess.run([PROGRAM, "sweep", "--collect", *reversed(parts), "-o", folder / "all.csv"], check=True, capture_output=True)
    assert (folder / "all.csv").read_bytes() == expected


def test_mpirun(folder, expected):
    if not (pathlib.Path(PROGRAM).parent / "involute_mpi.so").exists() or not shutil.which("mpirun"):
        pytest.skip("built without MPI: scripts/setup --mpi")
    run("-o", folder / "mpi.csv", before=[*MPIRUN, "4"])
    assert (folder / "mpi.csv").read_bytes() == expected


def test_two_workers_of_dask_one_of_which_is_killed(folder, expected):
    distributed = pytest.importorskip("distributed", reason="no dask here: scripts/setup --test")
    with distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        killed = []

        def kill(fraction):
            if fraction > 0.3 and not killed:
                killed.append(os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL))

        python_sweep(folder / "dask.csv", client, progress=kill)
    assert killed and (folder / "dask.csv").read_bytes() == expected


def test_processes(folder, expected):
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        python_sweep(folder / "pool.csv", pool)
    assert (folder / "pool.csv").read_bytes() == expected


def test_a_process_that_is_killed_and_gone_on_with(folder, expected):
    out = folder / "killed.csv"
    seeded = random.Random(5)
    for _ in range(3):
        process = subprocess.Popen([PROGRAM, *WORDS, "--resume", "-o", out], stderr=subprocess.DEVNULL)
        written = out.stat().st_size if out.exists() else 0
        more = seeded.randrange(len(expected) // 20, len(expected) // 6)
        while process.poll() is None and (not out.exists() or out.stat().st_size < written + more):
            time.sleep(0.001)
        process.kill()
        process.wait()
    # what Python goes on with
    python_sweep(out, None, resume=True)
    assert out.read_bytes() == expected
