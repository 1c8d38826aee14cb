"""The machines in play: a stake, a committed deck, the result and what it pays as one entry of the ledger.

    settings.py    [slot] and [videopoker] of config.ini
    playing.py     what they share
    slot.py        a pull
    videopoker.py  a deal, and later its hold

`ircpoker.slots` knows what cards pay, `ircpoker.proofs` which deck comes next; here the two meet the chips. Knows no
words: these are the plugins' business. Nothing is imported here, so that settings can be read without a database.
"""
