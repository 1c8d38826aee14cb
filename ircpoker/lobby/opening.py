"""New tables: reads the request, chooses game and robots, and seats them.

Restores the tables of the ledger after a start of the bot.

A table continues the same deal, because the stored setup, actions and seeds give the same cards with the committed
secret. If that is not possible, all bets are returned and everybody gets their chips.
"""

from __future__ import annotations

import logging
import re
import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import cycle, islice

from msgspec import Struct

from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.errors import LedgerError, NotAllowedError, PokerError, SavedGameError, UsageError, quote
from ircpoker.fairness.proofs import mark_called_off
from ircpoker.ledger import Ledger, SavedGame
from ircpoker.lobby.cashier import give_back
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.places import Place
from ircpoker.lobby.seating import check_buy_in, check_name
from ircpoker.lobby.seats import Seat, TablePolicy
from ircpoker.lobby.settings import PACES, Pace
from ircpoker.lobby.shuffles import find_hidden, find_proof, hide
from ircpoker.lobby.state import TableState
from ircpoker.lobby.stored_form import load_state
from ircpoker.lobby.table import Table
from ircpoker.people import Person
from ircpoker.robots import LEVELS, RobotClass, check_plays, plays, shown_name, shown_names
from ircpoker.table import GAMES, TableSeat
from ircpoker.table.games import FEWEST_SEATS
from ircpoker.words import Phrase
from ircpoker.words.understood.requests import plain_words

MOST_SEATS = max(game.most_seats for game in GAMES.values())
"""A number after `!play` up to this one is the number of seats, a larger one the buy-in."""
PUBLIC = "public"
SIGHTS = ("private", PUBLIC)
"""Who may see a table without a channel: its players, or everybody."""
_SLIP = 0.85
"""The least similarity, from 0 to 1, of a game's name and another spelling of it: `nolimit` and `limit` have 0.83."""
_MOST_DIGITS = 40
"""The digits that are read of a buy-in."""

_STAKES = re.compile(r"(?:ante(\d+)|(\d+)/(\d+))", re.IGNORECASE)


class TableRequest(Struct):
    """The table that a player asks for.

    Attributes:
        robots: the robots to play against; empty for none.
        game: a key of `GAMES`.
        chips: the buy-in; None if the player gave none.
        sizes: the small and the big blind, or the ante; empty for the usual ones.
        pace: how much time people have.
        sight: `public` or `private`, of a table without a channel; empty if the player did not say.
    """

    robots: tuple[str, ...] = ()
    game: str = ""
    chips: int | None = None
    sizes: tuple[int, ...] = ()
    pace: Pace = Pace.NORMAL
    sight: str = ""


class _RequestWords(TableRequest):
    """The parsed words after `!play` or `!open`, perhaps with a number of seats."""

    seats: int | None = None

    def take_terms(self, word: str) -> bool:
        """Take stakes, pace, or who may see the table; return whether the word is one of them."""
        if word.lower() in SIGHTS:
            self.sight = word.lower()
            return True
        stakes, is_pace = _STAKES.fullmatch(word), word.lower() in PACES
        if stakes is not None:
            if self.sizes:
                raise UsageError(Phrase("errors.stakes_too_many", word=quote(word)))
            self.sizes = tuple([int(size[:_MOST_DIGITS]) for size in stakes.groups() if size])
        elif is_pace:
            if self.pace:
                raise UsageError(Phrase("errors.pace_too_many", word=quote(word)))
            self.pace = Pace(word.lower())
        return stakes is not None or is_pace

    def take_number(self, word: str, *, takes_seats: bool) -> None:
        if takes_seats and word.isascii() and word.isdigit() and len(word) < 3 and 1 <= int(word) <= MOST_SEATS:
            if self.seats is not None:
                raise UsageError(Phrase("errors.seats_too_many", word=quote(word), most=MOST_SEATS))
            self.seats = int(word)
            return
        if self.chips is not None:
            raise UsageError(Phrase("errors.chips_too_many", word=quote(word)))
        if not (word.isascii() and word.isdigit()):
            raise UsageError(Phrase("errors.no_buy_in", word=quote(word)))
        # The game's bounds refuse 0 and any number of so many digits.
        self.chips = int(word[:_MOST_DIGITS])


def parse_table_request(
    text: str, robots: Mapping[str, RobotClass], games: Sequence[str], *, takes_robots: bool
) -> TableRequest:
    """Read the words after `!play` or `!open`: robots, game, seats, stakes, pace and chips, in any order.

    Args:
        text: the words. With robots, a number up to `MOST_SEATS` is the number of seats.
        robots: the known robots.
        games: the games that can be played; the first is the default, unless the robots do not play it.
        takes_robots: whether it is a table against robots; then nobody chooses stakes or pace.

    Returns:
        A request with a game, and with robots if they may be named.

    Raises:
        UsageError: a word is unknown, a buy-in is not a number, or there are two games or two numbers of a kind.
        InvalidAmountError: a buy-in is more chips than there can be.
        NotAllowedError: a robot does not play the game, or not at a table of this size.
        NotAllowedError: no robot plays the game.

    Examples:
        >>> parse_table_request("limit 300", {}, ["holdem", "limit"], takes_robots=False).chips
        300
        >>> parse_table_request("blinds 25/50 turbo", {}, ["holdem"], takes_robots=False).sizes
        (25, 50)
    """
    request = _RequestWords()
    for word in plain_words(text, takes_robots=takes_robots):
        name = LEVELS.get(word.lower(), word.lower()) if takes_robots else word.lower()
        if name in games:
            if request.game:
                raise UsageError(Phrase("errors.game_too_many", word=quote(word)))
            request.game = name
        elif takes_robots and name in robots:
            request.robots += (name,)
        elif not takes_robots and request.take_terms(word):
            pass
        elif name in GAMES:
            raise UsageError(Phrase("errors.game_not_here", game=name, known=", ".join(games)))
        elif word[0].isdigit() or word[0] in "+-.":
            request.take_number(word, takes_seats=takes_robots)
        else:
            raise UsageError(_unknown(word, robots if takes_robots else (), games))
    if takes_robots:
        return _choose_robots(request, robots, games)
    return TableRequest((), request.game or games[0], request.chips, request.sizes, request.pace, request.sight)


def read_games(text: str, games: Sequence[str]) -> tuple[str, ...]:
    """Read a list of games by any of their names.

    Args:
        text: the names, separated by blanks or commas.
        games: the games that can be played.

    Returns:
        Keys of `GAMES`, each once, in the order of the text.

    Raises:
        UsageError: a word is not one of these games, or there is none.

    Examples:
        >>> read_games("plo, limit hold'em", ["holdem", "limit", "omaha"])
        ('omaha', 'limit')
    """
    words = plain_words(text.replace(",", " , "), takes_robots=False)  # a name has no comma in it
    names = [word.lower() for word in words if word != ","]
    wrong = next((word for word in names if word not in games), None if names else text)
    if wrong is not None:
        known = Phrase("errors.choices", known=", ".join(games))
        raise UsageError(Phrase("errors.no_game", word=quote(wrong), meant=known))
    return tuple(dict.fromkeys(names))


def make_table(context: TableContext, place: Place, person: Person, request: TableRequest, freed: int = 0) -> Table:
    """Make a table and seat its first person and robots; it is not open yet.

    Args:
        context: the objects that all tables share.
        place: a place without a table.
        person: the person who opens it, who has an account.
        request: game and robots; without robots it is a table for several people.
        freed: the chips that the house gets back from robots that the person called before.

    Returns:
        The table.

    Raises:
        InvalidAmountError: the buy-in is too small or too large.
        InsufficientChipsError: the person does not have the chips.
        NotAllowedError: the house stakes fewer chips on the person's robots today.
    """
    check_name(context, person, ())
    stakes = context.stakes_at(place, request.game, request.sizes)
    pace = request.pace or context.rules_at(place).pace
    settings = context.settings(request.game).for_table(stakes, pace)
    chips = check_buy_in(settings, request.chips, context.bring(person, settings.least_buy_in))
    if request.robots and place.network != CONSOLE_NETWORK:
        left = context.ledger.house_stake_left(person.id) + freed
        chips = _check_stake(settings.least_buy_in, left, request, chips, context.ledger.economy.house_stake)
    policy = TablePolicy.AGAINST_ROBOTS if request.robots else TablePolicy.CASH_GAME
    state = TableState(place, request.game, stakes, policy, pace)
    state.is_public = place.is_by_lines and request.sight == PUBLIC
    state.seats.take(TableSeat(0), Seat(person.nick, chips, chips, person.id, address=person.address, host=person.mark))
    for number, robot in enumerate(request.robots, 1):
        state.seats.take(TableSeat(number), Seat(state.seats.robot_nick(shown_name(robot)), chips, chips, robot=robot))
    return Table(context, f"{TABLE}{uuid.uuid4().hex}", state)


def _check_stake(least: int, left: int, request: TableRequest, chips: int, house_stake: int) -> int:
    """Return the buy-in against robots, which bring as many chips each: no more than the house stakes.

    Args:
        least: the least buy-in of the table.
        left: the chips that the house still stakes today on robots that the person calls.
        request: the robots, and the buy-in if the person named one.
        chips: the buy-in as it would be.
        house_stake: the chips that the house stakes in a day.

    Raises:
        NotAllowedError: the house stakes less than the least buy-in, or than the buy-in that the caller named.
    """
    count = len(request.robots)
    most = left // count
    if chips <= most:
        return chips
    if most >= least and request.chips is None:
        return most
    if most >= least:
        step = Phrase("broke.fewer", least=least, most=most)
    else:
        step = Phrase("broke.one_robot" if count > 1 and left >= least else "broke.no_robots")
    refused = Phrase("errors.house_stake", most=house_stake, left=left)
    raise NotAllowedError(Phrase("errors.house_stake_step", refused=refused, step=step))


def _choose_robots(words: _RequestWords, robots: Mapping[str, RobotClass], games: Sequence[str]) -> TableRequest:
    """Return the request, with robots and game chosen if they were not named.

    Raises:
        UsageError: there are more seats than the game has, or fewer than the robots need.
        NotAllowedError: a robot does not play the game, or not at a table of this size.
        NotAllowedError: no robot plays the game.
    """
    seats = words.seats or max(FEWEST_SEATS, len(words.robots) + 1)
    first = words.robots[:1]
    game = words.game or next((name for name in games if first and plays(robots[first[0]], name, seats)), games[0])
    least, most = max(FEWEST_SEATS, len(words.robots) + 1), GAMES[game].most_seats
    if least > most:
        raise UsageError(Phrase("errors.robots_too_many", game=game, most=most))
    if not least <= seats <= most:
        raise UsageError(Phrase("errors.seats", game=game, least=least, most=most))
    for name in words.robots:
        check_plays(robots[name], game, seats, robots)
    opponents = words.robots or _usual_opponents(game, seats, robots)
    if not opponents:
        raise NotAllowedError(Phrase("errors.nobody_plays", game=game))
    return TableRequest(tuple(islice(cycle(opponents), seats - 1)), game, words.chips)


def _usual_opponents(game: str, seats: int, robots: Mapping[str, RobotClass]) -> list[str]:
    """Return the default robots of a game, or else the first robot that plays it."""
    usual = [name for name in GAMES[game].default_robots if name in robots and plays(robots[name], game, seats)]
    return usual or [name for name in robots if plays(robots[name], game, seats)][:1]


def _unknown(word: str, robots: Collection[str], games: Sequence[str]) -> Phrase:
    typed = word.lower()[:32]
    # Games have similar names, and another game is not what was meant: only a slip of the finger is corrected.
    close = get_close_matches(typed, games, 1, _SLIP) or get_close_matches(
        typed, [*robots, *(LEVELS if robots else ())], 1
    )
    if close:
        meant = Phrase("errors.meant", name=close[0])
    elif robots:
        others = [name for name in shown_names(robots) if name not in LEVELS]
        meant = Phrase("errors.robots_and_games", robots=", ".join(others), games=", ".join(games))
    else:
        meant = Phrase("errors.or_chips", known=", ".join(games))
    return Phrase("errors.no_robot_or_game" if robots else "errors.no_game", word=quote(word), meant=meant)


TABLE = "table:"
"""The names of tables in the ledger begin with this."""

_logger = logging.getLogger(__name__)


def saved_tables(ledger: Ledger) -> Iterator[SavedGame]:
    """Yield the tables of a ledger."""
    for kind in sorted({game.name for game in GAMES.values()}):
        for saved in ledger.games(kind):
            if saved.game_id.startswith(TABLE):
                yield saved


def restore(context: TableContext, saved: SavedGame, network: str, channels: Collection[str]) -> Table | None:
    """Return a restored table; None if it was closed, is on another network or channel, or cannot be read.

    Args:
        context: the objects that all tables share.
        saved: the table as stored.
        network: the network whose tables are restored.
        channels: the bot's channels on the network.

    Returns:
        The table, with its deal in progress if there is one; its timers are paused.

    Raises:
        LedgerError: the ledger failed; nothing has changed.
    """
    try:
        state, record, problem = load_state(saved.state)
    except SavedGameError:
        _logger.exception("table %s is left as it is, with %s chips on it", saved.game_id, saved.held)
        return None
    if not _is_ours(state, saved, network, channels):
        return None
    table = Table(context, saved.game_id, state, saved.version)
    table.pause()
    try:
        if record is not None:
            state.hand = HandInProgress.restore(record, find_proof(context.ledger, record.deal_id, record.seeds))
        for deal_id in find_hidden(context.ledger, state):
            hide(state, deal_id, table.now, table.settings.reveal_after)
    except LedgerError:
        raise
    except PokerError as error:
        problem = str(error)
    if not problem:
        return table
    return _without_hand(context, table, record.deal_id if record else "", problem)


def _is_ours(state: TableState, saved: SavedGame, network: str, channels: Collection[str]) -> bool:
    """Return whether a stored table is on a network and in one of these channels, and has the chips that it should."""
    place = state.place
    if place.network != network:
        return False
    if place.channel and place.channel not in {name.lower() for name in channels}:
        # The channel may belong to another bot, or be ours again tomorrow.
        _logger.warning("table %s at %s is left as it is: the bot is not in its channel", saved.game_id, place)
        return False
    if state.held != saved.held:
        message = "table %s is left as it is: %s chips, but %s are stored"
        _logger.error(message, saved.game_id, state.held, saved.held)
        return False
    return True


def _without_hand(context: TableContext, table: Table, deal_id: str, problem: str) -> Table | None:
    """Call off a hand that cannot be played on; return the table if it goes on with the next one, or None.

    Args:
        context: the objects that all tables share.
        table: the table.
        deal_id: the hand; empty if it cannot be read either.
        problem: why the hand cannot be played on.

    Raises:
        LedgerError: the ledger failed; nothing has changed.
    """
    state = table.state
    if state.policy.is_tournament:
        _logger.error("table %s at %s goes on with the next hand: %s", table.id, state.place, problem)
        context.ledger.save(*mark_called_off(context.ledger, deal_id, Phrase("call_off.unreadable")))
        return table
    _logger.error("table %s at %s is closed, all bets are returned: %s", table.id, state.place, problem)
    try:
        # The shuffle of this hand is shown as well, because the table ends.
        hidden = [*find_hidden(context.ledger, state)]
        table.change(lambda draft: give_back(draft, deal_id, hidden, Phrase("call_off.unreadable")))
    except LedgerError:
        raise
    except PokerError:
        _logger.exception("table %s is left as it is", table.id)
    return None
