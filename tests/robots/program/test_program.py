"""Programs as robots: the messages to them; whatever they answer gives an action or one clear error."""

import gc
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ircpoker.cards import CARDS
from ircpoker.errors import RobotProgramError, UsageError
from ircpoker.lab.matches.lineup import make_match_setup
from ircpoker.robots import ask, learns, make_robot
from ircpoker.robots.program import Limits, is_program, program_class, read_command
from ircpoker.robots.program.protocol import act_message, bye, deal_message, end_message, hello, read_action
from ircpoker.runtime.foreign import PROGRAM_VARIABLES
from ircpoker.table import Deal, make_view
from ircpoker.table.actions import CALL, CHECK, FOLD, RaiseTo
from ircpoker.table.games import GAMES
from tests import tiers
from tests.children import child
from tests.table.play import random_action, random_setup
from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs need a POSIX system")
BAD = Path(__file__).with_name("bad.py")
QUICK = Limits(start=10, move=3, end=0.2)
"""The bot soon gives up a hanging program; a start may be slow on a busy machine."""
PATIENT = Limits(start=10, move=10, end=1)


def made(mode, limits=PATIENT, *more):
    return make_robot(program_class(f"program:{sys.executable} {BAD} '{mode}' {' '.join(more)}", limits))


def first_turn(robot, game="limit"):
    deal = Deal(make_match_setup(game, 2), CARDS)
    robot.meet(["0 other", "1 bad.py"])
    return ask(robot, make_view(deal, deal.actor), random.Random(1))


def is_alive(number):
    try:
        os.kill(number, 0)
        return Path(f"/proc/{number}/stat").read_text().split(") ")[1][0] != "Z" if Path("/proc").exists() else True
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_a_good_program_plays():
    robot = made("good")
    assert first_turn(robot) == (decision := first_turn(robot))
    assert decision.action == CALL
    assert decision.why == str(random.Random(1).getrandbits(32))
    assert robot.name == "bad.py"
    assert learns(type(robot))
    robot.close()
    robot.close()


@pytest.mark.few(6)
@pytest.mark.parametrize(
    ("mode", "problem"),
    [
        ("garbage", "'I fold' is not JSON"),
        ("list", """'["fold"]' is not a JSON object"""),
        ("empty", "'' is not JSON"),
        ("bytes", "'\ufffd\ufffd' is not JSON"),
        ("no action", "\"action\" is 'null': expected fold, check, call, bet, raise_to, discard"),
        ("unknown action", '"action" is '),
        ("no amount", "\"amount\" is 'null': expected a whole number of chips"),
        ("half amount", "\"amount\" is '4.5': expected a whole number of chips"),
        ("true amount", "\"amount\" is 'true': expected a whole number of chips"),
        ("huge amount", "is not JSON"),
        ("no cards", '"cards" is \'null\': expected a list such as ["Ah", "Kd"]'),
        ("bad cards", "\"cards\": 'Xx' is not a card"),
        ("bad why", '"why" is not text'),
        ("deep", "is not JSON"),
        ("long", "it wrote a line of more than 65536 bytes"),
        ("dies", "it ended with status 1: no more"),
        ("dies at deal", "it ended with status 3"),
        ("killed", "it ended by signal 9"),
    ],
)
def test_a_bad_answer_is_one_clear_line(mode, problem):
    if mode == "deep":
        with pytest.raises(RobotProgramError, match="is not JSON"):
            made(mode)
        return
    robot = made(mode)
    with pytest.raises(RobotProgramError) as caught:
        first_turn(robot)
    text = str(caught.value)
    assert text.startswith("the program bad.py failed: ")
    assert problem in text
    assert text.isprintable()
    assert len(text) < 300
    robot.close()


@pytest.mark.parametrize(
    ("mode", "problem"),
    [
        ("slow", "no answer within 3 s"),
        ("drips", "no answer within 3 s"),
        ("closes", "it closed its output"),
    ],
)
def test_a_hanging_program_is_stopped(mode, problem):
    robot = made(mode, PATIENT if mode == "closes" else QUICK)
    with pytest.raises(RobotProgramError, match=f"the program bad.py failed: {problem}") as caught:
        first_turn(robot)
    assert isinstance(caught.value.__cause__, TimeoutError) is problem.startswith("no answer")
    robot.close()


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("mode", "problem"),
    [
        ("no games", '"games" is missing: expected such as'),
        ("games in words", '"games" is missing: expected such as'),
        ("games without numbers", "\"games\" has .* for 'limit': expected .fewest, most. players"),
        ("alone", "\"games\" has .* for 'limit': expected .fewest, most. players"),
        ("early", "'hello' is not JSON|it wrote without being asked"),
        ("flood", "it wrote a line of more than 65536 bytes|it wrote without being asked"),
    ],
)
def test_a_program_without_hello_does_not_play(mode, problem):
    with pytest.raises(RobotProgramError, match=problem):
        made(mode)


def test_a_late_hello():
    with pytest.raises(RobotProgramError, match=r"no answer within 0.3 s"):
        made("silent", Limits(start=0.3, move=0.3, end=0.2))


def test_a_program_that_reads_nothing():
    robot = made("deaf", QUICK)
    deal = Deal(make_match_setup("limit", 2), CARDS)
    robot.meet(["x" * 10_000_000] * 2)  # more than a pipe holds
    with pytest.raises(RobotProgramError, match="it does not read what it is sent"):
        robot.learn(make_view(deal, 1))
    robot.close()


def test_one_answer_too_many():
    robot = made("two")
    assert first_turn(robot).action == FOLD
    with pytest.raises(RobotProgramError, match="it wrote without being asked"):
        first_turn(robot)
    robot.close()


def test_an_illegal_action_is_made_legal_and_a_reason_printable():
    robot = made("illegal")
    assert first_turn(robot).action == RaiseTo(4)
    robot.close()
    robot = made("fold")
    decision = first_turn(robot)
    assert (decision.action, decision.why) == (FOLD, "no reason ?[31m")
    robot.close()


def test_standard_error_is_shown_at_the_end():
    robot = made("complain")
    assert first_turn(robot).action == CALL
    robot.close()


def test_a_game_that_it_does_not_play():
    robot = made("good")
    with pytest.raises(RobotProgramError, match="it says that it does not play draw with 2 players"):
        first_turn(robot, "draw")
    robot.close()


@pytest.mark.parametrize("forgotten", [False, True])
def test_a_stubborn_program_is_killed(tmp_path, forgotten):
    file = tmp_path / "pids"
    robot = made("stubborn", Limits(end=0.1), str(file))
    assert first_turn(robot).action == CALL
    numbers = list(map(int, file.read_text().split()))
    assert all(map(is_alive, numbers))
    if not forgotten:
        robot.close()
    del robot
    gc.collect()
    wait_until(lambda: not any(map(is_alive, numbers)))


def test_a_program_gets_no_password_from_the_environment(tmp_path, monkeypatch):
    secrets = {"IRCPOKER_PASSWORD": "hunter2", "SERVER_SECRET": "hunter3", "PGPASSWORD": "hunter4"}
    for name, value in {**secrets, "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo"}.items():
        monkeypatch.setenv(name, value)
    robot = made("environment", PATIENT, str(tmp_path / "seen"))
    robot.close()
    seen = dict(each.split("=", 1) for each in (tmp_path / "seen").read_text().split("\0") if each)
    assert seen == {name: os.environ[name] for name in PROGRAM_VARIABLES if name in os.environ}
    assert (seen["LC_ALL"], seen["TZ"], seen["PATH"]) == ("C.UTF-8", "Asia/Tokyo", os.environ["PATH"])
    assert not seen.keys() & secrets.keys()


def test_the_page_has_all_variables_of_programs():
    page = (Path(__file__).parents[3] / "docs/own-robot.md").read_text()
    assert all(f"`{name}`" in page for name in PROGRAM_VARIABLES)


OWNER = """
import sys
from ircpoker.robots import make_robot
from ircpoker.robots.program import program_class

robot = make_robot(program_class(sys.argv[1]))
print("ready", flush=True)
sys.stdin.read()
"""
READER = """
import sys
from pathlib import Path

sys.stdin.readline()
print('{"games": {"limit": [2, 2]}}', flush=True)
sys.stdin.read()
Path(sys.argv[1]).touch()
"""


def test_a_programs_input_ends_if_the_bot_is_killed(tmp_path):
    program = tmp_path / "bot.py"
    program.write_text(READER)
    ended = tmp_path / "ended"
    command = [sys.executable, "-c", OWNER, f"program:{sys.executable} {program} {ended}"]
    with subprocess.Popen(child(*command), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as owner:
        assert owner.stdout.readline() == b"ready\n"
        assert not ended.exists()
        owner.kill()
    wait_until(ended.exists)


@pytest.mark.parametrize(
    "name", ["program:", "program:'", "program:./none.py", "program:no-such-program-here", "./none.py"]
)
def test_missing_programs(name):
    assert is_program(name)
    with pytest.raises(UsageError):
        read_command(name)


def test_commands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("")
    (tmp_path / "bot").write_text("")
    assert read_command("program:./bot.py --fast 'a b'") == [sys.executable, str(tmp_path / "bot.py"), "--fast", "a b"]
    assert read_command("./bot.py") == [sys.executable, str(tmp_path / "bot.py")]
    with pytest.raises(UsageError, match=r"'\./bot' is not executable"):
        read_command("./bot")
    (tmp_path / "bot").chmod(0o755)
    assert read_command("./bot") == [str(tmp_path / "bot")]
    assert Path(read_command("program:sh -c true")[0]).is_absolute()
    assert not is_program("caller")
    before = program_class("./bot.py").fingerprint()
    (tmp_path / "bot.py").write_text("pass")
    assert program_class("./bot.py").fingerprint() != before


def test_a_file_that_is_not_executable(tmp_path):
    (tmp_path / "bot").write_bytes(b"\0")
    (tmp_path / "bot").chmod(0o755)
    with pytest.raises(RobotProgramError, match="the program bot failed: it cannot be started: Exec format error"):
        make_robot(program_class(str(tmp_path / "bot")))


def cards_in(found):
    """All two-letter texts in a message that are cards."""
    if isinstance(found, dict):
        return set().union(*map(cards_in, found.values()), set())
    if isinstance(found, list):
        return set().union(*map(cards_in, found), set())
    return {found} & {str(card) for card in CARDS} if isinstance(found, str) else set()


def test_messages_hold_no_hidden_cards():
    rng = random.Random(tiers.seed(1))
    for _ in range(tiers.count(200, 5)):
        deal = Deal(random_setup(rng), rng.sample(CARDS, 52))
        game = next(name for name, game in GAMES.items() if game == deal.setup.game)
        for seat in range(len(deal.bets)):
            assert not cards_in(deal_message(1, game, ["A"] * len(deal.bets), make_view(deal, seat)))
        while deal.actor is not None:
            before = make_view(deal, deal.actor)
            allowed = {str(card) for card in (*before.hole_cards, *before.board)}
            allowed |= {str(card) for shown in before.shown if shown for card in shown}
            allowed |= {str(card) for event in before.events for card in getattr(event, "discarded", None) or ()}
            message = act_message(1, before, 0)
            assert cards_in(message) <= allowed
            assert json.loads(json.dumps(message)) == message
            deal.act(deal.actor, random_action(deal, rng))
        for seat in range(len(deal.bets)):
            view = make_view(deal, seat)
            public = make_view(deal, None)
            own = {str(card) for card in deal.hole_cards[seat]}
            own |= {str(card) for event in view.events for card in getattr(event, "discarded", None) or ()}
            own |= {str(card) for event in view.events for card in getattr(event, "cards", None) or ()}
            seen = {str(card) for shown in public.shown if shown for card in shown} | set(map(str, public.board))
            message = end_message(1, view)
            assert cards_in(message) <= own | seen
            assert message["won"] == deal.stacks[seat] - deal.setup.stacks[seat]


def test_the_same_seed_gives_the_program_the_same_chance():
    robot = made("good")
    view = make_view(Deal(make_match_setup("limit", 2), CARDS), 1)
    robot.meet(["a", "b"])
    first, second = (robot.decide(view, random.Random(5)).why for _ in range(2))
    assert first == second
    assert robot.decide(view, random.Random(6)).why != first
    assert (robot.memory(), robot.recall({})) == ({}, None)
    assert robot.decide(view._replace(legal=view.legal._replace(can_check=True)), random.Random(1)).action == CHECK
    robot.close()


PAGE = (Path(__file__).parents[3] / "docs" / "own-robot.md").read_text(encoding="utf-8")


def fields_of(message):
    """The fields of a message in the page's table: the names in backquotes that are not in brackets."""
    row = re.search(rf"^\| `{message}` \| (.*?) \|", PAGE, re.MULTILINE)[1]
    return re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", row))


def test_the_page_has_all_fields_of_the_messages():
    deal = Deal(make_match_setup("limit", 2), CARDS)
    view = make_view(deal, 1)
    messages = [
        hello(),
        deal_message(1, "limit", ["a", "b"], view),
        act_message(1, view, 0),
        end_message(1, view),
        bye(),
    ]
    for message in messages:
        assert fields_of(message["type"]) == list(message)
    named = re.findall(r"`(\w+)`", PAGE.partition("* `legal`: ")[2].partition(". The amount of a raise")[0])
    assert named == list(act_message(1, view, 0)["legal"])


def test_the_page_has_all_events():
    rng = random.Random(tiers.seed(2))
    table = PAGE.partition("| `event` | fields |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| ((?:`\w+` ?)+) \|(.*)\|", table, re.MULTILINE)
    fields = {
        name: {"event", "seat", *re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", text))}
        for names, text in rows
        for name in re.findall(r"`(\w+)`", names)
    }
    seen = {}
    for _ in range(300):
        deal = Deal(random_setup(rng), rng.sample(CARDS, 52))
        while deal.actor is not None:
            deal.act(deal.actor, random_action(deal, rng))
        for event in end_message(1, make_view(deal, 0))["events"]:
            seen.setdefault(event["event"], {"seat"}).update(event)
    assert seen == fields


def test_the_answers_of_the_page_are_understood():
    answers = PAGE.partition("```json\n")[2].partition("```")[0].splitlines()
    assert [read_action(json.loads(answer))[0].__class__.__name__ for answer in answers] == [
        "Fold", "Check", "Call", "Bet", "RaiseTo", "Discard",
    ]  # fmt: skip
