from fractions import Fraction

import pytest

from ircpoker.errors import UsageError
from ircpoker.postflop.sizes import DONKS, BetSize, SizeUnit, parse_sizes
from ircpoker.postflop.solution import betting

EVERY_STREET = "{0} flop {1}, {0} turn {1}, {0} river {1}"


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("", ""),
        ("oop flop 50%", "oop flop 50%"),
        ("Flop 33% 75%, oop turn 2.5x", "oop flop 33% 75%, oop turn 2.5x, ip flop 33% 75%"),
        ("ip river 120 geometric allin", "ip river 120 geometric all-in"),
        ("oop turn none", "oop turn none"),
        ("5%, ip river 7%, oop turn 1", "oop flop 5%, oop turn 1, oop river 5%, ip flop 5%, ip turn 5%, ip river 7%"),
        ("oop flop 50% 50%", "oop flop 50%"),
        ("33%, 75%, oop turn 1, oop river 2, flop 5%, ip turn 3, ip river 4 5", None),
        ("33% , 75%,oop 1", "oop flop 1, oop turn 1, oop river 1, " + EVERY_STREET.format("ip", "33% 75%")),
        ("oop 33%, ip 75% 1", EVERY_STREET.format("oop", "33%") + ", " + EVERY_STREET.format("ip", "75% 1")),
        ("ip turn 999999 1234.567%", "ip turn 999999 1234.567%"),
    ],
)  # fmt: skip
def test_sizes_are_read_and_spelled(text, spelled):
    if spelled is None:
        with pytest.raises(UsageError, match="--bets '33% 75%' counts nowhere, because 'ip river 4 5' replaces it"):
            parse_sizes(text, "--bets")
        return
    sizes = parse_sizes(text, "--bets")
    assert str(sizes) == spelled
    assert parse_sizes(spelled, "--bets") == sizes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("flop", "--bets 'flop': expected a size such as"),
        ("flopp 50%", "'flopp': expected a size such as 50%, 2.5x, 120, geometric or all-in; did you mean flop?"),
        ("50", None),
        ("0%", "'0%': expected above 0 and up to 10000%"),
        ("10001%", "'10001%': expected above 0"),
        ("1x", "'1x': expected above 1x and up to 100x"),
        ("0.5", "'0.5': expected whole chips"),
        ("0", "'0': expected whole chips"),
        ("-5%", "'-5%': expected a size"),
        ("nan%", "'nan%': expected a size"),
        ("١%", "expected a size"),
        ("1% 2% 3% 4% 5% 6%", "expected at most 5 sizes"),
        ("flop 50%,,turn 50%", "expected a size"),
        ("none 50%", "'none': expected a size"),
        ("5" * 1001, "expected at most 1000 characters"),
        (
            "flop 33%, 75%",
            "--bets 'flop 33%' counts nowhere, because '75%' replaces it; several sizes stand side by side",
        ),
        ("turn 33%, turn 75%", "'turn 33%' counts nowhere, because 'turn 75%' replaces it"),
        ("oop river 5%, 1%, 2%", "'oop river 5%' counts nowhere, because '1% 2%' replaces it"),
        ("50%,", "--bets '': expected a size"),
    ],
)
def test_wrong_sizes(text, message):
    if message is None:
        assert parse_sizes(text, "--bets").get(0, 0) == (BetSize(SizeUnit.CHIPS, Fraction(50)),)
        return
    with pytest.raises(UsageError) as caught:
        parse_sizes(text, "--bets")
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["ip 25%", "flop 25%", "oop flop 25%", "ip river 5", "turn 5, ip turn 6"])
def test_donks_that_nobody_can_bet(text):
    with pytest.raises(UsageError, match="counts nowhere: expected oop, the turn or the river"):
        parse_sizes(text, "--donk", DONKS)


def test_donks():
    for text in ("25%", "oop 25%", "turn 25%", "oop river 25%", "none"):
        assert any(parse_sizes(text, "--donk", DONKS).of[0][1:]) is (text != "none")


@pytest.mark.parametrize("kind", ["bets", "donks"])
def test_a_bet_multiplies_nothing(kind):
    with pytest.raises(UsageError, match=r"a bet of 2.5x: there is no bet to multiply; that is for raises"):
        betting(100, 200, **{kind: "50% 2.5x"})
    assert betting(100, 200, raises="50% 2.5x")


def test_amounts():
    half, double, geometric = (parse_sizes(text, "").get(0, 0)[0] for text in ("52%", "2.5x", "geometric"))
    assert half.amount(180, 0, 910, 3) == 94
    assert double.amount(400, 100, 500, 1) == 150
    # A bet of the same part of the pot on three streets ends all-in.
    pot, stack = 100, 1300
    for streets in (3, 2, 1):
        bet = geometric.amount(pot, 0, stack, streets)
        pot, stack = pot + 2 * bet, stack - bet
    assert abs(stack) <= 3
