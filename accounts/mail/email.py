"""What an email consists of. Other apps register a renderer for each kind of row.

@mail.renderer("turn")
def your_turn(row: OutgoingMail) -> mail.Email | mail.Skip: ...
"""

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.template import Context, Engine
from django.urls import reverse
from django.utils import timezone

from accounts import names, zones
from accounts.mail import unsubscribe
from accounts.mail_kinds import kind_of
from accounts.models import OutgoingMail


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG that the HTML of an email shows as `<img src="cid:…">`; it travels with the mail, nothing is loaded."""

    cid: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Email:
    """A rendered mail. `headers` may name In-Reply-To, References, List-Id, Reply-To; `about` and `url` (a path) are
    the link shown on "Emails we sent you"; `sender`: stands in From behind the name of the site; `to`: another address
    than the person's."""

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
        """The HTML with its pictures inside, for a page of ours: browsers know no cid."""
        return with_pictures(self.html, {picture.cid: picture.content for picture in self.pictures})


@dataclass(frozen=True, slots=True)
class Skip:
    """Do not send it, because … (one short sentence that the person can read)."""

    reason: str


Renderer = Callable[[OutgoingMail], Email | Skip]
renderers: dict[str, Renderer] = {}


def renderer(kind: str) -> Callable[[Renderer], Renderer]:
    """Register the function that renders emails of this kind. It runs in the sending task, may read the database, and
    must look again whether the reason for the mail still holds."""

    def register(function: Renderer) -> Renderer:
        renderers[kind] = function
        return function

    return register


def rendered(row: OutgoingMail, as_part: bool = False) -> Email | Skip:
    """What the renderer of its kind makes of a row, in the person's time zone. `as_part`: for an email of several. An
    error of a renderer may have broken the transaction."""
    row.is_part = as_part
    with timezone.override(zones.zone(row.user.time_zone)):
        return renderers[row.kind](row)


def with_pictures(html: str, contents: Mapping[str, bytes]) -> str:
    """The HTML of an email with its pictures as data in the places of their names."""
    for cid, content in contents.items():
        html = html.replace(f"cid:{cid}", f"data:image/png;base64,{b64encode(content).decode()}")
    return html


def one_line(text: str, longest: int = 180) -> str:
    """A header value: no control characters, no line breaks, single spaces, not too long."""
    if names.has_control(text):
        text = "".join(" " if names.has_control(character) else character for character in text)
    return " ".join(text.split())[:longest]


def email(row: OutgoingMail, name: str, context: Mapping[str, Any], **more: Any) -> Email:
    """Render mail/<name>/subject.txt, body.txt and body.html (the bodies extend mail/base.txt and mail/base.html).

    Text is rendered without HTML escapes; times come out in the person's own time zone. `more`: other fields of Email.
    """
    part = unsubscribe.part_of(row)
    values = {
        "person": row.user,
        "site_url": settings.SITE_URL,
        "stop_url": unsubscribe.url(row.user_id, part) if part else "",
        "stop_all_url": "" if kind_of(row.kind).always else unsubscribe.url(row.user_id),
        "settings_url": settings.SITE_URL + reverse("mail_settings"),
        **context,
    }
    if row.is_part:
        values |= {"text_layout": "mail/part.txt", "html_layout": "mail/part.html", "is_part": True}
    engine = Engine.get_default()
    subject, text = (
        engine.get_template(f"mail/{name}/{part}.txt").render(Context(values, autoescape=False))
        for part in ("subject", "body")
    )
    html = engine.get_template(f"mail/{name}/body.html").render(Context(values))
    return Email(one_line(subject), text.strip() + "\n", html, **more)
