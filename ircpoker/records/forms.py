"""The forms of an export: a row for each, with the function that writes a hand.

The function takes the hand, the `HandReader` and the `ExportOptions`, and returns whole lines; it raises `HistoryError`
for a hand that the form cannot carry. A `HandVisitor` does most of its work.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.records.played import HandReader, PlayedHand

    WriteHand = Callable[[PlayedHand, HandReader, "ExportOptions"], str]

FORMS = {
    "phh": "ircpoker.records.phh.normal_form:export_phh",
    "pokerstars": "ircpoker.records.pokerstars.writing:write_pokerstars",
    "ohh": "ircpoker.records.ohh.writing:write_ohh",
}
"""By the names that users type: module and function."""


class ExportOptions(NamedTuple):
    """What an export asks of a form.

    Attributes:
        currency: a code such as `USD`, to write play money as if it were this; the hand's own currency stays.
        place: the place of the hand in the file, from 1.
    """

    currency: str = ""
    place: int = 1


USUAL = ExportOptions()


def writer_of(form: str) -> WriteHand:
    """Return the function that writes hands in a form."""
    module, _, name = FORMS[form].partition(":")
    writer: WriteHand = getattr(import_module(module), name)
    return writer
