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


def test_without_isupport_rfc_1459_holds() -> None:
    assert ServerFeatures().fold("[A]") == "{a}"


@pytest.mark.parametrize(
    ("prefix", "entry", "nick"),
    [
        ("(ov)@+", "@+bob", "bob"),
        ("(qaohv)~&@%+", "~&@bob", "bob"),
        ("(ov)@+", "~bob", "~bob"),
        ("", "@bob", "@bob"),
        ("(ov)@+", "@bob!b@host", "bob!b@host"),
        ("(ov)@+", "@", ""),
        ("(ov)@", "+bob", "bob"),  # malformed: the default stays
        ("ov", "@bob", "bob"),
    ],
)
def test_prefixes(prefix: str, entry: str, nick: str) -> None:
    assert features(f"PREFIX={prefix}").without_prefixes(entry) == nick


@pytest.mark.parametrize(
    ("chanmodes", "modes", "is_set"),
    [
        ("b,k,l,imc", "+ntc", True),
        ("b,k,l,imc", "c", True),
        ("b,k,l,imc", "-o+v-c", False),
        ("b,k,l,imc", "+c-n+i-c", False),
        ("b,k,l,imc", "+nt", None),
        ("b,k,l,imc", "", None),
        ("b,k,lc,im", "+c", None),
        ("bc,k,l,im", "-c", None),
        ("b,k", "+c", True),  # malformed: the default stays
    ],
)
def test_a_flag_is_set_or_unset_or_none(chanmodes: str, modes: str, is_set: bool | None) -> None:
    assert features(f"CHANMODES={chanmodes}").flag_change("c", modes) is is_set


def test_a_rank_is_not_a_flag() -> None:
    assert features("PREFIX=(oc)@+").flag_change("c", "+c") is None


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
    server.flag_change("c", "+abc-ov")
    server.fold("x")
    server.without_prefixes("@x")
    server.is_channel("#x")
