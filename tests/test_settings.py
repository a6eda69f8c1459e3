"""Settings from environment variables, and their defaults for development and real sites."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from config import env

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://ann:p%40ss@db.example.org:6432/games", ("games", "ann", "p@ss", "db.example.org", "6432", {})),
        ("postgres://db.example.org", ("playpost", "", "", "db.example.org", "", {})),
        ("postgresql://ann@/x?host=/run/pg&sslmode=require", ("x", "ann", "", "/run/pg", "", {"sslmode": "require"})),
    ],
)
def test_database_url(url: str, expected: tuple[Any, ...]) -> None:
    found = env.database(url)
    assert tuple(found[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")) == expected


def test_invalid_urls_are_refused_with_a_message() -> None:
    with pytest.raises(SystemExit, match="DATABASE_URL must begin with postgresql"):
        env.database("mysql://somewhere/x")
    with pytest.raises(SystemExit, match="REDIS_URL must begin with redis"):
        env.redis_url("http://somewhere", 0)


@pytest.mark.parametrize(
    ("url", "plain", "celery"),
    [
        ("unix:///run/v.sock", "unix:///run/v.sock?db=2", "redis+socket:///run/v.sock?virtual_host=2"),
        ("redis://:pw@cache:6380/7", "redis://:pw@cache:6380/2", "redis://:pw@cache:6380/2"),
        ("redis://cache", "redis://cache/2", "redis://cache/2"),
        ("rediss://cache/0?ssl_cert_reqs=required", *["rediss://cache/2?ssl_cert_reqs=required"] * 2),
    ],
)
def test_one_redis_address_serves_all_three_clients(url: str, plain: str, celery: str) -> None:
    assert env.redis_url(url, 2) == plain
    assert env.celery_url(url, 2) == celery


def read_settings(names: list[str], **given: str) -> dict[str, Any]:
    """The settings in a new process with this environment."""
    code = f"import json; from config import settings as s; print(json.dumps({{n: getattr(s, n) for n in {names!r}}}))"
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PLAYPOST_", "DATABASE", "REDIS"))}
    environment = clean | {"PLAYPOST_VAR": os.environ["PLAYPOST_VAR"]} | given
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if answer.returncode:
        raise SystemExit(answer.stderr)
    return dict(json.loads(answer.stdout))


@pytest.mark.parametrize(
    ("port", "tls", "is_from_start", "is_later"),
    [("465", "1", True, False), ("465", "", True, False), ("587", "1", False, True), ("25", "0", False, False)],
)
def test_port_465_speaks_tls_from_the_start(port: str, tls: str, is_from_start: bool, is_later: bool) -> None:
    found = read_settings(["EMAIL_USE_SSL", "EMAIL_USE_TLS"], PLAYPOST_SMTP_PORT=port, PLAYPOST_SMTP_TLS=tls)
    assert found == {"EMAIL_USE_SSL": is_from_start, "EMAIL_USE_TLS": is_later}


OWN = {"DATABASE_URL": "postgresql://db/x", "REDIS_URL": "redis://cache"}


def test_fresh_clone_is_a_development_site() -> None:
    found = read_settings(["DEBUG", "IS_EMBEDDED", "SITE_URL", "ALLOWED_HOSTS", "PASSWORD_HASHERS"])
    assert found["DEBUG"] and found["IS_EMBEDDED"]
    assert found["SITE_URL"] == "http://localhost:8000"
    assert "localhost" in found["ALLOWED_HOSTS"]
    assert "Argon2" in found["PASSWORD_HASHERS"][0]


@pytest.mark.parametrize("url", ["postgresql:///playpost?host=/run/pg", "postgresql://anna:x@host:5/playpost"])
def test_another_database_on_the_same_server(url: str) -> None:
    """Also for a URL with a socket directory and no host, as deploy/install.sh writes it."""
    assert env.renamed(url, "playpost") == url
    assert env.renamed(url, "other") == url.replace("playpost", "other")


def test_own_database_makes_a_real_site_that_needs_a_key() -> None:
    with pytest.raises(SystemExit, match="PLAYPOST_SECRET_KEY"):
        read_settings(["DEBUG"], **OWN)


def test_real_site_is_closed_and_secure_by_default() -> None:
    names = ["DEBUG", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "PASSWORD_HASHERS"]
    found = read_settings(
        names, **OWN, PLAYPOST_SECRET_KEY="k" * 50, PLAYPOST_URL="https://play.example.org/", PLAYPOST_TESTING="1"
    )
    assert not found["DEBUG"]
    assert found["ALLOWED_HOSTS"] == ["play.example.org"]
    assert found["SESSION_COOKIE_SECURE"] and found["CSRF_COOKIE_SECURE"]
    assert not any("MD5" in hasher for hasher in found["PASSWORD_HASHERS"]), (
        "the tests' short cut works in no real site"
    )


def test_each_server_can_be_set_separately() -> None:
    only_database = read_settings(["IS_EMBEDDED", "REDIS_URL"], DATABASE_URL="postgresql://db/x", PLAYPOST_DEBUG="1")
    assert not only_database["IS_EMBEDDED"]
    assert only_database["REDIS_URL"].startswith("unix://")
    only_redis = read_settings(["IS_EMBEDDED", "DATABASE_URL"], REDIS_URL="redis://cache")
    assert only_redis["IS_EMBEDDED"]
    assert "host=/" in only_redis["DATABASE_URL"]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PLAYPOST_MAIL_DELAY", "20s", "must be a whole number. It is '20s'."),
        ("PLAYPOST_SMTP_TLS", "ssl", "must be 1 or 0. It is 'ssl'."),
        ("PLAYPOST_URL", "play.example.org", "must be an address such as https://play.example.org, without a path"),
        ("PLAYPOST_URL", "https://example.org/games", "without a path. It is 'https://example.org/games'."),
        (
            "PLAYPOST_HOSTS",
            "https://play.example.org/",
            "must be host names such as play.example.org, without https://",
        ),
        ("PLAYPOST_MAIL_FROM", '"Playpost <post@example.org>"', "without quotes"),
        ("PLAYPOST_REPLY_TO", "Reply <reply@example.org>", "must be an email address"),
        ("PLAYPOST_INBOUND", "0.0.0.0:25", "must be an address such as lmtp://127.0.0.1:2424"),
        ("SENTRY_DSN", "hello", "must be an address such as https://key@errors.example.org/1."),
        ("DATABASE_URL", "postgresql://ann:p/ss@db/x", "In the password, write / as %2F"),
    ],
)
def test_a_value_that_cannot_be_meant_is_refused_with_a_sentence(name: str, value: str, sentence: str) -> None:
    with pytest.raises(SystemExit) as refused:
        read_settings(["DEBUG"], **{"PLAYPOST_SECRET_KEY": "k" * 50, name: value})
    words = str(refused.value)
    assert words.startswith(name) and sentence in words and "Traceback" not in words


def test_an_empty_value_is_the_default_and_hosts_may_be_written_with_spaces() -> None:
    empty = ("URL", "PORT", "PROXIES", "SMTP_PORT", "MAIL_FROM", "MAIL_BACKEND", "PAGES", "STATIC", "DB_POOL")
    given = {f"PLAYPOST_{name}": "" for name in empty} | {"PLAYPOST_HOSTS": "a.example.org, .b.example.org,[::1]"}
    names = ["SITE_URL", "EMAIL_PORT", "DEFAULT_FROM_EMAIL", "ALLOWED_HOSTS"]
    found = read_settings(names, **given)
    assert [*found.values()] == [
        "http://localhost:8000",
        25,
        "Playpost <post@localhost>",
        ["a.example.org", ".b.example.org", "[::1]"],
    ]


def test_a_pooler_gets_no_statement_timeout_if_there_is_to_be_none() -> None:
    """PgBouncer refuses connections that ask for one."""
    code = (
        "import config.web; from config import settings as s; print(s.DATABASES['default']['OPTIONS'].get('options'))"
    )
    for seconds, options in (("0", "None"), ("7", "-c statement_timeout=7s"), ("", "-c statement_timeout=10s")):
        more = {"PLAYPOST_STATEMENT_SECONDS": seconds}
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=os.environ | more, capture_output=True, text=True
        )
        assert done.stdout.strip() == options, done.stderr


def test_a_place_for_static_files_that_cannot_be_written_is_named() -> None:
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"]
    made = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PLAYPOST_STATIC": "/proc/x"}, capture_output=True, text=True
    )
    assert made.returncode == 1
    assert made.stderr.splitlines() == [
        "Can't write /proc/x: No such file or directory. Set PLAYPOST_STATIC to another directory."
    ]
