"""Plays Parcels with a simple plan: play many cards at once, low numbers first, and take the most valuable stack."""

import os
from typing import Any

from playpost_bot import Decision, Match, Site, random_move, run


def choose(match: Match, decision: Decision) -> dict[str, Any]:
    """Play a meld if one is worth its cards, else pass. Play other games at random."""
    if match["game"] != "parcels":
        return random_move(decision)
    view = match["view"]
    if view["plays"]:
        meld = min(view["plays"], key=lambda meld: (-meld["count"], meld["total"]))
        if not view["may_pass"] or meld["count"] >= 2 or meld["total"] <= 4:
            return {"verb": "play", "args": {"cards": meld["cards"]}}
    if not view["storage"]:
        return {"verb": "pass", "args": {"take": None, "add": None}}
    stack = max(view["storage"], key=lambda stack: stack["number"] * stack["count"])
    return {"verb": "pass", "args": {"take": stack["number"], "add": None}}


if __name__ == "__main__":
    run(Site(os.environ["PLAYPOST_URL"], os.environ["PLAYPOST_TOKEN"]), choose)
