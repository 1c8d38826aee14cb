"""A server's features (numeric 005): how it folds names, its channel modes, its bot mode, the tags that it drops."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

# RFC 1459 counts {}|~ as the small letters of []\^ (Scandinavian letters of 1993); strict-rfc1459 leaves out ~^.
_FOLDS = {
    "ascii": str.maketrans(ascii_uppercase, ascii_lowercase),
    "rfc1459": str.maketrans(ascii_uppercase + "[]\\^", ascii_lowercase + "{}|~"),
    "strict-rfc1459": str.maketrans(ascii_uppercase + "[]\\", ascii_lowercase + "{}|"),
}
_DEFAULT_FOLD = "rfc1459"
_BOT_MODE = "B"
_LOCKS = frozenset("ikps")
"""Modes of channels whose tables are not for everybody (RFC 2811, sections 4.2.2, 4.2.6 and 4.2.10).

Not everybody may join those by invitation or with a key, nor know of private and secret ones.
"""
_OPERATOR = "o"
_LONGEST_NICK = 64
_NOT_IN_NICKS = frozenset(" ,!@*?%")
"""Characters that separate targets or parts of an address, or make masks."""
_NO_FIRST = ":$#&+"
"""Characters that begin last parameters, masks of servers, and channels."""


class ServerFeatures:
    """The features that matter to the bot, with the defaults of RFC 2812 until the server reports them.

    Attributes:
        casemapping: how names are folded.
        prefixes: the signs before nicks in NAMES and the mode of each.
        with_argument: letters of the channel modes that take an argument.
        channel_signs: the characters with which a channel's name may begin.
        bot_mode: the letter of the user mode for bots, or empty.
        has_whox: whether WHO can be asked for accounts.
        tag_rules: the client-only tags that the server drops, `*` for all, and those that it lets through, after `-`.
    """

    def __init__(self) -> None:
        self.casemapping = _DEFAULT_FOLD
        self.prefixes = {"@": "o", "+": "v"}
        self.with_argument = "beIkl"
        self.channel_signs = "#&"
        self.bot_mode = ""
        self.has_whox = False
        self.tag_rules: frozenset[str] = frozenset()

    def load(self, tokens: Sequence[str]) -> None:
        """Take over the tokens of a 005 line; unknown and malformed ones change nothing.

        Args:
            tokens: such as `CASEMAPPING=ascii`.
        """
        for token in tokens:
            name, _, value = token.partition("=")
            match name.upper():
                case "CASEMAPPING":
                    self.casemapping = value.lower()
                case "PREFIX":
                    self._load_prefixes(value)
                case "CHANMODES" if value.count(",") >= 3:
                    self.with_argument = "".join(value.split(",")[:3])
                case "CHANTYPES" if value:
                    self.channel_signs = value
                case "CLIENTTAGDENY":
                    self.tag_rules = frozenset(value.split(","))
                case "WHOX":
                    self.has_whox = True
                case "BOT":
                    self.bot_mode = value[:1]

    def load_user_modes(self, letters: str) -> None:
        """Take over the user modes of a 004 line: where 005 has no BOT, as on ngIRCd, B marks bots."""
        self.bot_mode = self.bot_mode or (_BOT_MODE if _BOT_MODE in letters else "")

    def fold(self, name: str) -> str:
        r"""Return a nick or a channel's name as the key under which this server knows it.

        Examples:
            >>> features = ServerFeatures()
            >>> features.fold("Bob[")
            'bob{'
            >>> features.load(["CASEMAPPING=ascii"])
            >>> features.fold("Bob[")
            'bob['
        """
        table = _FOLDS.get(self.casemapping)
        # The newer mappings (rfc7613, rfc8265) are those of Unicode.
        return name.casefold() if table is None else name.translate(table)

    def lets_through(self, tag: str) -> bool:
        """Return whether the server passes on a client-only tag, named without its `+` (IRCv3 message-tags).

        Examples:
            >>> features = ServerFeatures()
            >>> features.load(["CLIENTTAGDENY=*,-typing"])
            >>> [features.lets_through(tag) for tag in ("typing", "draft/react")]
            [True, False]
        """
        return f"-{tag}" in self.tag_rules or self.tag_rules.isdisjoint({"*", tag})

    def is_channel(self, target: str) -> bool:
        """Return whether this names a channel."""
        return target[:1] != "" and target[0] in self.channel_signs

    def is_nick(self, name: str) -> bool:
        """Return whether this can be a nick, so that a line to it reaches one person.

        NICKLEN does not count: it limits what the server's own users may choose, and others may have longer nicks.

        Examples:
            >>> features = ServerFeatures()
            >>> [features.is_nick(name) for name in ("[bob]", "#poker", "@#poker", "bob,eve", "*", "")]
            [True, False, False, False, False, False]
        """
        return (
            0 < len(name) <= _LONGEST_NICK
            and name.isprintable()
            and name[0] not in {*self.channel_signs, *self.prefixes, *_NO_FIRST}
            and not set(name) & _NOT_IN_NICKS
        )

    def without_prefixes(self, name: str) -> str:
        """Return an entry in NAMES without its rank signs, as in `@+bob` or, with userhost-in-names, `@bob!b@host`."""
        return name.lstrip("".join(self.prefixes))

    def is_operator(self, name: str) -> bool:
        """Return whether an entry in NAMES has the rank of an operator or a higher one; the server lists those first.

        Examples:
            >>> features = ServerFeatures()
            >>> features.load(["PREFIX=(qohv)~@%+"])
            >>> [features.is_operator(name) for name in ("~a", "@+a", "%a", "%+a", "a", "")]
            [True, True, False, False, False, False]
        """
        signs = list(self.prefixes)
        lowest = next((at for at, sign in enumerate(signs) if self.prefixes[sign] == _OPERATOR), -1)
        return any(sign in signs[: lowest + 1] for sign in name[: len(name) - len(self.without_prefixes(name))])

    def flag_change(self, flag: str, modes: str) -> bool | None:
        """Return whether a MODE line sets or unsets a channel's flag; None if neither, or if it is not a flag here.

        Examples:
            >>> features = ServerFeatures()
            >>> [features.flag_change("c", modes) for modes in ("+nc-t", "+n-tc", "+nt")]
            [True, False, None]
        """
        before, occurrence, _ = modes.rpartition(flag)
        if not occurrence or flag in self.with_argument or flag in self.prefixes.values():
            return None
        return before.rfind("+") >= before.rfind("-")

    def lock_change(self, modes: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return which locks of a channel a MODE line sets, and which it takes away.

        They are a key (k), that one is invited (i), and that others do not know of it (p, s).

        Examples:
            >>> ServerFeatures().lock_change("+nk-s")
            (frozenset({'k'}), frozenset({'s'}))
        """
        changed: dict[str, set[str]] = {"+": set(), "-": set()}
        sign = "+"
        for letter in modes:
            if letter in changed:
                sign = letter
            elif letter in _LOCKS and letter not in self.prefixes.values():
                changed[sign].add(letter)
        return frozenset(changed["+"]), frozenset(changed["-"])

    def _load_prefixes(self, value: str) -> None:
        modes, bracket, signs = value.removeprefix("(").partition(")")
        if not value:
            self.prefixes = {}
        elif bracket and len(modes) == len(signs):
            self.prefixes = dict(zip(signs, modes, strict=True))
