"""Four people play a whole match of Happy Little Dinosaurs: two on live pages, one on a phone, one only by email.

Everything that reaches each of them (pages, socket frames, emails) is kept and searched for cards hidden from them.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from accounts.models import DevEmail
from games.kernel import engine
from games.kernel.position import Open
from games.matches.loaded import load_match
from games.models import Match, MoveRecord
from games.titles.dinosaurs.cards import CARDS
from tests.fixtures import make_person
from tests.journeys.actions import Watch, choices_in, goes_live, newest_email, shows

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_ANSWERS = 400
POINTS = {"choose": "arg.card", "grab": "arg.card", "keep": "arg.card", "sudden": "arg.card"}


class Received:
    """Everything that reached one person. `news()` is what has come since the last call."""

    def __init__(self, name: str, page: "Page") -> None:
        self.address, self.page = f"{name}@example.org", page
        self.texts: list[str] = []
        self.emails = 0
        page.on("websocket", lambda line: line.on("framereceived", lambda text: self.texts.append(str(text))))

    def news(self, version: int) -> str:
        """Everything up to this version of the match; older pages could name cards that a shuffle has hidden since."""
        if self.page.locator("#t-status").count():
            shows(self.page, version)
        texts, self.texts = self.texts, []
        emails = list(DevEmail.objects.filter(recipients=self.address, id__gt=self.emails).order_by("id"))
        self.emails = emails[-1].id if emails else self.emails
        return "\n".join([*texts, self.page.content(), *(f"{email.text} {email.html}" for email in emails)])


def hidden_from(match_id: int) -> list[set[str]]:
    """For each seat, the cards hidden from it: other hands, face-down cards, the deck."""
    state = load_match(match_id).at_table().state
    found = []
    for seat in range(len(state.players)):
        hidden = {*state.deck, *state.looked}
        for number, player in enumerate(state.players):
            if number != seat and state.ranks is None:
                laid = [] if state.is_revealed else [player.card]
                hidden |= {*player.hand, *(card for card in (*laid, player.pick) if card)}
        if state.phase in ("grab", "keep") and state.order[state.turn_at] == seat:
            hidden -= {*state.looked, *(state.players[state.robbed].hand if state.robbed is not None else [])}
        found.append(hidden)
    return found


def required(match_id: int) -> Open | None:
    """The first decision that the match waits for."""
    loaded = load_match(match_id)
    opens = [] if loaded.is_over else engine.open_decisions(loaded.game, loaded.at_table())
    return next((open for open in opens if open.answer is None and not open.decision.optional), None)


def answered(match_id: int, revision: int) -> None:
    end = time.monotonic() + 15
    while load_match(match_id).revision == revision:
        assert time.monotonic() < end, "the answer never arrived"
        time.sleep(0.02)


def answer_on_page(page: "Page", asked: Open, orders: dict[str, str]) -> None:
    """Choose a card in the tray and press the main button, using only the keyboard."""
    page.wait_for_selector(f'#t-decision[data-decision="{asked.id}"]', state="attached")
    verb = asked.decision.actions[0].verb
    form = page.locator(f'#t-decision form[data-verb="{verb}"]').first
    if verb in POINTS:
        form.locator(f'input[name="{POINTS[verb]}"]').last.press(" ")
    if verb == "effect" and form.locator("input:enabled:not([type=hidden])").count():
        form.locator("input:enabled:not([type=hidden])").first.press(" ")
    ready = page.locator("#act [data-go][data-main][aria-disabled=false]")
    (ready if ready.count() else page.locator("#act [data-go]").last).press("Enter")
    if verb == "choose" and orders:
        give_orders(page, orders)


def give_orders(page: "Page", orders: dict[str, str]) -> None:
    """Give standing orders while others still choose. The last to choose has no time for that; sticky orders last."""
    plan = page.locator("#act [data-plan]")
    try:
        plan.wait_for(timeout=1500)
    except PlaywrightTimeout:
        return
    if plan.inner_text() == "Change my plan":
        return
    plan.press("Enter")
    form = page.locator('#t-order form[data-verb="orders"]')
    for name, value in orders.items():
        form.locator(f'select[name="arg.orders.{name}"]').select_option(value)
    form.locator("button[type=submit]").press("Enter")
    page.locator("#act [data-plan]", has_text="Change my plan").wait_for()


def answer_by_email(received: Received, asked: Open) -> None:
    """Open the first choice of the email on a device where nobody is signed in, and confirm it."""
    page = received.page
    email = newest_email(received.address, f"{asked.id}.turn@")
    page.goto(choices_in(email)[0])
    received.texts.append(page.content())
    page.get_by_role("button", name="Play it").click()
    page.get_by_role("heading", name="Played").wait_for()


@pytest.mark.slow
@pytest.mark.timeout(600)  # a whole match by hand; on a busy machine it has taken more than the usual five minutes
def test_four_people_play_a_whole_match(page_of: Callable[..., "Page"], start: Any) -> None:
    people = {name: make_person(name) for name in ("ann", "bob", "cy", "di")}
    options = {"dinos": "random", "waves": "single"}
    match: Match = start("dinosaurs", tuple(people.values()), options=options)
    names = [seat.username for seat in load_match(match.pk).seats]
    pages = {
        "ann": page_of(people["ann"], reduced_motion="reduce"),
        "bob": page_of(people["bob"], reduced_motion="reduce"),
        "cy": page_of(people["cy"], width=360, height=740, reduced_motion="reduce"),
    }
    received = {name: Received(name, page) for name, page in {**pages, "di": page_of(width=360)}.items()}
    watches = [Watch(page) for page in pages.values()]
    for page in pages.values():
        page.goto(f"/match/{match.pk}/")
        goes_live(page)
        page.evaluate("window.stays = true")
    count = play_out(match.pk, names, received)
    for page in pages.values():
        page.locator(".status-who", has_text="The match is over").wait_for()
        assert page.evaluate("window.stays") is True  # the page was never reloaded
    assert [watch.problems for watch in watches] == [[], [], []]
    by = set(MoveRecord.objects.filter(match=match).values_list("by", flat=True))
    assert {"live", "mail", "order"} <= by and count > 20
    newest_email("di@example.org", ".over@")


def play_out(match_id: int, names: list[str], received: dict[str, Received]) -> int:
    """Play until the end. After each answer, search everything that has arrived."""
    orders = {
        "bob": {"instants": "pass", "sticky": "True"},
        "cy": {"instants": "pass", "disaster": "take", "sticky": "True"},
    }
    before, found = hidden_from(match_id), 0
    for count in range(MOST_ANSWERS):
        asked = required(match_id)
        if asked is None:
            assert found > 0, "the search has found own cards, so it looks at what they see"
            return count
        loaded = load_match(match_id)
        name = names[asked.decision.seat]
        if name == "di":
            answer_by_email(received[name], asked)
        else:
            answer_on_page(received[name].page, asked, orders.get(name, {}))
        answered(match_id, loaded.revision)
        after, version = hidden_from(match_id), load_match(match_id).version
        for seat, player in enumerate(names):
            text = received[player].news(version)
            told = {card for card in before[seat] & after[seat] if card in text}
            assert not told, f"{player} was told of {told}"
            found += sum(card in text for card in CARDS)
        before = after
    raise AssertionError("the match does not end")
