"""The API's request and response types. `openapi` describes them, msgspec reads and writes them."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from games.kernel.types import Decision


class Problem(Struct, frozen=True):
    """Why something was not done (RFC 9457). `clause`: the rule it rests on, "" for none; `type`: its address."""

    status: int
    title: str
    detail: str
    clause: str = ""
    type: str = "about:blank"


class Me(Struct, frozen=True):
    """Whose token this is, and what it may do."""

    name: str
    display_name: str
    time_zone: str
    is_bot: bool
    scopes: list[str]


class Waiting(Struct, frozen=True):
    """A decision that waits for you. `due_at`: when the clock decides; null while it does not run."""

    match: int
    game: str
    opponents: str
    prompt: str
    due_at: datetime | None
    url: str


class Decisions(Struct, frozen=True):
    """What waits for you, the most urgent first; at most 100."""

    waiting: list[Waiting]


class GameShape(Struct, frozen=True):
    """A game that can be played here. `options`: the JSON Schema of a new table's options."""

    slug: str
    title: str
    tagline: str
    seats: list[int]
    minutes: list[int]
    rules_version: str
    rules_url: str
    options: dict[str, Any]


class Games(Struct, frozen=True):
    """All games."""

    games: list[GameShape]


class Components(Struct, frozen=True):
    """The pieces of a game by kind. An option with `ref` "card/pet-rock-3" means copy 3 of the piece "pet-rock"."""

    game: str
    components: dict[str, Any]


class ViewShape(Struct, frozen=True):
    """The JSON Schema of a position of this game, as a seat or a spectator sees it."""

    game: str
    schema: dict[str, Any]


class ClauseShape(Struct, frozen=True):
    """One numbered clause of a rulebook."""

    id: str
    text: str
    url: str


class Clauses(Struct, frozen=True):
    """A rulebook as its numbered clauses."""

    game: str
    clauses: list[ClauseShape]


class Table(Struct, frozen=True):
    """A table or match in a list. `seats`: names, null for a free seat. Status: open, running, over or cancelled."""

    id: int
    game: str
    status: str
    owner: str
    seats: list[str | None]
    pace: str
    move_seconds: int
    bank_seconds: int
    is_rated: bool
    is_public: bool
    options: dict[str, Any]
    url: str
    ranks: list[int | None] | None = None


class Tables(Struct, frozen=True):
    """A page of tables, newest first. `next`: the cursor of the next page, null on the last."""

    tables: list[Table]
    next: str | None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open. Times in seconds. `bots`: seats to fill with the house bot."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    pace: str = "correspondence"
    move_seconds: int = 86_400
    bank_seconds: int = 259_200
    is_rated: bool = False
    is_public: bool = False
    bots: int = 0


class Opened(Struct, frozen=True):
    """A new table. `invite_url`: the link that lets friends sit down."""

    id: int
    url: str
    invite_url: str


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Sitting down. `key`: the one of a private link."""

    key: str = ""


class Done(Struct, frozen=True):
    """It was done."""

    ok: bool = True


class DecisionShape(Struct, frozen=True):
    """One decision of yours. `answer`: what you have sealed and can still change; `decision`: what may be answered.
    A move names one of its `actions` and gives each of that action's fields a value."""

    id: str
    answer: Any
    decision: Decision
    due_at: datetime | None


class LogLine(Struct, frozen=True):
    """One line of the log as you may know it. `version`: of the match, after it."""

    version: int
    text: str
    clause: str
    at: datetime


class ProposalShape(Struct, frozen=True):
    """What a player asks of the others: "pause", "time", "undo" (take back the last move) or "live". Answered on the
    table's page. `is_mine`: you ask; `asks_me`: you have yet to answer; `waits_for`: everybody who has."""

    kind: str
    words: str
    is_mine: bool
    asks_me: bool
    waits_for: list[str]
    until: datetime


class RatingChange(Struct, frozen=True):
    """What a match did to a rating."""

    before: int
    after: int


class MatchShape(Struct, frozen=True):
    """A match as your seat sees it; `seat` is null for spectators. `view`: the position in the game's own words.

    `headline`: who is waited for, or how it ended; `due_at`: when time is up for you, else for whoever is waited for.
    `reserves`: seconds that each seat has left; `last_words`: what each seat said at the end; `ratings`: what the match
    did to each seat's rating, null while it runs or if it is unrated. `live_seconds`: the time for a move in live play.
    `proposal`, `paused_until`: told to players only. `notes`: your own, which only you see.
    """

    id: int
    game: str
    status: str
    version: int
    seat: int | None
    names: list[str]
    view: Any
    decisions: list[DecisionShape]
    ranks: list[int | None] | None
    headline: str
    due_at: datetime | None
    pace: str
    move_seconds: int
    bank_seconds: int
    reserves: list[float]
    is_rated: bool
    options: dict[str, Any]
    commitment: str
    last_words: list[str]
    ratings: list[RatingChange | None]
    live_seconds: int | None
    paused_until: datetime | None
    proposal: ProposalShape | None
    notes: str


class Log(Struct, frozen=True):
    """The log from a version on, oldest line first."""

    lines: list[LogLine]


class MoveShape(Struct, frozen=True, forbid_unknown_fields=True):
    """A move. `decision`: the id of the decision it answers, which makes a repeated request harmless; `move`: a verb
    with its arguments, {"verb", "args"}, or flat as the rulebook writes it."""

    decision: str
    move: Any


class Receipt(Struct, frozen=True):
    """The move counts. `is_repeated`: it was known already."""

    version: int
    is_over: bool
    is_repeated: bool


class Said(Struct, frozen=True):
    """A line of chat."""

    id: int
    by: str
    text: str
    at: datetime
    spectators_only: bool


def said(line: Any) -> tuple[int, str, str, datetime, bool]:
    """The fields of `Said` of a line of chat."""
    return line.pk, line.user.username, line.text, line.at, line.spectators_only


class Chat(Struct, frozen=True):
    """The newest lines of chat that you may read, oldest first."""

    lines: list[Said]


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    """A line to say at the table."""

    text: str


class InvitationShape(Struct, frozen=True):
    """Somebody invites you to a table."""

    match: int
    game: str
    by: str
    seats: int
    taken: int
    url: str


class Invitations(Struct, frozen=True):
    """Your open invitations, newest first."""

    invitations: list[InvitationShape]


class RatingShape(Struct, frozen=True):
    """A place on the leaderboard."""

    place: int
    name: str
    rating: int
    matches: int


class Ratings(Struct, frozen=True):
    """The best players of a game."""

    game: str
    ratings: list[RatingShape]


class StreamDecision(Struct, frozen=True):
    """Event `decision`: you are asked something. The match says what you can answer."""

    match: int
    game: str
    decision: str
    prompt: str
    optional: bool
    due_at: datetime | None


class StreamMove(Struct, frozen=True):
    """Event `move`: something happened in a match, in words, as you may know it."""

    match: int
    version: int
    text: str
    clause: str
    at: datetime


class StreamMessage(Struct, frozen=True):
    """Event `message`: a line of chat that you may read, your own too."""

    match: int
    id: int
    by: str
    text: str
    at: datetime
    spectators_only: bool
