"""What stands in front of lines: `[#poker] ` before private ones; a table's number where a channel has several tables.

A public line of such a table begins with `[2] `, and a private one with `[#poker] [2] `: WeeChat and irssi show a
notice in a channel only if its name is all that stands in the first brackets.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.chat.commands import replies
from ircpoker.chat.segments import private_front, public_front

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ircpoker.chat.commands import Answer, Command
    from ircpoker.chat.message import Message, Reply
    from ircpoker.chat.services import Services


def with_fronts(services: Services, message: Message, answer: Iterable[Reply]) -> Iterator[Reply]:
    """Yield the answer to a message in a channel with its fronts: clients then show private lines in that channel."""
    for reply in answer:
        number = reply.table
        if reply.private and not number and services.tables is not None:
            number = services.tables.own_number(message)
        front = private_front(message.channel or "", number) if reply.private else public_front(number)
        yield reply.after(front) if front else reply


def from_own_table(command: Command, number: Callable[[Message], int]) -> Command:
    """Return a command whose answers are lines of its author's table.

    Args:
        command: a command that changes its author's seat.
        number: returns the number of the author's table, as `Reply.table`.
    """

    def handler(message: Message, arguments: str) -> Answer:
        answer = command.handler(message, arguments)
        return None if answer is None else (replace(reply, table=number(message)) for reply in replies(answer))

    return replace(command, handler=handler)
