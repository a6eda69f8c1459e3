"""Failures that must do no harm: no broker, rules that crash, many writers at once, stale caches."""

import json
import os
import signal
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import redis
from django.db import InterfaceError, OperationalError, connection, transaction
from django.test import Client

from accounts import services as people
from accounts.models import Rating, User
from config.embedded.servers import Valkey, addresses_in
from config.env import renamed
from games import tasks
from games.deadlines import sweep
from games.errors import Refusal
from games.kernel import codec, engine, legal_moves
from games.kernel.errors import RunawayStep
from games.kernel.rng import Rng
from games.kernel.step import Step
from games.kernel.types import Move
from games.lobby import tables
from games.matches import bots, leaving, play, recent
from games.matches.loaded import copy_match, load_match
from games.matches.store import StaleRevision
from games.models import ChatLine, Match, OpenDecision
from tests.fixtures import PASSWORD, make_person
from tests.games.conftest import browser_of, move_on, open_of, user_of
from tests.games.own_site import Site, quickly
from tests.games.scenes import CLOCK, Cast, everything, make_cast, set_up
from tests.games.table_sockets import TableSocket
from tests.games.test_lobby import in_threads
from tests.games.test_sockets import good_move
from tests.samples import GAME, SHORT

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ROOT = Path(__file__).resolve().parent.parent.parent


# --- the broker is down -------------------------------------------------------------------------------------------


def site_with_a_broker_of_its_own(stack: ExitStack, folder: Path) -> tuple[Valkey, Site, Cast, Match]:
    """Also some people, and a match they are playing."""
    valkey = Valkey(folder)
    valkey.start()
    stack.callback(valkey.stop)
    database = renamed(os.environ["DATABASE_URL"], connection.settings_dict["NAME"])
    site = Site(folder, database, addresses_in(folder).redis)
    stack.callback(site.process.stop, 5)
    cast = make_cast()
    return valkey, site, cast, set_up(cast, "running", True)


@pytest.mark.django_db(transaction=True)
def test_people_can_play_chat_join_and_log_in_without_a_broker(stack, private_servers):
    valkey, site, cast, match = site_with_a_broker_of_its_own(stack, private_servers)
    line = stack.enter_context(TableSocket(site.address, match.pk, cast.player))
    line.settle(0.3)
    valkey.stop()

    version = load_match(match.pk).version
    mover = user_of(load_match(match.pk), open_of(load_match(match.pk)).decision.seat)
    status, page = quickly(lambda: site.ask(f"/match/{match.pk}/play/", mover, good_move(match)))
    assert status == 200 and f'data-version="{version + 1}"' in page
    line.say(json.dumps(good_move(match)))
    line.until(f'data-version="{version + 2}"', "status")  # it was not poked, but it made the move itself
    assert quickly(lambda: site.ask(f"/match/{match.pk}/chat/", cast.owner, {"chat": "Anybody here?"}))[0] == 200
    assert ChatLine.objects.filter(match=match, text="Anybody here?").exists()
    table = tables.create_match(owner=cast.owner, slug=GAME, seats=3, options={}, **CLOCK)
    assert quickly(lambda: site.ask(f"/match/{table.pk}/join/", cast.player, {}))[0] == 200
    assert table.seats.filter(user=cast.player).exists()
    assert quickly(lambda: site.ask("/accounts/login/", cast.player))[0] == 200
    assert quickly(lambda: site.ask(f"/match/{table.pk}/start/", cast.owner, {}))[0] == 200  # wakes a bot
    table.refresh_from_db()
    assert table.status == Match.Status.RUNNING

    valkey.start()
    with TableSocket(site.address, match.pk, cast.player) as again:  # as the page does by itself
        again.until(f'data-version="{version + 2}"', "status")
        move_on_page = good_move(match)
        mover = user_of(load_match(match.pk), open_of(load_match(match.pk)).decision.seat)
        assert site.ask(f"/match/{match.pk}/play/", mover, move_on_page)[0] == 200
        again.until(f'data-version="{version + 3}"', "status")


@pytest.mark.django_db(transaction=True)
def test_people_can_play_chat_join_and_log_in_with_a_full_broker(stack, private_servers):
    """It refuses to store anything, which must have the same effect as being down."""
    valkey, site, cast, match = site_with_a_broker_of_its_own(stack, private_servers)
    broker = redis.Redis(unix_socket_path=str(valkey.socket))
    broker.config_set("maxmemory-policy", "noeviction")
    broker.config_set("maxmemory", 1)
    with pytest.raises(redis.exceptions.OutOfMemoryError):
        broker.set("one", "more")
    with TableSocket(site.address, match.pk, cast.player) as line:
        line.settle(0.3)
        version = load_match(match.pk).version
        mover = user_of(load_match(match.pk), open_of(load_match(match.pk)).decision.seat)
        status, page = site.ask(f"/match/{match.pk}/play/", mover, good_move(match))
        assert status == 200 and f'data-version="{version + 1}"' in page
        line.until(f'data-version="{version + 1}"', "status")  # pokes are not stored
    assert site.ask(f"/match/{match.pk}/chat/", cast.owner, {"chat": "Anybody here?"})[0] == 200
    table = tables.create_match(owner=cast.owner, slug=GAME, seats=3, options={}, **CLOCK)
    assert site.ask(f"/match/{table.pk}/join/", cast.player, {})[0] == 200
    assert site.ask(f"/match/{table.pk}/start/", cast.owner, {})[0] == 200  # wakes a bot
    table.refresh_from_db()
    assert table.status == Match.Status.RUNNING
    assert site.ask("/accounts/login/", None, {"login": "stranger", "password": PASSWORD})[0] == 200
    cast.stranger.refresh_from_db()
    assert cast.stranger.last_login
    assert site.ask(f"/match/{match.pk}/", cast.owner)[0] == 200


@pytest.mark.django_db(transaction=True)
def test_a_hanging_broker_delays_nobody_for_long(stack, private_servers):
    valkey, site, cast, match = site_with_a_broker_of_its_own(stack, private_servers)
    table = tables.create_match(owner=cast.owner, slug=GAME, seats=3, options={}, **CLOCK)
    mover = user_of(load_match(match.pk), open_of(load_match(match.pk)).decision.seat)
    assert site.ask("/accounts/login/", cast.player)[0] == 200
    assert valkey.proc is not None
    os.kill(valkey.proc.pid, signal.SIGSTOP)  # it accepts connections but never answers
    stack.callback(os.kill, valkey.proc.pid, signal.SIGCONT)
    quickly(lambda: site.ask(f"/match/{match.pk}/play/", mover, good_move(match)), 8)
    assert load_match(match.pk).version == 2
    quickly(lambda: site.ask(f"/match/{table.pk}/start/", cast.owner, {}), 8)  # wakes a bot
    table.refresh_from_db()
    assert table.status == Match.Status.RUNNING


# --- rules that crash ---------------------------------------------------------------------------------------------


class Crash(Exception):
    pass


@pytest.fixture
def crash(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[Exception]], None]:
    """Make the rules crash when a move is carried out."""
    from games.titles import load

    def prepare(kind: type[Exception]) -> None:
        def fails(*_: Any) -> str:
            raise kind("resolve")

        for step in load()[GAME].rules.steps:
            monkeypatch.setattr(type(step), "resolve", fails)

    return prepare


@pytest.mark.parametrize("kind", [Crash, RunawayStep, RecursionError, AssertionError])
@pytest.mark.parametrize("remembers", [True, False])
def test_a_crash_in_the_rules_leaves_the_match_as_it_was(start, crash, kind, remembers):
    match, other = start(), start()
    loaded = move_on(match, 2)
    asked = open_of(loaded)
    user = user_of(loaded, asked.decision.seat)
    form = good_move(match)
    if remembers:
        recent.put(load_match(match.pk))
    before = everything()
    crash(kind)
    client = Client(raise_request_exception=False)
    client.force_login(user)
    answer = client.post(f"/match/{match.pk}/play/", form)
    assert answer.status_code == 500 and "Something went wrong" in answer.content.decode()
    assert loaded.at_table().rng.seed not in answer.content.decode()
    assert everything() == before
    assert client.get(f"/match/{match.pk}/").status_code == 200
    assert browser_of(user).get(f"/match/{other.pk}/").status_code == 200
    known = recent.get(match.pk)
    assert known is None or codec.dump(known.at_table()) == codec.dump(loaded.at_table())


def test_an_endless_loop_in_the_rules_is_stopped(start, monkeypatch):
    match = start()
    before = everything()
    loaded = load_match(match.pk)
    silent = next(one for one in loaded.game.rules.steps if type(one).ask is Step.ask)
    for step in (silent, loaded.game.rules.by_name[loaded.at_table().step]):
        monkeypatch.setattr(type(step), "resolve", lambda *_: silent.name)
    act = play_default(match)
    with pytest.raises(RunawayStep), transaction.atomic():
        act()
    assert everything() == before


def test_a_crashing_bot_is_put_off_and_the_others_play(start, crash, monkeypatch, owner):
    broken, sound = (
        tables.create_match(owner=owner, slug=GAME, seats=3, options={}, bots=2, **CLOCK) for _ in range(2)
    )
    OpenDecision.objects.update(is_bot=True)
    woken: list[int] = []
    monkeypatch.setattr("games.matches.bot_wakeups.wake_bots", woken.append)
    monkeypatch.setattr(bots, "play_one", lambda match_id, **more: {sound.pk: None}[match_id])
    start_of_day = OpenDecision.objects.latest("asked_at").asked_at
    tasks.run_bots(broken.pk)
    late = start_of_day + sweep.timedelta(minutes=2)
    assert sweep.wake_forgotten_bots(late) == 1 and woken == [sound.pk]
    assert sweep.wake_forgotten_bots(late + sweep.timedelta(seconds=2)) == 0  # wake-ups are not repeated at once
    assert sweep.wake_forgotten_bots(late + sweep.timedelta(hours=2)) == 2


def test_a_bot_without_a_database_waits_for_the_next_sweep(start, monkeypatch, owner):
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, bots=2, **CLOCK)
    OpenDecision.objects.update(is_bot=True)
    before = OpenDecision.objects.filter(match=match).latest("asked_at").asked_at
    for error in (OperationalError("no space left on device"), InterfaceError("the connection is closed")):
        monkeypatch.setattr(bots, "play_all", Mock(side_effect=error))
        tasks.run_bots(match.pk)
        assert OpenDecision.objects.filter(match=match).latest("asked_at").asked_at == before


# --- many at once -------------------------------------------------------------------------------------------------


def play_default(match: Match, by: str = "web") -> Callable[[], Any]:
    """A function that answers for the seat on turn with its default."""
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    seat, user = asked.decision.seat, user_of(loaded, asked.decision.seat)
    move = asked.decision.default
    return lambda: play.play_move(match_id=match.pk, seat=seat, decision=asked.id, move=move, by=by, user=user)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("remembers", [True, False])
def test_the_same_answer_from_many_pages_is_played_once(start, remembers):
    match = start()
    for _ in range(6):
        before = load_match(match.pk)
        recent._matches._kept.clear()
        if remembers:
            recent.put(before)
        act = play_default(match)
        receipts = in_threads(act, act, act, act)
        assert {receipt.version for receipt in receipts} == {before.version + 1}
        assert sum(not receipt.is_repeated for receipt in receipts) == 1
        assert load_match(match.pk).version == before.version + 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", range(5))
def test_moves_clocks_resignations_and_chat_never_deadlock(start, people_at_table, turn):
    """Everything that writes to a match, all at once: each is done or refused, and none fails."""
    match = start(people=people_at_table, options=SHORT)
    loaded = move_on(match, turn)
    OpenDecision.objects.filter(match=match).update(due_at=loaded.asked[0].asked_at)
    first, second, third = people_at_table
    talker = browser_of(first)
    in_threads(
        play_default(match),
        sweep.sweep,
        lambda: leaving.resign(match_id=match.pk, user=second),
        lambda: leaving.resign(match_id=match.pk, user=third),
        lambda: Client().get(f"/match/{match.pk}/"),
        lambda: talker.post(f"/match/{match.pk}/chat/", {"chat": "Hi"}),
    )
    whole(match)


def whole(match: Match) -> None:
    """Replaying the log gives the position, and the rows match the decisions it asks."""
    loaded = load_match(match.pk)
    loaded.game.rules.audit(loaded.at_table().state)
    opens = [
        open.id
        for open in engine.open_decisions(loaded.game, loaded.at_table())
        if open.decision.clock.pace != "standing"
    ]
    assert sorted(opens) == sorted(row.key for row in loaded.asked)
    records = match.records.order_by("number").values_list("number", "version")
    assert [number for number, _ in records] == sorted({number for number, _ in records})
    assert match.snapshots.count() == loaded.version


@pytest.fixture
def people_at_table(transactional_db: None) -> tuple[Any, ...]:
    return tuple(make_person(name) for name in ("ada", "bo", "cy"))


@pytest.mark.django_db(transaction=True)
def test_matches_of_the_same_people_can_end_at_the_same_moment(people_at_table):
    """Ratings are always locked in the same order, whatever the order of seats."""
    first, second, third = people_at_table
    matches = []
    for owner, *others in ((first, second, third), (third, second, first), (second, third, first)):
        match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, **CLOCK)
        for person in others:
            tables.join(match_id=match.pk, user=person)
        leaving.resign(match_id=match.pk, user=others[0])
        matches.append((match, others[1]))
    in_threads(*(lambda m=match, who=who: leaving.resign(match_id=m.pk, user=who) for match, who in matches))
    assert set(Match.objects.values_list("status", flat=True)) == {"over"}
    assert set(Rating.objects.values_list("matches", flat=True)) == {3}


@pytest.mark.django_db(transaction=True)
def test_two_players_can_delete_their_accounts_while_the_third_moves(start, people_at_table):
    first, second, third = people_at_table
    orders = (people_at_table, (second, third, first), (third, first, second))
    for people_in_order in orders:
        start(people=people_in_order)
    for owner in (first, second):
        tables.create_match(owner=owner, slug=GAME, seats=3, options={}, **CLOCK)
    open_tables = Match.objects.filter(status="open").order_by("pk")
    tables.join(match_id=open_tables[0].pk, user=second)
    tables.join(match_id=open_tables[1].pk, user=first)
    running = list(Match.objects.filter(status="running"))
    in_threads(
        lambda: people.delete_account(user=first),
        lambda: people.delete_account(user=second),
        *(play_default(match) for match in running),
    )
    assert User.objects.exclude(deleted_at=None).count() == 2
    assert set(Match.objects.filter(pk__in=[match.pk for match in running]).values_list("status", flat=True)) == {
        "over"
    }


@pytest.mark.django_db(transaction=True)
def test_the_first_bots_of_a_site_are_created_once(people_at_table):
    def open_table(owner: Any) -> Callable[[], Any]:
        return lambda: tables.create_match(owner=owner, slug=GAME, seats=3, options={}, bots=2, **CLOCK)

    in_threads(*(open_table(person) for person in people_at_table))
    assert User.objects.filter(is_bot=True).count() == 2
    assert set(Match.objects.values_list("status", flat=True)) == {"running"}


# --- cached matches -----------------------------------------------------------------------------------------------


def test_a_stale_cached_match_writes_nothing(start):
    match = start()
    old = load_match(match.pk)
    move_on(match, 2)
    before = everything()
    asked = open_of(old)
    move = legal_moves.random_move(old.game, old.at_table(), asked.decision, Rng("01" * 16))
    facts = {"seat": asked.decision.seat, "decision": asked.id, "by": "web", "user": user_of(old, asked.decision.seat)}
    with pytest.raises(StaleRevision), transaction.atomic():
        play.settle([play.prepare(copy_match(old), play.Submission(old.id, move=move, **facts))])
    assert everything() == before
    recent.put(load_match(match.pk))
    with pytest.raises(Refusal) as refusal:
        play.play_move(match_id=match.pk, move=Move("pass", {"take": 1}), **facts)
    assert refusal.value.status == 409


def test_an_answer_changed_in_another_process_can_be_changed_back(people_at_table, monkeypatch):
    """Sealed in this process, changed in another one, then changed back here: the last answer counts."""
    from tests.games.test_secrets import lay
    from tests.kernel import madeup

    monkeypatch.setitem(__import__("games.titles", fromlist=["load"]).load(), "madeup", madeup.game)
    first, *others = people_at_table
    match = tables.create_match(owner=first, slug="madeup", seats=3, options={}, **CLOCK)
    for person in others:
        tables.join(match_id=match.pk, user=person)
    lay(match, 0)
    here = load_match(match.pk)
    opens = engine.open_decisions(here.game, here.at_table())
    open = next(o for o in opens if o.decision.seat == 0 and o.answer is not None)
    cards = [option.value for option in open.decision.actions[0].fields[0].options]
    original = open.answer
    assert original is not None
    changed = Move("lay", {"card": next(card for card in cards if card != original.args["card"])})
    facts = {"match_id": match.pk, "seat": 0, "decision": open.id, "by": "web", "user": user_of(here, 0)}
    recent._matches._kept.clear()
    play.play_move(move=changed, **facts)  # the other process
    recent._matches._kept.clear()
    recent.put(here)  # this process has a stale copy
    play.play_move(move=original, **facts)
    assert original in load_match(match.pk).at_table().sealed.values()
