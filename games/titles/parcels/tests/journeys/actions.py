"""Page helpers for Parcels: raise cards in hand and play them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def play_a_turn(page: "Page") -> None:
    """Play the strongest legal meld; without one, pass and take the first stack in storage."""
    plays = plays_of(page)
    if plays:
        raise_cards(page, plays[-1])
    elif page.locator('#t-board [data-touch^="stack/"]').count():
        page.locator('#t-board [data-touch^="stack/"]').first.click()
    page.locator("#act [data-main][aria-disabled=false]").click()


def plays_of(page: "Page") -> list[str]:
    """The legal plays of the player on turn, weakest first: "4-5"."""
    return (page.locator("#t-decision .parcels-hand").get_attribute("data-plays") or "").split()


def raise_cards(page: "Page", meld: str) -> None:
    """Raise the cards of a meld in the tray by their number keys."""
    page.locator("#t-board").focus()
    for number in meld.split("-"):
        page.keyboard.press(number)
