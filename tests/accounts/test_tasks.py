"""Tasks: they can run twice, and old rows are deleted at night."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts import guests, tasks
from accounts.models import DeviceSession, OutgoingMail, User

pytestmark = pytest.mark.django_db


def test_tasks_can_run_twice(player: User) -> None:
    tasks.sweep_outbox()
    tasks.sweep_outbox()
    assert tasks.sweep_outbox.name == "accounts.tasks.sweep_outbox"


def test_the_nightly_task_deletes_expired_sessions_and_old_emails(player: User) -> None:
    for days in (-1, 1):
        ends = timezone.now() + timedelta(days=days)
        DeviceSession.objects.create(session_key=f"ends{days}", session_data="", expire_date=ends)
    long_ago = timezone.now() - timedelta(days=1000)
    for key, done_at in (("old", long_ago), ("new", timezone.now())):
        OutgoingMail.objects.create(key=key, kind="turn", user=player, status="sent", done_at=done_at)
    tasks.clean_up()
    tasks.clean_up()
    assert list(DeviceSession.objects.filter(session_key__startswith="ends").values_list("session_key", flat=True)) == [
        "ends1"
    ]
    assert list(OutgoingMail.objects.values_list("key", flat=True)) == ["new"]


def test_accounts_whose_address_was_never_confirmed_are_deleted_after_a_month(player: User) -> None:
    EmailAddress.objects.filter(user=player).update(verified=True)
    for name in ("late", "fresh", "host"):
        user = User.objects.create_user(name, f"{name}@example.org", is_staff=name == "host")
        EmailAddress.objects.create(user=user, email=user.email, primary=True)
    User.objects.exclude(username="fresh").update(date_joined=timezone.now() - timedelta(days=31))
    tasks.clean_up()
    assert {*User.objects.filter(is_bot=False).values_list("username", flat=True)} == {"player", "fresh", "host"}


def test_an_account_that_is_confirmed_meanwhile_is_not_deleted(player: User) -> None:
    found = iter([User.objects.filter(pk=player.pk), User.objects.none()])
    guests.remove_each(lambda: next(found))
    player.refresh_from_db()
    assert player.username == "player" and player.deleted_at is None
