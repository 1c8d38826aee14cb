"""Reads the messages of the feed, and works out each number in the tables that they show again.

A table is the snapshot with all `set` since. On a turn the message names the deal and the number of its actions, so
that the moment is known; between deals the stacks are those of the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tests.audit.course import STREETS, Course, Moment, names
from tests.audit.findings import Findings

Facts = dict[str, Any]


class Fed(NamedTuple):
    """A message: when, to whom (empty for a spectator), and what."""

    at: float
    reader: str
    message: Facts


class FeedAudit:
    """The audit of all messages.

    Attributes:
        courses: returns a deal by its number.
    """

    def __init__(self, courses: Callable[[str], Course | None], findings: Findings) -> None:
        self.course = courses
        self.findings = findings
        self._tables: dict[tuple[str, str], Facts] = {}
        self._added: dict[tuple[tuple[str, str], str], float] = {}
        self._ended: dict[tuple[str, str], Course] = {}

    def read(self, messages: Iterable[Fed]) -> None:
        """Read messages in the order in which they were sent."""
        for fed in messages:
            self.message(fed)

    def message(self, fed: Fed) -> None:
        """Read a message."""
        message = fed.message
        kind = message.get("event", message["is"])
        words = message.get("words", "")
        self.findings.say(f"{fed.at:.1f} feed {fed.reader} {kind} {words}")
        key = (message.get("table", ""), fed.reader)
        if message["is"] == "snapshot":
            self._tables[key] = dict(message)
        elif message["is"] == "event" and key in self._tables:
            table = self._tables[key]
            changed = message.get("set", {})
            self._event(message, table, key)
            table |= changed
        else:
            return
        self._table(self._tables[key], key, message.get("set", message))

    # Events

    def _event(self, message: Facts, table: Facts, key: tuple[str, str]) -> None:
        event = message["event"]
        if event == "hand_began":
            course = self.course(message["deal"])
            if course is not None:
                for seat in message["seats"]:
                    at = course.record.numbers.index(seat["seat"] - 1)
                    self.findings.check("stack", seat["stack"], course.setup["stacks"][at])
        elif event == "acted" and table["deal"]:
            course = self.course(table["deal"])
            if course is not None and message["action"] not in {"fold", "check"}:
                at = course.record.numbers.index(message["seat"] - 1)
                self.findings.check("action", message["amount"], self._amount(course, at, message, table))
        elif event == "all_in":
            self._all_in(message)
        elif event == "paid":
            self._paid(message, key)
        elif event == "time_added" and table["turn"] is not None:
            name = (key, table["turn"]["id"])
            self._added[name] = self._added.get(name, 0.0) + message["added"]
            if message["added"] == 30.0:
                self.findings.check("seconds", message["added"], 30.0)
            else:
                self.findings.skip("time bank that others have waited for before")
        elif event == "turn" and message.get("seconds") is not None:
            self.findings.check("seconds", message["seconds"], 45.0)

    @staticmethod
    def _amount(course: Course, at: int, message: Facts, table: Facts) -> int | None:
        """Return the amount of an action of a seat, the one told if the seat has done that."""
        street = STREETS["draw" if course.is_draw_game else "board"].index(table["street"])
        for number, (seat, action) in enumerate(course.record.actions):
            verb, _, rest = action.partition(" ")
            if seat != at or course.moments[number].street < street:
                continue
            amounts = {"call": course.paid[number], "discard": len(rest.replace(" ", "")) // 2}
            amount = amounts.get(verb) if verb in amounts else int(rest or 0)
            stated = {"raise_to": "raise"}.get(message["action"], message["action"])
            if stated == verb and amount == message["amount"]:
                return amount
        return None

    def _all_in(self, message: Facts) -> None:
        course = self.course(message["deal"])
        if course is None:
            return
        self.findings.check("pot", message["pot"], course.moments[-1].pot)
        for back in message["returned"]:
            at = course.record.numbers.index(back["seat"] - 1)
            self.findings.check("returned", back["amount"], course.returned[at])

    def _paid(self, message: Facts, key: tuple[str, str]) -> None:
        course = self.course(message["deal"])
        if course is None:
            return
        self._ended[key] = course
        won, put_in = course.won(), course.put_in()
        for result in message["results"]:
            at = course.record.numbers.index(result["seat"] - 1)
            self.findings.check("won", result["won"], won[at])
            self.findings.check("net", result["net"], won[at] - put_in[at])
        right = [
            sorted((course.record.numbers[seat] + 1, chips) for seat, chips in pot.items()) for pot in course.shares()
        ]
        stated = [sorted((share["seat"], share["amount"]) for share in pot) for pot in message["pots"]]
        self.findings.check("pot won", stated, right)

    # The table after an event

    def _table(self, table: Facts, key: tuple[str, str], changed: Facts) -> None:
        turn = table["turn"]
        if turn is not None and turn["id"]:
            deal, _, number = turn["id"].partition(":")
            course = self.course(deal)
            if course is not None and deal == table["deal"]:
                self._moment(table, course, course.moment_of(int(number)), changed)
                if "turn" in changed and turn["of"] is not None:
                    self.findings.check("seconds", turn["of"], 45.0 + self._added.get((key, turn["id"]), 0.0))
                    self.findings.check("seconds", turn["seconds"] <= turn["of"], True)
        elif not table["deal"] and key in self._ended and changed.get("seats"):
            self._between(table, self._ended[key])
        if changed.get("you") and changed["you"]["legal"] and turn is not None:
            self._own(changed["you"])

    def _moment(self, table: Facts, course: Course, moment: Moment, changed: Facts) -> None:
        numbers, findings = course.record.numbers, self.findings
        if "pot" in changed:
            findings.check("pot", table["pot"], moment.pot)
        if "pots" in changed:
            findings.check("pots", table["pots"], [chips for chips, _ in moment.pots()])
        if "turn" in changed:
            right = numbers[moment.actor] + 1 if moment.actor is not None else None
            findings.check("seat number", table["turn"]["seat"], right)
        board = names(course.board_at(moment))
        if table["board"] != board:
            findings.fault("board", table["board"], board)
        street = STREETS["draw" if course.is_draw_game else "board"][moment.street]
        if table["street"] != street:
            findings.fault("street", table["street"], street)
        if "seats" not in changed:
            return
        for seat in table["seats"]:
            if seat["seat"] - 1 in numbers:
                at = numbers.index(seat["seat"] - 1)
                findings.check("left", seat["stack"], moment.stacks[at])
                findings.check("bet", seat["bet"], moment.bets[at])
                if seat["in_hand"] is not (at in moment.in_hand):
                    findings.fault("in hand", seat["in_hand"], at in moment.in_hand)
                findings.check("cards held", seat["card_count"], len(moment.hands[at]) if at in moment.in_hand else 0)
                is_all_in = at in moment.in_hand and not moment.stacks[at]
                if seat["all_in"] is not is_all_in:
                    findings.fault("all-in", seat["all_in"], is_all_in)

    def _between(self, table: Facts, course: Course) -> None:
        """Check the stacks after a deal; people may have brought more since, which the lines say."""
        final = course.final_stacks()
        for seat in table["seats"]:
            number = seat["seat"] - 1
            if number in final and seat["name"] == course.record.nicks[course.record.numbers.index(number)]:
                right = final[number]
                held = seat["stack"] if seat["kind"] == "robot" else min(seat["stack"], right)
                self.findings.check("stack", held, right)

    def _own(self, you: Facts) -> None:
        deal, _, number = you["turn"].partition(":")
        course = self.course(deal)
        if course is None:
            return
        moment = course.moment_of(int(number))
        legal, findings = you["legal"], self.findings
        findings.check("price", legal["call"], moment.call)
        wagers = [moment.wagers[0], moment.wagers[-1]] if moment.wagers else None
        if legal["bet"] or legal["raise_to"] or wagers:
            findings.check("option", legal["raise_to" if moment.is_raise else "bet"], wagers)
        findings.check("option", legal["discard"], 5 if moment.is_draw else 0)
        findings.check("to win", you["to_win"], moment.to_win())
