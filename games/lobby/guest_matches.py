"""What happens to a guest's matches: they move to the account that the guest logs in to, or are deleted."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts import personal
from accounts.hooks import Merge
from accounts.models import User
from games.matches.changes import count_change
from games.models import LostSeat, Match, Proposal, Seat, Visit


def move_to_account(guest: User, account: User) -> None:
    """Move a guest's matches to the account, except those in which the account has or had a seat itself.

    Runs in the caller's transaction. The register of personal data says what else moves.
    """
    lost, pointed = LostSeat.objects.filter(user=guest), Match.objects.filter(pointed=guest)
    ids = lock(Match.objects.filter(pk__in=_played_or_owned(guest).union(lost.values("match"), pointed.values("pk"))))
    theirs = {
        *Seat.objects.filter(match__in=ids, user=account).values_list("match", flat=True),
        *LostSeat.objects.filter(match__in=ids, user=account).values_list("match", flat=True),
    }
    free = [match_id for match_id in ids if match_id not in theirs]
    personal.move(guest, account, Merge.FREE, free)
    _change_lists(guest, account, free)
    count_change(ids)


def _change_lists(guest: User, account: User, free: list[int]) -> None:
    """Replace the guest in lists of muted people and of those who have agreed."""
    for visit in Visit.objects.filter(match__in=free, muted__contains=[guest.pk]):
        visit.muted = [account.pk if who == guest.pk else who for who in visit.muted]
        visit.save(update_fields=["muted"])
    for proposal in Proposal.objects.filter(match__in=free, outcome="", agreed__contains=[guest.pk]):
        proposal.agreed = [account.pk if who == guest.pk else who for who in proposal.agreed]
        proposal.save(update_fields=["agreed"])


def delete_bot_matches(guest: User) -> None:
    """Delete this guest's matches against bots only, since no other person played in them."""
    person = Q(user__isnull=False, user__is_bot=False) & ~Q(user=guest)
    others = Exists(Seat.objects.filter(person, match=OuterRef("pk")))
    former = Exists(LostSeat.objects.filter(match=OuterRef("pk")).exclude(user=guest))
    alone = Match.objects.filter(pk__in=_played_or_owned(guest)).exclude(others).exclude(former)
    Match.objects.filter(pk__in=lock(alone)).delete()


def _played_or_owned(guest: User) -> QuerySet[Any, Any]:
    """A union, because with OR PostgreSQL would read all matches of the site."""
    return Seat.objects.filter(user=guest).values("match").union(Match.objects.filter(owner=guest).values("pk"))


def lock(matches: QuerySet[Match]) -> list[int]:
    """Lock these matches in a fixed order, so that concurrent callers wait instead of deadlocking. Returns the ids."""
    rows = Match.objects.select_for_update(no_key=True).filter(pk__in=matches.values("pk"))
    return list(rows.order_by("pk").values_list("pk", flat=True))


def is_referenced(person: User) -> bool:
    """Does any match still refer to this person?"""
    has_seat = Seat.objects.filter(user=person).exists() or LostSeat.objects.filter(user=person).exists()
    return has_seat or Match.objects.filter(owner=person).exists()
