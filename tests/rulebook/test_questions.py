"""Questions as players ask them: the search shows the answer among its first three results."""

import tomllib
from collections.abc import Iterable
from functools import cache

import pytest

from games.titles import folder, load
from rulebook.models import Section
from rulebook.search import search
from rulebook.sources import read_source

pytestmark = pytest.mark.django_db
OFFERED = [slug for slug, game in load().items() if not game.meta.model]
TOP, LEAST, GOAL = 3, 30, 0.95


def questions_of(slug: str) -> dict[str, list[str]]:
    """The title's questions, each with the rules that answer it."""
    return tomllib.loads((folder(slug) / "tests" / "questions.toml").read_text(encoding="utf-8"))


@cache
def rulings_of(slug: str) -> dict[str, set[str]]:
    """The rules that each ruling of the title explains. Reading a manual takes a third of a second."""
    return {id: {id, *ruling.clauses} for id, ruling in read_source(slug).rulings.items()}


def rules_at(slug: str, urls: Iterable[str]) -> set[str]:
    """All rules that the blocks at these URLs tell; for a ruling, all rules that it explains."""
    found: set[str] = set()
    for anchor in (url.partition("#")[2].upper().removeprefix("RULING-") for url in urls):
        told = Section.objects.filter(page__slug=slug, clause=anchor, kind__in=("rule", "also")).first()
        if told:
            same = Section.objects.filter(page=told.page, text=told.text, kind__in=("rule", "also"))
            found |= {anchor, *same.values_list("clause", flat=True)}
        found |= rulings_of(slug).get(anchor, set())
    return found


@pytest.mark.parametrize("slug", OFFERED)
def test_questions_find_their_answers(slug: str) -> None:
    asked, missed = questions_of(slug), []
    for question, answers in asked.items():
        assert set(answers) <= set(load()[slug].clauses), question
        results = search(question, slug).object_list[:TOP]
        if not rules_at(slug, [result.url for result in results]) & set(answers):
            missed.append(f"{question} {answers}: {[result.clause or result.url for result in results]}")
    assert len(asked) >= LEAST
    assert len(missed) <= len(asked) * (1 - GOAL), f"{len(missed)} of {len(asked)}:\n" + "\n".join(missed)
