"""A sit-and-go at one table, from its first line to its payout."""

import hashlib
import hmac
import json
import re
import struct
from pathlib import Path
from random import Random

import pytest

from ircpoker.cli.main import main
from ircpoker.errors import LedgerError, SavedGameError
from ircpoker.ledger import TournamentResult
from ircpoker.ledger.tournaments import KIND
from ircpoker.people import Person
from ircpoker.tournaments import registering
from ircpoker.tournaments.draft import TournamentDraft
from ircpoker.tournaments.requests import parse_tournament
from ircpoker.tournaments.state import TournamentEntry, load_tournament
from tests.chat.routers import FAILS
from tests.tournaments.arena import NET, Arena, check, open_sng


def results(arena: Arena) -> TournamentResult:
    (found,) = arena.services.ledger.tournament_results(NET)
    return found


@pytest.mark.parametrize("channel", [None, "#poker"])
def test_it_is_opened_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch, channel: str | None) -> None:
    entered = []

    def enter_some(draft: TournamentDraft, entry: TournamentEntry, stake: int = 0) -> TournamentEntry:
        entered.append(entry)
        if len(entered) == (3 if channel is None else 1):
            raise LedgerError("no room")
        return add(draft, entry, stake)

    add = registering._add
    with Arena() as arena:
        with monkeypatch.context() as patch:
            patch.setattr(registering, "_add", enter_some)
            assert arena.say("alice", "!sng 4", channel) == [FAILS]
        assert arena.is_over
        assert not arena.services.ledger.games(KIND)
        assert arena.chips("alice") == 1000
        assert arena.say("alice", "!sng 4", channel)[0].startswith("A sit-and-go of 4")
        assert arena.tournament.state.is_playing == (channel is None)
        check(arena)


@pytest.mark.slow(10)
def test_people_and_robots_play_to_a_winner() -> None:
    with Arena() as arena:
        open_sng(arena, "6 turbo", "alice", "bob", robots="tight regular loose wild")
        assert arena.tournament.state.is_playing
        assert (arena.chips("alice"), arena.chips("bob")) == (900, 900)
        check(arena)
        arena.play(Random(4), boldness=0.02)
        assert arena.is_over
        result = results(arena)
        assert [finish.place for finish in result.finishes] == [1, 2, 3, 4, 5, 6]
        assert [finish.prize for finish in result.finishes] == [390, 210, 0, 0, 0, 0]
        won = {finish.nick: finish.prize for finish in result.finishes}
        assert arena.chips("alice") == 900 + won["alice"]
        assert arena.chips("bob") == 900 + won["bob"]
        assert not arena.lobby.tables
        assert any("sng is over" in line for line in arena.to("#poker"))


def test_nothing_is_paid_in_a_free_one() -> None:
    with Arena() as arena:
        open_sng(arena, "free 2", "alice", "bob")
        arena.play(Random(2))
        assert (arena.chips("alice"), arena.chips("bob")) == (1000, 1000)
        assert arena.is_over
        assert [finish.prize for finish in results(arena).finishes] == [0, 0]


@pytest.mark.slow(10)
@pytest.mark.parametrize(
    "game",
    ["draw", *[pytest.param(game, marks=pytest.mark.deep) for game in ("limit", "omaha", "pot_limit", "limit_draw")]],
)
def test_any_game(game: str) -> None:
    with Arena() as arena:
        open_sng(arena, f"3 {game} turbo", "alice", "bob", "carol")
        arena.play(Random(3), 4000, boldness=0.4, pace=20.0)
        assert arena.is_over
        assert sum(finish.prize for finish in results(arena).finishes) == 300


@pytest.mark.slow(5)
def test_robots_alone_end_it_at_once_and_their_prizes_go_back_to_the_house() -> None:
    """A house rule: without people, the robots' places follow from their chips."""
    with Arena() as arena:
        open_sng(arena, "4 turbo", "alice", robots="caller random raiser")
        before = arena.services.ledger.audit()
        arena.play(Random(5), boldness=0.9)
        after = arena.services.ledger.audit()
        assert arena.is_over
        prize = next(finish.prize for finish in results(arena).finishes if finish.nick == "alice")
        assert after.issued == after.held == before.issued - 400 + prize


def test_the_draw_of_seats_can_be_checked_by_hand(tmp_path: Path) -> None:
    """Written from docs/tournaments.md and docs/verify.md alone."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    with Arena(url) as arena:
        arena.say("alice", "!seed my lucky socks")
        open_sng(arena, "4 turbo", "alice", "bob", robots="caller folder")
        shown = next(line for line in arena.to("#poker") if "The seats are drawn by" in line)
        number, sealed = re.search(r"#(\d+), sealed (\w{40})", shown).groups()
        lines = arena.say("bob", f"!proof {number}")
        secret = bytes.fromhex(re.search(r"secret (\w{64})", lines[1])[1])
        given = lines[1].split(", seeds ")[1].split(", ")
        seeds = ["" if each == "(none)" else each.strip("'") for each in given]
        assert seeds == ["my lucky socks", ""]
        assert hashlib.sha256(secret).hexdigest().startswith(sealed)
        message = struct.pack(">I", len(seeds))
        for text in (number, *seeds):
            message += struct.pack(">I", len(text.encode())) + text.encode()
        label = b"ircpoker numbers 1\n"
        numbers = [hmac.digest(secret, label + struct.pack(">I", k) + message, "sha256")[:8] for k in range(4)]
        assert lines[3].startswith("the first numbers of the draw " + " ".join([each.hex() for each in numbers]))
        entries = sorted(range(4), key=lambda entry: numbers[entry])
        drawn = [arena.tournament.state.entries[entry + 1].nick for entry in entries]
        (table,) = arena.lobby.tables
        assert [table.seats[seat].nick for seat in sorted(table.seats)] == drawn
    assert main(["verify", number, "--database", url, "--commitment", sealed]) == 0


def test_chips_of_tournaments_are_not_in_the_statistics() -> None:
    with Arena() as arena:
        open_sng(arena, "2 turbo", "alice", "bob")
        arena.play(Random(3), boldness=0.6)
        assert arena.is_over
        player = arena.player("alice")
        ledger = arena.services.ledger
        assert (ledger.figures(player), ledger.nets(player, 10)) == ((), [])
        assert ledger.counted_rows(0, 1000) == []
        assert ledger.last_hands(player, 1)  # The deals themselves are kept.
        (line,) = arena.say("alice", "!stats")
        assert re.search(r"tournament: played 1, won [01], staked 100, paid (0|200)", line)
        arena.say("alice", "!open 300")
        arena.say("bob", "!sit 300")
        arena.wait(6)
        arena.say(arena.actor(), "!fold")
        assert sum(figures.hands for figures in ledger.figures(player)) == 1


def test_a_person_withdraws_and_gets_the_buy_in_back() -> None:
    with Arena() as arena:
        open_sng(arena, "3", "alice", "bob")
        check(arena)
        assert arena.say("bob", "!sng leave") == ["bob is out of sng again; the buy-in is paid back."]
        assert arena.chips("bob") == 1000
        check(arena)
        arena.say("alice", "!sng leave")
        assert arena.is_over
        assert arena.chips("alice") == 1000
        assert results(arena).is_cancelled


def test_two_entrants_with_one_nick_get_different_names() -> None:
    """Those of the channel's network keep it; of two of them it is the first. Lines reach all by their own nicks."""
    with Arena() as arena:
        plan = parse_tournament("cup in 1 h", ["holdem"], arena.tournaments.settings, arena.clock.now())
        tournament = arena.tournaments.create(arena.place("#poker"), plan, arena.person("op"))
        elsewhere = [Person("web", nick, f"{nick}{number}") for number, nick in enumerate(("ann", "Ann", "bob"))]
        accounts = [arena.person("ann", account=name) for name in ("Ann", "Anna")]
        for person in [elsewhere[0], elsewhere[1], accounts[0], accounts[1], elsewhere[2]]:
            arena.tournaments.enter(tournament, person)
            check(arena)
        entries = list(tournament.state.entries.values())
        assert [entry.nick for entry in entries] == ["ann@web2", "Ann@web", "ann", "ann@net", "bob"]
        assert [entry.own_nick for entry in entries] == ["ann", "Ann", "ann", "ann", "bob"]
        assert "ann@web2, Ann@web, ann, ann@net, bob" in arena.say("carol", "!tournament cup")[0]
        for words in ("cup register", "unregister cup", "register cup", "cup unregister"):
            arena.say("carol", f"!tournament {words}")
            assert len(tournament.state.entries) == 5 + ("unregister" not in words)
        arena.tournaments.begin(tournament)
        check(arena)


def test_chips_of_nobody_are_not_taken_up() -> None:
    """A damaged entry has no owner to whom its chips could be paid: the tournament is left, with all of them."""
    with Arena() as arena:
        open_sng(arena, "3", "alice", robots="caller")
        (saved,) = arena.services.ledger.games(KIND)
        data = json.loads(saved.state)
        for entry in data["entries"]:
            nobody = {name: value for name, value in entry.items() if name not in {"player", "robot"}}
            text = json.dumps(data | {"entries": [nobody]})
            with pytest.raises(SavedGameError, match="neither a person's nor a robot's"):
                load_tournament(text)


def test_a_waiting_one_survives_restarts_and_begins_after_them() -> None:
    arena = Arena()
    open_sng(arena, "3", "alice", "bob")
    for _ in range(3):
        arena = arena.again()
        check(arena)
    assert arena.say("carol", "!sng") == ["carol is in: the seats are taken."]
    assert arena.tournament.state.is_playing
    check(arena)
    arena.play(Random(8))
    assert arena.is_over
    arena.check_ledger()
    arena.close()


@pytest.mark.slow(5)
@pytest.mark.parametrize("seed", range(6))
def test_it_goes_on_after_restarts_at_any_moment(seed: int) -> None:
    rng = Random(seed)
    arena = Arena(seed=seed)
    open_sng(arena, "5 turbo", "alice", "bob", robots="caller random raiser")
    while not arena.is_over:
        arena.play(rng, rng.randint(1, 6))
        arena.wait(rng.choice((0.0, 1.0, 4.0)))
        if arena.is_over:
            break
        before = {entry.number: entry.out for entry in arena.tournament.state.entries.values()}
        arena = arena.again()
        assert {entry.number: entry.out for entry in arena.tournament.state.entries.values()} == before
        check(arena)
    assert sum(finish.prize for finish in results(arena).finishes) == 500
    arena.check_ledger()
    arena.close()
