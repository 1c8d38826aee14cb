"""The lobby's values: places, requests, settings and the stored form."""

import json
import re
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.cards import CARDS
from ircpoker.errors import IllegalActionError, NotAllowedError, SavedGameError, UsageError
from ircpoker.fairness.proof import PendingShuffle
from ircpoker.ledger import PlayerId
from ircpoker.lobby.hand import HandInProgress, HandRecord, RobotReason
from ircpoker.lobby.opening import TableRequest, parse_table_request
from ircpoker.lobby.places import Place
from ircpoker.lobby.seats import Seat, SeatStatus, TablePolicy
from ircpoker.lobby.settings import TABLE_SECTIONS, AntesSettings, BlindsSettings
from ircpoker.lobby.state import TableState
from ircpoker.lobby.stored_form import dump_state, load_state
from ircpoker.robots import load_robots
from ircpoker.table import CALL, CHECK, FOLD, GAMES, Bet, Deal, Discard, Positions, RaiseTo, Setup, Stakes
from ircpoker.table.amounts import Amount, Unit, parse_amount
from ircpoker.table.requests import QueuedAction, RequestedAction, Verb, owed, resolve, still_fits

ALICE = PlayerId.of("net", nick_key="alice")
HOLDEM, DRAW = TABLE_SECTIONS["holdem"], TABLE_SECTIONS["draw"]
HOLDEM_GAMES = ["holdem", "pot_limit", "limit"]
ROBOTS = load_robots()


# Places


@pytest.mark.parametrize("place", [Place.of_channel("net", "#Poker"), Place.of_player(ALICE)])
def test_places_round_trip(place: Place) -> None:
    assert Place.parse(str(place)) == place


@pytest.mark.parametrize("text", ["", "channel:", "channel:net/", "channel:/x", "private:", "private:alice", "x:y/z"])
def test_invalid_places(text: str) -> None:
    with pytest.raises(SavedGameError):
        Place.parse(text)


def test_channels_are_the_same_in_any_case() -> None:
    assert Place.of_channel("net", "#POKER") == Place.of_channel("net", "#poker")
    assert Place.of_channel("net", "#poker") != Place.of_channel("other", "#poker")


# Requests for a table


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", TableRequest(("nolimit",), "holdem")),
        ("easy", TableRequest(("nolimit-easy",), "holdem")),
        ("Medium 300", TableRequest(("nolimit-medium",), "holdem", 300)),
        ("hard", TableRequest(("nolimit",), "holdem")),
        ("caller", TableRequest(("caller",), "holdem")),
        ("CALLER 300 Limit", TableRequest(("caller",), "limit", 300)),
        ("limit", TableRequest(("limit",), "limit")),
    ],
)
def test_a_request_for_a_duel(text: str, expected: TableRequest) -> None:
    assert parse_table_request(text, ROBOTS, HOLDEM_GAMES, takes_robots=True) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("caller random raiser", TableRequest(("caller", "random", "raiser"), "holdem")),
        ("caller caller", TableRequest(("caller", "caller"), "holdem")),
        ("6", TableRequest(("nolimit", "regular", "tight", "loose", "wild"), "holdem")),
        ("4", TableRequest(("nolimit", "regular", "tight"), "holdem")),
        ("draw 4", TableRequest(("swede", "swede", "swede"), "draw")),
        ("draw 500", TableRequest(("swede",), "draw", 500)),
        ("300 caller 4 random", TableRequest(("caller", "random", "caller"), "holdem", 300)),
        ("10 caller", TableRequest(("caller",) * 9, "holdem")),
        ("caller 11", TableRequest(("caller",), "holdem", 11)),
        ("against the-rock", TableRequest(("the-rock",), "holdem")),
    ],
)
def test_a_request_for_several_robots(text: str, expected: TableRequest) -> None:
    robots = {**ROBOTS, "the-rock": ROBOTS["caller"]}
    assert parse_table_request(text, robots, [*HOLDEM_GAMES, "draw"], takes_robots=True) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1", "How many at the table? 2 to 10 at holdem, including you."),
        ("caller random 2", "How many at the table? 3 to 10 at holdem, including you."),
        ("draw 7", "How many at the table? 2 to 5 at draw, including you."),
        ("4 caller 5", "'5' is a second number of seats: a number up to 10 is how many sit at the table, a larger one"),
        ("400 caller 500", "'500' is a second number of chips: expected one"),
        ("draw " + 5 * "random ", "too many robots: draw has 5 seats, including yours"),
    ],
)
def test_impossible_numbers_of_seats(text: str, problem: str) -> None:
    with pytest.raises(UsageError, match=re.escape(problem)):
        parse_table_request(text, ROBOTS, [*HOLDEM_GAMES, "draw"], takes_robots=True)


def test_a_robot_that_does_not_play_at_this_size() -> None:
    with pytest.raises(NotAllowedError, match=r"pushfold plays holdem heads-up only: .* play at a table of 3"):
        parse_table_request("caller pushfold", ROBOTS, HOLDEM_GAMES, takes_robots=True)


def test_a_number_at_a_table_for_several_is_the_buy_in() -> None:
    assert parse_table_request("4", ROBOTS, HOLDEM_GAMES, takes_robots=False) == TableRequest((), "holdem", 4)


def test_the_robot_decides_the_game() -> None:
    games = [*HOLDEM_GAMES, "draw"]
    assert parse_table_request("swede", ROBOTS, games, takes_robots=True) == TableRequest(("swede",), "draw")
    assert parse_table_request("draw", ROBOTS, games, takes_robots=True) == TableRequest(("swede",), "draw")
    with pytest.raises(NotAllowedError, match="swede does not play holdem"):
        parse_table_request("swede holdem", ROBOTS, games, takes_robots=True)


def test_only_games_that_are_loaded_can_be_played() -> None:
    with pytest.raises(UsageError, match="draw is not played here"):
        parse_table_request("draw", ROBOTS, HOLDEM_GAMES, takes_robots=False)
    assert parse_table_request("", ROBOTS, ["draw"], takes_robots=True) == TableRequest(("swede",), "draw")


def test_a_game_that_no_robot_plays() -> None:
    robots = {"swede": ROBOTS["swede"]}
    with pytest.raises(NotAllowedError, match="no robot plays holdem: open begins"):
        parse_table_request("300", robots, ["holdem", "draw"], takes_robots=True)
    assert parse_table_request("draw", robots, ["holdem", "draw"], takes_robots=True).robots == ("swede",)


def test_a_robot_is_not_a_game() -> None:
    with pytest.raises(UsageError, match="'caller' is not a game"):
        parse_table_request("caller", ROBOTS, HOLDEM_GAMES, takes_robots=False)


# Requested actions


def deal(stacks: tuple[int, ...] = (100, 100)) -> Deal:
    return Deal(Setup(GAMES["holdem"], stacks, small_bet=2, blinds=(2, 1)), CARDS)


def chips(amount: int) -> Amount:
    return Amount(Unit.CHIPS, Fraction(amount), str(amount))


def meant(verb: Verb, amount: Amount | int | None = None, playing: Deal | None = None) -> object:
    playing = playing or deal()
    requested = RequestedAction(verb, chips(amount) if isinstance(amount, int) else amount)
    return resolve(requested, playing, playing.legal_actions())


def test_commands_become_actions() -> None:
    assert meant(Verb.FOLD) == FOLD
    assert meant(Verb.CALL) == CALL
    with pytest.raises(IllegalActionError, match=r"^1 to call: "):
        meant(Verb.CHECK)
    assert meant(Verb.RAISE, 6) == RaiseTo(6)
    assert meant(Verb.ALL_IN) == RaiseTo(100)
    assert meant(Verb.BET, 6) == RaiseTo(6)
    for amount, problem in ((None, "How much?"), (3, "3 is too little."), (101, "101 is too much.")):
        with pytest.raises(NotAllowedError, match=rf"^{re.escape(problem)} 4 to 100, or min, half, pot, max\.$"):
            meant(Verb.RAISE, amount)


def test_a_raise_where_nobody_has_bet_is_a_bet() -> None:
    playing = deal()
    playing.act(1, CALL)
    assert meant(Verb.CHECK, playing=playing) == CHECK
    assert meant(Verb.CALL, playing=playing) == CHECK
    playing.act(0, CHECK)
    assert meant(Verb.RAISE, 20, playing) == Bet(20)


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("min", 10),
        ("max", 100),
        ("all in", 100),
        ("half", 12),
        ("half pot", 12),
        ("POT", 18),
        ("2x", 12),
        ("2.5x", 15),
        ("+10", 16),
        ("by 10", 16),
        ("to 30", 30),
        ("0.05k", 50),
        ("40 chips", 40),
    ],
)
def test_amounts(text: str, chips: int) -> None:
    # A raise to 6 over 2: 4 to call, and then 12 in the pot.
    playing = deal()
    playing.act(1, RaiseTo(6))
    amount = parse_amount(text)
    assert amount is not None
    assert meant(Verb.RAISE, amount, playing) == RaiseTo(chips)


@pytest.mark.parametrize("text", ["", "two", "-5", "1e2", "20 30", "2.5", "x", "+2x", "1kk", "9" * 16, "٣", "k"])
def test_invalid_amounts(text: str) -> None:
    assert parse_amount(text) is None


def test_a_share_of_the_pot_is_a_legal_amount() -> None:
    playing = deal()
    # Half the pot after calling is 1 more than the 2 to match: less than the minimum raise.
    assert meant(Verb.RAISE, parse_amount("half"), playing) == RaiseTo(4)
    with pytest.raises(NotAllowedError, match=r"^\+1 is too little"):
        meant(Verb.RAISE, parse_amount("+1"), playing)


def test_all_in_is_a_bet_a_raise_or_a_call() -> None:
    playing = deal((30, 100))
    playing.act(1, RaiseTo(100))
    assert meant(Verb.ALL_IN, playing=playing) == CALL
    playing = deal()
    playing.act(1, CALL)
    playing.act(0, CHECK)
    assert meant(Verb.ALL_IN, playing=playing) == Bet(98)


def test_all_in_is_a_call_where_nothing_else_is_left() -> None:
    playing = deal((30, 100))
    playing.act(1, RaiseTo(20))
    playing.act(0, RaiseTo(30))
    # The opponent is all-in: 100 against 30 is a call of 10.
    assert meant(Verb.ALL_IN, playing=playing) == CALL


def test_all_in_where_the_limit_is_lower() -> None:
    playing = Deal(Setup(GAMES["limit"], (100, 100), small_bet=2, big_bet=4, blinds=(2, 1)), CARDS)
    assert meant(Verb.RAISE, playing=playing) == RaiseTo(4)
    with pytest.raises(IllegalActionError, match="all-in is not legal now: you may fold, call 1 or raise to 4"):
        meant(Verb.ALL_IN, playing=playing)


def test_holds_and_discards_by_number() -> None:
    playing = Deal(Setup(GAMES["draw"], (100, 100), small_bet=2, antes=(2, 2)), CARDS)
    for _ in range(2):
        playing.act(playing.actor, CHECK)
    hand = playing.hole_cards[playing.actor]
    legal = playing.legal_actions()
    assert resolve(RequestedAction(Verb.KEEP, indices=(0, 4)), playing, legal) == Discard(hand[1:4])


def test_queued_actions_fit_until_a_raise() -> None:
    playing = Deal(Setup(GAMES["holdem"], (100,) * 3, small_bet=2, blinds=(1, 2, 0)), CARDS)
    assert (owed(playing, 0), owed(playing, 1), owed(playing, 2)) == (1, 0, 2)
    ahead = QueuedAction(RequestedAction(Verb.CALL), playing.street, owed(playing, 0))
    fold = QueuedAction(RequestedAction(Verb.FOLD), playing.street, 0)
    playing.act(2, CALL)
    assert still_fits(ahead, playing, 0)
    playing = Deal(playing.setup, CARDS)
    playing.act(2, RaiseTo(6))
    assert not still_fits(ahead, playing, 0)
    assert still_fits(fold, playing, 0)


@pytest.mark.parametrize(
    ("requested", "text"),
    [
        (RequestedAction(Verb.BET, chips(20)), "bet 20"),
        (RequestedAction(Verb.RAISE), "raise"),
        (RequestedAction(Verb.ALL_IN), "all-in"),
        (RequestedAction(Verb.KEEP, indices=(0, 4), choice="discard 2 3 4"), "discard 2 3 4"),
    ],
)
def test_requested_actions_in_words(requested: RequestedAction, text: str) -> None:
    assert str(requested) == text


# Settings


@pytest.mark.parametrize(
    ("section", "settings", "keys"),
    [
        (HOLDEM, BlindsSettings(), set()),
        (DRAW, AntesSettings(), set()),
        (HOLDEM, BlindsSettings(buy_in=50), {"buy_in"}),
        (HOLDEM, BlindsSettings(most_buy_in=300), {"buy_in"}),
        (HOLDEM, BlindsSettings(reminder=45), {"reminder"}),
        (HOLDEM, BlindsSettings(small_blind=20), {"small_blind"}),
        (HOLDEM, BlindsSettings(big_blind=200), {"least_buy_in"}),
        (DRAW, AntesSettings(ante=100), {"least_buy_in"}),
    ],
)
def test_settings_that_contradict_each_other(section, settings, keys: set[str]) -> None:
    assert {key for key, _ in section.check(settings)} == keys


# The stored form


def full_record() -> HandRecord:
    setup = Setup(GAMES["holdem"], (200, 300), small_bet=10, blinds=(10, 5))
    return HandRecord("7", setup, (0, 3), ("lucky", ""), ((1, CALL),), (RobotReason("swede", "call", "because"),))


def full_state() -> TableState:
    state = TableState(Place.of_channel("net", "#poker"), "holdem", Stakes(10, 20, 5, 10), TablePolicy.AGAINST_ROBOTS)
    state.seats.take(0, Seat("alice", 200, 200, ALICE, status=SeatStatus.LEAVING, time_outs=1))
    state.seats.take(3, Seat("swede", 300, 500, robot="swede", memory={"book": [1, 2]}))
    state.positions = Positions(3, 3, 0, (0, 3))
    proof = PendingShuffle("7", bytes(32)).freeze(("lucky", ""))
    state.hand = HandInProgress.restore(full_record(), proof)
    state.next_deal, state.last_deal, state.last_reasons = "", "6", (RobotReason("swede", "fold", ""),)
    return state


def test_tables_round_trip() -> None:
    state = full_state()
    text = dump_state(state)
    state.hand = None
    assert load_state(text) == (state, full_record(), "")
    state.positions = None
    assert load_state(dump_state(state)) == (state, None, "")


def test_the_stored_form_is_the_migrations() -> None:
    """Another form needs another version, and a migration of the ledger that converts the tables in it."""
    state = full_state()
    main = PlayerId.of("net", nick_key="main")
    state.seats[0].added, state.seats[0].account, state.seats[0].opponent_key = 20, main, "guest:net/al"
    assert json.loads(dump_state(state)) == {
        "version": 2,
        "place": "channel:net/#poker",
        "game": "holdem",
        "stakes": {"small_bet": 10, "big_bet": 20, "small_blind": 5, "big_blind": 10, "ante": 0},
        "policy": "against robots",
        "seats": {
            "0": {
                "nick": "alice",
                "stack": 200,
                "buy_in": 200,
                "player": "guest:net/alice",
                "account": "guest:net/main",
                "status": "leaving",
                "added": 20,
                "time_outs": 1,
                "opponent_key": "guest:net/al",
            },
            "3": {"nick": "swede", "stack": 300, "buy_in": 500, "robot": "swede", "memory": {"book": [1, 2]}},
        },
        "positions": {"button": 3, "small_blind": 3, "big_blind": 0, "players": [0, 3]},
        "next_deal": "",
        "hand": {
            "deal_id": "7",
            "setup": {
                "game": "holdem",
                "stacks": [200, 300],
                "small_bet": 10,
                "big_bet": 0,
                "blinds": [10, 5],
                "antes": [],
                "full_blinds": 0,
                "antes_are_dead": False,
                "bet_cap": 4,
                "asks_showdown": False,
                "all_in_may_muck": False,
            },
            "seats": [0, 3],
            "seeds": ["lucky", ""],
            "actions": ["1 call"],
            "reasons": [["swede", "call", "because"]],
        },
        "last_deal": "6",
        "last_reasons": [["swede", "fold", ""]],
    }


def test_a_damaged_table_is_never_misread() -> None:
    """After any change of the text: our error, or a table with exactly the chips in the text."""
    text = dump_state(full_state())
    for seed in range(300):
        rng = Random(seed)
        at = rng.randrange(len(text))
        damaged = text[:at] + rng.choice(["", "0", '"', "null", "{", "-1", "[[", "x"]) + text[at + rng.randrange(6) :]
        try:
            state, _, _ = load_state(damaged)
        except SavedGameError:
            continue
        assert state.seats.chips == sum(seat["stack"] for seat in json.loads(damaged)["seats"].values()), damaged
        assert all(seat.stack >= 0 for seat in state.seats.values()), damaged


@pytest.mark.slow(1)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda children: st.lists(children) | st.dictionaries(st.text(), children),
    )
)
def test_any_json_is_parsed_or_refused(data: object) -> None:
    with pytest.raises(SavedGameError):
        load_state(json.dumps(data))


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("min", 2),
        ("minimum", 2),
        ("quarter", 15),
        ("1/4", 15),
        ("third", 20),
        ("half", 30),
        ("50%", 30),
        ("2/3", 40),
        ("100%", 60),
        ("pot", 60),
        ("3bb", 6),
        ("max", 70),
        ("maximum", 70),
        ("all", 70),
    ],
)
def test_bets_into_a_pot_of_60(text: str, chips: int) -> None:
    playing = deal()
    playing.act(1, RaiseTo(30))
    playing.act(0, CALL)
    assert meant(Verb.BET, parse_amount(text), playing) == Bet(chips)
