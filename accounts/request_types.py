"""Request types for the type checker; at run time they are Django's own."""

from typing import TYPE_CHECKING

from django.http import HttpRequest

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails

    from accounts.models import User


class Request(HttpRequest):
    """Any request, with django-htmx's attribute. `guest`: the guest who is logging in, if any."""

    htmx: "HtmxDetails"
    guest: "User"


class MemberRequest(Request):
    """A request of somebody who is logged in, for views behind `members_only` or `login_required`."""

    user: "User"
