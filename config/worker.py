"""`python -m config.worker QUEUE NAME THREADS`: what `celery -A config worker` runs, in `manage.py up`.

`python -m config.worker beat FILE` is `celery -A config beat`. Celery's own command line loads 200 modules for prompts
and colours first, which takes each process 0.3 s.
"""

import gc
import sys

from django.conf import settings
from django.utils.log import configure_logging

from config import celery_app

LEVEL = "WARNING"


def work(queue: str, name: str, threads: str) -> int:
    """Run a worker for this queue until it is asked to stop. Returns its exit code."""
    features = {"without_mingle": True, "without_gossip": True, "without_heartbeat": True}
    worker = celery_app.Worker(
        hostname=f"{name}@", queues=[queue], pool="threads", concurrency=int(threads), loglevel=LEVEL, **features
    )
    worker.start()
    return int(worker.exitcode or 0)


def beat(file: str) -> int:
    """Run the scheduler, which keeps its schedule in this file. No pid file: a kill would leave it to block a start.

    It sends only the names of tasks, so it loads no tasks and no apps, and does what they do: logs, collection.
    """
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    gc.enable()
    scheduler = celery_app.Beat(schedule=file, loglevel=LEVEL)
    scheduler.init_loader = celery_app.finalize
    scheduler.run()
    return 0


if __name__ == "__main__":
    first, *others = sys.argv[1:]
    sys.exit(beat(*others) if first == "beat" else work(first, *others))
