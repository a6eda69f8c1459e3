"""Hooks for other apps, which append functions to these lists in AppConfig.ready(). This app imports none of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any

from django.db.models import Model, Q

from accounts.models import OutgoingMail, User


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a profile page: a partial template, and its context, which it sees as `section`."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply to an email. `lines`: above the quote, up to the first empty one; `said`: lines for the table's chat;
    `more`: the other lines above the quote; `aside`: lines below it; `id`: of the IncomingMail; not `is_addressed`: it
    answers a combined email without saying which part."""

    id: int
    lines: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    is_addressed: bool = True


class Merge(Enum):
    """What happens to a guest's rows when they log in to an account."""

    STAY = "go with the guest"
    MOVE = "move to the account"
    FREE = "move in matches where the account has and had no seat"


@dataclass(frozen=True, slots=True)
class Held:
    """What happens to the rows of one foreign key to a person.

    `shown`: the columns in the data export under `heading` ("user__username as name" renames one; a single column gives
    a plain list), of the rows that are `only`; without any, `why_not`. `is_deleted`: with the account; other rows stay,
    and refer to an account without a name. `merge`: for a guest; `once`: not where the account has a row with the same
    value in this field. `is_bulky`: there can be tens of thousands, which are deleted before any match is locked;
    whoever holds the lock of a match must not write to them.
    """

    model: type[Model]
    field: str = "user"
    heading: str = ""
    shown: tuple[str, ...] = ()
    why_not: str = ""
    only: Q | None = None
    is_deleted: bool = False
    is_bulky: bool = False
    merge: Merge = Merge.STAY
    once: str = ""


# The register of what belongs to a person, by room; accounts/personal.py reads it.
held: list[Held] = []

# (person): called in the transaction that anonymises an account, while it still has its name. Resign matches here.
before_delete: list[Callable[[User], None]] = []

# (guest, account): a guest has logged in to an account, which takes over what the guest has. Called in the transaction
# that removes the guest.
guest_logged_in: list[Callable[[User, User], None]] = []

# (guest) -> does other people's data still refer to the row of this removed guest?
still_needed: list[Callable[[User], bool]] = []

# (person with the new name): called in the transaction that changes or removes a name.
name_changed: list[Callable[[User], None]] = []

# (profile's person, viewer or None, page asked for) -> Section or None. The number of queries must not grow with the
# matches.
profile_sections: list[Callable[[User, User | None, str], Section | None]] = []

# () -> an SQL INSERT that queues notices on another channel. It selects from `to_send` (key, kind, user_id, data,
# next_try_at) and becomes part of the statement that queues the emails.
follow_emails: list[Callable[[], str]] = []

# (person, when): emails to this person have started to bounce. Called in the transaction that records it.
mail_bounced: list[Callable[[User, datetime], None]] = []

# (person, when): emails arrive again. Called in the transaction that records it.
mail_works_again: list[Callable[[User, datetime], None]] = []

# (email, when): an email goes out much later than planned. Called before it is rendered, in a transaction.
mail_late: list[Callable[[OutgoingMail, datetime], None]] = []

# (the email replied to, reply) -> the outcome in one word, "" if not handled here. Queues our answer.
reply_takers: list[Callable[[OutgoingMail, Reply], str]] = []

# (person, email keys) -> notices on other channels with these keys, in a constant number of queries.
other_channels: list[Callable[[User, list[str]], Iterable[Any]]] = []

# () -> [(slug, name)] of all games.
game_lists: list[Callable[[], list[tuple[str, str]]]] = []

# (person) -> unsaved rows of emails that could be sent now, for the preview in the settings.
mail_samples: list[Callable[[User], list[OutgoingMail]]] = []

# (address of a page, with its query) -> what somebody invites to there ("Nora invites you to Friday five."), or "".
invitations: list[Callable[[str], str]] = []

# (user id, now) -> when this person is awake next, `now` if they are; None if they have chosen no waking hours.
wakes_at: list[Callable[[int, datetime], datetime | None]] = []


def games() -> list[tuple[str, str]]:
    """All games that other apps have registered: (slug, name)."""
    return [game for known in game_lists for game in known()]


def game_title(slug: str) -> str:
    """The name of a game; for an unknown one, its slug in words."""
    return dict(games()).get(slug) or slug.replace("_", " ").capitalize()
