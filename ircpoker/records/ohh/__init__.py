"""Open Hand History: written, and read."""
