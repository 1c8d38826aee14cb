"""A range as a grid of the 169 kinds of hands: pairs on the diagonal, suited hands above it, the others below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from ircpoker.cards import CARDS, RANK_LETTERS, format_cards
from ircpoker.equity.preflop import preflop_counts
from ircpoker.equity.range_counts import COMBINATIONS, combination_number, range_vs_range
from ircpoker.equity.range_terms import hands_of_kind
from ircpoker.equity.ranges import Range, parse_range
from ircpoker.equity.spots import Cards, read_board
from ircpoker.words import Phrase, Say

HIGH_TO_LOW = RANK_LETTERS[::-1]


class Cell(NamedTuple):
    """One kind of hands.

    Attributes:
        kind: `AA`, `AKs`, `AKo`.
        hands: the number of hands of this kind in the range.
        possible: the number of hands of this kind that can be dealt.
        weight: the mean weight of the possible hands, 0 to 1.
    """

    kind: str
    hands: int
    possible: int
    weight: float


class Grid(NamedTuple):
    """A range on a board.

    Attributes:
        range: the range; hands with a card of the board are left out.
        board: the codes of the board cards.
        rows: 13 rows of 13 cells, aces first.
    """

    range: Range
    board: tuple[int, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def hands(self) -> int:
        """The number of hands in the range."""
        return len(self.range.weights)

    @property
    def possible(self) -> int:
        """The number of hands that can be dealt."""
        return sum(cell.possible for row in self.rows for cell in row)


def make_grid(wanted: str | Range, board: Cards = ()) -> Grid:
    """Return a range as a grid.

    Args:
        wanted: a range of hold'em hands.
        board: none, three, four or five cards.

    Returns:
        The grid.

    Raises:
        NotUnderstoodError: `parse_range` or `parse_cards` cannot read the text.
        SetupError: the board leaves no hand of the range.

    Examples:
        >>> grid = make_grid("QQ+,AKs", "Ah 7d 2c")
        >>> grid.hands, grid.possible, grid.rows[0][1]
        (18, 1176, Cell(kind='AKs', hands=3, possible=3, weight=1.0))
    """
    common = read_board(board)
    left = (parse_range(wanted) if isinstance(wanted, str) else wanted).without(common)
    rows = []
    for row in kind_rows():
        cells = []
        for kind in row:
            hands = [hand for hand in hands_of_kind(kind) if not {*hand} & {*common}]
            weights = [left.weights[hand] for hand in hands if hand in left.weights]
            weight = float(sum(weights) * left.unit / len(hands)) if hands else 0.0
            cells.append(Cell(kind, len(weights), len(hands), weight))
        rows.append(tuple(cells))
    return Grid(left, common, tuple(rows))


def kind_rows() -> list[list[str]]:
    """Return the kinds row by row: pairs on the diagonal, suited hands above it."""
    return [
        [
            first + second + "s" if row < column else second + first + "o" * (row > column)
            for column, second in enumerate(HIGH_TO_LOW)
        ]
        for row, first in enumerate(HIGH_TO_LOW)
    ]


def pack_shares(weights: Sequence[float], board: Sequence[int]) -> str:
    """Return a range as text: for each cell of the grid its mean weight, as a part of the greatest weight.

    Args:
        weights: the weight of each hand, in the order of `COMBINATIONS`.
        board: the codes of the board cards; hands with one of them do not count.

    Returns:
        Two hexadecimal digits a cell, row by row; `unpack_shares` reads them.
    """
    most = max(weights) or 1.0
    packed = []
    for kind in chain(*kind_rows()):
        hands = [combination_number(*hand) for hand in hands_of_kind(kind) if not {*hand} & {*board}]
        mean = sum(weights[hand] for hand in hands) / (most * len(hands)) if hands else 0.0
        packed.append(max(round(255 * mean), mean > 0))
    return bytes(packed).hex()


def unpack_shares(text: str) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of cells of a range that `pack_shares` made.

    Raises:
        ValueError: it is not such a text.
    """
    shares = bytes.fromhex(text)
    cells = [
        Cell(kind, int(share > 0), 1, share / 255) for kind, share in zip(chain(*kind_rows()), shares, strict=True)
    ]
    return tuple([tuple(cells[start : start + 13]) for start in range(0, len(cells), 13)])


def kind_equities(grid: Grid) -> dict[str, float]:
    """Return the equity of each kind in a range against any hand, on the grid's board.

    Args:
        grid: the range and the board.

    Returns:
        The equity, 0 to 1, of each kind that is in the range.

    Examples:
        >>> {kind: round(equity, 4) for kind, equity in kind_equities(make_grid("AA,72o")).items()}
        {'AA': 0.852, '72o': 0.3458}
    """
    counts = _counts_on_board(grid) if grid.board else _counts_before_the_flop(grid)
    return {kind: (2 * win + tie) / (2 * (win + tie + lose)) for kind, (win, tie, lose) in counts.items()}


def _counts_on_board(grid: Grid) -> dict[str, tuple[int, int, int]]:
    """Return win, tie and lose of each kind in the range against any hand, summed over the hands of the kind."""
    in_range = [0] * len(COMBINATIONS)
    for hand in grid.range.weights:
        in_range[combination_number(hand[0], hand[1])] = 1
    parts = range_vs_range(in_range, [1] * len(COMBINATIONS), grid.board)
    counts = {}
    for row in grid.rows:
        for cell in row:
            numbers = [combination_number(hand[0], hand[1]) for hand in hands_of_kind(cell.kind)]
            if cell.hands:
                win, tie, lose = (sum(part[number] for number in numbers) for part in parts)
                counts[cell.kind] = win, tie, lose
    return counts


def _counts_before_the_flop(grid: Grid) -> dict[str, tuple[int, int, int]]:
    """Return win, tie and lose of each kind in the range against any hand; one hand stands for all of its kind."""
    anything = dict.fromkeys(range(len(COMBINATIONS)), 1)
    kinds = [cell.kind for row in grid.rows for cell in row if cell.hands]
    examples = {kind: hands_of_kind(kind)[0] for kind in kinds}
    return {kind: preflop_counts({combination_number(*hand): 1}, anything) for kind, hand in examples.items()}


def format_grid(grid: Grid, say: Say = str) -> str:
    """Return a grid as plain lines: the names of whole kinds, the shares of other kinds, dots for the rest.

    Examples:
        >>> print(format_grid(make_grid("TT+,AKs,AQs:0.5")).splitlines()[1].rstrip())
        A  AA   AKs  50%  .    .    .    .    .    .    .    .    .    .
    """
    return "\n".join([*format_rows(grid.rows), format_size(grid, say)])


def format_rows(rows: Sequence[Sequence[Cell]]) -> list[str]:
    """Return the lines of a grid without its size."""
    lines = ["   " + "    ".join(HIGH_TO_LOW)]
    for letter, row in zip(HIGH_TO_LOW, rows, strict=True):
        lines.append(f"{letter}  " + " ".join([f"{format_cell(cell):4}" for cell in row]).rstrip())
    return lines


def format_cell(cell: Cell) -> str:
    """Return the text of a cell."""
    if not cell.hands:
        return "."
    return cell.kind if cell.weight == 1 else f"{max(1, round(100 * cell.weight))}%"


def format_size(grid: Grid, say: Say = str) -> str:
    """Return the size of a range in words.

    Examples:
        >>> format_size(make_grid("QQ+,AKs,AQs:0.5"))
        'QQ+,AKs,AQs:0.5: 26 of 1326 combinations (2.0 %), with their weights 24 (1.8 %)'
    """
    weight = sum(grid.range.weights.values()) * grid.range.unit
    share = f"{100 * grid.hands / grid.possible:.1f}"
    facts: dict[str, object] = {"hands": grid.hands, "possible": grid.possible, "share": share}
    facts |= {"range": grid.range.text, "board": format_cards([CARDS[code] for code in grid.board])}
    size = say(Phrase("range.on_board" if grid.board else "range.size", **facts))
    if weight == grid.hands:
        return size
    share = f"{float(100 * weight / grid.possible):.1f}"
    return say(Phrase("range.weighted", size=size, weight=f"{float(weight):g}", share=share))
