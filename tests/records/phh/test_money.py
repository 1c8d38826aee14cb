"""Recorded cash games: cents without rounding, hands nobody saw, posts, stacks nobody wrote down."""

import random
import re
import warnings
from decimal import Decimal

import pytest
from pokerkit import HandHistory as PokerkitHistory

from ircpoker.errors import HistoryError
from ircpoker.records.phh import format_history, read_histories, replay_history
from ircpoker.table.events import HandMucked, PotWon
from tests.table.play import random_deal

AMOUNT_FIELDS = {
    "antes",
    "blinds_or_straddles",
    "min_bet",
    "small_bet",
    "big_bet",
    "starting_stacks",
    "finishing_stacks",
    "_full_blinds",
}
BOARD = ("d db 2c7d9h", "d db Ts", "d db 3h")


def checked_down(*players: str) -> list[str]:
    """Return three streets on which these players check."""
    return [action for board in BOARD for action in (board, *[f"{player} cc" for player in players])]


def stacks_of(text: str) -> tuple[object, ...]:
    (history,) = read_histories(text)
    return replay_history(history).finishing_stacks


def stacks_in_pokerkit(text: str) -> tuple[object, ...]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of fields that it does not know
        *_, last = PokerkitHistory.loads(text)
    return tuple(last.stacks)


def text_of(stacks: str, *actions: str, blinds: str = "[0.5, 1, 0]", **more: str) -> str:
    seats = len(stacks.split(","))
    dealt = [f"d dh p{seat} ????" for seat in range(1, seats + 1)]
    fields = {
        "variant": "'NT'",
        "antes": f"[{', '.join(['0'] * seats)}]",
        "blinds_or_straddles": blinds,
        "min_bet": "1",
        "starting_stacks": stacks,
        "actions": str([*dealt, *actions]),
        **more,
    }
    return "".join(f"{key} = {value}\n" for key, value in fields.items())


def test_the_largest_pot_of_omaha_on_line() -> None:
    """Patrik Antonius against Viktor Blom, 2009: the example of Omaha in the paper on PHH."""
    before_the_flop = ("p2 cbr 3000", "p1 cbr 9000", "p2 cbr 27000", "p1 cbr 81000", "p2 cc")
    on_the_flop = ("d db 4s5c2h", "p1 cbr 91000", "p2 cbr 435000", "p1 cbr 779000", "p2 cc")
    showdown = ("p1 sm Ah3sKsKh", "p2 sm 6d9s7d8h", "d db 5h", "d db 9c")
    dealt = ("d dh p1 Ah3sKsKh", "d dh p2 6d9s7d8h")
    text = text_of(
        "[1259450.25, 678473.5]",
        variant="'PO'",
        blinds="[500, 1000]",
        min_bet="1000",
        actions=str([*dealt, *before_the_flop, *on_the_flop, *showdown]),
    )
    assert stacks_of(text) == stacks_in_pokerkit(text) == (Decimal("1937923.75"), 0)


def in_decimals(text: str, decimals: int) -> str:
    """Return a history of whole chips as one of `decimals` digits after the point, each amount divided."""

    def divided(amount: re.Match[str]) -> str:
        return f"{Decimal(int(amount[0])).scaleb(-decimals):f}"

    lines = []
    for line in text.splitlines():
        field, _, value = line.partition(" = ")
        if field in AMOUNT_FIELDS:
            value = re.sub(r"\d+", divided, value)
        elif field == "actions":
            value = re.sub(r"(?<=cbr )\d+", divided, value)
        lines.append(f"{field} = {value}")
    return "\n".join(lines)


@pytest.mark.slow(1)
@pytest.mark.few(1)
@pytest.mark.parametrize("decimals", [2, 3, 9])
def test_a_deal_in_decimals_is_the_same_deal(decimals: int) -> None:
    rng = random.Random(decimals)
    for _ in range(150):
        deal = random_deal(rng)
        expected = tuple([Decimal(stack).scaleb(-decimals) for stack in deal.stacks])
        assert stacks_of(in_decimals(format_history(deal), decimals)) == expected


@pytest.mark.slow(1)
def test_a_mucked_hand_may_be_written_as_unknown_or_not_at_all() -> None:
    rng = random.Random(3)
    mucked = 0
    for _ in range(800):
        deal = random_deal(rng)
        if deal.setup.asks_showdown or not any(isinstance(event, HandMucked) for event in deal.events):
            continue  # a player who is asked may muck the best hand
        if not all(deal.shown[event.seat] for event in deal.events if isinstance(event, PotWon)):
            continue  # the file does not name an unseen winner
        text = format_history(deal)
        mucked += 1
        assert stacks_of(re.sub(r'(p\d+ sm)"', r'\1 ????"', text)) == deal.stacks
        assert stacks_of(re.sub(r', "p\d+ sm"', "", text)) == deal.stacks
    assert mucked > 5


@pytest.mark.parametrize("way", ["sm", "sm ????", "sm 8s??", ""])
def test_a_partly_shown_hand_cannot_win(way: str) -> None:
    hidden = [f"p1 {way}"] if way else []
    checks = ["p3 cc", "p1 cc", "p2 f", *checked_down("p1", "p3")]
    assert stacks_of(text_of("[50, 50.25, 50]", *checks, *hidden, "p3 sm 4s5c")) == (49, Decimal("49.25"), 52)


def test_the_last_hand_wins_unseen() -> None:
    checks = ["p3 f", "p1 cc", "p2 cc", *checked_down("p1", "p2")]
    for showing in (["p1 sm ????", "p2 sm"], ["p1 sm", "p2 sm ????"]):
        winner = int("p1 sm" in showing)
        stacks = stacks_of(text_of("[50, 50, 50]", *checks, *showing))
        assert stacks == ((51, 49, 50), (49, 51, 50))[winner]


ALL_IN = ("p3 cbr 10", "p1 cbr 50", "p2 cc", "p3 cc", *BOARD)


def test_hidden_hands_need_a_recorded_winner() -> None:
    hidden = ("p1 sm ????", "p2 sm ????", "p3 sm 9c9d")
    stacks = "[50, 50.5, 20]"
    with pytest.raises(HistoryError, match=r"actions: nobody knows who wins: the cards of p1 and p2 are unknown"):
        stacks_of(text_of(stacks, *ALL_IN, *hidden))
    for winnings in ("[0, 0, 60]", "[30, 30, 60]"):
        with pytest.raises(HistoryError, match="nobody knows who wins"):
            stacks_of(text_of(stacks, *ALL_IN, *hidden, winnings=winnings))
    with pytest.raises(HistoryError, match="p1 wins a pot with cards that are unknown"):
        stacks_of(text_of(stacks, *ALL_IN, *hidden, winnings="[58.5, 0, 60]"))
    shown = ("p1 sm ????", "p2 sm 8c8d", "p3 sm 9c9d")
    assert stacks_of(text_of(stacks, *ALL_IN, *shown)) == (0, Decimal("60.5"), 60)
    two = ("p3 f", "p1 cbr 50", "p2 cc", *BOARD, "p1 sm ????", "p2 sm ????")
    assert stacks_of(text_of(stacks, *two, winnings="[0, 98.5, 0]")) == (0, 99, 20)


def test_a_shown_hand_equals_the_dealt_hand() -> None:
    text = text_of("[50, 50]", "p2 cbr 50", "p1 cc", *BOARD, "p1 sm ????", "p2 sm 9c9d", blinds="[0.5, 1]")
    with pytest.raises(HistoryError, match="p2 shows cards that it does not hold"):
        stacks_of(text.replace("d dh p2 ????", "d dh p2 AsAd"))


@pytest.mark.parametrize(
    ("blinds", "first", "stacks"),
    [
        ("[0.5, 1, 0, 0, -1]", "p3", ("49.5", 49, 50, 50, "51.5")),
        ("[0.5, 1, 0, -0.5, -1]", "p3", ("49.5", 49, 50, "49.5", 52)),
        ("[0.5, 1, 0, 0, 2]", "p1", ("49.5", 49, 50, 50, "51.5")),
        ("[0.5, 1, 2, 0, 0]", "p4", ("49.5", 49, "48", 50, "53.5")),
        ("[0, 1, 0, 0, -1]", "p3", (50, 49, 50, 50, 51)),
    ],
)
def test_a_post_is_a_live_bet_and_does_not_change_who_acts_first(
    blinds: str, first: str, stacks: tuple[object, ...]
) -> None:
    order = ["p3", "p4", "p5", "p1", "p2"] if first == "p3" else ["p1", "p2", "p3", "p4", "p5"]
    order = ["p4", "p5", "p1", "p2", "p3"] if first == "p4" else order
    if first == "p1":  # all fold to the straddle
        order.pop()
    actions = [f"{player} cbr 5" if player == "p5" else f"{player} f" for player in order]
    text = text_of("[50, 50, 50, 50, 50]", *actions, blinds=blinds)
    assert stacks_of(text) == stacks_in_pokerkit(text) == tuple(map(Decimal, map(str, stacks)))


def test_a_poster_may_check() -> None:
    actions = ["p3 f", "p4 cc", "p1 f", "p2 cc", BOARD[0], "p2 cc", "p4 cbr 1.5", "p2 f"]
    text = text_of("[50, 50, 50, 50]", *actions, blinds="[0.5, 1, 0, -1]")
    assert stacks_of(text) == stacks_in_pokerkit(text) == (Decimal("49.5"), 49, 50, Decimal("51.5"))


def test_an_unknown_stack_stays_unknown() -> None:
    (history,) = read_histories(
        text_of("[inf, 50.25, +inf]", "p3 cbr 3000000.5", "p1 f", "p2 cc", *BOARD, "p2 sm AsAc")
    )
    replay = replay_history(history)
    assert replay.finishing_stacks == (None, Decimal(101), None)
    assert replay.json == '{"file": "history", "deal": 1, "finishing_stacks": [null, 101, null], "rake": 0}'


@pytest.mark.parametrize("amount", ["1250.5", "1250.50", "1,250.5", "1_250.5", "125.05e1", "1250.50000000000000"])
def test_amounts_as_files_write_them(amount: str) -> None:
    actions = [f"p3 cbr {amount} # all # of it", "p1 f", "p2 cc", *checked_down("p2", "p3"), "p3 sm AsAc"]
    text = text_of("[2_000.25, 2e3, 2000.0]", *actions)
    assert stacks_of(text) == (Decimal("1999.75"), Decimal("749.5"), 3251)


def test_an_odd_cent_goes_to_the_first_left_of_the_button() -> None:
    split = ["p3 f", "p1 cc", "p2 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 6s"]
    showing = ["p1 cc", "p2 cc", "p1 sm AsKs", "p2 sm AcKc"]
    text = text_of("[50, 50, 50]", *split, *showing, antes="[0, 0, 0.01]")
    assert stacks_of(text) == (Decimal("50.01"), 50, Decimal("49.99"))
    # Whole chips are split in chips, unless it is money: it has cents.
    whole = text_of("[50, 50, 50]", *split, *showing, antes="[0, 0, 1]", blinds="[1, 2, 0]", min_bet="2")
    assert stacks_of(whole) == (51, 50, 49)
    assert stacks_of(whole + "currency_symbol = '$'\n") == (Decimal("50.5"), Decimal("50.5"), 49)


def test_no_amount_becomes_a_float() -> None:
    text = text_of("[0.3, 0.7, 999_999_999.123456]", "p3 f", "p1 f", blinds="[0.1, 0.2, 0]", min_bet="0.2")
    assert stacks_of(text) == (Decimal("0.2"), Decimal("0.8"), Decimal("999999999.123456"))
    (history,) = read_histories(text)
    assert replay_history(history).json.endswith('[0.2, 0.8, 999999999.123456], "rake": 0}')


def test_further_fields_of_card_rooms_are_ignored() -> None:
    more = {
        "venue": "'A Room'",
        "time": "00:00:09",
        "time_zone_abbreviation": "'ET'",
        "day": "1",
        "hand": "59937793578",
        "seats": "[6, 3, 5]",
        "seat_count": "6",
        "table": "'INDIANA ST'",
        "players": "['a', 'b', 'c']",
        "winnings": "[2, 0, 0]",
        "time_limit": "inf",
        "time_banks": "[30.5, 20, 10]",
        "_rake": "0.05",
        "_rake_percentage": "{ cap = 3.00, share = 0.05 }",
        "ante_trimming_status": "false",
    }
    (history,) = read_histories(text_of("[200.30, 81.60, 197]", "p3 f", "p1 cbr 3.00", "p2 f", **more))
    assert (history.deal, history.players, history.winnings) == (59937793578, ("a", "b", "c"), (2, 0, 0))
    assert replay_history(history).finishing_stacks == (Decimal("201.3"), Decimal("80.6"), 197)
