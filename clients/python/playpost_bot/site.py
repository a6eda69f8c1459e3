"""The API of a site: one method for each thing that a bot needs."""

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
SILENCE = 60  # seconds after which a stream is broken: a site says something every 15


class Refused(Exception):
    """The site said no: `status`, the sentence, the `clause` of the rules it rests on ("" for none)."""

    def __init__(self, status: int, words: str, clause: str = "") -> None:
        super().__init__(f"{words} ({clause})" if clause else words)
        self.status, self.words, self.clause = status, words, clause


class Site:
    """A site and a token for it. `address`: "https://play.example.org"."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = address.rstrip("/"), token

    def waiting(self) -> list[dict[str, Any]]:
        """The decisions that wait, the most urgent first: `match`, `game`, `prompt`, `due_at`."""
        found: list[dict[str, Any]] = self.call("decisions/")["waiting"]
        return found

    def match(self, match_id: int) -> Match:
        """A match as our seat sees it: `view`, `decisions`, `seat`, `names`, `version`."""
        return self.call(f"matches/{match_id}/")

    def play(self, match_id: int, decision: str, move: dict[str, Any]) -> dict[str, Any]:
        """Answer a decision. Sending the same again is harmless. Raises Refused."""
        return self.call(f"matches/{match_id}/moves/", {"decision": decision, "move": move})

    def invitations(self) -> list[dict[str, Any]]:
        """Tables that somebody invites us to: `match`, `game`, `by`. Needs the scope `tables` to join."""
        found: list[dict[str, Any]] = self.call("invitations/")["invitations"]
        return found

    def join(self, match_id: int, key: str = "") -> None:
        """Sit down at a table. Once is enough, twice is harmless. Raises Refused."""
        self.call(f"tables/{match_id}/join/", {"key": key})

    def open_table(self, game: str, seats: int, **more: Any) -> dict[str, Any]:
        """A new table: `id`, `url`, `invite_url`. `bots=1` fills a seat with a bot of the site. Raises Refused."""
        return self.call("tables/", {"game": game, "seats": seats, **more})

    def call(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """GET, or POST with a body. Raises Refused; OSError when the site cannot be reached."""
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
        """News as they come, first the decisions that are open now. Goes on by itself after a break of the line;
        what was told shortly before may come again. Raises Refused."""
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
        """The answer of the stream, to be read line by line. `last_id`: of the last event that was read."""
        headers = {"Authorization": f"Bearer {self.token}", "Last-Event-ID": last_id}
        request = urllib.request.Request(f"{self.address}/api/v1/stream/", headers=headers)
        try:
            return urllib.request.urlopen(request, timeout=SILENCE)
        except HTTPError as error:
            raise _refusal(error) from None


def events_in(lines: Iterable[bytes]) -> Iterator[tuple[str, Event]]:
    """The events of a stream, each after its id."""
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
