"""Every golden session, through the router and through the console: the same text in both."""

import io
from itertools import groupby
from pathlib import Path

import pytest

from ircpoker.transports.console import run_console
from tests.chat.routers import make_router, message
from tests.transcripts.sessions import Exchange, read_session, session_files

FILES = [pytest.param(file, id=file.stem) for file in session_files()]


@pytest.mark.parametrize("file", FILES)
def test_through_the_router(file: Path) -> None:
    router = make_router()
    exchanges = read_session(file)
    assert exchanges
    for exchange in exchanges:
        replies = router.handle(message(exchange.text, exchange.channel, exchange.nick))
        check(exchange, [(reply.text, reply.private) for reply in replies])


@pytest.mark.parametrize("file", FILES)
def test_what_is_said_in_private_through_the_console(file: Path) -> None:
    private = [exchange for exchange in read_session(file) if exchange.channel is None]
    router = make_router()
    for nick, exchanges in groupby(private, lambda exchange: exchange.nick):
        for exchange in exchanges:
            output = io.StringIO()
            assert run_console(router, nick=nick, input=io.StringIO(exchange.text + "\n"), output=output) == 0
            check(exchange, [(line, False) for line in output.getvalue().splitlines()])


def check(exchange: Exchange, said: list[tuple[str, bool]]) -> None:
    """Fail unless exactly the answers of the session were said."""
    expected = [(answer.text, answer.alone) for answer in exchange.answers]
    same = len(said) == len(expected) and all(
        answer.matches(*line) for answer, line in zip(exchange.answers, said, strict=True)
    )
    assert same, f"{exchange.text!r}: said {said}, expected {expected}"
