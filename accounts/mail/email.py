"""The contents of an email. Other apps register a renderer for each kind.

@email.renderer("turn")
def your_turn(row: OutgoingMail) -> Email | Skip: ...
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts import names, zones
from accounts.mail import templates, unsubscribe
from accounts.mail_kinds import kind_of
from accounts.models import OutgoingMail


@dataclass(frozen=True, slots=True)
class Picture:
    """An inline PNG, used in the HTML of an email as `<img src="cid:…">`."""

    cid: str
    content: bytes

    @property
    def source(self) -> str:
        """The value of `src`."""
        return f"cid:{self.cid}"


@dataclass(frozen=True, slots=True)
class Email:
    """A rendered email. `headers` can contain In-Reply-To, References, List-Id and Reply-To; `about` and `url` (a path)
    are the link shown on "Emails we sent you"; `sender` follows the site's name in From; `to` overrides the person's
    address."""

    subject: str
    text: str
    html: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    about: str = ""
    url: str = ""
    pictures: Sequence[Picture] = ()
    to: str = ""
    sender: str = ""

    @property
    def page(self) -> str:
        """The HTML with its pictures inlined, for our own pages: browsers do not support cid: URLs."""
        return with_pictures(self.html, {picture.cid: picture.content for picture in self.pictures})


@dataclass(frozen=True, slots=True)
class Skip:
    """The email is not needed any more. `reason`: one short sentence, shown to the person."""

    reason: str


# After a letter, in text or in HTML. Looks for the sign first: to look at each letter takes three times as long.
_STRAIGHT = re.compile(r"'(?<=\w')|&#39;(?<=\w&#39;)|&#x27;(?<=\w&#x27;)")

Renderer = Callable[[OutgoingMail], Email | Skip]
renderers: dict[str, Renderer] = {}


def renderer(*kinds: str) -> Callable[[Renderer], Renderer]:
    """Register the function that renders emails of these kinds. It runs in the sending task, can read the database, and
    must check again whether the reason for the email still holds."""

    def register(function: Renderer) -> Renderer:
        renderers.update(dict.fromkeys(kinds, function))
        return function

    return register


def rendered(row: OutgoingMail, as_part: bool = False) -> Email | Skip:
    """Render a row in the person's time zone. `as_part`: as a part of a combined email. If it raises, the transaction
    may be broken."""
    row.is_part = as_part
    with timezone.override(zones.zone(row.user.time_zone)):
        return renderers[row.kind](row)


def with_pictures(html: str, contents: Mapping[str, bytes]) -> str:
    """The HTML of an email with cid: URLs replaced by data: URLs."""
    for cid, content in contents.items():
        html = html.replace(f"cid:{cid}", f"data:image/png;base64,{b64encode(content).decode()}")
    return html


def one_line(text: str, longest: int = 180) -> str:
    """The text as a header value: no control characters or line breaks, single spaces, at most `longest` characters."""
    if names.has_control(text):
        kept = names.ISOLATES
        text = "".join(" " if names.has_control(sign) and sign not in kept else sign for sign in text)
    return " ".join(text.split())[:longest]


def curly(text: str) -> str:
    """A text or its HTML with typographic apostrophes: it’s."""
    return _STRAIGHT.sub("’", text)


def write(row: OutgoingMail, name: str, context: Mapping[str, Any], **more: Any) -> Email:
    """Render mail/<name>/body.txt and body.html, which extend mail/base.txt and mail/base.html.

    Plain text is not HTML-escaped; times are in the person's time zone. The context has the `subject`; `reply_goes`
    ends the sentence "Your reply …", unless the body says what to reply. `more`: other fields of Email.
    """
    part = unsubscribe.part_of(row)
    values = {
        "person": row.user,
        "site_url": settings.SITE_URL,
        "stop_url": unsubscribe.url(row.user_id, part) if part else "",
        "stop_all_url": "" if kind_of(row.kind).always else unsubscribe.url(row.user_id),
        "settings_url": unsubscribe.settings_url(row.user),
        **context,
    }
    if "Reply-To" not in more.get("headers", {}):
        values["reply_goes"] = ""
    if row.is_part:
        values |= {"text_layout": "mail/part.txt", "html_layout": "mail/part.html", "is_part": True}
    values["subject"] = subject = one_line(curly(context["subject"]))
    text, html = (curly(templates.render(f"{name}/body.{kind}", values)) for kind in ("txt", "html"))
    return Email(subject, text.strip() + "\n", html, **more)
