"""Secrets at the level of the platform: what anybody is shown, in any form, follows from what that person may know.

Three kinds of proof. Positions of random matches are replaced by others that look the same to a viewer: everything
shown stays the same to the byte. A plan is stored, or an answer sealed: nothing that others can observe changes. And
the places where secrets could fall out by accident (administration, exports, logs, addresses) are looked at one by one.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from accounts.models import OutgoingMail
from games import fragments, history, letters, present
from games.frames import Frame, copy_frame, load_frame, recent
from games.kernel import codec, engine, listing
from games.kernel.rng import Rng
from games.kernel.types import AnyPosition, Open
from games.layer import TableLayer
from games.models import Match, MoveRecord, OpenDecision, Snapshot
from games.services import lobby, play
from games.titles import load
from tests.conftest import make_person
from tests.games.conftest import DAY, browser_of, move_on, open_of, user_of
from tests.games.scenes import client_of, steady
from tests.kernel import madeup

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent
SEEDS = ("0a" * 16, "e3" * 16)
PAGES = ("", "text/", "history/", "history/?at=1", "proof/", "narrow/?verb=play", "order/", "resign/", "record.json")


@pytest.fixture
def people(db: None) -> list[Any]:
    return [make_person(name) for name in ("ada", "bo", "cy", "dee")]


# --- other positions that look the same ---------------------------------------------------------------------------


def shown(frame: Frame, seat: int | None) -> dict[str, Any]:
    """All that a viewer gets in any form: fragments of page and socket, API, words, letter."""
    user = None if seat is None else frame.seats[seat].user
    viewer = present.Viewer(user, seat)
    facts = present.describe(frame, viewer)
    own = present.own_decisions(frame, seat).all
    return {
        **fragments.parts(frame, facts),
        "view": codec.dump_any(facts["view"]),
        "decisions": codec.dump_any([(open.id, open.answer, open.decision) for open in own]),
        "words": fragments.position_text(facts),
        "subject": frame.game.headline(facts["view"], next((open.decision for open in own), None), frame.names),
        "story": [told.words for told in present.story(frame, seat)],
        "letter": [
            choice.label for open in own for choice in letters.choices(frame, open.decision.seat, open.decision)
        ],
    }


def look_alike(frame: Frame, seat: int | None, seed: str) -> Frame:
    """The frame with everything redrawn that this seat cannot know."""
    other = copy_frame(frame)
    position = other.at_table()
    position.state = frame.game.determinize(position.state, seat, Rng(seed))
    position.rng = Rng(seed)
    return other


@pytest.mark.parametrize("seed", ["11" * 16, "5b" * 16, "c7" * 16])
@pytest.mark.parametrize("slug", sorted(load()))
def test_what_is_shown_follows_from_what_may_be_known(start, people, slug, seed):
    match = start(slug, tuple(people[: load()[slug].meta.seats[0]]))
    rng = Rng(seed)
    for _ in range(12):
        frame = move_on(match, 1 + rng.below(4), rng)
        if frame.is_over:
            break
        for seat in (None, *range(len(frame.seats))):
            before = shown(frame, seat)
            for other in SEEDS:
                assert shown(look_alike(frame, seat, other), seat) == before


@pytest.mark.parametrize("slug", sorted(load()))
def test_looking_back_shows_what_could_be_known_then(start, people, slug):
    match = start(slug, tuple(people[: load()[slug].meta.seats[0]]))
    frame = move_on(match, 10, Rng("77" * 16))
    for version in range(1, frame.version + 1, 3):
        then = history.frame_then(frame, version)
        for seat in (None, *range(len(frame.seats))):
            assert shown(look_alike(then, seat, SEEDS[0]), seat) == shown(then, seat)


def test_the_end_does_not_open_earlier_positions(start, people):
    """Parcels opens hands at the end of a round; who looks back still sees the own hand only."""
    match = start("parcels", tuple(people[:3]), options={"rounds": 1})
    then = shown(history.frame_then(move_on(match, 4), 3), None)
    frame = move_on(match, 400)
    assert frame.is_over
    again = shown(history.frame_then(frame, 3), None)
    assert again["board"] == then["board"] and again["view"] == then["view"]


# --- plans leave no trace -----------------------------------------------------------------------------------------


@pytest.fixture
def pokes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[int] | None]]:
    """The matches that are told of, with the seats whose pages alone may notice, in order."""
    told: list[tuple[str, list[int] | None]] = []

    def note(layer: TableLayer, messages: Iterable[tuple[str, dict[str, Any]]]) -> None:
        told.extend((group, message["seats"]) for group, message in messages)

    monkeypatch.setattr(TableLayer, "publish_now", note)
    return told


def planner(frame: Frame) -> Open:
    """The first standing order that somebody may give."""
    opens = engine.open_decisions(frame.game, frame.at_table())
    return next(open for open in opens if open.decision.pace == "standing")


def observed(people: list[Any], match: Match, staff: Any) -> dict[str, Any]:
    """What all these people, a spectator and the administration see, with the number of queries of each page."""
    found: dict[str, Any] = {}
    for person in (None, *people):
        client = client_of(person)
        for page in (
            *(f"/match/{match.pk}/{page}" for page in PAGES),
            f"/api/matches/{match.pk}/",
            "/mine/",
            "/tables/",
        ):
            with CaptureQueriesContext(
                connection,
            ) as queries:
                answer = client.get(page)
            found[f"{person} {page}"] = (answer.status_code, steady(answer.content.decode()), len(queries))
    office = browser_of(staff)
    for page in ("match/", f"match/{match.pk}/change/", "opendecision/", "moverecord/", "chatline/"):
        found[page] = steady(office.get(f"/admin/games/{page}").content.decode())
    return found


def test_storing_a_plan_changes_nothing_that_others_can_observe(
    start, people, staff, pokes, django_capture_on_commit_callbacks
):
    match = start("parcels", tuple(people[:3]))
    frame = move_on(match, 4)
    open = planner(frame)
    seat = open.decision.seat
    author = user_of(frame, seat)
    others = [person for person in people if person != author]
    observed(others, match, staff)  # everybody has been seen today: "last seen" is not written in what follows
    before = observed(others, match, staff)
    mails, asked = OutgoingMail.objects.count(), list(OpenDecision.objects.order_by("pk").values())
    pokes.clear()
    for rng in (Rng("01" * 16), Rng("02" * 16)):
        order = listing.random_move(frame.game, frame.at_table(), open.decision, rng)
        with django_capture_on_commit_callbacks(execute=True):
            receipt = play.play_move(match_id=match.pk, seat=seat, decision=open.id, move=order, by="web", user=author)
        assert receipt.version == frame.version and not receipt.events
        assert observed(others, match, staff) == before
    assert all(poke == (f"m{match.pk}", [seat]) for poke in pokes)
    assert OutgoingMail.objects.count() == mails
    assert list(OpenDecision.objects.order_by("pk").values()) == asked
    assert MoveRecord.objects.filter(match=match, is_order=True).count() == 2


def test_a_plan_is_in_no_record_and_only_in_its_authors_export(start, people):
    match = start("parcels", tuple(people[:3]), options={"rounds": 1})
    frame = move_on(match, 4)
    open = planner(frame)
    seat = open.decision.seat
    author = user_of(frame, seat)
    order = listing.random_move(frame.game, frame.at_table(), open.decision, Rng("03" * 16))
    play.play_move(match_id=match.pk, seat=seat, decision=open.id, move=order, by="web", user=author)
    assert move_on(match, 400).is_over
    record = client_of(None).get(f"/match/{match.pk}/record.json").json()
    assert "plan" not in {line.get("verb") for line in record["moves"]}
    for person in people[:3]:
        own = browser_of(person).get("/people/me/export/").json()
        verbs = [json.loads(move["move"])["verb"] for move in own["moves"] if move["move"]]
        assert ("plan" in verbs) == (person == author)


# --- sealed answers leave no trace --------------------------------------------------------------------------------


@pytest.fixture
def fair(people: list[Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[Match]:
    """A match of the made-up game, in which all lay a card at once in secret; a page shows its whole view."""
    env = fragments._template("board.html").environment
    for name in ("table/table.html", "table/mail.txt"):
        monkeypatch.setitem(fragments._compiled, f"madeup/{name}", env.from_string("{{ view }}"))
    monkeypatch.setitem(load(), "madeup", madeup.game)
    facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 3 * DAY, "options": {}}
    match = lobby.create_match(owner=people[0], slug="madeup", seats=3, **facts)
    for person in people[1:3]:
        lobby.join(match_id=match.pk, user=person)
    gone = timedelta(days=2)
    OpenDecision.objects.filter(match=match).update(asked_at=F("asked_at") - gone, drains_at=F("drains_at") - gone)
    Match.objects.filter(pk=match.pk).update(stamp=F("stamp") + 1)
    yield match


def lay(match: Match, seat: int, verb: str = "lay") -> None:
    """The seat lays its lowest card, sealed."""
    frame = load_frame(match.pk)
    opens = engine.open_decisions(frame.game, frame.at_table())
    open = next(o for o in opens if o.decision.seat == seat and any(a.verb == verb for a in o.decision.actions))
    facts = {"match_id": match.pk, "seat": seat, "by": "web", "user": user_of(frame, seat)}
    play.play_move(decision=open.id, move=open.decision.default, **facts)


def test_a_sealed_answer_changes_nothing_that_others_can_observe(fair, pokes, django_capture_on_commit_callbacks):
    frame = load_frame(fair.pk)
    before = {seat: shown(frame, seat) for seat in (None, 1, 2)}
    facts = present.describe(frame, present.Viewer())
    pokes.clear()
    with django_capture_on_commit_callbacks(execute=True):
        lay(fair, 0)
    after = load_frame(fair.pk)
    assert after.at_table().sealed and after.version == frame.version
    assert {seat: shown(after, seat) for seat in (None, 1, 2)} == before
    assert present.describe(after, present.Viewer())["due"] == facts["due"]
    assert pokes and all(poke == (f"m{fair.pk}", [0]) for poke in pokes)


def test_sealed_answers_push_nothing_out_of_the_log(fair):
    """Each is a record without events; the log that others see keeps its length."""
    frame = load_frame(fair.pk)
    before = shown(frame, None)["log"]
    for _ in range(30):  # changed again and again
        for card in (0, 1):
            frame = load_frame(fair.pk)
            opens = engine.open_decisions(frame.game, frame.at_table())
            open = next(o for o in opens if o.decision.seat == 0 and o.decision.actions[0].verb == "lay")
            pick = open.decision.actions[0].fields[0]
            move = msgspec.structs.replace(open.decision.default, args={"card": pick.options[card].value})
            play.play_move(match_id=fair.pk, seat=0, decision=open.id, move=move, by="web", user=user_of(frame, 0))
    recent._frames._kept.clear()
    assert MoveRecord.objects.filter(match=fair).count() > 24
    assert shown(load_frame(fair.pk), None)["log"] == before


def test_the_reserve_is_charged_when_all_answers_are_opened(fair):
    full = 3.0 * DAY
    lay(fair, 0)
    assert {seat.bank_left for seat in load_frame(fair.pk).seats} == {full}
    lay(fair, 1)
    lay(fair, 2)
    assert [seat.bank_left for seat in load_frame(fair.pk).seats] == pytest.approx([2.0 * DAY] * 3, abs=60)


def test_a_look_alike_with_other_sealed_answers_is_shown_alike(fair):
    lay(fair, 0)
    frame = load_frame(fair.pk)
    for seat in (None, 1, 2):
        other = look_alike(frame, seat, SEEDS[0])
        other.at_table().sealed = {}
        assert shown(other, seat) == shown(frame, seat)


# --- places where secrets could fall out --------------------------------------------------------------------------


def cards_in(position: AnyPosition) -> list[str]:
    """Pieces of the position that nobody may read in the administration: the seed, hands and deck as stored."""
    raw = json.loads(codec.dump(position))
    return [raw["rng"]["seed"], *(json.dumps(raw["state"][name]) for name in ("hands", "deck"))]


def test_the_administration_shows_no_position_and_no_running_moves(start, people, staff):
    match = start("parcels", tuple(people[:3]))
    frame = move_on(match, 5)
    office = browser_of(staff)
    pages = ["match/", f"match/{match.pk}/change/", "opendecision/", "moverecord/", "invitation/", "chatline/"]
    pages.append(f"opendecision/{OpenDecision.objects.get(match=match).pk}/change/")
    for page in pages:
        answer = office.get(f"/admin/games/{page}")
        assert answer.status_code == 200, page
        body = answer.content.decode()
        assert match.token not in body
        assert not [piece for piece in cards_in(frame.at_table()) if piece in body]
    record = MoveRecord.objects.filter(match=match).latest("number")
    assert office.get(f"/admin/games/moverecord/{record.pk}/change/").status_code == 302
    assert "stamp" not in office.get(f"/admin/games/match/{match.pk}/change/").content.decode()


@pytest.mark.parametrize("model", ["match", "opendecision", "moverecord", "invitation", "chatline"])
def test_the_administration_changes_nothing_of_a_match(start, staff, player, model):
    start()
    office = browser_of(staff)
    assert office.get(f"/admin/games/{model}/add/").status_code == 403
    assert client_of(player).get(f"/admin/games/{model}/").status_code in (302, 403)


def test_snapshots_and_seats_have_no_pages_of_their_own(staff):
    for model in ("snapshot", "seat", "pulse"):
        assert browser_of(staff).get(f"/admin/games/{model}/").status_code == 404


@pytest.mark.parametrize("folder", ["templates/live", *(f"games/titles/{slug}/table" for slug in sorted(load()))])
def test_templates_of_tables_read_views_and_nothing_deeper(folder):
    """They are handed what a viewer may know; no name in them reaches behind that."""
    inner = re.compile(r"{[{%][^}]*\b(frame|position|state|rng|seed|deck_order|stamp|hands)\b(?!\()[^}]*[%}]}")
    for path in (ROOT / folder).iterdir():
        if path.suffix in (".html", ".txt"):
            assert not inner.search(path.read_text("utf-8")), path


def test_what_is_printed_of_chance_has_no_seed():
    assert SEEDS[0] not in repr(Rng(SEEDS[0])) + str(Rng(SEEDS[0])) + f"{Rng(SEEDS[0])!r}"


def test_the_stamp_never_leaves_the_server(start, people):
    """It grows with plans, too. No page, API answer or fragment holds it under any name."""
    match = start("parcels", tuple(people[:3]))
    frame = move_on(match, 3)
    Match.objects.filter(pk=match.pk).update(stamp=918273)
    Snapshot.objects.filter(match=match, version=frame.version)
    for person in (None, *people):
        for page in (f"/match/{match.pk}/", f"/match/{match.pk}/text/", f"/api/matches/{match.pk}/"):
            assert "918273" not in client_of(person).get(page).content.decode()


@pytest.mark.parametrize("page", ["", "text/", "history/", "proof/", "order/", "resign/", "narrow/?verb=play"])
def test_pages_of_a_match_are_kept_nowhere(start, page):
    match = start()
    frame = load_frame(match.pk)
    seat = open_of(frame).decision.seat
    person: Callable[[int], Any] = lambda number: user_of(frame, number)  # noqa: E731
    for user in (person(seat), person((seat + 1) % 3)):
        assert "no-store" in browser_of(user).get(f"/match/{match.pk}/{page}")["Cache-Control"]


def test_the_api_is_kept_nowhere(start, owner):
    match = start()
    for address in (f"/api/matches/{match.pk}/", "/api/mine/"):
        answer = browser_of(owner).get(address)
        assert answer["Content-Type"] == "application/json" and "no-store" in answer["Cache-Control"]


def test_tasks_and_letters_name_matches_by_number_only(start):
    match = start()
    move_on(match, 3)
    for row in OutgoingMail.objects.all():
        assert set(row.data) <= {"match", "seat", "live", "slug", "decision", "by", "about", "url"}
