"""Never 5xx from outside: the answer to whatever anybody sends is a page, a redirect or a sentence with a 4xx.

Addresses come from the URLconf, the fields of forms and queries from templates and views, bodies of the API from its
OpenAPI description. The seed is fixed, so that a failure comes again; what once failed is in the list of examples.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from anymail.inbound import AnymailInboundMessage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver
from hypothesis import HealthCheck, example, given, seed, settings
from hypothesis import strategies as st

from accounts import oauth, tokens
from accounts.mail import inbound
from games.api import openapi
from games.matches.loaded import load_match
from games.models import Match
from games.records import export
from games.sockets import consumer
from tests.accounts.test_oauth import BACK, query
from tests.fixtures import ROOT
from tests.games.conftest import browser_of, move_on
from tests.games.table_sockets import TableSocket
from tests.games.test_replay_pages import finish

pytestmark = [pytest.mark.slow, pytest.mark.always, pytest.mark.django_db]
fuzz = settings(deadline=None, max_examples=150, database=None, suppress_health_check=list(HealthCheck))

ODD = [
    *(
        "",
        "0",
        "-1",
        "1",
        "99999999999999999999",
        "1e400",
        "NaN",
        "Infinity",
        "٣",
        "½",
        "\0",
        "a\0b",
        "\r\nX: y",
        "%00",
        "%",
    ),
    *("../..", "//evil.example", "\\evil", "<b>", "'", '"', "🂡", "\ufffe", "\u202e", "[1", "{}", "[]", "null", "true"),
    *(
        "a" * 3000,
        "(0,-1)",
        "on",
        "all",
        "None",
        "http://[::1",
        "2026-13-45",
        "25:61",
        "Europe/Berlin\0",
        "me",
        "noughts",
    ),
]
words = st.sampled_from(ODD) | st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
numbers = st.sampled_from([0, 1, 2, 3, 7, 2**31, 2**63 - 1, 2**63, 10**18 - 1, 10**30])
HEADERS = (
    *("Accept", "Accept-Language", "Accept-Encoding", "Authorization", "Cookie", "If-None-Match", "If-Modified-Since"),
    *("Range", "User-Agent", "Referer", "Origin", "Host", "X-Forwarded-For", "X-Request-ID", "HX-Request", "HX-Target"),
    *(
        "HX-Current-URL",
        "Idempotency-Key",
        "Last-Event-ID",
        "X-CSRFToken",
        "Content-Encoding",
        "X-HTTP-Method-Override",
    ),
)
headers = st.dictionaries(
    st.sampled_from(HEADERS), words.map(lambda text: re.sub(r"[^\x20-\x7e\xa0-\xff]", "?", text)), max_size=3
)
KINDS = (
    *(
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
    ),
    *(
        "text/plain; charset=x-nonsense",
        "application/x-www-form-urlencoded; charset=utf-7",
        "application/octet-stream",
        "",
    ),
)


def routes(entries: Any = None, before: str = "/") -> Iterator[str]:
    """All addresses of the site, with their converters."""
    for entry in get_resolver().url_patterns if entries is None else entries:
        where = before + str(entry.pattern).removeprefix("^").removesuffix("$").removesuffix(r"\Z")
        yield from routes(entry.url_patterns, where) if isinstance(entry, URLResolver) else [where]


def names(*patterns: str) -> list[str]:
    """The names of fields and parameters in the sources."""
    found: set[str] = set()
    for folder, suffix in (
        ("templates", "html"),
        ("games/views", "py"),
        ("accounts", "py"),
        ("games/api", "py"),
        ("games/lobby", "py"),
    ):
        for path in (ROOT / folder).rglob(f"*.{suffix}"):
            text = path.read_text(encoding="utf-8")
            found.update(name for pattern in patterns for name in re.findall(pattern, text))
    return sorted(found)


ROUTES = sorted(set(routes()))
FIELDS = names(r'name="([\w.-]{1,40})"', r'(?:GET|POST)\.get(?:list)?\("([\w.-]+)"', r'\.query\("(\w+)"\)')
fields = st.dictionaries(st.sampled_from(FIELDS), words | st.lists(words, max_size=3), max_size=6)


@st.composite
def addresses(draw: Any) -> str:
    """An address of the site with arguments that fit its pattern, or nearly."""

    def fill(found: re.Match[str]) -> str:
        kind = found[0]
        if "int" in kind:
            return str(draw(numbers))
        return draw(words.filter(lambda text: "\n" not in text)).replace("/", "") or "x"

    where = re.sub(r"<\w+:\w+>|<\w+>|\(\?P<\w+>[^()]*\)", fill, draw(st.sampled_from(ROUTES)))
    return re.sub(r"[?#]", "", where)


def ask(client: Client, method: str, address: str, **more: Any) -> Any:
    """One request whose changes are undone. Fails at an error of ours."""
    with transaction.atomic():
        answer = (
            client.generic(method, address, **more)
            if "data" in more
            else getattr(client, method.lower())(address, **more)
        )
        transaction.set_rollback(True)
    assert answer.status_code < 500, (method, address, more, answer.content[:300])
    return answer


@pytest.fixture
def site(start: Callable[..., Match], settings: Any) -> Match:
    """A site without limits in time, whose errors are answers; match 1 is running."""
    settings.HAS_RATE_LIMITS = False
    match = start()
    move_on(match, 3)
    return match


@pytest.fixture
def browsers(site: Match, owner: Any, staff: Any) -> list[Client]:
    clients = [Client(), browser_of(owner), browser_of(staff)]
    for client in clients:
        client.raise_request_exception = False
    return clients


@seed(1)
@fuzz
@given(where=addresses(), query=fields, given=headers, who=st.integers(0, 2))
@example(where="/match/1/", query={"as": "\0"}, given={}, who=1)
def test_pages(browsers: list[Client], where: str, query: Any, given: Any, who: int) -> None:
    ask(browsers[who], "GET", where, query_params=query, headers=given)


@seed(2)
@fuzz
@given(where=addresses(), body=fields, given=headers, who=st.integers(0, 2))
def test_forms(browsers: list[Client], where: str, body: Any, given: Any, who: int) -> None:
    ask(
        browsers[who],
        "POST",
        where,
        data=urlencoded(body),
        content_type="application/x-www-form-urlencoded",
        headers=given,
    )


def urlencoded(body: dict[str, Any]) -> str:
    return urlencode(body, doseq=True)


@seed(3)
@fuzz
@given(
    where=addresses(),
    method=st.sampled_from(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "HEAD", "BREW"]),
    raw=st.binary(max_size=60) | words.map(str.encode),
    kind=st.sampled_from(KINDS),
    who=st.integers(0, 2),
)
@example(where="/api/v1/tables/", method="POST", raw=b'{"slug": "\xff"}', kind="application/json", who=1)
@example(where="/nowhere/", method="POST", raw=b"\x00", kind="multipart/form-data", who=0)
def test_raw_bodies(browsers: list[Client], where: str, method: str, raw: bytes, kind: str, who: int) -> None:
    ask(browsers[who], method, where, data=raw, content_type=kind)


values: Any = st.recursive(
    st.none() | st.booleans() | numbers | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)
SCHEMAS = openapi.document()["components"]["schemas"]


def fitting(schema: dict[str, Any]) -> Any:
    """Values of this JSON schema, and now and then something else."""
    if "$ref" in schema:
        return fitting(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return st.one_of(*map(fitting, options), values)
    if "enum" in schema:
        return st.sampled_from(schema["enum"]) | values
    if schema.get("type") == "object" and "properties" in schema:
        known = {name: fitting(part) for name, part in schema["properties"].items()}
        needed = set(schema.get("required", ()))
        return st.fixed_dictionaries(
            {name: part for name, part in known.items() if name in needed},
            optional={name: part for name, part in known.items() if name not in needed},
        )
    plain = {"string": words, "integer": numbers, "boolean": st.booleans(), "null": st.none()}.get(
        schema.get("type", "")
    )
    return plain | st.one_of(values) if plain is not None else values


OPERATIONS = [
    (path, method, operation)
    for path, methods in openapi.document()["paths"].items()
    for method, operation in methods.items()
    if path != "/stream/"
]


@st.composite
def calls(draw: Any) -> tuple[str, str, dict[str, str], bytes]:
    """A call of the API after its description: method, address, query, body."""
    path, method, operation = draw(st.sampled_from(OPERATIONS))
    query = {}
    for one in operation["parameters"]:
        if one["in"] == "path":
            path = path.replace("{" + one["name"] + "}", str(draw(numbers | st.just("noughts"))))
        elif one["in"] == "query" and draw(st.booleans()):
            query[one["name"]] = draw(words)
    body = operation.get("requestBody")
    told = draw(fitting(body["content"]["application/json"]["schema"])) if body else None
    return method.upper(), "/api/v1" + path, query, b"" if told is None else json.dumps(told).encode()


@seed(4)
@fuzz
@given(call=calls())
def test_calls_of_the_api(site: Match, owner: Any, call: Any) -> None:
    method, address, query, body = call
    key = tokens.create(user=owner, name="x", scopes=list(tokens.SCOPES), days=30)
    client = Client(raise_request_exception=False, headers={"Authorization": f"Bearer {key}"})
    owner.api_tokens.all().delete() if owner.api_tokens.count() > 15 else None
    answer = ask(client, method, address, data=body, content_type="application/json", query_params=query)
    assert not answer["Content-Type"].startswith("application/problem") or json.loads(answer.content)["detail"]


@seed(5)
@fuzz
@given(change=st.tuples(st.lists(st.integers(0, 40), min_size=1, max_size=5), values), is_gone=st.booleans())
def test_records(site: Match, browsers: list[Client], change: Any, is_gone: bool) -> None:
    if not load_match(site.pk).is_over:
        finish(site)
    record = export.record(load_match(site.pk))
    mutate(record, *change, is_gone=is_gone)
    file = SimpleUploadedFile("x.json", json.dumps(record).encode())
    client = browsers[1]
    with transaction.atomic():
        answer = client.post("/records/", {"record": file})
        transaction.set_rollback(True)
    assert answer.status_code < 500, record


def mutate(data: Any, path: list[int], value: Any, *, is_gone: bool) -> None:
    """Replace, or take away, the part of this data that a path of numbers leads to."""
    for step in path[:-1]:
        inner = list(data.values() if isinstance(data, dict) else data)
        deeper = [one for one in inner if isinstance(one, dict | list) and one]
        if not deeper:
            break
        data = deeper[step % len(deeper)]
    key = list(data)[path[-1] % len(data)] if isinstance(data, dict) else path[-1] % len(data)
    if is_gone:
        del data[key]
    else:
        data[key] = value


@seed(6)
@fuzz
@given(text=words | values.map(json.dumps) | st.text(max_size=50))
def test_messages_of_sockets(text: str) -> None:
    try:
        consumer._read(text)
    except consumer.Refusal as refusal:
        assert refusal.status < 500


said = st.dictionaries(
    st.sampled_from(["decision", "verb", "chat", "reaction", "arg.text", "resync"]) | words,
    words | numbers | st.lists(words | numbers, max_size=3) | values,
    max_size=4,
)


@pytest.mark.django_db(transaction=True)
def test_open_sockets(live: str, site: Match, owner: Any) -> None:
    """Whatever a player’s page and a stranger’s say, their sockets stay open and then answer a plain request."""

    @seed(9)
    @settings(fuzz, max_examples=60)
    @given(message=said.map(json.dumps) | words | st.binary(max_size=40), who=st.integers(0, 1))
    @example(message='{"reaction": [], "chat": [], "decision": [null]}', who=0)
    def say(message: str | bytes, who: int) -> None:
        sockets[who].say(message)

    with TableSocket(live, site.pk, owner) as own, TableSocket(live, site.pk) as strange:
        sockets = [own.settle(), strange.settle()]
        say()
        for socket in sockets:
            socket.settle()
            assert socket.code is None
            socket.say("{}")
            assert socket.read(20), socket.code


@seed(7)
@fuzz
@given(
    head=st.lists(
        st.tuples(st.sampled_from(["To", "From", "Date", "Content-Type", "Message-ID", "Subject"]), words), max_size=5
    ),
    raw=st.binary(max_size=200),
)
@example(head=[("Content-Type", "text/plain; charset=x-nonsense")], raw=b"1")
def test_incoming_emails(db: None, head: Any, raw: bytes) -> None:
    lines = [f"{name}: {' '.join(text.split())}".encode() for name, text in head]
    message = AnymailInboundMessage.parse_raw_mime_bytes(b"\r\n".join([*lines, b"", raw]))
    inbound.reply_arrived(None, type("Event", (), {"message": message})(), "Test")


@seed(8)
@fuzz
@given(
    odd=st.dictionaries(
        st.sampled_from(
            [
                "redirect_uri",
                "scope",
                "state",
                "code_challenge",
                "client_id",
                "response_type",
                "nonce",
                "resource",
                "claims",
                "prompt",
                "approval_prompt",
            ]
        ),
        words,
        max_size=3,
    )
)
@example(odd={"redirect_uri": "http://localhost:99999/"})
def test_apps(browsers: list[Client], owner: Any, odd: dict[str, str]) -> None:
    app = oauth.apps_of(owner).first() or oauth.register(owner=owner, name="App", redirect_uri=BACK)
    asked = query(app, **odd)
    ask(browsers[1], "GET", "/oauth/authorize/", query_params=asked)
    ask(browsers[1], "POST", "/oauth/authorize/", data=urlencoded(asked | {"allow": "yes"}), content_type=KINDS[1])
    ask(
        browsers[0],
        "POST",
        "/oauth/token/",
        data=urlencoded(asked | {"grant_type": "authorization_code"}),
        content_type=KINDS[1],
    )
