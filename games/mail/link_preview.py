"""Link previews (Open Graph): a card of 1200 by 630 pixels, drawn only from what a stranger may see."""

import re
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.text import get_text_list
from msgspec import Struct, structs

from config.memory_cache import BoundedCache
from games.drawing import mail_sheet as paper
from games.lobby import game_facts
from games.mail import picture
from games.mail.png import png
from games.matches.loaded import LoadedMatch
from games.titles import folder, load
from rulebook.sources import sentence

WIDTH, HEIGHT = 600, 315  # units of two pixels
PHONE = 390, 844  # the same for a narrow screenshot
MARGIN = 24
MOST_BYTES = 280_000  # messengers ignore much larger images
PLAIN = "#a5271e"
KEPT, MOST_KEPT = 150, 6 * 1024 * 1024  # pictures, and their bytes together
_kept: BoundedCache[bytes] = BoundedCache(KEPT, MOST_KEPT, len)
_OUTER = re.compile(r"<svg ([^>]*)>")
_VIEW_BOX = re.compile(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"')
_SIZE = re.compile(r'\b(?:width|height)="[^"]*"')


class Facts(Struct, frozen=True):
    """The content of a card and its tags. `slug`: the game whose colours and cover to use; `drawing`: shown instead of
    the cover; `is_plain`: no picture."""

    title: str
    lines: tuple[str, ...]
    slug: str = ""
    drawing: str = ""
    is_plain: bool = False

    @property
    def description(self) -> str:
        return " ".join(line if line.endswith((".", "?")) else f"{line}." for line in self.lines)


class Tags(Struct, frozen=True):
    """The context of templates/_link_preview.html."""

    title: str
    description: str
    url: str
    picture: str


def of_match(loaded: LoadedMatch) -> Facts:
    """A table or match as a stranger sees it. A private one shows only the game and the players."""
    title = loaded.game.meta.title
    names = get_text_list([row.name for row in loaded.seats if row.user is not None], "and")
    if not loaded.is_public:
        return Facts(title, (f"A private table of {names}",), loaded.slug)
    pace = game_facts.pace_words(loaded)
    if loaded.status == "open":
        free = sum(row.user is None for row in loaded.seats)
        seats = f"{free} of {len(loaded.seats)} seats {'is' if free == 1 else 'are'} free"
        return Facts(title, (f"A table of {names}", seats, pace), loaded.slug)
    if loaded.position is None:
        return Facts(title, (loaded.why_closed.partition(".")[0],), loaded.slug)
    if not loaded.is_over:
        return Facts(title, (f"{names} are playing", pace), loaded.slug)
    winners = [row.name for row in loaded.seats if row.rank == 1]
    won = f"{winners[0]} won" if len(winners) == 1 else f"Shared first place: {', '.join(winners)}"
    return Facts(title, (won if winners else "The match is over", f"A match of {names}", pace), loaded.slug)


def of_game(slug: str) -> Facts:
    """The manual of a game."""
    facts = game_facts.of(slug)
    return Facts(f"Rules of {facts.title}", (facts.meta.tagline, f"{facts.meta.seats_in_words} players"), slug)


def of_rule(id: str) -> Facts | None:
    """A single rule in the manual's words; None if no game has it."""
    for slug, game in load().items():
        if id in game.clauses:
            return Facts(f"{id}: {game.meta.title}", (sentence(id),), slug, is_plain=True)
    return None


def of_site() -> Facts:
    """Pages that are not about a game."""
    return Facts("Playpost", ("Tabletop games with friends, by email or live", "Play at once, no account needed"))


def tags(facts: Facts, url: str, card_url: str) -> Tags:
    """The tags of a page. `url` and `card_url` are paths."""
    return Tags(facts.title, facts.description[:280], settings.SITE_URL + url, settings.SITE_URL + card_url)


def tags_of_match(loaded: LoadedMatch, key: str, user: Any) -> Tags | None:
    """The tags of a match page. `key`: that of the private link, which the card needs as well.

    None for signed-in users: preview bots never are.
    """
    if user.is_authenticated:
        return None
    query: dict[str, Any] = {"at": loaded.version} if loaded.is_public else {"key": key} if key else {}
    card_url = reverse("match_card", args=[loaded.id]) + (f"?{urlencode(query)}" if query else "")
    return tags(of_match(loaded), reverse("match", args=[loaded.id]), card_url)


def match_card(loaded: LoadedMatch) -> bytes:
    """The card of a match, cached for each public position."""
    seated = tuple(row.user for row in loaded.seats)
    key = ("match", loaded.id, loaded.status, loaded.version, seated, tuple(loaded.hidden), loaded.is_public)
    return _kept.get_or_make(key, lambda: draw(structs.replace(of_match(loaded), drawing=_position(loaded))))


def card(facts: Facts) -> bytes:
    """A card whose content does not change while the process runs."""
    return _kept.get_or_make(facts, lambda: draw(facts))


def _position(loaded: LoadedMatch) -> str:
    """The position as spectators see it; "" for private matches and before the start."""
    if loaded.position is None or not loaded.is_public:
        return ""
    return picture.drawing(loaded, loaded.view_for(None), None, None)


def draw(facts: Facts) -> bytes:
    """Render a card as PNG."""
    return png(svg(facts), MOST_BYTES)


def svg(facts: Facts) -> str:
    game = load().get(facts.slug)
    accent = game.meta.accent[0] if game and game.meta.accent else PLAIN
    drawn = "" if facts.is_plain else facts.drawing or _cover(facts.slug or next(iter(load())))
    body, room = "", float(WIDTH - 2 * MARGIN)
    if drawn:
        body, taken = _placed(drawn)
        room -= taken + MARGIN
    return _sheet(WIDTH, HEIGHT, body + _words(facts, room, accent), accent)


def _sheet(wide: int, high: int, body: str, accent: str = PLAIN) -> str:
    """A drawing on paper, with a stripe of this colour."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
        f' font-family="{paper.SANS}" fill="none"><path d="M0 0h{wide}v{high}H0z" fill="{paper.GROUND}"/>'
        f'<path d="M0 0h10v{high}H0z" fill="{accent}"/>{body}</svg>'
    )


def phone() -> bytes:
    """The app on a phone, as systems show it before it is installed: what it is, above the covers of some games."""
    return _kept.get_or_make("phone", lambda: png(_phone_svg(), MOST_BYTES * 4))


def _phone_svg() -> str:
    wide, high = PHONE
    facts, room, y = of_site(), wide - 2 * MARGIN, 92.0
    lines = [row for line in facts.lines for row in paper.fold(line, room, 17)]
    body = paper.block([facts.title], MARGIN, 58, 30, fill=PLAIN, bold=True) + paper.block(lines, MARGIN, y, 17)
    y += 20.4 * len(lines)
    step = (high - MARGIN - y) / 3
    for drawn in [cover for slug in load() if (cover := _cover(slug))][:3]:
        body, y = body + _at(MARGIN, y, (step - 12) * 1.5, step - 12, drawn), y + step  # covers are 300 by 200
    return _sheet(wide, high, body)


def _words(facts: Facts, room: float, accent: str) -> str:
    """The title, the lines (the first one larger) and the site's name at the bottom."""
    rows = paper.fold(facts.title, room, 30, 3, bold=True)
    y = 58.0
    drawn = paper.block(rows, MARGIN, y, 30, fill=accent, bold=True)
    y += 36 * len(rows)
    for place, line in enumerate(facts.lines):
        size, most = (20, 7) if place == 0 else (15, 3)
        left = int((HEIGHT - 48 - y) // (size * 1.2))
        folded = paper.fold(line, room, size, min(most, left)) if left > 0 else []
        drawn += paper.block(folded, MARGIN, y, size)
        y += size * 1.2 * len(folded) + 10
    return drawn + paper.said("Playpost", MARGIN, HEIGHT - MARGIN, 17, fill=paper.FAINT, bold=True)


def _placed(drawing: str) -> tuple[str, float]:
    """The drawing, scaled to fit at the right edge, and its width."""
    box = _VIEW_BOX.search(drawing)
    assert box, "the drawing has no viewBox"
    wide, high = float(box[1]), float(box[2])
    scale = min((HEIGHT - 2 * MARGIN) / high, 330 / wide)
    wide, high = wide * scale, high * scale
    return _at(WIDTH - MARGIN - wide, (HEIGHT - high) / 2, wide, high, drawing), wide


def _at(x: float, y: float, wide: float, high: float, drawing: str) -> str:
    """The drawing at a place on another one."""
    place = f'x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"'
    return _OUTER.sub(lambda outer: f"<svg {place} {_SIZE.sub('', outer[1])}>", drawing, count=1)


@cache
def _cover(slug: str) -> str:
    path = folder(slug) / "pictures" / "cover.svg" if slug in load() else None
    return path.read_text() if path and path.exists() else ""
