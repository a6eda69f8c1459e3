"""Time zones: known names, and choices for a form."""

from functools import cache
from importlib.resources import files
from unicodedata import normalize
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError


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
def choices() -> list[str]:
    """One name for each time zone that a place on earth has, without old spellings; UTC first."""
    table = files("tzdata.zoneinfo").joinpath("zone.tab").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines() if not line.startswith("#"))
    return ["UTC", *sorted(row[2] for row in rows)]


def meant(words: str) -> str:
    """The time zone that is called by its name or its city, in any spelling: "vienna", "São Paulo". Else the words."""
    plain = normalize("NFKD", words.strip()).encode("ascii", "ignore").decode().lower().replace(" ", "_")
    found = [name for name in choices() if plain in (name.lower(), name.lower().rpartition("/")[2])]
    return found[0] if len(found) == 1 else words
