"""Text that two people have reported is no longer shown to anybody, in any form; other text is."""

from typing import Any

import pytest

from games.kernel.types import Move
from games.matches import play
from games.matches.hidden_words import HIDDEN
from games.matches.loaded import load_match
from games.models import Match
from games.titles.adulting.cards import CARDS
from games.titles.adulting.tests.journeys.test_match_seen import deal
from games.views.chat import KINDS
from tests.fixtures import make_person
from tests.games.conftest import browser_of, user_of
from tests.journeys.actions import newest_email

pytestmark = pytest.mark.django_db
WORDS = "Buy cheap <b>stamps</b>\nat example.org"
KIND = "A kind word."


@pytest.fixture
def match(monkeypatch: Any) -> Match:
    """A Challenge whose performances are public; one of them is rude."""
    match: Match = deal(monkeypatch, "correspondence", {}, ("challenge",))[0]
    loaded = load_match(match.pk)
    for open in [one for one in loaded.open_decisions() if not one.decision.optional]:
        seat = open.decision.seat
        text = WORDS if seat == first(match) else KIND
        move = Move("perform", {"text": text, "choice": 0, "note": "", "card": None})
        user = user_of(loaded, seat)
        play.play_move(match_id=match.pk, seat=seat, decision=open.id, move=move, by="web", user=user)
    return match


def first(match: Match) -> int:
    """The seat that writes first."""
    found: int = load_match(match.pk).at_table().state.round.job.players[0]
    return found


def report(match: Match, seat: int, words: str) -> int:
    client = browser_of(user_of(load_match(match.pk), seat))
    said = {"text": words.replace("\n", "\r\n"), "kind": KINDS[0]}
    return client.post(f"/match/{match.pk}/report/", said).status_code


def seen(match: Match, seat: int) -> dict[str, str]:
    """Everything that this seat can read, by place."""
    client = browser_of(user_of(load_match(match.pk), seat))
    pages = {"page": f"/match/{match.pk}/", "text": f"/match/{match.pk}/text/", "api": f"/api/v1/matches/{match.pk}/"}
    pages["history"] = f"/match/{match.pk}/history/"
    return {name: client.get(url).content.decode() for name, url in pages.items()}


def test_one_report_hides_nothing_and_two_hide_the_words_everywhere(match: Match) -> None:
    dealer = load_match(match.pk).at_table().state.round.dealer
    others = [seat for seat in range(4) if seat != first(match)]
    assert report(match, others[0], WORDS) == 302
    assert "cheap" in seen(match, dealer)["page"]
    assert report(match, others[0], WORDS) == 302  # the same person again
    assert "cheap" in seen(match, dealer)["page"]
    revision = load_match(match.pk).revision
    assert report(match, others[1], WORDS) == 302
    assert load_match(match.pk).revision > revision  # so that pages and processes load it again
    for seat in range(4):
        for name, body in seen(match, seat).items():
            assert "cheap" not in body, (seat, name)
            assert KIND in body or name == "history"
        assert HIDDEN in seen(match, seat)["page"]


def test_the_dealers_email_does_not_show_hidden_words(match: Match, settings: Any) -> None:
    settings.EMAIL_BACKEND = "accounts.mail.dev_outbox.DevOutboxBackend"
    loaded = load_match(match.pk)
    dealer = loaded.at_table().state.round.dealer
    open = next(one for one in loaded.open_decisions() if one.decision.seat == dealer and not one.decision.optional)
    for seat in [seat for seat in range(4) if seat != first(match)][:2]:
        report(match, seat, WORDS)
    email = newest_email(user_of(loaded, dealer).email, f"{open.id}.turn@")
    for body in (email.text, email.html):
        assert "cheap" not in body and HIDDEN in body and KIND in body


def test_reporting_part_of_a_text_hides_nothing(match: Match) -> None:
    for seat in range(2):
        assert report(match, seat, "kind") == 302
    assert KIND in seen(match, 0)["page"]


def test_a_stranger_cannot_report_words_that_nobody_wrote(match: Match) -> None:
    client = browser_of(make_person("eve"))
    fine_print = CARDS[load_match(match.pk).at_table().state.round.card].fine_print
    for words in ("never said", fine_print or "never printed"):
        answer = client.post(f"/match/{match.pk}/report/", {"text": words, "kind": KINDS[0]})
        assert answer.status_code == 422
