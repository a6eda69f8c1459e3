"""An API client with the methods that a bot needs."""

import json
import time
import urllib.request
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.error import HTTPError

Match = dict[str, Any]
Decision = dict[str, Any]
Event = dict[str, Any]
TIMEOUT = 30  # seconds
SILENCE = 60  # seconds after which a silent stream counts as broken; the site sends something every 15


class Refused(Exception):
    """The site refused: HTTP `status`, a sentence, and the `clause` of the rules that forbids it ("" for none)."""

    def __init__(self, status: int, words: str, clause: str = "") -> None:
        super().__init__(f"{words} ({clause})" if clause else words)
        self.status, self.words, self.clause = status, words, clause


class Site:
    """A site and a token for it. `address`: "https://play.example.org"."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = address.rstrip("/"), token

    def waiting(self) -> list[dict[str, Any]]:
        """Our open decisions, most urgent first: `match`, `game`, `prompt`, `due_at`."""
        found: list[dict[str, Any]] = self.call("decisions/")["waiting"]
        return found

    def match(self, match_id: int) -> Match:
        """A match as our seat sees it: `view`, `decisions`, `seat`, `names`, `version`."""
        return self.call(f"matches/{match_id}/")

    def play(self, match_id: int, decision: str, move: dict[str, Any]) -> dict[str, Any]:
        """Answer a decision. Repeating the same answer is harmless. Raises Refused."""
        return self.call(f"matches/{match_id}/moves/", {"decision": decision, "move": move})

    def invitations(self) -> list[dict[str, Any]]:
        """Our open invitations: `match`, `game`, `by`. Joining needs the scope `tables`."""
        found: list[dict[str, Any]] = self.call("invitations/")["invitations"]
        return found

    def join(self, match_id: int, key: str = "") -> None:
        """Join a table. Repeating is harmless. Raises Refused."""
        self.call(f"tables/{match_id}/join/", {"key": key})

    def open_table(self, game: str, seats: int, **more: Any) -> dict[str, Any]:
        """Open a table: `id`, `url`, `invite_url`. `bots=1` fills a seat with the site's bot. Raises Refused."""
        return self.call("tables/", {"game": game, "seats": seats, **more})

    def call(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send a GET request, or a POST with `body`. Raises Refused; OSError if the site cannot be reached."""
        request = urllib.request.Request(
            f"{self.address}/api/v1/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except HTTPError as error:
            raise _refusal(error) from None

    def events(self) -> Iterator[Event]:
        """Events as they happen, open decisions first. Reconnects by itself; recent events may then be repeated.
        Raises Refused."""
        last_id, pause = "", 0.0
        while True:
            time.sleep(pause)
            try:
                with self.open_stream(last_id) as lines:
                    for number, event in events_in(lines):
                        last_id, pause = number, 0.0
                        yield event
            except OSError:
                pass
            pause = min(60.0, pause * 2 + 1)

    def open_stream(self, last_id: str = "") -> Any:
        """The HTTP response of the event stream, to be read by line. `last_id`: the id of the last event received."""
        headers = {"Authorization": f"Bearer {self.token}", "Last-Event-ID": last_id}
        request = urllib.request.Request(f"{self.address}/api/v1/stream/", headers=headers)
        try:
            return urllib.request.urlopen(request, timeout=SILENCE)
        except HTTPError as error:
            raise _refusal(error) from None


def events_in(lines: Iterable[bytes]) -> Iterator[tuple[str, Event]]:
    """Parse a stream into (id, event) pairs."""
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.decode().rstrip("\r\n").partition(": ")
        if name:
            fields[name] = value
        elif "data" in fields:
            yield fields["id"], {"event": fields["event"], **json.loads(fields["data"])}
            fields = {}


def _refusal(error: HTTPError) -> Refused:
    try:
        told = json.load(error)
    except ValueError:
        return Refused(error.code, error.reason)
    return Refused(error.code, told.get("detail", error.reason), told.get("clause", ""))
