"""Request types for the type checker; at run time they are Django's own."""

from typing import TYPE_CHECKING

from django.http import HttpRequest

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails

    from accounts.models import User


class Request(HttpRequest):
    """Any request: django-htmx has looked at it. `guest`: who is logging in, if it was a guest until now."""

    htmx: "HtmxDetails"
    guest: "User"


class MemberRequest(Request):
    """A request behind `members_only` or `login_required`: somebody is logged in."""

    user: "User"
