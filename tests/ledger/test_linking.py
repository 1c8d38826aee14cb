"""Several identities of one account: what is linked, what follows, what parts again, and what is refused."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from ircpoker.errors import DailyTakenError, HostLimitError, NotAllowedError, PokerError, UsageError
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
    LinkResult,
    PlayerId,
    Purpose,
    RecordHand,
    RecordResult,
    SaveGame,
    SetPreference,
    SetSeed,
    transfer,
)
from ircpoker.runtime.clock import ManualClock
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


def link(ledger: Ledger, code: str, player: PlayerId) -> LinkResult:
    found = ledger.link(code, player)
    assert found is not None
    return found


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
    made = link(ledger, code_of(ledger, ANN), WEB)
    assert (made.players, made.balance, made.given_back, made.added) == ((ANN, WEB), 1070, 1000, 70)
    return ledger


@pytest.mark.parametrize("asker", [ANN, WEB])
def test_the_older_account_goes_on_whoever_asks(ledger: Ledger, clock: ManualClock, asker: PlayerId) -> None:
    ledger.open_player(ANN)
    clock.advance(timedelta(seconds=1))
    ledger.open_player(WEB)
    win(ledger, ANN, 5)
    win(ledger, WEB, 70)
    other = WEB if asker == ANN else ANN
    assert link(ledger, code_of(ledger, asker), other).players == (ANN, WEB)
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
    assert link(ledger, code_of(ledger, ANN), WEB).given_back == 1100
    with pytest.raises(DailyTakenError):
        ledger.daily(ANN)


def test_gifts_of_both_names_count_together(linked: Ledger, clock: ManualClock) -> None:
    ledger = linked
    clock.advance(timedelta(days=8))
    for player in (BOB, NOBODY):
        ledger.open_player(player)
    ledger.gift(ANN, BOB, 400, "a")
    with pytest.raises(NotAllowedError, match="left to give now"):
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
    link(ledger, code_of(ledger, ANN), WEB)
    with pytest.raises(NotAllowedError, match="left to give now"):
        ledger.gift(ANN, BOB, 201, "b")
    ledger.unlink(WEB)
    win(ledger, WEB, 900, "after")
    with pytest.raises(NotAllowedError, match="left to give now"):
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
    link(ledger, code_of(ledger, ANN), WEB)
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


def test_an_owner_takes_another_name_off(linked: Ledger) -> None:
    with pytest.raises(NotAllowedError, match="no other name"):
        linked.unlink(ANN, SSH)
    assert linked.unlink(ANN, WEB) == (ANN,)
    assert (linked.balance(ANN), linked.balance(WEB)) == (1070, 0)


def test_chips_go_back_only_once(linked: Ledger) -> None:
    ledger = linked
    ledger.unlink(WEB)
    win(ledger, WEB, 300, "later")
    made = link(ledger, code_of(ledger, WEB), ANN)
    assert (made.given_back, made.added, made.balance) == (0, 300, 1370)


def test_three_identities_and_no_fourth(linked: Ledger, clock: ManualClock) -> None:
    ledger = linked
    clock.advance(timedelta(seconds=1))
    assert len(link(ledger, code_of(ledger, SSH), WEB).players) == 3
    assert ledger.identities_of(SSH) == (ANN, WEB, SSH)
    with pytest.raises(NotAllowedError, match="at most 3 names"):
        link(ledger, code_of(ledger, LOCAL), ANN)
    ledger.unlink(ANN)
    assert ledger.identities_of(SSH) == (WEB, SSH)
    assert len(link(ledger, code_of(ledger, LOCAL), SSH).players) == 3


def test_a_newer_account_with_two_identities_brings_both(ledger: Ledger, clock: ManualClock) -> None:
    ledger.open_player(ANN)
    clock.advance(timedelta(seconds=1))
    ledger.open_player(WEB)
    link(ledger, code_of(ledger, SSH), WEB)
    first = ledger.identities_of(SSH)
    made = link(ledger, code_of(ledger, ANN), SSH)
    assert set(made.players) == {ANN, SSH, WEB}
    assert made.players[0] == ANN
    for player in (ANN, WEB, SSH):
        assert set(ledger.identities_of(player)) == {ANN, WEB, SSH}
        assert ledger.balance(player) == 1000
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
    assert link(ledger, code_of(ledger, ANN), WEB).given_back == 2000
    assert ledger.balance(WEB) == 1050


def test_a_guest_among_the_identities_follows_a_new_name_but_takes_no_chips_to_another_account(
    ledger: Ledger, clock: ManualClock
) -> None:
    ledger.open_player(WEB)
    clock.advance(timedelta(seconds=1))
    ledger.open_player(BOB)
    link(ledger, code_of(ledger, WEB), BOB)
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
    link(ledger, code_of(ledger, WEB), BOB)
    for taker in (other, WEB):
        with pytest.raises(NotAllowedError):
            ledger.claim_account(code, taker, nick="carl", nick_key="carl")
    with pytest.raises(NotAllowedError, match="several names"):
        ledger.new_code(BOB)


def test_two_names_of_one_network_are_not_linked(ledger: Ledger) -> None:
    ledger.open_player(BOB)
    with pytest.raises(NotAllowedError, match="of the same network"):
        link(ledger, code_of(ledger, ANN), BOB)
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


@pytest.mark.few(1)
def test_linking_gives_a_host_neither_more_chips_nor_more_guests(ledger: Ledger) -> None:
    for number in range(12):
        older = PlayerId.of("libera", nick_key="x", account=f"owner{number}")
        guest = PlayerId.of("web", nick_key=f"guest{number}", address="guest@example.org")
        ledger.open_player(older)
        given = ledger.open_player(guest).balance
        assert given == (1000 if number < 10 else 0)
        made = link(ledger, code_of(ledger, older), guest)
        assert (made.given_back, made.balance) == (given, 1000)
    another = PlayerId.of("web", nick_key="another", address="guest@example.org")
    with pytest.raises(HostLimitError):
        ledger.open_player(another, guests_per_hour=12)


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


@pytest.mark.few(1)
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
    with Ledger(url, clock) as first, Ledger(url, clock) as second:
        for player in (WEB, SSH):
            first.open_player(player)
        code = code_of(first, ANN)
        link(second, code, WEB)
        assert first.link(code, SSH) is None
        assert set(first.identities_of(ANN)) == {ANN, WEB}
