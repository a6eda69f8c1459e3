"""Static files as `manage.py up` collects them, in var/collected: the sites of tests serve them, as all others do.

A table then loads two files of ours, not thirty, and a page in a browser that has been there loads none again.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from django.test import override_settings

from config import static_bundles

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "collected"


def settings() -> dict[str, str]:
    """The environment of a site that serves them. They are collected again if one has changed."""
    env = {"PLAYPOST_COLLECTED": "1", "PLAYPOST_STATIC": str(FOLDER)}
    mark = FOLDER / "sum"
    FOLDER.parent.mkdir(exist_ok=True)
    with open(FOLDER.with_suffix(".lock"), "w") as lock, override_settings(STATIC_ROOT=FOLDER):
        fcntl.flock(lock, fcntl.LOCK_EX)  # one worker collects for all
        now = static_bundles.fingerprint()
        if not mark.exists() or mark.read_text() != now:
            shutil.rmtree(FOLDER, ignore_errors=True)
            command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"]
            subprocess.run(command, cwd=ROOT, env=os.environ | env, check=True)
            mark.write_text(now)
    return env
