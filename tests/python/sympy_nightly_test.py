# SPDX-License-Identifier: Apache-2.0
"""The law of sympy_test.py for many more and deeper expressions."""
from sympy_laws import check_random_expressions


def test_three_thousand_deep_random_expressions_have_the_value_that_sympy_gives_them():
    for seed in range(6):
        check_random_expressions(seed, wanted=500, depth=5)
