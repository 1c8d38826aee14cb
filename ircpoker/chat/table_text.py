"""The events of tables as lines.

A person's cards are only in lines to that person. A public line ends with the player whose turn it is, and highlights
only this player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct

from ircpoker.chat.chances import chances, own_odds
from ircpoker.chat.message import Highlighted, Reply
from ircpoker.chat.segments import chips, numbered, options, private_front, public_front, published
from ircpoker.hands import Category
from ircpoker.hands.short_names import has_flush_draw, has_open_end
from ircpoker.lobby import events
from ircpoker.lobby.events import ActionSummary, SeatFact, SeatResult, Sitter
from ircpoker.lobby.listeners import Announcement
from ircpoker.records.deal_words import Segments, act_phrase, board_parts, joined, spaced, street_parts
from ircpoker.table import LegalActions, PlayerView, Setup, Stakes, TableSeat
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue

LONGEST = 160
"""The most characters of a public line with several segments; longer ones are divided between two segments."""


def news_replies(
    news: Announcement,
    event: events.SeatedEvent | Phrase,
    words: Catalogue,
    *,
    with_odds: bool = False,
    is_brief: bool = False,
) -> list[Reply]:
    """Return an announcement as lines.

    Args:
        news: the announcement.
        event: its event, or the phrase for it.
        words: the catalogue of its readers.
        with_odds: whether the line of a turn has the chance of the hand.
        is_brief: whether the line of a turn leaves out the pot and the stacks.

    Returns:
        The lines; only the end of a deal and long stories take several. A line for one person is private, and begins
        with the channel of the table.
    """
    wording = Wording(news.own_seat, with_odds, is_brief)
    lines: list[list[Segments]] = [[[event]]] if isinstance(event, Phrase) else wording.lines(event)
    if news.to is None:
        front = public_front(news.number)
        return [Reply(tuple(line)) for segments in lines for line in words.lines(segments, front, LONGEST)]
    front, moment = private_front(news.place.channel, news.number), _moment(event)
    replies = [Reply(tuple(line), private=True) for segments in lines for line in words.lines(segments, front)]
    return [*replies[:-1], replace(replies[-1], moment=moment)] if moment else replies


def _moment(event: events.TableEvent) -> Literal["", "deal", "turn"]:
    match event:
        case events.OwnCards(drawn=None):
            return "deal"
        case events.YourTurn():
            return "turn"
        case _:
            return ""


def own_cards(view: PlayerView) -> Segments:
    """Return a player's cards, with numbers if the game needs them."""
    return numbered(view.hole_cards) if view.setup.game.numbers_cards else spaced(view.hole_cards)


def hand_parts(view: PlayerView) -> Segments:
    """Return a player's cards and the hand that they make with the board: `Td 7s Pair of Sevens, flush draw`."""
    cards, hand = own_cards(view), hand_phrases(view)
    return [Phrase("hand.cards", cards=cards, hand=hand)] if hand else cards


def hand_phrases(view: PlayerView) -> Segments:
    """Return the hand that a player's cards make with the board, and its draws; nothing if there is no hand yet."""
    hole, board = view.hole_cards, view.board
    game = view.setup.game
    name = game.name_of(hole, board)
    phrases: list[Segments] = [[name]] if name else []
    if game.makes_hand(hole, board) and len(hole) == 2 and len(board) in {3, 4}:
        value = game.hand_value(hole, board)
        if value.category < Category.FLUSH and has_flush_draw(hole, board):
            phrases.append([Phrase("hand.flush_draw")])
        if value.category < Category.STRAIGHT and has_open_end(hole, board):
            phrases.append([Phrase("hand.open_ended")])
    return joined(phrases, ", ")


def stakes_phrase(stakes: Stakes) -> Segments:
    """Return the stakes of a table in words: `blinds 5/10`, `ante 10`."""
    return joined(
        [
            [Phrase("table.blinds", blinds=text)] if (text := _blinds((stakes.small_blind, stakes.big_blind))) else [],
            _ante((stakes.ante,)),
        ],
        ", ",
    )


class Wording(Struct, frozen=True):
    """Words events for one reader, or for a channel.

    Attributes:
        own_seat: the seat at a private table whose player is "you"; None in a channel.
        with_odds: whether a turn has the chance of the hand.
        is_brief: whether a turn leaves out the pot and the stacks.
    """

    own_seat: TableSeat | None
    with_odds: bool = False
    is_brief: bool = False

    def lines(self, event: events.SeatedEvent) -> list[list[Segments]]:
        """Return an event as lines of segments."""
        if isinstance(event, events.DealEnded):
            return _result_lines(self, event)
        worded = _WORDED[type(event)](self, event)
        return [[[worded]] if isinstance(worded, Phrase) else worded]

    # Words

    def form(self, who: Sitter) -> str:
        """Return the form of phrases about somebody: `you` or `other`."""
        return "you" if who.seat == self.own_seat else "other"

    def who(self, who: Sitter) -> Phrase | str:
        """Return the name of somebody, or "you"."""
        return Phrase("names.reader") if who.seat == self.own_seat else who.name

    def story(self, story: events.Story) -> list[Segments]:
        """Return a story as segments: actions, the cards of a street, the actions on it."""
        segments: list[Segments] = []
        actions: list[Segments] = []
        for item in story:
            if isinstance(item, events.StreetDealt):
                segments += [joined(actions, ", "), street_parts(item.street, item.board, item.new)]
                actions = []
            elif item.late or item.is_reworded or self.form(item.who) == "other":
                actions.append([self.action(item)])
        return [*segments, joined(actions, ", ")]

    def action(self, action: ActionSummary) -> Phrase:
        """Return an action."""
        done = act_phrase(action.event, self.form(action.who), self.who(action.who))
        if action.is_all_in:
            done = Phrase("acts.all_in", done=done)
        return Phrase("acts.late", done=done) if action.late else done

    def _gone(self, event: events.Left) -> Phrase:
        return Phrase("table.left", left=self._left(event))

    def _closed(self, event: events.Closed) -> Phrase:
        return Phrase("table.closed", left=joined([[self._left(left)] for left in event.cashed_out], "; "))

    def _left(self, left: events.Left) -> Phrase:
        gone = Phrase(f"left.{left.why.name.lower()}.{self.form(left.who)}", who=self.who(left.who))
        if left.chips and left.owner:
            return Phrase("left.chips_of", gone=gone, chips=chips(left.chips), owner=left.owner)
        return Phrase("left.chips", gone=gone, chips=chips(left.chips)) if left.chips else gone

    # Lines

    def _hand_began(self, event: events.HandBegan) -> list[Segments]:
        begins = Phrase("table.begins", deal=event.deal_id, posts=posts_phrase(event.setup))
        return [[begins], self._seats(event.seats), board_parts(event.street, event.board)]

    def _own_cards(self, event: events.OwnCards) -> list[Segments]:
        view, cards = event.view, hand_parts(event.view)
        if event.drawn is not None:
            return [[Phrase("table.drawn", count=event.drawn, cards=cards)]]
        dealt: Segments = [Phrase("table.dealt", deal=event.deal_id, cards=cards)]
        if self.own_seat is None:
            return [dealt]
        return [dealt, posts_phrase(view.setup), self._seats(event.seats), board_parts(view.street, view.board)]

    def _progress(self, event: events.Progress) -> list[Segments]:
        if self.own_seat is not None and is_aside(event, self.own_seat):
            return self.story(event.story)
        pot: Segments = [Phrase("table.pot", pot=event.pot)] if event.pot else []
        return [*self.story(event.story), pot, [turn_phrase(event)]]

    def _your_turn(self, event: events.YourTurn) -> list[Segments]:
        view, legal = event.view, event.legal
        allowed = options(legal, view.bets[legal.seat] + view.stacks[legal.seat])
        story = [] if self.own_seat is None else self.story(event.story)
        # At a private table the line of the deal, with the cards, is right above the turns of its first street.
        is_first = self.own_seat is not None and view.street is view.setup.game.streets[0].street
        hand = [] if is_first else hand_parts(view)
        odds = own_odds(view, legal) if self.with_odds else []
        left = view.stacks[legal.seat]
        stacks: Segments = [Phrase("table.pot_left", pot=view.pot, left=left)]
        if legal.call:
            stacks = [Phrase("table.call_to_win", price=legal.call, prize=view.to_win, left=left)]
        if event.opponent is not None:
            # Only the reader is "you".
            who, behind = event.opponent
            stacks += [", ", Phrase("table.has_left" if behind else "table.is_all_in", who=who.name, left=behind)]
        return [*story, hand, [] if self.is_brief else stacks, odds, [Phrase("table.your_turn", options=allowed)]]

    def _all_in(self, event: events.AllIn) -> list[Segments]:
        """Return the actions that led to an all-in."""
        back: Segments = []
        if event.returned:
            who, amount = event.returned
            back = [Phrase(f"table.back.{self.form(who)}", who=self.who(who), chips=amount)]
        pot: Segments = [Phrase("table.pot", pot=event.pot)]
        return _numbered_line(event.deal_id, [*self.story(event.story), pot, back])

    def _run_out(self, event: events.RunOut) -> list[Segments]:
        """Return the hands of an all-in with their chances, and the street that has just been dealt."""
        odds = chances([cards for _, cards in event.hands], event.board, event.game)
        hands: list[Segments] = []
        for (who, cards), chance in zip(event.hands, odds, strict=True):
            values = {"who": self.who(who), "cards": spaced(cards), "chance": chance}
            if event.game.makes_hand(cards, event.board):
                hand = event.game.name_of(cards, event.board)
                hands.append([Phrase("table.out_of_hand", hand=hand, **values)])
            else:
                hands.append([Phrase("table.out_of", **values)])
        dealt = event.street
        return [street_parts(dealt.street, dealt.board, dealt.new) if dealt else [], *hands]

    def _mucked(self, event: events.Mucked) -> Phrase:
        """Return the kicker that decided, for the player who lost by it without showing their hand."""
        cards = spaced(event.cards)
        return Phrase("table.mucked", cards=cards, hand=event.hand, who=event.winner.name, better=event.better)

    def _cards_shown(self, event: events.CardsShown) -> Phrase:
        """Return the cards that somebody shows after a deal."""
        form, values = self.form(event.who), {"who": self.who(event.who), "cards": spaced(event.cards)}
        if event.hand:
            shows = Phrase(f"table.shows.{form}", hand=event.hand, **values)
        else:
            shows = Phrase(f"table.shows_cards.{form}", **values)
        return Phrase("table.result", deal=event.deal_id, rest=shows)

    def _time_added(self, event: events.TimeAdded) -> Phrase:
        times = {"added": f"{event.added:g}", "seconds": f"{event.seconds:.0f}"}
        return Phrase(f"table.adds_time.{self.form(event.who)}", who=self.who(event.who), **times)

    def _seats(self, seats: Iterable[SeatFact]) -> Segments:
        return seat_row([(seat.position, self.who(seat.who), seat.stack) for seat in seats])


def seat_row(seats: Iterable[tuple[str, Phrase | str, int]]) -> Segments:
    """Return seats in a row, each given by its position, name and chips; not all positions have a name."""
    return joined(
        [
            [Phrase("table.position" if position else "table.seat", position=position, who=who, stack=stack)]
            for position, who, stack in seats
        ],
        ", ",
    )


def is_aside(event: events.Progress, reader: TableSeat) -> bool:
    """Return whether a player at a table without a channel may read what has happened with a later line."""
    return event.turn.seat == reader or not any(isinstance(item, events.StreetDealt) for item in event.story)


def turn_phrase(event: events.Progress) -> Phrase:
    """Return whose turn it is, with their decision and time."""
    turn = Phrase("table.turn", who=Highlighted(event.turn.nick), decision=_decision(event.legal))
    return turn if event.seconds is None else Phrase("table.turn_seconds", turn=turn, seconds=f"{event.seconds:g}")


def _decision(legal: LegalActions) -> Phrase:
    """Return the actor's decision in words, for everybody."""
    if legal.discard:
        return Phrase("decision.draw")
    if legal.call:
        return Phrase("decision.call", price=legal.call)
    if legal.bet:
        return Phrase("decision.bet")
    return Phrase("decision.raise") if legal.raise_to else Phrase("decision.check")


def posts_phrase(setup: Setup) -> Segments:
    """Return the forced bets of a deal: `5/10`, `ante 10`."""
    blinds = _blinds(setup.blinds)
    return joined([[blinds] if blinds else [], _ante(setup.antes)], ", ")


def _blinds(blinds: Sequence[int]) -> str:
    """Return the blinds, the small one first: `5/10`, or `0/10` if nobody posts a small one; empty without blinds."""
    posted = sorted([blind for blind in blinds if blind])
    return "/".join(map(str, posted if len(posted) != 1 else [0, *posted]))


def _ante(antes: Sequence[int]) -> Segments:
    return [Phrase("table.ante", ante=max(antes))] if any(antes) else []


def _reminder(_: Wording, event: events.Reminder) -> list[Segments]:
    reminder = Phrase("table.reminder", seconds=f"{event.seconds:.0f}", options=options(event.legal, event.all_in))
    return [[reminder], [Phrase("table.reminder_bank", added=f"{event.bank:g}")] if event.bank else []]


def _board_to_come(_: Wording, event: events.BoardToCome) -> Phrase:
    to_come = joined([board_parts(dealt.street, dealt.new) for dealt in event.streets], " ")
    return Phrase("table.rabbit", deal=event.deal_id, streets=to_come)


def _called_off(_: Wording, event: events.CalledOff) -> Phrase:
    if event.deal_id:
        return Phrase("table.deal_off", deal=event.deal_id, reason=event.reason)
    return Phrase("table.off", reason=event.reason)


def _next_deal(_: Wording, event: events.NextDeal) -> Phrase:
    sealed = published(event.commitment)
    if not event.pause:
        return Phrase("table.next_sealed", deal=event.deal_id, sealed=sealed)
    return Phrase("table.next_deal", deal=event.deal_id, seconds=f"{event.pause:g}", sealed=sealed)


_WORDED: Mapping[type, Callable[[Wording, Any], Phrase | list[Segments]]] = MappingProxyType(
    {
        events.HandBegan: Wording._hand_began,
        events.OwnCards: Wording._own_cards,
        events.Progress: Wording._progress,
        events.YourTurn: Wording._your_turn,
        events.AllIn: Wording._all_in,
        events.RunOut: Wording._run_out,
        events.Mucked: Wording._mucked,
        events.CardsShown: Wording._cards_shown,
        events.BoardToCome: _board_to_come,
        events.Left: Wording._gone,
        events.Closed: Wording._closed,
        events.Reminder: _reminder,
        events.TimeAdded: Wording._time_added,
        events.CalledOff: _called_off,
        events.NextDeal: _next_deal,
    }
)
"""The words of each event in one line: a phrase, or segments. The end of a deal may take several lines."""


# The end of a deal: what happened last, then the winners and the hands that were shown, the winners first


def _result_lines(names: Wording, event: events.DealEnded) -> list[list[Segments]]:
    """Return the end of a deal as lines of segments.

    What was done since the last line has a line of its own before a showdown; else it explains why somebody won.
    """
    story = names.story(event.story)
    if event.ran_out:
        return [_numbered_line(event.deal_id, [*story, *_shares(names, event)])]
    if any(result.cards for result in event.results):
        lines = [story, _numbered_line(event.deal_id, _showdown(names, event))]
    elif any(isinstance(item, events.StreetDealt) for item in event.story):
        lines = [story, _numbered_line(event.deal_id, _shares(names, event))]
    else:
        won = joined(_shares(names, event))
        because: Segments = [Phrase("table.because", won=won, why=joined(story))] if any(story) else won
        lines = [_numbered_line(event.deal_id, [because])]
    return [line for line in lines if any(line)]


def _numbered_line(deal_id: str, segments: Iterable[Segments]) -> list[Segments]:
    """Return the segments of a line with the number of the deal in front."""
    first, *others = filter(None, segments)
    return [[Phrase("table.result", deal=deal_id, rest=first)], *others]


def _showdown(names: Wording, event: events.DealEnded) -> list[Segments]:
    """Return who won and with what, then the other hands that were shown."""
    winners = [result for result in event.results if result.won]
    others: list[Segments] = [[_hand(names, result)] for result in event.results if result.cards and not result.won]
    if len(winners) == 1:
        won, cards = _win(names, "wins", winners[0]), spaced(winners[0].cards)
        return [[Phrase("table.with_cards", won=won, hand=winners[0].short, cards=cards)], *others]
    hands: list[Segments] = []
    for result in winners:
        won, cards = _win(names, "gets", result), spaced(result.cards)
        hands.append([Phrase("table.hand_of", who=won, cards=cards, hand=result.short) if cards else won])
    return [_shares(names, event)[0], *hands, *others]


def _shares(names: Wording, event: events.DealEnded) -> list[Segments]:
    """Return who won; if there are several pots or winners, first how the pots were divided, then each one's chips."""
    winners = [result for result in event.results if result.won]
    if not winners:
        return [[Phrase("table.nobody_wins")]]
    if len(winners) == 1:
        return [[_with(event, winners[0].who, _win(names, "wins", winners[0]))]]
    pots: list[Segments] = []
    for number, pot in enumerate(event.pots):
        size, sharers = sum(share for _, share in pot), _several(names, [who for who, _ in pot])
        if len(event.pots) == 1:
            won = Phrase("table.split", names=sharers, pot=size)
        else:
            won = Phrase("table.side_pot" if number else "table.main_pot", pot=size, names=sharers)
        pots.append([_with(event, pot[0][0], won)])
    return [joined(pots, ", "), joined([[_win(names, "gets", result)] for result in winners], ", ")]


def _with(event: events.DealEnded, winner: Sitter, won: Phrase) -> Phrase:
    """Return what somebody won, with their hand if the hands ran out, whose cards were shown before."""
    if not event.ran_out:
        return won
    hand = next(result.short for result in event.results if result.who == winner)
    return Phrase("table.with", won=won, hand=hand)


def _win(names: Wording, key: str, result: SeatResult) -> Phrase:
    who, form = names.who(result.who), names.form(result.who)
    return Phrase(f"table.{key}.{form}", who=who, chips=result.won, net=result.net)


def _hand(names: Wording, result: SeatResult) -> Phrase:
    return Phrase("table.hand_of", who=names.who(result.who), cards=spaced(result.cards), hand=result.short)


def _several(names: Wording, sitters: Sequence[Sitter]) -> Phrase | str:
    *others, last = map(names.who, sitters)
    if not others:
        return last
    return Phrase("names.several", others=joined([[name] for name in others], ", "), last=last)
