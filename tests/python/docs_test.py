# SPDX-License-Identifier: Apache-2.0
"""The Python in the documents runs, and gives what is written beside it.

The blocks of a page are run one after the other, as a reader types them. A line `expression   # = value` is compared
with the value: numbers to seven digits, everything else exactly.
"""

import os
import pathlib
import re

import numpy
import pytest

SOURCE = pathlib.Path(os.environ.get("INVOLUTE_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
PROMISE = re.compile(r"^(\s*)(\S.*?)\s+# = (.+)$", re.MULTILINE)


def agree(value, written):
    if isinstance(written, bool) or isinstance(written, str) or written is None:
        return value == written
    if isinstance(written, float):
        return bool(numpy.isclose(value, written, rtol=1e-7, atol=1e-7))
    if isinstance(written, (list, tuple)):
        return type(value) is type(written) and len(value) == len(written) and all(map(agree, value, written))
    return value == written


def keep_promise(value, written, line):
    assert agree(value, written), f"line {line}: {value!r}, and {written!r} is written"


def blocks(page):
    """(line, code) of every block, with promises turned into checks on the same line."""
    text = page.read_text("utf-8")
    for found in re.finditer(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        first = text.count("\n", 0, found.start(1)) + 1
        lines = found[1].split("\n")
        for number, line in enumerate(lines):
            promise = PROMISE.match(line)
            if promise:
                space, expression, value = promise.groups()
                lines[number] = f"{space}keep_promise(({expression}), ({value}), {first + number})"
        yield first, "\n" * (first - 1) + "\n".join(lines)


@pytest.mark.parametrize("name", ["docs/python.md", "README.md"])
def test_every_block_of_the_page_runs(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pendulum.ode").write_text((SOURCE / "models/pendulum.ode").read_text())
    page = SOURCE / name
    known = {"keep_promise": keep_promise, "__name__": "page"}
    found = list(blocks(page))
    assert found, f"{name} has no Python in it"
    for _, code in found:
        exec(compile(code, str(page), "exec"), known)


def test_a_wrong_promise_is_seen(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```python\nx = 2\nx*3     # = 7\n```\n")
    (_, code), = blocks(page)
    with pytest.raises(AssertionError, match="line 3: 6, and 7 is written"):
        exec(compile(code, "page", "exec"), {"keep_promise": keep_promise})
