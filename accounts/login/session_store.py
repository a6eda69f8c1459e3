"""Database sessions with a user column, so that people can see and end their sessions."""

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

from accounts.models import DeviceSession
from config.postgres import fetch_all

DEVICE = "device"  # session key for the browser: {"name", "since", "day"}
_LOAD = "SELECT session_data FROM accounts_devicesession WHERE session_key = %s AND expire_date > %s"


class SessionStore(DatabaseStore):
    """Django's database session store, with a column for the user."""

    @classmethod
    def get_model_class(cls) -> Any:
        return DeviceSession

    def load(self) -> dict[str, Any]:
        """Like Django's, in raw SQL: it runs for each page, and the ORM takes seven times as long."""
        rows = fetch_all(_LOAD, [self.session_key, timezone.now()])
        return self.decode(rows[0][0]) if rows else super().load()  # resets the key

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        row.account_id = data.get("_auth_user_id") or None
        return row
