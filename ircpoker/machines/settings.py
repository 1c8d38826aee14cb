"""The settings of the machines in config.ini: `[slot]` and `[videopoker]`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, make_dataclass
from functools import lru_cache
from typing import ClassVar

from ircpoker.config import Section, key
from ircpoker.config.kinds import SWITCH, whole
from ircpoker.draws import Outcome
from ircpoker.errors import ConfigError
from ircpoker.machines import rules

MOST_STAKE = 10**6
"""The highest stake that a configuration may allow: times `MOST_PAID` it is still a possible number of chips."""
_STAKE = whole(1, MOST_STAKE)


def _pays(pay_table: rules.PayTable, outcome: Outcome) -> int:
    words = outcome.value.replace("_", " ")
    return key(str(pay_table.pay(outcome)), whole(0, rules.MOST_PAID), unit="stakes", doc=f"what {words} pays")


@dataclass(frozen=True, slots=True)
class MachineSettings:
    """The settings that all machines have.

    Attributes:
        stake: the stake if the player gives no number.
        least_stake: the lowest stake.
        most_stake: the highest stake.
        allow_over_100: whether a pay table may return more than 100 %.
    """

    machine: ClassVar[rules.Machine]

    stake: int = key("10", _STAKE, unit="chips", doc="the stake if the player names none")
    least_stake: int = key("1", _STAKE, unit="chips", doc="the lowest stake")
    most_stake: int = key("1000", _STAKE, unit="chips", doc="the highest stake")
    allow_over_100: bool = key("no", SWITCH, doc="allow a pay table with which players win in the long run")

    def pay_table(self) -> rules.PayTable:
        """Return the pay table in force."""
        return rules.make_pay_table(self.machine, {outcome.value: getattr(self, outcome.value) for outcome in Outcome})


@lru_cache(maxsize=8)
def known_payback(pay_table: rules.PayTable) -> rules.Payback:
    """Return a pay table's exact return; it is kept, because a configured video poker table takes a second."""
    return rules.payback(pay_table)


def _check(settings: MachineSettings) -> Iterator[tuple[str, str]]:
    """Find contradictory stakes, and a pay table with which the house loses."""
    if settings.least_stake > settings.most_stake:
        yield "least_stake", f"expected at most most_stake, {settings.most_stake}"
    elif not settings.least_stake <= settings.stake <= settings.most_stake:
        yield "stake", f"expected from least_stake, {settings.least_stake}, to most_stake, {settings.most_stake}"
    if not settings.allow_over_100:
        try:
            rules.check_return(known_payback(settings.pay_table()))
        except ConfigError as error:
            yield "", f"{str(error).removeprefix(f'[{settings.machine}] ')}, or allow_over_100 = yes"


def _section(machine: rules.Machine, pays: rules.PayTable, name: str) -> Section[MachineSettings]:
    """Return the section of a machine: the keys that all have, and the payout of each outcome in stakes."""
    keys = [(outcome.value, int, _pays(pays, outcome)) for outcome in Outcome]
    names = {"machine": machine, "__doc__": f"The settings of `[{machine.value}]`."}
    settings = make_dataclass("Settings", keys, bases=(MachineSettings,), namespace=names, frozen=True, slots=True)
    return Section(machine.value, settings, f"{name}: its stakes and its pay table", check=_check)


SLOT = _section(rules.Machine.SLOT, rules.SLOT_PAYS, "the slot machine")
VIDEO_POKER = _section(rules.Machine.VIDEO_POKER, rules.VIDEO_POKER_PAYS, "video poker")
