"""The counted seats of recorded hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.records.statistics.deals import big_blind_of, count_deal, depth_of, kind_of, positions_of
from ircpoker.records.statistics.index import CountedSeat
from ircpoker.records.view import HandView
from ircpoker.table.events import HandShown
from ircpoker.table.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.records.reading import RecordedHand
    from ircpoker.table.games import Game


def seats_of_hand(hand: RecordedHand) -> Iterator[CountedSeat]:
    """Yield the counted seats of a recorded hand; chips that the house has taken from the pots are nobody's."""
    deal, setup = hand.deal, hand.deal.setup
    shown = {
        int(event.seat): "".join(map(str, event.cards))
        for event in deal.events
        if isinstance(event, HandShown) and hand.known.issuperset(event.cards)
    }
    big_blind, game = big_blind_of(setup), game_key(setup.game)
    seats = zip(
        hand.names, count_deal(deal), positions_of(setup), setup.stacks, HandView(hand, 0).final_stacks, strict=True
    )
    for seat, (name, counted, position, before, after) in enumerate(seats):
        kind, net = kind_of(shown.get(seat, "")), after - before
        depth, decimals = depth_of(before, big_blind), hand.history.decimals
        yield CountedSeat(name, game, position, depth, decimals, counted, net, net / big_blind, kind)


def game_key(game: Game) -> str:
    """Return the key of a game in `GAMES`."""
    return next(key for key, each in GAMES.items() if each == game)
