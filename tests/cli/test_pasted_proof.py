"""`ircpoker verify -`: the lines of `!proof` as people copy them from their chat clients."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from textwrap import TextWrapper

import pytest

from ircpoker.chat.message import Reply
from ircpoker.errors import ProofError
from ircpoker.fairness.pasted_proof import MOST_TRIES, read_pasted_proof
from ircpoker.fairness.proof import PendingShuffle, Proof
from ircpoker.fairness.proofs import mark_called_off
from ircpoker.transports.irc.rendering import Style, render
from ircpoker.transports.irc.wire import cut_text
from ircpoker.words import Phrase
from tests import tiers
from tests.chat.routers import lines, make_router
from tests.cli.conftest import COMMAND, Ircpoker
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
SHOWN = ROOT / "tests" / "data" / "pasted_proofs"
PAGE = (ROOT / "docs" / "verify.md").read_text(encoding="utf-8")
SEEDS = (
    "my lucky socks",
    "",
    "(none)",
    "a', 'b",
    "x', (none), 'y",
    'O\'Hara, the "third"',
    "♥♥ ♠",
    "deck Ah Kd",
    "secret " + "ab" * 20,
    "#1 slot: committed",
    "12:34 <x> hi",
    "-dealer- yo",
    "| x │ y",
    "w" * 64,
    "'",
    "' '",
)
PROOF = PendingShuffle("17", bytes(range(32))).freeze(["my lucky socks", "", 'O\'Hara, the "third" of ♥'])
IN_FRONT = {
    "irssi": "12:34 <@dealer> ",
    "irssi, to the second": "12:34:56 < dealer> ",
    "irssi, a notice": "12:34 -dealer(~d@host.example)- [#poker] ",
    "WeeChat": "12:34:56  @dealer | ",
    "WeeChat, a notice": "12:34:56      -- | Notice(dealer): ",
    "WeeChat's log": "2026-11-23 12:34:56\tdealer\t",
    "HexChat": "-dealer- ",
    "mIRC": "[12:34] <dealer> ",
    "nothing": "",
}


def lines_of(proof: Proof, style: Style | None = None) -> list[str]:
    """Return the lines of `!proof`."""
    seeds = ", ".join([f"'{seed}'" if seed else "(none)" for seed in proof.seeds])
    cards = [part for card in proof.deck for part in (" ", card)]
    return [
        f"#{proof.deal_id} holdem: committed to SHA-256 {proof.commitment} on 2026-11-23 12:30:00 UTC",
        f"secret {proof.secret.hex()}, seeds {seeds}",
        render(Reply(("deck", *cards)), style or Style()),
    ]


def anywhere(line: str, width: int) -> list[str]:
    return [line[start : start + width] for start in range(0, len(line), width)]


def between_words(line: str, width: int) -> list[str]:
    return TextWrapper(width, break_long_words=False, break_on_hyphens=False).wrap(line)


@pytest.mark.parametrize(
    ("name", "deal"),
    [
        ("irssi_channel", "1"),
        ("irssi_query", "1"),
        ("weechat_channel", "1"),
        ("weechat_server", "4"),
        ("weechat_bare", "4"),
    ],
)
def test_windows_of_real_clients(ircpoker: Ircpoker, name: str, deal: str) -> None:
    done = ircpoker("verify", "-", stdin=(SHOWN / f"{name}.txt").read_bytes())
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"deal {deal}: the proof holds\n")
    assert "\nseeds       'my lucky socks, 'and' two shoes ♥ of the left and the right'\n" in done.out


def test_lines_of_the_bot_as_they_are(ircpoker: Ircpoker) -> None:
    router = make_router(("slots",))
    shown = [line for text in ("proof", 'seed it\'s ♥, "mine"', "slot 10", "proof 1") for line in lines(router, text)]
    pasted = "\n".join(shown)
    done = ircpoker("verify", "-", stdin=pasted)
    assert (done.status, done.err) == (0, "")
    assert "\nseeds       'it's ♥, \"mine\"'\n" in done.out
    proof = json.loads(ircpoker("verify", "-", "--json", stdin=pasted).out)
    assert proof["seeds"] == ['it\'s ♥, "mine"']
    committed = proof["commitment"]
    assert committed in shown[0]
    assert ircpoker("verify", "-", "--commitment", committed[:40], stdin=pasted).status == 0
    done = ircpoker("verify", "--commitment", "0" * 40, "-", stdin=pasted)
    assert (done.status, done.out) == (1, "")
    assert done.err == "ircpoker: the commitment in the proof is not the one that was published\n"


@pytest.mark.parametrize("style", [Style(), Style("unicode"), Style("unicode", "irc")], ids=str)
@pytest.mark.parametrize("client", IN_FRONT)
def test_texts_that_clients_put_in_front(client: str, style: Style) -> None:
    shown = [IN_FRONT[client] + line for line in lines_of(PROOF, style)]
    assert read_pasted_proof("\n".join(shown)) == PROOF
    assert read_pasted_proof("\r\n".join(["", *shown, ""])) == PROOF
    # Whoever copies with a mouse begins within the first line.
    shown[0] = shown[0][len(IN_FRONT[client]) :]
    assert read_pasted_proof("\n".join(shown)) == PROOF


@pytest.mark.parametrize("cut", [anywhere, between_words])
def test_lines_wrapped_at_any_width(cut: Callable[[str, int], list[str]]) -> None:
    for width in range(20, 100, tiers.count(1, 7)):
        rows = [row for line in lines_of(PROOF) for row in cut(line, width)]
        assert read_pasted_proof("\n".join(rows)) == PROOF
        assert read_pasted_proof("\n".join(row.rstrip() for row in rows)) == PROOF


def test_any_seeds_in_any_client() -> None:
    rng = Random(tiers.seed(36))
    for _ in range(tiers.count(1000, 15)):
        seeds = rng.choices(SEEDS, k=rng.randint(1, 6))
        proof = PendingShuffle(str(rng.randrange(1, 10**6)), rng.randbytes(32)).freeze(seeds)
        in_front = rng.choice(list(IN_FRONT.values()))
        indent = " " * 20 + "| " if "|" in in_front else " " * rng.choice([0, 10]) if in_front else ""
        cut, width = rng.choice([anywhere, between_words]), rng.randint(50, 120)
        rows = []
        for line in lines_of(proof, rng.choice([Style(), Style("unicode")])):
            first, *more = cut(line, width)
            rows += [in_front + first, *(indent + row for row in more)]
        assert read_pasted_proof("\n".join(rows)) == proof, rows


@pytest.mark.parametrize("in_front", ["12:34 <@{}> ", "12:34:56     {} | ", "<{}> ", "{}\t"])
def test_other_peoples_lines_in_between(in_front: str) -> None:
    first, *more = [in_front.format("dealer") + line for line in lines_of(PROOF)]
    others = [in_front.format("bob") + line for line in ("!proof 17", "#3 secret", "deck", "'my seed'")]
    shown = [others[0], first, others[1], more[0], *others[2:], more[1], others[3]]
    assert read_pasted_proof("\n".join(shown)) == PROOF


def test_a_line_that_the_bot_sent_as_several() -> None:
    proof = PendingShuffle("9", bytes(32)).freeze([f"{number} " + "socks, ♥' " * 6 + "x" for number in range(10)])
    shown = []
    for line in lines_of(proof):
        rest = line
        while rest:
            piece, rest = cut_text(rest, 420)
            shown.append(f"12:34 -dealer(d@host)- {piece}")
    assert len(shown) > 4
    assert read_pasted_proof("\n".join(shown)) == proof


def test_the_mark_of_a_called_off_deal(ircpoker: Ircpoker) -> None:
    router = make_router(("slots",))
    ledger = router.services.ledger
    for text in ("proof", "slot 10", "slot 10"):
        lines(router, text)
    ledger.save(*mark_called_off(ledger, "1", Phrase("call_off.no_cards", names="bob")))
    ledger.save(*mark_called_off(ledger, "2", Phrase("call_off.fault")))
    for deal in ("1", "2"):
        shown = lines(router, f"proof {deal}")
        assert len(shown) == 5
        mark = shown[1]
        pasted = "\n".join([row for line in shown for row in between_words(line, 30)])
        done = ircpoker("verify", "-", stdin=pasted)
        assert done.out.splitlines()[:2] == [f"deal {deal}: the proof holds", mark]


@pytest.mark.parametrize(
    ("pasted", "problem"),
    [
        ("", "standard input is empty: expected the lines of !proof and a deal's number"),
        (" \n\n", "standard input is empty: expected the lines of !proof and a deal's number"),
        (b"\xff\xfe", "standard input is not UTF-8 text: expected the lines of !proof"),
        ("x" * (1 << 20) + "x", "more than 1 MiB on standard input: expected the lines of one !proof"),
        ("hello", "the line with the commitment is missing: paste all lines of !proof and a deal's number"),
        (lines_of(PROOF)[1:], "the line with the commitment is missing: paste all lines of !proof and a deal's number"),
        (lines_of(PROOF)[0][:50], "the commitment of deal 17 does not have 64 digits: paste all lines of !proof 17"),
        (lines_of(PROOF)[::2], "the line with the secret is missing or cut off: paste all lines of !proof 17"),
        (lines_of(PROOF)[:2], "the line with the deck is missing: paste all lines of !proof 17"),
        ([*lines_of(PROOF)[:2], "deck Ah Kd"], "the deck has 2 cards of 52: paste all lines of !proof 17"),
        (
            lines_of(PROOF) + lines_of(replace(PROOF, deal_id="5")),
            "these are lines of several deals, #5, #17: paste those of one",
        ),
    ],
    ids=lambda value: "".join(value)[:20] if isinstance(value, list) else str(value)[:20],
)
def test_lines_that_are_not_all_there(ircpoker: Ircpoker, pasted: str | bytes | list[str], problem: str) -> None:
    done = ircpoker("verify", "-", stdin="\n".join(pasted) if isinstance(pasted, list) else pasted)
    assert (done.status, done.out, done.err) == (1, "", f"ircpoker: {problem}\n")


SWAPPED = (PROOF.deck[1], PROOF.deck[0], *PROOF.deck[2:])


@pytest.mark.parametrize(
    ("changed", "part"),
    [
        (replace(PROOF, secret=bytes(32)), "secret"),
        (replace(PROOF, commitment="0" * 64), "secret"),
        (replace(PROOF, seeds=("my lucky shoes", *PROOF.seeds[1:])), "inputs"),
        (replace(PROOF, seeds=PROOF.seeds[1:]), "inputs"),
        (replace(PROOF, seeds=("mylucky socks", *PROOF.seeds[1:])), "inputs"),
        (replace(PROOF, deal_id="18"), "inputs"),
        (replace(PROOF, deck=SWAPPED), "deck"),
        (replace(PROOF, deck=(PROOF.deck[0], PROOF.deck[0], *PROOF.deck[2:])), ""),
    ],
)
def test_changed_lines(changed: Proof, part: str) -> None:
    for client in ("irssi", "nothing"):
        with pytest.raises(ProofError) as caught:
            read_pasted_proof("\n".join([IN_FRONT[client] + line for line in lines_of(changed)]))
        assert caught.value.part == part
        assert "\n" not in str(caught.value)


def test_seeds_that_can_be_read_in_too_many_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ircpoker.fairness.pasted_proof.MOST_TRIES", 50)
    assert MOST_TRIES > 50
    proof = PendingShuffle("1", bytes(32)).freeze(["a', 'b" * 9] * 9)
    with pytest.raises(ProofError, match="more than 50 ways to read the seeds were tried"):
        read_pasted_proof("\n".join([row for line in lines_of(proof) for row in anywhere(line, 20)]))


@pytest.mark.slow(1)
def test_hostile_lines_take_no_time() -> None:
    first, secret, deck = lines_of(PROOF)
    for text in (
        "#1 a" * 50_000,
        "#1 slot: committed to SHA-256 " * 8_000,
        "secret\n" * 20_000,
        "'\n, " * 30_000,
        "\n".join([first, secret, "', '" * 900, deck]),
        "\n".join([first, secret, "', '" * 300, "x" * 300, deck]),
        "\n".join([first, f"{secret},", "'x' " * 300, deck]),
    ):
        with pytest.raises(ProofError):
            read_pasted_proof(text)


def test_a_character_that_fold_divides(ircpoker: Ircpoker) -> None:
    """The programs of the shell count bytes."""
    data = "\n".join(lines_of(PROOF)).encode()
    at = data.index("♥".encode()) + 1
    assert ircpoker("verify", "-", stdin=data[:at] + b"\n" + data[at:]).status == 0


def test_on_a_terminal_it_asks(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "verify", "-"], cwd=tmp_path, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        os.close(theirs)
        assert process.stderr is not None
        assert process.stderr.readline() == b"Paste the lines of !proof, then press Ctrl-D.\n"
        os.write(ours, "\n".join([*lines_of(PROOF), "\x04"]).encode())
        out, err = process.communicate(timeout=PATIENCE)
    os.close(ours)
    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"deal 17: the proof holds\n")


def test_the_example_of_the_page(ircpoker: Ircpoker) -> None:
    example = PAGE.partition("    $ ircpoker verify -\n")[2].partition("\n\n")[0]
    asked, *pasted = [line[4:] for line in example.splitlines()]
    shown = pasted.index("deal 1: the proof holds")
    assert asked == "Paste the lines of !proof, then press Ctrl-D."
    done = ircpoker("verify", "-", stdin="\n".join(pasted[:shown]))
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[0] == pasted[shown]
