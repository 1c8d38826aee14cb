"""Nobody sees cards that are not theirs, and the channel sees few lines: over thousands of random deals."""

import re
from collections import defaultdict
from random import Random

import pytest

from ircpoker.chat.message import Highlighted
from ircpoker.ledger import HOUSE, Entry, transfer, unique_key
from ircpoker.runtime.delivery import Delivery
from ircpoker.table.events import HandShown
from tests import tiers
from tests.lobby.hall import CHANNEL, Hall, Line, play_on, player
from tests.outbox import each

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][hcds](?![0-9A-Za-z])")


class Witness:
    """Checks every line, and knows which cards it may show at that moment."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.deals = 0
        self.cards_seen = 0
        self.public: dict[str, list[str]] = defaultdict(list)
        self.over: dict[str, object] = {}
        hall.lines = _Watched(self, hall.lines)

    def see(self, line: Line) -> None:
        table = self.hall.lobby.tables and self.hall.has_table() and self.hall.table()
        hand = table.hand if table else None
        if hand is None:
            return
        deal = hand.deal
        named = set(CARD.findall(line.text))
        if line.target == CHANNEL:
            self.public[hand.deal_id].append(line.text)
            self.over[hand.deal_id] = deal
        allowed = set(map(str, deal.board))
        for event in deal.events:
            if isinstance(event, HandShown):
                allowed |= set(map(str, event.cards))
        for seat, number in enumerate(hand.numbers):
            if table.seats.get(number) and table.seats[number].nick == line.target:
                allowed |= set(map(str, deal.hole_cards[seat]))
        assert named <= allowed, (line, named - allowed)
        self.cards_seen += len(named)


class _Watched(list):
    def __init__(self, witness: Witness, lines) -> None:
        super().__init__(lines)
        self._witness = witness

    def append(self, line: Line) -> None:
        self._witness.see(line)
        super().append(line)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("game", "turns", "people"),
    [
        ("holdem", 200, 4),
        ("draw", 200, 4),
        ("omaha", 150, 6),
        pytest.param("holdem", tiers.count(6_000), 3, marks=pytest.mark.slow),
        pytest.param("limit", tiers.count(4_000), 6, marks=pytest.mark.slow),
        pytest.param("draw", tiers.count(4_000), 5, marks=pytest.mark.slow),
    ],
)
def test_random_deals_leak_no_cards(game: str, turns: int, people: int) -> None:
    hall = Hall(seed=tiers.seed(people), deal_pause=0.1)
    nicks = [f"player{number}" for number in range(people)]
    witness = Witness(hall)
    rng = Random(tiers.seed(people))
    for nick in nicks:
        hall.say(nick, "!table")
    done = 0
    while done < turns:
        for nick in nicks:
            hall.say(nick, "!sit 200" if hall.has_table() else f"!open {game} 200")
            if hall.chips(nick) < 200:
                _refill(hall, nick)
        play_on(hall, rng, 50)
        done += 50
    hall.check_ledger()
    assert witness.cards_seen > turns
    assert len(witness.public) > turns / 40
    for deal_id, lines in witness.public.items():
        deal = witness.over[deal_id]
        of_deal = [
            text
            for text in lines
            if not re.search(r"sits down|sit here|dealt in again|leaves|No deal|is full|out of chips", text)
        ]
        assert len(of_deal) <= len(deal.actions) + 2, "\n".join(of_deal)
    hall.close()


def _refill(hall: Hall, nick: str) -> None:
    hall.services.ledger.post(Entry(unique_key("test"), "test", transfer(HOUSE, player(nick), 5000)))


def test_only_the_actor_is_highlighted_in_public() -> None:
    """tests/transports/irc/test_highlights.py tests how the transport hides all other names."""
    hall = Hall()
    actions = []
    hall.services.outbox.open(
        "net", each(lambda line: (actions.append(line), line.on_delivery and line.on_delivery(Delivery.SENT)))
    )
    for nick in ("alice", "bob"):
        hall.say(nick, "!sit" if hall.has_table() else "!open")
    hall.wait(5)
    for _ in range(30):
        if hall.actor():
            legal = hall.table().hand.deal.legal_actions()
            hall.say(hall.actor(), "!check" if legal.can_check else "!call")
        else:
            hall.wait(5)
    public = [line.reply for line in actions if line.reader.target == CHANNEL]
    assert len(public) > 10
    for reply in public:
        turn = re.search(r"(?:^|\| )(\w+): [^|:]+ \(45 s\)$", reply.text)
        assert [part for part in reply.parts if isinstance(part, Highlighted)] == ([turn[1]] if turn else [])
    hall.close()


def test_discards_are_private() -> None:
    hall = Hall()
    for nick in ("alice", "bob", "carol"):
        hall.say(nick, "!sit 200" if hall.has_table() else "!open draw 200")
    hall.wait(5)
    for _ in range(3):
        hall.say(hall.actor(), "!check")
    for _ in range(3):
        deal = hall.table().hand.deal
        thrown = deal.hole_cards[deal.actor][:3]
        before = len(hall.lines)
        hall.say(hall.actor(), "!discard 1 2 3")
        for line in hall.lines[before:]:
            assert not any(str(card) in line.text for card in thrown), line
    assert "draws 3" in hall.to(CHANNEL)[-1]
    hall.close()
