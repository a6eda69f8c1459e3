"""Every page in every state, narrow and wide, by day and by night: readable for all, quiet, nothing sticks out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from accounts import staff_decisions
from accounts.models import Block, Friendship, IncomingMail, OutgoingMail, Rating, StaffAct
from games.groups import services as groups
from games.kernel import engine
from games.kernel.rng import Rng
from games.lobby import tables
from games.mail import links
from games.mail.links import FORM, TABLE, Ticket
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import Match, Report
from games.table import chat_writing, tutorials
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of, move_on, open_of, user_of
from tests.games.scenes import seat_in_order
from tests.journeys.actions import Watch, barriers, will_be_judged
from tests.samples import GAME

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# In a sandbox are emails alone, judged on their own; nothing plays by itself, so style sheets need not be loaded again.
RULES = {"iframes": False}
COLOURS = {"runOnly": ["color-contrast"]}
SLOW = pytest.mark.slow
NAMES = {
    "ada": "Maximiliana Featherstonehaugh-Smith",
    "bo": "Bartholomew Featherstonehaugh-Cholmonde",
    "cy": "Cy",
    "dee": "Wolfeschlegelsteinhausenbergerdorff-Maxi",  # 40 characters, the most
}
# What does not fit into its box on a page without a stage, so that it covers what is next to it, and a header of more
# than two lines on a phone. The mark of whose turn it is stands at the edge of a seat.
STICKS_OUT = """() => [...document.querySelectorAll('body:not(:has(.stage)) main *, .masthead')].filter((part) =>
  part.matches('.masthead') ? innerWidth === 360 && part.clientHeight > 110
    : part.clientWidth && part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'visible'
      && !part.closest('svg, .sr, select, .seats'))
  .map((part) => `${part.tagName}.${part.className}: ${part.textContent.trim()}`.slice(0, 90))"""


class Town:
    """Ada with a match of each game in each state, open tables, ratings and emails; Cy only watches."""

    def __init__(self) -> None:
        self.ada, self.bo, self.cy, self.dee = (make_person(name, display_name=long) for name, long in NAMES.items())
        self.sam = make_person("sam", is_staff=True)
        self.guest = make_person("guest-7", is_guest=True)
        people = [self.ada, self.bo, self.dee]
        self.tables = {
            (slug, state): self.match(slug, people[: game.meta.seats[0]], state)
            for slug, game in load().items()
            for state in ("mine", "waiting", "over")
        }
        self.open = self.table(self.ada, GAME, 3)
        self.private = self.table(self.ada, GAME, 4, is_public=False, bots=1)
        tables.join(match_id=self.open.pk, user=self.bo)
        tables.invite(match_id=self.open.pk, by=self.ada, name="dee")
        queued = OutgoingMail.objects.create(key="m1.x", kind="turn", user=self.bo, status="dead", reason="Refused.")
        IncomingMail.objects.create(mail=queued, key="k", line="Hello?", outcome="not understood")
        StaffAct.objects.create(act="pause", by=self.sam, words="Both asked.", match_id=str(self.open.pk))
        self.act = StaffAct.objects.create(act="mute", by=self.sam, person=self.dee, words="Be kind.", quote="Hm!")
        StaffAct.objects.filter(pk=self.act.pk).update(answer="Sorry.", answered_at=timezone.now())
        self.line = chat_writing.say(loaded=load_match(self.tables[GAME, "mine"].pk), user=self.bo, text="Hm!").pk
        said = {"line_id": self.line, "about": self.bo, "text": "Hm!", "reason": "Rude"}
        Report.objects.create(match=self.tables[GAME, "mine"], by=self.ada, **said)
        Friendship.objects.create(by=self.ada, to=self.bo, agreed_at=timezone.now())
        self.group = groups.create(owner=self.ada, name="Tuesday club")
        groups.join(token=self.group.token, user=self.bo)
        for match in (self.private, self.tables[GAME, "mine"]):
            groups.add_table(group_id=self.group.pk, user=self.ada, match=match)
        self.lessons = {slug: tables.begin_tutorial(owner=self.ada, slug=slug).pk for slug in tutorials.games()}
        facts = {"slug": GAME, "sigma": 4.0, "matches": 9, "wins": 3}
        for place, who in enumerate(people):
            Rating.objects.update_or_create(
                user=who, slug=GAME, defaults={"mu": 30.0 - place, "conservative": 18.0 - place, **facts}
            )

    def table(self, owner: Any, slug: str, count: int, **more: Any) -> Match:
        facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY, "options": {}} | more
        return tables.create_match(owner=owner, slug=slug, seats=count, **facts)

    def match(self, slug: str, people: list[Any], state: str) -> Match:
        match = self.table(people[0], slug, len(people))
        for person in people[1:]:
            tables.join(match_id=match.pk, user=person)
        first = people if state != "waiting" else [*people[1:], people[0]]
        seat_in_order(match, first)
        if state != "over":
            return self.until(match, people[0], state == "mine")
        chat_writing.say(loaded=load_match(match.pk), user=people[0], text="Good game, everybody! https://example.org")
        move_on(match, 8)
        for person in people[1:]:
            if not load_match(match.pk).is_over:  # some games end with the first who leaves
                leaving.resign(match_id=match.pk, user=person)
        return match

    def until(self, match: Match, person: Any, wanted: bool) -> Match:
        """Play some moves until this person is on turn (or just not)."""
        for number in range(40):
            loaded = load_match(match.pk)
            if number > 5 and (user_of(loaded, open_of(loaded).decision.seat) == person) == wanted:
                break
            move_on(match, 1)
        return match

    def email(self, match: Match, choice: str, decision: str = "") -> str:
        loaded = load_match(match.pk)
        asked = open_of(loaded)
        ticket = Ticket(match.pk, asked.decision.seat, self.ada.pk, choice, decision or asked.id)
        return urlsplit(links.link(ticket)).path

    def pages_of(self, slug: str) -> Iterator[tuple[Any, str, int]]:
        yield self.ada, f"/tables/new/?game={slug}", 200
        for state in ("mine", "waiting", "over"):
            yield self.ada, f"/match/{self.tables[slug, state].pk}/", 200
        yield self.cy, f"/match/{self.tables[slug, 'mine'].pk}/", 200
        yield from ((None, self.email(self.tables[slug, "mine"], choice), 200) for choice in (FORM, "0", TABLE))
        yield self.ada, f"/match/{self.tables[slug, 'mine'].pk}/history/", 200
        yield None, f"/match/{self.tables[slug, 'mine'].pk}/text/", 200
        yield self.ada, f"/match/{self.tables[slug, 'mine'].pk}/text/", 200
        yield self.ada, f"/match/{self.tables[slug, 'over'].pk}/history/?at=4&as=all", 200
        if slug in self.lessons:
            yield self.ada, f"/match/{self.lessons[slug]}/", 200

    def rest(self) -> Iterator[tuple[Any, str, int]]:
        """The pages of titles that are not in the sample."""
        for number, slug in enumerate(load()):
            yield from (page for at, page in enumerate(self.pages_of(slug)) if at % len(load()) != number)

    def sample(self) -> Iterator[tuple[Any, str, int]]:
        """(who, address, status), with each kind of page of a match in one title."""
        mine, over = self.tables[GAME, "mine"].pk, self.tables[GAME, "over"].pk
        for address in ("/", "/accounts/login/", "/accounts/signup/", "/tables/", "/ratings/", "/rules/"):
            yield None, address, 200
        yield None, f"/match/{self.open.pk}/", 200
        yield None, f"/match/{over}/", 200
        yield from ((self.ada, address, 200) for address in OWN)
        yield self.guest, "/people/me/save/", 200
        for number, slug in enumerate(load()):
            yield from list(self.pages_of(slug))[number :: len(load())]
        yield self.ada, f"/match/{mine}/report/?line={self.line}", 200
        yield self.ada, f"/match/{mine}/reports/", 200
        yield self.ada, "/records/", 200
        yield self.ada, f"/match/{self.open.pk}/", 200
        yield self.ada, f"/match/{self.private.pk}/", 200
        yield self.cy, f"/match/{self.private.pk}/", 403
        yield self.ada, f"/match/{self.tables[GAME, 'waiting'].pk}/order/", 200
        yield self.ada, f"/match/{mine}/resign/", 200
        yield self.ada, f"/match/{mine}/proof/", 200
        yield self.ada, f"/match/{over}/proof/", 200
        yield self.ada, self.email(self.tables[GAME, "mine"], "0"), 200
        yield self.ada, self.email(self.tables[GAME, "mine"], "0", "0.0"), 410
        yield self.ada, "/email/forged/", 403
        yield self.ada, "/people/bo/", 200
        yield self.ada, "/report/bo/", 200
        yield self.ada, f"/groups/{self.group.pk}/?game={GAME}", 200
        yield self.cy, f"/groups/join/{self.group.token}/", 200
        yield None, staff_decisions.path(self.act), 200
        yield from ((None, f"/about/{name}/", 200) for name in ("help", "privacy", "terms"))
        yield from ((self.sam, f"/staff/{address}", 200) for address in STAFF)
        yield self.sam, f"/staff/matches/{mine}/", 200

    def half(self) -> list[tuple[Any, str, int]]:
        """Every other page of the sample; the others are for the slow part."""
        return list(self.sample())[::2]

    def other_half(self) -> list[tuple[Any, str, int]]:
        return list(self.sample())[1::2]


STAFF = ("", "matches/?q=ada", "mails/", "reports/", "people/?q=ada", "log/")
OWN = (
    "/mine/",
    "/news/",
    "/mine/hours/",
    "/mine/vacation/",
    "/mine/orders/",
    "/mine/substitute/",
    "/people/me/mail/settings/",
    "/tables/",
    "/tables/new/",
    "/ratings/",
    "/ratings/?game=all",
    "/search/?q=a",
    "/messages/bo/",
    "/people/ada/",
    "/people/bo/",
    "/people/?q=bo",
    "/groups/",
    "/tournaments/",
    "/tournaments/new/",
    f"/tournaments/new/?game={GAME}",
    "/people/me/settings/",
    "/people/me/security/",
    "/people/me/devices/",
    "/people/me/mail/",
    "/people/me/channels/",
    "/people/me/tokens/",
    "/people/me/bots/",
    "/people/me/apps/",
    "/people/me/delete/",
)


def faults(page: "Page", width: int, **rules: Any) -> list[str]:
    """What axe finds, and what makes a reader scroll sideways. The page keeps the size that was asked last, so that the
    next address begins with it: every change of size draws a page anew."""
    found: list[str] = []
    sizes = (width, width // 2)  # the second is 200 %
    for size in sizes if page.viewport_size["width"] == width else reversed(sizes):
        page.set_viewport_size({"width": size, "height": 900})
        wide = page.evaluate("document.documentElement.scrollWidth")
        found += [f"{wide} pixels wide at {size}"] if wide > size else []
        if size == width:
            found += said_by_axe(page, **rules) + [f"sticks out: {part}" for part in page.evaluate(STICKS_OUT)[:3]]
    return found


def said_by_axe(page: "Page", **rules: Any) -> list[str]:
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes'][:3]]} {one['nodes'][0].get('failureSummary', '')[:99]}"
        for one in barriers(page, **RULES | rules)
    ]


@pytest.mark.parametrize(
    ("width", "scheme", "pages_in", "rules"),
    [
        pytest.param(360, "light", Town.half, {}, marks=pytest.mark.timeout(600)),
        pytest.param(360, "light", Town.other_half, {}, marks=SLOW),
        pytest.param(360, "light", Town.rest, {}, marks=SLOW),
        # All else was asked in light colours.
        pytest.param(1280, "dark", Town.sample, COLOURS, marks=SLOW),
        pytest.param(1280, "dark", Town.rest, COLOURS, marks=[SLOW, pytest.mark.by_hand]),
    ],
)
def test_every_page_is_accessible_and_quiet(page_of, width, scheme, pages_in, rules):
    town, found = Town(), {}
    pages = {
        who: will_be_judged(page_of(who, width=width, color_scheme=scheme, reduced_motion="reduce"))
        for who in (None, town.ada, town.cy, town.sam, town.guest)
    }
    for who, address, status in pages_in(town):
        page = pages[who]
        watch = Watch(page, allowed=(status,))
        answer = page.goto(address)
        problems = faults(page, width, **rules) + watch.problems
        if answer.status != status:
            problems.append(f"status {answer.status}")
        if problems:
            found[f"{address} ({who})"] = problems
    assert found == {}


@SLOW
def test_quick_join_and_the_words_of_every_title_are_accessible_by_day_and_by_night(page_of, start, owner, player):
    cy = make_person("cy")
    page, found = will_be_judged(page_of(cy, width=390)), {}
    people = (cy, owner, player)
    matches = [start(slug, people[: game.meta.seats[0]]) for slug, game in load().items()]
    tables.create_match(owner=owner, slug=GAME, seats=3, pace="live", move_seconds=90, bank_seconds=900, options={})
    for address in ("/tables/quick/", *(f"/match/{match.pk}/text/" for match in matches)):
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        assert page.goto(address).status == 200 and urlsplit(page.url).path == address
        by_day = faults(page, 390)
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        if problems := by_day + faults(page, 390, **COLOURS):
            found[address] = problems
    assert found == {}


@SLOW
def test_the_form_of_an_email_keeps_the_order_of_headings_without_a_legal_play(page_of, start):
    """Who can play nothing is shown the hand under a heading of its own."""
    match = start(GAME, tuple(make_person(name) for name in ("ada", "bo", "dee")))
    for number in range(60):
        loaded = load_match(match.pk)
        seat = open_of(loaded).decision.seat
        if loaded.is_over or not engine.view_for(loaded.game, loaded.at_table(), seat).plays:
            break
        move_on(match, 1, Rng(f"{number:032x}"))
    user = user_of(load_match(match.pk), seat)
    asked = open_of(load_match(match.pk))
    page = page_of()
    page.goto(urlsplit(links.link(Ticket(match.pk, seat, user.pk, FORM, asked.id))).path)
    page.get_by_text("Another move").click()
    assert "no play is legal now" in page.inner_text("main") and faults(page, 1280) == []


@SLOW
def test_the_pages_of_a_newcomer_have_no_dead_ends(page_of):
    """Each page that a link on the page leads to exists."""
    ada = make_person("ada")
    page, client, found = page_of(ada), browser_of(ada), {}
    for address in (
        *("/mine/", "/news/", "/tables/", "/ratings/", "/tournaments/", "/tournaments/new/"),
        *("/people/", "/groups/", "/people/ada/", "/people/me/settings/"),
    ):
        page.goto(address)
        for link in page.eval_on_selector_all("main a[href^='/'], footer a", "links => links.map(a => a.pathname)"):
            found.setdefault(link, address)
    for link, address in found.items():
        assert client.get(link).status_code in (200, 302), (address, link)


def test_the_menu_of_a_profile_is_inside_the_window(page_of):
    """Whoever is on a phone can block somebody, too."""
    ada, ben = make_person("ada"), make_person("ben")
    page = page_of(ada)
    for what in (None, "befriend", "follow"):
        if what:
            browser_of(ada).post("/people/ben/relation/", {"what": what})
        page.goto("/people/ben/")
        page.locator("summary", has_text="More").last.click()
        for width in (360, 390, 800, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            box = page.get_by_role("button", name="Block").bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, (what, width)
    page.get_by_role("button", name="Block").click()
    page.get_by_text("You blocked").first.wait_for()
    assert Block.objects.filter(by=ada, whom=ben).exists()
