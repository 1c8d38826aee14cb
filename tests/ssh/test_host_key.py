"""The server's own key: made once, private, and never overwritten."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ircpoker.errors import TransportError
from ircpoker.ssh.login import load_host_key


def test_is_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "key"
    old = os.umask(0)
    try:
        made = load_host_key(path)
    finally:
        os.umask(old)
    assert path.stat().st_mode & 0o777 == 0o600
    text = path.read_bytes()
    assert load_host_key(path).get_fingerprint() == made.get_fingerprint()
    assert path.read_bytes() == text
    assert [file.name for file in path.parent.iterdir()] == ["key"]


def test_several_starts_at_once_make_one(tmp_path: Path) -> None:
    path = tmp_path / "key"
    with ThreadPoolExecutor(8) as pool:
        keys = {key.get_fingerprint() for key in pool.map(load_host_key, [path] * 8)}
    assert len(keys) == 1


@pytest.mark.parametrize("text", [b"", b"no key", b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END"])
def test_a_file_that_is_no_key_stays_and_is_named(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "key"
    path.write_bytes(text)
    path.chmod(0o600)
    with pytest.raises(TransportError, match=r"\[ssh\] host_key: .*key holds no private key"):
        load_host_key(path)
    assert path.read_bytes() == text


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "key"
    load_host_key(path)
    path.chmod(0o640)
    with pytest.raises(TransportError, match="can be read by others: chmod 600 it"):
        load_host_key(path)


def test_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(TransportError, match="host_key"):
        load_host_key(tmp_path)
