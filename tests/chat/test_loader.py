import logging
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from ircpoker.chat.loader import load_plugins
from ircpoker.chat.router import Router
from ircpoker.errors import ConfigError
from tests.chat.routers import lines, make_router

PLUGIN = """\
    from ircpoker.chat.commands import command

    @command({name!r}, summary="says a word")
    def answer(message, arguments):
        return __name__ + " " + {word!r}
"""


@pytest.fixture
def router() -> Router:
    return make_router(plugins=())


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(text), encoding="utf-8")


def write_plugin(file: Path, name: str, word: str = "hello") -> None:
    write(file, PLUGIN.format(name=name, word=word))


class TestOwnFolder:
    def test_a_file(self, router: Router, tmp_path: Path) -> None:
        write_plugin(tmp_path / "greet.py", "greet")
        before = list(sys.path)
        load_plugins(router, ["greet", "help"], tmp_path)
        assert lines(router, "greet")[0].endswith("hello")
        assert list(router.plugins) == ["greet", "help"]
        assert sys.path == before

    def test_a_package_may_import_its_own_modules(self, router: Router, tmp_path: Path) -> None:
        write_plugin(tmp_path / "greet" / "inner.py", "greet")
        write(tmp_path / "greet" / "__init__.py", "from .inner import answer\n")
        load_plugins(router, ["greet"], tmp_path)
        assert lines(router, "greet")[0].endswith("hello")

    def test_a_plugin_named_like_a_standard_module_hides_nothing(self, router: Router, tmp_path: Path) -> None:
        write_plugin(tmp_path / "random.py", "dice")
        load_plugins(router, ["random"], tmp_path)
        import random

        assert random.Random(1).random() > 0
        assert lines(router, "dice")[0].endswith("hello")

    def test_one_name_in_two_folders_is_two_modules(self, tmp_path: Path) -> None:
        answers = set()
        for folder in ("one", "two"):
            router = make_router(plugins=())
            write_plugin(tmp_path / folder / "greet.py", "greet", folder)
            load_plugins(router, ["greet"], tmp_path / folder)
            answers.add(lines(router, "greet")[0])
        assert len({answer.split()[0] for answer in answers}) == 2

    def test_a_plugin_of_ours_can_be_replaced(self, router: Router, tmp_path: Path) -> None:
        write_plugin(tmp_path / "parse.py", "parse", "mine")
        load_plugins(router, ["parse"], tmp_path)
        assert lines(router, "parse")[0].endswith("mine")

    def test_missing_folder(self, router: Router, tmp_path: Path) -> None:
        with pytest.raises(ConfigError, match=r"\[bot\] plugin_path = .*nowhere: there is no such") as caught:
            load_plugins(router, ["help"], tmp_path / "nowhere")
        assert caught.value.key == "plugin_path"


class TestEntryPoints:
    def test_another_distribution(self, router: Router, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write_plugin(tmp_path / "others_greeting.py", "greet")
        write(tmp_path / "others-1.dist-info" / "METADATA", "Metadata-Version: 2.1\nName: others\nVersion: 1\n")
        write(tmp_path / "others-1.dist-info" / "entry_points.txt", "[ircpoker.plugins]\ngreet = others_greeting\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        load_plugins(router, ["greet"])
        assert lines(router, "greet") == ["others_greeting hello"]
        with pytest.raises(ConfigError, match=r"did you mean greet; there are .*greet"):
            load_plugins(router, ["gret"])


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("def register(", "it failed with SyntaxError: "),
            ("import no_such_module", "it failed with ModuleNotFoundError: No module named 'no_such_module'"),
            ("1 / 0", "it failed with ZeroDivisionError: division by zero"),
            ("raise SystemExit(1)", "it failed with SystemExit: 1"),
            ("raise KeyboardInterrupt", "it failed with KeyboardInterrupt"),
            ("raise GeneratorExit('x')", "it failed with GeneratorExit: x"),
            ("def register(router): raise KeyboardInterrupt", "it failed with KeyboardInterrupt"),
            ("import sys\ndef register(router): sys.exit('no')", "it failed with SystemExit: no"),
            ("def register(router): raise ValueError('a\\r\\nb')", "it failed with ValueError: a b"),
            ("def register(): pass", "it failed with TypeError: register() takes 0 positional arguments"),
            ("", "it has no command: @command(…) on a function makes one"),
            ("register = 5", "it has no command: @command(…) on a function makes one"),
            ("x = '\x00'", "it failed with "),
        ],
    )
    def test_broken_plugins(
        self, router: Router, tmp_path: Path, text: str, reason: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        write(tmp_path / "broken.py", text)
        with caplog.at_level(logging.DEBUG), pytest.raises(ConfigError) as caught:
            load_plugins(router, ["broken"], tmp_path)
        assert str(caught.value).startswith("[bot] plugins = 'broken': ")
        assert reason in str(caught.value)
        assert str(caught.value).isprintable()

    def test_file_that_is_not_python(self, router: Router, tmp_path: Path) -> None:
        (tmp_path / "broken.py").write_bytes(b"x = '\xff'")
        with pytest.raises(ConfigError, match="plugins = 'broken': it failed with"):
            load_plugins(router, ["broken"], tmp_path)

    def test_a_command_name_taken_twice_names_both_plugins(self, router: Router, tmp_path: Path) -> None:
        write_plugin(tmp_path / "mine.py", "value")
        with pytest.raises(ConfigError) as caught:
            load_plugins(router, ["parse", "mine"], tmp_path)
        assert str(caught.value) == "command 'value' of plugin 'mine' exists already, from plugin 'parse'"

    @pytest.mark.parametrize("name", ["", "../secret", "a/b", "a.b", "os.path", "two words", "x\n"])
    def test_a_bad_name(self, router: Router, name: str, tmp_path: Path) -> None:
        with pytest.raises(ConfigError, match="expected a name of letters, digits and underscores"):
            load_plugins(router, [name], tmp_path)

    def test_a_missing_plugin(self, router: Router) -> None:
        with pytest.raises(ConfigError) as caught:
            load_plugins(router, ["pares"])
        assert str(caught.value).startswith("[bot] plugins = 'pares': there is none, did you mean parse; there are ")

    def test_a_plugin_listed_twice(self, router: Router) -> None:
        with pytest.raises(ConfigError, match="plugins = 'help': it is listed twice"):
            load_plugins(router, ["help", "parse", "help"])


@pytest.mark.slow(1)
def test_plugins_load_from_any_working_directory(tmp_path: Path) -> None:
    """A folder named plugins, or a file named parse.py, where the bot is started changes nothing."""
    write(tmp_path / "plugins" / "parse.py", "raise SystemExit('the wrong one')")
    write(tmp_path / "parse.py", "raise SystemExit('the wrong one')")
    script = "from tests.chat.routers import make_router; print(list(make_router().commands))"
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.append({str(root)!r}); {script}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "['parse', 'value', 'discards', 'odds', 'help', 'rules', 'ranks', 'about', 'botlist']\n"
