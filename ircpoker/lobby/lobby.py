"""All tables of one bot: who plays where, and what is due next.

Synchronous and without a loop of its own: commands and news of people come in as calls, and what must happen later
is planned with the scheduler. Everything a table has to tell goes out through `emit`.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError, NoSeatError, NoTableError, NotAllowedError, PokerError, StaleStateError
from ircpoker.lobby import acting, dealing, due, proving, renaming, restoring, seating
from ircpoker.lobby.house import House, Surroundings
from ircpoker.lobby.indexes import SeatIndex
from ircpoker.lobby.news import GoingDown
from ircpoker.lobby.opening import Opened, Wish, make_table, open_table
from ircpoker.lobby.places import Place, Player
from ircpoker.lobby.postbox import Postbox
from ircpoker.lobby.seating import Seated
from ircpoker.lobby.table import Table
from ircpoker.lobby.timers import Timer
from ircpoker.robots import find_robot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.ledger import PlayerId
    from ircpoker.lobby.archive import OwnDeal
    from ircpoker.lobby.intents import Intent

RETRY_SECONDS = 5.0
"""Until a table tries again after the ledger failed."""
PRIVATE_AT_ONCE = 8
PRIVATE_LINES = 4
"""So many private tables go on at once; each of the others waits until the lines of those before have been sent."""
JOIN_SECONDS = 10.0
"""After the bot has come back to a network, a table waits so long for the first person to be seen."""

_TWO_BOTS = (
    "%s: another bot plays this table, too, and it is left to that one. Two bots are on the same network with the "
    "same database: stop one of them, or give it a database or a network of its own"
)
_logger = logging.getLogger(__name__)


class Lobby:
    """All tables.

    Attributes:
        house: what they share.
        tables: by their place.
    """

    def __init__(self, given: Surroundings) -> None:
        """Open a lobby; the tables of a network come back when it is connected.

        Args:
            given: ledger, scheduler, robots, and where news goes.
        """
        self._postbox = Postbox(given.emit)
        self.house = House(given, self._postbox.emit, self._do, self._seated)
        self.tables: dict[Place, Table] = {}
        self._half_open: dict[Place, Table] = {}
        self._calls = given.scheduler.calls("lobby")
        given.scheduler.on_standstill(self._stood_still)
        self._sitting = SeatIndex()
        self._given = given
        self._unread = set(given.channels)

    # Sitting down

    def play(self, place: Place, player: Player, wish: Wish) -> Opened:
        """Open a table for a person and a robot.

        Args:
            place: where.
            player: who.
            wish: which robot, game and how many chips.

        Returns:
            The table's facts.

        Raises:
            NotAllowedError: there is a table, or there are too many.
            InsufficientChipsError: the player has not got the chips.
        """
        return self._open(place, player, wish)

    def open(self, place: Place, player: Player, wish: Wish) -> Opened:
        """Open a table for several and seat a person there; otherwise like `play`."""
        return self._open(place, player, replace(wish, robot=""))

    def sit(self, place: Place, player: Player, chips: int | None) -> Seated:
        """Let a person sit down at a table, or be dealt in again; see `seating.sit`."""
        table = self._read(place)
        if table is None:
            raise NoTableError
        self._open_account(player)
        with self._care(table):
            return seating.sit(table, player, chips)

    def add_robot(self, place: Place, player: Player, name: str) -> Seated:
        """Let a robot sit down at a person's table; see `seating.seat_robot`."""
        table, _ = self.seat(place, player)
        robot = find_robot(name, self.house.robots)
        with self._care(table):
            return seating.seat_robot(table, robot)

    def leave(self, place: Place, player: Player) -> bool:
        """Let a person leave their table; return whether they have, or will after the deal."""
        table, number = self.seat(place, player)
        with self._care(table):
            has_left = seating.leave(table, number)
            if not has_left:
                acting.give_up(table, number)
            return has_left or table.is_over or number not in table.state.seats

    def _open(self, place: Place, player: Player, wish: Wish) -> Opened:
        there = self._read(place)
        if there is not None:
            raise seating.occupied(there, player)
        self._check_room(wish.game)
        self._open_account(player)
        table = make_table(self.house, place, player, wish)
        try:
            opened = open_table(table)
        except LedgerError:
            if table.is_in_doubt:
                self._half_open[place] = table
                table.after(Timer.RESUME, RETRY_SECONDS)
            raise
        seating.plan_next(table)
        return opened

    def _check_room(self, game: str) -> None:
        kind = self.house.settings(game)
        open_tables = sum(1 for table in self.tables.values() if self.house.settings(table.state.game_name) is kind)
        if open_tables >= kind.most_tables:
            raise NotAllowedError(f"{open_tables} tables are open, and that is all there is room for: try again later")

    def _open_account(self, player: Player) -> None:
        self.house.ledger.open_player(player.id, nick=player.nick, nick_key=player.nick_key)

    # Playing

    def act(self, place: Place, player: Player, intent: Intent) -> bool:
        """Let a person act at their table; see `acting.act`."""
        table, number = self.seat(place, player)
        with self._care(table):
            return acting.act(table, number, intent)

    def seat(self, place: Place, player: Player) -> tuple[Table, int]:
        """Return the table that a person means, and their seat there.

        Args:
            place: where they spoke.
            player: who.

        Returns:
            The table there; said in private, the only one on the network at which they sit will do.

        Raises:
            NoSeatError: they sit at none.
            NotAllowedError: they sit at several, or it is kept for somebody else with that nick.
        """
        for table, _ in list(self._seats_of(player.id)):
            self._catch_up(table)
        of_that_name = list(self._seats_of(player.id))
        here = [seat for seat in of_that_name if seat[0].state.place == place]
        meant = here or (of_that_name if place.is_private else [])
        own = [(table, number) for table, number in meant if table.state.seats[number].is_of(player)]
        if len(own) == 1:
            return own[0]
        if own:
            raise NotAllowedError("you sit at several tables: say it in the channel of the one you mean")
        if meant:
            raise NotAllowedError(seating.SEAT_IS_KEPT)
        raise NoSeatError(*seating.ways_to_a_seat(self.tables.get(place)))

    def find(self, place: Place, player: Player) -> Table | None:
        """Return the table at a place; in private the one at which a person sits; None if there is none."""
        if not place.is_private:
            return self.tables.get(place)
        own = [table for table, _ in self.own_seats(player)]
        return next((table for table in own if table.state.place == place), own[0] if own else None)

    def own_seats(self, player: Player) -> list[tuple[Table, int]]:
        """Return the tables at which a person sits, each with their seat there."""
        found = self._seats_of(player.id)
        return [(table, number) for table, number in found if table.state.seats[number].is_of(player)]

    def last_deals(self, player: PlayerId, most: int) -> list[OwnDeal]:
        """Return a player's last deals, the newest first."""
        return self.house.archive.last(player, most)

    def _seats_of(self, player: PlayerId) -> Iterator[tuple[Table, int]]:
        for table in self._sitting.tables_of(player):
            number = table.state.number_of(player)
            if number is not None:
                yield table, number

    # Starting again

    def restore(self, network: str) -> None:
        """Bring back the tables of a network, once, as this process is the one that plays there.

        Args:
            network: one of this bot's; other bots may play tables of other networks on the same ledger.

        Raises:
            LedgerError: the ledger failed; it is tried again a little later.
        """
        if network not in self._unread:
            return
        try:
            channels = self._given.channels[network]
            saved_tables = list(restoring.saved_tables(self.house.ledger))
            tables = [restoring.restore(self.house, saved, network, channels) for saved in saved_tables]
        except LedgerError:
            self._calls.call_after(RETRY_SECONDS, network, lambda: self._restore_again(network))
            raise
        self._unread.discard(network)
        for table in tables:
            if table is not None:
                self.tables[table.state.place] = table
                self._seated(table)
        self._go_on(network)

    # Who is there

    def heard(self, player: Player, place: Place) -> None:
        """Note that a person has said something: they are there, and so is their network.

        Args:
            player: who.
            place: where. Who is out of a table's channel does not come back to it by talking elsewhere.

        Raises:
            LedgerError: the tables cannot be read from the ledger.
        """
        network = player.id.network
        self.restore(network)
        if self._postbox.is_closed(network):
            self.connected(network)
        for table, number in list(self._seats_of(player.id)):
            is_same = table.state.seats[number].is_of(player)
            if not is_same or table.state.place.is_private or table.state.place == place:
                with self._care(table):
                    self._seen(table, number, player)

    def joined(self, player: Player, channel: str) -> None:
        """Note that a person is in a channel."""
        table = self.tables.get(Place.of_channel(player.id.network, channel))
        if table is None:
            return
        with self._care(table):
            if table.calls.when(Timer.RESUME) is not None:
                table.after(Timer.RESUME, 0)
            number = table.state.number_of(player.id)
            if number is not None:
                self._seen(table, number, player)

    def parted(self, player: PlayerId, channel: str) -> None:
        """Note that a person has left a channel, or was kicked."""
        table = self.tables.get(Place.of_channel(player.network, channel))
        number = table.state.number_of(player) if table else None
        if table is not None and number is not None:
            with self._care(table):
                seating.go_away(table, number)

    def quit(self, player: Player) -> None:
        """Note that a person is gone from the network; a guest's nick is free for anybody from now on."""
        for table, number in list(self._seats_of(player.id)):
            with self._care(table):
                seating.go_away(table, number)

    def _seen(self, table: Table, number: int, player: Player) -> None:
        """Note that somebody with the nick of a seat is there: its player, or proof that its player is not."""
        if not table.state.seats[number].is_of(player):
            seating.go_away(table, number)
            return
        if player.address:
            table.rename(number, player)
        self._is_there(table, number)

    def renamed(self, old: Player, player: Player) -> None:
        """Note that a person has another nick or address, or is another player to the ledger.

        Seat and chips stay theirs.
        """
        for table, _ in self.own_seats(old):
            self._catch_up(table)
        seats = self.own_seats(old)
        if not seats:
            return
        if old.id != player.id:
            free = [seat for seat in seats if not seat[0].is_in_doubt and seat[0].state.number_of(player.id) is None]
            for table, number in seats:
                if (table, number) not in free:
                    # There is a seat of the new name, kept for whoever left it, or the ledger fails.
                    seating.go_away(table, number)
            if len(free) == len(seats) and self._take_purse_along(seats, old, player):
                return
            seats = free
        for table, number in seats:
            try:
                with self._care(table):
                    renaming.rename(self.tables, table, number, player)
            except StaleStateError:
                continue  # The log has it.
            except LedgerError:
                _logger.exception("%s: a new name is not stored", table)
                seating.go_away(table, number)

    def _take_purse_along(self, seats: list[tuple[Table, int]], old: Player, player: Player) -> bool:
        """Let purse and seats go by the new name; return whether nothing is left to do."""
        try:
            is_done = renaming.take_purse_along(self.house.ledger, self.tables, seats, old, player)
            self._open_account(player)
        except LedgerError:
            _logger.exception("%s cannot be %s", old.id, player.id)
            for table, number in seats:
                table.after(Timer.RESUME, RETRY_SECONDS)
                seating.go_away(table, number)
            return True
        return is_done

    def disconnected(self, network: str) -> None:
        """Note that the bot has lost a network: its tables stand still."""
        self._postbox.close(network)
        for table in self._tables_on(network):
            table.calls.pause()

    def connected(self, network: str) -> None:
        """Note that the bot is on a network: its tables go on, those of a channel when somebody is seen there."""
        self._postbox.open(network)
        if network in self._unread:
            try:
                self.restore(network)
            except LedgerError:
                _logger.exception("%s: the tables cannot be read", network)
            return
        self._go_on(network)

    def _restore_again(self, network: str) -> None:
        if not self._postbox.is_closed(network):
            self.connected(network)

    def _go_on(self, network: str) -> None:
        private = -PRIVATE_AT_ONCE
        for table in self._tables_on(network):
            if table.calls.is_paused:
                self._lose_sight(table)
                # They begin anew when the table goes on.
                table.calls.cancel(*[timer for timer in Timer if timer is not Timer.REVEAL])
                table.calls.resume()
                wait = JOIN_SECONDS
                if table.state.place.is_private:
                    private += 1
                    wait = max(0, private) * PRIVATE_LINES * self.house.line_seconds(network)
                table.after(Timer.RESUME, wait)

    def closing(self) -> None:
        """Tell everybody that the bot is about to leave; all is stored, and nothing more happens by itself."""
        for table in self.tables.values():
            if not table.calls.is_paused and self.house.has_clocks(table.state.place):
                table.calls.pause()
                table.tell(GoingDown())
                table.flush()

    @staticmethod
    def _lose_sight(table: Table) -> None:
        """Take all people of a channel for gone until they are seen: some may have left while the bot was away."""
        if not table.state.place.is_private:
            for number, seat in table.state.seats.items():
                if seat.player:
                    table.away.setdefault(number, table.now)

    def _is_there(self, table: Table, number: int) -> None:
        if table.calls.when(Timer.RESUME) is not None:
            # Everybody hears of everything when the table goes on; whoever speaks in private need not wait for others.
            table.away.pop(number, None)
            if table.state.place.is_private:
                table.after(Timer.RESUME, 0)
            return
        if not seating.come_back(table, number):
            return
        play = table.play
        actor = play.deal.actor if play else None
        if play is not None and actor is not None and play.hand.seats[actor] == number:
            acting.tell_turn(table, play)
            table.flush()

    def _tables_on(self, network: str) -> list[Table]:
        return [table for table in self.tables.values() if table.state.place.network == network]

    # Time

    def _stood_still(self, seconds: float) -> None:
        """Put all clocks of people forward: for so long, until now, nobody could act, or be seen to come back."""
        for table in self.tables.values():
            table.put_forward(seconds)
            if table.calls.when(Timer.GRACE) is not None:
                seating.plan_grace(table)

    def _do(self, table: Table, timer: Timer) -> None:
        """Do the one thing that is due at a table."""
        if table.is_in_doubt:
            # What is due may not be so any more.
            self._catch_up(table)
            table.after(Timer.RESUME, RETRY_SECONDS if table.is_in_doubt else 0)
            return
        try:
            with self._care(table):
                due.do(table, timer)
        except StaleStateError:
            pass  # The log has it.
        except LedgerError as error:
            _logger.error("%s: %s", table, error)  # noqa: TRY400 - the cause is a line, and may come every few seconds
        except PokerError:
            # Nobody asked for what is not allowed here.
            _logger.exception("%s: it is stopped", table)
            self._stop(table)
        except Exception:
            _logger.exception("%s: it is stopped", table)

    def _read(self, place: Place) -> Table | None:
        """Return the table at a place as it is stored; None if there is none.

        Raises:
            LedgerError: it is not known whether there is one.
        """
        for tables in (self._half_open, self.tables):
            if place in tables:
                self._catch_up(tables[place])
        if place in self._half_open:
            raise LedgerError("it is not known yet whether a table was opened here: try again later")
        return self.tables.get(place)

    def _catch_up(self, table: Table) -> None:
        """Read what became of a change in doubt; while the ledger fails the table stands still."""
        if not table.is_in_doubt:
            return
        place = table.state.place
        try:
            if table.catch_up() and not table.is_over:
                if table.state.place != place:
                    del self.tables[place]
                # A deal may have ended with it; the cards of one that goes on are given again.
                table.unproved.clear()
                proving.find_unproved(table)
                table.after(Timer.RESUME, 0)
        except StaleStateError:
            self._left_to_another(table)
        except PokerError as error:
            _logger.error("%s: %s", table, error)  # noqa: TRY400 - the cause is a line, and may come every few seconds
        if table.is_over:
            self._seated(table)
        if not table.is_in_doubt and self._half_open.get(place) is table:
            del self._half_open[place]

    def _left_to_another(self, table: Table) -> None:
        """Forget a table that another process has changed."""
        _logger.warning(_TWO_BOTS, table)
        table.is_over = True
        self._seated(table)

    def _stop(self, table: Table) -> None:
        """Return the bets of a deal in which an invariant does not hold; between deals close the table."""
        try:
            table.roll_back()
            if table.play is not None:
                dealing.call_off(table, "something went wrong here, the owner finds it in the log")
            else:
                seating.close(table)
        except LedgerError:
            _logger.exception("%s: it is tried again", table)
            table.after(Timer.RESUME, RETRY_SECONDS)
        except Exception:
            _logger.exception("%s: it is left as it is stored", table)
            table.is_over = True
            self._seated(table)

    def _seated(self, table: Table) -> None:
        """Note a table as it was stored, and who sits there."""
        self._sitting.note(table)
        if table.is_over:
            table.calls.cancel_all()
            if self.tables.get(table.state.place) is table:
                del self.tables[table.state.place]
        else:
            self.tables.setdefault(table.state.place, table)

    @contextmanager
    def _care(self, table: Table) -> Iterator[None]:
        """See to it that a table goes on when the ledger fails, and that nothing is left half done.

        Yields:
            Nothing.

        Raises:
            StaleStateError: another process has changed the table.
            LedgerError: the ledger failed; the table is as it was stored last.
            PokerError: what is wanted cannot be; nothing has changed.
        """
        try:
            yield
        except StaleStateError:
            self._left_to_another(table)
            raise
        except LedgerError:
            table.after(Timer.RESUME, RETRY_SECONDS)
            # It may have failed before anything was to be stored, with half of it done.
            table.roll_back()
            raise
        except PokerError:
            raise
        except Exception:
            self._stop(table)
            raise
