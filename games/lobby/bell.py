"""The notifications under the bell: moves, invitations, proposals, then unread news.

News are outbox rows: the same row is the email, the notice on other channels and the feed entry. Its `is_unread` is the
only place that records whether the person has seen it, on any device.
"""

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from msgspec import Struct, json

from accounts.mail_kinds import BELL
from accounts.models import OutgoingMail, User
from accounts.people import blocks
from accounts.people.listed import name_in_sql
from config.postgres import fetch_all
from games.agreements import proposals
from games.lobby.match_rows import Listed, MatchRow, listed_by_id
from games.models import Proposal
from games.numbers import NEWEST
from games.titles import load

SHOWN = 25  # news items
GONE = "a table that is gone"  # with a guest who played there against bots alone
_DID = {"sat_down": "sat down at", "left": "gave up the seat at", "declined": "declined your invitation to"}


# Unanswered proposals of others in the matches where this person still plays.
_QUESTIONS = """games_proposal p
WHERE p.outcome = '' AND p.ends_at > %(now)s AND p.by_id <> %(me)s AND NOT p.agreed @> to_jsonb(%(me)s::bigint)
AND p.match_id IN (SELECT s.match_id FROM games_seat s JOIN games_match m ON m.id = s.match_id
    WHERE s.user_id = %(me)s AND s.left_reason = '' AND m.status = 'running')"""
# What waits, as listed on the page of the bell: the games, and everything else. Every page of a member runs it, and
# building the statement from querysets would take five times as long as executing it. Each part has an index.
SQL_OF_COUNTS = f"""json_build_array(
       (SELECT count(DISTINCT match_id) FROM games_opendecision
        WHERE user_id = %(me)s AND answered_at IS NULL AND pace <> 'standing'),
       (SELECT count(*) FROM games_invitation i JOIN games_match m ON m.id = i.match_id
        WHERE i.user_id = %(me)s AND m.status = 'open' AND NOT {blocks.sql_between("%(me)s", "i.by_id")})
     + (SELECT count(*) FROM {_QUESTIONS})
     + (SELECT count(*) FROM accounts_friendship f JOIN accounts_user u ON u.id = f.by_id
        WHERE f.to_id = %(me)s AND f.agreed_at IS NULL AND u.is_active
          AND NOT {blocks.sql_between("%(me)s", "f.by_id")})
     + (SELECT count(*) FROM accounts_outgoingmail WHERE user_id = %(me)s AND is_unread))"""
_COUNTS = f"SELECT {SQL_OF_COUNTS}::text"


class Question(Struct, frozen=True):
    """An open proposal of another player."""

    title: str
    words: str
    until: datetime
    url: str


class News(Struct, frozen=True):
    """An outbox row, and what it is about: "Going Postal with Ada and Ben: you came 2nd of 3"."""

    mail: OutgoingMail
    about: str


class Counts(NamedTuple):
    """`games`: matches in which it is this person's turn, the one number shown (navigation, heading, app icon);
    `others`: unanswered invitations, proposals and friends, and unread news, for the mark on the bell."""

    games: int
    others: int


def counts(user_id: int) -> Counts:
    """What waits for this person. One query."""
    ((found,),) = fetch_all(_COUNTS, {"me": user_id, "now": timezone.now()})
    return json.decode(found, type=Counts)


def questions(user: User) -> list[Question]:
    """Proposals that this person has yet to answer, most urgent first. One query."""
    sql = f"""SELECT p.kind, p.seat, p.amount, p.ends_at, p.match_id,
    (SELECT slug FROM games_match WHERE id = p.match_id),
    (SELECT {name_in_sql("accounts_user")} FROM accounts_user WHERE id = p.by_id)
    FROM {_QUESTIONS} ORDER BY p.ends_at LIMIT {SHOWN}"""
    return [
        Question(
            title=f"{load()[slug].meta.title} {match}",
            words=proposals.in_words(Proposal(kind=kind, seat=seat, amount=amount), [name] * (seat + 1), None),
            until=until,
            url=reverse("agreements", args=[match]),
        )
        for kind, seat, amount, until, match, slug, name in fetch_all(sql, {"me": user.pk, "now": timezone.now()})
    ]


def news(user: User, before: int = 0) -> tuple[list[News], bool]:
    """The newest news, or those before this id, read and unread; and whether there are older ones. Three queries."""
    told = OutgoingMail.objects.filter(user=user, kind__in=BELL, id__lt=before or NEWEST).order_by("-id")
    found = list(told[: SHOWN + 1])
    mails = found[:SHOWN]
    matches = listed_by_id({int(mail.match_id) for mail in mails if mail.match_id.isdecimal()})
    people = User.objects.in_bulk({mail.data["who"] for mail in mails if "who" in mail.data})
    return [News(mail, _about(mail, matches, people)) for mail in mails], len(found) > SHOWN


def _about(mail: OutgoingMail, matches: dict[int, Listed], people: dict[int, User]) -> str:
    """What a row is about, in words: the game, the opponents and, once it is over, the result."""
    match, who = matches.get(int(mail.match_id)) if mail.match_id.isdecimal() else None, _who(mail, people)
    if match is None and ("about" in mail.data or not who):
        about = str(mail.data.get("about", GONE if mail.match_id else ""))
        return f"{who} dropped out of {about}" if who else about
    if match is None:
        return f"{who} {_DID[mail.kind]} {GONE}"
    row, of_group = MatchRow(match, mail.user_id), mail.data.get("group") and mail.data.get("about", "")
    if of_group:
        return f"{match.owner} opened a table of {match.title} for {of_group}"
    if who:
        return f"{who} {_DID[mail.kind]} {match.title}"
    words = f"{match.title} with {row.opponents}" if row.opponents else match.title
    if mail.kind != "over" or row.rank is None:
        return words
    return f"{words}: {'you won' if row.rank == 1 else f'place {row.rank} of {match.seat_count}'}"


def _who(mail: OutgoingMail, people: dict[int, User]) -> str:
    """The name of whoever has come or gone; "" if it is about nobody."""
    if "who" not in mail.data:
        return ""
    return people[mail.data["who"]].name if mail.data["who"] in people else "Somebody"


def open_news(user: User, row_id: int) -> str:
    """Mark a news item as read. Returns its URL, or "" if it is not this person's."""
    row = OutgoingMail.objects.filter(pk=row_id, user=user, kind__in=BELL).first()
    if row is None:
        return ""
    OutgoingMail.objects.filter(pk=row.pk, is_unread=True).update(is_unread=False)
    if not row.match_id or row.kind == "group_table":  # whose link has the key of the private table
        return str(row.data.get("url") or reverse("my_matches"))
    return reverse("match", args=[int(row.match_id)]) + ("#t-chat" if row.kind == "mention" else "")


def has_unread(user: User) -> bool:
    return bool(_unread(user.pk).exists())


def read_all(user: User) -> None:
    _unread(user.pk).update(is_unread=False)


def read_at_table(user: Any, match_id: int, said: int) -> None:
    """Mark the news of a match as read, mentions in its chat up to line `said`."""
    rows = _unread(user.pk).filter(match_id=str(match_id))
    rows.exclude(kind="mention", data__line__gt=said).update(is_unread=False)


def _unread(user_id: int) -> QuerySet[OutgoingMail]:
    return OutgoingMail.objects.filter(user_id=user_id, is_unread=True)
