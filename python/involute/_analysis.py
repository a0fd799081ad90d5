# SPDX-License-Identifier: Apache-2.0
"""What is known of a model without solving it."""

from __future__ import annotations

import json
from typing import Any


class Analysis:
    """What is hidden in the equations, and what is free.

    >>> import involute as iv
    >>> a = iv.Model("var x, y, l; x'' = -l*x; y'' = -l*y - 1; x^2 + y^2 = 1").analyze()
    >>> a.status, a.index, a.hidden
    ('complete', 3, ["x*x' + y*y' = 0"])
    """

    status: str  # complete, inconsistent, underdetermined or undecided
    code: str  # in one word of many
    unknowns: "list[str]"
    equations: int  # how many, as written
    index: "int | None"  # the differential index, where it is known
    index_is_bound: bool  # it is at most that
    differentiated: "list[int]"  # times, by equation
    hidden: "list[str]"  # equations that follow from those written
    dimension: "int | None"  # the number of free start values
    free: "list[str]"  # names of as many that can be chosen
    determined: "list[str]"  # and of those that follow
    route: str  # how the hidden equations were found
    invariants: "list[dict[str, Any]]"
    notes: "list[str]"
    gauge: "list[str]"  # unknowns of which only combinations are determined
    start_branches: "list[dict[str, Any]]"
    components: "list[dict[str, Any]]"
    message: str

    def __init__(self, core: Any, system: Any) -> None:
        self._told: "dict[str, Any]" = json.loads(core.json)
        self._explanation: str = core.explanation(system)

    def __getattr__(self, name: str) -> Any:
        told = self.__dict__.get("_told", {})
        if name in told:
            return told[name]
        if name == "index_is_bound" and told:
            return False
        raise AttributeError(f"an analysis has no `{name}`")

    def __dir__(self):
        return [*super().__dir__(), *self._told, "index_is_bound"]

    def to_dict(self) -> "dict[str, Any]":
        """What `involute analyze --json` writes."""
        return json.loads(json.dumps(self._told))

    def __str__(self) -> str:
        """In words, with a table of what was differentiated."""
        return self._explanation

    def __repr__(self) -> str:
        index = "" if self.index is None else f", index {self.index}"
        free = "" if self.dimension is None else f", {self.dimension} free"
        return f"<involute.Analysis: {self.status}{index}{free}>"
