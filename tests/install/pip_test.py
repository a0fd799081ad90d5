#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`pip install .` in a venv with the system's packages: offline, used from elsewhere, and gone again.

usage: pip_test.py SOURCE BUILD        the module of this build folder
       pip_test.py SOURCE              built as a user builds it (minutes)
"""

import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv[1]).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "python"))
import build_backend  # noqa: E402  (it is in the sources)

BUILD = sys.argv[2] if len(sys.argv) > 2 else None

USE = """
import importlib.metadata, pathlib, sys
import involute as iv
print(pathlib.Path(iv.__file__).parent.parent)
assert importlib.metadata.version("involute") == VERSION, importlib.metadata.version("involute")
s = iv.model("var x; x' = -x; start x = 1").solve(to=1)
assert abs(s["x"][-1] - 0.36787944117144233) < 1e-7, s["x"]
"""


class Pip(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.scratch = pathlib.Path(scratch.name).resolve()
        subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", cls.scratch / "venv"], check=True)
        cls.python = cls.scratch / "venv/bin/python"

    def run_python(self, *arguments, check=True):
        # No index can be reached: whatever would be downloaded is an error.
        environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "LD_PRELOAD")}
        environment |= {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0", "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run([self.python, *arguments], cwd=self.scratch, env=environment, text=True,
                              capture_output=True, check=check)

    def install(self, *options):
        settings = ["--config-settings", f"build={BUILD}"] if BUILD else []
        ran = self.run_python("-m", "pip", "install", *options, SOURCE, *settings, check=False)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def use(self):
        ran = self.run_python("-c", f"VERSION = {build_backend.version()!r}\n{USE}", check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return pathlib.Path(ran.stdout.strip())

    def test_installs_offline_works_and_goes_away(self):
        self.install()
        place = self.use()
        self.assertTrue(place.is_relative_to(self.scratch / "venv"), place)
        names = {path.name for path in (place / "involute").iterdir()}
        for name in ["__init__.py", "py.typed", "_core.pyi"]:
            self.assertIn(name, names)
        self.run_python("-m", "pip", "uninstall", "--yes", "involute")
        self.assertFalse((place / "involute").exists())
        self.assertEqual([path.name for path in place.glob("involute*")], [])

    def test_editable_uses_the_sources_as_they_stand(self):
        self.install("--editable")
        folder = SOURCE / (BUILD or "build/wheel") / "python"
        self.assertEqual(self.use(), folder.resolve())
        package = folder / "involute/__init__.py"
        self.assertTrue(package.samefile(SOURCE / "python/involute/__init__.py"), package)
        self.run_python("-m", "pip", "uninstall", "--yes", "involute")

    @unittest.skipUnless(BUILD, "said once")
    def test_settings_that_are_not_known_are_named(self):
        ran = self.run_python("-m", "pip", "install", SOURCE, "--config-settings", "biuld=x", check=False)
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("no setting `biuld`", ran.stdout + ran.stderr)
        ran = self.run_python("-m", "pip", "install", SOURCE, "--config-settings", "build=nowhere", check=False)
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("is no build folder", ran.stdout + ran.stderr)

    @unittest.skipUnless((SOURCE / ".git").exists(), "no git repository")
    def test_source_archive_holds_what_a_build_needs(self):
        name = build_backend.build_sdist(self.scratch)
        with tarfile.open(self.scratch / name) as archive:
            names = {pathlib.PurePath(*pathlib.PurePath(entry).parts[1:]).as_posix() for entry in archive.getnames()}
        for needed in ["PKG-INFO", "pyproject.toml", "CMakeLists.txt", "python/build_backend.py",
                       "involute/public_headers.txt", "README.md"]:
            self.assertIn(needed, names)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
