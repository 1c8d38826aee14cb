"""What each key does. An action that is not legal is refused by the bot; nothing here knows Textual."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.feed.table_parts import Action
from ircpoker.screen.go_on import GoOnOffer
from ircpoker.screen.machine import SLOT, VIDEO_POKER
from ircpoker.screen.offers import Offer, all_in_of, legal_now, own_seat, pressed, wager_of
from ircpoker.screen.table_places import chips
from ircpoker.screen.user import CALL_ANY, CHECK_FOLD, FeedUser
from ircpoker.words import Phrase
from ircpoker.words.understood.typed import action_words

if TYPE_CHECKING:
    from ircpoker.screen.app import TableApp

PANEL_KEYS = {
    "h": "hands",
    "w": "why",
    "s": "statistics",
    "p": "proof",
    "y": "drill",
    "l": "lobby",
    "?": "help",
    ",": "settings",
}
"""The keys that open a panel."""
TABLE_KEYS = {
    **dict.fromkeys("fkxc", "act"),
    **dict.fromkeys("rb", "raise_to"),
    "a": "all_in",
    "d": "draw_cards",
    **dict.fromkeys("0123456789", "digit"),
    "u": "undo",
    "o": "switch_odds",
    "j": "sit",
    "t": "add_time",
    **dict.fromkeys("vm", "after_deal"),
    "+": "top_up",
    "q": "leave",
    "enter": "confirm",
    **dict.fromkeys(":/", "chat"),
    "escape": "undo",
}
"""The keys at a table, and the methods of `Controls` that take them."""
_ACTIONS: dict[str, Action] = {"f": "fold", "c": "call"}
AFTER_DEAL_KEYS = frozenset("vm")
"""Those of the moment after a deal."""
CHAT_KEYS = frozenset(":/")
"""Those that open the input line at any time."""
MACHINE_KEYS = {
    "enter": "play_machine",
    "space": "play_machine",
    **dict.fromkeys("0123456789", "machine_digit"),
    "b": "set_stake",
    "t": "pay_table",
    "o": "hint",
    "u": "undo",
    "escape": "undo",
    "q": "leave_machine",
    **dict.fromkeys(":/", "chat"),
}
"""The keys at a machine."""


class Confirmation(NamedTuple):
    """Something that Enter confirms.

    Attributes:
        question: what Enter does.
        take: begins it.
        turn: the player's turn for which it was asked; empty for any time.
        table: the table for which it was asked; empty for none.
    """

    question: Phrase
    take: Callable[[], Coroutine[object, None, object]]
    turn: str = ""
    table: str = ""


class Controls:
    """The keys of the screen.

    Attributes:
        go_on: the offer to go on after the end of a deal.
        pending: what waits for Enter; None for nothing.
        held: the cards that are held at video poker, by their numbers.
        stake: the stake of each machine.
    """

    def __init__(self, ui: TableApp, go_on: GoOnOffer) -> None:
        """Begin with nothing pending.

        Args:
            ui: the screen.
            go_on: the offer to go on after the end of a deal.
        """
        self._ui = ui
        self.go_on = go_on
        self.pending: Confirmation | None = None
        self.held: set[int] = set()
        self.stake: dict[str, str] = {}

    @property
    def _player(self) -> FeedUser:
        return self._ui.player

    def press(self, key: str) -> bool:
        """Take a key; return whether it means anything here."""
        if self._lets_go(key):
            self._ui.redraw()
            return True
        at_machine = self._player.machine is not None
        self._player.notice = ""
        if key.startswith("amount:"):
            self._ui.open_line("amount", key.removeprefix("amount:"), is_offered=True)
        elif key in PANEL_KEYS and not (at_machine and key in MACHINE_KEYS):
            self._ui.open_panel(PANEL_KEYS[key])
        else:
            keys = MACHINE_KEYS if at_machine else TABLE_KEYS
            name = keys.get(key)
            if name is None:
                return False
            getattr(self, name)(key)
        self._ui.redraw()
        return True

    def _lets_go(self, key: str) -> bool:
        """End the moment after a showdown, if there is one; return whether the key did only that."""
        watched = self._player.watched
        if watched is None or self.pending is not None or key in PANEL_KEYS or key in CHAT_KEYS:
            return False
        if key in AFTER_DEAL_KEYS and watched.may_show:
            return False
        if not (self.go_on.takes(key) or self._ui.holds_end()):
            return False
        watched.let_go()
        return True

    def act(self, key: str) -> None:
        """Fold, check or call; before the player's turn, note it."""
        watched = self._player.watched
        if watched is None:
            return
        offer = pressed(watched.table, key)
        if offer is not None:
            self._take(offer)
        elif watched.turn:
            self._ui.start(self._player.act(_ACTIONS.get(key, "check")))  # The bot says why not.
        elif self._is_in_hand() and key in "fc":
            self._player.want(CHECK_FOLD if key == "f" else CALL_ANY)

    def _is_in_hand(self) -> bool:
        watched = self._player.watched
        own = own_seat(watched.table) if watched is not None else None
        return watched is not None and bool(watched.table.deal) and own is not None and own.in_hand and not own.all_in

    def _take(self, offer: Offer) -> None:
        """Take an action, or ask first."""
        if offer.asks:
            question = Phrase(f"screen.sure_{offer.asks}", amount=chips(offer.amount))
            self._ask(question, lambda: self._player.take(offer))
        else:
            self.pending = None
            self._ui.start(self._player.take(offer))

    def _ask(
        self, question: Phrase, take: Callable[[], Coroutine[object, None, object]], *, any_time: bool = False
    ) -> None:
        watched = self._player.watched
        turn = "" if any_time or watched is None else watched.turn
        self.pending = Confirmation(question, take, turn, watched.id if watched is not None else "")

    def drop_outdated(self) -> None:
        """Drop what waits for Enter, if it was asked at another table."""
        watched = self._player.watched
        if self.pending is not None and self.pending.table != (watched.id if watched is not None else ""):
            self.pending = None

    def raise_to(self, key: str) -> None:
        """Bet or raise: of a fixed amount at once, else the amount is asked for."""
        watched = self._player.watched
        wager = wager_of(watched.table) if watched is not None else None
        if wager is None or watched is None:
            self._ui.start(self._player.act("raise_to", 0))  # The bot says why not.
            return
        offer = pressed(watched.table, key)
        if offer is not None:
            self._take(offer)
        else:
            self._ui.open_line("amount", str(wager.least), is_offered=True)

    def all_in(self, key: str) -> bool:
        """Ask whether the player is sure; return whether they can go all-in."""
        watched = self._player.watched
        if (offer := all_in_of(watched.table) if watched is not None else None) is not None:
            self._take(offer)
        elif key:
            self.raise_to(key)
        return offer is not None

    def digit(self, key: str) -> None:
        """Mark a card for the draw, or begin an amount."""
        watched = self._player.watched
        legal = legal_now(watched.table) if watched is not None else None
        if watched is None or legal is None:
            return
        if legal.discard:
            cards = watched.table.you.cards if watched.table.you is not None else ()
            if 1 <= int(key) <= len(cards):
                watched.chosen ^= {int(key)}
        elif (wager := wager_of(watched.table)) is not None and not wager.is_fixed:
            self._ui.open_line("amount", key)

    def draw_cards(self, _key: str) -> None:
        """Change the marked cards."""
        watched = self._player.watched
        legal = legal_now(watched.table) if watched is not None else None
        if legal is not None and legal.discard:
            self._ui.start(self._player.draw_cards())

    def typed_amount(self, text: str) -> None:
        """Take an amount that was typed: a number is checked here, the rest is the bot's to read."""
        self._ui.close_line()
        watched = self._player.watched
        if self._player.machine is not None:
            self.stake[self._player.machine.machine] = text
            if not self._may_hold():  # It is the next stake: the cards of this one are still to be held.
                self.play_machine("enter")
            return
        wager = wager_of(watched.table) if watched is not None else None
        if watched is None or wager is None:
            return
        if not (text.isascii() and text.isdecimal()):
            self._ui.start(self._player.say(f"{self._player.prefix}raise {text}"))
            return
        amount = int(text[:16])
        if not wager.least <= amount <= wager.most:
            span = {"least": chips(wager.least), "most": chips(wager.most)}
            self._player.notice = self._ui.say(Phrase("screen.how_much", **span))
            return
        label = Phrase("screen.raise_to_free", least=wager.least, most=wager.most)
        self._take(Offer("r", label, wager.action, amount, wager.asks(amount)))

    def undo(self, _key: str) -> None:
        """Take back what waits for Enter, what was to be done later, and the marks on cards."""
        self.pending = None
        self._player.notice = ""
        self._player.before = ""
        if self._player.watched is not None:
            self._player.watched.chosen.clear()

    def confirm(self, _key: str) -> None:
        """Do what waits for Enter; else open the input line."""
        self.drop_outdated()
        pending, self.pending = self.pending, None
        watched = self._player.watched
        if pending is None:
            legal = legal_now(watched.table) if watched is not None else None
            if legal is not None and legal.discard:
                self._ui.start(self._player.draw_cards())
            else:
                self._ui.open_line("chat")
        elif not pending.turn or (watched is not None and watched.turn == pending.turn):
            self._ui.start(pending.take())

    def chat(self, key: str) -> None:
        """Open the input line, for a command with its prefix."""
        self._ui.open_line("chat", self._player.prefix if key == "/" else "")

    def typed_line(self, text: str, *, is_private: bool = False) -> None:
        """Say a line that was typed, at the place of the table or in private."""
        self._ui.close_line()
        self._player.notice = ""
        if not (self._means_all_in(text) and self.all_in("")):
            self._ui.start(self._player.say(text, is_private=is_private))

    def _means_all_in(self, text: str) -> bool:
        """Return whether a line is an order to go all-in; without a prefix, it is one at a private table only."""
        line = " ".join(text.lower().split())
        return not self._player.is_at_place and line.strip(f"{self._player.prefix}. ") in action_words()["allin"]

    def _order(self, words: str) -> None:
        """Give the bot a command at the place of the table."""
        self._player.notice = ""
        self._ui.start(self._player.say(f"{self._player.prefix}{words}"))

    def switch_odds(self, _key: str) -> None:
        """Show the chances of the player's hand from now on, or no longer."""
        self._ui.start(self._ui.odds.switch())

    def sit(self, _key: str) -> None:
        """Sit down at the table, or come back to it."""
        if self._player.watched is not None:
            self._order("sit")

    def add_time(self, _key: str) -> None:
        """Use the time bank."""
        if self._player.watched is not None and self._player.watched.turn:
            self._order("time")

    def after_deal(self, key: str) -> None:
        """Show everybody the own cards of the deal that has just ended, or keep them hidden."""
        watched = self._player.watched
        if watched is not None and watched.may_show:
            watched.keep_hidden()
            self._order("show" if key == "v" else "muck")

    def top_up(self, _key: str) -> None:
        """Begin the command that brings more chips."""
        if self._player.may_top_up:
            self._ui.open_line("chat", f"{self._player.prefix}topup ")

    def leave(self, _key: str) -> None:
        """Leave the table with the chips after asking; as a spectator, go to the lobby."""
        watched = self._player.watched
        if watched is None:
            self._ui.open_panel("lobby")
        elif watched.seat is None:
            self._ui.start(self._player.leave_view())
            self._ui.open_panel("lobby")
        else:
            self.ask_to_leave(lambda: self._player.say(f"{self._player.prefix}leave"))

    def ask_to_leave(self, take: Callable[[], Coroutine[object, None, object]]) -> None:
        """Ask before something by which the player leaves the table."""
        table = self._player.watched.table if self._player.watched is not None else None
        own, tournament = (own_seat(table), table.tournament) if table is not None else (None, None)
        question = Phrase("screen.sure_leave", chips=chips(own.stack if own is not None else 0))
        if tournament is not None:
            is_own = self._player.is_alone and tournament.tables == 1
            question = Phrase(f"screen.sure_leave_{'own' if is_own else 'entry'}")
        self._ask(question, take, any_time=True)

    def play_machine(self, _key: str) -> None:
        """Pull, deal, or draw."""
        machine = self._player.machine
        if machine is None:
            return
        self._player.notice = ""
        if self._may_hold():
            cards = " ".join(map(str, sorted(self.held)))
            self.held.clear()
            self._ui.start(self._player.say(f"hold {cards}" if cards else "hold none", is_private=True))
            return
        self.held.clear()
        stake = self.stake.get(machine.machine) or str(machine.stake)
        self._ui.start(self.begin_machine(machine.machine, stake))

    def _may_hold(self) -> bool:
        """Return whether cards may be held at the machine."""
        machine = self._player.machine
        return machine is not None and machine.machine == VIDEO_POKER and machine.stage == "deal"

    async def begin_machine(self, name: str, stake: str = "") -> bool:
        """Play one game at a machine; return whether the bot let the player."""
        words = "slot" if name == SLOT else "vp"
        is_played = await self._player.try_to(self._player.say(f"{words} {stake}".strip(), is_private=True))
        if is_played and name == SLOT and not self._player.notice:
            self._ui.spin()
        return is_played

    def machine_digit(self, key: str) -> None:
        """Hold a card or no longer; where no cards can be held, begin a stake."""
        if self._may_hold():
            if "1" <= key <= "5":
                self.held ^= {int(key)}
        else:
            self._ui.open_line("amount", key)

    def set_stake(self, _key: str) -> None:
        """Ask for the stake."""
        self._ui.open_line("amount", "")

    def pay_table(self, _key: str) -> None:
        """Let the bot say the pay table."""
        machine = self._player.machine
        words = "slot" if machine is not None and machine.machine == SLOT else "vp"
        self._ui.start(self._player.say(f"{words} pays", is_private=True))

    def hint(self, _key: str) -> None:
        """Let the bot say which cards are best held."""
        self._ui.start(self._player.say("hint", is_private=True))

    def leave_machine(self, _key: str) -> None:
        """Go back to the table, or to the lobby."""
        self._player.machine = None
        if self._player.watched is None:
            self._ui.open_panel("lobby")
