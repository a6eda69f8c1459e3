"""A line that the server closes: the page opens it again, whatever the reason, unless there is nothing to see there."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from games.sockets.consumer import FLOOD
from games.sockets.page_limits import MOST_PAGES
from tests.fixtures import served
from tests.games.table_sockets import TableSocket, session_of
from tests.journeys.actions import goes_live, waits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOCKETS = """
  window.lines = [];
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...words) {
      super(...words);
      window.lines.push(this);
      this.addEventListener("message", (event) => { if (this.isDead) event.stopImmediatePropagation(); });
    }
    send(words) { if (!this.isDead) super.send(words); }
  };
"""
WAKE = """
  const at = (isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  const { now } = Date;
  at(true);
  Date.now = () => now() + 120000;
  at(false);
  Date.now = now;
"""


def test_a_page_whose_line_was_closed_for_a_flood_comes_back(page_of: Any, start: Any, owner: Any) -> None:
    page = page_of(owner)
    page.add_init_script(SOCKETS)
    page.goto(f"/match/{start().pk}/")
    goes_live(page)
    page.evaluate(f"for (let n = 0; n <= {FLOOD}; n++) lines[0].send('{{}}')")
    waits(page, "lines[0].readyState === 3", "the line was not closed")
    waits(page, "lines.length > 1 && lines.at(-1).readyState === 1", "the page did not come back")


def test_a_line_that_died_while_the_device_slept_is_opened_again(page_of: Any, start: Any, owner: Any) -> None:
    page = page_of(owner)
    page.add_init_script(SOCKETS)
    page.goto(f"/match/{start().pk}/")
    goes_live(page)
    page.evaluate(WAKE)
    page.wait_for_timeout(5000)
    assert page.evaluate("lines.map((line) => line.readyState)") == [1]  # it has answered
    page.evaluate("lines[0].isDead = true")
    page.evaluate(WAKE)
    waits(page, "lines.length > 1 && lines[1].readyState === 1", "no other line was opened")


def test_a_page_from_before_an_upgrade_is_loaded_again_unless_something_is_typed(
    page_of: Any, start: Any, owner: Any
) -> None:
    page = page_of(owner)
    page.goto(f"/match/{start().pk}/")
    goes_live(page)
    chat = page.locator("#say")
    chat.fill("I am writing")
    page.evaluate("""const { dataset } = document.getElementById("table");
        dataset.socket = dataset.socket.replace(/of=.*/, "of=before");
        tableSocket.socket.close();""")
    page.get_by_text("The site was updated. Load the page again.").wait_for()
    assert chat.input_value() == "I am writing"
    with page.expect_navigation():
        chat.fill("")
    goes_live(page)
    assert "before" not in page.locator("#table").get_attribute("data-socket")


@pytest.mark.slow
def test_who_has_too_many_tables_open_is_told_so_until_one_is_closed(
    page_of: Any, start: Any, owner: Any, tmp_path: Path
) -> None:
    address, session, page = f"/match/{start().pk}/", session_of(owner), page_of(owner)
    match_id = address.split("/")[2]
    with served(tmp_path, has_limits=True) as site, ExitStack() as stack:
        others = [stack.enter_context(TableSocket(site, match_id, session=session)) for _ in range(MOST_PAGES)]
        for other in others:
            other.settle()
        page.goto(site + address)
        waits(page, "!document.getElementById('offline').hidden", "nothing is said")
        assert page.locator("#offline").inner_text() == (
            "You have too many tables open. Close some to see new moves here at once."
        )
        others[0].close()
        goes_live(page)
        assert not page.locator("#offline").is_visible()
