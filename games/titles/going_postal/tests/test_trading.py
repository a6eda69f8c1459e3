"""Trading: trades, whispers, accusations and the penalty (GP-107 to GP-123, GP-147 to GP-149)."""

from typing import Any

import pytest

from games.kernel import codec, engine, legal_moves
from games.kernel.position import AnyPosition
from games.kernel.types import Event, Move
from games.titles.going_postal import game, trading
from games.titles.going_postal.state import allowance, audit
from games.titles.going_postal.tests.tables import (
    TRADING,
    decision,
    lines,
    play,
    play_card,
    refusal,
    required,
    seen,
    table,
    verbs,
)

HANDS = [["first", "priority", "coffee"], ["bulk", "bulk", "clean"], ["bulk", "bulk", "clean"]]
NOT_WHISPERED = "That personality has not whispered within the last round of turns."


def market(**facts: Any) -> AnyPosition:
    options = {**TRADING, **facts.pop("options", {})}
    return table(facts.pop("hands", HANDS), **{"seats": 4, "options": options, **facts})


def offer(
    position: AnyPosition, giver: int, to: int, card: str, says: str | None = None, wants: str | None = None
) -> list[Event]:
    return play(position, giver, "offer", to=to, card=card, says=says, wants=wants)


@pytest.mark.clause("GP-107")
def test_sane_personalities_hold_three_cards() -> None:
    position, _ = engine.start(game, 3, TRADING, "0" * 32)
    assert [len(hand) for hand in position.state.hands] == [3, 3, 3]
    assert allowance(market(stamps=[1]).state, 0) == 1


@pytest.mark.clause("GP-108")
def test_trades_are_only_with_p_and_before_its_card() -> None:
    position = market(hands=[["truck", "first", "coffee", "coffee"], *HANDS[1:]], stamps=[1])
    words = "GP-108: You can trade only with the personality whose turn it is."
    assert refusal(position, 1, "offer", to=2, card="bulk-1", says=None, wants=None) == words
    play_card(position, "truck-1", distance=1)
    assert position.step == "discard_down"
    late = refusal(position, 1, "offer", to=0, card="bulk-1", says=None, wants=None)
    assert late == "GP-108: Trading is over for this turn: a card has been played."


@pytest.mark.clause("GP-109", "GP-110", "GP-111")
def test_one_trade_of_one_card_for_one_per_turn() -> None:
    position = market()
    offer(position, 0, 1, "first-1", says="coffee")
    assert not decision(position, 0, "play").clock.continues
    events = play(position, 1, "accept", giver=0, card="bulk-1")
    assert decision(position, 0, "play").clock.continues  # it is still the same turn
    assert "bulk-1" in position.state.hands[0] and "first-1" in position.state.hands[1]
    assert lines(events, 2) == ["P0 and P1 trade."]
    assert lines(events, 0) == ["P0 and P1 trade. P0 gives First Class, P1 gives Bulk Mail."]
    assert lines(events, None, is_over=True) == lines(events, 1)  # GP-145
    again = refusal(position, 0, "offer", to=2, card="coffee-1", says=None, wants=None)
    assert again == "GP-110: There has already been a trade this turn."


@pytest.mark.clause("GP-112")
def test_promise_and_wish_are_public_and_bind_nobody() -> None:
    position = market()
    events = offer(position, 0, 1, "first-1", says="bulk", wants="coffee")
    line = "P0 offers P1 a trade: gives Bulk Mail, wants Coffee Break."
    assert lines(events, 3) == [line] and lines(events, 1) == [line]
    assert lines(events, 0) == [f"{line} Put down: First Class."]
    shown = seen(position, 1).offers[0]
    assert (shown.says, shown.wants, shown.card) == ("bulk", "coffee", "")
    assert seen(position, 0).offers[0].card == "first-1"
    assert lines(offer(position, 1, 0, "clean-1")) == [
        "P1 offers P0 a trade: gives a card without a name, wants any card."
    ]


@pytest.mark.clause("GP-113")
def test_offers_are_replaced_withdrawn_declined_and_lapse() -> None:
    position = market()
    offer(position, 0, 1, "first-1")
    offer(position, 0, 1, "priority-1")
    assert [one.card for one in seen(position, 0).offers] == ["priority-1"]
    play(position, 0, "withdraw", to=1)
    assert seen(position).offers == []
    offer(position, 2, 0, "clean-2")
    play(position, 0, "decline", giver=2)
    assert seen(position).offers == []
    offer(position, 0, 1, "first-1")
    offer(position, 2, 0, "clean-2")
    play(position, 1, "accept", giver=0, card="bulk-1")
    assert seen(position).offers == []
    position = market()
    offer(position, 2, 0, "clean-2")
    play_card(position, "first-1")
    assert seen(position).offers == []


@pytest.mark.clause("GP-113", "GP-77")
def test_trading_goes_on_after_a_sealed_card_and_a_trade_destroys_it() -> None:
    position = market(sam=4, out=[3], vendetta={3: 1})
    play_card(position, "first-1")
    assert required(position) == [3]
    play(position, 0, "whisper", to=1, text="Quick!")
    offer(position, 1, 0, "clean-1")
    assert required(position) == [3]  # still sealed
    play(position, 0, "accept", giver=1, card="priority-1")
    assert required(position) == [0, 3]  # the card has to be chosen again
    play(position, 3, "pass")
    play_card(position, "clean-1", "b")
    assert position.state.sam == 8


@pytest.mark.clause("GP-113", "GP-115")
def test_no_trading_in_a_turn_that_has_been_taken_over() -> None:
    position = market(sam=4, out=[3], vendetta={3: 1})
    offer(position, 1, 0, "clean-1")
    play(position, 3, "claim")
    assert seen(position).offers == []
    words = "GP-115: There is no trading in a turn that has been taken over."
    for verb in ("offer", "withdraw", "decline", "accept", "whisper", "show"):
        assert refusal(position, 1, verb, to=0, giver=0) == words
    for turn in (position, market()):  # a form that does not offer the verb sends the seat as text
        assert refusal(turn, 0, "accuse", seat="1") == f"GP-118: {NOT_WHISPERED}"


@pytest.mark.clause("GP-114")
def test_offers_need_no_answer() -> None:
    position = market()
    offer(position, 0, 1, "first-1")
    assert required(position) == [0]
    assert decision(position, 1, "accept").optional and decision(position, 0, "play").clock.continues is False
    play_card(position, "first-1")
    assert position.state.active == 1


@pytest.mark.clause("GP-116", "GP-117", "GP-135")
def test_a_showing_looks_like_a_whisper() -> None:
    whispered, shown = market(), market()
    told = [play(whispered, 0, "whisper", to=1, text="Psst"), play(shown, 0, "show", to=1)]
    for seat in (2, 3, None):
        assert [lines(events, seat) for events in told] == [["P0 whispers to P1."]] * 2
        assert codec.dump(seen(whispered, seat)) == codec.dump(seen(shown, seat))
        public = [engine.events_for(events, seat, 0, False) for events in told]
        assert codec.dump(public[0]) == codec.dump(public[1])
    assert seen(whispered, 1).whispers[0].text == "Psst"
    assert seen(shown, 1).whispers[0].hand == ["first-1", "priority-1", "coffee-1"]
    assert lines(told[1], 1) == ["P0 whispers to P1. The hand: First Class, Priority Mail, Coffee Break."]
    play_card(shown, "first-1")  # the snapshot stays readable although the hand has changed
    assert seen(shown, 1).whispers[0].hand[0] == "first-1" and seen(shown, 1).whispers[0].turn == 2


@pytest.mark.clause("GP-117", "GP-145")
def test_whispers_stay_private_and_showings_become_public_at_the_end() -> None:
    position = market(seats=3)
    events = play(position, 0, "whisper", to=1, text="Our secret")
    events += play(position, 1, "show", to=0)
    for seat in (0, 1):
        events += engine.drop(game, position, seat, "resigned").events
    for seat in (2, None):
        told = " ".join(lines(events, seat, is_over=True))
        assert "Our secret" not in told and "Our secret" not in codec.dump(seen(position, seat)).decode()
        assert "P1 shows their hand to P0 in turn 2: Bulk Mail, Bulk Mail, Clean Record." in told
        assert [one.teller for one in seen(position, seat).showings] == [1]
    assert "Our secret" in " ".join(lines(events, 1, is_over=True))


@pytest.mark.clause("GP-118")
def test_the_window_of_an_accusation() -> None:
    position = market(hands=[["truck"], ["truck"], ["bulk"], ["bulk"]])
    play(position, 1, "whisper", to=0, text="Hello")
    words = "GP-118: That personality has not whispered within the last round of turns."
    assert refusal(position, 2, "accuse", seat=3) == words
    for turns in range(4):  # from this turn on, one turn for each personality in the game
        assert seen(position).accusable == {1: 4 - turns} and "accuse" in verbs(position, 2)
        card = position.state.hands[position.state.active][0]
        play_card(position, card, distance=1)
    assert seen(position).accusable == {} and refusal(position, 2, "accuse", seat=1) == words


@pytest.mark.clause("GP-118")
def test_the_seat_that_saw_the_hand_may_accuse_and_nobody_may_accuse_itself() -> None:
    position = market()
    play(position, 1, "show", to=0)
    assert refusal(position, 1, "accuse", seat=1) == "GP-118: You cannot accuse yourself."
    events = play(position, 0, "accuse", seat=1)
    assert lines(events)[0] == "P0 accuses P1 of showing their hand: caught."


@pytest.mark.clause("GP-119")
def test_a_wrong_accusation_costs_the_right_until_the_next_year() -> None:
    position = market(hands=[["first", "bulk", "bulk"]], pile=0)
    play(position, 1, "whisper", to=0, text="Hello")
    events = play(position, 2, "accuse", seat=1)
    assert lines(events) == ["P2 accuses P1 of showing their hand: wrong."] and required(position) == [0]
    words = "GP-119: You have accused wrongly this year; you cannot accuse again until the next year."
    assert refusal(position, 2, "accuse", seat=1) == words
    play_card(position, "first-1")
    assert position.state.year == 2 and position.state.wrong == []


@pytest.mark.clause("GP-120", "GP-121", "GP-122")
def test_the_penalty() -> None:
    position = market()
    play(position, 0, "show", to=1)
    play(position, 0, "whisper", to=2, text="And a word")
    events = play(position, 2, "accuse", seat=0)
    assert lines(events, None)[1] == "P0 displays their hand: First Class, Priority Mail, Coffee Break."
    assert seen(position).displayed == ["first-1", "priority-1", "coffee-1"] and required(position) == [1, 2, 3]
    assert seen(position).accusable == {}  # all whispers and showings so far are settled
    play(position, 3, "keep")
    play(position, 1, "exchange", give="bulk-1", takes=["coffee-1", "priority-1"])
    public = codec.dump(seen(position, 0)).decode()
    assert "bulk-1" not in public.replace(codec.dump(position.state.hands[0]).decode(), "")
    events = play(position, 2, "exchange", give="bulk-3", takes=["coffee-1", "first-1"])
    assert lines(events) == [
        "P1 takes Coffee Break and gives Bulk Mail.",
        "P2 takes First Class and gives Bulk Mail.",
        "P3 keeps their hand.",
    ]
    assert sorted(position.state.hands[0]) == ["bulk-1", "bulk-3", "priority-1"]
    assert seen(position).displayed == [] and required(position) == [0]


@pytest.mark.clause("GP-121")
def test_only_cards_displayed_at_the_start_can_be_taken() -> None:
    position = market()
    play(position, 0, "show", to=1)
    play(position, 2, "accuse", seat=0)
    words = "GP-122: Give one card of your own hand and list different cards from the displayed hand."
    for args in (
        {"give": "bulk-1", "takes": ["bulk-3"]},
        {"give": "bulk-1", "takes": []},
        {"give": "bulk-1", "takes": ["coffee-1", "coffee-1"]},
        {"give": "coffee-1", "takes": ["coffee-1"]},
        {"takes": ["coffee-1"]},
        {"give": "bulk-1"},
    ):
        assert refusal(position, 1, "exchange", **args) == words


@pytest.mark.clause("GP-122")
def test_penalty_answers_are_secret_until_all_have_answered() -> None:
    one, other = market(), market()
    for position in (one, other):
        play(position, 0, "show", to=1)
        play(position, 2, "accuse", seat=0)
    play(one, 1, "exchange", give="bulk-1", takes=["coffee-1"])
    for seat in (0, 2, 3, None):
        assert codec.dump(seen(one, seat)) == codec.dump(seen(other, seat))
    assert engine.waiting_for(game, one) == engine.waiting_for(game, other)


@pytest.mark.clause("GP-123")
def test_a_displayed_hand_voids_the_sealed_card() -> None:
    position = market(sam=4, out=[3], vendetta={3: 1})
    play_card(position, "first-1")
    play(position, 0, "show", to=1)
    assert required(position) == [3]
    play(position, 2, "accuse", seat=0)
    for seat in (1, 2):
        play(position, seat, "keep")
    assert required(position) == [0, 3]


@pytest.mark.clause("GP-123", "GP-132")
def test_no_penalty_without_cards_to_exchange() -> None:
    hands = [["first", "bulk"], ["bulk"], []]
    position = table(hands, seats=3, options={"trading": True, "blitz": True}, sam=4)
    play(position, 1, "show", to=0)
    position.state.discard += position.state.hands[1]
    position.state.hands[1] = []  # it has lost its last card in the meantime
    offer_lines = play(position, 0, "accuse", seat=1)
    assert lines(offer_lines) == ["P0 accuses P1 of showing their hand: caught."]
    assert required(position) == [0] and seen(position).displayed == []


@pytest.mark.clause("GP-147", "GP-115")
def test_everybody_accuses_for_itself_in_a_taken_over_turn() -> None:
    position = market(sam=4, out=[3], vendetta={3: 1})
    play(position, 1, "show", to=0)
    play(position, 3, "claim")
    assert "accuse" in verbs(position, 0) and "accuse" not in verbs(position, 3)
    assert decision(position, 0, "accuse").default == Move("accuse", {"seat": 1})
    assert refusal(position, 3, "accuse", seat=1) == "GP-53: You are eliminated; you can only use vendetta stamps."
    play(position, 0, "accuse", seat=1)
    assert required(position) == [0, 2]
    for seat in (0, 2):
        play(position, seat, "keep")
    assert required(position) == [3]


@pytest.mark.clause("GP-148")
def test_during_a_penalty_nobody_claims_or_passes() -> None:
    position = market(sam=4, out=[3], vendetta={3: 1})
    play(position, 0, "show", to=1)
    play(position, 2, "accuse", seat=0)
    for verb in ("claim", "pass"):
        assert refusal(position, 3, verb) == "GP-146: This move is not possible now."
    play(position, 3, "orders", mode="always", targets=[0], max_price=1)
    assert position.state.claimer is None
    for seat in (1, 2):
        play(position, seat, "keep")
    assert position.state.claimer == 3  # the standing order answers when the turn goes on


@pytest.mark.clause("GP-149")
def test_resigning_during_a_penalty() -> None:
    def caught(accused: int) -> AnyPosition:
        position = market()
        play(position, accused, "show", to=0 if accused else 1)
        play(position, 2, "accuse", seat=accused)
        return position

    def leave(position: AnyPosition, seat: int) -> None:
        engine.drop(game, position, seat, "resigned")
        audit(position.state)

    position = caught(1)
    leave(position, 1)
    assert required(position) == [0] and position.step == "take_turn" and position.state.active == 0
    position = caught(1)
    leave(position, 3)
    assert required(position) == [0, 2]
    position = caught(1)
    leave(position, 0)
    assert required(position) == [2, 3] and position.step == "penalty"
    for seat in (2, 3):
        play(position, seat, "keep")
    assert position.state.active == 1 and required(position) == [1]


def test_the_moves_of_a_long_displayed_hand_are_not_listed() -> None:
    long = ["watch"] * 4 + ["warning"] * 4 + ["going"] * 4 + ["vacation"] * 3
    position = market(hands=[long, *HANDS[1:]])
    play(position, 0, "show", to=1)
    play(position, 2, "accuse", seat=0)
    (asked,) = [one for one in engine.decisions(game, position) if one.seat == 1]
    moves = legal_moves.moves(game, position, asked)  # 15 cards have more than 10¹² orders
    assert len(moves) == legal_moves.MOST and {move.verb for move in moves} == {"keep", "exchange"}


@pytest.mark.clause("GP-145")
def test_published_moves_keep_whispers_and_the_cards_of_failed_offers_private() -> None:
    state = market().state
    plain = {"says": None, "wants": None}
    given = Move("offer", {"to": 1, "card": "priority-1", **plain})
    accepted = Move("accept", {"from": 0, "card": "bulk-1"})
    played = Move("play", {"card": "coffee-1", "option": "a", "target": None})
    declined = Move("decline", {"from": 0})
    moves = [
        (0, Move("offer", {"to": 1, "card": "coffee-1", **plain})),
        (1, declined),
        (0, Move("offer", {"to": 2, "card": "coffee-1", **plain})),
        (0, given),
        (1, Move("whisper", {"to": 0, "text": "I hold Clean Desk"})),
        (1, accepted),
        (0, played),
    ]
    assert trading.publish([(state, seat, move) for seat, move in moves]) == [
        Move("offer", {"to": 1, "card": "first-1", **plain}),
        declined,
        Move("offer", {"to": 2, "card": "first-1", **plain}),
        given,
        Move("whisper", {"to": 0, "text": "…"}),
        accepted,
        played,
    ]


@pytest.mark.clause("GP-113", "GP-140")
def test_offers_from_and_to_a_personality_that_leaves_lapse() -> None:
    position = market()
    offer(position, 0, 1, "first-1")
    offer(position, 1, 0, "bulk-1")
    offer(position, 2, 0, "bulk-3")
    engine.drop(game, position, 1, "resigned")
    assert [(one.giver, one.to) for one in position.state.offers] == [(2, 0)]


@pytest.mark.clause("GP-113")
def test_a_withdrawn_offer_is_in_the_log() -> None:
    position = market()
    offer(position, 0, 1, "first-1")
    assert [event.kind for event in play(position, 0, "withdraw", to=1)] == ["withdrawn"]
    assert position.state.offers == []
