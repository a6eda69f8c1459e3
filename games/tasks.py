"""Celery tasks for matches. They take ids, look again, and may run twice."""

import logging
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from games.deadlines import sweep, usual_hours
from games.errors import Refusal
from games.lobby import durations, idle_guests, starting
from games.lobby.tables import STALE_TABLE
from games.matches import bots
from games.models import EmailInvitation, Match, OpenDecision
from games.operations import announcements, moderation
from games.tournaments import services as tournaments

log = logging.getLogger("playpost.tasks")


@shared_task
def sweep_clocks() -> None:
    """Defaults, reminders, forgotten bots and full tables that still wait for a number, every two seconds."""
    sweep.sweep()
    starting.start_late()


@shared_task
def run_bots(match_id: int) -> None:
    """Play for the bots that are asked in this match; a move wakes the next bot. One that fails rests for an hour."""
    try:
        bots.play_all(match_id)
    except Refusal as refusal:
        # Not its message: that may quote a card.
        log.info("Match %s: a bot's move was not needed: %s %s", match_id, refusal.status, refusal.clause)
    except Exception:
        log.exception("Match %s: its bot failed and is asked again in an hour.", match_id)
        later = timezone.now() + timedelta(hours=1)
        OpenDecision.objects.filter(match_id=match_id, is_bot=True).update(asked_at=later)


@shared_task
def spread_announcement() -> None:
    """What the host tells everybody, once a minute: on the pages, then by email."""
    announcements.refresh_cache()
    announcements.queue_emails()


@shared_task
def end_suspensions() -> None:
    """Open accounts whose suspension is over, once a minute."""
    moderation.end_suspensions()


@shared_task
def run_tournaments() -> None:
    """Start tournaments, make their next tables, every ten seconds."""
    tournaments.sweep()


@shared_task
def count_habits() -> None:
    """At which hours people answer, now and then."""
    while usual_hours.count() == usual_hours.BATCH:
        pass


@shared_task
def clean_up() -> None:
    """Call off tables that nobody started for three weeks; forget idle guests and old invitations; measure."""
    old = Match.objects.filter(status=Match.Status.OPEN, created_at__lt=timezone.now() - STALE_TABLE)
    old.update(status=Match.Status.CANCELLED, ended_at=timezone.now())
    idle_guests.sweep()
    EmailInvitation.objects.filter(at__lt=timezone.now() - 2 * STALE_TABLE).delete()
    durations.recompute()
