"""The texts of other rooms, as tables of lines over the grammar of PokerStars' text."""
