"""The course of a played hand: what happened, each time with the table after it, as a live table tells it.

The events and the snapshots are those of the feed (`ircpoker.feed.messages`), so whatever draws a live table draws a
finished hand, too. For each event the reader sees what they saw then; `revealed` adds the cards that were shown later.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from ircpoker.cards import Card
from ircpoker.equity.answers import answer, whole_percent
from ircpoker.equity.odds import plan
from ircpoker.equity.spots import GAMES as GAMES_WITH_ODDS
from ircpoker.equity.spots import make_spot
from ircpoker.feed import messages
from ircpoker.feed.messages import AnyEvent, TableSnapshot
from ircpoker.feed.table_parts import SeatSnapshot, Stakes, You, card_texts
from ircpoker.records.amounts import ScaledAmount
from ircpoker.records.deal_words import Segments, act_phrase, did_phrase, feed_action, joined, spaced, street_parts
from ircpoker.records.played import HandReader, PlayedHand
from ircpoker.records.visiting import CardChange, HandVisitor
from ircpoker.table import GAMES, DealSeat
from ircpoker.table.button import posting_names
from ircpoker.table.events import CardsDrawn, HandShown, PlayerActed
from ircpoker.table.pots import pots_so_far
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue, load_catalogue

_CHANCE_SECONDS = 0.005
"""The longest estimated time to count the chances of a moment, for which the bot waits; otherwise they are sampled."""


class Moment(NamedTuple):
    """A moment of a hand.

    Attributes:
        event: what happened.
        table: the table after it.
        phrase: the event in words.
        chances: in an all-in, by the number of the seat, the chance to win by the cards that everybody saw then.
    """

    event: AnyEvent
    table: TableSnapshot
    phrase: Segments
    chances: tuple[tuple[int, str], ...] = ()


def course(
    hand: PlayedHand, reader: HandReader, words: Catalogue | None = None, *, revealed: bool = False
) -> tuple[Moment, ...]:
    """Return the moments of a hand, the first with blinds and cards, the last with what was won or shown at the end.

    Args:
        hand: the hand.
        reader: for whom.
        words: the catalogue of the reader; None for English.
        revealed: whether the cards that the proof has shown since, or a file names, are seen from the beginning.
    """
    teller = _Course(hand, reader, words or load_catalogue(), revealed=revealed or reader.owns_file)
    teller.visit()
    return tuple(teller.moments)


class _Course(HandVisitor):
    """Tells a hand."""

    def __init__(self, hand: PlayedHand, reader: HandReader, words: Catalogue, *, revealed: bool) -> None:
        super().__init__(hand, reader)
        if revealed:
            self.seen = hand.known
        self.moments: list[Moment] = []
        self._words = words
        self._is_revealed = revealed
        self._id = str(hand.facts.number or hand.source.section or "")
        self._posts: list[Segments] = []
        self._held: dict[DealSeat, tuple[Card, ...] | None] = {}
        self._counts = [0] * len(self.left)
        self._drawn: list[int | None] = [None] * len(self.left)
        self._last: dict[DealSeat, str] = {}
        self._seats: dict[DealSeat, tuple[object, SeatSnapshot]] = {}
        self._shown: set[DealSeat] = set()
        self._mucked: set[DealSeat] = set()
        self._back: list[tuple[DealSeat, int]] = []
        self._to_come = sum(isinstance(event, PlayerActed | CardsDrawn) for event in hand.deal.events)
        self._paid: messages.Paid | None = None
        self._positions = posting_names(hand.deal.setup, has_button=not hand.has_dead_button)
        shown = hand.showdown
        self._may_run_out = len(shown) > 1 and all(
            isinstance(event, HandShown) and hand.is_open(event.seat) for event in shown
        )
        self._is_running_out = False
        self._shown_street = self.street
        self._stakes = Stakes(hand.small_blind, hand.big_blind, max(hand.antes))
        self._title = hand_title(hand)

    # The table

    def _table(self, board: tuple[Card, ...]) -> TableSnapshot:
        hand, own = self.hand, self.reader.seat
        in_hand = [self._is_in(seat) for seat in hand.by_deal]
        pots = [] if self._paid else pots_so_far(self.totals, self.bets, self.left, in_hand, self.dead)
        return messages.TableSnapshot(
            table="",
            seq=len(self.moments),
            place=hand.table or "private",
            network=hand.venue,
            number=0,
            game=next((key for key, game in GAMES.items() if game == hand.game), hand.game.name),
            betting=hand.game.betting.value,
            title=self._title,
            stakes=self._stakes,
            most_seats=hand.seat_count,
            is_open=False,
            policy="",
            tournament=None,
            seats=tuple([self._seat_now(seat, board) for seat in hand.by_number]),
            deal="" if self._paid else self._id,
            street="" if self._paid else self._shown_street.value,
            board=card_texts(board),
            pot=0 if self._paid else self.pot,
            pots=tuple([pot.amount for pot in pots]),
            sealed="",
            turn=None,
            next=None,
            last=self._paid,
            you=None if own is None else self._you(own, board),
            log=(),
        )

    def _seat_now(self, seat: DealSeat, board: tuple[Card, ...]) -> SeatSnapshot:
        """Return a seat; one that is as before is the same object."""
        seen = (self.left[seat], self.bets[seat], self._last.get(seat), self._held.get(seat), self._is_in(seat))
        key = (*seen, seat in self._shown, board, self._paid)
        if self._seats.get(seat, ((), None))[0] != key:
            self._seats[seat] = key, self._seat(seat, board)
        return self._seats[seat][1]

    def _is_in(self, seat: DealSeat) -> bool:
        return seat not in self.folded and seat not in self._mucked

    def _seat(self, seat: DealSeat, board: tuple[Card, ...]) -> SeatSnapshot:
        hand, (number, name, kind) = self.hand, self.hand.seats[seat]
        result = next((each for each in self._paid.results if each.seat == number), None) if self._paid else None
        is_in = bool(result.won or result.cards or seat in self._shown) if result else self._is_in(seat)
        stack = self.left[seat]
        cards = (self._held[seat] or ()) if is_in and (seat in self._shown or self._is_revealed) else ()
        snapshot = SeatSnapshot(
            seat=number,
            name=name,
            kind="robot" if kind == "robot" else "person",
            stack=stack,
            status="playing",
            is_button=number == hand.button and not hand.has_dead_button,
            bet=max(0, self.bets[seat]),  # below 0 where an ante was returned
            in_hand=is_in,
            position=self._positions[seat],
            card_count=self._counts[seat] if is_in else 0,
            cards=card_texts(cards),
            hand=hand.game.name_of(cards, board) if cards else "",
            last=self._last.get(seat, ""),
            all_in=is_in and not stack,
            drawn=self._drawn[seat],
        )
        if result is None:
            return snapshot
        made, last, after = result.hand or snapshot.hand, f"{self.chips(result.net):+,}", hand.final_stacks[seat]
        return replace(snapshot, stack=after, bet=0, position="", hand=made, last=last, all_in=False, drawn=None)

    def _you(self, seat: DealSeat, board: tuple[Card, ...]) -> You:
        cards = (self._held.get(seat) or ()) if self._paid or self._is_in(seat) else ()
        name = self.hand.game.name_of(cards, board) if cards else ""
        return You(self.hand.seats[seat].number, card_texts(cards), name, "", 0, None, None)

    def _tell(self, event: AnyEvent, phrase: Segments, board: tuple[Card, ...] | None = None) -> None:
        board = self.board if board is None else board
        chances = self._chances(board) if self._is_running_out else ()
        self.moments.append(Moment(event, self._table(board), phrase, chances))

    def _chances(self, board: tuple[Card, ...]) -> tuple[tuple[int, str], ...]:
        game = self.hand.game
        if self._paid or len(board) == game.board_cards or game.name not in GAMES_WITH_ODDS:
            return ()
        live = [seat for seat in self.hand.by_number if self._is_in(seat)]
        spot = make_spot([self._held[seat] or () for seat in live], board, game=game.name)
        odds = answer(spot, plan(spot, _CHANCE_SECONDS, _CHANCE_SECONDS))
        numbers = [self.hand.seats[seat].number for seat in live]
        return tuple(zip(numbers, [whole_percent(each.equity) for each in odds.equities], strict=True))

    # What happens

    def post(self, seat: DealSeat, amount: int, kind: str) -> None:
        """Note a forced bet."""
        del kind
        self._posts.append([Phrase("acts.post", who=self.name(seat), amount=self.chips(amount))])

    def dealt(self, seat: DealSeat, count: int, cards: tuple[Card, ...] | None) -> None:
        """Note the cards of a seat."""
        self._held[seat], self._counts[seat] = cards, self._counts[seat] + count

    def began(self, before: tuple[Card, ...], new: tuple[Card, ...]) -> None:
        """Tell a street, or the beginning."""
        if self._may_run_out and new and not self._to_come and not self._is_running_out:
            self._tell_all_in(before)
        self._last.clear()
        self._shown_street = self.street
        if not self.moments:
            self._begin_hand()
        elif not new:  # a draw: nobody is told but by the table
            self._tell_silently()
        if not new:
            return
        event = messages.StreetDealt(street=self.street.value, cards=card_texts(new), board=card_texts(self.board))
        self._tell(event, street_parts(self.street, before, new))
        if self._is_running_out and self.board != self.hand.deal.board:
            self._tell(*self._showing(self.board))

    def _tell_silently(self) -> None:
        """Change the table of the last moment; if nobody could act before, the hand has begun with this street."""
        is_first = not any(isinstance(moment.event, messages.Acted) for moment in self.moments)
        for at in range(0 if is_first else len(self.moments) - 1, len(self.moments)):
            event, table, *_ = self.moments[at]
            if isinstance(event, messages.HandBegan):
                event = replace(event, street=self.street.value)
            table = replace(self._table(self.board), seq=table.seq)
            self.moments[at] = self.moments[at]._replace(event=event, table=table)

    def _begin_hand(self) -> None:
        hand = self.hand
        seats = [
            messages.DealtSeat(hand.seats[seat].number, hand.deal.setup.stacks[seat], self._positions[seat])
            for seat in hand.by_deal
        ]
        event = messages.HandBegan(deal=self._id, street=self.street.value, board=(), seats=tuple(seats))
        self._tell(event, joined(self._posts, ", "))
        if self.reader.seat is not None:
            self._tell_own(self.reader.seat, None)

    def _tell_own(self, seat: DealSeat, drawn: int | None) -> None:
        cards = self._held[seat] or ()
        phrase: Segments = [Phrase("acts.holds", who=self.name(seat), cards=spaced(cards))]
        self._tell(messages.OwnCards(deal=self._id, cards=card_texts(cards), drawn=drawn), phrase)

    def acted(self, event: PlayerActed) -> None:
        """Tell an action."""
        self._to_come -= 1
        action, amount = feed_action(event)
        self._last[event.seat] = self._words.text(did_phrase(event, self.chips))
        phrase = act_phrase(event, "other", self.name(event.seat), self.chips)
        is_all_in = event.paid > 0 and not self.left[event.seat]
        number = self.hand.seats[event.seat].number
        done = messages.Acted(seat=number, action=action, amount=amount, all_in=is_all_in)
        self._tell(done, [Phrase("acts.all_in", done=phrase) if is_all_in else phrase])

    def drawn(self, event: CardsDrawn, cards: CardChange | None) -> None:
        """Tell a draw."""
        self._to_come -= 1
        seat, held = event.seat, self._held[event.seat]
        self._drawn[seat] = (self._drawn[seat] or 0) + event.count
        self._last[seat] = self._words.text(did_phrase(event))
        if cards and held is not None:
            self._held[seat] = (*[card for card in held if card not in cards[0]], *cards[1])
        elif event.count:
            self._held[seat] = None
        phrase = act_phrase(event, "other", self.name(seat))
        done = messages.Acted(seat=self.hand.seats[seat].number, action="discard", amount=event.count)
        if seat == self.reader.seat and event.count:
            self._tell_own(seat, event.count)
        self._tell(done, [phrase])

    def returned(self, seat: DealSeat, amount: int) -> None:
        """Note an uncalled bet."""
        self._back.append((seat, amount))

    def _tell_all_in(self, board: tuple[Card, ...]) -> None:
        """Tell that nobody can act any more: hands are shown before the last cards."""
        self._is_running_out = True
        back = [messages.SeatAmount(self.hand.seats[seat].number, amount) for seat, amount in self._back]
        phrases: list[Segments] = [
            [Phrase("table.back.other", who=self.name(seat), chips=self.chips(amount))] for seat, amount in self._back
        ]
        pot: Segments = [Phrase("table.pot", pot=self.chips(self.pot))]
        for event in self.hand.showdown:
            self.shown(event.seat, self.hand.deal.hole_cards[event.seat])
        self._tell(
            messages.AllIn(deal=self._id, pot=self.pot, returned=tuple(back)), joined([pot, *phrases], ", "), board
        )
        self._tell(*self._showing(board), board)

    def _showing(self, board: tuple[Card, ...]) -> tuple[messages.Shown, Segments]:
        hand = self.hand
        # In the order in which the table turned them up.
        shown = [(event.seat, event.cards) for event in hand.deal.events if isinstance(event, HandShown)]
        hands = [
            messages.ShownHand(hand.seats[seat].number, card_texts(cards), hand.game.name_of(cards, board))
            for seat, cards in shown
        ]
        words = [self._shows(seat, cards, board) for seat, cards in shown]
        return messages.Shown(board=card_texts(board), hands=tuple(hands)), joined(words, ", ")

    def _shows(self, seat: DealSeat, cards: tuple[Card, ...], board: tuple[Card, ...]) -> Segments:
        name = self.hand.game.name_of(cards, board)
        who = self.name(seat)
        if not name:
            return [Phrase("table.shows_cards.other", who=who, cards=spaced(cards))]
        return [Phrase("table.shows.other", who=who, cards=spaced(cards), hand=name)]

    def shown(self, seat: DealSeat, cards: tuple[Card, ...]) -> None:
        """Note a hand that is shown."""
        self._shown.add(seat)
        self._held[seat] = cards

    def mucked(self, seat: DealSeat, *, is_shown: bool) -> None:
        """Note a hand that nobody sees."""
        if not is_shown:
            self._mucked.add(seat)

    def ended(self) -> None:
        """Tell who has won what."""
        hand, seats = self.hand, self.hand.seats
        opened = [seat for seat in hand.by_deal if hand.deal.shown[seat] and hand.is_open(seat)]
        cards = {seat: hand.deal.hole_cards[seat] for seat in opened}
        names = dict(zip(opened, hand.game.showdown_names(list(cards.values()), self.board), strict=True))
        results = [
            messages.DealResult(
                seats[seat].number,
                hand.won(seat),
                hand.final_stacks[seat] - hand.deal.setup.stacks[seat],
                card_texts(cards.get(seat, ())),
                names.get(seat, ""),
            )
            for seat in hand.by_deal
        ]
        pots = [
            tuple([messages.SeatAmount(seats[win.seat].number, win.amount) for win in hand.wins if win.pot == pot])
            for pot in sorted({win.pot for win in hand.wins})
        ]
        event = messages.Paid(deal=self._id, board=card_texts(self.board), results=tuple(results), pots=tuple(pots))
        self._paid = event
        shows: list[Segments] = [
            [Phrase("table.shows.other", who=self.name(seat), cards=spaced(cards[seat]), hand=names[seat])]
            for seat in opened
            if not self._is_running_out
        ]
        won: list[Segments] = [
            [Phrase("history.wins.other", who=self.name(seat), chips=self.chips(hand.won(seat)))]
            for seat in hand.by_deal
            if hand.won(seat)
        ]
        rake: list[Segments] = [[Phrase("deal_text.rake", amount=self.chips(hand.rake))]] if hand.rake else []
        self._tell(event, joined([*shows, *(won or [[Phrase("table.nobody_wins")]]), *rake], ", "))

    def volunteered(self, seat: DealSeat) -> None:
        """Tell a hand that is shown after the end."""
        cards = self.hand.deal.hole_cards[seat]
        self.shown(seat, cards)
        name = self.hand.game.name_of(cards, self.board)
        number = self.hand.seats[seat].number
        event = messages.CardsShown(seat=number, deal=self._id, cards=card_texts(cards), hand=name)
        self._tell(event, self._shows(seat, cards, self.board))


def hand_title(hand: PlayedHand) -> str:
    """Return what was played: `no-limit hold'em 5/10`, `limit five-card draw ante 10`."""
    small, big, ante = [
        ScaledAmount(chips, hand.decimals) for chips in (hand.small_blind, hand.big_blind, max(hand.antes))
    ]
    blinds = [f"{small}/{big}"] if hand.big_blind else []
    antes = [f"ante {ante}"] if max(hand.antes) else []
    return " ".join([hand.game.full_title, *blinds, *antes])
