"""The email that answers a reply: its result, and the choices of what its sender is asked now."""

from typing import Any

import msgspec

from accounts.mail import email
from accounts.mail.email import Email, Skip
from accounts.models import IncomingMail, OutgoingMail
from games.kernel.position import Open
from games.mail import choices, links, match_email, news, touchable_picture
from games.mail.links import Ticket, rule_url
from games.mail.replies import UNANSWERED, Result, SaidLine
from games.mail.reply_grammar import OPEN_FORM
from games.matches import mail_queue
from games.matches.loaded import LoadedMatch
from games.models import ChatLine
from games.table import departures, log_words, presenter

VERDICTS = {  # outcome of a reply: in the subject, heading, answer
    "played": ("Played", "Played", "Your choice: {label}."),
    "refused": ("Not played", "Not possible", "{sentence} Nothing was played."),
    "closed": ("Too late", "Too late", "{sentence}"),
    "said": ("Said", "Said at the table", "Your message is in the chat. Nothing was played."),
    "not said": ("Not said", "Not said at the table", "{sentence}"),
    "agreed": ("Agreed", "You agreed", "{sentence}"),
    "declined": ("Declined", "You declined", "{sentence}"),
    "settled": ("Too late", "Already settled", "This request is already settled. Nothing was changed."),
    UNANSWERED: ("Yes or no?", "Do you agree?", "{sentence} Reply “yes” or “no”. Your reply said neither."),
    "changed": (
        "Which one?",
        "Which choice did you mean?",
        "The choices have changed since that email. Nothing was played.",
    ),
    "not numbered": (
        "Which one?",
        "Which choice did you mean?",
        "That email had no numbered choices. Nothing was played.",
    ),
    "unfinished": (
        "More needed",
        "This choice needs more",
        "Add the rest below it, or use the page. Nothing was played.",
    ),
    "which game": (
        "Which game?",
        "Which game did you mean?",
        "That email was about several games. Reply with the number of your choice. Nothing was played.",
    ),
    "not understood": ("Which one?", "Which choice did you mean?", "{sentence} Nothing was played."),
}


@email.renderer("answer")
def answer(row: OutgoingMail) -> Email | Skip:
    """What became of a reply."""
    if "gone" not in row.data:
        return _result(row)
    loaded = match_email.stored_match(row)
    if isinstance(loaded, Skip):
        return loaded
    row.data["seat"] = -1
    why = loaded.why_closed if loaded.position is None else departures.in_words(loaded, row.user)
    words = f"{why or 'Another player has your seat now.'} Nothing of your reply was played or said."
    facts = {"news": "Your reply came too late", "words": words, "more": "", "clause": "", "clause_url": ""}
    facts["subject"] = news.headline("Too late", loaded.game.meta.title, words)
    return match_email.write(row, "news", loaded, facts)


@match_email.for_player
def _result(row: OutgoingMail, loaded: LoadedMatch) -> Email | Skip:
    """The result of a reply, and the choices of its decision, or of the next one if it is closed."""
    reply = IncomingMail.objects.filter(pk=row.data.get("reply")).first()
    if reply is None:
        return Skip("Your reply is too old.")
    seat, first, result = row.data["seat"], row.data.get("decision"), msgspec.convert(reply.result, Result)
    asked = None if result.outcome == UNANSWERED else _asked_now(loaded, row)
    short, heading, verdict = _verdict(result, reply.line)

    done = log_words.story(loaded, seat, result.after, result.until) if result.until is not None else []
    context = {
        "subject": news.headline(short, loaded.game.meta.title, result.label or reply.line),
        "heading": heading,
        "verdict": verdict,
        "line": reply.line,
        "again": asked is not None and asked.id != first,
        "prompt": asked.decision.prompt if asked else "",
        "turn": match_email.whose_turn(loaded, seat) if asked is None and result.outcome == "played" else "",
        "lines": [one.words for one in done],
        "said": _said(result.said),
        "clause": result.clause,
        "clause_url": rule_url(result.clause),
    }
    if result.outcome == UNANSWERED:
        context["reply_goes"] = match_email.YES_OR_NO
    shown = msgspec.structs.asdict(choices.as_links(loaded, row, asked)) if asked else {}
    shown |= _open_choice(loaded, row, asked, result.label) if asked and result.outcome == OPEN_FORM else {}
    drawn = match_email.drawn_now(loaded, row) if result.outcome == "played" else None  # else it has just seen one
    return match_email.write(row, "answer", loaded, context | shown, drawn)


def _asked_now(loaded: LoadedMatch, row: OutgoingMail) -> Open | None:
    """The decision that the email asks, if any; replies to it are about this one."""
    own = presenter.own_decisions(loaded, row.data["seat"])
    same = next((open for open in own.all if open.id == row.data.get("decision") and open.answer is None), None)
    asked = same or own.asked
    if asked is None:
        row.data.pop("decision", None)  # a reply is posted at the table
    elif asked is not same:
        row.data["decision"] = asked.id
        mail_queue.not_needed(loaded, asked.id, "The answer to your reply asked it.")
    return asked


def _open_choice(loaded: LoadedMatch, row: OutgoingMail, asked: Open, label: str) -> dict[str, Any]:
    """Context for a choice that lacks one thing: how to reply with it, and a link for each."""
    offered = choices.offered(loaded, row.data["seat"], asked.decision)
    place = next((at for at, choice in enumerate(offered) if choice.label == label and not choice.is_complete), None)
    if place is None:
        return {}
    move = offered[place].move
    action = next(action for action in asked.decision.actions if action.verb == move.verb)
    chosen = touchable_picture.chosen_in({}, action, move)
    field = touchable_picture.only_missing(action, chosen)
    if field is None:
        return {}
    ticket = Ticket(loaded.id, row.data["seat"], row.user_id, str(place), asked.id)
    url, name = links.link(ticket, row.user.link_mark), field.label.lower() or "one"
    ways = [(url + query, words) for query, words in touchable_picture.as_links(action, move, chosen)]
    return {
        "heading": f"Which {name}?",
        "verdict": f"{label}: which {name}? Reply “{row.begins + place} {field.options[0].label}”. Nothing was played.",
        "choices": [choices.Link(words, way, more=False, is_first=True) for way, words in ways],
        "form_url": url,
        "on_page": 0,
        "ways": [],
        "is_open": True,
    }


def _verdict(result: Result, line: str) -> tuple[str, str, str]:
    """The answer in a word or two, as a heading, and in a sentence or two."""
    short, heading, words = VERDICTS.get(result.outcome, VERDICTS["not understood"])
    first = line.partition(" / ")[0]
    unread = f"“{first}” isn’t one of your choices." if first else "Your reply doesn’t name a choice."
    return short, heading, words.format(label=result.label, sentence=result.sentence or unread).strip()


def _said(lines: list[SaidLine]) -> list[SaidLine]:
    """The chat lines of a reply with their text: those posted (unless deleted since) and those refused."""
    words = dict(ChatLine.objects.filter(pk__in=[one.line for one in lines if one.line]).values_list("pk", "text"))
    shown = [SaidLine(one.line, words.get(one.line, "")) if one.line else one for one in lines]
    return [one for one in shown if one.words]
