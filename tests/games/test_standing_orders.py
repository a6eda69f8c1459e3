"""The page that lists your standing orders and plans."""

import pytest

from accounts.models import User
from games.kernel import legal_moves
from games.matches import play
from games.matches.loaded import load_match
from games.models import Match
from games.table import plans, presenter
from tests.games.conftest import browser_of, move_on, user_of
from tests.samples import TITLE

pytestmark = pytest.mark.django_db


def with_plan(match: Match) -> User:
    """A player who is not on turn gives the first standing order that is offered."""
    loaded = load_match(match.pk)
    for seat in range(3):
        order = presenter.own_decisions(loaded, seat).orders
        if order is not None:
            move = legal_moves.moves(loaded.game, loaded.at_table(), order.decision)[-1]
            user: User = user_of(loaded, seat)
            facts = {"match_id": match.pk, "seat": seat, "by": "web", "user": user}
            play.play_move(decision=order.id, move=move, **facts)
            return user
    raise AssertionError("nobody may leave an order")


def test_the_orders_page_lists_all_my_orders_and_nobody_elses(start, django_assert_max_num_queries):
    match = start()
    move_on(match)
    person = with_plan(match)
    page = browser_of(person).get("/mine/orders/").content.decode()
    assert "plan set" in page and f"{TITLE} {match.pk}" in page
    loaded = load_match(match.pk)
    for other in (user_of(loaded, seat) for seat in range(3) if loaded.seats[seat].user != person.pk):
        assert "plan set" not in browser_of(other).get("/mine/orders/").content.decode()
    with django_assert_max_num_queries(4) as few:
        assert len(plans.of_person(person)) >= 1
    for _ in range(3):
        start()
    with django_assert_max_num_queries(len(few)):
        plans.of_person(person)
