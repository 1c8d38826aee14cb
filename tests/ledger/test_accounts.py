from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.errors import UsageError
from ircpoker.ledger import HOUSE, GameAccount, Identity, PlayerId

_NAMES = st.text(max_size=40)
_PRINTABLE = st.text(min_size=1, max_size=10).map(ascii)


def test_an_account_is_a_player_under_any_nick() -> None:
    alice = PlayerId.of("libera", nick_key="alice", account="Alice")
    assert alice == PlayerId.of("libera", nick_key="al^away", account="alice")
    assert alice != PlayerId.of("libera", nick_key="alice")
    assert alice != PlayerId.of("oftc", nick_key="alice", account="Alice")
    guest = PlayerId.of("libera", nick_key="alice", address="a@b")
    assert guest != PlayerId.of("libera", nick_key="alice", address="a@c")
    assert guest.without_address == PlayerId.of("libera", nick_key="alice")
    assert (guest.host, alice.host) == ("b", "")


def test_only_ascii_letters_of_an_account_are_folded() -> None:
    assert PlayerId.of("net", nick_key="x", account="ÄB").name == "Äb"


def test_all_owners_have_texts_of_their_own() -> None:
    owners = [
        HOUSE,
        GameAccount("house"),
        PlayerId.of("net", nick_key="house"),
        PlayerId.of("net", nick_key="x", account="house"),
    ]
    assert len({str(owner) for owner in owners}) == len(owners)


@given(_PRINTABLE.filter(lambda text: "/" not in text), _PRINTABLE, st.sampled_from(Identity), _PRINTABLE)
def test_text_form_is_read_back(network: str, name: str, identity: Identity, address: str) -> None:
    if identity is Identity.ACCOUNT:
        player = PlayerId(network, name, identity)
    else:
        player = PlayerId(network, name.replace("!", "?"), identity, address)
    assert PlayerId.parse(str(player)) == player


@given(_NAMES, _NAMES)
def test_hostile_parts_are_parsed_or_refused_in_one_line(network: str, name: str) -> None:
    try:
        player = PlayerId.of(network, nick_key=name, account=name[1:])
    except UsageError as error:
        assert str(error).isprintable()
    else:
        str(player).encode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "alice",
        "account:alice",
        "robot:net/alice",
        "guest:/alice",
        "guest:net/",
        "guest:net/" + "a" * 256,
        "guest:net/a\n",
        "guest:net/!a@b",
    ],
)
def test_invalid_account_texts(text: str) -> None:
    with pytest.raises(UsageError):
        PlayerId.parse(text)


@pytest.mark.parametrize("kind", ["", "x" * 65, "a\nb"])
def test_a_kind_of_game_has_a_short_printable_name(kind: str) -> None:
    with pytest.raises(ValueError, match="kind of game"):
        GameAccount(kind)
