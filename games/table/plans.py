"""A person’s plans in all matches, for one page: the standing orders, and what a title has planned for them."""

from django.urls import reverse
from msgspec import Struct

from accounts.models import User
from games.kernel import codec
from games.kernel.types import Move
from games.matches import move_forms
from games.matches.loaded import LoadedMatch, load_matches
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
    running = Match.objects.filter(pk__in=mine, status=Match.Status.RUNNING).exclude(position="").order_by("-pk")
    ids = list(running.values_list("pk", flat=True)[:MOST])
    given = MoveRecord.objects.filter(match__in=ids, is_order=True, user=user).order_by("number")
    newest = {row.match_id: codec.load_move(row.move) for row in given}
    matches = load_matches(ids)
    return [plan for id in ids if id in matches and (plan := _plan(matches[id], user, newest.get(id)))]


def _plan(loaded: LoadedMatch, user: User, newest: Move | None) -> Plan | None:
    """The orders in one match; None if none can be given and none are set.

    A title whose facts have a `plan` says what is still set; for others, show the newest order that was stored.
    """
    meta, seat = loaded.game.meta, loaded.seat_of(user.pk)
    opens = [o.decision for o in loaded.open_decisions() if o.decision.seat == seat]
    asked = next((decision for decision in opens if decision.clock.pace == "standing"), None)
    facts = loaded.game.table.facts(loaded.view_for(seat), None, loaded.names)
    plan = getattr(facts, "plan", None)
    lines = [str(line) for line in plan or ()]
    if plan is None and newest is not None:
        lines = [move_forms.in_words(asked, newest) if asked else newest.verb]
    if asked is None and not lines:
        return None
    others = ", ".join(name for number, name in enumerate(loaded.names) if number != seat)
    order_url = reverse("order", args=[loaded.id]) if asked else ""
    return Plan(meta.title, loaded.id, others, reverse("match", args=[loaded.id]), order_url, lines)
