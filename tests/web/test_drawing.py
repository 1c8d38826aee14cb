"""Pictures for previews of links: the end of a deal, drawn once, one at a time."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from starlette.exceptions import HTTPException

from ircpoker.records.deal_data import deal_data
from ircpoker.records.pictures.svg import draw_deals
from ircpoker.web import pages
from ircpoker.web.pages import SIZE, DrawnPictures
from tests.records.deals import random_history, read_one, view_of


def test_a_picture_is_of_the_end_of_a_deal() -> None:
    history, _ = random_history(Random(3), 19, "holdem")
    deal = deal_data(*view_of(read_one(history), 19))
    whole, end = draw_deals([deal]), draw_deals([deal], size=SIZE)
    assert whole.count('class="felt"') > end.count('class="felt"') == 1
    left, top, width, height = map(float, end.split('viewBox="')[1].split('"')[0].split())
    assert (left, top) == (-(width - 480) / 2, 0)
    assert width / height == pytest.approx(SIZE[0] / SIZE[1], abs=0.01)


def test_pictures_are_drawn_once_and_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, begun = list[bytes](), list[bytes]()

    async def draw(svg: bytes) -> bytes:
        begun.append(svg)
        assert begun == [svg]
        await asyncio.sleep(0)
        drawn.append(begun.pop())
        return svg

    async def ask() -> None:
        made = DrawnPictures()
        texts = [*map(str, range(9))] * 2
        assert await asyncio.gather(*map(made.png, texts)) == [text.encode() for text in texts]
        assert len(drawn) == 9
        for number in range(2 * pages.MOST_KEPT):
            await made.png(f"x{number}")
        assert len(drawn) == 9 + 2 * pages.MOST_KEPT
        await made.png("0")
        assert drawn[-1] == b"0", "it was not kept"

    monkeypatch.setattr(pages, "_draw", draw)
    asyncio.run(ask())


@pytest.mark.parametrize("text", ["", "<svg", "no picture"])
def test_a_broken_picture_is_refused(text: str) -> None:
    with pytest.raises(HTTPException) as refused:
        asyncio.run(DrawnPictures().png(text))
    assert refused.value.status_code == 503


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def draw(_: bytes) -> bytes:
        await asyncio.Event().wait()
        return b""

    monkeypatch.setattr(pages, "_draw", draw)
    monkeypatch.setattr(pages, "_PREVIEW_SECONDS", 0.01)
    with pytest.raises(HTTPException) as refused:
        asyncio.run(DrawnPictures().png("1"))
    assert refused.value.status_code == 503
