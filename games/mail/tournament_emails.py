"""Emails and notices about tournaments: your place at the end, cancelled, removed by the host, or without a table in a
round. New tables need none: their match sends "started" or "your turn"."""

from collections.abc import Mapping
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.urls import reverse

from accounts.mail import email
from accounts.mail.email import Email, Skip
from accounts.models import OutgoingMail, User
from accounts.notices import registry
from accounts.notices.registry import NoticeText
from games.mail import links
from games.tournaments.models import Tournament


def _words(tournament: Tournament, user: User, data: Mapping[str, Any]) -> tuple[str, str]:
    """What became of the tournament for this person: as a title, and in a sentence."""
    name = tournament.name
    if "removed" in data:
        more = " You play on at your table until somebody takes over your place."
        words = f"The host has removed you from {name}."
        return f"{name}: removed", words + (more if tournament.status == Tournament.Status.RUNNING else "")
    if "sits_out" in data:
        why = "because the tables leave a player over. You get half a point."
        return f"{name}: you sit out round {data['sits_out']}", f"You sit out round {data['sits_out']} of {name}, {why}"
    if tournament.status == Tournament.Status.CANCELLED:
        return f"{name}: cancelled", f"{name} was cancelled. It had too few players, or the host called it off."
    entrants = tournament.entrants.select_related("user")
    place, count = entrants.get(user=user).place, entrants.count()
    if place == 1:
        return f"{name}: you won", f"{name} is over, and you won it: 1st of {count}."
    came = f"you came {ordinal(place)} of {count}"
    return f"{name}: {came}", f"{name} is over. {entrants.get(place=1).user.name} won, and {came}."


def _ended(data: Mapping[str, Any]) -> Tournament | None:
    """The tournament of the row, if it has ended, for this person or this round at least."""
    found = Tournament.objects.filter(pk=data["tournament"]).first()
    has_ended = found and found.status in (Tournament.Status.OVER, Tournament.Status.CANCELLED)
    return found if has_ended or "removed" in data or "sits_out" in data else None


def _url(tournament: Tournament, data: Mapping[str, Any]) -> str:
    return reverse("tournaments") if "removed" in data else tournament.get_absolute_url()


@email.renderer("tournament")
def tournament(row: OutgoingMail) -> Email | Skip:
    ended = _ended(row.data)
    if ended is None:
        return Skip("The tournament is gone.")
    url = _url(ended, row.data)
    title, words = _words(ended, row.user, row.data)
    label = "All tournaments" if "removed" in row.data else "See the standings"
    facts = {"label": label, "subject": title, "words": words, "name": ended.name, "url": links.page_url(url)}
    return email.write(row, "tournament", facts, about=title, url=url)


@registry.announcer("tournament")
def _notice(data: Mapping[str, Any], user: User) -> NoticeText | None:
    ended = _ended(data)
    if ended is None:
        return None
    return NoticeText(ended.name, _words(ended, user, data)[1], _url(ended, data), f"tournament-{ended.pk}")
