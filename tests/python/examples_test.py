# SPDX-License-Identifier: Apache-2.0
"""The scripts and notebooks of examples/python run to their end; what they claim they assert themselves."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

SOURCE = pathlib.Path(os.environ.get("INVOLUTE_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
EXAMPLES = SOURCE / "examples/python"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def name(path):
    return path.stem


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_script_runs(script, tmp_path):
    ran = subprocess.run([sys.executable, "-B", "-W", "error", script], cwd=tmp_path, text=True, capture_output=True,
                         timeout=300, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=name)
def test_notebook_runs(notebook, tmp_path):
    pytest.importorskip("nbconvert")
    pytest.importorskip("ipykernel")
    # The kernel is this Python, whichever one is registered on the machine under the name python3.
    spec = tmp_path / "kernels/python3"
    spec.mkdir(parents=True)
    (spec / "kernel.json").write_text(json.dumps({
        "argv": [sys.executable, "-B", "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "Python 3", "language": "python"}))
    folders = {key: str(tmp_path / key) for key in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR")}
    environment = dict(os.environ, JUPYTER_PATH=str(tmp_path), **folders)
    environment.pop("MPLBACKEND", None)  # as in a notebook: pictures inline
    ran = subprocess.run([sys.executable, "-B", "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", tmp_path,
                          notebook], env=environment, cwd=tmp_path, text=True, capture_output=True, timeout=300,
                         check=False)
    assert ran.returncode == 0, ran.stderr[-4000:]
    cells = json.loads((tmp_path / notebook.name).read_text())["cells"]
    executed = [cell for cell in cells if cell["cell_type"] == "code"]
    assert executed and all(cell["execution_count"] for cell in executed)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=name)
def test_notebook_is_kept_without_what_it_printed(notebook):
    for cell in json.loads(notebook.read_text())["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None, cell["source"]


def test_there_are_six_notebooks():
    assert len(NOTEBOOKS) == 6
