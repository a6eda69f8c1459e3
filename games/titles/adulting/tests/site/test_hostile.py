"""Hostile free text is harmless: every field that players write in, wherever others read it."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.core import mail as postbox
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail
from games.kernel import codec
from games.kernel.position import AnyPosition
from games.kernel.types import Move
from games.matches import play
from games.matches.loaded import load_match
from games.models import MoveRecord
from games.titles.adulting.tests.site.seats import Seated, lay
from games.titles.adulting.tests.tables import table
from tests.fixtures import empty_cache
from tests.games.conftest import browser_of, open_of, user_of

pytestmark = pytest.mark.django_db
MARKUP = "<img src=x onerror=alert(1)>"
TRICKY = '<b>"it"</b>\u202e\u2066\u0007\u200b & \u0000'
KEPT = '<b>"it"</b> &'
LONG = "line\n" * 10_000
RICH = (9, 9, 9, 9)
TOGETHER = {"answers": "together", "sorting": "after"}
BAD = re.compile("[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069]")


@pytest.fixture(autouse=True)
def local_post(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def seats_at(start: Any, owner: Any, player: Any, staff: Any, stranger: Any) -> Any:
    """The four players of a match that is set to this position."""

    def make(position: AnyPosition) -> list[Seated]:
        match = start("adulting", (owner, player, staff, stranger), options=codec.plain(position.options))
        lay(match, position)
        OutgoingMail.objects.all().delete()
        return [Seated(match, seat) for seat in range(4)]

    return make


def emails() -> list[Any]:
    """All emails that are sent if nobody looks at the table."""
    empty_cache()
    OutgoingMail.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))
    outbox.send_due()
    return list(postbox.outbox)


def shown(seats: list[Seated]) -> dict[str, str]:
    """The pages on which others read what was written, by name."""
    found = {}
    for seat in seats:
        for part in ("", "text/", "history/"):
            found[f"{seat.seat}/{part}"] = seat.page(part)
    return found


def is_harmless(pages: dict[str, str]) -> None:
    for name, body in pages.items():
        assert "<img src=x" not in body and '<b>"it"' not in body, name
        assert not BAD.search(body), (name, BAD.search(body))


def ruled(seats: list[Seated]) -> None:
    for seat in seats[1:]:
        seat.plays("number", n=seat.seat)
    seats[0].plays("rule")


@pytest.mark.clause("AD-58", "AD-63")
def test_examples(seats_at: Any) -> None:
    seats = seats_at(table("cat01", pace="live", money=RICH))
    seats[1].plays("name", text=MARKUP)
    seats[2].plays("name", text=TRICKY)
    pages = shown(seats)
    is_harmless(pages)
    assert all("&lt;img src=x onerror=alert(1)&gt;" in pages[f"{seat}/"] for seat in range(4))
    record = load_match(seats[0].match.pk).at_table().state.round.job.record
    assert [entry.text for entry in record] == [MARKUP, KEPT]
    for text in (LONG, "x" * 5_000_000, "\u202e\u202d", "\u0000"):
        assert seats[3].api({"type": "name", "text": text}).status_code in (413, 422)
    assert len(load_match(seats[0].match.pk).at_table().state.round.job.record) == 2


@pytest.mark.clause("AD-62", "AD-63", "AD-64")
def test_examples_that_look_alike(seats_at: Any) -> None:
    """A Cyrillic "а" is a different letter: the example is accepted, and the dealer sees what it looks like."""
    seats = seats_at(table("cat01", pace="live", money=RICH))
    seats[1].plays("name", text="batteries")
    seats[2].plays("name", text="b\u0430tteries")
    seats[3].plays("name", text="ｂａｔｔｅｒｉｅｓ")
    record = load_match(seats[0].match.pk).at_table().state.round.job.record
    assert [entry.kind for entry in record] == ["named", "named", "repeat"], "full-width letters fold to the same word"
    assert "looks like" in seats[0].page() and "looks like" not in seats[1].page()
    seats[0].plays("strike", seat=2, example="b\u0430tteries")
    assert load_match(seats[0].match.pk).at_table().step == "ruling"


@pytest.mark.clause("AD-75", "AD-77", "AD-95")
def test_lists_and_performances(seats_at: Any) -> None:
    seats = seats_at(table("cat01", category="lists", **TOGETHER))
    for examples in ([LONG], LONG, ["x"] * 10_000, [MARKUP, MARKUP.upper()]):
        assert seats[1].api({"type": "list", "examples": examples}).status_code in (413, 422)
    seats[1].plays("list", examples=[MARKUP, TRICKY])
    is_harmless(shown(seats[1:2]))
    seats = seats_at(table("chl01", **TOGETHER))
    assert seats[1].api({"type": "perform", "text": LONG}).status_code == 422
    for seat in seats[1:]:
        seat.plays("perform", text=f"{MARKUP}\n{TRICKY} {seat.seat}")
    pages = shown(seats)
    is_harmless(pages)
    assert "&lt;img src=x" in pages["0/"]


@pytest.mark.clause("AD-115", "AD-150")
def test_statements_remarks_emails_log_and_export(seats_at: Any) -> None:
    seats = seats_at(table("rnk02", money=RICH, **TOGETHER))
    ruled(seats)
    for seat in seats:
        seat.plays("answer", choice=0, note=f"{MARKUP} {TRICKY}")
    long = seats[3].api({"type": "sue", "defendant": 1, "ground": "libel", "price": 1, "statement": LONG})
    assert long.status_code == 422
    seats[3].plays("sue", defendant=1, ground="perjury", price=1, statement=f"{MARKUP}\n{TRICKY}")
    seats[1].plays("plead", case=1, fight_up_to=1, retort=MARKUP)
    seats[0].plays("hear", case=1, allow=True, price=1)
    pages = shown(seats)
    is_harmless(pages)
    assert all("&lt;img src=x onerror=alert(1)&gt;" in pages[f"{seat}/"] for seat in range(4))
    told = seats[2].client.get(f"/api/v1/matches/{seats[0].match.pk}/")
    assert told["Content-Type"].startswith("application/json") and told["X-Content-Type-Options"] == "nosniff"
    assert told.json()["view"]["cases"][0]["retort"] == MARKUP
    is_harmless_post()
    log = "".join(MoveRecord.objects.filter(match=seats[0].match).values_list("events", flat=True))
    assert MARKUP in log and not BAD.search(log)


def is_harmless_post() -> None:
    """Emails about the case: escaped in the HTML, one quoted line in the text, nothing in a header."""
    sent = [email for email in emails() if "I am sued" in email.subject or MARKUP in email.body]
    assert sent, "the statement goes out by mail"
    for email in sent:
        html = next(body for body, kind in email.alternatives if kind == "text/html")
        assert "<img src=x" not in html and '<b>"it"' not in html and "&lt;img src=x" in html
        assert MARKUP in unescape(html) and not BAD.search(email.body) and not BAD.search(html)
        assert "\n" not in email.subject and MARKUP not in email.subject
        assert all("\n" not in str(value) for value in email.extra_headers.values())


@pytest.mark.clause("AD-149")
def test_last_words_and_the_exported_record(seats_at: Any) -> None:
    seats = seats_at(table(hands={0: ["cat02"]}, spades=2, money=RICH))
    seats[0].plays("place", card="cat02", column="H")
    address = f"/match/{seats[0].match.pk}/last-word/"
    assert seats[0].client.post(address, {"words": LONG}).status_code == 422
    for tricky, status in ((TRICKY, 400), (TRICKY.replace("\0", ""), 422), (f"{KEPT} \u202e", 422)):
        assert seats[1].client.post(address, {"words": tricky}).status_code == status
    assert seats[1].client.post(address, {"words": f"{MARKUP} {KEPT}"}).status_code == 302
    is_harmless({f"{seat.seat}": seat.page() for seat in seats})
    assert "&lt;img src=x" in seats[2].page()


@pytest.mark.clause("AD-115")
def test_the_exported_record(start: Any, owner: Any, player: Any, staff: Any) -> None:
    match = start("adulting", (owner, player, staff), options={"sorting": "after", "round_limit": 1})
    for _ in range(200):
        loaded = load_match(match.pk)
        if loaded.is_over:
            break
        asked = open_of(loaded)
        seat, move = asked.decision.seat, asked.decision.default
        user = user_of(loaded, seat)
        if "note" in move.args:
            move = Move(move.verb, move.args | {"note": f"{MARKUP} {KEPT}"})
        play.play_move(match_id=match.pk, seat=seat, decision=asked.id, move=move, by="web", user=user)
    answer = browser_of(owner).get(f"/match/{match.pk}/record.json")
    assert answer.status_code == 200 and answer["Content-Type"].startswith("application/json")
    assert answer["X-Content-Type-Options"] == "nosniff" and not BAD.search(answer.content.decode())
    notes = [line["args"]["note"] for line in answer.json()["moves"] if line.get("args", {}).get("note")]
    assert len(notes) == 3 and set(notes) == {f"{MARKUP} {KEPT}"}, "as it was written, as data"


def test_no_template_switches_off_escaping() -> None:
    """No template of the game switches escaping off."""
    folder = settings.BASE_DIR / "games" / "titles" / "adulting" / "table"
    for path in folder.glob("*.html"):
        text = path.read_text().replace('.svg")|safe', "")  # our own URL
        assert "|safe" not in text and "autoescape false" not in text, path.name
