"""Human Resources by page, API, socket and email: refusals, no hidden information, no list of all moves."""

import json
import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail
from games.kernel import legal_moves
from games.mail import choices
from games.matches.loaded import load_match
from games.models import Match
from games.titles.human_resources.tests.site.prepared import SLUG, begin, fields_of, hidden_from, lay, told_of
from games.titles.human_resources.tests.site.refusals import BUSY, ROWS, Row, hire, place, shift
from games.titles.human_resources.tests.tables import table
from tests.games.conftest import browser_of, open_of, user_of
from tests.games.scenes import clause_and_words, client_of, everything, steady
from tests.games.table_sockets import TableSocket
from tests.games.test_bad_input import Doors

pytestmark = pytest.mark.django_db
REFUSAL = re.compile(r'<p class="refusal" role="alert">(.*?) <a class="clause" href="([^"]*)"', re.S)
IDS = [f"{row.clause}-{number}" for number, row in enumerate(ROWS)]


@pytest.fixture
def laid(start: Any, owner: Any, player: Any) -> Any:
    """Start a match for two and replace its position with this one."""

    def make(moves: tuple[dict[str, Any], ...] = (), **facts: Any) -> Match:
        return begin(start, (owner, player), moves, **facts)

    return make


def said_on_page(body: str) -> tuple[str, str]:
    found = REFUSAL.search(body)
    assert found, "the page holds no refusal"
    return unescape(found[1]), found[2]


def assert_tells_nothing(body: str, match: Match, seat: int | None, sent: Any = ()) -> None:
    """Check that no hidden card is named, except those the sender named."""
    hidden = hidden_from(load_match(match.pk).at_table(), seat)
    assert told_of(body, {card for card in hidden if card not in json.dumps(sent)}) == set()


# --- refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_every_refusal_by_page_and_api(laid: Any, row: Row) -> None:
    match = laid(row.before, **row.facts)
    doors, before = Doors(match), everything()
    seat = doors.asked.decision.seat
    answer = doors.form(**fields_of(row.move))
    body = answer.content.decode()
    assert answer.status_code == 422
    assert said_on_page(body) == (row.sentence, f"/rules/{SLUG}/#{row.clause.lower()}")
    assert_tells_nothing(body, match, seat, row.move)
    answer = doors.api(row.move)
    assert answer.status_code == 422
    assert clause_and_words(answer) == (row.clause, row.sentence)
    assert everything() == before


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_a_preview_refuses_in_the_same_words(laid: Any, row: Row) -> None:
    match = laid(row.before, **row.facts)
    doors, before = Doors(match), everything()
    answer = doors.client.get(f"/match/{match.pk}/preview/", fields_of(row.move))
    assert answer.status_code == 422
    assert row.sentence in unescape(answer.content.decode())
    assert f'href="/rules/{SLUG}/#{row.clause.lower()}"' in answer.content.decode()
    assert_tells_nothing(answer.content.decode(), match, doors.asked.decision.seat, row.move)
    assert everything() == before


def test_every_clause_of_a_refusal_is_in_the_manual(client: Any) -> None:
    anchors = set(re.findall(r'id="(hr-\d+)"', client.get(f"/rules/{SLUG}/").content.decode()))
    assert {row.clause.lower() for row in ROWS} <= anchors


@pytest.mark.django_db(transaction=True)
def test_refusals_over_the_socket(live: str, laid: Any) -> None:
    match = laid(**BUSY)
    doors = Doors(match)
    seat = doors.asked.decision.seat
    with (
        TableSocket(live, match.pk, doors.user) as line,
        TableSocket(live, match.pk, user_of(doors.loaded, 1 - seat)) as other,
    ):
        assert line.read() and other.read()  # wait for the first message, even if the machine is busy
        line.settle(0.3)
        other.settle(0.3)
        before, heard = everything(), len(other.frames)
        for row in (row for row in ROWS if row.facts is BUSY):
            line.parts.pop("decision", None)
            line.say(json.dumps({"decision": doors.asked.id} | fields_of(row.move)))
            line.until('class="refusal"', "decision")
            expected = (row.sentence, f"/rules/{SLUG}/#{row.clause.lower()}")
            assert said_on_page(line.parts["decision"]) == expected
        assert everything() == before
        other.settle(0.3)
        assert len(other.frames) == heard
        for loaded in line.frames:
            assert_tells_nothing(loaded, match, seat)


def test_nothing_is_accepted_after_the_end(laid: Any) -> None:
    match = laid(hand=("M1D", "M2D"), rival=("P09L",), deck=("M3D",))
    doors = Doors(match)
    assert doors.api(place("M1D", [2, 0])).json()["is_over"] is True
    before = everything()
    for user in (doors.user, user_of(doors.loaded, 1)):
        late = Doors.__new__(Doors)
        late.match, late.asked, late.client = match, doors.asked, browser_of(user)
        answer = late.form(**fields_of(place("M2D", [2, 1])))
        assert answer.status_code == 422
        assert said_on_page(answer.content.decode()) == ("The game is over.", f"/rules/{SLUG}/#hr-93")
        for move in (place("M2D", [2, 1]), {"type": "pass"}):
            answer = late.api(move)
            assert answer.status_code == 422
            assert clause_and_words(answer) == ("HR-93", "The game is over.")
    assert everything() == before


@pytest.mark.clause("HR-23")
def test_out_of_turn(laid: Any) -> None:
    match = laid(**BUSY)
    doors, before = Doors(match), everything()
    rival = Doors(match, user_of(doors.loaded, 1))
    move = place("Q1L", [3, 0])
    for decision in (doors.asked.id, "0.1", "1.1"):
        refused = rival.form(decision, **fields_of(move))
        assert refused.status_code == 409
        assert said_on_page(refused.content.decode()) == ("It is not your turn.", f"/rules/{SLUG}/#hr-23")
        told = rival.api(move, decision)
        assert (told.status_code, clause_and_words(told)) == (
            409,
            ("HR-23", "It is not your turn."),
        )
    answer = rival.client.get(f"/match/{match.pk}/preview/", fields_of(move))
    assert answer.status_code == 422 and "It is not your turn." in answer.content.decode()
    assert everything() == before


@pytest.mark.clause("HR-19", "HR-23")
@pytest.mark.parametrize("move", [{}, None, ["place"], {"card": "M1D", "at": [3, 0]}, {"type": 5, "card": "M1D"}])
def test_an_unknown_action_is_refused_in_the_games_words(laid: Any, move: Any) -> None:
    match = laid(**BUSY)
    doors, before = Doors(match), everything()
    four = "Choose one of the four actions: place a cubicle, play a project, hire a manager or play a quota."
    answer = doors.api(move)
    assert (answer.status_code, clause_and_words(answer)) == (422, ("HR-19", four))
    rival = Doors(match, user_of(doors.loaded, 1)).api(move)
    assert clause_and_words(rival) == ("HR-23", "It is not your turn.")
    assert everything() == before


@pytest.mark.clause("HR-18")
@pytest.mark.parametrize("seats", ["1", "3", "8"])
def test_a_table_has_exactly_two_seats(owner: Any, seats: str) -> None:
    before = everything()
    data = {"seats": seats, "pace": "correspondence", "bots": "0"}
    answer = browser_of(owner).post(f"/tables/new/?game={SLUG}", data)
    assert answer.status_code == 422
    assert "This game is for exactly two players. (HR-18)" in answer.content.decode()
    assert everything() == before


# --- who may ask what ---------------------------------------------------------------------------------------------

BEGUN = (
    {"type": "place", "card": "M1D"},
    place("M1D", [3, 0]),
    hire("M3D"),
    shift([[0, 0], [1, 0]]),
    hire("M7D", **{"from": [2, 0]}),
    hire("M4D", at=[2, 0]),
    hire("M5D", at=[2, 0], give="M1D"),
    hire("M8D", a=[0, 0]),
    hire("M2D"),
    hire("M9D"),
)


def test_only_the_seat_on_turn_may_narrow_and_preview(laid: Any, stranger: Any, staff: Any) -> None:
    match = laid(**BUSY)
    rival, *others = (browser_of(one) for one in (user_of(load_match(match.pk), 1), stranger, staff))
    before = everything()
    for move in BEGUN:
        for path in ("narrow", "preview"):
            address, fields = f"/match/{match.pk}/{path}/", fields_of(move)
            assert [client.get(address, fields).status_code for client in others] == [403, 403]
            nobody = client_of(None).get(address, fields)
            assert nobody.status_code == 302 and "/accounts/login/" in nobody["Location"]
            answer = rival.get(address, fields)
            assert answer.content == b"{}" if path == "narrow" else answer.status_code == 422
            assert_tells_nothing(answer.content.decode(), match, 1, move)
    assert everything() == before


def test_no_response_depends_on_hidden_faces(laid: Any, start: Any, owner: Any, player: Any, stranger: Any) -> None:
    """Two matches that differ only in hidden information look the same to everyone."""
    facts = {"drawing": ("DLL", "L..", "D.."), "hand": ("M3D", "M4D", "M5D", "M7D", "P01D"), "theirs": ("P10L",)}
    first = table(rival=("Q1L", "M9L"), faces={(0, 0): "P05D", (1, 0): "P05L", (2, 0): "P03L"}, **facts)
    second = table(rival=("P07L", "P06L"), faces={(0, 0): "M9D", (1, 0): "Q2L", (2, 0): "P05L"}, **facts)
    same_top(first, second)
    match = start(SLUG, (owner, player))
    seen = []
    for position in (first, second):
        lay(match, position)
        seen.append(answers(match, (user_of(load_match(match.pk), 0), stranger, None)))
    assert seen[0] == seen[1]


def same_top(first: Any, second: Any) -> None:
    """The colour of the deck's top card is open (HR-10): give both decks the same."""
    deck = second.state.deck
    top = next(card for card in reversed(deck) if card[-1] == first.state.deck[-1][-1])
    deck.remove(top)
    deck.append(top)


def answers(match: Match, people: tuple[Any, ...]) -> list[str]:
    """What these people are shown, without numbers that grow with each position."""
    found = []
    for person in people:
        client = client_of(person)
        paths = ["", "text/", *(f"{name}/" for name in ("narrow", "preview"))]
        for path in paths:
            for move in BEGUN if path else BEGUN[:1]:
                body = client.get(f"/match/{match.pk}/{path}", fields_of(move)).content.decode()
                found.append(re.sub(r'version["=:\s]+\d+|card\.png\?at=\d+', "", steady(body)))
        if person is not None:
            view = client.get(f"/api/v1/matches/{match.pk}/").json()
            found.append(json.dumps(view | {"version": 0}))
    return found


# --- Overtime -----------------------------------------------------------------------------------------------------

CORNER = {"drawing": ("LL.", "D.."), "mine": ("P10D",), "hand": ("M9L", "P02D", "X2D"), "promo": True}
SWITCH = 'name="arg.overtime" value="X2D"'


def test_the_overtime_switch_is_shown_only_when_overtime_can_be_revealed(laid: Any, stranger: Any) -> None:
    match = laid(**CORNER)
    doors = Doors(match)
    due, idle = fields_of(place("M9L", [1, 1])), fields_of(place("M9L", [2, 0]))
    address = f"/match/{match.pk}/"
    plain = f"{address}text/"
    assert SWITCH in doors.client.get(plain, due).content.decode()
    others = (user_of(doors.loaded, 1), stranger, None)
    for page in [client_of(person).get(plain, due) for person in others]:
        assert page.status_code == 200 and "arg.overtime" not in page.content.decode()
    narrow = f"{address}narrow/"
    assert [doors.client.get(narrow, f).json()["overtime"] for f in (due, idle)] == [["X2D"], []]
    told = doors.client.get(f"{address}preview/", due | {"arg.overtime": "X2D"}).content.decode()
    assert "reveals Overtime: you take another turn" in told


@pytest.mark.parametrize("way", ["form", "api", "email"])
def test_overtime_by_page_api_and_socket(laid: Any, way: str) -> None:
    match = laid(**CORNER)
    doors = Doors(match)
    move = place("M9L", [1, 1], overtime="X2D")
    answer = doors.api(move) if way == "api" else getattr(doors, way)(**fields_of(move))
    assert answer.status_code in (200, 302)
    state = load_match(match.pk).at_table().state
    assert (state.active, state.turns, state.discard[-1]) == (0, 2, "X2D")
    page = unescape(client_of(user_of(doors.loaded, 1)).get(f"/match/{match.pk}/").content.decode())
    assert "reveals Overtime and takes another turn" in page
    assert "Waiting for" in page and open_of(load_match(match.pk)).decision.seat == 0


def test_a_turn_without_overtime_ends_normally(laid: Any) -> None:
    match = laid(**CORNER)
    doors = Doors(match)
    assert doors.form(**fields_of(place("M9L", [1, 1]))).status_code == 302
    state = load_match(match.pk).at_table().state
    assert (state.active, "X2D" in state.hands[0], state.scored[0]) == (1, True, ["P10D"])


# --- size ---------------------------------------------------------------------------------------------------------

MOST = 60_000  # bytes
MOVERS = ("M3D", "M4D", "M5D", "M7D", "M8D")
LARGE = ("DLDLDLD", "L.L.L.L", "DLDLDLD", "L.L.L.L", "DLDLDLD", "L.L.L.L", "DLDLDLD")


@pytest.fixture
def large(laid: Any) -> Match:
    """Five movers in hand and forty cubicles with holes between them: more legal moves than any match has shown."""
    match: Match = laid(drawing=LARGE, hand=MOVERS, rival=("M9L",))
    loaded = load_match(match.pk)
    assert len(legal_moves.moves(loaded.game, loaded.at_table(), open_of(loaded).decision)) > 1_600
    return match


def test_pages_and_api_never_hold_all_moves(large: Match) -> None:
    client = Doors(large).client
    sizes = {"api": len(client.get(f"/api/v1/matches/{large.pk}/").content)}
    for move in ({"type": ""}, *(hire(card) for card in MOVERS), place("M3D", [7, 0]), shift([[6, 0], [6, 1]])):
        for path in ("", "narrow/", "text/"):
            name = f"{path} {move}"
            sizes[name] = len(client.get(f"/match/{large.pk}/{path}", fields_of(move)).content)
    answer = Doors(large).form(**fields_of(place("M3D", [0, 0])))
    sizes["refused"] = len(answer.content)
    assert {name: size for name, size in sizes.items() if size >= MOST} == {}


@pytest.mark.django_db(transaction=True)
def test_socket_messages_never_hold_all_moves(live: str, large: Match) -> None:
    with TableSocket(live, large.pk, Doors(large).user) as line:
        line.settle(0.4)
        assert line.frames and max(len(loaded.encode()) for loaded in line.frames) < MOST


def test_an_email_never_holds_all_moves(laid: Any, mailoutbox: list[Any]) -> None:
    match = laid(drawing=LARGE, hand=("M9L", "P01D"), rival=MOVERS, active=1)
    reader = user_of(load_match(match.pk), 0)
    assert Doors(match).api(place("M9L", [7, 0])).status_code == 200
    OutgoingMail.objects.filter(status="queued").update(next_try_at=timezone.now() - timedelta(seconds=1))
    outbox.send_due()
    email = next(one for one in mailoutbox if one.to == [reader.email] and "Your hand: " in one.body)
    assert email.body.count("/email/") <= choices.MOST_CHOICES + 1
    assert len(email.body) + len(email.alternatives[0][0]) < MOST  # not counting the picture
    assert told_of(email.body, hidden_from(load_match(match.pk).at_table(), 0)) == set()
    assert "Office, dark and light:" in email.body and "Shift dark: manager" in email.body
    for address in re.findall(r"https?://[^/\s]+(/email/\S+)", email.body):
        page = client_of(None).get(address)
        assert page.status_code == 200 and len(page.content) < MOST
        assert_tells_nothing(page.content.decode(), match, 0)


def test_without_a_script_the_button_of_a_move_leads_to_the_plain_form(start: Any, owner: Any, player: Any) -> None:
    match = start(SLUG, (owner, player))
    asked = user_of(load_match(match.pk), open_of(load_match(match.pk)).decision.seat)
    browser, address = browser_of(asked), match.get_absolute_url()
    form = re.search(r'<form class="action".*?</form>', browser.get(address).content.decode(), re.S)
    assert form and 'name="steps"' in form[0]
    sent = dict(re.findall(r'name="(decision|verb)" value="([^"]*)"', form[0]))
    answer = browser.post(f"{address}play/", sent | {"steps": ""}, follow=True)
    assert answer.redirect_chain == [(f"{address}text/", 302)]
    assert "Without JavaScript, choose your move here." in answer.content.decode()
