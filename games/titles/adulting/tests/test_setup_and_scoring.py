"""Setup, order of a round, the scoring phase and the game texts used in it."""

from itertools import pairwise

import msgspec
import pytest

from games.kernel import engine, legal_moves
from games.kernel.bots import seed_from, self_play
from games.kernel.game import Beginning
from games.kernel.position import AnyPosition
from games.titles.adulting import game
from games.titles.adulting.bot.sampling import scoring_moves
from games.titles.adulting.cards import CARDS, EFFECTS, SPADES
from games.titles.adulting.flow import finalize_options
from games.titles.adulting.state import best_gain, points
from games.titles.adulting.tests.tables import (
    asked,
    do,
    leave,
    lines,
    money,
    numbers,
    refused,
    required,
    table,
    up_to_votes,
    view,
    vote_all,
)

TOGETHER = {"answers": "together", "sorting": "after"}


def fresh(seats: int = 4, seed: str = "1" * 32, **options: object) -> AnyPosition:
    """A new match."""
    facts = {name: getattr(game.rules.options(), name) for name in game.rules.options.__struct_fields__}
    return engine.start(game, seats, facts | options, seed)[0]


@pytest.mark.clause("AD-11", "AD-12", "AD-13", "AD-14", "AD-18", "AD-21", "AD-30", "AD-22", "AD-50")
def test_a_match_begins_with_the_work_of_the_first_card() -> None:
    position = fresh(start_money=3, first_dealer_money=2, first_dealer=2)
    state = position.state
    assert money(position) == [3, 3, 5, 3] and state.paid_out == 14
    assert state.round.card and len(state.deck) == 59
    assert position.step in ("list", "number", "perform")
    assert all(not player.hand and not any(player.mantle) for player in state.players)
    assert fresh(seed="2" * 32).state.deck != state.deck
    top = CARDS[state.deck[-1]]
    seen = view(position).top
    assert seen is not None and (seen.suits, seen.effect) == ("".join(top.suits), top.effect)


@pytest.mark.clause("AD-15", "AD-16")
def test_first_dealer() -> None:
    assert fresh(first_dealer=2).state.dealer == 2
    dealers = {fresh(seed=f"{number:032x}", first_dealer="random").state.dealer for number in range(40)}
    assert dealers == {0, 1, 2, 3}, "by lot, everybody can be it"


@pytest.mark.clause("AD-15", "AD-16")
def test_the_lobby_chooses_the_first_dealer() -> None:
    def who(played: list[int], oldest: int | None = None, **options: object) -> object:
        chosen = msgspec.structs.replace(game.rules.options(), **options)
        known = Beginning(played, [], oldest, lambda seats: seats[-1])
        return finalize_options(chosen, known).first_dealer

    assert who([0, 3, 1, 2]) == 1
    assert who([2, 0, 2, 1]) == 2, "ties by lot"
    assert who([0, 3, 1, 2], 3, first_dealer="oldest") == 3
    assert who([0, 3, 1, 2], None, first_dealer="oldest") == "oldest", "nobody was pointed at: setup draws lots"
    assert who([0, 3, 1, 2], 3, first_dealer="random") == "random"
    assert who([0, 3, 1, 2], 3, first_dealer=0) == 0


@pytest.mark.clause("AD-17")
def test_money_hands_mantles_and_discard_pile_are_public() -> None:
    position = table(hands={0: ["cat10"], 1: ["cat02"]}, mantles={2: {"H": ["chl08"]}}, discard=("cat01",))
    for seat in (0, 3, None):
        seen = view(position, seat)
        assert [one.hand for one in seen.players] == [["cat10"], ["cat02"], [], []]
        assert seen.players[2].columns == [["chl08"], [], []] and seen.discard == ["cat01"]


@pytest.mark.clause("AD-02", "AD-03", "AD-04", "AD-25", "AD-26")
def test_a_round_from_job_to_the_next_dealer() -> None:
    position = table("rnk01", **TOGETHER)
    numbers(position, 3, 2, 1)
    up_to_votes(position, (1, 2))
    vote_all(position)
    assert money(position) == [0, 4, 3, 2], "wages are the only money"
    do(position, 1, "bid", amount=3)
    do(position, 2, "bid", amount=1)
    assert position.state.players[1].hand == ["rnk01"] and money(position) == [0, 1, 3, 2]
    assert view(position).players[1].score == 0, "cards in hand and money give no points"
    assert position.state.dealer == 1 and position.state.round.number == 8 and position.step == "scoring"


@pytest.mark.clause("AD-26")
def test_the_deck_skips_players_who_left() -> None:
    position = table("rnk01", **TOGETHER)
    leave(position, 1)
    numbers_left(position)
    assert position.state.dealer == 2


def numbers_left(position: AnyPosition) -> None:
    """Play the round to its end without any adult answers."""
    for seat in [int(key) for key in required(position)]:
        do(position, seat, "number", n=1)
    up_to_votes(position, ())
    vote_all(position)


@pytest.mark.clause("AD-20")
def test_steps_come_in_order() -> None:
    seen: list[str] = []

    def watch(position: AnyPosition, asked: object, events: object) -> None:
        if not seen or seen[-1] != position.step:
            seen.append(position.step)

    options = game.rules.options.defaults(4, "live")
    self_play(game, 4, seed_from("order"), options, ["house"] * 4, watch)
    work = {"naming", "number", "perform"}
    follows = {"scoring": work, "naming": {"ruling"}, "number": {"ruling"}, "perform": {"ruling"}, "ruling": {"answer"}}
    follows |= {"answer": {"votes"}, "votes": {"bids", "scoring", *work}, "bids": {"scoring", *work}}
    assert all(after in follows[before] for before, after in pairwise(seen))


@pytest.mark.clause("AD-27", "AD-145")
def test_an_empty_deck_ends_the_match() -> None:
    position = table(hands={0: ["cat10"]})
    position.state.discard += position.state.deck
    position.state.deck = []
    told = do(position, 0, "pass")
    assert position.state.over == "deck" and lines(told)[-1].startswith("The deck is empty. Scores:")


@pytest.mark.clause("AD-148")
def test_the_round_limit_ends_the_match() -> None:
    position = table("rnk01", number=7, round_limit=7, **TOGETHER)
    numbers(position, 1, 1, 1)
    up_to_votes(position, ())
    vote_all(position)
    assert position.state.over == "rounds"


@pytest.mark.clause("AD-147", "AD-142")
def test_the_number_of_spades_is_an_option() -> None:
    position = table(hands={0: ["cat02"]}, spades_to_end=1)
    do(position, 0, "place", card="cat02", column="C")
    assert position.state.over == "spades"


@pytest.mark.clause("AD-31", "AD-33", "AD-34", "AD-35", "AD-36", "AD-37", "AD-38", "AD-43")
def test_placing() -> None:
    hands = {0: ["cat02", "cat04", "cat10", "cat01"], 1: ["cat16"]}
    position = table(hands=hands)
    assert required(position) == ["0"], "only the dealer"
    found = [(move.verb, move.args["card"], move.args["column"]) for move in scoring_moves(position.state, 0)[1:8]]
    assert found == [
        *(("place", "cat02", column) for column in "HCD"),
        *(("place", "cat04", column) for column in "CD"),
        ("place", "cat10", "D"),
        ("place", "cat01", "C"),
    ]
    told = do(position, 0, "place", card="cat02", column="H")
    assert lines(told)[0] == "Ann places spades in Hearts (1)."
    assert position.state.players[0].mantle == [["cat02"], [], []]
    assert position.step != "scoring", "one card, then the draw"
    moved = [player.mantle for player in position.state.players]
    numbers_or_lists(position)
    assert [player.mantle for player in position.state.players] == moved, "a placed card stays where it lies"


def numbers_or_lists(position: AnyPosition) -> None:
    """Skip the work."""
    for seat in [int(key) for key in required(position) if "." not in key]:
        do(position, seat, "skip")


@pytest.mark.clause("AD-47")
def test_the_scoring_phase_is_skipped_without_cards() -> None:
    position = table("rnk01", **TOGETHER)
    numbers(position, 1, 1, 1)
    up_to_votes(position, ())
    told = vote_all(position)
    assert "Bob deals." in " ".join(lines(told)) and position.step != "scoring"


@pytest.mark.clause("AD-48", "AD-33")
def test_the_default_plays_no_card() -> None:
    position = table(hands={0: ["cat10"]})
    (decision,) = engine.decisions(game, position)
    assert decision.default.verb == "pass"
    told = do(position, 0, "pass")
    assert lines(told)[0] == "Ann plays nothing."


@pytest.mark.clause("AD-32")
def test_everyone_scores_in_the_order_of_the_deal() -> None:
    hands = {0: ["cat10"], 1: ["cat02"], 3: ["cat16", "chl04"]}
    position = table(hands=hands, dealer=3, scoring="everyone", spades=2)
    assert required(position) == ["3", "0", "1"]
    do(position, 0, "place", card="cat10", column="D")
    do(position, 1, "place", card="cat02", column="H")
    assert position.state.players[0].mantle == [[], [], []], "secret until all have chosen"
    told = do(position, 3, "place", card="cat16", column="C")
    assert lines(told)[:3] == [
        "Dee places clubs in Clubs (1).",
        "Ann places diamonds in Diamonds (1).",
        "Bob places spades in Hearts (1).",
    ]
    assert position.state.over == "spades"


@pytest.mark.clause("AD-32", "AD-142")
def test_a_play_that_is_no_longer_possible_is_taken_back() -> None:
    hands = {0: ["rnk07"], 1: ["pay12"], 2: ["cat10"]}
    position = table(hands=hands, mantles={3: {"H": ["chl08"]}}, scoring="everyone")
    for seat, card in ((0, "rnk07"), (1, "pay12")):
        do(position, seat, "effect", card=card, target=3, column="H")
    told = do(position, 2, "place", card="cat10", column="D")
    assert "Bob takes the card back: it can’t be played any more." in lines(told)
    assert "Cid places diamonds in Diamonds (1)." in lines(told), "those after it are played all the same"
    assert position.state.players[1].hand == ["pay12"] and "chl08" in position.state.discard
    position = table(hands={0: ["cat02"], 1: ["cat10"]}, scoring="everyone", spades=2)
    do(position, 0, "place", card="cat02", column="H")
    do(position, 1, "place", card="cat10", column="D")
    assert position.state.over == "spades" and position.state.players[1].hand == ["cat10"], "later plays are not made"


@pytest.mark.clause("AD-143", "AD-144", "AD-42", "AD-223")
def test_a_discarded_spade_does_not_count() -> None:
    position = table(hands={0: ["pay08"]}, spades=2)
    do(position, 0, "effect", card="pay08")
    assert position.state.spades == 2 and not position.state.over and position.state.discard[:1] == ["pay08"]
    assert position.state.round.jury_duty == [0]


@pytest.mark.clause("AD-210", "AD-211", "AD-216", "AD-215")
def test_texts_about_money_and_markers() -> None:
    position = table(hands={0: ["cat06"]}, money=(1, 0, 0, 0))
    assert lines(do(position, 0, "effect", card="cat06"))[0] == "Ann plays Pocket Money: +4."
    assert money(position)[0] == 5
    position = table(hands={0: ["cat03"]}, money=(0, 1, 0, 5))
    assert lines(do(position, 0, "effect", card="cat03"))[0] == "Ann plays Rent Is Due: +2."
    assert money(position) == [2, 0, 0, 4]
    position = table(hands={0: ["cat01"]})
    do(position, 0, "effect", card="cat01")
    assert position.state.players[0].overtime
    position = table(hands={0: ["cat11"]})
    assert lines(do(position, 0, "effect", card="cat11", target=2))[0] == "Ann plays Early Night on Cid."
    assert position.state.round.early_night == [2]


@pytest.mark.clause("AD-216")
def test_overtime_doubles_the_next_wages_above_zero() -> None:
    position = table("rnk02", **TOGETHER)
    for player in position.state.players[:3]:
        player.overtime = True
    numbers(position, 0, 5, 7)
    do(position, 0, "rule", bonus=[1])
    up_to_votes(position, ())
    vote_all(position)
    assert money(position) == [0, 2 * (2 + 1), 2 * 3, 4]
    assert [player.overtime for player in position.state.players] == [True, False, False, False]


@pytest.mark.clause("AD-212", "AD-222")
def test_second_wind() -> None:
    position = table(hands={0: ["cat09", "cat18", "cat10"]}, mantles={0: {"C": ["cat13"]}})
    told = do(position, 0, "effect", card="cat09", plays=[["cat18", "H"], ["cat10", "D"]])
    assert position.state.players[0].mantle == [["cat18"], ["cat13"], ["cat10"]]
    assert lines(told)[2] == "Housewarming: Ann takes 2." and money(position)[0] == 2
    assert points(position.state.players[0].mantle) == 10
    position = table(hands={0: ["cat09", "cat02", "cat10"]}, spades=2)
    do(position, 0, "effect", card="cat09", plays=[["cat02", "H"], ["cat10", "D"]])
    assert position.state.over == "spades" and position.state.players[0].hand == ["cat10"]


@pytest.mark.clause("AD-213", "AD-214", "AD-217")
def test_texts_that_move_cards() -> None:
    position = table(hands={0: ["rnk01"]}, discard=("cat16", "pay07"))
    do(position, 0, "effect", card="rnk01", take="cat16")
    assert position.state.players[0].hand == ["cat16"] and position.state.discard[:2] == ["pay07", "rnk01"]
    position = table(hands={0: ["rnk13", "cat10"], 2: ["chl08"]})
    do(position, 0, "effect", card="rnk13", target=2, give="cat10", take="chl08")
    assert [player.hand for player in position.state.players[:3]] == [["chl08"], [], ["cat10"]]
    position = table(hands={0: ["rnk07"]}, mantles={1: {"H": ["cat02", "chl08"]}})
    told = do(position, 0, "effect", card="rnk07", target=1, column="H")
    assert lines(told)[0] == "Ann plays Broken Vase: Bob loses hearts from Hearts."
    assert position.state.players[1].mantle[0] == ["cat02"] and "chl08" in position.state.discard


@pytest.mark.clause("AD-221", "AD-222", "AD-39")
def test_heirloom_and_housewarming() -> None:
    assert points([["rnk05"], [], []]) == 1 + 3
    assert best_gain([[], [], []], "rnk05") == 4
    position = table(hands={0: ["chl14"]}, mantles={0: {"H": ["chl08"], "D": ["cat10"]}})
    do(position, 0, "place", card="chl14", column="C")
    assert money(position)[0] == 3, "one for each card, this one included"


@pytest.mark.clause("AD-44", "AD-45")
def test_texts_without_a_target_are_not_offered() -> None:
    position = table(hands={0: ["rnk01", "pay01", "rnk07", "cat09"], 1: []})
    offered = {move.args["card"] for move in scoring_moves(position.state, 0) if move.verb == "effect"}
    assert offered == {"cat09"}, "an empty pile, empty hands, empty mantles"
    position = table(hands={0: ["cat09"]})
    assert [move.verb for move in scoring_moves(position.state, 0)] == ["pass", "place"]
    assert refused(position, 0, "effect", card="cat09", plays=[]).startswith("AD-212")


def test_the_deck_is_as_the_rulebook_says() -> None:
    assert len(CARDS) == 60 and len(EFFECTS) == 14 and len(SPADES) == 15
    assert all(sum(card.effect == id for card in CARDS.values()) == 2 for id in EFFECTS)
    weight = {suit: sum(1 / len(c.suits) for c in CARDS.values() if suit in c.suits) for suit in "HCDS"}
    assert weight == dict.fromkeys("HCDS", 15)
    jobs = {job: sum(card.job == job for card in CARDS.values()) for job in ("category", "rank", "payout", "challenge")}
    assert jobs == {"category": 20, "rank": 14, "payout": 12, "challenge": 14}
    assert sum(bool(card.fine_print) for card in CARDS.values()) == 52
    assert sum(card.adult == -1 for card in CARDS.values()) == 10


def test_the_order_of_the_two_answers_is_drawn_for_each_match() -> None:
    flipped = {tuple(fresh(seed=f"{number:032x}").state.flipped) for number in range(5)}
    assert len(flipped) == 5 and all(10 < len(cards) < 50 for cards in flipped)
    position = table("rnk01", flipped=("rnk01",))
    card = view(position, 1).card
    assert card is not None and card.answers == ["I feel lucky", "Yes"] and card.adult is None
    assert view(position, 0).card.adult == 1  # type: ignore[union-attr]
    assert "1" in asked(position)


@pytest.mark.clause("AD-32")
def test_the_dealer_s_play_comes_first_and_their_right_neighbour_s_last() -> None:
    position = table(hands={2: ["cat16"], 3: ["cat10"]}, dealer=3, scoring="everyone")
    do(position, 2, "place", card="cat16", column="C")
    told = do(position, 3, "place", card="cat10", column="D")
    assert lines(told)[:2] == ["Dee places diamonds in Diamonds (1).", "Cid places clubs in Clubs (1)."]


@pytest.mark.clause("AD-32", "AD-230")
def test_a_sealed_play_on_somebody_who_leaves_is_taken_back_when_its_turn_comes() -> None:
    position = table(hands={0: ["cat02"], 1: ["cat11"]}, scoring="everyone")
    do(position, 1, "effect", card="cat11", target=3)
    leave(position, 3)
    assert required(position) == ["0"], "nobody is asked again"
    told = do(position, 0, "pass")
    assert "Bob takes the card back: it can’t be played any more." in lines(told)


@pytest.mark.clause("AD-212", "AD-142")
def test_the_log_of_a_second_wind_does_not_tell_of_a_card_that_was_not_placed() -> None:
    position = table(hands={0: ["cat09", "cat02", "cat10"]}, spades=2)
    told = do(position, 0, "effect", card="cat09", plays=[["cat02", "H"], ["cat10", "D"]])
    assert position.state.over == "spades" and "cat10" not in repr([event.data for event in told])


@pytest.mark.clause("AD-33")
def test_the_scoring_phase_lists_its_moves_without_trying_combinations() -> None:
    for hand in (["cat10"], ["cat09", "cat10", "rnk07"]):
        position = table(hands={0: hand}, mantles={1: {"H": ["chl08"]}})
        (decision,) = engine.decisions(game, position)
        assert legal_moves.moves(game, position, decision) == scoring_moves(position.state, 0)
        assert legal_moves.tries(game, position, decision) == 0
