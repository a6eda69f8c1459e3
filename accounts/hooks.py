"""Hooks for other apps. This app imports none of them; they append to these lists in their AppConfig.ready()."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from accounts.models import OutgoingMail, User


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a profile page: a template (a partial) and what it shows, under the name `section`."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """What somebody wrote back: lines up to the first empty one, and lines to be said at the table. `id` is that of the
    IncomingMail. Not `is_addressed`: it answers an email of several emails and names none of them."""

    id: int
    lines: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    is_addressed: bool = True


# Called inside the transaction that anonymises the account, while it still has its name: resign open matches here.
before_delete: list[Callable[[User], None]] = []

# (guest, account): somebody who played as a guest has logged in: what is the guest's becomes the account's. Called in
# the transaction at whose end the guest goes.
guest_logged_in: list[Callable[[User, User], None]] = []

# (person) -> does anything of other people still need the row of this guest who has gone?
still_needed: list[Callable[[User], bool]] = []

# Called inside the transaction that gives somebody another name, or takes it away, with the name as it is then.
name_changed: list[Callable[[User], None]] = []

# Each returns {heading: JSON-able data} of this person's own; merged into the export.
exporters: list[Callable[[User], Mapping[str, Any]]] = []

# (person shown, person looking or None) -> Section or None. At most a few queries each, whatever the number of matches.
profile_sections: list[Callable[[User, User | None], Section | None]] = []

# Each returns an INSERT of what another channel owes because of emails: from `owed` (key, kind, user_id, data,
# next_try_at), in the statement that puts the emails into the outbox.
follow_emails: list[Callable[[], str]] = []

# (person, when): emails to this person have begun to come back. Called in the transaction that notes it.
mail_returned: list[Callable[[User, datetime], None]] = []

# (person, when): emails come through again. Called in the transaction that notes it.
mail_mended: list[Callable[[User, datetime], None]] = []

# (mail that was replied to, what the reply says) -> what became of it, in one word; the answer is queued there.
reply_takers: list[Callable[[OutgoingMail, Reply], str]] = []

# (person, keys of emails) -> the notices on other channels with these keys; a constant number of queries.
other_channels: list[Callable[[User, list[str]], Iterable[Any]]] = []

# () -> [(slug, name)] of all games.
game_lists: list[Callable[[], list[tuple[str, str]]]] = []

# (person) -> rows, not stored, of emails that could be sent now: for the preview in the settings.
mail_samples: list[Callable[[User], list[OutgoingMail]]] = []

# (user id) -> in how many games it is this person's turn.
turn_counts: list[Callable[[int], int]] = []


def games_waiting(user_id: int) -> int:
    """In how many games it is this person's turn."""
    return sum(count(user_id) for count in turn_counts)


def games() -> list[tuple[str, str]]:
    """All games that other apps know: slug and name."""
    return [game for known in game_lists for game in known()]


def game_title(slug: str) -> str:
    """The name of a game as other apps know it, else the slug in words."""
    return dict(games()).get(slug) or slug.replace("_", " ").capitalize()
