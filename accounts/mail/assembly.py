"""A message whose bytes are put together in large pieces: Python's generator writes each line by itself."""

from typing import Any

from django.core.mail import SafeMIMEMultipart

WIDTH = 76  # of a header; longer ones are folded


class Assembled(SafeMIMEMultipart):
    """A message of several parts, all of them encoded, so that their texts are plain ASCII."""

    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n") -> bytes:  # type: ignore[override]
        """The same bytes as the generator's."""
        return _written(self).replace("\n", linesep).encode("ascii")


def _written(part: Any) -> str:
    headers = "".join([_folded(part, name, value) for name, value in part.raw_items()])
    if not part.is_multipart():
        text = part.get_payload()
        return "\n".join([headers, *text.splitlines(), *[""] * text.endswith("\n")])
    edge = f"--{part.get_boundary()}"
    parts = [f"{edge}\n{_written(one)}\n" for one in part.get_payload()]
    return "".join([headers, "\n", *parts, edge, "--\n"])


def _folded(part: Any, name: str, value: Any) -> str:
    line = f"{name}: {value}\n"
    return line if len(line) <= WIDTH and line.isascii() else str(part.policy.fold(name, value))
