"""Every run of pytest begins here, whichever tests it is for."""

_PLUGINS = ("tiers", "selection", "programs", "scratch", "traced", "order", "statements", "browser")
pytest_plugins = tuple(f"tests.{name}" for name in _PLUGINS)
