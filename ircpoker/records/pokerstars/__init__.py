"""The text of PokerStars: written, and read."""
