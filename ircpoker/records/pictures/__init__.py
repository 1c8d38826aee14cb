"""Tables and finished deals as pictures."""
