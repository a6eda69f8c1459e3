"""Permissions for all account, channel and app URLs: for anonymous visitors, guests, strangers and the owner.

The counterpart of tests/games/test_permissions.py. Objects in URLs belong to the owner; nobody else can change them.
"""

from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from oauth2_provider.models import Application

from accounts import bots, oauth, oauth_urls, tokens, urls
from accounts.models import ApiToken, User
from accounts.notices import urls as notices_urls
from accounts.notices.models import Channel
from tests.games.scenes import client_of
from tests.games.test_permissions import code, names_in

pytestmark = pytest.mark.django_db

ALL = "200 200 200 200"
IN = "in 200 200 200"
MEMBERS = "in 403 200 200"  # with an account
DONE = "in 302 302 302"
OWNERS = "in 404 404 302"
EMPTY = "in 422 422 422"  # an incomplete form
NO_TICKET = "403 403 403 403"
NOWHERE = "404 404 404 404"
TABLE = {
    **{(name, "GET"): IN for name in ("people", "settings", "security", "devices", "mail_audit", "mail_settings")},
    **{(name, "GET"): IN for name in ("next_mail", "export", "delete_account", "channels")},
    ("stamps", "GET"): "200 200 200 200",
    ("devices", "POST"): DONE,
    ("resume_mail", "POST"): DONE,
    ("renew_feed", "POST"): DONE,
    ("mail_settings", "POST"): EMPTY,
    ("delete_account", "POST"): "in 200 200 200",  # an empty form: the page again
    ("save_games", "GET"): "302 200 302 302",
    ("save_games", "POST"): "302 422 302 302",
    **{(name, "GET"): MEMBERS for name in ("api_tokens", "bots", "apps")},
    ("api_tokens", "POST"): "in 403 422 422",
    ("bots", "POST"): "in 403 200 200",
    ("apps", "POST"): "in 403 200 200",
    ("bot", "GET"): "in 404 404 200",
    ("revoke_token", "POST"): DONE,  # the same answer for everyone; that the token survives is checked below
    ("rename_bot", "POST"): OWNERS,
    ("delete_bot", "POST"): OWNERS,
    ("delete_app", "POST"): DONE,
    ("revoke_app", "POST"): DONE,
    ("test_channel", "POST"): OWNERS,
    ("remove_channel", "POST"): OWNERS,
    ("add_webhook", "POST"): EMPTY,
    ("add_device", "POST"): "in 422 422 422",
    ("profile", "GET"): ALL,
    ("change_relation", "POST"): DONE,
    **{(name, "GET"): NO_TICKET for name in ("unsubscribe", "never", "confirm_reminder")},
    **{(name, "GET"): NOWHERE for name in ("staff_act", "calendar", "atom")},
    ("push_worker", "GET"): ALL,
    ("authorize", "GET"): "in 403 400 400",  # for which app?
    ("token", "POST"): "400 400 400 400",
    ("revoke-token", "POST"): "400 400 400 400",
}
OAUTH = [*names_in(oauth_urls.urlpatterns)]
NAMES = [*names_in(urls.urlpatterns), *names_in(notices_urls.urlpatterns), *OAUTH]


@pytest.fixture
def things(owner: User) -> dict[str, Any]:
    """Arguments for the URLs: the owner's objects, or an invalid token."""
    tokens.create(user=owner, name="mine", scopes=["read"], days=30)
    bot, channel = bots.create(owner=owner, name="clever"), Channel(user=owner, kind="json", name="x", url="https://x")
    channel.save()
    oauth.register(owner=owner, name="App", redirect_uri="https://example.org/back")
    numbers = {
        **dict.fromkeys(("bot", "rename_bot", "delete_bot"), bot.pk),
        **dict.fromkeys(("test_channel", "remove_channel"), channel.pk),
        **dict.fromkeys(("delete_app", "revoke_app"), Application.objects.get().pk),
        "revoke_token": ApiToken.objects.get().pk,
    }
    words = dict.fromkeys(("unsubscribe", "never", "staff_act", "confirm_reminder", "calendar", "atom"), "x")
    return numbers | words | dict.fromkeys(("profile", "change_relation"), owner.username)


def owned(owner: User) -> list[Any]:
    kept = (ApiToken, Channel, Application)
    found = [list(table.objects.filter(user=owner).order_by("pk").values()) for table in kept]
    return [*found, list(User.objects.filter(bot_owner=owner).values("pk", "username", "is_active"))]


def test_every_url_is_in_the_table() -> None:
    assert set(NAMES) == {name for name, _ in TABLE}


def test_each_url_answers_each_role_as_listed(owner: User, player: User, things: dict[str, Any]) -> None:
    found = {}
    for name, method in TABLE:
        place = f"oauth2_provider:{name}" if name in OAUTH else name
        address, row = reverse(place, args=[things[name]] if name in things else []), []
        for user in (None, User.objects.create_guest(), player, owner):
            before = owned(owner)
            with transaction.atomic():
                data = {"rename_bot": {"name": "renamed"}, "change_relation": {"what": "follow"}}.get(name, {})
                answer = getattr(client_of(user), method.lower())(address, data)
                assert user == owner or owned(owner) == before, f"{user} changed something with {name}"
                row.append(code(answer))
                transaction.set_rollback(True)
        found[name, method] = " ".join(row)
    assert found == TABLE
