"""The events of a move as beats, which an open table plays one after another (static/beats.js).

A title says in its `table/beats.toml` which event is which beat. A beat is computed from what this viewer may know of
the event, like its sentence in the log, so it can't contain more.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from games.kernel import data
from games.kernel.types import Event
from games.titles import folder

Kind = Literal["play", "draw", "discard", "give", "reveal", "score", "move", "stamp", "collect", "deal", "banner"]
KINDS: tuple[str, ...] = get_args(Kind)
SEPARATORS = str.maketrans("|;\n", "   ")
Pairs = list[tuple[Any, Any]]


class Beat(Struct, frozen=True, forbid_unknown_fields=True, rename={"source": "from", "target": "to"}):
    """What one event shows. Texts may use the event's data, as in "seat/{seat}"; a beat whose `from` or `to` needs data
    that this viewer does not know comes without it.

    `source`, `target`: places (a `data-zone` or `data-ref`); `piece`: a `data-piece`, if not all between these places;
    `number`: shown at `target`; `words`: of a banner, "@2" is the name of seat 2; `art`: a symbol in
    pictures/moments.svg; `when`: data that must be there ("card"), or be something ("how=late");
    `each`: a list or table in the data: one beat per entry, as {key} and {value}, smallest number first.
    """

    beat: Kind
    source: str = ""
    target: str = ""
    piece: str = ""
    number: str = ""
    words: str = ""
    art: str = ""
    when: str = ""
    each: str = ""


class _Known(dict[str, Any]):
    """Data of an event; what is not known is empty."""

    def __missing__(self, key: str) -> str:
        return ""


@cache
def read(slug: str) -> Mapping[str, list[Beat]]:
    """The beats of a title by kind of event. Without a file, every move is shown as one change."""
    return msgspec.convert(data.read_if_any(folder(slug), "table/beats.toml"), dict[str, list[Beat]])


@cache
def deals(slug: str) -> list[str]:
    """The kinds of events with which a round begins."""
    return [kind for kind, rules in read(slug).items() if any(rule.beat == "deal" for rule in rules)]


def of_event(slug: str, event: Event, seat: int | None) -> str:
    """The beats of an event as this seat may see it (see engine.events_for), separated by ";"; "" if it has none."""
    rules = read(slug).get(event.kind)
    if not rules:
        return ""
    known = event.data | (event.private.get(seat, {}) if seat is not None else {})
    return ";".join(_written(rule, each) for rule in rules for each in _entries(rule, known))


def _entries(rule: Beat, known: dict[str, Any]) -> Iterator[_Known]:
    """The data that this beat is shown with: once, or for each entry."""
    pairs = _pairs(known.get(rule.each) or []) if rule.each else [("", "")]
    name, _, value = rule.when.partition("=")
    for key, entry in pairs:
        found = _Known(known | {"key": key, "value": entry})
        if not name or (str(found[name]) == value if value else found[name]):
            yield found


def _pairs(entries: Any) -> Pairs:
    """Entries as pairs, smallest number first: of a table or a list of pairs. In a plain list, both are the entry."""
    if isinstance(entries, list) and not any(isinstance(one, list) for one in entries):
        return [(one, one) for one in entries]
    pairs = list(entries.items() if isinstance(entries, dict) else [(key, value) for key, value, *_ in entries])
    return sorted(pairs, key=lambda pair: pair[1]) if all(isinstance(value, int) for _, value in pairs) else pairs


def _written(rule: Beat, known: _Known) -> str:
    """kind|from|to|piece|number|art|words, without empty fields at the end."""
    parts = (rule.source, rule.target, rule.piece, rule.number, rule.art, rule.words)
    texts = [_filled(part, known).translate(SEPARATORS) for part in parts]
    return "|".join([rule.beat, *texts]).rstrip("|")


def _filled(text: str, known: _Known) -> str:
    """The text with its data; "" for a place or piece whose name is not known ("card/")."""
    filled = text.format_map(known)
    return "" if filled.endswith("/") else filled
