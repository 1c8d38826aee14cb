"""Reviews that were made, kept in the user's cache folder: a run that was interrupted goes on where it was."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from ircpoker.runtime.private import make_private_folder, open_private
from ircpoker.study.report import ReviewedHand

FILE_NAME = "reviews-2.jsonl"
"""The number is that of the method: another one judges anew."""
_KeptLine = tuple[str, str, ReviewedHand | None]
"""The deal's key, the player's name, and the review: None if the player's cards are not in the deal."""


class KeptReviews:
    """The reviews of one player.

    Attributes:
        reviews: the reviews by the keys of their deals; None for a deal without cards of the player.
    """

    def __init__(self, folder: Path | None, name: str) -> None:
        """Read what is kept.

        Args:
            folder: the folder of the file; with None, or one that cannot be used, nothing is kept.
            name: the player's name.
        """
        self._folder, self._name = folder, name.casefold()
        self.reviews: dict[str, ReviewedHand | None] = {}

    def __enter__(self) -> Self:
        self._file = None
        with suppress(OSError):
            if self._folder is not None:
                make_private_folder(self._folder)
                self._file = open_private(self._folder / FILE_NAME, "a+", encoding="utf-8")
                self._file.seek(0)
                for line in self._file:
                    with suppress(msgspec.DecodeError):  # the last line, if the program was killed
                        key, name, found = msgspec.json.decode(line, type=_KeptLine)
                        if name == self._name:
                            self.reviews[key] = found
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()

    def keep(self, key: str, review: ReviewedHand | None) -> None:
        """Keep the review of a deal; a full disk only means that it is judged again."""
        if self._file is not None:
            with suppress(OSError):
                line = msgspec.json.encode((key, self._name, review)).decode()
                self._file.write(f"{line}\n")
                self._file.flush()
