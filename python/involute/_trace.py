# SPDX-License-Identifier: Apache-2.0
"""Tracing: a Python function called once with formulas instead of numbers, so that what it computes is known.

The function is not called itself but a copy of it that sees other names: `np.zeros(3)` makes an array that can hold
formulas, `math.sin(x)` and `max(a, b)` take them. Functions that it calls by name are copied in the same way. What
needs a number on the way (`if x > 0:`, `float(x)`, an index) cannot be traced; the answer then says what it was.
"""
from __future__ import annotations

import builtins
import functools
import math
import types
from typing import Any, Callable, Dict, List, Tuple

import numpy as np

from ._formula import Condition, Formula, TracingStopped, as_formula, call, formula, needs_number, tracing
from ._formula_numpy import ELEMENTWISE, apply_function, formula_array, has_formulas, plain


class Untraceable(Exception):
    """Why a function cannot be traced."""


def trace(function: Callable[..., Any], arguments: Tuple[Any, ...], vectorized: bool = False) -> List[Formula]:
    """What the function returns, component by component, as formulas. Raises Untraceable."""
    previous = getattr(tracing, "on", False)
    tracing.on, tracing.refused = True, None
    try:
        if vectorized:
            arguments = tuple(a[:, None] if isinstance(a, np.ndarray) else a for a in arguments)
        result = _components(_Copies().of(function)(*arguments))
        if tracing.refused:  # numpy's `!=` and `==` of objects hide exceptions
            raise TracingStopped(tracing.refused)
        return result
    except TracingStopped as stop:
        raise Untraceable(f"it needs {stop}") from None
    except Exception as error:  # whatever a user's function may raise when it meets formulas
        raise Untraceable(f"{type(error).__name__}: {error}") from None
    finally:
        tracing.on = previous


def _components(result: Any) -> List[Formula]:
    if isinstance(result, (Formula, Condition)):
        result = [result]
    flat = np.asarray(plain(result) if has_formulas(result) else result, dtype=object).ravel()
    components = []
    for value in flat:
        component = as_formula(value)
        if component is None:
            raise Untraceable(f"it returns {type(value).__name__} among its components")
        components.append(component)
    return components


# ---- what numpy and math are for a traced function

def _taking_formulas(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of numpy that also takes lists of formulas and makes no arrays of floats of them."""
    @functools.wraps(function)
    def wrapped(*args: Any, **options: Any) -> Any:
        if not (has_formulas(args) or has_formulas(list(options.values()))):
            return function(*args, **options)
        if options.get("dtype") is not None:
            options["dtype"] = object
        return apply_function(function, [_array(a) for a in args], options)
    return wrapped


def _array(value: Any) -> Any:
    return formula_array(plain(value)) if isinstance(value, (list, tuple)) and has_formulas(value) else value


def _holding_formulas(function: Callable[..., Any]) -> Callable[..., Any]:
    """np.zeros and the like: an array of floats in which formulas will be put."""
    @functools.wraps(function)
    def wrapped(*args: Any, **options: Any) -> Any:
        made = function(*args, **options)
        return made.astype(object).view(type(formula_array([0]))) if np.issubdtype(made.dtype, np.floating) else made
    return wrapped


def _array_of(values: Any, dtype: Any = None, **options: Any) -> Any:
    if has_formulas(values):
        array = np.array(plain(values), dtype=object)
        return formula_array(array) if array.ndim else array.item()
    return np.array(values, dtype, **options)


class _Float64(np.float64):
    """np.float64(x) of a number or a formula; as a dtype it is numpy's."""

    def __new__(cls, value: Any = 0, *rest: Any) -> Any:
        return value if has_formulas(value) else np.float64(value, *rest)


class _Module:
    """A module with some of its names replaced."""

    def __init__(self, module: Any, replaced: Dict[str, Any], wrap: Callable[[Any], Any]) -> None:
        self.__dict__.update(_module=module, _replaced=replaced, _wrap=wrap)

    def __getattr__(self, name: str) -> Any:
        if name in self._replaced:
            return self._replaced[name]
        return self._wrap(getattr(self._module, name))


def _wrap_numpy(value: Any) -> Any:
    is_function = callable(value) and not isinstance(value, (type, np.ufunc))
    return _taking_formulas(value) if is_function else value


_LINALG = _Module(np.linalg, {}, _wrap_numpy)
_NUMPY_NAMES: Dict[str, Any] = {
    **{name: _holding_formulas(getattr(np, name)) for name in ("zeros", "ones", "empty", "full", "eye", "identity")},
    **{name: _array_of for name in ("array", "asarray", "asfarray", "ascontiguousarray", "asanyarray")},
    "float64": _Float64,
    "common_type": lambda *arrays: float if has_formulas(arrays) else np.common_type(*arrays),
    "result_type": lambda *arrays: float if has_formulas(arrays) else np.result_type(*arrays),
    "linalg": _LINALG,
}
_NUMPY = _Module(np, _NUMPY_NAMES, _wrap_numpy)

_MATH_NAMES = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "asinh": "arcsinh",
               "acosh": "arccosh", "atanh": "arctanh", "pow": "power"}


def _math_function(name: str) -> Callable[..., Any]:
    real = getattr(math, name)
    ours = ELEMENTWISE.get(_MATH_NAMES.get(name, name))

    @functools.wraps(real)
    def wrapped(*args: Any) -> Any:
        if not has_formulas(args):
            return real(*args)
        if name == "log" and len(args) == 2:
            return call("log", args[0])/call("log", args[1])
        if name == "hypot":
            return call("sqrt", sum(formula(a)**2 for a in args))
        if ours is None:
            needs_number(f"math.{name}")
        return ours(*args)
    return wrapped


_MATH = _Module(math, {name: _math_function(name) for name in dir(math) if callable(getattr(math, name))
                       and not name.startswith("_")}, lambda value: value)


def _extreme(name: str) -> Callable[..., Any]:
    real = getattr(builtins, name)

    def wrapped(*args: Any, **options: Any) -> Any:
        values = list(args[0]) if len(args) == 1 else list(args)
        if options or not has_formulas(values):
            return real(*(args if len(args) > 1 else (values,)), **options)
        return functools.reduce(lambda a, b: call(name, a, b), values)
    return wrapped


_BY_IDENTITY: Dict[int, Any] = {
    id(np): _NUMPY, id(math): _MATH, id(np.linalg): _LINALG,
    **{id(getattr(math, name)): value for name, value in _MATH._replaced.items()},
    **{id(getattr(np, name)): value for name, value in _NUMPY_NAMES.items() if hasattr(np, name)},
}


class _Copies:
    """Copies of functions that see the names above instead of numpy's and math's; each is made once."""

    def __init__(self) -> None:
        self._made: Dict[int, Any] = {}
        self._kept: List[Any] = []
        self._namespaces: Dict[int, Dict[str, Any]] = {}

    def of(self, value: Any) -> Any:
        if id(value) in self._made:
            return self._made[id(value)]
        if id(value) in _BY_IDENTITY:
            return _BY_IDENTITY[id(value)]
        copied = value
        if isinstance(value, types.FunctionType):
            copied = self._function(value)
        elif isinstance(value, types.MethodType) and isinstance(value.__func__, types.FunctionType):
            copied = types.MethodType(self.of(value.__func__), value.__self__)
        elif isinstance(value, functools.partial):
            copied = functools.partial(self.of(value.func), *value.args, **value.keywords)
        elif isinstance(value, types.BuiltinFunctionType) or type(value).__module__.startswith("numpy"):
            module = getattr(value, "__module__", None) or ""
            copied = _wrap_numpy(value) if module.startswith("numpy") and callable(value) else value
        elif callable(value) and not isinstance(value, type) and \
                isinstance(getattr(type(value), "__call__", None), types.FunctionType):
            copied = types.MethodType(self.of(type(value).__call__), value)
        return copied

    def _function(self, function: types.FunctionType) -> Any:
        module = getattr(function, "__module__", "") or ""
        if module.split(".")[0] == "numpy":
            return _taking_formulas(function)
        if module.split(".")[0] in ("scipy", "sympy", "involute", "functools"):
            return function
        names = self._namespace(function.__globals__)
        cells = tuple(types.CellType() for _ in function.__closure__ or ())
        copied = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells or None)
        self._made[id(function)] = copied  # before its names are looked at: it may call itself
        self._kept.append(function)
        for name in _named(function.__code__):
            if name in function.__globals__:
                names[name] = self.of(function.__globals__[name])
        copied.__kwdefaults__ = function.__kwdefaults__
        for cell, old in zip(copied.__closure__ or (), function.__closure__ or ()):
            try:
                cell.cell_contents = self.of(old.cell_contents)
            except ValueError:  # an empty cell: a name that has no value yet
                pass
        return copied

    def _namespace(self, given: Dict[str, Any]) -> Dict[str, Any]:
        """The globals of a module; what a copy assigns to them stays among copies."""
        if id(given) not in self._namespaces:
            self._namespaces[id(given)] = {"max": _extreme("max"), "min": _extreme("min"), **given}
        return self._namespaces[id(given)]


def _named(code: types.CodeType) -> Any:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _named(constant)
