"""`manage.py limits`: every limit of the site as the table in docs/hosting/limits.md, which a test compares."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand

from accounts import bots, names, oauth, tokens
from accounts.guests import REMINDER_LINK_SECONDS
from accounts.login import throttle
from accounts.mail import door, inbound, reply_text
from accounts.notices import look_ups, public_http
from accounts.notices import services as notices
from accounts.people import friends
from config.env import STATEMENT_SECONDS
from games import rate_limits
from games.api import streams
from games.groups import dates
from games.groups import news as group_news
from games.groups import services as groups
from games.lobby import email_invitations, idle_guests, tables
from games.mail import link_preview
from games.matches import move_forms, player_numbers
from games.records import uploads
from games.sockets import consumer, hub
from games.table import chat_writing
from games.tournaments import services as tournaments
from games.views import guest_reminders, guests, records, request_limits, search, what_if
from rulebook import search as rule_search

KB, MB, DAY = 1024, 1024 * 1024, 24 * 3600
HEAD = """# Limits

What a stranger, a guest or a player can make the site do. Beyond a limit, the answer is a status from 400 to 499 with a
sentence. Uses are counted in Valkey; while it is down, each process counts for itself. `PLAYPOST_RATE_LIMITS=0` turns
limits per hour and day off, for tests. `manage.py limits` prints this page from the code.
"""


class Limit(NamedTuple):
    """One row: the door, what is limited, and how much of it."""

    door: str
    what: str
    most: str


def all_limits() -> Iterator[Limit]:
    """Every limit, by door."""
    yield from _requests()
    yield from _accounts()
    yield from _play()
    yield from _mail()
    yield from _outside()


def _requests() -> Iterator[Limit]:
    body, upload, mail = settings.MAX_BODY // KB, settings.MAX_UPLOAD // MB, settings.DATA_UPLOAD_MAX_MEMORY_SIZE // MB
    yield Limit("Pages", "body of a form", f"{body} kB, {settings.DATA_UPLOAD_MAX_NUMBER_FIELDS} fields")
    yield Limit("Pages", "values of one field of a move", f"{move_forms.MOST_VALUES}")
    yield Limit("Pages", "one statement to the database", f"{STATEMENT_SECONDS} seconds")
    yield Limit("Search", "characters, on the site and in the rules", _list(search.LONGEST, rule_search.LONGEST))
    yield Limit("Search", "by one person or anonymous network", f"{request_limits.SEARCHES_A_MINUTE} a minute")
    yield Limit("Previews", "fetched by one network", f"{request_limits.CARDS_A_MINUTE} a minute")
    yield Limit(
        "Previews",
        "pictures kept by a process, bytes of one",
        f"{link_preview.KEPT}, {link_preview.MOST_KEPT // MB} MB; {link_preview.MOST_BYTES // KB} kB",
    )
    yield Limit("Records", "body and file", f"{upload} MB, {records.LARGEST // MB} MB")
    yield Limit(
        "Records",
        "moves, seats, characters of a name",
        _list(uploads.MOST_MOVES, uploads.MOST_SEATS, uploads.LONGEST_NAME),
    )
    yield Limit("Records", "checks by one person", f"{records.CHECKS_AN_HOUR} an hour")
    yield Limit("Records", "kept for one person", f"{uploads.MOST_KEPT} for {uploads.KEPT // 3600} hours")
    yield Limit("API", "body", f"{body} kB")
    yield Limit(
        "API", "requests of one person, with all tokens and apps", f"{rate_limits.API_CALLS_PER_MINUTE} a minute"
    )
    yield Limit(
        "API", "event streams of one person", f"{streams.MOST} per process, the newest {streams.MOST_MATCHES} matches"
    )
    yield Limit("API", "time until a stream notices that its token has ended", f"{streams.KEEP_ALIVE:.0f} seconds")
    yield Limit("API", "event streams opened by one person", f"{streams.OPENED_A_MINUTE} a minute")
    yield Limit(
        "Sockets",
        "open pages of one person, of the anonymous visitors of a network",
        f"{hub.MOST_PAGES}, {hub.MOST_OF_NETWORK} per process",
    )
    yield Limit("Sockets", "one message", f"{body} kB")
    yield Limit("Sockets", "messages on one page", f"{consumer.FLOOD} in {consumer.FLOOD_SECONDS:.0f} seconds")
    yield Limit("Mail webhooks", "one post, with attachments", f"{mail} MB")


def _accounts() -> Iterator[Limit]:
    window = throttle.WINDOW // 60
    yield Limit("Log-in", "wrong passwords for one account from one network", f"{throttle.FEW} in {window} minutes")
    yield Limit(
        "Log-in",
        "wrong passwords for one account",
        f"{throttle.MANY} in {window} minutes, then one in {throttle.SLOW} seconds",
    )
    yield Limit("Accounts", "characters of a display name", f"{names.DISPLAY_NAME_LENGTH}")
    yield Limit("Accounts", "tokens, apps, bots of one person", _list(tokens.MOST, oauth.MOST_APPS, bots.MOST))
    yield Limit("Accounts", "longest life of a token", f"{max(tokens.DAYS)} days")
    yield Limit("Accounts", "friends, requests, people followed or blocked", f"{friends.MOST} each")
    yield Limit("Guests", "new ones from one network (IPv6: /48)", f"{guests.GUESTS_AN_HOUR} an hour")
    yield Limit("Guests", "forgotten, with their name, when idle", f"after {idle_guests.IDLE.days} days")
    yield Limit("Guests", "addresses for reminders", f"{guest_reminders.ADDRESSES_AN_HOUR} an hour")
    yield Limit("Guests", "time to confirm an address", f"{REMINDER_LINK_SECONDS // DAY} days")


def _play() -> Iterator[Limit]:
    yield Limit(
        "Tables", "open ones of one person", f"{tables.MOST_OPEN_TABLES}, {tables.TABLES_AN_HOUR} new ones an hour"
    )
    yield Limit("Tables", "invitations by one person", f"{tables.INVITATIONS_AN_HOUR} an hour")
    yield Limit("Tables", "addresses invited by one person", f"{email_invitations.ADDRESSES_A_DAY} a day")
    yield Limit(
        "Tables",
        "numbers added to the shuffle",
        f"{player_numbers.MOST_OWN} by one person, {player_numbers.MOST_NUMBERS} in all",
    )
    yield Limit(
        "Chat",
        "messages of one person",
        f"{chat_writing.LINES_A_MINUTE} a minute, {chat_writing.LONGEST} characters each",
    )
    yield Limit("Chat", "notes on a match", f"{chat_writing.LONGEST_NOTES} characters")
    yield Limit("Chat", "reports by one person", f"{chat_writing.REPORTS_AN_HOUR} an hour")
    yield Limit("What if", "copies by one person", f"{what_if.COPIES_AN_HOUR} an hour")
    yield Limit("Tournaments", "announced by one person", f"{tournaments.A_DAY} a day")
    yield Limit("Groups", "invitations by one person", f"{group_news.INVITATIONS_A_DAY} a day")
    yield Limit(
        "Groups",
        "of one person",
        f"{groups.MOST_GROUPS}, {groups.A_DAY} new ones a day, {groups.MOST_MEMBERS} members each",
    )

    yield Limit(
        "Groups", "dates of one, invitations to one address", f"{dates.MOST_DATES}, {group_news.TO_ONE_A_DAY} a day"
    )


def _mail() -> Iterator[Limit]:
    yield Limit(
        "Incoming email", "size, recipients at our own door", f"{door.MOST_BYTES // MB} MB, {door.MOST_RECIPIENTS}"
    )
    yield Limit("Incoming email", "recipients that are looked at", f"{inbound.MOST_ADDRESSES}")
    yield Limit("Incoming email", "characters that are read", f"{reply_text.MOST_TEXT}, of HTML {reply_text.MOST_HTML}")
    yield Limit("Incoming email", "replies of one person", f"{inbound.MOST_AN_HOUR} an hour")


def _outside() -> Iterator[Limit]:
    yield Limit("Notifications", "channels of one person", f"{notices.MOST}")
    yield Limit("Notifications", "characters of an address", f"{public_http.LONGEST_URL}")
    yield Limit("Notifications", "tests by one person", f"{notices.TESTS_AN_HOUR} an hour")
    yield Limit("Webhooks", "one call, with its look-up", f"{public_http.TIME_OUT:.0f} seconds")
    yield Limit(
        "Webhooks",
        "look-ups of host names at a time",
        f"{look_ups.MOST_OF_ONE} for one person, {look_ups.MOST} per process",
    )


def _list(*numbers: int) -> str:
    return ", ".join(map(str, numbers))


def table() -> str:
    """The page as Markdown."""
    rows = (f"| {one.door} | {one.what} | {one.most} |" for one in all_limits())
    return "\n".join([HEAD, "| Where | What | At most |", "|---|---|---|", *rows]) + "\n"


class Command(BaseCommand):
    help = "Print every limit of the site as a Markdown page."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(table(), ending="")
