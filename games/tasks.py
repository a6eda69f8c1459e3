"""Celery tasks for matches. They take ids, reload what they need, and may safely run twice."""

import logging
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from config.postgres import is_away
from games.agreements import proposals
from games.deadlines import sweep, usual_hours
from games.errors import Refusal
from games.groups import dates
from games.lobby import durations, idle_guests, seasons, starting, tables
from games.lobby.tables import STALE_TABLE
from games.matches import bots
from games.models import EmailInvitation, OpenDecision
from games.operations import announcements, moderation
from games.tournaments import services as tournaments

log = logging.getLogger("playpost.tasks")


@shared_task
def sweep_clocks() -> None:
    """Every two seconds: defaults, reminders, forgotten bots, and full tables that are waiting for numbers."""
    sweep.sweep()
    starting.start_late()


@shared_task
def run_bots(match_id: int) -> None:
    """Play for the bots that are asked in this match. Each move wakes the next bot; after a crash they wait an hour.

    While the database is away, they wait for the next sweep.
    """
    try:
        bots.play_all(match_id)
    except Refusal as refusal:
        # Do not log the message: it may name a card.
        log.info("Match %s: a bot's move was refused: %s %s", match_id, refusal.status, refusal.clause)
    except Exception as error:
        if is_away(error):
            log.warning("Match %s: no database for its bot.", match_id, exc_info=True)
            return
        log.exception("Match %s: its bot failed and will be asked again in an hour.", match_id)
        later = timezone.now() + timedelta(hours=1)
        OpenDecision.objects.filter(match_id=match_id, is_bot=True).update(asked_at=later)


@shared_task
def spread_announcement() -> None:
    """What the host tells everybody, once a minute: on the pages, then by email."""
    announcements.refresh_cache()
    announcements.queue_emails()


@shared_task
def end_suspensions() -> None:
    """Every minute: unblock accounts whose suspension is over."""
    moderation.end_suspensions()


@shared_task
def lapse_proposals() -> None:
    """Every minute: settle or close what players asked of each other, if no answer is awaited any more."""
    proposals.lapse()


@shared_task
def run_tournaments() -> None:
    """Every ten seconds: start tournaments and open the tables of their next rounds."""
    tournaments.sweep()


@shared_task
def open_standing_dates() -> None:
    """Every minute: open the tables of groups' standing dates, and start those whose hour has come."""
    dates.sweep()


@shared_task
def count_habits() -> None:
    """Now and then: count at which hours people answer."""
    while usual_hours.count() == usual_hours.BATCH:
        pass


@shared_task
def score_seasons() -> None:
    """Every hour: score the season's rated matches."""
    seasons.recompute()


@shared_task
def clean_up() -> None:
    """Cancel tables that have waited for three weeks, delete idle guests and old invitations, update medians."""
    tables.close_stale()
    idle_guests.delete()
    EmailInvitation.objects.filter(at__lt=timezone.now() - 2 * STALE_TABLE).delete()
    durations.recompute()
