"""Advances a tournament when matches end: places, next tables, the end. Callers hold the lock on the tournament's row.

Knockout tables are planned at the start, and each begins as soon as the tables that feed it have ended. In a Swiss
tournament, free players get their next table as soon as enough of them can meet somebody new (pairing.pair_early), the
last ones when the round's last table has ended. Tables of pools are planned at the start too, and each begins as soon
as all its players are free.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from itertools import combinations
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import Rating
from accounts.people import blocks
from accounts.rating_scale import MU, SIGMA, conservative
from games.lobby import tables as lobby_tables
from games.lobby.forms import preset_options
from games.models import LostSeat, Match, Seat
from games.titles import load
from games.tournaments import pairing, standings
from games.tournaments.models import Entrant, Place, Tournament, TournamentTable

Format = Tournament.Format
SUSPENDED = Q(user__is_active=False, user__is_bot=False)
POOL = 6  # players of a pool at tables of two; otherwise twice the table size


def due(now: datetime) -> list[int]:
    """Tournaments that are due to start, and those with a table whose match has ended."""
    starting = Tournament.objects.filter(status=Tournament.Status.OPEN, starts_at__lte=now).values_list("pk", flat=True)
    ended = TournamentTable.objects.filter(ended_at=None, match__status__in=(Match.Status.OVER, Match.Status.CANCELLED))
    return sorted({*starting, *ended.values_list("tournament", flat=True)})


def present(tournament: Tournament) -> QuerySet[Entrant]:
    """Who gets a table in the next round: nobody who has dropped out, or is suspended."""
    return tournament.entrants.filter(dropped_at=None).exclude(SUSPENDED)


def begin(tournament: Tournament) -> None:
    """Seed by rating, then by registration, and pair the first round."""
    entrants = list(tournament.entrants.order_by("joined_at", "pk"))
    users = [entrant.user_id for entrant in entrants]
    known = dict(Rating.objects.filter(slug=tournament.slug, user__in=users).values_list("user", "conservative"))
    entrants.sort(key=lambda entrant: -known.get(entrant.user_id, conservative(MU, SIGMA)))
    for seed, entrant in enumerate(entrants, start=1):
        entrant.seed = seed
    Entrant.objects.bulk_update(entrants, ["seed"])
    tournament.status = Tournament.Status.RUNNING
    tournament.save(update_fields=["status"])
    advance(tournament)


def cancel(tournament: Tournament, by: Any = None) -> None:
    """Cancel it and tell everybody but the person who did."""
    tournament.status, tournament.ended_at = Tournament.Status.CANCELLED, timezone.now()
    tournament.save(update_fields=["status", "ended_at"])
    _queue_emails(tournament, tournament.entrants.exclude(user=by))


def advance(tournament: Tournament) -> None:
    """Score ended matches, make the next tables, or end the tournament. Safe to repeat. Without its game it waits."""
    if tournament.round and tournament.slug not in load():
        return
    for table in tournament.tables.filter(ended_at=None, match__isnull=False).select_related("match"):
        if table.match and table.match.status in (Match.Status.OVER, Match.Status.CANCELLED):
            _score(table, table.match)
    _drop_suspended(tournament)
    steps = {Format.POOLS: _advance_pools, Format.SWISS: _advance_swiss, Format.KNOCKOUT: _advance_knockout}
    steps[Format(tournament.format)](tournament)
    if not tournament.tables.filter(ended_at=None).exists():
        _end(tournament)


def _drop_suspended(tournament: Tournament) -> None:
    """Drop those who could not play at their next table. Who still sits at one may be back by its end."""
    at_tables = Place.objects.filter(table__tournament=tournament, table__ended_at=None, table__match__isnull=False)
    free = tournament.entrants.filter(SUSPENDED, dropped_at=None).exclude(pk__in=at_tables.values("entrant"))
    free.update(dropped_at=timezone.now())


def _score(table: TournamentTable, match: Match) -> None:
    """Take the places from the match. Players who resigned or lost their seat come last; the latter also drop out."""
    seats = dict(Seat.objects.filter(match=match, user__isnull=False, left_reason="").values_list("user", "rank"))
    lost = set(LostSeat.objects.filter(match=match).values_list("user", flat=True))
    places = list(table.places.select_related("entrant"))
    ranks = {place: seats.get(place.entrant.user_id) for place in places if place.entrant.user_id not in lost}
    for place in places:
        place.rank = ranks.get(place) or match.seat_count
        if place.entrant.user_id in lost:
            Entrant.objects.filter(pk=place.entrant_id, dropped_at=None).update(dropped_at=timezone.now())
    Place.objects.bulk_update(places, ["rank"])
    TournamentTable.objects.filter(pk=table.pk).update(ended_at=timezone.now())


# --- rounds -------------------------------------------------------------------------------------------------------


def results_of(tournament: Tournament) -> list[standings.Result]:
    """The results of all ended tables and byes. One query."""
    rows = Place.objects.filter(table__tournament=tournament, rank__isnull=False).order_by("table__round", "table")
    by_table: dict[int, dict[int, int]] = {}
    for table, entrant, rank in rows.values_list("table", "entrant", "rank"):
        by_table.setdefault(table, {})[entrant] = rank or 1
    return list(by_table.values())


def _make(tournament: Tournament, number: int, made: pairing.Round) -> None:
    """Create and start tables and byes of a round, or more of them."""
    _record_round(tournament, number)
    first = tournament.tables.filter(round=number).count() + 1
    numbered = enumerate([*made.tables, *((who,) for who in made.byes)], start=first)
    for table in [_write(tournament, number, place, people) for place, people in numbered]:
        _open(tournament, table)
    _tell_who_sits_out(tournament, number, made.byes)


def fill_missed_rounds(tournament: Tournament, entrant: Entrant) -> None:
    """Let somebody who takes over a place sit out the Swiss rounds that it has missed."""
    if tournament.format != Format.SWISS:
        return
    played = set(entrant.places.values_list("table__round", flat=True))
    for number in sorted(set(range(1, tournament.round)) - played):
        _write(tournament, number, tournament.tables.filter(round=number).count() + 1, [entrant.pk])


def _record_round(tournament: Tournament, number: int) -> None:
    """Record that this round has been paired."""
    if number > tournament.round:
        tournament.round = number
        tournament.save(update_fields=["round"])


def _advance_swiss(tournament: Tournament) -> None:
    """Make the tables that are possible now, in each round."""
    for number in range(1, tournament.rounds + 1):
        waiting, free = _waiting_for(tournament, number)
        made = _swiss(tournament, free, waiting) if free else None
        if made and (made.tables or tournament.tables.filter(round=number).exists()):
            _make(tournament, number, made)


def _waiting_for(tournament: Tournament, number: int) -> tuple[int, list[Entrant]]:
    """How many players have no table in this round yet, and those of them who have finished all earlier rounds."""
    played: dict[int, set[int]] = {}
    busy = set()
    places = Place.objects.filter(table__tournament=tournament)
    for entrant, at, ended in places.values_list("entrant", "table__round", "table__ended_at"):
        played.setdefault(entrant, set()).add(at)
        if ended is None:
            busy.add(entrant)
    here = list(tournament.entrants.filter(dropped_at=None).order_by("seed"))
    waiting = [entrant for entrant in here if number not in played.get(entrant.pk, ())]
    is_due = set(range(1, number))
    free = [one for one in waiting if one.pk not in busy and played.get(one.pk, set()) >= is_due]
    return len(waiting), free


def _swiss(tournament: Tournament, free: list[Entrant], waiting: int) -> pairing.Round | None:
    """Pair these players: the rest of the round, or enough of them to start early."""
    everybody = list(tournament.entrants.order_by("seed").values_list("pk", flat=True))
    results = results_of(tournament)
    lines = standings.standings(everybody, results)
    here = {entrant.pk for entrant in free}
    met = Counter(frozenset(two) for result in results for two in combinations(result, 2))
    order = [line.who for line in lines if line.who in here]
    points = {line.who: line.points for line in lines}
    if len(free) < waiting:
        return pairing.pair_early(order, waiting, points, met, *_sizes(tournament), apart=_apart(free))
    byes = Counter(who for result in results if len(result) == 1 for who in result)
    allowed, usual = _sizes(tournament)
    varied = pairing.varied_sizes(order, met, allowed)
    return pairing.swiss(order, points, met, byes, varied, usual, apart=_apart(free))


def _apart(entrants: Iterable[Entrant]) -> set[pairing.Pair]:
    """Pairs of which one has blocked the other. They meet only if it cannot be avoided, and nobody is told."""
    known = {entrant.user_id: entrant.pk for entrant in entrants}
    return {
        pairing.pair(known[user], known[other])
        for user, others in blocks.apart_from_each(list(known)).items()
        for other in others
        if user in known and other in known
    }


def _sizes(tournament: Tournament) -> tuple[tuple[int, ...], int]:
    """The possible table sizes (the usual one, give or take one player), and the usual one."""
    seats = load()[tournament.slug].meta.seats
    return tuple(size for size in seats if abs(size - tournament.seats) <= 1), tournament.seats


# --- knockout -----------------------------------------------------------------------------------------------------


def _advance_knockout(tournament: Tournament) -> None:
    if tournament.round == 0:
        _plan_knockout(tournament)
    tables = {(table.round, table.number): table for table in tournament.tables.order_by("round", "number")}
    for (number, _), table in tables.items():
        before = {at: tables[number - 1, at] for at, _ in table.sent}
        if before and all(one.ended_at for one in before.values()):
            _seat_best(tournament, table, before)


def _plan_knockout(tournament: Tournament) -> None:
    """Start the first round, and publish the bracket of the later ones."""
    entrants = list(tournament.entrants.filter(dropped_at=None).order_by("seed"))
    order = [entrant.pk for entrant in entrants]
    first, later = pairing.bracket(order, *_sizes(tournament), apart=_apart(entrants))
    if first.tables:
        _make(tournament, 1, first)
    TournamentTable.objects.bulk_create(
        TournamentTable(tournament=tournament, round=at, number=place, sent=sent)
        for at, tables in enumerate(later, start=2)
        for place, sent in enumerate(tables, start=1)
    )


def _seat_best(tournament: Tournament, table: TournamentTable, before: dict[int, TournamentTable]) -> None:
    """Start a planned table with the best players of the tables that feed it. If one has dropped out, the next of their
    table comes instead. If too few are left for the game, all of them advance."""
    people = [who for at, which in table.sent if (who := _advancing(before[at], which, table)) is not None]
    TournamentTable.objects.filter(pk=table.pk).update(sent=[])
    table.sent = []
    _seat(table, people)
    if len(people) not in load()[tournament.slug].meta.seats:
        table.places.update(rank=1)
        table.ended_at = timezone.now()
        table.save(update_fields=["ended_at"])
        if tournament.tables.filter(round__gt=table.round).exists():  # else this was the final
            _tell_who_sits_out(tournament, table.round, people)
    _record_round(tournament, table.round)
    _open(tournament, table)


def _advancing(before: TournamentTable, which: int, table: TournamentTable) -> int | None:
    """The player who advances from an ended table as its number `which`; None if nobody is left."""
    ranked = list(before.places.order_by("rank", "entrant__seed").values_list("entrant", "entrant__dropped_at"))
    places = Place.objects.filter(table__tournament=table.tournament_id, table__round=table.round)
    seated = set(places.values_list("entrant", flat=True))
    left = [who for who, dropped in ranked if dropped is None and who not in seated]
    same_round = TournamentTable.objects.filter(tournament=table.tournament_id, round=table.round)
    waiting = same_round.values_list("sent", flat=True)
    wanted = sorted(best for sent in waiting for at, best in sent if at == before.number).index(which)
    return left[wanted] if wanted < len(left) else None


# --- pools --------------------------------------------------------------------------------------------------------


def _advance_pools(tournament: Tournament) -> None:
    if tournament.round == 0:
        _plan_pools(tournament)
    gone = tournament.entrants.filter(dropped_at__isnull=False).values("pk")
    for table in tournament.tables.filter(ended_at=None, match=None).order_by("round", "number"):
        _drop_from(tournament, table, set(gone.values_list("pk", flat=True)))
    playing = Place.objects.filter(table__tournament=tournament, table__ended_at=None, table__match__isnull=False)
    busy = set(playing.values_list("entrant", flat=True))
    for table in tournament.tables.filter(ended_at=None, match=None).order_by("round", "number"):
        people = set(table.places.values_list("entrant", flat=True))
        if not people & busy:
            _open(tournament, table)
        busy |= people  # waiting tables too, so that everybody plays their tables in order


def _plan_pools(tournament: Tournament) -> None:
    entrants = list(tournament.entrants.filter(dropped_at=None).order_by("seed"))
    order, apart, sizes = [entrant.pk for entrant in entrants], _apart(entrants), _sizes(tournament)
    most = POOL if tournament.seats == 2 else 2 * tournament.seats
    numbers: Counter[int] = Counter()
    for pool in pairing.pools(order, most, apart):
        for number, made in enumerate(pairing.round_robin(pool, *sizes), start=1):
            for people in [*made.tables, *((who,) for who in made.byes)]:
                numbers[number] += 1
                _write(tournament, number, numbers[number], people)
    _record_round(tournament, max(numbers, default=0))
    first = tournament.tables.filter(round=1, ended_at__isnull=False)
    _tell_who_sits_out(tournament, 1, first.values_list("places__entrant", flat=True))


def _drop_from(tournament: Tournament, table: TournamentTable, gone: set[int]) -> None:
    """Remove players who have dropped out from a planned table. If it becomes too small, the others get a bye."""
    left = table.places.filter(entrant__in=gone).delete()[0]
    if left and table.places.count() not in load()[tournament.slug].meta.seats:
        table.places.update(rank=1)
        _tell_who_sits_out(tournament, table.round, table.places.values_list("entrant", flat=True))
        for place in list(table.places.all())[1:]:
            place.delete()
            _write(tournament, table.round, tournament.tables.filter(round=table.round).count() + 1, [place.entrant_id])
        TournamentTable.objects.filter(pk=table.pk).update(ended_at=timezone.now())


# --- tables -------------------------------------------------------------------------------------------------------


def _write(tournament: Tournament, number: int, place: int, people: Iterable[int]) -> TournamentTable:
    """Create a planned table, or a bye for a single player."""
    people = list(people)
    ended = timezone.now() if len(people) == 1 else None
    table = TournamentTable.objects.create(tournament=tournament, round=number, number=place, ended_at=ended)
    _seat(table, people)
    return table


def _seat(table: TournamentTable, people: list[int]) -> None:
    """Assign seats: players who have had late seats so far get early ones."""
    sat: Counter[int] = Counter()
    for entrant, seat in Place.objects.filter(entrant__in=people).values_list("entrant", "seat"):
        sat[entrant] += seat
    order = sorted(people, key=lambda who: -sat[who])
    rank = 1 if len(people) == 1 else None
    Place.objects.bulk_create(
        Place(table=table, entrant_id=who, seat=seat, rank=rank) for seat, who in enumerate(order)
    )


def _open(tournament: Tournament, table: TournamentTable) -> None:
    """Start the match of a planned table, with the usual emails of a match."""
    if table.ended_at is not None:
        return
    people = [place.entrant.user for place in table.places.select_related("entrant__user").order_by("seat")]
    game = load()[tournament.slug]
    table.match = lobby_tables.begin_match(
        owner=tournament.owner,
        slug=tournament.slug,
        players=people,
        options=preset_options(game, tournament.preset, len(people), tournament.pace),
        pace=tournament.pace,
        move_seconds=tournament.move_seconds,
        bank_seconds=tournament.bank_seconds,
        is_rated=tournament.is_rated,
        is_public=not tournament.is_private,
    )
    table.save(update_fields=["match"])


def _end(tournament: Tournament) -> None:
    """End the tournament and save the final places."""
    tournament.status, tournament.ended_at = Tournament.Status.OVER, timezone.now()
    tournament.save(update_fields=["status", "ended_at"])
    entrants = {entrant.pk: entrant for entrant in tournament.entrants.order_by("seed")}
    lines = standings.standings(list(entrants), results_of(tournament))
    for place, who in enumerate(by_round_reached(tournament, [line.who for line in lines]), start=1):
        entrants[who].place = place
    Entrant.objects.bulk_update(entrants.values(), ["place"])
    _queue_emails(tournament, tournament.entrants.all())


def by_round_reached(tournament: Tournament, order: list[int]) -> list[int]:
    """In a knockout, who got further comes first; `order`: the standings."""
    if tournament.format != Format.KNOCKOUT:
        return order
    reached: dict[int, tuple[int, int]] = {}
    rows = Place.objects.filter(table__tournament=tournament, rank__isnull=False).order_by("table__round")
    for entrant, number, rank in rows.values_list("entrant", "table__round", "rank"):
        reached[entrant] = (-number, rank or 1)
    return sorted(order, key=lambda who: reached.get(who, (0, 0)))


def _tell_who_sits_out(tournament: Tournament, number: int, entrants: Iterable[int | None]) -> None:
    _queue_emails(tournament, tournament.entrants.filter(pk__in=list(entrants)), sits_out=number)


def _queue_emails(tournament: Tournament, entrants: QuerySet[Entrant], **more: int) -> None:
    """Queue one email per entrant: it is over, it was cancelled, or (`sits_out`) they have no table in this round."""
    key = ".".join([f"t{tournament.pk}.{tournament.status}", *map(str, more.values())])
    data = {"tournament": tournament.pk, "slug": tournament.slug} | more
    data |= {"about": tournament.name, "url": tournament.get_absolute_url()}
    outbox.queue_many(
        outbox.row_for(kind="tournament", key=f"{key}.u{entrant.user_id}", user=entrant.user_id, data=data)
        for entrant in entrants.filter(user__is_bot=False, user__is_active=True)
    )
