"""The hand of the day: one decision for everybody, asked in the channels whose operators say `!channel daily on`.

A channel hears of it with the first line that somebody says there on that day, so that nobody is spoken to who is not
there, and not in quiet hours. The decision follows from a secret: its seal is said with it, and the secret the next
day with what the judge does and what the answers cost. Answers are private, one for each account; names are not told.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from datetime import UTC
from functools import partial
from typing import TYPE_CHECKING

from ircpoker.chat.players import open_account
from ircpoker.errors import LedgerError, NotAllowedError, PokerError
from ircpoker.fairness.proof import FEWEST_DIGITS
from ircpoker.fairness.shuffle import commit
from ircpoker.records.deal_words import joined, spaced
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ircpoker.chat.commands import Line
    from ircpoker.chat.message import Message
    from ircpoker.chat.table_adapter import TableAdapter
    from ircpoker.ledger import Ledger, PlayerId
    from ircpoker.people import Person
    from ircpoker.records.deal_words import Segments
    from ircpoker.study.review import Judged

NAME = "daily"
"""That of the setting of channels and of people's answers; with a day that of its secret, under no channel."""
_BEFORE = "daily before"
"""The name of a person's answer before that: some channels are told the solution later than others."""
_OF_DAY = f"{NAME} "
_SECRET_BYTES = 16


class DailyHand:
    """Asks channels and notes answers."""

    def __init__(self, tables: TableAdapter, say: Callable[[str, str, Line], None]) -> None:
        """Begin to hear lines.

        Args:
            tables: the tables.
            say: says a line that nobody asked for, on a network to a channel.
        """
        self._tables, self._services, self._say = tables, tables.services, say
        self._asked: set[tuple[str, str]] = set()
        self._services.heard.append(self.hear)

    def hear(self, message: Message) -> None:
        """Ask the channel where somebody has said something, if it has chosen that and was not asked today."""
        place, today = (message.place_network, (message.channel or "").lower()), self._today()
        if place in self._asked or not self._is_due(place, today):
            return
        try:
            secrets = self._secrets(today)
            answers = Counter(self._services.ledger.chosen(NAME)) + Counter(self._services.ledger.chosen(_BEFORE))
        except LedgerError:
            return
        self._asked.add(place)
        self._tables.lobby.threads.start(partial(_news, secrets, answers), partial(self._tell, place, today))

    def answer(self, person: Person, text: str) -> Callable[[], tuple[str, Segments]]:
        """Return what reads an answer to the hand of the day, or without text returns the hand, perhaps for a while.

        Raises:
            NotAllowedError: this account has answered it.
        """
        today = self._today()
        secret = self._secrets(today)[today]
        open_account(self._services, person)
        if self._services.ledger.preferences(person.id).get(NAME, "").startswith(today):
            raise NotAllowedError(Phrase("errors.daily_answered"))
        return partial(_read, today, secret, text)

    def note(self, player: PlayerId, read: tuple[str, Segments]) -> list[Segments]:
        """Note what `answer` has read, and return the line for the player."""
        from ircpoker.ledger import SetPreference  # SQLAlchemy: a third of a second

        answer, line = read
        if answer:
            ledger = self._services.ledger
            before = ledger.preferences(player).get(NAME, "")
            ledger.save(SetPreference(player, _BEFORE, before), SetPreference(player, NAME, answer))
        return [line]

    def _is_due(self, place: tuple[str, str], today: str) -> bool:
        is_chosen = self._tables.channels.rules(*place).daily not in {"", today}
        return is_chosen and not self._tables.channels.is_closed(*place)

    def _today(self) -> str:
        return f"{self._services.clock.now().astimezone(UTC):%y%m%d}"

    def _secrets(self, today: str) -> Mapping[str, str]:
        return secrets_of(self._services.ledger, today, self._services.entropy(_SECRET_BYTES).hex())

    def _tell(self, place: tuple[str, str], today: str, outcome: object) -> None:
        self._asked.discard(place)
        if self._is_due(place, today):
            self._tables.channels.note_daily(*place, today)
            if isinstance(outcome, BaseException):
                raise outcome
            self._say(*place, Phrase("daily.line", news=outcome))


def secrets_of(ledger: Ledger, today: str, new: str) -> Mapping[str, str]:
    """Return the secret of today, and that of the day before it on which there was one.

    Args:
        ledger: keeps them.
        today: the day.
        new: the secret of today if no process has made one.
    """
    from ircpoker.ledger import SetChannelSetting

    def kept() -> dict[str, str]:
        settings = ledger.channel_settings("").get("", {})
        return {name.removeprefix(_OF_DAY): settings[name] for name in sorted(settings) if name.startswith(_OF_DAY)}

    if today not in (days := kept()):
        old = [SetChannelSetting("", "", _OF_DAY + day, "", NAME) for day in [*days][:-1]]
        ledger.save(SetChannelSetting("", "", _OF_DAY + today, new, NAME, keeps=True), *old)
        days = kept()
    before = [(day, secret) for day, secret in days.items() if day < today]
    return dict([(today, days[today]), *before[-1:]])


def _read(today: str, secret: str, text: str) -> tuple[str, Segments]:
    """Return an answer as it is noted, and the line about it; without text nothing, and the decision."""
    from ircpoker.study.drill import question, read_answer, spot_of

    spot = spot_of(secret)
    if not text:
        return "", question(spot)
    action = str(read_answer(spot, text))
    return f"{today} {action}", [Phrase("daily.noted", answer=action)]


def _news(secrets: Mapping[str, str], answers: Mapping[str, int]) -> Segments:
    """Return what a channel is told: the last decision's solution, and the decision of today.

    Args:
        secrets: by day, today's first.
        answers: by day and answer: how many people gave it.
    """
    from ircpoker.study.drill import grade, plays, question, read_answer, spot_of
    from ircpoker.study.review import Silence

    (_, secret), *before = secrets.items()
    news: list[Segments] = []
    for day, old in before:
        spot, graded = spot_of(old), list[tuple["Judged", int]]()
        for answer, n in answers.items():
            if answer.startswith(day):
                with suppress(PokerError):  # what a decision of another version was answered
                    graded.append((grade(spot, read_answer(spot, answer[len(day) + 1 :])), n))
        right = sum(n for judged, n in graded if judged.silence is Silence.USUAL)
        lost = sum(n * judged.cost for judged, n in graded if not judged.silence)
        facts = {"cards": spaced(spot.deal.hole_cards[spot.seat]), "plays": plays(spot.chances), "secret": old}
        n = sum(n for _, n in graded)
        news.append([Phrase("daily.solution", n=n, right=right, lost=f"{lost:.1f}", **facts)])
    seal = commit(bytes.fromhex(secret))[:FEWEST_DIGITS]
    return joined([*news, [Phrase("daily.hand", hand=question(spot_of(secret)), seal=seal)]])
