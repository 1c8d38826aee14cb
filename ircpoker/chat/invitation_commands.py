"""`!invite`: a code for a seat at one table, from wherever somebody comes; `!join CODE` takes the seat."""

from __future__ import annotations

import re

from ircpoker.chat import access
from ircpoker.chat.access import Right
from ircpoker.chat.commands import Example, command
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.players import guesser
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.config.web import WEB
from ircpoker.errors import NotAllowedError, UsageError, quote
from ircpoker.ledger import PlayerId, Purpose
from ircpoker.lobby import Place, Table
from ircpoker.lobby.seating import Seated
from ircpoker.words import Phrase

REVOKE = "off"
_CODE = re.compile("[0-9a-f]{16}", re.IGNORECASE)


def is_code(text: str) -> bool:
    """Return whether a text looks like the code of an invitation."""
    return bool(_CODE.fullmatch(text))


class InvitationCommands:
    """The commands."""

    def __init__(self, tables: TableAdapter) -> None:
        self._tables = tables

    @command(
        "invite",
        examples=(
            Example("", "Your invitation to this table: …", ("open",), "channel"),
            Example("off", "Your invitations are no longer valid."),
            Example("", "you have no seat at a table here: …", where="channel"),
        ),
        words=(REVOKE,),
    )
    def invite(self, message: Message, arguments: str) -> Reply:
        """Answer `!invite` with a code for the author's table, in private; `!invite off` ends it.

        The code is valid until the table closes, or for a day, or until the author gets another one for it.

        Raises:
            NotAllowedError: their right was lent, or their table takes nobody.
            UsageError: there is another argument.
        """
        access.check(message, Right.MAKE_CODES)
        ledger = self._tables.services.ledger
        if arguments.strip().lower() == REVOKE:
            ledger.end_tokens(message.sender.id, Purpose.INVITE)
            return Reply((Phrase("invite.revoked"),), private=True)
        if arguments:
            raise UsageError(Phrase("errors.which_invite", token=quote(arguments)))
        table, _ = self._tables.seat(message)
        if table.place.is_private or not table.state.policy.takes_newcomers:
            raise NotAllowedError(Phrase("errors.invite_nobody"))
        return invitation(self._tables, message.sender.id, table)


def invitation(tables: TableAdapter, player: PlayerId, table: Table, *, phrase: str = "code") -> Reply:
    """Return a new code for a table, from a player who sits there; `phrase` names the words."""
    code = tables.services.ledger.new_token(player, Purpose.INVITE, table.id)
    link = tables.services.settings.section(WEB).invitation_link(code)
    given = Phrase(f"invite.{phrase}", code=code)
    return Reply((given, " ", Phrase("invite.link", link=link)) if link else (given,), private=True)


def join(tables: TableAdapter, message: Message, code: str) -> tuple[Place, Seated]:
    """Let the author of a line sit down at the table of an invitation; return where that is, and their seat.

    Raises:
        NotAllowedError: it is not valid, or there were too many wrong ones; or the table takes nobody now.
    """
    access.check(message, Right.PLAY)
    table = find_invitation(tables, code, guesser(message.sender))
    return table.place, tables.lobby.sit(table.place, message.sender, None, table.place.number)


def find_invitation(tables: TableAdapter, code: str, who: str) -> Table:
    """Return the table of an invitation.

    Args:
        tables: all tables.
        code: the code.
        who: for whom a wrong one counts.

    Raises:
        NotAllowedError: it is not valid, or there were too many wrong ones.
    """
    tables.services.guesses.check(who)
    table_id = tables.services.ledger.invited_to(code)
    if not table_id:
        tables.services.guesses.note_wrong(who)
    table = next((each for each in tables.lobby.tables if each.id == table_id), None)
    if table is None:
        raise NotAllowedError(Phrase("errors.no_invitation"))
    return table
