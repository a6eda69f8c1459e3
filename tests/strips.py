"""Strips of the moments of a match, for `make screens`: twelve frames of each kind of event that a title shows, taken
from the replay in slow motion, on a phone and on a laptop.

What bots seldom or never do is played from positions that the title prepares in `tests/moments.py`: its `stories()` are
pairs of a position and the moves that follow, as (seat, verb, arguments); the verb RESIGN is to leave.
"""

import json
import time
import zlib
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

FRAMES, SLOWLY = 12, 4  # frames of a strip; how many times the usual length they last, or more
SETTLES = 500  # milliseconds in which what the beats have not moved comes to its place
PICTURE: Any = {"type": "jpeg", "quality": 80}
LASTS = """timeline.lay(
  [...document.querySelectorAll(".moment-told [data-beats]")].flatMap((line) => timeline.read(line.dataset.beats))
).lasts + (document.querySelector(".is-winner") ? timeline.lay(timeline.read("victory")).lasts : 0)"""
RESIGN = "resign"
KINDS = {"banner", "stamp", "reveal", "score", "collect", "move", "play", "give"}


def moments(match: Any) -> Iterator[tuple[str, int]]:
    """Each kind of event that the table shows, with the drawings of its banners, and the first version after it."""
    from games.kernel import codec
    from games.models import MoveRecord

    found: set[str] = set()
    for row in MoveRecord.objects.filter(match=match, version__gt=1).exclude(events="[]").order_by("number"):
        for event in codec.load_events(row.events):
            name = _name(match.slug, event)
            if name and name not in found:
                found.add(name)
                yield name, row.version
    if match.status == "over":
        yield "victory", match.version


def _name(slug: str, event: Any) -> str:
    """What this event is called as a moment, "" if it is none."""
    from games.table import beats

    told = [beat.split("|") for beat in beats.of_event(slug, event, None).split(";")]
    banners = [beat[5] for beat in told if beat[0] == "banner" and len(beat) > 5]
    return "-".join([event.kind, *banners]) if KINDS & {beat[0] for beat in told} else ""


def stories(slug: str) -> Iterator[tuple[Any, list[tuple[int, str, dict[str, Any]]]]]:
    """The positions that this title prepares, with the moves that follow, and the last move of a recorded match."""
    name = f"games.titles.{slug}.tests.moments"
    if find_spec(name):
        yield from import_module(name).stories()
    yield from victory(slug)


def victory(slug: str) -> Iterator[tuple[Any, list[tuple[int, str, dict[str, Any]]]]]:
    """The position before the last move of the first recorded match that nobody has left, with that move."""
    from games.kernel import replay
    from games.titles import folder, load

    records = (json.loads(path.read_text("utf-8")) for path in sorted((folder(slug) / "tests/recorded").glob("*.json")))
    if record := next((one for one in records if not any("drop" in move for move in one["moves"])), None):
        *before, last = record["moves"]
        position, _ = replay.begin(load()[slug], record)
        for _ in replay.steps(load()[slug], record | {"moves": before}, position):
            pass
        yield position, [(last["seat"], last["verb"], last["args"])]


def tell(match: Any, position: Any, moves: list[tuple[int, str, dict[str, Any]]]) -> None:
    """Give this match the position, and play the moves."""
    from games.kernel.types import Move
    from games.matches import leaving, play
    from games.matches.loaded import load_match
    from games.models import Seat, Snapshot
    from tests.games.prepared import set_position

    set_position(match, position)
    raw = zlib.compress(match.position.encode())
    Snapshot.objects.update_or_create(match=match, version=match.version, defaults={"position": raw})
    for number, verb, args in moves:
        user = Seat.objects.get(match=match, number=number).user
        if verb == RESIGN:
            leaving.resign(match_id=match.pk, user=user)
            continue
        asked = _asked(load_match(match.pk), number, verb)
        play.play_move(match_id=match.pk, seat=number, decision=asked, move=Move(verb, args), by="bot", user=user)
    match.refresh_from_db()


def _asked(loaded: Any, seat: int, verb: str) -> str:
    """The decision that this seat can answer with this verb."""
    from games.kernel import engine

    found = [one for one in engine.open_decisions(loaded.game, loaded.at_table()) if one.decision.seat == seat]
    fits = [one for one in found if verb in [action.verb for action in one.decision.actions]]
    return str((fits or found)[0].id)


def take(
    browser: Browser, address: str, key: str, sizes: dict[int, int], match: Any, folder: Path, done: set[str]
) -> int:
    """A strip of each moment of this match in this folder, but of those `done` already."""
    found = [(kind, version) for kind, version in moments(match) if f"{match.slug} {kind}" not in done]
    done |= {f"{match.slug} {kind}" for kind, _ in found}
    for width, height in sizes.items():
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=address)
        context.add_cookies([{"name": "sessionid", "value": key, "url": address}])
        page = context.new_page()
        page.on("pageerror", lambda error: print(f"  {match.slug}: {error}", flush=True))
        for kind, version in found:
            names = _frames(page, f"{match.slug}-moment-{kind}-{width}", match.pk, version, folder)
            _strip(page, names, folder, f"strip-{match.slug}-{kind}-{width}", width)
        context.close()
    return len(found)


def _frames(page: Page, name: str, match_id: int, version: int, folder: Path) -> list[str]:
    page.goto(f"/match/{match_id}/history/?at={version}")
    lasts, picture = page.evaluate(LASTS), _milliseconds_of_a_picture(page)
    slowly = max(SLOWLY, FRAMES * picture / (lasts + SETTLES))  # a busy machine takes pictures slowly
    page.goto(f"/match/{match_id}/history/?at={version - 1}")
    page.evaluate(f"document.documentElement.dataset.speed = {slowly}")
    page.wait_for_timeout(300)
    page.keyboard.press("ArrowRight")
    names, began = [f"{name}-{number:02d}" for number in range(FRAMES)], time.monotonic()
    for number, file in enumerate(names, 1):
        due = (lasts + SETTLES) * slowly * number / FRAMES - picture
        page.wait_for_timeout(max(0, due - (time.monotonic() - began) * 1000))
        page.screenshot(path=folder / f"{file}.jpg", **PICTURE)
    page.keyboard.press("Shift")
    return names


def _milliseconds_of_a_picture(page: Page) -> float:
    began = time.monotonic()
    for _ in range(2):
        page.screenshot(**PICTURE)
    return (time.monotonic() - began) * 1000 / 2


def _strip(page: Page, names: list[str], folder: Path, name: str, width: int) -> None:
    """All frames side by side, small; the single frames are removed."""
    beside = 6 if width < 600 else 4
    pictures = "".join(f"<img src='{one}.jpg'>" for one in names)
    style = f"body{{margin:4px;display:grid;grid-template-columns:repeat({beside},1fr);gap:4px;width:1500px}}"
    sheet = folder / "strip.html"
    sheet.write_text(f"<style>{style}img{{width:100%;display:block}}</style>{pictures}")
    viewer = page.context.browser.new_page(viewport={"width": 1508, "height": 600}) if page.context.browser else page
    viewer.goto(f"file://{sheet}")
    viewer.screenshot(path=folder / f"{name}.png", full_page=True)
    viewer.close()
    for one in names:
        (folder / f"{one}.jpg").unlink()
