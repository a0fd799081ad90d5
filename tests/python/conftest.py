# SPDX-License-Identifier: Apache-2.0
"""What every test of the module stands on."""

import signal

import pytest


@pytest.fixture(autouse=True)
def keys_are_heard():
    """Also where the tests run behind a shell that has SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
