"""Every form, query and body that is complete but for one odd field is answered, and a refusal changes nothing.

Each is sent by somebody who may send it, so the odd field gets as far as any field can.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.authorisation import asking, matrix, world
from tests.authorisation.matrix import ROLES, SITE
from tests.authorisation.test_matrix import PARTS, Scene, part_of, people, scene_of

__all__ = ["people"]
pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]

TEXTS = ("", "a\0b", "-1", "9" * 30, "1e400", "½", "2026-13-45", "x" * 5000, "\u202e")
MORE_IN_JSON = (None, True, [], {}, 10**30, -1, 0.5, "\ud800", [[]], {"\0": 1})
ACCEPTED = ("200", "302", "201", "202", "204")


@dataclass
class OddScene(Scene):
    """Sends complete bodies but for `odd`: {field: value}, or {field: LEFT_OUT}."""

    odd: dict[str, Any] = field(default_factory=dict)

    def body_of(self, route: str, method: str) -> dict[str, Any]:
        body = super().body_of(route, method) | self.odd
        return {name: value for name, value in body.items() if value is not LEFT_OUT}


LEFT_OUT = object()


def oddities(route: str, method: str, value: Any) -> Iterator[Any]:
    """Odd values for a field that usually has this one; a text is also sent twice."""
    yield LEFT_OUT
    yield from TEXTS
    if route.startswith("api/") and method == "POST":
        yield from MORE_IN_JSON
    elif isinstance(value, str):
        yield [value, value]


def faults(scene: OddScene, routes: list[str], expected: matrix.Rows) -> list[str]:
    found = []
    for (route, method), codes in expected.items():
        role = next((one for one, code in zip(ROLES, codes, strict=True) if code in ACCEPTED), None)
        if route not in routes or role is None:
            continue
        scene.odd = {}
        for name, value in scene.body_of(route, method).items():
            for odd in oddities(route, method, value):
                scene.odd = {name: odd}
                if (code := scene.answer(role, method, route)).startswith("5"):
                    found.append(f"{role}: {method} {route} {name}={odd!r:.40}: {code}")
    return found


def odd(scene: Scene) -> OddScene:
    return OddScene(**vars(scene))


BY_HAND = [pytest.mark.by_hand]


@pytest.mark.parametrize("state", ["running", *(pytest.param(one, marks=BY_HAND) for one in ("open", "over"))])
def test_at_a_table(people: dict[str, Any], state: str) -> None:
    match = world.make_table(people, state)
    things = world.things_at_a_table(people, match)
    routes = [route for route in asking.routes() if asking.is_about_a_table(route)]
    assert not faults(odd(scene_of(people, things, match)), routes, matrix.read(state))


@pytest.mark.parametrize("part", ["", *PARTS])
def test_elsewhere(people: dict[str, Any], part: str) -> None:
    things = world.things_of_the_site(people)
    routes = [route for route in asking.routes() if not asking.is_about_a_table(route) and part_of(route) == part]
    assert not faults(odd(scene_of(people, things)), routes, matrix.read(SITE))
