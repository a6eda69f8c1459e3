"""A table that waits for players, as one person sees it: what they may do there, and what the page says."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils import timezone
from msgspec import Struct

from accounts import guests, stamps
from accounts.models import OutgoingMail, User
from accounts.people import blocks, friends
from games.deadlines import vacations
from games.lobby.tables import is_taken_off, may_join, seat_requests_of
from games.models import Match, Seat


@dataclass(frozen=True)
class WaitingRoom:
    """The table, its seats in order, and the person (who may be anonymous). `address`: that of somebody without an
    account, if they have confirmed one."""

    match: Match
    seats: list[Seat]
    user: Any
    address: str = ""

    @classmethod
    def of(cls, match_id: int, user: Any, address: str = "") -> "WaitingRoom":
        """The room of this table. Two queries."""
        match = Match.objects.select_related("owner").get(pk=match_id)
        return cls(match, list(match.seats.select_related("user").order_by("number")), user, address)

    def may_see(self, key: str) -> bool:
        """With this key or without: those who sit here, and those who may join and whom nobody here has blocked."""
        others = [seat.user_id for seat in self.seats]
        return self.is_seated or (may_join(self.match, self.user, key) and not blocks.is_hidden_from(self.user, others))

    @cached_property
    def own_seat(self) -> Seat | None:
        known = self.user.is_authenticated
        return next((seat for seat in self.seats if known and seat.user_id == self.user.pk), None)

    @property
    def is_seated(self) -> bool:
        return self.own_seat is not None

    @property
    def is_host(self) -> bool:
        return bool(self.match.owner_id == self.user.pk)

    @property
    def is_full(self) -> bool:
        """Has the shuffle begun? From then on, nobody may come or go."""
        return self.match.starts_by is not None

    @property
    def waiting_for(self) -> str:
        return "All seats are taken" if self.is_full else "Waiting for players"

    @property
    def free(self) -> int:
        """The number of free seats."""
        return sum(seat.user_id is None for seat in self.seats)

    @property
    def may_join(self) -> bool:
        may_sit = self.user.is_authenticated and (self.gets_account or not (self.match.is_rated and self.user.is_guest))
        return bool(self.free) and not self.is_seated and may_sit and not self.is_taken_off

    @cached_property
    def is_taken_off(self) -> bool:
        """Has the host removed this person from a seat?"""
        return self.user.is_authenticated and not self.is_seated and is_taken_off(self.match, self.user)

    @property
    def may_sit_as_guest(self) -> bool:
        return bool(self.free) and (self.gets_account or not self.match.is_rated)

    @cached_property
    def gets_account(self) -> bool:
        """Does a seat come with an account for this person, who has none? At rated tables, with a confirmed address."""
        return self.match.is_rated and guests.may_open_account(self.address, self.user.pk)

    @property
    def may_leave(self) -> bool:
        return self.is_seated and not self.is_host and not self.is_full

    @property
    def may_close(self) -> bool:
        return self.is_host and not self.is_full

    @property
    def is_invited(self) -> bool:
        return self.user.is_authenticated and self.match.invitations.filter(user=self.user).exists()

    def invited(self) -> list[str]:
        """For those who sit here: the names of invited people, and the addresses that this person invited."""
        if not self.is_seated:
            return []
        sent = self.match.email_invitations.filter(by=self.user).order_by("pk").values_list("pk", "address")
        dead = OutgoingMail.objects.filter(user=self.user, kind="invited_by_email", status=OutgoingMail.Status.DEAD)
        lost = set(dead.values_list("data__invitation", flat=True)) if sent else ()
        addresses = (f"{address} (could not be delivered)" if pk in lost else address for pk, address in sent)
        known = friends.friends_of(self.user)  # strangers are told nothing of a person they only invited
        people = [row.user for row in self.match.invitations.select_related("user")]
        why = self._absences([one for one in people if one.pk in known])
        return [*(f"{one.name} ({why[one.pk]})" if one.pk in why else one.name for one in people), *addresses]

    def _absences(self, people: Iterable[User]) -> dict[int, str]:
        """For those who sit here, at a table by email: why some of these people may not come soon."""
        others = {one.pk: one for one in people if one.pk != self.user.pk}
        if not self.is_seated or self.match.pace == Match.Pace.LIVE:
            return {}
        lost = {pk: "emails to them bounce" for pk, one in others.items() if one.mail_bounced_at}
        away = vacations.soon_of(others, timezone.now())
        return lost | {one.user_id: f"away {one.in_words()}" for one in reversed(away)}

    def shown_seats(self) -> list["ShownSeat"]:
        requests = dict(seat_requests_of(self.match))
        why = self._absences([seat.user for seat in self.seats if seat.user])
        return [_seat(self, seat, requests, why) for seat in self.seats]

    def pointing(self) -> "Pointing | None":
        """The host's choice of a player, if an option asks for one."""
        asks, match = self.match.game.meta.points, self.match
        words = next(
            (asks[f"{name}={value}"] for name, value in match.options.items() if f"{name}={value}" in asks), ""
        )
        if not words:
            return None
        players = [(seat.number, seat.user.name, seat.user_id == match.pointed_id) for seat in self.seats if seat.user]
        chosen = next((name for _, name, is_pointed in players if is_pointed), "")
        return Pointing(words, players, chosen)

    def seat_requests(self) -> list[tuple[str, str, bool]]:
        """What this person can ask for (value, label, is chosen), without what others have chosen; [] if they have no
        seat or the game offers nothing."""
        if self.own_seat is None:
            return []
        own = self.own_seat.seat_request
        taken = {seat.seat_request for seat in self.seats if seat.seat_request != own}
        return [(value, words, value == own) for value, words in seat_requests_of(self.match) if value not in taken]

    def hint(self) -> str:
        """What the table waits for."""
        if self.is_full:
            return "All seats are taken. The game starts in a moment."
        many = "seat is" if self.free == 1 else "seats are"
        or_bots = ", or when you fill them with bots" if self.is_host else ""
        return f"{self.free} {many} free. The match starts when all are taken{or_bots}."


class ShownSeat(Struct, frozen=True):
    """A seat on the page; without a name it is free. `tag`: shown next to the name of a guest or a special bot."""

    number: int
    who: int = 0
    name: str = ""
    url: str = ""
    is_me: bool = False
    is_owner: bool = False
    is_bot: bool = False
    request: str = ""
    tag: str = ""
    absence: str = ""
    stamp: str = ""


def _seat(room: WaitingRoom, seat: Seat, requests: dict[str, str], absences: dict[int, str]) -> ShownSeat:
    if seat.user is None:
        return ShownSeat(seat.number)
    is_bot = seat.user.is_bot
    return ShownSeat(
        number=seat.number,
        who=seat.user.pk,
        name=seat.user.name,
        stamp=stamps.mark(seat.user.pk, seat.user.stamp),
        url="" if seat.user.is_guest else reverse("profile", args=[seat.user.username]),
        is_me=seat.user_id == room.user.pk,
        is_owner=seat.user_id == room.match.owner_id,
        is_bot=seat.user.is_any_bot,
        request=requests.get(seat.seat_request, ""),
        absence=absences.get(seat.user.pk, ""),
        tag="guest" if seat.user.is_guest else seat.strength if is_bot and seat.strength != "house" else "",
    )


class Pointing(Struct, frozen=True):
    """The host's choice of a player: the question, the players (seat, name, is chosen), and the chosen name."""

    words: str
    players: list[tuple[int, str, bool]]
    chosen: str
