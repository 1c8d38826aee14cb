"""docs/rules.md names every test of this folder, and no test that is not there."""

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "rules.md"


def test_the_page_lists_every_rule_test() -> None:
    written = {
        name
        for path in HERE.glob("test_*_rules.py")
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    }
    assert set(re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8"))) == written


def test_the_page_says_where_the_cards_of_a_deck_go() -> None:
    """With n seats: seat s has cards s and n + s, the flop 2n + 1 to 2n + 3, turn 2n + 5, river 2n + 7."""
    from ircpoker.cards import CARDS
    from ircpoker.table.actions import CALL, CHECK
    from ircpoker.table.deal import Deal
    from tests.table.play import holdem

    for seats in (2, 3, 10):
        deal = Deal(holdem((50,) * seats), CARDS)
        assert deal.hole_cards == [(CARDS[seat], CARDS[seats + seat]) for seat in range(seats)]
        while deal.actor is not None:
            legal = deal.legal_actions()
            assert legal is not None
            deal.act(deal.actor, CHECK if legal.can_check else CALL)
        base = 2 * seats
        assert deal.board == (*CARDS[base + 1 : base + 4], CARDS[base + 5], CARDS[base + 7])
