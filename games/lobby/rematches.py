"""Rematches: a new table with the same people."""

from contextlib import suppress
from typing import Any

from django.db import transaction
from django.utils.text import get_text_list

from accounts.people import blocks
from games.errors import NoMatch, Refusal
from games.lobby import tables
from games.matches.changes import count_change
from games.models import Match


def open_rematch(*, match_id: int, user: Any) -> Match:
    """Open a table with the same game, options and bots, and invite the other players. There is one rematch per match:
    anyone who asks later joins it.

    Raises Refusal: 403 unless the user played (404 for strangers to a private match), 409 while the match runs.
    """
    with transaction.atomic():
        old = Match.objects.select_for_update().filter(pk=match_id).first()
        if old is None or not tables.may_know(old, user):
            raise NoMatch()
        if old.status != Match.Status.OVER:
            raise Refusal(409, "This match isn’t over yet.")
        players = [seat.user for seat in old.seats.select_related("user").order_by("number") if seat.user]
        strengths = dict(old.seats.values_list("user", "strength"))
        if user.pk not in {player.pk for player in players}:
            raise Refusal(403, "Only players of this match can ask for a rematch.")
        known = Match.objects.filter(rematch_of=old).first()
        if known is not None and known.status != Match.Status.CANCELLED:
            _join(known, user)
            return known
        Match.objects.filter(rematch_of=old).update(rematch_of=None)  # a cancelled rematch does not count
        kept = ("slug", "options", "pace", "move_seconds", "bank_seconds", "is_rated", "is_public")
        facts = {name: getattr(old, name) for name in kept}
        match = tables.create_match(owner=user, seats=old.seat_count, rematch_of=old, **facts)
        _invite_again(match, user, players, strengths)
        count_change([old.pk])  # the others see it on their pages
    match.refresh_from_db()
    return match


def in_words(rematch: Match, user: Any) -> str:
    """Whom the table of a rematch waits for; "" once it has begun, or if only its host can invite somebody."""
    if rematch.status != Match.Status.OPEN:
        return ""
    names = [row.user.name for row in rematch.invitations.select_related("user").order_by("pk")]
    if not names and rematch.owner_id != user.pk:
        return ""
    if not names:
        return "Nobody else from the last match can be invited. Send somebody the link, or start with bots."
    return f"We’ve invited {get_text_list(names, 'and')}."


def _invite_again(match: Match, user: Any, players: list[Any], strengths: dict[int, str]) -> None:
    """Add the same bots, and invite the other players except blocked ones."""
    for player in players:
        if player.is_bot:
            tables.add_bot(match_id=match.pk, user=user, strength=strengths[player.pk])
        elif player.pk != user.pk and player.is_active and not blocks.has_blocked_any(user, [player.pk]):
            tables.send_invitation(match, user, player)  # they have played together, so guests may invite too


def _join(match: Match, user: Any) -> None:
    """Join an existing rematch if it has a free seat. Raises Refusal (409) if someone there is blocked."""
    seated = list(match.seats.values_list("user", flat=True))
    if user.pk not in seated and blocks.is_apart_from_any(user, seated):
        raise Refusal(409, "This rematch isn’t open any more.")
    with suppress(Refusal):
        if match.status == Match.Status.OPEN:
            tables.join(match_id=match.pk, user=user)
            match.refresh_from_db()
