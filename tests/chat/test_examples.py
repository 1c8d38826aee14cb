"""Every example in the help and in docs/commands.md is typed and answered, each on its own bot."""

import re
from pathlib import Path

import pytest

from ircpoker.chat.commands import Command, Example
from ircpoker.config import default_settings
from tests.chat.routers import CHANNEL, Conversation, make_router

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


class Examples(Conversation):
    def say(self, text: str, seconds: float = SECONDS) -> list[str]:
        """Say `text`, or `<nick> text`, without its prefix; return the answers and the lines that soon follow."""
        before = len(self.answers)
        front, text = re.fullmatch(r"(<\w+> )?(.*)", text).groups(default="")
        command = self.router.find(text.split()[0])
        assert command
        self.ask(f"{front}!{text}", CHANNEL if command.where == "channel" else None)
        self.wait(seconds)
        return self.answers[before:]


@pytest.mark.few(40)
@pytest.mark.parametrize(("command", "example"), EXAMPLES)
def test_example(command: Command, example: Example) -> None:
    for place, channel in (("private", None), ("channel", CHANNEL)):
        if not {command.where, example.where} <= {"anywhere", place}:
            continue
        talk = Examples(channel)
        for line in example.before:
            is_late = command.name in AFTER_A_DEAL and line == example.before[-1]
            assert talk.say(line, 0.5 if is_late else SECONDS), line
        answer = talk.say(f"{command.name} {example.arguments}")
        assert answer
        first = answer[0].removeprefix(f"[{channel}] ")
        start = example.reply.removesuffix("…")
        assert first == start or (start != example.reply and first.startswith(start))


def test_every_command_has_an_example_and_a_summary() -> None:
    for command in COMMANDS:
        assert command.examples, command.name
        assert command.examples[0].reply, command.name
        assert command.summary, command.name
        assert not str(command.summary).endswith("."), command.name
