"""Refusals: errors with an HTTP status and a message, which every adapter (page, socket, email, API) shows alike."""

from games.kernel.errors import IllegalMove


class Refusal(Exception):
    """A request was refused. `status`: HTTP status; `message`: what the user sees; `clause`: id of the rule, or ""."""

    needs_account = False

    def __init__(self, status: int, message: str, clause: str = "") -> None:
        super().__init__(message)
        self.status, self.message, self.clause = status, message, clause


class NeedsAccount(Refusal):
    """403: guests may not do this. Pages offer to turn the guest into an account."""

    needs_account = True

    def __init__(self, message: str) -> None:
        super().__init__(403, f"{message} Save your games to create one.")


def illegal(error: IllegalMove) -> Refusal:
    """422: the rules forbid this move."""
    return Refusal(422, error.message, error.clause)


def stale() -> Refusal:
    """409: the page or link is about a decision that is no longer open."""
    return Refusal(409, "It’s too late for this move. Look at the table as it is now.", "PLAY-01")


def not_your_seat() -> Refusal:
    """403: it is somebody else's seat, or the user is not logged in."""
    return Refusal(403, "This isn’t your seat.", "PLAY-11")


class NoMatch(Refusal):
    """404: the match does not exist, or this person may not know that it does."""

    def __init__(self) -> None:
        super().__init__(404, "There is no such match.")


class Unreadable(Refusal):
    """500: the stored position cannot be decoded. Code that loops over matches skips such a match."""

    def __init__(self) -> None:
        super().__init__(500, "This match can’t be shown right now. The host has been told.")


def too_large() -> Refusal:
    """413: more than settings.MAX_BODY bytes."""
    return Refusal(413, "This is too long. The limit is 64 kB.")
