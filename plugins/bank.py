"""`!bank`, `!claim`, `!give`, `!top`, `!daily`, `!set`, `!stats` and `!link`: chips, their owners and history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta

from ircpoker.chat import access, players
from ircpoker.chat.access import Right
from ircpoker.chat.commands import Example, Line, command
from ircpoker.chat.identity_commands import IdentityCommands
from ircpoker.chat.means import refill_note
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.preferences import CHOICES
from ircpoker.chat.rights import has_services
from ircpoker.chat.router import Router
from ircpoker.chat.segments import chips
from ircpoker.chat.statistics import LAST, game_line, machine_phrase, sparkline
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.errors import DailyTakenError, NotAllowedError, UsageError, quote
from ircpoker.ledger import PlayerId, Ranked, SetPreference, parse_chips, unique_key
from ircpoker.records.deal_words import Segments, joined
from ircpoker.robots import LEVELS, shown_name
from ircpoker.table import GAMES
from ircpoker.words import Phrase
from ircpoker.words.nearest import nearest

TELL_EVERY = 60.0
"""Seconds in which a receiver gets a line about one gift only; `!bank` shows the chips of all."""
SHOWN = 10
"""The number of players that `!top` shows."""


def register(bot: Router) -> None:
    """Add the commands for people with several names."""
    bot.add_all(IdentityCommands(bot))


class Bank:
    """The commands of the bank.

    Attributes:
        last_notices: the times of the last minute's lines to receivers of gifts.
    """

    def __init__(self, bot: Router) -> None:
        self.bot = bot
        self.services = bot.services
        self.last_notices: dict[PlayerId, float] = {}

    @command(
        "bank",
        examples=(
            Example("", "you have 1000 chips", where="private"),
            Example("bob", "bob has 1000 chips", before=("<bob> bank",)),
            Example("code", "Your code is …"),
            Example("nobody", "nobody called 'nobody' has chips here: expected a player's nick"),
        ),
        aliases=("chips", "balance", "money"),
        errors="public",
    )
    def bank(self, message: Message, arguments: str) -> Line:
        """Return the chips of a player; or a guest's code, only to that guest.

        Raises:
            NotAllowedError: a code is wanted of an account of services.
        """
        ledger = self.services.ledger
        own = players.open_account(self.services, message.sender)
        if arguments.strip().lower() == "code":
            access.check(message, Right.MAKE_CODES)
            if not own.player.is_guest:
                raise NotAllowedError(Phrase("errors.no_own_code"))
            return Reply((Phrase("bank.code", code=ledger.new_code(own.player)),), private=True)
        account = players.account_called(self.services, arguments, message) if arguments else own
        if account.player != own.player:
            return _to(message, [Phrase("bank.has", who=players.name_of(account), chips=chips(account.balance))])
        tabled = {game.name for game in GAMES.values()}
        staked = sum(game.held for game in ledger.games(player=own.player) if game.kind not in tabled)
        tables = self.bot.tables
        in_front = tables.chips_of_player(message.sender.id) if tables else 0
        own_chips = Phrase("bank.own", chips=chips(account.balance))
        in_games = [Phrase("bank.in_games", chips=staked)] if staked else []
        at_tables = [Phrase("bank.at_tables", chips=in_front)] if in_front else []
        refill = refill_note(self.services, message.sender)
        return _to(message, joined([[own_chips], in_games, at_tables, [refill] if refill else []], "; "))

    @command(
        "claim",
        examples=(Example("1-0123456789abcdef", "this code is not valid: …"),),
        where="private",
    )
    def claim(self, message: Message, arguments: str) -> Phrase:
        """Return the guest's chips after the claim.

        Raises:
            NotAllowedError: the code is not valid, or the person is not a guest.
        """
        access.check(message, Right.LINK)
        if message.sender.account:
            raise NotAllowedError(Phrase("errors.no_claim"))
        ledger, person = self.services.ledger, message.sender
        players.open_account(self.services, person)
        owner = ledger.account_info(ledger.claimable(arguments, person.id))
        self.services.identities.claim(arguments, person)
        players.tell(self.services, owner, Phrase("link.claimed", who=person.nick))
        return Phrase("bank.claimed", chips=chips(ledger.account_info(person.id).balance))

    @command(
        "give",
        examples=(
            Example("bob 10", "an account can give chips away when it is 7 days old: yours is 0", ("<bob> bank",)),
            Example("bob -5", "'-5' is not a number of chips: …", before=("<bob> bank",)),
            Example("nobody 5", "nobody called 'nobody' has chips here: expected a player's nick"),
        ),
        aliases=("pay", "send"),
    )
    def give(self, message: Message, arguments: str) -> Phrase:
        """Return the chips of both after the gift. If it was made in private, its receiver gets a line, once a minute.

        Raises:
            UsageError: there are not two words.
            NotAllowedError: a guest would give or get chips on a network with services.
        """
        access.check(message, Right.GIVE)
        words = [word for word in arguments.split() if word.lower() not in {"to", "chips"}]
        if len(words) != 2:
            raise UsageError(Phrase("errors.give_what"))
        # A nick does not begin with a digit: `!give 10 bob` is clear.
        nick, number = reversed(words) if words[0].isdigit() else words
        ledger = self.services.ledger
        giver = players.open_account(self.services, message.sender)
        receiver = players.account_called(self.services, nick, message, for_gift=True)
        amount = parse_chips(number)
        network, is_of_guest = message.sender.network, giver.player.is_guest or receiver.player.is_guest
        if is_of_guest and has_services(self.services.settings, network):
            raise NotAllowedError(Phrase("errors.gift_accounts"))
        any_age = network == CONSOLE_NETWORK  # there only the owner of the machine plays
        receipt = ledger.gift(giver.player, receiver.player, amount, unique_key("gift"), any_age=any_age)
        gives = Phrase("bank.gives", giver=giver.nick, receiver=players.name_of(receiver), chips=chips(amount))
        left, new = receipt.balances[giver.player], receipt.balances[receiver.player]
        if message.channel is None and self._should_notify(receiver.player):
            players.tell(self.services, receiver, Phrase("bank.received", gives=gives, chips=chips(new)))
        return Phrase("bank.gift", gives=gives, giver=giver.nick, left=left, receiver=receiver.nick, new=new)

    def _should_notify(self, receiver: PlayerId) -> bool:
        """Return whether a receiver may get a line about a gift, which happens once a minute, and note the time."""
        now = self.services.clock.monotonic()
        for player in [player for player, at in self.last_notices.items() if now - at >= TELL_EVERY]:
            del self.last_notices[player]
        if receiver in self.last_notices:
            return False
        self.last_notices[receiver] = now
        return True

    @command(
        "top",
        examples=(
            Example("", "1. alice 1010, 2. bob 1000", before=("seed my lucky cat", "slot 10", "<bob> bank")),
            Example("won", "Won in all games: 1. alice +10", before=("seed my lucky cat", "slot 10")),
            Example("", "nobody has chips yet: …"),
        ),
        words=("won", "hands", "week", "sng"),
        aliases=("leaderboard", "score"),
    )
    def top(self, message: Message, arguments: str) -> Line:
        """Return the best players of this network.

        Raises:
            UsageError: no list has that name.
        """
        network = message.sender.network
        name, _, rest = arguments.lower().partition(" ")
        match name:
            case "up":
                raise UsageError(Phrase("router.meant", near=f"topup {rest}".strip()))
            case number if not number or number.isdigit():
                ranked = self.services.standings.top("chips", network, SHOWN)
                return Reply(tuple(_places(ranked))) if ranked else self._nobody("top_nobody", network)
            case "sng":
                winners = self.services.ledger.tournament_winners(SHOWN, network)
                return _list("sng", _places(winners)) if winners else Phrase("bank.top_no_sng")
            case "won" | "week" | "hands" as by:
                ranked = self.services.standings.top(by, network, SHOWN)
                places = _places(ranked, "top_place" if by == "hands" else "top_change")
                return _list(by, places) if ranked else self._nobody("top_none", network)
            case _:
                raise UsageError(Phrase("errors.which_top", token=quote(arguments)))

    def _nobody(self, key: str, network: str) -> Phrase:
        """Return why a list is empty; guests may be the only ones who play."""
        return Phrase(f"bank.{key}") if self.services.standings.ranks_guests(network) else Phrase("bank.top_no_account")

    @command(
        "daily",
        examples=(
            Example("", "100 chips for today: you have 1100 chips", where="private"),
            Example("", "you have today's chips already: come back in …", before=("daily",)),
        ),
    )
    def daily(self, message: Message, _arguments: str) -> Reply:
        """Give the daily chips; return the player's chips.

        Raises:
            DailyTakenError: they have them already; it names the refill that is due.
        """
        ledger, person = self.services.ledger, message.sender
        before = players.open_account(self.services, person).balance
        try:
            balance = ledger.daily(person.id, source=person.where).balances[person.id]
        except DailyTakenError as error:
            raise DailyTakenError(error.retry_after, refill_note(self.services, person)) from None
        return _to(message, [Phrase("bank.daily", given=chips(balance - before), chips=chips(balance))])

    @command(
        "set",
        examples=(
            Example("cards ascii", "cards: ascii"),
            Example("", "You have chosen nothing. Possible: private notice|privmsg; …"),
            Example("cards red", "'red' is not a choice for cards: expected unicode, ascii or words"),
        ),
        aliases=("settings",),
        words=tuple(CHOICES),
    )
    def set(self, message: Message, arguments: str) -> Reply:
        """Store a player's choice; without one, return the choices.

        Raises:
            NotAllowedError: the setting or the choice does not exist.
        """
        player = players.open_account(self.services, message.sender).player
        name, value = (*arguments.lower().split(None, 1), "", "")[:2]
        name = {"color": "colour"}.get(name, name)
        known = "; ".join(f"{name} {'|'.join(values)}" for name, values in CHOICES.items())
        if not name:
            chosen = self.services.preferences.of(player)
            made = ", ".join([f"{name} {value}" for name in CHOICES if (value := getattr(chosen, name))])
            mine = Phrase("bank.chosen", chosen=made) if made else Phrase("bank.chosen_none")
            return Reply((Phrase("bank.choices", mine=mine, known=known),), private=True)
        _check_choice(name, value)
        self.services.ledger.save(SetPreference(player, name, value))
        self.services.preferences.forget(*self.services.ledger.identities_of(player))
        return Reply((Phrase("bank.choice", name=name, value=value),), private=True)

    @command(
        "stats",
        examples=(
            Example(
                "",
                "alice | slot: played 1, won 1, staked 10, paid 20 (+10), best 20",
                before=("seed my lucky cat", "slot 10"),
            ),
            Example("manual", "manual has not played yet"),
            Example("", "alice has not played yet"),
        ),
        errors="public",
    )
    def stats(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Yield the results at machines, and the figures of each game at tables.

        Raises:
            UnknownPlayerError: no robot, game or player of that name.
        """
        who, name, only = self._meant(message, arguments)
        ledger, own = self.services.ledger, message.sender.id
        sees_all = isinstance(who, str) or who == own or self.services.settings.bot.stats == "all"
        beside = None if sees_all else own
        until = self.services.clock.now() - timedelta(seconds=message.delay) if message.delay and who != own else None
        counted = ledger.figures(who, beside=beside, until=until)
        games = [figures for figures in counted if only in {"", figures.game}]
        at_tables = {GAMES[figures.game].name for figures in games if figures.game in GAMES}
        results = () if isinstance(who, str) or beside else ledger.stats(who)
        wanted = [each for each in results if only in {"", each.game} and each.game not in at_tables]
        lines: list[Segments] = [[machine_phrase(result)] for result in wanted]
        if not lines and not games:
            yield Reply((Phrase("bank.no_shared_stats" if beside else "bank.no_stats", who=name),))
            return
        shown = self.services.settings.bot.cards == "unicode"
        line = sparkline(ledger.nets(who, LAST, beside=beside, until=until)) if shown else ""
        first, *others = [game_line(figures) for figures in games] or [[]]
        title = Phrase("stats.shared", who=name) if beside else name
        parts = joined([[title], [line] if line else [], *lines, first])
        most = message.limits.line_bytes
        is_long = most is not None and len(self.services.words.text(parts).encode()) > most
        yield Reply(tuple(parts), private=len(games) > 1 or is_long)
        for game in others:
            yield Reply(tuple(game), private=True)

    def _meant(self, message: Message, arguments: str) -> tuple[PlayerId | str, Phrase | str, str]:
        """Return the player or robot of the arguments, its name, and the game if one is given.

        Raises:
            UnknownPlayerError: no robot, game or player of that name.
        """
        tables, word = self.bot.tables, arguments.lower()
        robot = LEVELS.get(word, word)
        if tables and robot in tables.robots:
            return robot, shown_name(robot), ""
        own = message.sender.id
        played = {result.game for result in self.services.ledger.stats(own)}
        if not arguments or word in played or (tables and word in tables.games):
            return own, message.sender.nick, word
        account = players.account_called(self.services, arguments, message)
        return account.player, players.name_of(account), ""


def _to(message: Message, parts: Segments) -> Reply:
    """Return a line with "you", for the person only."""
    return Reply(tuple(parts), private=message.channel is not None)


def _check_choice(name: str, value: str) -> None:
    """Raise NotAllowedError unless this is a choice for a setting; the setting may be misspelt, or left out."""
    if name in CHOICES:
        if not value:
            raise NotAllowedError(Phrase("errors.choices", known=_either(name)))
        if value not in CHOICES[name]:
            raise NotAllowedError(Phrase("errors.no_choice_for", value=quote(value), name=name, known=_either(name)))
        return
    near, wanted = nearest(name, CHOICES), value
    having = [setting for setting, values in CHOICES.items() if name in values]
    if len(having) == 1:  # `on` may be meant for several settings.
        [near], wanted = having, name
    if near:
        meant = Phrase("errors.meant_set", setting=near, value=wanted if wanted in CHOICES[near] else _either(near))
    else:
        meant = Phrase("errors.choices", known=", ".join(CHOICES))
    raise NotAllowedError(Phrase("errors.no_setting", name=quote(name), meant=meant))


def _either(setting: str) -> Phrase:
    *others, last = CHOICES[setting]
    return Phrase("names.either", first=", ".join(others), second=last)


def _places(ranked: Iterable[Ranked], key: str = "top_place") -> Segments:
    named = [
        Phrase(f"bank.{key}", place=rank, who=player.nick, chips=player.number) for rank, player in enumerate(ranked, 1)
    ]
    return joined([[each] for each in named], ", ")


def _list(name: str, places: Segments) -> Phrase:
    return Phrase("bank.top_list", title=Phrase(f"bank.top_{name}"), places=places)
