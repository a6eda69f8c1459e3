"""Reading a title's TOML files into Structs: meta.toml, clauses.toml, components.toml."""

import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Struct

Colour = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-f]{6}$")]


class ManualPage(Struct, frozen=True):
    """One page of a manual: file name without `.md`, and its entry in the menu."""

    page: str
    title: str


class Preset(Struct, frozen=True, forbid_unknown_fields=True):
    """A way to play under a name: the options that differ from the usual ones. `per_seat`: numbers for each seat."""

    title: str
    help: str = ""
    options: dict[str, Any] = {}
    per_seat: dict[str, int] = {}


class Meta(Struct, frozen=True, forbid_unknown_fields=True):
    """Facts about a game. `seats`: the seat counts it can be played with; `minutes`: live length [least, most]."""

    slug: str
    title: str
    prefix: str
    tagline: str
    seats: tuple[int, ...]
    minutes: tuple[int, int]
    credit: str
    rules: int
    manual: tuple[ManualPage, ...]
    option_words: dict[str, str] = {}  # "rounds=3" = "three rounds", or a range: "rounds=4..9" = "{} rounds"
    option_help: dict[str, str] = {}  # a sentence beside an option on the form of a new table
    option_seats: dict[str, tuple[int, ...]] = {}  # an option that means something at these tables only
    clock_help: str = ""  # a sentence on the form where the game has live clocks of its own
    presets: tuple[Preset, ...] = ()
    wish: str = ""  # the question in the waiting room, where a game has `seat_requests`
    points: dict[str, str] = {}  # value of an option ("first=oldest") for which the host points at somebody: a question
    turns: str = ""
    figures: tuple[str, ...] = ()  # names of pieces in the log: a player of the same name is not told "you"
    accent: tuple[Colour, Colour] | None = None  # of its tables and stamps by day and by night, as #rrggbb
    usual_seats: int | None = None  # what a new table begins with; None: the fewest
    model: bool = False  # a title for authors to copy: players are not offered it
    thinking: int = 1000  # how many decisions a strong bot plays in its head for one move: about a tenth of a second

    @property
    def seats_in_words(self) -> str:
        """With how many players it can be played: "3 to 5"."""
        least, most = self.seats[0], self.seats[-1]
        return str(least) if least == most else f"{least} to {most}"

    @property
    def length_in_words(self) -> str:
        """How long a live match takes."""
        return f"{self.minutes[0]} to {self.minutes[1]} minutes"


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: id, heading of the manual where it stands, sentence, source (seed, ruling or digital)."""

    id: str
    section: str
    text: str
    source: str = "ruling"
    testable: bool = True


def read(folder: Path, name: str) -> dict[str, Any]:
    """One TOML file of a title's folder as plain data."""
    return tomllib.loads((folder / name).read_text(encoding="utf-8"))


def read_meta(folder: Path) -> Meta:
    """meta.toml of a folder."""
    meta = msgspec.convert(read(folder, "meta.toml"), Meta)
    return msgspec.structs.replace(meta, option_words=_one_by_one(meta.option_words))


def _one_by_one(option_words: dict[str, str]) -> dict[str, str]:
    """A line for a range of numbers, "laps=3..20" = "up to {} examples", as one for each of them."""
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
    """refusals.toml of a folder: clause and sentence by key, as `Rules.refusals` wants them."""
    return msgspec.convert(read(folder, "refusals.toml"), dict[str, tuple[str, str]])


def read_clauses(folder: Path) -> dict[str, Clause]:
    """clauses.toml of a folder ([[clause]] tables), by id, in the order of the file."""
    clauses = msgspec.convert(read(folder, "clauses.toml")["clause"], list[Clause])
    return {clause.id: clause for clause in clauses}


def public_components(folder: Path) -> dict[str, Any]:
    """components.toml without the fields that the file lists under `private`, wherever they stand; {} without the file.

    A gallery gets no more, so that no page or search can show what stays hidden until it is played.
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
