"""Odds in the forms that the command line and the chat show: JSON, several lines, one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ircpoker.cards import CARDS, format_cards
from ircpoker.equity.odds import Equity, Outs, Plan, find_outs, plan, work_out
from ircpoker.equity.spots import STREETS, Cards, Hand, Spot, make_spot
from ircpoker.words import Phrase, Say


class OddsAnswer(NamedTuple):
    """The odds of a spot, with the spot, the method and the outs.

    Attributes:
        spot: the question.
        plan: the plan that was used.
        equities: the odds of each hand.
        outs: the outs of each hand, or nothing.
    """

    spot: Spot
    plan: Plan
    equities: tuple[Equity, ...]
    outs: tuple[Outs, ...]

    @property
    def cases(self) -> int:
        """The number of boards counted (for ranges, boards and hands times their weights), or of sampled deals."""
        return sum(self.equities[0][1:4])


def answer(spot: Spot, how: Plan | None = None) -> OddsAnswer:
    """Return the odds of a spot, computed by the given plan, or else as `plan` chooses."""
    how = how or plan(spot)
    return OddsAnswer(spot, how, work_out(spot, how), find_outs(spot))


def street_spots(hands: Sequence[Hand], board: Cards, dead: Cards, game: str) -> list[Spot]:
    """Return the spot on each street up to the one that the board has reached.

    Args:
        hands: as for `make_spot`.
        board: the board cards in the order in which they were dealt.
        dead: as for `make_spot`.
        game: `holdem` or `omaha`.

    Returns:
        The spots, the one before the flop first.
    """
    last = make_spot(hands, board, dead, game)
    return [make_spot(hands, last.board[:size], dead, game) for size in STREETS.values() if size <= len(last.board)]


def odds_data(odds: OddsAnswer, *, with_street: bool = False) -> dict[str, object]:
    """Return odds for the JSON of `ircpoker odds`.

    Examples:
        >>> odds_data(answer(make_spot(["AsAh", "KdKc"])))["hands"][1]["win"]
        317694
    """
    data: dict[str, object] = {}
    if with_street:
        data |= {"street": odds.spot.street, "board": _names(odds.spot.board)}
    exact = odds.plan.is_exact
    data |= {"exact": exact, "boards" if exact else "samples": odds.cases}
    rows = []
    for index, each in enumerate(odds.equities):
        row: dict[str, object] = dict(zip(("hand", "win", "tie", "lose", "equity"), each, strict=False))
        if each.stderr is not None:
            row["stderr"] = each.stderr
        if odds.outs:
            draws = odds.outs[index].draws
            row["outs"] = {category.value: list(map(str, cards)) for category, cards in draws.items()}
            row["tie_outs"] = list(map(str, odds.outs[index].ties))
        rows.append(row)
    return data | {"hands": rows}


def format_odds(odds: OddsAnswer, say: Say = str) -> str:
    """Return odds as lines for people.

    Examples:
        >>> print(format_odds(answer(make_spot(["AsAh", "KdKc"]))))
        AsAh | 81.2555 % | wins 1388072 | ties 6538 | loses 317694
        KdKc | 18.7445 % | wins 317694 | ties 6538 | loses 1388072
        exact: 1712304 boards
    """
    lines = []
    for index, each in enumerate(odds.equities):
        counts = say(Phrase("equity.counts", wins=each.win, ties=each.tie, losses=each.lose))
        drawing = f" | {format_outs(odds.outs[index], say)}" if odds.outs else ""
        lines.append(f"{each.hand} | {_percent(each, 4)} | {counts}{drawing}")
    return "\n".join([*lines, format_method(odds, say)])


def format_equities(odds: OddsAnswer, say: Say = str) -> list[str]:
    """Return a short text with the equity of each hand, and the number of outs of hands that are behind.

    Examples:
        >>> format_equities(answer(make_spot(["AhKh", "QsQd"], "Qh 7h 2c")))
        ['AhKh 25.56 %, 8 outs', 'QsQd 74.44 %']
    """
    texts = []
    for index, each in enumerate(odds.equities):
        behind = odds.outs and not odds.outs[index].is_ahead
        drawing = f", {_count_outs(odds.outs[index], say)}" if behind else ""
        texts.append(f"{each.hand} {_percent(each, 2)}{drawing}")
    return texts


def whole_percent(chance: float) -> str:
    """Return a chance in whole percent; only impossible and certain events are 0 and 100.

    Examples:
        >>> whole_percent(0.946), whole_percent(0.998), whole_percent(0.001), whole_percent(1.0)
        ('95 %', '99 %', '1 %', '100 %')
    """
    return f"{100 * chance:.0f} %" if chance in {0.0, 1.0} else f"{min(99, max(1, round(100 * chance)))} %"


def _percent(each: Equity, decimals: int) -> str:
    if each.stderr is None:
        return f"{100 * each.equity:.{decimals}f} %"
    return f"{100 * each.equity:.2f} ± {100 * each.stderr:.2f} %"


def format_method(odds: OddsAnswer, say: Say = str) -> str:
    """Return the method that computed odds in words.

    Examples:
        >>> format_method(answer(make_spot(["AA", "KK"])))
        'exact: 61642944 boards and hands'
    """
    if odds.plan.is_exact:
        key = "complete" if odds.cases == 1 else "boards" if odds.spot.known else "boards_and_hands"
        return say(Phrase(f"equity.{key}", cases=odds.cases))
    return say(Phrase("equity.sampled", cases=odds.cases, time=seconds_phrase(odds.plan.exact_seconds)))


def seconds_phrase(seconds: float) -> Phrase:
    """Return a time in words.

    Examples:
        >>> [str(seconds_phrase(time)) for time in (0.2, 40, 4000, 1e6, 1e9)]
        ['less than a second', 'about 40 s', 'about 67 min', 'about 12 days', 'years']
    """
    for limit, unit, word in (
        (1, 1, "moment"),
        (100, 1, "seconds"),
        (6000, 60, "minutes"),
        (172_800, 3600, "hours"),
        (3e7, 86_400, "days"),
    ):
        if seconds < limit:
            return Phrase(f"equity.{word}", time=f"{seconds / unit:.0f}")
    return Phrase("equity.years")


def format_outs(outs: Outs, say: Say = str) -> str:
    """Return a hand's value now and its draws.

    Examples:
        >>> aces, draw = find_outs(make_spot(["AsAc", "KhQh"], "Jh Th 2s"))
        >>> format_outs(draw)
        '13 outs: royal flush Ah, straight flush 9h, flush 8h 7h 6h 5h 4h 3h 2h, straight Ad 9s 9d 9c'
    """
    if outs.is_ahead:
        return say(Phrase("equity.ahead"))
    split = Phrase("equity.splits", n=len(outs.ties), cards=format_cards(outs.ties))
    ties = f", {say(split)}" if outs.ties else ""
    draws = [f"{category.value.replace('_', ' ')} {format_cards(cards)}" for category, cards in outs.draws.items()]
    return f"{_count_outs(outs, say)}{': ' * bool(draws)}{', '.join(draws)}{ties}"


def _count_outs(outs: Outs, say: Say) -> str:
    return say(Phrase("equity.outs", n=outs.card_count) if outs.card_count else Phrase("equity.no_outs"))


def _names(codes: Sequence[int]) -> list[str]:
    return [str(CARDS[code]) for code in codes]
