"""Plays Dinosaurs: high cards, Boosters and Sappers where they win the round, insurance against Disasters."""

import os
import re
from typing import Any

from playpost_bot import Decision, Match, Site, run


def choose(match: Match, decision: Decision) -> dict[str, Any]:
    """Follow the plan where it applies, else play the default."""
    actions = {action["verb"]: action for action in decision["actions"]}
    if "choose" in actions:
        return {"verb": "choose", "args": {"card": highest(actions["choose"])}}
    if "insure" in actions:
        return {"verb": "insure", "args": {"card": options(actions["insure"], "card")[0]["value"]}}
    if "redirect" in actions:
        return {
            "verb": "redirect",
            "args": {
                "card": options(actions["redirect"], "card")[0]["value"],
                "target": leader(match, actions["redirect"]),
            },
        }
    if "instants" in actions:
        return win_round(match, decision, actions["instants"])
    return decision["default"]


def options(action: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The options of one field."""
    found: list[dict[str, Any]] = next(field for field in action["fields"] if field["name"] == name)["options"]
    return found


def highest(action: dict[str, Any]) -> str:
    """The card with the most points, which are part of its label: "Iced Ptea (8)"."""
    cards = options(action, "card")
    best = max(cards, key=lambda card: int((re.findall(r"\((\d+)\)$", card["label"]) or ["0"])[0]))
    return str(best["value"])


def win_round(match: Match, decision: Decision, action: dict[str, Any]) -> dict[str, Any]:
    """Just enough Boosters and Sappers to get the highest score; none if there are too few."""
    fields = {field["name"]: field for field in action["fields"]}
    if "plays.0.card" not in fields:
        return decision["default"]
    scores = {row["seat"]: row["final"] for row in match["view"]["scores"]}
    rival = max((seat for seat in scores if seat != match["seat"]), key=lambda seat: scores[seat])
    cards = [str(option["value"]) for option in fields["plays.0.card"]["options"]]
    useful = [card for card in cards if card.startswith(("booster", "sapper"))]
    wanted = (scores[rival] - scores[match["seat"]]) // 2 + 1  # each moves a score by two
    if not 0 < wanted <= len(useful):
        return decision["default"]
    aim = {"booster": match["seat"], "sapper": rival}
    plays = [{"card": card, "target": aim[card.split("-")[0]]} for card in useful[:wanted]]
    return {"verb": "instants", "args": {"plays": plays, "final": True}}


def leader(match: Match, action: dict[str, Any]) -> int:
    """The seat with the most points among those that can get the Disaster."""
    seats = [option["value"] for option in options(action, "target")]
    return int(max(seats, key=lambda seat: match["view"]["boards"][seat]["points"]))


if __name__ == "__main__":
    run(Site(os.environ["PLAYPOST_URL"], os.environ["PLAYPOST_TOKEN"]), choose, joins=True)
