"""The part of the ledger that reads finished hands: `!history`, `!replay`, `!stats` and `!top`."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Literal

from ircpoker.ledger import figures, played
from ircpoker.ledger.posting import to_milliseconds

RankedBy = Literal["chips", "won", "hands", "week"]

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ircpoker.ledger.accounts import PlayerId
    from ircpoker.ledger.changes import PlayedHand, Ranked
    from ircpoker.ledger.database import Database
    from ircpoker.ledger.figures import CountedRow, GameFigures
    from ircpoker.ledger.played import EndedDeal
    from ircpoker.runtime.clock import Clock

WEEK = timedelta(days=7)


class PlayedHands:
    """The methods of `Ledger` that read finished hands."""

    _database: Database
    _clock: Clock

    def last_hands(self, player: PlayerId, most: int) -> tuple[PlayedHand, ...]:
        """Return a player's last `most` hands at tables, the newest first."""
        with self._database.reading() as connection:
            return played.last_hands(connection, player, most)

    def newest_deals(self, most: int) -> tuple[EndedDeal, ...]:
        """Return when and where the last `most` hands ended, in any order."""
        with self._database.reading() as connection:
            return played.newest_deals(connection, most)

    def ended_deal(self, deal_id: str) -> EndedDeal | None:
        """Return when and where a hand ended; None if there is no such hand."""
        with self._database.reading() as connection:
            return played.ended_deal(connection, deal_id)

    def deals_after(self, after: int, most: int, player: PlayerId | None = None) -> tuple[tuple[int, EndedDeal], ...]:
        """Return the next hands, the oldest first: for going through all of them in steps.

        Args:
            after: the row of the last hand before them; 0 for the first ones.
            most: the most hands to return.
            player: whose hands; None for all.

        Returns:
            Each hand with its row.
        """
        with self._database.reading() as connection:
            return played.deals_after(connection, after, most, player)

    def players_with_nick(self, nick: str, most: int) -> tuple[PlayerId, ...]:
        """Return the players of all networks whose last known nick is this one, in any case of letters."""
        with self._database.reading() as connection:
            return played.players_with_nick(connection, nick, most)

    def hand(self, deal_id: str, player: PlayerId | None = None) -> PlayedHand | None:
        """Return a finished hand with a player's part in it; None if there is no such hand."""
        with self._database.reading() as connection:
            return played.hand(connection, deal_id, player)

    def figures(self, who: PlayerId | str, *, beside: PlayerId | None = None) -> tuple[GameFigures, ...]:
        """Return the figures of a player, or of a robot by its name, in each game, for the last 10,000 hands.

        Args:
            who: the player, or the name of the robot.
            beside: only the hands that this player played, too; None for all.

        Returns:
            The figures of each game, the one with most hands first.
        """
        with self._database.reading() as connection:
            return figures.game_figures(connection, who, beside)

    def nets(self, who: PlayerId | str, most: int, *, beside: PlayerId | None = None) -> list[int]:
        """Return the net chips of a player or a robot in each of the last `most` hands, the oldest first.

        Args:
            who: the player, or the name of the robot.
            most: the number of hands.
            beside: as for `figures`.

        Returns:
            The chips won or lost in each.
        """
        with self._database.reading() as connection:
            return figures.nets(connection, who, most, beside)

    def counted_rows(self, after: int, until: int) -> list[CountedRow]:
        """Return the seats of all hands with a number above `after` and up to `until`, in the order of the hands."""
        with self._database.reading() as connection:
            return figures.counted_rows(connection, after, until)

    def last_hand_id(self) -> int:
        """Return the number of the hand that was stored last; 0 for none."""
        with self._database.reading() as connection:
            return figures.last_hand_id(connection)

    def merges(self) -> int:
        """Return how many accounts have become a part of others, so that their hands have another player."""
        with self._database.reading() as connection:
            return figures.merges(connection)

    def account_nicks(self, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Return the nick and the network of accounts, by the numbers of the accounts."""
        with self._database.reading() as connection:
            return figures.account_nicks(connection, numbers)

    def top(
        self, most: int = 10, *, network: str | None = None, by: RankedBy = "chips", guests: bool = True
    ) -> tuple[Ranked, ...]:
        """Return the best players; among equal ones, those with the older account come first.

        Args:
            most: the most players to return.
            network: the network of the players.
            by: chips, including those at tables; chips won in all games; finished games; or chips won at tables in the
                last seven days.
            guests: whether to include guests.

        Returns:
            The players, best first.
        """
        among = played.Among(network, guests)
        with self._database.reading() as connection:
            match by:
                case "chips":
                    return played.richest(connection, most, among)
                case "won":
                    return played.winners(connection, most, among)
                case "hands":
                    return played.busiest(connection, most, among)
                case "week":
                    since = to_milliseconds(self._clock.now() - WEEK)
                    return played.winners_since(connection, most, among, since)
