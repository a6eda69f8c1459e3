"""Every clause of every game is well formed, shown once in the manual, cited correctly in code, and tested."""

import re

import pytest

from games.titles import FOLDER, load_all
from rulebook.clause_index import PLATFORM, clauses_of, coded_ids, engine_ids, proved_ids, shown_ids, slugs, trace

SLUGS = [slug for slug in slugs() if slug != PLATFORM]


@pytest.mark.parametrize("slug", SLUGS)
def test_clause_ids_have_the_prefix_of_their_title(slug: str) -> None:
    prefix = load_all()[slug].meta.prefix
    assert all(re.fullmatch(rf"{prefix}-\d{{2,3}}", id) for id in clauses_of(slug))


@pytest.mark.parametrize("slug", SLUGS)
def test_each_rule_has_one_wording(slug: str) -> None:
    """The manual's, or that in clauses.toml for a rule that no page tells."""
    for id, clause in clauses_of(slug).items():
        is_told = id in shown_ids(slug) and id not in engine_ids(FOLDER / slug / "manual")
        assert bool(clause.text) is not is_told, id


@pytest.mark.parametrize("slug", slugs())
def test_clauses_named_in_code_and_tests_exist(slug: str) -> None:
    known = set(clauses_of(slug))
    assert coded_ids(slug) <= known, f"unknown clauses in code: {coded_ids(slug) - known}"
    assert set(proved_ids(slug)) <= known, f"unknown clauses in tests: {set(proved_ids(slug)) - known}"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_manual_shows_each_clause_once(slug: str) -> None:
    shown = shown_ids(slug)
    assert set(shown) <= set(clauses_of(slug)), f"unknown: {set(shown) - set(clauses_of(slug))}"
    wrong = {one.id: one.shown for one in trace(slug) if one.shown != 1}
    assert not wrong, f"shown not at all or twice: {wrong}"


@pytest.mark.parametrize("slug", slugs())
def test_each_testable_clause_has_a_test(slug: str) -> None:
    unproved = [one.id for one in trace(slug) if one.is_testable and not one.tests]
    assert not unproved, f"no tests for {unproved}"
