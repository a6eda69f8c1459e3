"""What the pages of tournaments show. A constant number of queries each."""

from typing import Any

from django.core.paginator import Page
from django.db.models import Count, Exists, Max, Min, OuterRef, Q
from django.urls import reverse

from accounts.people import blocks
from games.clocks import time_control
from games.pagination import Uncounted
from games.titles import load
from games.tournaments import progress, services, standings
from games.tournaments.models import LEAST, Entrant, Place, Table, Tournament

PER_PAGE = 30
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
Status = Tournament.Status
ADVANCED = {
    Tournament.Format.SWISS: (
        "{rounds} rounds against players with as many points. You get your next table as soon as at least half of the "
        "players who wait for that round are free and none of them meets somebody again. The last ones of a round are "
        "paired when its last table has ended. If they don’t come out even, the last in the standings who has sat out "
        "least sits out and gets half a point."
    ),
    Tournament.Format.POOLS: "In each pool all meet. A table begins as soon as its players are free.",
    Tournament.Format.KNOCKOUT: (
        "The best half of each table go on until one table is left, the final. The way to the final is fixed at the "
        "start. A table begins as soon as the tables before it have ended. If somebody has dropped out, the next best "
        "of their table goes on."
    ),
}


def listed(user: Any, page: Any) -> Page:
    """Tournaments, the newest first; none of hosts from whom this person is kept apart."""
    found = Tournament.objects.exclude(status=Status.CANCELLED).order_by("-id").select_related("owner")
    if user.is_authenticated:
        mine = Exists(Entrant.objects.filter(tournament=OuterRef("pk"), user=user))
        found = found.exclude(blocks.between(user.pk, "owner"), ~mine)
    rows = Uncounted(found.annotate(people=Count("entrants")), PER_PAGE).get_page(page)
    rows.object_list = [facts(one) | {"people": one.people} for one in rows.object_list]
    return rows


def facts(tournament: Tournament) -> dict[str, Any]:
    """What is known of a tournament before it starts."""
    game = load()[tournament.slug]
    preset = game.meta.presets[int(tournament.preset)].title if tournament.preset else ""
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "url": tournament.get_absolute_url(),
        "slug": tournament.slug,
        "title": game.meta.title,
        "url_rules": reverse("rules", args=[tournament.slug]),
        "host": tournament.owner,
        "format": tournament.get_format_display(),
        "is_knockout": tournament.format == Tournament.Format.KNOCKOUT,
        "how": ADVANCED[Tournament.Format(tournament.format)].format(rounds=tournament.rounds),
        "seats": tournament.seats,
        "most": tournament.most,
        "preset": preset,
        "clock": time_control.clock_in_words(tournament.move_seconds, tournament.bank_seconds),
        "is_rated": tournament.is_rated,
        "status": tournament.status,
        "status_words": tournament.get_status_display().capitalize(),
        "starts_at": tournament.starts_at,
        "ended_at": tournament.ended_at,
        "round": tournament.round,
    }


def shown(tournament: Tournament, user: Any) -> dict[str, Any]:
    """The page of one tournament: facts, standings, rounds with their tables, what this person can do."""
    entered = tournament.entrants.select_related("user").order_by("seed", "joined_at", "pk")
    entrants = {entrant.pk: entrant for entrant in entered}
    me = next((one for one in entrants.values() if one.user_id == user.pk), None)
    is_open, is_host = tournament.status == Status.OPEN, tournament.owner_id == user.pk
    is_full = len(entrants) >= tournament.most
    return {
        "tournament": facts(tournament),
        "people": len(entrants),
        "lines": _lines(tournament, entrants, user),
        "rounds": _rounds(tournament, entrants, user),
        "calendar": _calendar(tournament),
        "can": {
            "enter": is_open and me is None and not is_full and user.is_authenticated,
            "withdraw": me is not None and me.dropped_at is None and tournament.status in (Status.OPEN, Status.RUNNING),
            "start": is_open and is_host and len(entrants) >= LEAST,
            "cancel": is_open and is_host,
        },
        "is_full": is_open and is_full,
        "has_dropped": me is not None and me.dropped_at is not None,
        "bye": standings.BYE,
        "least": LEAST,
    }


def _lines(tournament: Tournament, entrants: dict[int, Entrant], user: Any) -> list[dict[str, Any]]:
    lines = {line.who: line for line in standings.standings(list(entrants), progress.results_of(tournament))}
    order = progress.final_order(tournament, list(entrants)) if tournament.round else list(entrants)
    return [
        {
            "place": entrants[who].place or at,
            **_person(entrants[who], user),
            "points": lines[who].points,
            "opponents": lines[who].opponents,
            "firsts": lines[who].firsts,
            "played": lines[who].played,
            "has_dropped": entrants[who].dropped_at is not None,
        }
        for at, who in enumerate(order, start=1)
    ]


def _person(entrant: Entrant, user: Any) -> dict[str, Any]:
    person = entrant.user
    url = "" if person.deleted_at else reverse("profile", args=[person.username])
    return {"name": person.name, "url": url, "is_me": person.pk == user.pk}


def _rounds(tournament: Tournament, entrants: dict[int, Entrant], user: Any) -> list[dict[str, Any]]:
    """The newest round first; in each this person's table first. Below them what is planned of a knockout."""
    places: dict[int, list[Place]] = {}
    for place in Place.objects.filter(table__tournament=tournament).order_by("seat"):
        places.setdefault(place.table_id, []).append(place)
    found: dict[int, dict[int, dict[str, Any]]] = {}
    for table in tournament.tables.order_by("round", "number"):
        people = [_person(entrants[one.entrant_id], user) | {"rank": one.rank} for one in places.get(table.pk, [])]
        before = found.get(table.round - 1, {})
        sent = [_sent(before[at], which) for at, which in table.sent]
        found.setdefault(table.round, {})[table.number] = _table(table, people, sent)
    running = {
        number for number, made in found.items() if any(one["url"] and not one["is_over"] for one in made.values())
    }
    return [
        {
            "number": number,
            "tables": sorted(made.values(), key=lambda one: not one["is_mine"]),
            "is_open": number in (running or {tournament.round}),
        }
        for number, made in sorted(found.items(), reverse=True)
    ]


def _sent(before: dict[str, Any], which: int) -> str:
    """Who comes from this table of the round before: "2nd of table 3", or who sits it out there."""
    if before["is_bye"]:
        return str((before["people"] or [{"name": before["sent"][0]}])[0]["name"])
    return f"{ORDINALS.get(which, f'{which}th')} of table {before['number']}"


def _calendar(tournament: Tournament) -> list[dict[str, Any]]:
    """When each round began and ended; one that still runs has tables left. One query."""
    left = Count("pk", filter=Q(ended_at=None))
    rounds = tournament.tables.values("round").annotate(
        began=Min("match__started_at"), ended=Max("ended_at"), tables=Count("pk"), left=left
    )
    return [dict(row) for row in rounds.order_by("round")]


def _table(table: Table, people: list[dict[str, Any]], sent: list[str]) -> dict[str, Any]:
    """A table of a round; `sent`: in words, from where its people will come."""
    if table.ended_at is not None:
        people.sort(key=lambda one: one["rank"] or 0)
    return {
        "number": table.number,
        "url": reverse("match", args=[table.match_id]) if table.match_id else "",
        "people": people,
        "sent": sent,
        "is_bye": len(people or sent) == 1,
        "is_over": table.ended_at is not None,
        "is_mine": any(one["is_me"] for one in people),
    }


def find(tournament_id: int, user: Any) -> Tournament | None:
    """The tournament, if this person may know of it."""
    found = Tournament.objects.select_related("owner").filter(pk=tournament_id).first()
    return None if found is None or services.is_hidden(found, user) else found
