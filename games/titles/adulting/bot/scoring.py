"""The house bot in the scoring phase (rules, section "Bot notes")."""

from collections.abc import Callable
from typing import Any

from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.adulting.bot.law import leader
from games.titles.adulting.bot.sampling import effect_move
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECT, SPADES
from games.titles.adulting.shown.view_types import Placing, PlayerView, View
from games.titles.adulting.state import best_gain, gain

SPADE, HELPER = 1.5, 1.0  # the worth of keeping a spade, and a card that goes with a bid or an answer, in hand
LEADER, OTHER = 0.9, 0.3  # the worth of each point that the leader loses, and that anybody else loses
TOURS = 4  # times the deal goes round before the bot ends the match even if it is behind
Plays = list[tuple[float, Move]]  # each with its worth


def choose(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> Move:
    """The play with the greatest worth, the first of equals; some texts are used only if no card can be placed."""
    me, placings = view.players[decision.seat], _placings(view)
    plays = [(worth(one), _place(one)) for one in placings]
    for move in moves():
        if move.verb == "effect" and (value := _worth_of_text(view, me, move.args, bool(placings))) is not None:
            plays.append((value, move))
    for card in me.hand:
        plays += _second_wind(view, me, card) if EFFECT[card] == "second_wind" else []
    return max(plays, key=lambda play: play[0])[1] if plays else Move("pass", {})


def _place(one: Placing) -> Move:
    return Move("place", {"card": one.card, "column": one.column})


def placements(view: View) -> list[Move]:
    """The placements that the bot considers, the best first."""
    return [_place(one) for one in sorted(_placings(view), key=worth, reverse=True)]


def worth(placing: Placing) -> float:
    """The gain of a placement, less the worth of keeping the card in hand."""
    held = SPADE if placing.card in SPADES else 0.0
    return placing.gain - held - (HELPER if CARDS[placing.card].timing in ("bid", "sorting") else 0.0)


def _placings(view: View) -> list[Placing]:
    """The placements that the bot considers: it ends the match only if it is ahead, or late in the match."""
    best = max((one.score for one in view.players if one.seat != view.me and not one.left), default=0)
    is_late = view.round > TOURS * len(view.order)
    return [one for one in view.placings if not one.ends or is_late or one.score > best]


def _worth_of_text(view: View, me: PlayerView, args: dict[str, Any], can_place: bool) -> float | None:
    """The worth of a text with these arguments, None if the bot does not use it so. Not for Second Wind, see below."""
    effect, target = EFFECT[args["card"]], args["target"]
    if effect in ("lost_found", "swap_meet"):
        spent = args["give"] if effect == "swap_meet" else args["card"]
        return best_gain(me.columns, args["take"]) - best_gain(me.columns, spent)
    if effect == "broken_vase":
        mantle, place = [list(column) for column in view.players[target].columns], COLUMNS.index(args["column"])
        return (LEADER if target == leader(view) else OTHER) * gain(mantle, mantle[place].pop(), place)
    if can_place or effect == "second_wind" or (effect == "early_night" and target != leader(view)):
        return None
    return 1.0 if effect in ("pocket_money", "rent_day") else 0.5


def _second_wind(view: View, me: PlayerView, card: str) -> Plays:
    """A Second Wind with the best placement, then the best one after it."""
    mantle = [list(column) for column in me.columns]
    hand = [other for other in me.hand if other != card]
    plays, total, spades = [], 0.0, view.spades
    for _ in range(2):
        options = [
            (worth(Placing(other, column, gain(mantle, other, COLUMNS.index(column)), 0, False)), other, column)
            for other in hand
            for column in CARDS[other].columns
            if other not in SPADES or spades + 1 < view.spades_to_end
        ]
        if not options:
            break
        value, other, column = max(options)
        plays.append({"card": other, "column": column})
        mantle[COLUMNS.index(column)].append(other)
        hand.remove(other)
        spades += other in SPADES
        total += value
    return [(total, effect_move(card, plays))] if plays else []
