"""Human Resources in the browser: a whole match, partly by email; touch, keyboard, and without script."""

from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import DevEmail
from games.kernel import engine
from games.mail import choices
from games.matches.loaded import load_match
from games.models import Match, MoveRecord
from games.titles.human_resources import game
from games.titles.human_resources.tests.journeys.office import (
    CONFIRM,
    TARGET,
    at_table,
    deal,
    focus_is,
    hand_is_in_order,
    hire_shift,
    place,
    put_in_play,
    sees_nothing_hidden,
    tab_back_to,
    tab_to,
    until,
    way,
    whole,
)
from games.titles.human_resources.tests.site.prepared import lay
from games.titles.human_resources.tests.tables import table
from tests.fixtures import make_person
from tests.games.conftest import open_of
from tests.journeys.actions import (
    SOCKET_IS_OPEN,
    Watch,
    choices_in,
    goes_live,
    moved_on,
    newest_email,
    show_is_loaded,
    shows,
    tick,
    version_of,
)
from tests.samples import quick_first

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BY_EMAIL = range(3, 8)  # the guest makes these turns by email
PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}


@pytest.fixture
def people(db: None) -> tuple[Any, Any]:
    return make_person("ada"), make_person("bo")


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch, people: tuple[Any, Any]) -> Match:
    return deal(monkeypatch, people)


def seat_of(match: Match, user: Any) -> int:
    seat = load_match(match.pk).seat_of(user.pk)
    assert seat is not None
    return seat


def on_turn(match: Match) -> int:
    return open_of(load_match(match.pk)).decision.seat


def table_of(page: "Page", match: Match) -> None:
    page.goto(f"/match/{match.pk}/")
    until(page, SOCKET_IS_OPEN)


# --- a whole match ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_two_people_play_a_whole_match(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    pages = {seat_of(match, user): page_of(user, reduced_motion="reduce") for user in people}
    phone = page_of(**PHONE, reduced_motion="reduce")
    watches = [Watch(page) for page in (*pages.values(), phone)]
    for page in pages.values():
        table_of(page, match)
        page.evaluate("window.stays = true")
    turns = play_out(match, pages, phone, seat_of(match, people[1]))
    for seat, page in pages.items():
        reads_the_end(page, match, seat)
        assert page.evaluate("window.stays") is True  # the page was never reloaded
    assert [watch.problems for watch in watches] == [[], [], []]
    by = list(MoveRecord.objects.filter(match=match).values_list("by", flat=True))
    assert by.count("mail") == len(BY_EMAIL) and by.count("live") == turns - len(BY_EMAIL)
    log = MoveRecord.objects.filter(match=match).values_list("move", flat=True)
    assert sum('"verb":"project"' in move for move in log) >= 4
    assert sum('"dist"' in move and '"dist":null' not in move for move in log) >= 2  # both players have hired Shift


def play_out(match: Match, pages: dict[int, "Page"], phone: "Page", by_email: int) -> int:
    """Play to the end, checking that each move shows on both pages at once. Returns the number of moves."""
    turns = dict.fromkeys(pages, 0)
    while not load_match(match.pk).is_over:
        version, seat = version_of(match.pk), on_turn(match)
        for page in pages.values():
            shows(page, version)
        turns[seat] += 1
        if seat == by_email and turns[seat] in BY_EMAIL:
            from_email(phone, match, "project" if turns[seat] % 2 else "place")
        else:
            take_turn(pages[seat], match, turns[seat])
        moved_on(match.pk, version)
        if sum(turns.values()) % 5 == 0:
            for number, page in pages.items():
                shows(page, version_of(match.pk))
                hand_is_in_order(page, match, number)
                sees_nothing_hidden(page, match, number)
    return sum(turns.values())


def take_turn(page: "Page", match: Match, number: int) -> None:
    page.locator(".human_resources-hand").wait_for()
    if number == 1 or way(page, "hire", "M3").count():
        hire_shift(page, match, cubicles=3 - number % 2 * on_turn(match))
    elif number % 4 == 2 and way(page, "project").count():
        put_in_play(page)
    else:
        place(page, number=number)


def from_email(page: "Page", match: Match, verb: str) -> None:
    """Confirm a choice of the latest email on a phone that is not signed in, preferably one of this verb."""
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    user = loaded.seats[asked.decision.seat].username
    email = newest_email(f"{user}@example.org", f"{asked.id}.turn@")
    offered = choices.offered(loaded, asked.decision.seat, asked.decision)
    number = next((number for number, choice in enumerate(offered) if choice.move.verb == verb), 0)
    page.goto(choices_in(DevEmail(text=email.text.partition(f"\n{number + 1}. ")[2]))[0])
    sees_nothing_hidden(page, match, asked.decision.seat)
    places = page.locator('form[data-verb="place"] [name="arg.at"]')
    if places.count():
        tick(places.first)
        page.locator('form[data-verb="place"] button[type="submit"]').tap()
    else:
        page.get_by_role("button", name="Play it").tap()
    page.get_by_role("heading", name="Played").wait_for()
    sees_nothing_hidden(page, match, asked.decision.seat)


def reads_the_end(page: "Page", match: Match, seat: int) -> None:
    """Check that result, ranks, points and both hands are shown."""
    page.locator(".status-who", has_text="The match is over").wait_for()
    loaded, view = load_match(match.pk), engine.view_for(game, at_table(match), None)
    page.locator("#t-result h2").wait_for()  # once the last beats have been shown
    ranks = page.locator("#t-result .ranks li").all_inner_texts()
    expected = sorted(
        f"{row.rank} {row.name}{' (you)' if row.number == seat else ''} "
        f"{view.seats[row.number].points} point{'s' if view.seats[row.number].points != 1 else ''}"
        for row in loaded.seats
    )
    assert sorted(" ".join(text.split()).partition(" Rating:")[0] for text in ranks) == expected
    page.get_by_role("button", name="See the table").click()
    page.locator(".human_resources-slip summary", has_text="Points").click()
    board = page.locator("#t-board").inner_text()
    for number, row in enumerate(view.seats):
        points = f"{row.points} point{'s' if row.points != 1 else ''}"
        assert f"{'You' if number == seat else loaded.names[number]}: {points}, " in board
        assert points in page.locator(".human_resources-slip", has_text="Points").inner_text()
    assert page.locator("#t-decision form").count() == 0
    assert page.locator(".human_resources-hand").is_visible()  # the last position is still shown


# --- other hands --------------------------------------------------------------------------------------------------


def test_shift_with_a_finger_on_a_small_phone(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    page = page_of(people[0], **PHONE)
    watch = Watch(page)
    table_of(page, match)
    hire_shift(page, match, touch=True, cubicles=2)
    assert moved_on(match.pk, 1) == 2
    shows(page, 2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert watch.problems == []


def test_a_cubicle_and_a_manager_with_the_keyboard_alone(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    first, second = page_of(people[0]), page_of(people[1])
    for page, act, version in ((first, place_by_key, 1), (second, shift_by_key, 2)):
        table_of(page, match)
        act(page)
        assert moved_on(match.pk, version) == version + 1


def place_by_key(page: "Page") -> None:
    page.keyboard.press("1")
    focus_is(page, TARGET)  # the target is highlighted and has the focus
    at = page.evaluate("document.activeElement.dataset.at")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.at") != at
    page.keyboard.press(" ")
    focus_is(page, CONFIRM)
    page.keyboard.press("Enter")


def shift_by_key(page: "Page") -> None:
    number = way(page, "hire", "M3").first.locator("input").get_attribute("data-key")
    page.keyboard.press(number or "")
    focus_is(page, TARGET)
    tab_back_to(page, "#act [data-go]:not([data-main])")
    page.keyboard.press("Enter")
    page.locator(".act-said", has_text="one, two or three cubicles").wait_for()
    focus_is(page, TARGET)
    page.keyboard.press("Enter")
    page.locator(".human_resources-targets .is-picked").wait_for()
    arrow = ".human_resources-ask [data-step=dir] button:not([aria-disabled=true])"
    if not page.evaluate("s => document.activeElement.matches(s)", arrow):
        tab_to(page, arrow)
    page.keyboard.press("Enter")
    page.locator(CONFIRM).or_(page.locator(".human_resources-ask [data-ref^='by/']")).first.wait_for()
    if not page.locator(CONFIRM).count():
        tab_to(page, ".human_resources-ask [data-ref^='by/']")
        page.keyboard.press("Enter")
    whole(page)
    page.keyboard.press("Enter")


ON_TOP = """(button) => {
  const box = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


@pytest.mark.parametrize("width", quick_first(1024, 1100, 1279))
def test_nothing_covers_the_confirm_button(page_of: Any, match: Match, people: tuple[Any, Any], width: int) -> None:
    page = page_of(people[0], width=width)
    table_of(page, match)
    way(page, "project").first.click()
    whole(page)
    assert page.locator(CONFIRM).evaluate(ON_TOP)


def test_a_choice_says_what_it_does_when_the_table_comes_again(page_of: Any, match: Match, people: Any) -> None:
    page = page_of(people[0])
    table_of(page, match)
    way(page, "project").first.wait_for()
    page.evaluate("""() => {  // at once: the table may come again between finding the card and touching it
      document.querySelector('.human_resources-hand label:has([data-verb=project]:enabled)').click();
      tableSocket.socket.send('{}');
    }""")
    whole(page)


def test_escape_clears_the_choice(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    page = page_of(people[0])
    table_of(page, match)
    page.keyboard.press("1")
    focus_is(page, TARGET)
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('.human_resources-target')")
    focus_is(page, ".human_resources-hand input")
    assert page.locator(".human_resources-hand input:checked").count() == 0
    assert version_of(match.pk) == 1


def way_into_the_office(page: "Page") -> list[tuple[float, float]]:
    """Points on the way from the first card that can be placed to the first place for it."""
    way(page, "place").first.click()
    box = page.locator(TARGET).first.bounding_box()
    page.keyboard.press("Escape")
    card = way(page, "place").first.bounding_box()
    assert box and card
    ends = [(card["x"] + 20, box["x"] + 20), (card["y"] + 40, box["y"] + 20)]
    return [tuple(start + share * (end - start) for start, end in ends) for share in (0, 0.3, 0.7, 1)]  # type: ignore[misc]


def test_a_card_can_be_dragged_into_the_office(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    page = page_of(people[0])
    table_of(page, match)
    points = way_into_the_office(page)
    show_is_loaded(page)
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point)
    assert page.locator(TARGET).count()  # lit while the card is in the air
    page.mouse.up()
    page.locator(CONFIRM, has_text="Place").click()
    assert moved_on(match.pk, 1) == 2


@pytest.mark.parametrize("comes", quick_first("after the drop", "during the drag"))
def test_a_card_can_be_dragged_before_its_script_is_loaded(
    page_of: Any, match: Match, people: tuple[Any, Any], comes: str
) -> None:
    page = page_of(people[0], service_workers="block")
    table_of(page, match)
    points = way_into_the_office(page)
    held: list[Any] = []
    page.route("**/stage-show*.js", lambda route: held.append(route))
    table_of(page, match)
    goes_live(page)
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:3]:
        page.mouse.move(*point)
    while not held:  # asked for by the press, on a busy machine some time after it
        page.wait_for_timeout(20)
    if comes == "during the drag":
        held.pop().continue_()
        page.locator(".drag-ghost").wait_for()
    page.mouse.move(*points[3])
    page.mouse.up()
    page.evaluate("tableSocket.socket.send('{}')")
    page.wait_for_timeout(500)  # the table comes again meanwhile
    page.evaluate("performance.now = () => 0")  # a busy machine takes longer than a drop may wait for its script
    for route in held:
        route.continue_()
    page.locator(CONFIRM, has_text="Place").wait_for()


def test_a_turn_without_script_in_the_plain_form(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    page = page_of(people[0], java_script_enabled=False)
    page.goto(f"/match/{match.pk}/")
    page.get_by_role("link", name="Use the plain form").click()
    form = page.locator('form[data-verb="place"]')
    tick(form.locator('[name="arg.card"]').first)
    tick(form.locator('[name="arg.at"]').first)
    form.locator("[type=submit]").click()
    assert version_of(match.pk) == 2


# --- Overtime -----------------------------------------------------------------------------------------------------


def corner(match: Match) -> Match:
    """Seat A completes a Corner Desk with a light card at (1,1), and holds Overtime."""
    facts: dict[str, Any] = {"drawing": ("LL.", "D.."), "mine": ("P10D",), "promo": True}
    return lay(match, table(hand=("M9L", "P02D", "X2D"), **facts))


def test_overtime_is_offered_only_when_it_is_due_and_gives_another_turn(
    page_of: Any, match: Match, people: tuple[Any, Any]
) -> None:
    corner(match)
    user = next(user for user in people if seat_of(match, user) == 0)
    page = page_of(user)
    watch = Watch(page)
    table_of(page, match)
    switch = page.locator("[data-step=overtime] button:visible")
    for at, count in (("2,0", 0), ("1,1", 1)):
        way(page, "place", "M9L").click()
        page.locator(f'{TARGET}[data-at="{at}"]').click()
        page.locator(CONFIRM, has_text="Place").wait_for()
        whole(page)
        assert switch.count() == count
        if not count:
            page.keyboard.press("Escape")
    page.get_by_text("Reveal Overtime dark and take another turn").click()
    page.locator(".act-said", has_text="you take another turn").wait_for()
    version = version_of(match.pk)
    page.locator(CONFIRM).click()
    shows(page, moved_on(match.pk, version))
    assert on_turn(match) == 0
    assert page.locator("#t-status").get_by_text("Your turn").count()
    assert page.locator("#t-log").get_by_text("You reveal Overtime and take another turn").count()
    assert watch.problems == []
