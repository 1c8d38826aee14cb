"""The colours of the screen by what they mean: three themes with colours of their own, and one of the terminal's.

An ink is what text is drawn with, a ground what it stands on. Colour only repeats a word or a sign: each ink that must
differ without colours differs by bold, dim, underline or reverse, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from rich.color import Color, ColorSystem
from rich.style import Style
from textual.color import Color as TextualColor

from ircpoker.screen.preferences import Depth

_TABLE = """
room      #0c1110 233 #080b14 #f3eee2
rail      #6b4526 94  #303b5c #b7935e
lit       #8a5c34 136 #46557f #cfae7a
felt      #14593a 22  #172a57 #cfe5d2
inner     #186845 22  #1c3367 #d9ecdb
line      #2c8259 28  #365192 #a4c9aa
shadow    #0d3f29 233 #0f1d3f #aecbb2
plate     #0e2219 234 #0c1429 #fffdf6
sunk      #124f33 22  #15264f #c6dcc9
text      #f4f8f5 231 #f3f5fb #14261b
muted     #bfe0cd 152 #aebde0 #3f5a49
panel     #141b19 234 #0f1424 #faf6ec
row       #1c2623 236 #181f35 #eae3d2
said      #dfe8e3 254 #dde3f2 #20281f
quiet     #93a59c 248 #94a0bf #5b6457
own       #7fe0ff 117 #7fe0ff #00566f
good      #7df0a6 120 #7df0a6 #0f5c2c
bad       #ff9a8f 210 #ff9a8f #a01a12
key       #ffd76a 221 #ffd76a #7a4a00
rest      #4c5a54 240 #465070 #cdc3a8
tile      #faf7ee 231 #faf7ee #ece4cd
face      #faf7ee 231 #faf7ee #ffffff
lost      #e4dfcf 253 #e4dfcf #e4dfcf
amber     #ffc83d 220
on_amber  #1b1400 16
spades    #16181d 16
hearts    #c4161c 124
diamonds  #1650c8 20
clubs     #0b6b2f 22
back      #24407e 18
weave     #4a6fc0 68
fold      #4a5350 240
call      #1c7041 22
bet       #a94c06 130
all_in    #b3201b 124
white     #ffffff 231
black     #000000 16
chip1     #e9e9e9 254
chip1b    #bdbdbd 249
chip5     #e0433a 167
chip5b    #a82c26 124
chip25    #2fb56a 35
chip25b   #1d7f49 28
chip100   #6b7686 67
chip100b  #323a46 238
chip500   #9a5be0 98
chip500b  #6c3aa8 55
chip1000  #f2c230 220
chip1000b #b88d12 136
chip5000  #ef7fb5 211
chip5000b #b34f82 132
pie0      #7fe0ff 117
pie1      #ffb454 215
pie2      #ff7d9c 211
pie3      #b7f07a 155
heat1     #234a6b 24
heat2     #1f6a78 23
heat3     #58b37a 71
heat4     #e8d44d 185
silver    #c3ccd4 252
slot      #4a1220 52
video     #152a57 17
glass     #0a1430 17
"""
"""Each role with its colours of felt, of felt with 256 colours, of midnight and of paper."""
_BLANK, _BESIDE_UNDERLINED = Style(), Style(underline=False)
"""The styles of blanks that look like any text, and of those beside underlined text."""
_PLAIN = {"text": "said", "muted": "quiet"}
"""What the inks of the table are beside it."""
_BESIDE = frozenset({"room", "panel", "row"})
_AT_NIGHT = {"text": "white", "muted": "silver", "key": "amber", "good": "pie3", "own": "pie0"}
"""What they are on a machine, which is dark in every theme."""
_MACHINES = frozenset({"slot", "video", "glass"})
_AT_256 = {"midnight": {"felt": 17, "inner": 17, "sunk": 17, "line": 61}, "paper": {"muted": 237}}
"""Where the nearest of 256 colours is not right."""


class Ink(NamedTuple):
    """What text is drawn with.

    Attributes:
        role: its colour.
        ground: the ground that it always brings with it; empty for that on which it is drawn.
        look: what it has beside its colour, also where there are no colours.
        terminal: its colour in the theme `terminal`.
    """

    role: str
    ground: str = ""
    look: str = ""
    terminal: str = ""


INKS: dict[str, Ink] = {
    "": Ink("text"),
    "dim": Ink("muted", look="dim"),
    "bold": Ink("text", look="bold"),
    "key": Ink("key", look="bold underline"),
    "frame": Ink("line", look="dim"),
    "turn": Ink("key", look="bold", terminal="yellow"),
    "own": Ink("own", terminal="cyan"),
    "lost": Ink("bad", terminal="red"),
    "good": Ink("good", look="bold", terminal="green"),
    "bad": Ink("bad", look="bold", terminal="red"),
    "pot": Ink("text", "plate", "bold"),
    "chosen": Ink("black", "white", "reverse"),
    "offer": Ink("key", look="bold", terminal="cyan"),
    "box": Ink("black", "white", "bold reverse"),
    "now": Ink("on_amber", "amber", "bold reverse"),
    "weave": Ink("weave", "back", "dim"),
    "on_amber": Ink("on_amber"),
    "bold_amber": Ink("on_amber", look="bold"),
    **{suit: Ink(suit, "tile", "bold") for suit in ("spades", "hearts", "diamonds", "clubs")},
    **{f"face_{suit}": Ink(suit, "face", "bold") for suit in ("spades", "hearts", "diamonds", "clubs")},
    **{f"lost_{suit}": Ink(suit, "lost", "bold") for suit in ("spades", "hearts", "diamonds", "clubs")},
    **{f"do_{act}": Ink("white", act, "bold") for act in ("fold", "call", "bet", "all_in")},
    **{
        f"heat{step}": Ink("white" if step < 3 else "black", f"heat{step}", "bold" * (step > 2)) for step in range(1, 5)
    },
    **{f"pie{number}": Ink("black", f"pie{number}", "bold") for number in range(4)},
}
_SUITS = {"spades": "black", "hearts": "red", "diamonds": "blue", "clubs": "green"}


class _Numbers(dict[str, bytes]):
    """Inks and grounds as bytes, numbered as they come; there are fewer than 256."""

    def __missing__(self, name: str) -> bytes:
        number = self[name] = bytes([len(self)])
        return number


NUMBERS = _Numbers()
NUMBERS[""]  # No ink is 0.


def names_of(numbers: Iterable[int]) -> list[str]:
    """Return the names of inks or grounds by their numbers."""
    return [*map([*NUMBERS].__getitem__, numbers)]


class Palette:
    """The styles of a theme at a depth of colours.

    Attributes:
        name: the theme.
        is_framed: whether nothing is painted: what is drawn has frames and words instead.
        styles: the styles of text and of blanks by the numbers of the ink and of the ground.
    """

    def __init__(self, name: str, depth: Depth) -> None:
        self.name = name
        self.is_framed = name == "terminal" or depth in {"16", "none"}
        self._has_colours = depth != "none"
        self._colours = {} if self.is_framed else colours_of(name, depth)
        self.styles = _Styles(self)
        self._blanks: dict[str, Style] = {}

    def line_colours(self) -> tuple[TextualColor, TextualColor]:
        """Return the colours of what is typed, and of the line below it."""
        return _textual(self._colours.get("said")), _textual(self._colours.get("row"))

    def make(self, ink: str, ground: str) -> tuple[Style, Style]:
        """Return the styles of text and of blanks, new ones.

        Args:
            ink: the name of an ink, two of them joined by `+`, or `@` and a role.
            ground: the role of the ground.
        """
        first, _, second = ink.partition("+")
        if second:
            return self.make(second, ground)
        if self.is_framed:
            style = self._framed(first)
            is_seen = style.reverse or style.bgcolor is not None
            return style, style if is_seen else _BESIDE_UNDERLINED if style.underline else _BLANK
        role, own_ground, look, _ = Ink(first[1:]) if first.startswith("@") else INKS[first]
        ground = own_ground or ground
        if ground in _BESIDE:
            role = _PLAIN.get(role, role)
        elif ground in _MACHINES:
            role = _AT_NIGHT.get(role, role)
        elif ground == "amber" and role in {"text", "muted"}:
            role = "on_amber"
        below = self._blanks.setdefault(ground, Style(bgcolor=self._colours[ground]))
        return below + Style(color=self._colours[role], bold="bold" in look or None), below

    def _framed(self, name: str) -> Style:
        """Return the style of an ink where nothing is painted but cards."""
        if name.startswith("@"):
            return Style()
        ink = INKS[name]
        looks = Style.parse(ink.look or "none")
        suit = next((suit for suit in _SUITS if name.endswith(suit)), "")
        if suit and self._has_colours:
            return Style(color=_SUITS[suit], bgcolor="bright_white", bold=True)
        return looks + Style(color=ink.terminal) if ink.terminal and self._has_colours else looks


class _Styles(dict[tuple[int, int], tuple[Style, Style]]):
    """Those of a palette, made when they are first asked for: a redraw asks hundreds of times."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette

    def __missing__(self, key: tuple[int, int]) -> tuple[Style, Style]:
        made = self[key] = self._palette.make(*names_of(key))
        return made


def _textual(colour: Color | None) -> TextualColor:
    """Return a colour as Textual has it; without one that of the terminal."""
    if colour is None:
        return TextualColor(0, 0, 0, ansi=-1)
    return TextualColor(*colour.get_truecolor(), ansi=colour.number)


def colours_of(name: str, depth: Depth) -> Mapping[str, Color]:
    """Return the colours of a theme by their roles."""
    column = {"felt": 1, "midnight": 3, "paper": 4}[name]
    colours: dict[str, Color] = {}
    for line in _TABLE.strip().splitlines():
        words = line.split()
        colour = Color.parse(words[column] if column < len(words) else words[1])
        if depth == "256":
            colour = (
                Color.from_ansi(int(words[2]))
                if column == 1 or column >= len(words)
                else colour.downgrade(ColorSystem.EIGHT_BIT)
            )
        colours[words[0]] = colour
    if depth == "256":
        colours |= {role: Color.from_ansi(number) for role, number in _AT_256.get(name, {}).items()}
    return colours


@lru_cache(16)
def palette_of(name: str, depth: Depth) -> Palette:
    """Return the palette of a theme."""
    return Palette(name, depth)


TERMINAL = Palette("terminal", "16")


def depth_of(term: str, environ: Mapping[str, str]) -> Depth:
    """Return how many colours a terminal shows.

    Examples:
        >>> depth_of("xterm-256color", {}), depth_of("xterm", {"COLORTERM": "truecolor"})
        ('256', 'full')
    """
    if environ.get("NO_COLOR"):
        return "none"
    if environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"} or term.endswith("-direct"):
        return "full"
    return "256" if "256color" in term or term in {"xterm-kitty", "alacritty", "foot", "wezterm"} else "16"
