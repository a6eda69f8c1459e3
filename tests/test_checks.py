"""`manage.py check --deploy`: no warnings for a complete site, and a hint with each warning."""

import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from config import checks
from tests.fixtures import ROOT

GOOD = {
    "PLAYPOST_DEBUG": "0",
    "PLAYPOST_TESTING": "0",
    "PLAYPOST_SECRET_KEY": "Zq8-" * 14 + "abcdefg",
    "PLAYPOST_URL": "https://play.example.org",
    "PLAYPOST_HOSTS": "play.example.org",
    "PLAYPOST_PROXIES": "1",
    "PLAYPOST_MAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
    "PLAYPOST_MAIL_FROM": "Playpost <post@example.org>",
    "PLAYPOST_METRICS_TOKEN": "a-long-one-that-nobody-guesses",
}


def check(pages: Path, **more: str) -> str:
    environment = os.environ | GOOD | {"PLAYPOST_PAGES": str(pages)} | more
    line = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_a_complete_site_has_no_warnings(tmp_path: Path) -> None:
    (tmp_path / "imprint.md").write_text("# Imprint\n\nAnna")
    told = check(tmp_path)
    assert "no issues" in told, told
    assert "playpost.W005" in check(tmp_path, ANYMAIL_WEBHOOK_SECRET="secret"), "mail services send a name with it"


@pytest.mark.slow
def test_each_warning_says_what_to_do(tmp_path: Path) -> None:
    told = check(
        tmp_path,
        PLAYPOST_DEBUG="1",
        PLAYPOST_PROXIES="0",
        PLAYPOST_MAIL_FROM="Playpost <post@localhost>",
        PLAYPOST_MAIL_BACKEND="anymail.backends.postmark.EmailBackend",
        PLAYPOST_METRICS_TOKEN="short",
    )
    for number in (1, 3, 4, 5, 6, 7):
        assert f"playpost.W{number:03}" in told
    assert "playpost.W002" in check(tmp_path, PLAYPOST_URL="http://play.example.org")


def test_the_hint_about_a_server_of_ours_is_to_start_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "client", Mock(side_effect=OSError))
    for address, hint in (("", "Start the site first: manage.py up"), ("redis://x", "Check REDIS_URL;")):
        monkeypatch.setenv("REDIS_URL", address)
        assert str(checks._asked(checks._redis, "REDIS_URL", "W021")[0].hint).startswith(hint)


def test_a_command_ended_by_ctrl_c_says_so_without_a_trace() -> None:
    press = "import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(9)"
    line = [sys.executable, "manage.py", "shell", "-c", press]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "Stopped.\n")
