"""Adulting on a real site: refusals in its own words, secrets, escaping of hostile text, clocks and lobby."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db.models import F

from games.kernel import codec, engine
from games.kernel.position import AnyPosition
from games.lobby import tables
from games.matches.loaded import load_match
from games.models import Match, OpenDecision
from games.titles.adulting.cards import CARDS
from games.titles.adulting.tests.site.more_refusals import MORE_GROUPS, UNSAYABLE
from games.titles.adulting.tests.site.refusals import GROUPS, naming, voting
from games.titles.adulting.tests.site.seats import Seated, lay
from games.titles.adulting.tests.tables import do, table
from tests.fixtures import make_person
from tests.games.conftest import browser_of
from tests.games.scenes import clause_and_words, everything

pytestmark = pytest.mark.django_db
SLUG = "adulting"
REFUSAL = re.compile(r'<p class="refusal" role="alert">(.*?) <a class="clause" href="([^"]*)"', re.S)
HOSTILE = '<script>alert("x")</script>\u202egnp.exe\u0007 & <b>'


@pytest.fixture
def laid(start: Any, owner: Any, player: Any, staff: Any, stranger: Any) -> Any:
    """Start a match of four and set it to this position."""

    def make(position: AnyPosition) -> Match:
        match = start(SLUG, (owner, player, staff, stranger), options=codec.plain(position.options))
        return lay(match, position)

    return make


ALL_GROUPS = [*GROUPS, *MORE_GROUPS]


@pytest.mark.parametrize(("position", "rows"), ALL_GROUPS, ids=[group[0].__name__ for group in ALL_GROUPS])
def test_page_and_api_refuse_in_the_rulebooks_words(laid: Any, position: Any, rows: Any) -> None:
    match = laid(position())
    before = everything()
    for seat, move, clause, sentence in rows:
        doors = Seated(match, seat)
        answer = doors.api(move)
        assert answer.status_code in (409, 422), move
        assert clause_and_words(answer) == (clause, sentence), move
        answer = doors.form(move)
        assert answer.status_code in (409, 422), move
        found = REFUSAL.search(answer.content.decode())
        assert found, f"the page holds no refusal of {move}"
        assert (unescape(found[1]), found[2]) == (sentence, f"/rules/{SLUG}/#{clause.lower()}")
    assert everything() == before


@pytest.mark.clause("AD-118", "AD-212")
@pytest.mark.parametrize(("position", "rows"), UNSAYABLE, ids=[group[0].__name__ for group in UNSAYABLE])
def test_refusals_that_only_the_api_can_meet(laid: Any, position: Any, rows: Any) -> None:
    match = laid(position())
    for seat, move, clause, sentence in rows:
        answer = Seated(match, seat).api(move)
        assert answer.status_code in (409, 422) and clause_and_words(answer) == (clause, sentence)


def test_a_party_to_a_case_is_awaited_to_answer_and_not_to_rule(laid: Any) -> None:
    position = table("rnk01", 4, money=(9,) * 4, answers="together", sorting="after")
    for seat in (1, 2, 3):
        do(position, seat, "number", n=seat)
    do(position, 1, "sue", defendant=2, ground="libel", price=2)
    page = Seated(laid(position), 3).client.get(f"/match/{Match.objects.get().pk}/").content.decode()
    assert "<span>to answer</span>" in page and "<span>to rule on the job</span>" in page


@pytest.mark.clause("AD-24", "AD-23")
def test_no_interface_shows_the_fine_print_before_the_ruling(laid: Any) -> None:
    match = laid(naming())
    card = CARDS["cat01"]
    for seat in (1, 2, 3):
        doors = Seated(match, seat)
        loaded = load_match(match.pk)
        shown = [doors.page(), doors.page("text/")]
        shown.append(doors.client.get(f"/api/v1/matches/{match.pk}/").content.decode())
        assert card.fine_print not in unescape(doors.page("history/"))
        asked = next(
            (o for o in engine.open_decisions(loaded.game, loaded.at_table()) if o.decision.seat == seat), None
        )
        assert asked is not None
        for body in shown:
            assert card.fine_print not in unescape(body) and card.prompt in unescape(body)
            assert not re.search(r"\bcat01\b", body)
    assert card.fine_print in unescape(Seated(match, 0).page())


@pytest.mark.clause("AD-69")
def test_time_is_called_only_after_the_soft_limit(laid: Any) -> None:
    match = laid(naming())
    dealer = Seated(match, 0)
    answer = dealer.api({"type": "call_time"})
    assert answer.status_code == 422
    words = "The player whose turn it is still has time to think."
    assert clause_and_words(answer) == ("AD-69", words)
    OpenDecision.objects.filter(match=match).update(asked_at=F("asked_at") - timedelta(hours=13))
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1)
    assert dealer.api({"type": "call_time"}).status_code == 200
    assert load_match(match.pk).at_table().state.round.job.turn == 3


def test_hostile_words_are_escaped_everywhere(laid: Any, owner: Any) -> None:
    position = voting()
    position.state.round.job.numbers[2] = 4
    match = laid(position)
    filed = Seated(match, 3).api({"type": "sue", "defendant": 1, "ground": "perjury", "price": 1, "statement": HOSTILE})
    assert filed.status_code == 200
    kept = '<script>alert("x")</script>gnp.exe & <b>'
    assert load_match(match.pk).at_table().state.round.cases[0].statement == kept
    for seat in range(4):
        for part in ("", "text/", "history/"):
            body = Seated(match, seat).page(part)
            assert "<script>alert" not in body and "\u202e" not in body
    assert "&lt;script&gt;alert(" in Seated(match, 2).page()
    told = Seated(match, 2).client.get(f"/api/v1/matches/{match.pk}/")
    assert told["Content-Type"].startswith("application/json") and told.json()["view"]["cases"][0]["statement"] == kept
    loaded = load_match(match.pk)
    asked = next(o for o in engine.open_decisions(loaded.game, loaded.at_table()) if o.decision.key == "1.case1")
    assert asked.decision.clock.pace == "court"


@pytest.mark.clause("AD-16", "AD-114", "AD-147")
def test_the_form_for_a_new_table_has_presets_and_options(owner: Any) -> None:
    client = browser_of(owner)
    body = client.get("/tables/new/?game=adulting").content.decode()
    for title in ("By the book", "Short", "Everyone scores", "Honour among thieves", "Gentle"):
        assert title in body
    assert "30 to 150 s a move, set by the game" in body, "the clocks of the rulebook are told"
    table_of = {"game": SLUG, "seats": "5", "bots": "0", "clock": "live:60:300"}
    assert client.post("/tables/new/?game=adulting", table_of | {"preset": "1"}).status_code == 302
    options = Match.objects.latest("id").options
    assert (options["spades_to_end"], options["round_limit"], options["answers"]) == (2, 15, "in_turn")
    assert (
        client.post("/tables/new/?game=adulting", table_of | {"preset": "4", "option.legal": "true"}).status_code == 302
    )
    assert Match.objects.latest("id").options["legal"] is True, "an option that is chosen goes before the preset"
    wrong = table_of | {"option.sorting": "with_work"}
    answer = client.post("/tables/new/?game=adulting", wrong)
    words = "The sorting question can only be asked with the job when answers are given together."
    assert answer.status_code == 422 and words in answer.content.decode()
    answer = client.post("/tables/new/?game=adulting", table_of | {"option.spades_to_end": "9"})
    assert answer.status_code == 422 and "The game ends on spade one to five." in answer.content.decode()


@pytest.mark.clause("AD-16")
def test_the_host_names_the_oldest_player(owner: Any, player: Any, staff: Any) -> None:
    facts = {"pace": "live", "move_seconds": 60, "bank_seconds": 0}
    match = tables.create_match(owner=owner, slug=SLUG, seats=3, options={"first_dealer": "oldest"}, **facts)
    tables.join(match_id=match.pk, user=player, token=match.token)
    host = browser_of(owner)
    assert "Who is the oldest?" in host.get(f"/match/{match.pk}/").content.decode()
    assert browser_of(player).post(f"/match/{match.pk}/point/", {"seat": "1"}).status_code == 403
    assert host.post(f"/match/{match.pk}/point/", {"seat": "1"}).status_code == 302
    tables.join(match_id=match.pk, user=staff, token=match.token)
    loaded = load_match(match.pk)
    state = loaded.at_table().state
    assert loaded.seats[state.first].user == player.pk and state.options.first_dealer == state.first


@pytest.mark.clause("AD-16")
def test_a_bot_deals_first_in_a_first_match_against_bots() -> None:
    names = ["ann", "bob", "cy", "di", "ed", "flo", "gus", "hal"]  # by lot, one of them would deal in all likelihood
    for name in names:
        newcomer = make_person(name)
        assert browser_of(newcomer).post(f"/tables/new/?game={SLUG}", {"against_bots": "easy"}).status_code == 302
        loaded = load_match(Match.objects.latest("id").pk)
        state = loaded.at_table().state
        assert loaded.seats[state.dealer].is_bot and not state.options.legal


@pytest.mark.clause("AD-142", "AD-149")
def test_gloating(laid: Any) -> None:
    position = table(hands={0: ["cat02"]}, spades=2)
    match = laid(position)
    dealer = Seated(match, 0)
    assert dealer.api({"type": "place", "card": "cat02", "column": "H"}).json()["is_over"] is True
    for seat in (0, 1):
        answer = Seated(match, seat).api({"type": "list", "examples": ["glue"]})
        assert clause_and_words(answer) == ("AD-142", "The game is over.")
    address = f"/match/{match.pk}/last-word/"
    for words in ("", "x" * 141, "\u3164", "\u2800 \u200d", "\ufe0f"):
        answer = dealer.client.post(address, {"words": words})
        assert answer.status_code == 422 and "Gloat in one line of 1 to 140 characters." in answer.content.decode()
    assert dealer.client.post(address, {"words": "Adult enough for <b>all</b> of you."}).status_code == 302
    assert dealer.client.post(address, {"words": "And again."}).status_code == 422
    assert "Adult enough for &lt;b&gt;all&lt;/b&gt; of you." in Seated(match, 2).page()
