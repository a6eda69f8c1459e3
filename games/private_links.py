"""Private links: who has opened one keeps the key in the session, so that every page of that match opens too."""

from typing import Any

from django.http import HttpRequest

from games.frames import Frame

NAME = "match_keys"  # in the session: {match id as text: key}
MOST = 50


def key_for(request: HttpRequest, match_id: int) -> str:
    """The key in the address, else the one that this session has shown before; "" for none."""
    return request.GET.get("key") or kept(request.session, match_id)


def kept(session: Any, match_id: int) -> str:
    """The key that this session has shown before."""
    return str(session.get(NAME, {}).get(str(match_id), ""))


def keep(request: HttpRequest, frame: Frame) -> None:
    """Remember the right key of this address."""
    keys = request.session.get(NAME, {})
    if request.GET.get("key") == frame.token and keys.get(str(frame.id)) != frame.token and not frame.is_public:
        request.session[NAME] = dict([*keys.items(), (str(frame.id), frame.token)][-MOST:])
