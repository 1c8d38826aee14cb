from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.transports.irc.wire import (
    LONGEST_INCOMING,
    IrcLine,
    LineBuffer,
    Source,
    clean_text,
    cut_text,
    encode_line,
    parse_line,
    parse_source,
)

FORMATTING = "\x02\x03\x04\x0f\x11\x16\x1d\x1e\x1f"


def cut_all(text: str, most: int) -> list[str]:
    pieces = []
    while text:
        piece, text = cut_text(text, most)
        pieces.append(piece)
    return pieces


class TestLineBuffer:
    @given(st.lists(st.binary(max_size=40)), st.integers(1, 50))
    def test_lines_do_not_depend_on_the_chunks(self, pieces: list[bytes], size: int) -> None:
        data = b"\r\n".join(pieces)
        whole, chunked = LineBuffer(), LineBuffer()
        whole.feed(data)
        for start in range(0, len(data), size):
            chunked.feed(data[start : start + size])
        assert list(whole) == list(chunked)

    @pytest.mark.parametrize(
        ("data", "lines"),
        [
            (b"a\r\nb\nc", ["a", "b"]),
            (b"\r\n\n\r\r\n", ["", "", ""]),
            ("caf\u00e9 \u2665\n".encode(), ["caf\u00e9 \u2665"]),
            (b"caf\xe9\n", ["caf\u00e9"]),
            (b"\xff\xfe\x00\n", ["\u00ff\u00fe\x00"]),
        ],
    )
    def test_lines(self, data: bytes, lines: list[str]) -> None:
        buffer = LineBuffer()
        buffer.feed(data)
        assert list(buffer) == lines

    def test_an_endless_line_costs_no_memory_and_no_other_line(self) -> None:
        buffer = LineBuffer()
        for _ in range(1000):
            buffer.feed(b"x" * 1000)
            assert len(buffer) <= LONGEST_INCOMING
        buffer.feed(b"\nPING :a\n" + b"y" * 10**6 + b"\nPING :b\n")
        assert list(buffer) == ["PING :a", "PING :b"]

    def test_the_longest_line_is_kept(self) -> None:
        buffer = LineBuffer()
        buffer.feed(b"x" * LONGEST_INCOMING + b"\n")
        assert [len(line) for line in buffer] == [LONGEST_INCOMING]


def test_the_last_of_two_tags_of_one_name_counts() -> None:
    line = parse_line("@account=eve;account=ann;bot :n!u@h PRIVMSG #c :x")
    assert line is not None
    assert line.tag("account") == "ann"


class TestParseLine:
    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("PING", IrcLine(Source(""), "PING", ())),
            ("ping :a b", IrcLine(Source(""), "PING", ("a b",))),
            (":n!u@h PRIVMSG #c ::)", IrcLine(Source("n", "u", "h"), "PRIVMSG", ("#c", ":)"))),
            (":n!u@h PRIVMSG #c :", IrcLine(Source("n", "u", "h"), "PRIVMSG", ("#c", ""))),
            (":n!u@h PRIVMSG #c : x  y ", IrcLine(Source("n", "u", "h"), "PRIVMSG", ("#c", " x  y "))),
            (":s  353  me = #c :@a +b", IrcLine(Source("s"), "353", ("me", "=", "#c", "@a +b"))),
            (
                "@a=1;bot;b :n!u@h JOIN #c",
                IrcLine(Source("n", "u", "h"), "JOIN", ("#c",), {"a": "1", "bot": "", "b": ""}),
            ),
            ("@ JOIN #c", IrcLine(Source(""), "JOIN", ("#c",))),
            (":n QUIT", IrcLine(Source("n"), "QUIT", ())),
            ("KICK #c\u00a0d e", IrcLine(Source(""), "KICK", ("#c\u00a0d", "e"))),
            ("PRIV\0MSG a\rb :c\0d", IrcLine(Source(""), "PRIVMSG", ("ab", "cd"))),
        ],
    )
    def test_parts(self, text: str, line: IrcLine) -> None:
        assert parse_line(text) == line

    @pytest.mark.parametrize(
        "text", ["", " ", ":", ":a", "@", "@a", "@a :b", ": :", "12", "1234", "PRIV-MSG", "\0", ":a :b"]
    )
    def test_no_command(self, text: str) -> None:
        assert parse_line(text) is None

    @given(st.text())
    def test_any_line(self, text: str) -> None:
        line = parse_line(text)
        assert line is None or not any(char in "".join(line.params) for char in "\r\n\0")

    def test_missing_params_are_empty(self) -> None:
        line = IrcLine(Source(""), "KICK", ("#c",))
        assert [line.param(index) for index in (0, 1, -1, -2)] == ["#c", "", "#c", ""]

    @pytest.mark.parametrize(
        ("text", "source"),
        [
            ("a!b@c", Source("a", "b", "c")),
            ("irc.example.org", Source("irc.example.org")),
            ("a!b@c@d", Source("a", "b@c", "d")),
            ("a!b", Source("a", "b")),
            ("a@b", Source("a", "", "b")),
            ("", Source("")),
        ],
    )
    def test_source(self, text: str, source: Source) -> None:
        assert parse_source(text) == source


class TestOutgoing:
    @given(st.text())
    def test_clean_text_has_no_control_codes_but_formatting(self, text: str) -> None:
        cleaned = clean_text(text)
        assert all(char >= " " or char in FORMATTING for char in cleaned)
        assert "\x7f" not in cleaned

    @given(st.text(alphabet=st.characters()))
    def test_one_line_of_at_most_512_bytes_whatever_the_text(self, text: str) -> None:
        data = encode_line(text)
        assert data.endswith(b"\r\n")
        assert len(data) <= 512
        assert not set(data[:-2]) & set(b"\r\n\0")

    def test_a_line_is_cut_between_characters(self) -> None:
        assert encode_line("x" + "\u2665" * 300) == b"x" + "\u2665".encode() * 169 + b"\r\n"

    def test_half_a_character_is_replaced(self) -> None:
        assert encode_line("a\ud800b") == b"a?b\r\n"
        assert cut_all("a\ud800b", 10) == ["a?b"]


class TestCutText:
    @given(st.text(alphabet=st.sampled_from("ab \u00e9\u2665\U0001f0a1\u0301\u200d")), st.integers(4, 40))
    def test_nothing_is_lost_but_spaces_and_every_piece_fits(self, text: str, most: int) -> None:
        pieces = cut_all(text, most)
        assert "".join(pieces).replace(" ", "") == text.replace(" ", "")
        assert all(len(piece.encode()) <= most for piece in pieces)
        assert len(pieces) == 1 or all(piece.strip(" ") for piece in pieces if text.strip(" "))

    @given(st.lists(st.text(alphabet="abc\u2665", min_size=1, max_size=5), min_size=1), st.integers(15, 60))
    def test_words_that_fit_stay_whole(self, words: list[str], most: int) -> None:
        assert " ".join(cut_all(" ".join(words), most)).split(" ") == words

    @given(st.lists(st.text(alphabet="abc", min_size=1, max_size=5), min_size=1), st.integers(5, 60))
    def test_no_more_pieces_than_needed(self, words: list[str], most: int) -> None:
        pieces = cut_all(" ".join(words), most)
        for piece, following in pairwise(pieces):
            assert len(piece) + 1 + len(following.split(" ")[0]) > most

    def test_marks_stay_with_their_letters(self) -> None:
        assert cut_all("abe\u0301", 4) == ["ab", "e\u0301"]
        assert cut_all("ab\u2665\ufe0f", 7) == ["ab", "\u2665\ufe0f"]
        assert cut_all("a" + "\u0301" * 10, 4) == ["a\u0301", *["\u0301" * 2] * 4, "\u0301"]

    def test_many_spaces_are_no_lines(self) -> None:
        assert cut_text(" " * 100, 10) == ("", "")
        assert cut_all(" " * 100 + "a" + " " * 100 + "b" + " " * 100, 10) == ["a" + " " * 9, "b" + " " * 9]
