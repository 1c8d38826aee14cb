"""`!help`, `!rules`, `!ranks`, `!about` and `!botlist`: the bot and its commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from ircpoker import __version__
from ircpoker.chat.commands import Example, Line, command
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.newcomers import Newcomers
from ircpoker.chat.rights import admin_name
from ircpoker.chat.router import Router
from ircpoker.chat.segments import packed
from ircpoker.errors import UsageError, quote
from ircpoker.table import GAMES
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue
from ircpoker.words.languages import ENGLISH

_LINES: tuple[dict[str, tuple[str, ...]], ...] = (
    {
        "acts": ("check", "call", "bet", "raise", "fold", "allin", "time", "n"),
        "draws": ("keep", "discard", "pat", "hint"),
        "after": ("show", "muck", "rabbit"),
        "looks": ("cards", "table", "why"),
    },
    {
        "tables": (
            "start",
            "play",
            "open",
            "sit",
            "leave",
            "addbot",
            "removebot",
            "robots",
            "sitout",
            "topup",
            "rebuy",
        ),
        "tournaments": ("sng", "tournament", "chop", "endsng"),
        "machines": ("slot", "vp"),
        "chips": ("bank", "daily", "give", "top", "claim", "link", "unlink"),
    },
    {
        "own": ("stats", "history", "replay", "review", "drill", "export", "web"),
        "fairness": ("seed", "proof"),
        "hands": ("parse", "value", "discards", "odds"),
        "more": ("set", "invite", "channel", "endtable", "help", "rules", "ranks", "about", "botlist", "again"),
    },
)
"""The groups of commands in each line of `!help`; those of other plugins are in the last group."""
_OTHERS = "more"
_HIDDEN = frozenset({"admin"})
"""Commands of few people: `!help` lists them only for these, `!help admin` explains it to everybody."""
_OF_CHANNELS = frozenset({"channel", "endtable"})
"""Commands that are hidden in private, too."""
_MOST_EXPLAINED = 3
_MOST_LISTS = 32
"""The most lists of all commands that are kept: one for each language and length of lines."""
_POLITE = frozenset({"me", "please", "of", "with", "commands", "list", "the", "game"})
_TOPICS = {
    "holdem": ("hold'em", "texas", "poker"),
    "draw": ("five-card", "5card"),
    "omaha": ("plo",),
    "fairness": ("fair", "cheating", "rigged"),
}
"""The topics of `!help`, with other words for each; a topic has up to three lines in the catalogue."""


def _first_word(arguments: str) -> str:
    return next((word for word in arguments.lower().split() if word not in _POLITE), "")


def _topic(word: str) -> str:
    """Return the topic that a word or the name of a game means, or nothing."""
    name = GAMES[word].name if word in GAMES else word
    return next((topic for topic, others in _TOPICS.items() if name in {topic, *others}), "")


def _topic_lines(topic: str) -> Iterator[Phrase]:
    for part in ("what", "how", "more"):
        yield Phrase(f"topics.{topic}.{part}")


@lru_cache(_MOST_LISTS)
def _all_commands(shown: tuple[str, ...], words: Catalogue, prefix: str, line_bytes: int | None) -> tuple[Reply, ...]:
    """Return the commands in groups, and where there is more: the same each time, so the texts are made once."""
    named = {name for line in _LINES for names in line.values() for name in names}
    others = tuple(name for name in shown if name not in named)

    def texts(groups: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
        for group, names in groups.items():
            listed = names + others if group == _OTHERS else names
            if there := " ".join([prefix + name for name in listed if name in shown]):
                yield words.text(Phrase(f"groups.{group}", commands=there))

    lines = [line for groups in _LINES for line in packed(texts(groups), " | ", line_bytes)]
    return tuple([Reply((line,), private=True) for line in (*lines, words.text(Phrase("help.more")))])


class Help:
    """The commands that describe the bot."""

    def __init__(self, bot: Router) -> None:
        self.bot = bot
        bot.newcomers = Newcomers(bot)

    @command(
        "help",
        examples=(
            Example("", "In a deal: …"),
            Example("about", "!about: what this bot is, who runs it and where it comes from"),
            Example("holdem", "Hold'em: …"),
        ),
        aliases=("commands", "menu"),
        errors="public",
        words=lambda plugin: plugin.bot.commands,
        price="help",
    )
    def show_help(self, message: Message, arguments: str) -> Iterator[Line]:
        """Yield all commands in groups, privately; or one command's use, purpose and example; or a topic.

        Raises:
            UsageError: there is no such command or topic.
        """
        name = _first_word(arguments)
        if topic := _topic(name):
            yield from _topic_lines(topic)
        elif name:
            yield from self._explain(name)
        else:
            is_admin = admin_name(self.bot.services.settings, message)
            hidden = frozenset() if is_admin else _HIDDEN if message.channel else _HIDDEN | _OF_CHANNELS
            shown = tuple([name for name in self.bot.commands if name not in hidden])
            yield from _all_commands(shown, self.bot.services.words, self.bot.prefix, message.limits.line_bytes)

    @command(
        "rules",
        examples=(Example("", "Hold'em: …"), Example("draw", "Five-card draw: …")),
        words=tuple(_TOPICS),
        price="help",
    )
    def rules(self, message: Message, arguments: str) -> Iterator[Reply]:
        """Yield the rules of the game at the table here, or of a named game.

        Raises:
            UsageError: there is no such game.
        """
        topic = _topic(_first_word(arguments) or self._game_here(message))
        if not topic:
            raise UsageError(Phrase("help.no_rules", name=quote(arguments)))
        yield from (Reply((line,), private=message.channel is not None) for line in _topic_lines(topic))

    def _game_here(self, message: Message) -> str:
        tables = self.bot.tables
        table = tables.lobby.find(tables.speaker(message)) if tables else None
        return table.state.game.name if table else "holdem"

    @command(
        "ranks",
        examples=(Example("", "Best first: royal flush, straight flush, four of a kind, …"),),
        aliases=("hands", "rankings"),
    )
    def ranks(self, _message: Message, _arguments: str) -> Phrase:
        """Return the ten categories."""
        return Phrase("help.ranks")

    def _more(self, name: str) -> Iterator[Phrase]:
        """Yield further facts about a command."""
        for number in range(_MOST_EXPLAINED):
            if self.bot.services.words.has(f"explained.{name}.{number}"):
                yield Phrase(f"explained.{name}.{number}")
        several = Phrase(f"several_tables.{name}")
        networks = self.bot.services.settings.networks
        if self.bot.services.words.has(several.key) and any(network.tables_per_channel > 1 for network in networks):
            yield several

    def _explain(self, name: str) -> Iterator[Line]:
        """Yield the usage of a command, and an example; the example's answer is in English only."""
        at = self.bot.prefix
        command = self.bot.find(name)
        if command is None:
            near = self.bot.suggest(name.removeprefix(at))
            raise UsageError(
                Phrase("help.no_command_near", name=quote(name), near=near)
                if near
                else Phrase("help.no_command", name=quote(name))
            )
        form: Line = command.form(self.bot.services.words)
        if command.aliases:
            form = Phrase("help.also", form=form, others=", ".join(at + alias for alias in command.aliases))
        if command.where != "anywhere":
            form = Phrase(f"help.{command.where}_only", form=form)
        yield Phrase("help.command", form=form, summary=command.summary)
        for example in command.examples[:1]:
            line = f"{at}{command.name} {example.arguments}".rstrip()
            if self.bot.services.words.language == ENGLISH:
                yield Phrase("help.example", line=line, answer=example.shown(at))
            else:
                yield Phrase("help.example_only", line=line)
        yield from self._more(command.name)

    @command(
        "about",
        examples=(Example("", f"ircpoker {__version__}, a poker bot: !help lists what it can do; …"),),
    )
    def about(self, _message: Message, _arguments: str) -> Phrase:
        """Return the bot's name, version, purpose, owner and source."""
        owner = self.bot.services.settings.bot.owner
        run_by = Phrase("help.run_by", owner=owner) if owner else Phrase("help.no_owner")
        return Phrase("help.about", version=__version__, run_by=run_by)

    @command(
        "botlist",
        examples=(Example("", "I am …"),),
        aliases=("bots",),
    )
    def botlist(self, message: Message, _arguments: str) -> Phrase:
        """Return the line with which bots customarily introduce themselves."""
        nick = message.bot_nick or self.bot.services.settings.bot.nick
        return Phrase("help.botlist", nick=nick, version=__version__)
