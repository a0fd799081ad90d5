# SPDX-License-Identifier: Apache-2.0
"""Where formulas are compared with the functions they were traced from."""
from __future__ import annotations

import time
from typing import Any, Callable

import numpy as np

SECONDS_AFTER_CTRL_C = 0.05  # that comparing may take then


def rows(count: int, most: int, interrupted: bool, call: Callable[[int], Any]) -> np.ndarray:
    """Which of so many: all, or no more than asked for, evenly chosen; after Ctrl-C as many as there is time for. call: what
    is to be called at a row."""
    chosen = min(count, most)
    if chosen > 2 and interrupted:
        began = time.perf_counter()
        call(0)
        chosen = min(chosen, 2 + int(SECONDS_AFTER_CTRL_C/(time.perf_counter() - began + 1e-7)))
    return np.unique(np.linspace(0, count - 1, chosen).astype(int))
