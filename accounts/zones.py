"""Time zones: known names, and choices for a form."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError

_AREAS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def known() -> frozenset[str]:
    """All IANA time zone names that this machine knows."""
    return frozenset(available_timezones())


def check_zone(value: str) -> None:
    """Raise ValidationError unless this is the name of a time zone."""
    if value not in known():
        raise ValidationError("There is no such time zone. Choose one from the list.", code="zone")


def zone(name: str) -> ZoneInfo:
    """The time zone of that name; UTC if it is unknown."""
    return ZoneInfo(name if name in known() else "UTC")


@cache
def choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Choices for a select, grouped by area: [("Europe", [("Europe/Berlin", "Berlin"), …]), …], UTC first."""
    groups: dict[str, list[tuple[str, str]]] = {area: [] for area in _AREAS}
    for name in sorted(known()):
        area, _, place = name.partition("/")
        if place and area in groups:
            groups[area].append((name, place.replace("_", " ").replace("/", ", ")))
    return [("Universal", [("UTC", "UTC")]), *groups.items()]
