"""Pairs of matches that differ only in what is hidden: at every door, a viewer gets the same from both.

The other tests of secrecy redraw positions with the title's own `determinize`; a title that forgets something there
would be believed. Here each title's tests/pairs.py changes hidden cards by hand, and sealed answers are given through
the door for moves, one way and another.
"""

import importlib
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import OutgoingMail, User
from accounts.notices import feeds, payloads, registry
from accounts.notices.models import Channel
from games.kernel import codec, legal_moves
from games.kernel.position import Open
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.mail import link_preview, links
from games.matches import play
from games.matches.loaded import LoadedMatch, copy_match, load_match
from games.models import Match
from games.titles import load
from tests.fixtures import empty_cache, make_person
from tests.games.conftest import move_on, user_of
from tests.games.test_leaks import answers, put, streamed
from tests.games.test_secrets import emails_about, shown

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits"), pytest.mark.slow]
TITLES = sorted(slug for slug, game in load().items() if not game.meta.model)
STEPS = 3  # positions of a match that are looked at


@pytest.fixture
def match(request: pytest.FixtureRequest, start: Any, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match of the title, whose time is fixed."""
    slug = request.getfixturevalue("slug")
    people = [make_person(name) for name in ("ada", "bo", "cy", "dee", "watcher")]
    for person in people:
        feeds.token_of(person)  # so that all that follows names the same addresses
    begun: Match = start(slug, tuple(people[: load()[slug].meta.seats[0]]))
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    monkeypatch.setattr(links, "link", lambda ticket, mark="": f"https://example.org/{ticket.choice}")
    return begun


def doors(match: Match, seat: int | None, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What one viewer gets: pages, cards, API, calendar, feed, export, stream, socket, preview, emails, webhooks."""
    empty_cache()  # an email no longer applies once its reader has seen the table
    loaded = load_match(match.pk)
    user = User.objects.get(username="watcher") if seat is None else User.objects.get(pk=loaded.seats[seat].user)
    found: dict[str, Any] = {"stream": streamed(user, match), **shown(loaded, seat), **answers(user, match)}
    found["preview"] = link_preview.tags_of_match(loaded, "", user)
    found["webhooks"] = [re.sub(rb"\d{10,}", b"", body) for body in webhooks(user)]
    if seat is not None:
        with monkeypatch.context() as patched:
            found["emails"] = emails_about(loaded, seat, patched)
    return found


def webhooks(user: User) -> list[bytes]:
    """The bodies that would be posted about everything that this person has heard of."""
    channel = Channel(user=user, kind="json", name="x", url="https://example.org/")
    rows = OutgoingMail.objects.filter(user=user, kind__in=registry.announcers).order_by("pk")
    told = [(row.kind, registry.announcers[row.kind](row.data, user)) for row in rows]
    return [payloads.body_for(channel, kind, news) for kind, news in told if news]


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    return [door for door in one if one[door] != other[door]]


@pytest.mark.parametrize("slug", TITLES)
def test_hidden_cards_change_nothing(match: Match, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = importlib.import_module(f"games.titles.{slug}.tests.pairs")
    compared = 0
    for step in range(STEPS):
        loaded = move_on(match, 3, Rng(f"{step:032x}"))
        for seat in (None, step % len(loaded.seats)):
            other = copy_match(loaded)
            if not pairs.change_what_is_hidden(other.at_table().state, seat):
                continue
            kept = Match.objects.get(pk=match.pk).position
            changed = codec.dump(other.at_table()).decode()
            assert changed != kept
            before = doors(match, seat, monkeypatch)
            put(match, changed)
            assert differences(before, doors(match, seat, monkeypatch)) == [], (step, seat)
            put(match, str(kept))
            compared += 1
        if loaded.is_over:
            break
    assert compared >= STEPS // 2


def sealed(loaded: LoadedMatch) -> Iterator[tuple[Open, Move, Move]]:
    """Decisions that others are asked at the same time, each with two different answers."""
    for asked in loaded.open_decisions():
        draw = partial(legal_moves.random_move, loaded.game, loaded.at_table(), asked.decision)
        moves = [draw(Rng(f"{number:032x}")) for number in range(6)]
        unlike = next((move for move in moves if move != moves[0]), None)
        if unlike is not None:
            yield asked, moves[0], unlike


def after(match: Match, asked: Open, move: Move, monkeypatch: pytest.MonkeyPatch) -> dict[int | None, dict[str, Any]]:
    """What everyone else gets once this answer is given; {} if it is not sealed."""
    loaded = load_match(match.pk)
    with transaction.atomic():
        facts = {"seat": asked.decision.seat, "user": user_of(loaded, asked.decision.seat), "by": "web"}
        play.play_move(match_id=match.pk, decision=asked.id, move=move, **facts)
        viewers = [] if load_match(match.pk).version > loaded.version else [None, *range(len(loaded.seats))]
        found = {seat: doors(match, seat, monkeypatch) for seat in viewers if seat != facts["seat"]}
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("slug", TITLES)
def test_sealed_answers_change_nothing(match: Match, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which nobody answers in secret has nothing to compare."""
    seen = set()
    for step in range(4 * STEPS):
        loaded = move_on(match, 1, Rng(f"{step:032x}"))
        if loaded.is_over:
            break
        for asked, one, other in sealed(loaded):
            if (verb := one.verb) in seen:
                continue
            first = after(match, asked, one, monkeypatch)
            second = after(match, asked, other, monkeypatch) if first else {}
            for seat in second:
                assert differences(first[seat], second[seat]) == [], (step, verb, seat)
                seen.add(verb)
