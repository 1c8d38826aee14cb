"""Passwords: where they come from, and that nothing shows them."""

import os
import subprocess
from pathlib import Path

import pytest

from ircpoker.config import (
    Secret,
    find_passwords,
    hide_password,
)
from tests.config.conftest import Load, Problems

SASL = "[bot]\nowner = alice\n[network:net]\nhost = irc.example.org\ntls = on\nsasl = plain\naccount = dealer\n"


def test_a_password_comes_from_the_first_line_of_a_file(load: Load, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"hunter2 \xc3\xa9\r\nsecond line\n")
    (network,) = load(f"{SASL}password_file = secret\n").networks
    assert network.password == Secret("hunter2 é")


@pytest.mark.parametrize(
    ("line", "environment", "complaint"),
    [
        ("", {}, "password_env: sasl = plain needs a password: expected password_env or password_file"),
        ("password_env = hunter2", {}, "password_env: there is no password: the variable is not set"),
        ("password_env = EMPTY", {"EMPTY": ""}, "password_env: there is no password"),
        ("password_env = LONG", {"LONG": "hunter2" * 200}, "password_env: there is no password"),
        ("password_env = BYTES", {"BYTES": os.fsdecode(b"hunter2\xff")}, "password_env: the password is not UTF-8"),
        ("password_env = hunter2!", {}, "password_env: expected the name of an environment variable"),
        ("password_env = LC_ALL", {"LC_ALL": "hunter2"}, "password_env = 'LC_ALL': expected another variable: program"),
        ("server_password_env = TZ", {"TZ": "hunter2"}, "server_password_env = 'TZ': expected another variable"),
        ("password_file = hunter2", {}, "password_file: the file cannot be read"),
        ("password_file = .", {}, "password_file: the file cannot be read"),
        ("password_file = /dev/null", {}, "password_file: there is no password"),
        ("password_file = a\npassword_env = b", {}, "password_file: password_env is there as well"),
        ("password = hunter2", {}, "password: a password may not be in the configuration"),
    ],
)
def test_a_missing_password_is_reported_without_the_text_in_the_file(
    problems: Problems, line: str, environment: dict[str, str], complaint: str
) -> None:
    found = problems(f"{SASL}{line}\n", environment=environment)
    assert found[0].startswith(f"[network:net] {complaint}")
    assert "hunter2" not in "".join(found)


def test_server_password(load: Load, problems: Problems, tmp_path: Path) -> None:
    text = "[bot]\nowner = alice\n[network:net]\nhost = irc.example.org\n"
    (tmp_path / "secret").write_text("hunter2\n")
    assert load(text).networks[0].server_password is None
    for line in ("server_password_file = secret", "server_password_env = P"):
        (network,) = load(f"{text}{line}\n", environment={"P": "hunter2"}).networks
        assert (network.server_password, network.password) == (Secret("hunter2"), None)
    found = problems(f"{text}server_password_env = hunter2\n")
    assert found == [
        "[network:net] server_password_env: there is no password: the variable is not set, or the first line is empty "
        "or too long"
    ]


def test_the_keys_of_channels(load: Load, problems: Problems, tmp_path: Path) -> None:
    text = "[network:net]\nchannels = #poker\nchannel_keys_file = keys\n"
    (tmp_path / "keys").write_text("#poker  hunter2\n\n#Other k3y \n")
    (network,) = load(text).networks
    assert network.channel_keys == {"#poker": Secret("hunter2"), "#Other": Secret("k3y")}
    assert "hunter2" not in repr(network)
    for wrong in ("hunter2", "#poker", "poker hunter2", "#poker hunter2 x", "#poker hunter2,x", "#poker :hunter2"):
        (tmp_path / "keys").write_text(f"#a b\n{wrong}\n")
        assert problems(text) == [
            "[network:net] channel_keys_file: line 2 of the file: expected a channel, a blank and its key"
        ]
    (tmp_path / "keys").write_bytes(b"#poker \xff\n")
    assert problems(text)[0].startswith("[network:net] channel_keys_file: the file cannot be read")


def test_a_password_is_never_sent_in_the_clear(load: Load, problems: Problems) -> None:
    text = SASL.replace("tls = on", "tls = off") + "password_env = P\n"
    found = problems(text, environment={"P": "x"})
    assert found[0].startswith("[network:net] sasl: plain would send the password")
    at_home = text.replace("irc.example.org", "127.0.0.1")
    assert load(at_home, environment={"P": "x"}).networks[0].password == Secret("x")


@pytest.mark.slow(1)
def test_external_needs_only_a_certificate(load: Load, problems: Problems, tmp_path: Path) -> None:
    text = SASL.replace("plain", "external").replace("account = dealer\n", "")
    assert problems(text) == [
        "[network:net] sasl: external shows a certificate: expected tls = on and a tls_certificate"
    ]
    (tmp_path / "dealer.pem").write_text("no certificate\n")
    assert problems(text + "tls_certificate = dealer.pem\n") == [
        "[network:net] tls_certificate: the file cannot be read: expected a certificate and its key in PEM form"
    ]
    key, pem = tmp_path / "key.pem", tmp_path / "dealer.pem"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-subj",
            "/CN=dealer",
            "-keyout",
            key,
            "-out",
            pem,
        ],
        check=True,
        capture_output=True,
    )
    pem.write_text(pem.read_text() + key.read_text())
    (network,) = load(text + "tls_certificate = dealer.pem\n").networks
    assert (network.sasl, network.tls_certificate) == ("external", pem)


def test_the_embedded_server_has_no_login(problems: Problems) -> None:
    assert problems("[network:a]\nsasl = external") == [
        "[network:a] sasl: the embedded server has no services: expected nothing"
    ]


def test_an_account_is_needed_for_a_password(problems: Problems) -> None:
    text = SASL.replace("account = dealer\n", "password_env = P\n")
    assert problems(text, environment={"P": "x"}) == [
        "[network:net] account: sasl = plain needs the name of an account"
    ]


def test_settings_do_not_show_secrets(load: Load) -> None:
    settings = load(
        SASL.replace("[bot]", "[bot]\ndatabase = postgresql://dealer:hunter2@db/poker") + "password_env = P\n",
        environment={"P": "hunter2"},
    )
    assert "hunter2" in settings.bot.database
    for shown in (repr(settings), str(settings), f"{settings.networks[0].password}", f"{settings.networks[0]!r}"):
        assert "hunter2" not in shown


def test_secrets_are_compared_by_text() -> None:
    assert Secret("a") == Secret("a") != Secret("b")
    assert Secret("a") != "a"
    assert len({Secret("a"), Secret("a")}) == 1
    with pytest.raises(AttributeError):
        Secret("a").text  # noqa: B018 - it must not exist


@pytest.mark.parametrize(
    ("url", "shown", "passwords"),
    [
        ("postgresql://u:p@h/d", "postgresql://u:***@h/d", ["p"]),
        ("postgresql://u:p%40%3a@h/d", "postgresql://u:***@h/d", ["p%40%3a", "p@:"]),
        ("postgresql://u:a/b@c@h/d?x=y", "postgresql://u:***@h/d?x=y", ["a/b@c"]),
        ("postgresql://u@h/d", "postgresql://u@h/d", []),
        ("postgresql://:p@/d", "postgresql://:***@/d", ["p"]),
        ("postgresql:///d?sslpassword=p&user=u", "postgresql:///d?sslpassword=***&user=u", ["p"]),
        ("sqlite:////var/a:b@c.db", "sqlite:////var/a:b@c.db", []),
    ],
)
def test_a_url_is_shown_without_its_password(url: str, shown: str, passwords: list[str]) -> None:
    assert hide_password(url) == shown
    assert find_passwords(url) == passwords
