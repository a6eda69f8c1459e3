"""A game as forms, lists and emails show it, and the options and clock of a match in words."""

from typing import Any

from django.urls import reverse
from msgspec import Struct

from games.clocks import time_control
from games.kernel import codec
from games.kernel.data import Meta
from games.lobby.match_rows import Listed
from games.matches.loaded import LoadedMatch
from games.models import Match
from games.table import tutorials
from games.titles import cover, load


class GameFacts(Struct, frozen=True):
    """A game as forms and lists show it. `picture` and `url_learn` are "" if the game has none."""

    meta: Meta
    slug: str
    title: str
    picture: str
    url_rules: str
    url_new: str
    url_play: str
    url_learn: str


_FACTS: dict[str, GameFacts] = {}


def of_all() -> list[GameFacts]:
    """All games, as lists show them."""
    return [of(slug) for slug in load()]


def of(slug: str) -> GameFacts:
    """The facts of a game, cached."""
    meta, known = load()[slug].meta, _FACTS.get(slug)
    if known is None or known.meta is not meta:
        known = _FACTS[slug] = GameFacts(
            meta,
            slug,
            meta.title,
            picture=cover(slug),
            url_rules=reverse("rules", args=[slug]),
            url_new=f"{reverse('new_match')}?game={slug}",
            url_play=reverse("play_now", args=[slug]),
            url_learn=reverse("tutorial", args=[slug]) if tutorials.of_game(slug) else "",
        )
    return known


def quick_game() -> GameFacts | None:
    """The shortest game, which "Play now" starts by default."""
    metas = [game.meta for game in load().values()]
    return of(min(metas, key=lambda meta: (meta.minutes, meta.seats)).slug) if metas else None


def length_words(match: Match | Listed) -> str:
    """How long a match takes at this table: "45 to 60 minutes" or, in correspondence, "about 40 turns"."""
    meta = load()[match.slug].meta
    return meta.length_in_words if match.pace == Match.Pace.LIVE else meta.turns_at(match.seat_count)


def option_words(slug: str, options: dict[str, Any], seats: int) -> list[str]:
    """The options in words from the title's meta.toml, without those that have none or do not apply to these seats."""
    meta = load()[slug].meta
    named = [name for name in options if seats in meta.option_seats.get(name, (seats,))]
    keys = (f"{name}={str(options[name]).lower()}" for name in named)
    return [meta.option_words[key] for key in keys if key in meta.option_words]


def unusual_words(slug: str, options: dict[str, Any], seats: int, pace: str) -> list[str]:
    """The options that differ from their default; the table's own page shows them all."""
    usual = codec.plain(load()[slug].rules.options.defaults(seats, pace))
    return option_words(slug, {name: value for name, value in options.items() if value != usual.get(name)}, seats)


def pace_words(match: Match | Listed | LoadedMatch) -> str:
    """ "Correspondence: 1 day for each move, then a 3-day reserve"; "No clock ..." against bots alone."""
    if not match.move_seconds:
        return "No clock: take all the time you want"
    kind = "Live" if match.pace == "live" else "Correspondence"
    return f"{kind}: {time_control.clock_in_words(match.move_seconds, match.bank_seconds)}"
