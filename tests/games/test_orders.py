"""The page of one's standing orders and plans."""

import pytest

from accounts.models import User
from games import orders, present
from games.frames import load_frame
from games.kernel import listing
from games.models import Match
from games.services import play
from tests.games.conftest import browser_of, move_on, user_of

pytestmark = pytest.mark.django_db


def with_plan(match: Match) -> User:
    """Somebody who waits leaves the first order that is offered."""
    frame = load_frame(match.pk)
    for seat in range(3):
        order = present.own_decisions(frame, seat).orders
        if order is not None:
            move = listing.moves(frame.game, frame.at_table(), order.decision)[-1]
            user: User = user_of(frame, seat)
            facts = {"match_id": match.pk, "seat": seat, "by": "web", "user": user}
            play.play_move(decision=order.id, move=move, **facts)
            return user
    raise AssertionError("nobody may leave an order")


def test_all_my_orders_are_on_one_page_and_nobody_elses(start, django_assert_max_num_queries):
    match = start()
    move_on(match)
    person = with_plan(match)
    page = browser_of(person).get("/mine/orders/").content.decode()
    assert "order set" in page and f"Parcels {match.pk}" in page
    frame = load_frame(match.pk)
    for other in (user_of(frame, seat) for seat in range(3) if frame.seats[seat].user != person.pk):
        assert "order set" not in browser_of(other).get("/mine/orders/").content.decode()
    with django_assert_max_num_queries(4) as few:
        assert len(orders.of_person(person)) >= 1
    for _ in range(3):
        start()
    with django_assert_max_num_queries(len(few)):
        orders.of_person(person)
