"""The first tables. A new ledger is made without migrations, and one of before these is refused: nothing to do."""

revision = "0013"
down_revision = None
