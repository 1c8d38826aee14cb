"""What stays the same at a table while its state changes: its settings, its robots and whom it reports to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.lobby.context import TableContext
    from ircpoker.lobby.robots import TableRobots
    from ircpoker.lobby.settings import TableSettings
    from ircpoker.lobby.state import TableState
    from ircpoker.runtime.delivery import Delivery
    from ircpoker.table import DealSeat, Stakes, TableSeat


class Reports(Protocol):
    """Notes what becomes known after a change was committed."""

    def cards_delivered(self, deal_id: str, seat: DealSeat, delivery: Delivery) -> None:
        """Note the `Delivery` of a player's cards."""

    def turn_lines_sent(self, turn_id: tuple[str, int]) -> None:
        """Note that the lines of a turn were sent."""

    def seal_delivered(self, deal_id: str, pause: float, _delivery: Delivery) -> None:
        """Note that the line with the seal of the next hand was sent, or never will be."""

    def decision_known(self, turn_id: tuple[str, int]) -> None:
        """Note that the decision of a robot that thinks is known."""

    def is_still(self, fact: Callable[[TableState], bool]) -> bool:
        """Return whether a fact about the table's state still holds."""


@dataclass(frozen=True, slots=True, eq=False)
class TableServices:
    """What stays the same at a table.

    Attributes:
        table_id: the ledger's name of the table.
        context: the objects that all tables share.
        settings: the settings of its game.
        robots: the robots at the table.
        reports: notes what becomes known after a change.
        own_seat: the seat of a private table's player; None in a channel.
        next_stakes: the stakes from the next hand on; None for those of the state.
    """

    table_id: str
    context: TableContext
    settings: TableSettings
    robots: TableRobots
    reports: Reports
    own_seat: TableSeat | None
    next_stakes: Stakes | None = None


def make_parts(
    context: TableContext, table_id: str, state: TableState, robots: TableRobots, reports: Reports
) -> TableServices:
    """Return the parts of a table, with the settings of its game for its stakes and pace."""
    own_seat = next(iter(state.seats.people_numbers), None) if state.place.is_private else None
    return TableServices(table_id, context, _settings(context, state, state.stakes), robots, reports, own_seat)


def with_settings(parts: TableServices, state: TableState, usual: Stakes) -> TableServices:
    """Return the parts with the settings of a configuration that has changed.

    Args:
        parts: the parts of before.
        state: the state of the table.
        usual: the usual stakes of before; a table with these gets the usual stakes of now.

    Returns:
        The parts; the stakes count from the next hand on.
    """
    if state.policy.is_tournament:
        return replace(parts, settings=_settings(parts.context, state, state.stakes))
    stakes = parts.next_stakes or state.stakes
    if stakes == usual:
        stakes = parts.context.stakes(state.game_name)
    return replace(parts, settings=_settings(parts.context, state, stakes), next_stakes=stakes)


def _settings(context: TableContext, state: TableState, stakes: Stakes) -> TableSettings:
    settings = context.settings(state.game_name).for_table(stakes, state.pace)
    return settings if state.has_clocks else replace(settings, deal_pause=0.0, robot_pause=0.0)
