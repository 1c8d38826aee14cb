"""People at a table on a real server, who play by the lines they read, and the checks of those lines."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from tests.servers.human import Human, connect_together
from tests.waiting import PATIENCE, wait_until

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
_OWN = re.compile(r"(?:^(?:\[\S+\] )?#(\d+) )?[Yy]ou (?:change \d .*?)?(?:and )?hold ([^|]*)")
_ON_TURN = re.compile(
    r"(?:^|\] |\| )((?:(?:\d\) )?[2-9TJQKA][cdhs](?![0-9A-Za-z]) ?){2,5})[^|]*\| (?:pot |\d+ to win )"
)
"""The cards in a private line, which does not name its deal."""
_BEGUN = re.compile(r"^#(\d+) (?:\d|ante)[^|]*\| ([^|]*)")
TURN = r"(?:^|\| )(\S+): [^|:]+\([\d.]+ s\)$"
"""The end of a line to the channel: whose turn it is."""
_ENDED = re.compile(r"(?:^|[|] )#(\d+) [^#]*(?:\bwins \d| split \d|\bmain \d+ to |nobody wins a chip)")
_CALLED_OFF = re.compile(r"^#(\d+) is called off")
_CHANCE = re.compile(r" \d+ %(?: \||$)")
"""What a hand wins when all are all-in: the end of its segment."""
_SHOWS = re.compile(
    rf"(?:^|[|] |(?:^|[|] )#\d+ )(\S+) (?:wins [^|:]*: |\d+ \([+-]\d+\) )?({CARD.pattern}(?: {CARD.pattern})+)"
)
"""Somebody's cards at the end of a deal: `alice wins 20 (+10) with Three Twos: 2c 2d | bob As Ad Pair of Aces`."""


@dataclass(frozen=True)
class Heard:
    """A line of the bot.

    Attributes:
        target: the channel or the reader's nick.
        text: what it said.
        deal: the last deal that the reader had heard of.
        shows: whether it may show cards: the end of a deal, also where that goes on in a second line.
    """

    target: str
    text: str
    deal: str
    shows: bool = False

    @property
    def is_public(self) -> bool:
        return self.target.startswith("#")

    @property
    def cards(self) -> set[str]:
        return set(CARD.findall(self.text))


class Player(Human):
    """Somebody who reads the bot's lines and acts on their turn.

    Attributes:
        heard: all lines of the bot to them or to the channel, in order.
        hands: the cards they held in each deal, those before the draw and those after it.
    """

    def __init__(self, port: int, nick: str, channel: str = "", bot: str = "dealer", user: str = "human") -> None:
        self.heard: list[Heard] = []
        self.hands: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
        self.channel = channel
        self.bot = bot
        self._deal = ""
        super().__init__(port, nick, *([channel] if channel else []), user=user)

    def listen(self) -> list[Heard]:
        """Return the bot's lines since the last call."""
        new = []
        while (line := self._next_line(time.monotonic() + 0.001)) is not None:
            source, verb, target, text = (*line.split(" ", 3), "", "", "")[:4]
            if verb == "NICK" and source.startswith(f":{self.nick}!"):
                self.nick = target.removeprefix(":")
            is_chat = verb in {"NOTICE", "PRIVMSG"} and not text.startswith(":\x01")  # a client shows no CTCP
            if source.startswith(f":{self.bot}!") and is_chat:
                new.append(self._note(target, text.removeprefix(":")))
        return new

    def wait_for(self, pattern: str, count: int = 1, timeout: float = PATIENCE) -> Heard:
        """Read until so many lines of the bot match; return the last one."""
        deadline = time.monotonic() + timeout
        while len(found := [heard for heard in self.heard if re.search(pattern, heard.text)]) < count:
            assert time.monotonic() < deadline, f"{self.nick} waited for {pattern!r}, came: {self.heard[-5:]}"
            self.listen()
        return found[-1]

    def wait_for_bot(self) -> None:
        """Wait until the bot is in the channel."""

        def has_come() -> bool:
            self.send(f"NAMES {self.channel}")
            return re.search(rf"[ :@]{self.bot}(?: |$)", self.expect(" 353 ")) is not None

        wait_until(has_come, "the bot does not come")

    def do(self, text: str) -> None:
        """Give the bot a command, in the channel if there is one."""
        self.say(self.channel or self.bot, f"!{text}")

    def stream(self, deal: str) -> list[str]:
        """Return all texts of a deal in order."""
        return [heard.text for heard in self.heard if heard.deal == deal]

    def all_cards(self, deal: str) -> set[str]:
        """Return every card that they held during a deal."""
        return {card for hand in self.hands.get(deal, []) for card in hand}

    def _note(self, target: str, text: str) -> Heard:
        is_public = target.startswith("#")
        begun = _BEGUN.search(text) or _ENDED.search(text) or _CALLED_OFF.search(text)
        own = None if is_public else _OWN.search(text)
        on_turn = None if is_public else _ON_TURN.search(text)
        named = own[1] if own is not None and own[1] else begun[1] if begun is not None else self._deal
        # The cards of a deal may come before the end of the one before is read.
        self._deal = max(self._deal, named, key=lambda number: int(number or 0))
        if own is not None or on_turn is not None:
            hand = tuple(CARD.findall(own[2] if own is not None else on_turn[1] if on_turn is not None else ""))
            if hand and hand not in self.hands[self._deal]:
                self.hands[self._deal].append(hand)
        heard = Heard(target, text, named, is_public and self._may_show(text))
        self.heard.append(heard)
        return heard

    def _may_show(self, text: str) -> bool:
        before = next((heard for heard in reversed(self.heard) if heard.is_public), None)
        goes_on = before is not None and before.shows and not text.startswith("#") and _SHOWS.search(text)
        return bool(goes_on or _ENDED.search(text) or _CHANCE.search(text))


Strategy = Callable[[list[str], Random], str]


def cautious(options: list[str], rng: Random) -> str:
    """Check and call small bets, now and then raise a little or fold; at the draw change some cards."""
    words = {option.split()[0]: option for option in options}
    if int(words.get("call", "call 0").removeprefix("call ")) > 60 and "fold" in words:
        return "fold"
    if "pat" in words:
        places = sorted(rng.sample("12345", rng.randint(0, 3)))
        return f"discard {' '.join(places)}" if places else "pat"
    chance = rng.random()
    for word in ("bet", "raise"):
        if word in words and chance < 0.1:
            return f"{word} {words[word].split()[1].partition('-')[0]}"
    if "fold" in words and chance > 0.95:
        return "fold"
    return "check" if "check" in words else "call" if "call" in words else "allin"


def passive(options: list[str], _rng: Random) -> str:
    """Check or call, and stand pat."""
    words = [option.split()[0] for option in options]
    return next(word for word in ("check", "call", "pat", "allin") if word in words)


class Company:
    """Everybody in a table's channel: the watcher, who does not play, and the players.

    Attributes:
        players: the players.
        finished: deals that ended, in order.
        called_off: deals that were called off.
    """

    def __init__(self, port: int, channel: str, *nicks: str, seed: int = 1, strategy: Strategy = cautious) -> None:
        self.port = port
        self.channel = channel
        self.watcher = Player(port, "watcher", channel)
        self.players = connect_together(lambda nick: Player(port, nick, channel), nicks)
        self._visitors = [self.watcher, *self.players]
        self._read = 0
        self.finished: list[str] = []
        self.called_off: list[str] = []
        self.silent: set[str] = set()
        self._strategy = strategy
        self._rng = Random(seed)

    def __enter__(self) -> Company:
        return self

    def __exit__(self, *_: object) -> None:
        for person in self._visitors:
            person.close()

    @property
    def visitors(self) -> list[Player]:
        """All who were ever there."""
        return self._visitors

    @property
    def everybody(self) -> list[Player]:
        return [self.watcher, *self.players]

    def player(self, nick: str) -> Player:
        return next(player for player in self.players if player.nick == nick)

    def sit_down(self, game: str = "holdem", chips: int = 2000, robots: Iterable[str] = ()) -> None:
        """Let the first player open a table as soon as the bot is there, and all others sit down."""
        first, *others = self.players
        self.watcher.wait_for_bot()
        first.do(f"open {game} {chips}")
        self.wait_for("A table of ")
        for robot in robots:
            first.do(f"addbot {robot}")
            self.wait_for(f"{robot}\\d? sits down")
        for player in others:
            player.do(f"sit {chips}")
            self.wait_for(f"{player.nick} sits down")

    def play(self, deals: int, timeout: float = PATIENCE) -> None:
        """Play until so many deals more are over."""
        wanted = len(self.finished) + deals
        self.until(lambda: len(self.finished) >= wanted, timeout)

    def until(self, condition: Callable[[], bool], timeout: float = PATIENCE) -> None:
        """Play until a condition holds."""
        deadline = time.monotonic() + timeout
        while not condition():
            assert time.monotonic() < deadline, self.describe()
            self.step()

    def wait_for(self, pattern: str, timeout: float = PATIENCE) -> str:
        """Play until another line in the channel matches; return it."""

        def has_come() -> bool:
            while self._read < len(self.watcher.heard):
                self._read += 1
                if re.search(pattern, self.watcher.heard[self._read - 1].text):
                    return True
            return False

        self.until(has_come, timeout)
        return self.watcher.heard[self._read - 1].text

    def wait_for_turn(self) -> Player:
        """Return the player whose turn the channel is told next."""
        turn = re.search(TURN, self.wait_for(TURN))
        assert turn is not None
        return self.player(turn[1])

    def add(self, nick: str, port: int | None = None) -> Player:
        """Let somebody come in, perhaps on another server; they are in the channel, but not at the table."""
        player = self.visit(nick, self.channel, port=port)
        self.players.append(player)
        return player

    def visit(self, nick: str, channel: str = "", *, port: int | None = None, user: str = "human") -> Player:
        """Connect somebody who acts for the test and does not play."""
        player = Player(port or self.port, nick, channel, user=user)
        self._visitors.append(player)
        return player

    def quit(self, nick: str) -> Player:
        """Let somebody leave the network."""
        player = self.player(nick)
        player.send("QUIT :bye")
        self.players.remove(player)
        return player

    def step(self) -> None:
        """Let everybody read their lines, and act on their turn."""
        for heard in self.watcher.listen():
            self._note(heard.text)
        for player in self.players:
            new = player.listen()
            turns = [options for heard in new for options in read_options(heard, player.nick)]
            if player.nick in self.silent:
                continue
            if any("You ran out of time twice" in heard.text for heard in new):  # on a busy machine
                player.do("sit")
            if turns:
                player.do(self._strategy(turns[-1], self._rng))

    def _note(self, text: str) -> None:
        if (ended := _ENDED.search(text)) is not None:
            self.finished.append(ended[1])
        for player in self.players:
            if f"{player.nick} is out of chips" in text:
                player.do("sit")
        if (called_off := _CALLED_OFF.search(text)) is not None:
            self.called_off.append(called_off[1])

    def describe(self) -> str:
        """Return the last lines that everybody has read, for a test that failed."""
        lines = [f"{person.nick}: {heard.text}" for person in self.everybody for heard in person.heard[-6:]]
        return "\n".join(["the table does not get there", *lines])

    # Laws of all lines

    def check_secrecy(self) -> None:
        """Check that nobody has read another player's card before it was shown, or a discarded one ever."""
        players = [person for person in self._visitors if person is not self.watcher]
        assert any(player.hands for player in players)
        for person in self._visitors:
            for heard in person.heard:
                for other in players:
                    if other is person and not heard.is_public:
                        continue
                    hidden = other.all_cards(heard.deal) - self._shown(other, heard)
                    assert not heard.cards & hidden, f"{person.nick} read {heard.text!r}, {other.nick} holds {hidden}"
            if person is self.watcher:
                assert all(heard.is_public or not heard.cards for heard in person.heard)

    @staticmethod
    def _shown(owner: Player, heard: Heard) -> set[str]:
        """Return the owner's cards that this line may show: the last hand, once nobody can act any more."""
        hands = owner.hands.get(heard.deal)
        if not (hands and heard.shows):
            return set()
        shown = [cards.split() for nick, cards in _SHOWS.findall(heard.text) if nick == owner.nick]
        for cards in shown:
            assert set(cards) == set(hands[-1])
        return {card for cards in shown for card in cards}

    def check_order(self) -> None:
        """Check that everybody had their cards before anybody's turn."""
        for player in self.players:
            for deal in player.hands:
                texts = player.stream(deal)
                cards = next(index for index, text in enumerate(texts) if f"] #{deal} you hold" in text)
                later = [index for index, text in enumerate(texts) if re.search(TURN, text) or "| your turn" in text]
                assert all(cards < index for index in later), texts

    def check_stacks(self, total: int) -> None:
        """Check that each deal began with all the chips that were brought to the table."""
        begun = [_BEGUN.search(heard.text) for heard in self.watcher.heard]
        stacks = [_stacks(found[2]) for found in begun if found is not None]
        assert stacks
        assert {sum(each) for each in stacks} == {total}

    def check_manners(self) -> None:
        """Check that a deal without a raise takes a line for each decision, and two more."""
        lines = defaultdict[str, list[str]](list)
        for heard in self.watcher.heard:
            lines[heard.deal].append(heard.text)
        for deal in self.finished:
            texts = [text for text in lines[deal] if re.search(TURN, text) or _ENDED.search(text)]
            if not any(re.search(r" (?:bets|raises) ", text) for text in texts):
                assert len(texts) <= 4 * len(self.players) + 1, texts


def read_options(heard: Heard, nick: str = "") -> Iterator[list[str]]:
    """Yield the commands of the reader's turn; with a nick also the ones that a public line names for it.

    Those who play much get no private line of each turn while the bot has more to tell than the network takes.
    """
    if heard.is_public and nick and (turn := re.search(rf"\b{re.escape(nick)}: ([^|]+)", heard.text)):
        price = re.search(r"(\d+) to call", turn[1])
        yield [f"call {price[1]}", "fold"] if price else ["pat"] if "draw" in turn[1] else ["check", "fold"]
    if not heard.is_public and "| your turn" in heard.text:  # not the advice to a newcomer
        options = heard.text.rpartition(": ")[2]
        yield [option.strip().removeprefix("!") for option in options.split(",")]


def _stacks(text: str) -> list[int]:
    """Read `BB bob 2000, SB alice 1990`."""
    return [int(entry.split()[-1]) for entry in text.split(",")]
