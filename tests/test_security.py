"""Web security: policies, cookies, CSRF, redirects, body sizes, error pages."""

import io
import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from importlib import reload
from typing import Any
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import clear_url_caches

from config import security, urls
from config.origin import is_own
from config.request_handler import Pages
from games.lobby import tables
from games.matches.loaded import load_match
from games.titles import load
from tests.games.conftest import DAY, browser_of, move_on, open_of, user_of
from tests.games.scenes import client_of
from tests.samples import DUEL, GAME, GAME_FIRST

pytestmark = pytest.mark.django_db
HEAVY = "x" * (settings.MAX_BODY + 1)


def begin(people: Sequence[Any], slug: str = GAME, **more: Any) -> Any:
    """A running match between these people."""
    clock = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY, "options": {}}
    begun = tables.create_match(owner=people[0], slug=slug, seats=len(people), **clock, **more)
    for person in people[1:]:
        tables.join(match_id=begun.pk, user=person, token=begun.token)
    begun.refresh_from_db()
    return begun


@pytest.fixture
def match(owner: Any, player: Any, staff: Any) -> Any:
    return begin((owner, player, staff))


# --- policies -----------------------------------------------------------------------------------------------------

ANYBODYS = ["/", "/tables/", "/rules/", "/ratings/", "/accounts/login/", "/accounts/signup/", "/nothing/", "/match/1/"]
STAFFS = ["/staff/", "/staff/people/", "/mine/", "/people/me/settings/", "/dev/outbox/"]


def is_strict(policy: str) -> bool:
    scripts = re.search(r"script-src 'self' '(nonce-[\w-]+|sha256-[\w+/=]+)';", policy)
    return bool(scripts) and "unsafe" not in policy and "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("page", [*ANYBODYS, *STAFFS])
def test_every_page_has_the_strict_policy(staff: Any, page: str) -> None:
    answer = browser_of(staff).get(page) if page in STAFFS else Client().get(page)
    assert is_strict(answer["Content-Security-Policy"])
    assert answer["X-Frame-Options"] == "DENY" and answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin" and answer["Cache-Control"]


@pytest.mark.parametrize("page", [*ANYBODYS, *STAFFS])
def test_no_page_violates_the_policy(staff: Any, page: str) -> None:
    body = (browser_of(staff).get(page) if page in STAFFS else Client().get(page)).content.decode()
    assert ' style="' not in body and "javascript:" not in body
    assert not [mark for mark in (" onclick=", " onload=", " onsubmit=", " onchange=") if mark in body]


def test_a_nonce_is_used_once() -> None:
    first, second = (Client().get("/")["Content-Security-Policy"] for _ in range(2))
    assert first != second


@pytest.mark.urls("tests.accounts.urls_with_dev_outbox")
def test_an_email_in_the_dev_outbox_can_only_be_framed_by_us(owner: Any) -> None:
    from accounts.models import DevEmail

    email = DevEmail.objects.create(sender="a@x", recipients="b@x", html="<script>alert(1)</script>")
    with override_settings(DEBUG=True):
        answer = Client().get(f"/dev/outbox/{email.pk}/html/")
    assert "sandbox" in answer["Content-Security-Policy"] and "default-src 'none'" in answer["Content-Security-Policy"]


def test_other_hosts_are_refused() -> None:
    answer = Client(SERVER_NAME="evil.example").get("/")
    assert answer.status_code == 400 and "evil.example" not in answer["Content-Security-Policy"]


# --- cookies, forms, redirects ------------------------------------------------------------------------------------


def test_the_session_cookie_is_protected(owner: Any) -> None:
    from tests.fixtures import PASSWORD

    client = Client()
    client.post("/accounts/login/", {"login": "owner", "password": PASSWORD})
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"


def posts() -> Iterator[str]:
    """Every URL that accepts POST, with arguments filled in. Links in emails have their own test."""
    from django.urls import get_resolver

    def walk(patterns: Any, prefix: str) -> Iterator[str]:
        for entry in patterns:
            where = prefix + str(entry.pattern)
            yield from walk(entry.url_patterns, where) if hasattr(entry, "url_patterns") else [where]

    for where in walk(get_resolver("config.urls").url_patterns, "/"):
        if not any(sign in where for sign in "^(?\\") and not where.startswith(("/anymail/", "/dev/")):
            yield where.replace("<int:match_id>", "1").replace("<str:token>", "1-x").replace("<str:key>", "x")


def test_no_form_works_without_a_csrf_token(owner: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    for address in sorted(set(posts())):
        if "/mail/stop/" in address or "<" in address:
            continue  # one-click unsubscribe (RFC 8058): the token is in the URL
        if address in ("/oauth/token/", "/oauth/revoke_token/"):
            continue  # for programs, which send a secret and no cookie (RFC 6749, section 3.2)
        assert client.post(address, {"a": "b"}).status_code in (403, 404, 405), address
    assert client.get("/mine/").status_code == 200, "still logged in"


def test_the_api_refuses_missing_tokens_in_json(owner: Any, match: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    answer = client.post(f"/api/v1/matches/{match.pk}/moves/", "{}", content_type="application/json")
    assert answer.status_code == 403 and "X-CSRFToken" in answer.json()["detail"]


def test_wrong_methods_get_405_and_pages_allow_head(owner: Any, match: Any) -> None:
    client = browser_of(owner)
    answer = client.put("/tables/")
    assert answer.status_code == 405 and "This doesn’t work here" in answer.content.decode()
    for page in (
        "/tables/",
        "/ratings/",
        f"/match/{match.pk}/",
        f"/match/{match.pk}/text/",
        "/mine/",
        "/api/v1/decisions/",
    ):
        assert client.head(page).status_code == 200


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "http:///evil.example"],
)
def test_nobody_is_redirected_to_other_sites(owner: Any, target: str) -> None:
    from tests.fixtures import PASSWORD

    sent = Client().post(f"/accounts/login/?next={target}", {"login": "owner", "password": PASSWORD, "next": target})
    assert sent.status_code == 302 and urlsplit(sent["Location"]).netloc == "" and "evil" not in sent["Location"]
    out = browser_of(owner).post("/accounts/logout/", {"next": target})
    assert "evil" not in out["Location"]


@pytest.mark.parametrize(
    "address", ["//evil.example/tables/new/", "/tables/new/?next=//evil.example", "//evil.example//"]
)
def test_paths_are_not_taken_for_hosts(address: str) -> None:
    answer = Client().get(address)
    assert urlsplit(answer.headers.get("Location", "")).netloc == ""


# --- bodies -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["/accounts/login/", "/accounts/signup/", "/people/me/settings/", "/nothing/", "/tables/new/"]
)
def test_large_bodies_are_refused_everywhere(owner: Any, address: str) -> None:
    for client in (Client(), browser_of(owner)):
        assert client.post(address, {"login": HEAVY}).status_code == 413
        assert client.post(address, HEAVY, content_type="application/x-www-form-urlencoded").status_code == 413
        assert client.post(address, {"file": io.BytesIO(HEAVY.encode())}).status_code == 413


def test_a_large_body_for_the_api_is_refused_as_json(owner: Any, match: Any) -> None:
    answer = browser_of(owner).post(f"/api/v1/matches/{match.pk}/moves/", HEAVY, content_type="application/json")
    assert answer.status_code == 413 and "64 kB" in answer.json()["detail"]


def test_a_chunked_body_is_measured_too() -> None:
    assert async_to_sync(status_of_chunks)() == 413


async def status_of_chunks() -> int:
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "path": "/nothing/",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"transfer-encoding", b"chunked")],
    }
    communicator = ApplicationCommunicator(Pages(), scope)
    for _ in range(3):
        await communicator.send_input({"type": "http.request", "body": b"x" * 30_000, "more_body": True})
    await communicator.send_input({"type": "http.request", "body": b""})
    return int((await communicator.receive_output(10))["status"])


@pytest.mark.parametrize("address", ["/accounts/login/", f"/tables/new/?game={GAME}"])
def test_too_many_fields_are_refused(owner: Any, address: str) -> None:
    fields = {f"f{number}": "1" for number in range(501)}
    assert browser_of(owner).post(address, fields).status_code == 400


def test_too_many_query_parameters_are_refused(owner: Any, match: Any) -> None:
    query = "&".join(f"f{number}=1" for number in range(501))
    assert browser_of(owner).get(f"/match/{match.pk}/?{query}").status_code == 400


BIG = {"integer": "1" * 400, "negative": "-" + "9" * 25, "float": "1e999", "surrogate": '"\\ud800"', "nul": '"\\u0000"'}


@pytest.mark.parametrize("value", BIG.values(), ids=BIG)
def test_odd_values_in_a_move_are_refused(match: Any, value: str) -> None:
    asked = open_of(load_match(match.pk))
    client = browser_of(user_of(load_match(match.pk), asked.decision.seat))
    for args in (f'{{"cards": [{value}]}}', f'{{"cards": {value}}}', f'{{"x": {{"y": {value}}}}}'):
        body = f'{{"decision": "{asked.id}", "move": {{"verb": "play", "args": {args}}}}}'
        answer = client.post(f"/api/v1/matches/{match.pk}/moves/", body, content_type="application/json")
        assert answer.status_code in (400, 422) and answer.json()["detail"]


@pytest.mark.parametrize("depth", [50, 300, 600, *range(800, 1000, 10), 1000, 2000, 20000])
def test_deeply_nested_json_is_refused(match: Any, depth: int) -> None:
    asked = open_of(load_match(match.pk))
    client = browser_of(user_of(load_match(match.pk), asked.decision.seat))
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        deep = opening * depth + "1" + closing * depth
        body = f'{{"decision": "{asked.id}", "move": {{"verb": "play", "args": {{"cards": {deep}}}}}}}'
        answer = client.post(f"/api/v1/matches/{match.pk}/moves/", body, content_type="application/json")
        assert answer.status_code in (400, 413, 422)


ODD = [
    "",
    "x",
    "%00",
    "9" * 30,
    "-1",
    "1,1",
    "500,500",
    "99999,1",
    "<b>odd",
    "١",
    "None",
    "N",
    "1.5",
    "a,b,c",
    "{{7*7}}",
]


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_odd_query_strings_do_not_break_a_table(owner: Any, player: Any, staff: Any, slug: str) -> None:
    """Odd values, once and twice, for every field of every action: table, choices and previews always answer."""
    begun = begin((owner, player, staff)[: load()[slug].meta.seats[0]], slug)
    loaded = move_on(begun, 6)
    asked = open_of(loaded)
    client = browser_of(user_of(loaded, asked.decision.seat))
    good = {f"arg.{name}": value for name, value in asked.decision.default.args.items() if value is not None}
    for action in asked.decision.actions:
        for field in action.fields:
            for values in [*([odd] for odd in ODD), 2 * ODD[:1], ODD[-2:]]:
                data = good | {"verb": action.verb, f"arg.{field.name}": values}
                for page, codes in (("", (200,)), ("narrow/", (200,)), ("preview/", (200, 422))):
                    answer = client.get(f"/match/{begun.pk}/{page}", data)
                    assert answer.status_code in codes, (page, data)
                    assert "<b>odd" not in answer.content.decode()


# --- mail webhooks, private matches, static files -------------------------------------------------------------------


def test_bounces_cannot_be_reported_without_a_secret() -> None:
    assert not settings.ANYMAIL.get("WEBHOOK_SECRET")
    for service in ("postmark", "sendgrid", "brevo", "sparkpost"):
        body = json.dumps({"RecordType": "Bounce", "Email": "owner@example.org"})
        assert Client().post(f"/anymail/{service}/tracking/", body, content_type="application/json").status_code == 404


@pytest.fixture
def reports(settings: Any) -> Iterator[str]:
    """A site with mail webhooks. Returns the Authorization header with its secret."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": "post:horn"}
    reload(urls)
    clear_url_caches()
    yield "Basic " + b64encode(b"post:horn").decode()
    settings.ANYMAIL = {}
    reload(urls)
    clear_url_caches()


def test_mail_services_report_bounces_with_the_secret(reports: str, owner: Any) -> None:
    news = {"RecordType": "Bounce", "Type": "HardBounce", "Email": owner.email, "ID": 1, "MessageID": "x"}
    for secret, is_believed in (("Basic AAAA", False), (reports, True)):
        client = Client(headers={"authorization": secret})
        answer = client.post("/anymail/postmark/tracking/", json.dumps(news), content_type="application/json")
        owner.refresh_from_db()
        assert (answer.status_code == 200, owner.mail_bounced_at is not None) == (is_believed, is_believed)


def test_strangers_cannot_fill_the_log_in_the_name_of_other_mail_services(reports: str, caplog: Any) -> None:
    for service in ("mailgun", "mailersend", "postal"):  # their views fail without a key of theirs
        where = f"/anymail/{service}/tracking/"
        assert Client().post(where, "{}", content_type="application/json").status_code == 403, service
    lines = [record.getMessage() for record in caplog.records if record.levelname == "WARNING" and not record.exc_info]
    assert sum("ANYMAIL_WEBHOOK_SECRET" in line for line in lines) == 3, "a host who mistyped it finds out"
    assert Client().head("/anymail/postmark/tracking/").status_code == 200, "services look whether it exists"


def test_a_reply_with_a_large_attachment_arrives(reports: str) -> None:
    mail = {
        "FromFull": {"Email": "x@example.net"},
        "ToFull": [{"Email": "reply@localhost"}],
        "TextBody": "1",
        "Attachments": [{"Name": "a.jpg", "ContentType": "image/jpeg", "Content": "QUJD" * 2_500_000}],
    }
    client = Client(headers={"authorization": reports})
    answer = client.post("/anymail/postmark/inbound/", json.dumps(mail), content_type="application/json")
    assert answer.status_code == 200
    mail["Attachments"] = [mail["Attachments"][0] | {"Content": "QUJD" * 6_600_000}]  # type: ignore[index]
    answer = client.post("/anymail/postmark/inbound/", json.dumps(mail), content_type="application/json")
    assert answer.status_code == 413


def test_an_email_of_parts_in_parts_without_end_is_not_sent_again(reports: str) -> None:
    nest = "".join(f"Content-Type: multipart/mixed; boundary=b{one}\n\n--b{one}\n" for one in range(3000))
    client = Client(raise_request_exception=False, headers={"authorization": reports})
    body = json.dumps({"RawEmail": nest})
    answer = client.post("/anymail/postmark/inbound/", body, content_type="application/json")
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "trick", ["../state.py", "..%2fstate.py", "table.html", "%2e%2e/meta.toml", "mail.txt", "x/../../state.py"]
)
def test_titles_expose_only_pictures_styles_and_scripts(trick: str) -> None:
    from django.contrib.staticfiles import finders

    for part in ("", "table/"):
        assert not finders.find(f"titles/{GAME}/{part}{trick}")


def test_body_size_limits() -> None:
    request, limit = HttpRequest(), security.LimitBodySize(lambda request: HttpResponse())
    request.method = "POST"
    for stated, is_too_large in (
        ("0", False),
        (str(settings.MAX_BODY), False),
        ("9" * 30, True),
        ("x", False),
        ("", False),
    ):
        request.META = {"CONTENT_LENGTH": stated}
        request.path_info = "/nothing/"
        assert bool(limit.process_view(request, len, (), {})) is is_too_large
    # without a secret there is no such URL
    assert security.max_body_size("/anymail/postmark/tracking/") == settings.MAX_BODY


def test_strangers_learn_nothing_about_a_private_match(owner: Any, player: Any, stranger: Any) -> None:
    """Status, size and text are the same as if there were no such match."""
    hidden = begin((owner, player), DUEL, is_public=False)
    client = client_of(stranger)
    for page in ("", "text/", "history/", "proof/", "record.json", "order/", "narrow/", "preview/", "resign/"):
        sizes = []
        for number in (hidden.pk, hidden.pk + 1):
            answer = client.get(f"/match/{number}/{page}")
            assert answer.status_code == 403
            links = rf"match(/|%2F){number}".encode()  # for logging in, back to this page
            sizes.append(len(re.sub(links, b"", answer.content)))
        assert sizes[0] == sizes[1], page


@pytest.mark.parametrize(
    ("site", "host", "origin", "is_ours"),
    [
        ("https://play.example.org", "play.example.org", "https://play.example.org", True),
        ("https://play.example.org", "play.example.org", "https://PLAY.example.org:443", True),
        ("https://play.example.org:8443", "play.example.org", "https://play.example.org:8443", True),
        ("https://play.example.org", "play.example.org", "http://play.example.org", False),
        ("https://play.example.org", "play.example.org", "https://play.example.org:8443", False),
        ("https://play.example.org", "play.example.org", "https://play.example.org.evil.example", False),
        ("https://play.example.org", "evil.example", "https://evil.example", False),
        ("http://localhost:8000", "192.168.1.7:8000", "http://192.168.1.7:8000", True),
        ("http://localhost:8000", "192.168.1.7:8000", "http://192.168.1.7:8001", False),
        ("http://localhost:8000", "localhost:8000", "http://[broken", False),
        ("http://localhost:8000", "", "", False),
    ],
)
def test_sockets_are_refused_for_other_sites(settings: Any, site: str, host: str, origin: str, is_ours: bool) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = site, ["play.example.org", "localhost", "192.168.1.7"]
    assert is_own(origin, host) is is_ours
