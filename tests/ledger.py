"""The ledger: somebody plays at each door of a site and notes every move that the door has acknowledged.

A form says so by its redirect to the table, a socket by the next version on the page, the link of an email by its page,
a reply by the mail webhook, a token by its receipt, a bot by the record that others see. A move without an answer is
sent again. Whatever happens to the site: each noted move is in the database, once, as it was sent.
"""

import http.client
import json
import random
import threading
import time
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlencode

from tests.bench.load import VERSION, cookie_of
from tests.deltas import Parts
from tests.rolling_restart import CSRF
from tests.samples import GAME, LONG

PAUSE = 0.3  # seconds before the next move at a door, and before a move is sent again
PATIENCE = 30.0  # seconds for an answer
LONGEST = 90  # moves of a match: a person may send 60 replies an hour
WEBHOOK_SECRET = "post:horn"
REPLY_TO = "reply@in.example.org"
FATES = ("acknowledged", "lost", "doubled", "different")
Key = tuple[int, str]  # match and decision


@dataclass
class Ledger:
    """Moves by door and decision as plain JSON; `of_bots`: decisions that fell to bots; `refused`: in words."""

    noted: dict[str, dict[Key, Any]] = field(default_factory=lambda: defaultdict(dict))
    of_bots: set[Key] = field(default_factory=set)
    refused: list[str] = field(default_factory=list)
    stored: dict[Key, list[Any]] = field(default_factory=lambda: defaultdict(list))

    def read(self) -> None:
        """Read what is stored."""
        from games.models import MoveRecord

        self.take(MoveRecord.objects.exclude(move="").values_list("match_id", "decision", "move"))

    def take(self, rows: Iterable[tuple[int, str, str]]) -> None:
        """These moves are stored: match, decision, move as JSON."""
        self.stored.clear()
        for match, decision, move in rows:
            self.stored[match, decision].append(json.loads(move))

    def count(self) -> dict[str, Counter[str]]:
        """What became of the noted moves, by door."""
        return {
            door: Counter(fate for key, move in noted.items() for fate in self._fates(key, move))
            for door, noted in self.noted.items()
        }

    def _fates(self, key: Key, move: Any) -> list[str]:
        found = self.stored.get(key, [])
        is_so = {"lost": not found, "doubled": len(found) > 1, "different": bool(found) and move not in found}
        return ["acknowledged", *(fate for fate, is_true in is_so.items() if is_true)]

    def wrong(self) -> list[str]:
        """All violations, in words."""
        counts = self.count().items()
        bad = [f"{door}: {count[fate]} moves {fate}" for door, count in counts for fate in FATES[1:] if count[fate]]
        return bad + [f"bot: {key} was never played" for key in self.of_bots - self.stored.keys()] + self.refused


@dataclass
class Sent:
    """A move on its way; `label`: its words in an email."""

    key: Key
    seat: int
    user: Any
    move: Any
    version: int
    label: str = ""

    def fields(self) -> dict[str, list[str]]:
        """The move as a form."""
        from games.matches.move_forms import move_as_form

        found = {"decision": [self.key[1]]}
        for name, value in move_as_form(self.move):
            found.setdefault(name, []).append(value)
        return found


class Player(threading.Thread):
    """Plays one match after the other through one door until `is_over`."""

    def __init__(self, ledger: Ledger, door: str, port: int) -> None:
        super().__init__(name=door, daemon=True)
        self.ledger, self.door, self.port = ledger, door, port
        self.is_over = threading.Event()
        self.match_id, self.made, self.secrets = 0, 0, dict[int, str]()  # cookie or token of each seat's person

    def run(self) -> None:
        from django.db import DatabaseError, connection
        from redis import RedisError
        from websockets.exceptions import WebSocketException

        sent: Sent | None = None
        while not self.is_over.is_set():
            try:
                sent = sent or self._next()
                if sent and DOORS[self.door](self, sent):
                    noted = self.ledger.noted["form" if self.door == "bot" else self.door]
                    noted[sent.key], sent = {"verb": sent.move.verb, "args": sent.move.args}, None
            except (DatabaseError, RedisError, OSError, WebSocketException, http.client.HTTPException):
                connection.close()
            time.sleep(PAUSE)
        connection.close()

    def _next(self) -> Sent | None:
        """What to send next; None while a bot is asked, and after a match."""
        from games.kernel import legal_moves
        from games.kernel.rng import Rng
        from games.mail import choices
        from games.matches.loaded import load_match

        loaded = load_match(self.match_id) if self.match_id else None
        asked = next((one for one in loaded.open_decisions() if one.answer is None), None) if loaded else None
        if loaded is None or asked is None or loaded.is_over or loaded.version > LONGEST:
            return self._new_table()
        key, seat = (loaded.id, asked.id), asked.decision.seat
        self._note_bots(loaded, key, seat)
        if loaded.seats[seat].is_bot:
            return None
        offered = [one for one in choices.offered(loaded, seat, asked.decision) if one.is_complete]
        chosen = random.choice(offered) if offered else None
        move = (
            chosen.move
            if chosen
            else legal_moves.random_move(
                loaded.game, loaded.at_table(), asked.decision, Rng(random.randbytes(16).hex())
            )
        )
        return Sent(key, seat, loaded.seats[seat].user, move, loaded.version, chosen.label if chosen else "")

    def _note_bots(self, loaded: Any, asked: Key, seat: int) -> None:
        from games.models import MoveRecord

        if self.door == "bot":
            if loaded.seats[seat].is_bot:
                self.ledger.of_bots.add(asked)
            seen = MoveRecord.objects.filter(match=loaded.id, by="bot").values_list("decision", "move")
            self.ledger.noted["bot"] |= {(loaded.id, decision): json.loads(move) for decision, move in seen}

    def _new_table(self) -> None:
        """Start a match: against bots at their door, else of three people."""
        from accounts import tokens
        from accounts.models import User
        from games.lobby import tables
        from games.matches.loaded import load_match
        from tests.bench.cost import people

        self.made += 1
        count = 1 if self.door == "bot" else 3
        persons = people(count, f"{self.door.replace(' ', '-')}-{random.randbytes(3).hex()}-")
        ids = [person.pk for person in persons]
        User.objects.filter(pk__in=ids).update(mail_daily_limit=500, mail_mode="once")  # none waits for others
        facts: dict[str, Any] = {"options": LONG, "pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
        match = tables.create_match(owner=persons[0], slug=GAME, seats=3, **facts)
        for person in persons[1:]:
            tables.join(match_id=match.pk, user=person)
        for _ in range(3 - count):
            tables.add_bot(match_id=match.pk, user=persons[0])
        make = partial(tokens.create, name="ledger", scopes=["read", "play"], days=30)
        secrets = {one.pk: make(user=one) if self.door == "token" else cookie_of(one) for one in persons}
        self.secrets = {seat.number: secrets.get(seat.user, "") for seat in load_match(match.pk).seats}
        self.match_id = match.pk

    def ask(self, path: str, body: str, **headers: str) -> tuple[int, str]:
        """Post this; the status, and where a redirect leads."""
        line = http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)
        try:
            line.request("POST", path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = line.getresponse()
            return answer.status, answer.headers.get("Location", "")
        finally:
            line.close()

    def taken(self, answer: tuple[int, str], sent: Sent, wanted: tuple[int, ...], place: str = "") -> bool:
        """Whether the door has acknowledged the move; notes refusals that are not “try again”."""
        status, location = answer
        if status in wanted and location.startswith(place):
            return True
        if 300 <= status < 500 and status != 429:
            self.ledger.refused.append(f"{self.door}: {sent.key} was answered with {status} {location}")
        return False


FORM = {"Content_Type": "application/x-www-form-urlencoded"}
JSON = {"Content_Type": "application/json"}


def by_form(player: Player, sent: Sent) -> bool:
    cookie = f"{player.secrets[sent.seat]}; csrftoken={CSRF}"
    body = urlencode(sent.fields(), doseq=True)
    answer = player.ask(f"/match/{sent.key[0]}/play/", body, Cookie=cookie, X_CSRFToken=CSRF, **FORM)
    return player.taken(answer, sent, (302,), "/match/")


def by_socket(player: Player, sent: Sent) -> bool:
    """Whether the page shows a newer version. After a break the page may show it at once."""
    from websockets.sync.client import connect

    site, parts, is_sent = f"localhost:{player.port}", Parts(), False
    head = {"Cookie": player.secrets[sent.seat]}
    address = f"ws://{site}/ws/match/{sent.key[0]}/"
    with connect(address, origin=f"http://{site}", additional_headers=head) as line:  # type: ignore[arg-type]
        while True:
            parts.hear(line.recv(PATIENCE), only="status")
            found = VERSION.search(parts.get("status", ""))
            if found and int(found[1]) > sent.version:
                return True
            if not is_sent:
                line.send(json.dumps(sent.fields()))
                is_sent = True


def by_link(player: Player, sent: Sent) -> bool:
    from games.mail import links

    ticket = links.Ticket(sent.key[0], sent.seat, sent.user, links.FORM, sent.key[1])
    path = links.link(ticket).partition("/email/")[2]
    answer = player.ask(f"/email/{path}", urlencode(sent.fields(), doseq=True), **FORM)
    return player.taken(answer, sent, (200, 410))  # 410: already played


def by_reply(player: Player, sent: Sent) -> bool:
    from accounts.mail import inbound
    from accounts.models import OutgoingMail

    row = OutgoingMail.objects.select_related("user").get(key=f"m{sent.key[0]}.{sent.key[1]}.turn")
    mail = {
        "FromFull": {"Email": "x@example.net"},
        "ToFull": [{"Email": inbound.address_for(row)}],
        "Headers": [{"Name": "Message-ID", "Value": f"<{sent.key[0]}.{sent.key[1]}@phone>"}],
        "TextBody": sent.label,
    }
    secret = "Basic " + b64encode(WEBHOOK_SECRET.encode()).decode()
    answer = player.ask("/anymail/postmark/inbound/", json.dumps(mail), Authorization=secret, **JSON)
    return player.taken(answer, sent, (200,))


def by_token(player: Player, sent: Sent) -> bool:
    body = {"decision": sent.key[1], "move": {"verb": sent.move.verb, "args": sent.move.args}}
    secret = f"Bearer {player.secrets[sent.seat]}"
    answer = player.ask(f"/api/v1/matches/{sent.key[0]}/moves/", json.dumps(body), Authorization=secret, **JSON)
    return player.taken(answer, sent, (200,))


DOORS: dict[str, Callable[[Player, Sent], bool]] = {
    "form": by_form,
    "socket": by_socket,
    "mail link": by_link,
    "reply": by_reply,
    "token": by_token,
    "bot": by_form,  # the one person at a table of bots
}
