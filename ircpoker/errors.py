"""Every error that a user's text or our surroundings can cause, as one tree.

    PokerError
    ├── NotUnderstoodError          the text cannot be read
    │   ├── InvalidCardError        .token
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
    │   ├── NoTableError
    │   ├── NoSeatError
    │   ├── IllegalActionError      .legal_actions
    │   ├── NotYourTurnError        .seat, .actor
    │   ├── InsufficientChipsError  .needed, .held
    │   ├── GiftRefusedError        .amount, .allowed
    │   ├── DailyTakenError         .retry_after
    │   ├── RobotRefusedError       .robot, .game, .seats, .sizes, .able
    │   └── StaleStateError         .subject
    └── SurroundingsError           configuration, network, files
        ├── ConfigError             .section, .key
        │   ├── InvalidConfigError  .path, .problems
        │   ├── PluginError         .plugin
        │   └── RobotFileError      .file
        ├── LedgerError
        │   └── EntryConflictError  .key
        ├── ProofError              .part
        ├── RobotError              .robot
        ├── SavedGameError
        ├── SolverError
        ├── StrategyError           .file
        └── TransportError

The `str` of each may be shown in public: it is one printable line, and never holds a card that is
not public. What is raised and is none of these is a bug; the router alone catches those.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_TOKEN = 24
"""How many characters of a user's own text an error repeats at most."""


def printable(text: str) -> str:
    r"""Return `text` with a question mark for each character that cannot be printed, so that it is one line.

    Examples:
        >>> printable("A\x02\r\nQUIT")
        'A???QUIT'
    """
    return text if text.isprintable() else "".join([char if char.isprintable() else "?" for char in text])


def quote(token: str) -> str:
    r"""Return `token` in quotes, shortened, with everything unprintable replaced.

    Args:
        token: any text of a user.

    Returns:
        One printable line of at most `LONGEST_TOKEN` + 3 characters.

    Examples:
        >>> quote("Xx")
        "'Xx'"
        >>> quote("A\x02\r\nQUIT")
        "'A???QUIT'"
        >>> quote("9" * 1000)
        "'999999999999999999999999…'"
    """
    return f"'{printable(token[:LONGEST_TOKEN])}{'…' if len(token) > LONGEST_TOKEN else ''}'"


class PokerError(Exception):
    """Base of all errors that a user may see."""


class NotUnderstoodError(PokerError):
    """The text is not what the command expects."""


class InvalidCardError(NotUnderstoodError):
    """A token that is no card; `token` is the user's text, unshortened."""

    def __init__(self, token: str) -> None:
        self.token = token
        super().__init__(f"{quote(token)} is not a card: expected a rank (23456789TJQKA) and a suit (hcds), like Ah")


class DuplicateCardError(NotUnderstoodError):
    """The same card twice; `card` is its two-letter name."""

    def __init__(self, card: str) -> None:
        self.card = card
        super().__init__(f"{card} is there twice: each card can be used once")


class CardCountError(NotUnderstoodError):
    """Too few or too many cards; `expected` is words such as "5 to 10"."""

    def __init__(self, count: int, expected: str) -> None:
        self.count = count
        self.expected = expected
        super().__init__(f"{count} {'card' if count == 1 else 'cards'} given: expected {expected}")


class InvalidRangeError(NotUnderstoodError):
    """Text that is no range of hands; `token` is the user's text, `expected` what could stand there.

    Examples:
        >>> print(InvalidRangeError("AX"))
        'AX' is not a range of hands: expected cards like AhKd, or like QQ+, AKs, 22-55, A2s+, 25% or any
    """

    def __init__(self, token: str, expected: str = "") -> None:
        self.token = token
        self.expected = expected or "cards like AhKd, or like QQ+, AKs, 22-55, A2s+, 25% or any"
        super().__init__(f"{quote(token)} is not a range of hands: expected {self.expected}")


class InvalidAmountError(NotUnderstoodError):
    """Text that is no number of chips from `least` to `most`; `token` is the user's text, unshortened.

    Examples:
        >>> print(InvalidAmountError("2.5", 1, 99))
        '2.5' is no number of chips: expected a whole number from 1 to 99
        >>> print(InvalidAmountError("50", 100, 2000))
        '50' is not allowed: expected a whole number from 100 to 2000
    """

    def __init__(self, token: str, least: int, most: int) -> None:
        self.token = token
        self.least = least
        self.most = most
        is_number = token.isascii() and token.strip().isdigit()
        wrong = "is not allowed" if is_number else "is no number of chips"
        super().__init__(f"{quote(token)} {wrong}: expected a whole number from {least} to {most}")


class UnknownPlayerError(NotUnderstoodError):
    """Nobody of that name has chips here; `name` is the user's text, unshortened."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"nobody called {quote(name)} has chips here: expected a player's nick")


class UnknownRobotError(NotUnderstoodError):
    """No robot has that name; `name` is the user's text, unshortened, `known` the names there are."""

    def __init__(self, name: str, known: Sequence[str], meant: str = "") -> None:
        self.name = name
        self.known = tuple(known)
        hint = f"did you mean {meant}? " if meant else ""
        super().__init__(f"no robot is called {quote(name)}: {hint}expected {', '.join(known)}")


class UsageError(NotUnderstoodError):
    """A command used the wrong way; `usage` is how it is used, from its name on, or empty for what its help says."""

    def __init__(self, message: str, usage: str = "") -> None:
        self.usage = usage
        super().__init__(message)


class SetupError(NotUnderstoodError):
    """A deal that cannot be played as it is set up; `field` names what is wrong."""

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        self.problem = problem
        super().__init__(f"{field}: {problem}")


class HistoryError(NotUnderstoodError):
    """A hand history that cannot be read or replayed.

    Where it is: `file`, `deal` (0 for the file as a whole), `field`; `problem` is the rest of the line.
    """

    def __init__(self, problem: str, file: str, deal: int = 0, field: str = "") -> None:
        self.file = file
        self.deal = deal
        self.field = field
        self.problem = problem
        where = [printable(file), f"deal {deal}" if deal else "", field]
        super().__init__(f"{', '.join(filter(None, where))}: {problem}")


class NotAllowedError(PokerError):
    """Understood, but not allowed now or for this person.

    `problem` says why, `ways` what to say in place of it: each begins with the name of a command, and stands
    behind a prefix where people talk.

    Examples:
        >>> print(NotAllowedError("the draw comes first", "keep", "discard", "pat"))
        the draw comes first: keep, discard, pat
    """

    def __init__(self, problem: str, *ways: str) -> None:
        self.problem = problem
        self.ways = ways
        super().__init__(f"{problem}: {', '.join(ways)}" if ways else problem)


WAYS_TO_A_TABLE = ("play begins a game against a robot", "open one for several in a channel")


class NoTableError(NotAllowedError):
    """There is no table where somebody looks for one."""

    def __init__(self) -> None:
        super().__init__("there is no table here", *WAYS_TO_A_TABLE)


class NoSeatError(NotAllowedError):
    """Somebody does not sit at a table where they speak; `ways` lead to a seat."""

    def __init__(self, *ways: str) -> None:
        super().__init__("you sit at no table here", *ways)


class IllegalActionError(NotAllowedError):
    """An action that the rules do not allow now; `legal_actions` (a `LegalActions`) is what they allow.

    `all_in` is to how much the actor's last chip goes.
    """

    def __init__(self, problem: str, legal_actions: object, all_in: int = 0) -> None:
        self.legal_actions = legal_actions
        self.all_in = all_in
        super().__init__(f"{problem}: you may {legal_actions}")
        self.problem = problem


class NotYourTurnError(NotAllowedError):
    """It is another seat's turn: that of `actor`, or nobody's (None). Seats count from 0."""

    def __init__(self, seat: int, actor: int | None) -> None:
        self.seat = seat
        self.actor = actor
        super().__init__("it is not your turn" if actor is not None else "the deal is over")


class InsufficientChipsError(NotAllowedError):
    """More chips needed than there are; `held` is what there is."""

    def __init__(self, needed: int, held: int) -> None:
        self.needed = needed
        self.held = held
        super().__init__(f"not enough chips: {needed} needed, you have {held}")


class GiftRefusedError(NotAllowedError):
    """A gift larger than the giver may make now; `allowed` is the largest that would pass."""

    def __init__(self, amount: int, allowed: int, reason: str) -> None:
        self.amount = amount
        self.allowed = allowed
        super().__init__(f"{amount} cannot be given: {reason}, {allowed} left to give now")


class DailyTakenError(NotAllowedError):
    """Today's chips were taken already; `retry_after` is in seconds."""

    def __init__(self, retry_after: float) -> None:
        self.retry_after = retry_after
        hours, minutes = divmod(int(-(-retry_after // 60)), 60)
        super().__init__(f"today's chips are taken: come back in {hours} h {minutes:02} min, at 00:00 UTC")


def word_sizes(sizes: range) -> str:
    """Return with how many a robot plays.

    Examples:
        >>> word_sizes(range(2, 3)), word_sizes(range(3, 7)), word_sizes(range(2, 9, 2))
        ('heads-up only', 'with 3 to 6 players only', 'with 2, 4, 6 or 8 players only')
    """
    if sizes == range(2, 3):
        return "heads-up only"
    *others, last = map(str, sizes)
    several = f"{others[0]} to {last}" if sizes.step == 1 and others else f"{', '.join(others)} or {last}"
    return f"with {several if others else last} players only"


class RobotRefusedError(NotAllowedError):
    """A robot that does not play the game, or not with so many seats: only with `sizes`; `able` names those that do.

    Examples:
        >>> print(RobotRefusedError("manual", "draw", 2, range(0), ["swede", "caller"]))
        manual does not play draw: swede, caller do
        >>> print(RobotRefusedError("manual", "holdem", 3, range(2, 3), ["caller"]))
        manual plays holdem heads-up only: caller plays at a table of 3
    """

    def __init__(self, robot: str, game: str, seats: int, sizes: range, able: Sequence[str]) -> None:
        self.robot = robot
        self.game = game
        self.seats = seats
        self.sizes = sizes
        self.able = tuple(able)
        others = ", ".join(able) or "no robot"
        if not sizes:
            super().__init__(f"{robot} does not play {game}: {others} {'do' if len(able) > 1 else 'does'}")
            return
        play = "play" if len(able) > 1 else "plays"
        super().__init__(f"{robot} plays {game} {word_sizes(sizes)}: {others} {play} at a table of {seats}")


class StaleStateError(NotAllowedError):
    """A game or a shuffle went on meanwhile, or is over; `subject` names it."""

    def __init__(self, subject: str) -> None:
        self.subject = subject
        super().__init__(f"{subject} has gone on meanwhile or is over: nothing was changed")


class SurroundingsError(PokerError):
    """Something outside the game is wrong: configuration, network, files."""


class ConfigError(SurroundingsError):
    """A configuration that cannot be used; names `section` and `key` (either may be empty)."""

    def __init__(self, message: str, section: str = "", key: str = "") -> None:
        self.section = section
        self.key = key
        super().__init__(message)


class PluginError(ConfigError):
    """A plugin that cannot be used; `plugin` is its name in the configuration."""

    def __init__(self, plugin: str, reason: str) -> None:
        self.plugin = plugin
        super().__init__(f"[bot] plugins = {quote(plugin)}: {reason}", "bot", "plugins")


class RobotFileError(ConfigError):
    """Robots of the user's own that cannot be used; `file` is their module in the plugin folder, or the folder."""

    def __init__(self, file: str, reason: str) -> None:
        self.file = file
        super().__init__(f"robots in {quote(file)}: {printable(reason[:200])}", "bot", "plugin_path")


class InvalidConfigError(ConfigError):
    """A configuration with something wrong; `path` is its file, `problems` are all of them, each a ConfigError."""

    def __init__(self, path: str, problems: tuple[ConfigError, ...]) -> None:
        self.path = path
        self.problems = problems
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{path}: {first}{more}", first.section, first.key)


class LedgerError(SurroundingsError):
    """The ledger's database cannot be opened, read or written, or does not fit this version."""


class EntryConflictError(LedgerError):
    """An idempotency key used again for something else; `key` is that key."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"the entry {quote(key)} was posted before with other content: nothing was changed")


class ProofError(SurroundingsError):
    """A proof of a shuffle that does not hold, or a text that is none; `part` is what is wrong, or empty."""

    def __init__(self, message: str, part: str = "") -> None:
        self.part = part
        super().__init__(message)


class RobotError(SurroundingsError):
    """A robot that failed at its turn; `robot` is its name, the cause what it raised."""

    def __init__(self, robot: str, problem: str) -> None:
        self.robot = robot
        self.problem = problem
        super().__init__(f"the robot {robot} failed with {problem}")

    def __reduce__(self) -> tuple[type[RobotError], tuple[str, str]]:
        """Let it come from another process."""
        return type(self), (self.robot, self.problem)


class MatchError(SurroundingsError):
    """A match that cannot go on: a process of it ended, or its stored results are of another one."""


class SavedGameError(SurroundingsError):
    """A stored game that cannot be gone on with."""


class SolverError(SurroundingsError):
    """The solver is not there, or a file that it needs is not what it wrote."""


class StrategyError(SurroundingsError):
    """A strategy file that cannot be used; `file` is its name."""

    def __init__(self, file: str, reason: str) -> None:
        self.file = file
        super().__init__(f"the strategy file {quote(file)} is refused: {reason}")


class TransportError(SurroundingsError):
    """A connection that could not be made or was refused."""
