"""Starts matches: when all seats are taken, or when a full table has waited long enough for the shuffle numbers."""

import logging
import secrets
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import User
from accounts.people import blocks
from games.deadlines import vacations
from games.errors import Refusal
from games.kernel import engine
from games.kernel.game import Beginning
from games.kernel.position import Outcome
from games.kernel.rng import commitment, mixed
from games.matches import after_moves, calendars, mail_queue, player_numbers
from games.matches.changes import count_change
from games.matches.loaded import load_match
from games.matches.store import Change, Entry, work_out, write
from games.models import Match, Seat
from games.table import tutorials
from games.titles import load

log = logging.getLogger("playpost.tables")
AWAY = timedelta(minutes=12)  # last_seen_at is updated every five minutes
LATE_TABLES = 100  # most tables started in one sweep


def has_begun_for(match_id: int, user: Any) -> bool:
    """Does this person play there, or will in some seconds (see begin_or_wait)? Then the button was pressed twice."""
    seats = Seat.objects.filter(match=match_id, user=user, left_reason="")
    is_about_to = Q(match__status=Match.Status.OPEN, match__starts_by__isnull=False)
    return seats.filter(is_about_to | Q(match__status=Match.Status.RUNNING)).exists()


def begin_or_wait(match: Match) -> None:
    """Start a full table, or give its browsers some seconds to reveal their numbers."""
    if not player_numbers.is_awaited(match):
        return start(match)
    if match.starts_by is None:
        match.starts_by = timezone.now() + player_numbers.PATIENCE
        match.save(update_fields=["starts_by"])
    count_change([match.pk])


def start_late() -> None:
    """Start the full tables that have waited long enough for numbers to be revealed."""
    late = Match.objects.filter(status=Match.Status.OPEN, starts_by__lte=timezone.now()).order_by("starts_by")
    for match_id in late.values_list("pk", flat=True)[:LATE_TABLES]:
        try:
            start_full(match_id=match_id)
        except Exception:  # retry in an hour, and go on with the others
            log.exception("Table %s: could not start the match", match_id)
            Match.objects.filter(pk=match_id).update(starts_by=timezone.now() + timedelta(hours=1))


@transaction.atomic
def start_full(*, match_id: int) -> None:
    """Start a full table without the unrevealed numbers, unless it has started or is starting elsewhere."""
    full = Match.objects.filter(pk=match_id, status=Match.Status.OPEN, starts_by__isnull=False)
    if match := full.select_for_update(skip_locked=True).first():
        start(match)


def _matches_played(slug: str, players: list[int]) -> list[int]:
    """How many matches of this game each player has finished; 0 for bots."""
    over = Seat.objects.filter(match__slug=slug, match__status=Match.Status.OVER, user__in=players, user__is_bot=False)
    counts = dict(over.order_by().values_list("user").annotate(Count("pk")))
    return [counts.get(player, 0) for player in players]


def _away(players: list[int]) -> set[int]:
    """The players who have not opened a page for a while, so that the match starts without them (PLAY-21)."""
    people = User.objects.filter(pk__in=players, is_bot=False, last_seen_at__lt=timezone.now() - AWAY)
    return set(people.values_list("pk", flat=True))


class Taken(NamedTuple):
    """A taken seat of an open table: its player, a bot's strength, and the part that the player asked for, if any."""

    player: int
    strength: str
    request: str
    is_bot: bool


def start(match: Match, is_shuffled: bool = True) -> None:
    """Shuffle seats, mix the seed, set up the position, and tell everybody. Raises Refusal (409): the game is gone."""
    if match.slug not in load():
        raise Refusal(409, "The host of this site has taken this game away. Choose another one.")
    chance = secrets.SystemRandom()
    lesson = tutorials.of_game(match.slug) if match.is_lesson else None
    rows = match.seats.filter(user__isnull=False).order_by("number")
    taken = [Taken(*row) for row in rows.values_list("user", "strength", "seat_request", "user__is_bot")]
    if lesson:
        match.secret, match.commitment = lesson.seed, commitment(lesson.seed)
    elif is_shuffled:  # tutorials are written for a fixed seat
        chance.shuffle(taken)
    _settle_terms(match, taken, is_shuffled)
    _seat(match, taken)
    begun = _deal(match, _final_options(match, taken, chance), lesson.seed if lesson else "")
    write([begun], mail_queue.turn_mails([begun]))
    mail_queue.queue_started(begun.loaded)
    vacations.tell_at_start(begun.loaded, timezone.now())
    _tell_invited(match)
    after_moves.follow_up([begun])


def _settle_terms(match: Match, taken: list[Taken], is_shuffled: bool) -> None:
    """Set it running. Against house bots alone, no rating is at stake. There, a correspondence match outside a
    tournament has no clock."""
    has_company = sum(not seat.is_bot for seat in taken) > 1
    match.is_rated = match.is_rated and has_company
    if not has_company and is_shuffled and match.pace == Match.Pace.CORRESPONDENCE:
        match.move_seconds = match.bank_seconds = 0
    match.status, match.started_at, match.starts_by = Match.Status.RUNNING, timezone.now(), None
    changed = ["secret", "commitment", "status", "started_at", "starts_by", "is_rated", "move_seconds", "bank_seconds"]
    match.save(update_fields=changed)


def _seat(match: Match, taken: list[Taken]) -> None:
    """Seat the players in this order."""
    match.seats.update(user=None)
    away = _away([seat.player for seat in taken])
    for number, seat in enumerate(taken):
        facts = {"strength": seat.strength, "was_away": seat.player in away}
        match.seats.filter(number=number).update(user=seat.player, **facts)


def _deal(match: Match, options: Any, seed: str) -> Change:
    """The first position, from this seed; "": the one mixed of everybody's numbers."""
    loaded = load_match(match.pk)
    mix = seed or mixed(match.secret, match.numbers)
    loaded.position, events = engine.start(match.game, match.seat_count, options, mix)
    outcome = Outcome(events, [], is_public=True)
    now = match.started_at or timezone.now()
    return work_out(loaded, [Entry(seat=None, by="start")], outcome, now, calendars.of_match(loaded))


def _tell_invited(match: Match) -> None:
    """Tell people whose invitation is still open that all seats are taken."""
    facts = {"match": match.pk, "slug": match.slug, "live": match.pace == Match.Pace.LIVE}
    rows = []
    for invitation in match.invitations.select_related("user", "by"):
        if not blocks.are_apart(invitation.by, invitation.user):
            key = f"m{match.pk}.u{invitation.user_id}.taken"
            rows.append(outbox.row_for(kind="seat_taken", key=key, user=invitation.user, data=facts))
    outbox.queue_many(rows)


def _final_options(match: Match, taken: list[Taken], chance: secrets.SystemRandom) -> Any:
    """The options after the game has settled what depends on who plays where."""
    options, finalize = engine.read_options(match.game, match.options), match.game.lobby.finalize_options
    if finalize is None:
        return options
    players = [seat.player for seat in taken]
    pointed = players.index(match.pointed_id) if match.pointed_id in players else _bot_of_a_loner(taken, chance)
    requests = [seat.request or None for seat in taken]
    return finalize(options, Beginning(_matches_played(match.slug, players), requests, pointed, chance.choice))


def _bot_of_a_loner(taken: list[Taken], chance: secrets.SystemRandom) -> int | None:
    """The seat of a bot if one person plays against bots alone: started in one click, nobody is pointed at."""
    bots = [number for number, seat in enumerate(taken) if seat.is_bot]
    return chance.choice(bots) if bots and len(bots) == len(taken) - 1 else None
