"""Search for rules and cards: by clause number, and as people ask, with PostgreSQL's full-text search and ranking."""

import re
from functools import reduce
from html import escape
from operator import or_
from typing import Any

from django.contrib.postgres.search import SearchHeadline, SearchQuery, SearchRank
from django.core.paginator import Page as PageOfResults
from django.core.paginator import Paginator
from django.db.models import Case, F, FloatField, IntegerField, Q, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils.safestring import mark_safe
from msgspec import Struct

from games.titles import load as load_games
from rulebook import library
from rulebook.likeness import most_alike
from rulebook.models import AS_WRITTEN, LANGUAGE, Page, Section
from rulebook.questions import Question, Term, read_question
from rulebook.sources import all_clauses, manuals

LONGEST = 120  # characters of a query
PER_PAGE = 15
NUMBER = re.compile(r"\b([a-z]+)[\s-]*0*(\d{1,4})\b", re.IGNORECASE)
BARE_NUMBER = re.compile(r"0*(\d{1,4})")
EXACT = re.compile(r'"|(^|\s)-\w')  # quoted and excluded words are matched as they are
SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=\S)")
LONGEST_SHOWN = 280  # characters up to which a snippet grows by further sentences
GAP = " … "
START, END = "\ue000", "\ue001"  # around matching words; no manual contains them
CURRENT = Q(page__is_current=True)
BY_LENGTH = 1  # PostgreSQL's flag to divide the rank by the logarithm of the length


_RULES_FIRST = Case(When(kind="rule", then=Value(2.0)), default=Value(1.0))


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


class SearchAnswer(Struct, frozen=True):
    """What a search found. `mended`: the query with misspelled words mended, if there were any."""

    results: PageOfResults[Any]  # of Found
    mended: str


def answer(query: str, slug: str = "", page: Any = 1, within: Q = CURRENT) -> SearchAnswer:
    """One page of search results, in one game or (empty slug) in all. `within`: which sections to search.

    Rules named by number come first, then the sections with most of the words, rare words before frequent ones, and
    those that answer questions like this one: the places in both orders count alike (reciprocal rank fusion, Cormack,
    Clarke and Büttcher, 2009).
    """
    question, found = _ask(query, slug, page, within)
    if not found.object_list and query and _load_missing(slug):
        question, found = _ask(query, slug, page, within)
    found.object_list = [_result(section) for section in found.object_list]
    return SearchAnswer(found, question.mended)


def _ask(query: str, slug: str, page: Any, within: Q) -> tuple[Question, PageOfResults[Any]]:
    if not query or EXACT.search(query):
        question = Question(())
    else:
        question = read_question(NUMBER.sub("", query) if clauses_named(query, slug) else query, slug)
    return question, Paginator(_matching(query, question, slug).filter(within), PER_PAGE).get_page(page)


def search(query: str, slug: str = "", page: Any = 1) -> PageOfResults[Any]:
    """The results of `answer` alone."""
    return answer(query, slug, page).results


def clauses_named(query: str, slug: str = "") -> list[str]:
    """The ids of the rules that a query names: "PC-35", "pc 35", "pc35", and "35" if a game is given."""
    parts = ((id, *id.rpartition("-")[::2]) for id in all_clauses())
    known = {(prefix.upper(), int(number)): id for id, prefix, number in parts if number.isdigit()}
    named = [(prefix.upper(), int(number)) for prefix, number in NUMBER.findall(query)]
    bare = BARE_NUMBER.fullmatch(query)
    if bare and slug:
        named.append((load_games()[slug].meta.prefix.upper(), int(bare[1])))
    return [known[name] for name in named if name in known]


def _matching(query: str, question: Question, slug: str) -> QuerySet[Section]:
    ids = clauses_named(query, slug)
    named = Q(clause__in=ids)
    words = [_asked(term) for term in question.terms] + [_exactly(id) for id in ids]
    if EXACT.search(query):
        words = [_exactly(query)]
    if not words:
        return Section.objects.none()
    any_of = reduce(or_, (word.asked for word in words))
    worded = Q(vector=any_of) & ~Q(kind="also") & ~Q(text="")  # a bare heading answers nothing
    texts = ("page__html", "page__toc", "page__cards")  # large, and not shown
    sections = Section.objects.filter(worded | named).select_related("page").defer(*texts)
    if slug:
        sections = sections.filter(page__slug=slug)
    alike = [When(pk=pk, then=Value(share)) for pk, share in most_alike(question, slug).items()]
    return sections.annotate(
        is_named=_flag(named),
        rank=1.0 / _place(_rank(words) * _RULES_FIRST) + Case(*alike, default=Value(0.0)),
        snippet=SearchHeadline("text", any_of, config=LANGUAGE, start_sel=START, stop_sel=END, highlight_all=True),
    ).order_by("-is_named", "-rank", "page__slug", "page__position", "position")


def _place(rank: Any) -> Window:
    """1 for the section of the highest rank, 2 for the next."""
    order = [rank.desc(), F("page__slug").asc(), F("page__position").asc(), F("position").asc()]
    return Window(RowNumber(), order_by=order, output_field=FloatField())


def _flag(condition: Q) -> Case:
    return Case(When(condition, then=Value(1)), default=Value(0), output_field=IntegerField())


class Word(Struct, frozen=True):
    """A term for PostgreSQL: the word as typed, it or another for the same thing, and its weight."""

    typed: SearchQuery
    asked: SearchQuery
    weight: float


def _asked(term: Term) -> Word:
    same = [SearchQuery(word, search_type="phrase", config=LANGUAGE) for word in term.words]
    if term.begun:
        same[0] |= SearchQuery(f"'{term.begun}':*", search_type="raw", config=AS_WRITTEN)
    asked = reduce(or_, same)
    return Word(asked if term.is_number else same[0], asked, term.weight)


def _exactly(query: str) -> Word:
    asked = SearchQuery(query, search_type="websearch", config=LANGUAGE)
    return Word(asked, asked, 1.0)


def _rank(words: list[Word]) -> Any:
    """PostgreSQL's rank of each word times its weight, the words as typed twice, times the share of words found."""
    nothing, ranks, shares = Value(0.0, output_field=FloatField()), [], []
    whole = sum(word.weight for word in words)
    for word in words:
        for query in (word.typed, word.asked):
            ranks.append(SearchRank(F("vector"), query, normalization=Value(BY_LENGTH)) * Value(word.weight))
        shares.append(Case(When(vector=word.asked, then=Value(word.weight / whole)), default=nothing))
    return sum(ranks, nothing) * sum(shares, nothing)


def _load_missing(slug: str) -> bool:
    """Load manuals that have not been loaded yet. Returns whether there were any."""
    wanted = {slug} if slug else set(manuals())
    missing = wanted - set(Page.objects.order_by().values_list("slug", flat=True).distinct())
    if missing:
        library.load(sorted(missing))
    return bool(missing)


def _result(section: Any) -> Found:
    page, snippet = section.page, _best_part(section.snippet)
    game = load_games()[page.slug].meta.title if page.slug in load_games() else "Playpost"
    return Found(
        game=game if page.name == "index" else f"{game}: {page.title}",
        title=section.heading or page.title,
        url=section.get_absolute_url(),
        clause=section.clause,
        kind=section.kind,
        snippet=mark_safe(escape(snippet, quote=False).replace(START, "<mark>").replace(END, "</mark>")),
    )


def _best_part(text: str) -> str:
    """The sentence with most of the marked words, and as many sentences after it as fit; ellipses where it is cut."""
    sentences = SENTENCE.split(text)
    best = max(range(len(sentences)), key=lambda place: (len(_marked(sentences[place])), -place))
    end, length = best + 1, len(sentences[best])
    while end < len(sentences) and length + len(sentences[end]) < LONGEST_SHOWN:
        length += len(sentences[end])
        end += 1
    begin = best
    while begin and length + len(sentences[begin - 1]) < LONGEST_SHOWN:
        begin -= 1
        length += len(sentences[begin])
    return GAP.lstrip() * bool(begin) + " ".join(sentences[begin:end]) + GAP.rstrip() * (end < len(sentences))


def _marked(sentence: str) -> set[str]:
    return {word.casefold() for word in re.findall(f"{START}(.*?){END}", sentence)}
