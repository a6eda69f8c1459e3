"""The facts that the templates of the table show.

No rules are applied here: what is legal comes from the view and the decision.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from msgspec import structs

from games.kernel.display import Counter, Panel
from games.kernel.types import Action, Decision, Pick, Picks
from games.kernel.words import Sentences, several
from games.titles.going_postal.cards import ACTIONS, DECK, KIND, KINDS, RING, SPACES, WAYS, Way, name
from games.titles.going_postal.decisions import SEAT_ARGS
from games.titles.going_postal.preview import NOTHING, outcome
from games.titles.going_postal.state import BURN_OUT, LAST_STAMP, RACE_STAMP
from games.titles.going_postal.view import SeatView, View
from games.titles.going_postal.words import PHRASES, ending, headline, leading, listed, period, turn


def seat_words(one: SeatView) -> str:
    """A personality in one line: state, stamps, marker, cards."""
    vendetta = [several(one.vendetta, "vendetta stamp")]
    if one.state == "eliminated":
        return ", ".join([_out_words(one), *vendetta, *["has left"] * one.has_left])
    said = [one.state, several(one.stamps, "postal stamp"), *["marked"] * one.is_marked]
    allowed = "" if one.allowance is None else f" (allowed {one.allowance})"
    return ", ".join([*said, *vendetta * bool(one.vendetta), several(one.cards, "card") + allowed])


def _out_words(one: SeatView) -> str:
    stamps = f"with {several(one.final_stamps, 'postal stamp')}"
    return f"out {stamps}" if one.went_out == "5 stamps" else f"out: {one.went_out}, {stamps}"


class TableFacts:
    """What the templates show to one viewer; `names` by seat.

    Facts are computed on demand, because most of the table does not change with a move and is not rendered again.
    """

    spaces = SPACES
    named = {card: name(card) for card in DECK}
    listed, seat_words = staticmethod(listed), staticmethod(seat_words)

    def __init__(self, view: View, decision: Decision | None, names: Sequence[str]) -> None:
        self._view, self._names, self._sentences = view, names, Sentences(names)

    @cached_property
    def badges(self) -> list[tuple[str, str]]:
        """(CSS class, words): year or deal, round, overtime, burn-out, who leads, the variants."""
        view = self._view
        badges = [("", f"{period(view).capitalize()} {view.year}"), ("", f"Round {view.round} of Sam")]
        badges += [("is-bad", "Overtime")] if view.is_overtime else []
        badges += [("is-bad", "Burn-out: stamps stay")] if view.year >= BURN_OUT else []
        is_leading = view.is_leading and not view.is_over
        badges += [("is-accent", leading(view, self._names))] if is_leading else []
        return badges + [("", words) for words in self.options]

    @cached_property
    def options(self) -> list[str]:
        options = self._view.options
        variants = [words for name, words in PHRASES["variants"].items() if getattr(options, name)]
        return variants + (["the next one leads"] if options.lead_after_stamp == "next" else [])

    @cached_property
    def turn(self) -> str:
        """Whose turn it is, and who plays it."""
        return "" if self._view.is_over else turn(self._view, self._names)

    @cached_property
    def walk(self) -> str:
        view = self._view
        if view.start == view.sam:
            return "Sam is at the Post Office." if view.sam == 0 else f"Sam is on {SPACES[view.sam].name}."
        steps = (view.sam or RING) - view.start
        return f"Sam walked {several(steps, 'step')}, from {SPACES[view.start].name} to {SPACES[view.sam].name}."

    @cached_property
    def path(self) -> str:
        """The spaces of Sam's last walk."""
        end = self._view.sam if self._view.sam or not self._view.start else RING
        return " ".join(f"space/{number}" for number in range(self._view.start + 1, end))

    @cached_property
    def panels(self) -> list[Panel]:
        return [_panel(self._view, seat, one) for seat, one in enumerate(self._view.seats)]

    @cached_property
    def direction(self) -> str:
        way = self._view.direction
        return f"Direction of play: {way}" if way else "The direction of play is not chosen yet."

    @cached_property
    def next(self) -> str:
        """Who plays next."""
        return "" if self._view.next is None else self._sentences.name(self._view.next)

    @cached_property
    def takeover(self) -> str:
        """The price of this turn and who can pay it, but not who was asked (GP-137)."""
        view = self._view
        if view.step != "turn" or view.is_taken:
            return ""
        if not view.price:
            return "No take-over here: Sam is not on a house."
        payers = [
            f"{self._sentences.name(seat)} ({several(view.seats[seat].vendetta, 'stamp')})" for seat in view.payers
        ]
        price = f"A take-over costs {several(view.price, 'vendetta stamp')} here"
        return f"{price}. Can take over this turn: {', '.join(payers)}." if payers else f"{price}; nobody can pay."

    @cached_property
    def leader(self) -> str:
        """Who would win if the year ended now."""
        view = self._view
        who = self._sentences.listed([] if view.leader is None else [view.leader])
        is_open = view.direction and not view.is_over
        return f"If the {period(view)} ended now {who} would win: {view.leader_why}." if is_open else ""

    @cached_property
    def hand_of(self) -> str:
        view, whose = self._view, self._sentences.whose(self._view.active, begins=True)
        return f"{whose} hand, which you play" if view.seat not in (None, view.owner) else "Your hand"

    @cached_property
    def hand(self) -> list[dict[str, Any]]:
        """The cards of the hand that this viewer plays or holds, with their options."""
        return [
            {"id": card, "kind": KIND[card].id, "name": name(card), "sides": self._sides(card)}
            for card in self._view.hand
        ]

    def _sides(self, card: str) -> list[dict[str, Any]]:
        """The options: what each does, where Sam would stop, and why it cannot be chosen now (GP-14)."""
        view, sides = self._view, []
        who = self._sentences.part("{owner:name} {is|are}", owner=view.owner)
        state = view.seats[view.owner].state
        for letter, side in KIND[card].sides.items():
            ways = [self._way(way) for way in WAYS[state == "postal"][card] if way.option == letter]
            why_not = "" if ways else f"needs a {side.who} personality; {who} {state}"
            facts = {"who": side.who, "distance": side.distance, "why_not": why_not, "ways": ways}
            sides.append({**facts, "action": ACTIONS[side.action].short if side.action else ""})
        return sides

    def _way(self, way: Way) -> dict[str, Any]:
        """What this way of playing the card would do; the target is a field of its own."""
        result = outcome(self._view, way, None, self._sentences)
        return {
            "value": f"{way.card}.{way.option}" + (f".{way.distance}" if way.distance else ""),  # "truck-1.a.5"
            "steps": way.steps,
            "to": f"space/{result.sam}",
            "preview": f"{result.words}; {NOTHING}" if result.act == NOTHING else result.words,
            "aim": way.action if result.is_aimed else "",
            "price": f"{SPACES[0].name}, stamp {self._view.player.stamps + 1}" if result.sam == 0 else "",
        }

    @cached_property
    def aimed(self) -> list[int]:
        """The seats at which any action can be aimed."""
        return sorted({seat for those in self._view.targets.values() for seat in those})

    def partners(self, actions: Iterable[Action]) -> list[int]:
        """The seats that these actions can be about."""
        fields = [field for action in actions for field in action.fields if field.name in SEAT_ARGS]
        picks = [field for field in fields if isinstance(field, Pick | Picks)]
        return sorted({int(option.value) for field in picks for option in field.options})

    @cached_property
    def offers(self) -> list[dict[str, Any]]:
        return [
            {
                "words": self._sentences.say("{giver:name} {offers|offer} {to:name}", giver=offer.giver, to=offer.to),
                "gives": self._sentences.does([offer.giver], "gives", "give"),
                "wishes": self._sentences.does([offer.giver], "wants", "want"),
                "says": KINDS[offer.says].name if offer.says else "a card without a name",
                "wants": KINDS[offer.wants].name if offer.wants else "any card",
                "is_to_me": offer.to == self._view.seat,
            }
            for offer in self._view.offers
        ]

    @cached_property
    def whispers(self) -> list[str]:
        """The whispers that this viewer knows."""
        lines = []
        for one in self._view.whispers:
            said = "{teller:shows its|show your} hand: {hand}" if one.hand else "“{text}”"
            facts = structs.asdict(one) | {"hand": listed(one.hand)}
            lines.append(self._sentences.say("{teller:name} to {to:name}, turn {turn}: " + said, facts))
        return lines

    def whispered(self, seat: int) -> str:
        """Who has whispered."""
        return self._sentences.say("{seat:name} {has|have} whispered", seat=seat)

    @cached_property
    def order_words(self) -> str:
        """The viewer's standing order in words, for the page that changes it."""
        order, names = self._view.order, self._names
        if order is None:
            return ""
        is_all = order.targets is None or len(order.targets) == len(names)
        whose = "all turns" if is_all else ", ".join(names[seat] for seat in order.targets or ()) or "nobody"
        mode, price = PHRASES["orders"][order.mode], several(order.max_price, "stamp")
        return f"Your plan: {mode}, {whose}, up to {price}."

    @cached_property
    def result(self) -> str:
        """Who has won, and how."""
        return f"{headline(self._view, None, self._names)}." if self._view.is_over else ""

    @cached_property
    def story(self) -> str:
        return ending(self._view, self._names) if self._view.is_over else ""


def _panel(view: View, seat: int, one: SeatView) -> Panel:
    """The panel of a personality: face, postal stamps, cards, vendetta stamps."""
    counters = [Counter(str(one.vendetta), several(one.vendetta, "vendetta stamp"), "bolt")] if one.vendetta else []
    if one.state == "eliminated":
        return Panel(tuple(counters), (_out_words(one),), ("badge-eliminated", "eliminated"))
    last = RACE_STAMP if view.options.postal else LAST_STAMP
    of = f"{one.stamps}/{last}"
    stamps = Counter(of, f"{of} postal stamps", "stamp", (one.stamps, last))
    cards = Counter(str(one.cards), several(one.cards, "card"), "cards")
    face = ("badge-marked", f"{one.state}, marked") if one.is_marked else (f"badge-{one.state}", one.state)
    marks = [one.state, *["marked"] * one.is_marked, *["plays this turn"] * (seat == view.claimer)]
    if not view.is_over:
        marks += [f"up to {several(one.allowance, 'card')}"] if one.allowance not in (None, one.cards) else []
        marks += ["next"] if seat == view.next != view.active else []
    return Panel((stamps, cards, *counters), tuple(marks), face)
