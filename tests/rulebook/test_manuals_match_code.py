"""Manuals agree with the title's data and the engine."""

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.kernel.display import Face
from games.titles import load
from rulebook import sources
from rulebook.models import Page
from tests.rulebook import structure
from tests.rulebook.structure import Heading

pytestmark = pytest.mark.django_db
SLUGS = list(load())
HEADING = re.compile(r'<h([2-4])(?: class="([^"]*)")? id="([^"]+)">(.*?)</h\1>', re.S)
MARKS = re.compile(r'<span class="marks">.*?</span></span>', re.S)
LOOKS = {"is-part": 1, "is-small": 5}  # original levels of headings with these classes
TABLE = re.compile(r"<table>(.*?)</table>", re.S)
ROW = re.compile(r"<tr[^>]*>(.*?)</tr>", re.S)
CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.S)
COPIES = {"copies", "in the deck", "count", "cards"}


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def pages(slug: str) -> dict[str, str]:
    return dict(Page.objects.filter(slug=slug, is_current=True).values_list("name", "html"))


# --- structure ----------------------------------------------------------------------------------------------------


def headings(html: str) -> list[Heading]:
    found = []
    for level, looks, first, inner in HEADING.findall(html):
        more = re.findall(r'<span id="([^"]+)"></span>', inner)
        look = next((LOOKS[name] for name in looks.split() if name in LOOKS), int(level))
        found.append((look, words(MARKS.sub("", inner)), (first, *more)))
    return found


def title_of(slug: str, name: str) -> Heading:
    """The title of the page: its own, otherwise that in the menu."""
    page = Page.objects.get(slug=slug, name=name, is_current=True)
    return (1, page.title, tuple(re.findall(r'^((?:<span id="[^"]+"></span>)*)', page.html)))


def missing(wanted: list[Heading], found: list[Heading]) -> list[str]:
    """The required headings that are missing or have another level, anchor or order."""
    rest = iter(found)
    fits = lambda want, have: want[:2] == have[:2] and set(want[2]) <= set(have[2])  # noqa: E731
    return [want[1] for want in wanted if not any(fits(want, have) for have in rest)]


@pytest.mark.parametrize("slug", SLUGS)
def test_manual_has_the_required_headings(slug: str) -> None:
    shown = pages(slug)
    menu, known = structure.read(slug)
    for name, wanted in known.items():
        assert missing(wanted, [title_of(slug, name), *headings(shown[name])]) == [], f"{slug}/{name}"
    titles = [item.title for item in load()[slug].meta.manual]
    assert titles[: len(menu)] == menu


def test_a_missing_or_moved_heading_is_noticed() -> None:
    wanted: list[Heading] = [(2, "A", ()), (3, "B", ("b",))]
    assert missing(wanted, [(2, "A", ("a",)), (2, "Ours", ("o",)), (3, "B", ("x", "b"))]) == []
    assert missing(wanted, [(2, "A", ("a",)), (2, "B", ("b",))]) == ["B"]
    assert missing(wanted, [(3, "B", ("b",)), (2, "A", ("a",))]) == ["B"]
    assert missing(wanted, [(2, "A", ("a",)), (3, "B", ("c",))]) == ["B"]


# --- clauses ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_list_of_rules_shows_correct_sources(client: Client, slug: str) -> None:
    html = client.get(f"/rules/{slug}/clauses/").content.decode()
    rows = {id.upper(): words(row) for id, row in re.findall(r'<span id="([a-z]+-[0-9]+)">(.*?)</span>', html)}
    assert sorted(rows) == sorted(load()[slug].clauses)
    for id, clause in load()[slug].clauses.items():
        assert rows[id].endswith("Ruling") is (clause.source == "ruling"), rows[id]


@pytest.mark.parametrize("slug", SLUGS)
def test_rulings_are_marked_with_their_reasons(client: Client, slug: str) -> None:
    source = sources.read_source(slug)
    listed = unescape(client.get(f"/rules/{slug}/rulings/").content.decode())
    ours = {id for id, clause in source.clauses.items() if clause.source == "ruling"}
    assert set(source.rulings) <= set(source.clauses), f"unknown: {set(source.rulings) - set(source.clauses)}"
    assert not (without := sorted(ours - set(source.rulings))), f"no reason for {without}"
    assert not [id for id in source.rulings if source.clauses[id].source == "seed"]
    assert all(ruling.asked in listed and ruling.why in listed for ruling in source.rulings.values())
    assert all(ruling.asked.endswith("?") and ruling.why.endswith((".", "”.")) for ruling in source.rulings.values())
    book = "".join(pages(slug).values())
    shown = set(re.findall(r'<a class="clause is-ours" [^>]*>([A-Z]+-[0-9]+)</a>', book))
    assert shown <= ours and bool(shown) is bool(ours)


@pytest.mark.parametrize("slug", SLUGS)
def test_list_of_versions_includes_the_current_version(client: Client, slug: str) -> None:
    """The list may be empty if the rules have never changed."""
    source = sources.read_source(slug)
    told = [change.version for change in source.changes]
    assert told == list(range(source.version, 0, -1)) or (source.version, told) == (1, [])
    html = client.get(f"/rules/{slug}/changes/").content.decode()
    assert all(word in unescape(html) for change in source.changes for word in change.words)


@pytest.mark.parametrize("slug", SLUGS)
def test_each_rule_is_in_a_margin_or_listed_for_engines(client: Client, slug: str) -> None:
    source = sources.read_source(slug)
    marked = [
        id.upper()
        for id in re.findall(
            r'<span id="([a-z]+-[0-9]+)"><a class="clause',
            "".join(html for name, html in pages(slug).items() if name != "clauses"),
        )
    ]
    assert sorted([*marked, *source.engine]) == sorted(source.clauses)
    assert len(source.engine) < len(source.clauses) / 5, "a book without its rules"
    for id in source.engine:
        assert client.get(f"/r/{id}").headers["Location"] == f"/rules/{slug}/clauses/#{id.lower()}"


# --- card tables --------------------------------------------------------------------------------------------------


def tables(html: str) -> Iterator[tuple[list[str], list[list[str]]]]:
    for table in TABLE.findall(html):
        first, *rows = [[words(cell) for cell in CELL.findall(row)] for row in ROW.findall(table)]
        yield first, rows


def facts_of(face: Face) -> dict[str, str]:
    named = {name.casefold(): str(value) for name, value in face.facts.items()}
    return named | dict.fromkeys(COPIES, str(face.copies))


def compared(html: str, faces: list[Face]) -> tuple[int, list[str]]:
    """The number of table cells compared with cards, and the cells that match no card of that name."""
    count, wrong = 0, []
    for head, rows in tables(html):
        for row in rows:
            cards = [face for face in faces if row[0] and (face.name == row[0] or face.name.startswith(f"{row[0]} "))]
            for name, cell in zip(head[1:], row[1:], strict=True):
                column = name.partition(",")[0].casefold()
                known = {facts_of(card).get(column) for card in cards} - {None}
                if column in COPIES and not cell.isdigit():
                    continue  # a table that mentions cards but is about something else
                count += bool(known)
                if known and cell not in known:
                    wrong.append(f"{row[0]}, {name}: {cell}, but the cards say {sorted(map(str, known))}")
    return count, wrong


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if load()[slug].manual.gallery])
def test_numbers_in_card_tables_match_the_cards(slug: str) -> None:
    faces = list(sources.read_source(slug).faces)
    found = [compared(html, faces) for html in pages(slug).values()]
    assert [line for _, wrong in found for line in wrong] == []


def test_a_wrong_number_in_a_card_table_is_noticed() -> None:
    face = Face("a", "Hallway dark", "Project", "<svg/>", 2, facts={"Points": 2})
    head = "<tr><th>Card</th><th>Points</th><th>Copies</th></tr>"
    row = f"<table>{head}<tr><td>Hallway</td><td>{{}}</td><td>{{}}</td></tr></table>"
    assert compared(row.format(2, 2), [face]) == (2, [])
    assert len(compared(row.format(3, 2), [face])[1]) == len(compared(row.format(2, 1), [face])[1]) == 1


# --- links --------------------------------------------------------------------------------------------------------


def test_no_page_has_broken_links(client: Client) -> None:
    @lru_cache(None)
    def ids(path: str) -> frozenset[str] | None:
        answer = client.get(path, follow=True)
        return frozenset(re.findall(r'\sid="([^"]+)"', answer.content.decode())) if answer.status_code == 200 else None

    broken = []
    for page in Page.objects.filter(is_current=True):
        here = page.get_absolute_url()
        html = client.get(here).content.decode()
        for link in set(re.findall(r'<a [^>]*?href="([^"]+)"', html)):
            target, anchor = urldefrag(urljoin(here, unescape(link)))
            if urlsplit(target).scheme or urlsplit(target).path.startswith(("/accounts/", "/tables/")):
                continue
            if target.startswith("/static/"):
                assert finders.find(target.removeprefix("/static/")), target
                continue
            found = ids(target)
            if found is None or (anchor and anchor not in found):
                broken.append(f"{here} -> {link}")
    assert broken == []
