"""Creates demo people and matches for a new site, and demo matches for titles that are added later."""

import secrets
from argparse import ArgumentParser
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction

from accounts.models import User
from games.clocks.time_control import DAY
from games.errors import Refusal
from games.lobby import tables
from games.matches import bots
from games.matches.loaded import load_match
from games.models import Match
from games.titles import load

PASSWORD = "paper-ink-postmark"
PEOPLE = (("anna", "Anna"), ("ben", "Ben"), ("clara", "Clara"))
CLOCK: dict[str, Any] = {"pace": "correspondence", "move_seconds": 3 * DAY, "bank_seconds": 7 * DAY}
MOST_MOVES = 400  # by bots until it is Anna's turn


def _address(username: str) -> str:
    """The address of a demo person. Anyone of that name with another address is a real person and gets no matches."""
    return f"{username}@example.com"


class Command(BaseCommand):
    help = "Create what is missing of: demo people, a running match per game, a finished match and an open table."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--random-password", action="store_true", help="as always outside of debug mode")

    def handle(self, *args: Any, random_password: bool = False, **options: Any) -> None:
        password = secrets.token_urlsafe(9) if random_password or not settings.DEBUG else PASSWORD
        names = [username for username, _ in PEOPLE]
        people = {user.username: user for user in User.objects.filter(username__in=names)}
        is_new = not people
        if is_new:
            with transaction.atomic():
                people = {username: self._person(username, name, password) for username, name in PEOPLE}
                # Lets a single person try playing by email, since matches against bots send emails to Anna too.
                User.objects.filter(username="anna").update(mail_mode=User.MailMode.ONCE, mail_bots=True)
        else:
            self.stdout.write("Demo people are here already.")
        if all(name in people and people[name].email == _address(name) for name in names):
            anna, ben, clara = (people[name] for name in names)
            self._matches(anna, ben, clara, is_new=is_new)
        known = self._password(list(people.values()), password)
        self.stdout.write(f"Demo accounts: {', '.join(names)}; {known}")

    def _password(self, people: list[User], wanted: str) -> str:
        """The password in words. On public sites, the documented default password is replaced."""
        ours = [user for user in people if user.email == _address(user.username)]
        for user in ours if wanted != PASSWORD else ():
            if user.check_password(PASSWORD):
                user.set_password(wanted)
                user.save(update_fields=["password"])
        if all(user.check_password(wanted) for user in ours):
            return f"password {wanted}"
        return "their password was printed when they got it (manage.py changepassword sets another)"

    def _matches(self, anna: User, ben: User, clara: User, is_new: bool) -> None:
        """A running match of each game in which Anna has never had a seat; on the first run also the rest."""
        games = load()
        for slug in games:
            if not Match.objects.filter(slug=slug, seats__user=anna).exists():
                self.stdout.write(f"  a running match of {games[slug].meta.title} …")
                self._running(slug, anna)
        if games and is_new:
            smallest = min(games, key=lambda slug: games[slug].meta.minutes)
            self.stdout.write("  a finished match and an open table …")
            self._finished(smallest, anna, [ben, clara])
            first = next(iter(games))
            self._table(first, ben, bots_wanted=1 if games[first].meta.seats[0] > 2 else 0)

    def _person(self, username: str, name: str, password: str) -> User:
        email = _address(username)
        user = User.objects.create_user(username=username, email=email, password=password, display_name=name)
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
        return user

    def _running(self, slug: str, anna: User) -> None:
        """Fill the table with bots, and play until it is Anna's turn for the second time."""
        match = self._table(slug, anna, bots_wanted=99)
        for _ in range(2):
            self._play_until_asked(match)
            if load_match(match.pk).is_over or bots.play_one(match.pk, for_people=True) is None:
                return
        self._play_until_asked(match)

    def _finished(self, slug: str, anna: User, others: list[User]) -> None:
        """A match of people and bots, played to the end by the house bot."""
        match = self._table(slug, anna, bots_wanted=0, is_rated=False)
        for person in others[: match.seat_count - 1]:
            tables.join(match_id=match.pk, user=person)
        if Match.objects.get(pk=match.pk).status == Match.Status.OPEN:
            tables.start_with_bots(match_id=match.pk, user=anna)
        for _ in range(MOST_MOVES):
            if not bots.play_one(match.pk, for_people=True):
                return

    def _table(self, slug: str, owner: User, bots_wanted: int, is_rated: bool = True) -> Match:
        game = load()[slug]
        seats = game.meta.seats[0]
        options = game.rules.options.defaults(seats, "correspondence")
        return tables.create_match(
            owner=owner,
            slug=slug,
            seats=seats,
            options=options,
            bots=min(bots_wanted, seats - 1),
            is_rated=is_rated,
            **CLOCK,
        )

    def _play_until_asked(self, match: Match) -> None:
        for _ in range(MOST_MOVES):
            try:
                if bots.play_one(match.pk) is None:
                    return
            except Refusal:  # a worker was faster
                continue
