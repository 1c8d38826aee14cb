"""All tournaments of one bot: they are created, found, restored and ended here."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.errors import LedgerError, NotAllowedError, PokerError, SavedGameError, StaleStateError
from ircpoker.ledger import NewTournament, PlayerId, SavedGame
from ircpoker.ledger.tournaments import KIND, table_name
from ircpoker.lobby import Lobby, Table
from ircpoker.lobby.admission import check_pace, first_table
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.places import Place
from ircpoker.lobby.seats import TablePolicy
from ircpoker.lobby.state import TableState
from ircpoker.lobby.stored import RETRY_SECONDS
from ircpoker.people import Person
from ircpoker.robots import RobotClass
from ircpoker.runtime.shares import SHARES, refusal
from ircpoker.tournaments import moving, paying, registering
from ircpoker.tournaments.draft import TournamentDraft
from ircpoker.tournaments.moving import commit_draw
from ircpoker.tournaments.places import check_room, free_places, places_for
from ircpoker.tournaments.rules.levels import for_length
from ircpoker.tournaments.rules.seating import tables_needed
from ircpoker.tournaments.settings import TOURNAMENTS, TournamentSettings
from ircpoker.tournaments.state import (
    TournamentEntry,
    TournamentPhase,
    TournamentPlan,
    TournamentState,
    load_tournament,
    stakes_of,
)
from ircpoker.tournaments.tournament import Tournament
from ircpoker.words import Phrase

EntryStep = Callable[["TournamentDraft", "TournamentEntry", int], "TournamentEntry"]
"""Changes an entry; takes the draft, the entry, and the chips that its player has."""
FirstStep = Callable[["TournamentDraft"], None]
"""Registers the first entries of a tournament."""
PREFIX = "tournament:"
FEWEST_ENTRIES = 2

_logger = logging.getLogger(__name__)


class Tournaments:
    """All tournaments.

    Attributes:
        by_id: the tournaments by the ledger's names.
    """

    def __init__(self, context: TableContext, lobby: Lobby, wall: Callable[[], float]) -> None:
        """Begin without tournaments; those of a network are restored with its tables.

        Args:
            context: the objects that all tables share.
            lobby: the tables.
            wall: returns the seconds since 1970 UTC.
        """
        self.by_id: dict[str, Tournament] = {}
        self._context = context
        self._lobby = lobby
        self._wall = wall
        self._calls = context.scheduler.calls("tournaments")
        context.scheduler.on_standstill(self._stood_still)
        lobby.networks.on_restored = self.restore
        lobby.networks.on_place = self._place

    @property
    def settings(self) -> TournamentSettings:
        """`[tournaments]`."""
        return self._context.config.section(TOURNAMENTS)

    # Finding

    def at(self, place: Place) -> list[Tournament]:
        """Return the tournaments that were created at a place, or have a table there."""
        return [each for each in self.by_id.values() if self._is_at(each, place)]

    def _is_at(self, tournament: Tournament, place: Place) -> bool:
        places = [tournament.state.place, *[table.place for table in tournament.tables.values()]]
        return any(place.is_beside(each) for each in places)

    def named(self, network: str, name: str) -> Tournament | None:
        """Return a scheduled tournament of a network by its name."""
        return next((each for each in self._all_on(network) if each.state.plan.name.lower() == name.lower()), None)

    def of_player(self, player: PlayerId) -> list[Tournament]:
        """Return the tournaments in which a player plays, or for which they are registered."""
        entries = [(each, each.state.entry_of(player)) for each in self.by_id.values()]
        return [each for each, entry in entries if entry is not None and entry.is_in]

    def meant(self, player: PlayerId, place: Place) -> Tournament | None:
        """Return a player's own tournament, the one at a place, or without a table there any; None for none."""
        there = self.of_player(player) or self.at(place)
        if not there and self._lobby.tables.at(place) is None:
            there = self.on(place.network)
        return max(there, key=lambda each: each.state.is_playing, default=None)

    def on(self, network: str) -> list[Tournament]:
        """Return the tournaments of a network that are not private."""
        return [each for each in self._all_on(network) if not each.state.place.is_private]

    def _all_on(self, network: str) -> list[Tournament]:
        return [each for each in self.by_id.values() if each.state.place.network == network]

    # Creating

    def create(
        self, place: Place, plan: TournamentPlan, creator: Person | None, first: FirstStep | None = None
    ) -> Tournament:
        """Create a tournament.

        Args:
            place: where: its news go there.
            plan: what is fixed.
            creator: who creates it.
            first: registers the first entries, with it or not at all; None if nobody is registered yet.

        Raises:
            NotAllowedError: there are too many, or another one of that name, or a sit-and-go at this place.
            PokerError: the ledger failed, or something else keeps it from being stored.
        """
        self._context.check_open(place)
        holder = self._context.holder(place, creator)
        held = [(each.state.holder, 1) for each in self.by_id.values()]
        full = refusal(SHARES["tournaments"], SHARES["tournaments"].total, held, holder)
        if full is not None:
            own = sum(each.host == holder.host for each, _ in held)
            raise NotAllowedError(Phrase(f"tournament.too_many_{full}", n=own, network=place.network))
        if plan.is_sit_and_go:
            if any(each.state.plan.is_sit_and_go and not each.state.is_playing for each in self.at(place)):
                raise NotAllowedError(Phrase("tournament.sng_there"))
            if not free_places(place, 1, (), self._lobby.tables.places):
                raise NotAllowedError(Phrase("tournament.no_place"))
        elif self.named(place.network, plan.name) is not None:
            raise NotAllowedError(Phrase("tournament.name_taken", name=plan.name))
        self._context.check_room(plan.game, holder)
        check_pace(self._context, place, self._lobby.tables.on(place.network), first_table(place, plan.seats), holder)
        plan = replace(plan, created_by=str(creator.id) if creator else "")
        state = TournamentState(plan=plan, place=place, structure=plan.structure)
        tournament = Tournament(self._context, f"{PREFIX}{uuid.uuid4().hex}", state, wall=self._wall)

        def begin(draft: TournamentDraft) -> None:
            draft.write(NewTournament(draft.table_id, plan.name, place.network, str(place), plan.game))
            commit_draw(draft)
            if first is not None:
                first(draft)

        self._watch(tournament)
        try:
            tournament.change(begin)
        except BaseException:
            if tournament.stored.unconfirmed is None:
                del self.by_id[tournament.id]
            raise
        return tournament

    def _watch(self, tournament: Tournament) -> None:
        self.by_id[tournament.id] = tournament
        tournament.on_begin = self._begin_due
        tournament.on_over = lambda over: self.by_id.pop(over.id, None)

    # Registering

    def enter(self, tournament: Tournament, person: Person) -> TournamentEntry:
        """Register a person, and begin a sit-and-go whose seats are taken.

        Raises:
            NotAllowedError: see `registering.enter`; or a deal would take too long with one table more.
            InsufficientChipsError: they do not have the buy-in.
            LedgerError: the ledger failed.
        """
        context, state = self._context, tournament.state
        context.open_account(person)
        registering.check_open(state)
        check_room(tournament, self._lobby)
        held = context.ledger.balance(person.id)
        tables = [self._roomiest(tournament)] if state.is_playing else []
        entry = tournament.change(
            lambda draft: registering.enter(draft, person, self.settings.guests_per_host, held), tables
        )
        self.begin_if_full(tournament)
        return entry

    def _roomiest(self, tournament: Tournament) -> Table:
        seats = tournament.state.plan.seats
        tables = [table for table in tournament.tables.values() if len(table.seats) < seats]
        if not tables:
            raise NotAllowedError(Phrase("tournament.full", name=tournament.state.plan.name))
        return min(tables, key=lambda table: len(table.seats))

    def add_robot(self, tournament: Tournament, robot: RobotClass, caller: Person | None) -> TournamentEntry:
        """Register a robot, and begin a sit-and-go whose seats are taken; see `registering.add_robot`."""
        context = self._context
        stake = 0 if tournament.state.place.network == CONSOLE_NETWORK else context.ledger.economy.house_stake
        registering.check_open(tournament.state)
        check_room(tournament, self._lobby, is_robot=True)
        entry = tournament.change(
            lambda draft: registering.add_robot(draft, robot, caller.id if caller else None, context.robots, stake)
        )
        self.begin_if_full(tournament)
        return entry

    def withdraw(self, tournament: Tournament, number: int) -> TournamentEntry:
        """Pay a buy-in back before the tournament begins; a sit-and-go without people is cancelled."""
        entry = tournament.change(lambda draft: registering.withdraw(draft, number))
        people = [each for each in tournament.state.entries.values() if each.player]
        if tournament.state.plan.is_sit_and_go and not people:
            self.cancel(tournament)
        return entry

    def cancel(self, tournament: Tournament) -> None:
        """End a tournament, now or after the hands in progress; see `paying.cancel`."""
        tournament.change(paying.cancel, list(tournament.tables.values()))

    def rebuy(self, tournament: Tournament, person: Person) -> TournamentEntry:
        """Let somebody without chips buy in again; see `registering.rebuy`."""
        return self._with_table(tournament, person, registering.rebuy)

    def take_addon(self, tournament: Tournament, person: Person) -> TournamentEntry:
        """Let somebody take the add-on; see `registering.take_addon`."""
        return self._with_table(tournament, person, registering.take_addon)

    def _with_table(self, tournament: Tournament, person: Person, step: EntryStep) -> TournamentEntry:
        entry = self._entry_of(tournament, person)
        held = self._context.ledger.balance(person.id)
        tables = [tournament.tables[entry.table]] if entry.table in tournament.tables else []
        return tournament.change(lambda draft: step(draft, draft.state.entries[entry.number], held), tables)

    def vote(self, tournament: Tournament, person: Person, kind: str) -> None:
        """Offer to divide the prizes, or agree; see `paying.vote`."""
        entry = self._entry_of(tournament, person)
        tables = list(tournament.tables.values())
        tournament.change(lambda draft: paying.vote(draft, draft.state.entries[entry.number], kind), tables)

    def _entry_of(self, tournament: Tournament, person: Person) -> TournamentEntry:
        entry = tournament.state.entry_of(person.id)
        if entry is None:
            raise NotAllowedError(Phrase("tournament.not_registered", name=tournament.state.plan.name))
        return entry

    # Beginning

    def begin_if_full(self, tournament: Tournament) -> None:
        """Begin a sit-and-go whose seats are taken; see `begin`."""
        state = tournament.state
        if not state.is_playing and state.plan.entries and len(state.entries) >= state.plan.entries:
            self.begin(tournament)

    def begin(self, tournament: Tournament) -> None:
        """Draw the seats and begin at new tables.

        Raises:
            NotAllowedError: there are fewer than two entries, or no places for the tables.
            PokerError: the ledger failed, or something else keeps it from being stored; it begins later.
        """
        state, plan = tournament.state, tournament.state.plan
        if len(state.entries) < FEWEST_ENTRIES:
            raise NotAllowedError(Phrase("tournament.too_few", name=plan.name))
        count = tables_needed(len(state.entries), plan.seats)
        places = places_for(tournament, self._lobby, count)
        if len(places) < count:
            raise NotAllowedError(Phrase("tournament.no_place"))
        structure = plan.structure
        if plan.minutes:
            levels = for_length(plan.minutes, len(state.entries), structure.stack)
            structure = replace(levels, has_big_blind_ante=structure.has_big_blind_ante)
        stakes = stakes_of(plan.game, structure.level(0), has_big_blind_ante=structure.has_big_blind_ante)
        tables = []
        for number, place in enumerate(places):
            empty = TableState(place, plan.game, stakes, TablePolicy.TOURNAMENT, is_held=True)
            tables.append(Table(self._context, table_name(tournament.id, number), empty))
            self._adopt(tournament, number, tables[number])

        def start(draft: TournamentDraft) -> None:
            draft.state.structure = structure
            draft.state.phase = TournamentPhase.PLAYING
            draft.state.since = draft.now
            moving.seat_all(draft)

        try:
            tournament.change(start, tables)
        except BaseException:
            for number, table in enumerate(tables):
                if table.stored.unconfirmed is not None:
                    self._lobby.tables.note_half_open(table)
                elif not table.stored.version:
                    tournament.tables.pop(number, None)
            raise

    def _adopt(self, tournament: Tournament, number: int, table: Table) -> None:
        tournament.tables[number] = table
        table.changed_with = (tournament,)
        table.on_people_changed = self._lobby.tables.note

    # Time

    def _begin_due(self, tournament: Tournament) -> None:
        """Begin a tournament whose time has come, or a sit-and-go whose seats are taken."""
        if tournament.state.plan.is_sit_and_go:
            with suppress(PokerError):
                self.begin_if_full(tournament)
            return
        try:
            self.begin(tournament)
        except (LedgerError, StaleStateError) as error:
            self._context.log_trouble(tournament, error)
            # It is tried again when the ledger may work.
            tournament.record_fact(
                lambda state: setattr(state, "plan", replace(state.plan, starts_at=self._wall() + 10))
            )
        except NotAllowedError:
            tournament.take_step(paying.cancel)

    def _stood_still(self, seconds: float) -> None:
        for tournament in tuple(self.by_id.values()):
            tournament.put_forward(seconds)

    # People, networks, restarts

    def follow(self, old: PlayerId, player: PlayerId) -> None:
        """Let the entries of a person follow who is another player now."""
        for tournament in tuple(self.by_id.values()):
            entry = tournament.state.entry_of(old)
            if entry is not None:
                number = entry.number
                tournament.record_fact(partial(TournamentState.give_to, number=number, player=player))

    def restore(self, network: str) -> None:
        """Restore the tournaments of a network, whose tables have just been read."""
        try:
            for saved in self._context.ledger.games(KIND):
                if saved.game_id not in self.by_id:
                    self._restore(saved, network)
        except LedgerError as error:
            self._context.log_trouble(f"{network}: the tournaments cannot be read", error)
            self._calls.call_after(RETRY_SECONDS, network, lambda: self.restore(network))

    def _restore(self, saved: SavedGame, network: str) -> None:
        try:
            state = load_tournament(saved.state)
        except SavedGameError:
            _logger.exception("%s is left as it is, with %s chips", saved.game_id, saved.held)
            return
        if state.place.network != network:
            return
        if state.held != saved.held:
            _logger.error("%s is left as it is: %s chips, but %s are stored", saved.game_id, state.held, saved.held)
            return
        tables = {table.id: table for table in self._lobby.tables}
        missing = [name for name in state.tables.values() if name not in tables]
        if missing:
            _logger.error("%s is left as it is: its tables %s are not there", saved.game_id, ", ".join(missing))
            return
        for number, owner in self._context.ledger.entry_owners(saved.game_id).items():
            state.give_to(number, owner)
        tournament = Tournament(self._context, saved.game_id, state, saved.version, wall=self._wall)
        self._watch(tournament)
        for number, table_id in state.tables.items():
            self._adopt(tournament, number, tables[table_id])
        if not state.is_playing and state.plan.is_sit_and_go:
            state.check_at = self._context.scheduler.now()
        tournament.go_on()

    def _place(self, place: str | Place, is_there: bool) -> None:
        """Note that a network, or only one channel of it, is away, or there again."""
        for tournament in self._all_on(place) if isinstance(place, str) else self.at(place):
            if is_there and not any(table.calls.is_paused for table in tournament.tables.values()):
                tournament.go_on()
            else:
                tournament.pause()
