"""A line that the server closes: the page opens it again, whatever the reason, unless there is nothing to see there."""

from typing import Any

import pytest

from games.sockets.consumer import FLOOD
from tests.journeys.actions import goes_live, waits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOCKETS = """
  window.lines = [];
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain { constructor(...words) { super(...words); window.lines.push(this); } };
"""


def test_a_page_whose_line_was_closed_for_a_flood_comes_back(page_of: Any, start: Any, owner: Any) -> None:
    page = page_of(owner)
    page.add_init_script(SOCKETS)
    page.goto(f"/match/{start().pk}/")
    goes_live(page)
    page.evaluate(f"for (let n = 0; n <= {FLOOD}; n++) lines[0].send('{{}}')")
    waits(page, "lines[0].readyState === 3", "the line was not closed")
    waits(page, "lines.length > 1 && lines.at(-1).readyState === 1", "the page did not come back")
