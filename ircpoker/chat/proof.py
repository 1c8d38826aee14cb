"""`!seed` and `!proof`: a player's own text in the shuffles, and the proofs that they were fair.

Every plugin that deals cards for chips registers its committed decks here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ircpoker.chat.commands import Example, Line, command
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.players import open_account
from ircpoker.chat.router import Router
from ircpoker.chat.seen import shows
from ircpoker.chat.services import CommitmentSource, Upcoming
from ircpoker.errors import UsageError, quote
from ircpoker.fairness.proof import verify
from ircpoker.fairness.proofs import ChainLink, find_link, find_shuffle, read_proof, set_seed, was_called_off
from ircpoker.fairness.shuffle import make_numbers
from ircpoker.ledger import EndedDeal, PlayerId, Shuffle
from ircpoker.ledger.tournaments import KIND as TOURNAMENT
from ircpoker.lobby.places import Place
from ircpoker.records.deal_words import joined, spaced
from ircpoker.words import Phrase

_NUMBERS = 10
"""The numbers of a draw that are shown: docs/tournaments.md says how to get the others."""
_LOOKED_AT = 5
"""A player's last finished deal is searched among this many; few of them can be in progress."""


def add_commitments(bot: Router, source: CommitmentSource) -> None:
    """Add a game with committed decks; the first one adds the commands.

    Args:
        bot: gets the commands.
        source: returns the committed shuffles of the sender's deal in progress and next deals at the place of a
            message; commits to them now if necessary.
    """
    if not bot.services.commitments:
        bot.add_all(Fairness(bot))
    bot.services.commitments.append(source)


class Fairness:
    """The commands, on all games that have committed to decks."""

    def __init__(self, bot: Router) -> None:
        self.bot = bot
        self.services = bot.services

    def _is_seen(self, message: Message, ended: EndedDeal) -> bool:
        """Return whether the author of a line, who has not played a finished deal, may check it."""
        if not ended.place or Place.parse(ended.place).channel:
            return bool(ended.place)
        return self.bot.tables is not None and shows(self.bot.tables, message, ended)

    @command(
        "seed",
        examples=(
            Example(
                "my lucky socks",
                "your seed is 'my lucky socks': it goes into all your next shuffles until you give another",
            ),
            Example("", "you have no seed: !seed and any text adds your own to the shuffles"),
        ),
        errors="public",
    )
    def seed(self, message: Message, arguments: str) -> Iterator[Phrase]:
        """Yield the sender's seed in the form in which it is mixed in."""
        ledger = self.services.ledger
        player = open_account(self.services, message.sender).player
        if not arguments:
            yield self._own_part(player)
            return
        # Commitments come before the seed, so that decks cannot be chosen to fit it.
        committed = joined(
            [
                [Phrase("proof.earlier", subject=subject, deal=shuffle.deal_id, commitment=shuffle.commitment)]
                for subject, shuffle in self._upcoming(message)
            ],
            ", ",
        )
        given = set_seed(ledger, player, arguments)
        for table, _ in message.speaker.seats if message.speaker is not None else ():
            table.leave_time(player)
        yield Phrase("proof.new_seed", seed=given)
        if committed:
            yield Phrase("proof.before", committed=committed)

    @command(
        "proof",
        examples=(
            Example("", "next spin: #1, committed to SHA-256 …"),
            Example("1", "#1 slot: committed to SHA-256 …", before=("slot",)),
            Example("99", "there is no deal '99': …"),
        ),
        errors="public",
    )
    def proof(self, message: Message, arguments: str) -> Iterator[Line]:
        """Yield the commitments of the sender's next deals; or everything that proves a finished deal.

        Raises:
            UsageError: there is no such deal.
            ProofError: the stored data do not prove it.
        """
        ledger = self.services.ledger
        if arguments:
            asked = find_shuffle(ledger, arguments)
            hand = None if asked is None else ledger.hand(asked.deal_id, message.sender.id)
            if asked is None or (hand is not None and hand.own is None and not self._is_seen(message, hand.ended)):
                raise UsageError(Phrase("errors.no_such_deal", token=quote(arguments)))
            # The lines are long. In a channel, nicks in seeds would be changed so that they highlight nobody.
            for line in _explain(asked, find_link(ledger, asked)):
                yield Reply((line,), private=True)
            return
        player = open_account(self.services, message.sender).player
        for subject, shuffle in self._upcoming(message):
            yield Phrase("proof.committed", subject=subject, deal=shuffle.deal_id, commitment=shuffle.commitment)
        over = [shuffle.deal_id for shuffle in ledger.last_shuffles(player, _LOOKED_AT) if shuffle.revealed]
        how = Phrase("proof.last_deal", deal=over[0]) if over else Phrase("proof.no_last_deal")
        yield Reply((how,), private=True)

    def _own_part(self, player: PlayerId) -> Phrase:
        """Return the text that would go into a player's next shuffle now."""
        if given := self.services.ledger.seed(player):
            return Phrase("proof.seed", seed=given)
        if given_text := self.services.client_text(player):
            return Phrase("proof.line_seed", seed=given_text)
        return Phrase("proof.no_seed")

    def _upcoming(self, message: Message) -> Iterator[Upcoming]:
        return chain.from_iterable(source(message) for source in self.services.commitments)


def _explain(shuffle: Shuffle, link: ChainLink | None) -> Iterator[Phrase]:
    """Yield everything about a deal that may be shown.

    Raises:
        ProofError: the stored data do not prove it.
    """
    committed = Phrase("proof.deal", deal=shuffle.deal_id, kind=shuffle.kind, commitment=shuffle.commitment)
    called_off = was_called_off(shuffle)
    if not shuffle.revealed:
        yield Phrase("proof.not_dealt" if shuffle.proof is None else "proof.not_over", committed=committed)
        if called_off is not None:
            yield called_off.phrase
        return
    shown = read_proof(shuffle)
    verify(shown)
    seeds = joined([[f"'{seed}'" if seed else Phrase("proof.none")] for seed in shown.seeds], ", ")
    yield Phrase("proof.on", committed=committed, when=f"{shuffle.committed_at:%Y-%m-%d %H:%M:%S}")
    if called_off is not None:
        yield called_off.phrase
    yield Phrase("proof.secret", secret=shown.secret.hex(), seeds=seeds)
    yield Phrase("proof.deck", cards=spaced(shown.deck))
    if link is not None:
        yield Phrase("proof.in_chain", number=link.number, head=link.head)
    if shuffle.kind == TOURNAMENT:
        numbers = make_numbers(shown.secret, shown.deal_id, shown.seeds, _NUMBERS)
        yield Phrase("proof.numbers", numbers=" ".join([f"{number:016x}" for number in numbers]))
    if shown.draw is not None:
        yield Phrase("proof.draw", seats=str(shown.draw))
