"""No response has a folded or mucked card, nor the secret of a deck, before its proof is due."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.lobby.hall import calm_command
from tests.tiers import count, seed
from tests.web.streams import Stream
from tests.web.test_player import PLUGINS, sign_in
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from pathlib import Path

    from tests.lobby.hall import Hall

PAGES = ("hand/{}", "hand/{}/phh", "hand/{}/pokerstars", "hand/{}/picture", "proof/{}")
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def hidden(hall: Hall) -> tuple[dict[str, list[str]], str]:
    """Return the cards of each player of the hand in progress, and the secret of its deck."""
    table = hall.table()
    hand = table.hand
    assert hand is not None
    held = {
        table.seats[number].nick: list(map(str, hand.deal.hole_cards[index]))
        for index, number in enumerate(hand.numbers)
    }
    return held, hand.proof.secret.hex()


def shows(text: str, card: str) -> bool:
    """Return whether a card stands in a text in any form."""
    forms = (card, card[0] + SIGNS[card[1]])
    return any(re.search(rf"(?<![0-9A-Za-z]){form}(?![0-9A-Za-z])", text) for form in forms)


def play_hand(house: WebHall, rng: Random) -> tuple[str, dict[str, list[str]], set[str], str]:
    """Play the hand in progress; return its number, the cards held, those that were shown, and the secret."""
    held, secret = house.call(hidden)
    number = house.call(lambda hall: hall.table().hand.deal_id)
    lines = house.call(lambda hall: len(hall.lines))
    while house.call(lambda hall: hall.actor()):
        house.call(lambda hall: hall.say(hall.actor(), calm_command(hall, rng)))
    public = house.call(lambda hall: " ".join([line.text for line in hall.lines[lines:] if line.target == "#poker"]))
    shown = {card for cards in held.values() for card in cards if shows(public, card)}
    return number, held, shown, secret


@pytest.mark.slow(30)
@pytest.mark.usefixtures("brief_scenes")
@pytest.mark.parametrize("game", ["holdem", "omaha", "draw"])
def test_nothing_hidden_is_in_any_response(game: str, tmp_path: Path) -> None:
    rng = Random(seed(13))
    with WebHall(tmp_path, seed=7, plugins=PLUGINS, reveal_after=10_000.0) as house:
        house.call(lambda hall: hall.seat("ann", "bob", "cat", game=game, chips=1000))
        cookie = sign_in(house)
        checked = 0
        with Stream(house) as everybody, Stream(house, cookie) as ann:
            for _ in range(count(167, 4, 40)):
                number, held, shown, secret = play_hand(house, rng)
                house.call(lambda hall: [hall.say(nick, "!rebuy") for nick in ("ann", "bob", "cat")])
                house.call(lambda hall: hall.wait(10))
                following = house.call(lambda hall: hall.table().hand.deal_id)
                sign = f"Hand #<strong>{following}</strong>"
                pages = [f"/{page.format(number)}" for page in PAGES]
                public = [everybody.until(sign), *[house.get(path).text for path in pages]]
                own = [ann.until(sign), *[house.get(path, Cookie=cookie).text for path in pages]]
                for texts, reader in ((public, ""), (own, "ann")):
                    secrets = [
                        card for nick, cards in held.items() if nick != reader for card in cards if card not in shown
                    ]
                    checked += len(secrets)
                    for text in texts:
                        assert not [card for card in secrets if shows(text, card)], (number, reader)
                        assert secret not in text
        assert checked > 0
