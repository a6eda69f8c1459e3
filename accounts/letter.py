"""What a renderer of mails gives back: a letter, or why there is none."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Letter:
    """A rendered mail. `headers` may name In-Reply-To, References, List-Id, Reply-To; `about` and `url` (a path) are
    the link shown on "What we sent you"."""

    subject: str
    text: str
    html: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    about: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Skip:
    """Do not send it, because … (one short sentence that the person can read)."""

    reason: str
