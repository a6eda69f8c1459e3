"""The Celery app, its queues and its schedule.

Three queues, so that no user can delay the clocks: "clocks" for the sweep alone, "notices" for calls to other people's
servers, "celery" for everything else (bots, emails, statistics). A worker without -Q serves all three.
"""

import logging
import os
from pathlib import Path
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import beat_init, setup_logging, worker_init, worker_ready
from django.conf import settings
from kombu.entity import Queue

from config import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # they load every page; `manage.py check` runs them

broker.use()
app = Celery("playpost")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["accounts", "games", "accounts.notices"])
app.conf.task_queues = [Queue(name) for name in ("celery", "clocks", "notices")]  # type: ignore[no-untyped-call]
app.conf.task_routes = {
    "games.tasks.sweep_clocks": {"queue": "clocks"},
    "accounts.notices.tasks.*": {"queue": "notices"},
}
app.conf.beat_scheduler = "config.beat_scheduler:Scheduler"
# `expires`: entries that queued up during an outage are dropped; the next one does their work.
app.conf.beat_schedule = {
    "clocks": {"task": "games.tasks.sweep_clocks", "schedule": 2.0, "options": {"expires": 2}},
    "outbox": {"task": "accounts.tasks.sweep_outbox", "schedule": 5.0, "options": {"expires": 5}},
    "habits": {"task": "games.tasks.count_habits", "schedule": 600.0, "options": {"expires": 600}},
    "announcement": {"task": "games.tasks.spread_announcement", "schedule": 60.0, "options": {"expires": 60}},
    "suspensions": {"task": "games.tasks.end_suspensions", "schedule": 60.0, "options": {"expires": 60}},
    "proposals": {"task": "games.tasks.lapse_proposals", "schedule": 60.0, "options": {"expires": 60}},
    "tournaments": {"task": "games.tasks.run_tournaments", "schedule": 10.0, "options": {"expires": 10}},
    "dates": {"task": "games.tasks.open_standing_dates", "schedule": 60.0, "options": {"expires": 60}},
    "notices": {"task": "accounts.notices.tasks.sweep_notices", "schedule": 5.0, "options": {"expires": 5}},
    "seasons": {"task": "games.tasks.score_seasons", "schedule": crontab(minute=37), "options": {"expires": 1800}},
    "forget": {"task": "accounts.tasks.clean_up", "schedule": crontab(hour=4, minute=7), "options": {"expires": 3600}},
    "clean-up": {"task": "games.tasks.clean_up", "schedule": crontab(hour=4, minute=17), "options": {"expires": 3600}},
}


@setup_logging.connect
def keep_our_logging(**_: object) -> None:
    """Keep Celery from replacing our logging configuration, which keeps secrets out of the logs."""


@worker_init.connect
def check_queues(sender: Any, **_: object) -> None:
    """Refuse one worker for all queues except in development: a webhook that hangs would stop the clocks."""
    queues = set(sender.app.amqp.queues.consume_from)
    if "notices" in queues and len(queues) > 1:
        words = "This worker serves notices and other queues. Start one per queue: -Q celery, -Q clocks, -Q notices."
        if not settings.DEBUG:
            raise SystemExit(words)
        logging.getLogger("playpost.tasks").warning(words)


@worker_ready.connect
@beat_init.connect
def report_ready(**_: object) -> None:
    """Tell the supervisor that this process is ready, by creating the file it named."""
    if path := os.environ.get("PLAYPOST_READY"):
        Path(path).touch()
