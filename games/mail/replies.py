"""Playing by email reply: the first lines are a choice of the email or a move in words (reply_grammar.py).

Every reply gets an answer: what the move did, the clause that forbids it, or what we did not understand.
"""

import re
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from accounts.hooks import Reply
from accounts.mail import outbox
from accounts.mail.preferences import ANSWER
from accounts.mail_kinds import ASKING
from accounts.models import IncomingMail, OutgoingMail
from games.agreements import proposals
from games.errors import Refusal
from games.mail import choices, news, reply_grammar, reply_guesses
from games.mail.reply_grammar import NOT_UNDERSTOOD
from games.matches import broadcast, move_forms
from games.matches import play as door
from games.matches.loaded import LoadedMatch, load_match
from games.matches.open_decisions import answered
from games.table import chat_writing, presenter

MOST_SAID = 5  # lines of one reply
SIGNATURE = 2  # words of a line below a move that are taken for one
UNANSWERED = "unanswered"  # a reply to a proposal that says neither yes nor no
NOT_SAID = "start the line with >> to say it"
TOO_MANY = f"at most {MOST_SAID} lines of a reply are said"
NO_GAME = "start the line with the number of its game, as in “1: >> hello”"
EVENTS = ("started", "missed", "took_over")  # kinds of email to which a number is no chat
ASKED = (*ASKING, ANSWER)  # kinds of email whose replies are moves


class SaidLine(Struct, omit_defaults=True):
    """A chat line in a reply: its id if it was posted, or the text and the reason for refusing it."""

    line: int | None = None
    words: str = ""
    refused: str = ""


class Result(Struct, omit_defaults=True):
    """The result of a reply, stored with it. Of a move: its label, and the versions before (`after`) and after it."""

    outcome: str = ""
    sentence: str = ""
    clause: str = ""
    label: str = ""
    after: int = -1
    until: int | None = None
    said: list[SaidLine] = []


def take(row: OutgoingMail, reply: Reply) -> str:
    """Carry out a reply and queue an answer. Returns the outcome; "" if the email was not about a decision."""
    if "match" not in row.data or row.data.get("seat", -1) < 0:
        return ""
    try:
        loaded = load_match(int(row.data["match"]))
    except Refusal:
        return "gone"
    if not row.user.is_active:
        return "gone"
    if loaded.position is None or loaded.seats[row.data["seat"]].user != row.user_id:
        _queue_answer(row, reply, {"match": loaded.id, "gone": True})
        return "gone"
    lines = reply.lines or reply.aside
    if "proposal" in row.data and (result := _agree(loaded, row, reply)):
        return _answer(row, reply, result)
    if "decision" not in row.data and row.kind in EVENTS and _is_a_number(lines):
        return _answer(row, reply, _not_asked(loaded, row.data["seat"]))
    if "decision" not in row.data or not (row.kind in ASKED or _looks_like_a_choice(lines)):
        return _talk(loaded, row, reply)
    if not reply.is_addressed:
        unsaid = [SaidLine(words=words[:200], refused=NO_GAME) for words in reply.said]
        return _answer(row, reply, Result("which game", said=unsaid))
    result = _play(loaded, row, reply, lines) if lines or not reply.said else Result("said")
    if result.outcome == NOT_UNDERSTOOD and (other := _proposal_beside(row, reply)):
        return _answer(row, reply, _agree(loaded, other, reply) or result)
    aside = reply.aside if reply.lines or _is_talk(result, reply.aside) else ()
    if aside and not reply.lines:
        result = Result("said")
    result.said += _say(loaded, row, [*reply.said, *aside])
    if result.outcome not in ("played", "said"):
        result.said += _unsaid([*(map(_after_choice, lines) if result.outcome == "closed" else ()), *_below(reply)])
    return _answer(row, reply, result)


def _proposal_beside(row: OutgoingMail, reply: Reply) -> OutgoingMail | None:
    """The question of a player that stands in the same combined email, if the reply is a yes or no."""
    if not row.bundle or not reply.lines or reply_guesses.yes_or_no(reply.lines[0]) is None:
        return None
    return OutgoingMail.objects.filter(bundle=row.bundle, match_id=row.match_id, kind="proposal").first()


def _agree(loaded: LoadedMatch, row: OutgoingMail, reply: Reply) -> Result | None:
    """The result of a reply to a proposal: yes, no, or words that leave it open. None if it was settled before them."""
    asked = proposals.open_proposal(loaded.id, timezone.now())
    wanted = reply_guesses.yes_or_no(reply.lines[0]) if reply.lines else None
    if asked is None or asked.pk != row.data["proposal"] or row.user_id in asked.agreed:
        return None if wanted is None else Result("settled", said=_beside_an_answer(loaded, row, reply))
    question = proposals.in_words(asked, loaded.names, row.data["seat"])
    if wanted is None:
        said = _say(loaded, row, [*reply.said, *reply.lines, *reply.aside][:MOST_SAID])
        return Result(UNANSWERED, question, said=said)
    try:
        facts: dict[str, Any] = {"match_id": loaded.id, "user": row.user, "proposal_id": asked.pk}
        (proposals.agree if wanted else proposals.decline)(**facts)
    except Refusal as refusal:
        return Result("refused", refusal.message, refusal.clause, said=_beside_an_answer(loaded, row, reply))
    said = _said_beside(loaded, row, ["", *reply.lines[1:], *_below(reply)], "")
    said += _say(loaded, row, [*reply.said, *reply.aside])
    return Result("agreed" if wanted else "declined", question, said=said)


def _beside_an_answer(loaded: LoadedMatch, row: OutgoingMail, reply: Reply) -> list[SaidLine]:
    """What becomes of the talk beside a yes or no that has changed nothing."""
    return _say(loaded, row, [*reply.said, *reply.aside]) + _unsaid([*reply.lines[1:], *_below(reply)])


def _below(reply: Reply) -> tuple[str, ...]:
    """The lines below a move or an answer. Many are a disclaimer."""
    return reply.more if len(reply.more) <= MOST_SAID else ()


def _is_talk(result: Result, aside: tuple[str, ...]) -> bool:
    """Were the lines below a quote, with none above it, meant for the table? Not if they look like a choice."""
    return bool(aside) and result.outcome == NOT_UNDERSTOOD and not _looks_like_a_choice(aside)


def _looks_like_a_choice(lines: tuple[str, ...]) -> bool:
    return bool(lines) and bool(re.search(r"\d", lines[0]))


def _is_a_number(lines: tuple[str, ...]) -> bool:
    return len(lines) == 1 and reply_guesses.number_in(lines[0]) is not None


def _not_asked(loaded: LoadedMatch, seat: int) -> Result:
    """The result of a number as a reply to an email without choices: the answer shows those of now, if any."""
    if presenter.own_decisions(loaded, seat).asked is not None:
        return Result("not numbered")
    return Result("closed", "It isn’t your turn at the moment. Nothing was played.")


def _say(loaded: LoadedMatch, row: OutgoingMail, lines: list[str]) -> list[SaidLine]:
    done = []
    for words in lines:
        try:
            done.append(SaidLine(chat_writing.say(loaded=loaded, user=row.user, text=words).pk))
        except Refusal as refusal:
            done.append(SaidLine(words=words[:200], refused=refusal.message))
    if any(one.line for one in done):
        transaction.on_commit(lambda: broadcast.chat(loaded.id), robust=True)
    return done


def _play(loaded: LoadedMatch, row: OutgoingMail, reply: Reply, lines: tuple[str, ...]) -> Result:
    seat, key = row.data["seat"], row.data["decision"]
    asked = next((open for open in presenter.own_decisions(loaded, seat).all if open.id == key), None)
    if asked is None:
        by, _ = answered(loaded.id, seat, key)
        played = news.played_by_clock(loaded, seat, key) if by == "clock" else ""
        last = f" Played for you: {played}." if played else ""
        return Result("closed", choices.why_closed(by, " before the reply came") + last)
    offered = choices.offered(loaded, seat, asked.decision)
    parsed = reply_grammar.parse(asked.decision, offered, lines, row.data.get("begins", 1))
    if parsed.is_number and row.data.get("offered") != choices.fingerprint(offered):
        return Result("changed")  # the number refers to an older list
    if parsed.move is None:
        is_name = parsed.problem == NOT_UNDERSTOOD and reply.said and _is_name(lines[0])
        return Result("said") if is_name else Result(parsed.problem, parsed.sentence, label=parsed.label)
    try:
        door.play_move(match_id=loaded.id, seat=seat, decision=key, move=parsed.move, by="mail", user=row.user)
    except Refusal as refusal:
        return Result("refused", refusal.message, refusal.clause)
    move = move_forms.read_move(asked.decision, parsed.move) if isinstance(parsed.move, dict) else None
    label = presenter.sent_words(loaded, asked.decision, move) if move else parsed.label
    known = " ".join([label, *(choice.label for choice in offered)])
    said = _said_beside(loaded, row, [*parsed.beside, *_below(reply)], known)
    return Result("played", label=label, after=loaded.version, until=load_match(loaded.id).version, said=said)


def _said_beside(loaded: LoadedMatch, row: OutgoingMail, lines: list[str], known: str) -> list[SaidLine]:
    """The words beside a move: posted at the table if they are clearly meant for it; who wrote others is told how."""
    done = []
    for place, line in enumerate(lines[:MOST_SAID]):
        if reply_guesses.is_for_people(line, known):
            done += _say(loaded, row, [line])
        elif reply_guesses.is_more(line, known, SIGNATURE + 1 if place else 1):
            done.append(SaidLine(words=line[:200], refused=NOT_SAID))
    return done


def _talk(loaded: LoadedMatch, row: OutgoingMail, reply: Reply) -> str:
    """Post a reply that is for the table. It is answered if not all of it is there."""
    lines = [*reply.said, *reply.lines, *reply.aside]
    said = _say(loaded, row, lines[:MOST_SAID])
    said += [SaidLine(words=line[:200], refused=TOO_MANY) for line in lines[MOST_SAID:]] + _unsaid([*reply.more])
    if said and all(one.line for one in said):
        return "said"
    part = "Part of your" if any(one.line for one in said) else "Your"
    sentence = f"{part} reply was not posted at the table." if said else "No words were found above the quoted email."
    return _answer(row, reply, Result("not said", sentence, said=said))


def _unsaid(lines: list[str]) -> list[SaidLine]:
    """The talk of a reply that played nothing. None is posted: it may name cards, and the choices are gone."""
    talk = [line for line in lines if reply_guesses.is_more(line, "", SIGNATURE + 1)]
    return [SaidLine(words=line[:200], refused=NOT_SAID) for line in talk[:MOST_SAID]]


def _after_choice(line: str) -> str:
    """The line, or what is said to people behind the number of a choice."""
    if not re.search(r"\d", line):
        return line
    rest = reply_guesses.after_number(line)
    return rest if reply_guesses.is_for_people(rest, "") else ""


def _is_name(line: str) -> bool:
    """Below a chat line, one or two words without a digit are a signature, not a move."""
    return len(line.split()) <= 2 and not re.search(r"\d", line)


def _answer(row: OutgoingMail, reply: Reply, result: Result) -> str:
    """Store the result with the reply and queue the answer, whose text is written when it is sent."""
    IncomingMail.objects.filter(pk=reply.id).update(result=msgspec.to_builtins(result))
    ids = {name: row.data[name] for name in ("match", "seat", "decision") if name in row.data}
    ids |= {"proposal": row.data["proposal"]} if result.outcome == UNANSWERED else {}
    _queue_answer(row, reply, ids)
    return result.outcome


def _queue_answer(row: OutgoingMail, reply: Reply, ids: dict[str, Any]) -> None:
    data = ids | {"reply": reply.id, "slug": row.data.get("slug", ""), "live": row.data.get("live", False)}
    outbox.queue(kind=ANSWER, key=f"r{reply.id}.answer", user=row.user_id, data=data)
