"""Replay pages and visits: who can see which view and when, what was missed, and what is stored."""

import json
import re
import zlib

import pytest
from django.test import Client
from msgspec import structs

from games.kernel import codec, engine, replay
from games.matches import leaving
from games.matches.loaded import load_match
from games.matches.unstored import unstored_match
from games.models import Match, MoveRecord, Visit
from games.table import beats, fragments, presenter
from games.titles import folder, load
from tests.games.conftest import browser_of, move_on, user_of
from tests.samples import LONG

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(start) -> Match:
    match: Match = start()
    move_on(match, 6)
    return match


def hand_of(match: Match, seat: int, version: int, page: str) -> bool:
    """Does the page show the hand that this seat held at that time?"""
    from games.table.replay import at_version

    loaded = at_version(load_match(match.pk), version)
    words = " ".join(map(str, engine.view_for(loaded.game, loaded.at_table(), seat).hand))
    return f"{words}" in re.sub(r"\s+", " ", page)


def look(client: Client, match: Match, **query) -> str:
    answer = client.get(f"/match/{match.pk}/history/", query)
    assert answer.status_code == 200
    return answer.content.decode()


def finish(match: Match) -> None:
    loaded = load_match(match.pk)
    for seat in (1, 2):
        leaving.resign(match_id=match.pk, user=user_of(loaded, seat))


@pytest.mark.parametrize("wanted", ["1", "2", "all"])
def test_nobody_can_see_anothers_view_while_a_match_is_running(played, wanted):
    for client in (browser_of(user_of(load_match(played.pk), 0)), Client()):
        for part in ({}, {"part": 1}):
            answer = client.get(f"/match/{played.pk}/history/", {"at": 4, "as": wanted} | part)
            page = answer.content.decode()
            assert answer.status_code == 403 and "from your own seat" in page
            assert not hand_of(played, 1, 4, page) and not hand_of(played, 2, 4, page)


@pytest.mark.parametrize("wanted", ["table", "99", "-1", "x"])
def test_an_unknown_point_of_view_falls_back_to_your_own(played, wanted):
    for client in (browser_of(user_of(load_match(played.pk), 0)), Client()):
        page = look(client, played, at=4, **{"as": wanted})
        assert not hand_of(played, 1, 4, page) and not hand_of(played, 2, 4, page)
        assert "Everything" not in page and "As player saw it" not in page


def test_after_the_end_every_point_of_view_is_open(played):
    finish(played)
    assert "As player saw it" in look(Client(), played, at=4)
    page = look(Client(), played, at=4, **{"as": "all"})
    assert all(hand_of(played, seat, 4, page) for seat in range(3))
    page = look(Client(), played, at=4, **{"as": "1"})
    assert 'aria-label="Your hand' in page or "Your hand" in page


def test_the_text_version_shows_the_chosen_point_of_view(played):
    own = look(browser_of(user_of(load_match(played.pk), 0)), played, at=4)
    words = [page.partition("data-words")[2].partition("</dl>")[0] for page in (own, look(Client(), played, at=4))]
    assert "Storage" in words[0] and "Your hand" in words[0]
    assert "Storage" in words[1] and "Your hand" not in words[1]


def test_a_last_word_is_not_a_move(played):
    finish(played)
    client = browser_of(user_of(load_match(played.pk), 0))
    before = look(client, played, part=1)
    assert client.post(f"/match/{played.pk}/last-word/", {"words": "Good game"}).status_code == 302
    assert look(client, played, part=1) == before and "After move 8 of 8" in before
    assert "Good game" in client.get(f"/match/{played.pk}/").content.decode()


def test_a_jump_counts_moves_and_a_partial_holds_only_the_moment(played):
    page = look(Client(), played, move=3)
    assert "After move 3 of 6" in page
    part = look(Client(), played, at=4, part=1)
    assert "After move 3 of 6" in part and "<html" not in part and 'data-version="4"' in part
    assert "After move 6 of 6" in look(Client(), played, move=999) and "The start" in look(Client(), played, move=0)


def test_missed_moves_are_counted_from_the_last_visit(played):
    loaded = load_match(played.pk)
    me = user_of(loaded, next(line.seat for line in loaded.lines if line.version == 5))  # has not moved since
    client = browser_of(me)
    table = f"/match/{played.pk}/"
    assert "since your last visit" not in client.get(table).content.decode()
    assert client.post(f"{table}seen/", {"version": 5, "said": 0}).json() == {"elsewhere": False, "undo": 0}
    page = client.get(table).content.decode()
    assert "2 moves since your last visit" in page and f"{table}history/?at=5&amp;play=1" in page
    client.post(f"{table}seen/", {"version": 3, "said": 0})  # a late report from an old page
    assert Visit.objects.get(user=me).version == 5
    client.post(f"{table}seen/", {"version": 999, "said": 0})
    assert Visit.objects.get(user=me).version == 7 == load_match(played.pk).version
    assert "since your last visit" not in client.get(table).content.decode()


def test_own_moves_are_not_missed(played):
    loaded = load_match(played.pk)
    last = next(line for line in reversed(loaded.lines) if line.seat is not None)
    me = user_of(loaded, last.seat)
    client = browser_of(me)
    client.post(f"/match/{played.pk}/seen/", {"version": 1, "said": 0})
    assert last.version == loaded.version and last.by == "web"
    assert "since your last visit" not in client.get(f"/match/{played.pk}/").content.decode()


def test_opening_the_replay_writes_nothing_and_nonsense_is_refused(played):
    client = browser_of(user_of(load_match(played.pk), 0))
    client.get(f"/match/{played.pk}/")
    assert not Visit.objects.exists()
    for data in ({"version": "x"}, {"version": "-1"}, {"said": "9" * 30}):
        assert client.post(f"/match/{played.pk}/seen/", data).status_code == 422
    assert not Visit.objects.exists()


def test_a_replay_jumps_from_round_to_round(start, owner):
    match = start(options=LONG)
    move_on(match, 400)
    kinds = beats.deals(match.slug)
    records = MoveRecord.objects.filter(match=match).order_by("number")
    begin = [row.version for row in records if any(event.kind in kinds for event in codec.load_events(row.events))]
    assert len(begin) > 2
    middle = f"/match/{match.pk}/history/?at={begin[1]}"
    page = browser_of(owner).get(middle).content.decode()
    assert f'data-go="round-before" href="/match/{match.pk}/history/?at={begin[0]}"' in page
    assert f'data-go="round-after" href="/match/{match.pk}/history/?at={begin[2]}"' in page


def test_next_is_in_the_same_place_at_the_start_and_later(start, owner):
    """Whoever presses it twice does not go back."""
    match = start()
    move_on(match, 2)
    pages = [browser_of(owner).get(f"/match/{match.pk}/history/?at={at}").content.decode() for at in (1, 2)]
    bars = [page[page.index('<nav class="travel"') : page.index('data-go="next"')] for page in pages]
    assert bars[0].count('class="button') == bars[1].count('class="button')


@pytest.mark.parametrize("slug", sorted(load()))
def test_what_stood_before_each_deal_of_recorded_matches_can_be_shown(slug):
    game = load()[slug]
    for path in sorted((folder(slug) / "tests" / "recorded").glob("*.json")):
        record = json.loads(path.read_text())
        names = [f"Player {seat}" for seat in range(record["seats"])]
        position, _ = replay.begin(game, record)
        for step in replay.steps(game, record, position):
            if step.outcome.between is None:
                continue
            told = zlib.compress(codec.dump(step.outcome.between))
            over = unstored_match("key", slug, names, [*range(1, len(names) + 1)], 2)  # the same move may end the match
            loaded = structs.replace(over, position=position, between=told)
            for seat in (None, 0):
                assert "board" in fragments.before_deal(loaded, presenter.Viewer(seat=seat), ())
