"""Orders of administrators: each is prepared, confirmed where chips or people are concerned, carried out and noted."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from ircpoker.chat.commands import Line, replies
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.rights import LONGEST_NOTE, origin_of
from ircpoker.chat.segments import packed
from ircpoker.chat.services import Services
from ircpoker.errors import LedgerError, PokerError, UsageError, quote
from ircpoker.ledger import NoteOrder
from ircpoker.words import Phrase
from ircpoker.words.nearest import nearest
from ircpoker.words.plain_text import one_line, printable

CONFIRM_SECONDS = 60.0
"""The time in which a code confirms an order."""

_logger = logging.getLogger(__name__)


class OrderLine(NamedTuple):
    """An order as it was given.

    Attributes:
        message: the line.
        who: the administrator, as `admin_name` returns it.
        words: the words after the order's name.
    """

    message: Message
    who: str
    words: list[str]


class OrderPlan(Struct, frozen=True):
    """What an order will do.

    Attributes:
        carry_out: does it, and returns the answer; takes the note to be written in the same transaction.
        question: what is to be confirmed first; None for an order that is carried out at once.
        noted_as: the order as it is noted, where that is not as it was typed; else empty.
        note: whether the note is written by `carry_out` itself, or afterwards; an order that only shows something has
            none.
    """

    carry_out: Callable[[NoteOrder], Line | Sequence[Line]]
    question: Phrase | None = None
    note: Literal["after", "itself", "never"] = "after"
    noted_as: str = ""


class Order(Struct, frozen=True):
    """One order.

    Attributes:
        name: its name.
        usage: its arguments; empty if it takes none.
        plan: prepares it; raises a PokerError if it is not possible.
    """

    name: str
    usage: str
    plan: Callable[[OrderLine], OrderPlan]


_NO_NOTE = NoteOrder("", "", "", "")


def showing(lines: Callable[[], Line | Iterable[Line]]) -> OrderPlan:
    """Return the plan of an order that only shows lines."""

    def carry_out(_: NoteOrder) -> Line | Sequence[Line]:
        shown = lines()
        return shown if isinstance(shown, str | Phrase | Reply) else list(shown)

    return OrderPlan(carry_out, note="never")


class _Unconfirmed(NamedTuple):
    code: str
    text: str
    plan: OrderPlan
    until: float


class Orders:
    """All orders, and those that wait for their confirmation."""

    def __init__(self, services: Services, orders: Sequence[Order]) -> None:
        self._services = services
        self._orders = {order.name: order for order in orders}
        self._pending: dict[str, _Unconfirmed] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all orders."""
        return (*self._orders, "yes")

    def give(self, message: Message, who: str, text: str) -> list[Reply]:
        """Carry an order out, or ask whether it is meant.

        Args:
            message: the line.
            who: the administrator.
            text: the order.

        Returns:
            Private lines.

        Raises:
            UsageError: the order is not understood.
            PokerError: it is not possible now.
        """
        name, *words = text.split() or [""]
        if not name:
            return self._list(message)
        if name.lower() == "yes":
            return self._confirm(message, who, words)
        order = self._orders.get(name.lower())
        if order is None:
            near = nearest(name, self.names)
            meant = Phrase("admin.meant", near=near) if near else ""
            raise UsageError(Phrase("admin.orders", token=quote(name), orders=" ".join(self._orders), meant=meant))
        if words and not order.usage:
            raise UsageError(Phrase("admin.no_words", token=quote(" ".join(words))))
        plan = order.plan(OrderLine(message, who, words))
        if plan.note == "never":
            return _private(plan.carry_out(_NO_NOTE))
        if plan.question is None:
            return self._carry_out(message, who, text, plan)
        code = secrets.token_hex(3)
        until = self._services.clock.monotonic() + CONFIRM_SECONDS
        self._pending[who] = _Unconfirmed(code, text, plan, until)
        question = Phrase("admin.confirm", question=plan.question, code=code, seconds=round(CONFIRM_SECONDS))
        return [Reply((question,), private=True)]

    def _list(self, message: Message) -> list[Reply]:
        usages = [f"{order.name} {order.usage}".rstrip() for order in self._orders.values()]
        return [Reply((line,), private=True) for line in packed(usages, " | ", message.limits.line_bytes)]

    def _confirm(self, message: Message, who: str, words: list[str]) -> list[Reply]:
        pending = self._pending.get(who)
        if pending is None or self._services.clock.monotonic() > pending.until:
            raise UsageError(Phrase("admin.nothing_pending"))
        if words != [pending.code]:
            raise UsageError(Phrase("admin.wrong_code"))
        del self._pending[who]
        return self._carry_out(message, who, pending.text, pending.plan)

    def _carry_out(self, message: Message, who: str, text: str, plan: OrderPlan) -> list[Reply]:
        place = origin_of(message)
        text = printable(plan.noted_as or text)[:LONGEST_NOTE]
        note = NoteOrder(who, place, text, "done")
        try:
            answer = plan.carry_out(note)
        except PokerError as error:
            self._note(NoteOrder(who, place, text, one_line(str(error), LONGEST_NOTE)))
            raise
        _logger.warning("order of %s in %s: %a", who, place, text)
        if plan.note == "after":
            self._note(note)
        return _private(answer)

    def _note(self, note: NoteOrder) -> None:
        """Write a note; an order that moves no chips is carried out even if the ledger fails."""
        try:
            self._services.ledger.save(note)
        except LedgerError:
            _logger.exception("the order %a of %s is not noted in the ledger", note.text, note.who)


def _private(answer: Line | Sequence[Line]) -> list[Reply]:
    lines = [answer] if isinstance(answer, str | Phrase | Reply) else answer
    return [Reply(reply.parts, private=True) for reply in replies(lines)]
