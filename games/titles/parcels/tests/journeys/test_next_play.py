"""“Next legal play” lies on no other button."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from games.kernel import engine
from games.titles import load
from tests.journeys.actions import goes_live
from tests.journeys.test_largest_hands import laid

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", [(768, 1024), (1366, 768)])
def test_it_leaves_undo_free(size: tuple[int, int], page_of: Callable[..., "Page"]) -> None:
    game = load()["parcels"]
    position, _ = engine.start(game, 3, {}, "5e" * 16)
    page = laid("parcels", position, engine.decisions(game, position)[0].seat, page_of)
    goes_live(page)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.locator(".tray .hand label.is-card").first.click()
    undo, offer = (page.locator(part).bounding_box() for part in ("#act [data-undo]", "[data-parcels-next]"))
    assert undo and offer and offer["y"] + offer["height"] <= undo["y"] + 4
