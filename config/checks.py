"""System checks for `manage.py check` and `check --deploy`. Each hint says what to do."""

import os
from collections.abc import Callable
from typing import Any

import redis
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection
from django.db import DatabaseError, connection

from config import host_pages
from config.broker import client
from config.postgres import postgres

MAIL = "mail"  # the tag of what `manage.py up` asks before it starts anything
OLDEST_SERVER = 140000
GOOD_POLICIES = ("volatile-lru", "volatile-lfu", "volatile-ttl", "noeviction")


@register(deploy=True)
def settings_for_a_public_site(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Report settings that are wrong for a public site."""
    token, secret = settings.METRICS_TOKEN, settings.ANYMAIL.get("WEBHOOK_SECRET", "")
    rules: list[tuple[bool, type[Error] | type[Warning], str, str]] = [  # is it wrong, level, message, hint
        (settings.DEBUG, Error, "Debug mode is on: error pages show source code.", "Set PLAYPOST_DEBUG=0."),
        (
            not settings.IS_SECURE,
            Warning,
            "The site doesn't use HTTPS: passwords and sessions can be read in transit.",
            "Set PLAYPOST_URL=https://… and put a proxy with a certificate in front.",
        ),
        (
            settings.IS_SECURE and not settings.ALLAUTH_TRUSTED_PROXY_COUNT,
            Warning,
            "No proxy is trusted: the rate limits see all players as one IP address.",
            "Set PLAYPOST_PROXIES to the number of proxies in front of the site, usually 1.",
        ),
        (
            "localhost" in settings.DEFAULT_FROM_EMAIL,
            Warning,
            "Emails are sent from an address at localhost. Mail providers will reject them.",
            "Set PLAYPOST_MAIL_FROM='Playpost <post@example.org>'.",
        ),
        (
            ("anymail" in settings.EMAIL_BACKEND or bool(secret)) and ":" not in secret,
            Warning,
            "Bounced emails go unnoticed, and players lose time because of them.",
            "Set ANYMAIL_WEBHOOK_SECRET=name:secret and the provider's webhook to https://name:secret@…/anymail/…",
        ),
        (0 < len(token) < 20, Warning, "PLAYPOST_METRICS_TOKEN is too short.", "Use at least 20 characters."),
        (
            "imprint" not in host_pages.titles() and "contact" not in host_pages.titles(),
            Warning,
            "The site doesn't say who runs it.",
            f"Write imprint.md or contact.md in {settings.PAGES} (PLAYPOST_PAGES).",
        ),
        (
            bool(closed := host_pages.unreadable()),
            Warning,
            "The site can't read your own pages, so it shows the default texts instead.",
            f"Make these readable by the account that runs the site: {', '.join(map(str, closed))}.",
        ),
    ]
    found = enumerate(rules, 1)
    return [kind(what, hint=hint, id=f"playpost.W{number:03}") for number, (wrong, kind, what, hint) in found if wrong]


@register(MAIL)
def mail_reaches_people(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Refuse a mail service that does not exist or lacks its keys, and warn if a public site has none."""
    try:
        get_connection()
    except (ImportError, ImproperlyConfigured) as error:
        hint = "Use django.core.mail.backends.smtp.EmailBackend, or one of django-anymail with its ANYMAIL_… keys."
        return [Error(f"PLAYPOST_MAIL_BACKEND is wrong: {error}", hint=hint, id="accounts.E001")]
    if settings.DEBUG or "dev_outbox" not in settings.EMAIL_BACKEND:
        return []
    hint = "Set PLAYPOST_MAIL_BACKEND, for example to django.core.mail.backends.smtp.EmailBackend."
    return [Warning("Emails are only kept in the database. Nobody receives them.", hint=hint, id="accounts.W001")]


@register(Tags.database, deploy=True)
def servers_are_new_enough(app_configs: Any, databases: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Runs only with `--database default`, like Django's own database checks."""
    if not databases:
        return []
    return _asked(_postgres, "DATABASE_URL", "W020") + _asked(_redis, "REDIS_URL", "W021")


def _asked(ask: Callable[[], str], name: str, id: str) -> list[CheckMessage]:
    try:
        wrong = ask()
    except (DatabaseError, redis.RedisError, OSError):
        wrong = "The server does not answer."
    hint = f"Check {name}; see docs/hosting.md." if os.environ.get(name) else "Start the site first: manage.py up"
    return [Warning(wrong, hint=hint, id=f"playpost.{id}")] if wrong else []


def _postgres() -> str:
    connection.ensure_connection()
    version = postgres().pg_version
    return "" if version >= OLDEST_SERVER else f"PostgreSQL {version // 10000} is too old. You need 14 or newer."


def _redis() -> str:
    with client() as broker:
        policy = str(broker.info("memory").get("maxmemory_policy"))
    return "" if policy in GOOD_POLICIES else f"With maxmemory-policy {policy} a full Redis drops tasks."
