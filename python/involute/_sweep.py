# SPDX-License-Identifier: Apache-2.0
"""Many runs of a model, on all cores or by any executor; the same bits whoever makes them."""

from __future__ import annotations

import collections
import csv
import difflib
import importlib
import itertools
import os
import pickle
import threading
import warnings
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NamedTuple, Tuple

import numpy as np

from . import _core, _options
from ._errors import InvoluteWarning
from ._progress import bar
from ._samples import _whole, axis_block, sample_block

if TYPE_CHECKING:
    from ._model import Model

Rows = Tuple[np.ndarray, np.ndarray, Dict[int, str]]  # kept, codes, reasons by place

# Runs of a task, at most: what an executor adds to a task is then little, and progress is seen.
_LARGEST_CHUNK = 256
_TASKS_AHEAD = 4  # for each worker


class Request(NamedTuple):
    """All that decides about a run but its sample; it goes to other processes."""

    model: "Model"
    beside: "Mapping[str, Any]"  # start, inputs, events, sections
    options: "Mapping[str, Any]"
    names: "List[str]"
    keep: str

    def prepared(self) -> Any:
        return _core.Runs(self.model._asked(**self.beside), dict(self.options), self.names, self.keep)


# ---- in a worker: what was prepared for one task serves the next

_known: "collections.OrderedDict[bytes, Any]" = collections.OrderedDict()
_known_lock = threading.Lock()


def _made(pickled: bytes, values: np.ndarray, threads: int, lanes: int) -> Rows:
    with _known_lock:
        runs = _known.get(pickled)
        if runs is None:
            runs = _known[pickled] = pickle.loads(pickled).prepared()
            while len(_known) > 4:
                _known.popitem(last=False)
    return runs.run(values, threads, lanes)


# ---- where rows come together


class _Table:
    """The rows of all runs, and the file if one is written."""

    def __init__(self, runs: Any, samples: Any, output: "str | None", resume: bool) -> None:
        self.runs, self.samples = runs, samples
        self.count = samples.count
        self.words = _core.outcome_words()
        self.kept = np.full((self.count, len(runs.kept) * max(runs.rows, 1)), np.nan)
        self.codes = np.full(self.count, self.words.index("interrupted"), dtype=np.uint8)
        self.reasons: "Dict[int, str]" = {}
        self.next = 0
        self.file = None if output is None else runs.file(samples, output, resume)
        if self.file is not None and output is not None and self.file.next > 0:
            self._read(output, self.file.next)

    def _read(self, path: str, end: int) -> None:
        """Rows that are there already."""
        lines = max(self.runs.rows, 1)
        width = len(self.runs.kept)
        before = 1 + len(self.samples.names)
        with open(path, encoding="utf-8", newline="") as file:
            next(file)  # the title
            for place, row in enumerate(itertools.islice(csv.reader(file), 1, 1 + end * lines)):
                run, line = divmod(place, lines)
                values = [float(one) if one else np.nan for one in row[before : before + width]]
                self.kept[run, line * width : (line + 1) * width] = values
                self.codes[run] = self.words.index(row[-2])
                if row[-1]:
                    self.reasons[run] = row[-1]
        self.next = end

    def add(self, rows: Rows, write: bool = True) -> None:
        """The next ones, as they come."""
        kept, codes, reasons = rows
        if self.file is not None and write:
            self.file.add(self.samples, self.next, kept, codes, reasons, self.runs.rows)
        end = self.next + len(codes)
        self.kept[self.next : end] = kept
        self.codes[self.next : end] = codes
        self.reasons.update({self.next + place: reason for place, reason in reasons.items()})
        self.next = end

    def close(self) -> None:
        if self.file is not None:
            self.file.close()


def _workers(executor: Any) -> int:
    for name in ("_max_workers", "num_workers"):
        count = getattr(executor, name, None)
        if isinstance(count, int) and count > 0:
            return count
    return os.cpu_count() or 1


def _by_executor(
    executor: Any, request: Request, table: _Table, chunk: "int | None", threads: int, lanes: int, tell: Any
) -> None:
    """In order, with no more tasks ahead than workers need; Ctrl-C ends it."""
    if hasattr(executor, "get_executor"):  # a Client of dask
        count = sum(executor.nthreads().values()) or 1
        executor = executor.get_executor(pure=False)
    else:
        count = _workers(executor)
    if not hasattr(executor, "submit"):
        raise TypeError(f"`executor=` must have `submit`, as those of concurrent.futures do, not {type(executor).__name__}")
    if isinstance(executor, ThreadPoolExecutor):
        submit: Callable[[np.ndarray], Any] = lambda values: executor.submit(table.runs.run, values, threads, lanes)
    else:
        try:
            pickled = pickle.dumps(request)
        except Exception as error:
            raise TypeError(f"the model cannot be sent to other processes: {error}") from None
        submit = lambda values: executor.submit(_made, pickled, values, threads, lanes)
    if chunk is None:
        chunk = min(_LARGEST_CHUNK, max(1, -(-(table.count - table.next) // (8 * count))))
    tasks: "collections.deque[Tuple[int, Any]]" = collections.deque()
    handed = table.next
    try:
        while tasks or handed < table.count:
            while handed < table.count and len(tasks) < _TASKS_AHEAD * count:
                end = min(handed + chunk, table.count)
                tasks.append((end - handed, submit(table.samples.values(handed, end))))
                handed = end
            size, task = tasks.popleft()
            rows = task.result()
            table.add(rows)
            if tell is not None:
                tell(table.next / table.count)
            if len(rows[1]) < size:
                return  # the worker heard Ctrl-C
    except KeyboardInterrupt:
        pass
    except BrokenExecutor as error:
        kept = f"{table.next} of {table.count} runs were made"
        advice = "; resume=True goes on from there" if table.file is not None else "; with output= they would be kept"
        raise type(error)(f"a worker died: {error} ({kept}{advice})") from error
    finally:
        for _, task in tasks:
            task.cancel()


# ---- what is returned


def _texts(table: _Table) -> "Tuple[np.ndarray, np.ndarray]":
    codes = np.array(table.words)[table.codes]
    reasons = np.full(table.count, "", dtype=object)
    for run, reason in table.reasons.items():
        reasons[run] = _core.in_python(reason)
    for run in range(table.next, table.count):
        reasons[run] = "not made: the sweep was interrupted"
    return codes, reasons


def _import_what_shows(library: str) -> None:
    """Before hours of runs, not after them."""
    try:
        importlib.import_module(library)
    except ImportError:
        other = "; frame=True needs pandas alone" if library == "xarray" else ""
        raise ImportError(f"the result of a sweep needs {library} (python3-{library}){other}") from None


def _frame(table: _Table) -> Any:
    import pandas

    codes, reasons = _texts(table)
    lines = max(table.runs.rows, 1)
    columns: "Dict[str, Any]" = {"run": np.arange(1, table.count + 1)}
    columns.update(zip(table.runs.heads, table.samples.values(0, table.count).T))
    columns = {name: np.repeat(column, lines) for name, column in columns.items()}
    columns.update(zip(table.runs.kept, table.kept.reshape(table.count * lines, -1).T))
    columns.update(code=np.repeat(codes, lines), reason=np.repeat(reasons, lines))
    return pandas.DataFrame(columns)


def _dataset(table: _Table, blocks: "List[Any]", axes: int, model: "Model") -> Any:
    import xarray

    heads = dict(zip(table.samples.names, table.runs.heads))
    sample = "sample" if "sample" not in heads else "run"
    dims = [heads[block.names[0]] for block in blocks[:axes]] + [sample] * (len(blocks) - axes)
    shape = tuple(block.count for block in blocks)
    coords: "Dict[str, Any]" = {}
    for dim, block in zip(dims, blocks):
        values = _core.Samples([block]).values(0, block.count)
        coords.update({heads[name]: (dim, values[:, k]) for k, name in enumerate(block.names)})
    codes, reasons = _texts(table)
    variables: "Dict[str, Any]" = {}
    if table.runs.rows:
        kept = table.kept.reshape(*shape, table.runs.rows, -1)
        variables = {name: (dims + ["row"], kept[..., k]) for k, name in enumerate(table.runs.kept)}
    else:
        variables = {name: (dims, table.kept[:, k].reshape(shape)) for k, name in enumerate(table.runs.kept)}
    variables.update(code=(dims, codes.reshape(shape)), reason=(dims, reasons.reshape(shape)))
    attributes = {"title": model.title, "model": model.text, "involute": _core.version}
    return xarray.Dataset(variables, coords, {name: text for name, text in attributes.items() if text})


# ---- the call


def _keep_text(keep: Any) -> str:
    if keep is None:
        return ""
    if isinstance(keep, str):
        return keep
    if not isinstance(keep, (list, tuple)) or not all(isinstance(one, str) for one in keep):
        raise TypeError(f"`keep=` must be a text or a list of texts, not {type(keep).__name__}")
    return ", ".join(keep)


def _axes_and_options(model: "Model", over: Any, options: Any, named: "Mapping[str, Any]") -> "Tuple[Dict[str, Any], Dict[str, Any]]":
    """Keyword arguments by what they name: something of the model, or an option."""
    for argument, given in (("over", over), ("options", options)):
        if given is not None and not isinstance(given, Mapping):
            raise TypeError(f"`{argument}` must be a dict, not {type(given).__name__}")
    axes, chosen = dict(over or {}), dict(options or {})
    own = set(model.parameters) | set(model.unknowns) | {model.independent}
    known = {option.name for option in _options.options()} | {"t_eval"}
    for name, value in named.items():
        if name in own and name in known:
            raise TypeError(
                f'`{name}=` is an option and a name of the model: write sweep({{"{name}": ..}}) for the axis, '
                f'options={{"{name}": ..}} for the option'
            )
        if name in known or name in _options._ELSEWHERE:
            chosen[name] = value
        elif name in own:
            axes[name] = value
        else:
            near = difflib.get_close_matches(name, sorted(own | known), 1)
            raise TypeError(
                f"`{name}=` names no parameter, no unknown and no option; "
                + (f"did you mean `{near[0]}`?" if near else f"the model has {', '.join(sorted(own))}")
            )
    return axes, chosen


def sweep(
    model: "Model",
    over: Any,
    samples: Any,
    keep: Any,
    executor: Any,
    threads: Any,
    lanes: Any,
    chunk: Any,
    progress: Any,
    output: Any,
    resume: Any,
    frame: Any,
    beside: "Mapping[str, Any]",
    options: Any,
    named: "Mapping[str, Any]",
) -> Any:
    axes, chosen = _axes_and_options(model, over, options, named)
    threads = 0 if threads is None else _whole(threads, "threads", 1)
    lanes = 0 if lanes is None else _whole(lanes, "lanes", 1)
    if lanes not in (0, 1, 4, 8):
        raise ValueError(f"`lanes=` must be 1, 4 or 8, and is {lanes}")
    chunk = None if chunk is None else _whole(chunk, "chunk", 1)
    resume, frame = _options.flag(resume, "resume"), _options.flag(frame, "frame")
    if resume and output is None:
        raise TypeError("`resume=` goes on with a file: name it with `output=`")
    blocks = [axis_block(name, values) for name, values in axes.items()]
    if samples is not None:
        blocks.append(sample_block(samples))
    drawn = _core.Samples(blocks)
    asked = _options.arguments(chosen, model.unknowns)
    if asked.get("t_eval") is not None:
        asked["t_eval"] = _options.places(asked["t_eval"])
    for argument in ("events", "sections"):
        given = beside[argument]
        if callable(given) or (isinstance(given, (list, tuple)) and any(callable(one) for one in given)):
            raise TypeError(f"`{argument}=` of a sweep are texts, as in 'low: x = 0 falling stop'")
    request = Request(model, beside, asked, drawn.names, _keep_text(keep))
    _import_what_shows("pandas" if frame else "xarray")
    table = _Table(request.prepared(), drawn, None if output is None else os.fspath(output), resume)
    try:
        with bar(progress) as tell:
            if executor is not None:
                _by_executor(executor, request, table, chunk, threads or 1, lanes, tell)
            elif table.next < table.count:
                first = table.next / table.count
                told = None if tell is None else lambda fraction: tell(first + (1 - first) * fraction)
                values = drawn.values(table.next, table.count)
                table.add(table.runs.run(values, threads, lanes, told, table.file), write=False)
    finally:
        table.close()  # rows that came are there, whatever happened
    if table.next < table.count:
        warnings.warn(f"interrupted: {table.next} of {table.count} runs were made", InvoluteWarning, stacklevel=3)
    return _frame(table) if frame else _dataset(table, blocks, len(axes), model)
