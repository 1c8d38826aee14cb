"""config.ini: defaults, every kind of value, and everything that can be wrong."""

from dataclasses import replace
from pathlib import Path

import pytest

from ircpoker.config import (
    BotSettings,
    NetworkSettings,
    Settings,
    default_settings,
    load_settings,
)
from ircpoker.config.administration import AdminSettings, FeedSettings
from ircpoker.config.ini import LARGEST_FILE, MOST_COMPLAINTS
from ircpoker.config.web import WebSettings
from ircpoker.errors import ConfigError, InvalidConfigError
from tests.config.conftest import LOCAL, Load, Problems

# Values


def test_an_empty_network_section_means_all_defaults(load: Load, tmp_path: Path) -> None:
    settings = load(LOCAL)
    assert settings == Settings(
        bot=replace(BotSettings(), database=f"sqlite:///{tmp_path}/ircpoker.db", history=tmp_path / "history"),
        networks=(NetworkSettings("local", nick="dealer"),),
        others={"feed": FeedSettings(tmp_path / "feed"), "admin": AdminSettings(), "web": WebSettings()},
        path=tmp_path / "config.ini",
    )
    assert (settings.bot.nick, settings.bot.prefix, settings.bot.cards, settings.bot.colour) == (
        "dealer",
        "!",
        "unicode",
        True,
    )
    assert (settings.networks[0].host, settings.networks[0].port) == ("embedded", 6667)
    assert (settings.networks[0].send_burst, settings.networks[0].send_interval) == (4, 1.0)
    assert (settings.limits.command_burst, settings.limits.command_interval) == (10, 2.0)
    assert (settings.economy.starting_chips, settings.economy.daily_chips) == (1000, 100)


def test_every_key_is_read(load: Load, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    settings = load(
        """
        [bot]
        owner = alice@example.org
        nick = Croupier
        prefix = .
        database = postgresql+psycopg://dealer@db.example/poker
        cards = ascii
        colour = off
        history = /var/lib/ircpoker/hands
        plugins = help
        plugin_path = own

        [network:one]
        host = irc.example.org
        port = 6697
        tls = on
        channels = #poker, #cards
        sasl = scram-sha-256
        account = croupier
        password_env = SECRET_OF_ONE
        send_burst = 5
        send_interval = 0.5

        [network:two]
        host = ::1
        nick = other

        [limits]
        command_burst = 3
        command_interval = 0.25

        [economy]
        starting_chips = 5000
        daily_chips = 0
        """.replace("        ", ""),
        environment={"SECRET_OF_ONE": "hunter2"},
    )
    bot = settings.bot
    assert (bot.owner, bot.nick) == ("alice@example.org", "Croupier")
    assert (bot.prefix, bot.cards, bot.colour, bot.plugins) == (".", "ascii", False, ("help",))
    assert bot.database == "postgresql+psycopg://dealer@db.example/poker"
    assert (bot.history, bot.plugin_path) == (Path("/var/lib/ircpoker/hands"), tmp_path / "own")
    first, second = settings.networks
    assert (first.name, first.host, first.port, first.tls) == ("one", "irc.example.org", 6697, True)
    assert (first.channels, first.nick) == (("#poker", "#cards"), "Croupier")
    assert (first.sasl, first.account) == ("scram-sha-256", "croupier")
    assert first.password is not None
    assert first.password.reveal() == "hunter2"
    assert (first.send_burst, first.send_interval) == (5, 0.5)
    assert (second.name, second.host, second.nick, second.password) == ("two", "::1", "other", None)
    assert (settings.limits.command_burst, settings.limits.command_interval) == (3, 0.25)
    assert (settings.economy.starting_chips, settings.economy.daily_chips) == (5000, 0)


@pytest.mark.parametrize(
    "text",
    [
        "[bot]\nowner = alice ; the owner\n[network:local]\n",
        "; a comment\n[bot] \nowner=alice\n\n# another\n[network:local]\n",
        "\ufeff[bot]\nowner = alice\n[network:local]\n",
        "[bot]\r\nowner = alice\r\n[network:local]\r\n",
        "[bot]\rowner = alice\r[network:local]",
        "[bot]\nOWNER =   alice\t\n[network:local]",
    ],
)
def test_the_form_is_liberal(load: Load, text: str) -> None:
    assert load(text).bot.owner == "alice"


def test_a_value_is_taken_as_it_stands(load: Load) -> None:
    text = LOCAL + "[bot]\nowner = 100% a=b #1;x https://example.org/~alice\ndatabase = postgresql://h/%(x)s?a=b%%20c"
    bot = load(text).bot
    assert bot.owner == "100% a=b #1;x https://example.org/~alice"
    assert bot.database == "postgresql://h/%(x)s?a=b%%20c"


def test_a_list_may_continue_on_indented_lines(load: Load) -> None:
    assert load("[network:a]\nchannels = #one,\n  &two, ##three\n  !four\n").networks[0].channels == (
        "#one",
        "&two",
        "##three",
        "!four",
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("sqlite:///poker.db", "sqlite:///{folder}/poker.db"),
        ("sqlite:///data/poker.db?timeout=5", "sqlite:///{folder}/data/poker.db?timeout=5"),
        ("sqlite+pysqlite:///poker.db", "sqlite+pysqlite:///{folder}/poker.db"),
        ("sqlite:////var/poker.db", "sqlite:////var/poker.db"),
        ("sqlite://", "sqlite://"),
        ("sqlite:///:memory:", "sqlite:///:memory:"),
        ("sqlite:///file:poker?mode=memory&uri=true", "sqlite:///file:poker?mode=memory&uri=true"),
        ("postgresql://host/poker", "postgresql://host/poker"),
    ],
)
def test_a_database_file_is_beside_the_configuration(load: Load, tmp_path: Path, written: str, meant: str) -> None:
    assert load(f"[bot]\ndatabase = {written}\n{LOCAL}").bot.database == meant.format(folder=tmp_path)


def test_paths_are_relative_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, elsewhere = tmp_path / "bot", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    (folder / "config.ini").write_text("[bot]\nhistory = ../hands\nplugin_path = own\n[network:local]\n")
    monkeypatch.chdir(elsewhere)
    bot = load_settings(Path("../bot/config.ini")).bot
    assert bot.history.resolve() == tmp_path / "hands"
    assert bot.plugin_path == folder / "own"
    assert bot.database == f"sqlite:///{folder}/ircpoker.db"
    assert default_settings(Path()).bot.history == elsewhere / "history"


def test_a_tilde_means_the_home_folder(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/alice")
    assert load(f"[bot]\nhistory = ~/hands\n{LOCAL}").bot.history == Path("/home/alice/hands")


def test_a_network_is_local_only_if_nothing_leaves_the_machine() -> None:
    local = ["embedded", "127.0.0.1", "127.8.8.8", "::1", "localhost"]
    assert all(NetworkSettings("n", host=host).is_local for host in local)
    remote = ["irc.example.org", "10.0.0.1", "localhost.example.org"]
    assert not any(NetworkSettings("n", host=host).is_local for host in remote)


# Errors


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[bot]\nnick = 9lives", "[bot] nick = '9lives': expected a nick: "),
        ("[bot]\nnick = two words", "[bot] nick = 'two words': expected a nick: "),
        ("[bot]\nprefix =", "[bot] prefix = '': expected one to three signs such as ! or . "),
        ("[bot]\nprefix = /", "[bot] prefix = '/': expected one to three signs"),
        ("[bot]\nprefix = p!", "[bot] prefix = 'p!': expected one to three signs"),
        ("[bot]\ncards = latin", "[bot] cards = 'latin': expected unicode or ascii"),
        ("[bot]\ncolour = maybe", "[bot] colour = 'maybe': expected on or off"),
        ("[bot]\nhistory =", "[bot] history = '': expected a path"),
        ("[bot]\nhistory = ~nobody-of-this-name/x", "[bot] history = '~nobody-of-this-name/x': expected a path"),
        ("[bot]\nplugins = help, ../evil", "[bot] plugins = '../evil': expected names of plugins"),
        ("[bot]\nplugins = help, parse help", "[bot] plugins = 'help': expected names of plugins, separated by commas"),
        ("[bot]\ndatabase = poker.db", "[bot] database = 'poker.db': expected a URL such as sqlite:///ircpoker.db"),
        ("[bot]\ndatabase = a:b@host/x", "[bot] database: expected a URL such as sqlite:///ircpoker.db"),
        ("[bot]\ndatabase = postgres:/a:b@host/x", "[bot] database: expected a URL such as"),
        ("[bot]\ndatabase = pg//host?password=b", "[bot] database: expected a URL such as"),
        (f"[bot]\nowner = {'x' * 65}", "[bot] owner = 'xxxxxxxxxxxxxxxxxxxxxxxx…': expected at most 64 characters"),
        ("[bot]\nowner = a\x02b\x1b[31m", "[bot] owner = 'a?b?[31m': expected text without control characters"),
        ("[bot]\nowner = a\x01b", "[bot] owner = 'a?b': expected text without control characters"),
        ("[bot]\nlanguage = xx", "[bot] language = 'xx': expected a language of the catalogue: en"),
        ("[bot]\nnik = x", "[bot] nik is not a key here: did you mean nick?"),
        ("[bot]\nzzz = x", "[bot] zzz is not a key here: expected owner, nick, prefix, "),
        (
            "[economy]\naccounts_per_hour = 4",
            "[economy] accounts_per_hour is not a key here: it belongs into [limits]",
        ),
        ("[bto]\nnick = x", "[bto] is not a section: did you mean [bot]?"),
        ("[Limits]", "[Limits] is not a section: did you mean [limits]?"),
        ("[zzz]", "[zzz] is not a section: expected [bot], [network:NAME], [limits], [economy]"),
        ("[network]", "[network] is not a section: did you mean [network:NAME]?"),
        ("[bot:x]", "[bot:x] is not a section: did you mean [bot]?"),
        ("[DEFAULT]\nnick = x", "[DEFAULT] is not a section"),
        ("[network:]", "[network:]: expected a name of letters, digits"),
        ("[network:a b]", "[network:a b]: expected a name of letters, digits"),
        ("[network:console]", "[network:console]: the name console is taken"),
        ("[network:a]\n[network:A]\nport = 1", "[network:A]: another network has the same name, except for case"),
        ("[network:a]\nhost = irc example", "[network:a] host = 'irc example': expected `embedded`, a host name"),
        ("[network:a]\nport = 0", "[network:a] port = '0': expected a whole number from 1 to 65535"),
        ("[network:a]\nport = 65536", "[network:a] port = '65536': expected"),
        ("[network:a]\nport = 6_667", "[network:a] port = '6_667': expected"),
        ("[network:a]\nport = ٦٦٦٧", "[network:a] port = '٦٦٦٧': expected"),
        (f"[network:a]\nport = {'9' * 5000}", "[network:a] port = '999999999999999999999999…': expected"),
        ("[network:a]\nchannels = poker", "[network:a] channels = 'poker': expected channels such as #poker"),
        (
            "[network:a]\nchannels = #a, #A",
            "[network:a] channels = '#A': expected channels such as #poker, separated by",
        ),
        ("[network:a]\ntls = on", "[network:a] tls: the embedded server has no TLS"),
        (
            "[network:a]\nsasl = md5",
            "[network:a] sasl = 'md5': expected nothing, plain, external, scram-sha-256 or nickserv",
        ),
        ("[network:a]\nsend_interval = nan", "[network:a] send_interval = 'nan': expected a number from 0.01 to 60"),
        ("[network:a]\nsend_interval = 0", "[network:a] send_interval = '0': expected a number"),
        ("[network:a]\nsend_interval = 1e1", "[network:a] send_interval = '1e1': expected a number"),
        ("[limits]\ncommand_burst = -1", "[limits] command_burst = '-1': expected a whole number from 1 to 1000"),
        ("[economy]\nstarting_chips = 1.5", "[economy] starting_chips = '1.5': expected a whole number from 0"),
        ("[bot]\nnick = a\nnick = b", "line 4: [bot] nick is there before"),
        ("[bot]\n[bot]", "line 3: there is a section [bot] before"),
        ("[bot]\nnick", "line 3: 'nick': expected [section], key = value or a comment"),
        ("[bot]\n= x", "line 3: '=': expected [section], key = value or a comment"),
        ("[bot]\nnick: x", "line 3: 'nick: x': expected [section], key = value or a comment"),
        ("[network:a]\n[network:b]", "[network:b] port = 6667: another embedded server has it"),
    ],
)
def test_an_error_names_section_key_value_and_allowed_values(problems: Problems, text: str, complaint: str) -> None:
    usable = text if "[network" in text else text + "\n[network:fine]"
    found = problems("\n" + usable)
    assert len(found) == 1
    assert found[0].startswith(complaint)


def test_a_line_before_any_section(problems: Problems) -> None:
    assert problems("nick = x\n[network:a]") == ["line 1: 'nick =': expected a [section] line before it"]


def test_errors_carry_section_and_key(load: Load) -> None:
    with pytest.raises(InvalidConfigError) as caught:
        load("[network:a]\nport = x\nhots = y")
    assert [(problem.section, problem.key) for problem in caught.value.problems] == [
        ("network:a", "hots"),
        ("network:a", "port"),
    ]
    assert (caught.value.section, caught.value.key) == ("network:a", "hots")
    assert str(caught.value).endswith("config.ini: [network:a] hots is not a key here: did you mean host? (and 1 more)")


def test_all_problems_are_reported_at_once(problems: Problems) -> None:
    text = """\
[bot]
nick = 1
nick = 2
[network:a]
port = x
[network:a]
port = y
[bto]
[limits]
command_burst = 0
junk
"""
    assert [problem.split(":")[0] for problem in problems(text)] == [
        "line 3",
        "line 6",
        "line 11",
        "[bto] is not a section",
        "[bot] nick = '1'",
        "[limits] command_burst = '0'",
        "[network",
    ]


def test_sections_are_not_mixed(problems: Problems) -> None:
    assert problems("[limits]\ncommand_burst = 1\n[network:a]\n[limits]\ncommand_burst = 2\nsurprise = 3") == [
        "line 4: there is a section [limits] before"
    ]


def test_other_kinds_of_files(problems: Problems) -> None:
    assert MOST_COMPLAINTS < len(problems("[bot]\n" + "nick = x\n" * 1500)) < 2 * MOST_COMPLAINTS


@pytest.mark.parametrize("host", ["irc.libera.chat", "127.0.0.1"])
def test_a_real_network_needs_an_owner(load: Load, problems: Problems, host: str) -> None:
    network = f"[network:net]\nhost = {host}\n"
    assert problems(network) == [
        "[bot] owner is empty: expected the person who answers for this bot, as [network:net] is a real network"
    ]
    assert load(f"{network}[bot]\nowner = alice\n").bot.owner == "alice"


def test_at_least_one_network_is_needed(load: Load, problems: Problems) -> None:
    assert problems("[bot]\n") == ["no [network:NAME] section: nothing to connect to"]
    assert load("[bot]\n", connecting=False).networks == ()


def test_the_console_reads_no_passwords(load: Load) -> None:
    network = "[network:a]\nhost = irc.example\ntls = on\nsasl = plain\naccount = a\npassword_env = NOT_SET\n"
    assert load(network, connecting=False).networks[0].password is None


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"[bot]\n\n\nowner = \xff\n", "is not UTF-8 text: look at line 4"),
        ("[bot]".encode("utf-16"), "is not UTF-8 text: look at line 1"),
        (b"x" * (LARGEST_FILE + 1), "is larger than 100000 bytes"),
    ],
)
def test_binary_files(load: Load, content: bytes, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        load(content)


def test_unreadable_files(tmp_path: Path) -> None:
    for path, reason in [
        (tmp_path / "none.ini", "No such file"),
        (tmp_path, "Is a directory"),
        (tmp_path / "a\0b", "no such path"),
        (tmp_path / "a\nb", "'"),
    ]:
        with pytest.raises(ConfigError, match=reason) as caught:
            load_settings(path)
        assert str(caught.value).isprintable()
