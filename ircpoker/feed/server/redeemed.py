"""Connections that speak for somebody who got a code by `!web`: they follow that person, until it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError
from ircpoker.people import Person

if TYPE_CHECKING:
    from ircpoker.chat.services import Services
    from ircpoker.feed.server.session import FeedSession
    from ircpoker.ledger import PlayerId

CHECK_EVERY = 60.0
"""Seconds after which it is looked at again whether tokens are still valid; `!web logout` is heard at once."""


class Redeemed:
    """The connections of one endpoint that speak by a token."""

    def __init__(self, services: Services) -> None:
        """Begin without any.

        Args:
            services: the bot's services.
        """
        self._services = services
        self._tokens: dict[FeedSession, str] = {}
        self._calls = services.scheduler.calls("tokens of a door")
        self._is_listening = False

    def begin(self, session: FeedSession, token: str, player: PlayerId) -> None:
        """Let a connection speak for a player as long as a token is valid.

        Args:
            session: the connection.
            token: the token.
            player: who they are.

        Raises:
            UnknownPlayerError: the player has no account.
        """
        nick = self._services.ledger.account_info(player).nick
        if not self._is_listening:
            self._is_listening = True
            self._services.identities.followers.append(self._follow)
            self._services.logged_out.append(self._check)
        self._speak(session, token, Person.of(player, nick))

    def forget(self, session: FeedSession) -> None:
        """Forget a connection: it has ended, or speaks for somebody else."""
        self._tokens.pop(session, None)

    def _speak(self, session: FeedSession, token: str, person: Person) -> None:
        session.endpoint.introduce(session, person)
        self._tokens[session] = token
        if "check" not in self._calls.due:
            self._calls.call_after(CHECK_EVERY, "check", self._check)

    def _check(self) -> None:
        """Dismiss the connections whose tokens are valid no more."""
        self._calls.cancel("check")
        for session, token in tuple(self._tokens.items()):
            try:
                player = self._services.ledger.session(token, session.endpoint.name)
            except LedgerError:
                continue  # Without the ledger nobody can do anything.
            if player is None:
                session.endpoint.dismiss(session)
        if self._tokens:
            self._calls.call_after(CHECK_EVERY, "check", self._check)

    def _follow(self, old: PlayerId, player: PlayerId) -> None:
        """Let connections speak for the player whom their person has become."""
        for session, token in tuple(self._tokens.items()) if old != player else ():
            if session.person is not None and session.person.id == old:
                self._speak(session, token, Person.of(player, session.person.nick))
