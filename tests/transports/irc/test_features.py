from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.transports.irc.features import ServerFeatures


def features(*tokens: str) -> ServerFeatures:
    made = ServerFeatures()
    made.load(tokens)
    return made


@pytest.mark.parametrize(
    ("casemapping", "folded"),
    [
        ("ascii", "bob[]\\^\u00c9"),
        ("rfc1459", "bob{}|~\u00c9"),
        ("strict-rfc1459", "bob{}|^\u00c9"),
        ("RFC7613", "bob[]\\^\u00e9"),
    ],
)
def test_names_are_folded_by_the_announced_casemapping(casemapping: str, folded: str) -> None:
    assert features(f"CASEMAPPING={casemapping}").fold("BOB[]\\^\u00c9") == folded


def test_without_any_word_of_the_server_rfc_1459_holds() -> None:
    assert ServerFeatures().fold("[A]") == "{a}"


@pytest.mark.parametrize(
    ("prefix", "entry", "nick"),
    [
        ("(ov)@+", "@+bob", "bob"),
        ("(qaohv)~&@%+", "~&@bob", "bob"),
        ("(ov)@+", "~bob", "~bob"),
        ("", "@bob", "@bob"),
        ("(ov)@+", "@bob!b@host", "bob"),
        ("(ov)@+", "@", ""),
        ("(ov)@", "+bob", "bob"),  # malformed: the default stays
        ("ov", "@bob", "bob"),
    ],
)
def test_prefixes(prefix: str, entry: str, nick: str) -> None:
    assert features(f"PREFIX={prefix}").bare_nick(entry) == nick


def test_modes_take_the_arguments_that_the_server_says() -> None:
    server = features("CHANMODES=beI,k,lH,cmnC", "PREFIX=(ohv)@%+")
    changes = server.mode_changes(["+hbcH-lHk+m", "al", "*!*@x", "5:10", "key"])
    assert [(change.is_set, change.letter, change.argument) for change in changes] == [
        (True, "h", "al"),
        (True, "b", "*!*@x"),
        (True, "c", ""),
        (True, "H", "5:10"),
        (False, "l", ""),
        (False, "H", ""),
        (False, "k", "key"),
        (True, "m", ""),
    ]


def test_channels_and_bot_mode() -> None:
    server = features("CHANTYPES=#!", "BOT=b")
    assert [server.is_channel(name) for name in ("#a", "!a", "&a", "a", "")] == [True, True, False, False, False]
    assert server.bot_mode == "b"


@given(
    st.lists(
        st.one_of(
            st.text(),
            st.builds(
                "{}={}".format, st.sampled_from(["PREFIX", "CHANMODES", "BOT", "CHANTYPES", "CASEMAPPING"]), st.text()
            ),
        )
    )
)
def test_any_tokens(tokens: list[str]) -> None:
    server = features(*tokens)
    list(server.mode_changes(["+abc-ov", "x"]))
    server.fold("x")
    server.bare_nick("@x")
    server.is_channel("#x")
