"""What has to have happened before some addresses have anything to do. It is undone after each request."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.agreements import proposals
from games.kernel import codec
from games.matches.loaded import LivePlay, load_match
from games.models import LostSeat, Match, OpenDecision, Seat
from games.operations import staff_actions
from games.table import what_if
from games.tournaments import services as tournaments
from games.tournaments.models import Tournament
from tests.authorisation.world import asked_of

People = dict[str, Any]


def ask_something(people: People, match: Match) -> dict[str, Any]:
    """The player asks for a pause."""
    if match.status != Match.Status.RUNNING:
        return {"proposal_id": 77}
    return {"proposal_id": proposals.ask_pause(match_id=match.pk, user=people["player"], days=3).pk}


def pause(people: People, match: Match) -> None:
    """Staff pause the match."""
    if match.status == Match.Status.RUNNING:
        staff_actions.pause_match(by=people["staff"], match_id=match.pk, days=3, words="Because.")


def play_live(people: People, match: Match) -> None:
    """The table plays live."""
    if match.status == Match.Status.RUNNING:
        _change(match, live_play=codec.plain(LivePlay(timezone.now(), 60)))


def wait_long(people: People, match: Match) -> dict[str, Any]:
    """The host has kept the others waiting for two days."""
    asked = OpenDecision.objects.filter(match=match, user=people["host"])
    now, days = timezone.now(), timedelta(days=2)
    asked.update(asked_at=now - days, drains_at=now + days, due_at=now + days)
    _change(match)
    return {"seat": _seat_of(match, people["host"])}


def step_in(people: People, match: Match) -> None:
    """The player sits where the former player sat, as a substitute."""
    LostSeat.objects.filter(match=match).update(seat=_seat_of(match, people["player"]))
    _change(match)


def leave_to_bots(people: People, match: Match) -> None:
    """A live match in which bots have all the seats."""
    if match.status == Match.Status.RUNNING:
        for seat in Seat.objects.filter(match=match):
            bot = User.objects.create_bot(f"Stand{seat.number}-bot")
            Seat.objects.filter(pk=seat.pk).update(user=bot)
            OpenDecision.objects.filter(match=match, seat=seat.number).update(user=bot, is_bot=True)
        _change(match, pace="live", move_seconds=60)


def seat_guest(people: People, match: Match) -> None:
    """The guest has a seat."""
    whose = people["player" if match.status == Match.Status.OPEN else "third"]
    Seat.objects.filter(match=match, user=whose).update(user=people["guest"])
    _change(match)


def remove_from_cup(people: People, match: Match | None) -> None:
    """The tournament runs, and its host has removed the player."""
    cup = Tournament.objects.get(owner=people["organiser"])
    tournaments.start(tournament_id=cup.pk, user=people["organiser"])
    tournaments.remove(tournament_id=cup.pk, user=people["organiser"], name="player")


def copy_again(people: People, match: Match | None) -> dict[str, Any]:
    """The host has a new copy, because what is played in a copy is kept outside the database."""
    host = people["host"]
    running = Match.objects.filter(owner=host, status=Match.Status.RUNNING).earliest("pk")
    key = what_if.begin(load_match(running.pk), 0, host.pk)
    return {"what_if": key} | asked_of(what_if.match_of(what_if.find(key, host.pk)))


def give_codes(people: People, match: Match | None) -> None:
    """The host has recovery codes."""
    RecoveryCodes.activate(people["host"])


def _seat_of(match: Match, user: User) -> int:
    return Seat.objects.filter(match=match, user=user).values_list("number", flat=True).first() or 0


def _change(match: Match, **facts: Any) -> None:
    """Change the match, so that no process keeps it as it was."""
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1, **facts)


CODES = "accounts/2fa/recovery-codes/"
PREPARED: dict[str, Callable[[People, Any], dict[str, Any] | None]] = {
    "GET match/<int:match_id>/agree/<int:proposal_id>/": ask_something,
    "POST match/<int:match_id>/agree/<int:proposal_id>/": ask_something,
    "POST match/<int:match_id>/agree/go-on/": pause,
    "POST match/<int:match_id>/agree/stop-live-play/": play_live,
    "POST match/<int:match_id>/nudge/": wait_long,
    "POST match/<int:match_id>/pass-on/": step_in,
    "POST match/<int:match_id>/return/": leave_to_bots,
    "POST match/<int:match_id>/remind-me/": seat_guest,
    "POST tournaments/<int:tournament_id>/take-over/": remove_from_cup,
    "POST what-if/<slug:key>/": copy_again,
    f"GET {CODES}": give_codes,
    f"GET {CODES}download/": give_codes,
}
