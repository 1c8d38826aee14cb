"""`[tournaments]` in config.ini."""

from __future__ import annotations

from dataclasses import dataclass

from ircpoker.config import Section, key
from ircpoker.config.keys import chips
from ircpoker.config.kinds import BadValueError, Kind, choice, matching, several, whole
from ircpoker.errors import PokerError
from ircpoker.tournaments.rules.payouts import PayoutPolicy, parse_payouts


def _read_payouts(text: str, _folder: object) -> PayoutPolicy:
    try:
        return parse_payouts(text)
    except PokerError as error:
        raise BadValueError(text) from error


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """The settings of tournaments.

    Attributes:
        channels: the channels of the tables of scheduled tournaments, besides the one where they are created.
        payouts: which places are paid, if the organiser chooses nothing else.
        guests_per_host: the most guests of one host in a tournament that pays; 0 for any number.
        create: who may create scheduled tournaments: administrators, channel operators too, or everybody with an
            account too.
        buy_in: the usual buy-in.
        most_buy_in: the largest buy-in.
    """

    channels: tuple[str, ...] = key(
        "",
        several(matching(r"[#&+!][^\s,]{1,49}", "a channel"), "channels such as #table1"),
        doc="channels for the tables of scheduled tournaments, separated by commas; the bot must be there",
    )
    payouts: PayoutPolicy = key(
        "table",
        Kind("table, winner or top 15 %", _read_payouts),
        doc="the places that are paid: table (docs/tournaments.md), winner, or top N %",
    )
    guests_per_host: int = key(
        "1", whole(0, 1000), unit="guests", doc="the most guests of one host in a tournament with a buy-in; 0: any"
    )
    create: str = key(
        "operators",
        choice("admins", "operators", "accounts"),
        doc="who may create scheduled tournaments: admins, operators of the channel too, or everybody with an account",
    )
    buy_in: int = chips("100", doc="the usual buy-in; the house pays it for robots")
    most_buy_in: int = chips("2000", 1, doc="the largest buy-in")


TOURNAMENTS = Section("tournaments", TournamentSettings, "tournaments")
