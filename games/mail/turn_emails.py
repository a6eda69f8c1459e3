"""Emails that ask for a move: your turn, reminders, the last call, nudges."""

from datetime import datetime

from django.conf import settings
from django.utils import timezone
from msgspec.structs import asdict

from accounts.mail.outbox import Email, Skip
from accounts.mail_kinds import ASKING, KINDS, LADDER
from accounts.models import OutgoingMail
from games.clause_links import clause_url
from games.deadlines import substitutes
from games.kernel.position import Open
from games.kernel.words import read_by
from games.lobby import lists
from games.mail import choices, match_email, picture
from games.matches import calendars, mail_queue
from games.matches.loaded import AskedRow, LoadedMatch
from games.table import log_words, presenter, recently_seen

MOST_IN_SUBJECT = 60  # characters of the headline
MOST_LINES = 20  # log lines in an email


@match_email.renderer(*ASKING)
def _turn(row: OutgoingMail, loaded: LoadedMatch) -> Email | Skip:
    seat, key = row.data["seat"], row.data["decision"]
    asked = next((open for open in presenter.own_decisions(loaded, seat).all if open.id == key), None)
    if asked is None or asked.answer is not None:
        return Skip("You had already moved.")
    is_real = row.pk is not None  # unsaved rows are previews in the settings
    if is_real and recently_seen.recently(loaded.id, key, row.kind):
        return Skip("You had just looked at it.")
    clock = next((line for line in loaded.asked if line.key == key), None)
    due = clock.due_at if clock else None
    if due is not None and due <= timezone.now():
        return Skip("Your time had already run out.")
    if is_real and row.kind in LADDER and (due is None or _is_outdated(row, due)):
        return Skip("Your deadline has moved, or a later reminder follows.")
    return _ask(loaded, row, asked, clock)


def _is_outdated(row: OutgoingMail, due: datetime) -> bool:
    """Has a reminder waited so long that it is about an old deadline, or that the next one is there?"""
    keys = [mail_queue.reminder_key(row.match_id, row.data["decision"], kind, due) for kind in LADDER]
    if row.key not in keys:
        return True
    return OutgoingMail.objects.filter(key__in=keys[keys.index(row.key) + 1 :]).exists()


def _ask(loaded: LoadedMatch, row: OutgoingMail, asked: Open, clock: AskedRow | None) -> Email:
    seat, zone, has_begun = row.data["seat"], row.user.time_zone, bool(row.data.get("begun"))
    described = presenter.describe(loaded, presenter.Viewer(row.user_id, seat, zone), presenter.Extras(only=asked.id))
    drawn = picture.of_position(row.key, loaded, described.view, asked.decision, seat)
    facts = presenter.position_words(loaded, described.view, seat)
    headline = read_by(loaded.game.table.headline(described.view, asked.decision, loaded.names), seat)
    terms = match_email.SUBSTITUTE if row.data.get("taken") == seat else ""  # for a new substitute
    if has_begun:
        terms = "; ".join([lists.pace_words(loaded), *match_email.options_in_words(loaded)]) + "."
    mine = [line.version for line in loaded.lines if line.seat == seat and line.by != "clock"]  # own moves
    context = {
        "mark": KINDS[row.kind].subject or KINDS[row.kind].label,
        "lead": _lead(loaded, row),
        "terms": terms,
        "may_leave": has_begun and substitutes.may_leave_at_start(loaded, seat),
        "subject": _subject(headline, loaded.names),
        "prompt": asked.decision.prompt,
        "clauses": [{"id": id, "url": settings.SITE_URL + clause_url(id)} for id in asked.decision.clauses],
        "since": [one.words for one in log_words.story(loaded, seat, max(mine) - 1 if mine else -1)[-MOST_LINES:]],
        "facts": facts,
        "details": [fact for fact in facts if fact.is_detail],
        "default": described.default_words,
    }
    links = asdict(choices.as_links(loaded, row, asked))
    return match_email.write(row, "turn", loaded, context | _times(loaded, clock, zone) | links, drawn)


def _times(loaded: LoadedMatch, clock: AskedRow | None, zone: str) -> dict[str, str]:
    """When the time runs out, how much is left, and from when on the reserve is used."""
    if clock is None or clock.due_at is None or clock.drains_at is None:
        return {}
    now = timezone.now()
    times = {"due": presenter.at_words(clock.due_at, zone), "left": calendars.left_in_words(loaded, clock, now)}
    if now < clock.drains_at < clock.due_at:
        times["drains"] = presenter.at_words(clock.drains_at, zone)
    return times


def _lead(loaded: LoadedMatch, row: OutgoingMail) -> str:
    """The opening of the email: news that got no email of its own, then whose turn it is."""
    if row.data.get("begun"):
        return "Your match has started, and it's your turn."
    news = ["Your time ran out, so the default was played."] if row.data.get("missed") else []
    if "taken" in row.data:
        news.append(match_email.logged(loaded, row))
    elif "absent" in row.data:
        name = loaded.names[row.data["absent"]]
        news.append(f"{name} missed a turn{' too' if news else ', so the default was played'}.")
    again = " again" if row.data.get("missed") else ""
    return " ".join([*news, f"It's your turn{again}."]) if news else KINDS[row.kind].lead


def _subject(headline: str, names: list[str]) -> str:
    """The rest of a subject that already says whose turn it is: the headline, cut at a semicolon or comma."""
    words = headline.removeprefix("your turn, ")
    if words == headline and not words.startswith(tuple(names)):
        words = words[:1].lower() + words[1:]
    for between in ("; ", ", "):  # a list after a semicolon goes as a whole: half of the points would mislead
        while len(words) > MOST_IN_SUBJECT and between in words:
            words = words.rpartition(between)[0]
    return words
