"""Plays every game at random. PLAYPOST_URL and PLAYPOST_TOKEN say where and as whom."""

import os
from typing import Any

from playpost_bot import Decision, Match, Site, random_move, run


def choose(match: Match, decision: Decision) -> dict[str, Any]:
    """Any of the moves that are described."""
    return random_move(decision)


if __name__ == "__main__":
    run(Site(os.environ["PLAYPOST_URL"], os.environ["PLAYPOST_TOKEN"]), choose)
