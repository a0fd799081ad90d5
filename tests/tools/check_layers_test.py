#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/check_layers.py finds what is planted: each test changes a copy of the tree and puts it back."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["involute", "app", "papers", "tests", "examples", "bench", "fuzz"]


class CheckLayers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.tree = pathlib.Path(scratch.name)
        for folder in FOLDERS:
            shutil.copytree(ROOT / folder, cls.tree / folder,
                            ignore=lambda at, names: [n for n in names
                                                      if not (pathlib.Path(at) / n).is_dir()
                                                      and not n.endswith((".hpp", ".cpp", ".txt"))])

    def plant(self, file, line):
        path = self.tree / file
        before = path.read_text()
        self.addCleanup(path.write_text, before)
        path.write_text(before + line + "\n")

    def create(self, file, line):
        path = self.tree / file
        self.addCleanup(path.unlink)
        path.write_text(line + "\n")

    def run_it(self):
        return subprocess.run([sys.executable, ROOT / "tools/check_layers.py", self.tree],
                              capture_output=True, text=True, check=False)

    def expect_complaint(self, *words):
        ran = self.run_it()
        self.assertEqual(ran.returncode, 1, ran.stdout)
        for word in words:
            self.assertIn(word, ran.stdout)
        self.assertIn(", 1 complaints", ran.stdout)

    def test_the_tree_itself_is_clean(self):
        ran = self.run_it()
        self.assertEqual(ran.returncode, 0, ran.stdout)

    def test_an_upward_include(self):
        self.plant("involute/text/model.hpp", '#include "involute/step/walk_options.hpp"')
        self.expect_complaint("involute/text/model.hpp", "text must not include step")

    def test_units_in_a_circle(self):
        self.plant("involute/expr/graph.cpp", '#include "involute/expr/subgraph.hpp"')
        self.expect_complaint(
            "units in a circle: involute/expr/graph > involute/expr/subgraph > involute/expr/graph",
            "involute/expr/graph.cpp includes involute/expr/subgraph.hpp")

    def test_a_longer_circle_of_units(self):
        self.create("involute/base/one.hpp", '#include "involute/base/two.hpp"')
        self.create("involute/base/two.hpp", "")
        self.create("involute/base/two.cpp", '#include "involute/base/two.hpp"\n'
                                             '#include "involute/base/three.hpp"')
        self.create("involute/base/three.hpp", '#include "involute/base/one.hpp"')
        self.expect_complaint("units in a circle: involute/base/one > involute/base/two > "
                              "involute/base/three > involute/base/one")

    def test_a_public_header_that_includes_a_private_one(self):
        self.plant("involute/drive/solve.hpp", '#include "involute/base/limits.hpp"')
        self.expect_complaint("involute/drive/solve.hpp: is public and includes "
                              "involute/base/limits.hpp, which is not")

    def test_a_public_header_that_is_not_in_the_umbrella(self):
        self.plant("involute/public_headers.txt", "involute/base/limits.hpp")
        self.expect_complaint("does not show involute/base/limits.hpp")

    def test_a_public_header_that_is_not_there(self):
        self.plant("involute/public_headers.txt", "involute/base/no_such.hpp")
        self.expect_complaint("there is no involute/base/no_such.hpp")

    def test_an_example_that_includes_a_private_header(self):
        self.plant("examples/pictures.cpp", '#include "involute/plot/camera.hpp"')
        self.expect_complaint("examples/pictures.cpp: not a public header")

    def test_a_private_header_in_the_program(self):
        self.plant("app/main.cpp", '#include "involute/base/limits.hpp"')  # on the short list
        self.assertEqual(self.run_it().returncode, 0)
        self.plant("app/main.cpp", '#include "involute/geometry/geometry.hpp"')
        self.expect_complaint("app/main.cpp: not a public header: involute/geometry/geometry.hpp")

    def test_a_type_of_boost(self):
        self.plant("involute/expr/graph.cpp", "using Wide = boost::multiprecision::cpp_int;")
        self.expect_complaint("involute/expr/graph.cpp", "boost::")

    def test_a_header_of_boost(self):
        self.plant("involute/expr/graph.cpp", "#include <boost/math/tools/roots.hpp>")
        self.expect_complaint("involute/expr/graph.cpp", "boost/")

    def test_a_type_of_gcc(self):
        self.plant("involute/drive/run.cpp", "using Wide = __float128;")
        self.expect_complaint("involute/drive/run.cpp", "__float128")

    def test_a_type_of_gcc_in_a_test(self):
        self.plant("tests/base/scalar_test.cpp", "__float128 planted = 1;")
        self.expect_complaint("tests/base/scalar_test.cpp", "__float128")

    def test_words_in_comments_and_texts_are_allowed(self):
        self.plant("involute/drive/run.cpp", '// boost::x, __float128\nconst char* a = "boost::";')
        self.assertEqual(self.run_it().returncode, 0)

    def test_eigen_in_a_public_header(self):
        self.plant("involute/options/solution.hpp", "#include <Eigen/Core>")
        self.expect_complaint("involute/options/solution.hpp: is public and shows Eigen/Core")

    def test_a_private_dependency_in_a_header(self):
        self.plant("involute/geometry/layout.hpp", "#include <fmt/format.h>")
        self.expect_complaint("involute/geometry/layout.hpp", "private dependency")

    def test_a_decomposition_outside_of_base(self):
        self.plant("involute/singular/fold.cpp", "#include <Eigen/SVD>")
        self.expect_complaint("involute/singular/fold.cpp", "Eigen/SVD")

    def test_a_decomposition_in_a_header_of_base(self):
        self.plant("involute/base/linear.hpp", "#include <Eigen/LU>")
        self.expect_complaint("involute/base/linear.hpp", "Eigen/LU")

    def test_templates_over_decompositions_outside_of_base(self):
        self.plant("involute/singular/fold.cpp", '#include "involute/base/dense_lu.hpp"')
        self.expect_complaint("involute/singular/fold.cpp", "dense_lu.hpp")


if __name__ == "__main__":
    unittest.main()
