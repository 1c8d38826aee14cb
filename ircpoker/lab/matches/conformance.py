"""Fifty cases that test whether a program follows the protocol of docs/own-robot.md.

In a match an illegal action is replaced by a legal one. Here it is a fault, which the author should know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from types import MappingProxyType

from ircpoker.cards import CARDS
from ircpoker.errors import quote
from ircpoker.lab.matches.lineup import make_match_setup
from ircpoker.robots.asking import make_legal
from ircpoker.robots.program import protocol
from ircpoker.robots.program.process import Limits, ProgramError, ProgramProcess
from ircpoker.robots.program.protocol import AnswerError, JsonMessage, line_of
from ircpoker.table.actions import CALL, CHECK, FOLD, Action, Bet, Discard, LegalActions, RaiseTo, parse_action
from ircpoker.table.deal import Deal
from ircpoker.table.games import GAMES
from ircpoker.table.seat_numbers import DealSeat, deal_seats
from ircpoker.table.view import make_view

_DEALS = 20
"""Whole deals in a row."""
_RICH = 10**12
_ANYTHING: tuple[Action, ...] = (FOLD, CALL, CALL, RaiseTo(0), RaiseTo(0), Discard())
"""The actions of the others in whole deals, made legal; a raise to 0 becomes the least raise."""


@dataclass(frozen=True, slots=True)
class TestedTurn:
    """A turn of the program.

    Attributes:
        title: the special feature of the turn.
        game: a key of `GAMES`.
        before: the actions until then, such as `call, raise 6`; `least` is the least bet or raise.
        stacks: the stack of each seat; the usual ones of a match if empty.
        seats: the number of players, where `stacks` is empty.
    """

    title: str
    game: str
    before: str = ""
    stacks: tuple[int, ...] = ()
    seats: int = 2


_BETTING = (
    ("the first action", ""),
    ("the big blind after a call", "call"),
    ("a raise before the flop", "least"),
    ("first on the flop", "call, check"),
    ("a bet on the flop", "call, check, least"),
    ("first on the turn", "least, call, check, check"),
    ("a bet on the river", "call, check, check, check, check, check, least"),
    ("a raise on the river", "call, check, check, check, check, check, check, least, least"),
)
_TURNS = (
    *[TestedTurn(title, game, before) for game in ("limit", "holdem", "pot_limit") for title, before in _BETTING],
    TestedTurn("no more raises allowed", "limit", "least, least, least"),
    TestedTurn("a check-raise on the flop", "limit", "least, call, check, least, least"),
    TestedTurn("all-in by the other player", "holdem", "raise 200"),
    TestedTurn("a call for less than the bet", "holdem", "raise 60", (40, 200)),
    TestedTurn("only an all-in raise", "holdem", "call", (3, 200)),
    TestedTurn("a raise of an all-in for less than a raise", "holdem", "raise 6, raise 9", (9, 200)),
    TestedTurn("three players", "holdem", "call", seats=3),
    TestedTurn("six players, some of them folded", "holdem", "fold, call, fold, fold", seats=6),
    TestedTurn("ten players", "limit", "call, call, fold, call", seats=10),
    TestedTurn("a side pot", "holdem", "raise 20, call", (30, 200, 20)),
    TestedTurn("very large stacks", "holdem", "raise 600000000000", (_RICH, _RICH)),
    TestedTurn("four hole cards", "omaha"),
    TestedTurn("four hole cards on the river", "omaha", "call, check, check, check, check, check"),
    TestedTurn("to open or check", "draw"),
    TestedTurn("an opening", "draw", "least"),
    TestedTurn("the draw", "draw", "check, check"),
    TestedTurn("the draw after the other player's", "limit_draw", "least, call, discard"),
    TestedTurn("after the draw", "draw", "least, call, discard, discard"),
    TestedTurn("five players at the draw", "draw", "check, check, check, check, check", seats=5),
)
_NAMES = ("Zoë 🂡", 'says "hello" \\ and more, <b>in bold</b>, ' + "at length " * 20)


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of a case.

    Attributes:
        number: the case's number, from 1.
        title: the subject of the case.
        fault: the program's fault; empty if it had none.
        is_played: whether the program plays the case's game.
    """

    number: int
    title: str
    fault: str = ""
    is_played: bool = True


class _FaultError(Exception):
    """The program failed a case; the text describes the fault."""


def examine(command: Sequence[str], limits: Limits) -> Iterator[Finding]:
    """Test a program with all cases.

    Args:
        command: the program and its arguments.
        limits: its limits of time and size; a program that exceeds one is started again.

    Yields:
        The outcome of each case.
    """
    examiner = _Examiner(command, limits)
    try:
        first = examiner.try_case(1, "the answer to hello", examiner.begin)
        yield first
        for number, (title, turn, case) in enumerate(examiner.cases(), 2):
            if first.fault or not examiner.plays(turn):
                yield Finding(number, title, is_played=False)
            else:
                yield examiner.try_case(number, title, case)
    finally:
        examiner.close()


class _Examiner:
    """A program under test; it is started again after each case that it failed."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self._command = command
        self._limits = limits
        self._process: ProgramProcess | None = None
        self._games: Mapping[str, range] = {}
        self._deals = 0

    def cases(self) -> Iterator[tuple[str, TestedTurn, Callable[[], object]]]:
        """Yield all cases but the first: the title, the turn, and the function that runs it."""
        for turn in _TURNS:
            yield f"{turn.game}, {turn.title}", turn, partial(self._play_turn, turn)
        any_game = TestedTurn("", next((game for game in self._games if game in GAMES), "limit"))
        any_game = replace(any_game, seats=min(self._games.get(any_game.game) or (2,)))
        play = partial(self._play_turn, any_game)
        weather: JsonMessage = {"type": "weather", "rain": [1, None]}
        more: JsonMessage = {"weather": weather}
        yield "a message of a type that it does not know", any_game, partial(play, before=[weather])
        yield "fields that it does not know", any_game, partial(play, extra=more)
        yield "names of players with any letters", any_game, partial(play, names=_NAMES)
        yield "a deal in which it has no turn", any_game, partial(self._play_deals, any_game, 1, asks=False)
        yield f"{_DEALS} deals in a row", any_game, partial(self._play_deals, any_game, _DEALS)
        yield "its end after bye", any_game, self._end

    def plays(self, turn: TestedTurn) -> bool:
        """Return whether the program plays the game of a turn with this number of players, by its own answer."""
        seats = len(turn.stacks) or turn.seats
        return seats in self._games.get(turn.game, ()) and seats <= GAMES[turn.game].most_seats

    def try_case(self, number: int, title: str, case: Callable[[], object]) -> Finding:
        """Run a case; a failure is a fault, and then the program is started again."""
        try:
            if self._process is None and number > 1:
                self.begin()
            case()
        except (_FaultError, AnswerError, ProgramError) as error:
            self.close()
            return Finding(number, title, str(error))
        return Finding(number, title)

    def begin(self) -> None:
        """Start the program."""
        self._process = ProgramProcess(self._command, self._limits)
        self._games = protocol.read_games(
            protocol.read_answer(self._process.ask(line_of(protocol.hello()), is_start=True))
        )
        unknown = next((game for game in self._games if game not in GAMES), None)
        if unknown is not None:
            raise _FaultError(f'"games" has {quote(unknown)}: expected some of {", ".join(GAMES)}')

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.close(line_of(protocol.bye()))
            self._process = None

    @property
    def _running(self) -> ProgramProcess:
        if self._process is None:
            raise _FaultError("it does not run")
        return self._process

    def _play_turn(
        self, turn: TestedTurn, before: Sequence[JsonMessage] = (), extra: Mapping[str, object] = MappingProxyType({}),
        names: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Bring a deal to the program's turn, check its answer, and end the deal by checks and calls."""
        deal = _deal(turn, self._deals)
        for text in filter(None, turn.before.split(", ")):
            _act(deal, _read(text, deal))
        seat = deal.actor
        if seat is None:
            raise RuntimeError(f"the case {turn.title!r} is over before the program's turn")
        self._send_deal(turn, deal, seat, names, extra)
        for message in before:
            self._running.tell(line_of(message))
        _act(deal, self._answer(deal, seat, extra))
        while deal.actor is not None:
            _act(deal, self._answer(deal, seat, extra) if deal.actor == seat else _passive(deal))
        self._running.tell(line_of({**protocol.end_message(self._deals, make_view(deal, seat)), **extra}))

    def _play_deals(self, turn: TestedTurn, count: int, *, asks: bool = True) -> None:
        """Play whole deals from each seat in turn, against players who act at random; or one deal that ends at once."""
        rng = Random(1)  # noqa: S311 - a test that can be repeated
        for _ in range(count):
            deal = _deal(turn, self._deals)
            seats = deal_seats(len(deal.setup.stacks))
            # If all others fold, the seat that acts last has no turn; in a draw without a bet it has one.
            seat = seats[self._deals % len(seats)] if asks else _last_to_act(deal)
            self._send_deal(turn, deal, seat, (), {})
            while deal.actor is not None:
                if not asks:
                    _act(deal, FOLD)
                elif deal.actor == seat:
                    _act(deal, self._answer(deal, seat, {}))
                else:
                    _act(deal, make_legal(rng.choice(_ANYTHING), deal.legal_actions() or LegalActions(DealSeat(0))))
            self._running.tell(line_of(protocol.end_message(self._deals, make_view(deal, seat))))

    def _end(self) -> None:
        """Check that the program ends by itself."""
        process = self._running
        self._process = None
        if not process.close(line_of(protocol.bye())):
            raise _FaultError(f"it did not end within {self._limits.end:g} s of bye and the end of its input")

    def _send_deal(
        self, turn: TestedTurn, deal: Deal, seat: DealSeat, names: Sequence[str], extra: Mapping[str, object]
    ) -> None:
        self._deals += 1
        players = [names[number % len(names)] if names else f"{number} player" for number in range(len(deal.bets))]
        message = protocol.deal_message(self._deals, turn.game, players, make_view(deal, seat))
        self._running.tell(line_of({**message, **extra}))

    def _answer(self, deal: Deal, seat: DealSeat, extra: Mapping[str, object]) -> Action:
        """Return the program's action; it must be legal as it is."""
        view = make_view(deal, seat)
        message = protocol.act_message(self._deals, view, chance=self._deals * 2654435761 % 2**32)
        answer = self._running.ask(line_of({**message, **extra}))
        action, _ = protocol.read_action(protocol.read_answer(answer))
        legal = view.legal
        if legal is None or not legal.allows(action):
            raise _FaultError(f"{action} is not legal: {legal}")
        if isinstance(action, Discard) and not set(action.cards) <= set(view.hole_cards):
            raise _FaultError(f"{action} names cards that it does not hold")
        return action


def _deal(turn: TestedTurn, number: int) -> Deal:
    setup = make_match_setup(turn.game, len(turn.stacks) or turn.seats)
    if turn.stacks:
        setup = replace(setup, stacks=turn.stacks)
    deck = list(CARDS)
    Random(f"case {number}").shuffle(deck)  # noqa: S311 - a test that can be repeated
    return Deal(setup, deck)


def _last_to_act(deal: Deal) -> DealSeat:
    """Return the seat that has no turn if all others fold: the one before the first to act."""
    return deal_seats(len(deal.setup.stacks))[(deal.actor or 0) - 1]


def _read(text: str, deal: Deal) -> Action:
    """Return an action of a turn; `least` is the least bet or raise."""
    legal = deal.legal_actions()
    if text != "least" or legal is None:
        return parse_action(text)
    return Bet(legal.bet[0]) if legal.bet else RaiseTo(legal.raise_to[0])


def _passive(deal: Deal) -> Action:
    legal = deal.legal_actions()
    if legal is not None and legal.discard:
        return Discard()
    return CHECK if legal is not None and legal.can_check else CALL


def _act(deal: Deal, action: Action) -> None:
    if deal.actor is not None:
        deal.act(deal.actor, action)
