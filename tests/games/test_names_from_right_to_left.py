"""A name in Arabic or Hebrew turns nothing round that stands after it: on pages, in the log, in emails, in subjects."""

import json
from typing import Any

import pytest

from accounts import names
from accounts.mail.email import one_line
from accounts.models import OutgoingMail
from games.agreements import proposals
from games.mail import picture, reply_grammar
from games.matches.loaded import load_match
from games.models import Match, OpenDecision
from games.records import export
from tests.games.conftest import browser_of
from tests.samples import DUEL

pytestmark = pytest.mark.django_db
NAME = "شيماء محمد"
SHOWN = f"\u2068{NAME}\u2069"  # isolated: Unicode's bidirectional algorithm, X5c


@pytest.fixture
def match(start: Any, owner: Any, player: Any) -> Match:
    player.display_name = NAME
    player.save()
    found: Match = start(slug=DUEL, people=(owner, player))
    return found


def test_the_name_is_isolated_where_it_is_shown_and_nowhere_kept_so(match: Match, player: Any) -> None:
    player.refresh_from_db()
    assert (player.display_name, player.name) == (NAME, SHOWN)
    assert SHOWN in load_match(match.pk).names
    assert names.shown("Nguyễn Thị Hồng") == "Nguyễn Thị Hồng"


def test_the_list_of_games_names_who_is_waited_for_before_the_time(match: Match, owner: Any) -> None:
    page = browser_of(owner).get("/mine/").content.decode()
    assert SHOWN in page and NAME not in page.replace(SHOWN, "")


def test_subjects_keep_it_and_still_no_other_mark_of_direction(match: Match) -> None:
    assert one_line(f"{SHOWN} plays 7,\u202e 3 left") == f"{SHOWN} plays 7, 3 left"


def test_a_record_holds_the_name_itself(match: Match, owner: Any) -> None:
    Match.objects.filter(pk=match.pk).update(status="over")
    facts = json.dumps(export._whole(load_match(match.pk)), ensure_ascii=False)
    assert NAME in facts and SHOWN not in facts


def test_programs_get_the_name_itself(match: Match, owner: Any) -> None:
    proposals.ask_pause(match_id=match.pk, user=owner, days=2)
    told = browser_of(owner).get(f"/api/v1/matches/{match.pk}/").json()
    assert told["names"] == ["owner", NAME] and told["proposal"]["waits_for"] == [NAME]
    OpenDecision.objects.filter(match=match).update(user=owner)
    assert [one["opponents"] for one in browser_of(owner).get("/api/v1/decisions/").json()["waiting"]] == [NAME]


def test_a_mention_by_this_name_is_noticed(match: Match, owner: Any, player: Any) -> None:
    browser_of(owner).post(f"/match/{match.pk}/chat/", {"chat": f"@{NAME} where are you?"})
    assert OutgoingMail.objects.get(kind="mention").user == player


def test_the_picture_in_an_email_has_the_user_name_where_our_fonts_have_no_sign(match: Match, owner: Any) -> None:
    owner.display_name = "🦕 Dino 🦖"
    owner.save()
    assert {*picture.names_in_our_fonts(load_match(match.pk))} == {"🦕 Dino 🦖", "player"}


def test_a_reply_names_somebody_as_people_type_it() -> None:
    assert reply_grammar.plain(f"Vote {SHOWN} down") == reply_grammar.plain(f"vote {NAME} down")
