"""Errors in a manual."""


class ManualError(Exception):
    """A mistake in a manual. The message says where it is and what to change."""
