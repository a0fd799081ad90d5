# SPDX-License-Identifier: Apache-2.0
"""Reports in Python: the page of the program, of the run that was made."""

import base64
import json
import re
import struct

import pytest

import involute as iv

CIRCLE = "var x, y; x' = -y; y' = x; start x = 1, y = 0; solve to 3; draw line (0, 0) (x, y)"


def data_of(page):
    text = re.search(r'<script type="application/json" id="data">(.*?)</script>', str(page), re.S).group(1)
    return json.loads(text)


def columns_of(data):
    raw = base64.b64decode(data["rows"])
    numbers = struct.unpack(f"<{len(raw) // 8}d", raw)
    count = len(numbers) // (len(data["names"]) + 1)
    return [numbers[k * count : (k + 1) * count] for k in range(len(data["names"]) + 1)]


def test_a_page_has_the_numbers_of_the_result():
    result = iv.Model(CIRCLE).solve(to=2, start={"x": 2})
    columns = columns_of(data_of(result.report()))
    assert list(columns[0]) == result.t.tolist()
    assert list(columns[1]) == result["x"].tolist()
    assert columns[1][0] == 2


def test_a_model_has_one_too_and_it_can_be_saved(tmp_path):
    page = iv.Model(CIRCLE).report(to=1)
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == str(page)
    assert columns_of(data_of(page))[0][-1] == 1


def test_a_notebook_shows_it_in_a_frame_that_can_do_nothing_else():
    frame = iv.Model('title "</script><b>"; ' + CIRCLE).report()._repr_html_()
    assert frame.startswith("<iframe sandbox=\"allow-scripts allow-downloads\"")
    assert "allow-same-origin" not in frame
    assert frame.count("<") == 2, "everything within is escaped"


def test_the_motion_alone():
    page = str(iv.Model(CIRCLE).animate())
    assert 'id="scene"' in page and 'id="values"' not in page and 'id="plots"' not in page


def test_what_came_from_no_model_has_none():
    with pytest.raises(TypeError, match="from a model"):
        iv.Result(None).report()
