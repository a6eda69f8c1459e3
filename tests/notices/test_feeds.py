"""Calendar and feed at their secret URLs."""

from typing import Any
from xml.etree import ElementTree

from django.urls import reverse
from icalendar import Calendar

from accounts.notices import calendar_feeds
from games.models import OpenDecision
from tests.games.conftest import browser_of, move_on
from tests.samples import TITLE

ATOM = "{http://www.w3.org/2005/Atom}"


def get(client: Any, name: str, user: Any, **headers: str) -> Any:
    return client.get(reverse(name, args=[calendar_feeds.token_of(user)]), headers=headers)


def events(answer: Any) -> list[Any]:
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def test_the_calendar_has_each_open_decision(start: Any, client: Any, owner: Any, player: Any, staff: Any) -> None:
    match = start()
    asked = OpenDecision.objects.filter(match=match, answered_at=None).exclude(pace="standing").get()
    for user in (owner, player, staff):
        found = events(get(client, "calendar", user))
        assert len(found) == (user.pk == asked.user_id)
        if found:
            assert found[0]["dtend"].dt.timestamp() == int(asked.due_at.timestamp())
            assert str(found[0]["summary"]) == f"{TITLE} {match.pk}: your turn" and found[0]["url"].endswith(
                f"/{match.pk}/"
            )
    move_on(match)
    assert events(get(client, "calendar", asked.user)) == []


def test_the_feed_lists_what_happened(start: Any, client: Any, owner: Any) -> None:
    match = start()
    move_on(match)
    answer = get(client, "atom", owner)
    entries = ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")
    titles = [entry.find(f"{ATOM}title").text for entry in entries]
    assert {title.rpartition(": ")[2] for title in titles} <= {"match started", "your turn", "new player"} and titles
    assert all(title.startswith(f"{TITLE} {match.pk}: ") for title in titles)
    ids = [entry.find(f"{ATOM}id").text for entry in entries]
    assert len(set(ids)) == len(ids)


def test_unchanged_files_get_304(start: Any, client: Any, owner: Any) -> None:
    start()
    for name in ("calendar", "atom"):
        first = get(client, name, owner)
        again = get(client, name, owner, **{"if-none-match": first["ETag"]})
        assert (first.status_code, again.status_code) == (200, 304) and not again.content


def test_new_urls_invalidate_the_old_ones(client: Any, owner: Any) -> None:
    old = calendar_feeds.token_of(owner)
    browser_of(owner).post(reverse("renew_feed"))
    for name in ("calendar", "atom"):
        assert client.get(reverse(name, args=[old])).status_code == 404
        assert get(client, name, owner).status_code == 200


def test_forged_urls_are_refused(client: Any, owner: Any, player: Any) -> None:
    own = calendar_feeds.token_of(owner)
    other = calendar_feeds.token_of(player)
    body, _, signature = own.rpartition(".")
    for token in (body, f"{other.rpartition('.')[0]}.{signature}", own[:-1], own + "x", "x", "0-.x"):
        assert client.get(f"/feeds/{token}/deadlines.ics").status_code == 404
    for token in ("%00", "1-\0.x"):
        assert client.get(f"/feeds/{token}/deadlines.ics").status_code == 400


def test_the_urls_of_closed_accounts_are_invalid(client: Any, owner: Any) -> None:
    address = reverse("calendar", args=[calendar_feeds.token_of(owner)])
    type(owner).objects.filter(pk=owner.pk).update(is_active=False)
    assert client.get(address).status_code == 404


def test_calendar_and_feed_take_few_queries(
    start: Any, client: Any, owner: Any, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        start()
    browser = browser_of(owner)
    browser.get(reverse("channels"))
    for name in ("calendar", "atom"):
        with django_assert_max_num_queries(5):
            get(client, name, owner)
    with django_assert_max_num_queries(8):
        browser.get(reverse("channels"))
