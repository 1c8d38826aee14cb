"""Every example in the help and in docs/commands.md is typed and answered, each on its own bot."""

from datetime import timedelta
from pathlib import Path

import pytest

from ircpoker.chat.commands import Command, Example
from ircpoker.chat.outgoing import Outgoing
from ircpoker.config import default_settings
from ircpoker.runtime.clock import ManualClock
from ircpoker.runtime.delivery import Delivery
from tests.chat.routers import CHANNEL, make_router, message
from tests.outbox import each

PLUGINS = default_settings(Path("/")).bot.plugins
COMMANDS = list(make_router(PLUGINS).commands.values())
EXAMPLES = [
    pytest.param(command, example, id=f"{command.name} {example.arguments}".strip())
    for command in COMMANDS
    for example in command.examples
]
SECONDS = 10.0
"""Long enough for a deal to begin and for robots to act; too short for a time-out."""
AFTER_A_DEAL = frozenset({"show", "muck", "rabbit"})
"""Commands for the first seconds after a deal."""


class Conversation:
    """A bot, and everything that it says in one place and to the people there, in order."""

    def __init__(self, channel: str | None) -> None:
        self.channel = channel
        self.router = make_router(PLUGINS)
        self.answers: list[str] = []
        self.router.services.outbox.open("net", each(self._take))

    def say(self, text: str, seconds: float = SECONDS) -> list[str]:
        """Say something as Alice, or as `<nick> `; return the answers and the lines that soon follow."""
        before = len(self.answers)
        nick, text = text[1:].split("> ") if text.startswith("<") else ("alice", text)
        command = self.router.find(text.split()[0])
        assert command
        channel = CHANNEL if command.where == "channel" else self.channel
        with self.router.services.outbox.held():
            self.answers += [reply.text for reply in self.router.handle(message(f"!{text}", channel, nick))]
        self._wait(seconds)
        return self.answers[before:]

    def _take(self, line: Outgoing) -> None:
        self.answers.append(line.reply.text)
        if line.on_delivery:
            line.on_delivery(Delivery.SENT)

    def _wait(self, seconds: float) -> None:
        services = self.router.services
        clock = services.clock
        assert isinstance(clock, ManualClock)
        for _ in range(int(2 * seconds)):
            services.scheduler.run_all_due()
            clock.advance(timedelta(seconds=0.5))


@pytest.mark.parametrize(("command", "example"), EXAMPLES)
def test_example(command: Command, example: Example) -> None:
    for place, channel in (("private", None), ("channel", CHANNEL)):
        if not {command.where, example.where} <= {"anywhere", place}:
            continue
        talk = Conversation(channel)
        for line in example.before:
            is_late = command.name in AFTER_A_DEAL and line == example.before[-1]
            assert talk.say(line, 0.5 if is_late else SECONDS), line
        answer = talk.say(f"{command.name} {example.arguments}")
        assert answer
        first = answer[0].removeprefix(f"[{channel}] ")
        start = example.reply.removesuffix("…")
        assert first == start or (start != example.reply and first.startswith(start))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_an_example_and_a_summary(command: Command) -> None:
    assert command.examples
    assert command.examples[0].reply
    assert command.summary
    assert not str(command.summary).endswith(".")
