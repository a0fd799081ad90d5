#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where packages cannot be installed, scripts/setup and cmake name what is missing."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEEDED = ["sh", "g++", "cmake", "ninja"]


class Setup(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def run_without_apt(self, *options, tools=NEEDED):
        """A machine that has these programs and no others."""
        for tool in tools:
            (self.scratch / tool).symlink_to(shutil.which(tool))
        return subprocess.run([self.scratch / "sh", ROOT / "scripts/setup", *options],
                              env={"PATH": str(self.scratch)}, capture_output=True, text=True,
                              check=False)

    def test_goes_on_where_all_is_there(self):
        ran = self.run_without_apt()
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "", ""))

    def test_names_all_missing_tools_with_versions(self):
        ran = self.run_without_apt(tools=["sh"])
        self.assertEqual(ran.returncode, 1)
        for word in ["no apt-get", "g++ 12 or clang 16", "CMake 3.25", "Ninja 1.11"]:
            self.assertIn(word, ran.stderr)

    def test_asks_for_more_when_tests_are_to_run(self):
        ran = self.run_without_apt("--test")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("python3", ran.stderr)
        self.assertNotIn("CMake", ran.stderr)
        self.assertNotIn("ccache", ran.stderr)

    def test_refuses_what_it_does_not_know(self):
        ran = self.run_without_apt("--algbra")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("usage: scripts/setup", ran.stderr)

    def test_cmake_names_all_missing_libraries_with_versions(self):
        ran = subprocess.run(["cmake", "-S", ROOT, "-B", self.scratch / "build", "-G", "Ninja",
                              "-DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON",
                              "-DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON"],
                             env=dict(os.environ, CXX=os.environ.get("CXX", "g++")),
                             capture_output=True, text=True, check=False)
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("fmt 9.1", ran.stderr)
        self.assertIn("CLI11 2.1", ran.stderr)
        self.assertNotIn("Eigen", ran.stderr)


if __name__ == "__main__":
    unittest.main()
