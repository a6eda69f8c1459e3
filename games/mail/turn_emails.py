"""Emails that ask for a move: your turn, reminders, the last call, nudges."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from msgspec.structs import asdict

from accounts.mail.email import Email, Skip
from accounts.mail.preferences import NEWS
from accounts.mail_kinds import ASKING, KINDS, LADDER, TURNS, URGENT
from accounts.models import OutgoingMail
from games.deadlines import substitutes
from games.kernel.position import Open
from games.lobby import game_facts
from games.mail import choices, earlier, faces, match_email, news, picture
from games.mail.links import rule_url
from games.matches import calendars, mail_queue
from games.matches.loaded import AskedRow, LoadedMatch
from games.table import presenter, recently_seen
from games.table.local_times import at_words

LONG_PROMPT = 45  # letters


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
    if is_real and row.kind in LADDER and row.kind not in URGENT and _waits_for_turn(row):
        return Skip("The email that asks first goes with it.")
    return _ask(loaded, row, asked, clock)


def _is_outdated(row: OutgoingMail, due: datetime) -> bool:
    """Has a reminder waited so long that it is about an old deadline, or that the next one is there?"""
    keys = [f"m{row.match_id}.{mail_queue.reminder_key(row.data['decision'], kind, due)}" for kind in LADDER]
    if row.key not in keys:
        return True
    return OutgoingMail.objects.filter(key__in=keys[keys.index(row.key) + 1 :]).exists()


def _waits_for_turn(row: OutgoingMail) -> bool:
    """Has the email that asks first been held until now? Then both would be parts of one email."""
    held = OutgoingMail.objects.filter(user=row.user_id, status="queued", held_until__isnull=False)
    first = held.filter(match_id=row.match_id, kind=mail_queue.TURN)
    return first.filter(data__decision=row.data["decision"]).exists()


def _ask(loaded: LoadedMatch, row: OutgoingMail, asked: Open, clock: AskedRow | None) -> Email:
    seat, zone, has_begun = row.data["seat"], row.user.time_zone, bool(row.data.get("begun"))
    view = loaded.view_for(seat)
    facts = presenter.position_words(loaded, view, seat)
    drawn = picture.of_position(row.key, loaded, view, asked.decision, seat, facts, row.is_part)
    terms = match_email.SUBSTITUTE if row.data.get("taken") == seat else ""  # for a new substitute
    if has_begun:
        terms = "; ".join([game_facts.pace_words(loaded), *match_email.options_in_words(loaded)]) + "."
    story, times, since = news.story_for(loaded, seat), _times(loaded, clock, zone), news.moved_at(loaded, seat)
    before = earlier.before(row, loaded.id, since)
    told = story.above(asked.decision.prompt)[: _room(row, asked.decision.prompt)]
    context = {
        "lead": _lead(loaded, row),
        "subject": _subject(loaded, row, story, asked.decision.prompt, times.get("due", "")),
        "terms": terms,
        "may_leave": has_begun and substitutes.may_leave_at_start(loaded, seat),
        "prompt": asked.decision.prompt,
        "clauses": [{"id": id, "url": rule_url(id)} for id in asked.decision.clauses],
        "told": told,
        "since": story.rest(told),
        "is_first": story.is_first,
        "said": _said(loaded, row, since, drawn is not None) if row.pk and before.has_chat else [],
        "facts": facts,
        "details": [fact for fact in facts if fact.is_detail],
        "default": presenter.default_words(loaded, view, asked.decision) if clock and clock.due_at else "",
    }
    links = asdict(choices.as_links(loaded, row, asked))
    return match_email.write(row, "turn", loaded, context | times | links, drawn, before)


def _said(loaded: LoadedMatch, row: OutgoingMail, since: datetime | None, has_faces: bool) -> list[dict[str, Any]]:
    """The chat since the player's last move; players with their face, which match_email attaches."""
    shown = {one.user: faces.of(one.user, one.stamp, one.name) for one in loaded.seats if one.user and has_faces}
    lines = news.said_since(loaded, row.user, since)
    return [{"name": line.user.name, "text": line.text, "face": shown.get(line.user_id)} for line in lines]


def _room(row: OutgoingMail, prompt: str) -> int:
    """How many lines of news go above the question, so that the first choice stays on a phone's first screen."""
    if row.kind not in TURNS or NEWS & row.data.keys():  # the first sentence is long, or has the news
        return 0
    return 1 if KINDS[row.kind].rung or len(prompt) > LONG_PROMPT else 2


def _times(loaded: LoadedMatch, clock: AskedRow | None, zone: str) -> dict[str, str]:
    """When the time runs out, how much is left, and from when on the reserve is used."""
    if clock is None or clock.due_at is None or clock.drains_at is None:
        return {}
    now = timezone.now()
    times = {"due": at_words(clock.due_at, zone), "left": calendars.left_in_words(loaded, clock, now)}
    if now < clock.drains_at < clock.due_at:
        times["drains"] = at_words(clock.drains_at, zone)
    return times


def _lead(loaded: LoadedMatch, row: OutgoingMail) -> str:
    """News that got no email of its own, or what kind of reminder it is; "" if it is simply the player's turn."""
    if row.data.get("begun"):
        return "Your match has started."
    told = ["Your time ran out, so the default was played."] if row.data.get("missed") else []
    if "taken" in row.data:
        told.append(match_email.logged(loaded, row))
    elif "absent" in row.data:
        told.append(f"{match_email.missed_turn(loaded, row)}{' too' if told else ', so the default was played'}.")
    if told:
        return " ".join(told)
    return "" if row.kind == mail_queue.TURN else KINDS[row.kind].lead


def _subject(loaded: LoadedMatch, row: OutgoingMail, story: news.Story, prompt: str, due: str) -> str:
    """What is new and what is asked. The game is in From, and in reminders, whose news is the time."""
    ask, kind = news.asked(prompt), KINDS[row.kind]
    if row.kind != mail_queue.TURN:
        until = f", until {due}" if due and kind.rung else ""
        return f"{kind.subject or kind.label}: {loaded.game.meta.title}{until}. {ask}"
    if row.data.get("begun"):
        return f"{loaded.game.meta.title} has started. {ask}"
    if lead := _lead(loaded, row):
        return news.subject(lead, prompt)
    return news.subject(story.newest, prompt) if story.newest else f"Your turn: {ask}"
