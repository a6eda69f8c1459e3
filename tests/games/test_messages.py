"""Messages between friends: read by the two only, told under the bell, reported with their words, ended by a block."""

import re
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Block, DirectMessage, Friendship, OutgoingMail, User
from accounts.services import delete_account, export_data
from games.lobby import bell
from games.models import Report
from tests.games.conftest import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
TO_PLAYER, TO_OWNER = "/messages/player/", "/messages/owner/"


@pytest.fixture
def friends(owner: User, player: User) -> None:
    Friendship.objects.create(by=owner, to=player, agreed_at=timezone.now())


def say(user: User, address: str, text: str) -> int:
    return int(browser_of(user).post(address, {"text": text}).status_code)


@pytest.mark.usefixtures("friends")
def test_a_friend_reads_a_message_and_the_bell_tells_of_it_once(owner: User, player: User, stranger: User) -> None:
    for text in ("Shall we play?", "Tonight"):
        assert say(owner, TO_PLAYER, text) == 302
    assert bell.counts(player.pk).others == 1 and "Message" in browser_of(player).get("/news/").content.decode()
    page = browser_of(player).get(TO_OWNER).content.decode()
    assert page.index("Shall we play?") < page.index("Tonight")
    assert bell.counts(player.pk).others == 0 and not DirectMessage.objects.filter(read_at=None).exists()
    assert "Tonight" not in browser_of(stranger).get(TO_OWNER).content.decode()
    assert "/messages/player/" in browser_of(owner).get("/people/").content.decode()


@pytest.mark.usefixtures("friends")
def test_earlier_messages_stay_within_reach(owner: User, player: User) -> None:
    DirectMessage.objects.bulk_create(DirectMessage(by=owner, to=player, text=f"Line {n}.") for n in range(70))
    seen, address = "", TO_OWNER
    while address:
        page = browser_of(player).get(address).content.decode()
        seen, earlier = page + seen, re.search(r'href="(\?before=\d+)" rel="prev"', page)
        address = TO_OWNER + earlier[1] if earlier else ""
    assert [int(number) for number in re.findall(r"Line (\d+)\.", seen)] == list(range(70))
    assert seen.count("Newest messages") == 2


@pytest.mark.usefixtures("friends")
def test_a_button_pressed_twice_sends_one_message(owner: User) -> None:
    for text in ("Tonight?", "Tonight?", "At eight?"):
        assert say(owner, TO_PLAYER, text) == 302
    assert [*DirectMessage.objects.order_by("pk").values_list("text", flat=True)] == ["Tonight?", "At eight?"]


def test_only_friends_write(owner: User, player: User) -> None:
    assert say(owner, TO_PLAYER, "Hello") == 403 and not DirectMessage.objects.exists()
    guest = User.objects.create_guest()
    assert say(guest, TO_PLAYER, "Hello") == 403
    assert browser_of(owner).get(TO_OWNER).status_code == 404, "nobody writes to themselves"


@pytest.mark.usefixtures("friends")
def test_a_block_and_an_empty_message_are_refused(owner: User, player: User) -> None:
    assert say(owner, TO_PLAYER, " ") == 422 and say(owner, TO_PLAYER, "a\u202eb") == 422
    Block.objects.create(by=player, whom=owner)
    assert say(owner, TO_PLAYER, "Hello") == 403 and not OutgoingMail.objects.exists()
    assert "You blocked owner." in browser_of(player).get(TO_OWNER).content.decode()
    page = browser_of(owner).get(TO_PLAYER).content.decode()
    assert "blocked" not in page and "once you are friends" in page, "nobody is told of a block"


@pytest.mark.usefixtures("friends")
def test_a_report_quotes_the_message_to_its_reader_only(owner: User, player: User, stranger: User) -> None:
    say(owner, TO_PLAYER, "You are a cheat")
    number = DirectMessage.objects.get().pk
    form: dict[str, Any] = {"kind": "Insults or hate", "message": number}
    assert "You are a cheat" in browser_of(player).get(f"/report/owner/?message={number}").content.decode()
    assert "You are a cheat" not in browser_of(stranger).get(f"/report/owner/?message={number}").content.decode()
    browser_of(player).post("/report/owner/", form)
    assert Report.objects.get().text == "“You are a cheat”"


@pytest.mark.usefixtures("friends")
def test_messages_go_with_an_account_and_into_its_export(owner: User, player: User) -> None:
    say(owner, TO_PLAYER, "Shall we play?")
    assert "Shall we play?" in str(export_data(user=owner)) and "Shall we play?" in str(export_data(user=player))
    delete_account(user=owner)
    assert not DirectMessage.objects.exists()
