"""Personal API tokens: shown once, stored as hashes, each with scopes and an expiry date."""

import json
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone
from oauth2_provider.models import AccessToken

from accounts.models import ApiToken, User
from config.postgres import fetch_all

SCOPES = settings.API_SCOPES
DAYS = (30, 90, 365)  # lifetimes to choose from
MOST = 20  # tokens per person
PREFIX = "pp_"  # lets secret scanners find leaked tokens
NOTE_USE_EVERY = timedelta(hours=1)
_OF_TOKENS, _OF_PEOPLE = ([field.attname for field in model._meta.concrete_fields] for model in (ApiToken, User))
# Raw SQL, because it runs for every request and the ORM took longer to build the query than PostgreSQL to run it.
_FIND = f"""
SELECT {", ".join(f't."{name}"' for name in _OF_TOKENS)},
    {", ".join(f'u."{name}"' for name in _OF_PEOPLE)}, {", ".join(f'o."{name}"' for name in _OF_PEOPLE)}
FROM accounts_apitoken t JOIN accounts_user u ON u.id = t.user_id LEFT JOIN accounts_user o ON o.id = u.bot_owner_id
WHERE t.key_hash = ANY(%s) AND t.expires_at > %s"""


class TooMany(Exception):
    """This person has MOST tokens already."""


def create(*, user: User, name: str, scopes: Sequence[str], days: int) -> str:
    """Create a token and return its key, which is not stored. Raises TooMany."""
    if ApiToken.objects.filter(user=user).count() >= MOST:
        raise TooMany
    key = PREFIX + secrets.token_urlsafe(32)
    ApiToken.objects.create(
        user=user,
        name=name,
        scopes=[scope for scope in SCOPES if scope in scopes],
        key_hash=_hash(key),
        mark=user.link_mark,
        expires_at=timezone.now() + timedelta(days=days),
    )
    return key


@dataclass(frozen=True, slots=True)
class Access:
    """What a valid key allows. `id`: of the personal token or of the app's access token."""

    id: str
    user: User
    scopes: tuple[str, ...]


def find(key: str) -> Access | None:
    """What this key allows; None if it has expired, was revoked, or the password has changed since."""
    return find_all([key]).get(key)


def find_all(keys: Collection[str]) -> dict[str, Access]:
    """What each valid key allows. One query for personal tokens and one for those of apps."""
    own = {_hash(key): key for key in keys if key.startswith(PREFIX)}
    given = {_hash(key): key for key in keys if not key.startswith(PREFIX)}
    found = {own[token.key_hash]: Access(f"own-{token.pk}", token.user, tuple(token.scopes)) for token in _own(own)}
    for token in _of_apps().filter(token_checksum__in=given) if given else ():
        found[given[token.token_checksum]] = Access(f"app-{token.pk}", token.user, tuple(token.scope.split()))
    return found


def _own(hashes: Collection[str]) -> list[ApiToken]:
    """The valid personal tokens with these hashes. Updates `last_used_at` at most once an hour."""
    if not hashes:
        return []
    now = timezone.now()
    found = [_read(row) for row in fetch_all(_FIND, [list(hashes), now])]
    valid = [token for token in found if _is_valid(token)]
    unnoted = [token.pk for token in valid if not token.last_used_at or now - token.last_used_at > NOTE_USE_EVERY]
    if unnoted:
        ApiToken.objects.filter(pk__in=unnoted).update(last_used_at=now)
    return valid


def _read(row: Sequence[Any]) -> ApiToken:
    """A row of _FIND as a token with its user and, for a bot, the bot's owner."""
    token = ApiToken.from_db(connection.alias, _OF_TOKENS, row[: len(_OF_TOKENS)])
    person, owner = row[len(_OF_TOKENS) :][: len(_OF_PEOPLE)], row[-len(_OF_PEOPLE) :]
    token.scopes = json.loads(token.scopes)
    token.user = User.from_db(connection.alias, _OF_PEOPLE, person)
    if token.user.bot_owner_id is not None:
        token.user.bot_owner = User.from_db(connection.alias, _OF_PEOPLE, owner)
    return token


def _of_apps() -> QuerySet[Any]:
    """The valid access tokens of apps. accounts.oauth deletes them when the password changes."""
    valid = AccessToken.objects.select_related("user").filter(expires__gt=timezone.now(), user__is_active=True)
    found: QuerySet[Any] = valid.exclude(application=None)
    return found


def still_valid(ids: Collection[str]) -> set[str]:
    """The subset of these ids (Access.id) that are still valid."""
    own = [int(id.removeprefix("own-")) for id in ids if id.startswith("own-")]
    given = [int(id.removeprefix("app-")) for id in ids if id.startswith("app-")]
    rows = ApiToken.objects.select_related("user__bot_owner").filter(pk__in=own, expires_at__gt=timezone.now())
    valid = {f"own-{token.pk}" for token in rows if _is_valid(token)}
    return valid | {f"app-{pk}" for pk in _of_apps().filter(pk__in=given).values_list("pk", flat=True)}


def _is_valid(token: ApiToken) -> bool:
    """Are the user and a bot's owner still active, and is the password unchanged since?"""
    is_active = token.user.is_active and token.user.person.is_active
    return is_active and secrets.compare_digest(token.mark, token.user.link_mark)


def revoke(*, user: User, token_id: int) -> None:
    """Revoke a token of this person or of one of their bots."""
    ApiToken.objects.filter(Q(user=user) | Q(user__bot_owner=user), pk=token_id).delete()


def _hash(key: str) -> str:
    """SHA-256 is enough, because the key is 256 random bits."""
    return sha256(key.encode()).hexdigest()
