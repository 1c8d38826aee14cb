"""Plays a session on a bot in this process: time passes as the script says."""

from __future__ import annotations

from pathlib import Path

from tests.pinned.doorway import Bot, Human, make_clock
from tests.pinned.heard import Heard, group
from tests.pinned.script import CHANNEL, Session, Step

NETWORK = {"host": "127.0.0.1", "channels": CHANNEL, "services": "off"}


class RouterPlay:
    """A bot and its people; `play` plays all steps."""

    def __init__(self, session: Session, folder: Path) -> None:
        self._session = session
        self._config = folder / "config.ini"
        self._config.write_text(session.config_text(NETWORK), encoding="utf-8")
        self._clock = make_clock()
        self._people = {who: Human(who, f"{who}@home") for who in session.everybody}
        self._present = dict.fromkeys(session.people, session.in_channel)
        self._lines: list[tuple[int, str, str]] = []
        self._bot = self._start()

    def play(self) -> Heard:
        try:
            for step in self._session.steps:
                self._do(step)
                self._note(step.number)
        finally:
            self._bot.kill()
        return group(self._lines)

    def _start(self) -> Bot:
        present = [self._people[who] for who, is_in_channel in self._present.items() if is_in_channel]
        return Bot(self._config, self._session.seed, self._clock, CHANNEL, present)

    def _note(self, number: int) -> None:
        names = {human.nick: who for who, human in self._people.items()}
        self._lines += [(number, names.get(target, target), text) for target, text in self._bot.lines]
        self._bot.lines.clear()

    def _do(self, step: Step) -> None:
        bot, human = self._bot, self._people.get(step.who, Human("", ""))
        match step.kind:
            case "says":
                bot.hear(human, step.text, CHANNEL)
            case "tells":
                bot.hear(human, step.text, None)
            case "comes":
                self._present[step.who] = True
                bot.comes(human, CHANNEL)
            case "connects":
                self._present[step.who] = self._session.in_channel
                if self._session.in_channel:
                    bot.comes(human, CHANNEL)
            case "leaves" | "kicked":
                self._present[step.who] = False
                bot.leaves(human, CHANNEL)
            case "quits":
                del self._present[step.who]
                bot.quits(human)
            case "renames":
                bot.renames(human, step.text)
            case "passes":
                bot.wait(step.seconds)
            case "kills":
                bot.kill()
                self._bot = self._start()
            case "stops":
                bot.stop()


def play_on_router(session: Session, folder: Path) -> Heard:
    return RouterPlay(session, folder).play()
