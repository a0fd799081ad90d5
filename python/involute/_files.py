# SPDX-License-Identifier: Apache-2.0
"""Results for other programs, and back: json and npz as the program writes them, pandas, xarray."""

from __future__ import annotations

import io
import json
import math
import os
import types
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ._result import Result


def _plain(value: Any) -> Any:
    """As JSON has it: null for what is not finite, [re, im] for complex numbers."""
    if isinstance(value, complex):
        return [_plain(value.real), _plain(value.imag)]
    if isinstance(value, float):
        return value + 0.0 if math.isfinite(value) else None
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: _plain(part) for name, part in zip(getattr(value, "_fields"), value)}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value


def _model_of(result: "Result") -> Any:
    """Enough to make the model again; nothing where functions of Python belong to it."""
    model = result.model
    if model is None or model._inputs:
        return None
    return {"text": model.text, "parameters": _plain(model._given), "file": model.file}


def _about(result: "Result") -> "dict[str, Any]":
    """Everything but rows."""
    run = result._run
    return {
        "status": run.status,
        "code": run.code,
        "reason": run.reason,
        "independent": run.independent,
        "names": run.names,
        "end": _plain(run.end),
        "travelled": _plain(run.travelled),
        "residual": _plain(run.residual),
        "residual_equation": run.residual_equation,
        "method": run.method,
        "touches": {one.name: _plain(one.touches) for one in result.crossings if one.touches},
        "start": _plain(result.start),
        "start_branches": _plain(result.start_branches),
        "singular_points": [
            {("x" if name == "t" else name): part for name, part in _plain(one).items()} for one in result.singular_points
        ],
        "components": _plain(result.components),
        "route": run.route,
        "notices": run.notices,
        "statistics": _plain(run.statistics),
        "crossings": [{"name": one.name, "is_event": one.is_event} for one in result.crossings],
        "model": _model_of(result),
        "brief": run.brief,
    }


def _rows(crossing: Any) -> np.ndarray:
    return np.column_stack([crossing.t, crossing.y])


def to_dict(result: "Result") -> "dict[str, Any]":
    told = _about(result)
    told["values"] = result._run.in_full or _plain(result.table.tolist())
    told["sections"] = {one.name: _plain(_rows(one).tolist()) for one in result.crossings if not one.is_event}
    told["events"] = [
        {"name": one.name, "values": _plain(row)} for one in result.crossings if one.is_event for row in _rows(one).tolist()
    ]
    return told


def _path(path: Any) -> str:
    try:
        return os.fsdecode(os.fspath(path))
    except TypeError:
        raise TypeError(f"`path=` must be a path, not {type(path).__name__}") from None


def save(result: "Result", path: Any) -> None:
    name = _path(path)
    if name.endswith(".json"):
        data = json.dumps(to_dict(result)).encode()
    elif name.endswith(".npz"):
        if result._run.in_full:
            raise ValueError('npz holds doubles only: save a result with `precision="quad"` as .json')
        arrays = {f"{'event' if one.is_event else 'section'}_{one.name}": _rows(one) for one in result.crossings}
        out = io.BytesIO()
        np.savez(
            out,
            values=result.table,
            names=np.array(result.names, dtype=str),
            independent=np.array(result.independent),
            code=np.array(result.code),
            residual=np.array(result.residual),
            about=np.array(json.dumps(_about(result))),
            **arrays,
        )
        data = out.getvalue()
    else:
        raise ValueError(f"`path=` must end in .json or .npz, and is {name!r}")
    beside = f"{name}.{os.getpid()}.part"  # whole or not at all
    try:
        with open(beside, "wb") as file:
            file.write(data)
        os.replace(beside, name)
    except BaseException:
        if os.path.exists(beside):
            os.remove(beside)
        raise


def _number(value: Any) -> float:
    return math.nan if value is None else float(value)


def _result(told: "dict[str, Any]", table: np.ndarray, crossings: "dict[str, np.ndarray]", in_full: Any = ()) -> "Result":
    from ._model import Model
    from ._result import Result

    if table.ndim != 2 or table.shape[1] != len(told["names"]) + 1:
        raise ValueError("its rows do not have a number for every name")
    table.flags.writeable = False
    touches = told.get("touches", {})
    declared = told.get("crossings") or [
        {"name": name.split("_", 1)[1], "is_event": name.startswith("event_")} for name in crossings
    ]
    rows = []
    for one in declared:
        key = f"{'event' if one['is_event'] else 'section'}_{one['name']}"
        found = crossings.get(key, np.empty((0, table.shape[1])))
        rows.append((one["name"], one["is_event"], found, [tuple(touch) for touch in touches.get(one["name"], [])]))
    run = types.SimpleNamespace(
        table=table,
        status=told.get("status", ""),
        code=told["code"],
        route=told.get("route", ""),
        reason=told.get("reason", ""),
        independent=told["independent"],
        names=list(told["names"]),
        end=_number(told.get("end", table[-1, 0] if len(table) else None)),
        travelled=_number(told.get("travelled")),
        residual=_number(told.get("residual")),
        residual_equation=told.get("residual_equation", ""),
        method=told.get("method", ""),
        notices=told.get("notices", []),
        crossings=rows,
        start=[
            (one["name"], _number(one["value"]), one["given"], one["guessed"], one["free"], _number(one["moved"]))
            for one in told.get("start", [])
        ],
        start_branches=_branches(told.get("start_branches", [])),
        components=[
            (one["dimension"], one["equations"], one["contains_start"], one["chosen"]) for one in told.get("components", [])
        ],
        singular_points=[
            (
                one["kind"],
                _number(one["x"]),
                [_number(value) for value in one["row"]],
                [complex(*map(_number, value)) for value in one["eigenvalues"]],
                _branches(one["branches"]),
                one["message"],
            )
            for one in told.get("singular_points", [])
        ],
        statistics=told.get("statistics", {}),
        in_full=list(in_full),
        brief=told.get("brief") or told.get("reason") or told["code"],
        has_function=False,
    )
    model = told.get("model")
    return Result(run, Model(model["text"], model["parameters"], model["file"]) if model else None)


def _branches(told: "list[dict[str, Any]]") -> "list[tuple[str, list[float], bool]]":
    return [(one["description"], [_number(value) for value in one["direction"]], one["followed"]) for one in told]


def _from_json(data: bytes) -> "Result":
    told = json.loads(data)
    values = told["values"]
    in_full = values if values and isinstance(values[0][0], str) else ()
    width = len(told["names"]) + 1
    table = np.array(values, dtype=float).reshape(len(values), width)
    crossings = {f"section_{name}": np.array(rows, dtype=float).reshape(-1, width) for name, rows in told["sections"].items()}
    events: "dict[str, list[list[float]]]" = {}
    for one in told["events"]:
        events.setdefault(f"event_{one['name']}", []).append(one["values"])
    crossings.update({name: np.array(rows, dtype=float).reshape(-1, width) for name, rows in events.items()})
    return _result(told, table, crossings, in_full)


def _from_npz(data: bytes) -> "Result":
    arrays = np.load(io.BytesIO(data), allow_pickle=False)
    told = json.loads(str(arrays["about"])) if "about" in arrays else {}
    told.setdefault("names", [str(name) for name in arrays["names"]])
    told.setdefault("independent", str(arrays["independent"]))
    told.setdefault("code", str(arrays["code"]))
    told.setdefault("residual", float(arrays["residual"]))
    crossings = {name: arrays[name] for name in arrays.files if name.startswith(("section_", "event_"))}
    return _result(told, np.array(arrays["values"], dtype=float), crossings)


def load(path: "str | os.PathLike[str]") -> "Result":
    """Reads a result: `.json` or `.npz`, as `Result.save` or the program wrote it.

    >>> import os, tempfile
    >>> import involute as iv
    >>> s = iv.Model("var y; y' = -y; start y = 1; solve to 1").solve()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     s.save(os.path.join(folder, "decay.npz"))
    ...     again = iv.load(os.path.join(folder, "decay.npz"))
    >>> (again.table == s.table).all(), again.code, again.model == s.model
    (True, 'finished', True)
    """
    name = _path(path)
    with open(name, "rb") as file:
        data = file.read()
    try:
        return _from_npz(data) if data.startswith(b"PK") else _from_json(data)
    except Exception as error:
        raise ValueError(f"`{name}` is not a result that was saved as .json or .npz: {error}") from None


def to_pandas(result: "Result") -> Any:
    import pandas

    index = pandas.Index(result.t, name=result.independent)
    frame = pandas.DataFrame(result.table[:, 1:], index=index, columns=result.names)
    frame.attrs.update(code=result.code, residual=result.residual, method=result.method)
    return frame


def to_xarray(result: "Result") -> Any:
    import xarray

    along = result.independent
    return xarray.Dataset(
        {name: (along, result[name]) for name in result.names if name != along},
        coords={along: result.t},
        attrs={"code": result.code, "residual": result.residual, "method": result.method, "message": result.message},
    )
