"""A strategy's file is changed while its robot plays."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ircpoker.robots.limit import file as limit_file
from ircpoker.robots.nolimit import file as nolimit_file
from tests.children import child

ROOT = Path(__file__).parents[2]
# The file is changed before anything is looked up in it.
GOES_ON = """
import sys
from pathlib import Path
from random import Random
from ircpoker.robots.limit import LimitRobot
from ircpoker.robots.limit.strategy import LimitStrategy
from ircpoker.robots.nolimit import EasyRobot
from ircpoker.robots.nolimit.strategy import Blueprint
from tests.robots.turns import BIG_BLIND, holdem_turn

name, path, change = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
if name == "limit":
    robot, game = LimitRobot(LimitStrategy.open(path)), "limit"
else:
    blueprint = Blueprint.open(path)
    robot, game = EasyRobot({blueprint.depth: blueprint}), "holdem"
with path.open("r+b") as file:
    if change == "cut":
        file.truncate(0)
    else:
        file.write(bytes(path.stat().st_size))
turn = holdem_turn(BIG_BLIND, "Ah Kd", "call, check, check, check, check, check", "Qh 7s 2d 2c 9h", game=game)
print(robot.decide(turn, Random(1)).why)
"""


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "shipped", "change"),
    [("limit", limit_file.SHIPPED, "cut"), ("nolimit", nolimit_file.EASY[50], "copied over")],
    ids=["cut", "copied over"],
)
def test_a_robot_goes_on_when_its_file_is_changed(tmp_path, name, shipped, change):
    path = tmp_path / shipped.name
    shutil.copy(shipped, path)
    command = child(sys.executable, "-c", GOES_ON, name, str(path), change)
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, signal.strsignal(-done.returncode) if done.returncode < 0 else done.stderr
    assert "river" in done.stdout
