"""Which Dinosaur a player wants, said in the waiting room (HD-05): requests become the list of the option `dinos`."""

from msgspec.structs import replace

from games.kernel.game import Beginning
from games.titles.dinosaurs.cards import DINOSAURS
from games.titles.dinosaurs.state import Options


def seat_requests(options: Options, seats: int) -> list[tuple[str, str]]:
    """The Dinosaurs of such a match, id and name, where they are not picked at its start (HD-02, HD-05)."""
    if options.dinos != "random":
        return []
    has_extra = options.extra_dinos or seats > 4
    return [(dino.id, dino.name) for dino in DINOSAURS.values() if dino.set == "base" or has_extra]


def finalize_options(options: Options, known: Beginning) -> Options:
    """The options with what each seat asked for; the others get a random free Dinosaur."""
    return replace(options, dinos=known.requests) if any(known.requests) else options
