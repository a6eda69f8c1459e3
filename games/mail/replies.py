"""Playing by reply: the first lines of it are a choice of the email or a move in words (reply_grammar.py).

Every reply is answered: with what the move did, with the clause that forbids it, or with what was not understood.
"""

import re
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from accounts.hooks import Reply
from accounts.mail import outbox
from accounts.models import IncomingMail, OutgoingMail
from games.errors import Refusal
from games.kernel.position import Open
from games.mail import choices, reply_grammar
from games.mail.reply_grammar import NOT_UNDERSTOOD, Said
from games.matches import broadcast
from games.matches import play as door
from games.matches.loaded import LoadedMatch, load_match
from games.matches.open_decisions import answered_by
from games.table import chat as talk
from games.table import presenter


def take(row: OutgoingMail, reply: Reply) -> str:
    """Do what a reply to an email says, and owe its writer an answer. "" for emails that are not about a decision."""
    if "decision" not in row.data:
        return ""
    try:
        loaded = load_match(int(row.data["match"]))
    except Refusal:
        return "gone"
    if loaded.position is None or loaded.seats[row.data["seat"]].user != row.user_id or not row.user.is_active:
        return "gone"
    if not reply.is_addressed:
        return _answer(row, reply, {"outcome": "which game"})
    said = _say(loaded, row, reply)
    facts = _play(loaded, row, reply) if reply.lines or not said else {"outcome": "said"}
    return _answer(row, reply, facts | {"said": said})


def _say(loaded: LoadedMatch, row: OutgoingMail, reply: Reply) -> list[dict[str, Any]]:
    """Say the lines for the table; what was said by its id, what was refused with the reason."""
    done: list[dict[str, Any]] = []
    for words in reply.said:
        try:
            done.append({"line": talk.say(loaded=loaded, user=row.user, text=words).pk})
        except Refusal as refusal:
            done.append({"words": words[:200], "refused": refusal.message})
    if any("line" in one for one in done):
        transaction.on_commit(lambda: broadcast.chat(loaded.id), robust=True)
    return done


def _play(loaded: LoadedMatch, row: OutgoingMail, reply: Reply) -> dict[str, Any]:
    seat, key = row.data["seat"], row.data["decision"]
    asked = next((open for open in presenter.own_decisions(loaded, seat).all if open.id == key), None)
    if asked is None:
        return {"outcome": "closed", "sentence": _closed(loaded, row)}
    found = _read(loaded, row, asked, reply.lines)
    if found.move is None:
        is_name = found.problem == NOT_UNDERSTOOD and reply.said and _is_name(reply.lines[0])
        return {"outcome": "said"} if is_name else {"outcome": found.problem, "sentence": found.sentence}
    try:
        door.play_move(match_id=loaded.id, seat=seat, decision=key, move=found.move, by="mail", user=row.user)
    except Refusal as refusal:
        return {"outcome": "refused", "sentence": refusal.message, "clause": refusal.clause}
    return {"outcome": "played", "label": found.label, "after": loaded.version, "until": load_match(loaded.id).version}


def _is_name(line: str) -> bool:
    """Below a line for the table one or two words without a number are a greeting and no move."""
    return len(line.split()) <= 2 and not re.search(r"\d", line)


CHANGED = "changed"


def _read(loaded: LoadedMatch, row: OutgoingMail, asked: Open, lines: Sequence[str]) -> Said:
    """What the reply means, or why it means nothing, in a word."""
    offered = choices.offered(loaded, row.data["seat"], asked.decision)
    found = reply_grammar.read(asked.decision, offered, lines)
    if found.is_number and row.data.get("offered") != choices.fingerprint(offered):
        return Said(problem=CHANGED)  # the number was about another list
    return found


def _closed(loaded: LoadedMatch, row: OutgoingMail) -> str:
    by = answered_by(loaded.id, row.data["seat"], row.data["decision"])
    if by == "clock":
        return "Your time ran out before the reply came, and the default was played. Nothing was changed now."
    if by:
        return "You have already answered this email. Nothing was changed now."
    return "This email is out of date: it is no longer your turn here. Nothing was changed."


def _answer(row: OutgoingMail, reply: Reply, facts: dict[str, Any]) -> str:
    """Owe the answer. It only names the reply, beside which stands what came of it; words are found when it is sent."""
    IncomingMail.objects.filter(pk=reply.id).update(result=facts)
    ids = {name: row.data[name] for name in ("match", "seat", "decision")}
    data = ids | {"reply": reply.id, "slug": row.data.get("slug", ""), "live": row.data.get("live", False)}
    outbox.queue(kind=outbox.ANSWER, key=f"r{reply.id}.answer", user=row.user_id, data=data)
    return str(facts["outcome"])
