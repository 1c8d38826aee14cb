"""The commands that all games at tables share; the first plugin with such a game adds them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.chat.commands import Command, Example
from ircpoker.chat.proof import add_commitments
from ircpoker.chat.seat_commands import NO_SEAT, SeatCommands
from ircpoker.chat.table_answers import WAGERS, TableAnswers
from ircpoker.chat.table_games import TableGames
from ircpoker.chat.table_text import game_words
from ircpoker.lobby import Verb
from ircpoker.table import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ircpoker.chat.router import Router

_DUEL = "play caller 200"
"""What most examples begin with: a robot of which it is known what it does."""
_EXAMPLES = {
    verb: Example(arguments, reply, before, "private")
    for verb, arguments, reply, before in (
        (Verb.CHECK, "", "caller checks | you hold 3d 7h | turn 9s Td Jc 7d | pot 20, 190 left | …", (_DUEL, "call")),
        (Verb.CALL, "", "caller checks, then checks | you hold 3d 7h | flop 9s Td Jc | pot 20, 190 left | …", (_DUEL,)),
        (Verb.BET, "40", "caller calls 40, then checks | you hold 3d 7h | turn 9s Td Jc 7d | …", (_DUEL, "call")),
        (Verb.RAISE, "40", "caller calls 30, then checks | you hold 3d 7h | flop 9s Td Jc | …", (_DUEL,)),
        (Verb.FOLD, "", "Deal 1: caller wins 10 chips (+5) | …", (_DUEL,)),
        (Verb.ALL_IN, "", "Deal 1: caller calls 190, all-in | river 9s Td Jc 7d Kh | caller shows 2s Kd, …", (_DUEL,)),
    )
}


_SHORT = {
    Verb.CHECK: ("k", "x"),
    Verb.CALL: ("c",),
    Verb.BET: ("b",),
    Verb.RAISE: ("r",),
    Verb.FOLD: ("f",),
    Verb.ALL_IN: ("a", "all", "all-in", "shove"),
}


def add_games(router: Router, plugin: str) -> TableGames:
    """Let games be played at tables.

    Args:
        router: gets the commands, if these are its first games at tables.
        plugin: whose games; the first of them is played where nobody names one.

    Returns:
        The tables.
    """
    games = [name for name, game in GAMES.items() if game.plugin == plugin]
    tables = router.services.tables
    if tables is None:
        tables = router.services.tables = TableGames(router)
        at, words = TableAnswers(tables), game_words(GAMES[games[0]])
        for command in (*_seats(at, words, tables.games), *_actions(at), *_looks(at, words)):
            router.add(replace(command, errors="private"))
        router.add_all(SeatCommands(tables))
        add_commitments(router, tables.upcoming)
    tables.games += games
    return tables


def _seats(at: TableAnswers, words: str, games: Iterable[str]) -> list[Command]:
    return [
        Command(
            "play",
            usage="[robot] [game] [buy-in]",
            summary="play heads-up against a robot, here or in private",
            handler=at.play,
            examples=(
                Example("caller 200", f"Heads-up {words} against caller, …"),
                Example("nobody", "'nobody' is neither a robot nor a game: …"),
            ),
            words=games,
        ),
        Command(
            "open",
            usage="[game] [buy-in]",
            summary="open a table for several in this channel; deals begin when two sit there",
            handler=at.open,
            examples=(Example("300", f"A table of {words}, …"),),
            where="channel",
            words=games,
        ),
        Command(
            "sit",
            usage="[buy-in]",
            summary="sit down at the table here, or be dealt in again",
            handler=at.sit,
            examples=(
                Example("", "alice sits down in seat 2 with 500 chips.", ("<bob> open",)),
                Example("", "there is no table here: …"),
            ),
            where="channel",
        ),
        Command(
            "leave",
            summary="leave the table with your chips",
            handler=at.leave,
            examples=(Example("", "The table is closed: alice leaves with 200 chips.", ("open 200",)), NO_SEAT),
        ),
        Command(
            "addbot",
            usage="robot",
            summary="seat a robot at your table",
            handler=at.add_robot,
            examples=(
                Example("caller", "caller sits down in seat 2 with 500 chips.", ("open",)),
                Example("caller", NO_SEAT.reply),
            ),
        ),
    ]


def _actions(at: TableAnswers) -> list[Command]:
    summaries = {
        Verb.CHECK: "bet nothing, where nothing is to be called",
        Verb.CALL: "match the bet",
        Verb.BET: "bet so many chips",
        Verb.RAISE: "raise the bet to so many chips",
        Verb.FOLD: "give your hand up",
        Verb.ALL_IN: "put all your chips in",
    }
    return [
        Command(
            verb.replace("-", ""),
            usage="n" if verb in WAGERS else "",
            summary=summary,
            handler=at.act(verb),
            examples=(_EXAMPLES[verb], NO_SEAT),
            aliases=_SHORT[verb],
        )
        for verb, summary in summaries.items()
    ]


def _looks(at: TableAnswers, words: str) -> list[Command]:
    return [
        Command(
            "cards",
            summary="your own cards again",
            handler=at.cards,
            examples=(Example("", "Deal 1: you hold 3d 7h", (_DUEL,)), NO_SEAT),
        ),
        Command(
            "table",
            summary="the table again",
            handler=at.table,
            examples=(
                Example("", f"{words}, blinds 5/10: alice 195, caller 190", (_DUEL,)),
                Example("", "there is no table here: …"),
            ),
        ),
        Command(
            "why",
            summary="the robots' reasons in the last finished deal",
            handler=at.why,
            examples=(
                Example("", "Deal 1, manual: raise 20 | dpfr[1] …", ("play 200", "call", "fold")),
                Example("", "no deal is finished here yet"),
            ),
        ),
        Command(
            "history",
            usage="[n]",
            summary="your own last deals",
            handler=at.history,
            examples=(
                Example("", f"Deal 1, {words}: -5, caller wins 10, you folded", (_DUEL, "fold")),
                Example("", "you have finished no deal yet: …"),
            ),
        ),
    ]
