"""Who may see a match. The key of a private link is kept in the session, so that it opens all pages of the match."""

import secrets
from typing import Any

from django.http import HttpRequest

from games.errors import NoMatch, Refusal, not_your_seat
from games.matches.loaded import LoadedMatch
from games.models import Invitation, LostSeat

NAME = "match_keys"  # session entry: {match id as text: key}
MOST = 50


def key_for(request: HttpRequest, match_id: int) -> str:
    """The key in the URL, else the one kept in the session, else ""."""
    return request.GET.get("key") or saved_key(request.session, match_id)


def saved_key(session: Any, match_id: int) -> str:
    """The key that this session has used before, else ""."""
    return str(session.get(NAME, {}).get(str(match_id), ""))


def save_key(request: HttpRequest, loaded: LoadedMatch) -> None:
    """Keep the key from the URL in the session if it is the right one."""
    keys = request.session.get(NAME, {})
    if request.GET.get("key") == loaded.token and keys.get(str(loaded.id)) != loaded.token and not loaded.is_public:
        request.session[NAME] = dict([*keys.items(), (str(loaded.id), loaded.token)][-MOST:])


def need_begun(loaded: LoadedMatch) -> None:
    """Raise Refusal, for somebody who may see it: 410 if it was closed, 404 if the table still waits for players."""
    if loaded.status == "cancelled":
        raise Refusal(410, loaded.why_closed)
    if loaded.position is None:
        raise NoMatch()


def need_seat(loaded: LoadedMatch, user: Any) -> int:
    """The seat of this person. Raises Refusal (403) for everybody else."""
    seat = loaded.seat_of(user.pk)
    if seat is None:
        raise not_your_seat()
    return seat


def may_see(loaded: LoadedMatch, user: Any, key: str = "") -> bool:
    """May this person see the match? True for public matches, players (past ones too), invited people, staff, and
    anybody with the private link."""
    if loaded.is_public or secrets.compare_digest(key.encode(), loaded.token.encode()):
        return True
    if user is None or not user.is_authenticated:
        return False
    is_known = loaded.seat_of(user.pk) is not None or user.is_staff
    if is_known or Invitation.objects.filter(match_id=loaded.id, user_id=user.pk).exists():
        return True
    return LostSeat.objects.filter(match_id=loaded.id, user_id=user.pk).exists()
