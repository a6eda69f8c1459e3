"""Bots that people write: they play through the API only, and their names end with "(bot)"."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts import names, services
from accounts.look_alikes import look
from accounts.models import User

MOST = 3  # bots per person
LONGEST_NAME = 24 - len(names.BOT_SUFFIX)


def of(owner: User) -> QuerySet[User]:
    """The bots of a person, oldest first."""
    return owner.bots.order_by("id")


@transaction.atomic
def create(*, owner: User, name: str) -> User:
    """Create a bot. Raises ValidationError if the name is not allowed or the owner has too many bots."""
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)  # so that two requests cannot both pass the limit
    if owner.bots.count() >= MOST:
        raise ValidationError(f"You have {MOST} bots. Delete one first.", code="too_many")
    bot = User(bot_owner=owner, time_zone=owner.time_zone, is_findable=False)
    bot.set_unusable_password()
    with _named(bot, name):
        bot.save()
    return bot


@transaction.atomic
def rename(*, bot: User, name: str) -> None:
    """Change a bot's display name and user name. Raises ValidationError."""
    with _named(bot, name):
        services.save_settings(user=bot, is_renamed=True)


@contextmanager
def _named(bot: User, name: str) -> Iterator[None]:
    """Save a bot under this name, which somebody else may take at the same moment. Raises ValidationError."""
    _set_name(bot, name)
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise _taken() from None


def _set_name(bot: User, name: str) -> None:
    username = f"{name}{names.BOT_SUFFIX}"
    names.check_username(username)
    names.check_not_reserved(name)
    User.check_free(username, bot.pk)
    if look(name) in map(look, names.HOUSE_BOTS):
        raise _taken()
    bot.username, bot.display_name = username, f"{name} (bot)"


def _taken() -> ValidationError:
    return ValidationError("This name is taken. Please choose another one.", code="unique")


def people_behind(ids: Iterable[int | None]) -> set[int]:
    """These ids, and the ids of the owners of those that are bots."""
    known = {pk for pk in ids if pk is not None}
    owners = User.objects.filter(pk__in=known, bot_owner__isnull=False).values_list("bot_owner", flat=True)
    return known | {owner for owner in owners if owner is not None}
