"""Passkeys in a real browser with a virtual authenticator: added in the settings or by a guest, then used to log in.

And where the focus is when a log-in is refused.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from allauth.mfa.models import Authenticator

from accounts.models import DevEmail, User
from games.models import Seat

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WORDS = "quiet brown letterbox"


def plug_in_key(page: "Page") -> None:
    """A virtual platform authenticator that has verified its user."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    options |= {"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def sign_up(page: "Page") -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Email address").fill("nora@example.org")
    page.get_by_label("User name").fill("nora")
    page.get_by_label("Password", exact=True).fill(WORDS)
    page.get_by_label("Show the password").check()
    assert page.get_by_label("Password", exact=True).get_attribute("type") == "text"
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    type_code(page)


def type_code(page: "Page") -> None:
    page.get_by_role("heading", name="Enter the code").wait_for()
    code = re.search(r"\n    (\S+)\n", DevEmail.objects.latest("id").text)
    assert code
    page.get_by_label("Code").fill(code[1])
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_url(lambda url: "confirm-email" not in url)


def log_out(page: "Page") -> None:
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    page.get_by_role("link", name="Log in").first.wait_for()


def test_a_passkey_replaces_the_password(page_of: Callable[..., "Page"]) -> None:
    page = page_of(timezone_id="Asia/Tokyo")
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    plug_in_key(page)
    sign_up(page)
    assert User.objects.get(username="nora").time_zone == "Asia/Tokyo"

    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Password", exact=True).fill(WORDS)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name of this key").fill("My laptop")
    page.get_by_label("Log in with this key alone").check()
    page.get_by_role("button", name="Add the key").click()
    page.wait_for_url(lambda url: "webauthn/add" not in url)
    assert Authenticator.objects.filter(user__username="nora", type="webauthn").count() == 1
    assert "A passkey or security key was added to your account." in DevEmail.objects.latest("id").text

    log_out(page)
    page.goto("/accounts/login/?next=/people/me/security/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.get_by_role("heading", name="Log-in and security").wait_for()
    assert page.get_by_text("1 key.").is_visible()
    assert problems == []


def test_a_guest_can_save_games_with_a_passkey(page_of: Callable[..., "Page"], player: User) -> None:
    page = page_of()
    plug_in_key(page)
    page.goto("/")
    page.locator(".hero").get_by_role("button", name="Play now").click()
    page.locator("#t-status").wait_for()
    guest = User.objects.get(is_guest=True)
    seats = list(Seat.objects.filter(user=guest).values_list("pk", flat=True))
    assert seats

    page.goto("/people/me/save/")
    page.get_by_label("User name").fill("player")  # taken: nothing is saved, and the form is shown again
    page.get_by_label("Email address").fill("nora@example.org")
    page.get_by_role("button", name="Use a passkey instead").click()
    page.get_by_text("This name is taken").wait_for()
    page.get_by_label("User name").fill("nora")
    page.get_by_role("button", name="Use a passkey instead").click()
    page.get_by_role("heading", name="Enter the code").wait_for()
    guest.refresh_from_db()
    assert guest.is_guest and not guest.has_usable_password(), "a guest until the address is confirmed"
    type_code(page)
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, guest.email) == ("nora", False, "nora@example.org")
    key = Authenticator.objects.get(user=guest, type="webauthn")
    assert key.wrap().name == "Chrome on Linux", "named after the device"

    log_out(page)
    page.goto("/accounts/login/?next=/people/me/security/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.get_by_role("heading", name="Log-in and security").wait_for()
    assert page.get_by_text("1 key.").is_visible()
    assert list(Seat.objects.filter(user=guest).values_list("pk", flat=True)) == seats


def test_a_failed_passkey_is_reported_and_a_password_still_works(page_of: Callable[..., "Page"]) -> None:
    page = page_of()
    page.add_init_script("navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'))")
    page.goto("/")
    page.locator(".hero").get_by_role("button", name="Play now").click()
    page.locator("#t-status").wait_for()
    page.goto("/people/me/save/")
    page.get_by_label("User name").fill("nora")
    page.get_by_label("Email address").fill("nora@example.org")
    page.get_by_role("button", name="Use a passkey instead").click()
    page.get_by_text("No passkey was made.").wait_for()
    page.get_by_label("Password", exact=True).fill(WORDS)
    page.get_by_role("button", name="Save my games").click()
    type_code(page)
    saved = User.objects.get(username="nora")
    assert not saved.is_guest and saved.check_password(WORDS)


def test_a_passkey_that_does_not_come_is_reported(page_of: Callable[..., "Page"]) -> None:
    page = page_of()
    page.add_init_script("navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))")
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.get_by_role("status").get_by_text("Your browser gave us no passkey.").wait_for()


def test_the_keyboard_is_led_to_the_reason_of_a_refusal(page_of: Callable[..., "Page"]) -> None:
    """A screen reader starts there, and Tab leads on to the form; both began at the top of the page."""
    page = page_of()
    page.goto("/accounts/login/")
    page.get_by_label("User name or email address").fill("nora")
    page.get_by_label("Password", exact=True).fill("wrong")
    page.keyboard.press("Enter")
    page.locator("[role=alert]:focus").get_by_text("Wrong name or password.").wait_for()
    page.keyboard.press("Tab")
    page.locator("[name=login]:focus").wait_for()
