"""The manuals of all games: read from their folders, checked, rendered once, kept in the database.

A manual is rendered again when anything it is made of has changed: its pages, rules, pictures, or the code that renders
it. Any number of processes may load at the same time; readers see the old manual until the new one is complete.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

from django.db import connection, transaction
from markdown_it.token import Token

from games.kernel import data
from games.kernel.data import Clause, Manual, read_clauses
from games.titles import folder as folder_of
from games.titles import load as load_games
from rulebook import markdown, pictures
from rulebook.errors import ManualError
from rulebook.models import Page, Section, page_url

PLATFORM = ""  # the slug of the platform's own rules
LOCK = 7_205_759  # of PostgreSQL, held while manuals are stored
CODE = ("library.py", "markdown.py", "pictures.py")


@dataclass(frozen=True)
class Source:
    """All that one manual is made of. `pages`: Markdown by name, in the order of the menu."""

    slug: str
    menu: tuple[Manual, ...]
    pages: dict[str, str]
    clauses: Mapping[str, Clause]
    pictures: Path

    @property
    def digest(self) -> str:
        """Changes when the manual has to be rendered again."""
        words = [[item.page, item.title, self.pages[item.page]] for item in self.menu]
        rules = [[clause.id, clause.section, clause.text] for clause in self.clauses.values()]
        found = hashlib.sha256(json.dumps([page_url(self.slug, "index"), words, rules]).encode())
        found.update(_code_digest())
        for file in sorted(self.pictures.glob("*.svg")):
            found.update(file.name.encode() + file.read_bytes())
        return found.hexdigest()


@cache
def _code_digest() -> bytes:
    here = Path(__file__).parent
    names = "".join(version(name) for name in ("markdown-it-py", "nh3"))
    return hashlib.sha256(b"".join((here / name).read_bytes() for name in CODE) + names.encode()).digest()


@cache
def platform_clauses() -> dict[str, Clause]:
    """The platform's own rules, PLAY-01 and so on."""
    return read_clauses(Path(data.__file__).parent)


def slugs() -> list[str]:
    """All manuals: the platform's own rules, then the games."""
    return [PLATFORM, *load_games()]


def read_source(slug: str) -> Source:
    """Read a manual from its folder. A game without a written manual gets the list of its rules.

    KeyError for an unknown slug, ManualError if a page of the menu is missing.
    """
    if slug == PLATFORM:
        return bare_source(slug)
    folder, meta = folder_of(slug), load_games()[slug].meta
    if not any((folder / "manual").glob("*.md")):
        return bare_source(slug)
    files = {item.page: folder / "manual" / f"{item.page}.md" for item in meta.manual}
    if "index" not in files:
        raise ManualError("The menu in meta.toml has no page “index”.")
    for file in files.values():
        if not file.is_file():
            raise ManualError(f"The menu in meta.toml names manual/{file.name}, but there is no such file.")
    texts = {name: file.read_text(encoding="utf-8") for name, file in files.items()}
    return Source(slug, meta.manual, texts, load_games()[slug].clauses, folder / "pictures")


def bare_source(slug: str) -> Source:
    """A manual of nothing but the rules, under the headings that they name."""
    clauses = load_games()[slug].clauses if slug else platform_clauses()
    parts: dict[str, list[str]] = {}
    for clause in clauses.values():
        parts.setdefault(clause.section, []).append(f"::clause {clause.id}")
    level = "##" if slug else "###"  # on the list of manuals they stand below a heading of their own
    text = "\n\n".join("\n\n".join([f"{level} {section}", *marks]) for section, marks in parts.items())
    folder = folder_of(slug) if slug else Path(data.__file__).parent
    return Source(slug, (Manual(page="index", title="Rules"),), {"index": text}, clauses, folder / "pictures")


def render_manual(source: Source) -> dict[str, markdown.Rendered]:
    """All pages of a manual by name. ManualError, with the page where the mistake is, unless everything is right:

    each rule shown exactly once, no unknown rule or picture, no link to a page or anchor that does not exist.
    """
    tokens = {name: _named(name, partial(markdown.parse, text)) for name, text in source.pages.items()}
    places = _places(source, tokens)
    book = markdown.Book(
        sentences={id: clause.text for id, clause in (platform_clauses() | dict(source.clauses)).items()},
        places={id: page_url(PLATFORM, "index") for id in platform_clauses()} | places,
        picture=lambda name, prefix: pictures.inline(source.pictures / f"{name}.svg", prefix),
    )
    urls = {name: page_url(source.slug, name) for name in source.pages}
    done = {name: _named(name, partial(markdown.render, tokens[name], book, urls[name])) for name in source.pages}
    _point_from_index(done["index"], {id: url for id, url in places.items() if url != urls["index"]})
    _check_links(done, urls)
    return done


def _point_from_index(index: markdown.Rendered, elsewhere: dict[str, str]) -> None:
    """Every rule has an anchor on the first page, because links to rules know only the game and the rule."""
    if not elsewhere:
        return
    links = (
        f'<li id="{id.lower()}"><a class="clause" href="{url}#{id.lower()}">{id}</a></li>'
        for id, url in elsewhere.items()
    )
    index.html += f'<h2>Rules on the other pages</h2>\n<ul class="elsewhere">{" ".join(links)}</ul>\n'
    index.anchors |= {id.lower() for id in elsewhere}


def _named(name: str, work: Any) -> Any:
    """Do the work; a mistake names the page."""
    try:
        return work()
    except ManualError as error:
        raise ManualError(f"manual/{name}.md: {error}") from None


def _places(source: Source, tokens: dict[str, list[Token]]) -> dict[str, str]:
    """The address of the page on which each rule of the game stands."""
    places: dict[str, str] = {}
    for name, page in tokens.items():
        for id in markdown.clauses_in(page):
            if id not in source.clauses:
                raise ManualError(f"manual/{name}.md: There is no rule {id} in clauses.toml.")
            if id in places:
                raise ManualError(f"manual/{name}.md: Rule {id} is shown twice.")
            places[id] = page_url(source.slug, name)
    if missing := [id for id in source.clauses if id not in places]:
        raise ManualError(f"No page shows {', '.join(missing)}.")
    return places


def _check_links(pages: dict[str, markdown.Rendered], urls: dict[str, str]) -> None:
    """Links inside the manual lead somewhere. Other addresses are not ours to judge."""
    anchors = {urls[name]: page.anchors for name, page in pages.items()}
    inside = urls["index"]
    for name, page in pages.items():
        for link in page.links:
            target, anchor = urldefrag(urljoin(urls[name], link))
            if not target.startswith(inside):
                continue
            if target not in anchors or (anchor and anchor not in anchors[target]):
                raise ManualError(f"manual/{name}.md: The link to {link} leads nowhere.")


def load(wanted: Iterable[str] | None = None) -> tuple[int, list[str]]:
    """Render and store what has changed. How many manuals were rendered, and the mistakes found, one sentence each.

    A manual with a mistake stays as it was; if there is none yet, the bare list of its rules is shown meanwhile.
    """
    problems: list[str] = []
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        stored = dict(Page.objects.order_by().values_list("slug", "digest").distinct())
        if wanted is None:
            Page.objects.exclude(slug__in=slugs()).delete()
        changed = sum(_load_one(slug, stored.get(slug), problems) for slug in (slugs() if wanted is None else wanted))
    return changed, problems


def _load_one(slug: str, stored: str | None, problems: list[str]) -> bool:
    try:
        source = read_source(slug)
        digest = source.digest
        if digest == stored:
            return False
        pages = render_manual(source)
    except ManualError as error:
        problems.append(f"{slug}: {error}")
        if stored is not None:
            return False
        source, digest = bare_source(slug), ""
        pages = render_manual(source)
    _store(source, digest, pages)
    return True


def _store(source: Source, digest: str, pages: dict[str, markdown.Rendered]) -> None:
    """Put a rendered manual in the place of the old one."""
    Page.objects.filter(slug=source.slug).delete()
    sections: list[Section] = []
    for position, item in enumerate(source.menu):
        done = pages[item.page]
        facts = {"title": item.title, "html": done.html, "toc": done.toc, "digest": digest}
        page = Page.objects.create(slug=source.slug, name=item.page, position=position, **facts)
        sections += [
            Section(page=page, position=number, title=entry.clause or entry.heading, **vars(entry))
            for number, entry in enumerate(done.entries)
        ]
    Section.objects.bulk_create(sections)


def pages_of(slug: str) -> list[Page]:
    """The pages of a manual without their text, in the order of the menu; loads the manual if nobody has done so."""
    for attempt in (1, 2):
        pages = list(Page.objects.filter(slug=slug).defer("html", "toc").order_by("position"))
        if pages or attempt == 2:
            return pages
        load([slug])
    return []
