"""Plays files of `ring` against donksolver (`pip install ircpoker[bench]`), both trained for the same processor time.

    python -m benchmarks.donksolver train 6max-lite DIR --seconds 300 --seed 1    a bundle of donksolver in DIR
    python -m benchmarks.donksolver train ring DIR --seconds 300 --seed 1         DIR/strategy.bin
    python -m benchmarks.donksolver play FILE BUNDLE --decks 100000               FILE and the folder of a bundle

The table has six seats, stacks of 50 big blinds and no rake. Three formats: three seats each, alternating, and each
deck is played twice; one against five and five against one, and each deck is played with the one in each seat. `ring`
plays as at a real table: it reads donksolver's bets as chips. donksolver's server reads the bets of `ring` likewise.
Where it has no node, a plain rule plays for it, by donksolver's own buckets: `plain_action`. The share of such
decisions stands beside the result. Figures are thousandths of a big blind per deal and seat of `ring`, with 95 %
intervals.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from donksolver import Abstraction as OtherBuckets
from donksolver import Bundle, Solve, Solver, preset
from donksolver.cards import card_id
from donksolver.policy import write_manifest

from benchmarks.ring import SEED, buckets_of, shown
from ircpoker.cards import CARDS
from ircpoker.lab.training.ring import RingSettings, RingTraining
from ircpoker.postflop.engine.native import solver
from ircpoker.postflop.engine.solving import hand_pairs
from ircpoker.robots.ring.chances import chances_of
from ircpoker.robots.ring.features import BB, MAY_CALL, MAY_FOLD, SB, SEATS, TableBetting
from ircpoker.robots.ring.strategy import RingStrategy, draw
from ircpoker.robots.ring.turn import amount_of, read_turn

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from ircpoker.lab.training.buckets import Abstraction

DEPTH, BIG_BLIND = 50, 200
STACK = DEPTH * BIG_BLIND
OWN, OTHER = 0, 1
FORMATS = {"3+3": (0, 1, 0, 1, 0, 1), "1+5": (0, 1, 1, 1, 1, 1), "5+1": (1, 0, 0, 0, 0, 0)}
AT_ONCE = 2_000
"""Decks whose deals are played side by side, so that the server is asked for many decisions at once."""
FOLD, CHECK, CALL, RAISE, SHOVE = range(5)
"""The kinds of action of donksolver."""
NO_NODE = 2
VALUE, DECENT = 42, 35
"""Of donksolver's 50 buckets: those with which the plain rule bets, and calls."""
CODES = [card_id(str(card)) for card in CARDS]


class Cards(NamedTuple):
    """The cards of decks, as the solver deals them.

    Attributes:
        boards: card codes, [deck][5].
        hands: numbers of hands, [deck][seat].
        strengths: the higher the better, [deck][seat].
        classes: buckets, [deck][street][seat].
    """

    boards: NDArray[np.uint8]
    hands: NDArray[np.uint16]
    strengths: NDArray[np.uint16]
    classes: NDArray[np.uint16]


@dataclass
class Table:
    """A deal that is being played.

    Attributes:
        deck: its number among those of the block.
        owners: of each seat: OWN or OTHER.
        chance: the source of chance.
        actor: the seat to act; -1 when the deal is over.
        history: all actions, as donksolver takes them: seat, whether it folds, chips.
    """

    deck: int
    owners: Sequence[int]
    chance: Random
    betting: TableBetting = field(default_factory=lambda: TableBetting([STACK] * SEATS, BIG_BLIND))
    actor: int = BB
    history: list[tuple[int, int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.betting.pay(SB, BIG_BLIND // 2)
        self.betting.pay(BB, BIG_BLIND)
        self._pass_on()

    def act(self, target: int | None) -> None:
        """Let the actor fold (None), or put in chips up to this bet."""
        betting, seat = self.betting, self.actor
        if target is None:
            betting.fold(seat)
            self.history.append((seat, 1, 0))
        else:
            bet, paid = max(betting.bets), min(target - betting.bets[seat], betting.left[seat])
            self.history.append((seat, 0, paid))
            (betting.bet if betting.bets[seat] + paid > bet else betting.call)(seat, paid)
        self._pass_on()

    def won(self, strengths: Sequence[int]) -> list[float]:
        """Return what each seat has won at the end of the deal; stacks are equal, so there are no side pots."""
        betting = self.betting
        best = max(strengths[seat] for seat in betting.live)
        winners = [seat for seat in betting.live if strengths[seat] == best]
        return [betting.pot / len(winners) * (seat in winners) - betting.put[seat] for seat in range(SEATS)]

    def _pass_on(self) -> None:
        betting = self.betting
        if len(betting.live) > 1 and not betting.pending and betting.street < 3 and len(betting.with_chips()) > 1:
            betting.begin_street()
            self.actor = -1
        if len(betting.live) < 2 or not betting.pending:
            self.actor = -1
        else:
            self.actor = min(betting.pending, key=lambda seat: (seat - self.actor - 1) % SEATS)


def own_action(strategy: RingStrategy, table: Table, cards: Cards) -> int | None:
    """Return the bet that `ring` goes up to, None for a fold."""
    betting, seat = table.betting, table.actor
    turn = read_turn(betting, seat)
    chances = chances_of(strategy, turn, int(cards.classes[table.deck, betting.street, seat]))
    choice = tuple(chances)[draw(list(chances.values()), table.chance.random())]
    if choice == MAY_FOLD and betting.owed(seat):
        return None
    return max(betting.bets) if choice in {MAY_FOLD, MAY_CALL} else amount_of(choice, turn)


def plain_action(table: Table, bucket: int) -> int | None:
    """Return the action of a plain rule: bets half the pot with good hands, calls with decent ones."""
    betting, seat = table.betting, table.actor
    if betting.owed(seat):
        return max(betting.bets) if bucket >= DECENT else None
    return max(betting.bets) + (max(BIG_BLIND, betting.pot // 2) if bucket >= VALUE else 0)


class Opponent:
    """donksolver at the table, many decisions at once."""

    def __init__(self, folder: Path) -> None:
        """Open the bundle of a folder."""
        self._bundle = Bundle(str(folder / "bundle.json"))
        self._buckets = OtherBuckets.load(str(folder / "buckets.dab"))
        self.statuses = np.zeros(NO_NODE + 3, np.int64)

    def act(self, tables: Sequence[Table], cards: Cards) -> None:
        """Let it act at all these tables."""
        holes = [[CODES[code] for code in hand_pairs()[cards.hands[each.deck, each.actor]]] for each in tables]
        shown = [cards.boards[each.deck, : (0, 3, 4, 5)[each.betting.street]] for each in tables]
        boards = [[CODES[code] for code in board] for board in shown]
        count = len(tables)
        found = self._bundle.act(
            [[STACK] * SEATS] * count, [[BIG_BLIND // 2, BIG_BLIND]] * count, holes, boards,
            [each.history for each in tables], [each.chance.random() for each in tables],
        )  # fmt: skip
        for place, table in enumerate(tables):
            self.statuses[found["status"][place]] += 1
            if found["status"][place] >= NO_NODE:
                bucket = self._buckets.bucket(table.betting.street, holes[place], boards[place])
                table.act(plain_action(table, bucket))
            else:
                table.act(_target(table, int(found["kind"][place]), int(found["chips"][place])))


def _target(table: Table, kind: int, chips: int) -> int | None:
    betting, seat = table.betting, table.actor
    if kind == FOLD:
        return None
    if kind in {CHECK, CALL}:
        return max(betting.bets)
    return betting.bets[seat] + (chips if kind == RAISE else betting.left[seat])


def play_block(
    strategy: RingStrategy, opponent: Opponent, cards: Cards, seatings: Sequence[Sequence[int]], seed: str
) -> NDArray[np.float64]:
    """Return what the seats of `ring` win on average with each deck, in thousandths of a big blind a deal."""
    decks = range(len(cards.boards))
    tables = [Table(deck, owners, Random(f"{seed} {deck} {owners}")) for deck in decks for owners in seatings]
    going = tables
    while going:
        for table in going:
            while table.actor >= 0 and table.owners[table.actor] == OWN:
                table.act(own_action(strategy, table, cards))
        going = [table for table in going if table.actor >= 0]
        if going:
            opponent.act(going, cards)
    results = np.zeros(len(decks))
    for table in tables:
        won = table.won(cards.strengths[table.deck].tolist())
        mine = [chips for chips, owner in zip(won, table.owners, strict=True) if owner == OWN]
        results[table.deck] += sum(mine) / len(mine) / len(seatings)
    return results / BIG_BLIND * 1000


def seatings_of(lineup: Sequence[int]) -> list[tuple[int, ...]]:
    """Return all different rotations of a lineup."""
    return sorted({(*lineup[turned:], *lineup[:turned]) for turned in range(SEATS)})


def deal(abstraction: Abstraction, decks: range) -> Cards:
    """Return the cards of these decks."""
    parts = solver().ring_decks(abstraction.classes, abstraction.tables, SEED, decks.start, len(decks))
    count = len(decks)
    boards, hands, strengths, found = (
        np.frombuffer(part, kind) for part, kind in zip(parts, (np.uint8, np.uint16, np.uint16, np.uint16), strict=True)
    )
    return Cards(
        boards.reshape(count, 5), hands.reshape(count, SEATS), strengths.reshape(count, SEATS),
        found.reshape(count, 4, SEATS),
    )  # fmt: skip


def play(arguments: Namespace) -> None:
    """Print the results of a match in each format."""
    strategy, opponent = RingStrategy.open(arguments.file), Opponent(arguments.bundle)
    abstraction = buckets_of(strategy.shape)
    for name in arguments.formats:
        results = []
        opponent.statuses[:] = 0
        end = arguments.first + arguments.decks
        for first in range(arguments.first, end, AT_ONCE):
            decks = range(first, min(first + AT_ONCE, end))
            cards = deal(abstraction, decks)
            results.append(play_block(strategy, opponent, cards, seatings_of(FORMATS[name]), f"{name} {first}"))
        unknown = opponent.statuses[NO_NODE:].sum() / opponent.statuses.sum()
        sys.stdout.write(
            f"{name}: {shown(np.concatenate(results))}, {unknown:.1%} of donksolver's decisions without a node\n"
        )
        sys.stdout.flush()


def train(arguments: Namespace) -> None:
    """Train one of both for this much processor time."""
    arguments.folder.mkdir(parents=True, exist_ok=True)
    trainer = _train_ring if arguments.kind == "ring" else _train_other
    count = trainer(arguments)
    sys.stdout.write(f"{arguments.kind}, seed {arguments.seed}: {count:,} in {arguments.seconds} s\n")


def _train_ring(arguments: Namespace) -> int:
    training = RingTraining(arguments.folder, RingSettings(stack=DEPTH, seed=arguments.seed), lambda *_: None)
    _spend(arguments.seconds, lambda: training.train(5_000))
    training.export(arguments.folder / "strategy.bin")
    return training.boards


def _train_other(arguments: Namespace) -> int:
    folder = arguments.folder
    buckets, policy = folder / "buckets.dab", folder / "policy.dpol"
    if not buckets.exists():
        OtherBuckets.build(threads=1).save(str(buckets))
    game = preset(arguments.kind, stack_bb=float(DEPTH))
    game.rake_pct = 0.0
    training = Solver.nlhe(game, str(buckets), Solve(seed=arguments.seed))
    _spend(arguments.seconds, lambda: training.run(20_000, threads=1))
    training.save_policy(str(policy))
    write_manifest(str(folder / "bundle.json"), str(buckets), [str(policy)])
    return int(training.iterations)


def _spend(seconds: float, step: Callable[[], object]) -> None:
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        step()


def main(words: Iterable[str]) -> None:
    """Train or play."""
    parser = ArgumentParser(prog="python -m benchmarks.donksolver")
    ways = parser.add_subparsers(dest="way", required=True)
    trained = ways.add_parser("train")
    trained.add_argument("kind", choices=("ring", "6max-lite", "6max-mw"))
    trained.add_argument("folder", type=Path)
    trained.add_argument("--seconds", type=float, default=300)
    trained.add_argument("--seed", type=int, default=1)
    played = ways.add_parser("play")
    played.add_argument("file", type=Path)
    played.add_argument("bundle", type=Path)
    played.add_argument("--decks", type=int, default=100_000)
    played.add_argument("--first", type=int, default=0, help="the number of the first deck")
    played.add_argument("--formats", nargs="+", choices=FORMATS, default=list(FORMATS))
    arguments = parser.parse_args(list(words))
    (train if arguments.way == "train" else play)(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
