"""What comes next in a tournament for a player whose match has ended or who has lost the seat, for their email."""

from typing import Any

from games.models import Seat
from games.tournaments.models import Place, Tournament

Format = Tournament.Format


def after(match_id: int, user: Any) -> str:
    """A sentence for this player; "" if there is nothing to add, as the email about the end of the tournament tells
    the rest."""
    if (place := _place(match_id, user)) is None:
        return ""
    cup = place.table.tournament
    if place.entrant.dropped_at:
        return f"You have dropped out of {cup.name}."
    if _plays_on(place, cup):
        return f"You play on in {cup.name}. We’ll email you when your next table starts."
    if cup.format != Format.KNOCKOUT:
        return f"That was your last table in {cup.name}. We’ll email you when all have ended."
    has_more = cup.tables.filter(round__gt=place.table.round).exists()
    return f"You are out of {cup.name}, unless somebody who is ahead of you drops out." if has_more else ""


def without_seat(match_id: int, user: Any) -> str:
    """The same for a player who has lost the seat, and with it (progress._score) the place in the tournament."""
    place = _place(match_id, user)
    return f"You drop out of {place.table.tournament.name}." if place else ""


def _place(match_id: int, user: Any) -> Place | None:
    """The place that the match was played for; None once the tournament is over."""
    rows = Place.objects.filter(table__match=match_id, entrant__user=user)
    running = rows.filter(table__tournament__status=Tournament.Status.RUNNING)
    return running.select_related("table__tournament", "entrant").first()


def _plays_on(place: Place, cup: Tournament) -> bool:
    if cup.format == Format.SWISS:
        return place.table.round < cup.rounds
    own = cup.tables.filter(places__entrant=place.entrant).exclude(pk=place.table_id)
    if cup.format == Format.POOLS:
        return own.filter(ended_at=None).exists()
    if own.filter(round__gt=place.table.round).exists():
        return True
    later = cup.tables.filter(round=place.table.round + 1).values_list("sent", flat=True)
    count = sum(at == place.table.number for sent in later for at, _ in sent)
    return place.pk in _order(place)[:count]


def _order(place: Place) -> list[int]:
    """The places of the table, best first, also if they have not been scored yet."""
    stayed = Seat.objects.filter(match=place.table.match_id, left_reason="", rank__isnull=False)
    ranks = dict(stayed.values_list("user", "rank"))
    places = place.table.places.filter(entrant__dropped_at=None).select_related("entrant")
    return [one.pk for one in sorted(places, key=lambda one: (ranks.get(one.entrant.user_id, 99), one.entrant.seed))]
