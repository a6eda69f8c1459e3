"""A message whose bytes are put together in large pieces: Python's generator writes each line by itself."""

from typing import Any

from django.core.mail import SafeMIMEMultipart

_MARK = "=_here_{}_="  # no quoted-printable text and no base64 has this in it


class Assembled(SafeMIMEMultipart):
    """A message of several parts, all of them encoded, so that their texts are plain ASCII."""

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n") -> bytes:  # type: ignore[override]
        """The same bytes as the generator's: it writes the headers and a mark for each part's text, filled in here."""
        parts = [part for part in self.walk() if not part.is_multipart()]
        texts: list[Any] = [part.get_payload() for part in parts]
        try:
            for number, part in enumerate(parts):
                part.set_payload(_MARK.format(number))
            written = super().as_bytes(unixfrom, linesep).decode("ascii")
        finally:
            for part, text in zip(parts, texts, strict=True):
                part.set_payload(text)
        for number, text in enumerate(texts):
            before, after = written.split(_MARK.format(number))
            written = before + linesep.join(text.splitlines() + [""] * text.endswith("\n")) + after
        return written.encode("ascii")
