"""Checks and renders the manuals of all games, and stores the pages in the database.

A manual is rendered again when anything it is made of has changed (`sources.Source.digest`). Several processes can load
at the same time; readers see the old manual until the new one is complete.
"""

from collections.abc import Iterable

import msgspec
from django.db import transaction
from django.templatetags.static import static

from config.postgres import fetch_all
from rulebook import checks, example_box, generated_pages, markdown, pictures
from rulebook.errors import ManualError
from rulebook.models import Link, Page, Section, page_url
from rulebook.sources import PLATFORM, Source, bare_source, manuals, platform_clauses, read_source, sentences

LOCK = 7_205_759  # PostgreSQL advisory lock, held while manuals are stored


def render_manual(source: Source) -> dict[str, markdown.Rendered]:
    """Render all pages of a manual, by name. Raises ManualError with all mistakes, unless everything is right."""
    tokens, mistakes = checks.parsed(source)
    places, wrong = checks.places(source, tokens, is_whole=not mistakes)
    mistakes += wrong + checks.wrong_examples(source, tokens, is_whole=not mistakes)
    book = _book(source, places)
    urls = {name: page_url(source.slug, name) for name in source.pages}
    done: dict[str, markdown.Rendered] = {}
    for name in tokens:
        try:
            done[name] = markdown.render(tokens[name], book, urls[name])
            mistakes += [checks.at(name, mistake) for mistake in done[name].mistakes]
        except ManualError as error:
            mistakes += [checks.at(name, mistake) for mistake in error.args]
    if len(done) == len(urls):
        mistakes += checks.broken_links(source, done, urls, places) + checks.wrong_terms(source, done)
    if mistakes:
        raise ManualError(*dict.fromkeys(mistakes))
    if elsewhere := {id: url for id, url in places.items() if url != urls["index"]}:
        # Every rule needs an anchor on the first page, because a link may know only the game and the rule.
        chapters = _chapters_elsewhere(done, urls)
        done["index"].html += generated_pages.elsewhere(elsewhere, book.sentences, chapters.values())
        done["index"].anchors |= {id.lower() for id in elsewhere} | set(chapters)
    return done


def _chapters_elsewhere(done: dict[str, markdown.Rendered], urls: dict[str, str]) -> dict[str, Link]:
    """The chapters on other pages than the first, by their anchors, without those that the first page uses itself."""
    taken, found = done["index"].anchors | {head.anchor for head in done["index"].toc}, dict[str, Link]()
    for name, page in done.items():
        for head in page.toc if name != "index" else ():
            if head.anchor not in taken:
                found.setdefault(head.anchor, Link(head.title, f"{urls[name]}#{head.anchor}"))
    return found


def _book(source: Source, places: dict[str, str]) -> markdown.Book:
    def example(name: str) -> str:
        assert source.game is not None, "only games have examples"
        return example_box.box(source.game, source.examples[name])

    return markdown.Book(
        sentences=sentences(PLATFORM) | source.sentences,
        places={id: page_url(PLATFORM, "index") for id in platform_clauses()} | places,
        picture=lambda name, prefix: pictures.inline(source.pictures / f"{name}.svg", prefix),
        drawing=lambda name: static(f"titles/{source.slug}/{name}.svg"),
        example=example,
        rulings=generated_pages.ruling_urls(source),
        terms=source.terms,
        glossary=page_url(source.slug, generated_pages.GLOSSARY) if source.terms else "",
    )


def load(wanted: Iterable[str] | None = None) -> tuple[int, list[str]]:
    """Render and store changed manuals. Returns how many were rendered, and the mistakes, one sentence each.

    A manual with a mistake keeps its old pages; if it has none yet, it gets a plain list of its rules.
    """
    problems: list[str] = []
    with transaction.atomic():
        fetch_all("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        stored = dict(Page.objects.filter(is_current=True).order_by().values_list("slug", "digest").distinct())
        if wanted is None:
            Page.objects.exclude(slug__in=manuals()).delete()
        changed = sum(_load_one(slug, stored.get(slug), problems) for slug in (manuals() if wanted is None else wanted))
    return changed, problems


def _load_one(slug: str, stored: str | None, problems: list[str]) -> bool:
    try:
        source = read_source(slug)
        digest = source.digest
        if digest == stored:
            return False
        pages = render_manual(source)
        pages |= generated_pages.pages(source, pages)
    except ManualError as error:
        problems += [f"{slug}: {mistake}" for mistake in error.args]
        if stored is not None:
            return False
        source, digest = bare_source(slug), ""
        pages = render_manual(source)
        pages |= generated_pages.pages(source, pages)
    _store(source, digest, pages)
    return True


def _store(source: Source, digest: str, pages: dict[str, markdown.Rendered]) -> None:
    """Replace a manual's stored pages. Pages of older versions stay, for tables that play by them."""
    Page.objects.filter(slug=source.slug, version=source.version).delete()
    Page.objects.filter(slug=source.slug).update(is_current=False)
    titles = {item.page: item.title for item in source.menu}
    sections: list[Section] = []
    for position, (name, done) in enumerate(pages.items()):
        page = Page.objects.create(
            slug=source.slug,
            version=source.version,
            digest=digest,
            name=name,
            position=position,
            title=done.title or titles[name],
            html=done.html,
            toc=msgspec.to_builtins(done.toc),
            cards=msgspec.to_builtins(done.cards),
            description=done.description,
        )
        sections += [
            Section(
                page=page,
                position=number,
                title=entry.clause or entry.heading,
                asked=_asked(source, entry, done.entries),
                **vars(entry),
            )
            for number, entry in enumerate(done.entries)
        ]
    Section.objects.bulk_create(sections)


def _asked(source: Source, entry: markdown.Entry, entries: Iterable[markdown.Entry]) -> str:
    """The questions that a block answers, one on each line: those of all its rules, and of the rulings about them."""
    if entry.kind != "rule":
        return ""
    ids = [other.clause for other in entries if other.kind in ("rule", "also") and other.text == entry.text]
    rulings = (source.rulings[id].asked for id in ids if id in source.rulings)
    return "\n".join([*(words for id in ids for words in source.asked.get(id, ())), *dict.fromkeys(rulings)])


def pages_of(slug: str, version: int | None = None) -> list[Page]:
    """The pages of a manual, without their HTML, in menu order. Loads the manual if that has not been done yet.

    `version`: for an older version of the rules; [] if it is not stored.
    """
    wanted = {"is_current": True} if version is None else {"version": version}
    rows = Page.objects.filter(slug=slug, **wanted).defer("html", "toc", "cards").order_by("position")
    if version is None and not rows:
        load([slug])
        rows = rows.all()
    return list(rows)
