"""What commands print with `--json` is JSON for every reader: node and jq read it, and it is as docs/schemas says."""

from __future__ import annotations

import json
import random
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from ircpoker.cli.main import COMMANDS, module_of
from ircpoker.cli.parsers import help_of
from tests.cli.conftest import Ircpoker, Outcome
from tests.cli.ledgers import make_ledger
from tests.lab.small import needs_solver
from tests.ports import free_port
from tests.servers.process import BotProcess
from tests.tiers import count, seed
from tests.waiting import wait_until

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "docs" / "schemas"
PHH = (ROOT / "tests" / "data" / "phh" / "hands.phhs").read_text(encoding="utf-8")
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
ODD = ("", "nan", "1e999", "-0.0", '"', "\\", "Ah Ah", "♥", "\U0001f600", "\u2028",
       "\x7f", "\t", "</script>", "[[[", "É" * 99)  # fmt: skip
ROBOTS = ("folder", "caller", "raiser", "random")
Documents = list[tuple[str, str]]


def tool(name: str) -> str:
    found = shutil.which(name)
    assert found, f"no {name}: apt install nodejs jq"
    return found


def check(documents: Documents, folder: Path) -> None:
    """Let node and jq read documents, each with the name of its schema; an empty name for none."""
    assert documents
    file = folder / "documents.json"
    file.write_text(json.dumps(documents), encoding="utf-8")
    reader = Path(__file__).with_name("read_json.js")
    node = subprocess.run(
        [tool("node"), reader, file, SCHEMAS], capture_output=True, text=True, check=True, timeout=600
    )
    assert node.stdout == ""
    texts = "\n".join(text for _, text in documents)
    jq = subprocess.run([tool("jq"), "-c", "."], input=texts, capture_output=True, text=True, check=True, timeout=600)
    assert [json.loads(line) for line in jq.stdout.split("\n") if line] == [json.loads(text) for _, text in documents]


def documents_of(command: str, done: Outcome) -> Documents:
    """Return the documents that a command has printed: one a line, except that of `solve`."""
    assert done.status in (0, 1, 2), done.err
    assert "Traceback" not in done.err
    texts = [done.out] if command == "solve" else done.out.split("\n")
    return [(command, text) for text in texts if text]


def cards(rng: random.Random, number: int) -> str:
    return " ".join(rng.sample(DECK, number))


def lines(rng: random.Random, least: int, most: int) -> str:
    """Lines of cards, and of what is none."""
    return "".join(
        f"{rng.choice(ODD) if rng.random() < 0.3 else cards(rng, rng.randint(least, most))}\n" for _ in range(5)
    )


def odds(rng: random.Random) -> tuple[list[str], str]:
    game = rng.choice(("holdem", "omaha"))
    size, board = (2, rng.choice((3, 4, 5))) if game == "holdem" else (4, 5)
    dealt = rng.sample(DECK, 2 * size + board)
    hands = ["".join(dealt[:size]), "".join(dealt[size : 2 * size])]
    if game == "holdem" and rng.random() < 0.5:
        hands[1] = rng.choice(("QQ+,AKs:0.5", "any", "25%", "76s-54s", "AA:0.0001"))
    more = ["--streets"] * (game == "holdem" and rng.random() < 0.3)
    return [*hands, "--game", game, "--board", " ".join(dealt[2 * size :]), *more], ""


def deals(rng: random.Random, folder: Path) -> str:
    """A file of some deals, with an odd name, in which an odd name plays."""
    parts = re.split(r"(?m)^(?=\[\d+\]$)", PHH)[1:]
    chosen = "".join(rng.sample(parts, rng.randint(1, 5)))
    name = rng.choice(("plain", "é♥", '"quoted"', "back\\slash", "line\u2028end"))
    path = folder / f"{name}.phhs"
    path.write_text(chosen.replace("Pluribus", rng.choice(("ann", "Ünï♥", "\U0001f600", "x\u2028y"))), encoding="utf-8")
    return str(path)


def solve(rng: random.Random) -> tuple[list[str], str]:
    board = cards(rng, rng.choice((4, 5, 5, 5)))
    ranges = rng.sample(("AA,KQ,T9s", "QQ,AJ,98s:0.25", "AsKs", "22-55:0.5", "A5s-A2s,72o", "9c9d,9h9s"), 2)
    line = rng.choice(([], [], ["--line", ""], ["--line", "check"], ["--line", "check, bet"]))
    rake = rng.choice(([], ["--rake", "5%"], ["--rake", "5%", "--cap", "1"]))
    return [board, *ranges, "--pot", str(rng.randint(1, 300)), "--stack", str(rng.randint(1, 300)),
            "--bets", rng.choice(("50%", "33%, 100%", "all-in", "none")), *rake, "--iterations", str(rng.randint(1, 9)),
            "--threads", "1", *line, "--json", "-"], ""  # fmt: skip


Asked = tuple[list[str], str]
QUICK: dict[str, Callable[[random.Random], Asked]] = {
    "parse": lambda rng: (["--json"], lines(rng, 3, 9)),
    "value": lambda rng: (
        ["--json", rng.choice(("parsecards", "manual", "draw", "director", "kev", "openholdem"))], lines(rng, 4, 6)
    ),
    "odds": lambda rng: (["--json", *odds(rng)[0]], ""),
    "discards": lambda rng: (["--json", "--by", rng.choice(("class", "videopoker")), cards(rng, 5)], ""),
    "chart": lambda rng: ([f"ring{rng.randint(3, 6)}-20/{rng.choice(('BTN', 'r', 'a', 'ra'))}", "--json"], ""),
    "payback": lambda rng: (["--json", rng.choice(("slot", "videopoker"))], ""),
}  # fmt: skip
LONG: dict[str, Callable[[random.Random], Asked]] = {
    "match": lambda rng: (
        ["--json", *rng.choices(ROBOTS, k=rng.randint(2, 4)), "--game", rng.choice(("holdem", "limit", "pot-limit")),
         "--deals", str(rng.randint(1, 4)), *["--profile"] * rng.randint(0, 1)], ""
    ),
    "league": lambda rng: (["--json", *rng.sample(ROBOTS, rng.randint(2, 3)), "--deals", str(rng.randint(1, 3))], ""),
    "conformance": lambda rng: (
        ["--json", f"program:{sys.executable} {ROOT / 'tests' / 'robots' / 'program' / 'bad.py'} "
         f"{rng.choice(('no-amount', 'nan', 'quits'))}"], ""
    ),
}  # fmt: skip

HOURS: dict[str, Callable[[random.Random], Asked]] = {
    "exploit": lambda rng: (
        ["folder", "--flops", "2", "--json", "--jobs", "1", "--seed", str(rng.randint(1, 99))], ""
    ),
    "lbr": lambda rng: (
        ["folder", "--deals", "2", "--setting", "calls", "--json", "--jobs", "1",
         "--stack", str(rng.randint(10, 200)), "--seed", str(rng.randint(1, 99))], ""
    ),
}  # fmt: skip


def ask(
    ircpoker: Ircpoker, asked: dict[str, Callable[[random.Random], Asked]], rounds: int
) -> Iterator[tuple[str, str]]:
    rng = random.Random(seed(47))
    for command, make in asked.items():
        found: Documents = []
        for _ in range(rounds):
            arguments, stdin = make(rng)
            found += documents_of(command, ircpoker(command, *arguments, stdin=stdin))
        assert found, command
        yield from found


def test_quick_commands(ircpoker: Ircpoker, tmp_path: Path) -> None:
    check([*ask(ircpoker, QUICK, count(50))], tmp_path)


def test_deals_and_ledgers(ircpoker: Ircpoker, tmp_path: Path) -> None:
    rng = random.Random(seed(48))
    found: Documents = []
    for _ in range(count(50)):
        file = deals(rng, tmp_path)
        by = rng.choice(("player", "position", "stack", "game"))
        found += documents_of("replay", ircpoker("replay", "--json", file))
        found += documents_of("stats", ircpoker("stats", "--json", "--by", by, file))
    url = make_ledger(tmp_path)
    found += documents_of("audit", ircpoker("audit", "--json", "--database", url))
    found += documents_of("verify", ircpoker("verify", "1", "--json", "--database", url))
    check(found, tmp_path)
    assert {name for name, _ in found} == {"replay", "stats", "audit", "verify"}


@needs_solver
def test_solutions(ircpoker: Ircpoker, tmp_path: Path) -> None:
    check([*ask(ircpoker, {"solve": solve}, count(50, quick=3))], tmp_path)


@needs_solver
@pytest.mark.slow(2)
@pytest.mark.parametrize("command", LONG)
def test_long_commands(ircpoker: Ircpoker, tmp_path: Path, command: str) -> None:
    check([*ask(ircpoker, {command: LONG[command]}, count(50))], tmp_path)


@needs_solver
@pytest.mark.deep
@pytest.mark.parametrize("command", HOURS)
def test_commands_that_take_hours(ircpoker: Ircpoker, tmp_path: Path, command: str) -> None:
    check([*ask(ircpoker, {command: HOURS[command]}, count(50))], tmp_path)


@needs_solver
@pytest.mark.deep
def test_tables_of_six(ircpoker: Ircpoker, tmp_path: Path) -> None:
    table = ("--json", "ring", "folder", "--seats", "6", "--deals", "3")
    found = documents_of("match", ircpoker("match", *table)) + documents_of("league", ircpoker("league", *table))
    found += documents_of("exploit", ircpoker("exploit", "ring", "--boards", "1", "--json"))
    assert len(found) == 3
    check(found, tmp_path)


@pytest.mark.slow(5)
def test_the_status_of_a_bot_that_nothing_was_asked(tmp_path: Path) -> None:
    with BotProcess(tmp_path, free_port()) as bot:
        asked = ("status", "--json", "--config", str(bot.config))
        wait_until(lambda: bot.run(*asked).returncode == 0, lambda: bot.log)
        done = bot.run(*asked)
    check(documents_of("status", Outcome(done.returncode, done.stdout, done.stderr)), tmp_path)


def test_each_command_with_json_has_a_schema() -> None:
    """The parsers say which commands these are."""
    named = {
        command
        for command in COMMANDS
        if any(
            '"--json"' in file.read_text("utf-8") for file in ROOT.glob(f"{module_of(command).replace('.', '/')}*.py")
        )
    }
    assert {path.stem for path in SCHEMAS.iterdir()} == named
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\(schemas/(\w+)\.json\)", page)) == named


# Documented examples


def documented() -> Iterator[str]:
    """The JSON in the pages."""
    decoder = json.JSONDecoder()
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for block in re.findall(r"^```\w*\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
            at = 0
            while (found := re.compile(r'^\{(?=\s*")', re.MULTILINE).search(block, at)) is not None:
                _, at = decoder.raw_decode(block, found.start())
                yield block[found.start() : at]


def test_the_pages(tmp_path: Path) -> None:
    found = [("", text) for text in documented()]
    assert len(found) > 15
    check(found, tmp_path)


@needs_solver
@pytest.mark.slow(3)
def test_the_examples_of_help(ircpoker: Ircpoker, tmp_path: Path) -> None:
    """Commands with --json that help shows; and the solution of its example, which never gets to some decisions."""
    make_ledger(tmp_path)
    (tmp_path / "ledger.db").rename(tmp_path / "ircpoker.db")
    (tmp_path / "history").write_text(PHH, encoding="utf-8")
    found: Documents = []
    for command in COMMANDS:
        _, example = help_of(import_module(module_of(command)).__doc__)
        for arguments in re.findall(rf"\$ ircpoker {command} (.*)", example):
            words = shlex.split(arguments)
            if command == "solve":
                words += ["--json", "-"]
            if "--json" in words and ">" not in words:
                found += documents_of(command, ircpoker(command, *words))
            elif "--json" in words:
                found += documents_of(command, ircpoker(command, *words[: words.index(">")]))
    assert {name for name, _ in found} >= {"value", "replay", "solve"}
    assert any('"never_there": ["ip"]' in text for _, text in found)
    check(found, tmp_path)
