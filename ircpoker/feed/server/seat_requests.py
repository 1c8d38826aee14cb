"""What a connection may ask about those who sit at a table: the robots' reasons, and the statistics of each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.chat.robots import reason_lines
from ircpoker.chat.statistics import counters_of
from ircpoker.equity.grid import unpack_shares
from ircpoker.errors import NotAllowedError
from ircpoker.feed.server.requests import speaker_of
from ircpoker.feed.server.table_requests import table_of
from ircpoker.lobby.hand_record import replay_hand
from ircpoker.lobby.seats import seat_label
from ircpoker.records.statistics.counters import AF, PFR, THREE_BET, VPIP, WTSD
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.feed.lines import FeedMessage
    from ircpoker.feed.server.session import FeedSession
    from ircpoker.ledger import GameFigures
    from ircpoker.lobby import RobotReason, Table
    from ircpoker.table import TableSeat

MOST_GRIDS = 20
"""The decisions whose ranges are in one answer."""
_SHOWN = {"vpip": VPIP, "pfr": PFR, "three_bet": THREE_BET, "af": AF, "wtsd": WTSD}
"""The statistics of a seat, each in the words of `!stats`."""


def why(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """Return the robots' reasons in the last finished deal of a table, with the ranges that they have noted."""
    table = table_of(session, message)
    lobby, services = session.endpoint.feeds.tables.lobby, session.router.services
    last = lobby.tables.last_deal(table.place)
    if last is None:
        raise NotAllowedError(Phrase("errors.no_deal_finished"))
    deal_id, reasons, _ = last
    ended = services.ledger.ended_deal(deal_id)
    if ended is not None and session.endpoint.feeds.is_held_back(session, ended):
        raise NotAllowedError(Phrase("errors.no_deal_finished"))
    if deal_id in lobby.unshown_deals():
        raise NotAllowedError(Phrase("errors.still_shown", deal=deal_id))
    if not reasons:
        raise NotAllowedError(Phrase("errors.no_robot_decided"))
    hand = services.ledger.hand(deal_id)
    replayed = replay_hand(services.ledger, hand) if hand else None
    lines = [] if replayed is None else [services.words.text(line) for line in reason_lines(deal_id, replayed, reasons)]
    grids = [_grids(reason) for reason in reasons if reason.ranges][-MOST_GRIDS:]
    return [{"is": "why", "deal": deal_id, "lines": lines, "ranges": grids}]


def _grids(reason: RobotReason) -> FeedMessage:
    """Return a robot's own range and its opponent's at a decision: the share of each kind of hands, in per cent.

    There are 13 rows of 13 kinds, one row after the other: AA, AKs … A2s, AKo, KK, KQs …
    """
    middle = len(reason.ranges) // 2
    own, theirs = (_shares(packed) for packed in (reason.ranges[:middle], reason.ranges[middle:]))
    return {"who": reason.nick, "action": reason.action, "own": own, "opponents": theirs}


def _shares(packed: str) -> list[int]:
    return [max(round(100 * cell.weight), cell.hands) for row in unpack_shares(packed) for cell in row]


def figures(session: FeedSession, message: FeedMessage) -> list[FeedMessage]:
    """Return the statistics of each seat of a table in its game; of people what `!stats` shows."""
    speaker_of(session)
    table = table_of(session, message)
    rows = [_figures_of(session, table, number) for number in sorted(table.seats)]
    return [{"is": "figures", "table": table.id, "game": table.state.game_name, "seats": rows}]


def _figures_of(session: FeedSession, table: Table, number: TableSeat) -> FeedMessage:
    services, own = session.router.services, speaker_of(session).id
    seat = table.seats[number]
    who = seat.robot or seat.player
    row: FeedMessage = {"seat": seat_label(number), "name": services.words.text(table.seats.sitter(number).name)}
    if who is None:
        return row
    is_own = not isinstance(who, str) and session.endpoint.feeds.is_player(session, who)
    sees_all = isinstance(who, str) or is_own or services.settings.bot.stats == "all"
    found = services.ledger.figures(who, beside=None if sees_all else own)
    game = next((each for each in found if each.game == table.state.game_name), None)
    return row if game is None else {**row, **_numbers(game)}


def _numbers(found: GameFigures) -> FeedMessage:
    counters = counters_of(found)
    rate = f"{100 * found.big_blinds / found.counted:+.1f}" if found.counted else "-"
    return {
        "hands": found.hands,
        "net": found.net,
        "rate": rate,
        **{name: statistic.text(counters) for name, statistic in _SHOWN.items()},
    }
