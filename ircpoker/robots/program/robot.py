"""The robot that asks a program."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import sys
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from ircpoker.errors import RobotError, RobotProgramError, UsageError, printable, quote
from ircpoker.robots.program import protocol
from ircpoker.robots.program.process import Limits, ProgramError, ProgramProcess
from ircpoker.robots.robot import ALL_GAMES, Decision
from ircpoker.table.games import GAMES
from ircpoker.table.view import PlayerView

PREFIX = "program:"
_INTERPRETERS = {
    ".py": sys.executable,
    ".js": "node",
    ".mjs": "node",
    ".sh": "sh",
    ".pl": "perl",
    ".rb": "ruby",
    ".lua": "lua",
}
"""The programs that run files that are not executable, by suffix."""
_LONGEST_NAME = 32


def is_program(name: str) -> bool:
    """Return whether a robot's name denotes a program: `program:COMMAND`, or a path to a file."""
    return name.startswith(PREFIX) or os.sep in name


def read_command(name: str) -> list[str]:
    """Return the command for a program's name.

    Args:
        name: `program:./bot.py`, `program:node bot.js --fast`, or a path.

    Returns:
        The program and its arguments; a file that is not executable is run by the program for its suffix.

    Raises:
        UsageError: there is no such program.
    """
    text = name.removeprefix(PREFIX)
    try:
        words = shlex.split(text) if name.startswith(PREFIX) else [text]
    except ValueError as error:
        raise UsageError(f"{quote(name)} is not a command: {error}") from error
    if not words:
        raise UsageError(f"{quote(name)} names no program: expected such as program:./bot.py")
    program, *arguments = words
    file = Path(program)
    if file.is_file():
        interpreter = _INTERPRETERS.get(file.suffix)
        if interpreter is not None:
            return [interpreter, str(file.absolute()), *arguments]
        if os.access(file, os.X_OK):
            return [str(file.absolute()), *arguments]
        raise UsageError(f"{quote(program)} is not executable")
    path = None if os.sep in program else shutil.which(program)
    if path is None:
        raise UsageError(f"there is no program {quote(program)}")
    return [path, *arguments]


class ProgramRobot:
    """Plays a program's answers. The program starts with the robot and is ended by `close`.

    It is a `LearningRobot`, because a program may remember what it has seen: it gets each deal, in order.
    """

    name = "program"
    games: Mapping[str, range] = ALL_GAMES
    gives_reasons = True
    command: tuple[str, ...] = ()
    limits = Limits()

    def __init__(self) -> None:
        """Start the program and ask for its games.

        Raises:
            RobotError: it cannot be started, or its answer is not valid.
        """
        self._deals = 0
        self._players: Sequence[str] = ()
        self._knows_deal = False
        with self._blaming_it():
            self._process = ProgramProcess(self.command, self.limits)
        # This ends the program when Python exits, even if nobody has closed it.
        self._finalizer = weakref.finalize(self, self._process.close)
        try:
            with self._blaming_it():
                self._plays = protocol.read_games(self._ask(protocol.hello(), is_start=True))
        except RobotError:
            self.close()
            raise

    @classmethod
    def fingerprint(cls) -> str:
        """Return the SHA-256 of the files that the interpreter is given, or of the program itself, in hexadecimal."""
        files = [Path(word) for word in cls.command[1:] if Path(word).is_file()] or [Path(cls.command[0])]
        return hashlib.sha256(b"".join([file.read_bytes() for file in files])).hexdigest()

    def decide(self, view: PlayerView, rng: Random, /) -> Decision:
        """Return the program's answer; as for all robots, an illegal action is replaced by a legal one.

        Raises:
            RobotError: there is no answer, or it names no action.
        """
        self._begin(view)
        with self._blaming_it():
            answer = self._ask(protocol.act_message(self._deals, view, rng.getrandbits(32)))
            return Decision(*protocol.read_action(answer))

    def meet(self, players: Sequence[str]) -> None:
        """Begin a deal."""
        self._deals += 1
        self._players = players
        self._knows_deal = False

    def learn(self, view: PlayerView) -> None:
        """Send the program the end of the deal.

        Raises:
            RobotError: it does not read.
        """
        self._begin(view)
        self._tell(protocol.end_message(self._deals, view))

    def memory(self) -> dict[str, object]:
        """Return nothing: a program keeps its own memory."""
        return {}

    def recall(self, memory: Mapping[str, object]) -> None:
        """Do nothing."""

    def close(self) -> None:
        """End the program."""
        self._process.close(protocol.line_of(protocol.bye()))
        self._finalizer.detach()

    def _begin(self, view: PlayerView) -> None:
        """Send the beginning of the deal, unless it was sent before."""
        if self._knows_deal:
            return
        self._knows_deal = True
        game = next(name for name, game in GAMES.items() if game == view.setup.game)
        if len(view.setup.stacks) not in self._plays.get(game, ()):
            problem = f"it says that it does not play {game} with {len(view.setup.stacks)} players"
            raise RobotProgramError(self.name, problem)
        self._tell(protocol.deal_message(self._deals, game, self._players, view))

    def _tell(self, message: protocol.JsonMessage) -> None:
        with self._blaming_it():
            self._process.tell(protocol.line_of(message))

    def _ask(self, message: protocol.JsonMessage, *, is_start: bool = False) -> Mapping[str, object]:
        return protocol.read_answer(self._process.ask(protocol.line_of(message), is_start=is_start))

    @contextmanager
    def _blaming_it(self) -> Iterator[None]:
        """Turn what is wrong with the program, or with its answer, into the robot's failure."""
        try:
            yield
        except (ProgramError, protocol.AnswerError) as error:
            raise RobotProgramError(self.name, str(error)) from error


def program_class(name: str, limits: Limits | None = None) -> type[ProgramRobot]:
    """Return the class of robots that ask a program.

    Args:
        name: the program's name, as for `read_command`.
        limits: its limits; the usual ones if not given.

    Raises:
        UsageError: there is no such program.
    """
    command = read_command(name)
    file = next((word for word in command[1:] if Path(word).is_file()), command[0])
    shown = printable(Path(file).name)[:_LONGEST_NAME]
    return type("Program", (ProgramRobot,), {"name": shown, "command": tuple(command), "limits": limits or Limits()})
