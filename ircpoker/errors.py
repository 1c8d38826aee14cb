"""Every error that users or the surroundings can cause, as one tree.

    PokerError
    ├── NotUnderstoodError          the text cannot be read
    │   ├── InvalidCardError        .token, .understood
    │   │   ├── HalfCardError
    │   │   └── AmbiguousCardError  .choices
    │   ├── DuplicateCardError      .card
    │   ├── CardCountError          .count, .expected
    │   ├── InvalidRangeError       .token, .expected
    │   ├── InvalidAmountError      .token, .least, .most
    │   ├── UnknownPlayerError      .name
    │   ├── UnknownRobotError       .name, .known
    │   ├── SetupError              .field
    │   ├── HistoryError            .file, .deal, .field
    │   └── UsageError              .usage
    ├── NotAllowedError             understood, but not now or not for you: .problem, .ways
    │   ├── NoSeatError
    │   ├── IllegalActionError      .legal_actions
    │   ├── NotYourTurnError        .seat, .actor
    │   ├── InsufficientChipsError  .needed, .held
    │   ├── HostLimitError          .most, .retry_after
    │   ├── DailyTakenError         .retry_after
    │   └── StaleStateError         .subject
    └── SurroundingsError           configuration, network, files
        ├── ConfigError             .section, .key
        │   ├── InvalidConfigError  .path, .problems
        │   └── RobotFileError      .file
        ├── LedgerError
        │   ├── ClaimedError
        │   └── EntryConflictError  .key
        ├── ProofError              .part
        ├── RobotError              .robot
        ├── SavedGameError
        ├── SolverError
        ├── StrategyError           .file
        └── TransportError ── FeedError

The `str` of each error is one printable line without cards that are not public. Answers have its phrase
(`PokerError.phrase`), worded by the catalogue of the player's language; `str` is English, and of a SurroundingsError it
may be the owner's alone. Any other exception is a bug, and only the router catches it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ircpoker.words import Phrase, wait_phrase

LONGEST_TOKEN = 24
"""An error repeats at most this many characters of a user's own text."""


def printable(text: str) -> str:
    """Return `text` with a question mark for each unprintable character, so that it stays one line."""
    return text if text.isprintable() else "".join([char if char.isprintable() else "?" for char in text])


def quote(token: str) -> str:
    r"""Return any text from a user in quotes: one printable line of at most `LONGEST_TOKEN` + 3 characters.

    Examples:
        >>> quote("Xx"), quote("9" * 1000)
        ("'Xx'", "'999999999999999999999999…'")
    """
    return f"'{printable(token[:LONGEST_TOKEN])}{'…' if len(token) > LONGEST_TOKEN else ''}'"


class PokerError(Exception):
    """The base of all errors that a user may see; `phrase` is the message, as a phrase or as plain text.

    If `is_private`, only the person who caused it reads it, wherever that was.
    """

    is_private = False

    def __init__(self, phrase: Phrase | str) -> None:
        self.phrase = phrase
        super().__init__(phrase)

    def __reduce__(self) -> tuple[object, ...]:
        # Processes send them to each other, whatever their arguments are.
        return _made_again, (type(self), *self.args), self.__dict__


def _made_again(kind: type[PokerError], *arguments: object) -> PokerError:
    return kind.__new__(kind, *arguments)


class NotUnderstoodError(PokerError):
    """Text that a command cannot understand."""


class InvalidCardError(NotUnderstoodError):
    """A token that is not a card: `token` is the user's whole word, or a number that is not the code of a card.

    `understood` is how many cards the rest of the text has; None where that is not known.
    """

    def __init__(self, token: str | int, understood: int | None = None, problem: Phrase | None = None) -> None:
        self.token, self.understood = str(token), understood
        worded = problem or Phrase("errors.card_code" if type(token) is int else "errors.card", token=quote(self.token))
        super().__init__(worded if understood is None else Phrase("errors.card_among", problem=worded, n=understood))


class HalfCardError(InvalidCardError):
    """A rank without a suit, or a suit without a rank: `token` is the word."""

    def __init__(self, token: str, understood: int) -> None:
        super().__init__(token, understood, Phrase("errors.half_card", token=quote(token)))


class AmbiguousCardError(InvalidCardError):
    """A word that may mean several cards: `token` is the word, `choices` are the cards as text."""

    def __init__(self, token: str, choices: str) -> None:
        self.choices = choices
        super().__init__(token, None, Phrase("errors.card_either", token=quote(token), choices=choices))


class DuplicateCardError(NotUnderstoodError):
    """The same card twice; `card` is its two-letter name.

    Args:
        typed: the word that gives it the second time, if that is known; it is named unless it says the same.
        understood: how many different cards the text has.
    """

    def __init__(self, card: str, typed: str = "", understood: int = 0) -> None:
        self.card = card
        says_same = typed.strip(",").casefold() in {"", card.casefold()}
        named = card if says_same else Phrase("errors.card_typed", card=card, token=quote(typed))
        worded = Phrase("errors.card_twice", card=named)
        super().__init__(worded if named == card else Phrase("errors.card_among", problem=worded, n=understood))


class CardCountError(NotUnderstoodError):
    """Too few or too many cards; `expected` is text such as "5 to 10"."""

    def __init__(self, count: int, expected: str) -> None:
        self.count = count
        self.expected = expected
        super().__init__(Phrase("errors.card_count", n=count, expected=expected))


class InvalidRangeError(NotUnderstoodError):
    """Text that is not a range of hands; `token` is the user's text, `expected` describes what could be there.

    Examples:
        >>> print(InvalidRangeError("AX"))
        'AX' is not a range of hands: expected cards like AhKd, or like QQ+, AKs, 22-55, A2s+, 25% or any
    """

    def __init__(self, token: str, expected: Phrase | str = "") -> None:
        self.token = token
        self.expected = expected or Phrase("errors.range_forms")
        super().__init__(Phrase("errors.range", token=quote(token), expected=self.expected))


class InvalidAmountError(NotUnderstoodError):
    """Text that is not a number of chips from `least` to `most`; `token` is the user's whole text.

    Examples:
        >>> print(InvalidAmountError("2.5", 1, 99))
        '2.5' is not a number of chips: expected a whole number from 1 to 99
        >>> print(InvalidAmountError("50", 1, 10))
        '50' is not allowed: expected a whole number from 1 to 10
        >>> print(InvalidAmountError("50", 100, 2000, is_buy_in=True))
        '50' is not a buy-in here: expected 100 to 2000 chips
        >>> print(InvalidAmountError("4f", 100, 2000, is_buy_in=True))
        '4f' is not a buy-in here: expected 100 to 2000 chips, or the code of an invitation
    """

    def __init__(self, token: str, least: int, most: int, *, is_buy_in: bool = False) -> None:
        self.token = token
        self.least, self.most = least, most
        is_number = token.isascii() and token.strip().isdigit()
        name = "amount_refused" if is_number else "amount"
        if is_buy_in:
            name = "buy_in_or_code" if token.isalnum() and not is_number else "buy_in"
        super().__init__(Phrase(f"errors.{name}", token=quote(token), least=least, most=most))


class UnknownPlayerError(NotUnderstoodError):
    """A name that belongs to nobody with chips here; `name` is the user's whole text."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(Phrase("errors.player", name=quote(name)))


class UnknownRobotError(NotUnderstoodError):
    """A name that no robot has; `name` is the user's whole text, `known` the names of all robots."""

    def __init__(self, name: str, known: Sequence[str], meant: str = "") -> None:
        self.name = name
        self.known = tuple(known)
        hint = Phrase("errors.meant_robot", name=meant) if meant else Phrase("errors.choices", known=", ".join(known))
        super().__init__(Phrase("errors.robot", name=quote(name), meant=hint))


class UsageError(NotUnderstoodError):
    """A command used the wrong way; `usage` is the correct form from the name on, or empty for that of its help."""

    def __init__(self, phrase: Phrase | str, usage: str = "") -> None:
        self.usage = usage
        super().__init__(phrase)


class SetupError(NotUnderstoodError):
    """A deal with a setup that cannot be played; `field` is the name of the wrong field."""

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        self.problem = problem
        super().__init__(f"{field}: {problem}")


class HistoryError(NotUnderstoodError):
    """A hand history that cannot be read or replayed.

    `file`, `line` and `deal` (0 for the whole file), and `field` say where `problem` is.
    """

    def __init__(self, problem: str, file: str, deal: int = 0, field: str = "", line: int = 0) -> None:
        self.file, self.line, self.deal = file, line, deal
        self.field, self.problem = field, problem
        where = [printable(file), f"line {line}" if line else "", f"deal {deal}" if deal else "", field]
        super().__init__(f"{', '.join(filter(None, where))}: {problem}")


class NotAllowedError(PokerError):
    """A request that is understood, but not allowed now or for this person; `phrase` gives the reason and a remedy.

    Examples:
        >>> print(NotAllowedError(Phrase("errors.draw_first")))
        the draw comes first: keep, discard, pat
    """


WAYS_TO_A_TABLE = Phrase("errors.ways_to_a_table")
NO_TABLE = Phrase("errors.no_table", ways=WAYS_TO_A_TABLE)
"""There is no table at a player's place."""


class NoSeatError(NotAllowedError):
    """A player has no seat at the table of this place; `ways` are the commands that lead to one."""

    def __init__(self, ways: Phrase) -> None:
        self.ways = ways
        super().__init__(Phrase("errors.no_seat", ways=ways))


class IllegalActionError(NotAllowedError):
    """An action that the rules do not allow now; `legal_actions` (a `LegalActions`) are those that they allow.

    `problem` is the reason; `all_in` is the actor's bet with the last chip in.
    """

    def __init__(self, problem: Phrase | str, legal_actions: object, all_in: int = 0) -> None:
        self.problem = problem
        self.legal_actions = legal_actions
        self.all_in = all_in
        super().__init__(Phrase("errors.illegal_action", problem=problem, options=str(legal_actions)))


class NotYourTurnError(NotAllowedError):
    """It is the turn of another seat, `actor`, or of none (None). Seats count from 0."""

    def __init__(self, seat: int, actor: int | None) -> None:
        self.seat = seat
        self.actor = actor
        super().__init__(Phrase("errors.not_your_turn" if actor is not None else "errors.deal_over"))


class InsufficientChipsError(NotAllowedError):
    """More chips are needed than the player has, `held`; `step` is the next step that works, if it is known."""

    def __init__(self, needed: int, held: int, step: Phrase | None = None) -> None:
        self.needed = needed
        self.held = held
        short = Phrase("errors.chips", needed=needed, held=held)
        super().__init__(Phrase("errors.chips_step", short=short, step=step) if step else short)


class DailyTakenError(NotAllowedError):
    """Today's chips are collected, `retry_after` is in seconds; `refill` is what the house gives before that."""

    def __init__(self, retry_after: float, refill: Phrase | None = None) -> None:
        self.retry_after = retry_after
        taken = Phrase("errors.daily", wait=wait_phrase(retry_after))
        super().__init__(Phrase("errors.daily_refill", taken=taken, refill=refill) if refill else taken)


class HostLimitError(NotAllowedError):
    """`most` new guests have come from one host within an hour; `retry_after` is the time to wait, in seconds."""

    is_private = True

    def __init__(self, most: int, retry_after: float, *, can_log_in: bool = False) -> None:
        self.most = most
        self.retry_after = retry_after
        values = {"most": most, "minutes": max(1, int(-(-retry_after // 60)))}
        super().__init__(
            Phrase("errors.guests_per_hour", **values, login=Phrase("errors.guest_login") if can_log_in else "")
        )


class StaleStateError(NotAllowedError):
    """A game or a shuffle that has changed or ended in the meantime; `subject` is its name."""

    def __init__(self, subject: Phrase) -> None:
        self.subject = subject
        super().__init__(Phrase("errors.stale", subject=subject))


class SurroundingsError(PokerError):
    """A problem outside the game: with the configuration, the network or files.

    Its `phrase`, which answers have, is of the catalogue. Other words, such as those of a driver, may name hosts and
    paths: they are the owner's, and only `str` has them.
    """

    def __init__(self, phrase: Phrase | str) -> None:
        super().__init__(phrase)
        if not isinstance(phrase, Phrase):
            self.phrase = Phrase("errors.surroundings")


class ConfigError(SurroundingsError):
    """A configuration that cannot be used, because of `key` in `section` (either may be empty)."""

    def __init__(self, message: str, section: str = "", key: str = "") -> None:
        self.section = section
        self.key = key
        super().__init__(message)


class RobotFileError(ConfigError):
    """The user's own robots that cannot be used; `file` is their module in the plugin folder, or the folder."""

    def __init__(self, file: str, reason: str) -> None:
        self.file = file
        super().__init__(f"robots in {quote(file)}: {printable(reason[:200])}", "bot", "plugin_path")


class InvalidConfigError(ConfigError):
    """A configuration with mistakes; `path` is its file, and `problems` has a ConfigError for each of them."""

    def __init__(self, path: str, problems: tuple[ConfigError, ...]) -> None:
        self.path = path
        self.problems = problems
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{path}: {first}{more}", first.section, first.key)


class LedgerError(SurroundingsError):
    """A database of the ledger that cannot be opened, read or written, or that does not fit this version."""


class ClaimedError(LedgerError):
    """A network of a ledger on which another process plays."""


class EntryConflictError(LedgerError):
    """An idempotency key that was used before for another entry; `key` is that key."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"the entry {quote(key)} was posted before with other content: nothing was changed")


class ProofError(SurroundingsError):
    """A proof of a shuffle that is wrong, or text that is not a proof; `part` is the wrong part, or empty."""

    def __init__(self, message: Phrase | str, part: str = "") -> None:
        self.part = part
        super().__init__(message)
        self.phrase = message  # It is of no driver and no file.


class RobotError(SurroundingsError):
    """A robot that failed on its turn; `robot` is its name, and the exception's cause is what it raised."""

    def __init__(self, robot: str, problem: str) -> None:
        self.robot = robot
        self.problem = problem
        super().__init__(f"the robot {robot} failed with {problem}")


class RobotProgramError(RobotError):
    """A robot in another language that failed; `problem` is a sentence that describes how."""

    def __init__(self, robot: str, problem: str) -> None:
        super().__init__(robot, problem)
        self.args = (f"the program {robot} failed: {problem}",)


class MatchError(SurroundingsError):
    """A match that cannot go on, because one of its processes ended or its stored results belong to another match."""


class SavedGameError(SurroundingsError):
    """A stored game that cannot be continued."""


class SolverError(SurroundingsError):
    """The solver is not installed, or a file that it needs was not written by it."""


class StrategyError(SurroundingsError):
    """A strategy file that cannot be used; `file` is its name."""

    def __init__(self, file: str, reason: str) -> None:
        self.file = file
        super().__init__(f"the strategy file {quote(file)} is refused: {reason}")


class TransportError(SurroundingsError):
    """A connection that could not be made or was refused."""


class FeedError(TransportError):
    """No bot runs where one is asked, or it is gone, or it refuses."""
