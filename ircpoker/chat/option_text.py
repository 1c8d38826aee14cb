"""What a player may do now, in the words of the commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ircpoker.table import LegalActions


def word_options(legal: LegalActions, prefix: str, all_in: int) -> str:
    """Return what the actor may say, with the amounts.

    Args:
        legal: what the rules allow.
        prefix: what commands begin with.
        all_in: to how much the actor's last chip goes; 0 if that need not be said.

    Returns:
        Such as `!call (20), !raise 40-980, !allin, !fold`.

    Examples:
        >>> from ircpoker.table import LegalActions
        >>> word_options(LegalActions(seat=0, can_fold=True, call=20, raise_to=range(40, 981)), "!", 980)
        '!call (20), !raise 40-980, !allin, !fold'
        >>> word_options(LegalActions(seat=0, can_fold=True, can_check=True, bet=range(10, 11)), "!", 500)
        '!check, !bet 10'
    """
    if legal.discard:
        return f"{prefix}keep 1 2, {prefix}discard 3 4 5, {prefix}pat keeps all, {prefix}hint"
    options = [f"{prefix}check"] if legal.can_check else []
    if legal.call:
        options.append(f"{prefix}call ({legal.call})")
    for word, amounts in (("bet", legal.bet), ("raise", legal.raise_to)):
        if amounts:
            span = f"{amounts[0]}-{amounts[-1]}" if len(amounts) > 1 else f"{amounts[0]}"
            options.append(f"{prefix}{word} {span}")
            if amounts[-1] == all_in:
                options.append(f"{prefix}allin")
    if legal.can_fold and not legal.can_check:
        options.append(f"{prefix}fold")
    return ", ".join(options)
