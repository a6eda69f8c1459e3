"""What a person does with the hand of Parcels: raise cards, play them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def play_a_turn(page: "Page") -> None:
    """Raise the strongest legal play in the tray; without one, pass and take the first stack of storage."""
    plays = plays_of(page)
    if plays:
        raise_cards(page, plays[-1])
    elif page.locator('#t-board [data-touch^="stack/"]').count():
        page.locator('#t-board [data-touch^="stack/"]').first.click()
    page.locator("#act [data-main][aria-disabled=false]").click()


def plays_of(page: "Page") -> list[str]:
    """The legal plays of who is on turn, from weak to strong: "4-5"."""
    return (page.locator("#t-decision .parcels-hand").get_attribute("data-plays") or "").split()


def raise_cards(page: "Page", meld: str) -> None:
    """Raise the cards of a meld in the tray, by the keys of their numbers."""
    page.locator("#t-board").focus()
    for number in meld.split("-"):
        page.keyboard.press(number)
