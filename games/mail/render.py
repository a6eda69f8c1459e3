"""The emails of a match, rendered when they are sent: the position, the choices, the time, and what happened.

They use the same presenter as the page, so an email shows exactly what its reader's table shows.
"""

from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.mail import inbound, outbox
from accounts.mail.outbox import Email, Skip
from accounts.mail_kinds import ASKING, KINDS
from accounts.models import IncomingMail, OutgoingMail, User
from games.agreements import proposals
from games.clause_links import clause_url
from games.clocks import time_control
from games.errors import Refusal
from games.kernel import codec, engine, legal_moves
from games.kernel.types import Choice, Decision, Open, Text
from games.lobby import lists
from games.mail import links, picture, reply_grammar
from games.mail.links import Ticket
from games.matches import move_forms, presence
from games.matches.hidden_words import veil
from games.matches.loaded import LoadedMatch, load_match
from games.models import ChatLine, Match, Proposal, Vacation
from games.table import fragments, presenter, recently_seen

MOST_LINES = 200  # records that "since your last decision" looks back
MOST_TOLD = 20  # lines of it that an email tells
MOST_CHOICES = 30  # more legal moves than this become one link to the form
MOST_BUTTONS = 6  # of the choices; the others stand on the page
VERDICTS = {  # what became of a reply: the heading, and the answer
    "played": ("Played", "You played: {label}."),
    "refused": ("Not possible", "{sentence} Nothing was played."),
    "closed": ("Too late", "{sentence}"),
    "said": ("Said at the table", "Your message is in the chat. Nothing was played."),
    "changed": ("Which choice did you mean?", "The choices have changed since that email. Nothing was played."),
    "unfinished": ("This choice needs more", "Write the rest below it, or choose on the page. Nothing was played."),
    "which game": (
        "Which game did you mean?",
        "That email was about several games. Begin a line with the number of the game, for example “2: 5”. "
        "Nothing was played.",
    ),
    "not understood": ("Which choice did you mean?", "{sentence} Nothing was played."),
}
MOST_NAMED = 3  # players that a header names


def choices(loaded: LoadedMatch, seat: int, decision: Decision) -> list[Choice]:
    """What an email offers, always in the same order: the game's own list, else all moves; none if they are too many.

    Of two with the same words (two equal cards) one is enough.
    """
    found = {(choice.label, choice.is_complete): choice for choice in reversed(_all_choices(loaded, seat, decision))}
    return list(reversed(found.values())) if len(found) <= MOST_CHOICES else []


def _all_choices(loaded: LoadedMatch, seat: int, decision: Decision) -> list[Choice]:
    game, position = loaded.game, loaded.at_table()
    moves = partial(legal_moves.moves, game, position, decision)
    if game.mail.choices is not None:
        offered = game.mail.choices(game.rules.view(position.state, seat), decision, moves)
        return [
            msgspec.structs.replace(choice, label=presenter.with_names(choice.label, loaded.names))
            for choice in offered
        ]
    decision = move_forms.for_people(decision, loaded.names)
    if any(isinstance(field, Text) for action in decision.actions for field in action.fields):
        return []
    return [Choice(move_forms.in_words(decision, move), move) for move in moves()]


def first_choices(offered: list[Choice], decision: Decision) -> set[int]:
    """Places of the choices that a mail shows as buttons: the first ones, and always what the clock would play."""
    default = next((place for place, choice in enumerate(offered) if choice.move == decision.default), 0)
    if default < MOST_BUTTONS:
        return set(range(min(MOST_BUTTONS, len(offered))))
    return {*range(MOST_BUTTONS - 1), default}


def fingerprint(offered: list[Choice]) -> str:
    """Changes with the choices of an email: a number in a reply is about these."""
    return sha256("\n".join(choice.label for choice in offered).encode()).hexdigest()[:12]


def _about(loaded: LoadedMatch) -> str:
    return f"{loaded.game.meta.title} {loaded.id}"


def _thread(loaded: LoadedMatch, row: OutgoingMail) -> dict[str, str]:
    root = outbox.message_id(f"m{loaded.id}.root")
    address = inbound.address_for(row) if "decision" in row.data else ""
    return {"In-Reply-To": root, "References": root} | ({"Reply-To": address} if address else {})


def _others(loaded: LoadedMatch, seat: int) -> str:
    """The other players: "Ben and Cleo"."""
    return _listed([row.name for row in loaded.seats if row.number != seat])


def _listed(names: list[str]) -> str:
    if len(names) > MOST_NAMED:
        return f"{', '.join(names[: MOST_NAMED - 1])} and {len(names) - MOST_NAMED + 1} others"
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _common(loaded: LoadedMatch, seat: int) -> dict[str, Any]:
    return {
        "match": {
            "title": loaded.game.meta.title,
            "id": loaded.id,
            "url": settings.SITE_URL + reverse("match", args=[loaded.id]),
            "rules": settings.SITE_URL + reverse("rules", args=[loaded.slug]),
            "pace": lists.pace_words(loaded),
        },
        "others": _others(loaded, seat),
    }


def _write(
    row: OutgoingMail, name: str, loaded: LoadedMatch, context: dict[str, Any], drawn: picture.Drawn | None = None
) -> Email:
    context = _common(loaded, row.data["seat"]) | context | {"picture": drawn}
    url, headers, about = reverse("match", args=[loaded.id]), _thread(loaded, row), _about(loaded)
    pictures = [drawn.inline] if drawn else []
    sender = f"{loaded.game.meta.title} with {context['others']}"
    return outbox.email(row, name, context, headers=headers, about=about, url=url, pictures=pictures, sender=sender)


def _frame(row: OutgoingMail) -> LoadedMatch | Skip:
    """The match of an email, or why there is nothing to write."""
    try:
        loaded = load_match(int(row.data["match"]), MOST_LINES)
    except Refusal:
        return Skip("The match is gone.")
    if loaded.seats[row.data["seat"]].user != row.user_id:
        return Skip("You do not sit there any more.")
    seen = row.pk and KINDS[row.kind].is_news and presence.among([(loaded.id, row.data["seat"])])
    return Skip("You had the table open.") if seen else loaded


def _since(loaded: LoadedMatch, seat: int) -> list[presenter.Told]:
    """What happened since this seat's last own decision, oldest first."""
    own = [line.version for line in loaded.lines if line.seat == seat and line.by != "clock"]
    told = presenter.story(loaded, seat, since=max(own) - 1 if own else -1)
    return told[-MOST_TOLD:]


def _turn(row: OutgoingMail) -> Email | Skip:
    loaded = _frame(row)
    if isinstance(loaded, Skip):
        return loaded
    seat, key = row.data["seat"], row.data["decision"]
    asked = next((open for open in presenter.own_decisions(loaded, seat).all if open.id == key), None)
    if asked is None or asked.answer is not None:
        return Skip("You had decided already.")
    if row.pk and recently_seen.recently(
        loaded.id, key, row.kind
    ):  # (a row without number is only shown, in the settings)
        return Skip("You had looked at it just before.")
    due = next((line.due_at for line in loaded.asked if line.key == key), None)
    if due is not None and due <= timezone.now():
        return Skip("Your time was over already.")
    facts = _turn_facts(loaded, row, asked, due)
    drawn = picture.of_position(row.key, loaded, facts["view"], asked.decision)
    facts["facts"] = drawn.facts if drawn else picture.facts(loaded, facts["view"], asked.decision)
    facts["brief"] = picture.in_brief(facts["facts"])
    return _write(row, "turn", loaded, facts, drawn)


def _turn_facts(loaded: LoadedMatch, row: OutgoingMail, asked: Open, due: datetime | None) -> dict[str, Any]:
    seat = row.data["seat"]
    facts = presenter.describe(
        loaded, presenter.Viewer(row.user_id, seat, row.user.time_zone), presenter.Extras(only=asked.id)
    )
    headline = loaded.game.table.headline(facts["view"], asked.decision, loaded.names)
    return _offer(loaded, row, asked) | {
        "view": facts["view"],
        "mark": KINDS[row.kind].subject,
        "lead": _lead(loaded, row),
        "terms": _terms(loaded) if row.data.get("begun") else "",
        "subject": _goes_on(headline, loaded.names),
        "prompt": asked.decision.prompt,
        "clauses": _clauses(asked.decision),
        "since": _since(loaded, seat),
        "position": fragments.position_text(facts),
        "due": presenter.at_words(due, row.user.time_zone) if due else "",
        "left": time_control.in_words((due - timezone.now()).total_seconds()) if due else "",
        "default": facts["default_words"],
    }


def _lead(loaded: LoadedMatch, row: OutgoingMail) -> str:
    """The first sentence: why it is this player's turn, with the news that needs no email of its own."""
    if row.data.get("begun"):
        return "Your match has started, and it's your turn."
    if "absent" in row.data:
        name = loaded.names[row.data["absent"]]
        return f"{name} missed a turn, so the default was played. It's your turn."
    if row.data.get("missed"):
        return "Your time ran out, so the default was played. It's your turn again."
    return KINDS[row.kind].lead


def _terms(loaded: LoadedMatch) -> str:
    """Pace and options of a match that has just started, in one line."""
    options = lists.option_words(loaded.slug, _options(loaded), len(loaded.seats))
    return "; ".join([f"Pace: {lists.pace_words(loaded)}", *options]) + "."


def _goes_on(headline: str, names: list[str]) -> str:
    """What is to be decided, behind the first words of a subject, which say already whose turn it is."""
    words = headline.removeprefix("your turn, ")
    return words if words.startswith(tuple(names)) else words[:1].lower() + words[1:]


def _clauses(decision: Decision) -> list[dict[str, str]]:
    return [{"id": id, "url": settings.SITE_URL + clause_url(id)} for id in decision.clauses]


@outbox.renderer("started")
def started(row: OutgoingMail) -> Email | Skip:
    """The match has begun."""
    loaded = _frame(row)
    if isinstance(loaded, Skip):
        return loaded
    options = lists.option_words(loaded.slug, _options(loaded), len(loaded.seats))
    return _write(row, "started", loaded, {"options": options}, _drawn(loaded, row))


def _drawn(loaded: LoadedMatch, row: OutgoingMail) -> picture.Drawn | None:
    """The position as this seat sees it now."""
    view = veil(engine.view_for(loaded.game, loaded.at_table(), row.data["seat"]), loaded.hidden)
    return picture.of_position(row.key, loaded, view, None)


def _options(loaded: LoadedMatch) -> dict[str, Any]:
    options: dict[str, Any] = codec.plain(loaded.at_table().options)
    return options


@outbox.renderer("defaulted")
def defaulted(row: OutgoingMail) -> Email | Skip:
    """The clock has played for this seat."""
    loaded = _frame(row)
    if isinstance(loaded, Skip):
        return loaded
    seat = loaded.seats[row.data["seat"]]
    lines = [line for line in presenter.story(loaded, seat.number) if line.seat == seat.number]
    facts = {
        "played": next((line.words for line in reversed(lines) if line.words.startswith("Clock: ")), ""),
        "misses": seat.misses,
        "left": seat.left_reason,
        "allowed": time_control.MISSES_TO_LOSE_SEAT,
        "clause": settings.SITE_URL + clause_url("PLAY-09"),
    }
    return _write(row, "defaulted", loaded, facts, _drawn(loaded, row))


@outbox.renderer("over")
def over(row: OutgoingMail) -> Email | Skip:
    """The match has ended."""
    loaded = _frame(row)
    if isinstance(loaded, Skip):
        return loaded
    seat = row.data["seat"]
    view = veil(engine.view_for(loaded.game, loaded.at_table(), seat), loaded.hidden)
    rank = loaded.seats[seat].rank
    facts = {
        "result": _result(loaded, seat),
        "place": f"{rank} of {len(loaded.seats)}" if rank else "",
        "ranks": presenter.ranks(loaded, seat, view),
        "last": presenter.story(loaded, seat)[-8:],
        "rating": _rating(row),
        "again_url": links.link(Ticket(loaded.id, seat, row.user_id, links.AGAIN, "over")),
    }
    return _write(row, "over", loaded, facts, picture.of_position(row.key, loaded, view, None))


def _result(loaded: LoadedMatch, seat: int) -> str:
    """Who has won, as one tells it to this player: "You won", "Ben and Cleo share first place"."""
    winners = [row for row in loaded.seats if row.rank == 1]
    names = _listed(
        ["You" if row.number == seat else row.name for row in sorted(winners, key=lambda row: row.number != seat)]
    )
    return f"{names} share first place" if len(winners) > 1 else f"{names} won" if winners else "The match is over"


def _rating(row: OutgoingMail) -> str:
    """How this match has changed the rating: "1500 → 1524 (+24)"; "" if it was not rated."""
    before, after = row.data.get("rating") or (None, None)
    return f"{before} → {after} ({after - before:+})" if before is not None else ""


@outbox.renderer("invited")
def invited(row: OutgoingMail) -> Email | Skip:
    """Somebody invites this person to a game."""
    match = Match.objects.filter(pk=row.data["match"], status=Match.Status.OPEN).select_related("owner").first()
    by = User.objects.filter(pk=row.data["by"]).first()
    if match is None or by is None or not match.invitations.filter(user=row.user).exists():
        return Skip("The invitation is no longer open.")
    facts = lists.game_facts(match.slug)
    context = {
        "by": by.name,
        "match": {
            "title": facts["title"],
            "tagline": facts["tagline"],
            "id": match.pk,
            "url": settings.SITE_URL + match.get_absolute_url(),
            "rules": settings.SITE_URL + facts["url_rules"],
            "pace": lists.pace_words(match),
        },
        "options": lists.option_words(match.slug, match.options, match.seat_count),
    }
    return outbox.email(
        row,
        "invited",
        context,
        about=f"{facts['title']} {match.pk}",
        url=match.get_absolute_url(),
        sender=f"{facts['title']} with {by.name}",
    )


def _news(row: OutgoingMail, loaded: LoadedMatch, title: str, words: str, clause: str, more: str = "") -> Email:
    """A short email about something that the platform has done at this table."""
    facts = {"news": title, "words": words, "more": more, "clause": clause}
    facts["clause_url"] = settings.SITE_URL + clause_url(clause)
    return _write(row, "news", loaded, facts, _drawn(loaded, row) if row.data["seat"] >= 0 else None)


@outbox.renderer("missed")
def missed(row: OutgoingMail) -> Email | Skip:
    """Somebody else has missed a turn."""
    loaded = _frame(row)
    if isinstance(loaded, Skip):
        return loaded
    words = f"{loaded.names[row.data['absent']]} missed a turn, so the default was played. The match goes on."
    more = "Players who miss two turns in a row lose their seat to a substitute."
    return _news(row, loaded, "a missed turn", words, "PLAY-09", more)


@outbox.renderer("took_over")
def took_over(row: OutgoingMail) -> Email | Skip:
    """A seat has a new player; this one or another."""
    loaded = _frame(row)
    if isinstance(loaded, Skip):
        return loaded
    words = _noted(loaded, row)
    if row.data["taken"] != row.data["seat"]:
        return _news(row, loaded, "a new player", words, "PLAY-09")
    more = "You're on the list of substitutes. You can't lose rating here. If you have no time, give the seat back."
    return _news(row, loaded, "you are the substitute", words, "PLAY-09", more)


@outbox.renderer("by_post")
def by_post(row: OutgoingMail) -> Email | Skip:
    """Live play has ended at a correspondence table."""
    loaded = _frame(row)
    if isinstance(loaded, Skip):
        return loaded
    if loaded.is_over or loaded.live_play:
        return Skip("The table plays live again, or the match is over.")
    words = _noted(loaded, row, "Live play has ended. The match goes on by email.")
    return _news(row, loaded, "live play has ended", words, "PLAY-20")


@outbox.renderer("lost")
def lost(row: OutgoingMail) -> Email | Skip:
    """To the player who has lost a seat."""
    try:
        loaded = load_match(int(row.data["match"]), MOST_LINES)
    except Refusal:
        return Skip("The match is gone.")
    row.data["seat"] = -1
    more = "The match goes on without you. If it is rated, you take the loss at its end." if loaded.is_rated else ""
    return _news(row, loaded, "your seat has a new player", _noted(loaded, row), "PLAY-09", more)


def _noted(loaded: LoadedMatch, row: OutgoingMail, otherwise: str = "A seat of this match has a new player.") -> str:
    """What the platform wrote into the log about it; `otherwise`: when that lies too far back."""
    lines = [line for line in loaded.lines if line.number == row.data.get("line")]
    told = [one.words for line in lines for one in presenter.told(loaded, line, None)]
    return told[0] if told else otherwise


@outbox.renderer("answer")
def answer(row: OutgoingMail) -> Email | Skip:
    """What became of a reply; with the choices of now, if its decision is still open."""
    loaded = _frame(row)
    if isinstance(loaded, Skip):
        return loaded
    reply = IncomingMail.objects.filter(pk=row.data.get("reply")).first()
    if reply is None:
        return Skip("Your reply is too old.")
    seat, result = row.data["seat"], reply.result
    opens = presenter.own_decisions(loaded, seat).all
    asked = next((open for open in opens if open.id == row.data["decision"] and open.answer is None), None)
    clause = result.get("clause", "")
    heading, verdict = _verdict(result, reply.line)
    facts: dict[str, Any] = {"heading": heading, "verdict": verdict, "line": reply.line}
    facts |= {"lines": _done(loaded, seat, result), "said": _said(result)}
    facts |= {"clause": clause, "clause_url": settings.SITE_URL + clause_url(clause) if clause else ""}
    drawn = None if result.get("outcome") == "said" else _drawn(loaded, row)
    return _write(row, "answer", loaded, facts | (_offer(loaded, row, asked) if asked else {}), drawn)


def _verdict(result: dict[str, Any], line: str) -> tuple[str, str]:
    """What became of a reply: a heading, and the honest answer in a sentence or two."""
    outcome, sentence = result.get("outcome", ""), result.get("sentence", "")
    heading, words = VERDICTS.get(outcome, VERDICTS["not understood"])
    if not sentence and words.startswith("{sentence}"):
        first = line.partition(" / ")[0]
        sentence = sentence or (f"“{first}” is not among your choices." if first else "Your reply names no choice.")
    return heading, words.format(label=result.get("label", ""), sentence=sentence).strip()


def _done(loaded: LoadedMatch, seat: int, result: dict[str, Any]) -> list[str]:
    """What the move of a reply did, as the seat may know it now."""
    if "until" not in result:
        return []
    told = presenter.story(loaded, seat, since=result["after"])
    return [line.words for line in told if line.version <= result["until"]]


def _said(result: dict[str, Any]) -> list[dict[str, str]]:
    """The lines that a reply said at the table, and those it could not say."""
    lines = result.get("said", [])
    words = dict(
        ChatLine.objects.filter(pk__in=[one["line"] for one in lines if "line" in one]).values_list("pk", "text")
    )
    shown = [{"words": words.get(one["line"], "")} if "line" in one else one for one in lines]
    return [one for one in shown if one["words"]]


def _offer(loaded: LoadedMatch, row: OutgoingMail, asked: Open) -> dict[str, Any]:
    """The choices of a decision as links, the form, and where a reply goes and what it may say."""
    seat = row.data["seat"]
    ticket, mark = partial(Ticket, loaded.id, seat, row.user_id), row.user.link_mark
    offered = choices(loaded, seat, asked.decision)
    row.data["offered"] = fingerprint(offered)
    reply_to = inbound.address_for(row)
    first = first_choices(offered, asked.decision)
    return {
        "reply_to": reply_to,
        "ways": reply_grammar.ways(asked.decision, offered) if reply_to else [],
        "choices": [
            {
                "is_first": number in first,
                "label": choice.label,
                "more": not choice.is_complete,
                "url": links.link(ticket(str(number), asked.id), mark),
            }
            for number, choice in enumerate(offered)
        ],
        "has_more": len(first) < len(offered),
        "form_url": links.link(ticket(links.FORM, asked.id), mark),
    }


@outbox.renderer("away")
def away(row: OutgoingMail) -> Email | Skip:
    """An opponent is going on vacation; one email for all matches with them."""
    vacation = Vacation.objects.filter(pk=row.data["vacation"]).select_related("user").first()
    if vacation is None or vacation.ends_at <= timezone.now():
        return Skip("The vacation was called off.")
    running = Match.objects.filter(pk__in=row.data["matches"], status=Match.Status.RUNNING).defer("position")
    matches = [
        {"title": match.game.meta.title, "id": match.pk, "url": settings.SITE_URL + match.get_absolute_url()}
        for match in running.order_by("pk")
    ]
    if not matches:
        return Skip("You do not play with them any more.")
    days = {"first": f"{vacation.first_day:%-d %B}", "last": f"{vacation.last_day:%-d %B}"}
    return outbox.email(row, "away", {"name": vacation.user.name, "matches": matches, **days}, about=vacation.user.name)


@outbox.renderer("proposal")
def proposal(row: OutgoingMail) -> Email | Skip:
    """A player asks all others for something: a pause, more time, to take a move back."""
    loaded = _frame(row)
    if isinstance(loaded, Skip):
        return loaded
    asked = proposals.open_proposal(loaded.id, timezone.now())
    if asked is None or asked.pk != row.data["proposal"] or row.user_id in asked.agreed:
        return Skip("The question is settled.")
    url = settings.SITE_URL + reverse("agreements", args=[loaded.id])
    clause = proposals.CLAUSES[Proposal.Kind(asked.kind)]
    facts = {
        "question": proposals.in_words(asked, loaded.names),
        "agree_url": url,
        "until": presenter.at_words(asked.ends_at, row.user.time_zone),
        "clause": {"id": clause, "url": settings.SITE_URL + clause_url(clause)},
    }
    return _write(row, "proposal", loaded, facts)


for _kind in ASKING:
    outbox.renderer(_kind)(_turn)
