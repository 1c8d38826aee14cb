"""The proof that a deal used the deck that was committed to: as data, as a file, and its check."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hmac import compare_digest

from ircpoker.cards import CARDS, Card
from ircpoker.errors import ProofError, quote
from ircpoker.fairness.seat_draws import SeatDraw, read_seat_draw
from ircpoker.fairness.shuffle import LONGEST_SEED, SECRET_BYTES, commit, make_deck, make_numbers
from ircpoker.runtime.json_text import to_json
from ircpoker.words import Phrase

LONGEST_REASON = 400
"""Characters of the reason why a deal was called off."""
CALL_OFF_REASONS = {"call_off.no_cards": {"names"}, "call_off.fault": set[str](), "call_off.unreadable": set[str]()}
"""The phrases that may be stored as the reason of a call-off, with the names of their values."""
PROOF_VERSION = 1
FEWEST_DIGITS = 40
"""The fewest digits to compare: two secrets whose commitments share 16 are found in minutes, 40 never."""
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")
LONGEST_PROOF = 1 << 16
"""Characters of a proof as JSON; one with ten players' longest seeds has 8,000."""
_MANY_CHANGES = 26
"""Two unrelated decks have the same card at one position on average, and never at half of all positions. If more
differ, the inputs of the shuffle were changed, not single cards."""


@dataclass(frozen=True, slots=True)
class PendingShuffle:
    """A deal's secret between its commitment and the freezing of the seeds.

    Attributes:
        deal_id: the deal.
        secret: must not be shown before the deck may be known.
    """

    deal_id: str
    secret: bytes = field(repr=False)

    @property
    def commitment(self) -> str:
        """The commitment, which is published with the deal id before any seed is taken."""
        return commit(self.secret)

    def freeze(self, seeds: Sequence[str]) -> Proof:
        """Return the shuffle with these seeds; its `deck` is dealt now, the rest is shown after the deal.

        Args:
            seeds: as in `make_deck`.

        Returns:
            A proof that `verify` accepts.
        """
        deck = make_deck(self.secret, self.deal_id, seeds)
        return Proof(self.deal_id, self.commitment, self.secret, tuple(seeds), deck)


@dataclass(frozen=True, slots=True)
class CallOff:
    """The call-off of a deal: its bets were returned, and nobody won.

    Attributes:
        reason: why it was called off.
        count: how many of the last deals at the same table were called off, this one included.
        deals: the number of those last deals; small at a new table.

    Examples:
        >>> print(CallOff(Phrase("call_off.no_cards", names="bob"), 2, 57).phrase)
        called off (2 of the last 57 deals there), all bets returned: the cards did not reach bob
    """

    reason: Phrase | str
    count: int
    deals: int

    @property
    def phrase(self) -> Phrase:
        """The call-off as players read it."""
        if self.deals > 1:
            return Phrase("proof.called_off_of", count=self.count, deals=self.deals, reason=self.reason)
        return Phrase("proof.called_off", reason=self.reason)

    def to_data(self) -> dict[str, object]:
        """Return the stored form: the reason as a phrase, or, from an older version, as English text."""
        reason = self.reason
        stored = reason if isinstance(reason, str) else {"phrase": reason.key, **reason.values}
        return {"reason": stored, "count": self.count, "deals": self.deals}


@dataclass(frozen=True, slots=True)
class Proof:
    """The data that proves that a deal used the deck that was committed to.

    Attributes:
        deal_id: the deal.
        commitment: the SHA-256 of the secret in hexadecimal, as published before the deal.
        secret: the secret that was committed to.
        seeds: the players' seeds, in their published order.
        deck: the 52 cards in the order of dealing.
        called_off: the call-off of the deal; None if it was played to its end.
        draw: the seats that it has drawn; None for a deck.
    """

    deal_id: str
    commitment: str
    secret: bytes = field(repr=False)
    seeds: tuple[str, ...]
    deck: tuple[Card, ...] = field(repr=False)
    called_off: CallOff | None = None
    draw: SeatDraw | None = None

    def to_json(self) -> str:
        """Return the proof as the text of a `.proof.json` file."""
        data: dict[str, object] = {
            "version": PROOF_VERSION,
            "deal_id": self.deal_id,
            "commitment": self.commitment,
            "secret": self.secret.hex(),
            "seeds": self.seeds,
            "deck": list(map(str, self.deck)),
        }
        if self.called_off is not None:
            data["called_off"] = self.called_off.to_data()
        if self.draw is not None:
            data["draw"] = self.draw.to_data()
        return to_json(data, ascii_only=False) + "\n"


def parse_proof(text: str) -> Proof:
    """Read a `.proof.json` file.

    Args:
        text: the content of the file, from anybody.

    Returns:
        The proof; its parts are well-formed, but not verified yet.

    Raises:
        ProofError: the text is not a proof; `part` is the wrong member, or empty.
    """
    if len(text) > LONGEST_PROOF:
        raise ProofError(f"not a proof: more than {LONGEST_PROOF} characters")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ProofError("not a proof: expected JSON") from None
    if not isinstance(data, dict):
        raise ProofError("not a proof: expected a JSON object")
    if data.get("version") != PROOF_VERSION or isinstance(data["version"], bool):
        raise ProofError(f"version {_show(data.get('version'))}: expected {PROOF_VERSION}", "version")
    seeds = data.get("seeds")
    if not isinstance(seeds, list):
        raise ProofError("no list of seeds in the proof", "seeds")
    return Proof(
        _read_text(data.get("deal_id"), "deal_id"),
        _read_hex(data.get("commitment"), "commitment").hex(),
        _read_hex(data.get("secret"), "secret"),
        tuple([_read_text(seed, "seeds") for seed in seeds]),
        _read_deck(data.get("deck")),
        read_call_off(data.get("called_off")),
        read_seat_draw(data.get("draw")),
    )


def read_call_off(data: object) -> CallOff | None:
    """Return the call-off that a proof reports; None if the deal was not called off.

    Raises:
        ProofError: the call-off cannot be understood.
    """
    match data:
        case None:
            return None
        case {"reason": str(reason), "count": int(count), "deals": int(deals)} if len(reason) <= LONGEST_REASON:
            return CallOff(reason, count, deals)
        case {"reason": {"phrase": str(key), **values}, "count": int(count), "deals": int(deals)}:
            if CALL_OFF_REASONS.get(key) == values.keys() and all(map(_is_reason, values.values())):
                return CallOff(Phrase(key, **{str(name): text for name, text in values.items()}), count, deals)
            raise ProofError("reason of the call-off in the proof: expected one that this version knows", "called_off")
        case _:
            raise ProofError("called_off of the proof: expected reason, count and deals", "called_off")


def _is_reason(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_REASON


def _show(value: object) -> str:
    """Return a JSON value for an error message; for a list, which may be nested endlessly, only the type."""
    return quote(str(value)) if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"


def _read_text(value: object, part: str) -> str:
    # Unprintable characters are accepted: which ones they are depends on the Unicode version of this Python.
    if not isinstance(value, str) or len(value) > LONGEST_SEED:
        raise ProofError(f"{part} of the proof: expected text of at most {LONGEST_SEED} characters", part)
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise ProofError(f"{part} of the proof: half a character, {quote(value)}", part)
    return value


def _read_hex(value: object, part: str) -> bytes:
    digits = 2 * SECRET_BYTES
    if isinstance(value, str) and len(value) == digits and set(value) <= _HEXADECIMAL:
        return bytes.fromhex(value)
    raise ProofError(f"{part} of the proof: expected {digits} hexadecimal digits", part)


def _read_deck(value: object) -> tuple[Card, ...]:
    names = {str(card): card for card in CARDS}
    if not isinstance(value, list) or len(value) != len(CARDS):
        raise ProofError(f"deck of the proof: expected a list of {len(CARDS)} cards", "deck")
    for number, name in enumerate(value, 1):
        if not isinstance(name, str) or name not in names:
            raise ProofError(f"card {number} of the deck: {_show(name)} is not a card like Ah", "deck")
    return tuple([names[name] for name in value])


def verify(
    proof: Proof, *, commitment: str | None = None, deal_id: str | None = None, seeds: Sequence[str] | None = None
) -> None:
    """Check that a proof is right and belongs to the published commitment.

    Without the published facts a proof can only be checked against itself: whether its commitment is the hash of its
    secret, and whether its deck follows from secret, seeds and deal id.

    Args:
        proof: the proof that the bot showed after the deal.
        commitment: the commitment published before, in hexadecimal: all digits, or the first `FEWEST_DIGITS` or more.
        deal_id: the deal's id as it was announced.
        seeds: the seeds as they were announced when they were frozen.

    Raises:
        ProofError: it is wrong; `part` is `commitment`, `deal_id` or `seeds` if that differs from the published one,
            `secret` if that is not the one committed to, `deck` if cards were changed, `inputs` if the deck was made
            from another deal id, secret or seeds than those in the proof, and `draw` if seats were changed.
    """
    if commitment is not None:
        _verify_commitment(proof, commitment)
    if not compare_digest(commit(proof.secret), proof.commitment):
        raise ProofError("the secret was changed: its SHA-256 is not the commitment", "secret")
    if deal_id is not None and deal_id != proof.deal_id:
        raise ProofError(f"the proof is of deal {quote(proof.deal_id)}, not of {quote(deal_id)}", "deal_id")
    if seeds is not None and tuple(seeds) != proof.seeds:
        raise ProofError("the seeds in the proof are not the ones that were frozen", "seeds")
    _verify_deck(proof)
    if proof.draw is not None:
        numbers = make_numbers(proof.secret, proof.deal_id, proof.seeds, len(proof.draw.players))
        if proof.draw.drawn(numbers).seats != proof.draw.seats:
            raise ProofError("the seats are not those that the draw gives", "draw")


def _verify_commitment(proof: Proof, digits: str) -> None:
    if not set(digits) <= _HEXADECIMAL or len(digits) > len(proof.commitment):
        wanted = f"{FEWEST_DIGITS} to {len(proof.commitment)} hexadecimal digits"
        raise ProofError(f"{quote(digits)} is not a commitment: expected {wanted}", "commitment")
    if len(digits) < FEWEST_DIGITS:
        why = f"expected at least {FEWEST_DIGITS}, because a dishonest bot can find two secrets that share fewer"
        raise ProofError(f"{len(digits)} digits of a commitment prove nothing: {why}", "commitment")
    if not proof.commitment.startswith(digits.lower()):
        raise ProofError("the commitment in the proof is not the one that was published", "commitment")


def _verify_deck(proof: Proof) -> None:
    deck = make_deck(proof.secret, proof.deal_id, proof.seeds)
    changed = [index for index, pair in enumerate(zip(proof.deck, deck, strict=True)) if pair[0] is not pair[1]]
    if not changed:
        return
    if len(changed) > _MANY_CHANGES:
        message = "the deal id, a seed, or secret and commitment were changed: they make another deck"
        raise ProofError(message, "inputs")
    first = changed[0]
    raise ProofError(
        f"card {first + 1} of the deck was changed: it is {proof.deck[first]}, the shuffle gives {deck[first]}", "deck"
    )
