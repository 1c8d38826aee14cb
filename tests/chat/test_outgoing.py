from __future__ import annotations

from collections.abc import Sequence

import pytest

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outbox, Outgoing, Reader, reader_of
from ircpoker.people import Person
from ircpoker.runtime.delivery import Delivery


def make_line(text: str, network: str = "net") -> Outgoing:
    return Outgoing(Reader(network, "#poker"), Reply((text,)))


class TestOutbox:
    def test_lines_go_to_their_network_only(self) -> None:
        outbox, net, other = Outbox(), list[Outgoing](), list[Outgoing]()
        outbox.open("net", net.extend)
        outbox.open("other", other.extend)
        outbox.post(make_line("a"))
        outbox.post(make_line("b", "other"))
        assert (net, other) == ([make_line("a")], [make_line("b", "other")])

    def test_a_closed_network_refuses(self) -> None:
        outbox, heard = Outbox(), list[Delivery]()
        lost = Outgoing(Reader("net", "alice"), Reply(("a",)), on_delivery=heard.append)
        outbox.post(lost)
        outbox.open("net", lambda _: None)
        outbox.close("net")
        outbox.close("never")
        outbox.post(lost)
        outbox.post(make_line("nobody cares"))
        assert heard == [Delivery.UNKNOWN] * 2

    def test_held_lines_come_at_the_end_in_order(self) -> None:
        outbox, lines = Outbox(), list[Outgoing]()
        outbox.open("net", lines.extend)
        with outbox.held():
            outbox.post(make_line("a"))
            with outbox.held():
                outbox.post(make_line("b"))
            outbox.post(make_line("c"))
            assert lines == []
        assert lines == [make_line("a"), make_line("b"), make_line("c")]

    def test_a_line_caused_by_another_follows_it(self) -> None:
        outbox, lines = Outbox(), list[str]()

        def sink(taken: Sequence[Outgoing]) -> None:
            texts = [line.reply.text for line in taken]
            lines.extend(texts)
            if "a" in texts:
                outbox.post(make_line("a leads to this"))

        outbox.open("net", sink)
        with outbox.held():
            outbox.post(make_line("a"))
            outbox.post(make_line("b"))
        assert lines == ["a", "b", "a leads to this"]

    def test_a_transport_gets_all_held_lines_at_once(self) -> None:
        outbox, given = Outbox(), list[Sequence[Outgoing]]()
        outbox.open("net", given.append)
        with outbox.held():
            for text in "abc":
                outbox.post(make_line(text))
        assert [len(lines) for lines in given] == [3]

    def test_a_transport_that_fails_loses_no_line_of_another(self, caplog: pytest.LogCaptureFixture) -> None:
        outbox, lines, heard = Outbox(), list[Outgoing](), list[Delivery]()

        def fail(_: Sequence[Outgoing]) -> None:
            raise RuntimeError

        outbox.open("net", fail)
        outbox.open("other", lines.extend)
        with outbox.held():
            outbox.post(Outgoing(Reader("net", "alice"), Reply(("a",)), on_delivery=heard.append))
            outbox.post(make_line("b", "other"))
        assert (lines, heard) == ([make_line("b", "other")], [Delivery.UNKNOWN])
        assert "lost" in caplog.text

    def test_a_failure_in_the_body_loses_nothing(self) -> None:
        outbox, lines = Outbox(), list[Outgoing]()
        outbox.open("net", lines.extend)

        def fail() -> None:
            with outbox.held():
                outbox.post(make_line("a"))
                raise KeyError

        with pytest.raises(KeyError):
            fail()
        assert lines == [make_line("a")]


def test_a_private_line_is_for_one_person_alone() -> None:
    guest = Person("net", "Al^", "al^", address="al@host")
    assert reader_of(guest) == Reader("net", "Al^", address="al@host", account="", channel="", player=guest.id)
    player = Person("net", "Al^", "al^", account="Alice", address="al@host")
    assert reader_of(player, "#poker") == Reader(
        "net", "Al^", address="al@host", account="alice", channel="#poker", player=player.id
    )
