"""Translates moves between the API and `play_move`, in both directions."""

from typing import Any

from games.api import shapes
from games.errors import illegal
from games.kernel import codec, validation
from games.kernel.errors import IllegalMove
from games.kernel.types import Move
from games.matches import play as door
from games.matches.access import need_seat
from games.matches.loaded import LoadedMatch


def submission(loaded: LoadedMatch, user: Any, body: shapes.MoveShape) -> door.Submission:
    """Convert a request body to a submission. Raises Refusal: 403 without a seat, 422 if the body is not a move."""
    seat = need_seat(loaded, user)
    try:
        move = codec.move_from(body.move)
    except IllegalMove as error:
        if loaded.is_over or "unreadable" in loaded.game.rules.refusals:
            raise illegal(validation.unreadable(loaded.game, loaded.is_over, error)) from None
        move = Move("")  # no game has this verb, so the rules refuse it with their own clause
    return door.Submission(loaded.id, seat, body.decision[:60], move, "api", user)


def receipt(done: door.Receipt | Exception) -> shapes.Receipt:
    """Convert the result of `play_moves` to a response. Raises it if it is an exception."""
    if isinstance(done, Exception):
        raise done
    return shapes.Receipt(done.version, done.is_over, done.is_repeated)
