"""`!sng`, `!tournament` and `!chop`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ircpoker.chat import access
from ircpoker.chat.access import Right
from ircpoker.chat.channel_commands import ask_rank
from ircpoker.chat.commands import Example, Line, check_nothing, command
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.rights import admin_name
from ircpoker.chat.table_adapter import TableCommands
from ircpoker.chat.tournament_text import draw_phrase, levels_phrase, plan_phrase, result_phrases, standing
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.errors import NotAllowedError, UsageError, quote
from ircpoker.lobby import Table
from ircpoker.lobby.admission import cost_phrase, first_table
from ircpoker.lobby.cashier import leave
from ircpoker.lobby.places import Place
from ircpoker.tournaments.registering import enter_first, opponents
from ircpoker.tournaments.requests import parse_sit_and_go, parse_tournament
from ircpoker.tournaments.state import TournamentPlan
from ircpoker.tournaments.tournament import Tournament
from ircpoker.tournaments.tournaments import Tournaments
from ircpoker.words import Phrase

MOST_TRANSFERS = 3
"""The transfers of chips that the results name."""
KINDS = ("icm", "chips", "even", "no")
_JOIN_WORDS = frozenset({"", "join", "in", "register"})


def place_of(message: Message) -> Place:
    """Return the place where a line was said."""
    person, channel = message.sender, message.channel
    return Place.of_player(person.id) if channel is None else Place.of_channel(person.network, channel)


class TournamentCommands(TableCommands):
    """The commands."""

    @property
    def _tournaments(self) -> Tournaments:
        return self._tables.tournaments

    # Sit-and-go

    @command(
        "sng",
        examples=(
            Example(
                "free 6",
                "A sit-and-go of 6: no-limit hold'em, 1500 chips, blinds 10/20@8 min, free. …",
                where="channel",
            ),
            Example("3 dice", "'dice' does not belong here: …"),
        ),
        words=("free", "turbo", "deep", "knockout"),
        price="seat",
    )
    def sng(self, message: Message, arguments: str) -> Iterator[Line]:
        """Answer `!sng [free] [seats] [buy-in] [turbo | deep] [knockout] [game]`, and `!sng` to join, `!sng leave`.

        Yields:
            Who is in, and how many seats are free.
        """
        word = arguments.strip().lower()
        waiting = self._waiting(message)
        if word in {"leave", "out"}:
            own = [each for each in self._tournaments.of_player(message.sender.id) if each.state.plan.is_sit_and_go]
            yield from self._withdraw(message, waiting or next(iter(own), None))
        elif waiting is not None and word in _JOIN_WORDS:
            yield from self._join(message, waiting)
        else:
            yield from self.open_sng(message, "" if word in _JOIN_WORDS else arguments)

    def open_sng(self, message: Message, arguments: str) -> Iterator[Line]:
        """Create a sit-and-go and register its first person; in private robots take the other seats, for nothing."""
        place, tournaments = place_of(message), self._tournaments
        is_private = message.channel is None
        plan = parse_sit_and_go(
            arguments,
            self._tables.games_at(message),
            tournaments.settings,
            by_hands=place.network == CONSOLE_NETWORK,
            is_free=is_private,
        )
        if is_private and self._tables.lobby.tables.at(place) is not None:
            raise NotAllowedError(Phrase("errors.seated"))
        robots = opponents(plan, self._tables.robots) if is_private else []
        guests, sender = tournaments.settings.guests_per_host, message.sender
        first = partial(enter_first, person=sender, robots=robots, guests_per_host=guests)
        tournament = tournaments.create(place, plan, sender, first)
        opened = {"seats": plan.seats, "plan": plan_phrase(tournament.state)}
        if is_private:
            yield Phrase("tournament.sng_robots", **opened)
            tournaments.begin_if_full(tournament)
        else:
            yield Phrase("tournament.sng_open", **opened, who=sender.nick, n=plan.seats - 1)
            yield draw_phrase(tournament)
            yield from self._cost(tournament)

    def _cost(self, tournament: Tournament) -> list[Phrase]:
        place, seats = tournament.state.place, tournament.state.plan.seats
        others = self._tables.lobby.tables.on(place.network)
        return cost_phrase(tournament.context, place, others, first_table(place, seats))

    def _waiting(self, message: Message) -> Tournament | None:
        """Return the sit-and-go of a place that has not begun."""
        there = self._tournaments.at(place_of(message))
        return next((each for each in there if each.state.plan.is_sit_and_go and not each.state.is_playing), None)

    def _join(self, message: Message, tournament: Tournament) -> Iterator[Line]:
        self._tournaments.enter(tournament, message.sender)
        yield self._registered(tournament, message.sender.nick)

    def _registered(self, tournament: Tournament, who: str) -> Reply:
        """Return that somebody is in; of many who come at once a line tells this in few words."""
        state, entered = tournament.state, len(tournament.state.entries)
        facts = {"who": who, "name": state.plan.name, "seats": state.plan.entries}
        if not state.plan.is_sit_and_go:
            whole, kind = Phrase("tournament.entered", **facts, n=entered), "entered"
        elif free := state.plan.entries - entered:
            whole, kind = Phrase("tournament.in", **facts, n=free), "in"
        else:
            whole, kind = Phrase("tournament.in_last", **facts), "in"
        return Reply((whole,), brief=(Phrase(f"tournament.{kind}_briefly", **facts, n=entered),))

    def alone_at(self, message: Message, table: Table) -> Tournament | None:
        """Return the tournament of a table, if the author alone plays it against robots, for nothing."""
        own = self._tournaments.of_player(message.sender.id)
        there = [each for each in own if table in each.tables.values() and each.state.is_only_for(message.sender.id)]
        return there[0] if there else None

    def give_up(self, message: Message, tournament: Tournament) -> Iterator[Line]:
        """End what the author alone plays against robots; these still play the deal in progress.

        Yields:
            That it ends after the deal, if there is one; its end is announced.
        """
        if tournament.state.is_playing:
            self._tables.act(message, leave)
        if not tournament.is_over:
            self._tournaments.cancel(tournament)
        if not tournament.is_over:
            yield Phrase("tournament.ends_soon", name=tournament.state.plan.name)

    def _withdraw(self, message: Message, tournament: Tournament | None) -> Iterator[Line]:
        entry = tournament.state.entry_of(message.sender.id) if tournament else None
        if tournament is None or entry is None:
            raise NotAllowedError(Phrase("tournament.not_in"))
        if tournament.state.is_playing and tournament.state.is_only_for(message.sender.id):
            yield from self.give_up(message, tournament)
            return
        self._tournaments.withdraw(tournament, entry.number)
        if not tournament.is_over:
            yield Phrase("tournament.withdrawn", who=entry.nick, name=tournament.state.plan.name)

    def add_robot(self, message: Message, name: str) -> Reply | None:
        """Register a robot in the sit-and-go that waits here; None if there is none, or its caller sits at a table."""
        tournament = self._waiting(message)
        if tournament is None or self._tables.speaker(message).is_seated_here:
            return None
        entry = self._tournaments.add_robot(tournament, self._tables.robot_called(name), message.sender)
        return self._registered(tournament, entry.nick)

    # Tournaments

    @command(
        "tournament",
        examples=(
            Example("", "there is no tournament here: …"),
            Example("new friday at 20:30", "only an administrator …", where="channel"),
        ),
        aliases=("tourney", "mtt"),
        words=("register", "unregister", "new", "start", "cancel", "results", "rebuy", "addon", "levels"),
        price="seat",
    )
    def tournament(self, message: Message, arguments: str) -> Iterator[Line]:
        """Answer `!tournament [NAME] [order]`.

        Yields:
            How it stands, or what the order has done.
        """
        first, _, rest = arguments.strip().partition(" ")
        orders = self._orders()
        if first.lower() in orders:
            yield from orders[first.lower()](message, rest.strip())
        elif rest.strip().lower() in orders:
            yield from orders[rest.strip().lower()](message, first)
        else:
            tournament = self._meant(message, arguments.strip())
            yield from standing(tournament, self._tables.services.scheduler.now())

    def _orders(self) -> dict[str, Callable[[Message, str], Iterator[Line]]]:
        return {
            "new": self._new,
            "register": lambda message, name: self._join(message, self._meant(message, name)),
            "unregister": lambda message, name: self._withdraw(message, self._meant(message, name)),
            "cancel": lambda message, name: self._end(message, self._meant(message, name)),
            "start": self._start,
            "results": self._results,
            "rebuy": self._rebuy,
            "addon": self._addon,
            "levels": self._levels,
        }

    def _meant(self, message: Message, name: str) -> Tournament:
        """Return the tournament of a name; without one that of the author, or the only one here.

        Raises:
            NotAllowedError: there is none, or there are several.
        """
        tournaments, network = self._tournaments, message.sender.network
        if name:
            tournament = tournaments.named(network, name)
            if tournament is None:
                raise NotAllowedError(Phrase("tournament.unknown", name=quote(name)))
            return tournament
        own = tournaments.of_player(message.sender.id)
        there = own or tournaments.at(place_of(message)) or tournaments.on(network)
        if not there:
            raise NotAllowedError(Phrase("tournament.none"))
        if len(there) > 1:
            names = ", ".join([each.state.plan.name for each in there])
            raise NotAllowedError(Phrase("tournament.which", names=names))
        return there[0]

    def _new(self, message: Message, text: str) -> Iterator[Line]:
        """Create a scheduled tournament.

        Yields:
            When it begins, and how people register.

        Raises:
            NotAllowedError: somebody who may not asks.
        """
        access.check(message, Right.ORGANISE)
        if message.channel is None and not message.is_operator:
            raise NotAllowedError(Phrase("tournament.new_in_channel"))
        now = self._tables.services.clock.now()
        plan = parse_tournament(text, self._tables.games_at(message), self._tournaments.settings, now)
        creators = self._tournaments.settings.create
        is_creator = creators == "accounts" and bool(message.sender.id.account)
        if is_creator or admin_name(self._tables.services.settings, message):
            yield from self._create(message, plan)
        elif creators == "admins":
            raise NotAllowedError(Phrase("tournament.no_creator"))
        else:
            self._ask_server(message, message.channel or "", lambda: self._create(message, plan))

    def _create(self, message: Message, plan: TournamentPlan) -> Iterator[Line]:
        tournament = self._tournaments.create(place_of(message), plan, message.sender)
        yield from standing(tournament, self._tables.services.scheduler.now())
        yield Phrase("tournament.how", name=plan.name)
        yield from self._cost(tournament)

    def _ask_server(self, message: Message, channel: str, order: Callable[[], Iterator[Line]]) -> None:
        """Carry out an order if the server says that the author of a line is an operator of a channel now.

        Raises:
            NotAllowedError: the server cannot be asked.
        """
        refused = Phrase("tournament.no_creator")
        ask_rank(self._tables, message, (message.sender.network, channel), order, refused, refused)

    def _start(self, message: Message, name: str) -> Iterator[Line]:
        """Start a tournament now: its creator and administrators may.

        Yields:
            That it begins.

        Raises:
            NotAllowedError: somebody else asks, or it has begun.
        """
        access.check(message, Right.ORGANISE)
        tournament = self._meant(message, name)
        if not self._organises(message, tournament):
            raise NotAllowedError(Phrase("tournament.not_organiser"))
        if tournament.state.is_playing:
            raise NotAllowedError(Phrase("tournament.begun", name=tournament.state.plan.name))
        self._tournaments.begin(tournament)
        yield Phrase("tournament.begins", name=tournament.state.plan.name)

    def _organises(self, message: Message, tournament: Tournament) -> bool:
        is_own = tournament.state.plan.created_by == str(message.sender.id)
        return is_own or bool(admin_name(self._tables.services.settings, message))

    def _end(self, message: Message, tournament: Tournament) -> Iterator[Line]:
        """End a tournament: its creator, administrators and operators of its channel may, unless they have entered.

        Who plays a free one against robots alone may, too.

        Yields:
            That it ends after the hands in progress, if there are any; its end is announced.

        Raises:
            NotAllowedError: somebody else asks.
        """
        player = message.sender.id
        if tournament.state.is_only_for(player):
            yield from self.give_up(message, tournament)
            return
        if tournament.state.entry_of(player) is not None:
            raise NotAllowedError(Phrase("tournament.no_entrant"))

        def end() -> Iterator[Line]:
            self._tournaments.cancel(tournament)
            if not tournament.is_over:
                yield Phrase("tournament.ends_soon", name=tournament.state.plan.name)

        if self._organises(message, tournament):
            yield from end()
        else:
            self._ask_server(message, tournament.state.place.channel, end)

    @command(
        "endsng",
        examples=(Example("", "there is no tournament here: …"),),
        guess=False,
        price="seat",
    )
    def end_sng(self, message: Message, arguments: str) -> Iterator[Line]:
        """Answer `!endsng`: end the sit-and-go of this channel; see `_end`.

        Yields:
            That it ends after the hand in progress, if there is one.

        Raises:
            NotAllowedError: there is none, or the author may not.
        """
        check_nothing(arguments)
        there = [each for each in self._tournaments.at(place_of(message)) if each.state.plan.is_sit_and_go]
        if not there:
            raise NotAllowedError(Phrase("tournament.none"))
        yield from self._end(message, max(there, key=lambda each: each.state.is_playing))

    def _results(self, message: Message, name: str) -> Iterator[Line]:
        ledger = self._tables.services.ledger
        results = ledger.tournament_results(message.sender.network, name)
        if not results:
            raise NotAllowedError(Phrase("tournament.no_results"))
        yield from result_phrases(results[0], ledger.transfers(results[0].tournament_id, MOST_TRANSFERS))

    def _rebuy(self, message: Message, name: str) -> Iterator[Line]:
        entry = self._tournaments.rebuy(self._meant(message, name), message.sender)
        yield Phrase("tournament.rebought", who=entry.nick)

    def rebuy_here(self, message: Message) -> Phrase | None:
        """Let the author buy in again in a tournament at whose table they sit; None if they do not."""
        speaker = self._tables.speaker(message)
        own = [table for table, _ in speaker.seats if table.state.policy.is_tournament]
        tournaments = [each for each in self._tournaments.of_player(speaker.person.id) if each.state.is_playing]
        if not own or len(tournaments) != 1:
            return None
        entry = self._tournaments.rebuy(tournaments[0], message.sender)
        return Phrase("tournament.rebought", who=entry.nick)

    def _addon(self, message: Message, name: str) -> Iterator[Line]:
        entry = self._tournaments.take_addon(self._meant(message, name), message.sender)
        yield Phrase("tournament.added", who=entry.nick)

    def _levels(self, message: Message, name: str) -> Iterator[Line]:
        yield levels_phrase(self._meant(message, name).state)

    # Dividing the prizes

    @command(
        "chop",
        examples=(Example("icm", "there is no tournament here: …"), Example("", "expected icm, chips, even or no: …")),
        words=KINDS,
        guess=False,
    )
    def chop(self, message: Message, arguments: str) -> Iterator[Line]:
        """Answer `!chop icm | chips | even | no`; the shares and the end are announced to everybody.

        Yields:
            That the author has agreed.

        Raises:
            UsageError: another word.
        """
        kind = arguments.strip().lower()
        if kind not in KINDS:
            raise UsageError(Phrase("tournament.chop_how"))
        tournament = self._meant(message, "")
        self._tournaments.vote(tournament, message.sender, kind)
        chop, entry = tournament.state.chop, tournament.state.entry_of(message.sender.id)
        if chop is not None and entry is not None and entry.number in chop.agreed:
            yield Reply((Phrase("tournament.chop_noted", kind=kind),), private=True)
