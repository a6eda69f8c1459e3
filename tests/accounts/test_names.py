"""Names: the rules, in forms and as database constraints."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction

from accounts import names, zones
from accounts.forms import SettingsForm
from accounts.login.adapter import Adapter
from accounts.look_alikes import look
from accounts.models import User


@pytest.mark.parametrize("name", ["ab", "Anna-Lena_99", "x" * 24])
def test_valid_user_names_are_accepted(name: str) -> None:
    names.check_username(name)


@pytest.mark.parametrize("name", ["a", "x" * 25, "an na", "änna", "a.b", "a/b", "anna\n", "", "ann@", "<b>"])
def test_invalid_user_names_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        names.check_username(name)


@pytest.mark.parametrize("name", ["an\x00na", "an\tna", "an\u202ena", "an\u200bna", "an\nna"])
def test_the_error_names_control_characters(name: str) -> None:
    with pytest.raises(ValidationError, match="control characters"):
        names.check_username(name)
    with pytest.raises(ValidationError, match="control characters"):
        names.clean_display_name(name)


@pytest.mark.parametrize("name", ["me", "ME", "Mail", "deleted-3", "House-Bot-1", "admin"])
def test_reserved_names_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="reserved"):
        names.check_not_reserved(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Playpost staff",
            "Administrator",
            "the ѕtaff",
            "ＰＬＡＹＰＯＳＴ",
            "𝐀𝐝𝐦𝐢𝐧",
            "Admіn",
            "Adm1n",
            "playpost_team",
        ),
        *("localhost", "Rооt", "Site-Administrator"),
    ],
)
def test_names_that_look_official_are_reserved(name: str) -> None:
    with pytest.raises(ValidationError, match="reserved"):
        names.check_not_reserved(name)


def test_the_names_of_the_host_are_reserved(settings: Any) -> None:
    settings.SITE_URL, settings.DEFAULT_FROM_EMAIL = "https://www.gamenight.example", "Anna's games <post@a.example>"
    for name in ("gamenight.example", "GameNight", "Anna's Games", "Gаmenight"):
        with pytest.raises(ValidationError, match="reserved"):
            names.check_not_reserved(name)


@pytest.mark.parametrize("name", ["Anna", "Staffan", "Rooty", "Emotional Support", "Günther", "Ада", "我", ""])
def test_other_names_are_not_reserved(name: str) -> None:
    names.check_not_reserved(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Au2", "Аu2"), ("au2", "ａｕ２"), ("Au2", "𝐀𝐮𝟐"), ("Alice", "AIice"), ("Bill", "B1ll"), ("code", "C0de")),
        *(("modern", "modem"), ("Paypal", "Рауpal"), ("ann-a", "ANN\u2010a")),
    ],
)
def test_names_that_look_alike_share_a_look(one: str, other: str) -> None:
    assert look(one) == look(other)


@pytest.mark.parametrize(("one", "other"), [("Anna", "Anne"), ("Anna", "Анна"), ("au2", "au3"), ("u", "ü")])
def test_names_that_differ_have_different_looks(one: str, other: str) -> None:
    assert look(one) != look(other)


def test_display_names_are_normalized() -> None:
    assert names.clean_display_name("  Jose\u0301   M. ") == "Jos\u00e9 M."


def test_names_with_stacked_accents_are_refused() -> None:
    assert names.clean_display_name("Vie\u0323\u0302t Nam")
    with pytest.raises(ValidationError, match="so many accents"):
        names.clean_display_name("Z" + "\u0300\u0301" * 6)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fields",
    [
        {"username": "PLAYER", "email": "x@example.org"},
        {"username": "other", "email": "PLAYER@example.org"},
        {"username": "a b", "email": ""},
        {"username": "bot-with-mail", "email": "b@example.org", "is_bot": True, "is_active": False},
        {"username": "bot-that-enters", "email": "", "is_bot": True},
    ],
)
def test_database_constraints_refuse_invalid_names(player: User, fields: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(**fields)


@pytest.mark.django_db
def test_case_insensitive_lookups_use_an_index(player: User) -> None:
    assert User.objects.get_by_natural_key("PlaYer") == player
    with connection.cursor() as cursor:
        cursor.execute("set local enable_seqscan = off")
    assert "person_name_once" in User.objects.filter(username__iexact="PLAYER").explain()
    found_by_address = User.objects.filter(email__iexact="PLAYER@example.org").exclude(email="")
    assert "person_email_once" in found_by_address.explain()


@pytest.mark.django_db
def test_several_people_can_have_no_address() -> None:
    User.objects.create_bot("house-bot-1")
    User.objects.create_bot("house-bot-2")


@pytest.mark.django_db
def test_a_display_name_cannot_be_another_persons_user_name(player: User, stranger: User) -> None:
    data = {"display_name": "Player", "time_zone": "UTC", "language": "en", "mail_daily_limit": 5}
    assert "display_name" in SettingsForm(data, instance=stranger).errors
    assert not SettingsForm(data, instance=player).errors


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Рlayer", "ｐｌａｙｅｒ", "p1ayer", "𝐩𝐥𝐚𝐲𝐞𝐫"])
def test_a_name_cannot_look_like_another_persons_user_name(player: User, stranger: User, name: str) -> None:
    data = {"display_name": name, "time_zone": "UTC", "language": "en", "mail_daily_limit": 5}
    assert "display_name" in SettingsForm(data, instance=stranger).errors
    assert not SettingsForm(data, instance=player).errors
    with pytest.raises(ValidationError, match="looks like it"):
        Adapter().clean_username("PIayer")


@pytest.mark.django_db
def test_only_the_staff_calls_itself_staff(staff: User, stranger: User) -> None:
    data = {"display_name": "Playpost staff", "time_zone": "UTC", "language": "en", "mail_daily_limit": 5}
    assert (
        not SettingsForm(data, instance=staff).errors and "display_name" in SettingsForm(data, instance=stranger).errors
    )


def test_time_zones_have_one_name_each_and_old_names_still_work() -> None:
    offered = zones.choices()
    assert offered[0] == "UTC" and "Europe/Kyiv" in offered and set(offered) <= zones.known()
    assert not {"Europe/Kiev", "Asia/Calcutta", "Australia/West", "Australia/LHI"} & set(offered)
    zones.check_zone("Europe/Kiev")
    assert str(zones.zone("Europe/Berlin")) == "Europe/Berlin"
    assert str(zones.zone("Middle-earth/Shire")) == "UTC"
    with pytest.raises(ValidationError):
        zones.check_zone("../../etc/passwd")
