# SPDX-License-Identifier: Apache-2.0
"""Formulas with Python's operators: what unknowns, parameters and t become when one computes with them.

A Formula is a node of a graph that is never changed: `x.dot(2) + lam*x` makes three new ones. Nothing is computed;
`_formula_text.py` prints formulas as text of the model language, `_formula_numpy.py` lets numpy's functions meet them.
Numbers are exact: 1 and Fraction(1, 3) as they are, a float as the decimal number that Python shows for it.

What would need a number (`bool`, `float`, `int`, an index) raises `NeedsNumber`, a TypeError; while a function is
traced (`_trace.py`) the same is a signal that ordinary `except` clauses do not see.
"""
from __future__ import annotations

import math
import threading
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any, NoReturn, Optional, Tuple, Union

import numpy as np

FOLDED_BITS = 400  # numbers beyond are not computed ahead: exact fractions of long products grow without bound

tracing = threading.local()  # .on is true in the thread that traces a function; .refused what could not be traced


class NeedsNumber(TypeError):
    """A formula stands where a number is needed."""


class TracingStopped(BaseException):
    """The same while a function is traced: `except Exception` in a user's function must not hide it."""


def needs_number(what: str) -> NoReturn:
    if getattr(tracing, "on", False):
        tracing.refused = f"{what} of a value that is only known while solving"
        raise TracingStopped(tracing.refused)
    raise NeedsNumber(f"{what} of a formula: it has no value before the model is solved")


def number_value(value: Any) -> Optional[Fraction]:
    """The exact value of a Python or numpy number; None for what is none. NaN and infinity are refused."""
    if isinstance(value, (bool, np.bool_)):
        return Fraction(int(value))
    if isinstance(value, Integral):
        return Fraction(int(value))
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, (float, np.floating)):
        if not math.isfinite(value):
            raise ValueError(f"{value} cannot stand in a formula")
        return Fraction(repr(float(value)))
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} cannot stand in a formula")
        return Fraction(value)
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return number_value(value.item())
    if isinstance(value, (complex, np.complexfloating)):
        raise TypeError(f"{value} is complex: formulas are real. Write real and imaginary part as two unknowns")
    return None


class Formula:
    """An expression of unknowns, their derivatives, parameters and the independent variable.

    >>> import involute as iv
    >>> m = iv.Model()
    >>> x, y = m.var("x y")
    >>> x.dot(2) + 2*x*y**2/3
    x'' + 2*x*y^2/3
    """

    __slots__ = ("kind", "parts", "__weakref__")
    kind: str    # "number", "name", "der", "call", "if", or one of + - * / ^ neg
    parts: Tuple[Any, ...]

    def __init__(self, kind: str, *parts: Any) -> None:
        self.kind = kind
        self.parts = parts

    # ---- what it is
    def __repr__(self) -> str:
        from ._formula_text import one_line
        return one_line(self)

    __hash__ = object.__hash__

    @property
    def number(self) -> Optional[Fraction]:
        """The value of a formula that is a number; else None."""
        return self.parts[0] if self.kind == "number" else None

    def dot(self, order: int = 1) -> Formula:
        """The derivative with respect to the independent variable, `order` times."""
        if isinstance(order, bool) or not isinstance(order, Integral):
            raise TypeError(f"`order` must be an integer, not {order!r}")
        if not 0 <= order <= 100:
            raise ValueError(f"`order` must lie between 0 and 100, not {order}")
        if order == 0:
            return self
        if self.kind == "number" or (self.kind == "name" and self.parts[1].role in ("parameter", "independent", "constant")):
            raise ValueError(f"{self!r} has no derivative to be found: it is no unknown")
        if self.kind == "der":
            return Formula("der", self.parts[0], self.parts[1] + int(order))
        return Formula("der", self, int(order))

    # ---- operators
    def __add__(self, other: Any) -> Any: return _binary("+", self, other)
    def __radd__(self, other: Any) -> Any: return _binary("+", other, self)
    def __sub__(self, other: Any) -> Any: return _binary("-", self, other)
    def __rsub__(self, other: Any) -> Any: return _binary("-", other, self)
    def __mul__(self, other: Any) -> Any: return _binary("*", self, other)
    def __rmul__(self, other: Any) -> Any: return _binary("*", other, self)
    def __truediv__(self, other: Any) -> Any: return _binary("/", self, other)
    def __rtruediv__(self, other: Any) -> Any: return _binary("/", other, self)
    def __pow__(self, other: Any) -> Any: return _binary("^", self, other)
    def __rpow__(self, other: Any) -> Any: return _binary("^", other, self)
    def __neg__(self) -> Formula: return negative(self)
    def __pos__(self) -> Formula: return self
    def __abs__(self) -> Formula: return call("abs", self)
    def __floor__(self) -> Any: return call("floor", self)
    def __ceil__(self) -> Any: return call("ceil", self)
    def __mod__(self, other: Any) -> Any: return _called("mod", self, other)
    def __rmod__(self, other: Any) -> Any: return _called("mod", other, self)
    def __floordiv__(self, other: Any) -> Any: return _floor_of_quotient(self, other)
    def __rfloordiv__(self, other: Any) -> Any: return _floor_of_quotient(other, self)

    def __eq__(self, other: Any) -> Any:
        right = as_formula(other)
        return NotImplemented if right is None else Equation(self, right)

    def __ne__(self, other: Any) -> Any:
        right = as_formula(other)
        return NotImplemented if right is None else needs_number("!=")

    def __lt__(self, other: Any) -> Any: return _compare("<", self, other)
    def __le__(self, other: Any) -> Any: return _compare("<=", self, other)
    def __gt__(self, other: Any) -> Any: return _compare(">", self, other)
    def __ge__(self, other: Any) -> Any: return _compare(">=", self, other)

    # ---- what needs a number
    def __bool__(self) -> bool: needs_number("the truth")
    def __float__(self) -> float: needs_number("float()")
    def __int__(self) -> int: needs_number("int()")
    def __index__(self) -> int: needs_number("an index")
    def __complex__(self) -> complex: needs_number("complex()")
    def __round__(self, digits: int = 0) -> Any: needs_number("round()")
    def __trunc__(self) -> int: needs_number("trunc()")

    # ---- numpy: scalars go through ufuncs; arrays of objects ask for methods by numpy's names
    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        from ._formula_numpy import apply_ufunc
        return apply_ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        from ._formula_numpy import apply_function
        return apply_function(function, args, options)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            from ._formula_numpy import ELEMENTWISE
            if name in ELEMENTWISE:  # np.sin of an array of objects calls x.sin()
                return lambda *others: ELEMENTWISE[name](self, *others)
        raise AttributeError(f"a formula has no attribute {name!r}")


class Symbol:
    """What a name stands for: where it was declared and what for. Two models may both have an `x`."""

    __slots__ = ("role", "home", "value")

    def __init__(self, role: str, home: object = None, value: Optional[Formula] = None) -> None:
        self.role = role  # "unknown", "parameter", "independent", "let", "input" or "constant"
        self.home = home
        self.value = value  # of a `let`


class Equation:
    """`left == right` of formulas."""

    __slots__ = ("left", "right")

    def __init__(self, left: Formula, right: Formula) -> None:
        self.left = left
        self.right = right

    def __repr__(self) -> str:
        return f"{self.left!r} = {self.right!r}"

    def __bool__(self) -> bool: needs_number("==")


class Condition:
    """A comparison of formulas, or several joined with `&`, `|` and `~`. In a sum or product it counts 1 or 0."""

    __slots__ = ("kind", "parts")

    def __init__(self, kind: str, *parts: Any) -> None:
        self.kind = kind  # one of < <= > >= and or not
        self.parts = parts

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        from ._formula_text import one_line
        return one_line(self)

    def __and__(self, other: Any) -> Any: return _join("and", self, other)
    def __rand__(self, other: Any) -> Any: return _join("and", other, self)
    def __or__(self, other: Any) -> Any: return _join("or", self, other)
    def __ror__(self, other: Any) -> Any: return _join("or", other, self)
    def __invert__(self) -> Condition: return Condition("not", self)
    def __bool__(self) -> bool: needs_number("the truth of a comparison")
    def __float__(self) -> float: needs_number("float()")
    def __int__(self) -> int: needs_number("int()")
    def __index__(self) -> int: needs_number("an index")
    def __add__(self, other: Any) -> Any: return indicator(self) + other
    def __radd__(self, other: Any) -> Any: return other + indicator(self)
    def __sub__(self, other: Any) -> Any: return indicator(self) - other
    def __rsub__(self, other: Any) -> Any: return other - indicator(self)
    def __mul__(self, other: Any) -> Any: return indicator(self)*other
    def __rmul__(self, other: Any) -> Any: return other*indicator(self)

    __array_ufunc__ = Formula.__array_ufunc__
    __array_function__ = Formula.__array_function__


PI = Formula("name", "pi", Symbol("constant"))  # the one name that the language has itself

Value = Union[Formula, int, float, Fraction, Decimal]  # what operators take


def as_formula(value: Any) -> Optional[Formula]:
    """The formula of a number or a formula; None for anything else."""
    if isinstance(value, Formula):
        return value
    if isinstance(value, Condition):
        return indicator(value)
    if isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype == object:
        return as_formula(value.item())
    number = number_value(value)
    return None if number is None else Formula("number", number)


def formula(value: Any, argument: str = "value") -> Formula:
    """The same, where nothing else will do."""
    result = as_formula(value)
    if result is None:
        raise TypeError(f"`{argument}` must be a formula or a number, not {type(value).__name__}")
    return result


def call(name: str, *arguments: Any) -> Formula:
    """A function of the language."""
    return Formula("call", name, *(formula(a, "argument of " + name) for a in arguments))


def negative(a: Formula) -> Formula:
    if a.number is not None:
        return Formula("number", -a.number)
    return a.parts[0] if a.kind == "neg" else Formula("neg", a)


def if_(condition: Any, then: Any, otherwise: Any) -> Formula:
    """`then` where the condition holds, `otherwise` elsewhere; steps end where the condition changes.

    >>> import involute as iv
    >>> m = iv.Model()
    >>> x = m.var("x")
    >>> iv.if_(x > 0, -1, -4*x)
    if(x > 0, -1, -4*x)
    """
    if isinstance(condition, (bool, np.bool_)):
        return formula(then if condition else otherwise)
    if isinstance(condition, np.ndarray) and condition.ndim == 0:
        condition = condition.item()
    if not isinstance(condition, Condition):
        raise TypeError(f"`condition` must be a comparison such as x < 1, not {type(condition).__name__}")
    return Formula("if", condition, formula(then, "then"), formula(otherwise, "otherwise"))


def indicator(condition: Condition) -> Formula:
    return if_(condition, 1, 0)


def _binary(kind: str, a: Any, b: Any) -> Any:
    left, right = as_formula(a), as_formula(b)
    if left is None or right is None:
        return NotImplemented
    if left.number is not None and right.number is not None:
        folded = _fold(kind, left.number, right.number)
        if folded is not None:
            return Formula("number", folded)
    return _simpler(kind, left, right)


def _fold(kind: str, a: Fraction, b: Fraction) -> Optional[Fraction]:
    if kind == "^":
        if b.denominator != 1 or abs(b) > 64 or _bits(a)*abs(b) > FOLDED_BITS or (a == 0 and b < 0):
            return None
        return Fraction(a ** int(b))
    if kind == "/" and b == 0:
        raise ZeroDivisionError("division by zero in a formula")
    result = a + b if kind == "+" else a - b if kind == "-" else a*b if kind == "*" else a/b
    return result if _bits(result) <= FOLDED_BITS else None


def _bits(a: Fraction) -> int:
    return max(a.numerator.bit_length(), a.denominator.bit_length())


def _simpler(kind: str, a: Formula, b: Formula) -> Formula:
    """a kind b without zeros and ones: what 0*x adds to an equation is nothing, its structure included."""
    p, q = a.number, b.number
    if kind == "+":
        if p == 0: return b
        if q == 0: return a
        if b.kind == "neg": return Formula("-", a, b.parts[0])
    elif kind == "-":
        if q == 0: return a
        if p == 0: return negative(b)
        if b.kind == "neg": return Formula("+", a, b.parts[0])
    elif kind == "*":
        if p == 0 or q == 0: return Formula("number", Fraction(0))
        if p == 1: return b
        if q == 1: return a
        if p == -1: return negative(b)
        if q == -1: return negative(a)
    elif kind == "/":
        if q == 0: raise ZeroDivisionError("division by zero in a formula")
        if p == 0 or q == 1: return a
        if q == -1: return negative(a)
    elif kind == "^":
        if q == 0: return Formula("number", Fraction(1))
        if q == 1: return a
        if q == Fraction(1, 2): return Formula("call", "sqrt", a)
    return Formula(kind, a, b)


def _called(name: str, a: Any, b: Any) -> Any:
    left, right = as_formula(a), as_formula(b)
    return NotImplemented if left is None or right is None else call(name, left, right)


def _floor_of_quotient(a: Any, b: Any) -> Any:
    quotient = _binary("/", a, b)
    return quotient if quotient is NotImplemented else call("floor", quotient)


def _compare(kind: str, a: Any, b: Any) -> Any:
    left, right = as_formula(a), as_formula(b)
    return NotImplemented if left is None or right is None else Condition(kind, left, right)


def _join(kind: str, a: Any, b: Any) -> Any:
    for this, other in ((a, b), (b, a)):
        if isinstance(this, (bool, np.bool_)):
            return other if bool(this) == (kind == "and") else this
    return Condition(kind, a, b) if isinstance(a, Condition) and isinstance(b, Condition) else NotImplemented
