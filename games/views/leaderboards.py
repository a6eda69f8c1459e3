"""The leaderboards: ratings of all time, and the points of each season."""

import itertools
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec import Struct

from accounts import leaderboards
from accounts.rating_scale import SETTLED
from games.lobby import game_facts, open_tables, seasons
from games.models import Match
from games.numbers import number_of
from games.pagination import LongPage, Pages, Rows
from games.titles import load

PER_PAGE = 25
PER_SEARCH = 5  # rows when searching by name, because each place takes a count
ALL = "all"  # in the URL: all games


class Asked(Struct, frozen=True):
    """What the reader wants to see. `slug`: "" for all games; `season`: None for ratings, of one `pace` or any."""

    slug: str
    season: int | None
    pace: str
    name: str
    of_bots: bool
    is_mine: bool
    page: str | None

    def kept(self) -> str:
        """The query string of other pages of this list."""
        season = "" if self.season in (None, seasons.EVER) else str(self.season)
        values = {"game": self.slug or ALL, "season": season, "pace": self.pace, "q": self.name}
        known = {name: value for name, value in values.items() if value} | ({"bots": "1"} if self.of_bots else {})
        return f"{urlencode(known)}&"


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """The reader's game first; ?season= a season, ?q= searches by the start of a name, ?me= jumps to my place."""
    choices = seasons.choices()
    asked = _asked(request, {season for season, _ in choices})
    shown = _ratings(request, asked) if asked.season is None else _season(request, asked)
    context = {
        "games": game_facts.of_all(),
        "asked": asked,
        "is_season": asked.season is not None,
        "seasons": choices,
        "stamped": seasons.stamped(),
        "title": load()[asked.slug].meta.title if asked.slug else "All games",
        "paces": Match.Pace.choices,
        "query": asked.kept(),
        "settled": SETTLED,
    }
    return render(request, "games/leaderboard.html", context | shown)


def _asked(request: HttpRequest, known: set[int]) -> Asked:
    """The reader's own game if none is named. Of all games together there are points only."""
    game, number = request.GET.get("game", ""), number_of(request.GET.get("season", ""))
    slug = game if game in load() else ""
    if not slug and game != ALL:
        slug = open_tables.usual_game(request.user) or next(iter(load()), "")
    season = number if number in known else None
    if season is None and not slug:
        season = seasons.EVER
    pace, name = request.GET.get("pace", ""), request.GET.get("q", "").strip()[:40]
    return Asked(
        slug=slug,
        season=season,
        pace=pace if pace in Match.Pace.values and season is None else "",
        name=name if name.isprintable() else "",
        of_bots=request.GET.get("bots") == "1" and season is None,
        is_mine="me" in request.GET,
        page=request.GET.get("page"),
    )


def _ratings(request: HttpRequest, asked: Asked) -> dict[str, Any]:
    board = leaderboards.Board(asked.slug, asked.pace, asked.of_bots)
    found = leaderboards.ranked(board, [request.user.pk]) if request.user.is_authenticated else []
    mine = found[0] if found and not asked.of_bots else None
    my_place = leaderboards.places_of(board, found)[0] if mine and not mine.is_provisional else 0
    named = Rows(*leaderboards.statement(board, asked.name), int)
    page = _page(named if asked.name else BoardRows(board), asked, my_place)
    rows = leaderboards.ranked(board, page.object_list)
    places = leaderboards.places_of(board, rows) if asked.name else itertools.count(page.start_index())
    page.object_list = list(zip(places, rows, strict=False))
    missing = max(0, SETTLED - mine.matches) if mine else 0
    return {"rows": page, "mine": mine, "my_place": my_place, "missing": missing}


class BoardRows(Rows):
    """The ids on a board; rows far down are found from the last milestone before them."""

    def __init__(self, board: leaderboards.Board) -> None:
        self.board = board

    def counted(self, part: slice, end: int) -> tuple[list[int], int]:
        sql, values, before = leaderboards.statement_from(self.board, part.start)
        return Rows(sql, values, int).counted(slice(part.start - before, part.stop - before), end - before)


def _season(request: HttpRequest, asked: Asked) -> dict[str, Any]:
    assert asked.season is not None
    mine = seasons.of_person(request.user, asked.season, asked.slug)
    found = Rows(*seasons.statement(asked.season, asked.slug, asked.name), int)
    page = _page(found, asked, mine.place if mine else 0)
    page.object_list = [(row.place, row) for row in seasons.scores(asked.season, asked.slug, page.object_list)]
    my_points = f"{mine.points:.1f}".removesuffix(".0") if mine else ""
    return {"rows": page, "mine": mine, "my_place": mine.place if mine else 0, "my_points": my_points}


def _page(rows: Rows, asked: Asked, my_place: int) -> LongPage:
    """The page of a list of ids that was asked for, or the one with my place."""
    number = str((my_place - 1) // PER_PAGE + 1) if asked.is_mine and my_place else asked.page
    return Pages(rows, PER_SEARCH if asked.name else PER_PAGE).get_page(number)
