"""A model built with operators: a bead on a parabola, the force of the wire included."""

import involute as iv

m = iv.Model()
x, y, force = m.var("x y force")
g = m.param("g", 9.81)
m.add(x.dot(2) == -2*x*force,
      y.dot(2) == force - g,
      y == x**2)
m.start({x: 1, x.dot(): 0})

s = m.solve(to=10, rtol=1e-10, points=1001)
print(s.message)

# Energy: x'^2 (1 + 4 x^2)/2 + g x^2 stays what it was.
energy = (s["x'"]**2 + s["y'"]**2)/2 + 9.81*s["y"]
assert s.success and abs(energy - 9.81).max() < 1e-7
