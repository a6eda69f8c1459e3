"""What belongs to a person: every foreign key to a person, with what becomes of its rows (`hooks.Held`).

The data export, the deletion of an account and a guest's log-in to an account follow this register. Other rooms add
their rows to `hooks.held`; a test fails if a foreign key to a person is in none of them.
"""

from collections.abc import Collection
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Q, QuerySet
from oauth2_provider.models import AccessToken, Application, DeviceGrant, Grant, IDToken, RefreshToken

from accounts import hooks
from accounts.hooks import Held, Merge
from accounts.mail_kinds import TO_STRANGERS
from accounts.models import (
    ApiToken,
    Block,
    Follow,
    Friendship,
    MailRule,
    MailStop,
    OutgoingMail,
    PaceRating,
    Rating,
    RatingPoint,
    StaffAct,
    User,
)

_RATING = ("mu", "sigma", "matches", "wins", "updated_at")
_MAIL = ("kind", "key", "match_id", "subject", "status", "reason", "created_at", "done_at")
_TOKEN = ("name", "scopes", "created_at", "expires_at", "last_used_at")
_APP = ("application__name as app", "scope", "created as since", "expires")
AGREED = Q(agreed_at__isnull=False)
SECRET = "a key, and nothing else"
PASSING = "a step of authorizing an app, for minutes"
OTHERS = "what others have done"

hooks.held += [
    Held(EmailAddress, heading="addresses", shown=("email", "verified", "primary"), is_deleted=True),
    Held(Authenticator, heading="keys", shown=("type", "created_at", "last_used_at"), is_deleted=True),
    Held(ApiToken, heading="tokens", shown=_TOKEN, is_deleted=True),
    Held(AccessToken, heading="connected_apps", shown=_APP, is_deleted=True),
    Held(RefreshToken, why_not=SECRET, is_deleted=True),
    Held(IDToken, why_not=SECRET, is_deleted=True),
    Held(Grant, why_not=PASSING, is_deleted=True),
    Held(DeviceGrant, why_not=PASSING, is_deleted=True),
    Held(Application, heading="registered_apps", shown=("name", "redirect_uris", "created"), is_deleted=True),
    Held(MailRule, heading="mail_rules", shown=("slug", "is_live", "mode"), is_deleted=True),
    Held(MailStop, heading="mails_stopped_for_matches", shown=("match_id",), is_deleted=True),
    Held(OutgoingMail, heading="mails", shown=_MAIL, only=~Q(kind__in=TO_STRANGERS), is_deleted=True),
    Held(User, "bot_owner", "bots", ("username",)),  # each bot's account is deleted, too
    Held(Rating, heading="ratings", shown=("slug", *_RATING)),
    Held(PaceRating, heading="ratings_by_pace", shown=("slug", "pace", *_RATING)),
    Held(RatingPoint, heading="rating_history", shown=("slug", "mu", "sigma", "at")),
    Held(Friendship, "by", "friends", ("to__username",), only=AGREED, is_deleted=True),
    Held(Friendship, "to", "friends", ("by__username",), only=AGREED, is_deleted=True),
    Held(Follow, "by", "follows", ("whom__username",), is_deleted=True),
    Held(Follow, "whom", why_not=OTHERS, is_deleted=True),
    Held(Block, "by", "blocked", ("whom__username",), is_deleted=True),
    Held(Block, "whom", why_not=OTHERS, is_deleted=True),
    Held(StaffAct, "by", "acts_as_staff", ("act", "at", "words")),
    Held(StaffAct, "person", "acts_of_the_staff", ("act", "at", "words", "answer")),
]


def export(user: User) -> dict[str, list[Any]]:
    """All rows that belong to this person, by heading."""
    data: dict[str, list[Any]] = {}
    for held in hooks.held:
        if held.shown:
            data.setdefault(held.heading, []).extend(_shown(held, user))
    return data


def _shown(held: Held, user: User) -> list[Any]:
    pairs = [column.partition(" as ") for column in held.shown]
    rows = _rows(held, user).filter(held.only or Q()).order_by("pk").values_list(*(column for column, _, _ in pairs))
    if len(pairs) == 1:
        return [value for (value,) in rows]
    return [dict(zip((name or column for column, _, name in pairs), row, strict=True)) for row in rows]


def delete(user: User, only_bulky: bool = False) -> None:
    """Delete the rows that go with an account."""
    for held in hooks.held:
        if held.is_deleted and (held.is_bulky or not only_bulky):
            _rows(held, user).delete()


def move(guest: User, account: User, merge: Merge, matches: Collection[int] = ()) -> None:
    """Move a guest's rows of this kind to the account they have logged in to; Merge.FREE: in these matches."""
    for held in hooks.held:
        if held.merge is merge:
            rows = _rows(held, guest)
            rows = rows.filter(match__in=matches) if merge is Merge.FREE else rows
            if held.once:
                rows = rows.exclude(**{f"{held.once}__in": _rows(held, account).values(held.once)})
            rows.update(**{held.field: account})


def _rows(held: Held, user: User) -> QuerySet[Any]:
    return held.model._default_manager.filter(**{held.field: user})
