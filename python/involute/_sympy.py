# SPDX-License-Identifier: Apache-2.0
"""SymPy's equations as models. Rationals stay exact; what the language cannot say is refused by name."""
from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, Optional, Set, Union

import numpy as np

from ._builder import RESERVED, ModelBuilder
from ._errors import ModelError
from ._formula import PI, Condition, Equation, Formula, call, formula, if_

if TYPE_CHECKING:
    from ._model import Model


def from_sympy(
    equations: Any,
    t: Any,
    unknowns: Optional[Iterable[Any]] = None,
    parameters: Union[Mapping[Any, Any], None] = None,
    start: Optional[Mapping[Any, Any]] = None,
    guess: Optional[Mapping[Any, Any]] = None,
    title: Optional[str] = None,
    inputs: Union[Mapping[Any, Any], Iterable[Any], None] = None,
) -> Model:
    """A model of SymPy's equations, of any order and index.

    equations: Eq(left, right), expressions that are to vanish, matrices or lists of them. t: the independent variable.
    unknowns: functions x(t), in the order of the columns; without them all that occur. A plain Symbol among them is an
    algebraic unknown. parameters: {symbol: value}, values numbers or expressions of parameters given before. start and
    guess: {x(t): 1, x(t).diff(t): 0}. inputs: functions u(t) that are given from outside, as [u(t)] where `solve(inputs=..)`
    brings them, or {u(t): value} with a number, a table (t, u) or a function as `Model.with_inputs` takes them.

    >>> import sympy as sp
    >>> import involute as iv
    >>> t, g = sp.symbols("t g")
    >>> x, y, lam = (sp.Function(name)(t) for name in ("x", "y", "lambda"))
    >>> m = iv.from_sympy([sp.Eq(x.diff(t, 2), -lam*x), sp.Eq(y.diff(t, 2), -lam*y - g), x**2 + y**2 - 1], t,
    ...                   parameters={g: sp.Rational(981, 100)}, start={y: 0, y.diff(t): 0}, guess={x: 1})
    >>> m.analyze().index
    3
    """
    return _Reader(t, title).read(equations, unknowns, parameters, start, guess, inputs).model()


class _Reader:
    def __init__(self, t: Any, title: Optional[str] = None) -> None:
        try:
            import sympy
        except ImportError:
            raise ImportError("from_sympy needs SymPy (python3-sympy)") from None
        self.sp: Any = sympy
        if not isinstance(t, sympy.Symbol):
            raise TypeError(f"`t` must be a Symbol of SymPy, not {type(t).__name__}")
        self.t = t
        self.builder = ModelBuilder(title=title, independent=_usable(t.name, ()))
        self.leaves: Dict[Any, Formula] = {t: self.builder.t}
        self.known: Dict[Any, Formula] = {}
        self.conditions: Dict[Any, Any] = {}
        self.functions = _functions(sympy)
        self.given_inputs: Dict[str, Any] = {}

    def read(self, equations: Any, unknowns: Any, parameters: Any, start: Any, guess: Any, inputs: Any) -> _Reader:
        wanted = [self._sides(e, k) for k, e in enumerate(self._flat(equations, "equations"), 1)]
        wanted = [sides for sides in wanted if sides is not None]
        if not wanted:
            raise ValueError("`equations` is empty")
        self._parameters(parameters)
        self._inputs(inputs)
        self._unknowns(unknowns, [side for sides in wanted for side in sides])
        for left, right in wanted:
            self.builder.add(Equation(self.formula(left), self.formula(right)))
        for word, given in (("start", start), ("guess", guess)):
            self._given(word, given)
        return self

    def model(self) -> Model:
        model = self.builder.frozen()
        try:
            return model.with_inputs(**self.given_inputs) if self.given_inputs else model
        except ModelError:
            raise
        except (TypeError, ValueError) as error:
            raise type(error)(f"`inputs`: {error}") from None

    # ---- arguments
    def _flat(self, given: Any, argument: str) -> List[Any]:
        sp = self.sp
        if isinstance(given, (list, tuple, set, sp.Tuple)):
            return [e for part in given for e in self._flat(part, argument)]
        if isinstance(given, (sp.MatrixBase, np.ndarray)):
            return [e for part in (given if isinstance(given, sp.MatrixBase) else given.flat)
                    for e in self._flat(part, argument)]
        if isinstance(given, sp.Eq) and isinstance(given.lhs, sp.MatrixBase):
            return [sp.Eq(a, b, evaluate=False) for a, b in zip(given.lhs, given.rhs)]
        return [given]

    def _sides(self, equation: Any, number: int) -> Any:
        sp = self.sp
        if isinstance(equation, (sp.logic.boolalg.BooleanTrue, bool)) and bool(equation):
            return None  # an Eq that SymPy found to hold always
        if isinstance(equation, (sp.logic.boolalg.BooleanFalse, bool)):
            raise ValueError(f"`equations`: number {number} is False, so that it never holds")
        if isinstance(equation, sp.Eq):
            return equation.lhs, equation.rhs
        if isinstance(equation, sp.Expr):
            return equation, sp.Integer(0)
        raise TypeError(f"`equations`: number {number} is {type(equation).__name__}, not an equation of SymPy")

    def _parameters(self, parameters: Any) -> None:
        if parameters is None:
            return
        if not isinstance(parameters, Mapping):
            raise TypeError(f"`parameters` must be a dict {{symbol: value}}, not {type(parameters).__name__}")
        for key, value in parameters.items():
            symbol = self.sp.Symbol(key) if isinstance(key, str) else key
            if not isinstance(symbol, self.sp.Symbol):
                raise TypeError(f"`parameters`: {key} is {type(key).__name__}, not a Symbol")
            leaf = self.builder.param(self._name(symbol.name), self._constant(value, f"parameters: {key}"))
            self.leaves[symbol] = leaf
            if isinstance(key, str):
                self.leaves[key] = leaf

    def _inputs(self, inputs: Any) -> None:
        if inputs is None:
            return
        if not isinstance(inputs, Mapping):
            inputs = {one: None for one in self._flat(inputs, "inputs")}
        for one, value in inputs.items():
            if not self._is_function(one):
                raise TypeError(f"`inputs`: {one} is not a function of {self.t}")
            name = self._name(one.func.__name__)
            self.leaves[one] = self.builder.input(name)
            if value is not None:
                self.given_inputs[name] = self._input_value(value, f"inputs: {one}")

    def _input_value(self, value: Any, argument: str) -> Any:
        """SymPy's numbers as floats; all else as it is."""
        if not isinstance(value, self.sp.Basic):
            return value
        if not (value.is_number and value.is_extended_real and value.is_finite):
            raise ValueError(f"`{argument}`: {value} is no number: a formula of {self.t} can stand in the equations itself")
        return float(value)

    def _unknowns(self, unknowns: Any, sides: List[Any]) -> None:
        found: List[Any] = []
        if unknowns is not None:
            for one in self._flat(unknowns if not isinstance(unknowns, str) else [unknowns], "unknowns"):
                if not isinstance(one, self.sp.Symbol) and not self._is_function(one):
                    raise TypeError(f"`unknowns`: {one} is not a function of {self.t}")
                found.append(one)
        else:
            for side in sides:
                new = (f for f in self._functions_in(side) if f not in found and f not in self.leaves)
                found += sorted(new, key=str)
        if len(set(found)) != len(found):
            raise ValueError("`unknowns`: one is named twice")
        if not found:
            raise ValueError(f"`equations` contain no function of {self.t}")
        for one in found:
            if one in self.leaves:
                other = "a parameter" if isinstance(one, self.sp.Symbol) else "an input"
                raise ValueError(f"`unknowns`: {one} is {other} too")
            self.leaves[one] = self.builder.var(self._name(getattr(one, "name", None) or one.func.__name__))

    def _functions_in(self, expression: Any) -> Set[Any]:
        """The functions of t in an expression, whose equal parts are looked at once."""
        seen, stack = set(), [expression]
        while stack:
            part = stack.pop()
            if part not in seen:
                seen.add(part)
                stack += part.args
        return {part for part in seen if self._is_function(part)}

    def _is_function(self, expression: Any) -> bool:
        return isinstance(expression, self.sp.core.function.AppliedUndef) and expression.args == (self.t,)

    def _given(self, word: str, given: Any) -> None:
        if given is None:
            return
        if not isinstance(given, Mapping):
            raise TypeError(f"`{word}` must be a dict {{x(t): value}}, not {type(given).__name__}")
        for key, value in given.items():
            if isinstance(key, str):
                target: Any = key
            else:
                target = self.formula(self.sp.sympify(key))
            getattr(self.builder, word)({target: self._constant(value, f"{word}: {key}")})

    def _constant(self, value: Any, argument: str) -> Formula:
        try:
            return self.formula(value) if isinstance(value, self.sp.Basic) else formula(value, argument)
        except (TypeError, ValueError) as error:
            message = str(error)
            raise type(error)(message if argument in message else f"`{argument}`: {message}") from None

    def _name(self, name: str) -> str:
        return _usable(name, self.builder._names)

    # ---- expressions
    def formula(self, expression: Any) -> Formula:
        """The formula of an expression; equal parts become one node. Loops instead of recursion: sums can be deep."""
        stack = [expression]
        while stack:
            top = stack[-1]
            if top in self.known:
                stack.pop()
                continue
            parts = [p for p in self._parts(top) if p not in self.known]
            if parts:
                stack += parts
                continue
            self.known[top] = self._one(top)
            stack.pop()
        return self.known[expression]

    def _parts(self, e: Any) -> List[Any]:
        """What must be known before e is."""
        sp = self.sp
        if isinstance(e, sp.Derivative):
            return [e.expr]
        if isinstance(e, sp.Piecewise):
            return [p for value, condition in e.args for p in (value, *self._compared(condition))]
        if isinstance(e, (sp.Add, sp.Mul, sp.Pow)) or type(e) in self.functions:
            return list(e.args)
        return []

    def _compared(self, condition: Any) -> List[Any]:
        if isinstance(condition, self.sp.core.relational.Relational):
            return list(condition.args)
        return [p for part in condition.args for p in self._compared(part)]

    def _one(self, e: Any) -> Formula:
        sp = self.sp
        if e in self.leaves:
            return self.leaves[e]
        if isinstance(e, sp.Rational):
            return formula(Fraction(int(e.p), int(e.q)))
        if isinstance(e, sp.Float):
            return self._float(e)
        if e is sp.pi:
            return PI
        if e is sp.E:
            return call("exp", 1)
        if e is sp.GoldenRatio:
            return (1 + call("sqrt", 5))/2
        if isinstance(e, sp.NumberSymbol):  # EulerGamma, Catalan: more digits than the language keeps
            return formula(Fraction(str(sp.N(e, 45))))
        if isinstance(e, sp.Add):
            return self._sum(e)
        if isinstance(e, sp.Mul):
            return self._product(e)
        if isinstance(e, sp.Pow):
            return self.known[e.base]**self.known[e.exp]
        if isinstance(e, sp.Derivative):
            return self._derivative(e)
        if isinstance(e, sp.Piecewise):
            return self._piecewise(e)
        if type(e) in self.functions:
            return self.functions[type(e)](*(self.known[a] for a in e.args))
        raise self._refusal(e)

    def _float(self, e: Any) -> Formula:
        if not e.is_finite:
            raise ValueError(f"{e} cannot stand in an equation")
        if e._prec == 53:
            return formula(float(e))
        return formula(Fraction(str(e)))  # all digits that it has

    def _sum(self, e: Any) -> Formula:
        terms = [self.known[a] for a in e.as_ordered_terms()] if len(e.args) < 30 else [self.known[a] for a in e.args]
        total = terms[0]
        for term in terms[1:]:
            total = total + term
        return total

    def _product(self, e: Any) -> Formula:
        """Negative powers below the line: x*y/z**2."""
        above, below = formula(1), formula(1)
        for factor in e.args:
            if isinstance(factor, self.sp.Rational) and factor.q != 1:
                above, below = above*formula(int(factor.p)), below*formula(int(factor.q))
            elif isinstance(factor, self.sp.Pow) and factor.exp.is_Rational and factor.exp < 0:
                below = below*self.known[factor.base]**formula(-Fraction(int(factor.exp.p), int(factor.exp.q)))
            else:
                above = above*self.known[factor]
        return above/below

    def _derivative(self, e: Any) -> Formula:
        order = 0
        for variable, count in e.variable_count:
            if variable != self.t:
                raise ValueError(f"{e}: only derivatives with respect to {self.t} can be said")
            if not count.is_Integer:
                raise ValueError(f"{e}: the order of a derivative must be a number")
            order += int(count)
        return self.known[e.expr].dot(order)

    def _piecewise(self, e: Any) -> Formula:
        pieces = list(e.args)
        if pieces[-1][1] != True:  # noqa: E712 (SymPy's True)
            raise ValueError(f"{e} has no value where none of its conditions holds: give a last piece (value, True)")
        result = self.known[pieces[-1][0]]
        for value, condition in reversed(pieces[:-1]):
            result = if_(self._condition(condition), self.known[value], result)
        return result

    def _condition(self, c: Any) -> Condition:
        sp = self.sp
        compared = {sp.StrictLessThan: lambda a, b: a < b, sp.LessThan: lambda a, b: a <= b,
                    sp.StrictGreaterThan: lambda a, b: a > b, sp.GreaterThan: lambda a, b: a >= b}
        if type(c) in compared:
            return compared[type(c)](self.known[c.lhs], self.known[c.rhs])
        if isinstance(c, sp.Not):
            return ~self._condition(c.args[0])
        if isinstance(c, (sp.And, sp.Or)):
            parts = [self._condition(a) for a in c.args]
            joined = parts[0]
            for part in parts[1:]:
                joined = joined & part if isinstance(c, sp.And) else joined | part
            return joined
        raise ValueError(f"the condition {c} cannot be said: only <, <=, >, >=, And, Or and Not can")

    def _refusal(self, e: Any) -> Exception:
        sp = self.sp
        if isinstance(e, sp.Symbol):
            return ValueError(f"the symbol {e} has no value: give it in `parameters`, or in `unknowns` if it is one")
        if isinstance(e, sp.core.function.AppliedUndef):
            if self._is_function(e):
                return ValueError(f"{e} is neither among `unknowns` nor among `inputs`")
            return ValueError(f"{e} is not a function of {self.t} alone: delays and several variables cannot be said")
        if e in (sp.I, sp.oo, -sp.oo, sp.zoo, sp.nan):
            return ValueError(f"{e} cannot stand in an equation: it is not a real number")
        if isinstance(e, sp.Basic):
            return ValueError(f"{type(e).__name__} cannot be said in the language: {_short(e)}")
        return TypeError(f"{e!r} is no expression of SymPy")


def _functions(sp: Any) -> Dict[Any, Callable[..., Formula]]:
    def ours(name: str) -> Callable[..., Formula]:
        return lambda *a: call(name, *a)

    def heaviside(x: Formula, at_zero: Any = formula(Fraction(1, 2))) -> Formula:
        if at_zero.number == Fraction(1, 2):
            return (1 + call("sign", x))/2
        return if_(x < 0, 0, if_(x > 0, 1, at_zero))

    table: Dict[Any, Callable[..., Formula]] = {
        getattr(sp, name): ours(name)
        for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh",
                     "atanh", "exp", "log", "erf", "sign")}
    table.update({
        sp.floor: ours("floor"), sp.ceiling: ours("ceil"), sp.Mod: ours("mod"), sp.frac: lambda x: call("mod", x, 1),
        sp.Abs: ours("abs"), sp.Min: ours("min"), sp.Max: ours("max"),
        sp.sec: lambda x: 1/call("cos", x), sp.csc: lambda x: 1/call("sin", x),
        sp.cot: lambda x: call("cos", x)/call("sin", x),
        sp.sech: lambda x: 1/call("cosh", x), sp.csch: lambda x: 1/call("sinh", x),
        sp.coth: lambda x: call("cosh", x)/call("sinh", x),
        sp.erfc: lambda x: 1 - call("erf", x),
        sp.acot: lambda x: call("atan", 1/x), sp.asec: lambda x: call("acos", 1/x), sp.acsc: lambda x: call("asin", 1/x),
        sp.Heaviside: heaviside,
        sp.re: lambda x: x, sp.im: lambda x: formula(0), sp.conjugate: lambda x: x,  # everything is real here
    })
    return table


def _usable(name: str, taken: Iterable[str]) -> str:
    """A name of the language for a name of SymPy, which can be anything: x_{1}, \\alpha, θ."""
    import unicodedata
    plain = "".join(c if c.isascii() else unicodedata.name(c, "_").split()[-1].lower() if c.isalpha() else "_" for c in name)
    plain = re.sub(r"_*[^A-Za-z0-9_]+_*", "_", plain.strip("\\${}")).rstrip("_") or "x"
    if plain[0].isdigit() or plain in RESERVED:
        plain = plain + "_" if plain in RESERVED else "_" + plain
    while plain in taken:
        plain += "_"
    return plain[:200]


def _short(e: Any) -> str:
    text = str(e)
    return text if len(text) < 80 else text[:77] + "..."
