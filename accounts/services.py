"""Account services besides logging in: change settings, export data, delete the account."""

from collections.abc import Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import hooks, oauth
from accounts.login import sign_out
from accounts.models import Block, DevEmail, Follow, Friendship, MailRule, MailStop, OutgoingMail, User

_PROFILE = (
    *("username", "display_name", "email", "time_zone", "language", "is_findable"),
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
        MailRule(user=user, slug=slug, is_live=is_live, mode=mode) for (slug, is_live), mode in rules.items()
    )
    held = OutgoingMail.objects.filter(user=user, status="queued", held_until__isnull=False)
    held.update(held_until=None, next_try_at=timezone.now())


def export_data(*, user: User) -> dict[str, Any]:
    """Everything we know about this person, ready for JSON. Other apps add to it with hooks.exporters."""
    data: dict[str, Any] = {
        "exported_at": timezone.now(),
        "person": {name: getattr(user, name) for name in _PROFILE},
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary").order_by("id")),
        "keys": [
            {"type": key.get_type_display(), "added_at": key.created_at, "last_used_at": key.last_used_at}
            for key in Authenticator.objects.filter(user=user).order_by("id")
        ],
        "mail_settings": {name: getattr(user, name) for name in _MAILS},
        "mail_rules": list(user.mail_rules.order_by("slug", "is_live").values("slug", "is_live", "mode")),
        "mails_stopped_for_matches": list(user.mail_stops.order_by("id").values_list("match_id", flat=True)),
        "mails": list(
            user.mails.order_by("id").values(
                "kind", "key", "match_id", "subject", "status", "reason", "created_at", "done_at"
            )
        ),
        "bots": list(user.bots.order_by("id").values_list("username", flat=True)),
        "ratings": list(user.ratings.order_by("slug").values("slug", "mu", "sigma", "matches", "wins", "updated_at")),
    }
    data |= _ties(user)
    for exporter in hooks.exporters:
        data |= exporter(user)
    return data


def _ties(user: User) -> dict[str, list[str]]:
    """Names of friends, and of people this person follows or has blocked. Never who follows or has blocked them."""
    agreed = Friendship.objects.filter(Q(by=user) | Q(to=user), agreed_at__isnull=False)
    friends = {name for pair in agreed.values_list("by__username", "to__username") for name in pair}
    return {
        "friends": sorted(friends - {user.username}),
        "follows": list(user.follows.order_by("id").values_list("whom__username", flat=True)),
        "blocked": list(user.blocks.order_by("id").values_list("whom__username", flat=True)),
    }


@transaction.atomic
def save_settings(*, user: User, is_renamed: bool) -> None:
    """Save changes made on the settings page."""
    user.save()
    for hook in hooks.name_changed if is_renamed else ():
        hook(user)


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Anonymise an account. The row stays, because other people's matches refer to it, but no longer names the person.

    In this order: resign open matches, while the person still has a name; delete all personal data; remove the
    password, which ends all sessions; after the commit, close open pages.
    """
    oauth.revoke(user=user)
    for app in oauth.apps_of(user):
        oauth.delete(owner=user, app_id=app.pk)
    for bot in user.bots.all():
        delete_account(user=bot)
    # no_key avoids a deadlock with a move that has locked a match of this person and inserts a row that refers to them.
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    for hook in hooks.before_delete:
        hook(user)
    _forget(user)
    fresh = User(pk=user.pk, username=f"deleted-{user.pk}", password="", date_joined=user.date_joined)
    fresh.set_unusable_password()
    fresh.is_active, fresh.mail_stopped, fresh.deleted_at = False, True, timezone.now()
    fresh.save(force_update=True)
    fresh.groups.clear()
    fresh.user_permissions.clear()
    for hook in hooks.name_changed:
        hook(fresh)
    transaction.on_commit(lambda: sign_out.close_sockets(user.pk))


def _forget(user: User) -> None:
    """Delete all purely personal rows. Ratings stay, without a name; no leaderboard shows them."""
    if settings.DEBUG and user.email:
        DevEmail.objects.filter(recipients__icontains=user.email).delete()
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    MailStop.objects.filter(user=user).delete()
    MailRule.objects.filter(user=user).delete()
    for rows in (Follow.objects.filter(Q(by=user) | Q(whom=user)), Block.objects.filter(Q(by=user) | Q(whom=user))):
        rows.delete()
    Friendship.objects.filter(Q(by=user) | Q(to=user)).delete()
    OutgoingMail.objects.filter(user=user).delete()
