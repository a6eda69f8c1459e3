"""Errors in a manual."""


class ManualError(Exception):
    """A mistake in a manual: the sentence says where it is and what to change."""
