"""The odds of a spot: exact if that is quick enough, else by sampling; and the outs of each hand.

The time is estimated before anything is counted, from the sizes and from whether the native kernel was built. It is not
measured, so the same question gets the same kind of answer on a busy machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb, prod
from random import Random
from typing import Literal, NamedTuple

from ircpoker.cards import CARDS, MOST_CARDS, Card
from ircpoker.equity.exact import SHARES, Showdowns, showdown_counts
from ircpoker.equity.preflop import preflop_counts, stand_ins
from ircpoker.equity.range_counts import COMBINATIONS, combination_number, range_vs_range
from ircpoker.equity.ranges import Range
from ircpoker.equity.sampling import SPARE_TRIES, TRIES_PER_SAMPLE, best_value, is_dealt_at_once, sample
from ircpoker.equity.spots import Cards, Hand, Spot, make_spot
from ircpoker.errors import SetupError
from ircpoker.hands import Category, HandValue
from ircpoker.hands.kernel import KERNEL

Method = Literal["table", "ranges", "hands", "sample"]

EXACT_SECONDS = 10.0
SAMPLE_SECONDS = 1.0
"""The longest estimated times, unless the caller gives others."""


class _Costs(NamedTuple):
    """Times in microseconds, as `python -m benchmarks.equity` measures them.

    Attributes:
        holdem: for each number of cards to come, the time for known hands, and the additional time for each hand.
        omaha: the same for Omaha.
        board: the time for a board with two ranges, and the additional time for each hand.
        sample: the time for a sampled deal, and the additional time for each hand.
        omaha_sample: the same for Omaha.
        many: the time for a sampled deal of many that are dealt at once, and the additional time for each hand.
        omaha_many: the same for Omaha.
        begin: the time before the first of them.
        look_up: the time to look up two hands in the table of match-ups.
        case: the time to list one way to deal the ranges.
        draw: the time to draw a hand from a range for a sampled deal, which may be thrown away.
        read: the time to read one hand of a range, from the text to the spot.
    """

    holdem: Mapping[int, tuple[float, float]]
    omaha: Mapping[int, tuple[float, float]]
    board: tuple[float, float]
    sample: tuple[float, float]
    omaha_sample: tuple[float, float]
    many: tuple[float, float]
    omaha_many: tuple[float, float]
    begin: float = 300
    look_up: float = 0.25
    case: float = 15
    draw: float = 1.0
    read: float = 0.5


_COSTS = (
    _Costs(
        holdem={5: (10_000, 1000), 2: (150, 50), 1: (50, 10), 0: (30, 6)},
        omaha={5: (7_000, 7_000), 2: (300, 400), 1: (150, 150), 0: (50, 50)},
        board=(60, 1.1),
        sample=(10, 1),
        omaha_sample=(10, 50),
        many=(2, 2),
        omaha_many=(2, 50),
    )
    if KERNEL is None
    else _Costs(
        holdem={5: (250, 20), 2: (10, 2), 1: (5, 1), 0: (4, 1)},
        omaha={5: (350, 150), 2: (15, 5), 1: (8, 3), 0: (5, 2)},
        board=(2.5, 0.0125),
        sample=(8, 2),
        omaha_sample=(10, 2.5),
        many=(0.3, 0.1),
        omaha_many=(0.3, 0.2),
    )
)
_FEWEST_SAMPLES = 30


class Equity(NamedTuple):
    """The odds of one hand or range.

    Attributes:
        hand: the hand or range as text.
        win: the boards on which only this hand is best; for ranges, boards and hands times their weights; for a
            sample, deals.
        tie: the boards on which it is best together with others.
        lose: the other boards.
        equity: its part of all pots, 0 to 1.
        stderr: the standard error of a sampled equity; None if the equity is exact.
    """

    hand: str
    win: int
    tie: int
    lose: int
    equity: float
    stderr: float | None


@dataclass(frozen=True)
class Plan:
    """The way to compute the odds of a spot.

    Attributes:
        method: `table` looks up match-ups before the flop, `ranges` counts two ranges on every board, `hands` counts
            one way to deal the ranges after the other, and `sample` deals at random.
        seconds: the estimated time of this method.
        exact_seconds: the estimated time of an exact answer; may be too high.
        samples: the number of deals to sample, else 0.
        cases: for `hands`, the ways to deal the ranges, one for all that differ only in suits, with its weight.
    """

    method: Method
    seconds: float
    exact_seconds: float
    samples: int = 0
    cases: tuple[tuple[tuple[tuple[int, ...], ...], int], ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether the answer is exact."""
        return self.method != "sample"


def equity(
    hands: Sequence[Hand],
    board: Cards = (),
    dead: Cards = (),
    game: str = "holdem",
    *,
    seconds: tuple[float, float] = (EXACT_SECONDS, SAMPLE_SECONDS),
    rng: Random | None = None,
) -> tuple[Equity, ...]:
    """Return the odds of each hand.

    Args:
        hands: 2 to 10 hands or ranges: text such as `AhKd` or `QQ+,AKs`, cards, or card codes.
        board: no cards, three, four or five.
        dead: cards that nobody holds and that cannot come.
        game: `holdem` or `omaha` (with four to six hole cards, of which two count).
        seconds: the longest estimated time for an exact answer, and the time for sampling.
        rng: the random generator for sampling; without it the same question gets the same answer.

    Returns:
        The odds in the order of the hands: exact if `stderr` is None.

    Raises:
        NotUnderstoodError: a hand, range or card that cannot be read, a card twice, or a spot that cannot be dealt.

    Examples:
        >>> aces, kings = equity(["AsAh", "KdKc"])
        >>> aces.win, aces.tie, aces.lose, round(aces.equity, 4)
        (1388072, 6538, 317694, 0.8126)
        >>> round(equity(["QQ+,AKs", "22-55"], board="2c 7d 9h")[0].equity, 4)
        0.6934
    """
    # A string is a sequence of strings, too, but one hand.
    spot = make_spot([hands] if isinstance(hands, str) else hands, board, dead, game)
    return work_out(spot, plan(spot, *seconds), rng)


def plan(spot: Spot, exact_seconds: float = EXACT_SECONDS, sample_seconds: float = SAMPLE_SECONDS) -> Plan:
    """Return the best plan for the odds of a spot.

    Args:
        spot: the question.
        exact_seconds: the longest estimated time for an exact answer.
        sample_seconds: the time for sampling otherwise.

    Returns:
        The plan.
    """
    exact = _exact_plan(spot, exact_seconds)
    if exact.seconds <= exact_seconds:
        return exact
    # The ways to deal the ranges may have been listed for nothing.
    listed = prod(_sizes(spot)) * _COSTS.case / 1e6 if exact.cases else 0.0
    before, of_deal = _sampling_seconds(spot)
    left = max(sample_seconds / 2, sample_seconds - listed) - before
    samples = max(_FEWEST_SAMPLES, int(left / of_deal))
    return Plan("sample", listed + before + samples * of_deal, exact.exact_seconds, samples)


def _sampling_seconds(spot: Spot) -> tuple[float, float]:
    """Return the estimated time before sampling, and that of a deal."""
    if is_dealt_at_once(spot):
        base, each = _COSTS.omaha_many if spot.is_omaha else _COSTS.many
        return _COSTS.begin / 1e6, (base + each * len(spot.ranges)) / 1e6
    base, each = _COSTS.omaha_sample if spot.is_omaha else _COSTS.sample
    of_try = _COSTS.draw * (sum(not hand.is_any for hand in spot.ranges) + 1) / 1e6
    return SPARE_TRIES * of_try, (base + each * len(spot.ranges)) / 1e6 + TRIES_PER_SAMPLE * of_try


def reading_seconds(spot: Spot) -> float:
    """Return the estimated time that it took to read a spot."""
    return _COSTS.read * sum({each.text: len(each.weights) for each in spot.ranges}.values()) / 1e6


def work_out(spot: Spot, how: Plan, rng: Random | None = None) -> tuple[Equity, ...]:
    """Return the odds of each hand of a spot.

    Args:
        spot: the question.
        how: the plan for it.
        rng: the random generator for sampling; without it the same question gets the same answer.

    Returns:
        The odds in the order of the hands.

    Raises:
        SetupError: the ranges cannot be dealt together.
    """
    texts = [each.text for each in spot.ranges]
    if how.method == "sample":
        sampled = sample(spot, how.samples, rng or _same_chance())
        return tuple([Equity(text, *of_hand) for text, of_hand in zip(texts, sampled, strict=True)])
    counts = _COUNTERS[how.method](spot, how)
    cases = sum(counts[0][:3])
    if not cases:
        raise SetupError("hands", "these ranges cannot be dealt together: they need the same cards")
    return tuple(
        [Equity(text, *each[:3], each.share / (SHARES * cases), None) for text, each in zip(texts, counts, strict=True)]
    )


def _same_chance() -> Random:
    return Random(0)  # noqa: S311 - nobody plays with these cards


def _exact_plan(spot: Spot, most_seconds: float) -> Plan:
    """Return the quickest exact plan with its estimated time; without cases if it takes longer than `most_seconds`."""
    sizes = _sizes(spot)
    pairs = prod(sizes)
    is_pair = len(sizes) == 2 and not spot.is_omaha
    if is_pair and not spot.board and not spot.dead:
        first, second = map(_by_number, spot.ranges)
        seconds = _COSTS.look_up * len(stand_ins(first, second)) * len(second) / 1e6
        return Plan("table", seconds, seconds)
    base, each = (_COSTS.omaha if spot.is_omaha else _COSTS.holdem)[spot.to_come]
    of_case = (base + each * len(sizes)) / 1e6
    seconds = pairs * of_case
    if is_pair and spot.board:
        boards = comb(MOST_CARDS - len(spot.board) - len(spot.dead), spot.to_come)
        for_ranges = boards * (_COSTS.board[0] + _COSTS.board[1] * sum(sizes)) / 1e6
        if for_ranges < seconds:
            return Plan("ranges", for_ranges, for_ranges)
    is_listed = all(each.weights for each in spot.ranges)
    if pairs > 1 and not (is_listed and pairs * _COSTS.case / 1e6 <= most_seconds / 2):
        return Plan("hands", max(seconds, most_seconds + 1), seconds)
    cases = tuple(_cases(spot).values())
    seconds = len(cases) * of_case + (pairs * _COSTS.case / 1e6 if pairs > 1 else 0)
    return Plan("hands", seconds, seconds, cases=cases)


def _sizes(spot: Spot) -> list[int]:
    """Return the number of hands in each range."""
    return [len(each.weights) or comb(MOST_CARDS, spot.hole_cards) for each in spot.ranges]


def _cases(spot: Spot) -> dict[object, tuple[tuple[tuple[int, ...], ...], int]]:
    """Return all ways to deal the hands, with their weights; one stands for all ways that differ only in suits."""
    cases: dict[object, tuple[tuple[tuple[int, ...], ...], int]] = {}
    for hands, weight in _dealt(spot.ranges):
        suits = sorted(
            zip(
                *[map(_suit_masks(cards).__getitem__, range(4)) for cards in (*hands, spot.board, spot.dead)],
                strict=True,
            )
        )
        key = tuple(suits)
        representative, before = cases.get(key, (hands, 0))
        cases[key] = representative, before + weight
    return cases


def _suit_masks(cards: Sequence[int]) -> list[int]:
    masks = [0] * 4
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


def _dealt(ranges: Sequence[Range]) -> Iterator[tuple[tuple[tuple[int, ...], ...], int]]:
    """Yield the ways to deal a hand of each range without duplicate cards, with the product of the weights."""
    if not ranges:
        yield (), 1
        return
    for others, weight in _dealt(ranges[:-1]):
        used = {*chain(*others)}
        for hand, own_weight in ranges[-1].weights.items():
            if used.isdisjoint(hand):
                yield (*others, hand), weight * own_weight


def _by_hands(spot: Spot, how: Plan) -> list[Showdowns]:
    totals = [[0, 0, 0, 0] for _ in spot.ranges]
    for hands, weight in how.cases:
        counts = showdown_counts(hands, spot.board, spot.dead, omaha=spot.is_omaha)
        for total, each in zip(totals, counts, strict=True):
            for part, count in enumerate(each):
                total[part] += weight * count
    return [Showdowns(*total) for total in totals]


def _by_table(spot: Spot, _how: Plan) -> list[Showdowns]:
    first, second = map(_by_number, spot.ranges)
    return _both_sides(*preflop_counts(first, second))


def _by_ranges(spot: Spot, _how: Plan) -> list[Showdowns]:
    first, second = map(_by_number, spot.ranges)
    weights_a, weights_b = ([each.get(number, 0) for number in range(len(COMBINATIONS))] for each in (first, second))
    counts = range_vs_range(weights_a, weights_b, spot.board, spot.dead)
    return _both_sides(*[sum(weight * part[number] for number, weight in first.items()) for part in counts])


def _by_number(each: Range) -> dict[int, int]:
    return {combination_number(hand[0], hand[1]): weight for hand, weight in each.weights.items()}


def _both_sides(win: int, tie: int, lose: int) -> list[Showdowns]:
    return [Showdowns(won, tie, lost, SHARES * won + SHARES // 2 * tie) for won, lost in ((win, lose), (lose, win))]


_COUNTERS = {"table": _by_table, "ranges": _by_ranges, "hands": _by_hands}


class Outs(NamedTuple):
    """The outs of one hand on the flop or the turn.

    Attributes:
        value: the value that the hand has now.
        is_ahead: whether no other hand is better.
        draws: for a hand that is behind, the next cards that make it the only best hand, high cards first; grouped by
            the category that it then has, the best first.
        ties: for a hand that is behind, the next cards with which it shares the pot.
    """

    value: HandValue
    is_ahead: bool
    draws: Mapping[Category, tuple[Card, ...]]
    ties: tuple[Card, ...]

    @property
    def card_count(self) -> int:
        """The number of cards that put the hand in front."""
        return sum(map(len, self.draws.values()))


def find_outs(spot: Spot) -> tuple[Outs, ...]:
    """Return the outs of each hand.

    Args:
        spot: hands, board and dead cards.

    Returns:
        The outs in the order of the hands; none for ranges, before the flop and on the river.
    """
    hands = spot.known
    if not hands or not 3 <= len(spot.board) <= 4:
        return ()
    gone = {*spot.board, *spot.dead, *[card for hand in hands for card in hand]}
    now = _values(hands, spot.board, is_omaha=spot.is_omaha)
    outs: list[dict[Category, tuple[Card, ...]]] = [{} for _ in hands]
    ties: list[list[Card]] = [[] for _ in hands]
    for code in range(MOST_CARDS - 1, -1, -1):
        if code not in gone:
            values = _values(hands, (*spot.board, code), is_omaha=spot.is_omaha)
            best = max(values)
            for hand, value in enumerate(values):
                if value < best or now[hand] == max(now):
                    continue
                if values.count(best) == 1:
                    outs[hand][value.category] = (*outs[hand].get(value.category, ()), CARDS[code])
                else:
                    ties[hand].append(CARDS[code])
    return tuple(
        [
            Outs(value, value == max(now), dict(sorted(draws.items(), key=lambda draw: draw[0].number)), tuple(shared))
            for value, draws, shared in zip(now, outs, ties, strict=True)
        ]
    )


def _values(hands: Sequence[Sequence[int]], board: Sequence[int], *, is_omaha: bool) -> list[HandValue]:
    return [best_value(hand, board, is_omaha=is_omaha) for hand in hands]
