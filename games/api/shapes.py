"""The API's request and response types. msgspec reads and writes them; `openapi` publishes their docstrings."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from games.kernel.types import Decision


class Problem(Struct, frozen=True):
    """Why a request was refused (RFC 9457). `clause`: the rule that forbids it, or ""; `type`: the URL of that rule."""

    status: int
    title: str
    detail: str
    clause: str = ""
    type: str = "about:blank"


class Me(Struct, frozen=True):
    """Who this token acts for, and its scopes."""

    name: str
    display_name: str
    time_zone: str
    is_bot: bool
    scopes: list[str]


class Waiting(Struct, frozen=True):
    """An open decision of yours. `due_at`: when the clock will decide; null while the clock is stopped."""

    match: int
    game: str
    opponents: str
    prompt: str
    due_at: datetime | None
    url: str


class Decisions(Struct, frozen=True):
    """Your open decisions, most urgent first; at most 100."""

    waiting: list[Waiting]


class GameShape(Struct, frozen=True):
    """A game that can be played on this site. `options`: the JSON Schema of the options for a new table."""

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
    """The pieces of a game by kind. The `ref` "card/pet-rock-3" of an option means copy 3 of the piece "pet-rock"."""

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
    """The numbered clauses of a rulebook."""

    game: str
    clauses: list[ClauseShape]


class TableShape(Struct, frozen=True):
    """A table or match in a list. `seats`: names, null for a free seat; `status`: open, running, over or cancelled."""

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
    """A page of tables, newest first. `next`: the cursor of the next page; null on the last page."""

    tables: list[TableShape]
    next: str | None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open. Times are in seconds. `bots`: how many seats to fill with the house bot."""

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
    """A new table. `invite_url`: a link with which friends can join."""

    id: int
    url: str
    invite_url: str


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Joining a table. `key`: the key of a private link."""

    key: str = ""


class Done(Struct, frozen=True):
    """The request succeeded."""

    ok: bool = True


class DecisionShape(Struct, frozen=True):
    """One of your decisions. `answer`: your sealed answer, which you can still change; `decision`: what you can answer.
    A move names one of its `actions` and gives each field of that action a value."""

    id: str
    answer: Any
    decision: Decision
    due_at: datetime | None


class LogLine(Struct, frozen=True):
    """One line of the log, without what you may not know. `version`: that of the match after it."""

    version: int
    text: str
    clause: str
    at: datetime


class ProposalShape(Struct, frozen=True):
    """What a player proposes: "pause", "time", "undo" (take back the last move) or "live". Players answer on the table
    page. `is_mine`: you proposed it; `asks_me`: you have yet to answer; `waits_for`: who has yet to answer."""

    kind: str
    words: str
    is_mine: bool
    asks_me: bool
    waits_for: list[str]
    until: datetime


class RatingChange(Struct, frozen=True):
    """A rating before and after a match."""

    before: int
    after: int


class MatchShape(Struct, frozen=True):
    """A match as your seat sees it; `seat` is null for spectators. `view`: the position in the game's own terms.

    `headline`: whose turn it is, or how the match ended; `due_at`: your deadline, or that of the player to move.
    `reserves`: seconds of reserve per seat; `last_words`: what each seat said at the end; `ratings`: the rating change
    of each seat, null during the match or if it is unrated. `live_seconds`: the time for a move in live play.
    `proposal`, `paused_until`: for players only. `notes`: your private notes.
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
    """A move. `decision`: the id of the decision it answers, which makes retries safe; `move`: a verb with its
    arguments, {"verb", "args"}, or flat as in the rulebook."""

    decision: str
    move: Any


class Receipt(Struct, frozen=True):
    """The move was accepted. `is_repeated`: it had already been played."""

    version: int
    is_over: bool
    is_repeated: bool


class Said(Struct, frozen=True):
    """A chat line."""

    id: int
    by: str
    text: str
    at: datetime
    spectators_only: bool


def said(line: Any) -> tuple[int, str, str, datetime, bool]:
    """The fields of `Said` for a chat line."""
    return line.pk, line.user.username, line.text, line.at, line.spectators_only


class Chat(Struct, frozen=True):
    """The newest chat lines that you may read, oldest first."""

    lines: list[Said]


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    """A chat line to post."""

    text: str


class InvitationShape(Struct, frozen=True):
    """An invitation to a table."""

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
    """A row of the leaderboard."""

    place: int
    name: str
    rating: int
    matches: int


class Ratings(Struct, frozen=True):
    """The best players of a game."""

    game: str
    ratings: list[RatingShape]


class StreamDecision(Struct, frozen=True):
    """Event `decision`: you have a new decision. The match lists the possible answers."""

    match: int
    game: str
    decision: str
    prompt: str
    optional: bool
    due_at: datetime | None


class StreamMove(LogLine, frozen=True):
    """Event `move`: a new log line of a match, without what you may not know."""

    match: int


class StreamMessage(Said, frozen=True):
    """Event `message`: a new chat line that you may read, including your own."""

    match: int
