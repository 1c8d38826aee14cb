"""Tables without a channel: private lines to each player, a line a street."""

import re
from collections import Counter
from math import inf
from random import Random

import pytest

from ircpoker.chat.message import Reply
from ircpoker.lobby import Place, Table
from ircpoker.lobby.admission import Crowd, lines_a_deal
from ircpoker.lobby.hand_end import call_off
from ircpoker.tournaments.settings import TournamentSettings
from ircpoker.words import Phrase
from tests.tiers import count, seeds
from tests.tournaments.arena import CHANNEL, Arena, check
from tests.tournaments.test_large import make
from tests.tournaments.test_pace import play_as_regulars

PEOPLE = 7
WORDS = "free seats 4 stack 1000 10/20@20h 20/40@5h 40/80@5h 80/160@5h"
_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def begin(arena: Arena, words: str = WORDS, people: int = PEOPLE, robots: int = 3) -> None:
    tournament = make(arena, words, people, robots)
    arena.tournaments.begin(tournament)
    arena.run()


def test_places_by_lines_are_read_as_they_are_written() -> None:
    place = Place.of_lines("net", 12)
    assert (str(place), place.title, place.is_by_lines, place.is_private) == ("lines:net/12", "", True, False)
    assert Place.parse(str(place)) == place
    assert not place.is_beside(Place.of_lines("net", 11))


@pytest.mark.parametrize(
    ("listed", "places"),
    [
        ((), ["channel:net/#poker", "lines:net/1", "lines:net/2"]),
        (("#two",), ["channel:net/#two", "lines:net/1", "lines:net/2"]),
        (("#two", "#poker", "#gone"), ["channel:net/#two", "channel:net/#poker", "lines:net/1"]),
    ],
)
def test_tables_without_a_channel_play_by_lines(listed: tuple[str, ...], places: list[str]) -> None:
    sections = {"tournaments": TournamentSettings(channels=listed)}
    with Arena(channels=(CHANNEL, "#two"), sections=sections) as arena:
        begin(arena)
        assert [str(table.place) for table in arena.tournament.tables.values()] == places
        check(arena)


def test_the_only_table_plays_where_the_tournament_was_created() -> None:
    with Arena(channels=(CHANNEL, "#two"), sections={"tournaments": TournamentSettings(channels=("#two",))}) as arena:
        begin(arena, people=3, robots=0)
        assert [table.place.title for table in arena.lobby.tables] == [CHANNEL]


@pytest.mark.slow(1)
def test_each_player_reads_everything_once_and_no_more_than_a_line_a_street() -> None:
    with Arena(seed=1) as arena:
        begin(arena)
        tables = [table for table in arena.lobby.tables if table.place.is_by_lines]
        names = {seat.nick for table in tables for seat in table.seats.people}
        arena.play(Random(1), 150, boldness=0.03)
        own = {name: [line.text for line in arena.lines if line.target == name] for name in names}
        assert len(names) > 2
        for name, lines in own.items():
            deals = [line for line in lines if " you hold " in line]
            turns = [line for line in lines if "your turn: " in line]
            streets = [line for line in lines if re.search(r"\| (pot \d+ \| )?\w+: (check|call)", line)]
            assert len(deals) > 5
            assert turns
            assert len(streets) <= 3 * len(deals)
            for line in lines:
                # Hole cards of others only at a showdown.
                if " wins " not in line and "holds" not in line and " you hold " in line:
                    assert len(_CARD.findall(line)) == 2
            assert not [line for line in lines if re.search(rf"\b{name} (checks|calls|folds|bets|raises)", line)]
        check(arena)


@pytest.mark.slow(1)
def test_no_action_is_lost_or_comes_twice() -> None:
    with Arena(seed=2) as arena:
        begin(arena, people=8, robots=0)
        table = next(table for table in arena.lobby.tables if table.place.is_by_lines)
        names = sorted(seat.nick for seat in table.seats.people)
        arena.play(Random(1), 80, boldness=0.02)
        begun = re.compile(r"#(\d+) you hold")
        read: dict[str, Counter[str]] = {}
        for name in names:
            deal = ""
            found: Counter[str] = Counter()
            for line in [line.text for line in arena.lines if line.target == name]:
                deal = (begun.match(line) or [None, deal])[1] or deal
                for who, did in re.findall(r"(p\d) (checks|calls|folds|bets|raises)", line):
                    found[f"{deal} {who} {did}"] += 1
            read[name] = found
        finished = {match[1] for line in arena.lines if (match := re.match(r"#(\d+) \w+ wins? ", line.text))}
        first, second, *_ = names
        others = [name for name in names if name not in {first, second}]
        for third in others:
            seen = [
                {
                    key: number
                    for key, number in read[name].items()
                    if key.split()[1] == third and key.split()[0] in finished
                }
                for name in (first, second)
            ]
            assert seen[0] == seen[1]
            assert seen[0]


def test_nothing_of_a_hand_that_was_called_off_is_in_lines_of_the_next() -> None:
    with Arena(seed=2) as arena:
        begin(arena, people=8, robots=0)
        table = next(table for table in arena.lobby.tables if table.place.is_by_lines)
        say_next(arena, table, "!raise 60")
        called = len(arena.lines)
        table.change(lambda draft: call_off(draft, Phrase("call_off.fault")))
        for _ in range(3):
            say_next(arena, table, "!call")
        names = {seat.nick for seat in table.seats.people}
        new = [line.text for line in arena.lines[called:] if line.target in names]
        assert any(" calls " in line for line in new)
        assert all("is called off" in line for line in new if " raises " in line)


def say_next(arena: Arena, table: Table, text: str) -> None:
    """Let the next player of a table say something."""
    while not (nick := next((nick for each, nick in arena.actors() if each is table), "")):
        arena.wait(1)
    arena.tell(nick, text)
    arena.wait(1)


@pytest.mark.slow(1)
def test_they_go_on_after_a_restart_and_people_come_and_go() -> None:
    arena = Arena(seed=3)
    begin(arena)
    arena.play(Random(2), 30, boldness=0.03)
    arena = arena.again()
    check(arena)
    table = next(table for table in arena.lobby.tables if table.place.is_by_lines)
    seat = next(seat for seat in table.seats.people)
    arena.services.presence.quit(arena.person(seat.nick))
    assert next(each for each in table.seats.people if each.nick == seat.nick).is_away
    arena.services.presence.joined(arena.person(seat.nick), CHANNEL)
    assert not next(each for each in table.seats.people if each.nick == seat.nick).is_away
    arena.services.presence.parted(arena.person(seat.nick), CHANNEL)
    assert not next(each for each in table.seats.people if each.nick == seat.nick).is_away
    arena.play(Random(3), 4000, boldness=0.1)
    assert arena.is_over
    assert any("is over" in line for line in arena.to(CHANNEL))
    arena.check_ledger()
    arena.close()


@pytest.mark.slow(1)
def test_registration_stops_where_a_deal_would_take_too_long_and_names_the_tables() -> None:
    with Arena(most_seconds_a_hand=60) as arena:
        arena.services.tables.lobby._context.line_seconds = lambda _: 1.0
        tournament = make(arena, "free seats 4", 2, 0)
        answers = [arena.say(f"q{number}", "!tournament register open") for number in range(40)]
        refused = [answer[0] for answer in answers if answer and answer[0].startswith("no more room")]
        assert refused
        people = len(tournament.state.entries)
        assert refused[0].startswith(f"no more room: {-(-people // 4)} table")


@pytest.mark.slow(20)
def test_a_deal_takes_as_long_as_registration_expects_within_a_fifth() -> None:
    arena = Arena(seed=4)
    begin(arena, "free seats 6 stack 3000 10/20@90", 12, 0)
    (by_lines,) = [table for table in arena.lobby.tables if table.place.is_by_lines]
    before = by_lines.seats.copy()
    play_as_regulars(arena, count(200, 40), 4)
    names = [seat.nick for seat in before.people]
    lines = [line.text for line in arena.lines if line.target in names]
    deals = len({line.split()[0] for line in lines if " you hold " in line})
    measured = len(lines) / deals
    assert measured == pytest.approx(lines_a_deal(Crowd(1, 6, 6, 1)), rel=0.2)
    arena.close()


class Timed(Arena):
    """A bot whose lines are kept with their times."""

    def __init__(self, seed: int) -> None:
        self.timed: list[tuple[float, str, str]] = []
        super().__init__(seed=seed)

    def hear(self, target: str, reply: Reply) -> None:
        super().hear(target, reply)
        self.timed.append((self.clock.monotonic(), target, reply.text))


@pytest.mark.slow(1)
@pytest.mark.few(1)
@pytest.mark.parametrize("seed", list(seeds(40, 4)))
def test_each_hand_begins_when_its_table_announced_despite_moves(seed: int) -> None:
    with Timed(seed) as arena:
        begin(arena, people=5, robots=7)
        arena.play(Random(seed), boldness=0.3)
        announced: dict[tuple[str, str], float] = {}
        begun = 0
        for at, target, line in arena.timed:
            if found := re.match(r"(?:.*\| )?#(\d+)(?: in (\S+) s)?, sealed ", line):
                announced[target, found[1]] = at + float(found[2]) if found[2] else inf
            if found := re.match(r"#(\d+) (?:you hold|\d+/)", line):
                assert at <= announced.pop((target, found[1]), inf) + 1, (target, line)
                begun += 1
        assert begun > 20


def test_who_has_no_cards_reads_how_the_deal_begins() -> None:
    with Arena(seed=1) as arena:
        begin(arena)
        table = next(table for table in arena.lobby.tables if table.place.is_by_lines)
        late = table.seats.people[0].nick
        while table.hand is None or not table.hand.deal.setup.dead:
            assert not table.is_over
            others = [nick for each, nick in arena.actors() if each is table and nick != late]
            if others:
                arena.tell(others[0], "!fold")
            else:
                arena.wait(10)  # Who runs out of time twice sits out.
        hand = table.hand
        nick = table.seats[hand.numbers[hand.deal.setup.dead[0]]].nick
        arena.wait(2)
        (begun,) = [line for line in arena.to(nick) if re.match(rf"#{hand.deal_id} \d+/\d+ \| ", line)]
        assert re.search(r"\byou \d+", begun)
