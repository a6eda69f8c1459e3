"""Account services besides logging in: change settings, export data, delete the account."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts import hooks, names, personal
from accounts.login import sign_out
from accounts.models import DevEmail, MailRule, MailStop, OutgoingMail, User

_PROFILE = (
    *("username", "display_name", "email", "time_zone", "language", "is_findable", "stamp"),
    *("date_joined", "last_login", "last_seen_at"),
)
_MAILS = (*User.MAIL_WHEN, *User.MAIL_WHAT, "mail_bounced_at")


def resume_mail(*, user: User) -> None:
    """Resume emails about all matches for which they were stopped."""
    MailStop.objects.filter(user=user).delete()


@transaction.atomic
def set_mail_rules(*, user: User, rules: Mapping[tuple[str, bool], str]) -> None:
    """Replace the exceptions for single games: {(slug, is live): mode}.

    Collected emails become due at once, so that the new rules apply to them.
    """
    MailRule.objects.filter(user=user).delete()
    MailRule.objects.bulk_create(
        [MailRule(user=user, slug=slug, is_live=is_live, mode=mode) for (slug, is_live), mode in rules.items()],
        update_conflicts=True,  # with a second press of the button
        unique_fields=["user", "slug", "is_live"],
        update_fields=["mode"],
    )
    held = OutgoingMail.objects.filter(user=user, status="queued", held_until__isnull=False)
    held.update(held_until=None, next_try_at=timezone.now())


def export_data(*, user: User) -> dict[str, Any]:
    """Everything we know about this person, ready for JSON."""
    data: dict[str, Any] = {
        "exported_at": timezone.now(),
        "person": {name: getattr(user, name) for name in _PROFILE},
        "mail_settings": {name: getattr(user, name) for name in _MAILS},
    }
    return data | personal.export(user)


@transaction.atomic
def save_settings(*, user: User, is_renamed: bool) -> None:
    """Save changes made on the settings page."""
    user.save()
    for hook in hooks.name_changed if is_renamed else ():
        hook(user)


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Anonymise an account. The row stays, because other people's matches refer to it, but no longer names the person.

    In this order: delete what there is most of, before matches are locked; resign open matches, while the person still
    has a name; delete all personal data; remove the password, which ends all sessions; after the commit, close pages.
    """
    for bot in user.bots.all():
        delete_account(user=bot)
    # no_key avoids a deadlock with a move that has locked a match of this person and inserts a row that refers to them.
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    personal.delete(user, only_bulky=True)
    for hook in hooks.before_delete:
        hook(user)
    if settings.DEBUG and user.email:
        DevEmail.objects.filter(recipients__icontains=user.email).delete()
    personal.delete(user)  # ratings stay, without a name; no leaderboard shows them
    fresh = User(pk=user.pk, username=f"{names.DELETED_PREFIX}{user.pk}", password="", date_joined=user.date_joined)
    fresh.set_unusable_password()
    fresh.is_active, fresh.mail_stopped, fresh.deleted_at = False, True, timezone.now()
    fresh.save(force_update=True)
    fresh.groups.clear()
    fresh.user_permissions.clear()
    for hook in hooks.name_changed:
        hook(fresh)
    transaction.on_commit(lambda: sign_out.close_sockets(user.pk))
