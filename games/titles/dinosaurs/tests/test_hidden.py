"""Hidden information: what other players may and may not see (HD-71, HD-84, HD-124, HD-128 to HD-130)."""

import pytest

from games.kernel import bots, codec, engine
from games.kernel.rng import Rng
from games.titles.dinosaurs import game
from games.titles.dinosaurs.cards import CARDS
from games.titles.dinosaurs.state import Options
from games.titles.dinosaurs.tests.scene import Table, seat


def cards_in(value: object) -> set[str]:
    text = codec.dump(value).decode()
    return {card for card in CARDS if f'"{card}"' in text}


@pytest.mark.clause("HD-128", "HD-129")
def test_no_view_contains_a_card_hidden_from_its_viewer() -> None:
    looked = 0

    def watch(position: object, asked: object, events: object) -> None:
        nonlocal looked
        state = position.state  # type: ignore[attr-defined]
        if state.ranks is not None or looked > 400:
            return
        for viewer in (*range(4), None):
            looked += 1
            known = {*state.discard, *state.played, *state.sudden_cards}
            known |= {player.card for player in state.players if player.card and state.is_revealed}
            if state.report:
                known |= cards_in(state.report)
            if viewer is not None:
                me = state.players[viewer]
                known |= {*me.hand, me.card, me.pick}
                if state.phase in ("grab", "keep") and state.order[state.turn_at] == viewer:
                    known |= {*state.looked, *(state.players[state.robbed].hand if state.robbed is not None else [])}
            assert cards_in(engine.view_for(game, position, viewer)) <= known

    for number in range(3):
        bots.self_play(game, 4, bots.seed_from("hidden", number), Options.defaults(4, "live"), ["random"] * 4, watch)
    assert looked > 300


@pytest.mark.clause("HD-129")
def test_public_facts_are_in_every_view() -> None:
    table = Table(
        seat("pet-rock", "bonehead booster"),
        seat("iced-ptea", "handy-pan"),
        seat("cool-stick", "sapper grave-maker"),
        discard="mouth-trap star-fruit",
        disaster="meteor-1",
    ).play_cards()
    view = table.view(None)
    assert [board.hand_count for board in view.boards] == [2, 1, 2] and view.discard == ["mouth-trap-1", "star-fruit-1"]
    assert (view.deck_count, view.disaster_count, view.order) == (len(table.state.deck), 27, [0])
    table.do(0, "effect", use=False)
    assert [score.final for score in table.view(None).scores] == [0, 9, 1]


@pytest.mark.clause("HD-130")
def test_the_end_reveals_hands_but_not_decks() -> None:
    table = Table(
        seat("iced-ptea", "bonehead booster", points=45),
        seat("cool-stick", "handy-pan insurance"),
        disaster="trapped",
        options={"two_player_rules": False},
    ).play_cards()
    assert [board.hand for board in table.view(None).boards] == [None, None]
    table.pass_all()
    assert table.state.ranks == [1, 2]
    assert [board.hand for board in table.view(None).boards] == [
        ["bonehead-1", "booster-1"],
        ["handy-pan-1", "insurance-1"],
    ]
    assert not cards_in(table.view(0)) & set(table.state.deck)
    assert table.state.disasters[-1] not in codec.dump(table.view(0)).decode()


@pytest.mark.clause("HD-128")
def test_a_face_down_card_stays_hidden_if_the_game_ends_first() -> None:
    table = Table(seat("iced-ptea", "bonehead"), seat("run-home-bat", "pet-rock"))
    table.do(0, "choose", card="iced-ptea-1")
    table.leave(1)
    assert table.state.ranks == [1, 2]
    assert "iced-ptea-1" not in cards_in(table.view(1)) | cards_in(table.view(None))


@pytest.mark.clause("HD-128")
def test_determinize_does_not_change_the_view() -> None:
    table = Table(
        seat("iced-ptea", "bonehead booster"),
        seat("handy-pan", "handy-pan redirect"),
        seat("handy-pan", "insurance sapper bonehead"),
        disaster="trapped",
    ).play_cards()
    seen = set()
    for number in range(12):
        other = game.rules.determinize(table.state, 0, Rng(bots.seed_from(number)))
        game.rules.audit(other)
        assert game.rules.view(other, table.phase, 0) == table.view(0)
        seen.add(tuple(other.players[1].hand))
    assert len(seen) > 6


@pytest.mark.clause("HD-84", "HD-128")
def test_the_seats_asked_do_not_depend_on_hands() -> None:
    """From choice to disaster, the same seats are asked at the same moments, with or without Instant cards in hand."""
    asked = []
    for hands in (
        ("booster inversion", "booster sapper", "inversion"),
        ("bonehead pet-rock", "bonehead bonehead", "bonehead"),
    ):
        cards = ("pet-rock", "iced-ptea", "handy-pan")
        table = Table(*(seat(card, hand) for card, hand in zip(cards, hands, strict=True)), disaster="trapped")
        trail = [engine.waiting_for(game, table.position)]
        table.play_cards()
        trail.append(engine.waiting_for(game, table.position))
        table.do(0, "effect", use=False)
        for number in range(3):
            trail.append(engine.waiting_for(game, table.position))
            table.do(number, "instants", plays=[])
        trail.append(engine.waiting_for(game, table.position))
        asked.append(trail)
    assert asked[0] == asked[1]
