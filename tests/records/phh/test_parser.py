"""Bad files are refused with one line that names file, deal and field."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ircpoker.errors import HistoryError
from ircpoker.records.phh import read_histories, replay_history
from ircpoker.table.games import GAMES

GOOD: dict[str, str] = {
    "variant": "'NT'",
    "antes": "[0, 0, 0]",
    "blinds_or_straddles": "[1, 2, 0]",
    "min_bet": "2",
    "starting_stacks": "[50, 50, 50]",
    "actions": "['d dh p1 AsAc', 'd dh p2 ????', 'd dh p3 KsKc', 'p3 cbr 6', 'p1 cbr 20', 'p2 f', 'p3 f']",
}


def text_of(**changes: str | None) -> str:
    fields = {**GOOD, **changes}
    return "".join(f"{key} = {value}\n" for key, value in fields.items() if value is not None)


BAD = text_of(variant="'XX'")
HUGE = f"0x{'f' * 6000}"
"""A number that Python reads but refuses to write in decimal digits."""


def error_of(text: str) -> HistoryError:
    def read_and_replay() -> None:
        for history in read_histories(text, "deals.phh"):
            replay_history(history)

    with pytest.raises(HistoryError) as caught:
        read_and_replay()
    message = str(caught.value)
    assert message.isprintable()
    assert message.startswith("deals.phh")
    assert len(message) < 400
    return caught.value


def test_a_good_file_is_parsed() -> None:
    (history,) = read_histories(text_of())
    assert replay_history(history).finishing_stacks == (58, 48, 44)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("variant", "'FR'", "'FR' is not played here: expected one of NT, FT, PO, N5D, F5D"),
        ("variant", "3", "missing: expected the code of a game"),
        ("min_bet", None, "missing"),
        ("min_bet", "'2'", "'2' is not an amount of chips: expected a number from 1 to 1000000000000000"),
        ("min_bet", "0", "'0' is not an amount of chips: expected a number from 1 to"),
        ("min_bet", "-0.5", "'-0.5' is not an amount of chips: expected a number from 0.01 to 10000000000000"),
        ("min_bet", "inf", "'Infinity' is not an amount of chips"),
        ("starting_stacks", "[50, -inf, 50]", "'-Infinity' is not an amount of chips"),
        ("starting_stacks", "[50, nan, 50]", "'NaN' is not an amount of chips"),
        ("starting_stacks", "[50, true, 50]", "'True' is not an amount of chips"),
        ("starting_stacks", f"[[{HUGE}], 50, 50]", "a list is not an amount of chips"),
        ("starting_stacks", f"[{HUGE}, 50, 50]", "a longer number is not an amount of chips"),
        ("starting_stacks", "[1e999999, 50, 50]", "'1E+999999' is not an amount of chips"),
        ("starting_stacks", "[10_000_000_000_000.5, 50, 50]", "is not an amount of chips"),
        ("starting_stacks", "50", "expected a list"),
        ("starting_stacks", "[50]", "1 players: expected 2 to 22"),
        ("starting_stacks", "[0, 50, 50]", "'0' is not an amount of chips: expected a number from 1 to"),
        ("starting_stacks", "[9_000_000_000_000_000_000, 50, 50]", "a longer number is not an amount of chips"),
        ("antes", "[0, 0]", "2 amounts for 3 players"),
        ("antes", "[0, -1, 0]", "'-1' is not an amount of chips: expected a number from 0 to"),
        (
            "blinds_or_straddles",
            "[1, '2', 0]",
            "'2' is not an amount of chips: expected a number from -1",
        ),
        ("blinds_or_straddles", "[1, -inf, 0]", "'-Infinity' is not an amount of chips"),
        ("winnings", "[1, 'x', 0]", "expected a list of amounts of chips"),
        ("blinds_or_straddles", None, "missing"),
        ("actions", "[1]", "expected a list of texts"),
        ("actions", None, "missing"),
    ],
)
def test_bad_fields_are_named(field: str, value: str | None, problem: str) -> None:
    error = error_of(text_of(**{field: value}))
    assert (error.file, error.deal, error.field) == ("deals.phh", 1, field)
    assert problem in str(error)


@pytest.mark.parametrize(
    ("actions", "field", "problem"),
    [
        (["p3 jumps"], "actions[0]", "'p3 jumps' is not an action of the format"),
        (["p4 f"], "actions[0]", "'p4' is not a player: expected p1 to p3"),
        (["q1 f"], "actions[0]", "'q1' is not a player"),
        (["d dh p1 AsXx"], "actions[0]", "'Xx' is not a card"),
        (["d dh p1 As?"], "actions[0]", "'?' is not a card"),
        (["d dh p1 AsAcAd"], "actions[0]", "3 cards dealt to one player: expected 2"),
        (["d dh p1 AsAc", "d dh p1 ??"], "actions[1]", "3 cards dealt to one player: expected 2"),
        (["d db ????????????"], "actions[0]", "6 cards dealt to the board: expected 5"),
        (["d dh p1 " + "??" * 100_000], "actions[0]", "100000 cards at once: expected at most 52"),
        (["p1 sm " + "AsAc" * 100_000], "actions[0]", "200000 cards at once: expected at most 52"),
        (["d dh p1 AsAc", "d dh p2 AsKd"], "actions", "As is dealt twice"),
        (["p1 f"], "actions[0]", "'p1 f' is not legal: it is the turn of p3"),
        (["p3 cbr 3"], "actions[0]", "'p3 cbr 3' is not legal: p3 may fold, call 2 or raise to 4-50"),
        (["p3 cbr 3.5"], "actions[0]", "'p3 cbr 3.5' is not legal: p3 may fold, call 2 or raise to 4-50"),
        (["p3 cbr 8.25", "p1 cbr 9"], "actions[1]", "p1 may fold, call 7.25 or raise to 14.5-50"),
        (["p3 cbr " + "9" * 5000], "actions[0]", "is not an amount of chips"),
        (["p3 cbr 9e9999999999"], "actions[0]", "is not an amount of chips"),
        (["p3 cbr inf"], "actions[0]", "'inf' is not an amount of chips"),
        (["p3 cbr -6"], "actions[0]", "'-6' is not an amount of chips"),
        (["p3 cbr 6x"], "actions[0]", "'6x' is not an amount of chips"),
        (["p3 cbr 6.0000000001"], "", "amounts with 10 digits after the point: expected at most 9"),
        (["p3 cbr 6e-99999999"], "", "digits after the point: expected at most 9"),
        (["p3 sd"], "actions[0]", "'p3 sd' is not legal"),
        (["p3 f"], "actions", "the actions end where p1 has to act"),
        (["p3 f", "p1 f", "p2 f"], "actions[2]", "the deal was over before this action"),
        (["p3 cbr 50", "p1 cc", "p2 cc", "d db AsKsQs"], "actions", "the board has unknown, missing or extra cards"),
        (["p3 f", "p1 f", "d db AsKsQs"], "actions", "the board has unknown, missing or extra cards"),
        (
            ["d dh p3 AsAc", "p3 cbr 50", "p1 cc", "p2 f", "p3 sm 2c2d", "d db AhKsQs", "d db 3c", "d db 4c"],
            "actions",
            "p3 shows cards that it does not hold",
        ),
    ],
)
def test_bad_actions_are_named(actions: list[str], field: str, problem: str) -> None:
    error = error_of(text_of(actions=str(actions)))
    assert error.field == field
    assert problem in str(error)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no deal in it"),
        ("variant =", "not TOML: Invalid value"),
        ("a = " + "[" * 5000, "not TOML: nested too deeply"),
        ("a = " + "1" * 5000, "not TOML: "),
        ("deal = 3", "variant: missing"),
        ("[7]\n[7]", "not TOML: Cannot declare"),
    ],
)
def test_bad_files(text: str, problem: str) -> None:
    assert problem in str(error_of(text))


class TestDots:
    """`tomllib` reads a key in the square of its parts: each of these would take minutes."""

    @pytest.mark.parametrize("key", ["a" + 60_000 * ".a", "a" + 60_000 * " . a", '"a"' + 60_000 * ".'a'"])
    @pytest.mark.parametrize("form", ["{} = 1\n", "[{}]\n", "a = {{ {} = 1 }}\n", "a = [{{ {} = 1 }}]", "{}"])
    def test_long_keys_are_refused(self, form: str, key: str) -> None:
        error = error_of(f"{text_of()}{form.format(key)}")
        assert (error.line, error.problem) == (7, "more than 100 dots")

    def test_a_key_of_100_dots_and_any_comment_are_read(self) -> None:
        unknown = f"a{100 * '.a'} = 1\n  # {1000 * '.'}\n"
        assert len(read_histories(f"{unknown}{text_of()}")) == 1


def test_the_deal_is_the_number_of_the_section() -> None:
    error = error_of(f"[1]\n{text_of()}\n[17]\n{BAD}")
    assert error.deal == 17
    assert "deal 17, variant: 'XX'" in str(error)


def test_of_many_deals_a_bad_one_can_be_skipped() -> None:
    skipped: list[HistoryError] = []
    histories = read_histories(f"[1]\n{text_of()}\n[2]\n{BAD}\n[3]\n{text_of()}", "deals.phhs", skipped.append)
    assert [history.deal for history in histories] == [1, 3]
    assert [error.deal for error in skipped] == [2]


def test_sections_without_numbers_are_counted() -> None:
    assert error_of(f"[first]\n{text_of()}\n[second]\n{BAD}").deal == 2


def test_a_file_of_one_deal_has_the_number_of_its_hand() -> None:
    assert read_histories(text_of(hand="123"))[0].deal == 123
    assert read_histories(text_of(hand="'abc'"))[0].deal == 1
    assert read_histories(text_of(hand=HUGE))[0].deal == 1


def test_comments_and_unknown_fields_are_skipped() -> None:
    actions = GOOD["actions"].replace("'p3 cbr 6'", "'p3 cbr 6 # bold', '# a pause'")
    (history,) = read_histories(text_of(actions=actions, city="'Turku'", _own="3"))
    assert replay_history(history).finishing_stacks == (58, 48, 44)


def test_decimals_without_a_fraction_are_whole() -> None:
    (history,) = read_histories(
        text_of(starting_stacks="[50.0, 50, 50]", actions=GOOD["actions"].replace("6'", "6.0'"))
    )
    assert replay_history(history).finishing_stacks == (58, 48, 44)


def test_heads_up_the_second_player_has_the_button_and_the_small_blind() -> None:
    text = text_of(
        antes="[0, 0]",
        blinds_or_straddles="[1, 2]",
        starting_stacks="[50, 50]",
        actions="['p2 cc', 'p1 cbr 6', 'p2 f']",
    )
    (history,) = read_histories(text)
    assert history.blinds == (2, 1)
    assert replay_history(history).finishing_stacks == (52, 48)


def test_pot_limit_is_known_by_its_own_field() -> None:
    (history,) = read_histories(text_of(_betting="'pot_limit'"))
    assert history.game == GAMES["pot_limit"]
    (history,) = read_histories(text_of(_betting=HUGE))
    assert history.game == GAMES["holdem"]
    (history,) = read_histories(text_of(_betting="'limit'"))
    assert history.game == GAMES["holdem"]


def test_blinds_of_nothing_are_an_amount() -> None:
    assert list(read_histories(text_of(_full_blinds="0"))) == list(read_histories(text_of()))


@given(st.text())
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        histories = read_histories(text)
    except HistoryError as error:
        assert str(error).isprintable()
    else:
        assert histories


WORDS = st.sampled_from(
    ["p1", "p2", "p3", "d", "dh", "db", "f", "cc", "cbr", "sd", "sm", "6", "50", "-", "AsAc", "????", "#"]
)


@given(st.sampled_from(["NT", "N5D", "PO"]), st.lists(st.lists(WORDS, max_size=4).map(" ".join), max_size=12))
@example("N5D", ["p1 sd " + "??" * 90, "p2 sd " + "??" * 90])
def test_any_actions_are_replayed_or_refused(variant: str, actions: list[str]) -> None:
    (history,) = read_histories(text_of(variant=f"'{variant}'", actions=str(actions)))
    try:
        replay = replay_history(history)
    except HistoryError as error:
        assert str(error).isprintable()
        assert error.field
    else:
        assert sum(replay.finishing_stacks) == 150
