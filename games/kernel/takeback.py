"""May a move be taken back? Only if it has told its player nothing new, for the same chance comes again.

The move is played again on positions in which everything that the player cannot know is drawn anew. Where the player
then sees the same, nothing hidden had a say in it.
"""

from games.kernel import codec, engine
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.laws.information import redrawn
from games.kernel.rng import Rng
from games.kernel.types import AnyPosition, Move

TRIES = 12


def tells_nothing_new(game: Game, before: AnyPosition, after: AnyPosition, seat: int, move: Move, rng: Rng) -> bool:
    """Does the seat know no more after its move than before it, whatever lay hidden?"""
    shown = _shown(game, after, seat)
    for _ in range(TRIES):
        position = redrawn(game, codec.copy(game, before), seat, rng)
        position.rng = Rng(f"{rng.below(1 << 62):032x}")
        try:
            engine.play(game, position, seat, move)
        except IllegalMove:
            return False
        if _shown(game, position, seat) != shown:
            return False
    return True


def _shown(game: Game, position: AnyPosition, seat: int) -> bytes:
    asked = [open.decision for open in engine.open_decisions(game, position) if open.decision.seat == seat]
    return codec.dump_any([engine.view_for(game, position, seat), asked])
