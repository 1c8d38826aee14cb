"""The rules of tournaments on plain data: levels, seats, places, prizes, and shares by ICM.

Nothing here knows tables, people or the ledger; `ircpoker.tournaments` applies these rules to them.
docs/tournaments.md has the sources of the rules.
"""
