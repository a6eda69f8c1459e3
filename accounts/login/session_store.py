"""Sessions in the database that know whose they are, so that a person can see and end them."""

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from accounts.models import DeviceSession

DEVICE = "device"  # what a session knows of its browser: {"name", "since", "day"}


class SessionStore(DatabaseStore):
    """Django's, with a column for the person."""

    @classmethod
    def get_model_class(cls) -> Any:
        return DeviceSession

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(data)
        row.account_id = data.get("_auth_user_id") or None
        return row
