"""The counted seats of replayed histories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.history.amounts import to_units
from ircpoker.records.index import CountedSeat
from ircpoker.records.statistics_deals import big_blind_of, count_deal, depth_of, kind_of, positions_of
from ircpoker.table.events import HandShown
from ircpoker.table.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.cards import Card
    from ircpoker.history import Replay
    from ircpoker.table.games import Game


def seats_of_replay(replay: Replay) -> Iterator[CountedSeat]:
    """Yield the counted seats of a replayed history."""
    deal, history = replay.deal, replay.history
    setup = deal.setup
    seats = len(setup.stacks)
    players = history.players if len(history.players) == seats else [f"p{seat + 1}" for seat in range(seats)]
    shown: dict[int, tuple[Card, ...]] = {
        event.seat: event.cards for event in deal.events if isinstance(event, HandShown)
    }
    nets, big_blind, game = _nets(replay), big_blind_of(setup), game_key(setup.game)
    counts = zip(count_deal(deal), positions_of(setup), setup.stacks, strict=True)
    for seat, (count, position, stack) in enumerate(counts):
        kind = kind_of("".join(map(str, shown.get(seat, ()))))
        depth, net = depth_of(stack, big_blind), nets[seat]
        yield CountedSeat(
            players[seat], game, position, depth, history.decimals, count, net, net / big_blind, shown=kind
        )


def _nets(replay: Replay) -> list[int]:
    """Return what each seat won or lost; where the house took a part of the pots, as the file has it."""
    deal, history = replay.deal, replay.history
    stacks: list[int] = list(deal.stacks)
    recorded = history.finishing_stacks
    if len(recorded) == len(stacks) and not history.unknown_stacks:
        units = [to_units(stack, history.decimals) for stack in recorded]
        if sum(units) < sum(stacks):
            stacks = units
    return [after - before for before, after in zip(deal.setup.stacks, stacks, strict=True)]


def game_key(game: Game) -> str:
    """Return the key of a game in `GAMES`."""
    return next(key for key, each in GAMES.items() if each == game)
