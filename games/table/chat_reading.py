"""The chat as one person sees it: newest lines, reports, unread counts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator

from accounts.models import User
from accounts.people import blocks
from config.postgres import fetch_all
from games.matches.loaded import LoadedMatch
from games.models import ChatLine, Report, Visit
from games.table.chat_writing import hides_spectators_chat
from games.table.visits import Visitor

CHAT_LINES = 50
LINES_PER_PAGE = 200
Reader = tuple[LoadedMatch, User | None]


@dataclass(frozen=True)
class ChatView:
    """The chat of a match as one person sees it: the newest lines, oldest first, and the names of muted people by id.

    `has_more`: there are older lines.
    """

    lines: list[ChatLine]
    muted: dict[int, str]
    has_more: bool = False


class Reported(NamedTuple):
    """Reported text: how often and for which reasons it was reported, and whether it is hidden from everybody."""

    text: str
    times: int
    reasons: list[str]
    is_hidden: bool


def reported(loaded: LoadedMatch, user: Any, shown: str | None = None) -> list[Reported]:
    """Open reports in this match, newest first.

    `shown`: everything that this person can read in the game. Reports of other text in the game, such as a whisper, and
    of spectators' chat that is hidden from them are left out. None: return all reports.
    """
    reports = Report.objects.filter(match_id=loaded.id, settled_at=None).select_related("line")
    hides = shown is not None and hides_spectators_chat(loaded, user)
    rows: dict[str, list[str]] = {}
    for row in reports.order_by("-at", "-pk"):
        may_read = shown is None or (not (hides and row.line.spectators_only) if row.line else row.text in shown)
        if may_read:
            rows.setdefault(row.text, []).append(row.reason)
    return [
        Reported(text, len(reasons), [reason for reason in reasons if reason], text in loaded.hidden)
        for text, reasons in rows.items()
    ]


def chat_for(loaded: LoadedMatch, user: Any, known: Visitor | None = None) -> ChatView:
    """The chat for this person. `known`: if the caller has already loaded it."""
    person = user if user is not None and user.is_authenticated else None
    if known is None:
        return chats_for([(loaded, person)])[0]
    return _chats([(loaded, person)], [known.visit], {person.pk: {*known.apart}} if person else {})[0]


def chats_for(readers: Sequence[Reader]) -> list[ChatView]:
    """The chat of each match for the person paired with it. Lines that several people see alike are loaded once."""
    people, matches = {user.pk for _, user in readers if user}, {loaded.id for loaded, _ in readers}
    visits = Visit.objects.filter(match_id__in=matches, user_id__in=people) if people else ()
    return _chats(readers, visits, blocks.apart_from_each(people))


def _chats(readers: Sequence[Reader], visits: Iterable[Visit], apart: dict[int, set[int]]) -> list[ChatView]:
    muted_by = {(visit.match_id, visit.user_id): visit.muted for visit in visits}
    anybody = {who for muted in muted_by.values() for who in muted}
    names = {person.pk: person.name for person in User.objects.filter(pk__in=anybody)} if anybody else {}
    lines_of, chats = cache(_newest_lines), []
    for loaded, user in readers:
        muted = muted_by.get((loaded.id, user.pk), ()) if user else ()
        unheard = tuple(sorted({*muted, *apart.get(user.pk, ())})) if user else ()
        lines = lines_of(loaded.id, hides_spectators_chat(loaded, user), unheard)
        hidden = {who: names[who] for who in muted if who in names}
        chats.append(ChatView(lines[-CHAT_LINES:], hidden, has_more=len(lines) > CHAT_LINES))
    return chats


_LINE, _SPEAKER = (
    ("id", "match_id", "user_id", "text", "at", "spectators_only"),
    ("id", "username", "display_name", "stamp"),
)
# Keep in step with whole_chat(). Every table page runs this; building it with the ORM takes seven times as long.
_NEWEST = """
SELECT c.id, c.match_id, c.user_id, c.text, c.at, c.spectators_only, u.id, u.username, u.display_name, u.stamp
FROM games_chatline c JOIN accounts_user u ON u.id = c.user_id
WHERE c.match_id = %s AND c.user_id <> ALL(%s) AND NOT (%s AND c.spectators_only)
ORDER BY c.id DESC LIMIT %s
"""


def _newest_lines(match_id: int, hides_spectators_chat: bool, unheard: tuple[int, ...]) -> list[ChatLine]:
    """The newest lines, oldest first: one more than is shown, to know whether there are older ones."""
    lines, values = [], [match_id, {*unheard}, hides_spectators_chat, CHAT_LINES + 1]
    for row in reversed(fetch_all(_NEWEST, values)):
        line = ChatLine.from_db("default", _LINE, row[: len(_LINE)])
        line.user = User.from_db("default", _SPEAKER, row[len(_LINE) :])
        lines.append(line)
    return lines


def whole_chat(loaded: LoadedMatch, user: Any, page: Any) -> Page:
    """The whole chat of a match as one person sees it. The first page has the newest lines; each is oldest first."""
    visit = Visit.objects.filter(match_id=loaded.id, user_id=user.pk).first()
    unheard = {*(visit.muted if visit else ()), *(blocks.apart_from(user.pk) if user.pk else ())}
    lines = ChatLine.objects.filter(match_id=loaded.id).exclude(user__in=unheard).select_related("user")
    if hides_spectators_chat(loaded, user):
        lines = lines.filter(spectators_only=False)
    shown = Paginator(lines.order_by("-id"), LINES_PER_PAGE).get_page(page)
    shown.object_list = list(reversed(shown.object_list))
    return shown


def sql_of_unread(player: str, match: str) -> str:
    """SQL for the number of chat lines by others that this player has not seen yet. Muted and blocked people don't
    count."""
    return f"""(SELECT count(*) FROM games_chatline c
LEFT JOIN games_visit v ON v.match_id = c.match_id AND v.user_id = {player}
WHERE c.match_id = {match} AND c.user_id <> {player} AND NOT c.spectators_only AND c.id > coalesce(v.said, 0)
  AND NOT coalesce(v.muted, '[]') @> to_jsonb(c.user_id)
  AND NOT {blocks.sql_between(player, "c.user_id")})"""
