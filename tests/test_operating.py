"""docs/operating.md and the files of packaging/: the units are hardened, and what the page quotes is there."""

import re
import subprocess
from pathlib import Path

import pytest

from ircpoker.cli.main import COMMANDS, main
from tools.year_pictures import MB, read_days

ROOT = Path(__file__).parents[1]
PACKAGING = ROOT / "packaging"
PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
MOST_EXPOSURE = 2.0
UNITS = sorted(path.name for path in PACKAGING.iterdir() if path.suffix in {".service", ".timer"})
needs_systemd = pytest.mark.needs("systemd-analyze")


@needs_systemd
@pytest.mark.parametrize("unit", [name for name in UNITS if name.endswith(".service")])
def test_a_service_sees_little_of_the_machine(unit):
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", PACKAGING / unit]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert float(re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)[1]) <= MOST_EXPOSURE


@needs_systemd
def test_systemd_understands_the_units(tmp_path):
    """All but the program, which need not be installed here."""
    for unit in UNITS:
        text = (PACKAGING / unit).read_text(encoding="utf-8").replace("/usr/local/bin/ircpoker", "/bin/true")
        (tmp_path / unit).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", *(tmp_path / unit for unit in UNITS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "ircpoker" in line] == []


def test_the_service_is_watched_and_keeps_its_folders():
    text = (PACKAGING / "ircpoker.service").read_text(encoding="utf-8")
    wanted = ["Type=notify", "WatchdogSec=60", "Restart=on-failure", "StateDirectory=ircpoker", "User=ircpoker"]
    assert set(wanted) <= set(text.splitlines())


def test_page_and_ssh_have_the_groups_of_their_sockets():
    """The bot gives a socket to a group of the machine, which may go through the folder; the page adds the bot."""
    bot = (PACKAGING / "ircpoker.service").read_text(encoding="utf-8").splitlines()
    assert {"RuntimeDirectoryMode=0711", "SystemCallFilter=@chown"} <= {*bot}
    assert "PrivateUsers=yes" not in bot, "groups of the machine would not exist"
    for name in ("web", "ssh"):
        unit = (PACKAGING / f"ircpoker-{name}.service").read_text(encoding="utf-8").splitlines()
        assert {f"User=ircpoker-{name}", f"Group=ircpoker-{name}"} <= {*unit}
        assert f"group.{name} = ircpoker-{name}" in PAGE.splitlines()
        assert re.search(rf"^useradd --system --user-group .* ircpoker-{name}$", PAGE, re.MULTILINE)
    assert "usermod --append --groups ircpoker-web,ircpoker-ssh ircpoker" in PAGE


def test_the_container_has_the_packages_of_page_and_ssh():
    extras = re.search(r'"/src\[([\w,]+)\]"', (PACKAGING / "Containerfile").read_text(encoding="utf-8"))[1]
    assert {*extras.split(",")} == {"postgres", "ssh", "web"}


def test_the_container_names_every_part_of_the_package():
    text = (PACKAGING / "Containerfile").read_text(encoding="utf-8")
    copied = {name for names in re.findall(r"^COPY (?!--)(.*) /src", text, re.MULTILINE) for name in names.split()}
    needed = ["LICENSE", "README.md", "constraints.txt", "ircpoker", "native", "plugins", "pyproject.toml", "setup.py"]
    assert copied == {*needed, "packaging/share"}
    assert re.search(r"^USER 10001", text, re.MULTILINE)


def test_every_file_of_packaging_that_the_page_names_exists():
    named = set(re.findall(r"packaging/([\w.-]+)", PAGE)) | set(re.findall(r"ircpoker[\w-]*\.(?:service|timer)", PAGE))
    assert named <= {path.name for path in PACKAGING.iterdir()}
    assert set(UNITS) <= named


def test_the_lines_of_the_log_that_it_explains_are_written_somewhere():
    table = PAGE.partition("| the log says |")[2].partition("\n\n")[0]
    quoted = [line for row in table.splitlines()[2:] for line in re.findall(r"`([^`]+)`", row.split(" | ")[0])]
    assert len(quoted) > 20
    files = [path for ending in ("*.py", "*.toml") for path in (ROOT / "ircpoker").rglob(ending)]
    # Python joins neighbouring strings, and in them stand placeholders.
    code = " ".join(re.sub(r'"\s+f?"', "", path.read_text(encoding="utf-8")) for path in sorted(files))
    foreign = {"Connect call failed", "certificate verify failed"}
    pieces = {part.strip(" ,:;()") for line in quoted for part in re.split(r"…|\.\.\.", line)} - foreign - {""}
    assert [piece for piece in sorted(pieces) if piece not in code] == []


def test_the_commands_of_the_page_exist(capsys):
    calls = re.findall(r"\bircpoker ([a-z]+)((?: [^`\n#]*)?)", "".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)))
    calls = [(name, rest) for name, rest in calls if name in COMMANDS]
    assert {name for name, _ in calls} >= {"init", "run", "check", "backup", "restore", "value"}
    for name, rest in calls:
        main(["help", name])
        text = capsys.readouterr().out
        for option in re.findall(r"--[a-z-]+", rest):
            assert option in text, (name, option)


def test_the_sizes_are_those_of_the_simulated_year():
    days = read_days(ROOT / "docs" / "year" / "year.csv")
    shown = re.search(r"its (\d+) days \(([\d,]+) deals", PAGE)
    assert (int(shown[1]), shown[2]) == (len(days), f"{int(days[-1]['deals']):,}")
    ledger, log = re.search(r"([\d.]+) KB a deal, and at most (\d+) MB for the log", PAGE).groups()
    history, files = re.search(r"([\d.]+) KB and (\d+) files a deal", PAGE).groups()
    begin, most = re.search(r"(\d+) MB after the start, at most (\d+) MB", PAGE).groups()
    for day in days:
        deals = int(day["deals"])
        assert int(day["ledger"]) <= float(ledger) * 1000 * deals + int(log) * MB
        assert int(day["memory_begin"]) <= int(begin) * MB
        assert int(day["memory_end"]) <= int(most) * MB
        assert int(day["unbalanced"]) == 0
    last, deals = days[-1], int(days[-1]["deals"])
    assert int(last["history"]) == pytest.approx(float(history) * 1000 * deals, rel=0.1)
    assert int(last["files"]) == pytest.approx(int(files) * deals, rel=0.1)
    assert int(last["ledger"]) == pytest.approx(float(ledger) * 1000 * deals + int(log) * MB, rel=0.15)
