"""Section "Bad input" of the rulebook as data: position, seat, move, and the sentence of the refusal.

The rows are tried on the engine (test_bad_input.py) and on page and API (site/test_match.py).
"""

from dataclasses import dataclass, field
from typing import Any

from games.kernel.position import AnyPosition
from games.titles.going_postal.tests.tables import LIVE, TRADING, play, play_card, table

NOT_NOW = "This move is not possible now. (GP-146)"
NOT_YOURS = "This decision belongs to another player. (GP-146)"
ELIMINATED = "You are eliminated; you can only use vendetta stamps. (GP-53)"
NOBODY = "That personality is not in the game. (GP-53)"
NO_TRADING = "Trading is not part of this game. (GP-93)"
PARTNER = "You can trade only with the personality whose turn it is. (GP-108)"
TRADED = "There has already been a trade this turn. (GP-110)"
NO_OFFER = "There is no such offer. (GP-113)"
OWN_CARD = "You can only trade one card from your own hand. (GP-109)"
KINDS = "Promise and wish must be names of cards, or empty. (GP-112)"
WHISPER = "A whisper has 1 to 140 characters. (GP-117)"
NO_WHISPER = "That personality has not whispered within the last round of turns. (GP-118)"
ORDER = "A plan needs a mode (ask, always or never), a list of seats and a price from 1 to 3. (GP-78)"
EXCHANGE = "Give one card of your own hand and list different cards from the displayed hand. (GP-122)"
TRUCK = "Choose a whole number from 1 to 5 for this card. (GP-17)"
OPTION = "That card has no such option; choose one of its options. (GP-13)"
NOT_HELD = "That card is not in the hand you are playing. (GP-12)"
SELF = "You cannot aim this action at yourself. ({})"
LATE = "Too late: the card is down or the turn is already taken over. (GP-72)"
SHOWN = "Choose one of the cards that were shown, or none. (GP-87)"
LOOKED = "Put back exactly the cards you looked at, each once. (GP-90)"
DISCARD = "Discard exactly 2 different card(s) of this hand. (GP-51)"


@dataclass(frozen=True)
class Row:
    """One refusal: the position's name in POSITIONS, the seat, the move, the whole sentence with its clause."""

    position: str
    seat: int
    verb: str
    words: str
    args: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.position} {self.seat} {self.verb} {self.args}"


def _direction() -> AnyPosition:
    position = table(seats=4, direction="", turn=0)
    position.step = "choose_direction"
    return position


def _turn() -> AnyPosition:
    """Sane seat 0's turn on a house of 1; seat 1 is marked and postal, 2 sane, 3 out with one vendetta stamp."""
    hands = [["going", "coffee", "truck", "clean", "review", "address", "registered", "inspector"], ["bulk"]]
    return table(hands, seats=5, sam=4, stamps=[0, 1], marked=[1], out=[3], vendetta={3: 1})


def _postal() -> AnyPosition:
    """Seat 0 is postal, seat 1 marked, seat 4 sane and without a marker, in Blitz seat 2 without a card."""
    hands = [["watch", "going", "opened", "coffee", "vacation", "inspector"], ["bulk"], [], [], ["first"]]
    return table(hands, seats=5, stamps=[1, 1], marked=[1], out=[3], options={"blitz": True})


def _cutthroat() -> AnyPosition:
    return table([["watch", "bulk"]], stamps=[2, 1], options={"cutthroat": True})


def _claimed() -> AnyPosition:
    position = table([["bulk", "first"], None, [], []], seats=5, sam=4, out=[2, 3], vendetta={2: 1, 3: 1})
    play(position, 2, "claim")
    return position


def _dear() -> AnyPosition:
    """Sam is on a house of 3, and seat 3 has one vendetta stamp."""
    return table([["bulk", "first"]], sam=5, out=[3], vendetta={3: 1})


def _corner() -> AnyPosition:
    return table([["bulk", "first"]], sam=3, out=[3], vendetta={3: 1})


def _live() -> AnyPosition:
    return table([["bulk", "first"]], sam=4, out=[3], vendetta={3: 1}, options=LIVE)


def _inspect() -> AnyPosition:
    position = table([["inspector", "bulk"], ["first", "coffee"]], out=[3])
    play_card(position, "inspector-1", target=1)
    return position


def _sort() -> AnyPosition:
    position = table([["sorting", "bulk"]], pile=["bulk", "first", "coffee", "priority"])
    play_card(position, "sorting-1")
    return position


def _discard() -> AnyPosition:
    position = table([["bulk", "first", "coffee", "priority"]], stamps=[1], sam=4, out=[3], vendetta={3: 1})
    play(position, 3, "pass")
    play_card(position, "bulk-1")
    return position


def _market() -> AnyPosition:
    """Trading: it is seat 0's turn, seat 3 is out, and seat 1 has made seat 0 an offer."""
    hands = [["first", "priority", "coffee"], ["bulk", "bulk", "clean"], ["bulk", "bulk", "clean"]]
    position = table(hands, out=[3], options=TRADING)
    play(position, 1, "offer", to=0, card="clean-1", says=None, wants=None)
    return position


def _traded() -> AnyPosition:
    position = _market()
    play(position, 0, "accept", giver=1, card="first-1")
    return position


def _laid() -> AnyPosition:
    """Trading: a card has been played, and P has to discard."""
    position = table([["bulk", "first", "coffee", "priority"]], stamps=[1], options=TRADING)
    play_card(position, "bulk-1")
    return position


def _bare() -> AnyPosition:
    """Trading and Blitz: seat 1 has no card."""
    return table([["bulk", "first"], [], ["coffee"]], seats=3, options={"blitz": True, **TRADING})


def _accused() -> AnyPosition:
    """Trading: seat 1 has whispered, seat 2 has accused it wrongly."""
    position = _market()
    play(position, 1, "whisper", to=0, text="Hello")
    play(position, 2, "accuse", seat=1)
    return position


def _penalty() -> AnyPosition:
    hands = [["first", "priority", "coffee"], ["bulk", "bulk", "clean"], ["bulk", "bulk", "clean"]]
    position = table(hands, sam=4, out=[3], vendetta={3: 1}, options=TRADING)
    play(position, 0, "show", to=1)
    play(position, 2, "accuse", seat=0)
    return position


def _taken_market() -> AnyPosition:
    position = table([["first", "priority", "coffee"]], sam=4, out=[3], vendetta={3: 1}, options=TRADING)
    play(position, 3, "claim")
    return position


def _over() -> AnyPosition:
    position = table([["going"]], seats=3, stamps=[1], marked=[2], out=[1])
    play_card(position, "going-1", target=2)
    return position


POSITIONS = {
    name.removeprefix("_"): make
    for name, make in globals().copy().items()
    if name[0] == "_" != name[1] and callable(make) and getattr(make, "__module__", "") == __name__
}


def play_row(position: str, words: str, card: str, option: Any = "a", seat: int = 0, **args: Any) -> Row:
    """A refused card in this position."""
    return Row(position, seat, "play", words, {"card": card, "option": option, **args})


def talk(position: str, words: str, verbs: tuple[str, ...], seat: int, **args: Any) -> list[Row]:
    """The same refusal for several verbs of talk."""
    return [Row(position, seat, verb, words, args) for verb in verbs]


TALK = ("offer", "withdraw", "decline", "accept", "whisper", "show")
ROWS: list[Row] = [
    Row("over", 0, "play", "The game is over; no more moves are accepted. (GP-146)"),
    Row("over", 1, "claim", "The game is over; no more moves are accepted. (GP-146)"),
    Row("turn", 0, "dance", "This kind of move does not exist. (GP-146)"),
    Row("turn", 0, "direction", NOT_NOW, {"dir": "left"}),
    Row("turn", 1, "direction", NOT_NOW, {"dir": "left"}),
    Row("direction", 1, "direction", NOT_YOURS, {"dir": "left"}),
    Row("direction", 0, "direction", "Choose left or right as the direction of play. (GP-09)", {"dir": "up"}),
    Row("turn", 3, "play", ELIMINATED, {"card": "going-1", "option": "b"}),
    Row("claimed", 3, "play", ELIMINATED, {"card": "bulk-1", "option": "a"}),
    Row("claimed", 0, "play", "Your turn has been taken over; you cannot decide in it. (GP-73)", {"card": "bulk-1"}),
    Row("turn", 1, "play", "It is not your turn. (GP-26)", {"card": "bulk-1", "option": "a"}),
    Row("direction", 1, "play", "It is not your turn. (GP-26)"),
    *(
        Row(name, 0, "play", NOT_NOW, {"card": "bulk-1"})
        for name in ("direction", "inspect", "sort", "discard", "penalty")
    ),
    *(play_row("turn", NOT_HELD, card) for card in ("bulk-1", "nonsense", "")),
    play_row("turn", OPTION, "truck-1", "b"),
    *(play_row("turn", OPTION, "going-1", option) for option in ("c", "", None)),
    play_row("postal", "This option needs a sane personality. (GP-14)", "coffee-1"),
    play_row("turn", "This option needs a postal personality. (GP-14)", "going-1", target=1),
    *(play_row("turn", TRUCK, "truck-1", distance=given) for given in (None, 0, 6, "far")),
    play_row("turn", "Name the personality that this action is aimed at. (GP-24)", "clean-1"),
    *(play_row("turn", NOBODY, "address-1", target=given) for given in (3, 9, -1, "x")),
    play_row("postal", SELF.format("GP-59"), "watch-1", target=0),
    play_row("postal", SELF.format("GP-81"), "going-1", target=0),
    play_row("turn", SELF.format("GP-84"), "review-1", target=0),
    play_row("turn", SELF.format("GP-86"), "registered-1", target=0),
    play_row("turn", SELF.format("GP-87"), "inspector-1", target=0),
    play_row("turn", SELF.format("GP-88"), "address-1", target=0),
    play_row("postal", SELF.format("GP-89"), "opened-1", target=0),
    play_row("postal", "That personality already has a marker stamp. (GP-58)", "watch-1", target=1),
    play_row("cutthroat", "That personality has no postal stamp. (GP-125)", "watch-1", target=2),
    play_row("turn", "That personality has no postal stamp. (GP-84)", "review-1", target=2),
    play_row("postal", "That personality has no marker stamp. (GP-81)", "going-1", target=4),
    play_row("turn", "That personality has no marker stamp. (GP-82)", "clean-1", target=2),
    play_row("postal", "That personality has no card. (GP-89)", "opened-1", target=2),
    Row("turn", 0, "inspect", NOT_NOW, {"card": None}),
    Row("turn", 0, "order", NOT_NOW, {"cards": []}),
    Row("inspect", 0, "discard", NOT_NOW, {"cards": []}),
    *(
        Row(name, seat, verb, NOT_NOW, args)
        for verb, args, names in (
            ("inspect", {"card": None}, ("turn", "direction", "sort", "discard")),
            ("order", {"cards": []}, ("turn", "direction", "inspect", "discard")),
            ("discard", {"cards": []}, ("turn", "direction", "inspect", "sort")),
        )
        for name in names
        for seat in (1, 2)
    ),
    Row("inspect", 1, "inspect", NOT_YOURS, {"card": None}),
    Row("sort", 2, "order", NOT_YOURS, {"cards": []}),
    Row("discard", 3, "discard", NOT_YOURS, {"cards": []}),
    *(Row("inspect", 0, "inspect", SHOWN, {"card": card}) for card in ("bulk-1", "x")),
    *(
        Row("sort", 0, "order", LOOKED, {"cards": cards})
        for cards in ([], ["first-1"], ["first-1", "first-1", "coffee-1"], ["first-1", "coffee-1", "bulk-1"])
    ),
    *(
        Row("discard", 0, "discard", DISCARD, {"cards": cards})
        for cards in (
            [],
            ["first-1"],
            ["first-1", "first-1"],
            ["first-1", "bulk-1"],
            ["first-1", "coffee-1", "priority-1"],
        )
    ),
    Row("turn", 1, "claim", "Only an eliminated personality can take over a turn. (GP-62)"),
    Row("penalty", 3, "claim", NOT_NOW),
    Row("penalty", 3, "pass", NOT_NOW),
    Row("claimed", 3, "claim", LATE),
    Row("discard", 3, "claim", LATE),
    Row("corner", 3, "claim", "Sam is not on a house; nobody can take over this turn. (GP-70)"),
    Row("dear", 3, "claim", "You need 3 vendetta stamp(s) for this house. (GP-71)"),
    Row("corner", 3, "pass", "You have no take-over to answer. (GP-78)"),
    Row("live", 3, "pass", "You have no take-over to answer. (GP-78)"),
    Row("live", 3, "orders", "You can plan ahead only in correspondence games. (GP-76)"),
    Row("turn", 1, "orders", "Only an eliminated personality can take over a turn. (GP-62)"),
    *(
        Row("turn", 3, "orders", ORDER, args)
        for args in (
            {"mode": "sometimes", "targets": [0], "max_price": 1},
            {"mode": "ask", "targets": [9], "max_price": 1},
            {"mode": "ask", "targets": [0], "max_price": 4},
            {"mode": "ask", "targets": [0], "max_price": 0},
            {"targets": [0], "max_price": 1},
        )
    ),
    *talk("turn", NO_TRADING, TALK, 0, to=1),
    *talk("market", ELIMINATED, TALK, 3, to=0),
    *talk("laid", "Trading is over for this turn: a card has been played. (GP-108)", TALK, 0, to=1),
    *talk("penalty", NOT_NOW, TALK, 0, to=1),
    *talk("taken_market", "There is no trading in a turn that has been taken over. (GP-115)", TALK, 0, to=1),
    *talk("market", NOBODY, ("offer", "withdraw", "whisper", "show"), 0, to=3),
    *talk("market", NOBODY, ("offer", "whisper"), 0, to=8),
    Row("market", 0, "accept", NOBODY, {"from": 3, "card": "first-1"}),
    *talk("market", PARTNER, ("offer", "withdraw", "whisper", "show"), 1, to=2),
    *talk("market", PARTNER, ("offer", "withdraw", "whisper", "show"), 0, to=0),
    Row("traded", 0, "offer", TRADED, {"to": 1, "card": "coffee-1"}),
    Row("traded", 1, "accept", TRADED, {"from": 0, "card": "bulk-1"}),
    Row("market", 0, "withdraw", NO_OFFER, {"to": 1}),
    Row("market", 1, "decline", NO_OFFER, {"from": 0}),
    Row("market", 1, "accept", NO_OFFER, {"from": 0, "card": "bulk-1"}),
    Row("market", 0, "offer", OWN_CARD, {"to": 1, "card": "bulk-1"}),
    Row("market", 0, "accept", OWN_CARD, {"from": 1, "card": "bulk-1"}),
    Row("bare", 1, "show", OWN_CARD, {"to": 0}),
    Row("bare", 0, "offer", "That personality has no card to trade. (GP-109)", {"to": 1, "card": "bulk-1"}),
    Row("market", 0, "offer", KINDS, {"to": 1, "card": "first-1", "says": "joker"}),
    Row("market", 0, "offer", KINDS, {"to": 1, "card": "first-1", "wants": "bulk-1"}),
    *(Row("market", 0, "whisper", WHISPER, {"to": 1, "text": text}) for text in ("", "   ", "x" * 141)),
    Row("turn", 0, "accuse", NO_TRADING, {"seat": 1}),
    Row("market", 3, "accuse", ELIMINATED, {"seat": 1}),
    Row("laid", 1, "accuse", NOT_NOW, {"seat": 2}),
    Row("accused", 1, "accuse", "You cannot accuse yourself. (GP-118)", {"seat": 1}),
    Row(
        "accused",
        2,
        "accuse",
        "You have accused wrongly this year; you cannot accuse again until the next year. (GP-119)",
        {"seat": 1},
    ),
    Row("accused", 0, "accuse", NO_WHISPER, {"seat": 2}),
    Row("accused", 0, "accuse", NO_WHISPER, {"seat": 3}),
    Row("market", 0, "keep", NOT_NOW),
    Row("penalty", 0, "keep", NOT_NOW),
    Row("penalty", 3, "exchange", NOT_NOW),
    *(
        Row("penalty", 1, "exchange", EXCHANGE, args)
        for args in (
            {"give": "coffee-1", "takes": ["coffee-1"]},
            {"give": "bulk-1", "takes": []},
            {"give": "bulk-1", "takes": ["coffee-1", "coffee-1"]},
            {"give": "bulk-1", "takes": ["bulk-2"]},
        )
    ),
]
