"""Webhooks: what is posted when something happens in a match, and how failing hosts are handled."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from accounts.mail import outbox as mail_outbox
from accounts.mail_kinds import kind_of
from accounts.notices import delivery, payloads, services
from accounts.notices.models import Channel, Notice
from games.matches import play
from games.matches.loaded import load_match
from games.models import OpenDecision
from tests.fixtures import make_person
from tests.games.conftest import browser_of, move_on, open_of, user_of
from tests.notices.web import Web
from tests.samples import TITLE

DAY = timedelta(days=1)


def hook(user: Any, web: Web, kind: str = "json", events: str = "all", path: str = "/in") -> Channel:
    return services.add_webhook(user=user, kind=kind, name="ours", url=web.url(path), events=events)


def all_due() -> None:
    """Make all queued notices due."""
    Notice.objects.filter(status="queued").update(next_try_at=timezone.now())


def on_turn(match: Any) -> Any:
    loaded = load_match(match.pk)
    return user_of(loaded, open_of(loaded).decision.seat)


def test_a_turn_is_posted_with_its_deadline(start: Any, web: Web, owner: Any, player: Any, staff: Any) -> None:
    hooks = {user.pk: hook(user, web, path=f"/{user.pk}") for user in (owner, player, staff)}
    match = start()
    move_on(match)
    asked = on_turn(match)
    all_due()
    delivery.send_due()
    turns = [post for post in web.posts if b'"turn"' in post[2]]
    assert [post[0] for post in turns] == [f"/{asked.pk}"]  # the first one is outdated, the others have no decision
    web.posts = turns
    facts, row = web.json(), OpenDecision.objects.filter(match=match, user=asked, answered_at=None).latest("pk")
    assert facts["title"] == f"Your turn: {TITLE} {match.pk}"
    assert facts["url"].endswith(match.get_absolute_url()) and facts["due"] == row.due_at.isoformat()
    signature = turns[0][1][payloads.SIGNATURE]
    assert signature == "sha256=" + payloads.sign(hooks[asked.pk].secrets["key"], turns[0][2])


def test_a_post_reveals_nothing_about_the_decision(start: Any, web: Web, owner: Any, player: Any, staff: Any) -> None:
    """Only these facts, whatever the decision and the hand: other people may read the channel."""
    for user in (owner, player, staff):
        hook(user, web, events="turns", path=f"/{user.pk}")
    match = start()
    asked = on_turn(match)
    all_due()
    delivery.send_due()
    others = ", ".join(seat.user.name for seat in match.seats.order_by("number") if seat.user != asked)
    (facts,) = [json.loads(post[2]) for post in web.posts]
    assert set(facts) == {"event", "title", "text", "url", "due"}
    assert re.fullmatch(rf"You play with {others}\. Until .*\d\d:\d\d.*\.", facts["text"])


def test_a_notice_without_a_reason_is_not_sent(start: Any, web: Web, owner: Any) -> None:
    match = start()
    first = on_turn(match)
    channel = hook(first, web, events="turns")
    row = mail_outbox.queue(
        kind="turn", key="m1.x.turn", user=first, data={"match": match.pk, "seat": 0, "decision": "0.99"}
    )
    assert row is not None
    delivery.send_due()
    notice = Notice.objects.get(channel=channel)
    assert (notice.status, notice.reason) == ("skipped", "It no longer applied.") and web.posts == []


def test_each_notice_is_sent_once(start: Any, web: Web, owner: Any, player: Any, staff: Any) -> None:
    for user in (owner, player, staff):
        hook(user, web, path=f"/{user.pk}")
    match = start()
    all_due()
    delivery.send_due()
    first = len(web.posts)
    all_due()
    delivery.send_due()
    assert first == len(web.posts) > 0
    assert Notice.objects.filter(kind="started", status="sent").count() == 2
    assert Notice.objects.filter(kind="turn", status="sent").count() == 1  # it covers both
    assert match.pk


def test_a_channel_can_be_limited_to_turns(start: Any, web: Web, owner: Any, player: Any, staff: Any) -> None:
    for user in (owner, player, staff):
        hook(user, web, events="turns", path=f"/{user.pk}")
    start()
    assert set(Notice.objects.values_list("kind", flat=True)) == {"turn"}


def test_channels_add_no_queries_to_a_move(
    start: Any, web: Web, owner: Any, player: Any, staff: Any, django_assert_max_num_queries: Any
) -> None:
    for number, user in enumerate((owner, player, staff) * 3):
        hook(user, web, path=f"/{number}")
    match = start()
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    seat = asked.decision.seat
    with django_assert_max_num_queries(12):
        play.play_move(
            match_id=match.pk,
            seat=seat,
            decision=asked.id,
            move=asked.decision.default,
            by="web",
            user=user_of(loaded, seat),
        )


@pytest.mark.parametrize("kind", ["discord", "slack"])
def test_payloads_match_chat_programs(start: Any, web: Web, owner: Any, kind: str) -> None:
    channel = hook(owner, web, kind)
    services.test(user=owner, channel_id=channel.pk)
    delivery.send_due()
    text = web.json()["content" if kind == "discord" else "text"]
    assert text.startswith("*") and "This works." in text and "http://" in text
    if kind == "discord":
        assert web.json()["allowed_mentions"] == {"parse": []}
    assert payloads.SIGNATURE not in web.posts[0][1]


def test_names_cannot_mention_people_or_add_markup() -> None:
    from accounts.notices.registry import NoticeText

    news = NoticeText("@everyone <@1> **x**", "a & <b>", "/m/1/", "t")
    discord = payloads.body_for(Channel(kind="discord"), "turn", news).decode()
    slack = payloads.body_for(Channel(kind="slack"), "turn", news).decode()
    assert "\\\\@everyone" in discord and "&lt;b&gt;" in slack and "&amp;" in slack


def test_a_failure_is_shown(web: Web, owner: Any) -> None:
    channel, web.status = hook(owner, web), 500
    notice = services.test(user=owner, channel_id=channel.pk)
    delivery.send_due()
    notice.refresh_from_db()
    channel.refresh_from_db()
    assert notice.reason == "The host answered with status 500." == channel.trouble
    assert channel.failing_since and not channel.off_at


def queued(match: Any, user: Any, channel: Channel) -> Notice:
    facts = {"match": match.pk, "seat": 0, "live": False}
    return Notice.objects.create(channel=channel, key=f"k{Notice.objects.count()}", kind="started", data=facts)


def test_back_off_grows_and_honours_retry_after(start: Any, web: Web, owner: Any) -> None:
    channel, match, web.status = hook(owner, web), start(), 503
    Notice.objects.all().delete()
    notice, waits = queued(match, owner, channel), []
    for _ in range(4):
        all_due()
        begin = timezone.now()
        delivery.send_due()
        notice.refresh_from_db()
        waits.append(round((notice.next_try_at - begin).total_seconds()))
    assert waits == list(delivery.PAUSES[:4])
    web.headers = {"Retry-After": "3600"}
    all_due()
    begin = timezone.now()
    delivery.send_due()
    notice.refresh_from_db()
    assert round((notice.next_try_at - begin).total_seconds()) == 3600 and notice.status == "queued"


def test_a_day_of_failures_switches_a_channel_off_and_a_test_on_again(start: Any, web: Web, owner: Any) -> None:
    channel, match, web.status = hook(owner, web), start(), 500
    Notice.objects.all().delete()
    notice, later = queued(match, owner, channel), queued(match, owner, channel)
    Notice.objects.filter(pk=later.pk).update(next_try_at=timezone.now() + DAY)
    delivery.send_due()
    Channel.objects.update(failing_since=F("failing_since") - DAY)
    all_due()
    delivery.send_due()
    channel.refresh_from_db()
    notice.refresh_from_db()
    later.refresh_from_db()
    assert channel.off_at and (notice.status, later.status) == ("dead", "skipped")
    assert ">off<" in browser_of(owner).get(reverse("channels")).content.decode()
    move_on(match)
    assert not Notice.objects.filter(status="queued").exists()
    web.status = 200
    browser_of(owner).post(reverse("test_channel", args=[channel.pk]))
    delivery.send_due()
    channel.refresh_from_db()
    assert not channel.off_at and not channel.failing_since and channel.last_ok_at


def test_the_form_refuses_private_addresses(owner: Any) -> None:
    browser = browser_of(owner)
    for url, status in (("https://127.0.0.1/", 422), ("http://hooks.example.org/", 422), ("x", 422)):
        facts = {"kind": "json", "name": "n", "url": url, "events": "all"}
        answer = browser.post(reverse("add_webhook"), facts)
        assert answer.status_code == status and not Channel.objects.exists()
    for wrong in ({"kind": "device"}, {"kind": "x"}, {"events": "x"}, {"name": ""}, {"name": "a\u202eb"}):
        facts = {"kind": "json", "name": "n", "url": "https://hooks.example.org/", "events": "all"} | wrong
        assert browser.post(reverse("add_webhook"), facts).status_code == 422
    assert not Channel.objects.exists()


def test_limits_and_duplicates_are_refused(web: Web, owner: Any) -> None:
    browser = browser_of(owner)
    for number in range(services.MOST):
        hook(owner, web, path=f"/{number}")
    for path, words_ in (("/0", "already"), ("/new", "Remove one first")):
        facts = {"kind": "json", "name": "n", "url": web.url(path), "events": "all"}
        answer = browser.post(reverse("add_webhook"), facts)
        assert answer.status_code == 409 and words_ in answer.content.decode()
    channel = Channel.objects.first()
    assert channel is not None
    assert browser.post(reverse("test_channel", args=[channel.pk])).status_code == 302
    assert browser.post(reverse("test_channel", args=[channel.pk])).status_code == 429


def test_other_peoples_channels_are_not_found(web: Web, owner: Any, player: Any, client: Any) -> None:
    channel = hook(owner, web)
    for name in ("test_channel", "remove_channel"):
        address = reverse(name, args=[channel.pk])
        assert browser_of(player).post(address).status_code == 404
        assert browser_of(owner).get(address).status_code == 405
        assert client.post(address).status_code == 302
    assert Channel.objects.filter(pk=channel.pk).exists() and not Notice.objects.exists()
    assert channel.secrets["key"] not in browser_of(player).get(reverse("channels")).content.decode()
    browser_of(owner).post(reverse("remove_channel", args=[channel.pk]))
    assert not Channel.objects.exists()


def test_what_is_not_sent_yet_is_listed_in_words(web: Web, owner: Any) -> None:
    Notice.objects.create(channel=hook(owner, web), key="k", kind="sat_down")
    page = browser_of(owner).get(reverse("channels")).content.decode()
    assert "sat_down" not in page and f"<span>{kind_of('sat_down').label} <span" in page


@pytest.mark.django_db
def test_deleting_an_account_deletes_its_channels(web: Web) -> None:
    from accounts import services as people

    person = make_person("goes")
    hook(person, web)
    assert people.export_data(user=person)["channels"][0]["name"] == "ours"
    people.delete_account(user=person)
    assert not Channel.objects.exists()
