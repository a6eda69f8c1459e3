"""Tables before the start: open, join, leave, invite, add bots, cancel."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import bots, guests
from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from accounts.people import blocks
from games import rate_limits
from games.clocks.time_control import AGAINST_BOTS
from games.errors import NeedsAccount, NoMatch, Refusal, illegal
from games.kernel import codec, engine
from games.kernel.bots import STRENGTHS
from games.kernel.errors import IllegalMove
from games.kernel.rng import SEED_HEX_DIGITS, commitment
from games.lobby import starting
from games.lobby.personal_line import personal_line
from games.matches import player_numbers
from games.matches.bots import house_bot
from games.matches.changes import count_change
from games.models import Invitation, Match, Seat
from games.table import tutorials
from games.titles import load

STALE_TABLE = timedelta(days=21)  # older open tables are cancelled
MOST_OPEN_TABLES = 10  # of one person at the same time
TABLES_AN_HOUR = 60  # of one person, because each may start at once with bots that occupy the workers
INVITATIONS_AN_HOUR = 60  # each is an email to somebody


def create_match(
    *,
    owner: Any,
    slug: str,
    seats: int,
    options: dict[str, Any],
    is_rated: bool = True,
    bots: int = 0,
    strength: str = "house",
    **facts: Any,
) -> Match:
    """Open a table. Its owner takes seat 0, `bots` seats are filled at once, and a full table starts.

    `strength`: one of kernel.bots.STRENGTHS. `facts`: the clock and other columns of the match. Of these, `is_lesson`
    deals as the game's tutorial says, and `request_key` raises IntegrityError if this owner has used it before.

    Raises Refusal: 403 for a guest's rated table, 404 for an unknown game, 422 for invalid seats or options, 409 for
    too many open tables, 429 for too many tables within an hour.
    """
    game = load().get(slug)
    if game is None:
        raise Refusal(404, "There is no such game.")
    try:
        chosen = engine.start(game, seats, options, "0" * 32)[0].options  # dry run: the rules check seats and options
    except IllegalMove as error:
        raise illegal(error) from None
    if is_rated and owner.is_guest:
        raise NeedsAccount("Rated games need an account.")
    if Match.objects.filter(owner=owner, status=Match.Status.OPEN).count() >= MOST_OPEN_TABLES:
        raise Refusal(409, f"You already have {MOST_OPEN_TABLES} open tables. Start or close one of them first.")
    rate_limits.spend("table", owner.pk, TABLES_AN_HOUR, "You’ve opened a lot of tables. Wait a while.")
    with transaction.atomic():
        facts |= {"slug": slug, "owner": owner, "options": codec.plain(chosen), "is_rated": is_rated}
        match = _create([owner, *[None] * (seats - 1)], **facts)
        for _ in range(min(bots, seats - 1)):
            add_bot(match_id=match.pk, user=owner, strength=strength)
    match.refresh_from_db()
    return match


def _create(players: Sequence[Any], **facts: Any) -> Match:
    """Create a match and its seats (None: free). Its secret is fixed before any player adds a number."""
    secret = secrets.token_hex(SEED_HEX_DIGITS // 2)
    match = Match.objects.create(seat_count=len(players), secret=secret, commitment=commitment(secret), **facts)
    seats = enumerate(players)
    Seat.objects.bulk_create(Seat(match=match, number=n, user=user, bank_left=match.bank_seconds) for n, user in seats)
    return match


def begin_match(*, players: Sequence[Any], **facts: Any) -> Match:
    """Start a match of these players, seated in this order (for tournaments)."""
    with transaction.atomic():
        match = _create(players, **facts)
        starting.start(match, is_shuffled=False)
    match.refresh_from_db()
    return match


def begin_tutorial(*, owner: Any, slug: str) -> Match:
    """Start the tutorial match of a game. Raises Refusal: 404 if it has none, 409, 429."""
    lesson = tutorials.of_game(slug) if slug in load() else None
    if lesson is None:
        raise Refusal(404, "This game has no tutorial.")
    usual = codec.plain(load()[slug].rules.options.defaults(lesson.seats, "correspondence"))
    move_seconds, bank_seconds = AGAINST_BOTS
    return create_match(
        owner=owner,
        slug=slug,
        seats=lesson.seats,
        options=usual | lesson.options,
        pace="correspondence",
        move_seconds=move_seconds,
        bank_seconds=bank_seconds,
        is_rated=False,
        is_public=False,
        bots=lesson.seats - 1,
        strength="easy",
        is_lesson=True,
    )


def join(*, match_id: int, user: Any, token: str = "", client_seed: str = "", seal: str = "") -> None:
    """Take the first free seat. Taking the last one starts the match. At a rated table, a guest whose address is
    confirmed becomes an account. `client_seed`, `seal`: as in add_number().

    Raises Refusal: 403 (rated, guest; taken off by the host), 404 (private, wrong link, or somebody there has blocked
    this person), 409.
    """
    if starting.has_begun_for(match_id, user):
        return
    with transaction.atomic():
        match = _lock_open(match_id, user, token, may_be_full=True)
        seats = list(match.seats.order_by("number"))
        if any(seat.user_id == user.pk for seat in seats):
            return  # a double click
        _check_blocks(match, user, seats)
        if is_taken_off(match, user):
            raise Refusal(403, "The host took you off this table.")
        free = [seat for seat in seats if seat.user_id is None]
        if not free:
            raise Refusal(409, "This table is full.")
        if match.is_rated and user.is_guest and not guests.open_account(user=user):
            raise NeedsAccount("Rated games need an account.")
        _sit(free[0], user)
        player_numbers.add(match, user, number=client_seed, seal=seal)
        Invitation.objects.filter(match=match, user=user).delete()
        removal = OutgoingMail.objects.filter(key=f"m{match.pk}.u{user.pk}.removed")
        removal.update(key=f"m{match.pk}.u{user.pk}.removed{match.revision}")  # the host has let them back
        if len(free) > 1:  # otherwise everyone hears that the match starts
            _tell(match, user, "sat_down", match.owner_id)
        _after_change(match, is_full=len(free) == 1)


def is_taken_off(match: Match, user: Any) -> bool:
    """Has the host removed this person from a seat (see clear_seat), and not invited them again?"""
    is_removed = OutgoingMail.objects.filter(key=f"m{match.pk}.u{user.pk}.removed").exists()
    return is_removed and not Invitation.objects.filter(match=match, user=user, by=match.owner_id).exists()


def _tell(match: Match, user: Any, kind: str, whom: int) -> None:
    """Tell the host, or the inviter, that this person comes or goes; once, even if they do it again."""
    outbox.queue(kind=kind, key=f"m{match.pk}.u{user.pk}.{kind}", user=whom, data=_facts(match) | {"who": user.pk})


def _facts(match: Match) -> dict[str, Any]:
    """What every row of the outbox about a table says of it."""
    return {"match": match.pk, "slug": match.slug, "live": match.pace == Match.Pace.LIVE}


def add_number(*, match_id: int, user: Any, client_seed: str = "", seal: str = "") -> None:
    """Add a number from a seated player's browser to the shuffle, or first only its commitment (`seal`). The last
    missing number of a full table starts the match. Raises Refusal: 403, 404, 409."""
    with transaction.atomic():
        match = _lock_open(match_id, user, may_be_full=True)
        if not match.seats.filter(user=user).exists():
            raise Refusal(403, "You don’t have a seat at this table.")
        player_numbers.add(match, user, number=client_seed, seal=seal)
        _after_change(match, is_full=match.starts_by is not None)


def _check_blocks(match: Match, user: Any, seats: list[Seat]) -> None:
    """Check that no block keeps this person from the players. If they were blocked, the table does not exist for them
    (404); if they blocked somebody, they are told why (409). Raises Refusal."""
    others, user = bots.people_behind([seat.user_id for seat in seats]), user.person
    if match.is_rated and user.pk in others:
        raise Refusal(409, "A rated match can’t have a bot and its owner, or two bots of one owner.")
    if blocks.is_hidden_from(user, others):
        raise NoMatch()
    if blocks.has_blocked_any(user, others):
        raise Refusal(409, "You blocked somebody at this table. Choose another table, or unblock them first.")


def leave(*, match_id: int, user: Any) -> bool:
    """Leave a table that has not started, or decline an invitation. The owner cancels the table instead. Returns
    whether they had a seat.

    Raises Refusal: 403 without a seat or an invitation, 404, 409.
    """
    with transaction.atomic():
        match = _lock_open(match_id, user)
        if match.owner_id == user.pk:
            raise Refusal(409, "You are the host. Close the table instead.")
        stood_up = match.seats.filter(user=user).update(user=None, seat_request="")
        declined = list(match.invitations.filter(user=user))
        match.invitations.filter(user=user).delete()
        if not stood_up and not declined:
            raise Refusal(403, "You don’t have a seat at this table.")
        if stood_up:
            _tell(match, user, "left", match.owner_id)
        elif not blocks.are_apart(declined[0].by, user):
            _tell(match, user, "declined", declined[0].by_id)
        _after_change(match)
        return bool(stood_up)


def invite(*, match_id: int, by: Any, name: str, note: str = "") -> User:
    """Invite a player by name, with a line of one's own. Raises Refusal: 403 unless seated and with an account, 422 for
    an unknown name, 409 if they are seated already."""
    with transaction.atomic():
        match = _lock_open(match_id, by)
        if not match.seats.filter(user=by).exists():
            raise Refusal(403, "Only players at this table can invite others.")
        if by.is_guest:
            raise NeedsAccount("Inviting players by name needs an account. You can send them the link.")
        guest = User.objects.called(name.strip())
        if guest is None:
            raise Refusal(422, "There is no player with that name.")
        if blocks.has_blocked_any(by, [guest.pk]):
            raise Refusal(422, f"You blocked {guest.name}. Unblock them first.")
        if match.seats.filter(user=guest).exists():
            raise Refusal(409, f"{guest.name} is already at this table.")
        words = "You have sent a lot of invitations. Please wait a while."
        rate_limits.spend("invitation", by.pk, INVITATIONS_AN_HOUR, words)
        send_invitation(match, by, guest, personal_line(by, note))
        return guest


def send_invitation(match: Match, by: Any, guest: Any, note: str = "") -> None:
    """Create an invitation, or replace another by the host's, which lets back whom they took off. If one has blocked
    the other, it looks the same but no email goes out and it is hidden. Raises Refusal (422) if they have one."""
    known = match.invitations.filter(user=guest).first()
    if known is not None and (known.by_id == by.pk or match.owner_id != by.pk):
        raise Refusal(422, f"{guest.name} is invited already. You can also send them the link.")
    Invitation.objects.update_or_create(match=match, user=guest, defaults={"by": by, "note": note})
    removals = OutgoingMail.objects.filter(user=guest, kind="removed", match_id=match.pk)
    back = match.owner_id == by.pk and removals.count()
    if (known is None or back) and not blocks.are_apart(by, guest):
        facts = _facts(match) | {"by": by.pk, "live": False}
        outbox.queue(kind="invited", key=f"m{match.pk}.u{guest.pk}.invited{back or ''}", user=guest, data=facts)


def add_bot(*, match_id: int, user: Any, strength: str = "house") -> None:
    """Put a bot on a free seat. Only the owner can. Raises Refusal: 403, 409, 422 for an unknown strength."""
    if strength not in STRENGTHS:
        raise Refusal(422, "Bots are easy, medium or strong.")
    with transaction.atomic():
        match = _lock_owned(match_id, user)
        seats = list(match.seats.order_by("number"))
        free = [seat for seat in seats if seat.user_id is None]
        if not free:
            raise Refusal(409, "This table is full.")
        free[0].strength = strength
        _sit(free[0], house_bot({seat.user_id for seat in seats if seat.user_id}))
        _after_change(match, is_full=len(free) == 1)


def clear_seat(*, match_id: int, user: Any, seat: int, who: int = 0) -> None:
    """Remove a bot or another player, who is told, from a seat. Only the owner can. Raises Refusal: 403, 409, also if
    it is not the seat of the player (`who`) whom the host saw there."""
    with transaction.atomic():
        match = _lock_owned(match_id, user)
        cleared = match.seats.filter(number=seat).exclude(user=user)
        if who and cleared.exclude(user=who).exclude(user=None).exists():
            raise Refusal(409, "Somebody else has this seat now.")
        for person in cleared.filter(user__is_bot=False).values_list("user", flat=True):
            outbox.queue(kind="removed", key=f"m{match.pk}.u{person}.removed", user=person, data=_facts(match))
        cleared.update(user=None, seat_request="")
        _after_change(match)


def point_at(*, match_id: int, user: Any, seat: int) -> None:
    """Pick the player of this seat, if an option asks the host to (the oldest, say). Raises Refusal: 403, 409."""
    with transaction.atomic():
        match = _lock_owned(match_id, user)
        chosen = match.seats.filter(number=seat, user__isnull=False).first()
        match.pointed_id = chosen.user_id if chosen else None
        match.save(update_fields=["pointed"])
        _after_change(match)


def request_seat(*, match_id: int, user: Any, value: str) -> None:
    """Make a seat request before the start, or withdraw it (""). First come, first served.

    Raises Refusal: 403 without a seat, 404, 409 if it is taken, 422 if it does not exist.
    """
    with transaction.atomic():
        match = _lock_open(match_id, user)
        seat = match.seats.filter(user=user).first()
        if seat is None:
            raise Refusal(403, "You don’t have a seat at this table.")
        if value and value not in dict(seat_requests_of(match)):
            raise Refusal(422, "You can’t choose that at this table.")
        if value and match.seats.exclude(pk=seat.pk).filter(seat_request=value).exists():
            raise Refusal(409, "Somebody else has taken this. Please choose again.")
        match.seats.filter(pk=seat.pk).update(seat_request=value)
        _after_change(match)


def seat_requests_of(match: Match) -> list[tuple[str, str]]:
    """The possible seat requests at a table, as (value, label)."""
    if match.game.lobby.seat_requests is None:
        return []
    return list(match.game.lobby.seat_requests(engine.read_options(match.game, match.options), match.seat_count))


def start_with_bots(*, match_id: int, user: Any) -> None:
    """Fill all free seats with bots and start. Only the owner can. Raises Refusal: 403, 409."""
    if starting.has_begun_for(match_id, user):
        return
    with transaction.atomic():
        match = _lock_owned(match_id, user)
        for _ in range(match.seats.filter(user=None).count()):
            add_bot(match_id=match_id, user=user)


def close_table(*, match_id: int, user: Any) -> None:
    """Cancel a table that has not started, once. Only the owner can. Raises Refusal: 403, 409."""
    if Match.objects.filter(pk=match_id, owner=user, status=Match.Status.CANCELLED).exists():
        return
    with transaction.atomic():
        _close(_lock_owned(match_id, user), user.pk)


def close_stale() -> None:
    """Close the tables that have waited for too long."""
    stale = Match.objects.filter(status=Match.Status.OPEN, created_at__lt=timezone.now() - STALE_TABLE)
    for pk in list(stale.values_list("pk", flat=True)):
        with transaction.atomic():
            if match := stale.select_for_update().filter(pk=pk).first():
                _close(match)


def _close(match: Match, by: int = 0) -> None:
    """Cancel a locked table, and tell those who sit there, except the host who closes it."""
    match.status, match.ended_at = Match.Status.CANCELLED, timezone.now()
    match.save(update_fields=["status", "ended_at"])
    tell_seated(match, "closed", by)
    _after_change(match)


def tell_seated(match: Match, kind: str, by: int = 0) -> None:
    """Tell those who sit at the table, except this person, that it is closed, or that too few have come by its hour."""
    people = match.seats.filter(user__is_bot=False).exclude(user=by)
    data = _facts(match) | {"by": by, "live": False}  # also those who want no emails about live matches: it is none yet
    for person in people.values_list("user", flat=True):
        outbox.queue(kind=kind, key=f"m{match.pk}.u{person}.{kind}", user=person, data=data)


def may_join(match: Match, user: Any, token: str = "") -> bool:
    """May this person see and join the table? It is public, they were invited, or they have its private link."""
    is_known = user.pk is not None
    if match.is_public or (is_known and match.owner_id == user.pk):
        return True
    if secrets.compare_digest(token.encode(), match.token.encode()):
        return True
    return is_known and Invitation.objects.filter(match=match, user_id=user.pk).exists()


def may_know(match: Match, user: Any, token: str = "") -> bool:
    """May this person know that the table exists? They may join it, or have a seat already (perhaps by the link)."""
    return may_join(match, user, token) or match.seats.filter(user=user).exists()


def _lock_open(match_id: int, user: Any, token: str = "", may_be_full: bool = False) -> Match:
    """Lock an open table. Once numbers are revealed nobody may leave, or players could avoid a shuffle they dislike."""
    match = Match.objects.select_for_update().filter(pk=match_id).first()
    if match is None or not may_know(match, user, token):
        raise NoMatch()
    if match.status != Match.Status.OPEN:
        raise Refusal(409, "This table isn’t open any more.")
    if match.starts_by is not None and not may_be_full:
        raise Refusal(409, "All seats are taken, and the game is about to start.")
    return match


def _lock_owned(match_id: int, user: Any) -> Match:
    match = _lock_open(match_id, user)
    if match.owner_id != user.pk:
        raise Refusal(403, "Only the host can do this.")
    return match


def _sit(seat: Seat, user: Any) -> None:
    seat.user = user
    try:
        with transaction.atomic():
            seat.save(update_fields=["user", "strength"])
    except IntegrityError:
        raise Refusal(409, "You are already at this table.") from None


def _after_change(match: Match, is_full: bool = False) -> None:
    if is_full:
        starting.begin_or_wait(match)
    else:
        count_change([match.pk])
