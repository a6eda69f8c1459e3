"""Django's admin: accounts and permissions only, no matches and emails."""

import pytest
from django.contrib.admin.sites import site
from django.test import Client

from accounts.models import User

OURS = ("accounts", "games", "rulebook")
pytestmark = pytest.mark.django_db


def test_only_superusers_can_change_accounts(client: Client, staff: User, player: User) -> None:
    path = "/admin/accounts/user/"
    assert client.get(path).status_code == 302
    client.force_login(player)
    assert client.get(path).status_code in (302, 403)
    client.force_login(staff)
    assert client.get(path).status_code == 200


def test_a_person_can_be_edited_but_not_deleted(client: Client, staff: User, player: User) -> None:
    client.force_login(staff)
    assert client.get(f"/admin/accounts/user/{player.pk}/change/").status_code == 200
    assert client.get("/admin/accounts/user/add/").status_code == 200
    assert client.post(f"/admin/accounts/user/{player.pk}/delete/", {"post": "yes"}).status_code == 403


def test_admin_has_only_accounts_and_permissions() -> None:
    """Acts on /staff/ are logged; admin pages for other models would bypass that and could show secrets."""
    ours = {f"{m._meta.app_label}.{m.__name__}" for m in site._registry if m.__module__.split(".")[0] in OURS}
    assert ours == {"accounts.User"}
