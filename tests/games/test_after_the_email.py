"""Where an email leads next: the next waiting game, and a rematch."""

import re
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import User
from games.agreements import proposals, takebacks
from games.kernel import codec, engine, legal_moves
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.lobby import rematches, tables
from games.mail import after_move, choices, links
from games.mail.links import Ticket
from games.matches import leaving
from games.matches.loaded import LoadedMatch, copy_match, load_match
from games.models import Match, MoveRecord, Proposal
from games.table import log_words
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import browser_of, move_on, open_of, user_of
from tests.games.test_replies import send_all
from tests.samples import GAME, LARGEST, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


def first_choice(match: Match) -> str:
    """The email link for the first choice of the player to move."""
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    ticket = Ticket(match.pk, asked.decision.seat, user_of(loaded, asked.decision.seat).pk, "0", asked.id)
    return links.link(ticket).removeprefix(settings.SITE_URL)


def next_game(page: Any) -> str:
    found = re.search(r'href="([^"]+)">Next game<', page.content.decode())
    assert found, page.content.decode()
    return found[1].removeprefix(settings.SITE_URL)


def asked_in(match: Match) -> User:
    loaded = load_match(match.pk)
    person: User = user_of(loaded, open_of(loaded).decision.seat)
    return person


@pytest.fixture
def two(start: Any) -> tuple[Match, Match, User]:
    """Two matches in which it is the same person's turn."""
    one, other = start(), start()
    while asked_in(one) != asked_in(other):
        move_on(other)
    return one, other, asked_in(one)


def tickets_of(page: Any) -> list[Ticket]:
    return [links.read(token) for token in re.findall(r'/email/([^/"]+)/', page.content.decode())]


def test_a_used_link_leads_on_to_the_next_game_without_login(two: tuple[Match, Match, User]) -> None:
    one, other, person = two
    used = first_choice(one)
    for page in (Client().post(used), Client().get(used), Client().post(used)):
        way = next_game(page)
        assert {ticket.user for ticket in tickets_of(page)} == {person.pk}
    page = Client().get(way)
    loaded = load_match(other.pk)
    asked = open_of(loaded)
    assert page.status_code == 200 and escape(asked.decision.prompt) in page.content.decode()
    choice = next(ticket for ticket in tickets_of(page) if ticket.choice == "0")
    assert (choice.match, choice.decision) == (other.pk, asked.id)
    address = links.link(choice).removeprefix(settings.SITE_URL)
    assert Client().post(address).status_code == 200 and load_match(other.pk).version > loaded.version


def test_a_link_from_a_link_does_not_outlive_the_email(
    two: tuple[Match, Match, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    used, month, now = first_choice(two[0]), links.LIFETIME.total_seconds(), time.time()
    monkeypatch.setattr(time, "time", lambda: now + month - 60)
    onward = next_game(Client().post(used))
    assert Client().get(onward).status_code == 200
    monkeypatch.setattr(time, "time", lambda: now + month + 60)
    assert Client().get(onward).status_code == 410


def test_no_page_of_a_link_offers_to_sign_up_or_a_spectators_view(two: tuple[Match, Match, User]) -> None:
    one, other, _ = two
    used = first_choice(one)
    for page in (
        Client().get(used),
        Client().post(used),
        Client().get(used),
        Client().get(next_game(Client().get(used))),
    ):
        body = page.content.decode()
        assert reverse("account_signup") not in body and f'href="/match/{one.pk}/"' not in body
        assert f'href="/match/{other.pk}/"' not in body


def test_the_table_is_shown_as_its_player_sees_it(two: tuple[Match, Match, User]) -> None:
    one, _, person = two
    loaded = load_match(one.pk)
    asked = open_of(loaded)
    ticket = Ticket(one.pk, asked.decision.seat, person.pk, links.TABLE)
    url = links.link(ticket).removeprefix(settings.SITE_URL)
    body = Client().get(url).content.decode()
    assert "Your hand" in body and escape(asked.decision.prompt) in body
    assert browser_of(person).get(url)["Location"] == one.get_absolute_url()


def test_a_link_works_without_cookies(two: tuple[Match, Match, User]) -> None:
    browser = Client(enforce_csrf_checks=True)
    assert browser.get(first_choice(two[0])).cookies == {}
    browser.cookies.clear()
    assert "Played" in browser.post(first_choice(two[0])).content.decode()


def test_head_answers_like_get(two: tuple[Match, Match, User]) -> None:
    assert Client().head(first_choice(two[0])).status_code == 200


def test_somebody_else_is_asked_before_playing_a_forwarded_link(two: tuple[Match, Match, User], stranger: User) -> None:
    one, _, person = two
    used, browser = first_choice(one), browser_of(stranger)
    for page in (browser.get(used), browser.post(used)):
        body = page.content.decode()
        assert f"This link plays for {person.name}" in body and "Your hand" not in body
    assert load_match(one.pk).version == 1
    assert browser.post(used, {"go_on": "yes"})["Location"] == used
    assert "Play it as" in browser.get(used).content.decode()
    assert "Played" in browser.post(used).content.decode()


def test_logged_in_people_continue_at_the_next_table(two: tuple[Match, Match, User]) -> None:
    one, other, person = two
    page = browser_of(person).get(next_game(browser_of(person).post(first_choice(one))))
    assert page.status_code == 200 and page.context["match"].id == other.pk


@pytest.mark.parametrize("is_public", [True, False])
def test_the_rematch_link_works_without_login(
    start: Any, owner: User, player: User, staff: User, is_public: bool
) -> None:
    match = start(is_public=is_public)
    for person in (player, staff):
        leaving.resign(match_id=match.pk, user=person)
    email = next(one for one in send_all() if one.to == [owner.email] and one.subject.startswith("You won"))
    again = re.search(rf"Play again: {settings.SITE_URL}(/email/\S+)", email.body)
    assert again, email.body
    browser = Client()
    page = browser.get(again[1])
    assert page.status_code == 200 and "new table with the same options" in page.content.decode()
    assert not Match.objects.filter(rematch_of=match).exists()
    answer = browser.post(again[1])
    table = Match.objects.get(rematch_of=match)
    assert table.owner == owner and table.invitations.count() == 2
    assert answer.status_code == 200 and "You play again" in answer.content.decode()
    way = re.search(r'href="([^"]+)">Open the new table<', answer.content.decode())
    assert way
    page = browser.get(way[1].removeprefix(settings.SITE_URL)).content.decode()
    assert "You have a seat." in page and "Sign up" not in page


def test_who_plays_again_later_joins_the_table_and_reads_so(start: Any, owner: User, player: User, staff: User) -> None:
    match = start(is_rated=False)
    for person in (player, staff):
        leaving.resign(match_id=match.pk, user=person)
    rematches.open_rematch(match_id=match.pk, user=owner)
    said = {}
    for seat, person in ((1, player), (2, staff)):
        url = links.link(Ticket(match.pk, seat, person.pk, links.AGAIN)).removeprefix(settings.SITE_URL)
        asked = Client().get(url).content.decode()
        assert f"{owner.name} has already opened the new table." in asked and "This opens" not in asked
        said[person] = " ".join(Client().post(url).content.decode().split())
    assert "We’ve invited staff. We’ll email you" in said[player]
    assert "You have a seat at the new table. We’ll email you" in said[staff], "it has begun"


def link_of(match: Match, seat: int, decision: str, choice: str = "0") -> str:
    user = user_of(load_match(match.pk), seat)
    return links.link(Ticket(match.pk, seat, user.pk, choice, decision)).removeprefix(settings.SITE_URL)


def test_the_page_after_a_sealed_answer_says_what_was_played_and_lets_it_be_changed(start: Any) -> None:
    match = start(LARGEST, tuple(make_person(f"sealed{number}") for number in range(seats_of(LARGEST))))
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    offered = choices.offered(loaded, asked.decision.seat, asked.decision)
    place, choice = next((place, one) for place, one in enumerate(offered) if one.is_complete)
    address = link_of(match, asked.decision.seat, asked.id, str(place))
    body = Client().post(address).content.decode()
    assert f"You played: <b>{escape(choice.label)}</b>. It stays sealed" in body
    change = re.search(r'href="([^"]+)">Change your answer<', body)
    assert change
    for way in (change[1].removeprefix(settings.SITE_URL), address):
        body = Client().get(way).content.decode()
        assert "You have answered:" in body and "What you choose now replaces it." in body


def test_a_move_can_be_taken_back_from_the_page_after_it(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match = start()
    used, version = first_choice(match), load_match(match.pk).version
    undo = re.search(r'action="([^"]+)"><button[^>]*>Take it back<', Client().post(used).content.decode())
    assert undo
    way = undo[1].removeprefix(settings.SITE_URL)
    assert "Taken back" in Client().post(way, {"now": "yes"}).content.decode()
    assert not Proposal.objects.exists() and MoveRecord.objects.filter(match=match, by="undo").exists()
    assert "agreed" not in log_words.story(load_match(match.pk), None)[-1].words, "nobody was asked"
    body = Client().post(first_choice(match)).content.decode()
    assert load_match(match.pk).version > version and "Take it back" in body
    monkeypatch.setattr(takebacks, "FRESH", timedelta(0))  # a moment later
    body = Client().post(way, {"now": "yes"}).content.decode()
    assert "too late to do that without asking" in body and not Proposal.objects.exists()
    assert "The other players must agree." in Client().get(way).content.decode()
    assert "asked the others" in Client().post(way).content.decode()
    assert Proposal.objects.get(match=match).kind == "undo"


def test_a_used_link_offers_to_take_its_move_back_while_that_is_possible(start: Any) -> None:
    match = start()
    used = first_choice(match)
    Client().post(used)
    body = Client().get(used).content.decode()
    assert "You have already played" in body and "Take it back" in body
    move_on(match, 3)
    assert "Take it back" not in Client().get(used).content.decode()


def test_agreeing_and_declining_need_no_login(start: Any, owner: User, player: User) -> None:
    match = start()
    asked = proposals.ask_pause(match_id=match.pk, user=owner, days=1)
    seat = load_match(match.pk).seat_of(player.pk)
    assert seat is not None
    way = link_of(match, seat, str(asked.pk), links.ANSWER)
    body = Client().get(way).content.decode()
    assert "Agree" in body and "Decline" in body
    assert "You declined" in Client().post(way, {"answer": "no"}).content.decode()
    asked.refresh_from_db()
    assert asked.outcome == "declined"
    assert Client().post(way, {"answer": "yes"}).status_code == 410


def test_a_ticket_is_only_for_what_it_was_sent_for(start: Any, owner: User, player: User) -> None:
    """Nobody leaves a match or answers a proposal with a link of another purpose, nor with one of another match."""
    match, other = start(), start()
    seat = load_match(match.pk).seat_of(player.pk)
    assert seat is not None
    asked = proposals.ask_pause(match_id=other.pk, user=owner, days=1)
    assert Client().post(link_of(match, seat, str(asked.pk), links.ANSWER), {"answer": "yes"}).status_code == 410
    assert Client().post(link_of(match, seat, "", links.LEAVE)).status_code == 410
    asked.refresh_from_db()
    assert not asked.outcome and load_match(match.pk).seat_of(player.pk) == seat


def test_an_invitation_is_accepted_and_declined_without_login(owner: User, player: User, staff: User) -> None:
    facts = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0, "options": {}}
    table = tables.create_match(owner=owner, slug=GAME, seats=3, is_public=False, **facts)
    for person in (player, staff):
        tables.invite(match_id=table.pk, by=owner, name=person.username)
    yes, no = (
        links.link(Ticket(table.pk, links.NO_SEAT, person.pk, links.SIT)).removeprefix(settings.SITE_URL)
        for person in (player, staff)
    )
    assert "Take a seat" in Client().get(yes).content.decode()
    assert "You have a seat." in Client().post(yes, {"answer": "yes"}).content.decode()
    assert "You declined" in Client().post(no, {"answer": "no"}).content.decode()
    assert set(table.seats.exclude(user=None).values_list("user", flat=True)) == {owner.pk, player.pk}


def test_who_declines_an_invitation_to_a_public_table_is_not_asked_again(owner: User, player: User) -> None:
    """They were, with a button to decline that refused them."""
    facts = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0, "options": {}}
    table = tables.create_match(owner=owner, slug=GAME, seats=3, is_public=True, **facts)
    tables.invite(match_id=table.pk, by=owner, name=player.username)
    way = links.link(Ticket(table.pk, links.NO_SEAT, player.pk, links.SIT)).removeprefix(settings.SITE_URL)
    declined = Client().post(way, {"answer": "no"}).content.decode()
    assert "You declined" in declined and "Take a seat" not in declined
    later = Client().get(way).content.decode()
    assert "Take a seat" in later and "Decline" not in later, "anybody may sit down here"


@pytest.mark.parametrize("is_public", [True, False])
def test_whom_the_host_takes_off_a_table_does_not_read_that_they_declined(
    owner: User, player: User, is_public: bool
) -> None:
    facts = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0, "options": {}}
    table = tables.create_match(owner=owner, slug=GAME, seats=3, is_public=is_public, **facts)
    tables.invite(match_id=table.pk, by=owner, name=player.username)
    tables.join(match_id=table.pk, user=player)
    tables.clear_seat(match_id=table.pk, user=owner, seat=table.seats.get(user=player).number)
    way = links.link(Ticket(table.pk, links.NO_SEAT, player.pk, links.SIT)).removeprefix(settings.SITE_URL)
    later = Client().get(way).content.decode()
    assert "You have no seat here" in later and "You declined" not in later and "Take a seat" not in later


def test_an_invitation_shows_no_seat(start: Any, player: User, stranger: User) -> None:
    """Its ticket names no seat, so it shows nothing of the match once that has begun, whoever it was sent to."""
    match = start()
    for choice in (links.TABLE, links.FORM, links.AGAIN, links.LEAVE, "0"):
        for person in (player, stranger):
            ticket = Ticket(match.pk, links.NO_SEAT, person.pk, choice)
            assert Client().get(links.link(ticket).removeprefix(settings.SITE_URL)).status_code == 403, choice
    late = links.link(Ticket(match.pk, links.NO_SEAT, stranger.pk, links.SIT)).removeprefix(settings.SITE_URL)
    page = Client().get(late)
    assert page.status_code == 410 and "Your hand" not in page.content.decode()
    seated = links.link(Ticket(match.pk, links.NO_SEAT, player.pk, links.SIT)).removeprefix(settings.SITE_URL)
    assert "Your hand" in Client().get(seated, follow=True).content.decode()


@pytest.mark.parametrize("slug", sorted(load()))
def test_the_page_that_confirms_draws_what_the_move_changes(slug: str, start: Any) -> None:
    """The position after it, if the move shows nothing new; else the pieces it names are marked, or the player’s seat
    where it names none, such as a number."""
    people = tuple(make_person(f"{slug}{number}") for number in range(seats_of(slug)))
    match, drawn = start(slug, people), 0
    for _ in range(6):
        loaded = load_match(match.pk)
        asked = open_of(loaded)
        body = Client().get(link_of(match, asked.decision.seat, asked.id)).content.decode()
        drawn += "After your move:" in body or "is-marked" in body
        move_on(match)
    assert drawn > 2


def test_no_picture_of_a_choice_tells_what_others_have_sealed(start: Any) -> None:
    """The last one who is asked sees the same pictures, whatever the others have answered."""
    compared = {slug: sum(_sealed_differently(slug, start)) for slug in sorted(load())}
    assert sum(count > 4 for count in compared.values()) > 1, compared


def _sealed_differently(slug: str, start: Any) -> Iterator[int]:
    match = start(slug, tuple(make_person(f"{slug}{number}") for number in range(seats_of(slug))))
    for _ in range(16):
        loaded = load_match(match.pk)
        asked = [one.decision for one in loaded.open_decisions() if one.answer is None and not one.decision.optional]
        *others, last = asked or [None]
        worlds = [_all_answered(loaded, others, Rng(seed * 16)) for seed in ("0a", "e3")] if others else []
        worlds = worlds if all(one.at_table().serial == loaded.at_table().serial for one in worlds) else []
        offered = choices.offered(loaded, last.seat, last) if worlds else ()
        for choice in (choice for choice in offered if choice.is_complete):
            one, other = (after_move.picture_after(world, last.seat, choice.move) for world in worlds)
            assert one == other, f"{slug}: {choice.label} at {loaded.position.step}"
            _is_final(worlds, last.seat, choice.move)
            yield 1
        move_on(match)


def _all_answered(loaded: LoadedMatch, others: list[Decision], rng: Rng) -> LoadedMatch:
    world = copy_match(loaded)
    for one in others:
        engine.play(
            world.game, world.at_table(), one.seat, legal_moves.random_move(world.game, world.at_table(), one, rng)
        )
    return world


def _is_final(worlds: list[LoadedMatch], seat: int, move: Move) -> None:
    """A move that shows how others have answered cannot be taken back."""
    before = [world.at_table() for world in worlds]
    after = [codec.copy(world.game, world.at_table()) for world in worlds]
    for world, position in zip(worlds, after, strict=True):
        engine.play(world.game, position, seat, move)
    game = worlds[0].game
    views = {codec.dump(engine.view_for(game, position, seat)) for position in after}
    if len(views) > 1:
        assert not takebacks.reveals_nothing(game, before[0], after[0], seat, move, Rng("5c" * 16))
