"""Robots that think until the test releases them, or only for a moment."""

from threading import Event, current_thread
from types import MappingProxyType, SimpleNamespace

from ircpoker.table import CALL, CHECK

GATE = SimpleNamespace(opened=Event(), threads=[], robots=[], asked=[], clocks=[], error=None, no_answer=None)


class Ponder:
    name = "ponder"
    games = MappingProxyType({"holdem": range(2, 11)})

    seconds = None

    def set_clock(self, seconds):
        self.seconds = seconds
        GATE.clocks.append(seconds)

    def thinks(self, view):
        GATE.asked.append(len(view.events))
        if GATE.no_answer is not None and view.board:
            raise GATE.no_answer
        return bool(view.board) and self.seconds != 0

    def decide(self, view, _rng):
        GATE.threads.append(current_thread())
        GATE.robots.append(self)
        if view.board and self.seconds != 0:
            assert GATE.opened.wait(120)
            if GATE.error is not None:
                raise GATE.error
        return CHECK if view.legal.can_check else CALL


class Glance:
    name = "glance"
    games = MappingProxyType({"holdem": range(2, 11)})

    def thinks(self, _view):
        return True

    def decide(self, view, _rng):
        return CHECK if view.legal.can_check else CALL
