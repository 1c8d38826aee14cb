"""Tournaments as they are played, as parts of the changes of their tables."""
