"""When a Disaster Area eliminates (HD-32, HD-33, HD-35 to HD-37, HD-114 to HD-116)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from games.titles.dinosaurs.cards import METEOR, TYPE, TYPES
from games.titles.dinosaurs.state import State

ALL_TYPES = (*TYPES, METEOR)


def is_deadly(types: Iterable[str], is_for_two: bool) -> bool:
    """Whether an area with cards of these types eliminates its owner."""
    return _is_deadly(tuple(sorted(types)), is_for_two)


@lru_cache(maxsize=4096)
def _is_deadly(types: tuple[str, ...], is_for_two: bool) -> bool:
    counts = [types.count(type) for type in TYPES]
    wild = types.count(METEOR)  # HD-35, HD-116: any type, whichever is worse
    if is_for_two:
        same = max(counts) + wild >= 4
        pairs = sum(max(0, 2 - count) for count in counts) <= wild
        return same or pairs
    same = max(counts) + wild >= 3
    different = sum(count == 0 for count in counts) <= wild
    return same or different


def types_of(area: Sequence[str]) -> list[str]:
    """The types of the cards in an area."""
    return [TYPE[card] for card in area]


def would_eliminate(state: State, seat: int) -> bool:
    """Whether adding the face-up Disaster card would eliminate this player."""
    assert state.disaster is not None
    return is_deadly(types_of([*state.players[seat].area, state.disaster]), state.is_for_two)


def deadly_types(area: Sequence[str], is_for_two: bool) -> list[str]:
    """The types of which one more card would eliminate: the warning sign on a board."""
    return _deadly_types(tuple(area), is_for_two)


@lru_cache(maxsize=4096)
def _deadly_types(area: tuple[str, ...], is_for_two: bool) -> list[str]:
    types = types_of(area)
    return [type for type in ALL_TYPES if is_deadly([*types, type], is_for_two)]
