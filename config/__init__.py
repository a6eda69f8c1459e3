"""Project configuration: settings, URLs, security headers, cache, error reporting and Celery.

`embedded` holds the bundled PostgreSQL and Valkey and the supervisor that starts all processes.
Nothing here imports an app; settings, `urls` and `asgi` refer to apps by dotted path.
"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
