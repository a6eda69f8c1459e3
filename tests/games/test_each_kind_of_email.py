"""One table of all kinds of email: what a phone shows of each subject and beside it, and how much there is to read."""

import re
from html import unescape
from typing import Any

import pytest

from accounts.mail_kinds import KINDS
from accounts.models import OutgoingMail
from tests.games.test_mail_crawl import emails  # noqa: F401
from tests.games.test_replies import local_post  # noqa: F401
from tests.samples import TITLE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
SHOWN = 35  # letters of a subject that a phone shows
MOST_WORDS = 250  # of plain text above the line that ends what has to be read
# What is new or asked, within these letters. `digest`: several emails in one.
NEWS = {
    "turn": rf"^({TITLE} has started|\w+ missed (a|\d) turns?.*|Your time ran out|\w+ (plays|passes|leads).*)\. ",
    "reminder": rf"^Reminder: {TITLE}, until \w+ \d+ \w+",
    "quarter": rf"^Reminder: {TITLE}, until \w+ \d+ \w+",
    "last_call": rf"^Last call: {TITLE}, until \w+ \d+ \w+",
    "nudge": rf"^A nudge: {TITLE}\. You start$",
    "started": rf"^{TITLE} has started",
    "defaulted": rf"^Time’s up: {TITLE}\. (Play|Pass)",
    "missed": rf"^Missed turn: {TITLE}\. \w+ missed",
    "took_over": rf"^(Substitute|New player): {TITLE}\. \w+ missed",
    "lost": rf"^Seat lost: {TITLE}\. You missed",
    "by_post": rf"^By email: {TITLE}\. Somebody ran out",
    "goes_on": rf"^Pause over: {TITLE}\. owner ends",
    "over": rf"^(You won|\d\w\w of \d): {TITLE}",
    "invited": rf"^Play {TITLE} with owner\?",
    "invited_by_email": rf"^Play {TITLE} with owner\?",
    "declined": rf"^Declined: {TITLE}\. staff has",
    "too_few": rf"^Too few: {TITLE}\. Not enough",
    "closed": rf"^Closed: {TITLE}\. owner has",
    "group_table": rf"^owner opened a table of {TITLE}",
    "group_tournament": "^owner announces Spring Cup for",
    "group_invited": "^owner invites you to the group",
    "group_invited_by_email": "^owner invites you to the group",
    "passed_on": "^friend@example.org replies to",
    "away": r"^player is away (on|from) \d+ ",
    "proposal": rf"^Pause\? {TITLE}\. owner asks",
    "settled": rf"^Answer: {TITLE}\. \w+ declines",
    "mention": rf"^Chat: {TITLE}\. owner: “@player",
    "host": rf"^Ended: {TITLE}\. We close",
    "announcement": "^From the host: The site rests",
    "staff_act": "^From the staff: You can’t write",
    "tournament": "^Spring Cup: cancelled",
    "answer": rf"^Too late: {TITLE}\. nonsense",
    "digest": rf"^(Your turn in \d games: {TITLE}|{TITLE} has started)",
}
ELSEWHERE = {"account"}  # codes and links of accounts: tests/accounts/test_account_emails.py


def kind_of(email: Any) -> str:
    """The kind; "" of an email about an account, which has no row."""
    if email.subject.endswith("in one)") or email.subject.startswith("Your turn in "):
        return "digest"
    sent_as = email.extra_headers.get("Message-ID", "")
    return next((row.kind for row in OutgoingMail.objects.all() if sent_as.startswith(f"<{row.key}@")), "")


def _seen(html: str) -> str:
    """The HTML with no tags within its paragraphs."""
    return re.sub(r"\s+", " ", re.sub(r"<(?!/?p\b)[^>]*>", "", html.partition("</style>")[2]))


def test_each_kind_of_email_says_what_is_new_first_and_is_short(emails: list[Any]) -> None:  # noqa: F811
    seen = set()
    for email in emails:
        kind = kind_of(email)
        if not kind:
            continue
        seen.add(kind)
        assert re.search(NEWS[kind], email.subject[:SHOWN]), (kind, email.subject)
        html = email.alternatives[0][0]
        assert unescape(re.findall(r"<title>(.*?)</title>", html)[0]) == email.subject, kind
        preheader = re.search(r'<div class="pre"[^>]*>(.*?)</div>', html, re.DOTALL)
        assert preheader and preheader[1].strip(), kind
        if "aria-hidden" in html and kind != "digest":  # players with their faces, and nothing else
            assert re.search(r'<p class="eyebrow"[^>]*>[^.<]{,90}</p>', _seen(html)), (kind, _seen(html)[:400])
        above = [word for word in email.body.partition("\n----")[0].split() if "://" not in word]
        assert len(above) <= MOST_WORDS, (kind, len(above))
    assert seen == NEWS.keys() and seen | ELSEWHERE == {name for name, kind in KINDS.items() if kind.is_mailed} | {
        "digest"
    }
