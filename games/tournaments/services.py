"""Tournament actions: announce, enter, withdraw, take over a place, remove, start, cancel."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts import guests
from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from accounts.people import blocks
from games import rate_limits
from games.deadlines import substitutes
from games.errors import NeedsAccount, Refusal
from games.models import Match
from games.titles import load
from games.tournaments import progress
from games.tournaments.models import LEAST, Entrant, Tournament

A_DAY = 5  # tournaments that one person may announce in 24 hours
LONGEST_WAIT = timedelta(days=60)
Status = Tournament.Status


def announce(*, owner: Any, starts_at: datetime, **facts: Any) -> Tournament:
    """Open a tournament for registration; its host takes part. Raises Refusal: 403 for guests, 422, 429."""
    if owner.is_guest:
        raise NeedsAccount("Tournaments need an account.")
    if not timezone.now() < starts_at < timezone.now() + LONGEST_WAIT:
        raise Refusal(422, "Choose a start within the next 60 days.")
    words = "You’ve announced a lot of tournaments. Try again tomorrow."
    rate_limits.spend("tournament", owner.pk, A_DAY, words, 24 * rate_limits.HOUR)
    with transaction.atomic():
        tournament = Tournament.objects.create(owner=owner, starts_at=starts_at, **facts)
        Entrant.objects.create(tournament=tournament, user=owner)
    return tournament


def may_see(tournament: Tournament, user: Any, key: str = "") -> bool:
    """May this person know about the tournament? A private one needs its link, a place in it or to be its host."""
    if not tournament.is_private or secrets.compare_digest(key.encode(), tournament.token.encode()):
        return True
    if not user.is_authenticated:
        return False
    return tournament.owner_id == user.pk or user.is_staff or tournament.entrants.filter(user=user).exists()


def remove(*, tournament_id: int, user: Any, name: str) -> User:
    """Remove a player, once it runs from all later rounds, and tell them. Only the host can. Returns whom. Raises
    Refusal: 403, 404, 409, 422."""
    with transaction.atomic():
        tournament = _of_host(tournament_id, user, may_run=True)
        named = tournament.entrants.filter(user__username__iexact=name, dropped_at=None).exclude(user=user)
        gone = named.select_related("user").first()
        if gone is None:
            raise Refusal(422, "There is no such player in this tournament.")
        about = {"about": f"{tournament}: removed", "url": reverse("tournaments")}
        data = {"tournament": tournament.pk, "removed": True} | about
        outbox.queue(kind="tournament", key=_removal(tournament, gone.user_id), user=gone.user_id, data=data)
        if tournament.status == Status.OPEN:
            named.delete()
        else:
            named.update(dropped_at=timezone.now(), is_removed=True)
            progress.advance(tournament)
        return gone.user


def _removal(tournament: Tournament, user_id: int) -> str:
    """The key of the email that tells somebody of it."""
    return f"t{tournament.pk}.u{user_id}.removed"


def is_removed(tournament: Tournament, user: Any) -> bool:
    """Has the host removed this person?"""
    return OutgoingMail.objects.filter(key=_removal(tournament, user.pk)).exists()


def take_over(*, tournament_id: int, user: Any, entrant_id: int, key: str = "") -> None:
    """Take the place and the points of a player who has dropped out, and the seat at the running table of one whom the
    host has removed. Raises Refusal: 403 for guests, 404, 409."""
    with transaction.atomic():
        tournament = _locked(tournament_id, user)
        _admit(tournament, user, key)
        if _plays_on(tournament, user) and tournament.entrants.filter(pk=entrant_id, user=user).exists():
            return
        entrant = tournament.entrants.filter(pk=entrant_id, dropped_at__isnull=False).first()
        if tournament.status != Status.RUNNING or tournament.format == Tournament.Format.POOLS or entrant is None:
            raise Refusal(409, "This place can’t be taken over.")
        if had_a_place(tournament, user):
            raise Refusal(409, "You’ve already had a place in this tournament.")
        _take_seats(entrant, user)
        entrant.user, entrant.dropped_at, entrant.is_removed = user, None, False
        entrant.save(update_fields=["user", "dropped_at", "is_removed"])
        progress.fill_missed_rounds(tournament, entrant)
        progress.advance(tournament)


def _take_seats(entrant: Entrant, user: User) -> None:
    """Take over the seats at running tables, except one that is given up. Who dropped out by their own choice plays
    their last table to its end."""
    tables = Match.objects.filter(tournament_table__places__entrant=entrant, tournament_table__ended_at=None)
    for match in tables.filter(status=Match.Status.RUNNING).order_by("pk"):
        seat = match.seats.filter(user=entrant.user_id).first()
        if entrant.is_removed and not (seat and seat.left_reason):
            substitutes.take_over(match_id=match.pk, was=entrant.user, user=user, now=timezone.now())
        elif seat and not seat.left_reason:
            raise Refusal(409, "This player’s last table is still running. Try again when it has ended.")


def enter(*, tournament_id: int, user: Any, key: str = "") -> None:
    """Register. Raises Refusal: 403 for guests, 404 (also if the host has blocked them), 409."""
    with transaction.atomic():
        tournament = _locked(tournament_id, user)
        _admit(tournament, user, key)
        if _plays_on(tournament, user):
            return
        if tournament.status != Status.OPEN:
            raise Refusal(409, "Registration is closed.")
        if is_removed(tournament, user):
            raise Refusal(403, "The host removed you from this tournament.")
        if Entrant.objects.filter(tournament=tournament).count() >= tournament.most:
            raise Refusal(409, "This tournament is full.")
        Entrant.objects.create(tournament=tournament, user=user)


def _plays_on(tournament: Tournament, user: Any) -> bool:
    """Does this person take part? Then the button was pressed twice."""
    is_on = tournament.status in (Status.OPEN, Status.RUNNING)
    return is_on and tournament.entrants.filter(user=user, dropped_at=None).exists()


def had_a_place(tournament: Tournament, user: Any) -> bool:
    """Is this an entrant, or somebody who played here and whose place somebody else has since taken over?"""
    tables = Match.objects.filter(tournament_table__tournament=tournament)
    has_played = tables.filter(Q(seats__user=user) | Q(lost_seats__user=user)).exists()
    return has_played or tournament.entrants.filter(user=user).exists()


def _admit(tournament: Tournament, user: Any, key: str) -> None:
    """Check that this person may play. A guest whose address is confirmed becomes an account. Raises Refusal."""
    if not may_see(tournament, user, key):
        raise Refusal(404, "There is no such tournament.")
    if blocks.has_blocked_any(user, [tournament.owner_id]):
        raise Refusal(409, "You blocked the host of this tournament. Unblock them first.")
    if user.is_guest and not guests.open_account(user=user):
        raise NeedsAccount("Tournaments need an account.")


def withdraw(*, tournament_id: int, user: Any) -> None:
    """Give up the place before the start, or later drop out: no more tables, but running matches go on.

    Raises Refusal: 403 for people who do not take part, 404, 409.
    """
    with transaction.atomic():
        tournament = _locked(tournament_id, user)
        entrant = Entrant.objects.filter(tournament=tournament, user=user).first()
        if entrant is None:
            raise Refusal(403, "You don’t take part in this tournament.")
        _tell_host(tournament, user)
        if tournament.status == Status.OPEN:
            entrant.delete()
        elif tournament.status == Status.RUNNING:
            Entrant.objects.filter(pk=entrant.pk, dropped_at=None).update(dropped_at=timezone.now())
            progress.advance(tournament)
        else:
            raise Refusal(409, "This tournament is over, or it was cancelled.")


def _tell_host(tournament: Tournament, user: Any) -> None:
    """Tell the host that somebody drops out; once for each person."""
    if user.pk == tournament.owner_id:
        return
    data = {"tournament": tournament.pk, "who": user.pk, "about": tournament.name, "url": tournament.get_absolute_url()}
    outbox.queue(kind="left", key=f"t{tournament.pk}.u{user.pk}.left", user=tournament.owner_id, data=data)


def start(*, tournament_id: int, user: Any) -> None:
    """Start now. Only the host can. Raises Refusal: 403, 404, 409."""
    with transaction.atomic():
        tournament = _of_host(tournament_id, user)
        if progress.present(tournament).count() < LEAST:
            raise Refusal(409, f"A tournament needs at least {LEAST} players.")
        progress.begin(tournament)


def cancel(*, tournament_id: int, user: Any) -> None:
    """Cancel the tournament before it starts. Only the host can. Raises Refusal: 403, 404, 409."""
    with transaction.atomic():
        progress.cancel(_of_host(tournament_id, user), by=user)


def leave_all(person: User) -> None:
    """Before an account is deleted, give up its places, cancel its tournaments that have not started, and make the
    player who joined first, and is not suspended, the host of those that have."""
    for tournament in Tournament.objects.filter(owner=person, status=Status.OPEN):
        cancel(tournament_id=tournament.pk, user=person)
    for tournament in Tournament.objects.filter(owner=person, status=Status.RUNNING):
        others = tournament.entrants.filter(dropped_at=None, user__is_bot=False).exclude(user=person)
        if heir := others.order_by("-user__is_active", "joined_at", "pk").first():
            Tournament.objects.filter(pk=tournament.pk).update(owner=heir.user_id)
            about = {"about": f"{tournament}: you are the host", "url": tournament.get_absolute_url()}
            key, data = f"t{tournament.pk}.host.u{heir.user_id}", {"tournament": tournament.pk, "host": True} | about
            outbox.queue(kind="tournament", key=key, user=heir.user_id, data=data)
    for entrant in Entrant.objects.filter(user=person, tournament__status__in=(Status.OPEN, Status.RUNNING)):
        withdraw(tournament_id=entrant.tournament_id, user=person)


def sweep(now: datetime | None = None) -> None:
    """Start and advance the tournaments that are due. Safe to repeat and to run concurrently."""
    now = now or timezone.now()
    for pk in progress.due(now):
        with transaction.atomic():
            tournament = Tournament.objects.select_for_update(skip_locked=True).filter(pk=pk).first()
            if tournament is None or tournament.slug not in load():  # its folder is gone
                continue
            if tournament.status == Status.OPEN and tournament.starts_at <= now:
                is_enough = progress.present(tournament).count() >= LEAST
                progress.begin(tournament) if is_enough else progress.cancel(tournament)
            elif tournament.status == Status.RUNNING:
                progress.advance(tournament)


def _locked(tournament_id: int, user: Any) -> Tournament:
    rows = Tournament.objects.select_for_update(of=("self",)).select_related("owner")
    tournament = rows.filter(pk=tournament_id).first()
    if tournament is None or is_hidden(tournament, user):
        raise Refusal(404, "There is no such tournament.")
    return tournament


def is_hidden(tournament: Tournament, user: Any) -> bool:
    """Has the host blocked this person, and do they not take part?"""
    if not user.is_authenticated or tournament.owner_id == user.pk:
        return False
    if not blocks.is_hidden_from(user, [tournament.owner_id]):
        return False
    return not Entrant.objects.filter(tournament=tournament, user=user).exists()


def _of_host(tournament_id: int, user: Any, may_run: bool = False) -> Tournament:
    tournament = _locked(tournament_id, user)
    if tournament.owner_id != user.pk:
        raise Refusal(403, "Only the host can do this.")
    if tournament.status != Status.OPEN and not (may_run and tournament.status == Status.RUNNING):
        told = {Status.RUNNING: "has already started", Status.OVER: "is over", Status.CANCELLED: "was cancelled"}
        raise Refusal(409, f"This tournament {told[Status(tournament.status)]}.")
    return tournament
