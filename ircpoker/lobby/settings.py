"""The table settings in config.ini, and how those of a channel differ.

A section is for the games that share their rules, for example `[holdem]`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import Self

from ircpoker.config import Section, Settings, key
from ircpoker.config.keys import chips, seconds
from ircpoker.config.kinds import SWITCH, number, whole
from ircpoker.errors import NotAllowedError, UsageError
from ircpoker.table import GAMES, Betting, ForcedBets, Game, Stakes
from ircpoker.words import Phrase


class Pace(StrEnum):
    """How much time people have at a table."""

    NORMAL = ""
    TURBO = "turbo"
    SLOW = "slow"


PACES = {Pace.TURBO: Fraction(1, 3), Pace.SLOW: Fraction(2)}
"""The part of the usual time for a decision."""


@dataclass(frozen=True, slots=True)
class TableSettings(ABC):
    """The settings that the tables of all games have in common.

    Attributes:
        buy_in: the usual buy-in, if the player names none.
        least_buy_in: the smallest buy-in.
        most_buy_in: the largest buy-in.
        seconds_to_act: the time for a decision.
        reminder: the time after which the player is reminded; 0 for no reminder.
        time_bank: what a time bank adds to the time for a decision; 0 for no time banks.
        grace: how long the seat of a player who has left is kept.
        wait: how long a table waits for players; 0 for no limit.
        deal_pause: the time between two deals.
        robot_pause: how long a robot seems to think; 0 on the console.
        most_tables: the most tables open at once.
        reveal_after: the time until the proof of a deal with several people is shown, at the latest when the table
            closes; 0 for only then.
        drama: whether robots make remarks; with a board also whether an all-in is shown street by street, with the
            chances of the hands.
    """

    buy_in: int = chips("500", 1, doc="the usual buy-in, if the player names none")
    least_buy_in: int = chips("100", 1, doc="the fewest chips to sit down with")
    most_buy_in: int = chips("2000", 1, doc="the most chips to sit down with")
    seconds_to_act: float = seconds("45", 1, 3600, doc="time for a decision; then a check if it is free, else a fold")
    reminder: float = seconds("30", 0, 3600, doc="time until a reminder; 0: none")
    time_bank: float = seconds("30", 0, 3600, doc="time that !time adds to a decision; 0: none")
    grace: float = seconds("120", 0, 86400, doc="how long a player who has left keeps the seat")
    wait: float = seconds("900", 0, 86400, doc="how long a table waits for players; 0: no limit")
    deal_pause: float = seconds("5", 0, 600, doc="time between deals; at most 1 where nobody showed cards")
    robot_pause: float = seconds("1.5", 0, 60, doc="how long a robot seems to think; the console has none")
    most_tables: int = key("1000", whole(0, 100_000), unit="tables", doc="tables open at once, private ones too")
    reveal_after: float = key(
        "60",
        number(0, 100_000),
        unit="minutes",
        doc="time until the proof of a deal with several people; 0: when the table closes",
    )
    drama: bool = key("on", SWITCH, doc="a robot's remark after some deals; off: none")

    @abstractmethod
    def stakes(self, game: Game, sizes: tuple[int, ...] = ()) -> Stakes:
        """Return the stakes of a table.

        Args:
            game: the game.
            sizes: the small and the big blind, or the ante, that a player has chosen; empty for the usual ones.

        Raises:
            NotAllowedError: the owner allows only the usual ones.
            UsageError: they are outside the owner's limits, or of another kind.
        """

    @abstractmethod
    def unit(self, stakes: Stakes) -> Fraction:
        """Return the size of stakes, where the usual ones have 1."""

    def for_table(self, stakes: Stakes, pace: Pace) -> Self:
        """Return the settings of one table: its buy-ins are as deep as at the usual stakes.

        Examples:
            >>> slow = BlindsSettings().for_table(Stakes(50, 100, 25, 50), Pace.SLOW)
            >>> slow.least_buy_in, slow.buy_in, slow.most_buy_in, slow.seconds_to_act
            (500, 2500, 10000, 90)
        """
        settings, unit = self, self.unit(stakes)
        if unit != 1:
            # Upwards, so that the least buy-in still pays the big blind or the ante.
            least, usual, most = (ceil(chips * unit) for chips in (self.least_buy_in, self.buy_in, self.most_buy_in))
            settings = replace(settings, least_buy_in=least, buy_in=usual, most_buy_in=most)
        if pace is Pace.NORMAL:
            return settings
        part = float(PACES[pace])
        seconds, reminder = ceil(self.seconds_to_act * part), ceil(self.reminder * part)
        pause, bank = ceil(self.deal_pause * min(part, 1.0)), ceil(self.time_bank * part)
        reminder = reminder if reminder < seconds else 0
        # Whole seconds, as they are shown.
        return replace(settings, seconds_to_act=seconds, reminder=reminder, deal_pause=pause, time_bank=bank)

    def complaints(self) -> Iterable[tuple[str, str]]:
        """Yield conflicts between the keys, as pairs of key and complaint."""
        if not self.least_buy_in <= self.buy_in <= self.most_buy_in:
            yield "buy_in", f"expected from least_buy_in, {self.least_buy_in}, to most_buy_in, {self.most_buy_in}"
        if self.reminder >= self.seconds_to_act:
            yield "reminder", f"expected less than seconds_to_act, {self.seconds_to_act:g}"


@dataclass(frozen=True, slots=True)
class BlindsSettings(TableSettings):
    """Tables of games with blinds.

    Attributes:
        small_blind: the small blind in chips.
        big_blind: the big blind in chips; in limit also the bet of the early streets, half that of the late ones.
        odds: whether players may ask for the chance of their own hand at a table with other people.
        rabbit: whether players may ask, after a deal, for the board cards that would have come.
        most_big_blind: the largest big blind that the opener of a table may choose.
    """

    small_blind: int = chips("5", doc="the small blind")
    big_blind: int = chips("10", 1, doc="the big blind, and limit's small bet")
    drama: bool = key(
        "on", SWITCH, doc="all-ins street by street, with chances, and robots' remarks; off: in one line, none"
    )
    odds: bool = key(
        "off", SWITCH, doc="on: !odds shows the chance of one's own hand with other people at the table, too"
    )
    rabbit: bool = key("off", SWITCH, doc="on: !rabbit shows the board that would have come, after a deal")

    most_big_blind: int = chips(
        "100", doc="the largest big blind that a player may choose (!open 25/50); 0: none may be chosen"
    )

    def stakes(self, game: Game, sizes: tuple[int, ...] = ()) -> Stakes:
        """Return the stakes of a table; see `TableSettings.stakes`."""
        if not sizes:
            return _blinds(self.small_blind, self.big_blind)
        if not self.most_big_blind:
            raise NotAllowedError(Phrase("errors.no_stakes", stakes=stakes_text(self.stakes(game))))
        if len(sizes) != 2:
            raise UsageError(Phrase("errors.no_ante", game=game.title))
        small, big = sizes
        if not 1 <= small <= big <= self.most_big_blind:
            raise UsageError(Phrase("errors.blinds", most=self.most_big_blind, half=max(1, self.most_big_blind // 2)))
        return _blinds(small, big)

    def unit(self, stakes: Stakes) -> Fraction:
        """Return the size of stakes, where the usual ones have 1."""
        return Fraction(stakes.big_blind, self.big_blind)

    def complaints(self) -> Iterable[tuple[str, str]]:
        """Yield conflicts between the keys."""
        yield from TableSettings.complaints(self)  # `super()` does not work in a dataclass with slots
        if self.small_blind > self.big_blind:
            yield "small_blind", f"expected at most big_blind, {self.big_blind}"
        if self.least_buy_in < self.big_blind:
            yield "least_buy_in", f"expected at least big_blind, {self.big_blind}"


@dataclass(frozen=True, slots=True)
class AntesSettings(TableSettings):
    """Tables of games with antes.

    Attributes:
        buy_in: 200 chips, as in the Swedish original.
        ante: the ante in chips; also the least bet, in limit the bet before the draw, and half the bet after it.
        most_ante: the largest ante that the opener of a table may choose.
    """

    buy_in: int = chips("200", 1, doc="the usual buy-in, if the player names none")
    ante: int = chips("10", 1, doc="the ante, the least bet, and limit's small bet")

    most_ante: int = chips(
        "100", doc="the largest ante that a player may choose (!open draw ante 50); 0: none may be chosen"
    )

    def stakes(self, game: Game, sizes: tuple[int, ...] = ()) -> Stakes:
        """Return the stakes of a table; see `TableSettings.stakes`."""
        if not sizes:
            return _antes(game, self.ante)
        if not self.most_ante:
            raise NotAllowedError(Phrase("errors.no_stakes", stakes=stakes_text(self.stakes(game))))
        if len(sizes) != 1:
            raise UsageError(Phrase("errors.no_blinds", game=game.title))
        if not 1 <= sizes[0] <= self.most_ante:
            raise UsageError(Phrase("errors.antes", most=self.most_ante))
        return _antes(game, sizes[0])

    def unit(self, stakes: Stakes) -> Fraction:
        """Return the size of stakes, where the usual ones have 1."""
        return Fraction(stakes.ante, self.ante)

    def complaints(self) -> Iterable[tuple[str, str]]:
        """Yield conflicts between the keys."""
        yield from TableSettings.complaints(self)  # `super()` does not work in a dataclass with slots
        if self.least_buy_in <= self.ante:
            yield "least_buy_in", f"expected more than ante, {self.ante}"


def stakes_text(stakes: Stakes) -> str:
    """Return stakes as they are typed: `5/10` or `ante 10`."""
    return f"{stakes.small_blind}/{stakes.big_blind}" if stakes.big_blind else f"ante {stakes.ante}"


def _blinds(small: int, big: int) -> Stakes:
    return Stakes(big, 2 * big, small, big)


def _antes(game: Game, ante: int) -> Stakes:
    return Stakes(ante, 2 * ante if game.betting is Betting.LIMIT else 0, ante=ante)


def least_buy_in(config: Settings, games: Collection[str]) -> int:
    """Return the least buy-in of all games that can be played, keys of `GAMES`; of all that there are if none can."""
    names = {GAMES[game].name for game in games or GAMES}
    return min(config.section(TABLE_SECTIONS[name]).least_buy_in for name in names)


_SETTINGS: Mapping[ForcedBets, type[TableSettings]] = MappingProxyType(
    {ForcedBets.BLINDS: BlindsSettings, ForcedBets.ANTES: AntesSettings}
)
TABLE_SECTIONS: Mapping[str, Section[TableSettings]] = MappingProxyType(
    {
        game.name: Section(
            game.name, _SETTINGS[game.forced_bets], f"{game.title} tables", check=lambda settings: settings.complaints()
        )
        for game in GAMES.values()
    }
)
"""The sections by the `name` of the games."""


@dataclass(frozen=True, slots=True)
class ChannelRules:
    """The choices of a channel; an empty one means the configuration's.

    All but `is_short`, `is_mixed` and `language` count for tables that are opened; tables that are open keep theirs.

    Attributes:
        blinds: the small and the big blind of games with blinds.
        ante: the ante of games with antes, as one number.
        pace: how much time people have.
        games: the games that may be opened, keys of `GAMES`, the default first.
        tables: the most tables at once; 0 for the most that the owner allows.
        is_short: whether all-ins take one line, and robots make no remarks.
        language: the language of the lines in the channel and of private lines about its tables.
        is_public: whether people who are not in the channel may watch its tables.
        is_mixed: whether one line may tell of several of its tables when the bot is behind.
        is_off: whether nothing is played there, and nothing said in public.
        quiet: the hours of the day, UTC, from the first to before the second, for which that is so; empty for none.
        lines: the most public lines of the bot a minute; 0 for no other limit than that of the network.
        daily: `on` where the hand of the day is asked, or the day of the last one; empty where it is not.
    """

    blinds: tuple[int, ...] = ()
    ante: tuple[int, ...] = ()
    pace: Pace = Pace.NORMAL
    games: tuple[str, ...] = ()
    tables: int = 0
    is_short: bool = False
    language: str = ""
    is_public: bool = True
    is_mixed: bool = True
    is_off: bool = False
    quiet: tuple[int, ...] = ()
    lines: int = 0
    daily: str = ""

    def is_closed(self, hour: int) -> bool:
        """Return whether nothing is played there in an hour of the day, UTC."""
        if self.is_off or not self.quiet:
            return self.is_off
        begins, ends = self.quiet
        return begins <= hour < ends if begins < ends else hour >= begins or hour < ends

    def sizes(self, game: Game) -> tuple[int, ...]:
        """Return the sizes of the forced bets of a game, as `TableSettings.stakes` takes them; empty for the usual."""
        return self.blinds if game.forced_bets is ForcedBets.BLINDS else self.ante


def hours_text(quiet: tuple[int, ...]) -> str:
    """Return quiet hours as they are typed, `22-08`; empty for none."""
    return "-".join(f"{hour:02}" for hour in quiet)


def closed_phrase(rules: ChannelRules, channel: str) -> Phrase:
    """Return that nothing is played in a channel now, and until when."""
    if rules.is_off:
        return Phrase("errors.channel_off", channel=channel)
    return Phrase("errors.channel_quiet", channel=channel, until=f"{rules.quiet[1]:02}:00")


USUAL_RULES = ChannelRules()
"""Those of private tables, and of channels that have chosen nothing."""
