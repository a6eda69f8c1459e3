"""Who may see a match. The key of a private link is kept in the session, so that all pages of the match open."""

import secrets
from typing import Any

from django.http import HttpRequest

from games.matches.loaded import LoadedMatch
from games.models import Invitation, LostSeat

NAME = "match_keys"  # in the session: {match id as text: key}
MOST = 50


def key_for(request: HttpRequest, match_id: int) -> str:
    """The key in the address, else the one that this session has shown before; "" for none."""
    return request.GET.get("key") or kept(request.session, match_id)


def kept(session: Any, match_id: int) -> str:
    """The key that this session has shown before."""
    return str(session.get(NAME, {}).get(str(match_id), ""))


def keep(request: HttpRequest, loaded: LoadedMatch) -> None:
    """Remember the right key of this address."""
    keys = request.session.get(NAME, {})
    if request.GET.get("key") == loaded.token and keys.get(str(loaded.id)) != loaded.token and not loaded.is_public:
        request.session[NAME] = dict([*keys.items(), (str(loaded.id), loaded.token)][-MOST:])


def may_see(loaded: LoadedMatch, user: Any, key: str = "") -> bool:
    """May this person look at the match: it is public, they sit there or were invited, or they hold its link."""
    if loaded.is_public or secrets.compare_digest(key.encode(), loaded.token.encode()):
        return True
    if user is None or not user.is_authenticated:
        return False
    is_known = loaded.seat_of(user.pk) is not None or user.is_staff
    if is_known or Invitation.objects.filter(match_id=loaded.id, user_id=user.pk).exists():
        return True
    return LostSeat.objects.filter(match_id=loaded.id, user_id=user.pk).exists()  # who has lost a seat may watch
