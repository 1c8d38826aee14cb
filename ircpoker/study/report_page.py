"""A report on a player's decisions as a page that needs no other file."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ircpoker.study.chart_output import COLOURS
from ircpoker.study.report import MOST_ERRORS, STREETS, YARDSTICK, error_line, error_text, errors_of, report_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.study.report import ReviewedHand
    from ircpoker.study.review import Judged

_LETTERS = {"fold": "f", "check": "c", "call": "c", "bet": "r", "raise": "r", "all-in": "a"}
_STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; color: #1d232a }
li { margin: 1rem 0 } .cost { font-weight: 600 } .where { color: #55606b }
.bar { display: flex; height: 1.6rem; font-size: .85rem } .bar span { overflow: hidden; padding: 0 .3rem }
"""


def report_page(name: str, hands: Sequence[ReviewedHand]) -> str:
    """Return the page: what a report says, and how often the judge takes each action at the largest errors."""
    first, *lines = report_lines(name, hands)
    errors = errors_of(hands)[:MOST_ERRORS]
    listed = [f"<ol>{''.join([_error(*error) for error in errors])}</ol>"] if errors else []
    silent = [line for line in lines if line.startswith(("silent", "by ")) or line[:6].strip().isdigit()]
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{escape(first)}</title>',
            f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>',
            f"<h1>{escape(name)}</h1><p>{escape(first.partition(': ')[2])}</p>",
            *listed,
            f"<pre>{escape(chr(10).join(silent))}</pre>",
            f"<p>{escape(YARDSTICK)}</p></body></html>\n",
        ]
    )


def _error(hand: ReviewedHand, decision: Judged) -> str:
    bars = [
        f'<span style="width: {share:.1%}; background: {COLOURS[_LETTERS[action]]}">{action}</span>'
        for action, share in sorted(decision.chances.items(), key=lambda each: -each[1])
    ]
    return (
        f'<li><span class="cost">{decision.cost:.1f}{error_text(decision)} BB</span> '
        f'{escape(error_line(hand, decision))}<div class="bar">{"".join(bars)}</div>'
        f'<span class="where">{STREETS[decision.street]}, {decision.kind}, {escape(hand.hand)}</span></li>'
    )
