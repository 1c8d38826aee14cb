"""The committed shuffle: known answers, equal frequencies, and every way in which a proof can be wrong."""

import json
import random
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.cards import CARDS, format_cards
from ircpoker.errors import ProofError, UsageError
from ircpoker.fairness.proof import LONGEST_PROOF, PendingShuffle, parse_proof, verify
from ircpoker.fairness.shuffle import LONGEST_SEED, SECRET_BYTES, _encode, commit, make_deck, make_secret, parse_seed
from tests.waiting import PATIENCE

PAGE = (Path(__file__).parents[2] / "docs" / "verify.md").read_text(encoding="utf-8")
KNOWN_ANSWERS = [
    (bytes(32), "1", (), "Js 9s 8d 5s As Kh Jh 3d 4h 5h"),
    (bytes(32), "1", ("lucky", ""), "Qh Ad 2d Td 2s Ks 4s Jh Tc 3c"),
    (bytes(32), "1", ("", "lucky"), "2h 8h 6c 7c Qh Qd 5d Td Qc Ac"),
    (bytes(range(32)), "spin 17", ("Glück ♥",), "9h Jd 3h 5h 4h Ts 5s Jc 6c 8s"),
    (b"\xff" * 32, "libera/1234567", tuple("0123456789"), "7h 2d 9h Ad 3d 5d 8s Js 4h 9d"),
]
PROOF = PendingShuffle("124", bytes(range(32))).freeze(["lucky", "", "Glück ♥"])


@pytest.mark.parametrize(("secret", "deal_id", "seeds", "first"), KNOWN_ANSWERS)
def test_known_answers(secret, deal_id, seeds, first):
    deck = make_deck(secret, deal_id, seeds)
    assert format_cards(deck[:10]) == first
    assert sorted(deck) == list(CARDS)
    row = next(line for line in PAGE.splitlines() if first in line)
    assert f"`{deal_id}`" in row
    assert f"`{commit(secret)[:16]}…`" in row


def test_a_whole_deck():
    assert format_cards(make_deck(bytes(32), "1", [])) == (
        "Js 9s 8d 5s As Kh Jh 3d 4h 5h 3c 7s 3s 2s 7d Td 5d Kc 9h 4d 8c 7c 8h Ks Jc Th 6s 7h 6h Ts Qc 9d Ah 4s 2c 6c "
        "6d 3h Tc Jd 5c 8s 9c 2h Qd Ac Qs Qh Ad Kd 2d 4c"
    )


def check_with_javascript(tmp_path, proof):
    """Return the output of the program of docs/verify.md for a proof."""
    program = re.search(r"```js\n(.*?)```", PAGE, re.DOTALL)[1]
    assert len(program.splitlines()) <= 20
    (tmp_path / "check.js").write_text(program, encoding="utf-8")
    (tmp_path / "proof.json").write_text(proof.to_json(), encoding="utf-8")
    command = ["node", "check.js", "proof.json"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=PATIENCE)
    return ran.stdout.strip()


@pytest.mark.slow(1)
def test_the_program_on_the_page_makes_the_same_decks(tmp_path):
    for secret, deal_id, seeds, _ in KNOWN_ANSWERS:
        assert check_with_javascript(tmp_path, PendingShuffle(deal_id, secret).freeze(seeds)) == "proof holds"
    assert check_with_javascript(tmp_path, replace(PROOF, seeds=("lucky", "", "Gluck ♥"))) == "another deck"
    assert check_with_javascript(tmp_path, replace(PROOF, secret=bytes(32))) == "another secret"


@pytest.mark.parametrize(("changed", "part"), [(2, "deck"), (26, "deck"), (27, "inputs"), (52, "inputs")])
def test_many_changed_cards_are_another_deck(changed, part):
    """Up to half of the cards may be changed; beyond that, the deck was made from something else."""
    deck = PROOF.deck
    with pytest.raises(ProofError) as caught:
        verify(replace(PROOF, deck=(*deck[1:changed], deck[0], *deck[changed:])))
    assert caught.value.part == part


def position_counts(decks):
    counts = np.zeros((52, 52), np.int64)
    for index, column in enumerate(np.array(decks, np.uint8).T):
        counts[index] = np.bincount(column, minlength=52)
    return counts


def deviations(counts):
    """Return by how many standard deviations chi-square over all indices and cards differs from its mean."""
    expected = counts.sum() / 52**2
    # Each row and each column adds up to the number of decks, hence 51² degrees of freedom.
    chi_square = ((counts - expected) ** 2 / expected).sum() * 51 / 52
    return (chi_square - 51**2) / (2 * 51**2) ** 0.5


@pytest.mark.slow(1)
@pytest.mark.no_cover  # the same lines, very often
def test_each_card_is_equally_often_at_each_index():
    decks = [list(map(int, make_deck(bytes(range(32)), str(deal), ["a", "b"]))) for deal in range(30_000)]
    assert abs(deviations(position_counts(decks))) < 4


@pytest.mark.slow(1)
def test_the_measure_sees_a_common_mistake():
    rng = random.Random(1)
    decks = []
    for _ in range(30_000):
        deck = list(range(52))
        for index in range(51):
            # Without throwing bytes away.
            other = index + rng.randrange(256) % (52 - index)
            deck[index], deck[other] = deck[other], deck[index]
        decks.append(deck)
    assert deviations(position_counts(decks)) > 10


@pytest.mark.slow(1)
def test_neighbours_are_independent():
    """The first two cards: each of the 2,652 ordered pairs as often as the others."""
    decks = [make_deck(bytes(32), str(deal), []) for deal in range(26_520)]
    pairs = np.bincount([52 * int(deck[0]) + int(deck[1]) for deck in decks], minlength=52 * 52)
    expected = len(decks) / 2652
    chi_square = sum((count - expected) ** 2 / expected for pair, count in enumerate(pairs) if pair // 52 != pair % 52)
    assert abs(chi_square - 2651) / (2 * 2651) ** 0.5 < 4


def test_every_part_changes_the_deck():
    decks = {
        make_deck(secret, deal_id, seeds)
        for secret in (bytes(32), bytes(31) + b"\1")
        for deal_id in ("1", "2", "")
        for seeds in ([], [""], ["a"], ["a", ""], ["", "a"], ["a", "b"], ["ab"], ["b", "a"], ["a b"])
    }
    assert len(decks) == 2 * 3 * 9


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


@given(texts, st.lists(texts, max_size=3), texts, st.lists(texts, max_size=3))
def test_no_two_lists_of_seeds_are_the_same_bytes(deal_id, seeds, other_id, other_seeds):
    same = (deal_id, seeds) == (other_id, other_seeds)
    assert (_encode(deal_id, seeds) == _encode(other_id, other_seeds)) == same


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
def test_a_secret_of_another_length_makes_no_deck(secret):
    with pytest.raises(ValueError, match="expected 32"):
        make_deck(secret, "1", [])


def test_secrets_are_new_each_time_and_repeatable_on_demand():
    assert len({make_secret() for _ in range(100)}) == 100
    assert len(make_secret()) == SECRET_BYTES
    assert make_secret(random.Random(7).randbytes) == make_secret(random.Random(7).randbytes)


@pytest.mark.parametrize(
    ("typed", "seed"),
    [
        ("lucky", "lucky"),
        ("  my   lucky\tseed ", "my lucky seed"),
        ("\x02bold\x0304red\x0f", "bold04red"),
        ("a\u0308", "ä"),
        ("a\u200bb", "ab"),
        ("half \ud83d a smile", "half a smile"),
        ("♥" * LONGEST_SEED, "♥" * LONGEST_SEED),
        (" " * 1000 + "x", "x"),
    ],
)
def test_seeds_have_one_form(typed, seed):
    assert parse_seed(typed) == seed


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "\x02\x0f", "\u200b", "x" * (LONGEST_SEED + 1), "a" + " " * 1000 + "b", "a" + "\u0301" * 100_000],
)
def test_no_seed(typed):
    with pytest.raises(UsageError, match="expected 1 to 64 characters") as caught:
        parse_seed(typed)
    assert str(caught.value).isprintable()


@given(st.text())
def test_any_text_is_a_seed_or_an_error(typed):
    try:
        seed = parse_seed(typed)
    except UsageError:
        return
    assert parse_seed(seed) == seed
    assert 1 <= len(seed) <= LONGEST_SEED
    assert seed.isprintable()
    make_deck(bytes(32), "1", [seed])


def test_a_pending_shuffle_shows_only_its_commitment():
    pending = PendingShuffle("7", make_secret())
    assert pending.secret.hex() not in repr(pending)
    assert str(pending.secret) not in repr(pending)
    assert pending.commitment == commit(pending.secret)
    proof = pending.freeze(["a", ""])
    assert (proof.deal_id, proof.commitment, proof.seeds) == ("7", pending.commitment, ("a", ""))
    assert "secret" not in repr(proof)
    assert "deck" not in repr(proof)


def test_a_proof_survives_its_file():
    assert parse_proof(PROOF.to_json()) == PROOF
    verify(parse_proof(PROOF.to_json()))
    verify(PROOF, commitment=PROOF.commitment[:40])
    verify(PROOF, commitment=PROOF.commitment.upper(), deal_id="124", seeds=["lucky", "", "Glück ♥"])
    assert json.loads(PROOF.to_json()).keys() == {"version", "deal_id", "commitment", "secret", "seeds", "deck"}


def swapped(deck, a, b):
    cards = list(deck)
    cards[a], cards[b] = cards[b], cards[a]
    return tuple(cards)


@pytest.mark.parametrize(
    ("changed", "part"),
    [
        ({"secret": bytes(32)}, "secret"),
        ({"commitment": commit(bytes(32))}, "secret"),
        ({"secret": bytes(32), "commitment": commit(bytes(32))}, "inputs"),
        ({"deal_id": "125"}, "inputs"),
        ({"seeds": ("lucky", "", "Glück")}, "inputs"),
        ({"seeds": ("", "lucky", "Glück ♥")}, "inputs"),
        ({"seeds": ("lucky", "Glück ♥")}, "inputs"),
        ({"deck": swapped(PROOF.deck, 0, 1)}, "deck"),
        ({"deck": swapped(PROOF.deck, 3, 51)}, "deck"),
        ({"deck": (*PROOF.deck[:51], PROOF.deck[0])}, "deck"),
        ({"deck": PROOF.deck[1:] + PROOF.deck[:1]}, "inputs"),
    ],
)
def test_a_changed_proof_is_refused(changed, part):
    with pytest.raises(ProofError) as caught:
        verify(parse_proof(replace(PROOF, **changed).to_json()))
    assert caught.value.part == part


def test_every_single_card_matters():
    for index in range(52):
        other = CARDS[(int(PROOF.deck[index]) + 1) % 52]
        with pytest.raises(ProofError, match=f"card {index + 1} of the deck was changed: it is {other}, ") as caught:
            verify(replace(PROOF, deck=(*PROOF.deck[:index], other, *PROOF.deck[index + 1 :])))
        assert caught.value.part == "deck"
        assert caught.value.phrase == str(caught.value)  # which `!proof` answers


@pytest.mark.parametrize(
    ("published", "part"),
    [
        ({"commitment": commit(bytes(32))}, "commitment"),
        ({"commitment": commit(bytes(32))[:40]}, "commitment"),
        ({"commitment": PROOF.commitment[:39]}, "commitment"),
        ({"deal_id": "125"}, "deal_id"),
        ({"seeds": ["lucky", "", "Glück"]}, "seeds"),
        ({"seeds": []}, "seeds"),
    ],
)
def test_a_proof_of_another_kind_is_refused(published, part):
    with pytest.raises(ProofError) as caught:
        verify(PROOF, **published)
    assert caught.value.part == part


DATA = json.loads(PROOF.to_json())


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("version", 2),
        ("version", True),
        ("version", None),
        ("version", [[[]]]),
        ("deal_id", 124),
        ("deal_id", "x" * 65),
        ("deal_id", "\ud800"),
        ("commitment", DATA["commitment"][1:]),
        ("commitment", "g" * 64),
        ("secret", "٠" * 64),
        ("secret", "00 " * 21 + "0"),
        ("secret", None),
        ("seeds", "lucky"),
        ("seeds", [1]),
        ("seeds", ["\udfff"]),
        ("deck", DATA["deck"][1:]),
        ("deck", [*DATA["deck"][1:], "Zz"]),
        ("deck", [*DATA["deck"][1:], "ah"]),
        ("deck", [*DATA["deck"][1:], ["Ah"]]),
        ("deck", " ".join(DATA["deck"])),
    ],
)
def test_a_malformed_proof_names_the_member(member, value):
    with pytest.raises(ProofError) as caught:
        parse_proof(json.dumps(DATA | {member: value}))
    assert caught.value.part == member
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("member", DATA)
def test_a_proof_without_a_member(member):
    with pytest.raises(ProofError) as caught:
        parse_proof(json.dumps({key: value for key, value in DATA.items() if key != member}))
    assert caught.value.part == member


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "1", "[" * 10_000, "9" * 5000, "NaN", "{}" + " " * LONGEST_PROOF, '{"version": 1}']
)
def test_bad_proofs(text):
    with pytest.raises(ProofError):
        parse_proof(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(sorted(DATA)), json_values))
def test_any_json_is_a_proof_or_an_error(changes):
    try:
        verify(parse_proof(json.dumps(DATA | changes)))
    except ProofError as error:
        assert str(error).isprintable()
    else:
        assert parse_proof(json.dumps(DATA | changes)) == PROOF


@given(st.text())
def test_any_other_text_is_refused(text):
    with pytest.raises(ProofError):
        parse_proof(text)
