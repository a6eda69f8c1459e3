"""What every page knows: the name of the site and how many decisions wait for its reader."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games import selectors


def site(request: HttpRequest) -> dict[str, Any]:
    """Context processor. The count costs one query, and only where a template shows it."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"site_name": "Playpost", "open_decisions": 0}
    return {"site_name": "Playpost", "open_decisions": SimpleLazyObject(lambda: selectors.waiting_count(user.pk))}
