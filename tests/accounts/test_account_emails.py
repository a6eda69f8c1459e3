"""Emails about the account itself: all kinds, and what happens when their links are opened."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.core.context import request_context
from allauth.mfa.adapter import get_adapter as mfa_adapter
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import oauth
from accounts.login.adapter import Adapter
from accounts.models import DeviceSession as Session
from accounts.models import User
from tests.accounts.conftest import newest_code, newest_link, prove_it_is_me
from tests.accounts.test_alerts import PHONE
from tests.accounts.test_logging_in import code_for, sign_up
from tests.accounts.test_oauth import BACK
from tests.accounts.test_oauth import code_for as code_of_app
from tests.fixtures import PASSWORD
from tests.games.conftest import browser_of

pytestmark = pytest.mark.django_db(transaction=True)  # some emails are sent on commit
OURS = Path(settings.BASE_DIR) / "templates"
NEW_PASSWORD = {"password1": "other grey envelopes"}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The template names of the rendered emails."""
    names: set[str] = set()
    write = Adapter.render_mail

    def spy(self: Adapter, prefix: str, *args: Any, **more: Any) -> Any:
        names.add(prefix)
        return write(self, prefix, *args, **more)

    monkeypatch.setattr(Adapter, "render_mail", spy)
    return names


def at_the_entrance(client: Client) -> None:
    """Sign-ups with a new and a known address; password resets for a known and an unknown address."""
    sign_up(client)
    client.post("/accounts/confirm-email/", {"code": newest_code()})
    sign_up(Client(), username="other", email="player@example.org")
    for address in ("player@example.org", "nobody@example.org"):
        Client().post("/accounts/password/reset/", {"email": address})


def inside(client: Client, player: User) -> None:
    """Add and confirm another address, remove the old one; change the password; one-time codes on and off."""
    client.force_login(player)
    prove_it_is_me(client, PASSWORD)
    client.post("/accounts/email/", {"action_add": "", "email": "p2@example.org"})
    client.post("/accounts/confirm-email/", {"code": newest_code()})
    client.post("/accounts/email/", {"action_primary": "", "email": "p2@example.org"})
    client.post("/accounts/email/", {"action_remove": "", "email": "player@example.org"})
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD} | NEW_PASSWORD)
    prove_it_is_me(client, NEW_PASSWORD["password1"])
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = re.search(r"<code>([A-Z2-7]+)</code>", page)
    assert secret
    client.post("/accounts/2fa/totp/activate/", {"code": code_for(secret[1])})
    client.post("/accounts/2fa/recovery-codes/generate/")
    client.post("/accounts/2fa/totp/deactivate/")


def with_keys(player: User) -> None:
    """The emails about security keys (which need a browser, see test_passkeys.py) and about a first password."""
    request = RequestFactory().get("/")
    request.user, request.session = AnonymousUser(), {}
    with request_context(request):
        for name in ("webauthn_added", "webauthn_removed"):
            mfa_adapter().send_notification_mail(f"mfa/email/{name}", player)
        Adapter(request).send_notification_mail("account/email/password_set", player)


def with_ways_in(player: User, stranger: User) -> None:
    """The emails about a new device, a token and an app."""
    User.objects.filter(pk=player.pk).update(date_joined=timezone.now() - timedelta(days=2))
    client = Client(headers={"user-agent": PHONE})
    client.post("/accounts/login/", {"login": player.username, "password": NEW_PASSWORD["password1"]})
    prove_it_is_me(client, NEW_PASSWORD["password1"])
    client.post("/people/me/tokens/", {"name": "mine", "scopes": ["read"], "days": 30})
    browser_of(stranger).post("/people/me/apps/", {"name": "Notifier", "redirect_uri": BACK})
    player.refresh_from_db()
    code_of_app(player, oauth.apps_of(stranger).get())


def reset_password(player: User) -> None:
    """Use the link of a password reset."""
    User.objects.filter(pk=player.pk).update(display_name="Pat Postman")
    Client().post("/accounts/password/reset/", {"email": player.email})
    assert mail.outbox[-1].body.startswith("Hello Pat Postman,"), "the name that everybody sees, not the user name"
    robot, person = Client(), Client()
    link = newest_link()
    for who in (robot, robot, person):  # a mail scanner opens the link first
        form = who.get(link).headers["Location"]
    assert person.post(form, NEW_PASSWORD).status_code == 302
    assert User.objects.get(pk=player.pk).check_password(NEW_PASSWORD["password1"])


def words_for_emails() -> set[str]:
    found = {path.relative_to(OURS) for app in ("account", "mfa") for path in OURS.glob(f"{app}/email/*_subject.txt")}
    names = {str(path).removesuffix("_subject.txt") for path in found}
    return names - {"account/email/reminder_address"}  # for guests: tests/games/test_guests.py


def all_rows() -> dict[str, list[Any]]:
    """The whole database but for manuals and sessions, which may change (a reset link is stored there)."""
    models = [model for model in apps.get_models() if model != Session and model._meta.app_label != "rulebook"]
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}


def links_of(emails: list[Any]) -> Iterator[str]:
    for email in emails:
        html = " ".join(body for body, _ in email.alternatives)
        for path in re.findall(r"https?://[^/\s\"<>]+(/[^\s\"<>)]*)?", f"{email.body} {html}"):
            yield path or "/"


def test_opening_account_email_links_changes_nothing(
    client: Client, player: User, stranger: User, sent: set[str]
) -> None:
    reset_password(player)
    player.set_password(PASSWORD)
    player.save()
    at_the_entrance(client)
    inside(Client(), player)
    with_keys(player)
    with_ways_in(player, stranger)
    assert sent == words_for_emails()
    assert all(len(email.alternatives) == 1 for email in mail.outbox)  # looks like our other emails
    reset = next(html for email in mail.outbox for html, _ in email.alternatives if "There is no such account" in html)
    assert re.search(r'<a href="https?://[^"]+/signup/"', reset) and "Replies to this email are not read." in reset
    links = sorted(set(links_of(mail.outbox)))
    keys = [link for link in links if "/password/reset/key/" in link]  # one was used, one is fresh
    assert len(keys) == 2 and {*links} == {"/", "/accounts/password/reset/", "/accounts/signup/", *keys}
    before = all_rows()
    for link in [*links, *links]:
        assert Client().get(link, follow=True).status_code == 200, link
    assert all_rows() == before
