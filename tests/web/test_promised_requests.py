"""Each button, link and field of the pages by its words, and what it asks for; no two of them can be swapped."""

from __future__ import annotations

import re
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from jinja2 import DictLoader
from msgspec.structs import replace

from ircpoker.config.web import WebSettings
from ircpoker.feed.table_parts import Offer, OfferField
from ircpoker.records.pictures.page import replay_article
from ircpoker.web.pages import SIZE
from ircpoker.web.rendering import Renderer, trusted
from ircpoker.words.catalogue import Catalogue, load_catalogue
from tests.tiers import count, seed
from tests.web.test_markup import LEGALS, deal, snapshot, tournament
from tests.web.test_promises import swaps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TEMPLATES = Path(__file__).parents[2] / "ircpoker" / "web" / "templates"
OFFERS = {
    "sit": "Sit down",
    "back": "Deal me in",
    "rebuy": "Buy in again",
    "topup": "Bring more chips",
    "sitout": "Sit out",
    "leave": "Leave the table",
    "addbot": "Add a robot",
    "removebot": "Send a robot away",
    "invite": "Invite somebody",
    "show Ah Kd": "Show Ah Kd",
    "show Ah": "Show Ah",
    "muck": "Keep them hidden",
    "rabbit": "See the board that would have come",
    "open": "Open a table",
    "play": "Play against robots",
    "sng": "Begin a sit-and-go",
    "sng join": "Take a place",
    "sng leave": "Give my place up",
    "tournament friday register": "Register",
    "tournament friday unregister": "Withdraw",
    "tournament addon": "Take the add-on",
    "chop": "Offer to divide the prizes",
    "chop icm": "Agree to divide them: icm",
    "chop no": "Play on",
}
FIELDS = ("buy_in", "chips", "division", "game", "length", "pace", "robot", "seats", "sight", "stakes")
PROMISED = """\
#20 → -> /hand/20
8♦2 -> cards 2
A command or a question for the bot -> text
Add them to the next shuffles -> /say place= text=seed place text text
Again for 10 -> /say place= text=vp text=10 place text text
Any words -> seed
A♥ -> text 1
Back -> /x
Bet 10 to 500 -> amount
Bet r -> /table/table%3Ax/act turn=x turn amount  bet Enter
Buy-in -> net/#poker-open-buy_in
Call 10 c -> /table/table%3Ax/act turn=x turn call c
Call 500 c -> /table/table%3Ax/act turn=x turn call c
Call any bet -> check call
Change them d -> /table/table%3Ax/act turn=x turn cards cards discard d
Check -> proof pasted digits proof
Check again -> proof digits proof
Check c -> /table/table%3Ax/act turn=x turn check c
Check or fold -> check fold
Chips -> net/#poker-open-chips
Download: PHH -> /hand/19/phh
Download: PokerStars -> /hand/19/pokerstars
Draw -> /say place= text=hold unchosen=none place text unchosen text
Finished hands -> /hands
First step ⇤ -> first
Fold f -> /table/table%3Ax/act turn=x turn fold f
Game -> net/#poker-open-game
Game and stakes -> net/#poker-open-stakes
Hands -> /hands
How -> net/#poker-open-division
Last step ⇥ -> last
Length -> net/#poker-open-length
Machines -> /machines
Next step → -> next
Open a table -> /say place=net/#poker text=open goes=1 place text goes text text text text text text text text text text
Open a table -> /say place=net/#poker text=open place text text text text text text text text text text text
Pace -> net/#poker-open-pace
Play -> /say place= text=slot place text text
Play -> /say place= text=vp place text text
Play Play -> play
Play as a guest -> /guest nick
Raise r -> /table/table%3Ax/act turn=x turn amount  raise_to Enter
Raise to 20 to 500 -> amount
Robot -> net/#poker-open-robot
Robots -> /robots
Say -> /say place=x/x place text
Seats -> net/#poker-open-seats
Sign in as ann -> /sit/c0de
Sign out -> /sign-out
Sit down -> /join nick
Sit down as ann -> /join
Stake -> stake-slot
Stake -> stake-vp
Stand pat s -> /table/table%3Ax/act turn=x turn stand_pat s
Standings -> /standings
Step back ← -> back
Tables -> /
Take a place -> /say place= text=sng join goes=1 place text goes
The first 40 digits that you were shown before the hand, if you have them -> digits
The proof -> proof
The text of a .proof.json file -> proof
To the content -> #main
To the tables -> /
Tournaments -> /tournaments
T♥1 -> cards 1
Watch the table -> /table/table%3Ax
Who sees it -> net/#poker-open-sight
Your name -> nick
ann -> /player
anybody can check it -> /about
chips -> /standings?by=chips&amp;of=net
hands -> /standings?by=hands&amp;of=net
ircpoker -> /
pot 20 -> /table/table%3Ax/act turn=x turn amount    20
pot 40 -> /table/table%3Ax/act turn=x turn amount    40
see the hand -> /hand/1
this week -> /standings?by=week&amp;of=net
won in all -> /standings?by=won&amp;of=net
x -> /tournament/x
½ pot 10 -> /table/table%3Ax/act turn=x turn amount    10
½ pot 25 -> /table/table%3Ax/act turn=x turn amount    25
← #18 -> /hand/18
"""
"""The words of what is pressed or filled in, and what it asks for: address and fields, or the name of a step."""
VISITOR = {"nick": "ann", "is_guest": False}
MACHINE = {
    "least_stake": 1, "most_stake": 100, "stake": 10, "return_": 0.9, "exact_return": "9/10", "hit_rate": 0.3,
    "table": [],
}  # fmt: skip


def pages(renderer: Renderer) -> Iterator[tuple[str, str]]:
    """Yield pages by name, in each state in which they have other buttons."""
    page = partial(renderer.page, prefix="!", web=WebSettings(guests=True))
    fields = tuple([OfferField(kind, choices=("x",)) for kind in FIELDS])
    offers = [Offer(command, "net/#poker", fields if command == "open" else ()) for command in OFFERS]
    yield "offers", page("lobby.html", tables=[], offers=offers, visitor=VISITOR)
    yield "lobby", page("lobby.html", tables=[], visitor=None)
    for number, legal in enumerate(LEGALS):
        yield f"turn {number}", renderer.parts(replace(snapshot("x", **legal), offers=tuple(offers)))["controls"]
    seated = snapshot("x")
    parts = {part: trusted(html) for part, html in renderer.parts(replace(seated, offers=tuple(offers))).items()}
    table = {"table": seated, "drawing": "", "cards": "", "parts": parts, "log": [], "longest_line": 400}
    yield "table", page("table.html", **table, visitor=VISITOR)
    yield (
        "machines",
        page("machines.html", machines=[MACHINE | {"machine": each} for each in ("slot", "vp")], visitor=VISITOR),
    )
    for stage in ("deal", "over"):
        machine = {"machine": "vp", "stage": stage, "cards": ["Ah"], "held": [], "stake": 10}
        yield f"hand {stage}", page("replies.html", lines=[], back="/x", machine=machine, visitor=None)
    for visitor in (VISITOR, None):
        yield f"join {bool(visitor)}", page("join.html", code="c0de", visitor=visitor)
    yield "link", page("sign_in.html", nick="ann", code="c0de", visitor=None)
    event = tournament("x", "registering") | {"offers": [Offer("sng join")]}
    yield "tournament", page("tournament.html", event=event, levels=[], prizes=[], visitor=VISITOR)
    yield from pages_to_read(renderer, page)


def pages_to_read(renderer: Renderer, page: Callable[..., str]) -> Iterator[tuple[str, str]]:
    """Yield those of what is over."""
    finished = deal("x")
    article = trusted(replay_article(finished, renderer.words.text))
    yield (
        "replay",
        page(
            "hand.html",
            deal=finished,
            why=(),
            summary="",
            size=SIZE,
            before=18,
            after=20,
            title="t",
            article=article,
            visitor=None,
        ),
    )
    proof = {"is_due": True, "commitment": "c", "shown": {}}
    yield (
        "proof",
        page("proof.html", deal={"deal": "1"}, is_hand=True, title="t", proof=proof, shown="{}", visitor=None),
    )
    yield "about", page("about.html", visitor=VISITOR)
    yield (
        "standings",
        page(
            "standings.html",
            rankings=("chips", "won", "week", "hands"),
            by="won",
            networks=["net"],
            network="net",
            places=[],
            visitor=None,
        ),
    )


def attributes(tag: str) -> dict[str, str]:
    return dict(re.findall(r'([\w-]+)="([^"]*)"', tag))


def words_of(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", "", html).split())


def promises(html: str) -> Iterator[tuple[str, str]]:
    """Yield the words of all that can be pressed or filled in, each with what it asks for."""
    for tag, inside in re.findall(r"<a( [^>]*)>(.*?)</a>", html, re.DOTALL):
        yield words_of(inside), attributes(tag)["href"]
    for tag, inside in re.findall(r"<label( [^>]*)>(.*?)</label>", html, re.DOTALL):
        own = attributes(tag + " ".join(re.findall("<input [^>]*>", inside)))
        yield words_of(inside), " ".join([own.get(each, "") for each in ("for", "id", "name", "value", "data-press")])
    for form, inside in re.findall(r"<form( [^>]*)>(.*?)</form>", html, re.DOTALL):
        hidden = [attributes(tag) for tag in re.findall(r'<input type="hidden"[^>]*>', inside)]
        fields = [attributes(tag).get("name", "") for tag in re.findall(r"<(?:input|select|textarea) [^>]*>", inside)]
        sent = attributes(form)
        asks = [
            sent.get("action") or sent["class"],
            *(f"{own['name']}={own['value']}" for own in hidden),
            *fields,
        ]
        for tag, words in re.findall(r"<button([^>]*)>(.*?)</button>", inside, re.DOTALL):
            own = attributes(tag)
            yield (
                words_of(words),
                " ".join([*asks, *(own.get(each, "") for each in ("value", "data-key", "data-amount"))]),
            )
    for tag, inside in re.findall(r'<button( type="button" name=[^>]*)>(.*?)</button>', html, re.DOTALL):
        own = attributes(tag)
        yield f"{own['aria-label']} {inside}", own["name"]


def everything(renderer: Renderer) -> list[tuple[str, str, str]]:
    return [(name, *each) for name, html in pages(renderer) for each in promises(html)]


def promised(renderer: Renderer) -> set[str]:
    return {" -> ".join([words, asks.strip()]) for _, html in pages(renderer) for words, asks in promises(html)}


def wanted() -> set[str]:
    asks = "{words} -> /say place=net/#poker text={command}{goes} place text{field}"
    return set(PROMISED.splitlines()) | {
        asks.format(words=words, command=command, goes=goes, field=field)
        for command, words in OFFERS.items()
        if command != "open"  # has fields
        for goes, field in (("", ""), (" goes=1", " goes"))
    }


@pytest.mark.slow(1)
def test_each_press_asks_for_its_words() -> None:
    assert promised(Renderer("")) == wanted()


def test_each_offer_has_words() -> None:
    keys = {key for key, _ in load_catalogue().templates_of("web.offer_")}
    assert len(keys) == len(OFFERS) - 1  # cards are shown one by one, too


# Mutants


def is_noticed(renderer: Renderer) -> bool:
    try:
        return promised(renderer) != wanted()
    except Exception:  # whatever shows the fault
        return True


@pytest.mark.slow(15)
def test_no_two_words_can_be_swapped() -> None:
    renderer, words = Renderer(""), dict(load_catalogue().templates_of(""))

    def is_seen(changes: dict[str, str]) -> bool:
        renderer.words.catalogue = Catalogue(words | changes, "!")
        return is_noticed(renderer)

    assert not is_seen({})
    ours, shown = [key for key in words if key.startswith(("web.", "pictures."))], "\n".join(wanted())
    keys = [key for key in ours if words[key].partition("{")[0] in shown and is_seen({key: words[key] + "x"})]
    assert len(keys) > 70
    asks = dict(line.split(" -> ") for line in wanted())  # Two may ask for the same: the hands have two links.
    pairs = [
        (first, other)
        for first, other in combinations(keys, 2)
        if words[first] != words[other] and asks.get(words[first], first) != asks.get(words[other], other)
    ]
    for first, other in Random(seed(2)).sample(pairs, count(1000, 20)):
        assert is_seen({first: words[other], other: words[first]}), (first, other)


VALUES = (
    r'action="\{\{ root \}\}(/[^"]*)"',
    r'href="\{\{ root \}\}(/[^"]*)"',
    r'"hidden" name="text" value="(\w+)"',
    r'data-press="([^"]+)"',
    r'name="action" value="(\w+)"',
    r'data-key="(\w+)"',
    r'\("(/\w*)", "web\.\w+"\)',
    r'link\("(/\w*)"',
    r'label for="(\w+)"',
    r"\(\"web\.(?:half_pot|pot|all_in)\", ([^\n]*?)\)(?=[,)])",
)
"""What a button, link or field asks for, in the templates."""


@pytest.mark.slow(10)
def test_no_two_requests_can_be_swapped(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {file.name: file.read_text(encoding="utf-8") for file in TEMPLATES.iterdir()}
    mutants = [(name, mutant) for name, source in sorted(sources.items()) for mutant in swaps(source, VALUES)]
    assert len(mutants) > 60
    for name, mutant in Random(seed(2)).sample(mutants, count(len(mutants), 5, 4)):
        loader = DictLoader(sources | {name: mutant})
        monkeypatch.setattr("ircpoker.web.rendering.PackageLoader", lambda _, own=loader: own)
        assert is_noticed(Renderer("")), changed_lines(sources[name], mutant)


def changed_lines(source: str, mutant: str) -> list[str]:
    return [own for own, other in zip(mutant.splitlines(), source.splitlines(), strict=True) if own != other]
