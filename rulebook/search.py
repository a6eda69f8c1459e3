"""Search for rules and cards: by clause number, and by words with PostgreSQL's full-text search."""

import re
from difflib import get_close_matches
from functools import lru_cache
from html import escape
from typing import Any

from django.contrib.postgres.search import SearchHeadline, SearchQuery, SearchRank
from django.core.paginator import Page as PageOfResults
from django.core.paginator import Paginator
from django.db.models import Case, Exists, F, IntegerField, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Length
from django.utils.safestring import mark_safe
from msgspec import Struct

from games.titles import load as load_games
from rulebook import library
from rulebook.models import AS_WRITTEN, LANGUAGE, Page, Section
from rulebook.sources import all_clauses, manuals

LONGEST = 80  # characters of a query
PER_PAGE = 15
NUMBER = re.compile(r"\b([a-z]+)[\s-]*0*(\d{1,4})\b", re.IGNORECASE)
BARE_NUMBER = re.compile(r"0*(\d{1,4})")
LAST_WORD = re.compile(r"[^\W_]{3,}$")  # may not be typed to its end
LONGEST_SHOWN = 600  # characters up to which a block is shown as a whole
GAP = " … "
START, END = "\ue000", "\ue001"  # around matching words; no manual contains them
EXTRACT = {"max_words": 30, "min_words": 12, "max_fragments": 2, "fragment_delimiter": GAP}  # for long texts
BY_LENGTH = 1  # PostgreSQL's flag to divide the rank by the logarithm of the length
WORD = re.compile(r"[a-z]{3,}")


_RULES_FIRST = Case(  # text with rules first, then other text, then the list of all rules
    When(kind="rule", then=Value(2.0)), When(kind="list", then=Value(0.4)), default=Value(1.0)
)


def clean_query(raw: str) -> str:
    """The query without control characters and extra space, cut to LONGEST characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in raw).split())[:LONGEST].strip()


class Found(Struct, frozen=True):
    """One search result. `snippet`: safe HTML with matching words in <mark>."""

    game: str
    title: str
    url: str
    clause: str
    kind: str
    snippet: str


def search(query: str, slug: str = "", page: Any = 1) -> PageOfResults[Found]:
    """One page of search results, in one game or (empty slug) in all. Rules named by number come first."""
    found: PageOfResults[Any] = Paginator(_matching(query, slug), PER_PAGE).get_page(page)
    if not found.object_list and _load_missing(slug):
        found = Paginator(_matching(query, slug), PER_PAGE).get_page(page)
    found.object_list = [_result(section) for section in found.object_list]
    return found


def suggestions(query: str, slug: str = "") -> list[str]:
    """Alternatives to a query without results, with similarly spelled words from the manuals."""
    typed = WORD.findall(query.casefold())
    newest = Page.objects.order_by("-pk").values_list("pk", flat=True).first()
    known = _vocabulary(slug, newest)
    close = {word: get_close_matches(word, known, 2, 0.72) for word in typed if word not in known}
    mended = " ".join((close.get(word) or [word])[0] for word in typed)
    single = [word for words in close.values() for word in words]
    return [words for words in dict.fromkeys([mended, *single]) if words and words != query.casefold()][:4]


@lru_cache(20)
def _vocabulary(slug: str, newest: int | None) -> tuple[str, ...]:
    """All words in the manuals. `newest`: the newest page, for the cache."""
    texts = Section.objects.filter(page__slug=slug) if slug else Section.objects.all()
    found = {
        word for row in texts.values_list("title", "text") for part in row for word in WORD.findall(part.casefold())
    }
    return tuple(sorted(found))


def clauses_named(query: str, slug: str = "") -> list[str]:
    """The ids of the rules that a query names: "PC-35", "pc 35", "pc35", and "35" if a game is given."""
    parts = ((id, *id.rpartition("-")[::2]) for id in all_clauses())
    known = {(prefix.upper(), int(number)): id for id, prefix, number in parts if number.isdigit()}
    named = [(prefix.upper(), int(number)) for prefix, number in NUMBER.findall(query)]
    bare = BARE_NUMBER.fullmatch(query)
    if bare and slug:
        named.append((load_games()[slug].meta.prefix.upper(), int(bare[1])))
    return [known[name] for name in named if name in known]


def _matching(query: str, slug: str) -> QuerySet[Section]:
    if not query:
        return Section.objects.none()
    asked = _asked(query)
    named = Q(clause__in=clauses_named(query, slug)) & ~Q(kind="list")
    told = Section.objects.filter(clause=OuterRef("clause"), kind__in=("rule", "also"), vector=asked)
    worded = Q(vector=asked) & ~Q(kind="also") & ~(Q(kind="list") & Exists(told))
    texts = ("page__html", "page__toc", "page__cards")  # large, and not shown
    sections = Section.objects.filter(worded | named).select_related("page").defer(*texts)
    if slug:
        sections = sections.filter(page__slug=slug)
    return sections.annotate(
        is_named=Case(When(named, then=Value(1)), default=Value(0), output_field=IntegerField()),
        rank=SearchRank(F("vector"), asked, normalization=Value(BY_LENGTH)) * _RULES_FIRST,
        length=Length("text"),
        snippet=Case(
            When(
                kind__in=("rule", "also", "list"), length__lt=LONGEST_SHOWN, then=_headline(asked, highlight_all=True)
            ),
            default=_headline(asked, **EXTRACT),
        ),
    ).order_by("-is_named", "-rank", "page__slug", "page__position", "position")


def _asked(query: str) -> SearchQuery:
    """The query for PostgreSQL, in web search syntax. Also matches words that start with its last word."""
    whole = SearchQuery(query, search_type="websearch", config=LANGUAGE)
    last = LAST_WORD.search(query)
    if last is None or '"' in query or re.search(r"(^|\s)-\S*$", query):
        return whole
    begun = SearchQuery(f"'{last[0]}':*", search_type="raw", config=AS_WRITTEN)
    before = query[: last.start()].strip()
    if not before:
        return whole | begun
    return whole | (SearchQuery(before, search_type="websearch", config=LANGUAGE) & begun)


def _headline(asked: SearchQuery, **options: Any) -> SearchHeadline:
    return SearchHeadline("text", asked, config=LANGUAGE, start_sel=START, stop_sel=END, **options)


def _load_missing(slug: str) -> bool:
    """Load manuals that have not been loaded yet. Returns whether there were any."""
    wanted = {slug} if slug else set(manuals())
    missing = wanted - set(Page.objects.order_by().values_list("slug", flat=True).distinct())
    if missing:
        library.load(sorted(missing))
    return bool(missing)


def _result(section: Any) -> Found:
    page, snippet = section.page, _with_gaps(section.snippet, section.text)
    game = load_games()[page.slug].meta.title if page.slug in load_games() else "Playpost"
    return Found(
        game=game if page.name == "index" else f"{game}: {page.title}",
        title=section.heading or page.title,
        url=section.get_absolute_url(),
        clause=section.clause,
        kind=section.kind,
        snippet=mark_safe(escape(snippet, quote=False).replace(START, "<mark>").replace(END, "</mark>")),
    )


def _with_gaps(snippet: str, text: str) -> str:
    """Add an ellipsis where an extract starts or ends in the middle of its text."""
    parts = snippet.replace(START, "").replace(END, "").split(GAP)
    before = "" if text.startswith(parts[0]) else GAP.lstrip()
    after = "" if text.rstrip(" .").endswith(parts[-1].rstrip(" .")) else GAP.rstrip()
    return before + snippet + after
