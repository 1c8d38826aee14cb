"""OpenHoldem's numbers: `pokerval`, `pcbits`, `npcbits`, the hand ranks and the other symbols about cards."""

from __future__ import annotations

from ircpoker.systems.answer import SystemValue
from ircpoker.systems.openholdem.pokerval import CONSTANTS, npcbits, pcbits, pokerval, take_hole_and_board
from ircpoker.systems.openholdem.symbols import HandRanks, hand_ranks, symbols


def answer(cards: str, board: str = "") -> SystemValue:
    """Return the answer of `ircpoker value openholdem`.

    Args:
        cards: 0 to 2 hole cards, as `parse_cards` reads them.
        board: 0 to 5 cards of the board, in the order in which they were dealt.

    Returns:
        pokerval, pcbits and npcbits; as JSON with the symbols.

    Raises:
        InvalidCardError: text that is not a card.
        DuplicateCardError: the same card twice, on the board or off it.
        CardCountError: too many hole cards, or too many board cards.

    Examples:
        >>> answer("9c 8s", "7s 5h 6s").text
        '134842213 pcbits 24 npcbits 2'
    """
    held, common = take_hole_and_board(cards, board)
    number, bits = pokerval(held + common), pcbits(held, common)
    return SystemValue(
        f"{number} pcbits {bits} npcbits {bits.bit_count()}",
        {
            "system": "openholdem",
            "value": number,
            "pcbits": bits,
            "npcbits": bits.bit_count(),
            "symbols": symbols(held, common),
        },
    )
