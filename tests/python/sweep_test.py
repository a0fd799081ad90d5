# SPDX-License-Identifier: Apache-2.0
"""Many runs from Python: what the closed form says, the program's very bytes, whoever makes the runs."""

import concurrent.futures
import multiprocessing
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading

import docs_test
import numpy as np
import pytest

import involute as iv

SOURCE = pathlib.Path(os.environ.get("INVOLUTE_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
PROGRAM = os.environ.get("INVOLUTE_PROGRAM", "involute")
NIGHTLY = os.environ.get("INVOLUTE_NIGHTLY") == "1"
DECAY = iv.Model("param k = 1; var y; y' = -k*y; start y = 1; section half: y = 0.5; solve to 2")
# x' = x^2 ends at t = 1/x0: some runs fail.
POLE = iv.Model(
    "param w = 5\nvar x, y, z\nx' = x^2\ny' = z\nz' = -w^2*y\nstart x = 1, y = 1, z = 0\nsolve to 1\n"
)
SPAWN = multiprocessing.get_context("spawn")  # workers that know nothing of this process


def program(tmp_path, model, *words):
    """The file that the program writes."""
    text, out = tmp_path / "model.ode", tmp_path / "program.csv"
    text.write_text(model.text)
    ran = subprocess.run([PROGRAM, "sweep", text, *words, "--quiet", "-o", out], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return out.read_bytes()


def test_a_grid_is_a_dataset_of_what_the_closed_form_says():
    k, y = np.linspace(0.1, 2, 5), [1.0, 3.0]
    runs = DECAY.sweep(k=k, y=y, keep=["y(end)", "max(y)", "t(half)", "crossings(half)"], rtol=1e-10)
    assert dict(runs.sizes) == {"k": 5, "y": 2} and runs["y(end)"].dims == ("k", "y")
    for a in k:
        for b in y:
            one = runs.sel(k=a, y=b)
            assert one["y(end)"].item() == pytest.approx(b * np.exp(-2 * a), rel=1e-9)
            assert one["max(y)"].item() == pytest.approx(b, rel=1e-12)
            crossed = np.log(2 * b) / a < 2
            assert one["crossings(half)"].item() == crossed
            assert not crossed or one["t(half)"].item() == pytest.approx(np.log(2 * b) / a, rel=1e-8)
            assert crossed or np.isnan(one["t(half)"].item())
    assert (runs.code == "finished").all() and (runs.reason == "").all()
    assert runs.attrs["model"] == DECAY.text


def test_samples_come_from_a_frame_a_dict_or_a_distribution():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"k": [1.0, 2.0, 0.5], "y": [3.0, 1.0, 2.0]})
    runs = DECAY.sweep(samples=frame, keep="y(end)", frame=True)
    assert runs.columns.tolist() == ["run", "k", "y", "y(end)", "code", "reason"]
    np.testing.assert_allclose(runs["y(end)"], frame.y * np.exp(-2 * frame.k), rtol=1e-7)
    same = DECAY.sweep(samples=dict(frame), keep="y(end)")
    assert same["y(end)"].dims == ("sample",) and (same["y(end)"].values == runs["y(end)"].values).all()
    both = DECAY.sweep({"y": [1, 2]}, samples=iv.sobol(8, k=(1, 2), seed=3), keep=["y(end)"])
    assert dict(both.sizes) == {"y": 2, "sample": 8} and both.k.dims == ("sample",)
    np.testing.assert_allclose(both["y(end)"], np.outer([1, 2], np.exp(-2 * both.k)), rtol=1e-7)


def test_parameters_called_as_our_columns_are_stand_beside_them():
    """x' = code - run*x from 0: x = code/run*(1 - exp(-run t))."""
    model = iv.Model("param run = 1, code = 2; var x; x' = code - run*x; start x = 0; solve to 2")
    run, code = [1.0, 2.0], [3.0, 4.0]
    grid = model.sweep({"run": run, "code": code}, keep="x(end)")
    assert dict(grid.sizes) == {"run(given)": 2, "code(given)": 2} and (grid.code == "finished").all()
    exact = [[c / r * (1 - np.exp(-2 * r)) for c in code] for r in run]
    np.testing.assert_allclose(grid["x(end)"], exact, rtol=1e-7)
    frame = model.sweep({"run": run, "code": code}, keep="x(end)", frame=True)
    assert frame["run"].tolist() == [1, 2, 3, 4] and frame["run(given)"].tolist() == [1, 1, 2, 2]
    assert frame["code(given)"].tolist() == [3, 4, 3, 4] and set(frame["code"]) == {"finished"}


@pytest.mark.parametrize("threads, lanes", [(1, None), (2, None), (1, 1), (2, 4), (1, 8)])
def test_the_file_is_the_programs_to_the_last_byte(tmp_path, threads, lanes):
    expected = program(tmp_path, POLE, "--over", "w=4:9:10", "--over", "x=0.3:1.2:5", "--keep", "y(end), max(x)")
    out = tmp_path / "python.csv"
    POLE.sweep(w="4:9:10", x="0.3:1.2:5", keep=["y(end)", "max(x)"], output=out, threads=threads, lanes=lanes)
    assert out.read_bytes() == expected


def test_sampling_is_the_programs(tmp_path):
    for kind, make in (("lhs", iv.lhs), ("sobol", iv.sobol), ("uniform", iv.uniform)):
        words = ("--sample", f"{kind}:16", "--seed", "7", "--range", "w=4.0:5.0, y~normal(1,0.1)", "--keep", "y(end)")
        folder = tmp_path / kind
        folder.mkdir()
        expected = program(folder, POLE, *words, "--over", "x=0.1,0.2")
        out = folder / "python.csv"
        POLE.sweep(x="0.1,0.2", samples=make(16, w=(4, 5), y="normal(1,0.1)", seed=7), keep="y(end)", output=out)
        assert out.read_bytes() == expected


def executors():
    yield "threads", lambda: concurrent.futures.ThreadPoolExecutor(3)
    yield "processes", lambda: concurrent.futures.ProcessPoolExecutor(2, mp_context=SPAWN)


@pytest.mark.parametrize("make", [make for _, make in executors()], ids=[name for name, _ in executors()])
def test_an_executor_gives_the_same_bytes(tmp_path, make):
    asked = dict(w=np.linspace(4, 9, 10), x=[0.3, 0.6, 1.2], keep="y(end), x at 0.2,0.5")
    here = POLE.sweep(**asked, output=tmp_path / "here.csv")
    with make() as executor:
        there = POLE.sweep(**asked, output=tmp_path / "there.csv", executor=executor, chunk=4)
    assert there.identical(here)
    assert (tmp_path / "here.csv").read_bytes() == (tmp_path / "there.csv").read_bytes()
    assert set(np.unique(here.code)) > {"finished"} and all(here.reason.values[here.code != "finished"])


MPI_SCRIPT = """
import sys
import involute as iv
from mpi4py.futures import MPIPoolExecutor

if __name__ == "__main__":
    with MPIPoolExecutor() as pool:
        iv.model("pole.ode").sweep(w="4:9:10", x="0.3,0.6", keep="y(end)", output="there.csv", executor=pool, chunk=3)
"""


def test_mpi4py_gives_the_same_bytes(tmp_path):
    pytest.importorskip("mpi4py", reason="no mpi4py here: scripts/setup --test")
    if not shutil.which("mpirun"):
        pytest.skip("no mpirun here: scripts/setup --mpi")
    (tmp_path / "pole.ode").write_text(POLE.text)
    (tmp_path / "script.py").write_text(MPI_SCRIPT)
    allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    command = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", "3", sys.executable, "-m", "mpi4py.futures", "script.py"]
    ran = subprocess.run(command, cwd=tmp_path, env={**os.environ, **allowed}, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    POLE.sweep(w="4:9:10", x="0.3,0.6", keep="y(end)", output=tmp_path / "here.csv")
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


def test_the_programs_arrays_are_those_of_its_csv(tmp_path):
    program(tmp_path, POLE, "--over", "w=4:9:10", "--over", "x=0.3:1.2:5", "--keep", "y(end), x'(end)")
    subprocess.run([PROGRAM, "sweep", tmp_path / "model.ode", "--over", "w=4:9:10", "--over", "x=0.3:1.2:5", "--keep",
                    "y(end), x'(end)", "--quiet", "-o", tmp_path / "arrays.npz"], check=True)
    pandas = pytest.importorskip("pandas")
    # numbers as they are written are numbers that are read
    csv = pandas.read_csv(tmp_path / "program.csv", comment="#", float_precision="round_trip")
    arrays = np.load(tmp_path / "arrays.npz", allow_pickle=False)
    for name in ("w", "x", "y(end)", "x'(end)"):
        np.testing.assert_array_equal(arrays[name], csv[name])
    assert arrays["codes"][arrays["code"]].tolist() == csv.code.tolist()
    failed = csv[csv.code != "finished"]
    assert arrays["failed"].tolist() == failed.run.tolist() and len(failed) > 0
    assert [reason.decode() for reason in arrays["reason"]] == failed.reason.tolist()
    rows = [PROGRAM, "sweep", tmp_path / "model.ode", "--over", "x=0.3,0.4", "--keep", "rows", "--points", "3", "--quiet", "-o"]
    subprocess.run([*rows, tmp_path / "rows.npz"], check=True)
    arrays = np.load(tmp_path / "rows.npz")
    assert arrays["x(start)"].tolist() == [0.3, 0.4] and arrays["x"][:, 0].tolist() == [0.3, 0.4]
    np.testing.assert_array_equal(arrays["t"], [[0, 0.5, 1]] * 2)


def test_the_page_about_sweeps_runs(tmp_path, monkeypatch):
    pytest.importorskip("distributed", reason="no dask here: scripts/setup --test")
    pytest.importorskip("zarr")
    monkeypatch.chdir(tmp_path)
    page = SOURCE / "docs/sweeps.md"
    text = page.read_text("utf-8")
    (tmp_path / "ball.ode").write_text(text.split("\n```\n")[1])
    command = next(line for line in text.split("\n") if line.endswith("-o angles.npz")).strip()
    subprocess.run(["sh", "-c", f'involute() {{ "{PROGRAM}" "$@"; }}; {command}'], check=True, capture_output=True)
    known = {"keep_promise": docs_test.keep_promise, "__name__": "page"}
    for _, code in docs_test.blocks(page):
        exec(compile(code, str(page), "exec"), known)


def test_a_killed_worker_is_told_and_the_sweep_goes_on(tmp_path):
    asked = dict(w=np.linspace(400, 900, 40 if not NIGHTLY else 4000), keep="y(end)")
    out = tmp_path / "killed.csv"
    executor = concurrent.futures.ProcessPoolExecutor(2, mp_context=SPAWN)

    def kill(fraction):
        if fraction > 0.3:
            os.kill(next(iter(executor._processes)), signal.SIGKILL)

    with pytest.raises(concurrent.futures.BrokenExecutor, match="resume=True goes on"):
        POLE.sweep(**asked, output=out, executor=executor, chunk=2, progress=kill, start={"x": 0.5})
    executor.shutdown()
    lines = out.read_text().count("\n")
    assert 2 < lines < 2 + len(asked["w"])
    POLE.sweep(**asked, output=out, resume=True, start={"x": 0.5})
    POLE.sweep(**asked, output=tmp_path / "alone.csv", start={"x": 0.5})
    assert out.read_bytes() == (tmp_path / "alone.csv").read_bytes()


def test_what_was_there_is_read_back(tmp_path):
    out = tmp_path / "runs.csv"
    asked = dict(w="4:9:10", x="0.3:1.2:5", keep="y(end), max(x)", output=out)
    whole = POLE.sweep(**asked)
    text = out.read_bytes()
    for cut in (0, 30, len(text) // 2, len(text) - 1, len(text)):
        out.write_bytes(text[:cut])
        assert POLE.sweep(**asked, resume=True).identical(whole)
        assert out.read_bytes() == text
    with pytest.raises(iv.ModelError, match="exists"):
        POLE.sweep(**asked)
    with pytest.raises(iv.ModelError, match="another sweep"):
        POLE.sweep(**asked, resume=True, rtol=1e-9)
    assert out.read_bytes() == text


def test_rows_of_runs_are_certified_rows(tmp_path):
    runs = DECAY.sweep(k=[1, 2], keep="rows", points=5, rtol=1e-10)
    assert runs["y"].dims == ("k", "row") and runs.sizes["row"] == 5
    np.testing.assert_allclose(runs["t"], np.tile(np.linspace(0, 2, 5), (2, 1)), rtol=1e-15)
    np.testing.assert_allclose(runs["y"], np.exp(-runs.k * runs["t"]), rtol=1e-9)
    one = DECAY.with_parameters(k=2).solve(points=5, rtol=1e-10)
    assert (runs["y"].sel(k=2).values == one["y"]).all()
    started = DECAY.sweep(y=[1, 2], keep="rows", points=3)
    assert started["y"].dims == ("y(start)", "row") and started["y"].values[:, 0].tolist() == [1, 2]
    frame = DECAY.sweep(k=[1, 2], keep="rows", t_eval=[0.5, 1], frame=True, output=tmp_path / "rows.csv")
    assert frame.run.tolist() == [1, 1, 2, 2] and frame.t.tolist() == [0.5, 1, 0.5, 1]
    again = DECAY.sweep(k=[1, 2], keep="rows", t_eval=[0.5, 1], frame=True, output=tmp_path / "rows.csv", resume=True)
    assert again.equals(frame)


@pytest.mark.parametrize("kind", ["netcdf", "zarr"])
def test_datasets_are_kept_by_xarray(tmp_path, kind):
    xarray = pytest.importorskip("xarray")
    runs = POLE.sweep(w=[4, 5], x=[0.3, 1.2], keep="y(end), x'(end)")
    if kind == "netcdf":
        pytest.importorskip("netCDF4")
        runs.to_netcdf(tmp_path / "runs.nc")
        again = xarray.load_dataset(tmp_path / "runs.nc")
    else:
        pytest.importorskip("zarr")
        runs.to_zarr(tmp_path / "runs.zarr")
        again = xarray.open_zarr(tmp_path / "runs.zarr").load()
    for name in ("y(end)", "x'(end)", "code", "reason", "w", "x"):
        assert again[name].dims == runs[name].dims
        np.testing.assert_array_equal(again[name].values, runs[name].values)


def test_ctrl_c_returns_what_was_computed(tmp_path):
    out = tmp_path / "cut.csv"
    POLE.sweep(w=[400.0], keep="y(end)", start={"x": 0.5})  # what is imported at first use is there
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.warns(iv.InvoluteWarning, match="interrupted: .* runs were made"):
        runs = POLE.sweep(w="400:600:30000", keep="y(end)", start={"x": 0.5}, output=out)
    made = (runs.code == "finished").values
    count = int(made.sum())
    assert 0 < count < 30000 and made[:count].all() and (runs.code.values[count:] == "interrupted").all()
    assert np.isnan(runs["y(end)"].values[count:]).all() and np.isfinite(runs["y(end)"].values[:count]).all()
    assert out.read_text().count("\n") == 2 + count


def test_progress_is_told():
    told = []
    DECAY.sweep(k="0:2:2000", keep="y(end)", progress=told.append)
    assert told[-1] == 1 and told == sorted(told)
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        told.clear()
        DECAY.sweep(k="0:2:40", keep="y(end)", progress=told.append, executor=executor, chunk=10)
    assert told == [0.25, 0.5, 0.75, 1]


def test_exceptions_of_input_functions_are_raised():
    m = iv.Model("input u; param k = 1; var x; x' = k*u; start x = 0; solve to 1")

    def wrong(t):
        raise LookupError("no such time")

    with pytest.raises(LookupError, match="no such time"):
        m.with_inputs(u=wrong).sweep(k=[1, 2], keep="x(end)")
    runs = m.with_inputs(u=lambda t: 2.0).sweep(k=[1, 2], keep="x(end)")
    np.testing.assert_allclose(runs["x(end)"], [2, 4], rtol=1e-7)
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=SPAWN) as executor:
        with pytest.raises(TypeError, match="cannot be sent to other processes"):
            m.with_inputs(u=lambda t: 2.0).sweep(k=[1, 2], executor=executor)


def refused(error, why, call):
    with pytest.raises(error, match=why):
        call()


def test_mistakes_get_one_answer(tmp_path):
    sweep = DECAY.sweep
    refused(TypeError, "names no parameter, no unknown and no option; did you mean `rtol`", lambda: sweep(k=[1], rtoll=1e-9))
    refused(TypeError, "names no parameter", lambda: sweep(g=[1, 2]))
    refused(iv.ModelError, "no parameter and no unknown is called `g`", lambda: sweep({"g": [1, 2]}))
    refused(iv.ModelError, "varies nothing", lambda: sweep(keep="y(end)"))
    refused(iv.ModelError, "what is to be kept of `y`", lambda: sweep(k=[1], keep="y"))
    refused(iv.ModelError, "unknown name `q`", lambda: sweep(k=[1], keep=["q(end)"]))
    refused(iv.ModelError, "how many rows", lambda: sweep(k=[1], keep="rows"))
    refused(iv.ModelError, "the most are 20000000 numbers", lambda: sweep(k=[1], keep="rows", points=10**9))
    for name in ("runs.npz", "runs.nc", "runs.zarr"):
        refused(iv.ModelError, "the file of a sweep is csv", lambda: sweep(k=[1], keep="y(end)", output=tmp_path / name))
        assert not (tmp_path / name).exists()
    refused(iv.ModelError, "how many values there are is missing", lambda: sweep(k="1:2"))
    refused(iv.ModelError, r"1e\+12 runs", lambda: sweep(k="1:2:1000000", y="1:2:1000000"))
    refused(TypeError, "must be numbers", lambda: sweep(k=["heavy"]))
    refused(ValueError, "no finite number", lambda: sweep(k=[1, np.nan]))
    refused(ValueError, "no values", lambda: sweep(k=[]))
    refused(ValueError, "one dimension", lambda: sweep(k=[[1, 2]]))
    refused(ValueError, "different lengths", lambda: sweep(samples={"k": [1, 2], "y": [1]}))
    refused(TypeError, "`samples=` must be", lambda: sweep(samples=[1, 2]))
    refused(iv.ModelError, "`k` twice", lambda: sweep(k=[1], samples={"k": [1]}))
    refused(TypeError, "`resume=` goes on with a file", lambda: sweep(k=[1], resume=True))
    refused(TypeError, "`executor=` must have `submit`", lambda: sweep(k=[1], executor=4))
    refused(TypeError, "`threads=` must be a whole number", lambda: sweep(k=[1], threads=1.5))
    refused(ValueError, "`lanes=` must be 1, 4 or 8", lambda: sweep(k=[1], lanes=2))
    refused(ValueError, "`chunk=` must be a whole number from 1", lambda: sweep(k=[1], chunk=0))
    refused(TypeError, "of a sweep are texts", lambda: sweep(k=[1], events=lambda t, y: y[0]))
    refused(TypeError, "must be two ends", lambda: iv.lhs(3, k=[1, 2, 3]))
    refused(iv.ModelError, "the range `k~gauss", lambda: iv.lhs(3, k="gauss(1, 2)"))
    refused(iv.ModelError, "nothing says what is to be sampled", lambda: iv.sobol(4))
    shaped = iv.Model("param n = 2; var x[1..n]; x[1]' = 1; x[2]' = 2; start x[1] = 0, x[2] = 0; solve to 1")
    refused(iv.ModelError, "`n` cannot be set once the model is read: the bound of an array", lambda: shaped.sweep(n=[2, 3]))
    both = iv.Model("param length = 1; var x; x' = length; start x = 0; solve to 1")
    refused(TypeError, "an option and a name of the model", lambda: both.sweep(length=[1, 2]))
    np.testing.assert_allclose(both.sweep({"length": [1, 2]}, keep="x(end)")["x(end)"], [1, 2], rtol=1e-9)


def test_threads_may_sweep_one_model_at_once():
    asked = dict(k="0:2:50", keep="y(end)")
    expected = DECAY.sweep(**asked)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for one in pool.map(lambda _: DECAY.sweep(**asked), range(8)):
            assert one.identical(expected)


def test_a_sweep_that_is_repeated_in_a_worker_prepares_once():
    from involute import _sweep
    import pickle

    request = _sweep.Request(DECAY, dict(start=None, inputs=None, events=None, sections=None), {}, ["k"], "y(end)")
    pickled = pickle.dumps(request)
    for _ in range(2):
        _sweep._made(pickled, np.array([[1.0]]), 1, 1)
    assert len([key for key in _sweep._known if key == pickled]) == 1
    for number in range(6):
        _sweep._made(pickle.dumps(request._replace(keep=f"y at 0.{number + 1}")), np.array([[1.0]]), 1, 1)
    assert len(_sweep._known) <= 4


def test_a_library_that_is_not_there_is_missed_before_the_runs(monkeypatch, tmp_path):
    for missing, frame in (("xarray", False), ("pandas", True)):
        monkeypatch.setitem(sys.modules, missing, None)  # as if it were not installed
        with pytest.raises(ImportError, match=f"needs {missing}"):
            DECAY.sweep(k=[1, 2], output=tmp_path / "runs.csv", frame=frame)
        monkeypatch.undo()
    assert not (tmp_path / "runs.csv").exists()
