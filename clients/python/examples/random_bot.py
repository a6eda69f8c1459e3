"""Plays every game at random. Set PLAYPOST_URL and PLAYPOST_TOKEN."""

import os
from typing import Any

from playpost_bot import Decision, Match, Site, random_move, run


def choose(match: Match, decision: Decision) -> dict[str, Any]:
    """Any move that the decision offers."""
    return random_move(decision)


if __name__ == "__main__":
    run(Site(os.environ["PLAYPOST_URL"], os.environ["PLAYPOST_TOKEN"]), choose)
