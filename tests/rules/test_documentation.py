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


def numbers(column: str) -> set[int]:
    """Return the rules that a cell such as `3, 40 to 42` or `TDA 47-A` names."""
    found: set[int] = set()
    for first, last in re.findall(r"\b(\d+)(?:-[A-Z])?(?: to (\d+))?", column):
        found |= set(range(int(first), int(last or first) + 1))
    return found


def test_every_tda_rule_has_a_test_or_a_reason() -> None:
    page = PAGE.read_text(encoding="utf-8")
    tested, left_out = page.split("## Rule and test")[1].split("## Rules left out")
    rows = [row.split(" | ") for row in left_out.split("## ")[0].splitlines() if re.match(r"\| \d", row)]
    listed = [number for row in rows for number in numbers(row[0])]
    has_tests = {number for row in re.findall(r"^\| TDA (\d.*?) \|", tested, re.MULTILINE) for number in numbers(row)}
    assert all(len(row) == 3 and row[2].strip(" |") for row in rows)
    assert len(listed) == len(set(listed))
    assert not has_tests & set(listed)
    assert has_tests | set(listed) == set(range(1, 72))


def test_the_page_shows_where_the_cards_of_a_deck_go() -> None:
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
