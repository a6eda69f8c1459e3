"""Gives running matches of Happy Little Dinosaurs hand-written positions, as if they had been played."""

from typing import Any

from games.kernel import codec, engine
from games.matches import move_forms
from games.matches.loaded import load_match
from games.models import Match
from games.titles.dinosaurs import game
from games.titles.dinosaurs.cards import CARDS
from games.titles.dinosaurs.tests.scene import Table
from tests.games import prepared
from tests.games.conftest import browser_of, user_of

SLUG = "dinosaurs"


def set_position(match: Match, table: Table) -> Match:
    """Make this the position of a running match."""
    return prepared.set_position(match, table.position)


class Door:
    """Page and API access to a match for one seat."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.loaded = load_match(match.pk)
        self.user = user_of(self.loaded, seat)
        self.client = browser_of(self.user)

    def decision(self, move: Any) -> str:
        """The id of what this seat is asked (for orders: of its standing offer), else of what others are asked."""
        opens = engine.open_decisions(game, load_match(self.match.pk).at_table())
        is_order = isinstance(move, dict) and move.get("act") == "orders"
        own = [open for open in opens if open.decision.seat == self.seat]
        found = sorted(own, key=lambda open: (open.decision.optional is not is_order, open.answer is not None)) or opens
        return found[0].id if found else "1.0"

    def page(self, move: dict[str, Any]) -> Any:
        return self.client.post(f"/match/{self.match.pk}/play/", {"decision": self.decision(move)} | fields_of(move))

    def api(self, move: Any) -> Any:
        body = codec.dump({"decision": self.decision(move), "move": move})
        return self.client.post(f"/api/v1/matches/{self.match.pk}/moves/", body, content_type="application/json")

    def sees(self) -> str:
        """Page, words, view of the API and the list of own matches, as one text."""
        paths = (f"/match/{self.match.pk}/", f"/match/{self.match.pk}/text/", f"/api/v1/matches/{self.match.pk}/", "/")
        return "\n".join(self.client.get(path).content.decode() for path in paths)


def fields_of(move: dict[str, Any]) -> dict[str, Any]:
    """A move as the inputs of the page's form."""
    args = {name: value for name, value in move.items() if name != "act"}
    flat = move_forms.flat(args)
    return {"verb": move.get("act", "")} | {
        f"arg.{name}": "" if value is None else [str(part) for part in value] if isinstance(value, list) else str(value)
        for name, value in flat.items()
    }


def named(body: str) -> set[str]:
    """The copies of cards whose ids occur in a text."""
    return {card for card in CARDS if card in body}
