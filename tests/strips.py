"""Strips of the moments of a match, for `make screens`: twelve frames of each kind of event that a title shows, taken
from the replay in slow motion, on a phone and on a laptop."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

FRAMES, SLOWLY = 12, 4  # frames of a strip; how many times the usual length they last
PICTURE = 90  # milliseconds that a screenshot takes
LASTS = """timeline.lay(
  [...document.querySelectorAll(".moment-told [data-beats]")].flatMap((line) => timeline.read(line.dataset.beats))
).lasts"""
KINDS = {"banner", "stamp", "reveal", "score", "collect", "move", "play", "give"}


def moments(match: Any) -> Iterator[tuple[str, int]]:
    """Each kind of event that the table shows, and the first version after it."""
    from games.kernel import codec
    from games.models import MoveRecord
    from games.table import beats

    shown = {kind for kind, rules in beats.read(match.slug).items() if KINDS & {rule.beat for rule in rules}}
    for row in MoveRecord.objects.filter(match=match).order_by("number"):
        for event in codec.load_events(row.events):
            if event.kind in shown and row.version > 1:
                shown.discard(event.kind)
                yield event.kind, row.version


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
    every = max(0, page.evaluate(LASTS) * SLOWLY * 1.15 / FRAMES - PICTURE)
    page.goto(f"/match/{match_id}/history/?at={version - 1}")
    page.evaluate(f"document.documentElement.dataset.speed = {SLOWLY}")
    page.wait_for_timeout(300)
    page.keyboard.press("ArrowRight")
    names = [f"{name}-{number:02d}" for number in range(FRAMES)]
    for number in names:
        page.wait_for_timeout(every)
        page.screenshot(path=folder / f"{number}.png")
    page.keyboard.press("Shift")
    return names


def _strip(page: Page, names: list[str], folder: Path, name: str, width: int) -> None:
    """All frames side by side, small; the single frames are removed."""
    beside = 6 if width < 600 else 4
    pictures = "".join(f"<img src='{one}.png'>" for one in names)
    style = f"body{{margin:4px;display:grid;grid-template-columns:repeat({beside},1fr);gap:4px;width:1500px}}"
    sheet = folder / "strip.html"
    sheet.write_text(f"<style>{style}img{{width:100%;display:block}}</style>{pictures}")
    viewer = page.context.browser.new_page(viewport={"width": 1508, "height": 600}) if page.context.browser else page
    viewer.goto(f"file://{sheet}")
    viewer.screenshot(path=folder / f"{name}.png", full_page=True)
    viewer.close()
    for one in names:
        (folder / f"{one}.png").unlink()
