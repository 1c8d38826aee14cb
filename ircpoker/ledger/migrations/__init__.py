"""The folder of Alembic's migrations, which `ircpoker.ledger.upgrading` runs; there is no env.py and no alembic.ini."""
