"""The orders of `!admin`."""
