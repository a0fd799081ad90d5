# SPDX-License-Identifier: Apache-2.0
"""Models built with operators: what is declared and demanded, in the order of a model text, printed as one."""
from __future__ import annotations

import itertools
import re
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple

import numpy as np

from . import _core
from ._formula import Equation, Formula, Symbol, as_formula, formula
from ._formula_numpy import formula_array
from ._formula_text import Writer, nodes
from ._model import Model

RESERVED = ("pi", "and", "or", "not")  # names that a text would read otherwise
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*\Z")
_DECLARED = re.compile(r"([A-Za-z_]\w*)\s*(?:\[([^\]]*)\])?\Z")


def check_name(name: Any, argument: str = "name") -> str:
    if not isinstance(name, str):
        raise TypeError(f"`{argument}` must be a name, not {type(name).__name__}")
    if not _NAME.match(name):
        raise ValueError(f"`{argument}`: {name!r} is no name; names are letters, digits and _, not starting with a digit")
    if len(name) > 200:
        raise ValueError(f"`{argument}` has {len(name)} characters; a name has at most 200")
    if name in RESERVED:
        raise ValueError(f"`{argument}`: {name!r} has a meaning of its own in model texts; write {name + '_'!r}")
    return name


class Builder:
    """Collects declarations and equations, and writes them as model text."""

    def __init__(self, title: Optional[str] = None, independent: str = "t") -> None:
        if title is not None and not isinstance(title, str):
            raise TypeError(f"`title` must be a text, not {type(title).__name__}")
        if title is not None and ('"' in title or "\n" in title):
            raise ValueError("`title` must be one line without quotes")
        self._title = title
        self._names: Dict[str, Any] = {}
        self._printed: Optional[str] = None
        self._params: List[Tuple[str, Formula]] = []
        self._declared: List[str] = []          # `var`, `input` and `small` lines
        self._lets: List[Formula] = []
        self._equations: List[Equation] = []
        self._givens: List[Tuple[str, Formula, Formula]] = []  # "start", "guess" or "atol", of what, how much
        self._watched: List[Tuple[str, str, Formula, Formula, str]] = []
        self.t = self._leaf(check_name(independent, "independent"), "independent")

    # ---- declarations
    def var(self, *names: str, shape: Any = None) -> Any:
        """Declares unknowns: `x, y = m.var("x y")`, `p = m.var("p[1..3]")`, `q = m.var("q", shape=(2, 3))`.

        An array comes as a numpy array of formulas, whose indices start at 0 whatever the bounds in the text are.
        """
        wanted = _split(names)
        made = [self._unknown(name, shape) for name in wanted]
        return made[0] if len(made) == 1 else tuple(made)

    def _unknown(self, declared: str, shape: Any) -> Any:
        match = _DECLARED.match(declared)
        if not match:
            raise ValueError(f"`names`: {declared!r} declares nothing; write \"x\", \"x y\" or \"p[1..3]\"")
        name = check_name(match.group(1), "names")
        if match.group(2) is None and shape is None:
            self._declare(f"var {name}")
            return self._leaf(name, "unknown")
        if match.group(2) is not None and shape is not None:
            raise ValueError(f"`shape` and the bounds of {declared!r} say the same thing twice")
        bounds = _bounds(match.group(2)) if shape is None else _bounds_of_shape(shape)
        self._take(name)
        self._declare(f"var {name}[{', '.join(f'{a}..{b}' for a, b in bounds)}]")
        array = np.empty([max(0, b - a + 1) for a, b in bounds], dtype=object)
        for index in np.ndindex(*array.shape):
            label = ",".join(str(a + i) for (a, _), i in zip(bounds, index))
            array[index] = self._symbol(f"{name}[{label}]", "unknown")
        result = formula_array(array)
        self._names[name] = result
        return result

    def param(self, name: str, value: Any) -> Formula:
        """Declares a parameter with its value, a number or a formula of parameters declared before."""
        name = check_name(name)
        given = self._own(_value(value, "value"), "value", only_constants=True)
        leaf = self._leaf(name, "parameter")
        self._params.append((name, given))
        self._printed = None
        return leaf

    def small(self, parameter: Formula) -> None:
        """Says that a parameter is small: the motion near its limit 0 is meant, without fast oscillations."""
        if not _is_name(parameter, "parameter"):
            raise TypeError("`parameter` must be a parameter of this model")
        self._own(parameter, "parameter")
        self._declare(f"small {parameter.parts[0]}")

    def input(self, name: str) -> Formula:
        """Declares a function of the independent variable that is given when the model is solved."""
        leaf = self._leaf(check_name(name), "input")
        self._declare(f"input {name}")
        return leaf

    def let(self, name: str, value: Any) -> Formula:
        """Names a formula, so that it can be asked for as a column."""
        given = self._own(_value(value, "value"), "value")
        leaf = self._leaf(check_name(name), "let", given)
        self._lets.append(leaf)
        self._printed = None
        return leaf

    # ---- demands
    def add(self, *equations: Any) -> None:
        """Adds equations, `left == right`; arrays and lists of them too."""
        for number, given in enumerate(equations, 1):
            for equation in _flat(given):
                if not isinstance(equation, Equation):
                    hint = "; write formula == 0" if isinstance(equation, Formula) else ""
                    raise TypeError(f"`equations`: number {number} is {type(equation).__name__}, "
                                    f"not an equation of formulas{hint}")
                self._own(equation.left, "equations")
                self._own(equation.right, "equations")
                self._equations.append(equation)
        self._printed = None

    def start(self, *given: Any, **by_name: Any) -> None:
        """Demands values at the start: `m.start(y=0)`, `m.start({y.dot(): 0})`, `m.start(x == 1)`, `m.start(t=0)`."""
        self._give("start", given, by_name)

    def guess(self, *given: Any, **by_name: Any) -> None:
        """Says where the search for a consistent start begins; forms as for `start`."""
        self._give("guess", given, by_name)

    def atol(self, *given: Any, **by_name: Any) -> None:
        """Absolute error allowed of single unknowns; forms as for `start`."""
        self._give("atol", given, by_name)

    def invariant(self, name: str, expression: Any, value: Any = None) -> None:
        """Declares an invariant, kept at its value at the start or at `value`, and checked."""
        self._watch("invariant", name, expression, value)

    def impose(self, name: str, expression: Any, value: Any = None) -> None:
        """The same without the check that it is one."""
        self._watch("impose", name, expression, value)

    def section(self, name: str, crossing: Any, direction: str = "both") -> None:
        """Records where `left == right` is crossed; a formula means formula == 0."""
        self._cross("section", name, crossing, _direction(direction))

    def event(self, name: str, crossing: Any, direction: str = "both", stop: bool = False) -> None:
        """The same as an event, that can end the run."""
        if not isinstance(stop, bool):
            raise TypeError(f"`stop` must be True or False, not {stop!r}")
        self._cross("event", name, crossing, _direction(direction) + (" stop" if stop else ""))

    # ---- the text
    @property
    def text(self) -> str:
        """The model as text of the model language."""
        if self._printed is None:
            self._printed = self._write()
        return self._printed

    def _write(self) -> str:
        counter = itertools.count(1)

        def fresh() -> str:
            return next(name for name in (f"s{k}" for k in counter) if name not in self._names)

        writer = Writer(fresh)
        roots: List[Any] = list(self._lets)
        roots += [side for e in self._equations for side in (e.left, e.right)]
        roots += [side for _, left, right in self._givens for side in (left, right)]
        roots += [side for _, _, left, right, _ in self._watched for side in (left, right)]
        texts = iter(writer.write(roots)[len(self._lets):])
        lines = [f'title "{self._title}"'] if self._title else []
        if self.t.parts[0] != "t":
            lines.append(f"independent {self.t.parts[0]}")
        for name, value in self._params:
            lines.append(f"param {name} = {Writer(fresh).write([value])[0]}")
        lines += self._declared
        lines += [f"let {name} = {value}" for name, value in writer.lets]
        lines += [f"{next(texts)} = {next(texts)}" for _ in self._equations]
        lines += [f"{word} {next(texts)} = {next(texts)}" for word, _, _ in self._givens]
        for word, name, _, _, end in self._watched:
            left, right = next(texts), next(texts)
            if end == "=":
                lines.append(f"{word} {name} = {left}")
            else:
                lines.append(f"{word} {name}: {left} = {right}{end}")
        return "\n".join(lines) + "\n"

    # ---- inside
    def _leaf(self, name: str, role: str, value: Optional[Formula] = None) -> Formula:
        self._take(name)
        self._names[name] = leaf = self._symbol(name, role, value)
        return leaf

    def _symbol(self, name: str, role: str, value: Optional[Formula] = None) -> Formula:
        return Formula("name", name, Symbol(role, self._names, value))

    def _take(self, name: str) -> None:
        if name in self._names:
            raise ValueError(f"`name`: {name!r} is declared already")

    def _declare(self, line: str) -> None:
        self._declared.append(line)
        self._printed = None

    def _own(self, value: Formula, argument: str, only_constants: bool = False) -> Formula:
        """The formula, which must be made of names of this model."""
        for node in nodes([value]):
            if isinstance(node, Formula) and node.kind == "name":
                if node.parts[1].role == "constant":
                    continue
                if node.parts[1].home is not self._names:
                    raise ValueError(f"`{argument}`: {node.parts[0]!r} belongs to another model")
                if only_constants and node.parts[1].role != "parameter":
                    raise ValueError(f"`{argument}`: {node.parts[0]!r} is no parameter")
        return value

    def _give(self, word: str, given: Iterable[Any], by_name: Mapping[str, Any]) -> None:
        pairs: List[Tuple[Formula, Formula]] = []
        for one in given:
            if isinstance(one, Mapping):
                for key, value in one.items():
                    pairs += self._pairs(key, value, word)
            elif isinstance(one, Equation):
                pairs += self._pairs(one.left, one.right, word)
            else:
                raise TypeError(f"`{word}` takes a dict, x == 1 or x=1, not {type(one).__name__}")
        for name, value in by_name.items():
            pairs += self._pairs(name, value, word)
        self._givens += [(word, left, right) for left, right in pairs]
        self._printed = None

    def _pairs(self, key: Any, value: Any, word: str) -> List[Tuple[Formula, Formula]]:
        target = self._named(key, word) if isinstance(key, str) else key
        if isinstance(target, np.ndarray):
            values = np.broadcast_to(np.asarray(value, dtype=object), target.shape)
            return [(a, self._own(_value(b, word), word, only_constants=True))
                    for a, b in zip(target.flat, values.flat)]
        if not isinstance(target, Formula) or not _is_jet(target):
            raise TypeError(f"`{word}`: {key!r} is neither an unknown nor a derivative of one")
        return [(self._own(target, word), self._own(_value(value, word), word, only_constants=True))]

    def _named(self, key: str, word: str) -> Any:
        """The unknown or derivative that a text like "x''" or "p[2]'" names."""
        base = key.rstrip("'").replace(" ", "")
        order = len(key) - len(key.rstrip("'"))
        found = self._names.get(base)
        if found is None and "[" in base and base.endswith("]"):
            array = self._names.get(base[:base.index("[")])
            if isinstance(array, np.ndarray):
                found = next((one for one in array.flat if one.parts[0] == base), None)
        if found is None:
            raise ValueError(f"`{word}`: {key!r} is not declared in this model")
        return found.dot(order) if order else found

    def _watch(self, word: str, name: str, expression: Any, value: Any) -> None:
        self._take(check_name(name))
        left = self._own(_value(expression, "expression"), "expression")
        right = formula(0) if value is None else self._own(_value(value, "value"), "value", only_constants=True)
        self._watched.append((word, name, left, right, "=" if value is None else ""))
        self._names[name] = word
        self._printed = None

    def _cross(self, word: str, name: str, crossing: Any, end: str) -> None:
        self._take(check_name(name))
        if isinstance(crossing, Equation):
            left, right = crossing.left, crossing.right
        else:
            left, right = _value(crossing, "crossing"), formula(0)
        self._watched.append((word, name, self._own(left, "crossing"), self._own(right, "crossing"), end))
        self._names[name] = word
        self._printed = None


def _split(names: Iterable[Any]) -> List[str]:
    wanted: List[str] = []
    for given in names:
        if not isinstance(given, str):
            raise TypeError(f"`names` must be texts such as \"x y\", not {type(given).__name__}")
        closed = re.sub(r"\[[^\]]*\]", lambda m: m.group().replace(" ", ""), given)
        wanted += re.findall(r"[^\s,\[]+(?:\[[^\]]*\]?)?", closed)
    if not wanted:
        raise ValueError("`names` is empty: give the names of unknowns")
    return wanted


def _bounds(text: str) -> List[Tuple[int, int]]:
    bounds = []
    for part in text.split(","):
        match = re.match(r"\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*\Z", part)
        if not match:
            raise ValueError(f"`names`: the bounds [{text}] are not of the form [1..3]")
        bounds.append((int(match.group(1)), int(match.group(2))))
    return bounds


def _bounds_of_shape(shape: Any) -> List[Tuple[int, int]]:
    sizes = shape if isinstance(shape, (tuple, list)) else (shape,)
    if not sizes or any(isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 0 for n in sizes):
        raise ValueError(f"`shape` must be sizes such as 3 or (2, 3), not {shape!r}")
    return [(0, int(n) - 1) for n in sizes]


def _flat(given: Any) -> Iterable[Any]:
    if isinstance(given, np.ndarray):
        return list(given.flat)
    if isinstance(given, (list, tuple)):
        return [e for part in given for e in _flat(part)]
    return [given]


def _value(value: Any, argument: str) -> Formula:
    try:
        result = as_formula(value)
    except (ValueError, TypeError) as error:
        raise type(error)(f"`{argument}`: {error}") from None
    if result is None:
        raise TypeError(f"`{argument}` must be a number or a formula, not {type(value).__name__}")
    return result


def _direction(direction: Any) -> str:
    if direction not in ("both", "rising", "falling"):
        raise ValueError(f"`direction` must be \"rising\", \"falling\" or \"both\", not {direction!r}")
    return "" if direction == "both" else " " + direction


def _is_name(value: Any, role: str) -> bool:
    return isinstance(value, Formula) and value.kind == "name" and value.parts[1].role == role


def _is_jet(value: Formula) -> bool:
    base = value.parts[0] if value.kind == "der" else value
    return _is_name(base, "unknown") or _is_name(value, "independent")


class ModelBuilder(Builder, Model):
    """What `iv.Model()` makes: a model that grows. Everything that a Model does it does too, with what it has by then.

    >>> import involute as iv
    >>> m = iv.Model()
    >>> x, y = m.var("x y")
    >>> lam = m.var("lambda")
    >>> g = m.param("g", 9.81)
    >>> m.add(x.dot(2) + lam*x == 0, y.dot(2) + lam*y + g == 0, x**2 + y**2 == 1)
    >>> m.start(y=0)
    >>> m.start({y.dot(): 0})
    >>> m.guess(x=1)
    >>> print(m.text)
    param g = 9.81
    var x
    var y
    var lambda
    x'' + lambda*x = 0
    y'' + lambda*y + g = 0
    x^2 + y^2 = 1
    start y = 0
    start y' = 0
    guess x = 1
    <BLANKLINE>
    """

    __hash__ = None  # pyright: ignore[reportAssignmentType] (it changes)

    def __init__(self, text: None = None, *, title: Optional[str] = None, independent: str = "t") -> None:
        Builder.__init__(self, title, independent)
        self._given: Dict[str, float] = {}
        self._file = ""
        self._inputs: Dict[str, Any] = {}
        self._read: Optional[Tuple[str, Any]] = None

    @property
    def _text(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.text

    @property
    def _system(self) -> Any:  # pyright: ignore[reportIncompatibleVariableOverride]
        """What the text says, read again when it has changed."""
        if self._read is None or self._read[0] != self.text:
            self._read = self.text, _core.read(self.text, "", {}, [], {})
        return self._read[1]

    def frozen(self) -> Model:
        """The model as it is now, that will not change any more."""
        return Model(self.text)

    def __repr__(self) -> str:
        return f"<involute.Model of {len(self._equations)} equations, being built>"

    def __copy__(self) -> Model:
        return self.frozen()

    def __deepcopy__(self, memo: Any) -> Model:
        return self.frozen()
