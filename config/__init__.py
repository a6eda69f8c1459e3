"""Settings, addresses, and what ties the site together: security headers, cache, error reports, Celery.

`embedded` holds the PostgreSQL and Valkey that come along, and the supervisor that starts all.
It imports no app: settings, `urls` and `asgi` name what is theirs.
"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
