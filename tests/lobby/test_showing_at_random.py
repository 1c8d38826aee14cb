"""Random play with `!show`, `!muck`, `!rabbit`: only own cards, the committed board, and no change of a hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ircpoker.cards import Card
from ircpoker.chat.message import NO_LIMITS
from ircpoker.fairness.proof import verify
from ircpoker.fairness.proofs import read_proof
from ircpoker.ledger import HOUSE, Entry, transfer
from ircpoker.records.ledger_hands import LedgerHand, read_hand
from ircpoker.table import CALL, CHECK, Deal
from tests import tiers
from tests.lobby.hall import CHANNEL, Hall, random_command
from tests.lobby.shown_lines import CARD, RABBIT, SHOWN, played


class Showing:
    """Random play with people who show, muck and ask for the rest of the board at any time."""

    def __init__(self, hall: Hall, nicks: list[str], rng: Random) -> None:
        self.hall, self.nicks, self.rng = hall, nicks, rng
        self.counts: Counter[str] = Counter()

    def go_on(self) -> None:
        """Play, wait or say one of the commands."""
        hall, rng, nick = self.hall, self.rng, self.hall.actor()
        if rng.random() < (0.3 if nick else 0.8):
            self.ask(rng.choice([*self.nicks, "zed"]))
        elif nick:
            # Short hands end more often.
            hall.say(nick, "!fold" if rng.random() < 0.3 else random_command(hall, CHANNEL, rng))
        else:
            hall.wait(rng.choice([0.3, 1.0, 2.5]))
            for other in self.nicks:
                if hall.table().seats.number_of(hall.player(other)) is None:
                    hall.say(other, "!sit 500")

    def ask(self, nick: str) -> None:
        """Say one of the commands, which changes nothing in the hand in progress."""
        card = Card(self.rng.randrange(52))
        command = self.rng.choice(["!show", "!show 1", "!show 2", f"!show {card}", "!muck", "!rabbit", "!rabbit"])
        before = played(self.hall)
        self.hall.new_lines()
        self.hall.say(nick, command)
        for line in self.hall.new_lines(CHANNEL):
            assert len(line) <= 160
            found = SHOWN.fullmatch(line) or RABBIT.fullmatch(line)
            assert found, line
            assert line.startswith(f"#{found[1]} {nick} shows ") or " rabbit: " in line
            self.counts[command.split()[0]] += 1
        assert played(self.hall) == before


def final_cards(found: LedgerHand, nick: str) -> set[str]:
    """Return the cards that somebody held at the end of a hand, from the ledger alone."""
    seats = [seat for seat, row in enumerate(found.rows) if row.nick == nick]
    return {str(card) for seat in seats for card in found.hand.deal.hole_cards[seat]}


def check_lines(hall: Hall) -> None:
    """Check each line of cards with the ledger: the proofs of the decks are known now."""
    ledger = hall.services.ledger
    for line in hall.to(CHANNEL):
        found = SHOWN.fullmatch(line) or RABBIT.fullmatch(line)
        if found is None:
            continue
        hand, shuffle = read_hand(ledger, found[1]), ledger.shuffle(found[1])
        assert hand is not None
        assert shuffle is not None
        if found.re is SHOWN:
            assert set(found[3].split()) <= final_cards(hand, found[2])
            continue
        proof = read_proof(shuffle)
        verify(proof)
        whole = Deal(hand.hand.deal.setup, proof.deck)
        while (legal := whole.legal_actions()) is not None:
            whole.act(legal.seat, CHECK if legal.can_check else CALL)
        assert CARD.findall(found[2]) == list(map(str, whole.board[len(hand.hand.deal.board) :]))


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("game", "people"),
    [
        ("holdem", 6),
        ("draw", 4),
        pytest.param("holdem", 2, marks=pytest.mark.slow),
        pytest.param("omaha", 3, marks=pytest.mark.slow),
        pytest.param("omaha", 5, marks=pytest.mark.slow),
        pytest.param("draw", 2, marks=pytest.mark.slow),
    ],
)
def test_only_own_cards_and_the_committed_board(game: str, people: int) -> None:
    rng = Random(tiers.seed(people))
    nicks = [f"p{number}" for number in range(people)]
    rules = {"drama": rng.random() < 0.5, "deal_pause": rng.choice([1.0, 5.0])}
    with Hall(seed=tiers.seed(people), rabbit=True, **rules) as hall:
        hall.limits = NO_LIMITS
        hall.seat(*nicks, game=game)
        for nick in nicks:
            hall.services.ledger.post(Entry(f"gift {nick}", "test", transfer(HOUSE, hall.player(nick), 10**6)))
        showing = Showing(hall, nicks, rng)
        for _ in range(tiers.count(6000, 150)):
            showing.go_on()
        assert showing.counts["!show"] > 5
        assert showing.counts["!rabbit"] > 1 or game == "draw"
        check_lines(hall)
