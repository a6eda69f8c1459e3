"""All standing orders and plans of a person: what would be played for them, and in which matches."""

from django.db.models import Prefetch
from django.urls import reverse
from msgspec import Struct

from accounts.models import User
from games.kernel import codec, engine
from games.kernel.types import Move
from games.matches import move_forms
from games.models import Match, MoveRecord, Seat

MOST = 100  # matches that the page covers


class Plan(Struct, frozen=True):
    """The standing orders in one match, for a page. `order_url`: "" if orders cannot be given there right now."""

    title: str
    id: int
    others: str
    url: str
    order_url: str
    lines: list[str]


def of_person(user: User) -> list[Plan]:
    """One entry for each running match where this person can give standing orders or has given some. Three queries."""
    mine = Seat.objects.filter(user=user, left_reason="").values("match")
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
    running = Match.objects.filter(pk__in=mine, status=Match.Status.RUNNING).exclude(position="").order_by("-pk")
    matches = list(running.prefetch_related(seats)[:MOST])
    given = MoveRecord.objects.filter(match__in=matches, is_order=True, user=user).order_by("number")
    newest = {row.match_id: codec.load_move(row.move) for row in given}
    return [plan for match in matches if (plan := _plan(match, user, newest.get(match.pk)))]


def _plan(match: Match, user: User, newest: Move | None) -> Plan | None:
    """The orders in one match; None if none can be given and none are set.

    A title whose facts have a `plan` says what is still set; for others, show the newest order that was stored.
    """
    game, names = match.game, [seat.user.name if seat.user else "" for seat in match.seats.all()]
    position = codec.load(game, match.position)
    seat = next(row.number for row in match.seats.all() if row.user_id == user.pk)
    opens = engine.open_decisions(game, position)
    asked = next((o.decision for o in opens if o.decision.seat == seat and o.decision.clock.pace == "standing"), None)
    facts = game.table.facts(engine.view_for(game, position, seat), None, names)
    plan = getattr(facts, "plan", None)
    lines = [str(line) for line in plan or ()]
    if plan is None and newest is not None:
        lines = [move_forms.in_words(asked, newest) if asked else newest.verb]
    if asked is None and not lines:
        return None
    others = ", ".join(name for number, name in enumerate(names) if number != seat)
    order_url = reverse("order", args=[match.pk]) if asked else ""
    return Plan(game.meta.title, match.pk, others, match.get_absolute_url(), order_url, lines)
