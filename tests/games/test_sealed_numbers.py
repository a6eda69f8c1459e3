"""Numbers that browsers seal before the start: no player can know them, and none delays the start."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import services as people
from games import tasks
from games.errors import Refusal
from games.kernel import replay
from games.kernel.rng import mixed, number_seal
from games.kernel.verify import verify_record
from games.lobby import starting, tables
from games.matches.loaded import load_match
from games.models import Match
from tests.games.conftest import browser_of, move_on
from tests.games.scenes import CLOCK, everything
from tests.samples import FROM_TWO, GAME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
HOSTS, MINE, LATE = "0f" * 16, "a7" * 16, "c3" * 16


@pytest.fixture
def table(owner: Any) -> Match:
    match = tables.create_match(owner=owner, slug=FROM_TWO, seats=2, options={}, is_rated=False, **CLOCK)
    seal(match, owner, HOSTS)
    return match


def seal(match: Match, user: Any, number: str) -> None:
    tables.add_number(match_id=match.pk, user=user, seal=number_seal(number))


def open_number(match: Match, user: Any, number: str) -> None:
    tables.add_number(match_id=match.pk, user=user, client_seed=number)


def state(match: Match) -> tuple[str, list[str]]:
    match.refresh_from_db()
    return match.status, match.numbers


def pass_time(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(starts_by=timezone.now() - timedelta(seconds=1))


@pytest.mark.clause("PLAY-10")
def test_the_last_player_cannot_know_sealed_numbers(table: Match, owner: Any, player: Any) -> None:
    """Not even the site knows it. Once it is revealed, no number can be added and nobody can leave."""
    assert (
        HOSTS not in str(everything()) and HOSTS not in browser_of(player).get(f"/match/{table.pk}/").content.decode()
    )
    tables.join(match_id=table.pk, user=player, seal=number_seal(MINE))
    assert state(table) == ("open", [])
    open_number(table, player, MINE)
    assert state(table) == ("open", [MINE]), "one more is awaited"
    for act in (
        lambda: open_number(table, player, LATE),
        lambda: seal(table, player, LATE),
        lambda: tables.leave(match_id=table.pk, user=player),
        lambda: tables.clear_seat(match_id=table.pk, user=owner, seat=1),
        lambda: tables.close_table(match_id=table.pk, user=owner),
    ):
        with pytest.raises(Refusal) as refused:
            act()
        assert refused.value.status == 409
    open_number(table, owner, HOSTS)
    assert state(table) == ("running", [MINE, HOSTS])
    assert load_match(table.pk).at_table().rng.seed == mixed(table.secret, [HOSTS, MINE])


def test_nobody_has_two_sealed_numbers(table: Match, owner: Any) -> None:
    """By revealing a second number or not, a player could choose between shuffles."""
    seal(table, owner, LATE)
    table.refresh_from_db()
    assert table.seals == {number_seal(HOSTS): owner.pk}
    open_number(table, owner, HOSTS)
    seal(table, owner, LATE)
    table.refresh_from_db()
    assert table.seals.keys() == {number_seal(HOSTS), number_seal(LATE)}


def test_a_full_table_with_revealed_numbers_starts_at_once(table: Match, owner: Any, player: Any) -> None:
    open_number(table, owner, HOSTS)
    tables.join(match_id=table.pk, user=player)
    assert state(table) == ("running", [HOSTS])


def test_a_vanished_browser_delays_the_start_only_until_the_next_sweep(table: Match, owner: Any, player: Any) -> None:
    tables.join(match_id=table.pk, user=player, seal=number_seal(MINE))
    open_number(table, player, MINE)
    tasks.sweep_clocks()
    assert state(table) == ("open", [MINE])
    assert table.starts_by and table.starts_by - timezone.now() <= timedelta(seconds=5)
    page = browser_of(player).get(f"/match/{table.pk}/").content.decode()
    assert "The game starts in a moment" in page and "Leave the table" not in page
    pass_time(table)
    tasks.sweep_clocks()
    assert state(table) == ("running", [MINE]) and table.starts_by is None
    assert browser_of(owner).post(f"/match/{table.pk}/number/", {"client_seed": HOSTS}).status_code == 409
    assert load_match(table.pk).at_table().rng.seed == mixed(table.secret, [MINE])
    move_on(table, 2000)
    for address in ("proof/", "record.json"):
        said = browser_of(player).get(f"/match/{table.pk}/{address}").content.decode()
        assert number_seal(HOSTS) in said and HOSTS not in said and MINE in said
    record = browser_of(player).get(f"/match/{table.pk}/record.json").json()
    assert "One number was sealed and never opened." in verify_record(table.game, record)[0]
    for wrong in ([number_seal(MINE)], ["x"]):
        with pytest.raises(replay.Difference):
            verify_record(table.game, record | {"unopened": wrong})


def test_the_number_of_a_player_who_left_is_not_awaited(owner: Any, player: Any, stranger: Any) -> None:
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, is_rated=False, **CLOCK)
    tables.join(match_id=match.pk, user=player, seal=number_seal(MINE))
    tables.leave(match_id=match.pk, user=player)
    tables.join(match_id=match.pk, user=stranger)
    tables.start_with_bots(match_id=match.pk, user=owner)
    assert state(match) == ("running", [])


def test_a_full_table_starts_before_a_player_deletes_the_account(table: Match, owner: Any, player: Any) -> None:
    """A player who has seen the numbers cannot avoid the shuffle by leaving."""
    tables.join(match_id=table.pk, user=player, seal=number_seal(MINE))
    open_number(table, owner, HOSTS)
    people.delete_account(user=player)
    assert state(table) == ("over", [HOSTS])
    assert load_match(table.pk).at_table().rng.seed == mixed(table.secret, [HOSTS])


def test_a_table_that_cannot_start_does_not_block_others(
    table: Match, owner: Any, player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tables.create_match(owner=owner, slug=FROM_TWO, seats=2, options={}, is_rated=False, **CLOCK)
    seal(other, owner, LATE)
    for match in (table, other):
        tables.join(match_id=match.pk, user=player)
        pass_time(match)
    known = starting.start
    monkeypatch.setattr(starting, "start", lambda match: known(match) if match.pk == other.pk else 1 / 0)
    starting.start_late()
    assert state(table)[0] == "open" and state(other)[0] == "running"
    assert Match.objects.filter(pk=table.pk, starts_by__gt=timezone.now()).exists(), "it is tried again in an hour"
