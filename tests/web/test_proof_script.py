"""The script that checks proofs in the visitor's browser, run by Chromium and by Node."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ircpoker.fairness.proof import PendingShuffle, parse_proof
from ircpoker.web.rendering import PageWords
from tests.tiers import count, seed
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[2] / "ircpoker" / "web" / "static" / "proof.js"
NODE = """
import { checkProof } from "./proof.mjs";
import { readFileSync } from "fs";
const texts = JSON.parse(readFileSync(process.argv[2], "utf8"));
const words = JSON.parse(readFileSync(process.argv[3], "utf8"));
const verdicts = [];
for (const [text, digits] of texts) verdicts.push(await checkProof(text, words, digits));
console.log(JSON.stringify(verdicts));
"""
BROWSER = """async ([texts, words]) => {
  const { checkProof } = await import("/static/proof.js");
  const started = performance.now();
  const verdicts = [];
  for (const [text, digits] of texts) verdicts.push(await checkProof(text, words, digits));
  return [verdicts, (performance.now() - started) / texts.length];
}"""
WORDS = str(PageWords("").helpers()["proof_words"]())
SEEDS = ["", "lucky", "Glück ♥", "0", "x" * 64, "</script>", "'\"\\", "👑 ♠"]


def random_proof(rng: random.Random) -> str:
    pending = PendingShuffle(rng.choice(["17", "libera/1234567", "spin 3"]), rng.randbytes(32))
    return pending.freeze(rng.choices(SEEDS, k=rng.randint(0, 10))).to_json()


def in_node(texts: list[tuple[str, str]], folder: Path) -> list[dict[str, Any]]:
    (folder / "proof.mjs").write_bytes(SCRIPT.read_bytes())
    (folder / "run.mjs").write_text(NODE)
    (folder / "texts.json").write_text(json.dumps(texts))
    (folder / "words.json").write_text(WORDS)
    ran = subprocess.run(
        ["node", "run.mjs", "texts.json", "words.json"], cwd=folder, capture_output=True, check=True, timeout=100
    )
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    return found


def altered(text: str, rng: random.Random) -> str:
    """Return a proof with one other bit that makes it another proof, or none."""
    was = json.loads(text)
    while True:
        data = bytearray(text.encode())
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        try:
            now = data.decode()
            if json.loads(now) != was:
                return now
        except ValueError:
            return data.decode(errors="replace")


@pytest.mark.parametrize("proofs", [50])
def test_true_proofs_hold(proofs: int, tmp_path: Path) -> None:
    rng = random.Random(seed(1))
    texts = [random_proof(rng) for _ in range(proofs)]
    asked = [(text, rng.choice(["", json.loads(text)["commitment"][: rng.choice((40, 64))]])) for text in texts]
    for verdict in in_node(asked, tmp_path):
        assert verdict["holds"]
        assert [step["title"] for step in verdict["steps"]][-3:] == ["The commitment", "The seeds", "The deck"]


@pytest.mark.slow(1)
def test_one_other_bit_fails(tmp_path: Path) -> None:
    rng = random.Random(seed(2))
    texts = [altered(random_proof(rng), rng) for _ in range(1000)]
    verdicts = in_node([(text, "") for text in texts], tmp_path)
    assert [verdict["holds"] for verdict in verdicts] == [False] * 1000
    for text, verdict in zip(texts, verdicts, strict=True):
        assert not verdict["steps"][-1]["holds"], text


def test_fewer_digits_and_others_fail(tmp_path: Path) -> None:
    text = random_proof(random.Random(3))
    commitment = json.loads(text)["commitment"]
    other = f"{commitment[:39]}{'0' if commitment[39] != '0' else '1'}"
    verdicts = in_node([(text, commitment[:39]), (text, other), (text, f" {commitment[:40].upper()} ")], tmp_path)
    assert [verdict["holds"] for verdict in verdicts] == [False, False, True]


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "text", ["", "null", "[]", "7", "{}", '{"version":1}', "x", '{"__proto__":{}}', '{"toString":1}', "9" * 1000]
)
def test_anything_else_fails(text: str, tmp_path: Path) -> None:
    (verdict,) = in_node([(text, "")], tmp_path)
    assert not verdict["holds"]


@pytest.mark.slow(1)
def test_it_agrees_with_the_bot(tmp_path: Path) -> None:
    """The members of a proof that parse here parse there, and the other way round."""
    text = random_proof(random.Random(4))
    parse_proof(text)
    proof = json.loads(text)
    for change in ({"version": 2}, {"secret": proof["secret"].upper()}, {"deck": proof["deck"][:51]}, {"seeds": [1]}):
        (verdict,) = in_node([(json.dumps(proof | change), "")], tmp_path)
        assert not verdict["holds"], change


@pytest.mark.slow(10)
def test_in_chromium(page: Page, tmp_path: Path) -> None:
    rng = random.Random(seed(5))
    good = [(random_proof(rng), "") for _ in range(count(200, 20))]
    bad = [(altered(text, rng), "") for text, _ in (rng.choice(good) for _ in range(count(1000, 50)))]
    with WebHall(tmp_path) as house:
        page.goto(house.address)
        verdicts, milliseconds = page.evaluate(BROWSER, [[*good, *bad], json.loads(WORDS)])
    assert [verdict["holds"] for verdict in verdicts] == [True] * len(good) + [False] * len(bad)
    assert milliseconds < 1000
