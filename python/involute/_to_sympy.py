# SPDX-License-Identifier: Apache-2.0
"""Models as SymPy's equations. The text has been read by the library when it comes here: it is known to be right."""
from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from ._model import Model

_TOKEN = re.compile(r'[ \t\r]*(?:#[^\n]*)?(\n|"[^"\n]*"|(?:\d+\.(?!\.)\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?|[A-Za-z_]\w*|\.\.|<=|>=|\+-|[^\s])')
_GOES_ON = set("+-*/^=,:(<>") | {"<=", ">="}
_WORDS = ("title source independent param small input var let function for start guess atol solve invariant impose section "
          "event expect draw").split()
_TABLE_WORDS = ("linear", "cubic", "periodic", "hold")


class SympyModel(NamedTuple):
    """What `to_sympy` returns; `from_sympy(**m._asdict())` makes a model of it again."""

    equations: List[Any]
    t: Any
    unknowns: List[Any]
    parameters: Dict[Any, Any]
    start: Dict[Any, Any]
    guess: Dict[Any, Any]
    inputs: Dict[Any, Any]


def to_sympy(model: Model) -> SympyModel:
    """The equations of a model in SymPy, with its parameters as symbols and rationals exact.

    Loops, sums, `let` and functions are written out; element 3 of an array p is p_3. Inputs are functions u(t) with the number,
    table or function that the model has for them, or None. `small`, sections, events, invariants, drawings and tolerances
    stay behind.

    >>> import involute as iv
    >>> m = iv.to_sympy(iv.model("param k = 1/3; var x; x'' = -k*x; start x = 1, x' = 0"))
    >>> m.equations, m.unknowns, m.parameters
    ([Eq(Derivative(x(t), (t, 2)), -k*x(t))], [x(t)], {k: 1/3})
    """
    if not isinstance(model, Model):
        raise TypeError(f"`model` must be a Model, not {type(model).__name__}")
    try:
        import sympy
    except ImportError:
        raise ImportError("to_sympy needs SymPy (python3-sympy)") from None
    return _Translator(sympy, dict(model._given), dict(model._inputs)).translate(_statements(model.text))


# ---- reading

class _Tokens:
    def __init__(self, tokens: List[str]) -> None:
        self.tokens, self.place = tokens, 0

    def next(self, ahead: int = 0) -> str:
        return self.tokens[self.place + ahead] if self.place + ahead < len(self.tokens) else ""

    def take(self) -> str:
        self.place += 1
        return self.tokens[self.place - 1]

    def taken(self, token: str) -> bool:
        if self.next() == token:
            self.place += 1
            return True
        return False

    # ---- expressions, as nested tuples
    def expression(self) -> Tuple[Any, ...]:
        value = self.term()
        while self.next() in ("+", "-"):
            value = (self.take(), value, self.term())
        return value

    def term(self) -> Tuple[Any, ...]:
        value = self.factor()
        while self.next() in ("*", "/"):
            value = (self.take(), value, self.factor())
        return value

    def factor(self) -> Tuple[Any, ...]:
        if self.next() in ("+", "-"):
            return ("neg", self.factor()) if self.take() == "-" else self.factor()
        value = self.primary()
        return ("^", value, self.factor()) if self.taken("^") else value

    def primary(self) -> Tuple[Any, ...]:
        token = self.take()
        if token == "(":
            value = self.expression()
            self.take()
        elif token[0].isdigit() or token[0] == ".":
            value = ("number", token)
        elif self.taken("("):
            value = self.call(token)
            self.take()
        elif self.taken("["):
            value = ("element", token, self.list())
            self.take()
        else:
            value = ("name", token)
        order = 0
        while self.taken("'"):
            order += 1
        return ("der", value, ("number", str(order))) if order else value

    def call(self, name: str) -> Tuple[Any, ...]:
        if name in ("sum", "prod") and self.next(1) == "in":
            variable = self.take()
            self.take()
            low, high = self.range()
            self.take()
            return (name, variable, low, high, self.expression())
        if name == "if":
            condition = self.condition()
            self.take()
            return ("if", condition, *self.list())
        arguments = self.list()
        return ("der", *arguments) if name == "der" else ("call", name, arguments)

    def list(self) -> List[Any]:
        values = [self.expression()]
        while self.taken(","):
            values.append(self.expression())
        return values

    def range(self) -> Tuple[Any, Any]:
        low = self.expression()
        self.take()
        return low, self.expression()

    def condition(self) -> Tuple[Any, ...]:
        value = self.both()
        while self.taken("or"):
            value = ("or", value, self.both())
        return value

    def both(self) -> Tuple[Any, ...]:
        value = self.single()
        while self.taken("and"):
            value = ("and", value, self.single())
        return value

    def single(self) -> Tuple[Any, ...]:
        if self.taken("not"):
            return ("not", self.single())
        place = self.place
        if self.taken("("):  # a condition in brackets, or an expression that begins with them
            value = self.condition()
            if value is not None and self.next() == ")":
                self.take()
                if self.next() in ("and", "or", ",", ")", ""):
                    return value
            self.place = place
        left = self.expression()
        if self.next() not in ("<", "<=", ">", ">="):
            return ("none",)
        return (self.take(), left, self.expression())


def _tokens(text: str) -> List[str]:
    found: List[str] = []
    depth = 0
    for token in _TOKEN.findall(text):
        if token == "\n" and (depth > 0 or (found and found[-1] in _GOES_ON)):
            continue
        depth += (token in "([") - (token in ")]") if len(token) == 1 else 0
        found.append(token)
    return found


def _statements(text: str) -> List[Any]:
    tokens = _Tokens(_tokens(text))
    return _block(tokens)


def _block(tokens: _Tokens) -> List[Any]:
    """Statements to the end or to a closing brace: (word, tokens of it) or ("for", variable, range, statements)."""
    found: List[Any] = []
    while tokens.next():
        if tokens.taken("\n") or tokens.taken(";"):
            continue
        if tokens.taken("}"):
            break
        follows = tokens.next(1)[:1]
        word = tokens.next() if tokens.next() in _WORDS and (follows.isalpha() or follows in '_"') and follows else ""
        if word in ("", "for"):
            pass
        else:
            tokens.take()
        if word == "for":
            tokens.take()
            variable = tokens.take()
            tokens.take()
            low, high = tokens.range()
            tokens.take()
            found.append(("for", variable, low, high, _block(tokens)))
            continue
        own: List[str] = []
        while tokens.next() and tokens.next() not in ("\n", ";", "}"):
            own.append(tokens.take())
        found.append((word or "equation", own))
    return found


# ---- meaning

class _Translator:
    def __init__(self, sympy: Any, overrides: Dict[str, float], inputs: Dict[str, Any]) -> None:
        self.sp: Any = sympy
        self.overrides = overrides
        self.inputs = inputs
        self.t: Any = sympy.Symbol("t", real=True)
        self.names: Dict[str, Any] = {"pi": sympy.pi}
        self.elements: Dict[Tuple[str, Tuple[int, ...]], Any] = {}
        self.functions: Dict[str, Any] = {}
        self.made = SympyModel([], None, [], {}, {}, {}, {})
        self.known = {name: getattr(sympy, name) for name in (
            "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp log sqrt erf sign").split()}
        self.known.update({"abs": sympy.Abs, "min": sympy.Min, "max": sympy.Max, "log10": lambda x: sympy.log(x, 10),
                           "floor": sympy.floor, "ceil": sympy.ceiling, "mod": sympy.Mod})

    def translate(self, statements: List[Any]) -> SympyModel:
        for word, *rest in statements:
            if word == "independent":
                self.t = self.sp.Symbol(rest[0][0], real=True)
        self.names[self.t.name] = self.t
        for wanted in ("param", "input", "var"):
            for word, *rest in statements:
                if word == wanted:
                    getattr(self, "declare_" + wanted)(_Tokens(rest[0]))
        self.block(statements, {})
        return self.made._replace(t=self.t)

    # ---- declarations
    def declare_param(self, tokens: _Tokens) -> None:
        while tokens.next():
            name = tokens.take()
            tokens.take()
            value = self.value(tokens.expression(), {})
            tokens.taken(",")
            symbol = self.sp.Symbol(name, real=True)
            self.names[name] = symbol
            if name in self.overrides:
                value = self.sp.Rational(Fraction(repr(float(self.overrides[name]))))
            self.made.parameters[symbol] = value

    def declare_input(self, tokens: _Tokens) -> None:
        while tokens.next():
            name = tokens.take()
            value = None
            if tokens.taken("="):
                is_table = tokens.next() == "table" and tokens.next(1) in (*_TABLE_WORDS, "(")
                value = self.table(tokens) if is_table else float(self.number(tokens.expression()))
            tokens.taken(",")
            self.names[name] = function = self.sp.Function(self.free(name), real=True)(self.t)
            self.made.inputs[function] = self.inputs.get(name, value)

    def table(self, tokens: _Tokens) -> Any:
        """As `Model.with_inputs` takes it: places, values, words."""
        tokens.take()
        words, places, values = [], [], []
        while tokens.next() in _TABLE_WORDS:
            words.append(tokens.take())
        while tokens.taken("(") or (tokens.next(1) == "(" and tokens.taken(",") and tokens.taken("(")):
            for numbers in (places, values):
                numbers.append(float(self.number(tokens.expression())))
                tokens.take()  # the comma, then the bracket
        return (places, values, *words)

    def declare_var(self, tokens: _Tokens) -> None:
        while tokens.next():
            name = tokens.take()
            if tokens.taken("["):
                bounds = [self.whole_range(*tokens.range())]
                while tokens.taken(","):
                    bounds.append(self.whole_range(*tokens.range()))
                tokens.take()
                self.array(name, bounds, ())
            else:
                self.names[name] = self.unknown(name)
            tokens.taken(",")

    def array(self, name: str, bounds: List[Any], index: Tuple[int, ...]) -> None:
        if not bounds:
            self.elements[name, index] = self.unknown("_".join([name, *(str(i).replace("-", "m") for i in index)]))
            return
        for i in bounds[0]:
            self.array(name, bounds[1:], (*index, i))

    def free(self, name: str) -> str:
        functions = (*self.made.unknowns, *self.made.inputs)
        taken = {f.func.__name__ for f in functions} | {p.name for p in self.made.parameters}
        while name in taken:
            name += "_"
        return name

    def unknown(self, name: str) -> Any:
        function = self.sp.Function(self.free(name), real=True)(self.t)
        self.made.unknowns.append(function)
        return function

    # ---- statements
    def block(self, statements: List[Any], local: Dict[str, Any]) -> None:
        for word, *rest in statements:
            if word == "for":
                variable, low, high, inner = rest
                for i in self.whole_range(low, high, local):
                    self.block(inner, {**local, variable: self.sp.Integer(i)})
                continue
            tokens = _Tokens(rest[0])
            if word == "equation":
                left = self.value(tokens.expression(), local)
                tokens.take()
                self.made.equations.append(self.sp.Eq(left, self.value(tokens.expression(), local), evaluate=False))
            elif word == "let":
                self.let(tokens, local)
            elif word == "function":
                self.function(tokens)
            elif word in ("start", "guess"):
                self.given(tokens, local, self.made.start if word == "start" else self.made.guess)

    def let(self, tokens: _Tokens, local: Dict[str, Any]) -> None:
        while tokens.next():
            name, index = tokens.take(), None
            if tokens.taken("["):
                index = tuple(int(self.number(i, local)) for i in tokens.list())
                tokens.take()
            tokens.take()
            value = self.value(tokens.expression(), local)
            tokens.taken(",")
            if index is not None:
                self.elements[name, index] = value
            elif local:
                local[name] = value
            else:
                self.names[name] = value

    def function(self, tokens: _Tokens) -> None:
        name = tokens.take()
        tokens.take()
        arguments = [tokens.take()]
        while tokens.taken(","):
            arguments.append(tokens.take())
        tokens.take()
        tokens.take()
        self.functions[name] = arguments, tokens.expression()

    def given(self, tokens: _Tokens, local: Dict[str, Any], into: Dict[Any, Any]) -> None:
        while tokens.next():
            left = self.value(tokens.expression(), local)
            tokens.take()
            into[left] = self.value(tokens.expression(), local)
            tokens.taken(",")

    # ---- expressions
    def number(self, e: Any, local: Optional[Dict[str, Any]] = None) -> Any:
        """A constant with the parameters' values put in."""
        value = self.value(e, local or {})
        while value.free_symbols:
            value = value.subs(self.made.parameters)
        return value

    def whole_range(self, low: Any, high: Any, local: Optional[Dict[str, Any]] = None) -> range:
        return range(int(self.number(low, local)), int(self.number(high, local)) + 1)

    def value(self, e: Any, local: Dict[str, Any]) -> Any:
        kind, sp = e[0], self.sp
        if kind == "number":
            return sp.Rational(Fraction(e[1]))
        if kind == "name":
            return local[e[1]] if e[1] in local else self.names[e[1]]
        if kind == "element":
            return self.elements[e[1], tuple(int(self.number(i, local)) for i in e[2])]
        if kind == "der":
            return self.value(e[1], local).diff(self.t, int(self.number(e[2], local)))
        if kind == "call":
            return self.call(e[1], [self.value(a, local) for a in e[2]])
        if kind in ("sum", "prod"):
            parts = [self.value(e[4], {**local, e[1]: sp.Integer(i)}) for i in self.whole_range(e[2], e[3], local)]
            return sp.Add(*parts) if kind == "sum" else sp.Mul(*parts)
        if kind == "if":
            return sp.Piecewise((self.value(e[2], local), self.condition(e[1], local)), (self.value(e[3], local), True))
        if kind == "neg":
            return -self.value(e[1], local)
        a, b = self.value(e[1], local), self.value(e[2], local)
        return a + b if kind == "+" else a - b if kind == "-" else a*b if kind == "*" else a/b if kind == "/" else a**b

    def call(self, name: str, arguments: List[Any]) -> Any:
        if name not in self.functions:
            return self.known[name](*arguments)
        names, body = self.functions[name]
        return self.value(body, dict(zip(names, arguments)))

    def condition(self, e: Any, local: Dict[str, Any]) -> Any:
        if e[0] in ("and", "or"):
            joined = self.sp.And if e[0] == "and" else self.sp.Or
            return joined(self.condition(e[1], local), self.condition(e[2], local))
        if e[0] == "not":
            return self.sp.Not(self.condition(e[1], local))
        a, b = self.value(e[1], local), self.value(e[2], local)
        return a < b if e[0] == "<" else a <= b if e[0] == "<=" else a > b if e[0] == ">" else a >= b
