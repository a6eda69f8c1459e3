"""Errors in a manual."""


class ManualError(Exception):
    """Mistakes in a manual. `args`: one sentence each, which says where it is and what to change."""

    def __str__(self) -> str:
        return "\n".join(self.args)
