# SPDX-License-Identifier: Apache-2.0
"""numpy's functions of formulas: np.sin(x), arrays of unknowns, `@`, np.where, np.linalg.norm.

An array of formulas is a FormulaArray, an ndarray of objects that knows what numpy's functions mean for formulas
(numpy itself would ask for the truth of a comparison in np.maximum). ELEMENTWISE is the table: numpy's name, and what
it is in the language.
"""
from __future__ import annotations

import functools
from typing import Any, Callable, Dict

import numpy as np

from ._formula import PI, Condition, Formula, as_formula, call, formula, if_, needs_number


def _function(name: str) -> Callable[..., Formula]:
    return lambda *arguments: call(name, *arguments)


def _heaviside(x: Any, at_zero: Any) -> Formula:
    x = formula(x)
    value = as_formula(at_zero)
    if value is not None and value.number == 1:
        return if_(x < 0, 0, 1)
    return if_(x < 0, 0, if_(x > 0, 1, at_zero))


def _not(condition: Any) -> Any:
    return not condition if isinstance(condition, (bool, np.bool_)) else ~condition


ELEMENTWISE: Dict[str, Callable[..., Any]] = {
    "add": lambda a, b: formula(a) + b,
    "subtract": lambda a, b: formula(a) - b,
    "multiply": lambda a, b: formula(a)*b,
    "divide": lambda a, b: formula(a)/b,
    "true_divide": lambda a, b: formula(a)/b,
    "power": lambda a, b: formula(a)**b,
    "float_power": lambda a, b: formula(a)**b,
    "negative": lambda a: -formula(a),
    "positive": lambda a: a,
    "conjugate": lambda a: a,
    "absolute": _function("abs"),
    "fabs": _function("abs"),
    "sqrt": _function("sqrt"),
    "square": lambda a: formula(a)**2,
    "reciprocal": lambda a: 1/formula(a),
    "exp": _function("exp"),
    "exp2": lambda a: 2**formula(a),
    "expm1": lambda a: 2*call("exp", formula(a)/2)*call("sinh", formula(a)/2),  # accurate near 0 too
    "log": _function("log"),
    "log2": lambda a: call("log", a)/call("log", 2),
    "log10": _function("log10"),
    "log1p": lambda a: 2*call("atanh", formula(a)/(2 + formula(a))),            # accurate near 0 too
    "sin": _function("sin"), "cos": _function("cos"), "tan": _function("tan"),
    "arcsin": _function("asin"), "arccos": _function("acos"), "arctan": _function("atan"),
    "arctan2": _function("atan2"),
    "sinh": _function("sinh"), "cosh": _function("cosh"), "tanh": _function("tanh"),
    "arcsinh": _function("asinh"), "arccosh": _function("acosh"), "arctanh": _function("atanh"),
    "hypot": lambda a, b: call("sqrt", formula(a)**2 + formula(b)**2),
    "maximum": _function("max"), "minimum": _function("min"),
    "fmax": _function("max"), "fmin": _function("min"),
    "sign": _function("sign"),
    "floor": _function("floor"), "ceil": _function("ceil"),
    "remainder": _function("mod"), "mod": _function("mod"),
    "floor_divide": lambda a, b: call("floor", formula(a)/b),
    "heaviside": _heaviside,
    "deg2rad": lambda a: formula(a)*PI/180, "radians": lambda a: formula(a)*PI/180,
    "rad2deg": lambda a: formula(a)*180/PI, "degrees": lambda a: formula(a)*180/PI,
    "less": lambda a, b: formula(a) < formula(b), "less_equal": lambda a, b: formula(a) <= formula(b),
    "greater": lambda a, b: formula(a) > formula(b), "greater_equal": lambda a, b: formula(a) >= formula(b),
    "equal": lambda a, b: formula(a) == formula(b),
    "logical_and": lambda a, b: a & b, "logical_or": lambda a, b: a | b, "logical_not": _not,
    "bitwise_and": lambda a, b: a & b, "bitwise_or": lambda a, b: a | b, "invert": _not,
    "erf": _function("erf"),                                                    # of scipy.special
    "erfc": lambda a: 1 - call("erf", a),
    "expit": lambda a: 1/(1 + call("exp", -formula(a))),
}


class FormulaArray(np.ndarray):
    """An array of formulas; made by `formula_array`."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return apply_ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:  # pyright: ignore
        return apply_function(function, args, options)

    def dot(self, other: Any = 1, out: Any = None) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The derivative, for `q.dot()` and `q.dot(2)`; the product with an array."""
        if isinstance(other, int):
            return elementwise(lambda a: formula(a).dot(other), self)
        return formula_array(plain(self).dot(plain(other)))

    def astype(self, dtype: Any, *given: Any, **options: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Formulas are as good as numbers of the usual precision; of fewer digits or none they are not."""
        if np.dtype(dtype) in (np.dtype(float), np.dtype(object)):
            return self.copy()
        return super().astype(dtype, *given, **options)

    def __bool__(self) -> bool:
        needs_number("the truth")


def formula_array(values: Any) -> Any:
    """The same values as an array of formulas; a single value as it is."""
    array = np.asarray(values, dtype=object)
    return array.view(FormulaArray) if array.ndim else array.item()


def plain(value: Any) -> Any:
    """What numpy's own loops over objects take."""
    if isinstance(value, FormulaArray):
        return value.view(np.ndarray)
    if isinstance(value, (Formula, Condition)):
        box = np.empty((), dtype=object)
        box[()] = value
        return box
    if isinstance(value, (list, tuple)) and has_formulas(value):
        return np.array([plain(v)[()] if isinstance(v, (Formula, Condition)) else plain(v) for v in value],
                        dtype=object)
    return value


def has_formulas(value: Any) -> bool:
    if isinstance(value, (Formula, Condition, FormulaArray)):
        return True
    if isinstance(value, np.ndarray):
        return value.dtype == object and any(isinstance(v, (Formula, Condition)) for v in value.flat)
    return isinstance(value, (list, tuple)) and any(has_formulas(v) for v in value)


def elementwise(function: Callable[..., Any], *arguments: Any) -> Any:
    arrays = [np.asarray(plain(a), dtype=object) for a in arguments]
    return formula_array(np.frompyfunc(function, len(arrays), 1)(*arrays))


def apply_ufunc(ufunc: Any, method: str, inputs: Any, options: Dict[str, Any]) -> Any:
    name = ufunc.__name__
    out = options.get("out")
    if out is not None and any(o is not None and o.dtype != object for o in out):
        needs_number("a place in an array of numbers")
    if name == "matmul" and method == "__call__":
        result = formula_array(np.matmul(*(np.asarray(plain(a), dtype=object) for a in inputs)))
    elif name not in ELEMENTWISE:
        needs_number(f"np.{name}")
    elif method == "__call__":
        if not options.keys() <= {"out", "dtype", "casting"}:
            needs_number(f"np.{name} with {', '.join(options)}")
        result = elementwise(ELEMENTWISE[name], *inputs)
    elif method == "reduce":
        result = _reduce(ELEMENTWISE[name], ufunc.identity, inputs[0], options.get("axis", 0),
                         options.get("keepdims", False))
    elif method in ("accumulate", "outer") and name in ("add", "subtract", "multiply"):
        quiet = {k: v for k, v in options.items() if k not in ("out", "dtype")}
        result = formula_array(getattr(ufunc, method)(*(plain(i) for i in inputs), **quiet))
    else:
        needs_number(f"np.{name}.{method}")
    if out is not None and out[0] is not None:
        out[0].view(np.ndarray)[...] = plain(result)
        return out[0]
    return result


def _reduce(function: Callable[..., Any], identity: Any, value: Any, axis: Any, keepdims: bool) -> Any:
    array = np.asarray(plain(value), dtype=object)
    axes = tuple(range(array.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    axes = tuple(a % array.ndim for a in axes) if array.ndim else ()
    rest = [a for a in range(array.ndim) if a not in axes]
    flat = np.transpose(array, [*rest, *axes]).reshape([array.shape[a] for a in rest] + [-1])
    result = np.empty(flat.shape[:-1], dtype=object)
    for index in np.ndindex(*result.shape):
        row = list(flat[index])
        result[index] = functools.reduce(function, row) if row else identity
    if keepdims:
        result = result.reshape([1 if a in axes else array.shape[a] for a in range(array.ndim)])
    return formula_array(result)


# ---- functions that are no ufuncs

def where(condition: Any, *choices: Any) -> Any:
    """np.where for comparisons of formulas, element by element.

    >>> import involute as iv
    >>> m = iv.Model()
    >>> x = m.var("x")
    >>> iv.where(x < 1, x, 2 - x)
    if(x < 1, x, 2 - x)
    """
    if len(choices) != 2:
        needs_number("np.where with one argument")
    return elementwise(if_, condition, *choices)


def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    x = np.asarray(plain(x), dtype=object)
    size = formula_array(np.frompyfunc(lambda a: call("abs", a), 1, 1)(x))
    vector = x.ndim == 1 or isinstance(axis, int)
    if ord is None or (ord == 2 and vector):
        squares = np.frompyfunc(lambda a: formula(a)**2, 1, 1)(x)
        return elementwise(_function("sqrt"), _reduce(lambda a, b: a + b, 0, squares, axis, keepdims))
    if vector and ord in (1, np.inf):
        return _reduce((lambda a, b: a + b) if ord == 1 else _function("max"), 0, size, axis, keepdims)
    needs_number(f"np.linalg.norm with ord={ord}")


def _clip(a: Any, a_min: Any = None, a_max: Any = None) -> Any:
    low = a if a_min is None else elementwise(_function("max"), a, a_min)
    return low if a_max is None else elementwise(_function("min"), low, a_max)


def _determinant(a: Any) -> Any:
    a = np.asarray(plain(a), dtype=object)
    if a.ndim != 2 or a.shape[0] != a.shape[1] or a.shape[0] > 3:
        needs_number("np.linalg of more than three rows")
    if a.shape[0] == 1:
        return a[0, 0]
    return sum((-1)**j*a[0, j]*_determinant(np.delete(a[1:], j, axis=1)) for j in range(a.shape[0]))


def _solve(a: Any, b: Any) -> Any:
    """Cramer's rule: no pivot is chosen, so that it holds wherever the matrix is regular."""
    a, b = np.asarray(plain(a), dtype=object), np.asarray(plain(b), dtype=object)
    below = formula(_determinant(a))
    columns = b.reshape(len(b), -1)
    x = np.empty(columns.shape, dtype=object)
    for i in range(columns.shape[0]):
        for k in range(columns.shape[1]):
            replaced = a.copy()
            replaced[:, i] = columns[:, k]
            x[i, k] = _determinant(replaced)/below
    return formula_array(x.reshape(b.shape))


def _reduction(name: str) -> Callable[..., Any]:
    ufunc = getattr(np, name)
    return lambda a, axis=None, dtype=None, out=None, keepdims=False: apply_ufunc(
        ufunc, "reduce", (np.asarray(plain(a), dtype=object),), {"axis": axis, "keepdims": keepdims})


def _mean(a: Any, axis: Any = None, **_: Any) -> Any:
    array = np.asarray(plain(a), dtype=object)
    return _reduction("add")(array, axis=axis)/(array.size if axis is None else array.shape[axis])


FUNCTIONS: Dict[Any, Callable[..., Any]] = {
    np.where: where,
    np.clip: _clip,
    np.linalg.norm: _norm,
    np.linalg.det: _determinant,
    np.linalg.solve: _solve,
    np.linalg.inv: lambda a: _solve(a, np.eye(len(a), dtype=int)),
    np.sum: _reduction("add"), np.prod: _reduction("multiply"),
    np.max: _reduction("maximum"), np.amax: _reduction("maximum"),
    np.min: _reduction("minimum"), np.amin: _reduction("minimum"),
    np.mean: _mean,
    np.real: lambda a: a,
}


def apply_function(function: Any, args: Any, options: Dict[str, Any]) -> Any:
    """A function of numpy that is no ufunc: ours where numpy's would need numbers, else numpy's over objects."""
    if function in FUNCTIONS:
        return FUNCTIONS[function](*args, **options)
    undispatched = getattr(function, "__wrapped__", function)
    return _arrays(undispatched(*(_plain_all(a) for a in args), **{k: _plain_all(v) for k, v in options.items()}))


def _plain_all(value: Any) -> Any:
    return type(value)(_plain_all(v) for v in value) if isinstance(value, (list, tuple)) else plain(value)


def _arrays(result: Any) -> Any:
    if isinstance(result, (list, tuple)):
        return type(result)(_arrays(r) for r in result)
    return formula_array(result) if isinstance(result, np.ndarray) and result.dtype == object else result
