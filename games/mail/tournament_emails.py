"""Emails and notices about tournaments: your place at the end, cancelled, removed by the host, its host from now on, or
without a table in a round. New tables need none: their match sends "started" or "your turn"."""

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
    if "host" in data:
        return f"{name}: you are the host", f"The host of {name} has left the site. You are its host from now on."
    if "sits_out" in data:
        is_through = tournament.format == Tournament.Format.KNOCKOUT
        gain = "You go on to the next round" if is_through else "You get half a point"
        why = f"because there are not enough players for another table. {gain}."
        return f"{name}: you sit out round {data['sits_out']}", f"You sit out round {data['sits_out']} of {name}, {why}"
    if tournament.status == Tournament.Status.CANCELLED:
        is_late = tournament.ended_at is not None and tournament.ended_at >= tournament.starts_at
        why = "It had too few players." if is_late else "The host called it off."
        return f"{name}: cancelled", f"{name} was cancelled. {why}"
    entrants = tournament.entrants.select_related("user")
    place, count = entrants.get(user=user).place, entrants.count()
    if place == 1:
        return f"{name}: you won", f"{name} is over, and you won it: 1st of {count}."
    came = f"you came {ordinal(place)} of {count}"
    return f"{name}: {came}", f"{name} is over. {entrants.get(place=1).user.name} won, and {came}."


def _ended(data: Mapping[str, Any]) -> Tournament | None:
    """The tournament of the row, if it has ended or the row is about something before its end. Who sits out a round
    until the end reads only their place."""
    found = Tournament.objects.filter(pk=data["tournament"]).first()
    has_ended = found and found.status in (Tournament.Status.OVER, Tournament.Status.CANCELLED)
    is_news = "sits_out" not in data if has_ended else {"removed", "sits_out", "host"} & data.keys()
    return found if is_news else None


def _url(tournament: Tournament, data: Mapping[str, Any]) -> str:
    """Where to read more: with the key of a private one, as its readers may not be logged in."""
    key = f"?key={tournament.token}" if tournament.is_private else ""
    return reverse("tournaments") if "removed" in data else f"{tournament.get_absolute_url()}{key}"


@email.renderer("tournament")
def tournament(row: OutgoingMail) -> Email | Skip:
    ended = _ended(row.data)
    if ended is None:
        return Skip("The tournament is gone, or over.")
    url = _url(ended, row.data)
    title, words = _words(ended, row.user, row.data)
    shown = "See the standings" if ended.round else "See the tournament"
    label = "All tournaments" if "removed" in row.data else shown
    facts = {"section": "Tournament", "label": label, "subject": title, "words": words, "name": ended.name}
    facts["url"] = links.page_url(url)
    return email.write(row, "tournament", facts, about=title, url=url)


@registry.announcer("tournament")
def _notice(data: Mapping[str, Any], user: User) -> NoticeText | None:
    ended = _ended(data)
    if ended is None:
        return None
    return NoticeText(ended.name, _words(ended, user, data)[1], _url(ended, data), f"tournament-{ended.pk}")
