# SPDX-License-Identifier: Apache-2.0
"""The choices for `method=`."""

from __future__ import annotations

from typing import NamedTuple

from . import _core


class Method(NamedTuple):
    """A way to make steps."""

    name: str
    family: str  # explicit, implicit or Taylor
    order: int  # 0: any
    source: str  # where it was published


def methods() -> "list[Method]":
    """Every method, in the order of `involute methods`.

    >>> import involute as iv
    >>> [m.order for m in iv.methods() if m.name == "dop853"]
    [8]
    """
    return [Method(*one) for one in _core.methods()]
