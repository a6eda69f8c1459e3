"""Tutorials: a match with a fixed deal against easy bots, with hints for the first decisions.

The text is in the title's `tutorial.toml`; a game without that file has no tutorial.
"""

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from games.clause_links import clause_url
from games.kernel import data
from games.matches.loaded import LoadedMatch
from games.models import MoveRecord
from games.titles import folder, load


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """The hint for one decision: heading, one sentence about what to touch (`say`), where that is on the stage
    (`point`: a CSS selector; the first visible match counts), paragraphs (one string each), and rules to read.
    `then`: a selector of what is still to be touched once something is chosen; `keep`: of what `say` must not cover."""

    title: str
    say: str
    point: str
    text: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    then: str = ""
    keep: str = ""

    @property
    def rules(self) -> list[tuple[str, str]]:
        """The rules to read, as (clause id, URL)."""
        return [(id, clause_url(id)) for id in self.clauses]


class Tutorial(Struct, frozen=True, forbid_unknown_fields=True):
    """The learner has seat 0; `seed` is chosen so that this seat moves first. `lesson`: one per decision, in order."""

    seats: int
    seed: str
    lesson: tuple[Lesson, ...]
    options: dict[str, Any] = {}


class Coach(Struct, frozen=True):
    """The lessons that a tutorial's table shows. `due`: index of the current lesson."""

    lessons: tuple[Lesson, ...]
    due: int


@cache
def of_game(slug: str) -> Tutorial | None:
    """The tutorial of a game; None if it has none. KeyError for an unknown game."""
    place = folder(slug)
    return msgspec.convert(data.read(place, "tutorial.toml"), Tutorial) if (place / "tutorial.toml").exists() else None


def games() -> list[str]:
    """The games that have a tutorial."""
    return [slug for slug in load() if of_game(slug)]


def coach(loaded: LoadedMatch, seat: int | None) -> Coach | None:
    """The lessons for this seat; None unless it plays a tutorial."""
    tutorial = of_game(loaded.slug) if loaded.is_lesson else None
    if tutorial is None or seat is None or loaded.is_over:
        return None
    answered = MoveRecord.objects.filter(match_id=loaded.id, seat=seat, is_order=False).exclude(move="").count()
    return Coach(tutorial.lesson, due=answered)
