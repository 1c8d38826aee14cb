"""What somebody without enough chips can do: the refill that comes by itself, and the next step that works now."""

from __future__ import annotations

from ircpoker.chat.segments import chips
from ircpoker.chat.services import Services
from ircpoker.errors import InsufficientChipsError, PokerError
from ircpoker.ledger import Means
from ircpoker.lobby import least_buy_in
from ircpoker.lobby.events import OutOfChips
from ircpoker.machines.rules import Machine
from ircpoker.machines.settings import SLOT
from ircpoker.people import Person
from ircpoker.words import Phrase, wait_phrase

_FREE = ("parse", "odds", "rules", "help")
"""Commands that need no chips."""
_FREE_PLAY = ("play free",)
"""A game without chips, where there are tournaments."""


def bring(services: Services, person: Person, needed: int, wanted: int | None = None) -> int:
    """Return the chips that a person can bring; somebody who has hardly any is filled up first, and reads that.

    Args:
        services: the services.
        person: the person, who has an account.
        needed: the chips that they need now.
        wanted: the chips that they want to add at a table where they stay: the next step is not to leave it; else None.

    Returns:
        Their chips outside tables and games, at least `needed`.

    Raises:
        InsufficientChipsError: they have fewer; it names the next step that works.
    """
    ledger = services.ledger
    held = ledger.account_info(person.id).balance
    if held < needed <= ledger.economy.refill_to:
        refill = ledger.refill(person.id, source=person.where)
        if refill is not None:
            held += refill.chips
            values = {"number": refill.number, "most": ledger.economy.refills}
            services.say_aside(person, Phrase("bank.refilled", given=chips(refill.chips), **values))
    if held < needed:
        means = ledger.means(person.id, source=person.where)
        step = next_step(services, person, means, stays=wanted is not None)
        raise InsufficientChipsError(wanted or needed, held, step)
    return held


def next_step(services: Services, person: Person, means: Means, *, stays: bool = False) -> Phrase:
    """Return what somebody without enough chips can do now, and when there are more; if they stay, not to leave."""
    if means.daily and services.knows("daily"):
        return Phrase("broke.daily", chips=chips(means.daily))
    tables = services.tables
    if not stays and tables is not None and tables.chips_of_player(person.id):
        return Phrase("broke.leave")
    if means.refill and tables is not None:  # They wanted to play a dearer game.
        cheapest = min(tables.games, key=lambda game: least_buy_in(services.settings, [game]))
        return Phrase("broke.play", game=cheapest, chips=chips(means.refill))
    if services.ledger.games(Machine.VIDEO_POKER.value, player=person.id) and services.knows("hold"):
        return Phrase("broke.hold")
    slot = services.settings.section(SLOT)
    stake = min(slot.stake, means.balance)
    if stake >= slot.least_stake and services.knows("slot"):
        return Phrase("broke.slot", stake=stake, more=_more(means))
    return nothing_left(services, means)


def nothing_left(services: Services, means: Means) -> Phrase:
    """Return when somebody without chips gets some, and what needs none."""
    names = [name for name in _FREE if services.knows(name)]
    free = [Phrase("broke.command", command=name) for name in (*_FREE_PLAY[: services.knows("sng")], *names)]
    parts = [part for command in free for part in (", ", command)][1:]
    return Phrase("broke.nothing", more=_more(means), free=parts)


def _more(means: Means) -> Phrase:
    return Phrase("broke.more", wait=wait_phrase(means.wait))


def refill_note(services: Services, person: Person) -> Phrase | None:
    """Return when the next refill comes, for somebody who has fewer chips than that; else None."""
    ledger = services.ledger
    means = ledger.means(person.id, source=person.where)
    most = ledger.economy.refill_to
    if means.balance + means.elsewhere >= most or not ledger.economy.refills:
        return None
    if means.refill:
        return Phrase("bank.refill_now", chips=chips(means.balance + means.refill))
    return _more(means)


def out_of_chips(services: Services, event: OutOfChips) -> Phrase:
    """Return the line for somebody who has lost all chips at a table: how to go on there, or the next step."""
    player = event.who
    try:
        means = services.ledger.means(player.id, source=player.where)
    except PokerError:  # It has failed since it stored the end of the deal, and this line must come anyway.
        return Phrase("broke.unknown")
    values = {"held": means.balance}
    if means.balance >= event.least:
        brings = chips(min(means.balance, event.usual))
        return Phrase("broke.again" if event.is_open else "broke.new", **values, chips=brings)
    if means.balance + means.refill >= event.least:
        return Phrase("broke.refill" if event.is_open else "broke.new_refill", **values, chips=chips(means.refill))
    return Phrase("broke.out", **values, next=next_step(services, player, means))
