"""play_move(): who may move, what is stored, and what is left after a refusal."""

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.errors import Refusal
from games.kernel.types import Move
from games.matches import play
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, OpenDecision, Snapshot
from tests.games.conftest import move_on, open_of, user_of
from tests.samples import GAME, LONG, SHORT

pytestmark = pytest.mark.django_db


def test_a_move_is_stored_with_log_index_and_snapshot(start):
    match = start()
    before = load_match(match.pk)
    asked = open_of(before)
    loaded = move_on(match)
    record = MoveRecord.objects.get(match=match, decision=asked.id)
    assert (record.seat, record.by, record.user) == (asked.decision.seat, "web", user_of(loaded, asked.decision.seat))
    assert loaded.version == before.version + 1
    assert Snapshot.objects.filter(match=match).count() == loaded.version
    assert [row.key for row in OpenDecision.objects.filter(match=match)] == [open_of(loaded).id]
    assert not OpenDecision.objects.filter(match=match, key=asked.id).exists()


def test_a_whole_match_ends_with_ranks_and_ratings(start):
    match = start(options=SHORT)
    move_on(match, 400)
    match.refresh_from_db()
    assert match.status == Match.Status.OVER
    assert sorted(match.seats.values_list("rank", flat=True))[0] == 1
    assert not OpenDecision.objects.filter(match=match).exists()
    assert all(seat.user.ratings.get(slug=GAME).matches == 1 for seat in match.seats.select_related("user"))


def test_another_persons_seat_is_refused(start, stranger):
    match = start()
    asked = open_of(load_match(match.pk))
    with pytest.raises(Refusal) as refusal:
        play.play_move(
            match_id=match.pk,
            seat=asked.decision.seat,
            decision=asked.id,
            move=asked.decision.default,
            by="web",
            user=stranger,
        )
    assert (refusal.value.status, refusal.value.clause) == (403, "PLAY-11")


def test_a_refused_move_changes_nothing(start):
    match = start()
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    with pytest.raises(Refusal) as refusal:
        play.play_move(
            match_id=match.pk,
            seat=asked.decision.seat,
            decision=asked.id,
            move=Move(asked.decision.default.verb, {"nonsense": 9}),
            by="web",
            user=user_of(loaded, asked.decision.seat),
        )
    assert refusal.value.status == 422 and refusal.value.clause
    after = load_match(match.pk)
    assert (after.version, after.revision, after.at_table()) == (loaded.version, loaded.revision, loaded.at_table())


@pytest.mark.clause("PLAY-12")
def test_the_same_answer_sent_twice_counts_once(start):
    match = start()
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    user = user_of(loaded, asked.decision.seat)
    send = {
        "match_id": match.pk,
        "seat": asked.decision.seat,
        "decision": asked.id,
        "move": asked.decision.default,
        "by": "web",
        "user": user,
    }
    first = play.play_move(**send)
    second = play.play_move(**send)
    assert second.is_repeated and second.version == first.version
    assert MoveRecord.objects.filter(match=match, seat=asked.decision.seat).count() == 1


def test_another_answer_to_a_settled_decision_is_refused(start):
    match = start()
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    user = user_of(loaded, asked.decision.seat)
    facts = {"match_id": match.pk, "seat": asked.decision.seat, "decision": asked.id, "by": "web", "user": user}
    play.play_move(move=asked.decision.default, **facts)
    with pytest.raises(Refusal) as refusal:
        play.play_move(move=Move("fly", {}), **facts)
    assert refusal.value.status == 409 and refusal.value.clause


@pytest.mark.parametrize("moves", [1, 40])
def test_a_move_costs_the_same_number_of_queries_whatever_the_length(start, moves, django_assert_max_num_queries):
    match = start(options=LONG)
    move_on(match, moves)
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    user = user_of(loaded, asked.decision.seat)
    with django_assert_max_num_queries(12):
        play.play_move(
            match_id=match.pk,
            seat=asked.decision.seat,
            decision=asked.id,
            move=asked.decision.default,
            by="web",
            user=user,
        )


def rows_read() -> dict[str, int]:
    """Rows that this transaction has read so far, by table, through scans and indexes alike."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables")
        return dict(cursor.fetchall())


def test_a_move_reads_the_rows_of_its_match_and_of_no_other(start, stranger):
    match, other = start(), start()
    now = timezone.now()
    OpenDecision.objects.bulk_create(
        OpenDecision(match=other, user=stranger, seat=0, key=f"{number}.9", pace="turn", prompt="x", asked_at=now)
        for number in range(400)
    )
    User.objects.bulk_create(User(username=f"guest{number}", email=f"{number}@example.com") for number in range(400))
    with connection.cursor() as cursor:  # as in a large table; in a small one the plan depends on earlier tests
        cursor.execute("SET LOCAL enable_seqscan = off")
    for _ in range(12):  # the server prepares repeated statements and then plans them again
        before = rows_read()
        move_on(match)
        read = {table: count - before.get(table, 0) for table, count in rows_read().items()}
        assert read["games_opendecision"] < 40 and read["accounts_user"] < 40
