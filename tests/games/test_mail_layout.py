"""Emails on a phone, 390 pixels wide: the offset of picture and first choice, the words above them, and the size.

`pytest -s tests/games/test_mail_layout.py` prints the figures for each game and each kind of email.
"""

import re
from datetime import timedelta
from email.header import decode_header, make_header
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from django.utils import timezone

from accounts.mail.dev_outbox import as_email
from accounts.mail_kinds import ASKING
from accounts.models import OutgoingMail, User
from games.titles import load
from tests.games.conftest import move_on
from tests.games.each_mail import each_mail
from tests.games.test_replies import local_post, send_all  # noqa: F401
from tests.samples import GAME_FIRST, seats_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.django_db, pytest.mark.browser]
PICTURE, CHOICE = 220, 560  # pixels; the news and the question are above the picture
SCREEN = 844  # pixels of a phone
ANSWER = 12_000  # bytes of an answer that asks back
BELOW = 650  # pixels above the button of an email that asks nothing
WORDS = 130  # before the first choice, in the text as in the HTML
HTML, WHOLE = 40_000, 180_000  # bytes; Gmail cuts off HTML of more than 102 kB
KINDS = {"turn (begun)", "turn", "reminder", "quarter", "last_call", "nudge", "answer", "proposal"} | {
    "invited",
    "invited_by_email",
    "over",
}  # of every game; which of "started", "defaulted", "missed", "took_over" and "lost" there is hangs on the play
WITHOUT_PICTURE = {"lost"}  # its reader has no seat


class Measured(NamedTuple):
    picture: float
    choice: float
    words: int
    text_words: int
    html: int
    whole: int


# The width of an email, its picture and its choices, in one question: hundreds of them take half a minute.
SEEN = """() => {
  const drawn = (what) => [...document.querySelectorAll(what)].filter((one) => one.getClientRects().length);
  const boxes = (what) => drawn(what).map((one) => one.getBoundingClientRect().toJSON());
  const [picture = null] = boxes("img.position"), choices = boxes(".choices a, .button");
  return { wide: document.documentElement.scrollWidth, picture, choices };
}"""


def measured(page: "Page", mail: Any) -> Measured:
    html, text = as_email(mail).html, mail.body
    page.set_content(re.sub(r"(?s)<style>.*?</style>", "", html))  # as some mailboxes do
    bare = page.evaluate(SEEN)
    assert bare["wide"] <= 390, "sideways without a style sheet"
    assert all(box["height"] >= 44 for box in bare["choices"]), bare["choices"]
    page.set_content(html)
    seen = page.evaluate(SEEN)
    assert seen["wide"] <= 390
    drawn, choice = seen["picture"], next(iter(seen["choices"]), None)
    assert drawn is None or (drawn["width"] >= 340 and drawn["height"] <= 400)
    raw = mail.alternatives[0][0]
    head = re.search(r'(?s)<td class="inner".*?(?=<table class="choices"|<a class="button")', raw)
    words = len(re.sub(r"<[^>]+>", " ", head[0]).split()) if head else 0
    before = text.partition("YOUR CHOICES")[0] if "YOUR CHOICES" in text else text.partition("http")[0]
    size = len(mail.message().as_bytes())
    top = drawn["y"] if drawn else 0
    return Measured(top, choice["y"] if choice else 0, words, len(before.split()), len(raw.encode()), size)


def keeps_the_bounds(page: "Page", name: str, kind: str, mail: Any) -> None:
    found = measured(page, mail)
    print(
        f"{name:32} picture {found.picture:4.0f} px, choice {found.choice:4.0f} px, {found.words:3} words"
        f" ({found.text_words:3} in the text), {found.html:6} B HTML, {found.whole:6} B"
    )
    has_picture = 0 < found.picture <= PICTURE
    assert kind == "answer" or (kind in WITHOUT_PICTURE) != has_picture, f"{name}: picture at {found.picture:.0f}"
    assert kind != "answer" or found.picture or found.whole <= ANSWER, f"{name}: {found.whole} bytes"
    most = CHOICE if kind.split()[0] in ASKING else BELOW
    assert 0 < found.choice <= most or kind == "answer", f"{name}: the first choice stands at {found.choice:.0f}"
    assert max(found.words, found.text_words) <= WORDS, f"{name}: {found.words}, {found.text_words} words"
    assert found.html <= HTML and found.whole <= WHOLE, f"{name}: {found.html} and {found.whole} bytes"


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_picture_and_first_choice_are_above_the_fold(
    browser: "Browser", start: Any, owner: Any, player: Any, staff: Any, slug: str
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    seen = set()
    for kind, mail in each_mail(start, (owner, player, staff), slug):
        seen.add(kind)
        keeps_the_bounds(page, f"{slug}, {kind}", kind, mail)
        sender = str(make_header(decode_header(mail.from_email)))
        assert sender.startswith(f"Playpost · {load()[slug].meta.title} with "), sender
        read = mail.subject + mail.body + re.sub(r"(?s)<style.*?</style>|<[^>]*>", "", mail.alternatives[0][0])
        assert not re.search(r"\w(?:'|&#x27;)\w", read), "apostrophes are curly"
        assert mail.subject.isprintable() and len(mail.subject) <= 120, mail.subject
    assert seen >= KINDS, KINDS - seen


def digest_of_all_games(start: Any, people: tuple[Any, ...]) -> Any:
    """An email to the first of these people, who is asked in a match of each game."""
    reader = people[0]
    for slug in load():
        match = start(slug, people[: seats_of(slug)])
        while not OutgoingMail.objects.filter(kind="turn", user=reader, match_id=str(match.pk)).exists():
            move_on(match)
    User.objects.filter(pk=reader.pk).update(mail_mode="quiet", mail_quiet_minutes=1)
    OutgoingMail.objects.exclude(kind="turn", user=reader).delete()
    send_all()
    OutgoingMail.objects.update(created_at=timezone.now() - timedelta(minutes=5))
    (mail,) = send_all()
    return mail


def test_a_digest_is_a_list_and_one_screen_for_each_game(
    browser: "Browser", start: Any, owner: Any, player: Any, staff: Any
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": SCREEN})
    mail = digest_of_all_games(start, (owner, player, staff))
    page.set_content(as_email(mail).html)
    assert page.locator("img.position").count() == len(load()), "each game has its picture"
    edges = [box["y"] for one in page.locator("hr").all() if (box := one.bounding_box())]
    assert len(edges) == len(load()) + 1 and edges[0] < SCREEN, "the list comes first"
    heights = [round(low - top) for top, low in pairwise(edges)]
    print(f"digest: list {edges[0]:.0f} px, games {heights}")
    assert max(heights) <= SCREEN
    for number, link in enumerate(page.locator("ol a").all(), 1):
        assert link.get_attribute("href") == f"#part-{number}" and page.locator(f"#part-{number}").count() == 1
        box = link.bounding_box()
        assert box and box["height"] >= 44
    assert "stops the emails about all matches" in page.inner_text("body") and "stops the emails" in mail.body
