"""What a connection may ask about tables: which there are, what happens there and why, who sits there; and to act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from ircpoker.cards import Card, parse_cards
from ircpoker.chat.robots import reason_lines
from ircpoker.chat.statistics import counters_of, rate_text
from ircpoker.equity.grid import unpack_shares
from ircpoker.errors import IllegalActionError, NotAllowedError, PokerError, UsageError
from ircpoker.feed import requests
from ircpoker.feed.data import Figures, RobotRanges, SeatFigures, Why
from ircpoker.feed.messages import Answer
from ircpoker.feed.server.offers import new_offers
from ircpoker.feed.server.requests import message_of, speaker_of
from ircpoker.feed.server.session import FeedSession, refusal
from ircpoker.feed.server.snapshot import legal_facts, turn_text
from ircpoker.feed.server.subscriptions import UNKNOWN_TABLE
from ircpoker.lobby import RequestedAction, RobotReason, Table, Verb
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.play import act as act_at
from ircpoker.lobby.seats import seat_label
from ircpoker.lobby.settings import stakes_text
from ircpoker.lobby.views import shown_seats, unshown_end
from ircpoker.records.ledger_hands import read_hand
from ircpoker.records.statistics.counters import AF, PFR, THREE_BET, VPIP, WTSD
from ircpoker.table import CALL, CHECK, FOLD, Action, Bet, Discard, RaiseTo, TableSeat
from ircpoker.table.amounts import parse_amount
from ircpoker.words import Phrase

MOST_GRIDS = 20
"""The decisions whose ranges are in one answer."""
_SHOWN = {"vpip": VPIP, "pfr": PFR, "three_bet": THREE_BET, "af": AF, "wtsd": WTSD}
"""The statistics of a seat, each in the words of `!stats`."""

MOST_LISTED = 50
"""The tables of one answer."""
_PLAIN: Mapping[str, tuple[Action, RequestedAction]] = {
    "fold": (FOLD, RequestedAction(Verb.FOLD)),
    "check": (CHECK, RequestedAction(Verb.CHECK)),
    "call": (CALL, RequestedAction(Verb.CALL)),
}
"""The actions without an amount or cards."""


def tables(session: FeedSession, request: requests.ListTables) -> list[Answer]:
    """List the tables that may be watched, some at a time: `after` is the last one of the list before."""
    found = sorted(session.endpoint.feeds.visible_to(session), key=lambda table: table.id)
    rest = [table for table in found if table.id > request.after]
    listed = [_entry(session, table) for table in rest[:MOST_LISTED]]
    return [requests.Tables(tuple(listed), len(rest) > MOST_LISTED)]


def _entry(session: FeedSession, table: Table) -> requests.ListedTable:
    place, state = table.place, table.state
    seats, chips = shown_seats(table, unshown_end(table))
    # What those who see everything later may not know yet.
    is_delayed = session.endpoint.feeds.is_delayed(session, table)
    words, hand = session.router.services.words, table.hand if not is_delayed else None
    return requests.ListedTable(
        table.id,
        place.channel or "private",
        place.network,
        session.endpoint.feeds.tables.number_of(place),
        state.game_name,
        f"{state.game.full_title} {stakes_text(state.stakes)}",
        state.game.most_seats,
        state.policy.takes_newcomers and len(seats) < state.game.most_seats,
        tuple(
            [
                requests.ListedSeat(
                    seat_label(number),
                    words.text(seats.sitter(number).name),
                    "robot" if seats[number].robot else "person",
                    None if is_delayed else chips[number],
                )
                for number in sorted(seats)
            ]
        ),
        hand.deal_id if hand is not None else "",
        hand.deal.street.value if hand is not None else "",
        hand.deal.pot if hand is not None else 0,
        hand is not None
        and hand.turn is not None
        and hand.actor == session.endpoint.feeds.seat_of(session, table.seats),
        state.is_public,
    )


def offers(session: FeedSession, _request: requests.ListOffers) -> list[Answer]:
    """Return the tables and tournaments that the session's person may begin."""
    feeds = session.endpoint.feeds
    return [requests.Offers(new_offers(feeds.tables, speaker_of(session), feeds.channels_seen(session)))]


def table_of(session: FeedSession, request: requests.AtTable) -> Table:
    """Return the table that a request names by `table` or `place`.

    Raises:
        UsageError: it names none, there is none, or the session may not see it.
    """
    named = request.place if request.table is None else request.table
    if named is None:
        raise UsageError("expected table, or place")
    table = session.endpoint.feeds.find(session, named)
    if table is None:
        raise UsageError(UNKNOWN_TABLE)
    return table


def watch(session: FeedSession, request: requests.Watch) -> list[Answer]:
    """Show what happens at a table from now on, or from the event `since` on."""
    table = table_of(session, request)
    return session.endpoint.feeds.watch(session, table).watch(session, request.since, request.id)


def unwatch(session: FeedSession, request: requests.Unwatch) -> list[Answer]:
    """End `watch`."""
    feed = session.watched.get(request.table)
    if feed is None:
        raise UsageError(UNKNOWN_TABLE)
    feed.unwatch(session)
    return [requests.Done()]


def act_on_turn(session: FeedSession, request: requests.Act) -> list[Answer]:
    """Act on one's turn, if it is still the one that the message names."""
    speaker_of(session)
    table = table_of(session, request)
    number = session.endpoint.feeds.seat_of(session, table.seats)
    if number is None:
        raise UsageError(UNKNOWN_TABLE)
    line = message_of(session, "act", table.place.network, table.place.channel or None)
    session.endpoint.feeds.tables.hear(line)
    services = session.router.services
    try:
        with services.outbox.held():
            table.change(partial(_act, number=number, request=request))
    except (NotAllowedError, UsageError) as error:
        # A legal action is never limited; who asks for others without end has to wait, as on IRC.
        too_many = session.router.count(line)
        if too_many is not None:
            services.activity.refused[line.sender.network] += 1
            raise NotAllowedError(Phrase("router.too_many", seconds=max(1, round(too_many.seconds)))) from error
        hand = table.hand
        legal = hand.turn if hand is not None and hand.actor == number else None
        refused = refusal(session.router, error)
        return [replace(refused, legal=legal_facts(legal)) if legal is not None else refused]
    services.scheduler.run_all_due()
    return [requests.Done()]


def _act(draft: Draft, *, number: TableSeat, request: requests.Act) -> None:
    """Take the action that is asked for.

    Raises:
        NotAllowedError: the turn has passed, or it is somebody else's.
        IllegalActionError: the action is not legal now.
        UsageError: it is no action.
    """
    hand = draft.state.hand
    legal = hand.turn if hand is not None and hand.actor == number else None
    if hand is None or legal is None or turn_text(hand) != request.turn:
        raise NotAllowedError("that turn has passed")
    action, requested = _asked(request, hand.deal.hole_cards[legal.seat])
    if not legal.allows(action):
        raise IllegalActionError(Phrase("errors.illegal"), legal)
    act_at(draft, number, requested)


def _asked(request: requests.Act, own: tuple[Card, ...]) -> tuple[Action, RequestedAction]:
    """Return the action that is asked for, by the rules and as a player asks for it.

    Raises:
        UsageError: an amount or cards are missing or wrong.
    """
    match request.action:
        case "bet" | "raise_to" as name:
            if request.amount is None:
                raise UsageError("expected amount: a whole number of chips")
            make, verb = (Bet, Verb.BET) if name == "bet" else (RaiseTo, Verb.RAISE)
            return make(request.amount), RequestedAction(verb, parse_amount(str(request.amount)))
        case "discard" | "stand_pat" as name:
            changed = _discarded(request.cards, own) if name == "discard" else []
            kept = tuple([index for index in range(len(own)) if index not in changed])
            return Discard(tuple([own[index] for index in changed])), RequestedAction(Verb.KEEP, indices=kept)
        case plain:
            return _PLAIN[plain]


def _discarded(given: Sequence[int | str], own: tuple[Card, ...]) -> list[int]:
    """Return the indices of the cards that are changed: they are named, or their positions from 1."""
    found: list[int] = []
    for each in map(str, given):
        if each.isascii() and each.isdecimal() and len(each) == 1:
            index = int(each) - 1
        else:
            try:
                index = own.index(*parse_cards(each, most=1))
            except (PokerError, ValueError, TypeError):
                index = -1
        if not 0 <= index < len(own) or index in found:
            raise UsageError("expected cards: own cards, or their positions from 1, none twice")
        found.append(index)
    return found


def why(session: FeedSession, request: requests.GetWhy) -> list[Answer]:
    """Return the robots' reasons in the last finished deal of a table, with the ranges that they have noted."""
    table = table_of(session, request)
    lobby, services = session.endpoint.feeds.tables.lobby, session.router.services
    last = lobby.tables.last_deal(table.place)
    if last is None:
        raise NotAllowedError(Phrase("errors.no_deal_finished"))
    deal_id, reasons, _ = last
    ended, person = services.ledger.ended_deal(deal_id), session.person
    hand = read_hand(services.ledger, deal_id, person.id if person is not None else None)
    if ended and not (hand and hand.own is not None) and not session.endpoint.feeds.may_see_deal(session, ended):
        raise NotAllowedError(Phrase("errors.no_deal_finished"))
    if deal_id in lobby.unshown_deals():
        raise NotAllowedError(Phrase("errors.still_shown", deal=deal_id))
    if not reasons:
        raise NotAllowedError(Phrase("errors.no_robot_decided"))
    is_revealed = ended is not None and ended.is_revealed
    reasoned = [] if hand is None else reason_lines(deal_id, hand, reasons, is_revealed=is_revealed)
    lines = list(map(services.words.text, reasoned))
    grids = [_grids(reason) for reason in reasons if reason.ranges][-MOST_GRIDS:]
    return [Why(deal_id, tuple(lines), tuple(grids))]


def _grids(reason: RobotReason) -> RobotRanges:
    """Return a robot's own range and its opponent's at a decision: the share of each kind of hands, in per cent.

    There are 13 rows of 13 kinds, one row after the other: AA, AKs … A2s, AKo, KK, KQs …
    """
    middle = len(reason.ranges) // 2
    own, theirs = (_shares(packed) for packed in (reason.ranges[:middle], reason.ranges[middle:]))
    return RobotRanges(reason.nick, reason.action, own, theirs)


def _shares(packed: str) -> tuple[int, ...]:
    return tuple([max(round(100 * cell.weight), cell.hands) for row in unpack_shares(packed) for cell in row])


def figures(session: FeedSession, request: requests.GetFigures) -> list[Answer]:
    """Return the statistics of each seat of a table in its game; of people what `!stats` shows."""
    speaker_of(session)
    table = table_of(session, request)
    rows = [_figures_of(session, table, number) for number in sorted(table.seats)]
    return [Figures(table.id, table.state.game_name, tuple(rows))]


def _figures_of(session: FeedSession, table: Table, number: TableSeat) -> SeatFigures:
    services, own = session.router.services, speaker_of(session).id
    seat = table.seats[number]
    who = seat.robot or seat.player
    row = SeatFigures(seat_label(number), services.words.text(table.seats.sitter(number).name))
    if who is None:
        return row
    is_own = not isinstance(who, str) and session.endpoint.feeds.is_player(session, who)
    sees_all = isinstance(who, str) or is_own or services.settings.bot.stats == "all"
    until = session.endpoint.feeds.shown_until(session, who)
    found = services.ledger.figures(who, beside=None if sees_all else own, until=until)
    game = next((each for each in found if each.game == table.state.game_name), None)
    if game is None:
        return row
    counters = counters_of(game)
    shown = {name: statistic.text(counters) for name, statistic in _SHOWN.items()}
    return replace(row, hands=game.hands, net=game.net, rate=rate_text(game), **shown)
