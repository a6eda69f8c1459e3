"""Players of a running match that has been set to a position."""

import json
from typing import Any

from django.db.models import F
from django.utils import timezone

from games.clocks.waking_hours import ALWAYS
from games.kernel import codec, engine
from games.kernel.position import AnyPosition
from games.matches import move_forms
from games.matches.decision_clocks import clock_of
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, OpenDecision
from tests.games.conftest import browser_of, user_of


def lay(match: Match, position: AnyPosition) -> Match:
    """Set a running match to this position. Its log is emptied, since it names cards of another deal."""
    facts = {"position": codec.dump(position).decode(), "version": F("version") + 1, "revision": F("revision") + 1}
    Match.objects.filter(pk=match.pk).update(**facts)
    MoveRecord.objects.filter(match=match).update(events="[]")
    OpenDecision.objects.filter(match=match).delete()
    loaded, now = load_match(match.pk), timezone.now()
    for asked in engine.open_decisions(match.game, position):
        if not asked.decision.optional:
            facts = {
                "seat": asked.decision.seat,
                "pace": asked.decision.clock.pace,
                "prompt": asked.decision.prompt[:300],
            }
            drains, due = clock_of(loaded, asked.decision, match.bank_seconds, now, ALWAYS)
            times = {"asked_at": now, "drains_at": drains, "due_at": due}
            user = user_of(loaded, asked.decision.seat)
            OpenDecision.objects.create(match=match, key=asked.id, user=user, **facts, **times)
    match.refresh_from_db()
    return match


class Seated:
    """A player of a match, by page and by API."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.client = browser_of(user_of(load_match(match.pk), seat))

    def decision(self, verb: str) -> str:
        """The id of the player's decision that offers the verb, else of any decision that is or was open."""
        opens = engine.open_decisions(self.match.game, load_match(self.match.pk).at_table())
        own = [open for open in opens if open.decision.seat == self.seat]
        fits = [open for open in own if any(action.verb == verb for action in open.decision.actions)]
        return next((open.id for open in (*fits, *own, *opens)), f"0.{self.seat}")

    def api(self, move: dict[str, Any]) -> Any:
        body = json.dumps({"decision": self.decision(move["type"]), "move": move})
        return self.client.post(f"/api/v1/matches/{self.match.pk}/moves/", body, content_type="application/json")

    def plays(self, verb: str, **args: Any) -> None:
        """Play a move by the API; it must be accepted."""
        answer = self.api({"type": verb} | args)
        assert answer.status_code == 200, answer.content

    def form(self, move: dict[str, Any]) -> Any:
        args = {name: value for name, value in move.items() if name != "type"}
        fields = {f"arg.{name}": _written(value) for name, value in move_forms.flat(args).items()}
        data = {"decision": self.decision(move["type"]), "verb": move["type"]} | fields
        return self.client.post(f"/match/{self.match.pk}/play/", data)

    def page(self, part: str = "") -> str:
        return str(self.client.get(f"/match/{self.match.pk}/{part}").content.decode())


def _written(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else value
