"""Errors as players read them: with the usage of the command, or the actions that are legal now."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ircpoker.chat.segments import options
from ircpoker.errors import IllegalActionError, UsageError
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.chat.commands import Command
    from ircpoker.errors import PokerError
    from ircpoker.table import LegalActions
    from ircpoker.words.catalogue import Catalogue


def error_phrase(error: PokerError, command: Command, words: Catalogue) -> Phrase | str:
    """Return an error as the person who caused it reads it.

    Args:
        error: the error that the command raised.
        command: the command.
        words: the catalogue of the reader's language.

    Returns:
        The mistake, and what to type instead.

    Examples:
        >>> from ircpoker.chat.commands import Command, Example
        >>> from ircpoker.table import LegalActions
        >>> from ircpoker.words.catalogue import load_catalogue
        >>> words = load_catalogue("en", "!")
        >>> bet = Command("bet", usage="n", summary="bets", handler=lambda *_: (), examples=[Example("40", "")])
        >>> print(error_phrase(UsageError("bet how many chips?"), bet, words))
        bet how many chips? (usage: !bet n)
        >>> print(error_phrase(IllegalActionError("not now", LegalActions(0, can_fold=True, call=20)), bet, words))
        not now: you may call 20, fold
    """
    match error:
        case UsageError(usage=usage):
            form = words.prefix + usage if usage else command.form(words)
            return Phrase("errors.usage", problem=error.phrase, usage=form)
        case IllegalActionError(problem=problem, legal_actions=legal, all_in=all_in):
            allowed = options(cast("LegalActions", legal), all_in)
            return Phrase("errors.illegal_action", problem=problem, options=allowed)
        case _:
            return error.phrase
