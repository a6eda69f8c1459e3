"""Help, privacy, terms, imprint, contact: defaults, and the host's own texts."""

from pathlib import Path

import pytest
from django.test import Client, override_settings

from accounts.models import User
from config import host_pages

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["help", "privacy", "terms"])
def test_there_is_a_default_with_a_link_in_the_footer(client: Client, name: str) -> None:
    answer = client.get(f"/about/{name}/")
    assert answer.status_code == 200 and f"<h1>{name.capitalize()}</h1>" in answer.content.decode()
    assert f'href="/about/{name}/"' in client.get("/tables/").content.decode()


def test_the_privacy_page_counts_the_cookies(client: Client, owner: User, player: User) -> None:
    client.force_login(owner)
    client.get("/people/me/settings/")  # a page with a form
    client.post(f"/people/{player.username}/relation/", {"what": "follow"})
    assert set(client.cookies) == {"sessionid", "csrftoken", "messages"}
    assert "There are three cookies" in client.get("/about/privacy/").content.decode()


def test_an_imprint_exists_once_the_host_has_written_it(client: Client, tmp_path: Path) -> None:
    assert client.get("/about/imprint/").status_code == 404
    assert "/about/imprint/" not in client.get("/tables/").content.decode()
    with override_settings(PAGES=tmp_path):
        (tmp_path / "imprint.md").write_text("# Imprint\n\nAnna, <post@example.org> <script>alert(1)</script>")
        body = client.get("/about/imprint/").content.decode()
        assert "mailto:post@example.org" in body and "alert(1)" not in body
        assert "/about/imprint/" in client.get("/tables/").content.decode()


def test_the_hosts_text_replaces_the_default(client: Client, tmp_path: Path) -> None:
    with override_settings(PAGES=tmp_path):
        (tmp_path / "terms.md").write_text("# Terms\n\nPlay nicely.")
        assert "Play nicely." in client.get("/about/terms/").content.decode()


@pytest.mark.parametrize("name", ["secret_key", "nothing", "..", "readme"])
def test_no_other_file_is_served(client: Client, name: str) -> None:
    assert client.get(f"/about/{name}/").status_code == 404


def test_an_unreadable_file_falls_back_to_the_default(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """os.access is mocked, because tests may run as root, who can read everything."""
    terms = tmp_path / "terms.md"
    terms.write_text("# Terms\n\nPlay nicely.")
    monkeypatch.setattr("os.access", lambda path, mode: Path(path).exists() and Path(path) != terms)
    with override_settings(PAGES=tmp_path):
        body = client.get("/about/terms/").content.decode()
        assert "<h1>Terms</h1>" in body and "Play nicely." not in body
        assert host_pages.unreadable() == [terms]
