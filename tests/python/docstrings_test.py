# SPDX-License-Identifier: Apache-2.0
"""The examples in docstrings run, and everything public has one of its own words."""

import doctest
import importlib
import inspect
import pkgutil
import typing

import pytest

import involute as iv
from involute import _core, _options

PARTS = [part.name for part in pkgutil.iter_modules(iv.__path__) if part.name != "_core"]


@pytest.mark.parametrize("part", ["__init__", *PARTS])
def test_examples_run(part):
    module = iv if part == "__init__" else importlib.import_module(f"involute.{part}")
    assert doctest.testmod(module).failed == 0


def test_everything_public_says_what_it_is():
    for name in iv.__all__:
        thing = getattr(iv, name)
        if not inspect.isclass(thing) and not inspect.isfunction(thing):
            continue
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for part, what in vars(thing).items():
                if not part.startswith("_") and (inspect.isfunction(what) or isinstance(what, property)):
                    assert inspect.getdoc(what), f"{name}.{part}"


def test_options_are_typed_as_the_table_has_them():
    assert set(typing.get_type_hints(_options.Options, localns={"Numbers": object}, globalns=vars(_options)).keys()) == {
        row[0] for row in _core.option_table()
    }
