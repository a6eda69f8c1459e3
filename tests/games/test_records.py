"""Exported records: their schema, the stand-alone checker, and embedding moments in other pages."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.kernel import engine
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import Match
from tests.games.conftest import browser_of, move_on, user_of
from tests.samples import FROM_TWO

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
NO_WEB = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("django", "channels", "celery", "redis", "psycopg"):
            raise ImportError(name + " is blocked")
sys.meta_path.insert(0, Blocker())
from playpost_verify.__main__ import main
raise SystemExit(main())
"""


@pytest.fixture
def over(start: Any) -> Match:
    """A match with some moves in which two players have resigned."""
    match: Match = start(is_public=True)
    loaded = move_on(match, 9)
    for seat in (1, 2):
        leaving.resign(match_id=match.pk, user=user_of(loaded, seat))
    return match


def verify(record: bytes, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", NO_WEB, "-", *arguments]
    env = {"PYTHONPATH": str(ROOT / "clients" / "python")}
    return subprocess.run(command, input=record.decode(), env=env, capture_output=True, text=True, cwd="/")


def record_of(match: Match) -> Any:
    return browser_of(match.owner).get(f"/api/v1/matches/{match.pk}/record/")


def test_a_record_is_checked_without_a_site(over: Match) -> None:
    done = verify(record_of(over).content)
    assert done.returncode == 0, done.stderr
    assert "The seed is the one that was promised" in done.stdout and "The result is confirmed: 1. " in done.stdout


def test_the_checker_also_verifies_players_numbers(start: Any, owner: Any, player: Any) -> None:
    from games.lobby import tables

    clock = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
    match = tables.create_match(owner=owner, slug=FROM_TWO, seats=2, options={}, **clock)
    tables.join(match_id=match.pk, user=player, token=match.token, client_seed="5a" * 16)
    leaving.resign(match_id=match.pk, user=player)
    done = verify(record_of(match).content)
    assert done.returncode == 0, done.stderr
    assert "and the number of one player" in done.stdout


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": "0" * 32}, "not the one that the commitment promised"),
        ({"result": [3, 1, 2]}, "the record says [3, 1, 2]"),
        ({"moves": []}, "At the end"),
        ({"slug": "chess"}, "no game called"),
        ({"seats": "three"}, "isn't the record of a match"),
    ],
)
def test_a_tampered_record_is_detected(over: Match, change: dict[str, Any], words: str) -> None:
    done = verify(json.dumps(record_of(over).json() | change).encode())
    assert done.returncode == 1 and words in done.stderr


def test_without_the_rules_the_checker_says_what_is_missing(tmp_path: Path) -> None:
    done = verify(b"{}", "--engine", str(tmp_path))
    assert done.returncode == 2 and "--engine" in done.stderr


def test_the_schema_describes_every_field_of_a_record(over: Match) -> None:
    schema = Client().get("/api/record.schema.json").json()
    told, line = schema["$defs"]["Record"], schema["$defs"]["Line"]
    record = record_of(over).json()
    assert set(told["required"]) <= record.keys() <= told["properties"].keys()
    assert all(one.keys() <= line["properties"].keys() for one in record["moves"])
    assert all(field.get("description") for name, field in told["properties"].items() if name != "moves")


def test_only_the_embed_page_can_be_framed_by_other_sites(over: Match) -> None:
    answer = Client().get(f"/match/{over.pk}/embed/?at=3")
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors *" in policy and "script-src 'none'" in policy and "form-action 'none'" in policy
    assert "X-Frame-Options" not in answer and not answer.cookies and "unsafe" not in policy
    page = answer.content.decode()
    assert "After move 2 of" in page and "<script" not in page and "<form" not in page
    for other in ("history/", "", "proof/"):
        refused = Client().get(f"/match/{over.pk}/{other}")
        assert refused["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in refused["Content-Security-Policy"]


def test_an_embedded_moment_shows_what_spectators_saw(start: Any) -> None:
    """Even for its players: the embed page of a running match shows no hand."""
    match = start(is_public=True)
    loaded = move_on(match, 4)
    pages = {
        client.get(f"/match/{match.pk}/embed/").content
        for client in (Client(), *(browser_of(user_of(loaded, seat)) for seat in range(3)))
    }
    without_nonce = {page.split(b"</head>")[1] for page in pages}
    assert len(without_nonce) == 1
    position = load_match(match.pk).at_table()
    words = without_nonce.pop().decode()
    for seat in range(3):
        hand = engine.view_for(loaded.game, position, seat).hand
        assert " ".join(map(str, hand)) not in words


def test_the_replay_offers_embedding_for_public_matches_only(start: Any) -> None:
    public, private = start(is_public=True), start(is_public=False)
    page = browser_of(public.owner).get(f"/match/{public.pk}/history/?at=1").content.decode()
    assert f"/match/{public.pk}/embed/?at=1" in page
    assert "embed" not in browser_of(private.owner).get(f"/match/{private.pk}/history/").content.decode()
