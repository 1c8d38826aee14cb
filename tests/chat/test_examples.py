"""Every example in the help and in the README is typed and answered."""

import pytest

from ircpoker.chat.commands import Command, Example
from tests.chat.routers import CHANNEL, lines, make_router

ROUTER = make_router()
EXAMPLES = [
    pytest.param(command, example, id=f"{command.name} {example.arguments}".strip())
    for command in ROUTER.commands.values()
    for example in command.examples
]


@pytest.mark.parametrize(("command", "example"), EXAMPLES)
def test_example(command: Command, example: Example) -> None:
    typed = f"{command.name} {example.arguments}"
    answers = []
    if command.where != "channel":
        answers.append(lines(ROUTER, typed))
    if command.where != "private":
        answers.append(lines(ROUTER, f"!{typed}", CHANNEL))
    for answer in answers:
        assert answer
        assert example.matches(answer[0]), answer[0]


@pytest.mark.parametrize("command", ROUTER.commands.values(), ids=lambda command: command.name)
def test_every_command_has_an_example_and_says_what_it_does(command: Command) -> None:
    assert command.examples
    assert command.summary
    assert not command.summary.endswith(".")
