"""Several identities of one account: what is linked, what follows, what parts again, and what is refused."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from ircpoker.clock import ManualClock
from ircpoker.errors import DailyTakenError, GiftRefusedError, NotAllowedError, PokerError, UsageError
from ircpoker.ledger import (
    HOUSE,
    BuyIn,
    CashOut,
    CommitShuffle,
    EndGame,
    Entry,
    GameAccount,
    HandRow,
    Ledger,
    PlayerId,
    Purpose,
    RecordHand,
    RecordResult,
    SaveGame,
    SetPreference,
    SetSeed,
    transfer,
)
from tests.tiers import count, seed

ANN = PlayerId.of("libera", nick_key="ann", account="ann")
BOB = PlayerId.of("libera", nick_key="bob", address="bob@example.org")
WEB, SSH, LOCAL = (PlayerId.of(network, nick_key="ann") for network in ("web", "ssh", "local"))
NOBODY = PlayerId.of("web", nick_key="nobody")
TABLE = GameAccount("holdem")


def win(ledger: Ledger, player: PlayerId, chips: int, key: str = "won") -> None:
    """Let a player win, or lose a negative number."""
    postings = transfer(HOUSE, player, chips) if chips > 0 else transfer(player, HOUSE, -chips)
    ledger.post(Entry(f"{key}:{player}", "slot", postings))


def code_of(ledger: Ledger, player: PlayerId) -> str:
    ledger.open_player(player)
    return ledger.new_token(player, Purpose.LINK)


@pytest.fixture
def linked(ledger: Ledger, clock: ManualClock) -> Ledger:
    """Ann, who came first, with the page."""
    ledger.open_player(ANN)
    clock.advance(timedelta(days=1))
    ledger.open_player(WEB)
    win(ledger, WEB, 70)
    link = ledger.link(code_of(ledger, ANN), WEB)
    assert (link.players, link.balance, link.given_back, link.added) == ((ANN, WEB), 1070, 1000, 70)
    return ledger


@pytest.mark.parametrize("asker", [ANN, WEB])
def test_the_older_account_goes_on_whoever_asks(ledger: Ledger, clock: ManualClock, asker: PlayerId) -> None:
    ledger.open_player(ANN)
    clock.advance(timedelta(seconds=1))
    ledger.open_player(WEB)
    win(ledger, ANN, 5)
    win(ledger, WEB, 70)
    other = WEB if asker == ANN else ANN
    assert ledger.link(code_of(ledger, asker), other).players == (ANN, WEB)
    assert [ledger.balance(each) for each in (ANN, WEB)] == [1075, 1075]
    assert ledger.audit().accounts == 1
    assert ledger.identities_of(WEB) == (ANN, WEB)
    assert ledger.linked_players() == [(ANN, WEB)]


def test_both_move_the_chips_of_one_account(linked: Ledger) -> None:
    ledger = linked
    spin = Entry("spin", "slot", (*transfer(WEB, HOUSE, 10), *transfer(HOUSE, WEB, 30)))
    assert ledger.post(spin).balances[WEB] == 1090
    assert ledger.post(spin).repeated
    assert ledger.account_info(ANN).balance == ledger.account_info(WEB).balance == 1090
    ledger.post(Entry("lost", "slot", transfer(ANN, HOUSE, 1090)))
    assert ledger.balance(WEB) == 0
    with pytest.raises(PokerError):
        ledger.post(Entry("more", "slot", transfer(WEB, HOUSE, 1)))


def test_nothing_is_given_twice(linked: Ledger, clock: ManualClock) -> None:
    ledger = linked
    for player in (WEB, ANN):
        assert ledger.open_player(player).balance == 1070, "no first chips"
    ledger.daily(WEB)
    with pytest.raises(DailyTakenError):
        ledger.daily(ANN)
    win(ledger, WEB, -1170, "all")
    assert ledger.refill(ANN) is not None
    win(ledger, WEB, -100, "again")
    assert ledger.refill(WEB) is None
    clock.advance(timedelta(hours=1))
    assert ledger.refill(WEB) is not None


def test_daily_chips_before_the_link_count_for_all(ledger: Ledger, clock: ManualClock) -> None:
    ledger.open_player(ANN)
    clock.advance(timedelta(seconds=1))
    ledger.open_player(WEB)
    ledger.daily(WEB)
    assert ledger.link(code_of(ledger, ANN), WEB).given_back == 1100
    with pytest.raises(DailyTakenError):
        ledger.daily(ANN)


def test_gifts_of_both_names_count_together(linked: Ledger, clock: ManualClock) -> None:
    ledger = linked
    clock.advance(timedelta(days=8))
    for player in (BOB, NOBODY):
        ledger.open_player(player)
    ledger.gift(ANN, BOB, 400, "a")
    with pytest.raises(GiftRefusedError):
        ledger.gift(WEB, NOBODY, 101, "b")
    ledger.gift(WEB, NOBODY, 100, "c")
    with pytest.raises(UsageError, match="yourself"):
        ledger.gift(WEB, ANN, 1, "d")
    assert ledger.balance(WEB) == 570


def test_gifts_before_the_link_count_too(ledger: Ledger, clock: ManualClock) -> None:
    for player in (ANN, WEB, BOB):
        ledger.open_player(player)
    clock.advance(timedelta(days=8))
    ledger.gift(WEB, BOB, 300, "a")
    ledger.link(code_of(ledger, ANN), WEB)
    with pytest.raises(GiftRefusedError):
        ledger.gift(ANN, BOB, 201, "b")
    ledger.unlink(WEB)
    win(ledger, WEB, 900, "after")
    with pytest.raises(GiftRefusedError):
        ledger.gift(WEB, BOB, 201, "c")


def test_hands_results_seed_and_choices_come_along(ledger: Ledger, clock: ManualClock) -> None:
    ledger.open_player(ANN)
    clock.advance(timedelta(seconds=1))
    ledger.open_player(WEB)
    ledger.save(SetSeed(WEB, "socks"), SetPreference(WEB, "cards", "ascii"), CommitShuffle("", "slot", "c", "s", WEB))
    moves = Entry("t", "buy-in", transfer(WEB, TABLE, 100))
    ledger.post(moves, SaveGame("t", "holdem", "x", 100), BuyIn("t", 0, 100, WEB))
    rows = (HandRow(0, 7, 7, WEB), HandRow(1, 0, 0, robot="swede"))
    ledger.save(RecordHand("77", "holdem", "t", rows, record=""), RecordResult(WEB, "holdem", 7, 0))
    home = Entry("t2", "cash-out", transfer(TABLE, WEB, 100))
    ledger.post(home, EndGame("t", 1), CashOut("t", 0, 100))
    ledger.link(code_of(ledger, ANN), WEB)
    for player in (ANN, WEB):
        assert [hand.deal_id for hand in ledger.last_hands(player, 5)] == ["77"]
        assert [result.played for result in ledger.stats(player)] == [1]
        assert ledger.seed(player) == "socks"
        assert ledger.preferences(player) == {"cards": "ascii"}
        assert ledger.seeds([player]) == {player: "socks"}
        assert ledger.next_shuffle("slot", player) is not None
    assert [ranked.number for ranked in ledger.top(network="libera")] == [1000]
    assert [ranked.nick for ranked in ledger.top(network="web")] == ["ann"]
    assert [ranked.number for ranked in ledger.top(network="web", by="hands")] == [1]
    assert len(ledger.top()) == 1


@pytest.mark.parametrize("leaver", [ANN, WEB])
def test_chips_stay_with_the_account(linked: Ledger, leaver: PlayerId) -> None:
    ledger = linked
    stays = WEB if leaver == ANN else ANN
    assert ledger.unlink(leaver) == (stays,)
    assert (ledger.balance(stays), ledger.balance(leaver)) == (1070, 0)
    assert ledger.open_player(leaver).balance == 0, "no first chips again"
    assert ledger.audit().accounts == 2
    for player in (ANN, WEB):
        assert ledger.identities_of(player) == (player,)
        assert ledger.find_player(player.network, "ann") == player
        with pytest.raises(NotAllowedError, match="no other name"):
            ledger.unlink(player)
    assert ledger.linked_players() == []


def test_linked_again_what_was_given_back_is_not_taken_twice(linked: Ledger) -> None:
    ledger = linked
    ledger.unlink(WEB)
    win(ledger, WEB, 300, "later")
    link = ledger.link(code_of(ledger, WEB), ANN)
    assert (link.given_back, link.added, link.balance) == (0, 300, 1370)


def test_three_identities_and_no_fourth(linked: Ledger, clock: ManualClock) -> None:
    ledger = linked
    clock.advance(timedelta(seconds=1))
    assert len(ledger.link(code_of(ledger, SSH), WEB).players) == 3
    assert ledger.identities_of(SSH) == (ANN, WEB, SSH)
    with pytest.raises(NotAllowedError, match="at most 3 names"):
        ledger.link(code_of(ledger, LOCAL), ANN)
    ledger.unlink(ANN)
    assert ledger.identities_of(SSH) == (WEB, SSH)
    assert len(ledger.link(code_of(ledger, LOCAL), SSH).players) == 3


def test_a_newer_account_with_two_identities_brings_both(ledger: Ledger, clock: ManualClock) -> None:
    ledger.open_player(ANN)
    clock.advance(timedelta(seconds=1))
    ledger.open_player(WEB)
    ledger.link(code_of(ledger, SSH), WEB)
    first = ledger.identities_of(SSH)
    link = ledger.link(code_of(ledger, ANN), SSH)
    assert set(link.players) == {ANN, SSH, WEB}
    assert link.players[0] == ANN
    assert ledger.balance(ANN) == 1000
    for player in first:
        ledger.unlink(player)
        assert ledger.open_player(player).balance == 0


def test_chips_that_a_guest_was_given_go_back_although_the_guest_has_logged_in(
    ledger: Ledger, clock: ManualClock
) -> None:
    ledger.open_player(WEB)
    clock.advance(timedelta(seconds=1))
    ledger.open_player(ANN)
    ledger.open_player(BOB)
    win(ledger, BOB, 50)
    assert ledger.rebind(BOB, ANN)
    assert ledger.link(code_of(ledger, ANN), WEB).given_back == 2000
    assert ledger.balance(WEB) == 1050


def test_a_guest_among_the_identities_follows_a_new_name_but_takes_no_chips_to_another_account(
    ledger: Ledger, clock: ManualClock
) -> None:
    ledger.open_player(WEB)
    clock.advance(timedelta(seconds=1))
    ledger.open_player(BOB)
    ledger.link(code_of(ledger, WEB), BOB)
    renamed = PlayerId.of("libera", nick_key="bobby", address="bob@example.org")
    assert ledger.rebind(BOB, renamed, nick="bobby", nick_key="bobby")
    assert ledger.identities_of(WEB) == (WEB, renamed)
    assert ledger.account_info(renamed).nick == "bobby"
    assert ledger.find_player("libera", "bobby") == renamed
    ledger.open_player(ANN)
    assert not ledger.rebind(renamed, ANN), "Ann has an account already"
    new = PlayerId.of("libera", nick_key="x", account="bob")
    assert ledger.rebind(renamed, new)
    assert ledger.identities_of(new) == (WEB, new)
    assert ledger.balance(new) == 1000


def test_an_account_with_several_identities_cannot_be_claimed(ledger: Ledger) -> None:
    other = PlayerId.of("libera", nick_key="carl", address="carl@example.org")
    for player in (BOB, WEB, other):
        ledger.open_player(player)
    code = ledger.new_code(BOB)
    ledger.link(code_of(ledger, WEB), BOB)
    for taker in (other, WEB):
        with pytest.raises(NotAllowedError):
            ledger.claim_account(code, taker, nick="carl", nick_key="carl")
    with pytest.raises(NotAllowedError, match="several names"):
        ledger.new_code(BOB)


# Codes


def test_a_code_works_once(linked: Ledger) -> None:
    ledger = linked
    code = code_of(ledger, SSH)
    ledger.link(code, WEB)
    ledger.open_player(NOBODY)
    for player in (NOBODY, WEB, SSH):
        with pytest.raises(NotAllowedError, match="not valid"):
            ledger.link(code, player)


def test_a_code_works_for_ten_minutes(ledger: Ledger, clock: ManualClock) -> None:
    ledger.open_player(WEB)
    code = code_of(ledger, ANN)
    clock.advance(timedelta(minutes=10))
    with pytest.raises(NotAllowedError, match="not valid"):
        ledger.link(code, WEB)
    code = code_of(ledger, ANN)
    clock.advance(timedelta(minutes=10, microseconds=-1000))
    assert ledger.link(f" {code.upper()} ", WEB).players


def test_only_the_last_code_works_and_not_for_who_asked(ledger: Ledger) -> None:
    ledger.open_player(WEB)
    old, code = code_of(ledger, ANN), code_of(ledger, ANN)
    with pytest.raises(NotAllowedError, match="not valid"):
        ledger.link(old, WEB)
    with pytest.raises(NotAllowedError, match="your own"):
        ledger.link(code, ANN)
    assert ledger.link(code, WEB).players, "a refused try does not use it up"


@pytest.mark.parametrize("code", ["", "0", "x" * 100_000, "\ud800", "\0", "' OR 1 --", "0123456789abcdef"])
def test_codes_that_nobody_got(ledger: Ledger, code: str) -> None:
    ledger.open_player(WEB)
    code_of(ledger, ANN)
    with pytest.raises(NotAllowedError, match="not valid"):
        ledger.link(code, WEB)
    assert ledger.redeem(code, "web") is None
    assert ledger.session(code, "web") is None


def test_only_hashes_are_stored(ledger: Ledger) -> None:
    code = code_of(ledger, ANN)
    _, session = ledger.redeem(ledger.new_token(ANN, Purpose.WEB), "web") or (None, "")
    with ledger._database.reading() as connection:
        rows = str([list(row) for row in connection.execute(text("SELECT * FROM tokens"))])
    assert session
    assert code not in rows
    assert session not in rows


def test_two_names_of_one_network_are_not_linked(ledger: Ledger) -> None:
    ledger.open_player(BOB)
    with pytest.raises(NotAllowedError, match="of the same network"):
        ledger.link(code_of(ledger, ANN), BOB)
    assert ledger.balance(BOB) == ledger.balance(ANN) == 1000


@pytest.mark.parametrize("player", [ANN, WEB])
def test_nobody_links_or_parts_while_playing(ledger: Ledger, player: PlayerId) -> None:
    ledger.open_player(WEB)
    code = code_of(ledger, ANN)
    sits = Entry("t", "buy-in", transfer(player, TABLE, 100))
    ledger.post(sits, SaveGame("t", "holdem", "x", 100), BuyIn("t", 0, 100, player))
    with pytest.raises(NotAllowedError, match="leave your tables"):
        ledger.link(code, WEB)
    ledger.post(Entry("t2", "cash-out", transfer(TABLE, player, 100)), EndGame("t", 1), CashOut("t", 0, 100))
    machine = Entry("vp", "videopoker", transfer(player, GameAccount("videopoker"), 5))
    ledger.post(machine, SaveGame("v", "videopoker", "x", 5, 0, player))
    with pytest.raises(NotAllowedError, match="leave your tables"):
        ledger.link(code, WEB)
    ledger.post(Entry("vp2", "videopoker", transfer(GameAccount("videopoker"), player, 5)), EndGame("v", 1))
    ledger.link(code, WEB)
    ledger.post(
        Entry("vp3", "vp", transfer(player, GameAccount("videopoker"), 5)),
        SaveGame("w", "videopoker", "x", 5, 0, player),
    )
    with pytest.raises(NotAllowedError, match="leave your tables"):
        ledger.unlink(ANN)


# Sessions


def test_a_session_is_valid_at_its_door_for_twelve_hours(ledger: Ledger, clock: ManualClock) -> None:
    ledger.open_player(ANN)
    code = ledger.new_token(ANN, Purpose.WEB)
    assert ledger.session(code, "web") is None
    player, session = ledger.redeem(code, "web") or (None, "")
    assert player == ANN
    assert ledger.redeem(code, "web") is None, "a code works once"
    assert (ledger.session(session, "web"), ledger.session(session, "ssh")) == (ANN, None)
    clock.advance(timedelta(hours=12, microseconds=-1000))
    assert ledger.session(session, "web") == ANN
    clock.advance(timedelta(milliseconds=1))
    assert ledger.session(session, "web") is None


def test_a_code_for_the_page_links_nothing(ledger: Ledger) -> None:
    ledger.open_player(ANN)
    ledger.open_player(WEB)
    with pytest.raises(NotAllowedError, match="not valid"):
        ledger.link(ledger.new_token(ANN, Purpose.WEB), WEB)
    assert ledger.redeem(code_of(ledger, ANN), "web") is None


def test_logging_out_ends_all_sessions_and_the_code(ledger: Ledger) -> None:
    ledger.open_player(ANN)
    sessions = [(ledger.redeem(ledger.new_token(ANN, Purpose.WEB), "web") or (None, ""))[1] for _ in range(2)]
    code = ledger.new_token(ANN, Purpose.WEB)
    assert [ledger.session(session, "web") for session in sessions] == [ANN, ANN]
    assert ledger.end_sessions(ANN) == 3
    assert [ledger.session(session, "web") for session in sessions] == [None, None]
    assert ledger.redeem(code, "web") is None


def test_a_session_follows_a_guest_to_a_new_name(ledger: Ledger) -> None:
    ledger.open_player(BOB)
    _, session = ledger.redeem(ledger.new_token(BOB, Purpose.WEB), "web") or (None, "")
    renamed = PlayerId.of("libera", nick_key="bobby", address="bob@example.org")
    ledger.rebind(BOB, renamed)
    assert ledger.session(session, "web") == renamed
    ledger.open_player(ANN)
    ledger.rebind(renamed, ANN)
    assert ledger.session(session, "web") == ANN


# At random


def random_step(rng: Random, ledger: Ledger, clock: ManualClock, codes: list[str], key: str) -> None:
    """Do anything that somebody may do."""
    player, other = rng.choice([ANN, BOB, WEB, SSH, LOCAL]), rng.choice([ANN, BOB, NOBODY])
    match rng.randrange(9):
        case 0:
            ledger.open_player(player)
            codes.append(ledger.new_token(player, Purpose.LINK))
        case 1 | 2:
            ledger.open_player(player)
            ledger.link(rng.choice(codes or ["none"]), player)
        case 3:
            ledger.unlink(player)
        case 4:
            ledger.daily(player)
        case 5:
            ledger.refill(player)
        case 6:
            ledger.gift(player, other, rng.randint(1, 600), key, any_age=True)
        case 7:
            chips = rng.randint(-900, 900) or 1
            ledger.post(
                Entry(key, "slot", transfer(*((HOUSE, player, chips) if chips > 0 else (player, HOUSE, -chips))))
            )
        case _:
            clock.advance(timedelta(minutes=rng.choice([1, 9, 70, 1500])))


def test_any_sequence_of_links_keeps_the_books(ledger: Ledger, clock: ManualClock) -> None:
    rng = Random(seed(5))
    done = {"link": 0, "unlink": 0}
    for round_ in range(count(60, 3)):
        codes: list[str] = []
        for step in range(60):
            before = sum(map(len, ledger.linked_players()))
            with suppress(PokerError):
                random_step(rng, ledger, clock, codes, f"{round_}.{step}")
            audit = ledger.audit()
            assert audit.is_clean
            assert audit.issued == audit.held + audit.at_tables
            groups = ledger.linked_players()
            linked = sum(map(len, groups))
            done["link"] += linked > before
            done["unlink"] += linked < before
            assert all(2 <= len(group) <= 3 for group in groups)
            assert len({each for group in groups for each in group}) == linked
    with ledger._database.reading() as connection:
        starts = connection.execute(text("SELECT count(*) FROM entries WHERE reason = 'start'")).scalar()
    assert starts is not None
    assert starts <= 6, "first chips once for each identity that ever was"
    assert min(done.values()) > 3


@pytest.mark.slow(20)
def test_two_processes_use_one_code(tmp_path: Path, clock: ManualClock) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    with Ledger(url, clock) as one, Ledger(url, clock) as other:
        for player in (WEB, SSH):
            one.open_player(player)
        code = code_of(one, ANN)
        other.link(code, WEB)
        with pytest.raises(NotAllowedError, match="not valid"):
            one.link(code, SSH)
        assert one.identities_of(ANN) == (ANN, WEB)
