"""What the staff sees: people and emails, but no codes, no bodies, no data of others' emails."""

import pytest
from django.contrib.admin.sites import site
from django.test import Client

from accounts import ratings
from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from tests.samples import GAME

pytestmark = pytest.mark.django_db
PAGES = ["user", "rating", "outgoingmail", "mailstop"]


@pytest.mark.parametrize("page", PAGES)
def test_only_the_staff_looks_behind_the_counter(client: Client, staff: User, player: User, page: str) -> None:
    path = f"/admin/accounts/{page}/"
    assert client.get(path).status_code == 302
    client.force_login(player)
    assert client.get(path).status_code in (302, 403)
    client.force_login(staff)
    assert client.get(path).status_code == 200


def test_a_person_can_be_edited_but_not_deleted(client: Client, staff: User, player: User) -> None:
    client.force_login(staff)
    assert client.get(f"/admin/accounts/user/{player.pk}/change/").status_code == 200
    assert client.get("/admin/accounts/user/add/").status_code == 200
    assert client.post(f"/admin/accounts/user/{player.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_mail_is_shown_without_its_data_and_cannot_be_changed(client: Client, staff: User, player: User) -> None:
    row = outbox.queue(kind="turn", key="k1", user=player, data={"match": 4, "note": "hush-hush"})
    assert row is not None
    client.force_login(staff)
    page = client.get(f"/admin/accounts/outgoingmail/{row.pk}/change/").content.decode()
    assert "k1" in page and "hush-hush" not in page
    assert client.post(f"/admin/accounts/outgoingmail/{row.pk}/change/", {"status": "sent"}).status_code == 403
    row.refresh_from_db()
    assert row.status == "queued"


def test_dead_mails_get_another_life(client: Client, staff: User, player: User) -> None:
    row = outbox.queue(kind="turn", key="k1", user=player, data={})
    OutgoingMail.objects.update(status="dead", attempts=8)
    assert row is not None
    client.force_login(staff)
    client.post("/admin/accounts/outgoingmail/", {"action": "send_again", "_selected_action": [row.pk]})
    row.refresh_from_db()
    assert (row.status, row.attempts) == ("queued", 0)


def test_ratings_are_for_looking(client: Client, staff: User, player: User) -> None:
    ratings.record_result(GAME, {staff.pk: 1, player.pk: 2})
    client.force_login(staff)
    assert "1563" in client.get("/admin/accounts/rating/").content.decode()
    assert client.get("/admin/accounts/rating/add/").status_code == 403


def test_emails_on_the_desk_are_not_in_the_administration() -> None:
    assert "DevEmail" not in {model.__name__ for model in site._registry}
