"""A clock that tests can set: replaces django.utils.timezone.now."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone


class Clock:
    """The time as the site sees it."""

    def __init__(self, patch: pytest.MonkeyPatch, start: datetime | None = None) -> None:
        self.now = start or timezone.now()
        patch.setattr(timezone, "now", lambda: self.now)

    def pass_time(self, **much: float) -> datetime:
        self.now += timedelta(**much)
        return self.now
