"""The public API: tokens and scopes, cursors, problem details with clauses, and an accurate OpenAPI description."""

import json
import re
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import msgspec
import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts import tokens
from accounts.models import ApiToken
from games import rate_limits
from games.agreements import proposals
from games.api import endpoints
from games.api.openapi import document
from games.api.registry import ENDPOINTS
from games.kernel import codec, engine
from games.kernel.data import public_components
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import Match, Proposal
from games.table import chat_writing, log_words
from games.titles import folder, load
from tests.fixtures import make_person
from tests.games.conftest import browser_of, move_on, open_of, user_of
from tests.samples import DUEL, FROM_TWO, GAME, TITLE

ALL = list(tokens.SCOPES)


class Program:
    """A client with this person's token."""

    def __init__(self, user: Any, scopes: list[str] = ALL) -> None:
        self.key = tokens.create(user=user, name="a bot", scopes=scopes, days=30)
        self.client = Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {self.key}"})

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1/{path}", query)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")


def mover(match: Match) -> tuple[Program, dict[str, Any]]:
    """The player to move, and the default move."""
    loaded = load_match(match.pk)
    open = open_of(loaded)
    move = {"verb": open.decision.default.verb, "args": open.decision.default.args}
    return Program(user_of(loaded, open.decision.seat)), {"decision": open.id, "move": move}


def test_a_program_can_play_from_what_the_api_returns(start: Any) -> None:
    match = start()
    program, _ = mover(match)
    waiting = program.get("decisions/").json()["waiting"]
    assert [row["match"] for row in waiting] == [match.pk] and waiting[0]["game"] == GAME
    seen = program.get(f"matches/{match.pk}/").json()
    asked = seen["decisions"][0]
    body = {"decision": asked["id"], "move": asked["decision"]["default"]}
    answer = program.post(f"matches/{match.pk}/moves/", **body)
    assert answer.json() == {"version": seen["version"] + 1, "is_over": False, "is_repeated": False}
    assert program.post(f"matches/{match.pk}/moves/", **body).json()["is_repeated"] is True
    lines = program.get(f"matches/{match.pk}/log/", since=seen["version"]).json()["lines"]
    assert lines and all(line["version"] > seen["version"] and line["text"] for line in lines)


def test_a_program_that_asks_rarely_reads_the_whole_log(start: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(log_words, "MOST", 7)
    match = start()
    move_on(match, 30)
    program, read = Program(match.owner), [0]
    while lines := program.get(f"matches/{match.pk}/log/", since=read[-1]).json()["lines"]:
        read += [line["version"] for line in lines]
    told = match.records.exclude(events="[]").values_list("version", flat=True)
    assert sorted({*read[1:]}) == sorted({*told}) and len(told) > 14 and read == sorted(read)
    story = log_words.story  # as if the first 20 moves showed this seat nothing
    monkeypatch.setattr(log_words, "story", lambda *given: story(*given, since=20))
    assert program.get(f"matches/{match.pk}/log/", since=0).json()["lines"]


def test_a_refusal_is_a_problem_with_its_clause(start: Any) -> None:
    match = start()
    program, body = mover(match)
    answer = program.post(f"matches/{match.pk}/moves/", decision=body["decision"], move={"kind": "fly"})
    told = answer.json()
    assert answer.status_code == told["status"] == 422 and answer["Content-Type"] == "application/problem+json"
    assert told["clause"] in load()[GAME].clauses and told["type"].endswith(f"/rules/{GAME}/#{told['clause'].lower()}")
    assert load_match(match.pk).version == 1, "only the start is there"


@pytest.mark.parametrize(
    ("scope", "path", "body"),
    [("play", "moves/", {"decision": "0.0", "move": {}}), ("chat", "chat/", {"text": "Hi"})],
)
def test_a_token_is_limited_to_its_scopes(start: Any, scope: str, path: str, body: Any) -> None:
    match = start()
    rest = [name for name in ALL if name != scope]
    answer = Program(match.owner, rest).post(f"matches/{match.pk}/{path}", **body)
    assert answer.status_code == 403 and f"“{scope}”" in answer.json()["detail"]
    assert Program(match.owner, ["play"]).get("me/").status_code == 403


def test_tokens_expire_and_can_be_revoked(owner: Any) -> None:
    """By time, by hand, with the password, with the account; and the stored hash gives no access."""
    program, token = Program(owner), ApiToken.objects.get()
    assert program.get("me/").json() == {
        "name": "owner", "display_name": "owner", "time_zone": "UTC", "is_bot": False, "scopes": ALL
    }  # fmt: skip
    assert (
        program.key not in msgspec.json.encode(list(ApiToken.objects.values_list("name", "key_hash", "mark"))).decode()
    )
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert program.get("me/").status_code == 401
    ApiToken.objects.update(expires_at=timezone.now() + timedelta(days=1))
    assert program.get("me/").status_code == 200
    owner.set_password("another one for today")
    owner.save()
    assert program.get("me/").status_code == 401
    program = Program(owner)
    browser_of(owner).post(f"/people/me/tokens/{token.pk + 1}/revoke/")
    assert program.get("me/").status_code == 401
    program = Program(owner)
    owner.is_active = False
    owner.save()
    assert program.get("me/").status_code == 401


def test_a_token_is_shown_once(owner: Any, stranger: Any) -> None:
    browser = browser_of(owner)
    page = browser.post("/people/me/tokens/", {"name": "Notifier", "scopes": ["read"], "days": "30"})
    key = page.context["key"]
    assert key.startswith("pp_") and key in page.content.decode()
    again = browser.get("/people/me/tokens/").content.decode()
    assert "Notifier" in again and key not in again
    browser_of(stranger).post(f"/people/me/tokens/{ApiToken.objects.get().pk}/revoke/")
    assert ApiToken.objects.count() == 1, "somebody else’s"
    assert browser.post("/people/me/tokens/", {"name": "", "days": "30"}).status_code == 422


def test_a_program_opens_a_table_and_a_friend_joins(owner: Any, player: Any) -> None:
    opened = Program(owner).post("tables/", game=GAME, seats=3).json()
    friend = Program(player)
    assert friend.post(f"tables/{opened['id']}/join/").status_code == 404, "it is private"
    key = opened["invite_url"].partition("?key=")[2]
    assert friend.post(f"tables/{opened['id']}/join/", key=key).json() == {"ok": True}
    assert [seat.user for seat in Match.objects.get().seats.order_by("number")][:2] == [owner, player]
    assert [row["id"] for row in friend.get("matches/", status="open").json()["tables"]] == [opened["id"]]
    assert friend.post(f"tables/{opened['id']}/leave/").json() == {"ok": True}
    assert friend.get("matches/").json() == {"tables": [], "next": None}


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"game": "chess", "seats": 2}, 404, "no such game"),
        ({"game": GAME, "seats": 99}, 422, "."),
        ({"game": GAME, "seats": 3, "colour": "red"}, 422, "colour"),
        ({"game": GAME, "seats": "three"}, 422, "seats"),
        ({"game": GAME, "seats": 3, "move_seconds": 5}, 422, "correspondence 86400 + 259200"),
    ],
)
def test_an_invalid_table_is_refused(owner: Any, body: Any, status: int, words: str) -> None:
    answer = Program(owner).post("tables/", **body)
    assert answer.status_code == status and words in answer.json()["detail"] and not Match.objects.exists()


def test_a_form_is_refused_as_no_json(owner: Any) -> None:
    client = Program(owner).client
    assert client.post("/api/v1/tables/", {"game": GAME}).status_code == 400  # multipart/form-data
    assert client.post("/api/v1/tables/", "a=%00", content_type="application/x-www-form-urlencoded").status_code == 400
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(owner)
    browser.get("/mine/")
    form = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value, "game": GAME}
    assert browser.post("/api/v1/tables/", form).status_code == 400
    assert not Match.objects.exists()


def test_lists_continue_at_the_cursor(start: Any, owner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoints, "PER_PAGE", 2)
    ids = sorted((start().pk for _ in range(3)), reverse=True)
    program = Program(owner)
    first = program.get("matches/").json()
    second = program.get("matches/", cursor=first["next"]).json()
    assert [row["id"] for row in [*first["tables"], *second["tables"]]] == ids and second["next"] is None
    assert program.get("matches/", cursor="x").status_code == 422


@pytest.mark.parametrize(
    ("path", "status"),
    [("tables/?game=%00", 400), ("tables/?game=chess", 404), ("matches/?status=%00", 400), ("matches/?cursor=-1", 422)],
)
def test_odd_parameters_are_refused(owner: Any, path: str, status: int) -> None:
    assert Program(owner).client.get(f"/api/v1/{path}").status_code == status


@pytest.mark.parametrize("since", ["9" * 5000, "x", "-1"])
def test_an_invalid_version_is_refused(start: Any, owner: Any, since: str) -> None:
    assert Program(owner).get(f"matches/{start().pk}/log/", since=since).status_code == 422


def test_chat_by_api_reaches_open_pages(start: Any, owner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match, told = start(), []
    monkeypatch.setattr(endpoints.broadcast, "chat", told.append)
    assert Program(owner).post(f"matches/{match.pk}/chat/", text="Hello").status_code == 200
    assert told == [match.pk]
    lines = Program(owner).get(f"matches/{match.pk}/chat/").json()["lines"]
    assert [(line["by"], line["text"]) for line in lines] == [("owner", "Hello")]


def test_unchanged_responses_are_304(start: Any) -> None:
    match = start()
    program, body = mover(match)
    tag = program.get(f"matches/{match.pk}/")["ETag"]
    path = f"/api/v1/matches/{match.pk}/"
    assert program.client.get(path, headers={"If-None-Match": tag}).status_code == 304
    program.post(f"matches/{match.pk}/moves/", **body)
    assert program.client.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_too_many_requests(owner: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HAS_RATE_LIMITS = True
    monkeypatch.setattr(rate_limits, "API_CALLS_PER_MINUTE", 2)
    program = Program(owner)
    assert [program.get("me/")["RateLimit-Remaining"] for _ in range(2)] == ["1", "0"]
    assert program.get("me/").status_code == 429


def test_the_record_is_available_after_the_end(start: Any, owner: Any) -> None:
    match = start()
    program = Program(owner)
    assert program.get(f"matches/{match.pk}/record/").status_code == 409
    move_on(match, 500)
    record = program.get(f"matches/{match.pk}/record/").json()
    shown = browser_of(owner).get(f"/match/{match.pk}/record.json").json()
    assert record == shown and record["playpost"] == 1


def test_a_cookie_alone_changes_nothing(start: Any) -> None:
    match = start()
    _, body = mover(match)
    client = Client(enforce_csrf_checks=True)
    client.force_login(user_of(load_match(match.pk), 0))
    answer = client.post(f"/api/v1/matches/{match.pk}/moves/", json.dumps(body), content_type="application/json")
    assert answer.status_code == 403 and "X-CSRFToken" in answer.json()["detail"]
    assert load_match(match.pk).version == 1, "only the start is there"


def test_wrong_methods_bodies_and_keys(owner: Any) -> None:
    program = Program(owner)
    assert (answer := program.post("me/")).status_code == 405 and answer["Allow"] == "GET"
    raw = program.client.post("/api/v1/tables/", "{", content_type="application/json")
    assert (raw.status_code, raw.json()["detail"]) == (400, "The body is not a JSON object.")
    for header in ("Bearer nonsense", "Basic abc", "Bearer"):
        assert Client(headers={"Authorization": header}).get("/api/v1/me/").status_code == 401
    assert Client().get("/api/v1/me/").status_code == 401


def test_every_response_fits_its_schema(start: Any, owner: Any) -> None:
    """Call each GET endpoint once, and check its response against its type."""
    match = start()
    move_on(match, 3)
    program, asked = Program(owner), 0
    for one in ENDPOINTS:
        path = one.path.replace("<int:match_id>", str(match.pk)).replace("<slug:game>", GAME)
        if one.method == "GET" and not path.endswith("record/"):
            msgspec.json.decode(program.get(path).content, type=one.answer)
            asked += 1
    assert asked == 13


def test_openapi_lists_every_endpoint() -> None:
    described = document()
    operations = [operation for path in described["paths"].values() for operation in path.values()]
    named = sorted(operation["operationId"] for operation in operations)
    assert named == sorted(["stream", *(one.name for one in ENDPOINTS)])
    text = json.dumps(described)
    assert described["openapi"] == "3.1.0" and all(operation["summary"] for operation in operations)
    for name in described["components"]["schemas"]:
        assert f'"#/components/schemas/{name}"' in text, f"{name} is used by nobody"


def test_the_documentation_page_lists_every_endpoint(client: Client, db: None) -> None:
    page = client.get("/api/").content.decode()
    assert all(one.words.partition(".")[0] in page or "’" in one.words for one in ENDPOINTS)


@pytest.mark.parametrize("slug", sorted(load()))
def test_the_api_shows_everything_that_the_table_page_shows(start: Any, owner: Any, player: Any, slug: str) -> None:
    people = [owner, player, *(make_person(f"third{n}") for n in range(load()[slug].meta.seats[0] - 2))]
    match = start(slug, tuple(people))
    move_on(match, 3)
    loaded = load_match(match.pk)
    for user in (owner, player, make_person("watcher")):
        told = Program(user).get(f"matches/{match.pk}/").json()
        page = unescape(browser_of(user).get(f"/match/{match.pk}/").content.decode())
        assert told["headline"] in page and all(name in page for name in told["names"])
        assert (told["due_at"] is None) == (loaded.asked == [])
        assert told["commitment"] == loaded.commitment and told["pace"] == loaded.pace
        log = Program(user).get(f"matches/{match.pk}/log/").json()["lines"]
        plain = re.sub("</?b[^>]*>", "", page)  # without the colours of the players
        assert log and all(line["text"] in plain for line in log[-3:])
        for decision in told["decisions"]:
            assert decision["decision"]["prompt"] in page or decision["decision"]["optional"]


def test_a_proposal_is_shown_to_players_only(start: Any, owner: Any, player: Any, staff: Any) -> None:
    match = start()
    proposals.ask_pause(match_id=match.pk, user=owner, days=2)
    path, told = f"matches/{match.pk}/", {}
    for user in (owner, player, staff):
        told[user] = Program(user).get(path).json()["proposal"]
        page = unescape(browser_of(user).get(f"/match/{match.pk}/").content.decode())
        words = "You ask for a pause of 2 days." if user == owner else "owner asks for a pause of 2 days."
        assert told[user]["words"] == words and words in page
    assert [(row["is_mine"], row["asks_me"]) for row in told.values()] == [(True, False), (False, True), (False, True)]
    assert sorted(told[owner]["waits_for"]) == ["player", "staff"] and told[owner]["kind"] == "pause"
    proposal = Proposal.objects.get()
    proposals.agree(match_id=match.pk, user=player, proposal_id=proposal.pk)
    assert Program(player).get(path).json()["proposal"] | {"until": ""} == told[player] | {
        "asks_me": False, "waits_for": ["staff"], "until": ""
    }  # fmt: skip
    watcher = Program(make_person("watcher")).get(path).json()
    assert watcher["proposal"] is None and watcher["paused_until"] is None
    proposals.agree(match_id=match.pk, user=staff, proposal_id=proposal.pk)
    seen = Program(player).get(path).json()
    assert seen["proposal"] is None
    assert datetime.fromisoformat(seen["paused_until"]) - timezone.now() > timedelta(days=1)


def test_private_notes_are_shown_to_nobody_else(start: Any, owner: Any, player: Any) -> None:
    match = start()
    chat_writing.save_notes(match_id=match.pk, user=owner, text="Bo keeps the eights")
    assert Program(owner).get(f"matches/{match.pk}/").json()["notes"] == "Bo keeps the eights"
    for user in (player, make_person("watcher")):
        assert Program(user).get(f"matches/{match.pk}/").json()["notes"] == ""


def test_a_finished_match_shows_rating_changes(start: Any, owner: Any, player: Any) -> None:
    match, friendly = (start(DUEL, (owner, player), is_rated=is_rated) for is_rated in (True, False))
    watcher = Program(make_person("watcher"))
    assert watcher.get(f"matches/{match.pk}/").json()["ratings"] == [None, None]
    for one in (match, friendly):
        leaving.resign(match_id=one.pk, user=owner)
    told = watcher.get(f"matches/{match.pk}/").json()["ratings"]
    lost, won = (told[load_match(match.pk).seat_of(user.pk)] for user in (owner, player))
    assert lost["before"] == won["before"] == 1500 and lost["after"] < 1500 < won["after"]
    assert watcher.get(f"matches/{friendly.pk}/").json()["ratings"] == [None, None]


@pytest.mark.parametrize("address", ["/api/", "/api/openapi.json", "/api/record.schema.json"])
def test_documentation_can_be_cached(client: Client, db: None, address: str) -> None:
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert first.status_code == 200 and again.status_code == 304 and not again.content
    assert client.get(address, headers={"If-None-Match": '"other"'}).status_code == 200


def test_an_idempotency_key_opens_one_table(owner: Any, player: Any) -> None:
    body = {"game": GAME, "seats": 3}
    first = Program(owner)
    first.client.defaults["HTTP_IDEMPOTENCY_KEY"] = "one"
    opened = first.post("tables/", **body)
    assert opened.status_code == 200 and first.post("tables/", **body).json() == opened.json()
    assert Match.objects.count() == 1
    assert first.post("tables/", game=FROM_TWO, seats=2).status_code == 422, f"the key belongs to a table of {TITLE}"
    first.client.defaults["HTTP_IDEMPOTENCY_KEY"] = "two"
    assert first.post("tables/", **body).json()["id"] != opened.json()["id"]
    other = Program(player)
    other.client.defaults["HTTP_IDEMPOTENCY_KEY"] = "one"
    assert other.post("tables/", **body).json()["id"] != opened.json()["id"], "keys of others are none of mine"
    other.client.defaults["HTTP_IDEMPOTENCY_KEY"] = "x" * 65
    assert other.post("tables/", **body).status_code == 422
    assert Match.objects.count() == 3


def test_two_requests_at_the_same_moment_open_one_table(owner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(owner)
    program.client.defaults["HTTP_IDEMPOTENCY_KEY"] = "one"
    opened = program.post("tables/", game=GAME, seats=3).json()
    real, looks = endpoints._opened_before, list[int]()

    def too_early(user: Any, facts: Any) -> Any:
        looks.append(1)
        return real(user, facts) if len(looks) > 1 else None

    monkeypatch.setattr(endpoints, "_opened_before", too_early)
    assert program.post("tables/", game=GAME, seats=3).json() == opened
    assert len(looks) == 2 and Match.objects.count() == 1


def test_invitations_of_blocked_people_are_not_listed(owner: Any, player: Any, table: Any) -> None:
    from accounts.people import blocks
    from games.lobby import tables

    tables.invite(match_id=table().pk, by=owner, name="player")
    assert len(Program(player).get("invitations/").json()["invitations"]) == 1
    blocks.block(by=player, whom=owner)
    assert Program(player).get("invitations/").json()["invitations"] == []


@pytest.mark.parametrize("slug", sorted(load()))
def test_views_and_components_fit_their_schemas(owner: Any, slug: str) -> None:
    """Views match their schema, and components contain nothing that the title keeps private."""
    program, game = Program(owner), load()[slug]
    schema = program.get(f"games/{slug}/view/").json()["schema"]
    position, _ = engine.start(
        game, game.meta.seats[0], game.rules.options.defaults(game.meta.seats[0], "live"), "0" * 32
    )
    told = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    assert codec.plain(engine.view_for(game, position, 0)).keys() <= told["properties"].keys()
    assert program.get(f"games/{slug}/components/").json()["components"] == json.loads(
        msgspec.json.encode(public_components(folder(slug)))
    )


@pytest.mark.parametrize(("error", "status"), [(ZeroDivisionError, 500), (OperationalError, 503)])
def test_a_server_error_is_a_problem_response(
    owner: Any, monkeypatch: pytest.MonkeyPatch, error: type[Exception], status: int
) -> None:
    def fails(*_: Any) -> Any:
        raise error("secret")

    monkeypatch.setattr(endpoints, "decisions_and_invitations", fails)
    program = Program(owner)
    program.client.raise_request_exception = False
    answer = program.get("decisions/")
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.status_code == answer.json()["status"] == status and "secret" not in answer.content.decode()


def test_a_damaged_address_gets_a_problem_response(owner: Any) -> None:
    answer = Program(owner).get("matches/", status="\0")
    assert answer.status_code == answer.json()["status"] == 400
    assert answer["Content-Type"] == "application/problem+json"


def test_an_unknown_address_gets_a_problem_response(owner: Any) -> None:
    for answer in (Program(owner).get("games/chess/"), Program(owner).post("matches/one/moves/")):
        assert answer.status_code == answer.json()["status"] == 404
        assert answer["Content-Type"] == "application/problem+json"
