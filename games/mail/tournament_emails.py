"""Emails and notices about the end of a tournament: your place, or that it was cancelled. New tables need none: their
match sends "started" or "your turn"."""

from collections.abc import Mapping
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal

from accounts.mail import outbox
from accounts.mail.email import Email, Skip
from accounts.models import OutgoingMail, User
from accounts.notices import registry
from accounts.notices.registry import NoticeText
from games.mail import links
from games.tournaments.models import Tournament


def _words(tournament: Tournament, user: User) -> tuple[str, str]:
    """The result of the tournament for this person: as a title, and in a sentence."""
    name = tournament.name
    if tournament.status == Tournament.Status.CANCELLED:
        return f"{name}: cancelled", f"{name} was cancelled. It had too few players, or the host called it off."
    entrants = tournament.entrants.select_related("user")
    place, count = entrants.get(user=user).place, entrants.count()
    if place == 1:
        return f"{name}: you won", f"{name} is over, and you won it: 1st of {count}."
    came = f"you came {ordinal(place)} of {count}"
    return f"{name}: {came}", f"{name} is over. {entrants.get(place=1).user.name} won, and {came}."


def _ended(data: Mapping[str, Any]) -> Tournament | None:
    ended = (Tournament.Status.OVER, Tournament.Status.CANCELLED)
    return Tournament.objects.filter(pk=data["tournament"], status__in=ended).first()


@outbox.renderer("tournament")
def tournament(row: OutgoingMail) -> Email | Skip:
    ended = _ended(row.data)
    if ended is None:
        return Skip("The tournament is gone.")
    url = ended.get_absolute_url()
    title, words = _words(ended, row.user)
    facts = {"subject": title, "words": words, "name": ended.name, "url": links.page_url(url)}
    return outbox.email(row, "tournament", facts, about=title, url=url)


@registry.announcer("tournament")
def _notice(data: Mapping[str, Any], user: User) -> NoticeText | None:
    ended = _ended(data)
    if ended is None:
        return None
    return NoticeText(ended.name, _words(ended, user)[1], ended.get_absolute_url(), f"tournament-{ended.pk}")
