"""All standing orders and plans of a person: what would be played for her, in which match."""

from typing import Any

from django.db.models import Prefetch
from django.urls import reverse

from accounts.models import User
from games import forms
from games.kernel import codec, engine
from games.models import Match, Seat

MOST = 100  # matches that the page looks into


def of_person(user: User) -> list[dict[str, Any]]:
    """One entry for each running match in which this person may leave orders or has left some. Two queries."""
    mine = Seat.objects.filter(user=user, left="").values("match")
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
    running = Match.objects.filter(pk__in=mine, status=Match.Status.RUNNING).exclude(position="").order_by("-pk")
    found = (_entry(match, user) for match in running.prefetch_related(seats)[:MOST])
    return [entry for entry in found if entry is not None]


def _entry(match: Match, user: User) -> dict[str, Any] | None:
    game, names = match.game, [seat.user.name if seat.user else "" for seat in match.seats.all()]
    position = codec.load(game, match.position)
    seat = next(row.number for row in match.seats.all() if row.user_id == user.pk)
    opens = engine.open_decisions(game, position)
    asked = next((o.decision for o in opens if o.decision.seat == seat and o.decision.pace == "standing"), None)
    given = game.by_name[position.step].standing(position.state).get(seat)
    if asked is None and given is None:
        return None
    facts = game.table(engine.view_for(game, position, seat), None, names) if game.table else {}
    plain = [forms.in_words(asked, given)] if given is not None and asked is not None else []
    return {
        "title": game.meta.title,
        "id": match.pk,
        "others": ", ".join(name for number, name in enumerate(names) if number != seat),
        "url": match.get_absolute_url(),
        "order_url": reverse("order", args=[match.pk]) if asked else "",
        "prompt": asked.prompt if asked else "",
        "is_set": given is not None,
        "lines": _lines(facts) if given is not None and _lines(facts) else plain,
    }


def _lines(facts: Any) -> list[str]:
    """What a title itself says about the order of this seat, in its own words."""
    return [str(line) for line in getattr(facts, "plan", None) or ()]
