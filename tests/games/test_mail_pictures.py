"""The picture in a turn email: attached, from the recipient's view, with alt text; also where our pages show emails."""

import re
from email.message import Message
from typing import Any

import pytest
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils.html import escape

from accounts.mail import dev_outbox, digest
from accounts.mail.email import Email
from accounts.mail.headers import message
from accounts.models import OutgoingMail, User
from games.kernel import engine
from games.kernel.types import Choice, Decision, Move
from games.mail import choices, picture, turn_emails
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import Match, OpenDecision
from games.titles import load
from tests.games.conftest import move_on
from tests.games.test_replies import local_post, send_all, turn_email  # noqa: F401
from tests.samples import seats_of

pytestmark = pytest.mark.django_db


def _people(slug: str, *people: Any) -> tuple[Any, ...]:
    return people[: seats_of(slug)]


def _html(mail: EmailMultiAlternatives) -> str:
    return str(mail.alternatives[0][0])


def _parts(mail: EmailMultiAlternatives) -> list[Message]:
    """The pictures of positions; the small ones are players' stamps."""
    pictures = [part for part in mail.message().walk() if part.get_content_maintype() == "image"]
    return [part for part in pictures if not str(part["Content-ID"]).startswith("<stamp.")]


def _queued(match: Match, seat: int) -> OutgoingMail:
    key = OpenDecision.objects.filter(match=match, seat=seat).first()
    user = load_match(match.pk).seats[seat].user
    data = {"match": match.pk, "seat": seat, "decision": key.key if key else "", "slug": match.slug}
    return OutgoingMail(kind="turn", key=f"m{match.pk}.{seat}.turn", user=User.objects.get(pk=user), data=data)


@pytest.mark.parametrize("slug", load())
def test_a_turn_email_of_each_game_has_one_picture(start: Any, owner: Any, player: Any, staff: Any, slug: str) -> None:
    start(slug, _people(slug, owner, player, staff))
    mail = next(mail for mail in send_all() if mail.extra_headers["Message-ID"].split("@")[0].endswith(".turn"))
    whole = mail.message()
    (part,) = _parts(mail)
    assert whole.get_content_type() == "multipart/related"
    kinds = [one.get_content_type() for one in whole.get_payload()]
    assert kinds[:2] == ["multipart/alternative", "image/png"] and set(kinds[2:]) == {"image/png"}
    assert part.get_payload(decode=True).startswith(b"\x89PNG") and part["Content-Disposition"] == "inline"
    assert part.get_filename() is None
    (image,) = re.findall(r'<img class="position[^>]*>', _html(mail))
    assert f'src="cid:{part["Content-ID"].strip("<>")}"' in image
    assert re.search(r'alt="[^"]{60,}"', image) and 'width="432"' in image and re.search(r'height="\d{3}"', image)


def test_the_other_players_are_shown_with_their_stamps(start: Any) -> None:
    """Once attached, small without a style sheet, and each named once, read aloud or with pictures off, too."""
    match = start()
    mail = turn_email(match)
    faces = [part for part in mail.message().walk() if str(part["Content-ID"]).startswith("<stamp.")]
    seat = OpenDecision.objects.get(match=match, pace="turn").seat
    others = [one.name for one in load_match(match.pk).seats if one.number != seat]
    images = re.findall(r'<img class="face[^>]*>', _html(mail))
    assert len(images) == len(others) and all('alt=""' in image for image in images)
    eyebrow = re.findall(r'<p class="eyebrow[^>]*>(.*?)</p>', _html(mail), re.DOTALL)[0]
    assert " ".join(re.sub("<[^>]*>", " ", eyebrow).split()).endswith(f" with {' and '.join(others)}")
    assert "aria-hidden" not in eyebrow
    assert all('width="20" height="20"' in image for image in images)
    assert {f"cid:{part['Content-ID'].strip('<>')}" for part in faces} == {
        re.findall('src="([^"]*)"', image)[0] for image in images
    }
    assert all(len(part.get_payload(decode=True)) < 2000 for part in faces)


def test_the_picture_is_above_the_choices_and_nothing_is_loaded_remotely(start: Any) -> None:
    mail = turn_email(start())
    html = _html(mail)
    assert html.index('<img class="position') < html.index("Your choices</h2>") and "The position in words" not in html
    assert not re.search(r'src="(?!cid:)|url\(|background="', html)


def test_the_alt_text_is_escaped_and_names_the_players_hand(start: Any) -> None:
    match = start()
    mail = turn_email(match)
    seat = OpenDecision.objects.get(match=match, pace="turn").seat
    loaded = load_match(match.pk)
    hand = engine.view_for(loaded.game, loaded.at_table(), seat).hand
    assert escape(f"Your hand: {' '.join(map(str, hand))}") in _html(mail)


def test_each_player_gets_the_picture_of_their_own_seat(start: Any) -> None:
    loaded = load_match(start().pk)
    views = [engine.view_for(loaded.game, loaded.at_table(), seat) for seat in (0, 1)]
    first, second = (picture.of_position("m1", loaded, view, None, seat) for seat, view in enumerate(views))
    again = picture.of_position("m1", loaded, views[0], None, 0)
    assert first and second and again
    assert first.inline.content != second.inline.content and first.words != second.words
    assert first == again


def test_an_email_goes_out_without_its_picture_if_drawing_fails(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(drawing: str) -> bytes:
        raise ValueError(drawing[:10])

    monkeypatch.setattr(picture, "png", fail)
    mail = turn_email(start())
    assert not _parts(mail) and "<img" not in _html(mail) and 'class="facts"' in _html(mail)
    assert mail.message().get_content_type() == "multipart/alternative"


def test_a_digest_has_the_picture_of_each_game(start: Any, owner: Any) -> None:
    rows = []
    for match in (start(), start()):
        seat = next(row.number for row in load_match(match.pk).seats if row.user == owner.pk)
        while not OpenDecision.objects.filter(match=match, seat=seat, pace="turn").exists():
            move_on(match)
        rows.append(_queued(match, seat))
    written = [(row, email) for row in rows if isinstance(email := turn_emails._turn(row), Email)]
    bundle = digest.bundle(written)
    every = [one.cid for one in bundle.pictures]
    cids = [cid for cid in every if not cid.startswith("stamp.")]
    assert len(set(cids)) == 2 and all(f'src="cid:{cid}"' in bundle.html for cid in every)
    assert len(set(every)) == len(every), "each stamp is attached once"
    assert {f"<{cid}>" for cid in cids} == {
        part["Content-ID"] for part in _parts(message(rows[0], bundle, is_bundle=True))
    }


def test_our_pages_show_the_picture_as_a_data_url(start: Any) -> None:
    mail = turn_email(start())
    kept = dev_outbox.as_email(mail)
    assert "cid:" not in kept.html
    assert kept.html.count('src="data:image/png;base64,') == kept.html.count("<img ") > 1


def test_the_email_preview_in_the_settings_has_the_picture(start: Any) -> None:
    match = start()
    OutgoingMail.objects.filter(kind="started").delete()
    asked = OpenDecision.objects.get(match=match, pace="turn")
    client = Client()
    client.force_login(asked.user)
    page = client.get("/people/me/mail/next/").content.decode()
    assert "cid:" not in page and 'src="data:image/png;base64,' in page


def test_a_result_email_shows_the_final_position(start: Any) -> None:
    match = start()
    for seat in (0, 1):
        leaving.resign(match_id=match.pk, user=User.objects.get(pk=load_match(match.pk).seats[seat].user))
    mails = [mail for mail in send_all() if "over" in mail.extra_headers["Message-ID"]]
    assert mails and all(len(_parts(mail)) == 1 and "<img" in _html(mail) for mail in mails)


@pytest.mark.parametrize(
    ("count", "default", "shown"), [(8, 1, set(range(8))), (9, 2, {0, 1, 2, 3, 4, 5}), (9, 8, {0, 1, 2, 3, 4, 8})]
)
def test_an_email_shows_few_choices_in_full_and_of_many_six_with_the_default(
    count: int, default: int, shown: set[int]
) -> None:
    moves = [Move("play", {"cards": [number]}) for number in range(count)]
    decision = Decision(0, "Play.", (), moves[default])
    assert choices.first_choices([Choice("Play", move) for move in moves], decision) == shown


@pytest.mark.parametrize(
    ("count", "label", "shown"), [(5, "Play", 5), (6, "Play", 3), (4, "Play " * 9, 3), (3, "Play " * 9, 3)]
)
def test_an_email_about_several_games_shows_no_more_choices_than_fit(count: int, label: str, shown: int) -> None:
    moves = [Move("play", {"cards": [number]}) for number in range(count)]
    offered = [Choice(label, move) for move in moves]
    assert len(choices.first_choices(offered, Decision(0, "Play.", (), moves[0]), is_part=True)) == shown


def test_the_page_of_a_link_shows_the_position_until_it_is_closed(start: Any) -> None:
    mail = turn_email(start())
    link = re.findall(r'<td[^>]*><a href="([^"]+)"', _html(mail))[0].removeprefix(settings.SITE_URL)
    page = Client().get(link).content.decode()
    assert 'data-part="hand"' in page and re.search(r'role="img" aria-label="Table: [^"]*Your hand: ', page)
    played = Client().post(link).content.decode()
    assert "Played" in played and 'data-part="hand"' in played
    assert "data-part" not in Client().get(link).content.decode()
