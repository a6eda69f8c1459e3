"""The API's endpoints, one function each. Their docstrings are the API documentation."""

from datetime import datetime
from typing import Any, get_type_hints

import msgspec
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Prefetch, QuerySet

from accounts import leaderboards, names
from games.api import moves, shapes
from games.api.registry import Call, endpoint
from games.api.visible_matches import begun_match
from games.clause_links import clause_url
from games.errors import Refusal
from games.kernel import codec
from games.kernel.data import public_components
from games.kernel.position import Open
from games.kernel.replay import Record
from games.lobby import tables
from games.lobby.forms import CLOCKS
from games.lobby.my_matches import decisions_and_invitations
from games.lobby.open_tables import TableFilter, joinable
from games.matches import broadcast, open_decisions
from games.matches import play as door
from games.matches.loaded import LoadedMatch, SeatRow
from games.models import Match, Seat
from games.numbers import whole_number
from games.records import export
from games.table import chat_reading, chat_writing, log_words, presenter, proposal_panel, visits
from games.table.local_times import LocalTime
from games.titles import folder, load
from rulebook.sources import sentences

PER_PAGE = 50
STATUS = {status.value for status in Match.Status}
KEY = "the key of a private link"
ONCE = "any text, a new one for each table you open"
LONGEST_KEY = 64
BEST = 100  # rows of a leaderboard
SEATS = Prefetch(
    "seats", Seat.objects.select_related("user").only("match_id", "number", "rank", "user__username").order_by("number")
)


@endpoint("GET", "me/", "read")
def me(call: Call) -> shapes.Me:
    """Who this token acts for, and its scopes."""
    user = call.user
    return shapes.Me(user.username, names.plain(user.name), user.time_zone, user.is_any_bot, list(call.scopes))


@endpoint("GET", "decisions/", "read")
def decisions(call: Call) -> shapes.Decisions:
    """Your open decisions in all your matches, most urgent first."""
    waiting = [
        shapes.Waiting(
            match=row.match.id,
            game=row.match.slug,
            opponents=names.plain(row.opponents),
            prompt=row.prompt,
            due_at=row.due_at,
            url=_full(row.match.url),
        )
        for row in decisions_and_invitations(call.user)[0]
    ]
    return shapes.Decisions(waiting)


# --- games --------------------------------------------------------------------------------------------------------


@endpoint("GET", "games/", "read")
def games(call: Call) -> shapes.Games:
    """All games, with the options for a new table."""
    rows = [
        shapes.GameShape(
            slug=slug,
            title=game.meta.title,
            tagline=game.meta.tagline,
            seats=list(game.meta.seats),
            minutes=list(game.meta.minutes),
            rules_version=str(game.meta.rules),
            rules_url=_full(f"/rules/{slug}/"),
            options=msgspec.json.schema(game.rules.options),
        )
        for slug, game in load().items()
    ]
    return shapes.Games(rows)


@endpoint("GET", "games/<slug:game>/clauses/", "read")
def clauses(call: Call, game: str) -> shapes.Clauses:
    """The numbered clauses of the rulebook, which refusals cite."""
    rows = sentences(_known(game)).items()
    return shapes.Clauses(game, [shapes.ClauseShape(id, words, _full(clause_url(id))) for id, words in rows])


@endpoint("GET", "games/<slug:game>/components/", "read")
def components(call: Call, game: str) -> shapes.Components:
    """The pieces of a game and their properties. Positions and the `ref` of an option name them."""
    return shapes.Components(game, public_components(folder(_known(game))))


@endpoint("GET", "games/<slug:game>/view/", "read")
def view(call: Call, game: str) -> shapes.ViewShape:
    """The JSON Schema of `view` in a match of this game, with descriptions."""
    kind = get_type_hints(load()[_known(game)].rules.view)["return"]
    return shapes.ViewShape(game, msgspec.json.schema(kind))


@endpoint("GET", "games/<slug:game>/ratings/", "read", bots="1 for the leaderboard of bots")
def ratings(call: Call, game: str) -> shapes.Ratings:
    """The leaderboard of a game: the top 100 players."""
    rows = leaderboards.best(leaderboards.Board(_known(game), of_bots=call.query("bots") == "1"), BEST)
    best = [shapes.RatingShape(place, row.user.username, row.shown, row.matches) for place, row in enumerate(rows, 1)]
    return shapes.Ratings(game, best)


def _known(slug: str) -> str:
    """Return the slug if a game has it. Raises Refusal (404)."""
    if slug not in load():
        raise Refusal(404, "There is no such game.")
    return slug


# --- tables -------------------------------------------------------------------------------------------------------


@endpoint("GET", "tables/", "read", game="only this game", cursor="`next` of the previous page")
def open_tables(call: Call) -> shapes.Tables:
    """Public tables that are waiting for players, newest first."""
    game = call.query("game")
    return _page(call, joinable(call.user, TableFilter(slug=_known(game) if game else "")))


@endpoint("POST", "tables/", "tables", body=shapes.NewTable, headers={"Idempotency-Key": ONCE})
def open_table(call: Call) -> shapes.Opened:
    """Open a table and take a seat. If bots fill all the other seats, the match starts at once. Send a key of your own
    in the header Idempotency-Key to make retries safe: a repeated request returns the table that the first one opened.
    """
    new: shapes.NewTable = call.body
    key = call.request.headers.get("Idempotency-Key", "")
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise Refusal(422, f"Idempotency-Key can have at most {LONGEST_KEY} characters, all printable.")
    if (new.move_seconds, new.bank_seconds) not in CLOCKS.get(new.pace, ()):
        offered = ", ".join(f"{pace} {move} + {bank}" for pace, clocks in CLOCKS.items() for move, bank in clocks)
        raise Refusal(422, f"Choose one of these clocks (move, reserve, in seconds): {offered}.")
    facts = msgspec.structs.asdict(new)
    facts |= {"slug": facts.pop("game"), "request_key": key}
    match = _opened_before(call.user, facts) or _open(call.user, facts)
    url = _full(match.get_absolute_url())
    return shapes.Opened(match.pk, url, url if match.is_public else f"{url}?key={match.token}")


def _open(user: Any, facts: dict[str, Any]) -> Match:
    try:
        with transaction.atomic():
            return tables.create_match(owner=user, **facts)
    except IntegrityError:  # an identical concurrent request was faster
        if known := _opened_before(user, facts):
            return known
        raise


def _opened_before(user: Any, facts: dict[str, Any]) -> Match | None:
    """The table that an earlier request with this key opened. Raises Refusal (422) if that request was different."""
    key = facts["request_key"]
    known = Match.objects.filter(owner=user, request_key=key).first() if key else None
    same = ("slug", "pace", "move_seconds", "bank_seconds", "is_rated", "is_public")
    if known and (known.seat_count != facts["seats"] or any(getattr(known, name) != facts[name] for name in same)):
        raise Refusal(422, "You have already used this Idempotency-Key for another table.")
    return known


@endpoint("POST", "tables/<int:match_id>/join/", "tables", body=shapes.Join)
def join(call: Call, match_id: int) -> shapes.Done:
    """Take a free seat. The match starts when the table is full. Repeating the request changes nothing."""
    tables.join(match_id=match_id, user=call.user, token=call.body.key)
    return shapes.Done()


@endpoint("POST", "tables/<int:match_id>/leave/", "tables")
def leave(call: Call, match_id: int) -> shapes.Done:
    """Leave a table that has not started, or decline an invitation to it."""
    tables.leave(match_id=match_id, user=call.user)
    return shapes.Done()


@endpoint("GET", "invitations/", "read")
def invitations(call: Call) -> shapes.Invitations:
    """Your invitations, newest first. Join the table to accept, leave it to decline."""
    rows = open_decisions.invitations_to(call.user.pk)
    shown = []
    for row in rows.select_related("match", "by").prefetch_related("match__seats").order_by("-id")[:PER_PAGE]:
        match, url = row.match, _full(row.match.get_absolute_url())
        taken = sum(seat.user_id is not None for seat in match.seats.all())
        shown.append(shapes.InvitationShape(match.pk, match.slug, row.by.username, match.seat_count, taken, url))
    return shapes.Invitations(shown)


# --- matches ------------------------------------------------------------------------------------------------------


@endpoint("GET", "matches/", "read", status="open, running, over or cancelled", cursor="`next` of the previous page")
def matches(call: Call) -> shapes.Tables:
    """Your own tables and matches, newest first."""
    own = Match.objects.filter(pk__in=Seat.objects.filter(user=call.user).values("match"))
    status = call.query("status")
    if status and status not in STATUS:
        raise Refusal(422, f"The status must be one of {', '.join(sorted(STATUS))}.")
    return _page(call, own.filter(status=status) if status else own)


@endpoint("GET", "matches/<int:match_id>/", "read", key=KEY)
def match(call: Call, match_id: int) -> shapes.MatchShape:
    """A match as you see it: the position, your open decisions with all possible answers, and the result."""
    loaded = begun_match(call, match_id)
    seat = loaded.seat_of(call.user.pk)
    viewer = presenter.viewer_of(loaded, call.user)
    facts, agreed = presenter.describe(loaded, viewer), proposal_panel.of_table(loaded, viewer, ())
    return shapes.MatchShape(
        id=loaded.id,
        game=loaded.slug,
        status=loaded.status,
        version=loaded.version,
        seat=seat,
        names=[names.plain(name) for name in loaded.names],
        view=facts.view,
        decisions=[_decision(loaded, open) for open in presenter.own_decisions(loaded, seat).all],
        ranks=[row.rank for row in loaded.seats] if loaded.is_over else None,
        headline=facts.headline,
        due_at=_time(facts.due),
        pace=loaded.pace,
        move_seconds=loaded.move_seconds,
        bank_seconds=loaded.bank_seconds,
        reserves=[row.bank_left for row in loaded.seats],
        is_rated=loaded.is_rated,
        options=codec.plain(loaded.at_table().options),
        commitment=loaded.commitment,
        last_words=[row.last_word if loaded.is_over else "" for row in loaded.seats],
        ratings=[_rating_change(row) for row in loaded.seats],
        live_seconds=loaded.live_play.seconds if loaded.live_play else None,
        paused_until=_time(agreed.paused_until if agreed else None),
        proposal=_proposal(agreed.question if agreed else None),
        notes=visits.visitor(loaded, call.user).visit.notes,
    )


@endpoint("GET", "matches/<int:match_id>/log/", "read", since="only entries after this version", key=KEY)
def log(call: Call, match_id: int) -> shapes.Log:
    """The newest entries of the log in words, without what you may not know. With `since`, all later entries, of up
    to 100 moves at a time: ask again with the last version you have read."""
    loaded, since = begun_match(call, match_id), call.query("since")
    seat = loaded.seat_of(call.user.pk)
    if since:
        told = log_words.story_after(loaded, seat, whole_number(since, "The version must be a number."))
    else:
        told = log_words.story(loaded, seat)
    return shapes.Log([shapes.LogLine(line.version, line.words, line.clause, line.at) for line in told])


@endpoint("POST", "matches/<int:match_id>/moves/", "play", body=shapes.MoveShape)
def move(call: Call, match_id: int) -> shapes.Receipt:
    """Answer a decision. Sending the same request twice counts once."""
    submission = moves.submission(begun_match(call, match_id), call.user, call.body)
    return moves.receipt(door.play_moves([submission])[0])


@endpoint("GET", "matches/<int:match_id>/chat/", "read", key=KEY)
def read_chat(call: Call, match_id: int) -> shapes.Chat:
    """The newest chat lines that you may read."""
    lines = chat_reading.chat_for(begun_match(call, match_id), call.user).lines
    return shapes.Chat([shapes.Said(*shapes.said(line)) for line in lines])


@endpoint("POST", "matches/<int:match_id>/chat/", "chat", body=shapes.Say)
def say(call: Call, match_id: int) -> shapes.Done:
    """Post a chat line: to the table if you have a seat, else to the spectators."""
    chat_writing.say(loaded=begun_match(call, match_id), user=call.user, text=call.body.text)
    broadcast.chat(match_id)
    return shapes.Done()


@endpoint("GET", "matches/<int:match_id>/record/", "read", key=KEY)
def record(call: Call, match_id: int) -> Record:
    """The record of a finished match: all moves, and the proof that the shuffles were fair. Its JSON Schema is at
    /api/record.schema.json."""
    loaded = begun_match(call, match_id)
    if not loaded.is_over:
        raise Refusal(409, "You can read the record when the match is over.", "PLAY-10")
    return msgspec.convert(export.record(loaded), Record)


def _decision(loaded: LoadedMatch, open: Open) -> shapes.DecisionShape:
    due: datetime | None = next((row.due_at for row in loaded.asked if row.key == open.id), None)
    return shapes.DecisionShape(open.id, open.answer, open.decision, due)


def _time(moment: LocalTime | None) -> datetime | None:
    return datetime.fromisoformat(moment.iso) if moment else None


def _rating_change(seat: SeatRow) -> shapes.RatingChange | None:
    if seat.rating_before is None or seat.rating_after is None:
        return None
    return shapes.RatingChange(seat.rating_before, seat.rating_after)


def _proposal(asked: proposal_panel.Asked | None) -> shapes.ProposalShape | None:
    """The proposal as the table page shows it."""
    if asked is None:
        return None
    until, missing = datetime.fromisoformat(asked.until.iso), [names.plain(name) for name in asked.missing]
    return shapes.ProposalShape(asked.kind, asked.words, asked.is_mine, asked.is_asked, missing, until)


def _page(call: Call, query: QuerySet[Match]) -> shapes.Tables:
    """One page of a list. The cursor is the id of the last row, so it stays valid while rows are added and removed."""
    if cursor := call.query("cursor"):
        query = query.filter(pk__lt=whole_number(cursor, "The cursor must be `next` of the previous page."))
    rows = list(query.order_by("-id").select_related("owner").defer("position").prefetch_related(SEATS)[: PER_PAGE + 1])
    shown = rows[:PER_PAGE]
    return shapes.Tables([_table(row) for row in shown], str(shown[-1].pk) if len(rows) > PER_PAGE else None)


def _table(match: Match) -> shapes.TableShape:
    seats = list(match.seats.all())
    return shapes.TableShape(
        id=match.pk,
        game=match.slug,
        status=match.status,
        owner=match.owner.username,
        seats=[seat.user.username if seat.user else None for seat in seats],
        pace=match.pace,
        move_seconds=match.move_seconds,
        bank_seconds=match.bank_seconds,
        is_rated=match.is_rated,
        is_public=match.is_public,
        options=match.options,
        url=_full(match.get_absolute_url()),
        ranks=[seat.rank for seat in seats] if match.status == Match.Status.OVER else None,
    )


def _full(path: str) -> str:
    return settings.SITE_URL + path
