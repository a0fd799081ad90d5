#!/usr/bin/env python3
"""tools/compile_together.py puts files together only where their own names do not meet."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from compile_together import groups  # noqa: E402


def unnamed(declaration, rest=""):
    return f"namespace involute {{\nnamespace {{\n{declaration}\n}}  // namespace\n{rest}\n}}\n"


class CompileTogether(unittest.TestCase):
    def grouped(self, size=6, **texts):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for name, text in sorted(texts.items()):
                files.append(str(Path(folder) / f"{name}.cpp"))
                Path(files[-1]).write_text(text)
            return ["".join(Path(file).stem for file in group["files"]) for group in groups(files, size)]

    def test_files_that_keep_nothing_for_themselves_go_together(self):
        self.assertEqual(self.grouped(a="void f();", b="void g();", c="void h();"), ["abc"])
        self.assertEqual(self.grouped(2, a="void f();", b="void g();", c="void h();"), ["ab", "c"])

    def test_the_same_name_in_two_unnamed_namespaces_separates(self):
        for declared in ("constexpr int limit = 3;", "[[noreturn]] void limit(int x)", "struct limit {", "template <class S>\nS limit(S x);"):
            self.assertEqual(self.grouped(a=unnamed(declared), b=unnamed("const double limit = 4;")), ["a", "b"])

    def test_a_name_that_another_file_means_otherwise_separates(self):
        self.assertEqual(self.grouped(a=unnamed("int place_of(int x);"), b="int f() { return place_of(1); }"), ["a", "b"])

    def test_comments_and_texts_do_not_count(self):
        self.assertEqual(self.grouped(a=unnamed("int limit = 1;"), b='// limit\nauto t = "limit";\n'), ["ab"])

    def test_a_class_and_the_instance_of_one_of_its_members_separate(self):
        self.assertEqual(
            self.grouped(a="template class Walker<double>;", b="template void Walker<double>::save(State&);"), ["a", "b"]
        )


if __name__ == "__main__":
    unittest.main()
