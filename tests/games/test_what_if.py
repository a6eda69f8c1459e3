"""What if: a copy reveals nothing hidden, changes nothing, is private, and can be played to the end."""

import re
from itertools import islice
from typing import Any

import pytest

from games.kernel import engine
from games.kernel.laws import random_cases
from games.kernel.position import Position
from games.matches.loaded import load_match
from games.matches.unstored import unstored_match
from games.models import Match
from games.table import presenter, what_if
from games.table.replay import at_version
from games.titles import load
from tests.games.conftest import browser_of, move_on, open_of, user_of
from tests.games.scenes import everything
from tests.games.test_bad_input import as_form
from tests.games.test_replay_pages import finish
from tests.samples import GAME

pytestmark = pytest.mark.django_db
STRAY = re.compile(r"/match/\d{12,}")  # a link to the pages of a match that does not exist


@pytest.fixture
def match(start: Any) -> Match:
    match: Match = start()
    move_on(match, 5)
    return match


def begin(client: Any, match: Match, **data: Any) -> str:
    answer = client.post(f"/match/{match.pk}/what-if/", data)
    assert answer.status_code == 302
    return str(answer["Location"])


def kept(address: str, user: Any) -> tuple[what_if.Copy, Position]:
    copy = what_if.find(address.split("/")[2], user.pk)
    return copy, what_if.match_of(copy).at_table()


def test_whatever_could_not_be_known_is_redrawn(match):
    me = user_of(load_match(match.pk), 0)
    real = load_match(match.pk).at_table()
    seen = []
    for _ in range(4):
        facts, _ = kept(begin(browser_of(me), match), me)
        first = facts.read(facts.first)
        game = load()[GAME]
        assert engine.view_for(game, first, 0) == engine.view_for(game, real, 0)  # what I knew is unchanged
        assert first.rng.seed != real.rng.seed
        seen.append((first.state.hands[1], first.state.hands[2], first.state.deck))
    truth = (real.state.hands[1], real.state.hands[2], real.state.deck)
    assert truth not in seen and seen[0] != seen[1]


def test_a_copy_changes_nothing_and_can_be_played_to_the_end(match):
    me = user_of(load_match(match.pk), 0)
    client, before = browser_of(me), everything()
    address = begin(client, match)
    page = client.get(address).content.decode()
    assert "Only you see this" in page and "Storage" in page.partition("position-words")[2].partition("</dl>")[0]
    for _ in range(60):
        _, position = kept(address, me)
        own = [
            o
            for o in engine.open_decisions(load()[GAME], position)
            if o.decision.seat == 0 and o.decision.clock.pace != "standing"
        ]
        if not own:
            break
        move = own[0].decision.default
        data = {"decision": own[0].id, "verb": move.verb, **as_form(move.args)}
        assert client.post(address, data).status_code == 302
    assert "Result" in client.get(address).content.decode()
    assert everything() == before
    client.post(address, {"restart": "1"})
    assert "Result" not in client.get(address).content.decode()


def test_illegal_moves_are_refused_in_a_copy_too(match):
    me = user_of(load_match(match.pk), 0)
    client = browser_of(me)
    address = begin(client, match)
    _, position = kept(address, me)
    own = next(o for o in engine.open_decisions(load()[GAME], position) if o.decision.seat == 0)
    answer = client.post(address, {"decision": own.id, "verb": own.decision.default.verb, "arg.nonsense": "99"})
    assert answer.status_code == 422 and "refusal" in answer.content.decode()
    assert client.post(address, {"decision": "999.0", "verb": "pass"}).status_code == 409


def test_a_copy_is_visible_only_to_its_owner(match, stranger):
    me = user_of(load_match(match.pk), 0)
    address = begin(browser_of(me), match)
    for other in (stranger, user_of(load_match(match.pk), 1)):
        for part in ("", "preview/", "narrow/"):
            assert browser_of(other).get(f"{address}{part}").status_code == 404
        assert browser_of(other).post(address, {"restart": "1"}).status_code == 404


def test_spectators_can_start_a_copy_only_after_the_match(match, stranger):
    client = browser_of(stranger)
    assert client.post(f"/match/{match.pk}/what-if/").status_code == 403
    finish(match)
    assert client.post(f"/match/{match.pk}/what-if/").status_code == 409  # the match is over at this point
    address = begin(client, match, at="3", **{"as": "1"})
    facts, _ = kept(address, stranger)
    assert facts.seat == 1 and facts.began_at == 3


def test_a_copy_starts_from_a_moment_the_player_saw(match):
    me = user_of(load_match(match.pk), 0)
    client = browser_of(me)
    page = client.get(f"/match/{match.pk}/history/", {"at": 2}).content.decode()
    assert "What if, from here?" in page
    facts, _ = kept(begin(client, match, at="2"), me)
    then = at_version(load_match(match.pk), 2)
    first = facts.read(facts.first)
    assert engine.view_for(then.game, first, 0) == engine.view_for(then.game, then.at_table(), 0)


@pytest.mark.parametrize("slug", sorted(load()))
def test_every_game_supports_what_if(start, owner, player, staff, slug):
    people = (owner, player, staff)[: load()[slug].meta.seats[0]]
    match = start(slug, people)
    move_on(match, 2)
    client = browser_of(owner)
    page = client.get(begin(client, match))
    assert page.status_code == 200 and 'id="t-board"' in page.content.decode()
    assert not STRAY.search(page.content.decode())


def test_a_copy_has_no_link_to_plan_ahead():
    """Whoever waits at the table may leave standing orders there, in some games."""
    waiting = []
    for slug, game in load().items():
        case = random_cases.make_case(game, 1)
        copy = unstored_match("copy", slug, [f"Player {seat}" for seat in range(case.seats)], [None] * case.seats, 1)
        for walked in islice(random_cases.walk(game, case), 40):
            copy.position, copy.opens = walked.position, None
            facts = [presenter.describe(copy, presenter.Viewer(seat=seat)) for seat in range(case.seats)]
            waiting += [slug for open in copy.open_decisions() if open.decision.clock.pace == "standing"]
            assert not any(one.orders or one.has_order for one in facts)
    assert len(set(waiting)) > 1


def test_a_choice_begun_in_the_url_is_kept_without_script(start):
    match = start()
    loaded = load_match(match.pk)
    seat = open_of(loaded).decision.seat
    client = browser_of(user_of(loaded, seat))
    card = engine.view_for(loaded.game, loaded.at_table(), seat).hand[0]
    address = begin(client, match)
    page = client.get(address, {"verb": "play", "arg.cards": str(card)}).content.decode()
    assert " checked" in page and " checked" not in client.get(address).content.decode()
