"""What a player may do on their turn, as the feed says it: the keys, the amounts, and what asks for Enter first."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ircpoker.feed.messages import TableSnapshot
from ircpoker.feed.table_parts import Action, LegalActions, SeatSnapshot
from ircpoker.words import Phrase

PRESETS = {"m": "least", "h": "half", "p": "pot", "a": "most"}
"""The keys of the usual amounts while an amount is typed."""
ALL_IN = "all_in"


class Offer(NamedTuple):
    """An action that is legal now.

    Attributes:
        key: the key that takes it.
        label: its words, with the key in brackets.
        action: its name in the feed.
        amount: the chips of a bet or raise; 0 for none.
        asks: what must be confirmed: `all_in`, or a `bet` or `raise_to` over the pot; empty for nothing.
    """

    key: str
    label: Phrase
    action: Action
    amount: int = 0
    asks: str = ""


class Wager(NamedTuple):
    """The bet or raise that is legal now.

    Attributes:
        action: `bet` or `raise_to`.
        least: the least chips.
        most: the most chips.
        half: half the pot after calling, as near to it as is legal.
        pot: the pot after calling, as near to it as is legal.
        is_all_in: whether the most chips are all that the player has.
    """

    action: Literal["bet", "raise_to"]
    least: int
    most: int
    half: int
    pot: int
    is_all_in: bool

    @property
    def is_fixed(self) -> bool:
        """Whether there is one amount only."""
        return self.least == self.most

    def preset(self, name: str, typed: int, step: int) -> int:
        """Return one of the usual amounts, by a name of `PRESETS`; `up` and `down` are a step from what is typed."""
        if name in {"up", "down"}:
            return min(max(typed + (step if name == "up" else -step), self.least), self.most)
        return {"least": self.least, "half": self.half, "pot": self.pot, "most": self.most}[name]

    def asks(self, amount: int) -> str:
        """Return what must be confirmed of an amount, as in `Offer`."""
        if self.is_all_in and amount == self.most:
            return ALL_IN
        return self.action if not self.is_fixed and amount > self.pot else ""


def legal_now(table: TableSnapshot) -> LegalActions | None:
    """Return the legal actions of the player at the screen; None if it is not their turn."""
    return table.you.legal if table.you is not None and table.you.turn else None


def wager_of(table: TableSnapshot) -> Wager | None:
    """Return the bet or raise that is legal now; None if there is none."""
    legal, own = legal_now(table), own_seat(table)
    if legal is None or own is None:
        return None
    action: Literal["bet", "raise_to"] = "bet" if legal.bet else "raise_to"
    amounts = legal.bet or legal.raise_to
    if amounts is None:
        return None
    to_match, pot = own.bet + legal.call, table.pot + legal.call
    least, most = amounts

    def share(of: int) -> int:
        return min(max(to_match + pot // of, least), most)

    return Wager(action, least, most, share(2), share(1), most == own.bet + own.stack)


def own_seat(table: TableSnapshot) -> SeatSnapshot | None:
    """Return the seat of the player at the screen; None for a spectator."""
    number = table.you.seat if table.you is not None else None
    return next((seat for seat in table.seats if seat.seat == number), None)


def offers_of(table: TableSnapshot) -> list[Offer]:
    """Return the legal actions but bets and raises of a free amount, in the order of the bar."""
    legal, own = legal_now(table), own_seat(table)
    if legal is None or own is None:
        return []
    found: list[Offer] = []
    if legal.discard:
        return [Offer("d", Phrase("screen.discard"), "discard")]
    if legal.check:
        found.append(Offer("k", Phrase("screen.check"), "check"))
    if legal.fold and not legal.check:
        found.append(Offer("f", Phrase("screen.fold"), "fold"))
    if legal.call:
        is_all_in = legal.call >= own.stack
        label = Phrase("screen.call_all_in" if is_all_in else "screen.call", amount=f"{legal.call:,}")
        found.append(Offer("c", label, "call", legal.call, ALL_IN if is_all_in else ""))
    wager = wager_of(table)
    if wager is None:
        return found
    if wager.is_fixed:
        label = Phrase(f"screen.{wager.action}_fixed", amount=f"{wager.least:,}")
        found.append(Offer("r", label, wager.action, wager.least, wager.asks(wager.least)))
    elif wager.is_all_in:
        label = Phrase("screen.all_in_offer", amount=f"{wager.most:,}")
        found.append(Offer("a", label, wager.action, wager.most, ALL_IN))
    return found


def all_in_of(table: TableSnapshot) -> Offer | None:
    """Return the action that takes all the player's chips; None if there is none."""
    return next((offer for offer in offers_of(table) if offer.asks == ALL_IN), None)


def pressed(table: TableSnapshot, key: str) -> Offer | None:
    """Return the action that a key takes now.

    Args:
        table: the table.
        key: `f` checks where that is free; `c` checks, too, where there is nothing to call; `x` is `k`, and `b` is `r`.

    Returns:
        The action; None if the key takes none.
    """
    key = {"x": "k", "b": "r"}.get(key, key)
    by_key = {offer.key: offer for offer in offers_of(table)}
    if key in {"f", "c"} and key not in by_key:
        return by_key.get("k")
    return by_key.get(key)
