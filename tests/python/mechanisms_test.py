# SPDX-License-Identifier: Apache-2.0
"""Mechanisms written with sympy.physics.mechanics: motion and reaction forces against Newton and Euler, by numpy and SciPy."""
import math

import numpy as np
import sympy as sp
from planar import Planar
from scipy.integrate import solve_ivp
from sympy.physics.mechanics import (KanesMethod, Lagrangian, LagrangesMethod, Particle, Point, ReferenceFrame, RigidBody,
                                     dynamicsymbols, inertia)

import involute as iv

time = dynamicsymbols._t
TIMES = np.linspace(0, 1.5, 16)


def bar(name, frame, origin, angle, length, mass):
    """A uniform bar that turns about `origin`: (body, far end)."""
    own = frame.orientnew(name, "Axis", [angle, frame.z])
    own.set_ang_vel(frame, angle.diff(time)*frame.z)
    centre = origin.locatenew(name + "_centre", length/2*own.x)
    end = origin.locatenew(name + "_end", length*own.x)
    centre.v2pt_theory(origin, frame, own)
    end.v2pt_theory(origin, frame, own)
    body = RigidBody(name, centre, own, mass, (inertia(own, 0, 0, mass*length**2/12), centre))
    return body, end


def test_a_four_bar_linkage_by_kane_with_the_forces_in_its_cut_joint():
    """Ground 4, bars 1.5, 3.5 and 3; the joint between the last bar and the ground is cut: its force is unknown."""
    lengths, masses, ground = (sp.Rational(3, 2), sp.Rational(7, 2), 3), (2, 3, 1), 4
    q = dynamicsymbols("q1:4")
    u = dynamicsymbols("u1:4")
    fx, fy = dynamicsymbols("fx fy")
    world = ReferenceFrame("N")
    fixed = Point("O")
    fixed.set_vel(world, 0)
    bodies, ends, origin = [], [], fixed
    for k in range(3):
        body, origin = bar(f"bar{k}", world, origin, q[k], lengths[k], masses[k])
        bodies.append(body)
        ends.append(origin)
    kinematic = [a.diff(time) - b for a, b in zip(q, u)]
    speeds = {a.diff(time): b for a, b in zip(q, u)}
    for body in bodies:
        body.masscenter.set_vel(world, body.masscenter.vel(world).subs(speeds))
        body.frame.set_ang_vel(world, body.frame.ang_vel_in(world).subs(speeds))
    for end in ends:
        end.set_vel(world, end.vel(world).subs(speeds))
    loads = [(body.masscenter, -sp.Rational(981, 100)*body.mass*world.y) for body in bodies]
    loads.append((ends[-1], fx*world.x + fy*world.y))
    kane = KanesMethod(world, q, u, kd_eqs=kinematic)
    forces, inertial = kane.kanes_equations(bodies, loads)
    gap = ends[-1].pos_from(fixed).express(world)
    closure = [gap.dot(world.x) - ground, gap.dot(world.y)]

    start = closed_four_bar(1.0)
    equations = list(forces + inertial) + kinematic + closure
    m = iv.from_sympy(equations, time, [*q, *u, fx, fy], start={q[0]: 1, u[0]: 2}, guess=dict(zip(q, start)))
    assert m.analyze().index == 3 and m.analyze().dimension == 2
    s = m.solve(to=TIMES[-1], t_eval=TIMES, rtol=1e-11, atol=1e-12)

    # Newton and Euler: three bodies with nine coordinates, four joints
    l1, l2, l3 = (float(v) for v in lengths)
    mechanism = Planar([(mm, mm*float(ll)**2/12) for mm, ll in zip(masses, lengths)],
                       [(0, (-l1/2, 0), -1, None), (1, (-l2/2, 0), 0, (l1/2, 0)), (2, (-l3/2, 0), 1, (l2/2, 0)),
                        (2, (l3/2, 0), -1, None)])
    angles = np.array(start)
    rates = four_bar_rates(angles, 2.0)
    position, velocity = tree_state(angles, rates, (l1, l2, l3))
    theirs, _, joint_forces = mechanism.move(position, velocity, TIMES)
    for k in range(3):
        assert np.allclose(s[f"q{k + 1}"], theirs[3*k + 2], atol=1e-8)
    assert np.allclose(s["fx"], joint_forces[6], rtol=1e-6, atol=1e-6)
    assert np.allclose(s["fy"], joint_forces[7], rtol=1e-6, atol=1e-6)
    assert np.abs(joint_forces[6:8]).max() > 10  # there is something to compare


def closed_four_bar(q1):
    """The angles of the closed loop, by the law of cosines."""
    px, py = 4 - 1.5*math.cos(q1), -1.5*math.sin(q1)
    d = math.hypot(px, py)
    beta = math.atan2(py, px)
    at_first = math.acos((d*d + 3.5**2 - 9)/(2*d*3.5))
    q2 = beta + at_first
    q3 = math.atan2(py - 3.5*math.sin(q2), px - 3.5*math.cos(q2))
    return [q1, q2, q3]


def four_bar_rates(q, rate):
    """From the derivative of the closure."""
    matrix = np.array([[-3.5*math.sin(q[1]), -3*math.sin(q[2])], [3.5*math.cos(q[1]), 3*math.cos(q[2])]])
    others = np.linalg.solve(matrix, -rate*1.5*np.array([-math.sin(q[0]), math.cos(q[0])]))
    return np.array([rate, *others])


def tree_state(q, rates, lengths):
    """Centres and angles of a chain of bars, and their rates."""
    position, velocity = [], []
    end, speed = np.zeros(2), np.zeros(2)
    for angle, rate, length in zip(q, rates, lengths):
        along, across = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
        position += [*(end + length/2*along), angle]
        velocity += [*(speed + length/2*rate*across), rate]
        end, speed = end + length*along, speed + length*rate*across
    return np.array(position), np.array(velocity)


def test_a_slider_crank_by_lagrange_with_its_guide_force_and_rod_force():
    """Crank 1, rod 3, a slider of mass 2 on the x axis; the slider is joined to the rod by two multipliers."""
    q1, q2, x = dynamicsymbols("q1 q2 x")
    world = ReferenceFrame("N")
    fixed = Point("O")
    fixed.set_vel(world, 0)
    crank, pin = bar("crank", world, fixed, q1, sp.Integer(1), 1)
    rod, end = bar("rod", world, pin, q2, sp.Integer(3), 2)
    slider_point = fixed.locatenew("S", x*world.x)
    slider_point.set_vel(world, x.diff(time)*world.x)
    slider = Particle("slider", slider_point, 2)
    gravity = sp.Rational(981, 100)
    for body in (crank, rod):
        body.potential_energy = gravity*body.mass*body.masscenter.pos_from(fixed).dot(world.y)
    gap = end.pos_from(fixed) - x*world.x
    closure = [gap.dot(world.x), gap.dot(world.y)]
    method = LagrangesMethod(Lagrangian(world, crank, rod, slider), [q1, q2, x], hol_coneqs=closure, frame=world)
    equations = list(method.form_lagranges_equations()) + closure
    a0 = 0.7
    m = iv.from_sympy(equations, time, start={q1: a0, q1.diff(time): 5}, guess={q2: -math.asin(math.sin(a0)/3), x: 3.5})
    s = m.solve(to=TIMES[-1], t_eval=TIMES, rtol=1e-11, atol=1e-12)

    mechanism = Planar([(1, 1/12), (2, 2*9/12), (2, 1.0)],
                       [(0, (-0.5, 0), -1, None), (1, (-1.5, 0), 0, (0.5, 0)), (1, (1.5, 0), 2, (0, 0))],
                       guides=[(2, (0, 0))])
    b0 = -math.asin(math.sin(a0)/3)
    rate = -5*math.cos(a0)/(3*math.cos(b0))
    position, velocity = tree_state([a0, b0], [5, rate], [1, 3])
    x0, v0 = math.cos(a0) + 3*math.cos(b0), -5*math.sin(a0) - 3*rate*math.sin(b0)
    theirs, _, forces = mechanism.move(np.array([*position, x0, 0, 0]), np.array([*velocity, v0, 0, 0]), TIMES)
    assert np.allclose(s["q1"], theirs[2], atol=1e-8) and np.allclose(s["q2"], theirs[5], atol=1e-8)
    assert np.allclose(s["x"], theirs[6], atol=1e-8)
    # SymPy's multipliers stand on the left-hand side: the slider acts on the rod with minus lambda
    assert np.allclose(-s["lam1"], forces[4], rtol=1e-6, atol=1e-5)
    assert np.allclose(-s["lam2"], forces[5], rtol=1e-6, atol=1e-5)
    assert np.abs(forces[4]).max() > 10
    # the slider has weight of its own here, which the guide carries: it is not in SymPy's model
    assert np.allclose(forces[6] - forces[5], 2*9.81, atol=1e-8)


def test_a_disc_rolling_down_a_slope_by_lagrange_has_a_third_of_the_slopes_force_as_friction():
    x, turn = dynamicsymbols("x theta")
    mass, radius, g, slope = sp.Integer(3), sp.Rational(1, 2), sp.Rational(981, 100), sp.pi/6
    kinetic = mass*x.diff(time)**2/2 + mass*radius**2/2*turn.diff(time)**2/2
    method = LagrangesMethod(kinetic + mass*g*sp.sin(slope)*x, [x, turn], nonhol_coneqs=[x.diff(time) - radius*turn.diff(time)])
    equations = list(method.form_lagranges_equations()) + [x.diff(time) - radius*turn.diff(time)]
    m = iv.from_sympy(equations, time, start={x: 0, turn: 0, x.diff(time): 0})
    s = m.solve(to=2, t_eval=[0, 1, 2])
    pull = 3*9.81*math.sin(math.pi/6)
    assert np.allclose(s["x"], 9.81*math.sin(math.pi/6)/3*s.t**2, atol=1e-8)  # acceleration 2/3 g sin(slope)
    assert np.allclose(s["lam1"], pull/3, rtol=1e-9)  # minus the force, which acts up the slope


def test_a_disc_rolling_on_a_plane_in_space_by_lagrange_with_its_friction():
    """x, y of the centre, yaw, lean and spin; the contact point does not slip: two nonholonomic constraints."""
    x, y, yaw, lean, spin = q = dynamicsymbols("x y yaw lean spin")
    radius, g = 1, sp.Rational(981, 100)
    world = ReferenceFrame("N")
    turned = world.orientnew("A", "Axis", [yaw, world.z])
    leaned = turned.orientnew("B", "Axis", [lean, turned.x])       # lean = 0: the disc stands upright; its axis is B.y
    omega = yaw.diff(time)*world.z + lean.diff(time)*turned.x + spin.diff(time)*leaned.y
    height = radius*sp.cos(lean)
    speed = x.diff(time)*world.x + y.diff(time)*world.y + sp.diff(height, time)*world.z
    along, axis = sp.Rational(1, 4), sp.Rational(1, 2)             # of a disc of mass 1
    parts = [omega.dot(e) for e in (leaned.x, leaned.y, leaned.z)]
    kinetic = speed.dot(speed)/2 + (along*parts[0]**2 + axis*parts[1]**2 + along*parts[2]**2)/2
    contact = speed + omega.cross(-radius*leaned.z)                # the velocity of the material point on the ground
    slip = [sp.expand(contact.dot(e)) for e in (world.x, world.y)]
    method = LagrangesMethod(kinetic - g*height, list(q), nonhol_coneqs=slip)
    equations = list(method.form_lagranges_equations()) + slip
    first = {x: 0, y: 0, yaw: 0, lean: sp.Rational(1, 5), spin: 0, yaw.diff(time): 1, lean.diff(time): sp.Rational(1, 10),
             spin.diff(time): -4}
    m = iv.from_sympy(equations, time, list(q) + list(method.lam_vec), start=first)
    s = m.solve(to=TIMES[-1], t_eval=TIMES, rtol=1e-11, atol=1e-12)

    theirs, forces = newton_euler_disc(0.2, (1.0, 0.1, -4.0), TIMES)
    assert np.allclose(s["x"], theirs[0], atol=1e-8) and np.allclose(s["y"], theirs[1], atol=1e-8)
    assert np.allclose(np.cos(s["lean"]), theirs[2], atol=1e-8)
    friction = np.array([s[str(lam.func)] for lam in method.lam_vec])
    # SymPy's multipliers stand on the left-hand side, d/dt dL/dq' - dL/dq + J^T lambda = 0: they are minus the forces
    assert np.allclose(-friction, forces[:2], atol=1e-6) and np.abs(forces[:2]).max() > 0.5


def newton_euler_disc(lean, rates, times):
    """Centre and contact force of a rolling disc (m = R = 1, g = 9.81), in the frame of the ground. The state is the centre,
    the axis n and the angular velocity w. r goes from the contact to the centre: r' follows from n' = w x n."""
    up = np.array([0, 0, 1.0])

    def arm(n, w):
        """r and r'. r is the unit vector in the disc's plane that points up most."""
        dn = np.cross(w, n)
        raw = up - n[2]*n
        d_raw = -dn[2]*n - n[2]*dn
        size = np.linalg.norm(raw)
        r = raw/size
        return r, (d_raw - r*(r @ d_raw))/size

    def forces(n, w):
        r, dr = arm(n, w)
        turn = 0.25*(np.eye(3) - np.outer(n, n)) + 0.5*np.outer(n, n)
        dn = np.cross(w, n)
        d_turn = 0.25*(np.outer(dn, n) + np.outer(n, dn))
        hat = lambda a: np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])  # noqa: E731
        # v = w x r: v' = w' x r + w x r' = F - g up;   (I w)' = I w' + I' w = -r x F
        matrix = np.block([[-hat(r), -np.eye(3)], [turn, hat(r)]])
        right = np.concatenate([-9.81*up - np.cross(w, dr), -d_turn @ w])
        solved = np.linalg.solve(matrix, right)
        return solved[:3], solved[3:]

    def field(t, s):
        n, w = s[3:6], s[6:]
        return np.concatenate([np.cross(w, arm(n, w)[0]), np.cross(w, n), forces(n, w)[0]])

    n = np.array([0, math.cos(lean), math.sin(lean)])  # B.y, yaw 0
    w = rates[0]*up + rates[1]*np.array([1.0, 0, 0]) + rates[2]*n
    run = solve_ivp(field, (times[0], times[-1]), [0, 0, math.cos(lean), *n, *w], "DOP853", times, rtol=1e-12, atol=1e-13)
    assert run.success
    return run.y, np.array([forces(s[3:6], s[6:])[1] for s in run.y.T]).T
