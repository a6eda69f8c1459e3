"""Read a title's TOML files into Structs: meta.toml, clauses.toml, components.toml."""

import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Struct

Colour = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-f]{6}$")]


class ManualPage(Struct, frozen=True):
    """One page of a manual: its file name without `.md`, and its menu entry."""

    page: str
    title: str


class Preset(Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of options that differ from the defaults. Values in `per_seat` are multiplied by the seats.
    `is_gentle`: a newcomer's first match against bots starts with it."""

    title: str
    help: str = ""
    options: dict[str, Any] = {}
    per_seat: dict[str, int] = {}
    is_gentle: bool = False


class Meta(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of meta.toml. `seats`: the possible seat counts; `minutes`: [least, most] of a live match."""

    slug: str
    title: str
    prefix: str
    tagline: str
    aim: str  # what a newcomer reads at their first table: how to win, in one or two sentences
    seats: tuple[int, ...]
    minutes: tuple[int, int]
    credit: str
    rules: int
    manual: tuple[ManualPage, ...]
    option_words: dict[str, str] = {}  # "rounds=3" = "three rounds", or a range: "rounds=4..9" = "{} rounds"
    option_help: dict[str, str] = {}  # help text of an option on the form for a new table
    option_seats: dict[str, tuple[int, ...]] = {}  # the seat counts at which an option has an effect
    clock_help: str = ""  # help text on that form, for games with live clocks of their own
    presets: tuple[Preset, ...] = ()
    wish: str = ""  # the waiting room's question, for games with `seat_requests`
    points: dict[str, str] = {}  # by option value ("first=oldest"): asks the host to pick a player
    turns: str = ""
    seat_turns: dict[str, str] = {}  # the same for a table with so many seats, where it differs
    accent: tuple[Colour, Colour] | None = None  # of tables and stamps in light and dark mode, as #rrggbb
    usual_seats: int | None = None  # the default for a new table; None: the fewest
    model: bool = False  # for authors to copy; not offered to players
    thinking: int = 1000  # decisions that a strong bot simulates for one move, at most

    @property
    def seats_in_words(self) -> str:
        """The number of players: "3 to 5"."""
        least, most = self.seats[0], self.seats[-1]
        return str(least) if least == most else f"{least} to {most}"

    def turns_at(self, seats: int) -> str:
        """The number of turns at a table with so many seats, in words."""
        return self.seat_turns.get(str(seats), self.turns)

    @property
    def length_in_words(self) -> str:
        """The length of a live match: "20 to 40 minutes"."""
        return f"{self.minutes[0]} to {self.minutes[1]} minutes"


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its id, its heading in the manual, and its source (seed, ruling or digital).

    The manual has its words; `text` is for rules that no page of the manual tells.
    """

    id: str
    section: str
    text: str = ""
    source: str = "ruling"
    testable: bool = True


def read(folder: Path, name: str) -> dict[str, Any]:
    """A TOML file in a title's folder, as plain data."""
    return tomllib.loads((folder / name).read_text(encoding="utf-8"))


def read_if_any(folder: Path, name: str) -> dict[str, Any]:
    """The same; {} if there is no such file."""
    return read(folder, name) if (folder / name).is_file() else {}


def read_meta(folder: Path) -> Meta:
    """The meta.toml in this folder."""
    meta = msgspec.convert(read(folder, "meta.toml"), Meta)
    return msgspec.structs.replace(meta, option_words=_one_by_one(meta.option_words))


def _one_by_one(option_words: dict[str, str]) -> dict[str, str]:
    """Expand a range such as "laps=3..20" = "up to {} laps" into one entry per number."""
    found: dict[str, str] = {}
    for key, words in option_words.items():
        name, _, value = key.partition("=")
        least, is_range, most = value.partition("..")
        if is_range:
            found |= {f"{name}={number}": words.format(number) for number in range(int(least), int(most) + 1)}
        else:
            found[key] = words
    return found


def read_refusals(folder: Path) -> dict[str, tuple[str, str]]:
    """The refusals.toml in this folder, for `Rules.refusals`: clause and sentence by key."""
    return msgspec.convert(read(folder, "refusals.toml"), dict[str, tuple[str, str]])


def read_clauses(folder: Path) -> dict[str, Clause]:
    """The clauses.toml in this folder, by id, in the order of the file."""
    clauses = msgspec.convert(read(folder, "clauses.toml")["clause"], list[Clause])
    return {clause.id: clause for clause in clauses}


def public_components(folder: Path) -> dict[str, Any]:
    """components.toml without the fields listed under its `private` key, at any depth; {} if there is no such file.

    Galleries get only this, so that no page or search can show what is hidden until it is played.
    """
    if not (folder / "components.toml").is_file():
        return {}
    facts = read(folder, "components.toml")
    found: dict[str, Any] = _without(facts, {"private", *facts.get("private", ())})
    return found


def _without(facts: Any, hidden: set[str]) -> Any:
    if isinstance(facts, dict):
        return {name: _without(value, hidden) for name, value in facts.items() if name not in hidden}
    return [_without(value, hidden) for value in facts] if isinstance(facts, list) else facts
