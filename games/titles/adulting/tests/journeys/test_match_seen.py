"""Adulting in the browser: four people, two rounds live with a lawsuit and an appeal; a round by emails alone."""

import time
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import DevEmail
from games.kernel import engine
from games.kernel.position import AnyPosition, Open
from games.lobby import tables
from games.matches.loaded import load_match
from games.models import Match, MoveRecord
from games.titles.adulting import game
from games.titles.adulting.cards import CARDS, DEALER_DECIDES
from games.titles.human_resources.tests.journeys.office import Dealt
from tests.fixtures import make_person
from tests.games.conftest import DAY, fix_chance
from tests.journeys.actions import Watch, choices_in, goes_live, newest_email, shows, tick, version_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PEOPLE = ("ada", "bo", "cy", "dee")
LIVE = {"answers": "in_turn", "category": "turns", "sorting": "after", "start_money": 5}
POST = {"start_money": 5}


def fits(number: int, options: dict[str, Any], jobs: tuple[str, ...]) -> bool:
    """Whether this deal begins with these jobs, on cards with a fixed adult answer."""
    position = engine.start(game, len(PEOPLE), options, Dealt(number).token_hex(16))[0]
    cards = [CARDS[position.state.round.card], *(CARDS[id] for id in reversed(position.state.deck))][: len(jobs)]
    return all(card.job == job and card.adult != DEALER_DECIDES for card, job in zip(cards, jobs, strict=True))


def deal(monkeypatch: Any, pace: str, options: dict[str, Any], jobs: tuple[str, ...]) -> tuple[Match, list[Any]]:
    """A match of four whose first rounds have these jobs; the people by seat."""
    number = next(number for number in range(1, 2000) if fits(number, options, jobs))
    fix_chance(monkeypatch, Dealt(number))
    people = [make_person(name) for name in PEOPLE]
    clock = {"move_seconds": 60, "bank_seconds": 300} if pace == "live" else {"move_seconds": DAY, "bank_seconds": DAY}
    match = tables.create_match(owner=people[0], slug="adulting", seats=4, pace=pace, options=options, **clock)
    for person in people[1:]:
        tables.join(match_id=match.pk, user=person, token=match.token)
    match.refresh_from_db()
    seats = {seat.number: seat.user for seat in match.seats.select_related("user")}
    return match, [seats[number] for number in range(4)]


def offer(form: "Locator", name: str, amount: int) -> None:
    """A few money lie there as coins; larger amounts have a field."""
    form.locator(f"[name='{name}']").first.wait_for(state="attached")
    coin = form.locator(f"[name='{name}'][value='{amount}'][type=radio]")
    if coin.count():
        tick(coin)
    else:
        form.locator(f"[name='{name}']").fill(str(amount))


class Table:
    """A match and the pages that its players have open."""

    def __init__(self, match: Match, pages: list["Page"]) -> None:
        self.match, self.pages = match, pages

    @property
    def position(self) -> AnyPosition:
        return load_match(self.match.pk).at_table()

    def view(self, seat: int | None = None) -> Any:
        return engine.view_for(game, self.position, seat)

    def form(self, seat: int, verb: str) -> "Locator":
        return self.pages[seat].locator(f'#t-decision form.action[data-verb="{verb}"]').first

    def send(self, seat: int, verb: str, button: str = "") -> None:
        """Press the button of this form and wait until the answer is stored."""
        submit = self.form(seat, verb).locator("[type=submit]", has_text=button).first
        submit.wait_for(state="attached")
        if not submit.is_visible():  # it is among the buttons of the stage
            submit = (
                self.pages[seat]
                .locator("#act [data-go]", has_text=submit.inner_text() or submit.text_content() or "")
                .first
            )
        self.press(seat, submit)

    def press(self, seat: int, button: "Locator") -> None:
        """Click what the page shows now, not what goes with the next move, and wait until the answer is stored, since
        the new page may look like the old one."""
        shows(self.pages[seat], version_of(self.match.pk))
        self.pages[seat].locator("#act:not([data-new])").wait_for(state="attached")  # else it takes no click
        before = self.answers()
        button.click()
        end = time.monotonic() + 15
        while self.answers() <= before:
            assert time.monotonic() < end, f"The answer of seat {seat} was not stored: {self.refusal(seat)}"
            time.sleep(0.02)

    def refusal(self, seat: int) -> str:
        """What the page says of a press that did not go out, or was refused."""
        return " / ".join(self.pages[seat].locator("#t-decision .refusal, .act-said").all_inner_texts())

    def answers(self) -> int:
        return MoveRecord.objects.filter(match=self.match).count()

    def shows(self, words: str, *seats: int) -> None:
        """Wait until these words appear on the boards of these seats (by default all)."""
        for seat in seats or range(4):
            self.pages[seat].locator("#t-board").get_by_text(words).first.wait_for()

    def is_stamped(self, words: str, *seats: int) -> None:
        """Wait until this stamp appears on the boards of these seats (by default all)."""
        for seat in seats or range(4):
            self.pages[seat].locator("#t-board .adulting-stamp", has_text=words).first.wait_for()

    def fine_print_is_hidden_from(self, *seats: int) -> None:
        card = CARDS[self.position.state.round.card]
        for seat in seats:
            assert card.fine_print and card.fine_print not in self.pages[seat].content()
            assert card.id not in self.pages[seat].content()

    # --- actions of a player ---

    def number(self, seat: int, number: int) -> None:
        self.form(seat, "number").locator("[name='arg.n']").fill(str(number))
        self.send(seat, "number")

    def answer(self, seat: int, is_adult: bool, note: str = "") -> None:
        card = CARDS[self.position.state.round.card]
        words = card.sort_answers[card.adult if is_adult else 1 - card.adult]
        form = self.form(seat, "answer")
        form.locator("label.choice", has_text=words).last.locator("input").check()
        form.locator("[name='arg.note']").fill(note)
        self.send(seat, "answer")

    def vote(self, seat: int, down: int | None = None, bid: int | None = None) -> None:
        form = self.form(seat, "votes")
        if down is not None:
            tick(form.locator(f"[name='arg.down'][value='{down}']"))
        if bid is not None:
            while form.get_attribute("data-next"):  # the bid is on the last page
                form.locator(".adulting-dots button").last.dispatch_event("click")
            offer(form, "arg.bid.amount", bid)
        self.send(seat, "votes")

    def bid(self, seat: int, amount: int) -> None:
        offer(self.form(seat, "bid"), "arg.amount", amount)
        self.send(seat, "bid")

    def open_fold(self, seat: int, words: str) -> None:
        """Press the gavel, then the way to complain."""
        self.pages[seat].locator(".adulting-gavel-key").click()
        self.pages[seat].locator("#adulting-legal summary", has_text=words).click()

    def name(self, seat: int, words: str) -> None:
        self.form(seat, "name").locator("[name='arg.text']").fill(words)
        self.send(seat, "name")


@pytest.mark.slow
def test_two_rounds_live_with_a_lawsuit_and_an_appeal(page_of: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = deal(monkeypatch, "live", LIVE, ("rank", "category"))
    pages = [
        page_of(person, width=360 if seat == 1 else 1280, reduced_motion="reduce") for seat, person in enumerate(people)
    ]
    watches = [Watch(page) for page in pages]
    table = Table(match, pages)
    for page in pages:
        page.goto(f"/match/{match.pk}/")
        goes_live(page)
        page.evaluate("window.stays = true")
    round_with_a_lawsuit(table)
    round_with_an_appeal(table)
    assert [page.evaluate("window.stays") for page in pages] == [True] * 4  # never reloaded
    assert [watch.problems for watch in watches] == [[], [], [], []]


def round_with_a_lawsuit(table: Table) -> None:
    """Rank: three numbers in turn; the second player sues the first for perjury and wins."""
    one, two, three, dealer = table.view().order
    assert table.pages[one].locator(".adulting-dealt .adulting-big").inner_text() == table.view().card.prompt
    table.number(one, 21)
    table.number(two, 13)
    table.fine_print_is_hidden_from(one, two, three)
    table.number(three, 7)
    assert (
        CARDS[table.position.state.round.card].fine_print
        in table.pages[dealer].locator(".adulting-main .adulting-fine").inner_text()
    )
    table.send(dealer, "rule")
    table.shows("Fine print:")
    for seat, is_adult in ((one, True), (two, True), (three, False), (dealer, True)):
        table.answer(seat, is_adult, "My <b>word</b> for it." if seat == two else "")
    table.shows("My <b>word</b> for it.", 0, 2, 3)  # on the low board of the phone stamps stand in its place
    sue(table, two, one)
    try_the_case(table, one, three, dealer)
    assert one in table.position.state.round.out and table.view().players[two].money == 7
    table.is_stamped("OUT")
    table.vote(two, bid=1)
    table.vote(three, down=dealer)
    table.vote(dealer)
    table.shows("STANDS")
    before = table.view().players[dealer].money
    table.bid(dealer, 3)
    assert table.view().round == 2 and table.view().players[dealer].money == before - 3
    name = load_match(table.match.pk).names[dealer]
    for seat in (one, two, three):
        table.pages[seat].get_by_text(f"{name} takes the card for 3.").first.wait_for()
    table.pages[dealer].get_by_text("You take the card for 3.").first.wait_for()


def sue(table: Table, prosecutor: int, defendant: int) -> None:
    table.open_fold(prosecutor, "Sue a player")
    form = table.form(prosecutor, "sue")
    form.locator(f"[name='arg.defendant'][value='{defendant}']").check()
    form.locator("[name='arg.ground'][value='perjury']").check()
    offer(form, "arg.price", 2)
    form.locator("[name='arg.statement']").fill("I have been there. There are three.")
    table.send(prosecutor, "sue")
    table.shows("Lawsuit 1")
    table.shows("I have been there. There are three.")


def try_the_case(table: Table, defendant: int, juror: int, dealer: int) -> None:
    """The dealer allows the suit, the defendant fights, and the jury of two decides for the prosecutor."""
    form = table.form(dealer, "hear")
    form.locator("[name='arg.allow'][value='yes']").check()
    table.send(dealer, "hear")
    form = table.form(defendant, "plead")
    offer(form, "arg.fight_up_to", 2)
    form.locator("[name='arg.retort']").fill("The others are in the cellar.")
    table.send(defendant, "plead")
    table.shows("The others are in the cellar.")
    for seat in (juror, dealer):
        assert table.view().cases[0].votes == {}
        table.send(seat, "jury", "Guilty")
    table.shows("GUILTY")


def round_with_an_appeal(table: Table) -> None:
    """Category in turns: the dealer strikes an example, and the player is reinstated on appeal."""
    dealer = table.view().dealer
    if table.view().step == "scoring":
        table.send(dealer, "pass")
    one, two, three, _ = table.view().order
    table.name(one, "gloves")
    table.name(two, "string")
    table.fine_print_is_hidden_from(one, two, three)
    table.shows("string")
    strike = table.pages[dealer].locator(".adulting-calls li", has_text="string")
    table.press(dealer, strike.get_by_role("button", name="Strike"))
    table.is_stamped("OUT", two)
    assert two not in table.view().job.inside
    table.open_fold(two, "Object to a ruling")
    table.pages[two].locator("a[data-matter]", has_text="string").click()
    form = table.form(two, "appeal")
    form.locator("[name='arg.statement']").fill("Everybody has string.")
    form.locator("[name='arg.press'][value='yes']").check()
    table.send(two, "appeal")
    table.shows("Everybody has string.")
    form = table.form(dealer, "appeal_reply")
    form.locator("[name='arg.sustain'][value='yes']").check()
    form.locator("[name='arg.retort']").fill("Not I.")
    table.send(dealer, "appeal_reply")
    for seat in (one, three):
        table.send(seat, "jury", "Overturn")
    table.shows("OVERTURNED")
    assert two in table.view().job.inside
    end_of_the_round(table, dealer)


def end_of_the_round(table: Table, dealer: int) -> None:
    """Everybody gives up, gives the adult answer, is believed, and bids."""
    while table.view().step == "naming":
        table.send(table.view().job.turn, "give_up")
    table.send(dealer, "rule")
    for seat in table.view().order:
        table.answer(seat, is_adult=True)
    for seat in range(4):
        table.vote(seat, bid=seat)
    assert table.view().round == 3
    name = load_match(table.match.pk).names[3]
    table.pages[0].get_by_text(f"{name} takes the card for 3.").first.wait_for()


# --- by emails -------------------------------------------------------------------------------------------------------


def required(match: Match) -> list[Open]:
    opens = load_match(match.pk).open_decisions()
    return [open for open in opens if open.answer is None and not open.decision.optional]


def asked_by_email(people: list[Any], open: Open) -> str:
    """The newest email about this decision."""
    return newest_email(people[open.decision.seat].email, f"{open.id}.turn@").text


def by_form(page: "Page", match: Match, people: list[Any], open: Open) -> None:
    """Open the email's form on a phone that is not signed in, fill it in and submit it."""
    above, _, _ = asked_by_email(people, open).partition("\n----\n")  # last the link to the form
    page.goto(choices_in(DevEmail(text=above))[-1].split("?")[0])
    fold = page.locator("details.fold:not([open]):has(> #t-decision) > summary")
    if fold.count():  # below the choices
        fold.click()
    form = page.locator("form.action").first
    if form.locator("[name='arg.n']").count():
        form.locator("[name='arg.n']").fill(str(7 + open.decision.seat))
    for name in ("choice", "adult"):
        if form.locator(f"[name='arg.{name}']").count():
            card = engine.view_for(game, load_match(match.pk).at_table(), open.decision.seat).card
            adult = CARDS[load_match(match.pk).at_table().state.round.card].sort_answers
            form.locator(f"[name='arg.{name}']").nth(card.answers.index(adult[0])).check()
    form.locator("[type=submit]").last.click()
    page.get_by_role("heading", name="Played").wait_for()


def by_link(page: "Page", match: Match, people: list[Any], open: Open, words: str, otherwise: str = "") -> None:
    """Follow the email's link with these words and confirm it. `otherwise`: the words if nobody can be voted down."""
    asked = asked_by_email(people, open)
    words = words if words in asked else otherwise
    page.goto(choices_in(DevEmail(text=asked.partition(words)[2]))[0])
    assert words in page.get_by_role("heading", level=1).inner_text()
    page.get_by_role("button", name="Play it").click()
    page.get_by_role("heading", name="Played").wait_for()


@pytest.mark.slow
def test_a_round_by_email_alone(page_of: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = deal(monkeypatch, "correspondence", POST, ("rank",))
    phone = page_of(width=360)
    watch = Watch(phone)
    waves = []
    while (opens := required(match)) and load_match(match.pk).at_table().state.round.number == 1:
        view = engine.view_for(game, load_match(match.pk).at_table(), None)
        waves.append(view.step)
        for open in opens:
            if view.step in ("number", "ruling"):
                by_form(phone, match, people, open)
            elif view.step == "votes":
                is_last = open.decision.seat == view.dealer
                bid = ("standing bid 2", "Standing bid 2") if is_last else ("bid later", "Go on, bid later")
                by_link(phone, match, people, open, f"Let every answer stand, {bid[0]}", bid[1])
            else:
                by_link(phone, match, people, open, f"Bid {open.decision.seat}")
    assert waves == ["number", "ruling", "votes", "bids"]
    state = load_match(match.pk).at_table().state
    assert state.round.number == 2 and state.report.end == "auction" and state.report.winner >= 0
    assert set(MoveRecord.objects.filter(match=match, seat__isnull=False).values_list("by", flat=True)) == {"mail"}
    assert watch.problems == []
