"""What stops a loop longest, by surface: inputs that are dear to answer, at the bot's own entrances.

Each surface has `INPUTS` inputs: hostile ones first, then every command with arguments that are too long or too many. A
door takes one and returns the seconds of processor time that the loop could do nothing else for it.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import selectors
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import islice, product
from pathlib import Path
from typing import Any
from urllib.parse import quote

from benchmarks.worst import INPUTS as KNOWN
from ircpoker.config import load_settings
from ircpoker.config.settings import SECTIONS
from ircpoker.equity.ranges import parse_range
from ircpoker.errors import PokerError
from tests.chat.routers import make_router
from tests.screen.talking import Conversation
from tests.servers.ngircd import Ngircd
from tests.ssh.house import SshHouse
from tests.ssh.test_lines import script
from tests.transports.irc.town import Town
from tests.transports.virtual import VirtualLoop
from tests.web.web_hall import WebHall

INPUTS = 200
PLUGINS = ("parse", "slots", "videopoker", "holdem", "draw", "tournaments", "bank", "help", "admin")
SHAPES = (
    "{x}", "{nine}", "{cards}", "{commas}", "{words}", "{signs}", "{slashes}", "0", "-1 1e9 0x7", "",
)  # fmt: skip
"""Arguments; the first ones are as long as a line may be."""
Door = Callable[[Any], float]


class LongestPass(selectors.DefaultSelector):
    """Notes the longest time that a loop worked between two looks at its sockets.

    Attributes:
        longest: the most seconds of processor time since it was set to 0.
    """

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self._begun: float | None = None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for sockets."""
        if self._begun is not None:
            self.longest = max(self.longest, time.thread_time() - self._begun)
        ready = super().select(timeout)
        self._begun = time.thread_time()
        return ready


def texts(longest: int) -> list[str]:
    """Return lines of at most so many characters: what is known to be dear, then each command with each shape."""
    names = sorted(make_router(PLUGINS).commands)
    random.Random(1).shuffle(names)
    parts = {
        "x": "x" * longest, "nine": "9" * longest, "cards": "Ah Kd " * longest, "commas": "22+,any," * longest,
        "words": "a b " * longest, "signs": "\u0430\u0301\u202e" * longest, "slashes": "/:*()[]+%" * longest,
    }  # fmt: skip
    made = (f"{name} {shape.format(**parts)}"[:longest] for shape, name in product(SHAPES, names))
    return list(islice(dict.fromkeys([*(text[:longest] for text in KNOWN), *made]), INPUTS))


def cold() -> None:
    """Forget what the last input has left behind: each shall be dear."""
    parse_range.cache_clear()


def _timed(act: Callable[[], object]) -> float:
    begun = time.thread_time()
    act()
    return time.thread_time() - begun


def irc_lines() -> list[bytes]:
    """Return lines of a server: what people say, in the channel and in private, and hostile lines of its own."""
    many = [f"a{number}" for number in range(120)]
    raw = [
        f"@{';'.join(f'k{number}=v' for number in range(900))} :a!a@a PRIVMSG dealer :parse",
        f"@{';' * 8000} :a!a@a PRIVMSG dealer :parse", "@" + "\\\\:" * 2600 + " PING :x",
        f":irc.test 005 dealer {' '.join(f'K{number}=V' for number in range(60))} :are supported",
        f":irc.test 353 dealer = #poker :{' '.join(many)}",
        f":irc.test 302 dealer :{' '.join(f'{n}=+u@h' for n in many)}",
        f":irc.test 352 dealer #poker {'x ' * 200}", f":op!o@o MODE #poker +{'o' * 100} {' '.join(many)}",
        ":a!a@a PRIVMSG dealer :\x01" + "PING " * 80 + "\x01", ":a!a@a PRIVMSG dealer :" + "\x03" * 440,
        ":" * 500, " " * 500, "PING " + ":" * 480, f":{'a!' * 200} JOIN #poker",
        f":irc.test CAP dealer LS * :{'c=d ' * 110}",
        ":irc.test BATCH +x netsplit", ":a!a@a NICK " + "x" * 400, ":a!a@a JOIN " + ",".join(f"#{n}" for n in many),
    ]  # fmt: skip
    spoken = [f":{{nick}}!u@{{nick}}.home PRIVMSG dealer :{text}" for text in texts(440)]
    return [line.encode("utf-8", "replace") for line in [*raw, *spoken]][:INPUTS]


@contextmanager
def irc(_folder: Path) -> Iterator[Door]:
    """A bot on a server that is a list; each line comes from somebody else, whom no limit holds up."""
    loop = VirtualLoop()
    town = Town(loop, plugins=PLUGINS)
    town.greet()
    asked = 0

    def hear(line: bytes) -> float:
        nonlocal asked
        asked += 1
        town.run(60)
        return _timed(lambda: town.stay.receive(line.replace(b"{nick}", b"n%d" % asked)))

    yield hear
    town.close()
    loop.close()


@contextmanager
def console(_folder: Path) -> Iterator[Door]:
    """The console of a bot in this process: the bot's work, and that of the terminal."""
    talk = Conversation(make_router(PLUGINS))
    yield lambda text: _timed(lambda: talk.hear(text))
    talk.close()


def feed_requests() -> list[bytes]:
    """Return lines of JSON: each request with fields of any kind, as long and as deep as may be, and no requests."""
    long, deep = "x" * 60_000, "[" * 30_000
    hostile = [
        deep, '{"a":' * 10_000, "{}", "[]", "1" * 60_000, f'"{long}"', f'{{"do":"{long}"}}', '{"do":["x"]}',
        json.dumps({f"k{number}": number for number in range(6000)}), json.dumps({"do": "say", "text": long}),
        json.dumps({"do": "act", "table": "x", "turn": "x", "action": "discard", "cards": list(range(12_000))}),
        json.dumps({"do": "act", "table": long, "turn": long, "action": long, "amount": 10**18}),
        json.dumps({"do": "hello", "protocol": 2, "person": {f"k{number}": "x" for number in range(5000)}}),
        '{"do":"say","text":"' + "\\u0430" * 1000 + '"}', "\x00" * 60_000, '{"do":"say","id":' + "9" * 60_000 + "}",
    ]  # fmt: skip
    names = ("tables", "table", "watch", "deal", "deals", "stats", "standings", "tournament", "tournaments", "why",
             "me", "commands", "status", "robots", "machines", "proof", "unwatch", "redeem")  # fmt: skip
    values = ("x" * 100, "9" * 100, 1 << 52, -1, ["x"] * 1000, {"a": {"b": 1}}, None)
    fields = ("table", "place", "deal", "who", "after", "code")
    made = (json.dumps({"do": name, fields[at % 6]: values[at % 7], fields[(at + 1) % 6]: values[(at + 3) % 7]})
            for at, name in zip(range(70), names * 4, strict=False))  # fmt: skip
    spoken = [json.dumps({"do": "say", "text": text}) for text in texts(1000)]
    return [line.encode() for line in [*hostile, *made, *spoken]][:INPUTS]


@contextmanager
def _page_house(folder: Path) -> Iterator[tuple[WebHall, LongestPass]]:
    passes = LongestPass()
    with WebHall(folder, make_loop=lambda: asyncio.SelectorEventLoop(passes), plugins=PLUGINS) as house:
        house.call(lambda hall: hall.seat("ann", "bob"))
        yield house, passes


@contextmanager
def feed(folder: Path) -> Iterator[Door]:
    """A socket of the feed; each line comes by another connection, for somebody else."""
    with _page_house(folder) as (_house, passes):
        asked = 0

        def ask(line: bytes) -> float:
            nonlocal asked
            asked += 1
            person = {"nick": f"n{asked}", "address": f"10.{asked // 250}.{asked % 250}.1"}
            with socket.socket(socket.AF_UNIX) as link:
                link.connect(str(folder / "feed" / "web.sock"))
                stream = link.makefile("rwb")
                _exchange(stream, {"do": "hello", "protocol": 2, "person": person})
                passes.longest = 0.0
                stream.write(line + b"\n")
                _exchange(stream, {"do": "tables"})
            return passes.longest

        yield ask


def _exchange(stream: Any, request: dict[str, Any]) -> None:
    """Send a request, and wait until it is answered, and all before it, or until the bot hangs up."""
    stream.write(json.dumps(request | {"id": "own"}).encode() + b"\n")
    stream.flush()
    while (line := stream.readline()) and json.loads(line).get("id") != "own":
        pass


Asked = tuple[str, str, dict[str, str], str]
"""The method, the path, headers and the body."""


def page_requests() -> list[Asked]:
    """Return requests to the page: each path with long names and questions, heads that are full, and forms."""
    long = "x" * 8000
    paths = ["/", f"/?at={long}", f"/?{'&'.join(f'k{number}=v' for number in range(900))}", "/hands", "/about",
             "/standings", "/player", "/robots", "/machines", "/tournaments", "/sit/" + long, "/join/" + long, "/join",
             "/static/" + "../" * 2000, "/" + "%2e" * 2000, "/" + "/" * 8000, "/static/live.js",
             "/table/" + long]  # fmt: skip
    named = ("/table/{}", "/hand/{}", "/proof/{}", "/tournament/{}", "/standings?place={}", "/player?who={}",
             "/hands?place={}", "/?at={}", "/sit/{}", "/join/{}")  # fmt: skip
    words = (
        "9" * 4000,
        "1",
        "-1",
        "%00" * 1000,
        quote("\u0430\u202e" * 300),
        quote("/#?" * 500),
        "a" * 100,
        "net%2F%23poker",
    )
    asked: list[Asked] = [("GET", path, {}, "") for path in paths]
    asked += [("GET", path.format(word), {}, "") for path in named for word in words]
    heads = ({"Cookie": "; ".join(f"k{number}=v" for number in range(1500))}, {"Cookie": "session=" + long},
             {"Cookie": f"session=guest.{'0' * 16}.{'0' * 32}.{'%41' * 39}"}, {"X-Long": "x" * 15_000},
             {"Accept-Language": ",".join(["en;q=0.1"] * 1500)}, {f"X-{n}": "y" for n in range(80)})  # fmt: skip
    asked += [("GET", path, head, "") for head in heads for path in ("/", "/join", "/hands")]
    forms = ("place=net/%23poker&text=" + "x" * 8000, "&".join(["text=a"] * 1100), "cards=1&" * 1000, "%" * 8000,
             "=" * 8000, "&" * 8000, "text=" + "%41" * 2600, "action=raise_to&amount=" + "9" * 8000)  # fmt: skip
    posts = ("/say", "/join", "/sign-out", "/table/x/act", "/sit/" + "0" * 16)
    asked += [("POST", path, {}, form) for path in posts for form in forms]
    asked += [("POST", "/say", {"Cookie": "{session}"}, f"text={quote(text)}") for text in texts(1000)]
    return asked[:INPUTS]


@contextmanager
def page(folder: Path) -> Iterator[Door]:
    """The page with its bot on one loop; somebody who has signed in says what is said there."""
    with _page_house(folder) as (house, passes):
        form = {"Origin": house.address, "Content_Type": "application/x-www-form-urlencoded"}
        (link,) = house.call(lambda hall: hall.tell("zoe", "!web")) or ("",)
        signed = house.get("/sit/" + link.split("/sit/")[1].split()[0], method="POST", body="x=1", **form)
        session = signed.headers["set-cookie"].partition(";")[0]

        def ask(asked: Asked) -> float:
            method, path, head, body = asked
            head = {name: value.replace("{session}", session) for name, value in head.items()}
            house.call(lambda hall: hall.wait(60))
            passes.longest = 0.0
            with suppress(http.client.HTTPException, OSError):
                house.get(path, method=method, body=body, **(form if body else {}), **head)
            return passes.longest

        yield ask


@contextmanager
def ssh(folder: Path) -> Iterator[Door]:
    """`ircpoker ssh` and its bot, and OpenSSH's client; the processor time of the process that serves it."""
    roomy = "sessions_per_host = 100\nlogins_per_minute = 1000"
    with Ngircd() as server, SshHouse(folder, server.port, ssh=roomy) as house, script(house, "ann") as ann:
        ann.say("parse Ah Kh Qh Jh Th")
        ann.wait_for("Royal Flush")
        served = [house.pid, *_children(house.pid)]

        def ask(text: str) -> float:
            before = max(map(_worked, served))
            ann.say(text)
            ann.say("parse Ah Kh Qh Jh Th")
            ann.wait_for("Royal Flush")
            return max(map(_worked, served)) - before

        yield ask


def _children(pid: int) -> list[int]:
    return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def _worked(pid: int) -> float:
    """Return the seconds for which the first thread of a process has worked."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def configurations() -> list[str]:
    """Return texts of config.ini: keys, sections and lists without end, and values that are no values."""
    head = "[bot]\nowner = me@example.org\n[network:one]\nhost = irc.example.org\n"
    long = "x" * 5000
    endless = [
        f"channels = {', '.join(f'#c{number}' for number in range(50_000))}", f"channels = {',' * 50_000}",
        "\n".join(f"k{number} = v" for number in range(300)), "\n".join(f"[s{number}]" for number in range(300)),
        "\n".join(f"[network:n{number}]\nhost = h" for number in range(30)), "[" * 50_000, "= " * 25_000, "\n" * 50_000,
        "%(" * 20_000, "nick = " + "\x00" * 5000, "# " + long * 10, "; " + long * 10, " " * 50_000 + "x",
        "k = v\n " * 5000,
    ]  # fmt: skip
    keys = [(section.heading.replace("NAME", "one"), key) for section in SECTIONS for key in section.keys]
    values = (long, "9" * 5000, "," * 5000, "\u202e" * 2000)
    made = (f"{heading}\n{key} = {value}" for value, (heading, key) in product(values, keys))
    return [f"{head}{text}\n" for text in islice([*endless, *made], INPUTS)]


@contextmanager
def configuration(folder: Path) -> Iterator[Door]:
    """A file that is read, as at the start and by `!admin reload`."""
    path = folder / "config.ini"

    def read(text: str) -> float:
        path.write_text(text)
        begun = time.thread_time()
        with suppress(PokerError):
            load_settings(path, environment={})
        return time.thread_time() - begun

    yield read


SURFACES: dict[str, tuple[Callable[[Path], AbstractContextManager[Door]], Callable[[], Sequence[Any]]]] = {
    "IRC line": (irc, irc_lines),
    "console line": (console, lambda: texts(1000)),
    "request of the feed": (feed, feed_requests),
    "request to the page": (page, page_requests),
    "line by SSH": (ssh, lambda: texts(1000)),
    "configuration": (configuration, configurations),
}
"""The surfaces: how their door is opened in a folder, and their inputs."""
