# SPDX-License-Identifier: Apache-2.0
"""What is raised, and what is warned of."""

from __future__ import annotations

from typing import NamedTuple, Sequence


class Finding(NamedTuple):
    """One thing to fix: what is wrong, where (line and column from 1; 0: nowhere in particular), and what to do."""

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    hint: str = ""
    source_line: str = ""


class ModelError(ValueError):
    """A model or a call that needs fixing. Its text is what the program prints, with every place and hint.

    >>> import involute as iv
    >>> try:
    ...     iv.model("var x\\nx' = z")
    ... except iv.ModelError as error:
    ...     print(error.findings[0].message, "| line", error.findings[0].line)
    unknown name `z` | line 2
    """

    def __init__(self, message: str = "", findings: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.findings: list[Finding] = list(findings)

    def __reduce__(self):
        return type(self), (str(self), self.findings)


class InvoluteWarning(UserWarning):
    """Something to know about a run that did what was asked: a start that moved, rows that could not be written."""
