import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ircpoker.fairness.proof import CallOff, PendingShuffle
from ircpoker.words import Phrase
from tests.cli.conftest import Ircpoker
from tests.cli.ledgers import change_ledger, make_ledger

PAGE = (Path(__file__).parents[2] / "docs" / "verify.md").read_text(encoding="utf-8")
PROOF = PendingShuffle("17", bytes(32)).freeze(["my lucky socks", ""])


@pytest.mark.parametrize(("deal", "seeds"), [("1", "'my lucky socks'"), ("2", "'my lucky socks'")])
def test_deals_of_the_ledger(ircpoker: Ircpoker, tmp_path: Path, deal: str, seeds: str) -> None:
    url = make_ledger(tmp_path)
    done = ircpoker("verify", deal, "--database", url)
    assert (done.status, done.err) == (0, "")
    first, *facts = done.out.splitlines()
    assert first == f"deal {deal}: the proof holds"
    assert dict(line.split(None, 1) for line in facts)["seeds"] == seeds
    (tmp_path / "1.proof.json").write_text(ircpoker("verify", deal, "--database", url, "--json").out)
    assert ircpoker("verify", "--file", "1.proof.json").out == done.out


@pytest.mark.parametrize(
    ("deal", "problem"),
    [
        ("3", "deal 3 is not dealt yet: there is nothing to check"),
        ("4", "deal 4 is not over, or its secret is not to be shown yet: there is nothing to check"),
        ("99", "there is no deal '99' in this ledger"),
        ("#04", "deal 4 is not over, or its secret is not to be shown yet: there is nothing to check"),
    ],
)
def test_deals_without_a_revealed_secret(ircpoker: Ircpoker, tmp_path: Path, deal: str | bytes, problem: str) -> None:
    done = ircpoker("verify", deal, "--database", make_ledger(tmp_path))
    assert (done.status, done.out, done.err) == (1, "", f"ircpoker: {problem}\n")


@pytest.mark.parametrize(
    ("deal", "shown"),
    [
        ("abc", "abc"),
        ("net/17", "net/17"),
        ("x\x1b[2J", "x?[2J"),
        ("-3", "-3"),
        (b"\xff", "?"),
        ("", ""),
        ("1.5", "1.5"),
    ],
)
def test_a_text_that_is_the_number_of_no_deal(
    ircpoker: Ircpoker, tmp_path: Path, deal: str | bytes, shown: str
) -> None:
    done = ircpoker("verify", deal, "--database", make_ledger(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith(f"ircpoker: '{shown}' is not the number of a deal: expected one like 17\n")


def test_a_ledger_that_is_not_there_is_not_made(ircpoker: Ircpoker, tmp_path: Path) -> None:
    done = ircpoker("verify", "1", "--database", "sqlite:///nowhere.db")
    assert (done.status, done.out) == (2, "")
    assert done.err == f"ircpoker: there is no ledger {tmp_path / 'nowhere.db'}: the bot makes it when it starts\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("deal", ["01", "#1", "0000001", " 1"])
def test_deal_numbers_are_those_of_chat(ircpoker: Ircpoker, tmp_path: Path, deal: str) -> None:
    url = make_ledger(tmp_path)
    assert ircpoker("verify", deal, "--database", url).out == ircpoker("verify", "1", "--database", url).out != ""


@pytest.mark.parametrize(
    "change",
    [
        "secret = replace(secret, substr(secret, 1, 4), '0000')",
        "commitment = replace(commitment, substr(commitment, 1, 4), '0000')",
        "proof = replace(proof, 'socks', 'shoes')",
        "proof = replace(proof, '[\"my lucky socks\"]', '[]')",
        "proof = replace(replace(replace(proof, 'Ah', '??'), 'Kd', 'Ah'), '??', 'Kd')",
        "proof = ''",
        "deal_id = '7'",
    ],
)
def test_changed_ledger(ircpoker: Ircpoker, tmp_path: Path, change: str) -> None:
    url = make_ledger(tmp_path)
    change_ledger(tmp_path, f"UPDATE shuffles SET {change} WHERE deal_id = '1'")
    done = ircpoker("verify", "7" if "deal_id" in change else "1", "--database", url)
    assert (done.status, done.out) == (1, "")
    assert done.err.count("\n") == 1


def test_a_file(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "17.proof.json").write_text(PROOF.to_json())
    done = ircpoker("verify", "--file", "17.proof.json")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("deal 17: the proof holds\n")
    assert "\nseeds       'my lucky socks', (none)\n" in done.out
    assert json.loads(ircpoker("verify", "--file", "17.proof.json", "--json").out) == json.loads(PROOF.to_json())


@pytest.mark.parametrize("reason", ["the cards did not reach bob", Phrase("call_off.no_cards", names="bob")])
def test_proof_file_of_a_called_off_deal(ircpoker: Ircpoker, tmp_path: Path, reason: Phrase | str) -> None:
    """Older versions stored the reason in English."""
    proof = replace(PROOF, called_off=CallOff(reason, 2, 57))
    (tmp_path / "17.proof.json").write_text(proof.to_json())
    first, mark, *_ = ircpoker("verify", "--file", "17.proof.json").out.splitlines()
    assert first == "deal 17: the proof holds"
    assert mark == "called off (2 of the last 57 deals there), all bets returned: the cards did not reach bob"
    assert json.loads(ircpoker("verify", "--file", "17.proof.json", "--json").out) == json.loads(proof.to_json())


def changed(**members: Any) -> str:
    return json.dumps(json.loads(PROOF.to_json()) | members)


SWAPPED = [str(card) for card in (PROOF.deck[1], PROOF.deck[0], *PROOF.deck[2:])]


@pytest.mark.parametrize(
    "content",
    [
        changed(secret="01" + "00" * 31),
        changed(commitment="01" + "00" * 31),
        changed(seeds=["my lucky shoes", ""]),
        changed(seeds=["my lucky socks"]),
        changed(seeds=["", "my lucky socks"]),
        changed(deal_id="18"),
        changed(deck=SWAPPED),
        changed(version=2),
        changed(called_off=True),
        changed(called_off={"reason": "none"}),
        changed(called_off={"reason": {"phrase": "chips"}, "count": 1, "deals": 1}),
        changed(called_off={"reason": {"phrase": "call_off.no_cards"}, "count": 1, "deals": 1}),
        changed(called_off={"reason": {"phrase": "call_off.no_cards", "names": 7}, "count": 1, "deals": 1}),
        "{}",
        "nonsense",
        "",
        "[" * 100_000,
        "\ud800".encode("utf-16", "surrogatepass"),
    ],
    ids=lambda content: str(content)[:20],
)
def test_changed_and_invalid_proof_files(ircpoker: Ircpoker, tmp_path: Path, content: str | bytes) -> None:
    file = tmp_path / "bad.proof.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    done = ircpoker("verify", "--file", "bad.proof.json")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("ircpoker: ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", ["nowhere.json", "."])
def test_unreadable_proof_file(ircpoker: Ircpoker, name: str) -> None:
    done = ircpoker("verify", "--file", name)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"ircpoker: {name} cannot be read: ")


@pytest.mark.parametrize("arguments", [[], ["1", "--file", "x"]])
def test_a_deal_or_a_file(ircpoker: Ircpoker, arguments: list[str]) -> None:
    done = ircpoker("verify", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("expected either DEAL_ID, - or --file F\n")


def test_the_command_of_the_page(ircpoker: Ircpoker, tmp_path: Path) -> None:
    [command] = [line.split() for line in PAGE.splitlines() if line.startswith("    ircpoker verify --file")]
    (tmp_path / "17.proof.json").write_text(PendingShuffle("17", bytes(range(32))).freeze(["my lucky socks"]).to_json())
    done = ircpoker(*command[1:])
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("deal 17: the proof holds\n")


@pytest.mark.parametrize("digits", [40, 64])
def test_a_noted_commitment(ircpoker: Ircpoker, tmp_path: Path, digits: int) -> None:
    (tmp_path / "17.proof.json").write_text(PROOF.to_json())
    seen = PROOF.commitment[:digits]
    assert ircpoker("verify", "--file", "17.proof.json", "--commitment", seen).status == 0
    assert ircpoker("verify", "--file", "17.proof.json", "--commitment", seen.upper()).status == 0
    url = make_ledger(tmp_path)
    done = ircpoker("verify", "1", "--database", url, "--commitment", seen)
    assert (done.status, done.out) == (1, "")
    assert done.err == "ircpoker: the commitment in the proof is not the one that was published\n"


def test_a_noted_commitment_of_a_stored_deal(ircpoker: Ircpoker, tmp_path: Path) -> None:
    url = make_ledger(tmp_path)
    seen = json.loads(ircpoker("verify", "1", "--database", url, "--json").out)["commitment"][:40]
    done = ircpoker("verify", "1", "--database", url, "--commitment", seen)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("deal 1: the proof holds\n")


FEW = "digits of a commitment prove nothing: expected at least 40, because a dishonest bot can find two secrets"


@pytest.mark.parametrize(
    ("digits", "problem"),
    [
        (PROOF.commitment[:39], f"39 {FEW} that share fewer"),
        ("", f"0 {FEW} that share fewer"),
        (PROOF.commitment + "0", "is not a commitment: expected 40 to 64 hexadecimal digits"),
        ("my lucky socks", "'my lucky socks' is not a commitment: expected 40 to 64 hexadecimal digits"),
    ],
)
def test_bad_commitments(ircpoker: Ircpoker, tmp_path: Path, digits: str, problem: str) -> None:
    (tmp_path / "17.proof.json").write_text(PROOF.to_json())
    done = ircpoker("verify", "--file", "17.proof.json", "--commitment", digits)
    assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
    assert done.err.endswith(f"{problem}\n")
