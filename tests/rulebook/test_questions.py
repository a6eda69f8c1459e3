"""Questions as players ask them: the search shows the answer among its first three results."""

import tomllib
from collections import defaultdict
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


def told_at(slug: str) -> dict[str, set[str]]:
    """By anchor in capitals: all rules that the block there tells; for a ruling, all rules that it explains."""
    told, blocks = dict(rulings_of(slug)), defaultdict[tuple[int, str], set[str]](set)
    for page, text, clause in Section.objects.filter(page__slug=slug, kind__in=("rule", "also")).values_list(
        "page", "text", "clause"
    ):
        blocks[page, text].add(clause)
    for rules in blocks.values():
        told |= {rule: told.get(rule, set()) | rules for rule in rules}
    return told


def anchor(url: str) -> str:
    return url.partition("#")[2].upper().removeprefix("RULING-")


@pytest.mark.parametrize("slug", OFFERED)
def test_questions_find_their_answers(slug: str) -> None:
    asked, told, missed = questions_of(slug), told_at(slug), []
    for question, answers in asked.items():
        assert set(answers) <= set(load()[slug].clauses), question
        results = search(question, slug).object_list[:TOP]
        if not any(told.get(anchor(result.url), set()) & set(answers) for result in results):
            missed.append(f"{question} {answers}: {[result.clause or result.url for result in results]}")
    assert len(asked) >= LEAST
    assert len(missed) <= len(asked) * (1 - GOAL), f"{len(missed)} of {len(asked)}:\n" + "\n".join(missed)
