"""The register of what belongs to a person: complete, and followed by the export and by deletion."""

from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, RefreshToken

from accounts import guests, hooks, personal, ratings, services, tokens
from accounts.hooks import Held, Merge
from accounts.models import ApiToken, RatingPoint, User
from games.models import AnswerTime
from tests.samples import GAME

pytestmark = pytest.mark.django_db
SECRET = {
    "key_hash",
    "token",
    "token_checksum",
    "secrets",
    "nonce",
    "code",
    "password",
    "client_secret",
    "data",
    "mark",
}


def keys() -> set[tuple[type[Model], str]]:
    """All foreign keys to a person, except those of Django's tables between people and permissions."""
    models = [model for model in apps.get_models(include_auto_created=True) if not model._meta.auto_created]
    fields = [(model, field) for model in models for field in model._meta.concrete_fields]
    return {(model, field.name) for model, field in fields if field.related_model is User}


def test_every_foreign_key_to_a_person_is_in_the_register_once() -> None:
    listed = [(held.model, held.field) for held in hooks.held]
    assert len(listed) == len(set(listed))
    assert set(listed) == keys()


@pytest.mark.parametrize("held", hooks.held, ids=lambda held: f"{held.model.__name__}.{held.field}")
def test_each_entry_is_exported_or_says_why_not(held: Held) -> None:
    assert bool(held.shown) == bool(held.heading) == (not held.why_not)
    columns = {column.partition(" as ")[0] for column in held.shown}
    assert not columns & SECRET, "keys are not shown, not even to their owner"
    held.model._default_manager.values_list(*columns)  # raises FieldError for a column that does not exist
    if held.once or held.merge is Merge.FREE:
        held.model._default_manager.values_list(held.once or "match_id")
    on_delete = held.model._meta.get_field(held.field).remote_field.on_delete.__name__
    assert held.is_deleted or held.merge is not Merge.STAY or on_delete != "DO_NOTHING"


def fill(person: User) -> str:
    """Give a person a row of what the export lacked before, and return the key of their token."""
    key = tokens.create(user=person, name="Clara's laptop in Berlin", scopes=["read"], days=30)
    soon = timezone.now() + timedelta(hours=1)
    app = Application.objects.create(name="Notifier", redirect_uris="https://example.org/", user=None)
    access = AccessToken.objects.create(user=person, application=app, token="secret-1", scope="read", expires=soon)
    RefreshToken.objects.create(user=person, application=app, token="secret-2", access_token=access)
    AnswerTime.objects.create(user=person, pace="live", seconds=12.0, answers=3)
    return key


def test_the_export_has_tokens_apps_ratings_and_answer_times_but_no_keys(player: User, stranger: User) -> None:
    ratings.record_result(GAME, {player.pk: 1, stranger.pk: 2}, pace="live")
    key = fill(player)
    data = services.export_data(user=player)
    assert data["tokens"][0]["name"] == "Clara's laptop in Berlin" and data["tokens"][0]["scopes"] == ["read"]
    assert data["connected_apps"][0]["app"] == "Notifier" and data["connected_apps"][0]["scope"] == "read"
    assert data["ratings_by_pace"][0]["pace"] == "live" and data["rating_history"][0]["slug"] == GAME
    assert data["answer_times"] == [{"pace": "live", "seconds": 12.0, "answers": 3, "missed": 0}]
    told = str(data)
    assert key not in told and "secret-" not in told and ApiToken.objects.get().key_hash not in told


def test_after_deletion_only_rows_that_may_stay_are_left(player: User, stranger: User) -> None:
    ratings.record_result(GAME, {player.pk: 1, stranger.pk: 2})
    fill(player)
    services.delete_account(user=player)
    assert not ApiToken.objects.filter(name__contains="Clara").exists()
    left = {held.model.__name__ for held in hooks.held if held.is_deleted and personal._rows(held, player).exists()}
    assert not left
    assert RatingPoint.objects.filter(user=player).exists()


def test_a_guest_who_logs_in_leaves_no_row_behind(player: User) -> None:
    guest = User.objects.create(username="robin", is_guest=True)
    fill(guest)
    guests.merge(guest=guest, account=player)
    assert not User.objects.filter(pk=guest.pk).exists()
    assert not AnswerTime.objects.filter(user=player).exists(), "habits of a guest are not the account's"


def test_the_law_itself(monkeypatch: Any) -> None:
    monkeypatch.setattr(hooks, "held", hooks.held[1:])
    assert {(held.model, held.field) for held in hooks.held} != keys()
