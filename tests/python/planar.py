# SPDX-License-Identifier: Apache-2.0
"""Planar mechanisms by Newton and Euler, for tests: bodies in Cartesian coordinates, joints as constraints, accelerations
and joint forces from one linear system, time by SciPy's DOP853. Nothing of it comes from the library."""
import numpy as np
from scipy.integrate import solve_ivp


class Planar:
    """Bodies (m, I), coordinates (x, y, phi) each. A joint is (i, (a, b), j, (c, d)): the point (a, b) of body i is the
    point (c, d) of body j; body -1 is the ground. A guide is (i, (a, b)): that point of body i has y = 0."""

    def __init__(self, bodies, joints, guides=(), gravity=9.81):
        self.bodies, self.joints, self.guides, self.gravity = bodies, joints, guides, gravity
        self.mass = np.repeat([float(m) for m, _ in bodies], 3)
        self.mass[2::3] = [inertia for _, inertia in bodies]

    def _rows(self, q, v):
        rows, right = [], []

        def point(i, p, sign, row, acceleration):
            if i < 0:
                return
            c, s = np.cos(q[3*i + 2]), np.sin(q[3*i + 2])
            turned = np.array([c*p[0] - s*p[1], s*p[0] + c*p[1]])
            row[:, 3*i:3*i + 2] += sign*np.eye(2)
            row[:, 3*i + 2] += sign*np.array([-turned[1], turned[0]])
            acceleration += sign*turned*v[3*i + 2]**2  # what centripetal acceleration leaves on the right-hand side

        for i, p, j, r in self.joints:
            row, acceleration = np.zeros((2, len(q))), np.zeros(2)
            point(i, p, 1, row, acceleration)
            point(j, r, -1, row, acceleration)
            rows += list(row)
            right += list(acceleration)
        for i, p in self.guides:
            row, acceleration = np.zeros((2, len(q))), np.zeros(2)
            point(i, p, 1, row, acceleration)
            rows.append(row[1])
            right.append(acceleration[1])
        return np.array(rows), np.array(right)

    def accelerations(self, q, v):
        """(q'', forces): the force of row k acts on the first body of its joint."""
        rows, right = self._rows(q, v)
        n, m = len(q), len(right)
        matrix = np.block([[np.diag(self.mass), -rows.T], [rows, np.zeros((m, m))]])
        applied = np.zeros(n)
        applied[1::3] = -self.gravity*self.mass[1::3]
        solved = np.linalg.solve(matrix, np.concatenate([applied, right]))
        return solved[:n], solved[n:]

    def move(self, q, v, times):
        """(q, v, forces) at the times."""
        n = len(q)
        run = solve_ivp(lambda t, y: np.concatenate([y[n:], self.accelerations(y[:n], y[n:])[0]]), (times[0], times[-1]),
                        np.concatenate([q, v]), "DOP853", times, rtol=1e-12, atol=1e-12)
        assert run.success
        forces = np.array([self.accelerations(y[:n], y[n:])[1] for y in run.y.T]).T
        return run.y[:n], run.y[n:], forces
