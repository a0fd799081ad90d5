# SPDX-License-Identifier: Apache-2.0
"""Which runs a sweep makes: axes, tables, and samples that fill a box."""

from __future__ import annotations

import dataclasses
from typing import Any, Mapping, Sequence, Tuple, Union

import numpy as np

from . import _core, _options

Range = Union[str, Sequence[float]]


@dataclasses.dataclass(frozen=True)
class Sampling:
    """Samples that fill a box, made by `lhs`, `sobol` or `uniform`: a function of the seed, the same on every machine."""

    kind: str
    count: int
    ranges: "Tuple[str, ...]"
    seed: int


def _range_text(name: str, given: Any) -> str:
    """As the program writes it: m=1:2, or k~normal(3,0.1)."""
    if isinstance(given, str):
        return f"{name}{'~' if '(' in given else '='}{given}"
    if isinstance(given, (tuple, list, np.ndarray)) and len(given) == 2:
        low, high = (_options.number(one, name) for one in given)
        return f"{name}={low!r}:{high!r}"
    raise TypeError(f'`{name}=` must be two ends, as in (1, 2), or a distribution such as "normal(3, 0.1)", not {given!r}')


def _whole(value: Any, argument: str, least: int) -> int:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"`{argument}=` must be a whole number, not {type(value).__name__}")
    if not least <= value < 2**63:
        raise ValueError(f"`{argument}=` must be a whole number from {least} on, and is {value}")
    return int(value)


def _sampling(kind: str, count: Any, ranges: Any, seed: Any, more: "Mapping[str, Range]") -> Sampling:
    if ranges is not None and not isinstance(ranges, Mapping):
        raise TypeError(f"`ranges` must be a dict, not {type(ranges).__name__}")
    given = {**(ranges or {}), **more}
    made = Sampling(
        kind, _whole(count, "count", 1), tuple(_range_text(name, one) for name, one in given.items()), _whole(seed, "seed", 0)
    )
    _core.sampled_block(*_arguments(made))  # what is wrong with it is said now
    return made


def _arguments(sampling: Sampling) -> "Tuple[str, int, int, list[str]]":
    return sampling.kind, sampling.count, sampling.seed, list(sampling.ranges)


def lhs(count: int, ranges: "Mapping[str, Range] | None" = None, /, *, seed: int = 0, **more: Range) -> Sampling:
    """A Latin hypercube: one sample in each of `count` equally likely parts of every quantity.

    Ends or distributions: (1, 2), "normal(3, 0.1)" (mean, standard deviation), "loguniform(1, 100)". Names that Python
    cannot write go into a dict.

    >>> import involute as iv
    >>> iv.lhs(100, {"x'": (0, 1)}, seed=7, k="normal(3, 0.1)")
    Sampling(kind='lhs', count=100, ranges=("x'=0.0:1.0", 'k~normal(3, 0.1)'), seed=7)
    """
    return _sampling("lhs", count, ranges, seed, more)


def sobol(count: int, ranges: "Mapping[str, Range] | None" = None, /, *, seed: int = 0, **more: Range) -> Sampling:
    """Sobol's sequence, shifted by the seed; powers of 2 are best. Ends and distributions as for `lhs`.

    >>> import involute as iv
    >>> iv.sobol(1024, m=(1, 2)).count
    1024
    """
    return _sampling("sobol", count, ranges, seed, more)


def uniform(count: int, ranges: "Mapping[str, Range] | None" = None, /, *, seed: int = 0, **more: Range) -> Sampling:
    """Independent random samples. Ends and distributions as for `lhs`.

    >>> import involute as iv
    >>> iv.uniform(50, m="loguniform(1, 100)", seed=3).ranges
    ('m~loguniform(1, 100)',)
    """
    return _sampling("uniform", count, ranges, seed, more)


def numbers(given: Any, name: str) -> np.ndarray:
    """One dimension of finite numbers."""
    array = np.asarray(given)
    if array.dtype.kind == "O":
        try:
            array = array.astype(float)
        except (TypeError, ValueError):
            raise TypeError(f"`{name}=` must be numbers, and has something else in it") from None
    if array.dtype.kind not in "fiu":
        raise TypeError(f"`{name}=` must be numbers, not {type(given).__name__} of {array.dtype}")
    if array.ndim > 1:
        raise ValueError(f"`{name}=` must have one dimension, not {array.ndim}")
    if array.size == 0:
        raise ValueError(f"`{name}=` has no values")
    if not np.isfinite(array).all():
        raise ValueError(f"`{name}=` has a value that is no finite number")
    return np.atleast_1d(array.astype(float))


def axis_block(name: str, given: Any) -> Any:
    """An axis: an array, or a text as the program takes it, "1:2:101", "1:1000:4:log" or "1,2,5"."""
    if isinstance(given, str):
        return _core.axis_block(f"{name}={given}")
    return _core.table_block([name], numbers(given, name).reshape(-1, 1))


def sample_block(given: Any) -> Any:
    """A row for every run: a Sampling, a pandas frame, or a dict of columns."""
    if isinstance(given, Sampling):
        return _core.sampled_block(*_arguments(given))
    if hasattr(given, "columns") and hasattr(given, "__getitem__"):
        columns = {str(name): given[name] for name in given.columns}
    elif isinstance(given, Mapping):
        columns = dict(given)
    else:
        raise TypeError(
            f"`samples=` must be a pandas frame, a dict of columns, or made by lhs, sobol or uniform, not {type(given).__name__}"
        )
    if not columns:
        raise ValueError("`samples=` has no columns")
    arrays = {name: numbers(one, name) for name, one in columns.items()}
    lengths = {name: len(one) for name, one in arrays.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"`samples=` has columns of different lengths: {lengths}")
    return _core.table_block(list(arrays), np.column_stack(list(arrays.values())))
