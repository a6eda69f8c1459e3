"""What a ticket of an email can do besides playing: see the table, ask for a takeback, play again, answer a proposal,
leave at no cost, accept an invitation. Each ticket works only for what it was sent for."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from accounts import guests
from games.agreements import proposals, takebacks
from games.deadlines import substitutes
from games.errors import Refusal
from games.lobby import game_facts, rematches, tables
from games.mail import links, match_email
from games.models import Match, Proposal
from games.table import log_words, presenter
from games.views.from_email.pages import Opened, onwards, page, refusal_facts, shown_position

MOST_LINES = 12  # of the log
NOW = "now"  # the button of the page after a move: take it back without asking


def table(opened: Opened) -> HttpResponse:
    """The table as this person sees it, to look at; with what they are asked."""
    loaded, seat = opened.loaded, opened.seat
    if opened.is_logged_in:
        return redirect("match", loaded.id)
    described = presenter.describe(loaded, presenter.Viewer(opened.user.pk, seat, opened.user.time_zone))
    context = {
        "headline": described.headline,
        "ranks": described.ranks,
        "last": [one.words for one in log_words.story(loaded, seat)[-MOST_LINES:][::-1]],
        "question": _question_url(opened),
        **onwards(opened),
    }
    if loaded.is_over:
        context["again_url"] = opened.url(links.AGAIN, "over")
    asked = described.asked.decision if described.asked else None
    return page(opened, "table", context, shown_position(opened, asked))


def _question_url(opened: Opened) -> str:
    """A link to the open proposal that this person has yet to answer."""
    asked = None if opened.loaded.is_over else proposals.open_proposal(opened.loaded.id, timezone.now())
    if asked is None or asked.seat == opened.seat or opened.user.pk in asked.agreed:
        return ""
    return opened.url(links.ANSWER, str(asked.pk))


def undo(opened: Opened) -> HttpResponse:
    """Take the last move back: at once while nobody else is concerned (PLAY-18), else ask the others."""
    is_free = takebacks.is_free(opened.loaded, opened.seat)
    is_too_late = NOW in opened.request.POST and not is_free  # the button did not speak of asking anybody
    if opened.request.method != "POST" or is_too_late:
        return _ask_to_undo(opened, is_free, is_too_late)
    facts: dict[str, Any] = {"match_id": opened.loaded.id, "user": opened.user}
    (proposals.undo if is_free else proposals.ask_takeback)(**facts)
    if is_free:
        return _told(opened.now(), "Taken back", "Your move is taken back. You can choose again.")
    return _told(opened.now(), "We’ve asked the others", "Your move is taken back when all of them agree.")


def _ask_to_undo(opened: Opened, is_free: bool, is_too_late: bool) -> HttpResponse:
    """What taking the move back would do."""
    if is_free:
        words = "You choose again."
        if takebacks.is_alone(opened.loaded):
            words += " What the bots have done since goes back, too."
        return _ask(opened, "Take it back?", "Take it back", words)
    late = "It’s too late to do that without asking. " if is_too_late else ""
    words = f"{late}The other players must agree. Then you choose again."
    return _ask(opened, "Take it back?", "Ask to take it back", words)


def again(opened: Opened) -> HttpResponse:
    """Open a rematch; the person has a seat at its table."""
    if opened.request.method != "POST":
        words, known = "This opens a new table with the same options, and invites the others.", opened.loaded.rematch
        if known and known.user != opened.user.pk:
            words = f"{known.name} has already opened the new table. You get a seat at it."
        return _ask(opened, "Play again?", "Play again", words)
    match = rematches.open_rematch(match_id=opened.loaded.id, user=opened.user)
    if opened.is_logged_in:
        return redirect(match)
    waits = rematches.in_words(match, opened.user)
    told = " ".join(filter(None, ["You have a seat at the new table.", waits, "We’ll email you when it’s your turn."]))
    sit = links.link(opened.ticket.onward(links.SIT, "", match.pk, links.NO_SEAT), opened.user.link_mark)
    return _told(opened, "You play again", told, {"url": sit, "label": "Open the new table"})


def answer(opened: Opened) -> HttpResponse:
    """Agree to a proposal of another player, or decline."""
    asked = Proposal.objects.filter(pk=int(opened.ticket.decision), match_id=opened.loaded.id).first()
    if asked is None or asked.outcome or asked.ends_at <= timezone.now():
        return _told(opened, "Already settled", "This request is already settled. Nothing was changed.", status=410)
    question = proposals.in_words(asked, opened.loaded.names, opened.seat)
    if opened.request.method != "POST":
        return _ask(opened, question, "Agree", "It takes effect if all players agree.", other=("no", "Decline"))
    facts: dict[str, Any] = {"match_id": opened.loaded.id, "user": opened.user, "proposal_id": asked.pk}
    is_agreed = opened.request.POST.get("answer") == "yes"
    (proposals.agree if is_agreed else proposals.decline)(**facts)
    return _told(opened.now(), "You agreed" if is_agreed else "You declined", question)


def leave(opened: Opened) -> HttpResponse:
    """Give the seat up at no cost: as a substitute, or before the first move of a match that began while away."""
    loaded, seat = opened.loaded, opened.seat
    may = substitutes.may_leave_at_start(loaded, seat) or substitutes.is_substitute(loaded.id, seat)
    if loaded.is_over or not may:
        return _told(opened, "Too late", "You can’t leave at no cost any more. Nothing was changed.", status=410)
    if opened.request.method != "POST":
        words = "A substitute or a bot takes your seat. Your rating stays as it is."
        return _ask(opened, "Leave this match?", "Leave at no cost", words)
    substitutes.pass_on(match_id=loaded.id, user=opened.user, now=timezone.now())
    told = "Somebody else has your seat now. It cost you nothing."
    return page(opened, "errand", {"title": "You left the match", "told": told})


def sit(opened: Opened) -> HttpResponse:
    """An open table: take the seat one was invited to, decline it, or give it up before the start."""
    match = Match.objects.select_related("owner").get(pk=opened.ticket.match)
    key = match.token if opened.ticket.decision == links.MEMBER else ""
    left = ""
    if opened.request.method == "POST":
        left = _sit_or_leave(opened, match, opened.request.POST.get("answer", ""), key)
        match.refresh_from_db()
    own = match.seats.filter(user=opened.user).first()
    if key and opened.is_logged_in:
        return redirect(f"{match.get_absolute_url()}?key={key}")
    if match.status == Match.Status.OPEN:
        return page(opened, "errand", _open_table(opened, match, key, left, is_seated=own is not None))
    if left:
        return page(opened, "errand", {"title": left, "told": "Whoever else had a seat is told."})
    if own is None:
        context = {"title": "This table is no longer open", "told": "Nothing was changed."}
        return page(opened, "errand", context, status=410)
    ticket = opened.ticket.onward(links.TABLE, seat=own.number)
    return redirect(links.link(ticket, opened.user.link_mark))


def _sit_or_leave(opened: Opened, match: Match, wanted: str, key: str) -> str:
    """How this person has left the table; "" if they sit there."""
    if wanted == "yes":
        tables.join(match_id=match.pk, user=opened.user, token=key)
    elif match.owner_id == opened.user.pk:
        tables.close_table(match_id=match.pk, user=opened.user)
        return "You closed the table"
    else:
        had_seat = tables.leave(match_id=match.pk, user=opened.user)
        return "You gave your seat up" if had_seat else "You declined"
    return ""


def _open_table(opened: Opened, match: Match, key: str, left: str, *, is_seated: bool) -> dict[str, Any]:
    """Context: who sits there, how it is played, and what this person can do, or has done (`left`)."""
    facts = game_facts.of(match.slug)
    names = [seat.user.name for seat in match.seats.select_related("user") if seat.user]
    unusual = game_facts.unusual_words(match.slug, match.options, match.seat_count, match.pace)
    verb = "sit" if len(names) > 1 else "sits"
    there = f"{match_email.listed(names)} {verb} here; {match.seat_count - len(names)} free."
    context: dict[str, Any] = {
        "lines": [facts.meta.tagline, there, game_facts.pace_words(match), *unusual],
        "rules_url": links.page_url(facts.url_rules),
    }
    if is_seated:
        other = ("no", "Close the table" if match.owner_id == opened.user.pk else "Give my seat up")
        told = "You have a seat. We’ll email you when the match starts."
        return context | {"title": f"{facts.title}: your table", "told": told, "other": other}
    is_invited = match.invitations.filter(user=opened.user).exists()
    may_sit = tables.may_join(match, opened.user, key) and not tables.is_taken_off(match, opened.user)
    if may_sit and not left:
        question = f"Play {facts.title} with {match.owner.name}?"
        if match.is_rated and guests.may_open_account(opened.user.mail_address, opened.user.pk):
            context["words"] = f"This game is rated, so you get an account with the address {opened.user.mail_address}."
        context["other"] = ("no", "Decline") if is_invited else None
        return context | {"title": question, "button": "Take a seat", "value": "yes"}
    return context | {"title": left or "You have no seat here", "told": "Nobody waits for you at this table."}


def _ask(opened: Opened, title: str, button: str, words: str, **more: Any) -> HttpResponse:
    """What an errand would do, with a button for it."""
    context = {"title": title, "button": button, "words": words, **more}
    return page(opened, "errand", context, shown_position(opened))


def _told(opened: Opened, title: str, told: str, more: dict[str, str] | None = None, status: int = 200) -> HttpResponse:
    """What an errand has done, and how this person goes on."""
    context = {"title": title, "told": told, "more": more, **onwards(opened)}
    return page(opened, "errand", context, shown_position(opened), status)


def refused(opened: Opened, refusal: Refusal) -> HttpResponse:
    """Why an errand was not done, and how this person goes on."""
    context = {"title": "That isn’t possible", **refusal_facts(refusal), **onwards(opened)}
    shown = shown_position(opened) if opened.loaded.position else None
    return page(opened, "refused", context, shown, refusal.status)
