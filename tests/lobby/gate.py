"""A robot that thinks until it is told to go on."""

from threading import Event, current_thread
from types import MappingProxyType, SimpleNamespace

from ircpoker.table import CALL, CHECK

GATE = SimpleNamespace(opened=Event(), threads=[], error=None)


class Ponder:
    name = "ponder"
    games = MappingProxyType({"holdem": range(2, 11)})

    def thinks(self, view):
        return bool(view.board)

    def decide(self, view, _rng):
        GATE.threads.append(current_thread().name)
        if self.thinks(view):
            assert GATE.opened.wait(120)
            if GATE.error is not None:
                raise GATE.error
        return CHECK if view.legal.can_check else CALL
