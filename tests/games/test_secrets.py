"""Secrets on the platform level: whatever anybody is shown, in any form, depends only on what they may know.

There are three kinds of tests. Positions of random matches are replaced by others that look the same to a viewer, and
all output must stay the same, byte for byte. A standing order is stored, or an answer sealed, and nothing that others
can observe may change. Places that could leak secrets (staff pages, exports, logs, URLs) are checked one by one.
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
from django.utils import timezone

from accounts.mail import digest
from accounts.mail.email import Email, rendered
from accounts.models import OutgoingMail, User
from games.kernel import codec, engine, legal_moves
from games.kernel.position import AnyPosition, Open
from games.kernel.rng import Rng
from games.lobby import tables
from games.mail import choices, links, match_email
from games.matches import play, recent
from games.matches.loaded import LoadedMatch, copy_match, load_match
from games.models import Match, MoveRecord, OpenDecision, Snapshot
from games.sockets.channel_layer import TableLayer
from games.table import fragments, log_words, presenter, replay
from games.titles import load, load_all
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of, move_on, open_of, user_of
from tests.games.scenes import client_of, steady
from tests.kernel import madeup
from tests.samples import GAME, SHORT, quick_first

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent
SEEDS = ("0a" * 16, "e3" * 16)
PAGES = ("", "text/", "history/", "history/?at=1", "proof/", "narrow/?verb=play", "order/", "resign/", "record.json")


@pytest.fixture
def people(db: None) -> list[Any]:
    return [make_person(name) for name in ("ada", "bo", "cy", "dee")]


# --- other positions that look the same ---------------------------------------------------------------------------


def shown(loaded: LoadedMatch, seat: int | None) -> dict[str, Any]:
    """Everything that a viewer gets, in every form: page and socket fragments, API, log, email."""
    user = None if seat is None else loaded.seats[seat].user
    viewer = presenter.Viewer(user, seat)
    facts = presenter.describe(loaded, viewer)
    own = presenter.own_decisions(loaded, seat).all
    return {
        **fragments.parts(loaded, facts),
        "view": codec.dump(facts.view),
        "decisions": codec.dump([(open.id, open.answer, open.decision) for open in own]),
        "words": presenter.position_words(loaded, facts.view, seat),
        "subject": loaded.game.table.headline(facts.view, next((open.decision for open in own), None), loaded.names),
        "story": [told.words for told in log_words.story(loaded, seat)],
        "email": [
            choice.label for open in own for choice in choices.offered(loaded, open.decision.seat, open.decision)
        ],
    }


def look_alike(loaded: LoadedMatch, seat: int | None, seed: str) -> LoadedMatch:
    """The match with everything redrawn that this seat cannot know."""
    other = copy_match(loaded)
    position = other.at_table()
    position.state = loaded.game.rules.determinize(position.state, seat, Rng(seed))
    position.rng = Rng(seed)
    other.opens = None
    return other


@pytest.mark.parametrize("seed", quick_first("11" * 16, "5b" * 16, "c7" * 16))
@pytest.mark.parametrize("slug", sorted(load()))
def test_output_depends_only_on_what_the_viewer_may_know(start, people, slug, seed):
    match = start(slug, tuple(people[: load()[slug].meta.seats[0]]))
    rng = Rng(seed)
    for _ in range(12):
        loaded = move_on(match, 1 + rng.below(4), rng)
        if loaded.is_over:
            break
        for seat in (None, *range(len(loaded.seats))):
            before = shown(loaded, seat)
            for other in SEEDS:
                assert shown(look_alike(loaded, seat, other), seat) == before


@pytest.mark.parametrize("slug", sorted(load()))
def test_emails_depend_only_on_what_their_reader_may_know(start, people, slug, monkeypatch):
    """Compares whole emails, pictures included: your turn, the start, a missed turn, the result, several in one."""
    match = start(slug, tuple(people[: load()[slug].meta.seats[0]]))
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    monkeypatch.setattr(links, "link", lambda ticket, mark="": f"https://example.org/{ticket.choice}")
    for moves in (0, 5, 6):
        loaded = move_on(match, moves, Rng("3d" * 16))
        for seat in range(len(loaded.seats)):
            before = emails_about(loaded, seat, monkeypatch)
            assert before[-1].pictures and before[0].pictures[0].content.startswith(b"\x89PNG")
            assert emails_about(look_alike(loaded, seat, SEEDS[1]), seat, monkeypatch) == before


def emails_about(loaded: LoadedMatch, seat: int, monkeypatch: pytest.MonkeyPatch) -> list[Email]:
    """The emails to this seat as they would be rendered now; the last one combines all the others."""
    monkeypatch.setattr(match_email, "load_match", lambda *_: loaded)
    facts = {"match": loaded.id, "seat": seat, "slug": loaded.slug, "absent": 1 - seat if seat < 2 else 0}
    kinds: dict[str, dict[str, Any]] = {"started": {}, "missed": {}, "over": {}}
    if asked := [open.id for open in presenter.own_decisions(loaded, seat).all if open.answer is None]:
        kinds["turn"] = {"decision": asked[0]}
    user = User.objects.get(pk=loaded.seats[seat].user)
    rows = [OutgoingMail(kind=kind, key=f"k{kind}", user=user, data=facts | more) for kind, more in kinds.items()]
    written = [(row, email) for row in rows if isinstance(email := rendered(row), Email)]
    return [*(email for _, email in written), digest.bundle(written)]


@pytest.mark.parametrize("slug", sorted(load()))
def test_the_replay_shows_only_what_could_be_known_then(start, people, slug):
    match = start(slug, tuple(people[: load()[slug].meta.seats[0]]))
    loaded = move_on(match, 10, Rng("77" * 16))
    for version in range(1, loaded.version + 1, 3):
        then = replay.at_version(loaded, version)
        for seat in (None, *range(len(loaded.seats))):
            assert shown(look_alike(then, seat, SEEDS[0]), seat) == shown(then, seat)


def test_the_end_does_not_reveal_earlier_positions(start, people):
    """Some games reveal hands at the end of a round; the replay of earlier moves still shows only the viewer's own."""
    match = start(GAME, tuple(people[:3]), options=SHORT)
    then = shown(replay.at_version(move_on(match, 4), 3), None)
    loaded = move_on(match, 400)
    assert loaded.is_over
    again = shown(replay.at_version(loaded, 3), None)
    assert again["board"] == then["board"] and again["view"] == then["view"]


# --- standing orders leave no trace -------------------------------------------------------------------------------


@pytest.fixture
def pokes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[int] | None]]:
    """The pokes that are sent, in order: matches, and the seats whose pages are refreshed."""
    told: list[tuple[str, list[int] | None]] = []

    def note(layer: TableLayer, messages: Iterable[tuple[str, dict[str, Any]]]) -> None:
        told.extend((group, message["seats"]) for group, message in messages)

    monkeypatch.setattr(TableLayer, "publish_now", note)
    return told


def planner(loaded: LoadedMatch) -> Open:
    """The first standing order that somebody can give."""
    opens = engine.open_decisions(loaded.game, loaded.at_table())
    return next(open for open in opens if open.decision.clock.pace == "standing")


def observed(people: list[Any], match: Match, staff: Any) -> dict[str, Any]:
    """What these people, a spectator and staff see, and how many queries each page takes."""
    found: dict[str, Any] = {}
    for person in (None, *people):
        client = client_of(person)
        for page in (
            *(f"/match/{match.pk}/{page}" for page in PAGES),
            f"/api/v1/matches/{match.pk}/",
            "/mine/",
            "/tables/",
        ):
            with CaptureQueriesContext(
                connection,
            ) as queries:
                answer = client.get(page)
            found[f"{person} {page}"] = (answer.status_code, steady(answer.content.decode()), len(queries))
    office = browser_of(staff)
    for page in ("matches/", f"matches/{match.pk}/", "mails/", "reports/"):
        found[page] = steady(office.get(f"/staff/{page}").content.decode())
    return found


def test_storing_a_standing_order_changes_nothing_others_can_observe(
    start, people, staff, pokes, django_capture_on_commit_callbacks, monkeypatch
):
    match = start(GAME, tuple(people[:3]))
    loaded = move_on(match, 4)
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)  # pages say how long ago something happened
    open = planner(loaded)
    seat = open.decision.seat
    author = user_of(loaded, seat)
    others = [person for person in people if person != author]
    observed(others, match, staff)  # so that "last seen" is up to date and the requests below do not write it
    before = observed(others, match, staff)
    mails, asked = OutgoingMail.objects.count(), list(OpenDecision.objects.order_by("pk").values())
    pokes.clear()
    for rng in (Rng("01" * 16), Rng("02" * 16)):
        order = legal_moves.random_move(loaded.game, loaded.at_table(), open.decision, rng)
        with django_capture_on_commit_callbacks(execute=True):
            receipt = play.play_move(match_id=match.pk, seat=seat, decision=open.id, move=order, by="web", user=author)
        assert receipt.version == loaded.version and not receipt.is_public
        assert observed(others, match, staff) == before
    assert all(poke == (f"m{match.pk}", [seat]) for poke in pokes)
    assert OutgoingMail.objects.count() == mails
    assert list(OpenDecision.objects.order_by("pk").values()) == asked
    assert MoveRecord.objects.filter(match=match, is_order=True).count() == 2


def test_a_standing_order_is_in_no_record_and_only_in_its_authors_export(start, people):
    match = start(GAME, tuple(people[:3]), options=SHORT)
    loaded = move_on(match, 4)
    open = planner(loaded)
    seat = open.decision.seat
    author = user_of(loaded, seat)
    order = legal_moves.random_move(loaded.game, loaded.at_table(), open.decision, Rng("03" * 16))
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
    """A match of a made-up game in which all play a card at once in secret; its page shows the whole view."""
    env = fragments._template("board.html").environment
    monkeypatch.setitem(fragments._compiled, "madeup/table/table.html", env.from_string("{{ view }}"))
    for games in (load(), load_all()):
        monkeypatch.setitem(games, "madeup", madeup.game)
    facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 3 * DAY, "options": {}}
    match = tables.create_match(owner=people[0], slug="madeup", seats=3, **facts)
    for person in people[1:3]:
        tables.join(match_id=match.pk, user=person)
    gone = timedelta(days=2)
    OpenDecision.objects.filter(match=match).update(asked_at=F("asked_at") - gone, drains_at=F("drains_at") - gone)
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1)
    yield match


def lay(match: Match, seat: int, verb: str = "lay") -> None:
    """Let the seat play its lowest card, sealed."""
    loaded = load_match(match.pk)
    opens = engine.open_decisions(loaded.game, loaded.at_table())
    open = next(o for o in opens if o.decision.seat == seat and any(a.verb == verb for a in o.decision.actions))
    facts = {"match_id": match.pk, "seat": seat, "by": "web", "user": user_of(loaded, seat)}
    play.play_move(decision=open.id, move=open.decision.default, **facts)


def test_a_sealed_answer_changes_nothing_that_others_can_observe(fair, pokes, django_capture_on_commit_callbacks):
    loaded = load_match(fair.pk)
    before = {seat: shown(loaded, seat) for seat in (None, 1, 2)}
    facts = presenter.describe(loaded, presenter.Viewer())
    pokes.clear()
    with django_capture_on_commit_callbacks(execute=True):
        lay(fair, 0)
    after = load_match(fair.pk)
    assert after.at_table().sealed and after.version == loaded.version
    assert {seat: shown(after, seat) for seat in (None, 1, 2)} == before
    assert presenter.describe(after, presenter.Viewer()).due == facts.due
    assert pokes and all(poke == (f"m{fair.pk}", [0]) for poke in pokes)


def test_sealed_answers_push_no_line_out_of_the_log(fair):
    """Each is a record without events, and the log keeps its length for the others."""
    loaded = load_match(fair.pk)
    before = shown(loaded, None)["log"]
    for _ in range(30):  # changed again and again
        for card in (0, 1):
            loaded = load_match(fair.pk)
            opens = engine.open_decisions(loaded.game, loaded.at_table())
            open = next(o for o in opens if o.decision.seat == 0 and o.decision.actions[0].verb == "lay")
            pick = open.decision.actions[0].fields[0]
            move = msgspec.structs.replace(open.decision.default, args={"card": pick.options[card].value})
            play.play_move(match_id=fair.pk, seat=0, decision=open.id, move=move, by="web", user=user_of(loaded, 0))
    recent._matches._kept.clear()
    assert MoveRecord.objects.filter(match=fair).count() > 24
    assert shown(load_match(fair.pk), None)["log"] == before


def test_the_reserve_is_charged_when_all_answers_are_revealed(fair):
    full = 3.0 * DAY
    lay(fair, 0)
    assert {seat.bank_left for seat in load_match(fair.pk).seats} == {full}
    lay(fair, 1)
    lay(fair, 2)
    assert [seat.bank_left for seat in load_match(fair.pk).seats] == pytest.approx([2.0 * DAY] * 3, abs=60)


def test_other_sealed_answers_are_shown_the_same_way(fair):
    lay(fair, 0)
    loaded = load_match(fair.pk)
    for seat in (None, 1, 2):
        other = look_alike(loaded, seat, SEEDS[0])
        other.at_table().sealed = {}
        assert shown(other, seat) == shown(loaded, seat)


# --- places where secrets could fall out --------------------------------------------------------------------------


def cards_in(position: AnyPosition) -> list[str]:
    """Parts of the stored position that staff must not see: seed, hands and deck."""
    raw = json.loads(codec.dump(position))
    return [raw["rng"]["seed"], *(json.dumps(raw["state"][name]) for name in ("hands", "deck"))]


def test_the_pages_of_the_staff_show_no_position(start, people, staff):
    match = start(GAME, tuple(people[:3]))
    loaded = move_on(match, 5)
    office = browser_of(staff)
    for page in ("", "matches/", f"matches/{match.pk}/", "mails/", "reports/", "log/"):
        answer = office.get(f"/staff/{page}")
        assert answer.status_code == 200, page
        body = answer.content.decode()
        assert match.token not in body
        assert not [piece for piece in cards_in(loaded.at_table()) if piece in body]


@pytest.mark.parametrize("folder", ["templates/live", *(f"games/titles/{slug}/table" for slug in sorted(load()))])
def test_table_templates_read_only_views(folder):
    """They get only what a viewer may know, and use no name that would lead further."""
    inner = re.compile(
        r"{[{%][^}]*\b(frame|loaded|position|state|rng|seed|deck_order|revision|hands)\b(?!\()[^}]*[%}]}"
    )
    for path in (ROOT / folder).iterdir():
        if path.suffix in (".html", ".txt"):
            assert not inner.search(path.read_text("utf-8")), path


def test_printing_the_random_generator_does_not_reveal_its_seed():
    assert SEEDS[0] not in repr(Rng(SEEDS[0])) + str(Rng(SEEDS[0])) + f"{Rng(SEEDS[0])!r}"


def test_the_revision_never_leaves_the_server(start, people):
    """It also counts standing orders. No page, API answer or fragment contains it under any name."""
    match = start(GAME, tuple(people[:3]))
    loaded = move_on(match, 3)
    Match.objects.filter(pk=match.pk).update(revision=918273)
    Snapshot.objects.filter(match=match, version=loaded.version)
    for person in (None, *people):
        for page in (f"/match/{match.pk}/", f"/match/{match.pk}/text/", f"/api/v1/matches/{match.pk}/"):
            assert "918273" not in client_of(person).get(page).content.decode()


@pytest.mark.parametrize("page", ["", "text/", "history/", "proof/", "order/", "resign/", "narrow/?verb=play"])
def test_match_pages_are_not_cached(start, page):
    match = start()
    loaded = load_match(match.pk)
    seat = open_of(loaded).decision.seat
    person: Callable[[int], Any] = lambda number: user_of(loaded, number)  # noqa: E731
    for user in (person(seat), person((seat + 1) % 3)):
        assert "no-store" in browser_of(user).get(f"/match/{match.pk}/{page}")["Cache-Control"]


def test_api_responses_are_not_cached(start, owner):
    match = start()
    for address in (f"/api/v1/matches/{match.pk}/", "/api/v1/decisions/"):
        answer = browser_of(owner).get(address)
        assert answer["Content-Type"] == "application/json" and "no-store" in answer["Cache-Control"]


def test_tasks_and_emails_name_matches_by_number_only(start):
    match = start()
    move_on(match, 3)
    known = {"match", "seat", "live", "slug", "decision", "by", "about", "url", "begun", "who", "time"}
    for row in OutgoingMail.objects.all():
        assert set(row.data) <= known
