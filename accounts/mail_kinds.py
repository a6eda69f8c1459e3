"""The table of all kinds of email: one row per kind, with everything that differs between them.

A new kind needs a row here, a renderer (in one of the `games/mail/*_emails.py`) and, for other channels, an announcer
(`games/mail/notices.py`). A new reminder is a row with the next rung.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """`label`: its name in lists, and the title of a notice. `why`: the reason it was sent, if the label does not say.

    For an open decision (`asks`): `lead`, the first sentence; `subject`, its first words if they differ from `label`;
    `rung`, its place on the ladder of reminders, 0 for the first email; `seen_for`, the seconds for which it is not
    sent to a player who has looked at the decision. `is_news`: not sent to players who have the table open, because
    they have seen it happen. `goes_on`: says how a match goes on, so not sent once it is over, or its reader has left.
    `switch`: the setting that turns it off. `is_urgent`: never collected and exempt from the daily limit. `always`:
    cannot be turned off. `in_bell`: listed under the bell until it is read. Not `is_mailed`: shown under the bell and
    on the other channels only.
    """

    label: str
    why: str = ""
    subject: str = ""
    lead: str = ""
    rung: int | None = None
    seen_for: int = 0
    is_news: bool = False
    goes_on: bool = False
    switch: str = "mail_events"
    is_urgent: bool = False
    always: bool = False
    in_bell: bool = True
    is_mailed: bool = True

    @property
    def asks(self) -> bool:
        """Is it about an open decision?"""
        return bool(self.lead)


KINDS: dict[str, Kind] = {
    "turn": Kind("Your turn", lead="It’s your turn.", rung=0, seen_for=600, switch="mail_turn"),
    "reminder": Kind(
        "Reminder",
        "because half of your time was gone",
        lead="It’s still your turn. Half of your time is gone.",
        rung=1,
        seen_for=3600,
        switch="mail_reminder",
    ),
    "quarter": Kind(
        "Second reminder",
        "because a quarter of your time was left",
        subject="Reminder",
        lead="It’s still your turn. A quarter of your time is left.",
        rung=2,
        seen_for=3600,
        switch="mail_reminder",
    ),
    "last_call": Kind(
        "Last call",
        "because your time was nearly over",
        lead="Last call: your time is nearly over.",
        rung=3,
        seen_for=600,
        switch="mail_reminder",
        is_urgent=True,
    ),
    "nudge": Kind(
        "Friendly nudge",
        "because a player nudged you",
        subject="A nudge",
        lead="Another player is waiting for you and sent you a friendly nudge.",
    ),
    "started": Kind("Match started", is_news=True, goes_on=True),
    "defaulted": Kind("Played for you", "because your time ran out"),
    "missed": Kind("Missed turn", "because another player missed a turn", is_news=True, goes_on=True),
    "took_over": Kind("Substitute", "because a seat has a new player", is_news=True, goes_on=True),
    "lost": Kind("Lost seat", "because you missed two turns in a row"),
    "by_post": Kind("End of live play", "because live play ended at your table", goes_on=True),
    "goes_on": Kind("End of a pause", "because a player ended the pause of your match", is_news=True, goes_on=True),
    "over": Kind("Result", is_news=True),
    "invited": Kind("Invitation", in_bell=False),
    "group_table": Kind("New table in your group", "because you are a member of the group"),
    "group_tournament": Kind("New tournament in your group", "because you are a member of the group"),
    "group_invited": Kind("Invitation to a group"),
    "group_owner": Kind("You own a group now", is_mailed=False),
    "group_invited_by_email": Kind("Invitation for a friend", is_urgent=True, always=True, in_bell=False),
    "message": Kind("Message", is_mailed=False),
    "sat_down": Kind("New player", is_mailed=False),
    "left": Kind("Player left", is_mailed=False),
    "declined": Kind("Invitation declined", "because you invited a player"),
    "too_few": Kind("Too few players", "because you have a seat at the table"),
    "closed": Kind("Table closed", "because you had a seat at the table"),
    "seat_taken": Kind("Table full", is_mailed=False),
    "removed": Kind("Removed from a table", is_mailed=False),
    "stamp": Kind("Season stamp", is_mailed=False),
    "passed_on": Kind("Reply to your email", "because somebody replied to an email of yours"),
    "away": Kind("Opponent on vacation", "because an opponent booked a vacation"),
    "proposal": Kind(
        "Question from a player", "because a player asked the others for something", is_news=True, in_bell=False
    ),
    "settled": Kind("Answer to your question", "because you asked the other players for something", is_news=True),
    "mention": Kind("Chat", "because a player named you in the chat", is_news=True),
    "host": Kind("Message from the host", "because the host of this site wrote to the players", is_urgent=True),
    "announcement": Kind(
        "Announcement",
        "because the host of this site wrote to everyone",
        switch="mail_announcements",
        is_urgent=True,
        in_bell=False,
    ),
    "staff_act": Kind("Message from the staff", "because the staff wrote to you", is_urgent=True, always=True),
    "tournament": Kind("Tournament", "because you took part in a tournament"),
    "account": Kind("Your account", is_urgent=True, always=True, in_bell=False),
    "invited_by_email": Kind("Invitation for a friend", is_urgent=True, always=True, in_bell=False),
    "answer": Kind("Answer to your reply", is_urgent=True, in_bell=False),
}
_OTHER = "because something happened in one of your matches"

LADDER = tuple(sorted((name for name, kind in KINDS.items() if kind.rung), key=lambda name: KINDS[name].rung or 0))
TURNS = tuple(name for name, kind in KINDS.items() if kind.rung is not None)
ASKING = tuple(name for name, kind in KINDS.items() if kind.asks)
BELL = tuple(name for name, kind in KINDS.items() if kind.in_bell and not kind.asks)
YES_OR_NO = "proposal"  # the kind whose replies are a yes or no
QUESTIONS = (YES_OR_NO, "invited", "group_invited")  # of other people
TO_STRANGERS = ("invited_by_email", "group_invited_by_email")  # to an address that is not that of the row's person
URGENT = tuple(name for name, kind in KINDS.items() if kind.is_urgent)


def kind_of(name: str) -> Kind:
    """The row of a kind; for a kind we no longer send, one made from its name."""
    return KINDS.get(name) or Kind(name.replace("_", " ").capitalize(), _OTHER)
