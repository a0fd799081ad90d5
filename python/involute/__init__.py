# SPDX-License-Identifier: Apache-2.0
"""Differential systems, completed and integrated: ODEs, DAEs of any index, and more equations than unknowns.

>>> import involute as iv
>>> m = iv.model('''
... param g = 9.81
... var   x, y, lambda
... x'' + lambda*x = 0
... y'' + lambda*y + g = 0
... x^2 + y^2 = 1
... start y = 0, y' = 0
... guess x = 1
... ''')
>>> s = m.solve(to=10, rtol=1e-10)
>>> s.success, s.residual < 1e-12
(True, True)

Other ways to say a model: `iv.Model()` with operators, `iv.from_sympy`; for functions `iv.solve_ivp` and `iv.solve_dae`,
called as SciPy's are. `s.t`, `s.y` and `s["x'"]` are numpy arrays; `m.analyze()` tells what is hidden in the equations; `m.simulation()` is
a run that can be stepped.
"""

from ._core import version as __version__
from ._analysis import Analysis
from ._builder import ModelBuilder
from ._dae import solve_dae
from ._errors import Finding, InvoluteWarning, ModelError
from ._files import load
from ._function import Function
from ._formula import PI as pi, Condition, Equation, Formula, if_
from ._formula_numpy import where
from ._ivp import IvpResult, TraceError, solve_ivp
from ._model import Model, model
from ._methods import Method, methods
from ._options import Option, options
from ._report import Report
from ._result import Result
from ._samples import Sampling, lhs, sobol, uniform
from ._simulation import Moved, Simulation
from ._sympy import from_sympy
from ._to_sympy import SympyModel, to_sympy

__all__ = [
    "Analysis",
    "Condition",
    "Equation",
    "Finding",
    "Formula",
    "Function",
    "InvoluteWarning",
    "IvpResult",
    "Method",
    "Model",
    "ModelBuilder",
    "ModelError",
    "Moved",
    "Option",
    "Report",
    "Result",
    "Sampling",
    "Simulation",
    "SympyModel",
    "TraceError",
    "from_sympy",
    "if_",
    "lhs",
    "load",
    "methods",
    "model",
    "options",
    "pi",
    "sobol",
    "solve_dae",
    "solve_ivp",
    "to_sympy",
    "uniform",
    "where",
]
