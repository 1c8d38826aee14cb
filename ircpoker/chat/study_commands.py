"""`!review`: what one's own decisions in a finished deal have cost; `!drill`: decisions to train with.

What takes seconds is worked out in another process. All is told in private.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, TypeVar, cast

from ircpoker.chat.commands import Example, command
from ircpoker.chat.drill_again import DrillAsked, asked_next, note_answer
from ircpoker.chat.hand_history import seen_hand
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import LineKind, Outgoing, reader_of
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.chat.table_answers import DUEL
from ircpoker.errors import NotAllowedError, PokerError
from ircpoker.records.deal_words import Segments, spaced
from ircpoker.robots import shown_name
from ircpoker.runtime.shares import SHARES, Holder, SharedPlaces
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ircpoker.chat.daily_hand import DailyHand
    from ircpoker.ledger import PlayerId
    from ircpoker.people import Person
    from ircpoker.records.ledger_hands import LedgerHand
    from ircpoker.runtime.workers import WorkProcess
    from ircpoker.study.drill import DrillSpot
    from ircpoker.study.review import Judged

MOST_KEPT = 500
"""The decisions that wait for an answer, and the reviews that are kept; the oldest gives way."""
_K = TypeVar("_K")
_TODAY = "today"
_WORDS = (_TODAY, "fold", "check", "call", "raise", "all-in")
_T = TypeVar("_T")


class StudyCommands:
    """The commands; of each person one thing at a time is worked out."""

    def __init__(self, tables: TableAdapter, daily: DailyHand) -> None:
        self._tables, self._daily = tables, daily
        self._running: SharedPlaces[PlayerId] = SharedPlaces(SHARES["reviews"])
        self._spots: dict[PlayerId, tuple[DrillAsked, DrillSpot]] = {}

    @command(
        "review",
        examples=(Example("", "#1: looking at your decisions …", (DUEL, "fold"), "private"),),
    )
    def review(self, message: Message, arguments: str) -> Reply:
        """Answer `!review [n]`, in private: a person's own last deal without a number. The errors follow.

        Raises:
            UsageError: the deal does not exist, or the person did not play it.
            NotAllowedError: its cards are not known any more, or another review of theirs goes on.
        """
        from ircpoker.study.review import review, why_silent  # NumPy would cost every start 60 ms

        person = self._tables.speaker(message).person
        seen = seen_hand(self._tables, message, arguments)
        deal, seat = seen.ended.deal_id, seen.own
        if seat is None:
            raise NotAllowedError(Phrase("errors.review_own", deal=deal))
        if why := why_silent(seen.hand.deal.setup):
            reason = Phrase(f"review.why.{why.name.lower()}")
            return Reply((Phrase("review.unjudged", deal=deal, why=reason),), private=True)
        self._start(person, partial(review, seen.hand, seat), partial(self._reviewed, person, seen))
        return Reply((Phrase("review.looking", deal=deal),), private=True)

    @command("drill", examples=(Example("fold", "nothing was asked: !drill asks something"),), words=_WORDS)
    def drill(self, message: Message, arguments: str) -> None:
        """Answer `!drill [answer]`, in private and a moment later: with a decision, or with what an answer to it costs.

        `!drill today [answer]` is about the hand of the day.

        Raises:
            UsageError, IllegalActionError: it is no answer to the decision.
            NotAllowedError: there is no decision to answer, or something is being worked out for this person.
        """
        from ircpoker.study.drill import grade, question, read_answer, spot_of, verdict

        person, services = self._tables.speaker(message).person, self._tables.services

        def ask(asked: DrillAsked, spot: DrillSpot) -> Iterator[Segments]:
            keep(self._spots, person.id, (asked, spot))
            yield question(spot)

        def tell(asked: DrillAsked, answer: Judged) -> Iterator[Segments]:
            self._spots.pop(person.id, None)
            days = 0
            try:
                days = note_answer(services, person, asked, is_error=not answer.silence)
            except PokerError as error:  # The verdict is told whether or not the error comes again.
                services.log_trouble("drill", error)
            yield [*verdict(answer, days), " | ", Phrase("drill.next")]

        word, _, rest = arguments.partition(" ")
        if word.lower() == _TODAY:
            self._start(person, self._daily.answer(person, rest), partial(self._daily.note, person.id))
        elif not arguments:
            asked = asked_next(services, person)
            self._start(person, partial(spot_of, asked.secret), partial(ask, asked))
        elif kept := self._spots.get(person.id):
            asked, spot = kept
            self._start(person, partial(grade, spot, read_answer(spot, arguments)), partial(tell, asked))
        else:
            raise NotAllowedError(Phrase("errors.drill_none"))

    def _reviewed(self, person: Person, seen: LedgerHand, decisions: tuple[Judged, ...]) -> list[Segments]:
        """Return the lines of a review, and keep them for replays of the deal."""
        lines, words = list(_lines(seen, decisions)), self._tables.services.words
        keep(self._tables.reviews, (person.id, seen.ended.deal_id), tuple(map(words.text, lines)))
        return lines

    def _start(self, person: Person, work: Callable[[], _T], lines: Callable[[_T], Iterable[Segments]]) -> None:
        """Have something worked out in the worker process, for which a thread waits, and tell it in private.

        Raises:
            NotAllowedError: something else is being worked out for this person, or too much for others.
        """
        holder = Holder(person.mark, person.network)
        if person.id in self._running:
            raise NotAllowedError(Phrase("errors.review_running"))
        if self._running.take(person.id, holder):
            raise NotAllowedError(Phrase("errors.review_full"))
        self._tables.lobby.threads.start(partial(_process().do, work), partial(self._answer, person, lines))

    def _answer(self, person: Person, lines: Callable[[_T], Iterable[Segments]], outcome: object) -> None:
        """Tell what was worked out, or that it failed."""
        self._running.give_back(person.id)
        services = self._tables.services
        try:
            if isinstance(outcome, BaseException):
                raise outcome
            answered = list(lines(cast("_T", outcome)))
        except PokerError as error:
            services.log_trouble("what was worked out", error)
            answered = [[error.phrase]]
        for line in answered:
            reply = Reply(tuple(line), private=True).worded(services.words)
            services.outbox.post(Outgoing(reader_of(person), reply, LineKind.ANSWER))


@cache
def _process() -> WorkProcess:
    from ircpoker.runtime.workers import WorkProcess  # multiprocessing would cost every start 50 ms

    return WorkProcess()


def keep(kept: dict[_K, _T], key: _K, value: _T) -> None:
    """Put something into a dictionary as its newest, in place of the oldest if it is full."""
    kept.pop(key, None)
    if len(kept) >= MOST_KEPT:
        del kept[next(iter(kept))]
    kept[key] = value


def _lines(seen: LedgerHand, decisions: tuple[Judged, ...]) -> Iterator[Segments]:
    errors = [decision for decision in decisions if not decision.silence]
    deal, rest = seen.ended.deal_id, len(decisions) - len(errors)
    assert seen.own is not None  # noqa: S101 - checked before
    cards, board = seen.hand.deal.hole_cards[seen.own], seen.hand.deal.board
    judge = shown_name("ring" if len(seen.hand.names) > 2 else "nolimit")
    for error in errors:
        form = "error_on" if error.street else "error"
        better = "instead" if error.better in {"bet", "raise"} else "better"
        yield [
            Phrase(
                f"review.{form}",
                deal=deal,
                street=Phrase(f"review.street.{error.street}"),
                act=Phrase(f"review.act.{error.action}", amount=_chips(error.amount)),
                cards=spaced(cards),
                board=spaced(board[: error.street + 2] if error.street else ()),
                cost=f"{error.cost:.1f}",
                error=f"{error.error:.1f}",
                better=Phrase(f"review.{better}.{error.better.replace('-', '_')}", amount=_chips(error.wager)),
            )
        ]
    if rest:
        others = Phrase("review.rest" if errors else "review.nothing", n=rest)
    else:
        others = Phrase("review.no_rest" if errors else "review.no_decision")
    yield [Phrase("review.end", deal=deal, rest=others, judge=judge)]


def _chips(amount: str) -> Phrase | str:
    return Phrase("chips", n=int(amount)) if amount else ""
