"""The sorting question, votes, wages, standing bids, bids and helper cards."""

import pytest

from games.kernel import engine
from games.kernel.position import AnyPosition
from games.kernel.types import Move
from games.titles.adulting import game
from games.titles.adulting.tests.tables import (
    do,
    lines,
    money,
    numbers,
    required,
    table,
    up_to_votes,
    view,
    vote_all,
    wages,
)

TOGETHER = {"answers": "together", "sorting": "after"}


def ready(seats: int = 4, **more: object) -> AnyPosition:
    """The sorting question of a Rank job in which nobody gave a number."""
    position = table("rnk01", seats, **{**TOGETHER, **more})  # type: ignore[arg-type]
    numbers(position, *[None] * (seats - 1))
    do(position, position.state.dealer, "rule")
    return position


@pytest.mark.clause("AD-110", "AD-112")
def test_answers_go_round_from_the_dealers_left() -> None:
    position = table("rnk01", pace="live")
    for seat in (1, 2, 3):
        do(position, seat, "number", n=1)
    do(position, 0, "rule")
    for seat in (1, 2, 3, 0):
        assert required(position) == [str(seat)]
        assert view(position, seat).card.answers == ["Yes", "I feel lucky"]  # type: ignore[union-attr]
        told = do(position, seat, "answer", choice=0, note="On two disks.")
    assert position.step == "votes" and lines(told)[0].startswith("Answers: Bob adult (“On two disks.”), Cid adult")


@pytest.mark.clause("AD-111")
def test_the_dealer_decides_if_no_answer_is_fixed() -> None:
    position = table("cat13", category="lists", **TOGETHER)
    for seat in (1, 2, 3):
        do(position, seat, "list", examples=[f"reason {seat}"])
    told = do(position, 0, "rule", adult=1)
    assert "Ann decides: “a cry for help” is the adult answer." in lines(told)
    for seat in (0, 1, 2, 3):
        do(position, seat, "answer", choice=1 if seat < 2 else 0)
    assert [one.is_adult for one in view(position).answers] == [True, False, False, True]


@pytest.mark.clause("AD-114", "AD-55")
def test_answers_given_with_the_job_are_hidden_until_the_ruling() -> None:
    position = table("rnk01")
    assert view(position, 1).asks_answer and view(position, 1).card.question  # type: ignore[union-attr]
    do(position, 1, "number", n=3, choice=0)
    do(position, 2, "number", n=2, choice=1, note="Alas.")
    do(position, 3, "number", n=None, choice=0)
    assert position.step == "ruling" and view(position, 0).asks_answer
    for seat in (0, 1, 3, None):
        assert [one.seat for one in view(position, seat).answers] == ([seat] if seat in (1, 3) else [])
    do(position, 0, "rule", choice=0)
    assert position.step == "votes", "everybody has answered with the job"
    assert [(one.seat, one.is_adult) for one in view(position).answers] == [(1, True), (2, False), (3, True), (0, True)]
    after = table("cat01", category="turns", answers="together", sorting="with_work")
    assert not view(after, 1).asks_answer, "a Category named in turns asks afterwards"


@pytest.mark.clause("AD-115", "AD-122", "AD-116")
def test_a_childish_answer_costs_only_the_right_to_bid() -> None:
    position = ready()
    for seat in (0, 1):
        do(position, seat, "answer", choice=0, note="x" * 140)
    for seat in (2, 3):
        do(position, seat, "answer", choice=1)
    decision = next(d for d in engine.decisions(game, position) if d.key == "2")
    assert [option.value for option in decision.actions[0].fields[0].options] == [1, 0]  # type: ignore[union-attr]
    assert view(position, 2).top_bid is None
    vote_all(position)
    assert position.state.round.bidders == [1, 0] and money(position) == [0, 0, 0, 0]


@pytest.mark.clause("AD-117", "AD-118", "AD-119")
def test_a_tie_lets_an_answer_stand() -> None:
    position = ready(5)
    for seat in range(5):
        do(position, seat, "answer", choice=0)
    do(position, 0, "votes", down=[1, 2])
    assert view(position, 0).answers[0].down == [], "secret until the last form is in"
    do(position, 1, "votes", down=[2])
    do(position, 2, "votes", down=[1])
    do(position, 3, "votes", down=[2])
    told = do(position, 4, "votes", down=[])
    assert "Bob stands (2 of 4 down)." in lines(told) and "Cid falls (3 of 4 down)." in lines(told)
    assert position.state.round.adults == [1, 3, 4, 0]
    assert position.state.round.votes == {0: [1, 2], 1: [2], 2: [1], 3: [2], 4: []}


@pytest.mark.clause("AD-220", "AD-116", "AD-46")
def test_a_doctors_note() -> None:
    position = ready(hands={1: ["cat05"], 2: ["rnk08"]})
    do(position, 1, "answer", choice=0, card="cat05")
    do(position, 2, "answer", choice=1, card="rnk08")
    do(position, 3, "answer", choice=0)
    told = do(position, 0, "answer", choice=0)
    assert "Bob adult with a Doctor’s Note" in lines(told)[0]
    assert position.state.discard == ["cat05"], "spent by the adult answer only"
    assert position.state.players[2].hand == ["rnk08"]
    vote_all(position, {0: [3], 1: [3], 2: [3]})
    assert position.state.round.adults == [1, 0]


@pytest.mark.clause("AD-123")
def test_no_answer_counts_as_childish() -> None:
    position = ready()
    for seat in (0, 1, 2, 3):
        do(position, seat, "skip")
    assert [one.is_adult for one in view(position).answers] == [False] * 4
    decision = next(iter(engine.decisions(game, table("rnk01"))))
    assert decision.default.args["choice"] is None, "the default does not tell which answer is childish"


@pytest.mark.clause("AD-121", "AD-125")
def test_collective_shame() -> None:
    position = ready()
    for seat in (0, 1, 2, 3):
        do(position, seat, "answer", choice=1)
    assert position.step == "votes", "the last call for appeals"
    told = vote_all(position)
    assert "Nobody is an adult. The card is discarded in collective shame." in lines(told)
    assert position.state.discard == ["rnk01"] and position.state.round.number == 8


@pytest.mark.clause("AD-120", "AD-215")
def test_early_night_bars_only_bidding() -> None:
    position = ready()
    position.state.round.early_night = [1]
    for seat in (0, 1, 2, 3):
        do(position, seat, "answer", choice=0)
    vote_all(position)
    assert position.state.round.adults == [1, 2, 3, 0] and required(position) == ["2", "3", "0"]


@pytest.mark.clause("AD-135", "AD-139", "AD-136")
def test_a_bid_of_zero_can_win() -> None:
    position = ready(money=(0, 5, 5, 5))
    up_to_votes(position, (1, 2))
    vote_all(position)
    assert {d.default.args["amount"] for d in engine.decisions(game, position) if not d.optional} == {0}
    do(position, 1, "bid", amount=0)
    do(position, 2, "bid", amount=0)
    assert position.state.players[1].hand == ["rnk01"] and money(position) == [0, 5, 5, 5]


@pytest.mark.clause("AD-136")
def test_a_single_bidder_pays_nothing_and_keeps_the_helper_card() -> None:
    position = ready(money=(0, 5, 5, 5), hands={1: ["pay10"]})
    up_to_votes(position, (1,))
    do(position, 1, "votes", down=[], bid={"amount": 5, "card": "pay10"})
    vote_all(position)
    assert position.state.players[1].hand == ["pay10", "rnk01"] and money(position)[1] == 5
    assert view(position).bids == {} and view(position).report.bids == {}  # type: ignore[union-attr]


@pytest.mark.clause("AD-137")
def test_standing_bids() -> None:
    position = table("rnk01", money=(0, 1, 1, 1), **TOGETHER)
    numbers(position, 3, 2, 1)
    do(position, 0, "rule")
    up_to_votes(position, (1, 2, 3))
    assert view(position, 1).top_bid == 5 and view(position, 0).top_bid is None
    do(position, 1, "votes", down=[], bid={"amount": 5, "card": None})
    do(position, 2, "votes", down=[])
    do(position, 3, "votes", down=[], bid={"amount": 0})
    do(position, 0, "votes", down=[])
    assert required(position) == ["2"], "who left a bid is not asked"
    assert view(position, 2).bids == {}
    do(position, 2, "bid", amount=4)
    assert position.state.players[1].hand == ["rnk01"] and money(position) == [0, 0, 4, 3]


@pytest.mark.clause("AD-138", "AD-137")
def test_a_bid_above_the_money_left_is_lowered() -> None:
    position = table("rnk01", 5, money=(0, 9, 9, 0, 0), **TOGETHER)
    numbers(position, None, None, None, None)
    do(position, 0, "rule")
    up_to_votes(position, (1, 2))
    vote_all(position)
    do(position, 1, "bid", amount=8)
    do(position, 2, "sue", defendant=1, ground="libel", price=6)
    do(position, 0, "hear", case=1, allow=True, price=6)
    do(position, 1, "plead", case=1, fight_up_to=6)
    assert position.sealed["1"].args["amount"] == 8, "nobody's sealed bid is lost"
    do(position, 0, "jury", case=1, up=True)
    do(position, 3, "jury", case=1, up=True)
    assert money(position) == [0, 3, 15, 0, 0] and required(position) == ["2"]
    do(position, 2, "bid", amount=2)
    assert money(position) == [0, 0, 15, 0, 0] and position.state.players[1].hand == ["rnk01"]


@pytest.mark.clause("AD-46", "AD-218", "AD-219", "AD-140", "AD-134")
def test_helper_cards_and_ties() -> None:
    position = ready(money=(9, 9, 9, 9), hands={1: ["pay10"], 3: ["cat20"]})
    up_to_votes(position, (0, 1, 2, 3))
    vote_all(position)
    do(position, 1, "bid", amount=5, card="pay10")
    do(position, 2, "bid", amount=5)
    do(position, 3, "bid", amount=2, card="cat20")
    do(position, 0, "bid", amount=1)
    assert position.state.players[1].hand == ["rnk01"], "nearest to the dealer’s left"
    assert money(position) == [9, 9 - 3, 9 + 5, 9 + 2], "half of 5 rounded up; tie money is not halved, nor raised"
    assert sorted(position.state.discard) == ["cat20", "pay10"]


@pytest.mark.clause("AD-126", "AD-124")
def test_a_dealer_out_of_the_round_still_rules() -> None:
    position = table("pay01", money=(2, 9, 9, 9), **TOGETHER)
    numbers(position, 1, 2, 3, 5)
    position.state.round.out, position.state.round.convicted = [0], [0]
    do(position, 0, "rule", adult=0)
    assert wages(position) == [0, 1, 2, 3]
    assert required(position) == ["1", "2", "3"], "the dealer neither answers nor votes"
    up_to_votes(position, (1, 2, 3))
    vote_all(position)
    assert position.state.round.bidders == [1, 2, 3]


@pytest.mark.clause("AD-124")
def test_answers_of_players_out_of_the_round_no_longer_count() -> None:
    position = ready(5, money=(9, 9, 9, 9, 9))
    up_to_votes(position, (1, 2))
    position.state.round.out = [1]
    do(position, 2, "votes", down=[])
    assert "1" not in required(position)
    vote_all(position)
    assert position.state.report.winner == 2


@pytest.mark.clause("AD-117", "AD-118", "AD-136")
def test_the_report_shows_the_outcome_of_the_answers() -> None:
    position = table("rnk02", **TOGETHER)
    numbers(position, 1, 2, 3)
    up_to_votes(position, (1, 2))
    vote_all(position, {0: [1], 2: [1], 3: [1]})
    told = view(position, None).report
    assert position.state.round.number == 8 and told is not None and told.end == "single"
    assert [(one.seat, one.stands, one.down) for one in told.answers] == [
        (1, False, [0, 2, 3]),
        (2, True, []),
        (3, None, []),
        (0, None, []),
    ]


@pytest.mark.clause("AD-55", "AD-202", "AD-203")
def test_an_impeachment_reveals_its_verdict_but_no_hidden_answer() -> None:
    position = table("rnk02", 5)
    for seat in (1, 2):
        do(position, seat, "number", n=seat, choice=0)
    do(position, 1, "impeach", statement="Corrupt.")
    do(position, 0, "retort", case=1, text="No.")
    for seat in (2, 3):
        do(position, seat, "jury", case=1, up=True)
    told = view(position, None).report
    assert told is not None and told.end == "impeached" and told.answers == []
    assert [(case.outcome, case.votes) for case in told.cases] == [("carried", {2: True, 3: True})]


def silent_on_a_dealer_decides_card(adult: int) -> AnyPosition:
    """A Payout with the adult answer left open: 1 gave the first answer, 2 the second, 3 and the dealer none."""
    position = table("pay01")
    do(position, 1, "number", n=1, choice=0)
    do(position, 2, "number", n=1, choice=1)
    do(position, 3, "skip")
    do(position, 0, "skip")
    do(position, 0, "rule", adult=adult)
    return position


@pytest.mark.clause("AD-123", "AD-111", "AD-120")
def test_no_answer_before_the_dealer_decides_means_the_second_one() -> None:
    position = silent_on_a_dealer_decides_card(adult=1)
    assert position.step == "votes" and position.state.round.has("answered")
    assert [(one.seat, one.is_adult, one.choice) for one in view(position).answers] == [
        (1, False, 0),
        (2, True, 1),
        (3, True, 1),
        (0, True, 1),
    ]
    assert view(position, 3).top_bid == 0
    vote_all(position)
    assert position.state.round.bidders == [2, 3, 0]


@pytest.mark.clause("AD-123")
def test_the_second_answer_is_childish_if_the_dealer_then_picks_the_first() -> None:
    position = silent_on_a_dealer_decides_card(adult=0)
    assert [one.is_adult for one in view(position).answers] == [True, False, False, False]


@pytest.mark.clause("AD-123")
def test_no_answer_after_the_dealer_decides_is_childish() -> None:
    for adult in (0, 1):
        position = table("pay01", answers="together", sorting="after")
        for seat in (1, 2, 3, 0):
            do(position, seat, "number", n=1)
        do(position, 0, "rule", adult=adult)
        for seat in (1, 2, 3, 0):
            do(position, seat, "skip")
        assert [one.is_adult for one in view(position).answers] == [False] * 4


@pytest.mark.clause("AD-127")
def test_the_order_of_the_answers_does_not_reveal_the_adult_one() -> None:
    first = {}
    for flipped in ((), ("rnk01",)):
        position = table("rnk01", flipped=flipped)
        for seat in (1, 2, 3, None):
            card = view(position, seat).card
            assert card is not None and card.adult is None, "nobody but the dealer is told"
            first[flipped] = card.answers[0]
        for seat in (1, 2, 3):
            do(position, seat, "number", n=1, choice=0)
        do(position, 0, "rule", choice=0)
        assert [one.is_adult for one in view(position).answers] == [not flipped] * 4
    assert first == {(): "Yes", ("rnk01",): "I feel lucky"}
    flips = [engine.start(game, 4, {}, f"{seed:032x}")[0].state.flipped for seed in range(40)]
    assert 5 < sum("rnk01" in one for one in flips) < 35, "by lot, for each match by itself"


@pytest.mark.clause("AD-116", "AD-137")
def test_an_email_offers_to_vote_down_each_answer_and_to_leave_a_bid() -> None:
    position = table("rnk02", money=(1, 1, 1, 1), **TOGETHER)
    numbers(position, 1, 2, 3)
    up_to_votes(position, (1, 2))
    for seat, bids in ((1, [", bid later", ", standing bid 0", ", standing bid 1"]), (3, [""])):
        decision = next(one for one in engine.decisions(game, position) if one.key == str(seat))
        choices = game.mail.choices(view(position, seat), decision, list)
        offered = [choice.label for choice in choices]
        assert [one.whole for one in choices if not one.is_complete] == ["Vote {down} down"] * (seat == 3)
        assert offered[0] == f"Let every answer stand{bids[0]}"
        assert f"Vote {{2}} down{bids[0]}" in offered and ("Vote {1} down" in offered) == (seat == 3)
        assert set(bids[1:]) <= {label.removeprefix("Let every answer stand") for label in offered}


@pytest.mark.clause("AD-25", "AD-26", "AD-148")
@pytest.mark.parametrize("rounds", [0, 1])
def test_a_round_is_shown_to_its_end_before_the_next_begins_or_the_match_is_over(rounds: int) -> None:
    position = ready(money=(5, 5, 5, 5), round_limit=rounds)
    up_to_votes(position, (1, 2))
    vote_all(position)
    round = position.state.round.number
    do(position, 1, "bid", amount=3)
    outcome = engine.play(game, position, 2, Move("bid", {"amount": 1}))
    assert outcome.between is not None and (position.state.over == "rounds") is bool(rounds)
    ended = engine.view_for(game, outcome.between, 3)
    assert (ended.round, ended.card) == (round, None)
    assert {seat: bid.amount for seat, bid in ended.bids.items()} == {1: 3, 2: 1}
    assert ended.report is not None and ended.report.winner == 1
    assert game.table.facts(ended, 3, ["Ann", "Ben", "Cleo", "Dee"]).doing == "The round is over"


@pytest.mark.clause("AD-136", "AD-137")
@pytest.mark.parametrize("rounds", [0, 1])
def test_a_standing_bid_stays_secret_when_a_round_ends_without_an_auction(rounds: int) -> None:
    position = ready(money=(5, 5, 5, 5), round_limit=rounds)
    up_to_votes(position, (1, 2))
    do(position, 1, "votes", down=[2], bid={"amount": 4, "card": None})
    do(position, 2, "votes", down=[])
    do(position, 0, "votes", down=[2])
    outcome = engine.play(game, position, 3, Move("votes", {"down": [2]}))
    assert outcome.between is not None and outcome.between.state.report.end == "single"
    assert outcome.between.state.round.bids, "the bid was left"
    for now in (outcome.between, position):
        assert [engine.view_for(game, now, seat).bids for seat in (0, 2, 3, None)] == [{}] * 4


@pytest.mark.clause("AD-138", "AD-131")
def test_a_lowered_bid_can_lose() -> None:
    position = table("rnk01", 5, money=(0, 9, 9, 0, 0), **TOGETHER)
    numbers(position, None, None, None, None)
    do(position, 0, "rule")
    up_to_votes(position, (1, 2))
    vote_all(position)
    do(position, 1, "bid", amount=8)
    do(position, 2, "sue", defendant=1, ground="libel", price=6)
    do(position, 0, "hear", case=1, allow=True, price=6)
    do(position, 1, "plead", case=1, fight_up_to=6)
    for seat in (0, 3):
        do(position, seat, "jury", case=1, up=True)
    told = do(position, 2, "bid", amount=4)
    assert "Bids: Bob 3, Cid 4. Cid takes the card for 4." in lines(told)
