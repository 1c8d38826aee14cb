"""Addresses to listen on."""

from __future__ import annotations

from pathlib import Path

import pytest

from ircpoker.config.kinds import BadValueError
from ircpoker.ssh.settings import ADDRESS, Address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:2222", Address("127.0.0.1", 2222)),
        (":22", Address("", 22)),
        ("[::1]:2222", Address("::1", 2222)),
        ("poker.example.org:0", Address("poker.example.org", 0)),
    ],
)
def test_reads(text: str, address: Address) -> None:
    assert ADDRESS.read(text, Path()) == address
    assert str(address) == text


@pytest.mark.parametrize(
    "text", ["", "2222", "host", "host:", "host:x", "host:65536", "::1:22", "host:-1", "a b:22", "host:٣"]
)
def test_refuses(text: str) -> None:
    with pytest.raises(BadValueError):
        ADDRESS.read(text, Path())
