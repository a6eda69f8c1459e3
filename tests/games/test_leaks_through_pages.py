"""Nothing leaks: what a page says to somebody does not depend on anything that this person cannot know."""

import json
import zlib
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client

from games.kernel import codec, rng
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.lobby import tables
from games.mail import links
from games.mail.links import FORM, TABLE, Ticket
from games.matches import player_numbers
from games.matches.loaded import load_match
from games.matches.play import play_move
from games.models import Match, Snapshot
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import move_on, open_of, user_of
from tests.games.scenes import CLOCK, client_of, steady
from tests.samples import GAME, GAME_FIRST, SHORT

pytestmark = pytest.mark.django_db
PAGES = ("", "text/", "history/", "proof/", "preview/", "narrow/", "order/", "record.json", "resign/")


def answers(client: Client, match: Match) -> dict[str, tuple[int, str]]:
    """All that this person can ask about the match."""
    addresses = [f"/match/{match.pk}/{page}" for page in PAGES] + [f"/api/v1/matches/{match.pk}/"]
    addresses += ["/mine/", "/tables/", "/api/v1/decisions/"]
    found = {address: client.get(address) for address in addresses}
    return {address: (answer.status_code, steady(answer.content.decode())) for address, answer in found.items()}


def imagine(match: Match, seat: int | None, seed: str) -> None:
    """Store another position that looks the same to this seat: other hidden cards, another seed."""
    loaded = load_match(match.pk)
    position = loaded.at_table()
    position.state = loaded.game.rules.determinize(position.state, seat, Rng(seed))
    position.rng = Rng(seed, 0)
    raw = codec.dump(position).decode()
    Match.objects.filter(pk=match.pk).update(position=raw, revision=F("revision") + 1)
    Snapshot.objects.filter(match=match, version=loaded.version).update(position=zlib.compress(raw.encode()))


@pytest.fixture
def people(db: None) -> list[Any]:
    return [make_person(name) for name in ("ada", "bo", "cy", "dee")]


def begin(start: Any, slug: str, people: list[Any], moves: int) -> Match:
    match = start(slug, tuple(people[: load()[slug].meta.seats[0]]))
    move_on(match, moves, Rng("5e" * 16))
    return match


@pytest.mark.parametrize("moves", [0, 12])
@pytest.mark.parametrize("slug", GAME_FIRST)
def test_pages_say_nothing_that_the_viewer_cannot_know(start, people, slug, moves):
    match = begin(start, slug, people, moves)
    true = Match.objects.get(pk=match.pk).position
    snapshot = bytes(Snapshot.objects.filter(match=match).latest("version").position)
    for person in (None, *people):
        client = client_of(person)
        seat = load_match(match.pk).seat_of(person.pk) if person else None
        before = answers(client, match)
        for seed in ("01" * 16, "f7" * 16):
            imagine(match, seat, seed)
            assert Match.objects.get(pk=match.pk).position != true
            assert answers(client, match) == before
        Match.objects.filter(pk=match.pk).update(position=true, revision=F("revision") + 1)
        Snapshot.objects.filter(match=match, version=load_match(match.pk).version).update(position=snapshot)


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_an_emails_page_says_no_more_than_the_table(start, people, slug):
    match = begin(start, slug, people, 9)
    asked = open_of(load_match(match.pk))
    user = user_of(load_match(match.pk), asked.decision.seat)
    paths = [
        urlsplit(links.link(Ticket(match.pk, asked.decision.seat, user.pk, choice, asked.id))).path
        for choice in ("0", "1", "2", "3", FORM, TABLE)
    ]
    before = [steady(Client().get(path).content.decode()) for path in paths]
    imagine(match, asked.decision.seat, "3c" * 16)
    assert [steady(Client().get(path).content.decode()) for path in paths] == before


@pytest.mark.clause("PLAY-10")
def test_the_commitment_is_public_from_the_start_and_the_seed_at_the_end(start, people):
    match = start(GAME, tuple(people[:3]), options=SHORT)
    seed = load_match(match.pk).at_table().rng.seed
    running = client_of(None).get(f"/match/{match.pk}/proof/").content.decode()
    assert match.commitment in running and seed not in running
    assert client_of(None).get(f"/match/{match.pk}/record.json").status_code == 409
    move_on(match, 500)
    over = client_of(None).get(f"/match/{match.pk}/proof/").content.decode()
    assert match.commitment in over and seed in over
    assert all(f'Copy<span class="sr"> the {what}<' in over for what in ("seal", "secret"))
    record = client_of(None).get(f"/match/{match.pk}/record.json").json()
    assert (record["seed"], record["commitment"]) == (seed, match.commitment)


@pytest.mark.clause("PLAY-10")
def test_players_add_numbers_to_the_shuffle_after_the_seal_is_public(owner, player, stranger, tmp_path, capsys):
    """Nobody, the host of the site included, could choose the seed."""
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options=SHORT, **CLOCK)
    seal, numbers = match.commitment, ["0f" * 16, "a7" * 16]
    assert seal in client_of(stranger).get(f"/match/{match.pk}/").content.decode()
    client_of(player).post(f"/match/{match.pk}/join/", {"client_seed": numbers[1]})
    client_of(owner).post(f"/match/{match.pk}/number/", {"client_seed": numbers[0]})
    client_of(owner).post(f"/match/{match.pk}/start/")
    match.refresh_from_db()
    seed = load_match(match.pk).at_table().rng.seed
    assert match.commitment == seal == rng.commitment(match.secret)
    assert seed == rng.mixed(match.secret, numbers) == rng.mixed(match.secret, numbers[::-1]) != match.secret
    running = client_of(None).get(f"/match/{match.pk}/proof/").content.decode()
    assert all(number in running for number in numbers) and match.secret not in running and seed not in running
    move_on(match, 500)
    over = client_of(None).get(f"/match/{match.pk}/proof/").content.decode()
    assert match.secret in over and seed in over and "could not pick a lucky shuffle" in over
    record = client_of(None).get(f"/match/{match.pk}/record.json").json()
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    call_command("verify", str(file))
    assert "the secret that was promised before the start and the numbers of 2 players" in capsys.readouterr().out
    for change, said in (
        ({"numbers": [numbers[0]]}, "does not follow from the secret"),
        ({"secret": "0" * 32}, "the secret is not the one"),
        ({"numbers": ["x"]}, "not 32 hexadecimal digits"),
        ({"numbers": []}, "the seed is not the one"),
    ):
        file.write_text(json.dumps(record | change))
        with pytest.raises(CommandError, match=said):
            call_command("verify", str(file))


@pytest.mark.parametrize("number", ["", "xyz", "0" * 31, "G" * 32, "0" * 4000])
def test_what_is_no_number_adds_nothing(owner, player, number):
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, **CLOCK)
    client_of(player).post(f"/match/{match.pk}/join/", {"client_seed": number, "number_seal": number})
    client_of(owner).post(f"/match/{match.pk}/number/", {"client_seed": number, "number_seal": number})
    client_of(owner).post(f"/match/{match.pk}/start/")
    match.refresh_from_db()
    assert match.status == "running" and load_match(match.pk).at_table().rng.seed == match.secret
    assert "drew the secret alone" in client_of(None).get(f"/match/{match.pk}/proof/").content.decode()


def test_a_number_that_stood_at_the_table_stays_when_its_player_leaves(owner, player, stranger):
    """So nobody who knows the secret can leave and sit down until the shuffle pleases them."""
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, **CLOCK)
    number = "0f" * 16
    client_of(player).post(f"/match/{match.pk}/join/", {"client_seed": number})
    assert number in client_of(stranger).get(f"/match/{match.pk}/").content.decode()
    tables.leave(match_id=match.pk, user=player)
    tables.join(match_id=match.pk, user=stranger)
    tables.start_with_bots(match_id=match.pk, user=owner)
    match.refresh_from_db()
    assert load_match(match.pk).at_table().rng.seed == rng.mixed(match.secret, [number])


@pytest.mark.clause("PLAY-10")
def test_everybody_at_a_table_adds_a_number_before_the_start_and_nobody_after_it(owner, player, stranger):
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, **CLOCK)
    tables.join(match_id=match.pk, user=player)  # by a program or without script
    numbers = ["0f" * 16, "a7" * 16, "c3" * 16]
    for person, number in ((owner, numbers[0]), (player, numbers[1]), (player, numbers[1])):
        assert client_of(person).post(f"/match/{match.pk}/number/", {"client_seed": number}).status_code == 302
    assert client_of(stranger).post(f"/match/{match.pk}/number/", {"client_seed": numbers[2]}).status_code == 403
    seen = client_of(player).get(f"/match/{match.pk}/").content.decode()
    assert numbers[0] in seen and numbers[1] in seen
    tables.join(match_id=match.pk, user=stranger, client_seed=numbers[2])
    assert client_of(owner).post(f"/match/{match.pk}/number/", {"client_seed": "9e" * 16}).status_code == 409
    match.refresh_from_db()
    assert match.numbers == numbers and load_match(match.pk).at_table().rng.seed == rng.mixed(match.secret, numbers)


def test_nobody_fills_the_shuffle_alone(owner, player):
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, **CLOCK)
    for number in range(player_numbers.MOST_NUMBERS):
        tables.add_number(match_id=match.pk, user=owner, seal=f"{number:064x}")
        tables.add_number(match_id=match.pk, user=owner, client_seed=f"{number:032x}")
    tables.join(match_id=match.pk, user=player, client_seed="a7" * 16)
    match.refresh_from_db()
    assert len(match.seals) == player_numbers.MOST_OWN + 1 and match.numbers[-1] == "a7" * 16


def test_numbers_of_a_table_are_bounded(owner, player):
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, **CLOCK)
    Match.objects.filter(pk=match.pk).update(seals={f"{one:064x}": -one for one in range(player_numbers.MOST_NUMBERS)})
    tables.join(match_id=match.pk, user=player, client_seed="a7" * 16)
    match.refresh_from_db()
    assert len(match.seals) == player_numbers.MOST_NUMBERS and match.numbers == []


@pytest.mark.clause("PLAY-10")
def test_an_exported_record_proves_the_shuffle_and_the_result(start, people, tmp_path, capsys):
    match = start(GAME, tuple(people[:3]), options=SHORT)
    leave_a_plan(match)
    move_on(match, 500)
    record = client_of(None).get(f"/match/{match.pk}/record.json").json()
    assert record["result"] == list(match.seats.order_by("number").values_list("rank", flat=True))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    call_command("verify", str(file))
    assert "The result is confirmed" in capsys.readouterr().out
    file.write_text(json.dumps(record | {"seed": "0" * 32}))
    with pytest.raises(CommandError, match="not the one that the commitment promised"):
        call_command("verify", str(file))


def leave_a_plan(match: Match) -> None:
    """The next player plans to pass; the order itself is in no record, the move it gives is."""
    loaded = load_match(match.pk)
    seat = (open_of(loaded).decision.seat + 1) % 3
    order = next(open for open in loaded.open_decisions() if open.decision.seat == seat)
    hand = loaded.at_table().state.hands[seat]
    plan = Move("plan", {"moves": [{"kind": "play", "cards": [next(card for card in range(1, 9) if hand[card])]}]})
    facts = {"match_id": match.pk, "seat": seat, "by": "web", "user": user_of(loaded, seat)}
    play_move(decision=order.id, move=plan, **facts)


def test_who_looks_back_sees_with_the_eyes_of_then(start, people):
    """In an earlier position, too, only one's own hand is shown; after the end each earlier fog stays."""
    match = begin(start, GAME, people, 12)
    clients = [client_of(person) for person in (None, *people[:3])]
    seen = [steady(client.get(f"/match/{match.pk}/history/?at=6").content.decode()) for client in clients]
    assert len(set(seen)) == len(seen)
    assert "Your hand" not in seen[0]


def test_history_opens_on_ones_own_turn(start, people):
    match = begin(start, GAME, people, 4)
    loaded = load_match(match.pk)
    client = client_of(user_of(loaded, open_of(loaded).decision.seat))
    for version in range(loaded.version + 3):
        assert client.get(f"/match/{match.pk}/history/?at={version}").status_code == 200


@pytest.mark.parametrize("at", ["-1", "x", "99999999999", "²", ""])
def test_history_of_no_move_shows_the_newest(start, people, at):
    match = begin(start, GAME, people, 2)
    answer = client_of(None).get(f"/match/{match.pk}/history/", {"at": at})
    assert answer.status_code == 200 and b"After move 2 of 2" in answer.content
