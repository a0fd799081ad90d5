# SPDX-License-Identifier: Apache-2.0
"""The library as the package needs it; private."""

from typing import Any, Callable

import numpy as np

version: str

class System:
    file: str
    title: str
    source: str
    independent: str
    unknowns: list[str]
    inputs: list[str]
    equations: list[str]
    parameters: dict[str, float]
    starts: list[tuple[str, float]]
    guesses: list[tuple[str, float]]
    crossings: list[tuple[str, bool, bool]]
    end: float | None
    length: float | None

class Run:
    table: np.ndarray
    status: str
    code: str
    route: str
    reason: str
    independent: str
    names: list[str]
    end: float
    travelled: float
    residual: float
    residual_equation: str
    method: str
    notices: list[str]
    crossings: list[tuple[str, bool, np.ndarray, list[tuple[float, float]]]]
    start: list[tuple[str, float, bool, bool, bool, float]]
    start_branches: list[tuple[str, list[float], bool]]
    components: list[tuple[int, list[str], bool, bool]]
    singular_points: list[tuple[str, float, list[float], list[complex], list[tuple[str, list[float], bool]], str]]
    statistics: dict[str, Any]
    in_full: list[list[str]]
    brief: str

class Analysis:
    json: str
    def explanation(self, system: System) -> str: ...

class Simulation:
    def __init__(self, system: System, tunable: list[str], options: dict[str, Any]) -> None: ...
    @staticmethod
    def load(saved: bytes, inputs: dict[str, Any] = ...) -> Simulation: ...
    def save(self) -> bytes: ...
    def clone(self) -> Simulation: ...
    def start(self, values: str | None = None) -> None: ...
    def set(self, values: dict[str, float]) -> None: ...
    def set_options(self, options: dict[str, Any]) -> None: ...
    def run(self, options: dict[str, Any], progress: Callable[[float], Any] | None = None) -> Run: ...
    def step(self) -> str: ...
    def advance_to(self, parameter: float) -> str: ...
    def advance_to_event(self) -> str: ...
    def value(self, name: str) -> float: ...
    def at(self, parameter: float, name: str) -> float: ...
    moved: list[tuple[str, float, float]]
    outcome: str
    reason: str
    notices: list[str]
    names: list[str]
    statistics: dict[str, Any]
    parameter: float
    parameter_before: float

class SampleBlock:
    names: list[str]
    count: int

class Samples:
    def __init__(self, blocks: list[SampleBlock]) -> None: ...
    count: int
    names: list[str]
    def values(self, first: int, end: int) -> np.ndarray: ...

class SweepFile:
    next: int
    def add(
        self, samples: Samples, first: int, kept: np.ndarray, codes: np.ndarray, reasons: dict[int, str], rows: int
    ) -> None: ...
    def close(self) -> None: ...

class Runs:
    def __init__(self, system: System, options: dict[str, Any], names: list[str], keep: str) -> None: ...
    names: list[str]
    heads: list[str]
    kept: list[str]
    rows: int
    def file(self, samples: Samples, path: str, resume: bool) -> SweepFile: ...
    def run(
        self,
        values: np.ndarray,
        threads: int = 0,
        lanes: int = 0,
        progress: Callable[[float], Any] | None = None,
        file: SweepFile | None = None,
    ) -> tuple[np.ndarray, np.ndarray, dict[int, str]]: ...

def axis_block(text: str) -> SampleBlock: ...
def sampled_block(kind: str, count: int, seed: int, ranges: list[str]) -> SampleBlock: ...
def table_block(names: list[str], values: np.ndarray) -> SampleBlock: ...
def outcome_words() -> list[str]: ...
def in_python(text: str) -> str: ...
def read(
    text: str,
    file: str = "",
    parameters: dict[str, float] = ...,
    tunable: list[str] = ...,
    inputs: dict[str, Any] = ...,
) -> System: ...
def with_start(system: System, values: str) -> System: ...
def with_crossings(system: System, statements: str) -> System: ...
def solve(system: System, options: dict[str, Any], progress: Callable[[float], Any] | None = None) -> Run: ...
def report(system: System, options: dict[str, Any], all_rows: bool = False, motion_only: bool = False) -> str: ...
def analyze(system: System, options: dict[str, Any]) -> Analysis: ...
def solve_callable(
    names: list[str],
    field: Callable[[float, np.ndarray], Any],
    t0: float,
    y0: Any,
    options: dict[str, Any],
    constraints: int = 0,
    constraint: Callable[[float, np.ndarray], Any] | None = None,
    constraint_jacobian: Callable[[float, np.ndarray], Any] | None = None,
    independent: str = "t",
    progress: Callable[[float], Any] | None = None,
    step: Callable[[np.ndarray, np.ndarray, np.ndarray], Any] | None = None,
    row: Callable[[float, np.ndarray], Any] | None = None,
) -> Run: ...
def function_rows(run: Run, places: np.ndarray) -> np.ndarray: ...
def function_values(run: Run, name: str, places: np.ndarray, derivative: int) -> np.ndarray: ...
def function_passages(run: Run, name: str, x: float) -> list[float]: ...
def function_range(run: Run) -> tuple[float, float, bool, int, int] | None: ...
def option_table() -> list[tuple[str, str, str, str, str, list[str], bool]]: ...
def check_options(options: dict[str, Any]) -> None: ...
def svg(
    names: list[str], values: np.ndarray, x: str, y: list[str], title: str = "", width: float = 0, height: float = 0
) -> str: ...
def latex(text: str) -> str: ...
def mathml(text: str) -> str: ...
def methods() -> list[tuple[str, str, int, str]]: ...
