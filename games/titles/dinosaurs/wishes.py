"""Which Dinosaur a player wants, said in the waiting room (HD-05): wishes become the list of the option `dinos`."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.titles.dinosaurs.cards import DINOSAURS
from games.titles.dinosaurs.state import Options


def wishes(options: Options, seats: int) -> list[tuple[str, str]]:
    """The Dinosaurs of such a match, id and name, where they are not picked at its start (HD-02, HD-05)."""
    if options.dinos != "random":
        return []
    has_extra = options.extra_dinos or seats > 4
    return [(dino.id, dino.name) for dino in DINOSAURS.values() if dino.set == "base" or has_extra]


def grant(options: Options, wished: Sequence[str | None]) -> Options:
    """The options with the wish of each seat; who has none gets a random free Dinosaur."""
    return replace(options, dinos=list(wished)) if any(wished) else options
