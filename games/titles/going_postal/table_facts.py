"""Facts for the templates, worked out once so that they only write them down.

Nothing here decides anything: what is legal comes from the view and from the decision.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from games.kernel.display import Counter, Panel
from games.kernel.types import Decision
from games.kernel.words import several
from games.titles.going_postal.cards import ACTIONS, DECK, KIND, KINDS, SPACES, TRUCK, Side, Way, gap, name
from games.titles.going_postal.preview import NOTHING, outcome
from games.titles.going_postal.state import BURN_OUT, LAST_STAMP, RACE_STAMP
from games.titles.going_postal.view import SeatView, View
from games.titles.going_postal.words import WON

WHO = {"sane": "Sane", "postal": "Postal", "anyone": "Anyone"}
BARRED = {"sane": "needs a sane personality", "postal": "needs a postal personality"}
DIRECTIONS = {
    "": {"way": "", "words": "The direction of play is not chosen yet."},
    "left": {"way": "left", "arrow": "↻", "words": "Direction of play: left"},
    "right": {"way": "right", "arrow": "↺", "words": "Direction of play: right"},
}
MODES = {"ask": "ask me", "always": "always take over", "never": "never take over"}


class Table:
    """What the templates show to one viewer. `decision` is the viewer's own open one; `names` by seat.

    Each fact is worked out when a template asks for it: most of what stands on the table did not change with a move.
    """

    def __init__(self, view: View, decision: Decision | None, names: Sequence[str]) -> None:
        self._view, self._decision, self._names = view, decision, names

    named = {card: name(card) for card in DECK}
    kinds = KINDS
    badges = cached_property(lambda self: _badges(self._view, self._names))
    turn = cached_property(lambda self: _turn_words(self._view, self._names))
    spaces = cached_property(lambda self: [_space(self._view, space.number) for space in SPACES])
    walk = cached_property(lambda self: _walk_words(self._view))
    path = cached_property(lambda self: _path(self._view))
    steps = cached_property(lambda self: several(self._view.gap, "step"))
    seats = cached_property(
        lambda self: [_seat(self._view, *each, self._names) for each in enumerate(self._view.seats)]
    )
    panels = cached_property(lambda self: [_panel(self._view, *each) for each in enumerate(self._view.seats)])
    direction = cached_property(lambda self: DIRECTIONS[self._view.direction])
    order = cached_property(lambda self: "" if self._view.next is None else f"Next: {self._names[self._view.next]}")
    takeover = cached_property(lambda self: _takeover(self._view, self._names))
    claimer = cached_property(lambda self: "" if self._view.claimer is None else self._names[self._view.claimer])
    discard = cached_property(lambda self: [_thrown(card) for card in reversed(self._view.discard)])
    leader = cached_property(lambda self: _leader(self._view, self._names))
    hand = cached_property(lambda self: [_card(self._view, card, self._names) for card in self._view.hand])
    hand_of = cached_property(lambda self: _hand_of(self._view, self._names))
    aims = cached_property(lambda self: {action: those for action, those in self._view.targets.items() if those})
    aimed = cached_property(lambda self: sorted({seat for those in self.aims.values() for seat in those}))
    asks = cached_property(lambda self: sorted({one.verb for one in self._decision.actions}) if self._decision else [])
    offers = cached_property(lambda self: [_offer(self._view, offer, self._names) for offer in self._view.offers])
    whispers = cached_property(lambda self: [_whisper(one, self._names) for one in self._view.whispers])
    accusable = cached_property(lambda self: _accusable(self._view, self._names))
    displayed = cached_property(lambda self: [name(card) for card in self._view.displayed])
    result = cached_property(lambda self: None if self._view.winner is None else _result(self._view, self._names))
    options = cached_property(lambda self: option_words(self._view))
    order_words = cached_property(lambda self: own_order(self._view, self._names))


def _path(view: View) -> str:
    """The spaces of Sam's last walk."""
    end = view.sam if view.sam or not view.start else len(SPACES)
    return " ".join(f"space/{number}" for number in range(view.start + 1, end))


def _thrown(card: str) -> dict[str, str]:
    return {"id": card, "name": name(card), "kind": KIND[card].id}


def _hand_of(view: View, names: Sequence[str]) -> str:
    plays_other_hand = view.claimer is not None and view.seat == view.claimer
    return f"{names[view.active]}'s hand, which you play" if plays_other_hand else "Your hand"


def _accusable(view: View, names: Sequence[str]) -> list[tuple[str, str]]:
    return [(names[seat], several(turns, "turn")) for seat, turns in sorted(view.accusable.items())]


def option_words(view: View) -> list[str]:
    """The variants of this table."""
    options = view.options
    found = [word for word in ("blitz", "trading", "cutthroat", "postal") if getattr(options, word)]
    names = {"blitz": "Blitz", "trading": "Trading", "cutthroat": "Cutthroat", "postal": "Postal Variant"}
    return [names[word] for word in found] + (["the next one leads"] if options.lead_after_stamp == "next" else [])


def _badges(view: View, names: Sequence[str]) -> list[tuple[str, str]]:
    """(class, words): year or deal, round, overtime, burn-out, who leads."""
    period = "Deal" if view.options.blitz else "Year"
    found = [("", f"{period} {view.year}"), ("", f"Round {view.round} of Sam")]
    if view.is_overtime:
        found.append(("is-bad", "Overtime"))
    if view.year >= BURN_OUT:
        found.append(("is-bad", "Burn-out: stamps stay"))
    if view.is_leading and view.winner is None:
        found.append(("is-accent", f"{names[view.active]} leads the new round"))
    return found + [("", words) for words in option_words(view)]


def _turn_words(view: View, names: Sequence[str]) -> str:
    if view.winner is not None:
        return ""
    if view.claimer is not None:
        return f"{names[view.claimer]} plays {names[view.active]}'s hand"
    return f"{names[view.active]}'s turn"


def _walk_words(view: View) -> str:
    """Sam's last walk in text."""
    if view.start == view.sam:
        return "Sam is at the Post Office." if view.sam == 0 else f"Sam is on {SPACES[view.sam].name}."
    steps = (view.sam or len(SPACES)) - view.start
    return f"Sam walked {several(steps, 'step')}, from {SPACES[view.start].name} to {SPACES[view.sam].name}."


def _space(view: View, number: int) -> dict[str, Any]:
    space = SPACES[number]
    return {
        "number": number,
        "name": space.name,
        "kind": space.kind,
        "house": space.house,
        "has_sam": number == view.sam,
        "words": f"{space.name}, house {space.house}" if space.house else space.name,
        "gap": gap(number),
    }


def _seat(view: View, seat: int, one: SeatView, names: Sequence[str]) -> dict[str, Any]:
    return {
        "number": seat,
        "name": names[seat],
        "is_me": seat == view.seat,
        "is_turn": seat == view.active and view.winner is None,
        "is_next": seat == view.next and seat != view.active and view.winner is None,
        "hand": [name(card) for card in one.hand] if view.winner is not None and one.hand is not None else None,
        "words": seat_words(view, seat, one),
    }


def _panel(view: View, seat: int, one: SeatView) -> Panel:
    """The personality as everybody sees it: face, postal stamps, cards, vendetta stamps."""
    slots = RACE_STAMP if view.options.postal else LAST_STAMP
    counters = [Counter(str(one.vendetta), several(one.vendetta, "vendetta stamp"), "bolt")] if one.vendetta else []
    if one.state == "eliminated":
        return Panel(tuple(counters), (_out_words(one),), ("badge-eliminated", "eliminated"))
    stamps = Counter(
        f"{one.stamps}/{slots}", f"{one.stamps}/{slots} postal stamps", "stamp", f"postal/{seat}/{one.stamps}"
    )
    cards = Counter(str(one.cards), several(one.cards, "card"), "cards")
    face = ("badge-marked", f"{one.state}, marked") if one.is_marked else (f"badge-{one.state}", one.state)
    return Panel((stamps, cards, *counters), tuple(_marks(view, seat, one)), face)


def _marks(view: View, seat: int, one: SeatView) -> list[str]:
    found = [one.state, *(["marked"] if one.is_marked else []), *(["plays this turn"] if seat == view.claimer else [])]
    if view.winner is not None:
        return found
    if one.allowance is not None and one.cards != one.allowance:
        found.append(f"up to {several(one.allowance, 'card')}")
    return found + (["next"] if seat == view.next != view.active else [])


def _out_words(one: SeatView) -> str:
    if one.state != "eliminated":
        return ""
    return f"out: {one.went_out}, with {several(one.final_stamps, 'postal stamp')}"


def seat_words(view: View, seat: int, one: SeatView) -> str:
    """A personality in one line: state, stamps, marker, cards."""
    if one.state == "eliminated":
        said = [_out_words(one), several(one.vendetta, "vendetta stamp")]
        return ", ".join([*said, *(["has left"] if one.has_left else [])])
    said = [one.state, several(one.stamps, "postal stamp")]
    said += ["marked"] if one.is_marked else []
    said += [several(one.vendetta, "vendetta stamp")] if one.vendetta else []
    allowed = "" if one.allowance is None else f" (allowed {one.allowance})"
    return ", ".join([*said, several(one.cards, "card") + allowed])


def _takeover(view: View, names: Sequence[str]) -> dict[str, Any] | None:
    """The bar before the card: the price, who can pay, whether the window is open. Never who was asked (GP-137)."""
    if view.step != "turn" or view.is_taken:
        return None
    payers = [f"{names[seat]} ({several(view.seats[seat].vendetta, 'stamp')})" for seat in view.payers]
    words = "No take-over here: Sam is not on a house."
    if view.price:
        price = f"A take-over costs {several(view.price, 'vendetta stamp')} here"
        words = f"{price}. Can take over this turn: {', '.join(payers)}." if payers else f"{price}; nobody can pay."
    return {
        "price": view.price,
        "payers": payers,
        "is_open": bool(payers),
        "is_live": view.options.pace == "live",
        "turn": view.turn,
        "words": words,
    }


def _leader(view: View, names: Sequence[str]) -> str:
    """Who would win if the year ended now."""
    if view.winner is not None or not view.direction:
        return ""
    period = "deal" if view.options.blitz else "year"
    if view.leader is None:
        return f"If the {period} ended now nobody would win: {view.leader_why}."
    return f"If the {period} ended now {names[view.leader]} would win: {view.leader_why}."


def _card(view: View, card: str, names: Sequence[str]) -> dict[str, Any]:
    kind = KIND[card]
    return {
        "id": card,
        "kind": kind.id,
        "name": kind.name,
        "sides": [_side(view, card, letter, side, names) for letter, side in kind.sides.items()],
    }


def _side(view: View, card: str, letter: str, side: Side, names: Sequence[str]) -> dict[str, Any]:
    """One option: what it does, where Sam would stop, and why it cannot be chosen now."""
    is_truck = KIND[card].id == TRUCK
    ways = [
        _way(view, card, Way(letter, steps if is_truck else None, steps, side.action), names) for steps in side.moves
    ]
    return {
        "letter": letter,
        "who": WHO[side.who],
        "is_for": side.who,
        "distance": "1 to 5" if is_truck else str(side.moves[0]),
        "action": ACTIONS[side.action].short if side.action else "",
        "why_not": _why_not(view, side.who, names),
        "ways": ways,
    }


def _why_not(view: View, who: str, names: Sequence[str]) -> str:
    """What keeps the owner of the hand from an option for the sane or the postal; "" if nothing does (GP-14)."""
    owner = view.active if view.seat == view.decider or view.seat is None else view.seat
    now = "postal" if view.seats[owner].stamps else "sane"
    if who in ("anyone", now):
        return ""
    return f"{BARRED[who]}; {'you are' if owner == view.seat else names[owner] + ' is'} {now}"


def _way(view: View, card: str, way: Way, names: Sequence[str]) -> dict[str, Any]:
    """What this way of playing the card would do; its target is chosen beside it."""
    result = outcome(view, way, None, lambda seat: names[seat])
    far = "" if way.distance is None else f".{way.distance}"
    return {
        "value": f"{card}.{way.option}{far}",
        "steps": way.steps,
        "to": f"space/{result.sam}",
        "preview": f"{result.words}; {NOTHING}" if result.act == NOTHING else result.words,
        "aim": way.action if result.is_aimed else "",
    }


def _offer(view: View, offer: Any, names: Sequence[str]) -> dict[str, Any]:
    return {
        "giver": offer.giver,
        "to": offer.to,
        "words": f"{names[offer.giver]} offers {names[offer.to]}",
        "says": KINDS[offer.says].name if offer.says else "a card without a name",
        "wants": KINDS[offer.wants].name if offer.wants else "any card",
        "card": name(offer.card) if offer.card else "",
        "is_mine": offer.giver == view.seat,
        "is_to_me": offer.to == view.seat,
    }


def _whisper(one: Any, names: Sequence[str]) -> dict[str, str]:
    told = "shows its hand: " + ", ".join(name(card) for card in one.hand) if one.hand else f"“{one.text}”"
    return {"words": f"{names[one.teller]} to {names[one.to]}, turn {one.turn}: {told}"}


def own_order(view: View, names: Sequence[str]) -> str:
    """One's own standing order in words, for the page that changes it."""
    order = view.order
    if order is None:
        return ""
    whose = (
        "all turns"
        if order.targets is None or len(order.targets) == len(names)
        else ", ".join(names[seat] for seat in order.targets)
    )
    return f"Your standing order: {MODES[order.mode]}, {whose or 'nobody'}, up to {several(order.max_price, 'stamp')}."


def _result(view: View, names: Sequence[str]) -> dict[str, Any]:
    assert view.winner is not None and view.ranks is not None
    order = sorted(range(len(names)), key=lambda seat: view.ranks[seat] if view.ranks else 0)
    return {
        "words": f"{names[view.winner]} wins: {WON[view.how].format(view.year)}.",
        "rows": [
            {"rank": view.ranks[seat], "name": names[seat], "words": seat_words(view, seat, view.seats[seat])}
            for seat in order
        ],
    }
