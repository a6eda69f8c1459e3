"""Tutorials: the learner moves first, gets the same cards each time, and each move brings up the next lesson."""

import pytest
from django.urls import reverse

from games.kernel import engine
from games.lobby import tables
from games.matches import bots
from games.matches.loaded import load_match
from games.models import Match
from games.table import tutorials
from games.titles import load
from tests.games.conftest import browser_of, move_on, open_of
from tests.samples import GAME

pytestmark = pytest.mark.django_db
LEARNED = tutorials.games()


@pytest.mark.parametrize("slug", LEARNED)
def test_the_learner_moves_first_and_lessons_cite_existing_rules(owner, slug):
    client = browser_of(owner)
    answer = client.post(reverse("tutorial", args=[slug]), follow=True)
    match, tutorial = Match.objects.get(), tutorials.of_game(slug)
    loaded = load_match(match.pk)
    assert (match.is_rated, match.is_public, match.is_lesson) == (False, False, True)
    assert loaded.seat_of(owner.pk) == 0 == open_of(loaded).decision.seat  # as the lessons assume
    page = answer.content.decode()
    first = tutorial.lesson[0]
    assert f"<h2>{first.title}" in page and first.text[0].split("“")[0] in page.replace("&#x27;", "'")
    for lesson in tutorial.lesson:
        assert lesson.clauses and set(lesson.clauses) <= set(load()[slug].clauses)
    assert len(tutorial.lesson) >= 4


@pytest.mark.parametrize("slug", LEARNED)
def test_a_tutorial_always_deals_the_same_cards(owner, slug):
    views = []
    for _ in range(2):
        match = tables.begin_tutorial(owner=owner, slug=slug)
        views.append(engine.view_for(load()[slug], load_match(match.pk).at_table(), 0))
    assert views[0] == views[1]


def test_lessons_advance_with_the_learners_moves(owner):
    match = tables.begin_tutorial(owner=owner, slug=GAME)
    lessons = tutorials.of_game(GAME).lesson
    for number in range(2):
        loaded = load_match(match.pk)
        assert tutorials.coach(loaded, 0).due == number
        assert tutorials.coach(loaded, 1).lessons[number].title == lessons[number].title
        move_on(match, 1)
        while bots.play_one(match.pk):
            pass
    assert tutorials.coach(load_match(match.pk), None) is None


def test_an_unknown_game_has_no_tutorial(owner):
    assert browser_of(owner).post("/learn/chess/").status_code == 404
    assert not Match.objects.exists()
