"""Uploaded records: correct ones can be replayed, others are refused with the first difference."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.matches import leaving
from games.matches.loaded import load_match
from games.models import Match, MoveRecord
from games.records import uploads
from tests.fixtures import empty_cache
from tests.games.conftest import browser_of, move_on, user_of
from tests.games.test_replay_pages import finish
from tests.games.test_what_if import STRAY
from tests.samples import LONG

pytestmark = pytest.mark.django_db


@pytest.fixture
def record(start: Any) -> dict[str, Any]:
    match: Match = start()
    move_on(match, 9)
    finish(match)
    return json.loads(Client().get(f"/match/{match.pk}/record.json").content)


def send(client: Client, content: Any, name: str = "playpost-1.json") -> Any:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    file = BytesIO(raw)
    file.name = name
    return client.post("/records/", {"record": file})


def test_a_correct_record_is_confirmed_and_can_be_replayed(record, stranger):
    client = browser_of(stranger)
    answer = send(client, record)
    page = answer.content.decode()
    assert answer.status_code == 200 and "This record is correct" in page and "The result is confirmed" in page
    address = answer.context["replay_url"]
    first = Client().get(address, {"at": 1}).content.decode()
    assert "The start" in first and "View as" in first
    total = len(record["moves"])
    page = Client().get(address, {"at": 4, "as": "all"}).content.decode()
    assert f"After move 3 of {total}" in page and all(f"As {name} saw it" in page for name in record["seats"])
    assert Client().get(address, {"at": total + 1}).status_code == 200
    assert not STRAY.search(page)


def test_a_move_without_a_verb_is_a_difference(record, stranger):
    del record["moves"][0]["verb"]
    answer = send(browser_of(stranger), record)
    assert answer.status_code == 422 and "At move 1" in answer.content.decode()


def test_a_finished_matchs_record_is_cached_until_a_name_changes(start, owner):
    match: Match = start()
    move_on(match, 5)
    finish(match)

    def names() -> list[str]:
        return json.loads(Client().get(f"/match/{match.pk}/record.json").content)["seats"]

    assert "owner" in names()
    MoveRecord.objects.filter(match=match).delete()  # from here on it can only come from the cache
    assert "owner" in names() and len(names()) == 3
    settings_form = {"display_name": "Olga", "time_zone": "UTC", "language": "en"}
    assert browser_of(owner).post("/people/me/settings/", settings_form).status_code == 302
    assert "Olga" in names() and "owner" not in names()


def test_the_logs_of_two_records_do_not_mix(record, start, stranger):
    other: Match = start()
    loaded = move_on(other, 4)
    finish(other)
    second = json.loads(Client().get(f"/match/{other.pk}/record.json").content)
    client = browser_of(stranger)
    pages = []
    for one in (record, second):
        address = send(client, one).context["replay_url"]
        pages.append(Client().get(address, {"at": 2, "part": 1}).content)
    assert loaded and pages[0] != pages[1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": "0" * 32}, "not the one that the commitment promised"),
        ({"result": [3, 3, 3]}, "the result is"),
        ({"digest": "0" * 64}, "digest"),
        ({"slug": "chess"}, "doesn’t have the game"),
        ({"moves": [{"seat": 7, "verb": "pass"}]}, "refers to a seat"),
        ({"moves": [{"seat": 0, "drop": "bored"}]}, "refers to a seat"),
        ({"moves": [{"seat": 0, "verb": "x", "args": {"a": [[[1]]]}}]}, "the rules refuse the move x"),
        ({"options": {"rounds": 99}}, "This record is wrong"),
        ({"seats": 900}, "refers to a seat"),
        *(
            ({"seats": ["Ada", "Bo", name]}, "name must have 1 to 80")
            for name in ("", " ", "x" * 81, "a\u202eb", "a\x00", "a\nb")
        ),
        ({"moves": [{"seat": 0, "verb": "<b>" * 99}]}, "the rules refuse the move &lt;b&gt;"),
        ({"playpost": 2}, "not a record of format 1"),
    ],
)
def test_an_incorrect_record_is_refused_with_the_first_difference(record, stranger, change, words):
    answer = send(browser_of(stranger), record | change)
    assert answer.status_code == 422 and words in answer.content.decode()
    assert "replay_url" not in (answer.context or {})


@pytest.mark.parametrize("raw", [b"", b"[]", b"{", b"\xff\xfe", b'{"playpost": 1}', b"[" * 5000])
def test_other_files_are_refused_with_an_explanation(stranger, raw):
    answer = send(browser_of(stranger), raw)
    assert answer.status_code == 422
    assert "isn’t the record of a match" in answer.content.decode() or "Choose a record file" in answer.content.decode()


def test_too_large_files_and_guests_are_refused(stranger, record):
    assert send(browser_of(stranger), b"x" * (1024 * 1024 + 1)).status_code in (413, 422)
    assert send(Client(), record).status_code == 302


def test_an_expired_record_says_so(record, stranger):
    address = send(browser_of(stranger), record).context["replay_url"]
    empty_cache()
    answer = Client().get(address)
    assert answer.status_code == 404 and "Upload it again" in answer.content.decode()


def stored() -> dict[str, int]:
    """The size in bytes of each key with a part of a record."""
    client = cache._cache.get_client(write=True)
    return {key.decode(): client.strlen(key) for key in client.scan_iter("*:1:record:*")}


def test_a_stored_record_is_hardly_larger_than_its_file(start, stranger):
    empty_cache()
    match: Match = start(options=LONG)
    move_on(match, 40)
    finish(match)
    raw = Client().get(f"/match/{match.pk}/record.json").content
    assert send(browser_of(stranger), raw).status_code == 200
    assert 0 < sum(stored().values()) < 5 * len(raw)


def test_only_a_persons_newest_records_are_kept(record, stranger, player):
    empty_cache()
    addresses = [send(browser_of(stranger), record).context["replay_url"] for _ in range(uploads.MOST_KEPT + 2)]
    other = send(browser_of(player), record).context["replay_url"]
    found = [Client().get(address).status_code for address in addresses]
    assert found == [404, 404] + [200] * uploads.MOST_KEPT and Client().get(other).status_code == 200
    assert len({key.split(":")[-2] for key in stored()}) == uploads.MOST_KEPT + 1


def test_a_record_that_is_too_large_is_not_kept(record, stranger, monkeypatch):
    empty_cache()
    monkeypatch.setattr(uploads, "MOST_BYTES", 100)
    answer = send(browser_of(stranger), record)
    assert answer.status_code == 413 and "too large to be kept" in answer.content.decode() and not stored()


def test_the_site_checks_a_finished_match_on_request(start, stranger):
    match: Match = start()
    move_on(match, 4)
    client = browser_of(stranger)
    assert client.post(f"/match/{match.pk}/check/").status_code == 409
    leaving.resign(match_id=match.pk, user=user_of(load_match(match.pk), 0))
    leaving.resign(match_id=match.pk, user=user_of(load_match(match.pk), 1))
    page = client.post(f"/match/{match.pk}/check/").content.decode()
    assert "The seed is the one that was promised at the start." in page
