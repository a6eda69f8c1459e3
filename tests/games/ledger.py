"""`python -m tests.games.ledger MATCH...`: play random moves in these matches in batches; print those accepted."""

import sys

import django

django.setup()

from games.kernel import legal_moves  # noqa: E402  (models must be loaded first)
from games.kernel.rng import Rng  # noqa: E402
from games.matches import play, recent  # noqa: E402
from games.matches.loaded import load_match  # noqa: E402
from tests.games.conftest import open_of, user_of  # noqa: E402


def main() -> None:
    rng = Rng("9d" * 16)
    ids = [int(id) for id in sys.argv[1:]]
    for id in ids:
        recent.put(load_match(id))
    while True:
        moves = []
        for id in ids:
            loaded = load_match(id)
            if loaded.is_over:
                continue
            asked = open_of(loaded)
            move = legal_moves.random_move(loaded.game, loaded.at_table(), asked.decision, rng)
            seat = asked.decision.seat
            moves.append(play.Submission(id, seat, asked.id, move, "web", user_of(loaded, seat)))
        for one, done in zip(moves, play.play_moves(moves), strict=True):
            if isinstance(done, play.Receipt):
                print(one.match_id, one.decision, flush=True)


if __name__ == "__main__":
    main()
