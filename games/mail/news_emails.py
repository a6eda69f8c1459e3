"""Emails about events at a table: a start, a missed turn, a new player, a proposal and its answer, a vacation."""

from django.db.models import Q
from django.utils import timezone

from accounts.mail import email
from accounts.mail.email import Email, Skip
from accounts.mail_kinds import ASKING
from accounts.models import OutgoingMail
from games.agreements import proposals
from games.clocks import time_control
from games.deadlines import substitutes, vacations
from games.mail import links, match_email, news
from games.mail.links import Ticket
from games.matches.loaded import LoadedMatch
from games.models import ChatLine, Match, Proposal, Seat, Vacation
from games.table import departures, presenter
from games.table.local_times import at_words
from games.tournaments import outlook

IN_SHORT = {  # proposals in a subject
    Proposal.Kind.PAUSE: "Pause?",
    Proposal.Kind.TIME: "More time?",
    Proposal.Kind.UNDO: "Take back?",
    Proposal.Kind.LIVE: "Play live?",
}


@match_email.renderer("started")
def started(row: OutgoingMail, loaded: LoadedMatch) -> Email | Skip:
    """The match has started."""
    may_leave = substitutes.may_leave_at_start(loaded, row.data["seat"])
    asked = presenter.own_decisions(loaded, row.data["seat"]).asked
    others = match_email.listed([one.name for one in loaded.seats if one.number != row.data["seat"]])
    facts = {
        "subject": f"{loaded.game.meta.title} has started. You play with {others}",
        "options": match_email.options_in_words(loaded),
        "may_leave": may_leave,
        "is_asked": asked is not None and not asked.decision.optional,
        "away": [f"{one.user.name} is away {one.in_words()}." for one in _others_away(row, loaded)],
    }
    return match_email.write(row, "started", loaded, facts, match_email.drawn_now(loaded, row))


def _others_away(row: OutgoingMail, loaded: LoadedMatch) -> list[Vacation]:
    return [one for one in vacations.soon(loaded, timezone.now()) if one.user_id != row.user_id]


@match_email.renderer("defaulted")
def defaulted(row: OutgoingMail, loaded: LoadedMatch) -> Email | Skip:
    """The clock played the default for this seat."""
    seat = loaded.seats[row.data["seat"]]
    played = news.played_by_clock(loaded, seat.number, row.data["decision"])
    is_lost = seat.left_reason == "removed"
    kind, title = "Seat lost" if is_lost else "Time’s up", loaded.game.meta.title
    facts = {
        "subject": news.headline(kind, title, f"{played[:1].upper()}{played[1:]}" or "The default was played"),
        "played": played,
        "misses": seat.misses if is_lost or not (seat.left_reason or loaded.is_over) else 0,
        "is_lost": is_lost,
        "allowed": time_control.MISSES_TO_LOSE_SEAT,
        "clause": links.rule_url("PLAY-09"),
    }
    return match_email.write(row, "defaulted", loaded, facts, match_email.drawn_now(loaded, row))


@match_email.renderer("missed")
def missed(row: OutgoingMail, loaded: LoadedMatch) -> Email | Skip:
    """Another player missed a turn."""
    words = f"{match_email.missed_turn(loaded, row)}, so the default was played. The match goes on."
    more = "Players who miss two turns in a row lose their seat to a substitute."
    return _news(row, loaded, ("Missed turn", "A missed turn"), words, "PLAY-09", more)


@match_email.renderer("took_over")
def took_over(row: OutgoingMail, loaded: LoadedMatch) -> Email | Skip:
    """A substitute took over a seat: the recipient or somebody else."""
    words = match_email.logged(loaded, row)
    if row.data["taken"] != row.data["seat"]:
        return _news(row, loaded, ("New player", "A new player"), words, "PLAY-09")
    return _news(row, loaded, ("Substitute", "You are the substitute"), words, "PLAY-09", match_email.SUBSTITUTE)


@match_email.renderer("by_post")
def by_post(row: OutgoingMail, loaded: LoadedMatch) -> Email | Skip:
    """Live play ended in a correspondence match."""
    if loaded.live_play:
        return Skip("The table plays live again.")
    words = match_email.logged(loaded, row, "Live play has ended. The match goes on by email.")
    return _news(row, loaded, ("By email", "Live play has ended"), words, "PLAY-20")


@match_email.renderer("settled")
def settled(row: OutgoingMail, loaded: LoadedMatch) -> Email:
    """The others have answered what the recipient asked for, or have not answered in time."""
    if row.data.get("lapsed"):
        titles, otherwise = ("No answer", "No answer to your question"), "Not everybody answered in time."
    else:
        titles, otherwise = ("Answer", "The answer to your question"), "The other players have answered."
    return _news(row, loaded, titles, match_email.logged(loaded, row, otherwise), row.data["clause"])


@match_email.renderer("goes_on")
def goes_on(row: OutgoingMail, loaded: LoadedMatch) -> Email | Skip:
    """A player has ended the pause early."""
    if proposals.pause_of(loaded.id, timezone.now()):
        return Skip("The match has another pause.")
    words = match_email.logged(loaded, row, "A player has ended the pause. The clocks run again.")
    more = match_email.whose_turn(loaded, row.data["seat"])
    return _news(row, loaded, ("Pause over", "The pause has ended"), words, "PLAY-16", more)


@email.renderer("lost")
def lost(row: OutgoingMail) -> Email | Skip:
    """The recipient has lost their seat."""
    loaded = match_email.stored_match(row)
    if isinstance(loaded, Skip):
        return loaded
    row.data["seat"] = -1
    words = departures.in_words(loaded, row.user) or match_email.logged(loaded, row)
    more = "" if loaded.is_over else "The match goes on without you."
    if loaded.cup and loaded.pace != "live":  # where they could come back
        more = f"{more} {outlook.without_seat(loaded.id, row.user)}".strip()
    return _news(row, loaded, ("Seat lost", "Your seat has a new player"), words, "PLAY-09", more)


@match_email.renderer("mention")
def mention(row: OutgoingMail, loaded: LoadedMatch) -> Email | Skip:
    """Another player mentioned the recipient in the chat."""
    line = ChatLine.objects.filter(pk=row.data["line"]).select_related("user").first()
    if line is None:
        return Skip("The line was deleted.")
    return _news(row, loaded, ("Chat", "Your name in the chat"), f"{line.user.name}: “{line.text}”", "")


def _news(
    row: OutgoingMail, loaded: LoadedMatch, titles: tuple[str, str], words: str, clause: str, more: str = ""
) -> Email:
    """A short email with one piece of news. `titles`: in the subject, in the email."""
    kind, title = titles
    facts = {"news": title, "words": words, "more": more, "clause": clause, "clause_url": links.rule_url(clause)}
    facts["subject"] = news.headline(kind, loaded.game.meta.title, words)
    return match_email.write(
        row, "news", loaded, facts, match_email.drawn_now(loaded, row) if row.data["seat"] >= 0 else None
    )


@email.renderer("away")
def away(row: OutgoingMail) -> Email | Skip:
    """An opponent is going on vacation. One email covers all matches with them."""
    vacation = Vacation.objects.filter(pk=row.data["vacation"]).select_related("user").first()
    if vacation is None or vacation.ends_at <= timezone.now():
        return Skip("The vacation was called off.")
    untold = {*row.data["matches"]} - _told_in_turns(row, vacation)
    running = Seat.objects.filter(user=row.user, match__in=untold, match__status=Match.Status.RUNNING)
    matches = [
        {"title": seat.match.game.meta.title, "id": seat.match_id, "url": _table_url(seat, row)}
        for seat in running.select_related("match").defer("match__position").order_by("match")
    ]
    if not matches:
        return Skip("You don’t play with them any more, or the email about your turn tells it.")
    is_now = vacation.starts_at <= timezone.now()
    name, days, verb = vacation.user.name, vacation.in_words(), "is" if is_now else "will be"
    facts = {"name": name, "days": days, "verb": verb, "matches": matches, "plays_for": True}
    return email.write(row, "away", facts | {"subject": f"{name} is away {days}"}, about=name)


def _told_in_turns(row: OutgoingMail, vacation: Vacation) -> set[int]:
    """The matches about which an email that asks for a move has said it, or says it in this one: it has the log."""
    sent = Q(status="sent", done_at__gte=vacation.booked_at)
    asking = OutgoingMail.objects.filter(sent | Q(status="queued") if row.is_part else sent, kind__in=ASKING)
    told = asking.filter(user=row.user_id, match_id__in=map(str, row.data["matches"]))
    return {int(match) for match in told.values_list("match_id", flat=True)}


def _table_url(seat: Seat, row: OutgoingMail) -> str:
    return links.link(Ticket(seat.match_id, seat.number, row.user_id, links.TABLE), row.user.link_mark)


@match_email.renderer("proposal")
def proposal(row: OutgoingMail, loaded: LoadedMatch) -> Email | Skip:
    """A player proposes something to the others: a pause, more time, a takeback, live play."""
    asked = proposals.open_proposal(loaded.id, timezone.now())
    if asked is None or asked.pk != row.data["proposal"] or row.user_id in asked.agreed:
        return Skip("The proposal is settled.")
    ticket = Ticket(loaded.id, row.data["seat"], row.user_id, links.ANSWER, str(asked.pk))
    clause = proposals.CLAUSES[Proposal.Kind(asked.kind)]
    question = proposals.in_words(asked, loaded.names, row.data["seat"])
    facts = {
        "subject": news.headline(IN_SHORT[Proposal.Kind(asked.kind)], loaded.game.meta.title, question),
        "question": question,
        "reply_goes": match_email.YES_OR_NO,
        "agree_url": links.link(ticket, row.user.link_mark),
        "until": at_words(asked.ends_at, row.user.time_zone),
        "clause": {"id": clause, "url": links.rule_url(clause)},
    }
    return match_email.write(row, "proposal", loaded, facts, match_email.drawn_now(loaded, row))
