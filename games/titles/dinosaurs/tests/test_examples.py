"""The worked examples of the rulebook, each with its numbers."""

import pytest

from games.titles.dinosaurs.tests.scene import Table, seat
from games.titles.dinosaurs.winning import is_deadly

N, P, E, M = "natural", "predatory", "emotional", "meteor"
SAFE_TWO = "trapped downpour"


@pytest.mark.clause("HD-19", "HD-21", "HD-23", "HD-24", "HD-42", "HD-91")
def test_w01_a_plain_round() -> None:
    table = Table(
        seat("run-home-bat", "bonehead handy-pan grave-maker iced-ptea", points=10),
        seat("bow-and-dino", "bonehead handy-pan grave-maker iced-ptea", points=12),
        seat("cool-stick", "pet-rock handy-pan grave-maker iced-ptea"),
        disaster="stomped",
    ).play_cards()
    assert table.scores == [6, 6, 1]
    table.pass_all()
    assert table.points == [16, 18, 0] and table.asked == [2]
    table.do(2, "take", discard="pet-rock-1")
    assert table.points == [16, 18, 1]
    assert table.players[2].area == ["stomped"]
    assert [len(player.hand) for player in table.players] == [5, 5, 5]
    assert sorted(table.state.discard) == ["bow-and-dino-1", "cool-stick-1", "pet-rock-1", "run-home-bat-1"]
    assert table.state.discard[0] == "pet-rock-1"


@pytest.mark.clause("HD-78", "HD-82", "HD-91", "HD-102")
def test_w02_inversion_with_a_tie() -> None:
    table = Table(
        seat("grave-maker", "inversion bonehead"),
        seat("grave-maker", "bonehead bonehead"),
        seat("iced-ptea", "cool-stick bonehead", dino="bad-luck-bronto"),
        disaster="trapped",
    ).play_cards()
    assert table.scores == [3, 3, 9]
    table.wave({0: [{"card": "inversion-1"}]})
    assert table.state.wave == 2 and table.scores == [9, 9, 3]
    table.wave()
    table.do(2, "take", discard="cool-stick-1")
    assert table.points == [9, 9, 1]


@pytest.mark.clause("HD-50", "HD-51", "HD-57", "HD-61", "HD-68", "HD-72")
def test_w03_order_of_effects() -> None:
    table = Table(
        seat("treenoculars", "bonehead", dino="nervous-rex"),
        seat("pet-rock", "bonehead", dino="stego", points=12),
        seat("pet-rock", "bonehead", dino="cry-ceratops", points=5),
        seat("grappling-snake", "handy-pan", dino="bad-luck-bronto", points=3),
        disaster="meteor-1",
        deck="redirect handy-pan",
    ).play_cards()
    assert table.state.order == [2, 1, 3, 0] and table.asked == [2]
    table.do(2, "effect", use=True, discard=table.players[2].hand[0])
    assert table.players[2].bonus == 4
    table.do(1, "effect", use=False)
    assert "Di’s Grappling Snake can’t be used." in table.told()
    assert table.asked == [0]
    table.do(0, "effect", use=True)
    assert table.view(0).shown == ["redirect-1", "handy-pan-2"]
    table.do(0, "keep", card="redirect-1")
    assert "redirect-1" in table.players[0].hand and table.state.discard[-1] == "handy-pan-2"
    assert table.scores == [7, 1, 4, 2]


@pytest.mark.clause("HD-63", "HD-65", "HD-79", "HD-97", "HD-100")
def test_w04_star_fruit_and_mouth_trap() -> None:
    table = Table(
        seat("star-fruit", "sapper cool-stick", dino="nervous-rex"),
        seat("mouth-trap", "bonehead", dino="stego"),
        seat("cool-stick", "booster cool-stick", dino="bad-luck-bronto"),
        disaster="trapped",
    ).play_cards()
    table.wave({0: [{"card": "sapper-1", "target": 1}], 2: [{"card": "booster-1", "target": 2}]})
    assert [score.total for score in table.view().scores] == [6, 1, 6]
    table.wave()
    assert table.points == [0, 6, 0] and table.asked == [0, 2]
    for number in (0, 2):
        card = next(card for card in table.players[number].hand if card.startswith("cool-stick"))
        table.do(number, "sudden", card=card)
    assert "Several players have no Point card left for Sudden Death." in table.told()
    assert table.points == [0, 6, 0] and table.state.disasters[0] == "trapped"
    assert not any(player.area for player in table.players)


@pytest.mark.clause("HD-79")
def test_w05_two_inversions_cancel() -> None:
    table = Table(
        seat("mouth-trap", "bonehead"),
        seat("iced-ptea", "inversion bonehead"),
        seat("cool-stick", "bonehead", dino="bad-luck-bronto"),
        disaster="trapped",
    ).play_cards()
    table.wave({1: [{"card": "inversion-1"}]}).wave()
    assert table.scores == [5, 8, 2] and table.points == [0, 8, 0] and table.asked == [2]


@pytest.mark.clause("HD-94", "HD-95", "HD-97", "HD-98", "HD-106")
def test_w06_sudden_death() -> None:
    table = Table(
        seat("iced-ptea", "pet-rock", dino="cry-ceratops"),
        seat("handy-pan", "mouth-trap bonehead", dino="nervous-rex"),
        seat("handy-pan", "run-home-bat cool-stick insurance", dino="bad-luck-bronto"),
        seat("cool-stick", "iced-ptea pet-rock", dino="stego"),
        disaster="meteor-1",
    ).play_cards()
    table.pass_all()
    assert table.points == [8, 0, 0, 0] and table.asked == [1, 2, 3]
    table.do(1, "sudden", card="mouth-trap-1")
    table.do(2, "sudden", card="run-home-bat-1")
    table.do(3, "sudden", card="iced-ptea-2")
    assert table.asked == [1, 2]
    table.do(1, "sudden", card="bonehead-1")
    table.do(2, "sudden", card="cool-stick-2")
    assert table.asked == [2]
    table.do(2, "insure", card="insurance-1")
    assert table.state.disasters[0] == "meteor-1" and not table.players[2].area
    assert table.phase == "choose" and "Cy discards" not in " ".join(table.told())


@pytest.mark.clause("HD-86", "HD-87", "HD-88", "HD-99", "HD-106")
def test_w07_no_card_for_sudden_death_redirect_insurance() -> None:
    table = Table(
        seat("meteor-cannon", "insurance bonehead", dino="stego"),
        seat("grave-maker", "redirect booster", dino="bad-luck-bronto"),
        seat("handy-pan", "bonehead", dino="cry-ceratops"),
        disaster="ghosted",
    ).play_cards()
    table.pass_all()
    assert "Bob has no Point card left for Sudden Death." in table.told()
    assert "sudden_reveal" not in table.kinds() and table.asked == [1]
    table.do(1, "redirect", card="redirect-1", target=0)
    assert table.asked == [0]
    table.do(0, "insure", card="insurance-1")
    assert table.points == [9, 0, 0] and table.state.disasters[0] == "ghosted"


@pytest.mark.clause("HD-45", "HD-68", "HD-69")
def test_w08_grappling_snake_and_traits() -> None:
    table = Table(
        seat("grappling-snake", "bonehead", dino="nervous-rex"),
        seat("iced-ptea", "bonehead", dino="bad-luck-bronto"),
        seat("bonehead", "bonehead", dino="stego"),
        disaster="fired-up",
    ).play_cards()
    table.do(0, "effect", use=True, target=1)
    assert table.scores == [9, 1, 4]
    table.pass_all()
    table.do(1, "take")
    assert table.points == [9, 1, 0]


@pytest.mark.clause("HD-34", "HD-35", "HD-38")
def test_w09_elimination_by_a_meteor() -> None:
    table = Table(
        seat("iced-ptea", "bonehead", points=20),
        seat("bow-and-dino", "bonehead", dino="cry-ceratops"),
        seat("handy-pan", "insurance bonehead", points=8, area=SAFE_TWO, dino="nervous-rex"),
        disaster="meteor-1",
    )
    table.players[0].dino = "bad-luck-bronto"
    table.play_cards().pass_all()
    assert table.points[0] == 28
    table.do(2, "take")
    player = table.players[2]
    assert player.out is not None and player.points == 8 and not player.hand
    assert table.asked == [0, 1] and table.phase == "choose"


@pytest.mark.clause("HD-107", "HD-111", "HD-131")
def test_w10_fifty_by_collecting() -> None:
    table = Table(
        seat("treenoculars", "bonehead", points=43),
        seat("run-home-bat", "bonehead", points=49, area=SAFE_TWO),
        seat("handy-pan", "bonehead", points=30, dino="bad-luck-bronto"),
        disaster="meteor-1",
    ).play_cards()
    table.do(0, "effect", use=False)
    table.pass_all()
    assert table.points == [50, 49, 30] and table.state.ranks == [1, 2, 3]
    assert not table.players[2].area and table.asked == []


@pytest.mark.clause("HD-100", "HD-105", "HD-107", "HD-109")
def test_w11_fifty_by_movement() -> None:
    table = Table(
        seat("grave-maker", "cool-stick booster", points=48, area="trapped ghosted"),
        seat("grave-maker", "cool-stick booster", points=49, area="downpour", dino="bad-luck-bronto"),
        seat("run-home-bat", "bonehead", points=10),
        disaster="meteor-1",
    ).play_cards()
    table.pass_all()
    for number in (0, 1):
        table.do(number, "sudden", card=f"cool-stick-{number + 1}")
    assert table.points == [50, 50, 15] and table.state.ranks == [2, 1, 3]


@pytest.mark.clause("HD-46", "HD-110")
def test_w12_below_zero() -> None:
    table = Table(
        seat("pet-rock", "sapper bonehead", dino="cry-ceratops"),
        seat("pet-rock", "bonehead bonehead", dino="nervous-rex"),
        disaster="trapped",
    ).play_cards()
    for number in list(table.state.order):
        table.do(number, "effect", use=False)
    table.wave({0: [{"card": "sapper-1", "target": 1}]}).wave()
    assert table.scores == [-1, -2] and table.points == [0, 0]
    table.do(1, "take")
    assert table.points == [0, 1]


@pytest.mark.clause("HD-15", "HD-16")
def test_w13_a_hand_of_instants() -> None:
    table = Table(
        seat("iced-ptea", "booster booster sapper sapper"),
        seat("cool-stick", "bonehead bonehead bonehead bonehead", dino="nervous-rex"),
        seat("handy-pan", "grave-maker grave-maker grave-maker grave-maker", dino="cry-ceratops"),
        deck="insurance handy-pan handy-pan cool-stick handy-pan cool-stick cool-stick run-home-bat",
        disaster="meteor-1",
    ).play_cards()
    table.pass_all()
    table.do(1, "take")
    thrown = ["booster-1", "booster-2", "sapper-1", "sapper-2", "insurance-1"]
    assert table.phase == "choose" and set(thrown) <= set(table.state.discard)
    line = (
        "Ann has no Point card, discards Score Booster, Score Booster, Score Sapper, Score Sapper, Disaster Insurance"
    )
    assert f"{line} and draws 5." in table.told()
    new = ["cool-stick-2", "handy-pan-4", "cool-stick-3", "cool-stick-4", "run-home-bat-1"]
    assert table.players[0].hand == new and table.kinds().count("new_hand") == 1


@pytest.mark.clause("HD-104", "HD-105", "HD-107")
def test_w14_everybody_tied() -> None:
    table = Table(
        seat("run-home-bat", "handy-pan", dino="nervous-rex", points=10, area="trapped"),
        seat("bonehead", "handy-pan", dino="stego", points=20),
        seat("grave-maker", "handy-pan", dino="cry-ceratops", points=49, area="downpour"),
        seat("bonehead", "handy-pan", dino="bad-luck-bronto", points=30, area="stomped spa-day"),
        disaster="ghosted",
    ).play_cards()
    table.pass_all()
    assert "Everyone is tied, so nobody collects points." in table.told()
    assert table.points == [11, 20, 50, 32] and table.state.disasters[0] == "ghosted"
    assert table.state.ranks == [4, 3, 1, 2]


@pytest.mark.clause("HD-121", "HD-122")
def test_w15_standing_orders() -> None:
    table = Table(
        seat("iced-ptea", "bonehead"),
        seat("cool-stick", "insurance bonehead", dino="cry-ceratops"),
        seat("run-home-bat", "bonehead", dino="bad-luck-bronto"),
        disaster="meteor-1",
    ).play_cards(s0={"instants": "pass"}, s1={"instants": "pass", "disaster": "insure"})
    assert table.asked == [2]
    table.do(2, "instants", plays=[])
    assert "Bob plays Disaster Insurance." in table.told()
    assert table.phase == "choose" and table.state.round == 4


@pytest.mark.clause("HD-57", "HD-69", "HD-126", "HD-127")
def test_w16_leaving_during_the_effects() -> None:
    table = Table(
        seat("grappling-snake", "bonehead"),
        seat("iced-ptea", "bonehead", dino="cry-ceratops"),
        seat("mouth-trap", "bonehead", dino="bad-luck-bronto"),
        disaster="meteor-1",
    ).play_cards()
    assert table.asked == [0]
    table.leave(1)
    assert "Ann’s Grappling Snake can’t be used." in table.told() and table.phase == "instants"
    table.pass_all()
    assert [(score.total, score.final) for score in table.state.report.scores] == [(2, 5), (5, 2)]
    assert table.points == [5, 0, 0] and table.asked == [2]


@pytest.mark.clause("HD-32", "HD-33", "HD-35", "HD-36", "HD-37", "HD-114", "HD-115", "HD-116")
@pytest.mark.parametrize(
    ("area", "standard", "for_two"),
    [
        ([N, N], False, False),
        ([N, P, E], True, False),
        ([N, N, P, P], False, False),
        ([N, N, N], True, False),
        ([M, N, P], True, False),
        ([M, M], False, False),
        ([M, M, E], True, False),
        ([M, M, M], True, False),
        ([M, M, M, M], True, True),
        ([N, N, P, P, M], True, False),
        ([N, N, P, P, E, M], True, True),
        ([N, N, N, M], True, True),
        ([N, N, N, N], True, True),
        ([N, N, P, P, E, E], True, True),
        ([N, N, N, P, P, P, E], True, False),
        *(([N, N, P, P, one], True, False) for one in (N, P, E)),
    ],
)
def test_deadly_and_safe_areas(area: list[str], standard: bool, for_two: bool) -> None:
    assert is_deadly(tuple(area), is_for_two=False) is standard
    assert is_deadly(tuple(area), is_for_two=True) is for_two
