"""Command lines of every command, right and wrong: status, one line of refusal, and nothing left behind.

The usage stands above the refusal where the form of the line was wrong, and only there.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

from ircpoker.cli.main import COMMANDS
from tests.cli.forkserver import ForkServer
from tests.cli.ledgers import make_ledger

ROOT = Path(__file__).parents[2]
HANDS = ROOT / "tests" / "data" / "phh" / "cents.phhs"
LOCAL = "[network:local]\nhost = embedded\nchannels = #poker\n"

DONE = """\
--help
--version
-V
help
help parse
help import
parse AhTd4c3sJs7h
parse --json Ah Td 4c 3s Js 7h
parse -- 10h 9h 8h 7h 6h
value kev AhTd4c3sJs7h
value director 2h8hJhQh8:S
value openholdem AhKd QsJs2h
value draw 9h8d6c
odds AsAh KdKc
odds QQ+,AKs 25% --board 2c7d9h --json
range QQ+,AKs
range 22-55,A2s+ --board 2c7d9h
discards AhAdKc7s2h
chart pushfold --stack 7.5
payback slot
payback slot --json
match caller folder --deals 20 --jobs 1
match caller folder --game limit --deals 20 --jobs 1 --json
check
check --config other.ini
check --keys
play --plain
play --plain caller draw
replay hands.phhs
replay --json hands.phhs
replay --text hands.phhs
stats hands.phhs
stats --json --by position hands.phhs
export --format phh hands.phhs
export --format pokerstars hands.phhs
audit --database sqlite:///ledger.db
audit --json --database sqlite:///ledger.db
verify 1 --database sqlite:///ledger.db
"""
ANSWER_IS_NO = """\
parse Xx                            |'Xx' is not a card
parse Ah                            |1 card given
parse AhAhKdQsJc                    |Ah is given twice
value kev Xx                        |'Xx' is not a card
value draw AhKd                     |2 cards given
odds AhXx QQ                        |'AhXx' is not a range
odds AhKd AhQs                      |Ah is given twice
odds AhKd QQ --board zz             |'zz' is not a card
range XX                            |'XX' is not a range
range QQ --board AhKd               |2 cards given
discards AhKd                       |2 cards given
discards 'Ah Kd Xx 2c 3c'           |'Xx' is not a card
verify 99 --database sqlite:///ledger.db|there is no deal '99'
verify -                            |standard input is empty
verify --file config.ini            |not a proof
status                              |ircpoker: no bot runs with this configuration or folder
status --json                       |no bot runs with this configuration or folder
admin                               |no bot runs with this configuration or folder
admin grant ann 500 --yes           |no bot runs with this configuration or folder
feed tables                         |no bot runs with this configuration or folder
feed watch '#poker' --feed nowhere  |no bot runs with this configuration or folder
tournament friday                   |no bot runs with this configuration or folder
play --plain --feed nowhere         |no bot listens there
replay broken.phh                   |broken.phh
stats hands.phhs --player nobody    |'nobody'
"""
REFUSED = """\
review hands.phhs --player nobody    |no deal has cards of a player called
prase                               |did you mean parse?
hlep                                |did you mean help?
help prase                          |did you mean parse?
odds AhKd                           |hands: 1 given
odds AA AA AA                       |cannot be dealt together
value draw 9h8d6c 2c                |draw takes no board
console --nick 'a b'                |--nick 'a b': expected one word
console --config none.ini           |none.ini
console --database nothing          |--database 'nothing': expected a URL
play --plain nobody                 |'nobody' is neither a robot nor a game
play --plain --config none.ini      |none.ini
run --config none.ini               |none.ini
run --config broken.ini             |[bot] nik is not a key here
check --config none.ini             |none.ini
check --config broken.ini           |[bot] nik is not a key here
init                                |is there already
init --config none/bot.ini          |there is no folder
init --config new.ini --defaults --data none|there is no folder
status --config none.ini            |none.ini
admin --config none.ini             |none.ini
feed watch                          |expected `watch TABLE` or `tables`
feed tables x                       |expected `watch TABLE` or `tables`
tournament --config none.ini        |none.ini
web --config none.ini               |none.ini
ssh --config none.ini               |none.ini
payback slot --config none.ini      |none.ini
match caller nobody                 |no robot is called 'nobody'
match caller folder --game chess    |'chess' is not a game
match caller folder --config none.ini|none.ini
league caller                       |two different robots
conformance ./none                  |there is no program './none'
exploit nobody                      |'nobody' cannot be measured
exploit caller --stack 20           |--stack and --preflop are options of exploit ring
lbr nobody                          |'nobody' cannot be measured
train limit folder --stack 20       |--stack is not an option of train limit
train nolimit folder --play 2       |--play is not an option of train nolimit
solve AhKdQs QQ                     |2 arguments: expected a board and two ranges
solve AhKdQs QQ JJ                  |expected --pot and --stack
solve --load none                   |none cannot be read
replay none.phh                     |none.phh: No such file
replay hands.phhs --svg config.ini  |config.ini exists
stats none.phh                      |none.phh: No such file
stats hands.phhs --database sqlite:///ledger.db|expected one of the two
export --format phh none.phh        |none.phh: No such file
export --format phh hands.phhs -o config.ini|config.ini exists
export --format phh hands.phhs --game chess|'chess' is not a game
export --format phh                 |there is no ledger
import none.txt                     |none.txt: No such file
verify 17                           |there is no ledger
verify --file none.json             |none.json cannot be read
audit                               |there is no ledger
audit --database sqlite:///hands.phhs|is not a ledger
audit --database postgresql://a:b@c/d|--database with a password
backup copy.db                      |there is no ledger
backup config.ini --database sqlite:///ledger.db|config.ini exists
restore none.db                     |there is no file none.db
restore hands.phhs                  |is not a ledger
"""
WRONG_FORM = """\
--nonsense                          |unrecognized arguments: '--nonsense'
--versoin                           |did you mean --version?
parse --jsn Ah                      |did you mean --json?
parse Ah -1h                        |put -- before cards that begin with a dash
value                               |required: SYSTEM
value kve AhKd                      |'kve': did you mean kev?
odds --game chess AA KK             |argument --game: 'chess': expected holdem, omaha
range                               |required: RANGE
discards --by videpoker AhAdKc7s2h  |'videpoker': did you mean videopoker?
drill --n none                      |expected a number of decisions from 1 to 1000
chart pushfold --stack 0            |argument --stack: '0': expected 1 to 20 big blinds
payback slots                       |'slots': did you mean slot?
match caller                        |expected two robots or more
match caller folder --deals 0       |argument --deals: '0': expected a number of deals
console --seed x                    |argument --seed: 'x': expected a whole number
check --kyes                        |did you mean --keys?
init --defautls                     |did you mean --defaults?
feed wacth '#poker'                 |'wacth': did you mean watch?
web --confg x                       |did you mean --config?
ssh --fed x                         |did you mean --feed?
conformance                         |required: PROGRAM
exploit caller --flops none         |argument --flops: 'none': expected a number of flops
lbr caller --setting early          |argument --setting: 'early': expected calls
train noliimt folder                |'noliimt': did you mean nolimit?
solve --threads 0                   |argument --threads: '0': expected a number of threads
replay                              |required: FILE
replay hands.phhs --json --text     |not allowed with argument
export hands.phhs                   |required: --format
export --format pokerstar hands.phhs|'pokerstar': did you mean pokerstars?
stats --by players hands.phhs       |'players': did you mean player?
verify                              |expected either DEAL_ID, - or --file F
verify x --database sqlite:///ledger.db|'x' is not the number of a deal
backup --keep 0 .                   |argument --keep: '0': expected how many copies
restore                             |required: FILE
audit --jsno                        |did you mean --json?
tournament --jsn                    |unrecognized arguments
"""


class Expected(NamedTuple):
    """What comes of a line: its status, words of its refusal, and whether the usage stands above."""

    status: int
    words: str
    has_usage: bool


def rows() -> list[ParameterSet]:
    """Return the lines of all tables."""
    tables = ((DONE, 0, False), (ANSWER_IS_NO, 1, False), (REFUSED, 2, False), (WRONG_FORM, 2, True))
    found = []
    for table, status, has_usage in tables:
        for row in table.splitlines():
            line, _, words = row.partition("|")
            # What is done is done in other tests, too.
            marks = [] if status else [pytest.mark.slow]
            found.append(pytest.param(line.strip(), Expected(status, words, has_usage), id=line.strip(), marks=marks))
    return found


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lines")
    shutil.copy(HANDS, folder / "hands.phhs")
    make_ledger(folder)
    (folder / "broken.phh").write_text("variant = 'NT'\n", encoding="utf-8")
    for name, text in (("config", LOCAL), ("other", LOCAL), ("broken", f"[bot]\nnik = x\n{LOCAL}")):
        (folder / f"{name}.ini").write_text(text, encoding="utf-8")
    return folder


def contents(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): path.stat().st_size for path in folder.rglob("*")}


def test_there_are_lines_enough_of_every_command() -> None:
    counts = Counter(row.values[0].partition(" ")[0] for row in rows())
    assert counts.total() >= 150
    assert set(COMMANDS) <= set(counts)


@pytest.mark.parametrize(("line", "expected"), rows())
def test_a_command_line(fork_server: ForkServer, template: Path, tmp_path: Path, line: str, expected: Expected) -> None:
    home = tmp_path / "home"
    home.mkdir()
    before = contents(template)
    # The index of counted deals is a cache.
    environment = os.environ | {"HOME": str(home), "XDG_CACHE_HOME": str(tmp_path / "cache"), "COLUMNS": "500"}
    ended, out, err = fork_server.run(shlex.split(line), b"", template, environment)
    shown = err.decode().splitlines()
    assert (ended, contents(template), list(home.rglob("*"))) == (expected.status, before, []), err
    if expected.status:
        assert out == b""
        usage, refusal = shown[:-1], shown[-1]
        assert refusal.startswith("ircpoker: ")
        assert [line.partition(":")[0] for line in usage[:1]] == ["usage"] * expected.has_usage
        assert all("ircpoker" in line for line in usage)  # another way to use the command
        assert expected.words in refusal
    else:
        assert out
