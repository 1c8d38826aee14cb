"""What the word that somebody is typing may become."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ircpoker.chat.router import Router


def complete(router: Router, text: str) -> list[str]:
    """Return what the last word of `text` may become.

    Args:
        router: knows the commands.
        text: a line up to the cursor, as it is typed in private: the prefix may be left out.

    Returns:
        Whole words in place of the last one: commands, or the words a command's arguments may begin
        with; none where nothing is known.
    """
    words = text.split()
    if not text or text[-1].isspace():
        words.append("")
    typed = words[-1].lower()
    if len(words) == 1:
        prefix = router.prefix if typed.startswith(router.prefix) else ""
        candidates = [prefix + name for name in router.commands]
    elif len(words) == 2:
        command = router.find(words[0])
        candidates = list(command.words()) if command is not None else []
    else:
        candidates = []
    return [word for word in candidates if word.startswith(typed)]
