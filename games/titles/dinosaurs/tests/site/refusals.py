"""Section 9 of the rulebook as data: position, seat, move, and the sentence of the refusal."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.titles.dinosaurs.tests.scene import Table, seat


def choosing() -> Table:
    """Seat 0 has chosen, 1 and 2 have not, 3 is out."""
    table = Table(
        seat("iced-ptea", "booster bonehead"),
        seat("run-home-bat", "sapper bonehead", dino="cry-ceratops"),
        seat("cool-stick", "insurance pet-rock", dino="bad-luck-bronto"),
        seat(out=1, dino="pterry-dactyl"),
        disaster="meteor-1",
    )
    table.do(0, "choose", card="iced-ptea-1")
    return table


def effect(card: str, hand: str = "booster bonehead star-fruit insurance") -> Callable[[], Table]:
    """Seat 0 may use this card; on its left a Mouth Trap, on its right a plain card; seat 4 is out."""

    def make() -> Table:
        return Table(
            seat(card, hand),
            seat("mouth-trap", "grave-maker", dino="cry-ceratops"),
            seat("iced-ptea", dino="bad-luck-bronto"),
            seat("run-home-bat", "sapper", dino="pterry-dactyl"),
            seat(out=1, dino="raging-raptor"),
            disaster="meteor-1",
        ).play_cards()

    return make


def grabbing() -> Table:
    table = effect("dino-grabber")()
    table.do(0, "effect", use=True, target=1)
    return table


def keeping() -> Table:
    table = effect("treenoculars")()
    table.do(0, "effect", use=True)
    return table


def window() -> Table:
    """Seat 0 has answered the first wave."""
    table = Table(
        seat("iced-ptea", "booster bonehead"),
        seat("run-home-bat", "sapper inversion bonehead redirect", dino="cry-ceratops"),
        seat("cool-stick", "insurance booster", dino="bad-luck-bronto"),
        seat(out=1, dino="pterry-dactyl"),
        disaster="meteor-1",
    ).play_cards()
    table.do(0, "instants", plays=[])
    return table


def sudden() -> Table:
    """Seats 1 and 2 are in Sudden Death, and seat 1 has played a card."""
    table = sudden_first()
    table.do(1, "sudden", card="bonehead-2")
    return table


def sudden_first() -> Table:
    """Seats 1 and 2 are in Sudden Death, and nobody has played a card."""
    return (
        Table(
            seat("iced-ptea", "bonehead"),
            seat("cool-stick", "bonehead grave-maker", dino="cry-ceratops"),
            seat("cool-stick", "sapper bonehead", dino="bad-luck-bronto"),
            disaster="meteor-1",
        )
        .play_cards()
        .pass_all()
    )


def falling() -> Table:
    """Seat 2 is about to add the Disaster card."""
    return (
        Table(
            seat("iced-ptea", "insurance bonehead"),
            seat("run-home-bat", "bonehead", dino="cry-ceratops"),
            seat("cool-stick", "insurance redirect bonehead", dino="bad-luck-bronto"),
            seat(out=1, dino="pterry-dactyl"),
            disaster="meteor-1",
        )
        .play_cards()
        .pass_all()
    )


@dataclass(frozen=True)
class Row:
    """A refusal of `move` by `seat` in the position `make()`. `is_raw`: no form of a page can send the move."""

    make: Callable[[], Table]
    seat: int
    move: Any
    sentence: str
    clause: str
    is_raw: bool = False
    status: int = 422


NOT_IN_HAND = "That card is not in your hand."
SNAKE = "Grappling Snake: swap only with the player next to you on the left or right."
GRABBER = "Dino Grabber: pick another player in the game who has cards in hand."
PLANT = "Hungry Plant: name two different other players who are still in the game."
REDIRECT = "Redirect the Disaster card to another player who is still in the game."
SPRAY = "Fire Spray: discard one, two or three different cards, or decline."
LIVING = "Choose a player who is still in the game."
UNREADABLE = ("That move could not be read.", "HD-119")
WRONG_KIND = ("That is not the decision you are asked for.", "HD-119")
NOTHING = ("You have nothing to decide right now.", "HD-119")
OUT = ("You are out of the game.", "HD-40")
TURN = ("It is not your turn to use a Point card effect.", "HD-50")
ANSWERED = ("You have already answered for this scoring window.", "HD-81")
NOT_YOURS = ("Only the player about to receive the Disaster card decides this.", "HD-85")
FOUR = ["booster-1", "bonehead-1", "star-fruit-1", "insurance-1"]


def use(**args: Any) -> dict[str, Any]:
    return {"act": "effect", "use": True, **args}


def play(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"act": "instants", "plays": list(rows), "final": False}


def order(**orders: Any) -> dict[str, Any]:
    return {"act": "orders", "orders": orders}


ROWS = (
    Row(choosing, 3, {"act": "choose", "card": "bonehead-1"}, *OUT, status=409),
    Row(choosing, 1, {"act": "take"}, *WRONG_KIND),
    Row(choosing, 1, ["choose"], *UNREADABLE, is_raw=True),
    Row(choosing, 1, {"card": "bonehead-2"}, *UNREADABLE),
    Row(window, 1, {"act": "instants", "plays": "sapper-1"}, *UNREADABLE, is_raw=True),
    Row(window, 1, {"act": "instants", "plays": [], "final": "yes"}, *UNREADABLE),
    Row(choosing, 1, {"act": "choose", "card": "pet-rock-1"}, NOT_IN_HAND, "HD-12"),
    Row(choosing, 1, {"act": "choose"}, NOT_IN_HAND, "HD-12"),
    Row(
        choosing,
        1,
        {"act": "choose", "card": "sapper-1"},
        "Choose a Point card; Score Sapper is an Instant card.",
        "HD-12",
    ),
    Row(
        choosing,
        0,
        {"act": "choose", "card": "bonehead-1"},
        "You have already chosen your card for this round.",
        "HD-14",
    ),
    Row(choosing, 0, {"act": "instants"}, *NOTHING),
    Row(effect("pet-rock"), 1, {"act": "effect", "use": False}, *TURN),
    Row(effect("pet-rock"), 1, {"act": "grab", "card": "bonehead-1"}, *TURN),
    Row(effect("pet-rock"), 3, {"act": "keep", "card": "bonehead-1"}, *TURN),
    Row(effect("pet-rock"), 0, {"act": "effect"}, "Say whether you use the effect.", "HD-49"),
    Row(effect("pet-rock"), 0, use(discard="cool-stick-1"), NOT_IN_HAND, "HD-72"),
    Row(effect("pet-rock"), 0, use(discard="booster-1"), "Pet Rock: discard one Point card from your hand.", "HD-72"),
    Row(effect("smoothie"), 0, use(), NOT_IN_HAND, "HD-67"),
    Row(
        effect("smoothie"),
        0,
        use(discard="bonehead-1"),
        "‘Delicious’ Smoothie: discard one Point card that has an effect.",
        "HD-67",
    ),
    Row(effect("fire-spray"), 0, use(discard=[]), SPRAY, "HD-66"),
    Row(effect("fire-spray"), 0, use(discard=FOUR), SPRAY, "HD-66"),
    Row(effect("fire-spray"), 0, use(discard=["bonehead-1", "bonehead-1"]), SPRAY, "HD-66"),
    Row(effect("fire-spray"), 0, use(discard=["bonehead-1", "bonehead-1", "star-fruit-1"]), SPRAY, "HD-66"),
    Row(effect("fire-spray"), 0, use(discard=["bonehead-1", "cool-stick-2"]), NOT_IN_HAND, "HD-66"),
    Row(effect("grappling-snake"), 0, use(target=2), SNAKE, "HD-69"),
    Row(effect("grappling-snake"), 0, use(target=4), SNAKE, "HD-69"),
    Row(
        effect("grappling-snake"),
        0,
        use(target=1),
        "Grappling Snake: a Point card with an effect cannot be taken.",
        "HD-68",
    ),
    Row(effect("dino-grabber"), 0, use(target=0), GRABBER, "HD-70"),
    Row(effect("dino-grabber"), 0, use(target=4), GRABBER, "HD-70"),
    Row(effect("dino-grabber"), 0, use(target=2), GRABBER, "HD-70"),
    Row(grabbing, 0, {"act": "effect", "use": False}, "You have seen the hand: now take one card.", "HD-70"),
    Row(grabbing, 0, {"act": "grab", "card": "bonehead-1"}, "Take one of the cards you were shown.", "HD-70"),
    Row(grabbing, 1, {"act": "grab", "card": "grave-maker-1"}, *TURN),
    Row(keeping, 0, {"act": "effect", "use": False}, "You have seen the two cards: now keep one.", "HD-61"),
    Row(keeping, 0, {"act": "keep", "card": "bonehead-1"}, "Keep one of the cards you were shown.", "HD-61"),
    Row(effect("hungry-plant"), 0, use(targets=[0, 1]), PLANT, "HD-59"),
    Row(effect("hungry-plant"), 0, use(targets=[1, 1]), PLANT, "HD-59"),
    Row(effect("hungry-plant"), 0, use(targets=[1, 4]), PLANT, "HD-59"),
    Row(effect("hungry-plant"), 0, use(targets=[1]), PLANT, "HD-59"),
    Row(window, 0, play(), *ANSWERED),
    Row(window, 1, play({"card": "booster-1", "target": 1}), NOT_IN_HAND, "HD-80"),
    Row(window, 1, play(*[{"card": "sapper-1", "target": 1}] * 2), "Each card can be played only once.", "HD-80"),
    Row(window, 1, play({"card": "bonehead-2", "target": 1}), "Bonehead cannot be played during scoring.", "HD-75"),
    Row(
        window,
        1,
        play({"card": "redirect-1", "target": 0}),
        "Disaster Redirect cannot be played during scoring.",
        "HD-75",
    ),
    Row(
        window,
        2,
        play({"card": "insurance-1", "target": 0}),
        "Disaster Insurance cannot be played during scoring.",
        "HD-75",
    ),
    Row(window, 1, play({"card": "sapper-1", "target": None}), LIVING, "HD-80"),
    Row(window, 1, play({"card": "sapper-1", "target": 3}), LIVING, "HD-80"),
    Row(window, 1, play({"card": "inversion-1", "target": 2}), "Score Inversion has no target.", "HD-78"),
    Row(sudden, 0, {"act": "sudden", "card": "bonehead-1"}, "You are not part of this Sudden Death.", "HD-92"),
    Row(
        sudden,
        1,
        {"act": "sudden", "card": "grave-maker-1"},
        "You have already chosen your Sudden Death card.",
        "HD-93",
    ),
    Row(sudden, 2, {"act": "sudden", "card": "bonehead-1"}, NOT_IN_HAND, "HD-93"),
    Row(
        sudden,
        2,
        {"act": "sudden", "card": "sapper-1"},
        "Sudden Death needs a Point card; Score Sapper is an Instant card.",
        "HD-93",
    ),
    Row(falling, 0, {"act": "take"}, *NOT_YOURS),
    Row(falling, 0, {"act": "insure", "card": "insurance-1"}, *NOT_YOURS),
    Row(falling, 1, {"act": "redirect", "card": "redirect-1", "target": 0}, *NOT_YOURS),
    Row(falling, 2, {"act": "take", "discard": "bonehead-1"}, NOT_IN_HAND, "HD-21"),
    Row(falling, 2, {"act": "insure", "card": "insurance-1"}, "You do not hold that Disaster Insurance.", "HD-86"),
    Row(
        falling,
        2,
        {"act": "redirect", "card": "bonehead-3", "target": 0},
        "You do not hold that Disaster Redirect.",
        "HD-87",
    ),
    Row(falling, 2, {"act": "redirect", "card": "redirect-1", "target": 2}, REDIRECT, "HD-87"),
    Row(falling, 2, {"act": "redirect", "card": "redirect-1", "target": 3}, REDIRECT, "HD-87"),
    Row(falling, 2, {"act": "redirect", "card": "redirect-1"}, REDIRECT, "HD-87"),
    Row(falling, 1, {"act": "orders", "orders": "pass"}, "Unknown plan.", "HD-120", is_raw=True),
    Row(falling, 1, order(speed="slow"), "Unknown plan.", "HD-120"),
    Row(falling, 1, order(instants="never"), "Unknown plan.", "HD-120"),
    Row(
        choosing,
        1,
        {"act": "choose", "card": "bonehead-2", "orders": {"effect": "never"}},
        "Unknown plan.",
        "HD-120",
    ),
    Row(falling, 1, order(drop="cool-stick-1"), "A plan may only name cards in your hand.", "HD-123"),
    Row(choosing, 1, order(sudden=["sapper-1"]), "Sudden Death needs a Point card.", "HD-123"),
)
