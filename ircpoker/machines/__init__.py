"""The machines in play: a stake, a committed deck, the result and what it pays as one entry of the ledger.

    settings.py    [slot] and [videopoker] of config.ini
    playing.py     the parts that both share
    slot.py        a pull
    videopoker.py  a deal, and later its hold

`ircpoker.machines.rules` computes what cards pay, `ircpoker.fairness.proofs` provides the decks, and this package adds
the chips. The plugins word the results. Nothing is imported here, so that settings can be read without a database.
"""
