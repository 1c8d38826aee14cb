"""A bot with tables, people who talk to it, and everything it says to anybody."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, Self

from ircpoker.chat.loader import load_plugins
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import Outgoing
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import NetworkSettings
from ircpoker.ledger import Ledger, PlayerId
from ircpoker.lobby import TABLE_SECTIONS, Lobby, Place, Table
from ircpoker.lobby.listeners import Listeners
from ircpoker.people import Person
from ircpoker.runtime.clock import ManualClock
from ircpoker.runtime.delivery import Delivery, OnDelivery
from tests.any_order import AnyOrder
from tests.chat.routers import IRC_LIMITS, usual_settings
from tests.outbox import PacedLines

NET = "net"
CHANNEL = "#poker"
NO_SEAT = "you have no seat at a table here: !sit joins the table here"
RESULT = re.compile(r"(?:^|\| )#(\d+) (?=main \d|[^|]*\bwins? |[^|]* split \d)")
"""The beginning of the line with the result of a deal, with the number of the deal."""
OPTIONS = re.compile(r"![a-z]+")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the bot: to a channel, or to one nick."""

    target: str
    text: str


class Hall:
    """A bot on one network with one channel; time moves only when a test moves it.

    Attributes:
        lines: all lines of the bot, in order.
        streams: the keys of the tables that have spoken, whose lines keep their order.
        refusals: nicks to which nothing can be sent, with the `Delivery` of a line to them.
        nick_owners: folded nick -> the address of its owner now; all others are at home.
        limits: the limits of everybody's commands and answers.
        paced: lines that may not be shown yet.
        holds_deliveries: deliveries of cards are reported by `confirm`, not at once.

    With `any_order`, what falls due together happens in an order that it draws.
    """

    def __init__(
        self,
        url: str = "sqlite://",
        *,
        seed: int = 1,
        channels: tuple[str, ...] = (CHANNEL,),
        clock: ManualClock | None = None,
        history: Path = Path("/nonexistent/history"),
        plugins: tuple[str, ...] = ("holdem", "draw"),
        plugin_path: Path | None = None,
        ledger: Ledger | None = None,
        nick_owners: dict[str, str] | None = None,
        services: bool = True,
        any_order: Random | None = None,
        **rules: Any,
    ) -> None:
        settings = usual_settings()
        prefix = rules.get("prefix", settings.bot.prefix)
        bot = replace(settings.bot, database=url, history=history, plugin_path=plugin_path, prefix=prefix)
        network = NetworkSettings(
            NET,
            "irc.example.org",
            channels=channels,
            tables_per_channel=rules.get("tables_per_channel", 1),
            services=services,
        )
        own = {name: rules[name] for name in ("most_seconds_a_hand", "command_burst") if name in rules}
        limits = replace(settings.limits, **own)
        self.settings = replace(settings, bot=bot, networks=(network,), limits=limits, others=_sections(rules))
        self.rules = rules
        self.clock = clock or ManualClock()
        rng = Random(seed)
        self.services = Services(self.settings, rng, self.clock, entropy=rng.randbytes)
        if any_order is not None:
            self.services.scheduler = AnyOrder(self.clock, any_order)
        if ledger is not None:
            self.services.opened = ledger
        self.router = Router(self.services)
        load_plugins(self.router, plugins, plugin_path)
        self.lines: list[Line] = []
        self.streams: set[str] = set()
        self.refusals: dict[str, Delivery] = {}
        self.nick_owners = nick_owners if nick_owners is not None else {}
        self.holds_deliveries = False
        self.limits = IRC_LIMITS
        self.waiting: list[OnDelivery] = []
        self.paced = PacedLines(self.services.scheduler, "lines", self._deliver)
        self.seen = 0
        self.connect()
        # Made now in place of at the first command: a bot on a file would do so too.
        assert self.lobby

    # The network

    def connect(self) -> None:
        self.services.outbox.open(NET, self.paced.take)
        self.services.presence.connected(NET)
        self.run()

    def disconnect(self) -> None:
        self.services.outbox.close(NET)
        self.services.presence.disconnected(NET)
        self.paced.lose()
        self.run()

    def leave(self) -> None:
        """End the bot: what is paced is sent at once, as all transports do."""
        self.services.presence.closing()
        self.paced.hurry()

    def _deliver(self, line: Outgoing) -> None:
        assert not (line.reply.private and line.reader.target.startswith("#"))
        delivery = Delivery.SENT if line.reader.target.startswith("#") else self._delivery(line)
        self.streams.add(line.table)
        if delivery is Delivery.SENT:
            self.hear(line.reader.target, line.reply)
        if line.on_delivery is None:
            return
        if self.holds_deliveries and line.confirm and delivery is Delivery.SENT:
            self.waiting.append(line.on_delivery)
        else:
            line.on_delivery(delivery)

    def hear(self, target: str, reply: Reply) -> None:
        """Record a line to a target."""
        self.lines.append(Line(target, reply.text))

    def _delivery(self, line: Outgoing) -> Delivery:
        if line.reader.address and self.person(line.reader.target).address != line.reader.address:
            return Delivery.REFUSED
        return self.refusals.get(line.reader.target, Delivery.SENT)

    def confirm(self, delivery: Delivery = Delivery.SENT) -> None:
        """Report the delivery of the oldest line that waits."""
        self.waiting.pop(0)(delivery)
        self.run()

    # People

    def person(self, nick: str, account: str | None = None) -> Person:
        """Return who has a nick now."""
        known = person(nick, account)
        return replace(known, address=self.nick_owners.get(known.nick_key, known.address))

    def player(self, nick: str) -> PlayerId:
        """Return the guest who has a nick now."""
        return player(nick, self.person(nick).address)

    def say(self, nick: str, text: str, channel: str | None = CHANNEL, *, account: str | None = None) -> list[str]:
        """Say something; return the texts of the direct answers, without the channel in front of private ones.

        Commands begin with `!` whatever the prefix of the bot is.
        """
        text = self.settings.bot.prefix + text[1:] if text.startswith("!") else text
        with self.services.outbox.held():
            replies = self.router.handle(
                Message(self.person(nick, account), text, channel, "dealer", limits=self.limits)
            )
            for reply in replies:
                target = nick if channel is None or reply.private else channel
                self.hear(target, reply)
        self.run()
        return [reply.text.removeprefix(f"[{channel}] ") for reply in replies]

    def seat(self, *nicks: str, game: str = "", chips: int = 500) -> None:
        """Let people sit down at a table in the channel, and wait for their cards; the lines so far count as read."""
        for nick in nicks:
            self.say(nick, f"!sit {chips}" if self.has_table() else f"!open {game} {chips}")
        self.wait(5)
        self.new_lines()

    def tell(self, nick: str, text: str) -> list[str]:
        """Say something in private."""
        return self.say(nick, text, None)

    def new_lines(self, target: str | None = None) -> list[str]:
        """Return the lines since the last call, to one target or to all."""
        new, self.seen = self.lines[self.seen :], len(self.lines)
        return [line.text for line in new if target in {None, line.target}]

    def to(self, target: str) -> list[str]:
        """Return all lines to a target."""
        return [line.text for line in self.lines if line.target == target]

    def dealt(self, nick: str) -> str:
        """Return the first line that ever gave somebody cards."""
        return next(text for text in self.to(nick) if " you hold " in text)

    # Time

    def run(self) -> None:
        """Make the calls that are due."""
        self.services.scheduler.run_all_due()

    def wait(self, seconds: float) -> None:
        """Let time go by; everything happens when it is due."""
        end = self.clock.monotonic() + seconds
        self.run()
        while (left := end - self.clock.monotonic()) > 0.000_001:
            due = self.services.scheduler.wait()
            # A little more, as times are kept in whole microseconds.
            step = left if due is None else min(left, due + 0.000_002)
            self.clock.advance(timedelta(seconds=step))
            self.run()

    # The inside

    @property
    def lobby(self) -> Lobby:
        return self.services.tables.lobby

    @property
    def listeners(self) -> Listeners:
        return self.lobby.listeners

    def place(self, where: str) -> Place:
        """Return a place: a channel's first table, another one as `#poker 2`, as it is stored, or a nick's talk."""
        if where.startswith("lines:"):
            return Place.parse(where)
        if not where.startswith("#"):
            return Place.of_player(self.player(where))
        channel, _, number = where.partition(" ")
        return Place.of_channel(NET, channel).numbered(int(number or 1))

    def table(self, where: str = CHANNEL) -> Table:
        """Return the table at a place, as `place` reads it."""
        return self.lobby.tables.by_place[self.place(where)]

    def has_table(self, where: str = CHANNEL) -> bool:
        """Return whether there is a table, and not one that is only kept for people who have lost all chips."""
        table = self.lobby.tables.by_place.get(self.place(where))
        return table is not None and not table.state.waits_for_chips

    def actor(self, where: str = CHANNEL) -> str:
        """Return whose turn it is; empty if nobody's."""
        hand = self.table(where).hand if self.has_table(where) else None
        if hand is None or hand.actor is None or hand.turn is None:
            return ""
        return self.table(where).seats[hand.actor].nick

    def away(self, where: str = CHANNEL) -> set[int]:
        """Return the seats of people who are gone."""
        return {number for number, seat in self.table(where).seats.items() if seat.is_away}

    def chips(self, nick: str) -> int:
        """Return the chips of the guest who has a nick now."""
        return self.services.ledger.balance(self.player(nick))

    def check_ledger(self) -> None:
        audit = self.services.ledger.audit()
        assert audit.is_clean
        assert audit.issued == audit.held + audit.at_tables
        pools = sum(tournament.state.held for tournament in self.services.tables.tournaments.by_id.values())
        # A hand of video poker that somebody has left open.
        machines = sum(saved.held for saved in self.services.ledger.games("videopoker"))
        assert audit.at_tables == sum(table.state.held for table in self.lobby.tables) + pools + machines

    def restarted(self, **changes: Any) -> Hall:
        """Return another bot on the same ledger, after this one was killed; WHO shows who is there."""
        self.services.outbox.close(NET)
        people = {seat.nick for table in self.lobby.tables for seat in table.seats.people}
        lasting = {"clock": self.clock, "ledger": self.services.ledger, "nick_owners": self.nick_owners}
        rules = {"seed": 99} | lasting | self.rules | changes
        hall = Hall(**rules)
        for nick in sorted(people):
            hall.services.presence.joined(hall.person(nick), CHANNEL)
        hall.run()
        return hall

    def close(self) -> None:
        self.services.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.check_ledger()
        self.close()


def person(nick: str, account: str | None = None) -> Person:
    return Person(NET, nick, nick.lower(), account, f"{nick.lower()}@{nick.lower()}.home")


def player(nick: str, address: str = "") -> PlayerId:
    return PlayerId.of(NET, nick_key=nick.lower(), address=address or person(nick).address)


def _sections(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the sections of the games, with the rules that they know, and other sections that a test gives."""
    fields = {"deal_pause": 5.0, "robot_pause": 0.0, "drama": False} | rules
    tables = {section.name: section.settings(**_known(section.settings, fields)) for section in TABLE_SECTIONS.values()}
    return tables | rules.get("sections", {})


def _known(kind: type, fields: dict[str, Any]) -> dict[str, Any]:
    names = set(kind.__dataclass_fields__)
    return {name: value for name, value in fields.items() if name in names}


def random_command(hall: Hall, where: str, rng: Random) -> str:
    """Return any legal command for the actor; folds now and then."""
    hand = hall.table(where).hand
    assert hand is not None
    legal = hand.deal.legal_actions()
    assert legal is not None
    if legal.discard:
        numbers = [str(number) for number in range(1, 6) if rng.random() < 0.4]
        return rng.choice(["!pat", f"!discard {' '.join(numbers) or 'none'}", f"!keep {' '.join(numbers) or 'none'}"])
    choices = ["!check"] * 4 if legal.can_check else ["!call"] * 4 + ["!fold"]
    for word, amounts in (("bet", legal.bet), ("raise", legal.raise_to)):
        if amounts:
            choices += [f"!{word} {amounts[0]}", f"!{word} {rng.choice(amounts)}"]
            all_in = hand.deal.bets[legal.seat] + hand.deal.stacks[legal.seat]
            if amounts[-1] == all_in and rng.random() < 0.2:
                choices.append("!allin")
    return rng.choice(choices)


def calm_command(hall: Hall, rng: Random) -> str:
    """Return a legal command for the actor that costs few chips, so that nobody is broke soon."""
    hand = hall.table().hand
    assert hand is not None
    legal = hand.deal.legal_actions()
    assert legal is not None
    if legal.discard:
        return rng.choice(["!pat", "!discard 1 2", "!discard 1 2 3 4 5"])
    if legal.can_check:
        return rng.choice(["!check"] * 5 + ["!bet min"] * bool(legal.bet))
    return rng.choice(["!call", "!call", "!fold"])


def random_seat_command(rng: Random) -> str:
    """Return what somebody may say about their own seat, or a robot's, at any time."""
    robots = ("caller", "folder", "random", "raiser", "swede")
    return rng.choice(["!sitout", "!rebuy", f"!topup {rng.randint(1, 300)}", f"!removebot {rng.choice(robots)}"])


def play_on(hall: Hall, rng: Random, turns: int, where: str = CHANNEL, channel: str | None = CHANNEL) -> None:
    """Let everybody play at random; between deals time passes, and broke players sit down again."""
    for _ in range(turns):
        if not hall.has_table(where):
            return
        nick = hall.actor(where)
        if nick:
            hall.say(nick, random_command(hall, where, rng), channel)
        else:
            hall.wait(5)
