"""Playing by reply: the first lines of a mail are a choice of the letter or a move in words (reply_words.py).

Every reply is answered: with what the move did, with the clause that forbids it, or with what was not understood.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from accounts import mail
from accounts.hooks import Reply
from accounts.models import IncomingMail, OutgoingMail
from games import letters, notify, present, reply_words
from games.errors import Refusal
from games.frames import Frame, load_frame
from games.kernel.types import Open
from games.reply_words import NOT_UNDERSTOOD, Said
from games.selectors import answered_by
from games.services import chat as talk
from games.services import play as door


def take(row: OutgoingMail, reply: Reply) -> str:
    """Do what a reply to a letter says, and owe its writer an answer. "" for mails that are not about a decision."""
    if "decision" not in row.data:
        return ""
    try:
        frame = load_frame(int(row.data["match"]))
    except Refusal:
        return "gone"
    if frame.position is None or frame.seats[row.data["seat"]].user != row.user_id or not row.user.is_active:
        return "gone"
    if not reply.is_addressed:
        return _answer(row, reply, {"outcome": "which letter"})
    said = _say(frame, row, reply)
    facts = _play(frame, row, reply, bool(said)) if reply.lines or not said else {"outcome": "said"}
    return _answer(row, reply, facts | {"said": said})


def _say(frame: Frame, row: OutgoingMail, reply: Reply) -> list[dict[str, Any]]:
    """Say the lines for the table; what was said by its id, what was refused with the reason."""
    done: list[dict[str, Any]] = []
    for words in reply.said:
        try:
            done.append({"line": talk.say(frame=frame, user=row.user, text=words).pk})
        except Refusal as refusal:
            done.append({"words": words[:200], "refused": refusal.message})
    if any("line" in one for one in done):
        transaction.on_commit(lambda: notify.chat(frame.id), robust=True)
    return done


def _play(frame: Frame, row: OutgoingMail, reply: Reply, has_said: bool) -> dict[str, Any]:
    seat, key = row.data["seat"], row.data["decision"]
    asked = next((open for open in present.own_decisions(frame, seat).all if open.id == key), None)
    if asked is None:
        return {"outcome": "closed", "sentence": _closed(frame, row)}
    found = _read(frame, row, asked, reply.lines)
    if found.move is None:
        is_talk = has_said and found.problem == NOT_UNDERSTOOD
        return {"outcome": "said"} if is_talk else {"outcome": found.problem, "sentence": found.sentence}
    try:
        door.play_move(match_id=frame.id, seat=seat, decision=key, move=found.move, by="mail", user=row.user)
    except Refusal as refusal:
        return {"outcome": "refused", "sentence": refusal.message, "clause": refusal.clause}
    return {"outcome": "played", "label": found.label, "after": frame.version, "until": load_frame(frame.id).version}


CHANGED = "changed"


def _read(frame: Frame, row: OutgoingMail, asked: Open, lines: Sequence[str]) -> Said:
    """What the reply means, or why it means nothing, in a word."""
    offered = letters.choices(frame, row.data["seat"], asked.decision)
    found = reply_words.read(asked.decision, offered, lines)
    if found.is_number and row.data.get("offered") != letters.fingerprint(offered):
        return Said(problem=CHANGED)  # the number was about another list
    return found


def _closed(frame: Frame, row: OutgoingMail) -> str:
    by = answered_by(frame.id, row.data["seat"], row.data["decision"])
    if by == "clock":
        return "Your time ran out before the reply came, and the default was played. Nothing was changed now."
    if by:
        return "You have answered this letter already. Nothing was changed now."
    return "The decision of this letter is closed. Nothing was changed."


def _answer(row: OutgoingMail, reply: Reply, facts: dict[str, Any]) -> str:
    """Owe the answer. It only names the reply, beside which stands what came of it; words are found when it is sent."""
    IncomingMail.objects.filter(pk=reply.id).update(result=facts)
    ids = {name: row.data[name] for name in ("match", "seat", "decision")}
    data = ids | {"reply": reply.id, "slug": row.data.get("slug", ""), "live": row.data.get("live", False)}
    mail.queue(kind=mail.ANSWER, key=f"r{reply.id}.answer", user=row.user_id, data=data)
    return str(facts["outcome"])
