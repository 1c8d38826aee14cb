"""Every run of pytest begins here, whichever tests it is for."""

pytest_plugins = ("tests.tiers", "tests.scratch", "tests.traced", "tests.order", "tests.statements", "tests.browser")
