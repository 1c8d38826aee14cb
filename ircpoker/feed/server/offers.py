"""What somebody may do besides the actions of a deal, as data of which a front-end makes buttons.

An offer is a command that works now, as far as the table or the tournament says, with the words that its giver adds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ircpoker.chat.access import Right
from ircpoker.chat.table_adapter import TableAdapter
from ircpoker.feed.table_parts import Offer, OfferField
from ircpoker.ledger import PlayerId
from ircpoker.lobby import Table
from ircpoker.lobby.opening import SIGHTS
from ircpoker.lobby.places import Place
from ircpoker.lobby.seating import capacity, is_full, room_for
from ircpoker.lobby.seats import SeatStatus
from ircpoker.lobby.settings import PACES
from ircpoker.lobby.showing import may_choose
from ircpoker.lobby.table_choice import TableChoice
from ircpoker.people import Person
from ircpoker.robots import shown_names
from ircpoker.table import TableSeat
from ircpoker.tournaments.registering import plays_all
from ircpoker.tournaments.requests import MOST_SEATS, USUAL_SEATS
from ircpoker.tournaments.state import TournamentEntry, TournamentState
from ircpoker.tournaments.tournament import Tournament

_LENGTHS = ("", "turbo", "deep")
_SIZES = tuple(map(str, (USUAL_SEATS, *[size for size in range(2, MOST_SEATS + 1) if size != USUAL_SEATS])))


def place_text(place: Place, table: str = "") -> str:
    """Return a place as `say` names it: a channel, or the name of a table without one; empty for lines in private."""
    if place.is_by_lines:
        return table
    return f"{place.network}/{place.channel}" if place.channel else ""


def table_offers(
    tables: TableAdapter, table: Table, player: PlayerId, number: TableSeat | None, rights: Collection[Right]
) -> tuple[Offer, ...]:
    """Return what somebody may do at a table now.

    Args:
        tables: all tables.
        table: the table.
        player: the player.
        number: their seat there; None without one.
        rights: their rights.
    """
    if table.is_over or Right.PLAY not in rights:
        return ()
    offers = [*_without_seat(tables, table)] if number is None else [*_with_seat(table, number, rights)]
    offers += _after_deal(table, player)
    for part in table.changed_with:
        if isinstance(part, Tournament) and (entry := part.state.entry_of(player)) is not None:
            offers += _of_entry(part.state, entry, table.now)
    return _known(tables, offers)


def _known(tables: TableAdapter, offers: list[Offer]) -> tuple[Offer, ...]:
    """Return those of the offers whose commands this bot has."""
    return tuple([offer for offer in offers if tables.services.knows(offer.command.partition(" ")[0])])


def _without_seat(tables: TableAdapter, table: Table) -> Iterator[Offer]:
    settings, shown = table.settings, tables.number_of(table.place)
    if not is_full(table.state, table.context.robots):
        span = (settings.least_buy_in, settings.most_buy_in)
        command = f"sit table {shown}" if shown else "sit"
        yield Offer(command, place_text(table.place, table.id), (OfferField("chips", span, str(settings.buy_in)),))


def _with_seat(table: Table, number: TableSeat, rights: Collection[Right]) -> Iterator[Offer]:
    state, place, seat = table.state, place_text(table.place, table.id), table.seats[number]
    is_event, here = state.policy.is_tournament, state.chips(number) + seat.added
    if state.is_broke(number) and not is_event:
        yield Offer("rebuy", place)
    elif seat.status is not SeatStatus.PLAYING and not seat.leaves:
        yield Offer("back", place)
    elif is_event or any(other is not seat and other.status is SeatStatus.PLAYING for other in state.seats.people):
        yield Offer("sitout", place)
    if is_event:
        return
    room, settings = room_for(state, table.settings, number), table.settings
    if room and not state.is_broke(number):
        missing = min(room, settings.buy_in - here)
        yield Offer("topup", place, (OfferField("chips", (1, room), str(missing if missing > 0 else room)),))
    taken = len(state.seats)
    if taken < capacity(state, table.context.robots):
        robots = table.context.robots.items()
        names = [name for name, robot in robots if max(robot.games.get(state.game_name, ()), default=0) > taken]
        if names:
            yield Offer("addbot", place, (OfferField("robot", choices=tuple(shown_names(names))),))
    called = [other.nick for other in state.seats.values() if other.robot and not other.leaves]
    if len(called) > (not state.policy.takes_newcomers):
        yield Offer("removebot", place, (OfferField("robot", choices=tuple(called)),))
    if Right.MAKE_CODES in rights and place and state.policy.takes_newcomers:
        yield Offer("invite", place)
    if not seat.leaves:
        yield Offer("leave", place)


def _after_deal(table: Table, player: PlayerId) -> Iterator[Offer]:
    """Yield what a player may do with the cards of the deal that is just over."""
    place, over = place_text(table.place, table.id), table.state.showable
    own = may_choose(table.state, player, table.now)
    if own is None or over is None:
        return
    if not own.shown.issuperset(own.cards) and not own.is_hidden:
        for cards in [own.cards, *([[card] for card in own.cards if card not in own.shown])]:
            yield Offer(f"show {' '.join(map(str, cards))}", place)
        yield Offer("muck", place)
    if over.to_come and not over.has_shown_board:
        yield Offer("rabbit", place)


# Tournaments


def tournament_offers(tables: TableAdapter, tournament: Tournament, person: Person) -> tuple[Offer, ...]:
    """Return what a person may do in a tournament now."""
    state, plan, place = tournament.state, tournament.state.plan, place_text(tournament.state.place)
    entry = state.entry_of(person.id)
    if state.is_ending or (place and person.network != state.place.network):
        return ()
    own = f"tournament {plan.name} " if not plan.is_sit_and_go else "sng "
    offers: list[Offer] = []
    is_full = bool(plan.entries) and len(state.entries) >= plan.entries
    if entry is None and state.is_open and not is_full:
        offers.append(Offer(f"{own}{'join' if plan.is_sit_and_go else 'register'}", place))
    if entry is not None and not state.is_playing:
        offers.append(Offer(f"{own}{'leave' if plan.is_sit_and_go else 'unregister'}", place))
    if plan.is_sit_and_go and state.is_open and not is_full and not state.is_playing:
        names = [name for name, robot in tables.robots.items() if plays_all(robot, plan.game, plan.seats)]
        offers.append(Offer("addbot", place, (OfferField("robot", choices=tuple(shown_names(names))),)))
    if entry is not None:
        offers += _of_entry(state, entry, tables.services.scheduler.now())
    return _known(tables, offers)


def _of_entry(state: TournamentState, entry: TournamentEntry, now: float) -> Iterator[Offer]:
    """Yield what an entry may do while the tournament is played."""
    place = place_text(state.place)
    if not state.is_playing:
        return
    if state.is_open and now < state.rebuy_until.get(entry.number, 0.0):
        yield Offer("rebuy", place)
    if not entry.is_in:
        return
    if state.plan.addon and state.is_open and not entry.has_addon and entry.table >= 0:
        yield Offer("tournament addon", place)
    if len(state.tables) != 1 or state.is_open:
        return
    if state.chop is not None and state.chop.shares:
        if entry.number not in state.chop.agreed:
            yield Offer(f"chop {state.chop.kind}", place)
        yield Offer("chop no", place)
    elif state.chop is None and not state.hands_to_chop and any(state.prizes):
        kinds = ("icm",) if any(each.robot for each in state.playing) else ("icm", "chips", "even")
        yield Offer("chop", place, (OfferField("division", choices=kinds),))


# New tables


def new_offers(tables: TableAdapter, person: Person, channels: Collection[tuple[str, str]]) -> tuple[Offer, ...]:
    """Return the tables and tournaments that a person may begin, in private and in some channels."""
    choice, games = tables.lobby.choice, tuple(tables.games)
    robots = OfferField("robot", choices=("", *shown_names(tables.robots)))
    offers: list[Offer] = []
    if choice.may_open(Place.of_player(person.id), person):
        sizes = tuple(map(str, range(2, MOST_SEATS + 1)))
        offers += [
            Offer("play", "", (robots, OfferField("game", choices=games), OfferField("seats", choices=sizes))),
            Offer("sng", "", (*_sit_and_go(games),)),
        ]
    by_lines = Place.of_lines(person.network, 1)
    if choice.may_open(by_lines, person):
        offers.append(Offer("open", "", (OfferField("sight", choices=SIGHTS), *_terms(choice, by_lines, games))))
    for network, channel in sorted(channels):
        place = Place.of_channel(network, channel)
        there = tables.channels.rules(network, channel).games or games
        if choice.may_open(place, person):
            offers.append(Offer("open", place_text(place), _terms(choice, place, there)))
        waiting = [each for each in tables.tournaments.at(place) if each.state.plan.is_sit_and_go]
        if person.network == network and all(each.state.is_playing for each in waiting):
            settings = tables.tournaments.settings
            size, *rest = _sit_and_go(there)
            cost = OfferField("buy_in", (0, settings.most_buy_in), str(settings.buy_in))
            offers.append(Offer("sng", place_text(place), (size, cost, *rest)))
    return _known(tables, offers)


def _terms(choice: TableChoice, place: Place, games: Collection[str]) -> tuple[OfferField, OfferField]:
    kinds = [f"{game} {stakes}".strip() for game in games for stakes in choice.stakes_to_open(place, game)]
    return OfferField("stakes", choices=tuple(kinds)), OfferField("pace", choices=("", *map(str, PACES)))


def _sit_and_go(games: Collection[str]) -> tuple[OfferField, OfferField, OfferField]:
    return (
        OfferField("seats", choices=_SIZES),
        OfferField("length", choices=_LENGTHS),
        OfferField("game", choices=tuple(games)),
    )
