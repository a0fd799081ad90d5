"""A simulation held in the hand: stepped, asked, changed on the way, cloned and pickled."""

import pickle

import involute as iv

spring = iv.model("""
    param  k = 1
    var    x
    x'' = -k*x
    start  x = 1, x' = 0
""")
sim = spring.simulation(tunable=["k"], rtol=1e-11, atol=1e-13)
sim.advance_to(3.141592653589793)          # half a period: at the other end, at rest
print("t = pi: x =", sim["x"])
assert abs(sim["x"] + 1) < 1e-9

sim.set(k=4)                                # from here on the spring is stiffer
twin = pickle.loads(pickle.dumps(sim))      # goes on with the same bits, also in another process
sim.advance_to(sim.t + 3.141592653589793)   # a whole period now
print("a period later: x =", sim["x"])
assert abs(sim["x"] + 1) < 1e-9

twin.advance_to(sim.t)
assert twin["x"] == sim["x"]
