"""`!link`, `!unlink` and `!web`: one account by several names, and the seat on the page; `!invite` and `!join CODE`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ircpoker.chat import access
from ircpoker.chat.access import Right
from ircpoker.chat.commands import Example, command
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.players import guesser, open_account, tell
from ircpoker.chat.router import Router
from ircpoker.chat.segments import chips
from ircpoker.chat.table_adapter import TableAdapter, TableCommands
from ircpoker.config.web import WEB
from ircpoker.errors import NotAllowedError, UsageError, quote
from ircpoker.ledger import PlayerId, Purpose
from ircpoker.lobby import Place, Table
from ircpoker.lobby.seating import Seated
from ircpoker.words import Phrase

LOG_OUT = "logout"


class IdentityCommands:
    """The commands."""

    def __init__(self, bot: Router) -> None:
        self.services = bot.services

    @command(
        "link",
        examples=(
            Example("", "Your code is …", where="private"),
            Example("0123456789abcdef", "this code is not valid: …", where="private"),
        ),
        where="private",
    )
    def link(self, message: Message, arguments: str) -> Iterator[Phrase]:
        """Answer `!link [CODE]`, in private.

        Yields:
            A code; or what came of one.

        Raises:
            NotAllowedError: the code is not valid, the two cannot be one, one of them plays, or there were too many
                wrong codes.
        """
        person, ledger = message.sender, self.services.ledger
        access.check(message, Right.LINK if arguments else Right.MAKE_CODES)
        if not arguments:
            player = open_account(self.services, person).player
            yield Phrase("link.code", code=ledger.new_token(player, Purpose.LINK))
            others = [each for each in ledger.identities_of(player) if each != player]
            if others:
                yield Phrase("link.linked", names=_names(others))
            return
        who = guesser(person)
        self.services.guesses.check(who)
        open_account(self.services, person)
        link = self.services.identities.link(arguments, person)
        if link is None:
            self.services.guesses.note_wrong(who)
            raise NotAllowedError(Phrase("errors.no_link_code"))
        others = [each for each in link.players if each != person.id]
        for each in others:
            tell(self.services, ledger.account_info(each), Phrase("link.code_used", names=_names([person.id])))
        yield Phrase("link.done", names=_names(others), chips=chips(link.balance))
        if link.given_back:
            yield Phrase("link.given_back", chips=chips(link.given_back))

    @command(
        "unlink",
        examples=(Example("", "you have no other name: …", where="private"),),
    )
    def unlink(self, message: Message, arguments: str) -> Reply:
        """Answer `!unlink [name]`, in private.

        Raises:
            NotAllowedError: there is no other name, or one of them plays.
            UsageError: the person has no such name.
        """
        access.check(message, Right.LINK)
        own = open_account(self.services, message.sender).player
        leaving = own
        if arguments:
            known = {_names([each]).lower(): each for each in self.services.ledger.identities_of(own)}
            if arguments.lower() not in known:
                raise UsageError(Phrase("errors.which_name", token=quote(arguments), names=_names(known.values())))
            leaving = known[arguments.lower()]
        players = self.services.identities.unlink(message.sender, leaving)
        who = {"names": _names(players), "who": _names([leaving])}
        return Reply((Phrase("link.parted" if leaving == own else "link.taken_off", **who),), private=True)

    @command(
        "web",
        examples=(
            Example("", "there is no page here: …"),
            Example("logout", "You are logged out of the page."),
        ),
    )
    def web(self, message: Message, arguments: str) -> Reply:
        """Answer `!web` with a link that works once, in private; `!web logout` ends all that such links began.

        Raises:
            NotAllowedError: there is no page.
            UsageError: there is another argument.
        """
        ledger, player = self.services.ledger, message.sender.id
        if arguments.strip().lower() == LOG_OUT:
            ledger.end_sessions(player)
            for heard in self.services.logged_out:
                heard()
            return Reply((Phrase("link.logged_out"),), private=True)
        if arguments:
            raise UsageError(Phrase("errors.which_web", token=quote(arguments)))
        access.check(message, Right.MAKE_CODES)
        settings = self.services.settings.section(WEB)
        if not settings.url:
            raise NotAllowedError(Phrase("errors.no_page"))
        player = open_account(self.services, message.sender).player
        link = settings.link("sit", ledger.new_token(player, Purpose.WEB))
        return Reply((Phrase("link.page", link=link),), private=True)


def _names(players: Iterable[PlayerId]) -> str:
    """Return names with their networks: `libera/ann, web/ann`."""
    return ", ".join([f"{player.network}/{player.name}" for player in players])


# Invitations: a code for a seat at one table, from wherever somebody comes


REVOKE = "off"
_CODE = re.compile("[0-9a-f]{16}", re.IGNORECASE)


def is_code(text: str) -> bool:
    """Return whether a text looks like the code of an invitation."""
    return bool(_CODE.fullmatch(text))


class InvitationCommands(TableCommands):
    """The commands."""

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
    link = tables.services.settings.section(WEB).link("join", code)
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
