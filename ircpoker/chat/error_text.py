"""What people read when something could not be done.

Errors name commands as they are; here they get the prefix behind which people type them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ircpoker.chat.parts import options
from ircpoker.errors import IllegalActionError, UsageError
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.chat.commands import Command
    from ircpoker.errors import PokerError
    from ircpoker.table import LegalActions


def error_phrase(error: PokerError, command: Command, prefix: str) -> Phrase | str:
    """Return an error as the person reads it who can mend it.

    Args:
        error: what a command raised.
        command: which one.
        prefix: what commands begin with.

    Returns:
        What is wrong, and what to say in place of it.

    Examples:
        >>> from ircpoker.chat.commands import Command, Example
        >>> from ircpoker.table import LegalActions
        >>> bet = Command("bet", usage="n", summary="bets", handler=lambda *_: (), examples=[Example("40", "")])
        >>> print(error_phrase(UsageError("bet how many chips?"), bet, "!"))
        bet how many chips? (usage: !bet n)
        >>> print(error_phrase(IllegalActionError("not now", LegalActions(0, can_fold=True, call=20)), bet, "!"))
        not now: you may call 20, fold
    """
    match error:
        case UsageError(usage=usage):
            return Phrase("errors.usage", problem=error.said, usage=prefix + usage if usage else command.form(prefix))
        case IllegalActionError(problem=problem, legal_actions=legal, all_in=all_in):
            allowed = options(cast("LegalActions", legal), all_in)
            return Phrase("errors.illegal_action", problem=problem, options=allowed)
        case _:
            return error.said
