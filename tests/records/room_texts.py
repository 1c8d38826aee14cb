"""Random deals as the texts of rooms, written from their documentation; it shares no code with our readers.

GGPoker, Winamax and PokerNow, as trackers and converters describe them: see docs/import.md.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from ircpoker.cards import CARDS
from ircpoker.table import GAMES, Bet, Betting, Deal, Fold, RaiseTo, Setup, Street
from ircpoker.table.events import (
    AntePosted,
    BetReturned,
    BlindPosted,
    HandMucked,
    HandShown,
    PlayerActed,
    PotWon,
    StreetBegan,
)
from tests.records.deals import choose_action

NAMES = ("ann", "bob", "3fa9c1d2", "Hero", "e2: x", "cat [x]", "dan folds", "Jörg", "x y z", "$5")
TIME = datetime(2024, 5, 7, 10, 17, 7, tzinfo=UTC)


class PlayedDeal(NamedTuple):
    """A deal, and what a room adds to it.

    Attributes:
        deal: the finished deal.
        number: its number.
        seats: the seat of each player at the table, the last one with the button.
        names: the names.
        small: the small blind.
        big: the big blind.
        decimals: of the amounts.
        rake: what the house takes of the pots.
        has_names_of_pots: whether the text tells side pots apart.
    """

    deal: Deal
    number: int
    seats: tuple[int, ...]
    names: tuple[str, ...]
    small: int
    big: int
    decimals: int
    rake: int

    @property
    def is_money(self) -> bool:
        return self.decimals > 0

    def wins(self) -> list[PotWon]:
        """Return who gets how much of which pot after the rake, which comes from the largest share."""
        wins = [event for event in self.deal.events if isinstance(event, PotWon)]
        most = max(range(len(wins)), key=lambda place: wins[place].amount)
        wins[most] = PotWon(wins[most].seat, wins[most].pot, wins[most].amount - self.rake)
        return wins

    def nets(self) -> dict[str, Fraction]:
        """Return the chips that each player won or lost."""
        nets = Counter({seat: after - before for seat, (before, after)
                        in enumerate(zip(self.deal.setup.stacks, self.deal.stacks, strict=True))})  # fmt: skip
        most = max((event for event in self.deal.events if isinstance(event, PotWon)), key=lambda event: event.amount)
        nets[most.seat] -= self.rake
        return {name: Fraction(nets[seat], 10**self.decimals) for seat, name in enumerate(self.names)}


STAKES = ((5, 10), (1, 2), (25, 50), (10, 25))


def played_deal(
    rng: random.Random, number: int, games: tuple[str, ...], blinds: tuple[int, int] = (0, 0), *, decimals: int = -1
) -> PlayedDeal:
    """Return a random deal: short stacks, antes, straddles, posts, dead blinds and walks among them."""
    small, big = blinds if any(blinds) else rng.choice(STAKES)
    decimals = rng.choice((0, 2)) if decimals < 0 else decimals
    game = GAMES[rng.choice(games)]
    count = rng.randint(2, min(9, game.most_seats))
    antes, due = [0] * count, [0] * count
    due[-1 if count == 2 else 0], due[0 if count == 2 else 1] = small, big
    match rng.randrange(6):
        case 0:
            antes = [max(1, big // 5)] * count
        case 1:
            antes[0 if count == 2 else 1] = big  # for all
        case 2 if count > 3:
            due[3] = -big  # of a newcomer
        case 3 if count > 3:
            due[3], antes[3] = -big, small  # of somebody who missed both
        case 4 if count > 3 and game.betting is Betting.NO_LIMIT:
            due[2] = 2 * big
    most = rng.choice((2, 12, 100)) * big
    stacks = [rng.randint(1, most) for _ in range(count)]
    for seat in range(count):
        if due[seat] < 0 or due[seat] > big or antes[seat] == big:
            stacks[seat] += 3 * big  # these are never short
    if rng.random() < 0.1:
        stacks = [most] * count
    setup = Setup(
        game=game, stacks=tuple(stacks), small_bet=big, big_bet=2 * big if game.betting is Betting.LIMIT else 0,
        blinds=tuple(due), antes=tuple(antes) if any(antes) else (), antes_are_dead=len(set(antes)) > 1,
        full_blinds=small + big if game.betting is Betting.POT_LIMIT else 0, all_in_may_muck=True,
    )  # fmt: skip
    deal, temper, walks = Deal(setup, rng.sample(CARDS, 52)), rng.random(), rng.random() < 0.1
    while deal.actor is not None:
        legal = deal.legal_actions()
        assert legal is not None
        deal.act(deal.actor, Fold() if walks and legal.call else choose_action(deal, rng, temper, plain=True))
    if any(isinstance(event, BetReturned) for event in deal.events[: 2 * count]) and any(antes):
        return played_deal(
            rng, number, games, (small, big), decimals=decimals
        )  # an ante that only one can pay: no room has a line for it
    seats = sorted(rng.sample(range(1, 11), count))
    start = rng.randrange(count)
    total = sum(event.amount for event in deal.events if isinstance(event, PotWon))
    rake = total // 20 if decimals and deal.board and rng.random() < 0.8 else 0
    return PlayedDeal(
        deal, number, tuple(seats[start:] + seats[:start]), tuple(rng.sample(NAMES, count)), small, big, decimals, rake
    )


class _Teller:
    """Tells a deal line by line; rooms differ in the words."""

    def __init__(self, played: PlayedDeal, rng: random.Random) -> None:
        self.played = played
        self.rng = rng
        self.deal = played.deal
        self.left = list(played.deal.setup.stacks)
        self.bets = [0] * len(self.left)
        self.to_match = 0
        self.board: tuple[object, ...] = ()
        self.hero = rng.randrange(len(self.left))

    def amount(self, units: int) -> str:
        """Return an amount, without needless zeros."""
        number = Fraction(units, 10**self.played.decimals)
        return str(number.numerator) if number.denominator == 1 else f"{float(number):.2f}"

    def cards(self, seat: int) -> str:
        return " ".join(map(str, self.deal.hole_cards[seat]))

    def kind(self, seat: int) -> str:
        """Return the kind of a seat's blind."""
        blind = self.deal.setup.blinds[seat]
        if blind < 0:
            return "post"
        return {self.played.small: "small", self.played.big: "big"}.get(blind, "straddle")

    def forced(self) -> list[tuple[str, int, int, bool]]:
        """Return kind, seat, amount and whether it was all, of each ante and blind in the order of posting."""
        posted = []
        for event in self.deal.events:
            if not isinstance(event, AntePosted | BlindPosted):
                continue
            self.left[event.seat] -= event.amount
            kind = "ante" if isinstance(event, AntePosted) else self.kind(event.seat)
            if kind == "ante" and self.kind(event.seat) == "post":
                kind = "dead"
            if isinstance(event, BlindPosted):
                self.bets[event.seat] = event.amount
            posted.append((kind, event.seat, event.amount, not self.left[event.seat]))
        self.to_match = max(map(abs, self.deal.setup.blinds))
        order = ["ante", "small", "big", "straddle", "dead", "post"]
        return sorted(posted, key=lambda each: order.index(each[0]))

    def play(self, talk: Callable[[], list[str]]) -> Iterator[str]:
        """Yield the lines from the first action on to the last."""
        for event in self.deal.events:
            if isinstance(event, StreetBegan) and event.board:
                self.board += event.board
                self.bets, self.to_match = [0] * len(self.left), 0
                yield self.street(event)
            elif isinstance(event, PlayerActed):
                yield from talk()
                self.left[event.seat] -= event.paid
                self.bets[event.seat] += event.paid
                yield self.acted(event)
                self.to_match = max(self.to_match, self.bets[event.seat])
            elif isinstance(event, BetReturned):
                yield from self.returned(event)

    def street(self, event: StreetBegan) -> str:
        before = " ".join(map(str, self.board[: -len(event.board)]))
        now = " ".join(map(str, event.board))
        name = f"*** {event.street.upper()} ***"
        return f"{name} [{now}]" if event.street is Street.FLOP else f"{name} [{before}]{self.between}[{now}]"

    between = " "

    def acted(self, event: PlayerActed) -> str:
        raise NotImplementedError

    def returned(self, event: BetReturned) -> list[str]:
        raise NotImplementedError

    def shown(self) -> list[int]:
        return [event.seat for event in self.deal.events if isinstance(event, HandShown)]

    def got(self) -> Counter[int]:
        got = Counter[int]()
        for event in self.played.wins():
            got[event.seat] += event.amount
        return got

    def has_showdown(self) -> bool:
        return any(isinstance(event, HandShown | HandMucked) for event in self.deal.events)


class _GgTeller(_Teller):
    sign = ""

    def chips(self, units: int) -> str:
        return f"{'$' if self.played.is_money else ''}{self.amount(units)}"

    def acted(self, event: PlayerActed) -> str:
        name, all_in = self.played.names[event.seat], "" if self.left[event.seat] else " and is all-in"
        match event.action:
            case Fold():
                return f"{name}: folds"
            case Bet():
                return f"{name}: bets {self.chips(event.paid)}{all_in}"
            case RaiseTo(amount):
                by = amount - max(self.to_match, *[bet for seat, bet in enumerate(self.bets) if seat != event.seat])
                return f"{name}: raises {self.chips(by)} to {self.chips(amount)}{all_in}"
        return f"{name}: calls {self.chips(event.paid)}{all_in}" if event.paid else f"{name}: checks"

    def returned(self, event: BetReturned) -> list[str]:
        return [f"Uncalled bet ({self.chips(event.amount)}) returned to {self.played.names[event.seat]}"]

    def lines(self) -> Iterator[str]:
        played, names = self.played, self.played.names
        game = {"holdem": "Hold'em", "omaha": "Omaha"}[self.deal.setup.game.name]
        betting = {Betting.NO_LIMIT: "No Limit", Betting.POT_LIMIT: "Pot Limit", Betting.LIMIT: "Limit"}[
            self.deal.setup.game.betting
        ]
        low, high = (played.big, 2 * played.big) if betting == "Limit" else (played.small, played.big)
        time = TIME.strftime("%Y/%m/%d %H:%M:%S")
        if played.is_money:
            yield f"Poker Hand #RC{played.number}: {game} {betting} ({self.chips(low)}/{self.chips(high)}) - {time}"
        else:
            title = f"Bounty $5, Day 1 [{game}]"
            yield f"Poker Hand #TM{played.number}: Tournament #77, {title} {game} {betting} " + (
                f"- Level3({low:,}/{high:,}) - {time}"
            )
        yield f"Table 'RushAndCash{played.number}' 10-max Seat #{played.seats[-1]} is the button"
        for seat in sorted(range(len(names)), key=lambda seat: played.seats[seat]):
            yield f"Seat {played.seats[seat]}: {names[seat]} ({self.chips(self.left[seat])} in chips)"
        words = {"ante": "posts the ante", "small": "posts small blind", "big": "posts big blind",
                 "straddle": "straddle", "dead": "posts the ante", "post": "posts missed blind"}  # fmt: skip
        for kind, seat, units, is_all in self.forced():
            yield f"{names[seat]}: {words[kind]} {self.chips(units)}{' and is all-in' if is_all else ''}"
        yield "*** HOLE CARDS ***"
        for seat, name in enumerate(names):
            yield f"Dealt to {name} [{self.cards(seat)}]" if seat == self.hero else f"Dealt to {name} "
        yield from self.play(lambda: [f"{names[self.hero]} has timed out"] if self.rng.random() < 0.05 else [])
        yield "*** SHOWDOWN ***"
        for seat in self.shown():
            yield f"{names[seat]}: shows [{self.cards(seat)}] (a pair of Deuces)"
        for event in played.wins():
            yield f"{names[event.seat]} collected {self.chips(event.amount)} from pot"
        yield "*** SUMMARY ***"
        total = sum(event.amount for event in played.wins()) + played.rake
        jackpot = played.rake // 3
        taken = f"Rake {self.chips(played.rake - jackpot)} | Jackpot {self.chips(jackpot)} | Bingo {self.chips(0)}"
        yield f"Total pot {self.chips(total)} | {taken} | Fortune {self.chips(0)} | Tax {self.chips(0)}"
        if self.board:
            yield f"Board [{' '.join(map(str, self.board))}]"
        yield from self.outcomes()

    def outcomes(self) -> Iterator[str]:
        names, got, shown = self.played.names, self.got(), self.shown()
        marks = {"small": " (small blind)", "big": " (big blind)"}
        for seat in sorted(range(len(names)), key=lambda seat: self.played.seats[seat]):
            button = " (button)" if seat == len(names) - 1 else ""
            start = f"Seat {self.played.seats[seat]}: {names[seat]}{button}{marks.get(self.kind(seat), '')}"
            won = f"won ({self.chips(got[seat])})"
            if seat in shown:
                yield f"{start} showed [{self.cards(seat)}] and {won if got[seat] else 'lost'} with a pair of Deuces"
            else:
                yield f"{start} {won if got[seat] else 'folded before Flop'}"


def gg_text(played: PlayedDeal, rng: random.Random) -> str:
    """Return a deal in the lines of GGPoker."""
    return "\n".join(_GgTeller(played, rng).lines()) + "\n\n"


class _WinamaxTeller(_GgTeller):
    between = ""

    def __init__(self, played: PlayedDeal, rng: random.Random) -> None:
        super().__init__(played, rng)
        self.back = Counter[int]()

    def chips(self, units: int) -> str:
        return f"{self.amount(units)}{'€' if self.played.is_money else ''}"

    def acted(self, event: PlayerActed) -> str:
        name = self.played.names[event.seat]
        return f"{name} {super().acted(event).removeprefix(f'{name}: ')}"

    def returned(self, event: BetReturned) -> list[str]:
        self.back[event.seat] += event.amount
        return []

    def lines(self) -> Iterator[str]:
        played, names, setup = self.played, self.played.names, self.deal.setup
        game = {"holdem": "Holdem", "omaha": "Omaha"}[setup.game.name]
        betting = {Betting.NO_LIMIT: "no limit", Betting.POT_LIMIT: "pot limit", Betting.LIMIT: "fixed limit"}[
            setup.game.betting
        ]
        low, high = (played.big, 2 * played.big) if betting == "fixed limit" else (played.small, played.big)
        kind = "CashGame" if played.is_money else 'Tournament "Kill "The" Fish" buyIn: 0.90€ + 0.10€ level: 3'
        ante = f"{self.chips(max(setup.antes))}/" if setup.antes else ""
        yield (f"Winamax Poker - {kind} - HandId: #94019-{played.number}-1483851372 - {game} {betting} "
               f"({ante}{self.chips(low)}/{self.chips(high)}) - {TIME:%Y/%m/%d %H:%M:%S} UTC")  # fmt: skip
        money = "real" if played.is_money else "play"
        yield f"Table: 'Nice 09' 10-max ({money} money) Seat #{played.seats[-1]} is the button"
        for seat in sorted(range(len(names)), key=lambda seat: played.seats[seat]):
            yield f"Seat {played.seats[seat]}: {names[seat]} ({self.chips(self.left[seat])})"
        yield "*** ANTE/BLINDS ***"
        words = {"ante": "posts ante", "small": "posts small blind", "big": "posts big blind",
                 "straddle": "posts straddle", "dead": "posts small blind", "post": "posts big blind"}  # fmt: skip
        for post, seat, units, is_all in self.forced():
            place = " out of position" if post in {"dead", "post"} else ""
            yield f"{names[seat]} {words[post]} {self.chips(units)}{place}{' and is all-in' if is_all else ''}"
        yield f"Dealt to {names[self.hero]} [{self.cards(self.hero)}]"
        yield "*** PRE-FLOP ***"
        yield from self.play(list)
        if self.shown():
            yield "*** SHOW DOWN ***"
        for seat in self.shown():
            yield f"{names[seat]} shows [{self.cards(seat)}] (One pair : 2)"
        got = self.collected()
        pots = max(event.pot for event in played.wins())
        for pot, seat, units in got:
            name = "pot" if not pots else f"side pot {pot}" if pot else "main pot"
            yield f"{names[seat]} collected {self.chips(units)} from {name}"
        yield "*** SUMMARY ***"
        rake = f"Rake {self.chips(played.rake)}" if played.rake else "No rake"
        yield f"Total pot {self.chips(sum(units for _, _, units in got))} | {rake}"
        if self.board:
            yield f"Board: [{' '.join(map(str, self.board))}]"
        for seat in sorted({seat for _, seat, _ in got}):
            won = self.chips(sum(units for _, other, units in got if other == seat))
            showed = f"showed [{self.cards(seat)}] and " if seat in self.shown() else ""
            button = " (button)" if seat == len(names) - 1 else ""
            yield f"Seat {played.seats[seat]}: {names[seat]}{button} {showed}won {won}"

    def collected(self) -> list[tuple[int, int, int]]:
        """Return pot, seat and chips of each share; an uncalled bet is in the last pot of its player."""
        shares = [[event.pot, event.seat, event.amount] for event in self.played.wins()]
        for seat, units in self.back.items():
            mine = next((share for share in shares if share[1] == seat), None)
            if mine is None:
                shares.insert(0, [shares[0][0] + 1, seat, units])
            else:
                mine[2] += units
        return [(pot, seat, units) for pot, seat, units in shares]


def winamax_text(played: PlayedDeal, rng: random.Random) -> str:
    """Return a deal in the lines of Winamax."""
    return "\n".join(_WinamaxTeller(played, rng).lines()) + "\n\n"


_SUITS = str.maketrans("shdc", "♠♥♦♣")


class _NowTeller(_Teller):
    def named(self, seat: int) -> str:
        return f'"{self.played.names[seat]} @ id-{seat}xZ"'

    def picture(self, cards: object) -> str:
        return ", ".join(f"{str(card)[0].replace('T', '10')}{str(card)[1].translate(_SUITS)}" for card in cards)  # type: ignore[attr-defined] # cards

    def amount(self, units: int) -> str:
        return f"{units / 10**self.played.decimals:.2f}" if self.played.decimals else str(units)

    def street(self, event: StreetBegan) -> str:
        before, now = self.board[: -len(event.board)], self.picture(event.board)
        if event.street is Street.FLOP:
            return f"Flop:  [{now}]"
        return f"{event.street.capitalize()}: {self.picture(before)} [{now}]"

    def acted(self, event: PlayerActed) -> str:
        all_in = "" if self.left[event.seat] else " and go all in"
        total = self.amount(self.bets[event.seat])
        match event.action:
            case Fold():
                return f"{self.named(event.seat)} folds"
            case Bet():
                return f"{self.named(event.seat)} bets {total}{all_in}"
            case RaiseTo():
                return f"{self.named(event.seat)} raises to {total}{all_in}"
        return f"{self.named(event.seat)} calls {total}{all_in}" if event.paid else f"{self.named(event.seat)} checks"

    def returned(self, event: BetReturned) -> list[str]:
        return [f"Uncalled bet of {self.amount(event.amount)} returned to {self.named(event.seat)}"]

    def entries(self) -> Iterator[str]:
        played = self.played
        game = {
            "holdem": "No Limit Texas Hold'em",
            "pot_limit": "Pot Limit Texas Hold'em",
            "omaha": "Pot Limit Omaha Hi",
        }
        name = next(key for key, each in GAMES.items() if each == self.deal.setup.game)
        dealer = self.named(len(played.seats) - 1)
        yield f"-- starting hand #{played.number} (id: a{played.number}z)  ({game[name]}) (dealer: {dealer}) --"
        order = sorted(range(len(played.seats)), key=lambda seat: played.seats[seat])
        stacks = [f"#{played.seats[seat]} {self.named(seat)} ({self.amount(self.left[seat])})" for seat in order]
        yield f"Player stacks: {' | '.join(stacks)}"
        yield f"Your hand is {self.picture(self.deal.hole_cards[self.hero])}"
        words = {"ante": "an ante", "small": "a small blind", "big": "a big blind", "straddle": "a straddle",
                 "dead": "a missing small blind", "post": "a missed big blind"}  # fmt: skip
        for kind, seat, units, is_all in self.forced():
            yield f"{self.named(seat)} posts {words[kind]} of {self.amount(units)}{' and go all in' if is_all else ''}"
        talk = ['The player "zed @ q1" requested a seat.', 'The admin approved the player "zed @ q1" participation.']
        yield from self.play(lambda: talk if self.rng.random() < 0.05 else [])
        for seat in self.shown():
            yield f"{self.named(seat)} shows a {self.picture(self.deal.hole_cards[seat])}."
        for event in played.wins():
            with_pair = "with Pair, 2's (combination: 2♣)"
            yield f"{self.named(event.seat)} collected {self.amount(event.amount)} from pot {with_pair}"
        yield f"-- ending hand #{played.number} --"


def pokernow_log(deals: list[PlayedDeal], rng: random.Random, *, is_backwards: bool = True) -> str:
    """Return deals as the log of PokerNow."""
    moment, rows = TIME, []
    for played in deals:
        for entry in _NowTeller(played._replace(rake=0), rng).entries():
            moment += timedelta(milliseconds=rng.choice((0, 1500)))
            text = entry.replace('"', '""')
            order = 171507702700000 + len(rows)
            rows.append(f'"{text}",{moment:%Y-%m-%dT%H:%M:%S}.123Z,{order}')
    return "\n".join(["entry,at,order", *(rows[::-1] if is_backwards else rows)]) + "\n"
