"""Refusals with the status a client should see. Every adapter (page, socket, mail, API) words them the same way."""

from games.kernel.errors import IllegalMove


class Refusal(Exception):
    """Something was not done. `status` is the HTTP status, `clause` the rule (or ""), `message` the words."""

    def __init__(self, status: int, message: str, clause: str = "") -> None:
        super().__init__(message)
        self.status, self.message, self.clause = status, message, clause


class NeedsAccount(Refusal):
    """403: guests may not do this. The page of the refusal offers to keep their games as an account, in place."""

    def __init__(self, message: str) -> None:
        super().__init__(403, f"{message} Save your games, and you have one.")


def illegal(error: IllegalMove) -> Refusal:
    """422: the rules do not allow this move."""
    return Refusal(422, error.message, error.clause)


def stale() -> Refusal:
    """409: the page or link belongs to a decision that has been settled."""
    return Refusal(409, "It’s too late for this move. Look at the table as it is now.", "PLAY-01")


def not_your_seat() -> Refusal:
    """403: somebody else's seat, or nobody is signed in."""
    return Refusal(403, "This isn’t your seat.", "PLAY-11")


class NoMatch(Refusal):
    """404: it does not exist, or this person may not know that it does."""

    def __init__(self) -> None:
        super().__init__(404, "There is no such match.")


def no_match() -> NoMatch:
    return NoMatch()


class Unreadable(Refusal):
    """500: the stored position is none that the rules know. Whoever goes through several matches passes over it."""

    def __init__(self) -> None:
        super().__init__(500, "This match can’t be shown right now. The host has been told.")


def too_large() -> Refusal:
    """413: more than settings.MAX_BODY bytes."""
    return Refusal(413, "This is too long. The limit is 64 kB.")
