"""Orders of administrators about people and their chips: who is ignored, grants, and the log of all orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from ircpoker import ledger
from ircpoker.admin.orders.orders import Order, OrderLine, OrderPlan, showing
from ircpoker.chat.players import account_called, name_of
from ircpoker.chat.rights import IgnoreList, network_meant, parse_period, pattern_of
from ircpoker.chat.router import Router
from ircpoker.chat.segments import chips
from ircpoker.errors import UsageError, quote
from ircpoker.words import Phrase

_HOUSE = "house"
_SHOWN_ORDERS = 5
_MOST_SHOWN = 20
_MOST_REASON = 100


class PeopleOrders:
    """The orders about people."""

    def __init__(self, bot: Router) -> None:
        self._bot = bot
        self._services = bot.services

    def orders(self) -> list[Order]:
        """Return them."""
        return [
            Order("ignore", "[network/]nick|mask [30m|2h|7d] [reason]", lambda call: self._ignore(call, is_ban=False)),
            Order("ban", "[network/]nick|mask [30m|2h|7d] [reason]", lambda call: self._ignore(call, is_ban=True)),
            Order("unignore", "[network/]nick|mask", self._unignore),
            Order("ignored", "", lambda _: showing(self._ignored_lines)),
            Order("grant", "[network/]nick chips", self._grant),
            Order("move-chips", "from to chips", self._move),
            Order("log", "[number]", self._log),
        ]

    def _network_and_name(self, call: OrderLine, word: str) -> tuple[str, str]:
        """Return the network and the name that a word means: `libera/ann`, or a nick on the administrator's network.

        Raises:
            UsageError: it is not certain which network is meant.
        """
        network, slash, name = word.partition("/")
        known = {each.name.lower() for each in self._services.settings.networks}
        if not slash or network.lower() not in known:
            network, name = "", word
        return network_meant(self._services.settings, call.message, network), name

    # People who are not heard

    def _ignore(self, call: OrderLine, *, is_ban: bool) -> OrderPlan:
        if not call.words:
            raise UsageError(Phrase("admin.ignore_usage"))
        network, name = self._network_and_name(call, call.words[0])
        person = self._services.presence.find(network, call.message.fold(name))
        pattern = pattern_of(name, person)
        period = parse_period(call.words[1]) if len(call.words) > 1 else None
        reason = " ".join(call.words[1 if period is None else 2 :])[:_MOST_REASON]
        until = None if period is None else self._services.clock.now() + period
        order = ledger.Ignore(network, pattern, until, reason, call.who)

        def carry_out(note: ledger.NoteOrder) -> Phrase:
            services = self._services
            services.ledger.save(order, note)
            services.load_ignored()
            tables = self._remove(order) if is_ban else 0
            return Phrase("admin.banned" if is_ban else "admin.ignoring", who=pattern, until=_until(until), n=tables)

        who = f"{pattern} ({network})"
        question = Phrase("admin.ban" if is_ban else "admin.ignore", who=who, until=_until(until))
        noted_as = " ".join(["ban" if is_ban else "ignore", f"{network}/{pattern}", *call.words[1:]])
        return OrderPlan(carry_out, question, note="itself", noted_as=noted_as)

    def _remove(self, banned: ledger.Ignore) -> int:
        """Let the banned people leave their tables; return how many seats that were."""
        tables, clock = self._bot.tables, self._services.clock
        people = IgnoreList([banned])
        if tables is None or not tables.is_open:
            return 0
        return tables.lobby.remove_people(lambda person: people.covers_person(person, clock))

    def _unignore(self, call: OrderLine) -> OrderPlan:
        if len(call.words) != 1:
            raise UsageError(Phrase("admin.unignore_usage"))
        network, name = self._network_and_name(call, call.words[0])
        there = [each.pattern for each in self._services.ignored.people if each.network == network]
        pattern = name
        if pattern not in there:
            pattern = pattern_of(name, self._services.presence.find(network, call.message.fold(name)))
        if pattern not in there:
            raise UsageError(Phrase("admin.not_ignored", who=quote(pattern)))

        def carry_out(note: ledger.NoteOrder) -> Phrase:
            services = self._services
            services.ledger.save(ledger.StopIgnoring(network, pattern), note)
            services.load_ignored()
            return Phrase("admin.unignored", who=pattern)

        return OrderPlan(carry_out, note="itself")

    def _ignored_lines(self) -> Iterator[Phrase]:
        people = self._services.ledger.ignored_people()
        if not people:
            yield Phrase("admin.nobody_ignored")
        for each in people[:_MOST_SHOWN]:
            who = f"{each.pattern} ({each.network})"
            reason = each.reason or "-"
            yield Phrase("admin.ignored", who=who, until=_until(each.until), reason=reason, by=each.set_by)

    # Chips

    def _account(self, call: OrderLine, word: str) -> ledger.AccountInfo:
        network, name = self._network_and_name(call, word)
        message = call.message
        nobody = replace(message.sender, network=network, nick="", nick_key="", account=None)
        return account_called(self._services, name, message._replace(sender=nobody))

    def _grant(self, call: OrderLine) -> OrderPlan:
        if len(call.words) != 2:
            raise UsageError(Phrase("admin.grant_usage"))
        return self._transfer(call, _HOUSE, call.words[0], call.words[1])

    def _move(self, call: OrderLine) -> OrderPlan:
        if len(call.words) != 3:
            raise UsageError(Phrase("admin.move_usage"))
        return self._transfer(call, *call.words)

    def _transfer(self, call: OrderLine, giver: str, receiver: str, amount: str) -> OrderPlan:
        """Return the plan to move chips between two accounts; those on tables stay where they are."""
        number = ledger.parse_chips(amount)
        given, taken = (None if word == _HOUSE else self._account(call, word) for word in (giver, receiver))
        source, target = (ledger.HOUSE if each is None else each.player for each in (given, taken))
        if source == target:
            raise UsageError(Phrase("admin.same_account"))
        reason = "grant" if given is None else "moved"
        entry = ledger.Entry(ledger.unique_key(f"admin-{reason}"), reason, ledger.transfer(source, target, number))
        names = {"giver": _shown(given), "receiver": _shown(taken), "chips": chips(number)}

        def carry_out(note: ledger.NoteOrder) -> Phrase:
            balances = self._services.ledger.post(entry, note).balances
            left = ", ".join(f"{each.nick}: {balances[each.player]}" for each in (given, taken) if each is not None)
            return Phrase("admin.moved", **names, balances=left)

        # Whose chips they were, whatever their nicks are later.
        noted_as = f"{'grant' if given is None else f'move-chips {source}'} {target} {number}"
        return OrderPlan(carry_out, Phrase("admin.move", **names), note="itself", noted_as=noted_as)

    # The log

    def _log(self, call: OrderLine) -> OrderPlan:
        if len(call.words) > 1 or (call.words and not call.words[0].isdecimal()):
            raise UsageError(Phrase("admin.log_usage"))
        most = min(int(call.words[0][:4]), _MOST_SHOWN) if call.words else _SHOWN_ORDERS

        def lines() -> Iterator[Phrase]:
            for order in reversed(self._services.ledger.given_orders(most)):
                at = f"{order.at:%Y-%m-%d %H:%M:%S}"
                order_of = {"at_time": at, "who": order.who, "place": order.place}
                yield Phrase("admin.logged", **order_of, order=order.text, outcome=order.outcome)

        return showing(lambda: list(lines()) or Phrase("admin.no_orders"))


def _until(until: datetime | None) -> Phrase:
    return (
        Phrase("admin.until", at_time=f"{until:%Y-%m-%d %H:%M} UTC") if until is not None else Phrase("admin.for_good")
    )


def _shown(account: ledger.AccountInfo | None) -> Phrase:
    if account is None:
        return Phrase("admin.the_house")
    return Phrase("admin.account", nick=name_of(account), id=str(account.player), n=account.balance)
