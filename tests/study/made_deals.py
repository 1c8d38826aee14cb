"""Deals made by hand: thirty blunders that must be found, and thirty good plays, half of them with unusual sizes.

A blunder: the player's seat, from 1, their cards, what all did, and the place of the decision among the player's.
"""

from __future__ import annotations

TO_BUTTON = "p3 f; p4 f; p5 f; "
BUTTON_OPENS = TO_BUTTON + "p6 cbr 5; p1 f; p2 cc; "
HEARTS = BUTTON_OPENS + "d db QhJh2c; p2 cc; p6 cbr 7; p2 cc; d db 3d; p2 cc; "
KING_HIGH = BUTTON_OPENS + "d db Kh9h2c; p2 cc; p6 cbr 7; p2 cc; d db 3d; p2 cc; p6 cbr 16; p2 cc; d db Qs; p2 cc; "
UTG = "p3 cbr 5; p4 f; p5 f; p6 f; "
THREEBET = TO_BUTTON + "p6 cbr 5; p1 f; p2 cbr 20; "
FLOPS = BUTTON_OPENS + "d db Kd8s3h; p2 cc; p6 cbr 7; "
MORE_BLUNDERS = {
    "kings folded to a raise": (1, "KsKh", UTG + "p1 f; p2 f", 0),
    "ace-king folded on the button": (6, "AsKs", "p3 f; p4 f; p5 f; p6 f; p1 f", 0),
    "nine-four all-in UTG": (3, "9s4h", "p3 cbr 200; p4 f; p5 f; p6 f; p1 f; p2 f", 0),
    "eight-three all-in on the button": (6, "8s3h", TO_BUTTON + "p6 cbr 200; p1 f; p2 f", 0),
    "queens folded to a 3-bet": (6, "QsQh", THREEBET + "p6 f", 1),
    "aces folded to a 3-bet": (6, "AsAd", THREEBET + "p6 f", 1),
    "seven-deuce calls a 3-bet": (
        2,
        "7s2h",
        TO_BUTTON + "p6 cbr 20; p1 f; p2 cc; d db KdQs4h; p2 cc; p6 cbr 20; p2 f",
        0,
    ),
    "jack-four calls a shove": (
        2,
        "Js4h",
        TO_BUTTON + "p6 cbr 5; p1 cbr 200; p2 cc; p6 f; d db 2c3d8h; d db Kd; d db 4c",
        0,
    ),
    "ten-six calls a shove": (2, "Ts6h", "p3 cbr 200; p4 f; p5 f; p6 f; p1 f; p2 cc; d db 2c3d8h; d db Kd; d db 4c", 0),
    "nine-two 4-bets all-in": (6, "9s2h", THREEBET + "p6 cbr 200; p2 f", 1),
    "ten-six calls a 4-bet": (
        2,
        "Ts6h",
        TO_BUTTON + "p6 cbr 5; p1 f; p2 cbr 20; p6 cbr 50; p2 cc; d db AdKd9c; p2 cc; p6 cbr 40; p2 f",
        1,
    ),
    "three-two cold calls": (
        6,
        "3s2h",
        "p3 cbr 5; p4 cbr 16; p5 f; p6 cc; p1 f; p2 f; p3 f; d db AdKd9c; p4 cbr 20; p6 f",
        0,
    ),
    "kings folded in the blind": (2, "KsKd", TO_BUTTON + "p6 cbr 5; p1 f; p2 f", 0),
    "jacks folded UTG": (3, "JsJd", "p3 f; p4 f; p5 f; p6 f; p1 f", 0),
    "aces folded after a raise": (3, "AsAd", UTG + "p1 f; p2 cbr 18; p3 f", 1),
    "top set folded": (2, "KsKc", FLOPS + "p2 f", 2),
    "two pair folded": (2, "Ks8d", FLOPS + "p2 f", 2),
    "flush folded": (2, "Ah5h", BUTTON_OPENS + "d db QhJh2h; p2 cc; p6 cbr 7; p2 f", 2),
    "air all-in on the flop": (2, "7s5s", FLOPS + "p2 cbr 195; p6 f", 2),
    "air calls a shove": (2, "7s5s", BUTTON_OPENS + "d db Kd8s3h; p2 cc; p6 cbr 195; p2 cc; d db 2c; d db 2d", 2),
    "full house folded on the river": (
        2,
        "2h2s",
        BUTTON_OPENS
        + "d db Kh9s2c; p2 cc; p6 cbr 7; p2 cc; d db 9d; p2 cc; p6 cbr 16; p2 cc; d db 4s; p2 cc; p6 cbr 40; p2 f",
        6,
    ),
    "five high calls the river": (2, "5h4h", KING_HIGH + "p6 cbr 90; p2 cc", 6),
    "six high calls a shove": (2, "6h5h", KING_HIGH + "p6 cbr 172; p2 cc", 6),
    "quads folded on the turn": (
        2,
        "KsKc",
        BUTTON_OPENS + "d db Kd8s3h; p2 cc; p6 cbr 7; p2 cc; d db Kh; p2 cc; p6 cbr 16; p2 f",
        4,
    ),
    "nut flush folded on the turn": (
        2,
        "Ah5h",
        BUTTON_OPENS + "d db QhJh2c; p2 cc; p6 cbr 7; p2 cc; d db 3h; p2 cc; p6 cbr 16; p2 f",
        4,
    ),
    "straight folded on the turn": (
        2,
        "QdJd",
        BUTTON_OPENS + "d db KhTs2c; p2 cc; p6 cbr 7; p2 cc; d db 9c; p2 cc; p6 cbr 16; p2 f",
        4,
    ),
    "nut full house checked back": (
        6,
        "KhKs",
        BUTTON_OPENS + "d db Kd8s8h; p2 cc; p6 cbr 7; p2 cc; d db 3d; p2 cc; p6 cbr 16; p2 cc; d db 4h; p2 cc; p6 cc",
        3,
    ),
    "all-in river bluff called by nothing": (2, "8h7h", KING_HIGH + "p6 cbr 172; p2 cc", 6),
    "aces folded on a dry flop": (2, "AsAc", BUTTON_OPENS + "d db 8d7s2h; p2 cc; p6 cbr 7; p2 f", 2),
    "set folded on the turn": (
        2,
        "9h9s",
        BUTTON_OPENS + "d db Kh9d2c; p2 cc; p6 cbr 7; p2 cc; d db 3d; p2 cc; p6 cbr 16; p2 f",
        4,
    ),
}
MORE_GOOD = {
    "aces 3-bet": (1, "AsAh", UTG + "p1 cbr 20; p2 f; p3 f"),
    "aces 3-bet large": (1, "AsAh", UTG + "p1 cbr 30; p2 f; p3 f"),
    "kings 4-bet": (6, "KsKh", THREEBET + "p6 cbr 46; p2 f"),
    "kings 4-bet small": (6, "KsKh", THREEBET + "p6 cbr 40; p2 f"),
    "trash folds to a shove": (2, "Js4h", TO_BUTTON + "p6 cbr 200; p1 f; p2 f"),
    "queens open large": (3, "QsQh", "p3 cbr 8; p4 f; p5 f; p6 f; p1 f; p2 f"),
    "jacks open": (4, "JsJh", "p3 f; p4 cbr 5; p5 f; p6 f; p1 f; p2 f"),
    "tens open small": (4, "TsTh", "p3 f; p4 cbr 4; p5 f; p6 f; p1 f; p2 f"),
    "ace-queen opens": (5, "AsQs", "p3 f; p4 f; p5 cbr 5; p6 f; p1 f; p2 f"),
    "ace-queen opens to seven": (5, "AsQs", "p3 f; p4 f; p5 cbr 7; p6 f; p1 f; p2 f"),
    "nine-four folds": (4, "9s4h", "p3 f; p4 f; p5 f; p6 f; p1 f"),
    "eight-three folds to a raise": (2, "8s3h", UTG + "p1 f; p2 f"),
    "the blind calls with suited": (2, "JsTs", TO_BUTTON + "p6 cbr 5; p1 f; p2 cc; d db 2c3d4h; p2 cc; p6 cbr 7; p2 f"),
    "the blind calls a min-raise": (2, "JsTs", TO_BUTTON + "p6 cbr 4; p1 f; p2 cc; d db 2c3d4h; p2 cc; p6 cbr 5; p2 f"),
    "air folds to a bet": (2, "7s5s", FLOPS + "p2 f"),
    "top pair calls": (2, "KsTs", FLOPS + "p2 cc; d db 2d; p2 cc; p6 cc; d db 4c; p2 cc; p6 cc"),
    "set bets": (6, "KsKc", BUTTON_OPENS + "d db Kd8s3h; p2 cc; p6 cbr 7; p2 f"),
    "set bets half": (6, "KsKc", BUTTON_OPENS + "d db Kd8s3h; p2 cc; p6 cbr 5; p2 f"),
    "set bets three quarters": (6, "KsKc", BUTTON_OPENS + "d db Kd8s3h; p2 cc; p6 cbr 8; p2 f"),
    "set bets pot": (6, "KsKc", BUTTON_OPENS + "d db Kd8s3h; p2 cc; p6 cbr 11; p2 f"),
    "top pair bets pot": (6, "KsQc", BUTTON_OPENS + "d db Kd8s3h; p2 cc; p6 cbr 11; p2 f"),
    "six high folds to a shove": (2, "6h5h", KING_HIGH + "p6 cbr 172; p2 f"),
    "five high folds the river": (2, "5h4h", KING_HIGH + "p6 cbr 90; p2 f"),
    "nut flush raises": (
        2,
        "AhKh",
        HEARTS.replace("d db 3d; p2 cc; ", "d db 3h; p2 cc; ")
        + "p6 cc; d db Th; p2 cbr 16; p6 cbr 60; p2 cbr 150; p6 f",
    ),
    "the nuts bet the river": (
        6,
        "AhKh",
        BUTTON_OPENS
        + "d db QhJh2c; p2 cc; p6 cbr 7; p2 cc; d db 3d; p2 cc; p6 cbr 16; p2 cc; d db Th; p2 cc; p6 cbr 40; p2 f",
    ),
    "the nuts bet half": (
        6,
        "AhKh",
        BUTTON_OPENS
        + "d db QhJh2c; p2 cc; p6 cbr 7; p2 cc; d db 3d; p2 cc; p6 cbr 16; p2 cc; d db Th; p2 cc; p6 cbr 28; p2 f",
    ),
    "aces call a flop bet": (
        2,
        "AsAc",
        BUTTON_OPENS + "d db 8d7s2h; p2 cc; p6 cbr 7; p2 cc; d db 2d; p2 cc; p6 cc; d db 4c; p2 cc; p6 cc",
    ),
    "ace-king 3-bets": (2, "AsKs", TO_BUTTON + "p6 cbr 5; p1 f; p2 cbr 20; p6 f"),
    "ace-king 3-bets to 24": (2, "AsKs", TO_BUTTON + "p6 cbr 5; p1 f; p2 cbr 24; p6 f"),
    "queens 3-bet to 14": (2, "QsQd", TO_BUTTON + "p6 cbr 5; p1 f; p2 cbr 14; p6 f"),
}
