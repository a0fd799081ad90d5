# SPDX-License-Identifier: Apache-2.0
"""What a notebook shows: equations as formulas, tables, pictures. Everything is in the page: no script, no download."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

from . import _core, _plot
from ._errors import ModelError

if TYPE_CHECKING:
    from ._model import Model
    from ._result import Result

MOST_EQUATIONS = 40
HEAD, TAIL = 5, 3  # rows of a table
MOST_COLUMNS = 12
SECONDS = 2.0  # that a look at a model may take


def _formula(text: str) -> str:
    """As MathML; what is no equation, such as one that was cut short, as it is written."""
    try:
        return _core.mathml(text)
    except ModelError:
        return f"<code>{html.escape(text)}</code>"


def _once(equations: "list[str]") -> "list[str]":
    """Those of a loop are written once."""
    return list(dict.fromkeys(equations))


def latex(equations: "list[str]") -> str:
    lines = []
    for text in _once(equations):
        try:
            lines.append(_core.latex(text).replace(" = ", " &= ", 1))
        except ModelError:
            lines.append(f"\\text{{{text}}}")
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def _equations(texts: "list[str]") -> str:
    shown = _once(texts)
    rows = "".join(f"<div style='margin:0.2em 1em'>{_formula(text)}</div>" for text in shown[:MOST_EQUATIONS])
    more = len(shown) - MOST_EQUATIONS
    return rows + (f"<div>and {more} more</div>" if more > 0 else "")


def _names(names: "list[str]") -> str:
    shown = ", ".join(_formula(name) for name in names[:MOST_COLUMNS])
    return shown + (f" and {len(names) - MOST_COLUMNS} more" if len(names) > MOST_COLUMNS else "")


def model_html(model: "Model") -> str:
    parts = ["<div>"]
    if model.title:
        parts.append(f"<b>{html.escape(model.title)}</b>")
    parts.append(_equations(model.equations))
    values = [f"{_formula(name)} = {value:g}" for name, value in list(model.parameters.items())[:MOST_COLUMNS]]
    if values:
        parts.append(f"<div>with {', '.join(values)}</div>")
    try:
        analysis: Any = model.analyze(max_seconds=SECONDS)
    except ModelError as error:
        return "".join([*parts, f"<pre>{html.escape(str(error))}</pre></div>"])
    if analysis.status != "complete":
        return "".join([*parts, f"<div><b>{analysis.status}</b>: {html.escape(analysis.message)}</div></div>"])
    if analysis.index is not None:
        parts.append(f"<div>index {'at most ' if analysis.index_is_bound else ''}{analysis.index}</div>")
    if analysis.hidden:
        parts.append("<div>hidden equations</div>" + _equations(analysis.hidden))
    free = f": for example {_names(analysis.free)}" if analysis.free else ""
    parts.append(f"<div>{analysis.dimension} free start value{'' if analysis.dimension == 1 else 's'}{free}</div>")
    return "".join([*parts, "</div>"])


def _row(cells: "list[str]", mark: str) -> str:
    return "<tr>" + "".join(f"<{mark}>{cell}</{mark}>" for cell in cells) + "</tr>"


def _table(result: "Result") -> str:
    names = [result.independent, *result.names][: MOST_COLUMNS + 1]
    table = result.table[:, : len(names)]
    left_out = len(table) > HEAD + TAIL + 1
    first = table[:HEAD] if left_out else table
    rows = [_row([f"{value:.9g}" for value in row], "td") for row in first.tolist()]
    if left_out:
        rows.append(_row(["&#x22EE;"] * len(names), "td"))
        rows.extend(_row([f"{value:.9g}" for value in row], "td") for row in table[-TAIL:].tolist())
    more = len(result.names) - MOST_COLUMNS
    head = _row([_formula(name) for name in names], "th")
    return f"<table>{head}{''.join(rows)}</table>" + (f"<div>and {more} more columns</div>" if more > 0 else "")


def result_html(result: "Result") -> str:
    parts = [f"<div><div><b>{html.escape(result.code)}</b>: {html.escape(result.message)}</div>"]
    if len(result):
        parts.append(_table(result))
        parts.append(f"<div>{len(result)} rows</div>")
    if len(result) > 1:
        parts.append(_plot.svg(result, ()))
    if len(result) and result.residual_equation:
        where = html.escape(result.residual_equation)
        parts.append(f"<div>every row satisfies the equations as written: largest residual {result.residual:.1e}, in {where}</div>")
    for point in result.singular_points:
        parts.append(f"<div>{html.escape(point.message)}</div>")
    for notice in result.notices:
        parts.append(f"<div>note: {html.escape(notice)}</div>")
    return "".join([*parts, "</div>"])
