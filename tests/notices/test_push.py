"""Web push: the example of RFC 8291 (section 5), our keys, and the requests to push services."""

import base64
import json
from datetime import timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.urls import reverse
from django.utils import timezone
from py_vapid import Vapid02

from accounts import tasks
from accounts.models import DeviceSession
from accounts.notices import delivery, payloads, push, registry, services
from accounts.notices.models import Channel, Notice
from games.models import OpenDecision
from tests.fixtures import PASSWORD
from tests.games.conftest import browser_of
from tests.games.scenes import seat_in_order
from tests.notices.web import Web

DEVICE = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(push.decode(text), "big"), ec.SECP256R1())


def test_encryption_matches_the_example_of_the_rfc() -> None:
    own, salt = private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), push.decode("DGv6ra1nlYgDCS1FRnbzlw")
    text = b"When I grow up, I want to be a watermelon"
    assert push.encode(push._seal(text, push.decode(DEVICE), push.decode(AUTH), own, salt)) == SEALED


def test_our_key_is_stable_and_derived_from_the_secret_key(settings: Any) -> None:
    first = push.public_key()
    assert first == push.public_key() and len(push.decode(first)) == 65
    settings.SECRET_KEY = "another one"
    assert push.public_key() != first


@pytest.fixture
def device(owner: Any, web: Web) -> Channel:
    return services.add_device(user=owner, name="Firefox", url=web.url("/push/1"), p256dh=DEVICE, auth=AUTH)


def test_a_push_is_signed_and_encrypted(device: Channel, owner: Any, web: Web) -> None:
    notice = services.test(user=owner, channel_id=device.pk)
    delivery.send_due()
    path, headers, body = web.posts[0]
    assert path == "/push/1" and headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0
    assert Vapid02.verify(headers["Authorization"])
    token = headers["Authorization"].split("t=")[1].split(",")[0].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(token + "=="))
    assert claims["aud"] == "https://hooks.example.org" and claims["sub"].startswith("mailto:")
    assert b"Playpost" not in body and len(body) < 4096
    notice.refresh_from_db()
    assert notice.status == Notice.Status.SENT


@pytest.mark.parametrize("status", [404, 410])
def test_an_unsubscribed_device_is_deleted(device: Channel, owner: Any, web: Web, status: int) -> None:
    web.status = status
    services.test(user=owner, channel_id=device.pk)
    delivery.send_due()
    assert not Channel.objects.exists() and not Notice.objects.exists()


def test_adding_a_browser_again_updates_its_keys(device: Channel, owner: Any, web: Web) -> None:
    again = services.add_device(user=owner, name="Firefox", url=device.url, p256dh=DEVICE, auth="A" * 22)
    assert again.pk == device.pk and again.secrets["auth"] == "A" * 22


@pytest.mark.parametrize(
    ("url", "p256dh", "auth"),
    [
        ("http://push.example.org/1", DEVICE, AUTH),
        ("https://127.0.0.1/1", DEVICE, AUTH),
        ("https://push.example.org/1", "AAAA", AUTH),
        ("https://push.example.org/1", DEVICE, "AAAA"),
        ("https://push.example.org/1", "ä", AUTH),
        ("", "", ""),
    ],
)
def test_invalid_subscriptions_are_refused(owner: Any, url: str, p256dh: str, auth: str) -> None:
    answer = browser_of(owner).post(reverse("add_device"), {"url": url, "p256dh": p256dh, "auth": auth})
    assert answer.status_code == 422 and "isn’t a browser’s subscription" in answer.content.decode()
    assert not Channel.objects.exists()


def test_the_page_adds_a_device(owner: Any, web: Web) -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    facts = {"url": web.url("/push/2"), "p256dh": DEVICE, "auth": AUTH}
    answer = browser_of(owner).post(reverse("add_device"), facts, headers={"user-agent": agent})
    assert answer.json() == {"ok": True}
    assert Channel.objects.get().name == "Firefox on Linux"


def subscribed(owner: Any, web: Web) -> Any:
    browser = browser_of(owner)
    browser.post(reverse("add_device"), {"url": web.url("/push/2"), "p256dh": DEVICE, "auth": AUTH})
    assert Channel.objects.get().user == owner
    return browser


def test_a_browser_gets_no_news_of_who_has_logged_out_of_it(owner: Any, web: Web) -> None:
    subscribed(owner, web).post(reverse("account_logout"))
    assert not Channel.objects.exists()


def test_the_bell_offers_notifications_until_they_are_on(owner: Any, web: Web) -> None:
    pages = [browser.get("/news/").content.decode() for browser in (browser_of(owner), subscribed(owner, web))]
    assert ["Notify this browser" in page for page in pages] == [True, False]


def test_a_browser_that_is_logged_out_from_elsewhere_gets_no_news(owner: Any, web: Web) -> None:
    subscribed(owner, web)
    browser_of(owner).post(reverse("devices"), {"device": "others"})
    assert not Channel.objects.exists()


def test_a_browser_whose_session_has_expired_gets_no_news(owner: Any, web: Web) -> None:
    subscribed(owner, web)
    tasks.clean_up()
    again = Channel.objects.get()
    DeviceSession.objects.update(expire_date=timezone.now() - timedelta(days=1))
    subscribed(owner, web)
    tasks.clean_up()
    assert Channel.objects.get() == again, "it was turned on again"
    DeviceSession.objects.update(expire_date=timezone.now())
    tasks.clean_up()
    assert not Channel.objects.exists() and not DeviceSession.objects.exists()


def test_after_a_new_password_only_the_browser_that_set_it_gets_news(owner: Any, web: Web) -> None:
    here = subscribed(owner, web)
    kept = Channel.objects.get()
    browser_of(owner).post(reverse("add_device"), {"url": web.url("/push/3"), "p256dh": DEVICE, "auth": AUTH})
    words = {"oldpassword": PASSWORD, "password1": "nine blue parcels", "password2": "nine blue parcels"}
    assert here.post(reverse("account_change_password"), words).status_code == 302
    assert list(Channel.objects.all()) == [kept]


def test_a_browser_tells_only_the_news_of_who_turned_them_on_last(owner: Any, player: Any, web: Web) -> None:
    subscribed(owner, web)
    facts = {"url": web.url("/push/2"), "p256dh": DEVICE, "auth": AUTH}
    assert browser_of(player).post(reverse("add_device"), facts).json() == {"ok": True}
    assert Channel.objects.get().user == player


def test_the_service_worker_is_served(client: Any) -> None:
    answer = client.get(reverse("push_worker"))
    assert answer["Content-Type"].startswith("text/javascript") and b"showNotification" in answer.content


def test_a_turn_says_how_many_games_wait(device: Channel, owner: Any, player: Any, staff: Any, start: Any) -> None:
    for _ in range(3):
        seat_in_order(start(), [owner, player, staff])
    row = OpenDecision.objects.filter(user=owner).latest("pk")
    news = registry.announcers["turn"]({"match": row.match_id, "decision": row.key}, owner)
    assert news is not None and json.loads(payloads.body_for(device, "turn", news))["waiting"] == 3
