"""Every example in the help and in the README is typed and answered, each on a bot of its own."""

from pathlib import Path

import pytest

from ircpoker.chat.commands import Command, Example
from ircpoker.chat.router import Router
from ircpoker.config import default_settings
from tests.chat.routers import CHANNEL, make_router, message

PLUGINS = default_settings(Path("/")).bot.plugins
COMMANDS = list(make_router(PLUGINS).commands.values())
EXAMPLES = [
    pytest.param(command, example, id=f"{command.name} {example.arguments}".strip())
    for command in COMMANDS
    for example in command.examples
]


def prepared(example: Example) -> Router:
    """Return a bot to whom has been said what the example needs."""
    router = make_router(PLUGINS)
    for line in example.before:
        nick, text = line[1:].split("> ") if line.startswith("<") else ("alice", line)
        assert router.handle(message(text, nick=nick)), line
    return router


@pytest.mark.parametrize(("command", "example"), EXAMPLES)
def test_example(command: Command, example: Example) -> None:
    typed = f"{command.name} {example.arguments}"
    answers = []
    if command.where != "channel":
        answers.append(prepared(example).handle(message(typed)))
    if command.where != "private":
        answers.append(prepared(example).handle(message(f"!{typed}", CHANNEL)))
    for answer in answers:
        assert answer
        assert example.matches(answer[0].text), answer[0].text


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_an_example_and_says_what_it_does(command: Command) -> None:
    assert command.examples
    assert command.examples[0].reply
    assert command.summary
    assert not command.summary.endswith(".")
