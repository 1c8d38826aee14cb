"""TLS is verified: a bot gives its name and its players' cards only to a server that it is configured to trust."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.servers.bots import is_connected
from tests.servers.conftest import MakeHuman, MakeNgircd, StartBot
from tests.servers.inspircd import Inspircd

REQUEST = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=irc.test.local -addext subjectAltName=IP:127.0.0.1"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that nobody trusts by itself, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = ["openssl", *REQUEST.split(), "-keyout", str(key), "-out", str(cert)]
    subprocess.run(command, check=True, capture_output=True)
    return cert, key


@pytest.mark.slow(1)
def test_an_untrusted_certificate_is_refused(
    certificate: tuple[Path, Path], make_ngircd: MakeNgircd, start_bot: StartBot, caplog: pytest.LogCaptureFixture
) -> None:
    server = make_ngircd(tls=certificate)
    bot = start_bot(server.port, "#poker", tls=True, wait=False)
    bot.wait_for(lambda _: "CERTIFICATE_VERIFY_FAILED" in caplog.text)
    assert not is_connected(bot.client)


@pytest.mark.slow(1)
def test_a_trusted_certificate_is_accepted(
    certificate: tuple[Path, Path], make_ngircd: MakeNgircd, start_bot: StartBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    bot = start_bot(make_ngircd(tls=certificate).port, "#poker", tls=True)
    bot.stop()


@pytest.mark.slow(1)
def test_a_certificate_for_another_host_is_refused(
    certificate: tuple[Path, Path],
    make_ngircd: MakeNgircd,
    start_bot: StartBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    server = make_ngircd(tls=certificate)
    bot = start_bot(server.port, "#poker", tls=True, host="localhost", wait=False)
    bot.wait_for(lambda _: "Hostname mismatch" in caplog.text)
    assert not is_connected(bot.client)


_STS = """\
<module name="ircv3_sts">
<module name="ssl_gnutls">
<module name="sslinfo">
<sslprofile name="clients" provider="gnutls" certfile="FOLDER/cert.pem" keyfile="FOLDER/key.pem">
<bind address="127.0.0.1" port="{port}" type="clients" sslprofile="clients">
<sts host="*" duration="3600" port="{port}">
"""


def test_a_server_that_requires_tls(
    certificate: tuple[Path, Path],
    human: MakeHuman,
    start_bot: StartBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    port = free_port()
    server = Inspircd(more=_STS.format(port=port))
    for file in certificate:
        shutil.copy(file, server.folder / file.name)
        (server.folder / file.name).chmod(0o644)
    with server:
        bot = start_bot(server.port, "#poker")
        assert f"set tls = on, port = {port}" in caplog.text
        alice = human(server.port, "alice", "#poker")
        alice.send("WHOIS dealer")
        assert "is using a secure connection" in alice.expect(" 671 ")
        bot.stop()


@pytest.mark.slow(1)
def test_a_server_without_tls_is_refused(
    make_ngircd: MakeNgircd, start_bot: StartBot, caplog: pytest.LogCaptureFixture
) -> None:
    bot = start_bot(make_ngircd().port, "#poker", tls=True, wait=False)
    bot.wait_for(lambda _: "net: not connected: 127.0.0.1" in caplog.text)
    assert not is_connected(bot.client)


def test_stops_in_the_middle_of_a_handshake(make_ngircd: MakeNgircd, start_bot: StartBot) -> None:
    server = make_ngircd()
    with server.paused():
        bot = start_bot(server.port, "#poker", tls=True, wait=False)
        bot.wait_for(lambda client: client._session is not None)
        bot.stop()
