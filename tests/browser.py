"""A headless Chromium for tests that look at pages, and a Firefox."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from tests.programs import find, which
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page, Playwright


@pytest.fixture(scope="module")  # as long as it runs, nothing else in this thread may use asyncio
def driver() -> Iterator[Playwright]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NODE_OPTIONS", f"--require={Path(__file__).with_name('firefox.cjs')}")
        patch.setattr(playwright.Page, "goto", _patient(playwright.Page.goto, playwright.Error))
        with playwright.sync_playwright() as started:
            yield started


def _patient(goto: Callable[..., object], error: type[Exception]) -> Callable[..., object]:
    """Return `goto` as it is where the form that was sent last may still be leading to its page."""

    def go(page: Page, address: str, **options: object) -> object:
        until = monotonic() + PATIENCE
        while True:
            try:
                return goto(page, address, **options)
            except error as interrupted:
                if "interrupted by another navigation" not in str(interrupted) or monotonic() > until:
                    raise
            page.wait_for_timeout(20)

    return go


@pytest.fixture(scope="module")
def browser(driver: Playwright, pytestconfig: pytest.Config) -> Iterator[Browser]:
    # The shell has all of a page and no windows: each page takes a fifth of the processor time.
    shell = None if pytestconfig.option.tier == "deep" else which("chromium-headless-shell")
    program = shell or which("chromium-browser") or find("chromium")
    running = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"])
    yield running
    running.close()


@pytest.fixture(scope="module")
def firefox(driver: Playwright) -> Iterator[Browser]:
    """The Firefox of this machine, by WebDriver BiDi."""
    with TemporaryDirectory() as home:
        running = driver.firefox.launch(
            channel="moz-firefox", executable_path=find("firefox"), env={**os.environ, "HOME": home}
        )
        yield running
        running.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a context of its own; an error of a script, or anything that the policy blocks, fails the test."""
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    opened = context.new_page()
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
    yield opened
    context.close()
    assert not problems
