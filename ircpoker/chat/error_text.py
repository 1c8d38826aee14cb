"""What people read when something could not be done.

Errors name commands as they are; here they get the prefix behind which people type them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ircpoker.chat.parts import word_options
from ircpoker.errors import IllegalActionError, NotAllowedError, UsageError

if TYPE_CHECKING:
    from ircpoker.chat.commands import Command
    from ircpoker.errors import PokerError
    from ircpoker.table import LegalActions


def word_error(error: PokerError, command: Command, prefix: str) -> str:
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
        >>> word_error(UsageError("bet how many chips?"), bet, "!")
        'bet how many chips? (usage: !bet n)'
        >>> word_error(NotAllowedError("you are in no game of video poker", "vp starts one"), bet, "!")
        'you are in no game of video poker: !vp starts one'
        >>> word_error(IllegalActionError("not legal now", LegalActions(0, can_fold=True, call=20)), bet, "!")
        'not legal now: you may !call (20), !fold'
    """
    match error:
        case UsageError(usage=usage):
            return f"{error} (usage: {prefix + usage if usage else command.form(prefix)})"
        case IllegalActionError(problem=problem, legal_actions=legal, all_in=all_in):
            return f"{problem}: you may {word_options(cast('LegalActions', legal), prefix, all_in)}"
        case NotAllowedError(problem=problem, ways=ways) if ways:
            return f"{problem}: {', '.join(prefix + way for way in ways)}"
        case _:
            return str(error)
