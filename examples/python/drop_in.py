"""SciPy's example of a cannon with events and of dense output: only the import has changed."""

import numpy as np
from involute import solve_ivp


def upward_cannon(t, y):
    return [y[1], -0.5]


def hit_ground(t, y):
    return y[0]


def apex(t, y):
    return y[1]


hit_ground.terminal = True  # pyright: ignore[reportFunctionMemberAccess]
hit_ground.direction = -1  # pyright: ignore[reportFunctionMemberAccess]

sol = solve_ivp(upward_cannon, [0, 100], [0, 10], events=[hit_ground, apex], dense_output=True)
print("hits the ground at", sol.t_events[0], "after", sol.t.size, "rows; the apex is at", sol.sol(sol.t_events[1][0]))

# y = 10 t - t^2/4: on the ground at 40, highest at 20 with 100.
assert sol.status == 1 and abs(sol.t_events[0][0] - 40) < 1e-6
assert np.allclose(sol.sol(sol.t_events[1][0]), [100, 0], atol=1e-6)
