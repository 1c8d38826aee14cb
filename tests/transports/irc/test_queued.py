from __future__ import annotations

import pytest

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.transports.irc.queued import QueuedLine


@pytest.mark.parametrize(
    ("reader", "followed"),
    [
        (Reader("net", "al", "al@home"), ("al@away", "")),
        (Reader("net", "al", "", "Alice"), ("al@away", "Alice")),
        (Reader("net", "al"), ("", "")),
    ],
    ids=["guest", "account", "anybody"],
)
def test_a_line_follows_its_reader_to_another_address_if_it_is_for_nobody_else(
    reader: Reader, followed: tuple[str, str]
) -> None:
    line = QueuedLine(place="al", thread="1", text="cards", outgoing=Outgoing(reader, Reply(("cards",))), reader=reader)
    line.readdress("al@away", None)
    assert (line.reader.address, line.reader.account) == followed
    line.readdress("", "Alicia")
    assert (line.reader.address, line.reader.account) == (followed[0], "Alicia")
