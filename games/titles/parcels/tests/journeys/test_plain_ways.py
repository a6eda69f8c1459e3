"""A whole turn works without script, with the keyboard alone, and while the socket is down."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from games.lobby import tables
from games.matches import play
from games.matches.loaded import load_match
from games.models import Match
from games.titles.parcels.tests.journeys.actions import plays_of, raise_cards
from tests.games.conftest import DAY, open_of
from tests.games.scenes import seat_in_order
from tests.games.test_live_tables import Site
from tests.journeys.actions import (
    SOON,
    Watch,
    bots_answer,
    goes_live,
    line_opens,
    moved_on,
    shows,
    tick,
    version_of,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def match_with_bots(owner: Any) -> Match:
    match = tables.create_match(
        owner=owner,
        slug="parcels",
        seats=3,
        options={},
        pace="correspondence",
        move_seconds=DAY,
        bank_seconds=DAY,
        bots=2,
    )
    others = [seat.user for seat in match.seats.select_related("user") if seat.user != owner]
    seat_in_order(match, [owner, *others])
    return match


def is_my_turn(match: Match, user: Any) -> bool:
    loaded = load_match(match.pk)
    return not loaded.is_over and open_of(loaded).decision.seat == loaded.seat_of(user.pk)


def test_whole_turns_without_script(page_of, owner):
    match = match_with_bots(owner)
    page = page_of(owner, java_script_enabled=False)
    page.goto("/mine/")
    page.locator(".sheet-foot a.button", has_text="Play").click()
    for _ in range(4):
        if not is_my_turn(match, owner):
            break
        version = version_of(match.pk)
        turn_without_script(page)
        assert version_of(match.pk) == version + 1
        bots_answer(match.pk)
        page.goto(f"/match/{match.pk}/")
    assert match.records.filter(by="web").count() >= 3


def turn_without_script(page: "Page") -> None:
    """Checkboxes and a button on the table itself; with script, the bar presses that button."""
    plays = plays_of(page)
    if plays:
        for number in plays[0].split("-"):
            boxes = page.locator(f'form[data-verb="play"] input[value="{number}"]').all()
            tick(next(box for box in boxes if not box.is_checked()))
        send(page, "play")
    else:
        take = page.locator('form[data-verb="pass"] input[name="arg.take"][type="radio"]')
        if take.count():
            tick(take.first)
        send(page, "pass")
    assert page.locator("#t-decision .refusal").count() == 0


def send(page: "Page", verb: str) -> None:
    has_bar = page.locator("#act [data-main]").count()
    page.locator("#act [data-main]" if has_bar else f'form[data-verb="{verb}"] button[type="submit"]').click()


def test_a_refused_move_without_script_keeps_the_page_and_the_sentence(page_of, owner):
    match = match_with_bots(owner)
    page = page_of(owner, java_script_enabled=False)
    page.goto(f"/match/{match.pk}/")
    for box in page.locator('form[data-verb="play"] input[type="checkbox"]').all():
        tick(box)
    page.locator('form[data-verb="play"] button[type="submit"]').first.click()
    assert page.locator("#t-decision .refusal a.clause").count() == 1
    assert page.locator('form[data-verb="play"] input:checked').count() > 0
    assert version_of(match.pk) == 1


def tab_to(page: "Page", selector: str, most: int = 150) -> None:
    """Press Tab until a matching element has focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"the keyboard never reaches {selector}")


def test_a_turn_with_the_keyboard_alone(page_of, owner):
    match = match_with_bots(owner)
    page = page_of(owner)
    page.goto("/mine/")
    tab_to(page, f'a[href="/match/{match.pk}/"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#t-status")
    page.wait_for_selector("#act [data-go]")
    tab_to(page, ".parcels-hand input")
    page.keyboard.press("8")  # first a wrong card
    page.keyboard.press("Escape")
    assert page.locator("#t-decision input:checked").count() == 0
    for number in plays_of(page)[0].split("-"):
        page.keyboard.press(number)
    page.keyboard.press("Enter")
    assert moved_on(match.pk, 1) == 2


def test_keyboard_focus_is_visible(page_of, owner):
    match = match_with_bots(owner)
    page = page_of(owner)
    page.goto(f"/match/{match.pk}/")
    for _ in range(25):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            "() => { const at = document.activeElement; const box = at.closest('label') ?? at;"
            " const looks = [at, box, box.querySelector('.card') ?? at].map((one) => getComputedStyle(one));"
            " return looks.some((s) => s.outlineStyle !== 'none' || s.boxShadow !== 'none'); }"
        )
        assert seen, page.evaluate("document.activeElement.outerHTML")


@pytest.mark.slow
def test_a_page_reconnects_after_its_server_was_killed(page_of, owner, tmp_path):
    match, site = match_with_bots(owner), Site(tmp_path)
    try:
        page = page_of(owner)
        page.goto(f"{site.address}/match/{match.pk}/")
        page.wait_for_selector("#t-decision form")
        goes_live(page)
        page.evaluate("window.stays = true")
        site.kill()
        page.locator("#offline").wait_for(state="visible")
        make_the_move(match, owner)
        bots_answer(match.pk)
        site.start()
        page.wait_for_selector(f'#t-status[data-version="{version_of(match.pk)}"]', timeout=20_000)
        page.locator("#offline").wait_for(state="hidden")
        assert page.evaluate("window.stays") is True
    finally:
        site.process.stop(5)


def test_a_socket_that_closes_at_once_is_retried_with_backoff(page_of, owner):
    match = match_with_bots(owner)
    page = page_of(owner)
    page.route_web_socket("**/ws/**", lambda line: None)
    page.goto(f"/match/{match.pk}/")
    line_opens(page)
    page.evaluate("const now = Date.now(); Date.now = () => now")
    waits = page.evaluate("Array.from({length: 18}, () => tableSocket.delay())")
    assert max(waits[:12]) <= 1500 and 6000 <= waits[17] <= 30_000
    page.evaluate("const then = Date.now(); Date.now = () => then + 6000")  # the connection has lasted a while
    assert page.evaluate("tableSocket.delay()") <= 1500


def test_an_open_page_is_told_of_a_decision_in_another_match(page_of, owner):
    here, page = match_with_bots(owner), page_of(owner)
    page.clock.install()
    page.goto(f"/match/{here.pk}/")
    goes_live(page)
    make_the_move(here, owner)
    page.locator(".status-next").wait_for(state="hidden")
    match_with_bots(owner)  # the owner has to move there
    page.clock.run_for(40_000)
    page.locator(".status-next a").wait_for(state="visible")


def test_moves_are_sent_by_form_while_the_socket_is_down(page_of, owner):
    match = match_with_bots(owner)
    page = page_of(owner)
    page.route_web_socket("**/ws/**", lambda line: None)  # accepts the connection but never sends anything
    page.goto(f"/match/{match.pk}/")
    page.evaluate("tableSocket.delay = () => 60000")
    line_opens(page)
    page.evaluate("tableSocket.socket.close(4000)")
    page.locator("#offline").wait_for(state="visible")
    turn_without_script(page)
    assert moved_on(match.pk, 1) == 2
    assert match.records.get(version=2).by == "web"


def make_the_move(match: Match, owner: Any) -> None:
    asked = open_of(load_match(match.pk))
    facts = {"match_id": match.pk, "seat": asked.decision.seat, "by": "web", "user": owner}
    play.play_move(decision=asked.id, move=asked.decision.default, **facts)


def test_two_tabs_of_one_person_follow_each_other(page_of, owner):
    match = match_with_bots(owner)
    first = page_of(owner)
    second = first.context.new_page()
    watches = [Watch(page) for page in (first, second)]
    for page in (first, second):
        page.goto(f"/match/{match.pk}/")
        page.wait_for_selector("#t-decision form")
    make_the_move(match, owner)
    for page in (first, second):
        shows(page, 2)
        assert page.locator('form[data-verb="play"]').count() == 0
    bots_answer(match.pk)
    for page in (first, second):
        shows(page, load_match(match.pk).version)
        told = page.locator("#log > .log-move").all_inner_texts()
        assert len(told) == len(set(told)) == load_match(match.pk).version
        page.reload()
        page.locator("#log > .log-move").last.wait_for()
        assert told == page.locator("#log > .log-move").all_inner_texts(), "added move by move, it reads as a new page"
    assert [watch.problems for watch in watches] == [[], []]


def test_a_refusal_stays_visible_when_other_updates_arrive(page_of, owner):
    match = match_with_bots(owner)
    page, watcher = page_of(owner), page_of()
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.evaluate("window.preferences.set('confirm', 'yes')")  # else the first card that may lead is played at once
    for box in page.locator('form[data-verb="play"] input[type="checkbox"]').all():
        tick(box)
    page.locator('form[data-verb="play"]').evaluate("form => form.requestSubmit()")  # the bar would refuse to send it
    page.locator("#t-decision .refusal").wait_for()
    friend = page_of(owner)  # opens the table, which updates everybody's page
    for other in (watcher, friend):
        other.goto(f"/match/{match.pk}/")
        goes_live(other)
    page.wait_for_timeout(500)
    assert page.locator("#t-decision .refusal a.clause").count() == 1
    make_the_move(match, owner)
    shows(page, 2)
    assert page.locator("#t-decision .refusal").count() == 0


def test_a_refusal_from_the_form_stays_when_the_socket_opens(page_of, owner):
    match = match_with_bots(owner)
    page = page_of(owner)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.evaluate("window.preferences.set('confirm', 'yes')")  # else the first card that may lead is played at once
    for box in page.locator('form[data-verb="play"] input[type="checkbox"]').all():
        tick(box)
    page.locator('form[data-verb="play"]').evaluate("form => form.submit()")
    page.wait_for_url("**/play/")
    goes_live(page)
    page.wait_for_timeout(500)
    assert page.locator("#t-decision .refusal a.clause").count() == 1


def test_a_move_goes_by_socket_and_a_double_click_is_one_move(page_of, owner):
    match = match_with_bots(owner)
    page = page_of(owner)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.evaluate("window.stays = true")
    raise_cards(page, plays_of(page)[0])
    page.locator("#act [data-main]").dblclick()
    shows(page, 2)
    page.wait_for_timeout(300)
    assert page.evaluate("window.stays") is True
    assert match.records.get(version=2).by == "live" and version_of(match.pk) == 2


def test_a_move_lost_by_the_socket_is_sent_by_form(page_of, owner):
    match = match_with_bots(owner)
    page = page_of(owner)
    page.route_web_socket("**/ws/**", lambda line: None)  # accepts the connection but never sends anything
    page.goto(f"/match/{match.pk}/")
    line_opens(page)
    raise_cards(page, plays_of(page)[0])
    page.locator("#say").fill("half a sentence")
    page.locator("#act [data-main]").click()
    page.wait_for_selector('#t-status[data-version="2"]', timeout=2 * SOON)
    assert match.records.get(version=2).by == "web"
    expect(page.locator("#say")).to_have_value("half a sentence")
