"""Our own checks for `manage.py check` and `check --deploy`, each with what to do."""

from collections.abc import Callable
from typing import Any

import redis
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import DatabaseError, connection

from config import host_pages
from config.broker import client
from config.postgres import postgres

OLDEST_SERVER = 140000
GOOD_POLICIES = ("volatile-lru", "volatile-lfu", "volatile-ttl", "noeviction")


@register(deploy=True)
def settings_for_a_public_site(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Each of our settings that is wrong on a public site, and what to do about it."""
    token = settings.METRICS_TOKEN
    rules: list[tuple[bool, type[Error] | type[Warning], str, str]] = [  # is it wrong, how bad, what, what to do
        (settings.DEBUG, Error, "This is a development site: errors show code.", "Set PLAYPOST_DEBUG=0."),
        (
            not settings.IS_SECURE,
            Warning,
            "The site's address has no HTTPS: passwords and sessions can be read on their way.",
            "Set PLAYPOST_URL=https://… and put a proxy with a certificate in front.",
        ),
        (
            settings.IS_SECURE and not settings.ALLAUTH_TRUSTED_PROXY_COUNT,
            Warning,
            "No proxy is trusted: all players share one address in the rate limits.",
            "Set PLAYPOST_PROXIES=1, the number of proxies in front.",
        ),
        (
            "localhost" in settings.DEFAULT_FROM_EMAIL,
            Warning,
            "Emails name localhost as their sender. Mail providers refuse them.",
            "Set PLAYPOST_MAIL_FROM='Playpost <post@example.org>'.",
        ),
        (
            "anymail" in settings.EMAIL_BACKEND and not settings.ANYMAIL.get("WEBHOOK_SECRET"),
            Warning,
            "Nobody tells us when emails come back: players would lose time over them.",
            "Set ANYMAIL_WEBHOOK_SECRET and point the provider's webhook at /anymail/.",
        ),
        (0 < len(token) < 20, Warning, "PLAYPOST_METRICS_TOKEN can be guessed.", "Take at least 20 characters."),
        (
            "imprint" not in host_pages.titles() and "contact" not in host_pages.titles(),
            Warning,
            "Nobody can find out who runs this site.",
            f"Write imprint.md or contact.md in {settings.PAGES} (PLAYPOST_PAGES).",
        ),
        (
            bool(closed := host_pages.unreadable()),
            Warning,
            "The site may not read your own pages, so it shows its own texts instead.",
            f"Make this readable for the account that runs the site: {', '.join(map(str, closed))}.",
        ),
    ]
    found = enumerate(rules, 1)
    return [kind(what, hint=hint, id=f"playpost.W{number:03}") for number, (wrong, kind, what, hint) in found if wrong]


@register()
def mail_reaches_people(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Asked at each start: a public site whose emails nobody receives would let people down."""
    if settings.DEBUG or "dev_outbox" not in settings.EMAIL_BACKEND:
        return []
    hint = "Set PLAYPOST_MAIL_BACKEND, for example to django.core.mail.backends.smtp.EmailBackend."
    return [Warning("Emails are only kept in the database. Nobody receives them.", hint=hint, id="accounts.W001")]


@register(Tags.database, deploy=True)
def servers_are_new_enough(app_configs: Any, databases: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Asked with `--database default` only, as Django's own checks of databases."""
    if not databases:
        return []
    return _asked(_postgres, "DATABASE_URL", "W020") + _asked(_redis, "REDIS_URL", "W021")


def _asked(ask: Callable[[], str], name: str, id: str) -> list[CheckMessage]:
    try:
        wrong = ask()
    except (DatabaseError, redis.RedisError, OSError):
        wrong = "The server does not answer."
    return [Warning(wrong, hint=f"Look at {name} and docs/hosting.md.", id=f"playpost.{id}")] if wrong else []


def _postgres() -> str:
    connection.ensure_connection()
    version = postgres().pg_version
    return "" if version >= OLDEST_SERVER else f"PostgreSQL {version // 10000} is too old: 14 or newer is needed."


def _redis() -> str:
    with client() as broker:
        policy = str(broker.info("memory").get("maxmemory_policy"))
    return "" if policy in GOOD_POLICIES else f"With maxmemory-policy {policy} a full Redis drops tasks."
