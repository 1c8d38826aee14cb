"""`!table`: the game, the state of the hand, and the seats."""

from __future__ import annotations

from collections.abc import Iterator

from ircpoker.chat.message import Reply
from ircpoker.chat.table_text import LONGEST, seat_row, stakes_phrase
from ircpoker.lobby import Table
from ircpoker.lobby.seating import capacity
from ircpoker.lobby.seats import Seat, seat_label
from ircpoker.lobby.views import shown_seats, unshown_end
from ircpoker.records.deal_words import Segments, board_parts, joined
from ircpoker.table import Deal, DealSeat, TableSeat
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue

SEATS_A_LINE = 2
"""The seats in a line: a table of four takes three lines; larger ones are shown in private, like other long answers."""


def table_facts(table: Table) -> Phrase:
    """Return the game, the stakes and an unusual pace of a table."""
    game, stakes = table.state.game.full_title, stakes_phrase(table.state.stakes)
    if pace := table.state.pace:
        return Phrase("table.facts_paced", game=game, stakes=stakes, pace=pace.value)
    return Phrase("table.facts", game=game, stakes=stakes)


def table_lines(table: Table) -> Iterator[Reply]:
    """Yield a table: game and hand in the first line, then two seats a line."""
    state = table.state
    yield Reply(tuple(joined([[table_facts(table)], _hand_parts(table)])))
    positions = [fact.position for fact in state.seat_facts(table.hand)] if table.hand is not None else []
    seats, stacks = shown_seats(table, unshown_end(table))
    rows = [_seat(table, number, seats[number], stacks[number], positions) for number in sorted(seats)]
    for start in range(0, len(rows), SEATS_A_LINE):
        yield Reply(tuple(joined(rows[start : start + SEATS_A_LINE])))


def table_line(table: Table, words: Catalogue) -> Iterator[Reply]:
    """Yield a table as one line, or two with many players: game, stakes, free seats, and the stacks."""
    state = table.state
    most = capacity(state, table.context.robots) if state.policy.takes_newcomers else 0
    free = max(0, most - len(state.seats))
    seats, stacks = shown_seats(table, unshown_end(table))
    rows = seat_row([("", seats[number].nick, stacks[number]) for number in sorted(seats)])
    for line in words.lines([[table_facts(table)], [Phrase("table.free_seats", n=free)], rows], longest=LONGEST):
        yield Reply(tuple(line))


def _hand_parts(table: Table) -> Segments:
    """Return the hand in progress: board, pot, and whose turn it is, with the price and the time that is left."""
    hand, unshown = table.hand, unshown_end(table)
    if unshown is not None:
        board = unshown.boards[-1]
        deal_id, street, pot = unshown.deal_id, table.state.game.street_with(len(board)), unshown.pot
    elif hand is not None:
        deal_id, street, board, pot = hand.deal_id, hand.deal.street, hand.deal.board, hand.deal.pot
    else:
        return [Phrase("table.no_deal")]
    number: Segments = [Phrase("table.number", deal=deal_id)]
    parts: list[Segments] = [number, board_parts(street, board), [Phrase("table.pot", pot=pot)]]
    if unshown is not None:
        parts.append([Phrase("table.note_all_in")])
    elif hand is not None and hand.actor is not None:
        turn: list[Segments] = [[Phrase("table.to_act", who=table.seats.sitter(hand.actor).name)]]
        if hand.turn is not None and hand.turn.call:
            turn.append([Phrase("decision.call", price=hand.turn.call)])
        if table.seconds_to_act is not None:
            turn.append([Phrase("table.seconds_left", seconds=f"{table.seconds_to_act:.0f}")])
        parts.append(joined(turn, ", "))
    return joined(parts)


def _seat(table: Table, number: TableSeat, seat: Seat, stack: int, positions: list[str]) -> Segments:
    """Return a seat with its chips, its bet on this street, and notes such as `folded`.

    Args:
        table: the table.
        number: the number of the seat.
        seat: the seat as people see it.
        stack: the chips in front of it.
        positions: the positions of the seats in the hand.
    """
    hand = table.hand
    own = hand.seat_of(number) if hand else None
    position = "" if own is None else positions[own]
    shown = seat_row([(position, seat.nick, stack)])
    facts: list[Segments] = [[Phrase("table.row", number=seat_label(number), seat=shown)]]
    if hand is not None and own is not None:
        has_button = table.state.has_button(number) and position != "BTN"
        facts += _in_hand(hand.deal, own, has_button=has_button)
    facts += [
        [Phrase(f"table.{note}")]
        for note, holds in (
            ("note_sits_out", seat.sits_out or number in table.state.idle),
            ("note_leaves", seat.leaves),
            ("note_away", seat.is_away),
            ("note_robot", bool(seat.robot)),
        )
        if holds
    ]
    return joined(facts, ", ")


def _in_hand(deal: Deal, seat: DealSeat, *, has_button: bool) -> Iterator[Segments]:
    """Yield a seat's part in the hand: the button, and whether it has bet, folded or is all-in."""
    if has_button:
        yield [Phrase("table.note_button")]
    if not deal.in_hand[seat]:
        yield [Phrase("table.note_folded")]
    elif not deal.stacks[seat]:
        yield [Phrase("table.note_all_in")]
    if deal.bets[seat]:
        yield [Phrase("table.note_bet", amount=deal.bets[seat])]
