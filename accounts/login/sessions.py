"""Looks up the users of many sessions at once: after a restart, all open pages reconnect at the same time."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.login.session_store import SessionStore
from accounts.models import DeviceSession, User
from config.postgres import fetch_all


class Session(NamedTuple):
    """The data of a session, and its user (None if nobody is logged in)."""

    data: Mapping[str, Any] = MappingProxyType({})
    user: User | None = None


NO_SESSION = Session()


def find_all(keys: Collection[str]) -> dict[str, Session]:
    """The valid sessions with these keys, in two queries. Users are checked as in Django's get_user()."""
    plain = {key for key in keys if _is_key(key)}
    rows = DeviceSession.objects.filter(session_key__in=plain, expire_date__gt=timezone.now()) if plain else ()
    found = {row.session_key: SessionStore().decode(row.session_data) for row in rows}
    ids = {data[SESSION_KEY] for data in found.values() if SESSION_KEY in data}
    people = {str(user.pk): user for user in User.objects.filter(pk__in=ids, is_active=True)} if ids else {}
    return {key: Session(data, _signed_in(data, people.get(data.get(SESSION_KEY, "")))) for key, data in found.items()}


def _signed_in(data: dict[str, Any], user: User | None) -> User | None:
    """The user, if the session was started by one of our backends and the password has not changed since."""
    if user is None or data.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    given = str(data.get(HASH_SESSION_KEY, ""))
    good = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return user if any(constant_time_compare(given, hash) for hash in good) else None


def still_valid(pairs: Collection[tuple[str, int]]) -> set[str]:
    """The keys of those (session key, user id) pairs whose session is valid, with an unchanged password and an active
    user.

    Runs before each move over a socket; the two queries of find_all() took longer than the move itself.
    """
    user_of = dict(pairs)
    rows = fetch_all(_VALID, [[key for key in user_of if _is_key(key)], timezone.now()])
    return {key for key, *facts in rows if _was_started_by(*facts, user_of[key])}


# LATERAL with LIMIT looks up users one by one by index; a plain join might scan all of them.
_VALID = """
SELECT s.session_key, s.session_data, u.password
FROM accounts_devicesession s, LATERAL (
    SELECT password FROM accounts_user WHERE id = s.account_id AND is_active LIMIT 1) u
WHERE s.session_key = ANY(%s) AND s.expire_date > %s
"""


@lru_cache(5000)
def _was_started_by(session_data: str, password: str, user: int) -> bool:
    """Was this session started by this user, with this password?"""
    data = SessionStore().decode(session_data)
    return data.get(SESSION_KEY) == str(user) and _signed_in(data, User(pk=user, password=password)) is not None


def _is_key(key: str) -> bool:
    """Could this be a session key? A cookie can contain anything."""
    return key.isascii() and key.isalnum()
