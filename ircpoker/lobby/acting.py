"""Decisions in a deal: those of people, of robots and of the clock, and telling whose turn it is."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ircpoker.errors import NotAllowedError, PokerError, RobotError, UnknownRobotError
from ircpoker.lobby import dealing
from ircpoker.lobby.intents import Ahead, Intent, check_ahead, owed, resolve, still_fits
from ircpoker.lobby.news import AheadDropped, Progress, Reminder, SatOut, YourTurn
from ircpoker.lobby.state import Reason
from ircpoker.lobby.timers import Timer
from ircpoker.robots import Decision, ask, make_legal
from ircpoker.table import CHECK, FOLD, Action, Bet, Discard, RaiseTo, make_view
from ircpoker.table.events import CardsDrawn, PlayerActed, StreetBegan

if TYPE_CHECKING:
    from ircpoker.lobby.table import Play, Table
    from ircpoker.table import LegalActions

TIME_OUTS = 2
"""So many in a row, and a player is not dealt in any more."""

_logger = logging.getLogger(__name__)


def act(table: Table, number: int, intent: Intent) -> bool:
    """Let a person act, now or as soon as it is their turn.

    Args:
        table: the table.
        number: their seat there.
        intent: what they say.

    Returns:
        True if it was their turn, False if it waits.

    Raises:
        NotAllowedError: no deal is in progress, or they have nothing to decide in it.
        IllegalActionError: it was their turn and the action is not legal.
        UsageError: a bet without an amount.
    """
    play = table.play
    if play is None:
        raise NotAllowedError("no deal is in progress here", "table shows who sits here")
    if number not in play.hand.seats:
        raise NotAllowedError("you are not in this deal: wait for the next one")
    seat = play.hand.seats.index(number)
    deal = play.deal
    if not deal.in_hand[seat]:
        raise NotAllowedError("you have folded: wait for the next deal")
    person = table.state.seats[number]
    legal = deal.legal_actions()
    if legal is None or legal.seat != seat or play.undelivered:
        check_ahead(intent, deal, seat)
        play.ahead[seat] = Ahead(intent, deal.street, owed(deal, seat))
        person.sits_out, person.missed = False, 0
        return False
    _take(table, play, resolve(intent, deal, legal))
    person.sits_out, person.missed = False, 0
    advance(table)
    return True


def advance(table: Table) -> None:
    """Play what needs no person's decision now, store it, and tell how the deal goes on."""
    play = table.play
    if play is None:
        return
    table.calls.cancel(Timer.ACT, Timer.REMIND, Timer.ROBOT)
    while not play.undelivered and _go_on_alone(table, play):
        pass
    if play.deal.is_over:
        dealing.finish(table)
        return
    _plan_turn(table, play)
    table.store()


def give_up(table: Table, number: int) -> None:
    """Let a person who leaves fold now if it is their turn, or as soon as it is."""
    play = table.play
    actor = play.deal.actor if play is not None else None
    if play is not None and actor is not None and play.hand.seats[actor] == number:
        advance(table)
    else:
        # Nobody else's clock may begin anew.
        table.store()


def cards_arrived(table: Table) -> None:
    """Go on when everybody has got their cards; call the deal off if somebody could not be given them."""
    play = table.play
    if play is None:
        return
    if play.refused:
        dealing.call_off(table, play.refused)
    elif not play.undelivered:
        table.calls.cancel(Timer.CARDS_LOST)
        advance(table)


def robot_acts(table: Table) -> None:
    """Let the robot act whose time to think is over."""
    play = table.play
    if play is not None and play.deal.actor is not None and table.seat_of(play.deal.actor).robot:
        _ask_robot(table, play)
        advance(table)


def remind(table: Table) -> None:
    """Remind the actor of the clock."""
    play = table.play
    legal = play.deal.legal_actions() if play is not None else None
    if legal is None:
        return
    seconds = (table.calls.when(Timer.ACT) or table.now) - table.now
    table.tell(Reminder(seconds, legal), table.seat_of(legal.seat).person)
    table.flush()


def time_out(table: Table) -> None:
    """Act for a person whose time is out: check if that is free, else fold; at a draw stand pat."""
    play = table.play
    legal = play.deal.legal_actions() if play is not None else None
    if play is None or legal is None:
        return
    seat = table.seat_of(legal.seat)
    seat.missed += 1
    _act_for(table, play, legal)
    if seat.missed >= TIME_OUTS and not seat.sits_out:
        seat.sits_out = True
        table.tell(SatOut(), seat.person)
    advance(table)


def tell_turn(table: Table, play: Play) -> None:
    """Tell whose turn it is: everybody, if there is something new for them, and the player always."""
    legal = play.deal.legal_actions()
    if legal is None or play.undelivered:
        return
    seat = table.seat_of(legal.seat)
    if not table.state.place.is_private and _is_news(play, legal):
        view = table.public_view()
        street = _has_new_street(play)
        facts = () if play.begun else table.seat_facts()
        table.tell(Progress(play.hand.deal_id, view, table.deeds(), facts, seat.nick, legal, street))
        play.told, play.begun = len(play.deal.events), True
    table.tell(YourTurn(make_view(play.deal, legal.seat), table.deeds(), legal), seat.person)
    if table.state.place.is_private:
        play.told, play.begun = len(play.deal.events), True


def _go_on_alone(table: Table, play: Play) -> bool:
    """Let the actor act if that needs no waiting; return whether it did."""
    legal = play.deal.legal_actions()
    if legal is None:
        return False
    seat = table.seat_of(legal.seat)
    if seat.robot:
        if table.house.robot_pause(table.state.place, table.state.game_name):
            return False
        _ask_robot(table, play)
        return True
    if seat.leaves:
        _take(table, play, FOLD if legal.can_fold else make_legal(None, legal))
        return True
    if seat.sits_out:
        _act_for(table, play, legal)
        return True
    ahead = play.ahead.pop(legal.seat, None)
    return ahead is not None and _act_as_said(table, play, ahead, legal)


def _act_as_said(table: Table, play: Play, ahead: Ahead, legal: LegalActions) -> bool:
    """Do what was said early, or say that it does not fit any more; return whether it was done."""
    if still_fits(ahead, play.deal, legal.seat):
        try:
            _take(table, play, resolve(ahead.intent, play.deal, legal))
        except PokerError:
            _logger.debug("what was said early is not legal now", exc_info=True)
        else:
            return True
    table.tell(AheadDropped(str(ahead.intent)), table.seat_of(legal.seat).person)
    return False


def _act_for(table: Table, play: Play, legal: LegalActions) -> None:
    action: Action = Discard() if legal.discard else CHECK if legal.can_check else FOLD
    play.late.add(len(play.deal.events))
    _take(table, play, action)


def _ask_robot(table: Table, play: Play) -> None:
    seat = play.deal.actor
    if seat is None:
        return
    view = make_view(play.deal, seat)
    try:
        decision = ask(table.robot(play.hand.seats[seat]), view, table.house.rng)
    except (RobotError, UnknownRobotError) as error:
        # The table must go on; the owner is told why the robot plays so badly.
        _logger.exception("%s: a robot failed", table)
        action = make_legal(None, view.legal, view.hole_cards) if view.legal else FOLD
        decision = Decision(action, str(error))
    action = decision.action
    # Which cards it threw away stays its secret.
    shown = f"discard {len(action.cards)}" if isinstance(action, Discard) else str(action)
    play.hand.reasons.append(Reason(table.nick(seat), shown, decision.why))
    _take(table, play, action)


def _take(table: Table, play: Play, action: Action) -> None:
    """Let the actor act; a person who changed cards gets to see them before the deal goes on."""
    seat = play.deal.actor
    if seat is None:
        raise NotAllowedError("the deal is over")
    play.deal.act(seat, action)
    play.ahead.pop(seat, None)
    if isinstance(action, Discard) and action.cards and table.seat_of(seat).person:
        dealing.deliver(table, play, seat, len(action.cards))


def _plan_turn(table: Table, play: Play) -> None:
    """Set the clocks for the actor and tell whose turn it is."""
    actor = play.deal.actor
    if actor is None or play.undelivered:
        return
    place, game = table.state.place, table.state.game_name
    if table.seat_of(actor).robot:
        table.after(Timer.ROBOT, table.house.robot_pause(place, game))
        return
    if table.house.has_clocks(place):
        settings = table.house.settings(game)
        table.after(Timer.ACT, settings.seconds_to_act)
        if settings.reminder:
            table.after(Timer.REMIND, settings.reminder)
    tell_turn(table, play)


def _is_news(play: Play, legal: LegalActions) -> bool:
    """Return whether everybody should hear how the deal goes on: a new street, or a bet."""
    if not play.begun:
        return True
    if legal.discard:
        return False
    bet = any(
        isinstance(event, PlayerActed) and isinstance(event.action, Bet | RaiseTo)
        for event in play.deal.events[play.told :]
    )
    return bet or _has_new_street(play)


def _has_new_street(play: Play) -> bool:
    return any(isinstance(event, StreetBegan | CardsDrawn) for event in play.deal.events[play.told :])
