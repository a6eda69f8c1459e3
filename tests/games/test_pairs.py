"""Pairs of matches that differ only in what is hidden: at every door, a viewer gets the same from both.

The other tests of secrecy redraw positions with the title's own `determinize`; a title that forgets something there
would be believed. Here each title's tests/pairs.py changes hidden cards by hand, and sealed answers are given through
the door for moves, one way and another.
"""

import importlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import OutgoingMail, User
from accounts.notices import calendar_feeds, payloads, registry
from accounts.notices.models import Channel
from games.kernel import codec, legal_moves
from games.kernel.position import Open
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.mail import link_preview, links
from games.matches import play, recent
from games.matches.loaded import LoadedMatch, copy_match, load_match
from games.models import Match
from games.table import fragments, log_words
from games.titles import load
from tests.fixtures import empty_cache, make_person
from tests.games.conftest import move_on, user_of
from tests.games.test_leaks import answers, put, streamed
from tests.games.test_secrets import emails_about, shown

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits"), pytest.mark.slow]
TITLES = sorted(slug for slug, game in load().items() if not game.meta.model)
STEPS, MOST_STEPS = 3, 60  # positions of a match that are looked at; until somebody answers in secret


@pytest.fixture
def match(request: pytest.FixtureRequest, start: Any, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match of the title, whose time is fixed."""
    slug = request.getfixturevalue("slug")
    people = [make_person(name) for name in ("ada", "bo", "cy", "dee", "watcher")]
    for person in people:
        calendar_feeds.token_of(person)  # so that all that follows names the same addresses
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
    assert compared >= STEPS


def answers_to(loaded: LoadedMatch, asked: Open) -> list[Move]:
    """Different answers to this decision; none once it has been answered, as the same again changes nothing."""
    if asked.answer is not None:
        return []
    draw = partial(legal_moves.random_move, loaded.game, loaded.at_table(), asked.decision)
    moves = [draw(Rng(f"{number:032x}")) for number in range(30)]
    return [move for place, move in enumerate(moves) if move.verb == moves[0].verb and move not in moves[:place]]


@contextmanager
def answered(match: Match, asked: Open, move: Move) -> Iterator[bool]:
    """Give this answer for a while. Yields whether it is sealed: others are still to answer, or it is an order."""
    loaded = load_match(match.pk)
    with transaction.atomic():
        facts = {"seat": asked.decision.seat, "user": user_of(loaded, asked.decision.seat), "by": "web"}
        play.play_move(match_id=match.pk, decision=asked.id, move=move, **facts)
        yield load_match(match.pk).at_table().serial == loaded.at_table().serial
        transaction.set_rollback(True)
    for cache in (recent._matches, log_words._LOG_LINES, fragments._RECORD):
        cache._kept.clear()  # the next answer leads to the same revision, but to another world


def is_sealed(match: Match, asked: Open, move: Move) -> bool:
    with answered(match, asked, move) as is_secret:
        return is_secret


def after(match: Match, asked: Open, move: Move, monkeypatch: pytest.MonkeyPatch) -> dict[int | None, dict[str, Any]]:
    """What everyone else gets once this answer is given."""
    with answered(match, asked, move):
        seats = {None, *range(len(load_match(match.pk).seats))} - {asked.decision.seat}
        return {seat: doors(match, seat, monkeypatch) for seat in seats}


@pytest.mark.parametrize("slug", TITLES)
def test_sealed_answers_change_nothing(match: Match, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each kind of sealed answer, two are compared. Where one seat is asked at a time, there are none."""
    seen, most_asked = set(), 0
    for step in range(MOST_STEPS):
        loaded = move_on(match, 1, Rng(f"{step:032x}"))
        if loaded.is_over or (seen and step >= 4 * STEPS):
            break
        most_asked = max(most_asked, len(loaded.open_decisions()))
        for asked in loaded.open_decisions():
            moves = [move for move in answers_to(loaded, asked) if move.verb not in seen]
            moves = [move for move in moves if is_sealed(match, asked, move)]
            if len(moves) > 1:
                first, second = (after(match, asked, move, monkeypatch) for move in moves[:2])
                for seat in first:
                    assert differences(first[seat], second[seat]) == [], (step, asked.id, seat)
                seen.add(moves[0].verb)
    assert seen or most_asked == 1
