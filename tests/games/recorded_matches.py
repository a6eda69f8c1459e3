"""Recorded matches, played again on the site move by move."""

import json
from typing import Any

import pytest

from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.kernel.position import Open
from games.kernel.types import Move
from games.matches import play
from games.matches.loaded import LoadedMatch, load_match
from games.models import Match
from games.titles import folder
from tests.fixtures import make_person
from tests.games.conftest import SteadyChance, fix_chance, user_of


def fits(loaded: LoadedMatch, one: Open, seat: int, move: Move) -> bool:
    """Does this move answer this open decision?"""
    try:
        return one.decision.seat == seat and bool(engine.check(loaded.game, loaded.at_table(), seat, move, one.id))
    except IllegalMove:
        return False


class Recorded(SteadyChance):
    """Deals as the recorded match was dealt, and plays its moves."""

    def __init__(self, slug: str) -> None:
        super().__init__()
        paths = sorted((folder(slug) / "tests" / "recorded").glob("*.json"))
        records = [json.loads(path.read_text("utf-8")) for path in paths]
        whole = [one for one in records if not any("drop" in move for move in one["moves"])]
        self.record = next((one for one in whole if one["seats"] < 5), whole[0])
        self.played = 0

    def token_hex(self, size: int) -> str:
        return str(self.record["seed"]) if size == 16 else super().token_hex(size)

    def move_on(self, match: Match, moves: int) -> None:
        """Play this many of the recorded moves, with play_move()."""
        for line in self.record["moves"][self.played : self.played + moves]:
            loaded, move = load_match(match.pk), Move(line["verb"], line["args"])
            id = next(one.id for one in loaded.open_decisions() if fits(loaded, one, line["seat"], move))
            user = user_of(loaded, line["seat"])
            play.play_move(match_id=match.pk, seat=line["seat"], decision=id, move=move, by="web", user=user)
        self.played += moves


def recorded(start: Any, slug: str, monkeypatch: pytest.MonkeyPatch, **more: Any) -> tuple[Recorded, Any]:
    """A recorded match of this title, and a match that begins like it."""
    told = Recorded(slug)
    fix_chance(monkeypatch, told)
    options = {name: value for name, value in told.record["options"].items() if name != "pace"}
    people = tuple(make_person(f"player{seat}") for seat in range(told.record["seats"]))
    return told, start(slug, people, options=options, **more)
