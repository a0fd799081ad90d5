"""Many runs of one model in threads: the interpreter's lock is released while they compute."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

import involute as iv

pendulum = iv.model("""
    param  phi = 0.1
    var    x, y, lambda
    x'' + lambda*x = 0
    y'' + lambda*y + 1 = 0
    x^2 + y^2 = 1
    start  x = sin(phi), x' = 0
    guess  y = -1
    event  middle: x = 0 stop
""")


def period(phi):
    return 4*pendulum.with_parameters(phi=phi).solve(to=100, rtol=1e-10, atol=1e-12).t_events[0][0]


angles = np.linspace(0.1, 1.5, 15)
with ThreadPoolExecutor(4) as pool:
    periods = np.array(list(pool.map(period, angles)))

# The period by the arithmetic-geometric mean: 2 pi/agm(1, cos(phi/2)).
a, b = np.ones_like(angles), np.cos(angles/2)
for _ in range(6):
    a, b = (a + b)/2, np.sqrt(a*b)
for angle, value in zip(angles, periods):
    print(f"{angle:4.1f}  {value:.9f}")
assert np.allclose(periods, 2*np.pi/a, rtol=1e-8)
