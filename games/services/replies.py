"""Playing by reply: the first line of a mail is a choice of the letter, by its number or its words.

Every reply is answered: with what the move did, with the clause that forbids it, or with what was not understood.
"""

from typing import Any

from django.db import transaction

from accounts import mail
from accounts.hooks import Reply
from accounts.models import OutgoingMail
from games import letters, notify, present
from games.errors import Refusal
from games.frames import Frame, load_frame
from games.kernel.types import Choice, Move, Open
from games.selectors import answered_by
from games.services import chat as talk
from games.services import play as door

REPLIED_TO = ("turn", "reminder", "quarter", "last_call", "answer")


def take(row: OutgoingMail, reply: Reply) -> str:
    """Do what a reply to a letter says, and owe its writer an answer. "" for mails that are not about a decision."""
    if row.kind not in REPLIED_TO:
        return ""
    try:
        frame = load_frame(int(row.data["match"]))
    except Refusal:
        return "gone"
    if frame.position is None or frame.seats[row.data["seat"]].user != row.user_id or not row.user.is_active:
        return "gone"
    said = _say(frame, row, reply)
    facts = _play(frame, row, reply, bool(said)) if reply.line or not said else {"outcome": "said"}
    _answer(row, reply, facts | {"said": said})
    return str(facts["outcome"])


def _say(frame: Frame, row: OutgoingMail, reply: Reply) -> list[dict[str, str]]:
    """Say the lines for the table; each comes back with why it was refused, if it was."""
    done = []
    for words in reply.said:
        try:
            talk.say(frame=frame, user=row.user, text=words)
            done.append({"words": words, "refused": ""})
        except Refusal as refusal:
            done.append({"words": words[:200], "refused": refusal.message})
    if any(not line["refused"] for line in done):
        transaction.on_commit(lambda: notify.chat(frame.id), robust=True)
    return done


def _play(frame: Frame, row: OutgoingMail, reply: Reply, has_said: bool) -> dict[str, Any]:
    key = row.data["decision"]
    asked = next((open for open in present.own_decisions(frame, row.data["seat"]).all if open.id == key), None)
    if asked is None:
        return {"outcome": "closed", "sentence": _closed(frame, row)}
    found = _find(frame, row, asked, reply.line)
    if isinstance(found, str):
        return {"outcome": "said"} if has_said and found == NOT_UNDERSTOOD else {"outcome": found}
    try:
        facts = {"match_id": frame.id, "seat": row.data["seat"], "by": "mail", "user": row.user}
        door.play_move(decision=key, move=found.move, **facts)
    except Refusal as refusal:
        return {"outcome": "refused", "sentence": refusal.message, "clause": refusal.clause}
    after = load_frame(frame.id)
    lines = [line.words for line in present.story(after, row.data["seat"], since=frame.version)]
    return {"outcome": "played", "label": found.label, "lines": lines}


NOT_UNDERSTOOD, CHANGED, OPEN_FORM = "not understood", "changed", "unfinished"


def _find(frame: Frame, row: OutgoingMail, asked: Open, line: str) -> Choice | str:
    """The choice that the first line names, or why there is none, in a word."""
    offered = letters.choices(frame, row.data["seat"], asked.decision)
    number = line.lstrip("#").rstrip(".:) ")
    if number.isdecimal() and len(number) < 4 and 0 < int(number) <= len(offered):
        if row.data.get("offered") != letters.fingerprint(offered):
            return CHANGED  # the number was about another list
        found = [offered[int(number) - 1]]
    else:
        found = _by_words(offered, asked, line)
    if len(found) != 1:
        return NOT_UNDERSTOOD
    return found[0] if found[0].is_complete else OPEN_FORM


def _by_words(offered: list[Choice], asked: Open, line: str) -> list[Choice]:
    """Choices whose words or verb are exactly these; else those that begin with them."""
    words = _plain(line)
    exact = [choice for choice in offered if words in (_plain(choice.label), _plain(choice.move.verb))]
    plain = [
        Choice(action.label, Move(action.verb))
        for action in asked.decision.actions
        if not action.fields and words in (_plain(action.label), _plain(action.verb))
    ]
    begun = [choice for choice in offered if words and _plain(choice.label).startswith(f"{words} ")]
    return exact or plain or begun


def _plain(words: str) -> str:
    """Without case, double spaces, and signs at the ends."""
    return " ".join(words.replace("_", " ").split()).strip(".!,;:*\"'“”").casefold()


def _closed(frame: Frame, row: OutgoingMail) -> str:
    by = answered_by(frame.id, row.data["seat"], row.data["decision"])
    if by == "clock":
        return "Your time ran out before the reply came, and the default was played. Nothing was changed now."
    if by:
        return "You have answered this letter already. Nothing was changed now."
    return "The decision of this letter is closed. Nothing was changed."


def _answer(row: OutgoingMail, reply: Reply, facts: dict[str, Any]) -> None:
    """Owe the answer. It holds what was said and done; choices are looked up when it is sent."""
    ids = {name: row.data[name] for name in ("match", "seat", "decision")}
    data = ids | facts | {"line": reply.line, "slug": row.data.get("slug", ""), "live": row.data.get("live", False)}
    mail.queue(kind=mail.ANSWER, key=f"{reply.key}.answer", user=row.user_id, data=data)
